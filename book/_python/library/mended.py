"""Two things in which NumPy in WebAssembly differs from NumPy elsewhere, mended."""

from functools import wraps

import numpy as np

SINGULAR = {
    "inv": "Singular matrix",
    "solve": "Singular matrix",
    "cholesky": "Matrix is not positive definite",
}
MAKERS = "array asarray arange full zeros ones empty eye cumsum sum prod".split()


def mend():
    """Mend both, once."""
    if hasattr(np.array, "__wrapped__"):
        return
    for name, sentence in SINGULAR.items():
        setattr(np.linalg, name, stopped(getattr(np.linalg, name), sentence))
    for name in MAKERS:
        setattr(np, name, wide(getattr(np, name)))
    from numpy._core import arrayprint

    arrayprint._typelessdata.append(np.int64)  # print them without their type


def stopped(function, sentence):
    """Let a singular matrix stop a cell: there is no flag that tells NumPy of it."""

    @wraps(function)
    def checked(*matrices, **options):
        found = function(*matrices, **options)
        if np.isnan(found).any() and all(np.isfinite(m).all() for m in matrices):
            raise np.linalg.LinAlgError(sentence)
        return found

    return checked


def wide(function):
    """Make whole numbers of 64 bits where a notebook would; here they have 32.

    Otherwise a sum above two thousand million comes out wrong, and nothing says so.
    """

    @wraps(function)
    def made(*given, dtype=None, **options):
        if dtype is not None:
            wanted = np.int64 if dtype in (int, "int") else dtype
            return function(*given, dtype=wanted, **options)
        given = [np.int64 if value is int else value for value in given]
        found = function(*given, **options)
        ours = not any(isinstance(value, np.ndarray | np.generic) for value in given)
        if ours and getattr(found, "dtype", None) == np.int32:
            return function(*given, dtype=np.int64, **options)
        return found

    return made
