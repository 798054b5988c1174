"""Noun phrases, and the sentence that they are said in.

Each function says its Spanish, and returns the English. A `Sentence` hears the Spanish
words one after the other, so that a word's place is known as soon as it is said. The
English comes back as a list of (word, place): the place of the Spanish word that it
translates. So English can be put together in its own order, and the alignment is true.
"""

from typing import NamedTuple

from helpers.corpora.phrasebook.inflection import Tag, Word, agreeing
from helpers.corpora.phrasebook.lexicon import (
    ALWAYS_ONE,
    CITIES,
    MASS,
    NAMES,
    NOBODYS,
    NOUNS,
    QUALITIES,
    RELATIVES,
)


def word(text, part, gender=None, number=None):
    """A Spanish word that has one form."""
    return Word(text, Tag(part, gender, number))


def _four(part, text):
    """Four words that agree: masculine, feminine, and their plurals."""
    keys = ("m", "s"), ("f", "s"), ("m", "p"), ("f", "p")
    return agreeing(part, dict(zip(keys, text.split(), strict=True)))


THE = _four("article", "el la los las")
A = _four("article", "un una unos unas")
ALL = _four("determiner", "todo toda todos todas")
DETERMINERS = {  # English: the Spanish words, the English plural
    "this": (_four("determiner", "este esta estos estas"), "these"),
    "that": (_four("determiner", "ese esa esos esas"), "those"),
    "another": (_four("determiner", "otro otra otros otras"), "other"),
    "many": (_four("determiner", "mucho mucha muchos muchas"), "many"),
    "few": (_four("determiner", "poco poca pocos pocas"), "few"),
    "my": (_four("determiner", "mi mi mis mis"), "my"),
    "your": (_four("determiner", "tu tu tus tus"), "your"),
    "our": (_four("determiner", "nuestro nuestra nuestros nuestras"), "our"),
}
HIS = _four("determiner", "su su sus sus")
OWNERS = {
    "I": "my",
    "you": "your",
    "he": "his",
    "she": "her",
    "it": "its",
    "we": "our",
    "they": "their",
}
CLITICS = _four("pronoun", "lo la los las")
BEFORE = {  # adjectives that stand before their noun
    "good": _four("adjective", "buen buena buenos buenas"),
    "bad": _four("adjective", "mal mala malos malas"),
    "great": _four("adjective", "gran gran grandes grandes"),
}
BEFORE_WHAT = {
    "person": ("good", "bad", "great"),
    "text": ("good", "bad", "great"),
    "show": ("good", "bad", "great"),
    "idea": ("good", "bad"),
    "staple": ("good",),
    "drink": ("good",),
}
NUMBERS = [
    (word(spanish, "number"), english)
    for spanish, english in zip(
        "dos tres cuatro cinco seis siete ocho nueve diez".split(),
        "two three four five six seven eight nine ten".split(),
        strict=True,
    )
]
NO = word("no", "adverb")
TO, OF, IN, THROUGH = (word(w, "preposition") for w in "a de en por".split())
AND = word("y", "conjunction")
STRESSED = {"agua", "águila"}  # feminine, and el agua


class Thing(NamedTuple):
    """What a phrase speaks of: enough to agree with it, and to refer back to it.

    `person` is the Spanish verb's (0 yo … 4 ellos), `pronoun` the English one.
    `english` is None when the subject is not said, and the verb alone carries it.
    """

    kind: str
    gender: str
    number: str
    person: int
    pronoun: str
    english: list | None = None
    noun: str = ""


class Sentence:
    """The Spanish words said so far, and the chance that chooses the next.

    `together` are the pairs of words that were combined, `used` the nouns and names,
    and `antecedent` is what a pronoun stands for, where a construction knows it.
    """

    def __init__(self, chance):
        self.draw = chance
        self.words = []
        self.together = []
        self.used = set()
        self.antecedent = None
        self.held_out = False

    def say(self, spoken):
        """Say one word; its place."""
        self.words.append(spoken)
        return len(self.words) - 1

    def pick(self, options):
        """One of the options, all equally likely."""
        return options[int(self.draw() * len(options))]

    def new(self, options):
        """One of the options that was not used in this sentence, if there is one."""
        for _ in range(8):
            option = self.pick(options)
            if option not in self.used:
                break
        self.used.add(option)
        return option

    def chance(self, share):
        """True in this share of the cases."""
        return self.draw() < share


# --- Noun phrases ---


def article(s, noun, number, forms=THE, direct=True):
    """Say the article; its place. `direct`: the noun is the next word.

    La agua is el agua, and de el is del.
    """
    form = forms[noun.gender, number]
    if direct and number == "s" and noun.spanish["s"].text in STRESSED:
        form = Word(forms["m", "s"].text, form.tag)
    last = s.words[-1].text if s.words else ""
    if form.text == "el" and last in ("a", "de"):
        s.words[-1] = Word("al" if last == "a" else "del", form.tag)
        return len(s.words) - 1
    return s.say(form)


def described(s, noun, number, before=None, after=None):
    """The noun with an adjective before or after it; in English always before."""
    words = []
    name = noun.spanish["s"].text
    if before:
        words.append((before, s.say(BEFORE[before][noun.gender, number])))
        s.together.append((BEFORE[before]["m", "s"].text, name))
    i = s.say(noun.spanish[number])
    if after:
        words.append((after.english, s.say(after.forms[noun.gender, number])))
        s.together.append((after.forms["m", "s"].text, name))
    words.append((noun.english[number], i))
    return words


