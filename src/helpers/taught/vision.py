"""Pictures under a kernel, as chapter 6 teaches it."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def correlate(picture, kernel, padding=0, stride=1):
    """The sum of products under the kernel, at every place where it lies."""
    padded = np.pad(picture, padding)  # a frame of zeros
    must_fit(padded, kernel)
    windows = sliding_window_view(padded, kernel.shape)[::stride, ::stride]
    return np.einsum("ijab,ab->ij", windows, kernel)  # (rows, columns)


def must_fit(picture, kernel):
    """Stop with a sentence unless the kernel fits on the picture."""
    if picture.ndim != 2 or kernel.ndim != 2:
        axes = f"{picture.ndim} and {kernel.ndim}"
        raise ValueError(f"a picture and a kernel have two axes each, not {axes}")
    if any(np.less(picture.shape, kernel.shape)):
        raise ValueError(f"a kernel {kernel.shape} does not fit on {picture.shape}")
