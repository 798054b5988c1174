"""The forms of words: plurals, agreement, conjugation, in both languages."""

from dataclasses import dataclass, replace
from typing import NamedTuple


class Tag(NamedTuple):
    """What a Spanish word is: its part of speech and, where it has them, its
    gender ("m", "f") and number ("s", "p")."""

    part: str
    gender: str | None = None
    number: str | None = None


class Word(NamedTuple):
    """One Spanish word and its tag."""

    text: str
    tag: Tag


IRREGULAR_PLURALS = {
    "man": "men",
    "woman": "women",
    "boy": "children",
    "father": "parents",
    "grandfather": "grandparents",
    "mouse": "mice",
    "sheep": "sheep",
    "foot": "feet",
    "knife": "knives",
}
UNACCENTED = str.maketrans("áéíóú", "aeiou")
PERSONS = ("s", "s", "s", "p", "p")  # yo, tú, él, nosotros, ellos: their number
ENDINGS = {
    "ar": ("o as a amos an", "é aste ó amos aron"),
    "er": ("o es e emos en", "í iste ió imos ieron"),
    "ir": ("o es e imos en", "í iste ió imos ieron"),
}
FUTURE = "é ás á emos án"


def spanish_plural(word):
    """casa → casas, flor → flores, ratón → ratones, feliz → felices, lunes → lunes."""
    if word == "joven":
        return "jóvenes"
    if word[-1] in "aeiouéá":
        return word + "s"
    if word[-1] == "s" and word[-2] not in "áéíóú":
        return word if word != "mes" else "meses"
    if word[-2] in "áéíóú":
        word = word[:-2] + word[-2:].translate(UNACCENTED)
    return (word[:-1] + "c" if word[-1] == "z" else word) + "es"


def english_s(word):
    """The word with the -s of plurals and of he, she, it: wash → washes."""
    if word.endswith(("s", "sh", "ch", "x", "ato", "go")):
        return word + "es"
    if word[-1] == "y" and word[-2] not in "aeou":
        return word[:-1] + "ies"
    return word + "s"


@dataclass(frozen=True, eq=False)
class Noun:
    """A noun: its class, its gender, and its forms by number."""

    kind: str
    gender: str
    spanish: dict
    english: dict

    @classmethod
    def of(cls, kind, spanish, gender, english):
        """The noun, with its plurals made by rule or from the list of exceptions."""
        words = {"s": spanish, "p": spanish_plural(spanish)}
        plural = IRREGULAR_PLURALS.get(english) or english_s(english)
        return cls(
            kind,
            gender,
            {n: Word(words[n], Tag("noun", gender, n)) for n in "sp"},
            {"s": english, "p": plural},
        )


@dataclass(frozen=True, eq=False)
class Adjective:
    """An adjective: its forms by gender and number, and its one English word."""

    english: str
    forms: dict

    @classmethod
    def of(cls, spanish, english):
        """The adjective with its two or four forms."""
        feminine = spanish[:-1] + "a" if spanish[-1] == "o" else spanish
        singular = {"m": spanish, "f": feminine}
        forms = {(g, "s"): word for g, word in singular.items()}
        forms |= {(g, "p"): spanish_plural(word) for g, word in singular.items()}
        return cls(english, agreeing("adjective", forms))


def agreeing(part, forms):
    """Words that agree: (gender, number) → the word with its tag."""
    return {key: Word(text, Tag(part, *key)) for key, text in forms.items()}


@dataclass(frozen=True, eq=False)
class Verb:
    """A verb: its Spanish forms by tense and person, its English base, -s and past.

    The English forms are tuples: "look for" is two words.
    """

    infinitive: Word
    forms: list
    base: tuple
    third: tuple
    past: tuple

    @classmethod
    def of(cls, line):
        """The verb of a line `infinitive base past | present | past | future stem`."""
        head, *irregular = (part.split() for part in line.split("|"))
        infinitive, base, past = head
        base, past = base.split("_"), past.split("_")
        third = {"have": "has", "be": "is"}.get(base[0]) or english_s(base[0])
        return cls(
            Word(infinitive, Tag("verb")),
            _conjugated(infinitive, irregular),
            tuple(base),
            (third, *base[1:]),
            tuple(past),
        )

    def meaning(self, base, past):
        """The same Spanish verb with another English one: llevar, carry → wear."""
        other = Verb.of(f"{self.infinitive.text} {base} {past}")
        return replace(other, forms=self.forms)


def _conjugated(infinitive, irregular):
    """The forms of the three tenses, five persons each."""
    stem = infinitive[:-2]
    given = irregular + [[]] * (3 - len(irregular))
    regular = [[stem + e for e in ends.split()] for ends in ENDINGS[infinitive[-2:]]]
    future = [(*given[2], infinitive)[0] + ending for ending in FUTURE.split()]
    tenses = [given[0] or regular[0], given[1] or regular[1], future]
    return [
        [Word(w, Tag("verb", None, n)) for w, n in zip(t, PERSONS, strict=True)]
        for t in tenses
    ]