def adjective(s, noun):
    """An adjective for the noun, before or after it, or none."""
    roll = s.draw()
    if roll < 0.07 and noun.kind in BEFORE_WHAT:
        return s.pick(BEFORE_WHAT[noun.kind]), None
    if roll < 0.38 and noun.kind in QUALITIES:
        return None, s.pick(QUALITIES[noun.kind])
    return None, None


def the(s, noun, number, plain=False):
    """The definite noun phrase."""
    before, after = (None, None) if plain else adjective(s, noun)
    i = article(s, noun, number, direct=not before)
    return [("the", i), *described(s, noun, number, before, after)]


def an(s, noun):
    """The indefinite noun phrase, singular."""
    before, after = adjective(s, noun)
    i = article(s, noun, "s", A, direct=not before)
    words = described(s, noun, "s", before, after)
    return [("an" if words[0][0][0] in "aeiou" else "a", i), *words]


def determined(s, noun, number, determiner):
    """A noun phrase with this, that, another, many, few, my, your or our."""
    forms, plural = DETERMINERS[determiner]
    i = s.say(forms[noun.gender, number])
    english = determiner if number == "s" else plural
    return [(english, i), *described(s, noun, number, *adjective(s, noun))]


def own(s, noun, number, owner):
    """mi, tu, su, nuestro libro: whose, is known from the subject."""
    english = OWNERS[owner.pronoun]
    if owner.person in (0, 1, 3):
        return determined(s, noun, number, english)
    i = s.say(HIS[noun.gender, number])
    return [(english, i), *described(s, noun, number, *adjective(s, noun))]


def counted(s, noun):
    """Two to ten of them."""
    spanish, english = s.pick(NUMBERS)
    i = s.say(spanish)
    return [(english, i), *described(s, noun, "p", *adjective(s, noun))]


def all_the(s, noun):
    """All of them."""
    i = s.say(ALL[noun.gender, "p"])
    return [("all", i), *the(s, noun, "p", plain=True)]


def of_somebody(s, noun, number):
    """el libro de Ana → Ana's book."""
    article(s, noun, number)
    owned = described(s, noun, number, *adjective(s, noun))
    i = s.say(OF)
    owner = named(s) if s.chance(0.6) else the_person(s)
    return [*owner.english, ("'s", i), *owned]


# --- People, things and places ---


def named(s):
    """Somebody with a name."""
    name, gender = s.new(NAMES)
    i = s.say(word(name, "name", gender, "s"))
    return Thing(
        "person", gender, "s", 2, "he" if gender == "m" else "she", [(name, i)]
    )


def city(s):
    """A city."""
    spanish, english = s.new(CITIES)
    return english, s.say(word(spanish, "name", None, "s"))


def the_person(s):
    """el médico, mi hermana: one person, known to the speaker."""
    noun = s.new(NOUNS["person"])
    if noun in RELATIVES and s.chance(0.8):
        owner = s.pick(("my", "your", "our"))
        return thing(noun, "s", determined(s, noun, "s", owner))
    return thing(noun, "s", the(s, noun, "s"))


def thing(noun, number, english=None):
    """What a noun phrase speaks of."""
    name = noun.spanish["s"].text
    if number == "p":
        return Thing(noun.kind, noun.gender, "p", 4, "they", english, name)
    pronoun = {"m": "he", "f": "she"}[noun.gender] if noun.kind == "person" else "it"
    return Thing(noun.kind, noun.gender, "s", 2, pronoun, english, name)


def something(s, noun, owner):
    """A noun phrase of any make; the owner of mi, tu or su is the subject."""
    number = "p" if noun.kind not in ALWAYS_ONE and s.chance(0.4) else "s"
    roll = s.draw()
    if roll < 0.15 and noun not in NOBODYS and noun.kind != "spare":
        return thing(noun, number, own(s, noun, number, owner))
    if roll < 0.25 and noun not in NOBODYS and noun.kind not in MASS:
        return thing(noun, number, of_somebody(s, noun, number))
    if noun.kind in MASS:
        return thing(noun, "s", _mass(s, noun))
    return thing(noun, number, (_one if number == "s" else _several)(s, noun))


def _mass(s, noun):
    """Some of what is not counted: pan → bread, el agua fría → the cold water."""
    if noun.kind != "spare" and s.chance(0.4):
        return the(s, noun, "s")
    return described(s, noun, "s", *adjective(s, noun))


def _one(s, noun):
    roll = s.draw()
    if roll < 0.4:
        return an(s, noun)
    if roll < 0.75:
        return the(s, noun, "s")
    return determined(s, noun, "s", s.pick(_determiners(noun, "another")))


def _several(s, noun):
    roll = s.draw()
    if roll < 0.4:
        return the(s, noun, "p")
    if roll < 0.6:
        return counted(s, noun)
    if roll < 0.7:
        return all_the(s, noun)
    return determined(
        s, noun, "p", s.pick(_determiners(noun, "many", "few", "another"))
    )


def _determiners(noun, *more):
    """Those that the noun can have: a wild animal is not mine."""
    return ("this", "that", *more, *(() if noun in NOBODYS else ("my", "your", "our")))
