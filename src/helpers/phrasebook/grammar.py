"""Phrases and clauses. Each function says its Spanish, and returns the English.

A `Sentence` hears Spanish words one after the other, so that a word's place is known
as soon as it is said. The English comes back as a list of (word, place): the place of
the Spanish word that it translates (or a tuple of places, or None). The English can
then be put together in its own order, and the alignment is always true.
"""

from typing import NamedTuple

from helpers.phrasebook.inflection import Tag, Word, agreeing
from helpers.phrasebook.lexicon import (
    MASS,
    NAMES,
    NOUNS,
    QUALITIES,
)

GENDER_NUMBER = [("m", "s"), ("f", "s"), ("m", "p"), ("f", "p")]


def _four(part, text):
    """Four words that agree: masculine, feminine, and their plurals."""
    return agreeing(part, dict(zip(GENDER_NUMBER, text.split(), strict=True)))


THE = _four("article", "el la los las")
A = _four("article", "un una unos unas")
DETERMINERS = {
    "this": (_four("determiner", "este esta estos estas"), "these"),
    "that": (_four("determiner", "ese esa esos esas"), "those"),
    "another": (_four("determiner", "otro otra otros otras"), "other"),
    "many": (_four("determiner", "mucho mucha muchos muchas"), "many"),
    "few": (_four("determiner", "poco poca pocos pocas"), "few"),
    "my": (_four("determiner", "mi mi mis mis"), "my"),
    "your": (_four("determiner", "tu tu tus tus"), "your"),
    "our": (_four("determiner", "nuestro nuestra nuestros nuestras"), "our"),
    "his": (_four("determiner", "su su sus sus"), "his"),
}
ALL = _four("determiner", "todo toda todos todas")
NUMBERS = dict(
    zip(
        "two three four five six seven eight nine ten".split(),
        "dos tres cuatro cinco seis siete ocho nueve diez".split(),
        strict=True,
    )
)
BEFORE = {
    "good": _four("adjective", "buen buena buenos buenas"),
    "bad": _four("adjective", "mal mala malos malas"),
    "great": _four("adjective", "gran gran grandes grandes"),
}
BEFORE_FITS = {
    "person": ["good", "bad", "great"],
    "text": ["good", "bad", "great"],
    "idea": ["good", "bad"],
    "show": ["good", "bad", "great"],
    "staple": ["good"],
    "drink": ["good"],
}
CLITICS = {
    ("m", "s"): "lo",
    ("f", "s"): "la",
    ("m", "p"): "los",
    ("f", "p"): "las",
}
HIM = {"he": "him", "she": "her", "it": "it", "they": "them"}
OWNERS = {
    "I": "my",
    "you": "your",
    "he": "his",
    "she": "her",
    "it": "its",
    "we": "our",
    "they": "their",
}
BE = {"I": ("am", "was"), "you": ("are", "were"), "we": ("are", "were")}
BE |= {"they": ("are", "were")}


def word(text, part, gender=None, number=None):
    """A word that has one form."""
    return Word(text, Tag(part, gender, number))


NO = word("no", "adverb")
TO, OF, IN = (word(text, "preposition") for text in ("a", "de", "en"))
THAT = word("que", "conjunction")
WHO = word("que", "pronoun")
Y = word("y", "conjunction")
SUBJECT_PRONOUNS = """
yo I 0 s, tú you 1 s, él he 2 s m, ella she 2 s f, usted you 2 s
nosotros we 3 p m, ellos they 4 p m, ellas they 4 p f, ustedes you 4 p"""


class Thing(NamedTuple):
    """What a noun phrase speaks of: enough to agree with it and to refer back to it."""

    kind: str
    gender: str
    number: str
    person: int
    pronoun: str
    english: list | None = None
    noun: str = ""


class Manner(NamedTuple):
    """How a clause is said."""

    tense: int
    negative: bool = False
    question: bool = False
    adverb: tuple | None = None


class Predicate(NamedTuple):
    """The English of a verb and all that follows: what a question puts first, the rest.

    `verb` is the place of the Spanish verb, which carries a subject that is not said.
    """

    verb: int
    first: list
    rest: list


class Sentence:
    """The Spanish words said so far, the chance that chooses them, and what is noted."""

    def __init__(self, random):
        self.random = random
        self.words = []
        self.together = []

    def say(self, spoken):
        """Say one word; its place."""
        self.words.append(spoken)
        return len(self.words) - 1

    def pick(self, options):
        """One of the options, all equally likely."""
        return options[int(self.random() * len(options))]

    def chance(self, share):
        """True in this share of the cases."""
        return self.random() < share


# --- Noun phrases ---


def article(s, noun, number, forms=THE, adjective_first=False):
    """Say the article (el agua: before a stressed a the feminine is el); its place."""
    form = forms[noun.gender, number]
    if number == "s" and noun.spanish["s"].text in ("agua", "águila"):
        if not adjective_first and forms is THE:
            form = Word("el", form.tag)
        elif not adjective_first:
            form = Word("un", form.tag)
    last = s.words[-1].text if s.words else ""
    if forms is THE and form.text == "el" and last in ("a", "de"):
        s.words[-1] = Word("al" if last == "a" else "del", form.tag)
        return len(s.words) - 1
    return s.say(form)


