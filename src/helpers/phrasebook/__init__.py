"""A phrasebook that writes itself: Spanish sentences with their English, and why.

A grammar with some three hundred and fifty words makes the sentences, so that for each
the true alignment of words, the part of speech, gender and number of each Spanish word,
and the antecedents of pronouns are known.

Words are written as inside a sentence: names, weekdays and *I* keep their capital, and
the first word of a sentence has none, so that a word is one type wherever it stands.
`helpers.text.join` prints a sentence as people write it.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple
from zlib import crc32

from helpers.phrasebook.grammar import Sentence
from helpers.phrasebook.inflection import Tag
from helpers.phrasebook.sentences import HELD_OUT, KINDS, Antecedent, blaming

LONGEST = 30


@dataclass(frozen=True)
class Pair:
    """A Spanish sentence, its English, and what is known of them."""

    spanish: tuple[str, ...]
    english: tuple[str, ...]
    alignment: tuple[tuple[int, int], ...]
    tags: tuple[Tag, ...]
    kind: str
    combinations: tuple[tuple[str, str], ...]
    antecedent: Antecedent | None = None

    @property
    def unseen(self):
        """Whether it holds a combination of words that training never shows."""
        return any(map(reserved, self.combinations))


@cache
def reserved(combination):
    """Whether two words (verb and object, adjective and noun) meet in tests alone."""
    return crc32(" ".join(combination).encode()) % 16 == 0


def _pair(random, kinds):
    """One pair, of a kind that chance chooses."""
    s = Sentence(random.random)
    s.antecedent = None
    s.coreferent = ()
    kind = kinds[int(random.random() * len(kinds))]
    english = kind(s)
    alignment = []
    for j, (_, places) in enumerate(english):
        if isinstance(places, tuple):
            alignment += [(i, j) for i in places]
        elif places is not None:
            alignment.append((places, j))
    return Pair(
        tuple([w.text for w in s.words]),
        tuple([w for w, _ in english]),
        tuple(sorted(alignment)),
        tuple([w.tag for w in s.words]),
        kind.__name__,
        tuple(s.together),
        _antecedent(s, english),
    ), s.coreferent


def _antecedent(s, english):
    """Where the antecedent stands in both languages."""
    if not s.antecedent:
        return None
    chosen, rival, it, adjective = s.antecedent
    return Antecedent(
        chosen[1], english.index(chosen), it[1], english.index(it), adjective,
        rival[1], english.index(rival),
    )


def _stream(seed, kinds):
    """Pairs without end, no sentence twice in either language."""
    random = Random(seed)
    spanish, english = set(), set()
    while True:
        pair, coreferent = _pair(random, kinds)
        if len(pair.spanish) > LONGEST:
            continue
        if pair.spanish in spanish or pair.english in english:
            continue
        spanish.add(pair.spanish)
        english.add(pair.english)
        yield pair, coreferent


MIXTURE = [kind for kind, weight in KINDS.items() for _ in range(weight)]


def pairs(count, seed=2014):
    """So many different pairs."""
    return tuple(pair for pair, _ in islice(_stream(seed, MIXTURE), count))


class Splits(NamedTuple):
    """Pairs to learn from, to choose by, and to be tested on."""

    train: tuple[Pair, ...]
    valid: tuple[Pair, ...]
    test: tuple[Pair, ...]


@lru_cache(maxsize=1)
def splits(train=36_000, valid=1_000, test=2_000):
    """The same splits for everybody.

    No sentence of one part is in another, in either language. Combinations of words
    that are reserved are found in the test part only.
    """
    known, unknown = [], []
    for pair, coreferent in _stream(2014, MIXTURE):
        if HELD_OUT.intersection(coreferent):
            continue
        (unknown if pair.unseen else known).append(pair)
        if len(known) == train + valid + test // 2:
            break
    kept = known[train + valid :] + unknown[: test // 2]
    return Splits(tuple(known[:train]), tuple(known[train : train + valid]), tuple(kept))


class Coreference(NamedTuple):
    """Sentences whose pronoun has a known antecedent: to learn from, and held out."""

    train: tuple[Pair, ...]
    held_out: tuple[Pair, ...]


@lru_cache(maxsize=1)
def coreference(held_out=600):
    """The coreference of the training part, and sentences with nouns that it lacks."""
    train = [p for p in splits().train if p.kind == "blaming"]
    new = (p for p, nouns in _stream(2017, [blaming]) if HELD_OUT.intersection(nouns))
    return Coreference(tuple(train), tuple(islice(new, held_out)))
