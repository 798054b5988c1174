"""This project beside what a reader would use instead, in one interleaved run."""

import os

# Before NumPy and PyTorch are imported: one thread for everybody.
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
