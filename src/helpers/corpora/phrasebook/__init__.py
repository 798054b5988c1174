"""A phrasebook that writes itself: Spanish sentences with their English, and why.

A grammar with some three hundred and fifty words makes the sentences, so that for each
the true alignment of words, the part of speech, gender and number of each Spanish word,
and the antecedents of pronouns are known.

Words are written as inside a sentence: names, weekdays and *I* keep their capital, and
the first word of a sentence has none, so that a word is one type wherever it stands.
`helpers.corpora.text.join` prints a sentence as people write it.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple
from zlib import crc32

from helpers.corpora.phrasebook.coreference import Antecedent, blaming, reference
from helpers.corpora.phrasebook.grammar import Sentence
from helpers.corpora.phrasebook.inflection import Tag
from helpers.corpora.phrasebook.questions import question
from helpers.corpora.phrasebook.sentences import (
    comparing,
    compound,
    four_clauses,
    fronted,
    referred,
    reported,
    statement,
    three_clauses,
)

LONGEST = 30


@dataclass(frozen=True)
class Pair:
    """A Spanish sentence, its English, and what is known of them.

    `combinations` are the pairs of verb and object, adjective and noun in it;
    `held_out` says that its coreference is about nouns kept from training.
    """

    spanish: tuple[str, ...]
    english: tuple[str, ...]
    alignment: tuple[tuple[int, int], ...]
    tags: tuple[Tag, ...]
    kind: str
    combinations: tuple[tuple[str, str], ...]
    held_out: bool = False
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
    s = Sentence(random)
    kind = s.pick(kinds)
    english = kind(s)
    words, tags = zip(*s.words, strict=True)
    return Pair(
        words,
        tuple([word for word, _ in english]),
        tuple(sorted(_links(english))),
        tags,
        kind.__name__,
        tuple(s.together),
        s.held_out,
        _antecedent(s, english),
    )


def _links(english):
    """The alignment, from the places that English words came with."""
    for j, (_, places) in enumerate(english):
        for i in places if isinstance(places, tuple) else (places,):
            yield i, j


def _antecedent(s, english):
    """Where the antecedent stands in both languages."""
    if not s.antecedent:
        return None
    chosen, rival, it, adjective = s.antecedent
    at = english.index
    return Antecedent(
        chosen[1], at(chosen), it[1], at(it), adjective, rival[1], at(rival)
    )


KINDS = {  # what is made, and how much of it
    statement: 22,
    question: 12,
    compound: 20,
    three_clauses: 13,
    four_clauses: 9,
    fronted: 9,
    reported: 7,
    referred: 4,
    comparing: 3,
    blaming: 8,
    reference: 3,
}
MIXTURE = [kind for kind, weight in KINDS.items() for _ in range(weight)]


def _stream(seed, kinds):
    """Pairs without end, no sentence twice in either language."""
    random = Random(seed).random
    known = set()
    while True:
        pair = _pair(random, kinds)
        spanish, english = pair.spanish, pair.english
        if len(spanish) > LONGEST or spanish in known or english in known:
            continue
        known.update((spanish, english))
        yield pair


def pairs(count, seed=2014):
    """So many different pairs."""
    return tuple(islice(_stream(seed, MIXTURE), count))


class Splits(NamedTuple):
    """Pairs to learn from, to choose by, and to be tested on."""

    train: tuple[Pair, ...]
    valid: tuple[Pair, ...]
    test: tuple[Pair, ...]


@lru_cache(maxsize=1)
def splits(train=40_000, valid=1_000, test=3_000):
    """The same splits for everybody.

    No sentence of one part is in another, in either language. Combinations of words
    that are reserved are found in the test part only.
    """
    known, unknown = [], []
    for pair in _stream(2014, MIXTURE):
        if pair.held_out:
            continue
        (unknown if pair.unseen else known).append(pair)
        if len(known) == train + valid + test // 2:
            break
    tests = known[train + valid :] + unknown[: test // 2]
    Random(2014).shuffle(tests)
    return Splits(
        tuple(known[:train]), tuple(known[train : train + valid]), tuple(tests)
    )


class Coreference(NamedTuple):
    """Sentences whose pronoun has a known antecedent: to learn from, and held out."""

    train: tuple[Pair, ...]
    held_out: tuple[Pair, ...]


@lru_cache(maxsize=1)
def coreference(held_out=600):
    """The coreference of the training part, and sentences with nouns that it lacks."""
    train = [p for p in splits().train if p.kind == "blaming"]
    new = (p for p in _stream(2017, [blaming]) if p.held_out)
    return Coreference(tuple(train), tuple(islice(new, held_out)))
