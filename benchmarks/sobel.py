"""Chapter 6: Sobel's detector by slices, beside four libraries for pictures."""

import cv2
import numpy as np
import torch
from scipy import ndimage
from skimage import filters

from benchmarks.chapters import taught
from benchmarks.report import alone
from benchmarks.timing import OURS, SEED, Case

sobel_slices = taught("06_filters", "sobel_slices").sobel_slices
WHY = {
    "OpenCV": "It goes over the picture once, with vector instructions; the slices "
    "make four passes and keep a second picture between them."
}
FLOORS = {
    "scipy.ndimage": 2,
    "scikit-image": 1.2,
    "OpenCV": 0.5,
    "torch conv2d": 1.2,
}
SIZES = 64, 128, 256, 512, 1024, 2048, 4096


def contestants(picture):
    """The same derivative, by each; the borders of all but ours are dropped."""
    kernel = torch.tensor([[1.0, 2, 1], [0, 0, 0], [-1, -2, -1]]).double()[None, None]
    tensor = torch.from_numpy(picture)[None, None]
    return {
        OURS: lambda: sobel_slices(picture),
        "scipy.ndimage": lambda: -ndimage.sobel(picture, axis=0)[1:-1, 1:-1],
        "scikit-image": lambda: -4 * filters.sobel_h(picture)[1:-1, 1:-1],
        "OpenCV": lambda: -cv2.Sobel(picture, cv2.CV_64F, 0, 1)[1:-1, 1:-1],
        "torch conv2d": lambda: torch.conv2d(tensor, kernel)[0, 0].numpy(),
    }


def cases(short):
    """One case for each size of picture."""
    for size in (64, 512) if short else SIZES:
        picture = np.random.default_rng(SEED).random((size, size))
        runs = contestants(picture)
        answers = [np.abs(run()) for run in runs.values()]
        assert all(np.allclose(answers[0], other) for other in answers[1:])
        yield Case(
            "Sobel's detector",
            f"{size} × {size}",
            runs,
            FLOORS,
            WHY,
            x=size**2,
            bytes=2 * 8 * size**2,
        )


if __name__ == "__main__":
    alone(cases)
