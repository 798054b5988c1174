"""Made-up pictures for the studies of photographs."""

import numpy as np

from helpers.corpora.cifar import Pictures


def striped(count, seed):
    """Pictures whose class is seen at once: where their bright stripe is."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, 10, count).astype(np.uint8)
    pictures = random.integers(0, 50, (count, 3, 32, 32)).astype(np.uint8)
    for picture, label in zip(pictures, labels, strict=True):
        picture[:, 3 * label : 3 * label + 4] += 200
    return Pictures(pictures, labels)
