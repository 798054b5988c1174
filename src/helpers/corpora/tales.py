"""Fairy tales: 278 stories of Project Gutenberg, as FairytaleQA publishes them.

The stories are in the public domain, their collection (Xu et al. 2022, "Fantastic
questions and where to find them") is under Apache-2.0. No checksum of its zip file is
published, so nothing fetches it: a reader does, and `splits` reads it. The same stories
as one packed text are read as well, and held to their SHA-256.
"""

import csv
import gzip
import io
import re
import zlib
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile, is_zipfile

from helpers.corpora.download import checksum

COMMIT = "b6a60a49c186ce3e93268525c12ada37958db326"
ADDRESS = f"https://github.com/uci-soe/FairytaleQAData/archive/{COMMIT}.zip"
KEPT = Path.home() / ".cache" / "evolution-of-the-transformer" / "fairytales.zip"
TEXT = "86fbf769d63dbe05a7b3b6c30de1db801d05aeb5e23b5bb84ca91c4946c7de19"
STORIES = re.compile(r"[^/]+/data-by-origin/section-stories/.+-story\.csv")
SIGNS = "\n !\"'(),-.:;?"
ALPHABET = SIGNS + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "abcdefghijklmnopqrstuvwxyz"
RARE = str.maketrans("[]/", "() ", "0123456789_*")
BETWEEN = "\n\n\n"  # stories; eight long ones have it inside as well
FULL = range(55, 91)  # letters of a line that was broken because it was full


class Splits(NamedTuple):
    """Text to learn from, to choose by, and to be tested on."""

    train: str
    valid: str
    test: str


def splits(path=KEPT, sha256=TEXT):
    """The tales in three parts, from the publisher's zip file or the packed text."""
    if not Path(path).is_file():
        raise FileNotFoundError(
            f"There are no tales at {path}: fetch {ADDRESS} and keep it there."
        )
    if is_zipfile(path):
        return parts(collected(path))
    if checksum(path) != sha256:
        raise _strange(path, f"its SHA-256 is not {sha256}")
    return parts(gzip.decompress(Path(path).read_bytes()).decode("ascii"))


def collected(path):
    """The stories in the publisher's zip file, in the order of their names."""
    try:
        with ZipFile(path) as archive:
            names = sorted(filter(STORIES.fullmatch, archive.namelist()))
            texts = [archive.read(name).decode("utf-8") for name in names]
        stories = ["\n".join(_sections(text)) for text in texts]
    except (BadZipFile, zlib.error, KeyError, ValueError, csv.Error) as error:
        raise _strange(path, error) from None
    if not stories:
        raise _strange(path, "no story is in it")
    return BETWEEN.join(stories)


def _sections(text):
    """The texts of a story's sections."""
    return [row["text"] for row in csv.DictReader(io.StringIO(text, newline=""))]


def _strange(path, reason):
    """What is said of a file that is not the publisher's."""
    return ValueError(
        f"{path} is not the file of tales, or is damaged: expected a zip file with one "
        f"table of sections for each story ({reason}); fetch {ADDRESS} again."
    )


def plain(story):
    """A story in the letters of ALPHABET, each paragraph on a line of its own."""
    result = []
    for line in story.translate(RARE).split("\n"):
        text = " ".join(line.split())
        ended = text[-1:] in {*".!?:\"'"} and len(line.rstrip()) not in FULL
        result.append(text + (" " if text and not ended else "\n"))
    text = "".join(c for c in "".join(result) if c in ALPHABET)
    return re.sub(r" *\n+ *", "\n", text).strip() + "\n"


def parts(text):
    """The stories: of each eleven one to choose by, one to be tested on, nine to learn.

    The parts follow the stories' order, so that each has stories of every collection.
    """
    stories = re.sub(r"\r\n?", "\n", text).split(BETWEEN)
    kept = [[], [], []]
    for i, story in enumerate(stories):
        kept[{4: 1, 9: 2}.get(i % 11, 0)].append(plain(story))
    return Splits(*("\n".join(part) for part in kept))
