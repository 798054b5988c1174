"""Real sentences: Tatoeba's Spanish and English pairs, as TensorFlow publishes them.

Nothing is fetched until `pairs` or `splits` is called; what comes is held to the
SHA-256 of the file as it is published. The sentences are by the contributors of
tatoeba.org, under CC BY 2.0 FR.
"""

from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from helpers.corpora.download import fetch
from helpers.corpora.text import tokenise

ADDRESS = "https://storage.googleapis.com/download.tensorflow.org/data/spa-eng.zip"
SHA256 = "0c4fd7825d3d872488d38c157f784e035edab4f2ff0df25a2a208790ecb5b58f"
KEPT = Path.home() / ".cache" / "evolution-of-the-transformer" / "spa-eng.zip"
MEMBER = "spa-eng/spa.txt"
LONGEST = 30


class Pair(NamedTuple):
    """A Spanish sentence and its English, as words."""

    spanish: tuple[str, ...]
    english: tuple[str, ...]


class Splits(NamedTuple):
    """Pairs to learn from, to choose by, and to be tested on."""

    train: tuple[Pair, ...]
    valid: tuple[Pair, ...]
    test: tuple[Pair, ...]


def pairs(address=ADDRESS, sha256=SHA256, path=KEPT):
    """All pairs of up to thirty words, each once."""
    lines = read(fetch(address, sha256, path)).splitlines()
    found = [_pair(number, line) for number, line in enumerate(lines, 1) if line]
    sides = zip(*dict.fromkeys(found), strict=True)
    spanish, english = map(without_capitals, sides)
    every = map(Pair, spanish, english)
    return tuple(p for p in every if max(map(len, p)) <= LONGEST)


def read(path):
    """The text in the zip file."""
    try:
        with ZipFile(path) as archive:
            return archive.read(MEMBER).decode("utf-8")
    except (BadZipFile, KeyError, UnicodeDecodeError) as error:
        raise ValueError(
            f"{path} is not the file of pairs: expected a zip file with {MEMBER} "
            f"in UTF-8 ({error})."
        ) from None


def _pair(number, line):
    """The words of a line: English, a tab, Spanish, and perhaps who wrote them."""
    english, spanish, *_ = [*line.split("\t"), ""]
    if not (english.strip() and spanish.strip()):
        raise ValueError(
            f"Line {number} of {MEMBER} is not a pair: expected English, a tab and "
            f"Spanish, not {line!r}."
        )
    return Pair(tuple(tokenise(spanish)), tuple(tokenise(english)))


def without_capitals(sentences):
    """The sentences, the first word as inside one: The → the, Tom → Tom."""
    starts = [int(words[0] in "¿¡") for words in sentences]
    inside = Counter(
        word
        for words, start in zip(sentences, starts, strict=True)
        for word in words[start + 1 :]
    )
    return [
        (
            *words[:start],
            *_as_inside(inside, words[start : start + 1]),
            *words[start + 1 :],
        )
        for words, start in zip(sentences, starts, strict=True)
    ]


def _as_inside(inside, first):
    """The first word, with a capital only if it has one more often than not."""
    return [w if inside[w] > inside[w.lower()] else w.lower() for w in first]


def splits(valid=1_000, test=3_000, **where):
    """The pairs in three parts; no sentence of one is in another, in either language.

    The valid and test parts have one pair for each English sentence.
    """
    every = list(pairs(**where))
    Random(2014).shuffle(every)
    held, spanish, english = [], set(), set()
    for pair in every:
        if len(held) == valid + test:
            break
        if pair.spanish not in spanish and pair.english not in english:
            held.append(pair)
            spanish.add(pair.spanish)
            english.add(pair.english)
    train = [p for p in every if p.spanish not in spanish and p.english not in english]
    return Splits(tuple(train), tuple(held[:valid]), tuple(held[valid:]))