def indefinite(place, following):
    """The English a or an, as the following word asks."""
    return ("an" if following[0][0] in "aeiou" else "a", place)


def described(s, noun, number, before=None, after=None):
    """The noun with an adjective before or after it; in English always before."""
    words = []
    if before:
        i = s.say(BEFORE[before][noun.gender, number])
        words.append((before, i))
        s.together.append((before, noun.english["s"]))
    i = s.say(noun.spanish[number])
    if after:
        words.append((after.english, s.say(after.forms[noun.gender, number])))
        s.together.append((after.english, noun.english["s"]))
    words.append((noun.english[number], i))
    return words


def decoration(s, noun):
    """An adjective for the noun, or none: the two arguments of `described`."""
    if s.chance(0.08) and noun.kind in BEFORE_FITS:
        return s.pick(BEFORE_FITS[noun.kind]), None
    if s.chance(0.3) and noun.kind in QUALITIES:
        return None, s.pick(QUALITIES[noun.kind])
    return None, None


def the(s, noun, number, plain=False):
    """The definite noun phrase."""
    before, after = (None, None) if plain else decoration(s, noun)
    i = article(s, noun, number, adjective_first=before)
    return [("the", i), *described(s, noun, number, before, after)]


def an(s, noun):
    """The indefinite noun phrase, singular."""
    before, after = decoration(s, noun)
    i = article(s, noun, "s", A, adjective_first=before)
    words = described(s, noun, "s", before, after)
    return [indefinite(i, words[0]), *words]


def determined(s, noun, number, english, owner=None):
    """A noun phrase with this, that, another, many, few, or an owner's word."""
    forms, plural = DETERMINERS[english]
    i = s.say(forms[noun.gender, number])
    said = owner or (english if number == "s" else plural)
    return [(said, i), *described(s, noun, number, *decoration(s, noun))]


def counted(s, noun):
    """Two to ten of them."""
    english = s.pick(list(NUMBERS))
    i = s.say(word(NUMBERS[english], "number"))
    return [(english, i), *described(s, noun, "p", *decoration(s, noun))]


def all_the(s, noun):
    """All of them."""
    i = s.say(ALL[noun.gender, "p"])
    return [("all", i), *the(s, noun, "p", plain=True)]


def of_somebody(s, noun, number):
    """el libro de Ana → Ana's book."""
    article(s, noun, number)
    owned = described(s, noun, number, *decoration(s, noun))
    i = s.say(OF)
    owner = named(s) if s.chance(0.6) else the_person(s)
    return [*owner.english, ("'s", i), *owned]


def the_person(s):
    """el médico: one person, with the article."""
    noun = s.pick(NOUNS["person"])
    return thing(noun, "s", the(s, noun, "s", plain=True))


def named(s):
    """Somebody with a name."""
    gender = "m" if s.chance(0.5) else "f"
    name = s.pick(NAMES[gender])
    i = s.say(word(name, "name", gender, "s"))
    pronoun = "he" if gender == "m" else "she"
    return Thing("person", gender, "s", 2, pronoun, [(name, i)], name)


def thing(noun, number, english):
    """What the noun phrase speaks of."""
    pronoun = "they"
    if number == "s":
        pronoun = {"m": "he", "f": "she"}[noun.gender] if noun.kind == "person" else "it"
    person = 2 if number == "s" else 4
    name = noun.english["s"]
    return Thing(noun.kind, noun.gender, number, person, pronoun, english, name)


def some_noun(s, noun, owner=None, mass_bare=True):
    """A noun phrase of any make; owner is the subject, whose mi, tu or su may stand."""
    if noun.kind in MASS and mass_bare:
        return thing(noun, "s", mass_phrase(s, noun, owner))
    number = "p" if s.chance(0.3) else "s"
    roll = s.random()
    if owner and roll < 0.15:
        return thing(noun, number, owned_by(s, noun, number, owner))
    if roll < 0.25:
        return thing(noun, number, of_somebody(s, noun, number))
    if number == "s":
        return thing(noun, "s", singular(s, noun))
    return thing(noun, "p", plural(s, noun))


def mass_phrase(s, noun, owner):
    """Some of what is not counted: pan → bread, el agua fría → the cold water."""
    if owner and s.chance(0.15):
        return owned_by(s, noun, "s", owner)
    if s.chance(0.4):
        return the(s, noun, "s")
    return described(s, noun, "s", *decoration(s, noun))


def singular(s, noun):
    """One of them."""
    roll = s.random()
    if roll < 0.4:
        return an(s, noun)
    if roll < 0.75:
        return the(s, noun, "s")
    return determined(s, noun, "s", s.pick(("this", "that", "another", "my", "your")))


def plural(s, noun):
    """More than one of them."""
    roll = s.random()
    if roll < 0.4:
        return the(s, noun, "p")
    if roll < 0.6:
        return counted(s, noun)
    if roll < 0.7:
        return all_the(s, noun)
    choice = ("this", "that", "many", "few", "my", "your", "our")
    return determined(s, noun, "p", s.pick(choice))


def owned_by(s, noun, number, owner):
    """mi, tu, su, nuestro: whose, is said by the subject."""
    english = OWNERS[owner.pronoun]
    own = english if owner.person in (0, 1, 3) else "his"
    return determined(s, noun, number, own, english)
