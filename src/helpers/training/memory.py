"""A setting of the C library that makes training on a processor faster."""

import ctypes
import sys

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # their numbers in malloc.h


def keep_memory():
    """Let the process keep the memory that it frees, for the next tensor of that size.

    Without this, glibc returns every large tensor to the system and asks for it anew
    at each step, which here takes a quarter of a training step. On other systems than
    Linux nothing changes.
    """
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # not in every C library
    if mallopt:
        mallopt(MMAP_THRESHOLD, 2**25)
        mallopt(TRIM_THRESHOLD, 2**30)
