"""Predicates: what somebody does, is, has, wants or gives, and where."""

from typing import NamedTuple

from helpers.corpora.phrasebook.grammar import (
    CLITICS,
    IN,
    NO,
    NUMBERS,
    OF,
    THROUGH,
    TO,
    Thing,
    an,
    city,
    named,
    something,
    the,
    the_person,
    word,
)
from helpers.corpora.phrasebook.lexicon import (
    ABLE,
    ABSOLUTE,
    ALONG,
    AT,
    BE_IN_NEED,
    GOING_TO,
    HAVE_TO,
    HOPE_TO,
    KNOW_HOW,
    LOCATED,
    MASS,
    NOUNS,
    OBJECTS,
    ON,
    PLACES,
    QUALITIES,
    SAID_BY_ALL,
    STATES,
    VERBS,
    WANT_TO,
    nouns,
)

PRESENT, PAST, FUTURE = range(3)
BE = {
    "I": ("am", "was"),
    "he": ("is", "was"),
    "she": ("is", "was"),
    "it": ("is", "was"),
}
ARE = ("are", "were")
WITH_CLITIC = set("comer leer escribir comprar vender lavar romper".split())
FOR_A_CHILD = {"niño", "niña", ""}
DEGREES = [(word("muy", "adverb"), "very"), (word("demasiado", "adverb"), "too")]
ME = [
    (word(me, "pronoun"), english)
    for me, english in (("me", "me"), ("te", "you"), ("nos", "us"))
]
MEET = VERBS["conocer"]  # its future would be "will meet"
LE = (word("le", "pronoun"), None)
ONESELF = (word("se", "pronoun"), None)
SEATS = nouns("chair bench beach park garden")
FOR = word("para", "preposition")
FOR_OTHERS = set("comprar escribir preparar abrir".split())
WHITHER = [
    (VERBS["ir"], TO, "to"),
    (VERBS["llegar"], TO, "at"),
    (VERBS["volver"], TO, "to"),
    (VERBS["salir"], OF, None),
    (VERBS["entrar"], IN, None),
]
GOALS = NOUNS["place"] + NOUNS["bank"]


class Manner(NamedTuple):
    """How a clause is said: its tense, and what stands before the verb.

    `timed` means that the clause has begun with a time, as in ayer Ana cantó.
    """

    tense: int
    negative: bool = False
    question: bool = False
    adverb: tuple | None = None
    timed: bool = False


class Predicate(NamedTuple):
    """The English of a verb and all that follows: what a question puts first, the rest.

    `verb` is the place of the Spanish verb, which carries a subject that is not said.
    `unclear`: only a time tells its tense (dormimos). `lasting`: it suffers no time.
    """

    verb: int
    first: list
    rest: list
    unclear: bool = False
    lasting: bool = False

    def plus(self, english):
        """The predicate with more English at its end."""
        return self._replace(rest=self.rest + english)

    @property
    def words(self):
        """The English in the order of a statement."""
        return self.first + self.rest


# --- Verbs ---


def english_verb(verb, who, how):
    """The English words of a finite verb: what a question puts first, and the rest."""
    third = who.pronoun in ("he", "she", "it")
    if how.tense == FUTURE:
        return ["will"], verb.base
    if verb.base[0] == "be":
        return [BE.get(who.pronoun, ARE)[how.tense]], verb.base[1:]
    if verb.base[0] == "can":
        return [("can", "could")[how.tense]], []
    if how.question or how.negative:
        return ["did" if how.tense else "does" if third else "do"], verb.base
    return [], verb.past if how.tense else verb.third if third else verb.base


def finite(s, who, verb, how, clitic=None):
    """Say the verb, with no or an adverb and a clitic before it."""
    middle, after = [], []
    if how.negative:
        middle = [("not", s.say(NO))]
    elif how.adverb:
        middle = [(how.adverb[1], s.say(how.adverb[0]))]
    if clitic:
        i = s.say(clitic[0])
        after = [(clitic[1], i)] if clitic[1] else []
    form = verb.forms[how.tense][who.person]
    i = s.say(form)
    first, main = english_verb(verb, who, how)
    rest = [*middle, *((w, i) for w in main), *after]
    unclear = how.tense == PAST and form == verb.forms[PRESENT][who.person]
    return Predicate(i, [(w, i) for w in first], rest, unclear)


def for_person(who, frames):
    """The frames whose verb has a form for this person in the phrasebook."""
    if who.person in (2, 4):
        return frames
    return [f for f in frames if f[0].infinitive.text in SAID_BY_ALL]


COMMON = for_person(Thing("person", "m", "s", 0, "I"), OBJECTS["person"])


# --- Places ---


def place(s, options):
    """Where: en la cocina → in the kitchen, en la escuela → at the school."""
    noun = s.new(options)
    i = s.say(IN)
    return [
        ("at" if noun in AT else "on" if noun in ON else "in", i),
        *the(s, noun, "s"),
    ]


# --- Predicates: what can be said of a subject, in a manner ---


def doing(s, who, how):
    """A verb and its object: lee un libro; or a clitic before it: lo lee."""
    frames = OBJECTS[who.kind] if who.person in (2, 4) else COMMON
    verb, objects = s.pick(frames)
    if verb is MEET and how.tense == FUTURE:
        return acting(s, who, how)
    noun = s.new(objects)
    if verb.infinitive.text in WITH_CLITIC and s.chance(0.12):
        number = "p" if noun.kind not in MASS and s.chance(0.4) else "s"
        return finite(s, who, verb, how, clitic(noun, number))
    said = finite(s, who, verb, how).plus(object_of(s, verb, noun, who))
    if verb.infinitive.text in FOR_OTHERS and s.chance(0.25):
        i = s.say(FOR)
        said = said.plus([("for", i), *somebody(s).english])
    return said


def clitic(noun, number):
    """lo, la, los, las for the noun: it, them."""
    return CLITICS[noun.gender, number], "it" if number == "s" else "them"


def object_of(s, verb, noun, owner):
    """The object of a verb; people take a: veo a Ana."""
    s.together.append((verb.infinitive.text, noun.spanish["s"].text))
    if noun.kind != "person":
        return something(s, noun, owner).english
    s.say(TO)
    return somebody(s).english


def somebody(s):
    """One person, by name or not."""
    return named(s) if s.chance(0.4) else the_person(s)


def acting(s, who, how):
    """What needs no object: duerme en el jardín."""
    verb, where = s.pick(for_person(who, PLACES[who.kind]))
    said = finite(s, who, verb, how)
    name = verb.infinitive.text
    if name in ("caminar", "correr") and s.chance(0.5):
        noun = s.new(where)
        english = "along" if noun in ALONG else "through"
        return said.plus([(english, s.say(THROUGH)), *the(s, noun, "s")])
    if name == "vivir" and who.kind == "person" and s.chance(0.4):
        return said.plus([("in", s.say(IN)), city(s)])
    if name == "vivir" or s.chance(0.6):
        return said.plus(place(s, where))
    return said


def going(s, who, how):
    """Where to, where from: va al mercado, sale de la casa, entra en el museo."""
    verb, preposition, english = s.pick(for_person(who, WHITHER))
    said = finite(s, who, verb, how)
    i = s.say(preposition)
    if english and s.chance(0.25):
        return said.plus([("in" if english == "at" else english, i), city(s)])
    goal = the(s, s.new(GOALS), "s")
    said = said.plus([(english, i), *goal] if english else goal)
    if verb is not VERBS["salir"] and s.chance(0.3):
        i = s.say(FOR)
        said = said.plus([("to", i), *infinitive(s, who, ANYTHING)])
    return said


def sitting(s, who, how):
    """se sienta en la silla → sits on the chair: a pronoun that English leaves out."""
    said = finite(s, who, VERBS["sentar"], how, ONESELF)
    return said.plus(place(s, SEATS)) if s.chance(0.8) else said


def being(s, who, how):
    """How or what somebody is, with estar or with ser: está cansada, es alta."""
    state = who.kind in STATES and (how.timed or s.chance(0.5))
    chosen = s.pick((STATES if state else QUALITIES)[who.kind])
    said = finite(s, who, VERBS["estar" if state else "ser"], how)
    degree = []
    if chosen.english not in ABSOLUTE and s.chance(0.3):
        spanish, english = s.pick(DEGREES)
        degree = [(english, s.say(spanish))]
    i = s.say(chosen.forms[who.gender, who.number])
    if who.noun:
        s.together.append((chosen.forms["m", "s"].text, who.noun))
    said = said.plus([*degree, (chosen.english, i)])
    return said._replace(lasting=not state)


def located(s, who, how):
    """Where somebody or something is: está en la mesa → is on the table."""
    return finite(s, who, VERBS["estar"], how).plus(place(s, LOCATED[who.kind]))


def needing(s, who, how):
    """tiene hambre → is hungry; tiene siete años → is seven years old."""
    said = finite(s, who, BE_IN_NEED, how)
    if who.noun in FOR_A_CHILD and who.number == "s" and s.chance(0.3):
        spanish, english = s.pick(NUMBERS)
        i, j = s.say(spanish), s.say(YEAR.spanish["p"])
        said = said.plus([(english, i), ("years", j), ("old", j)])
        return said._replace(lasting=True)
    noun = s.pick(NOUNS["need"])
    return said.plus([(noun.english["s"], s.say(noun.spanish["s"]))])


YEAR = NOUNS["period"][4]


def wishing(s, who, how):
    """A verb with an infinitive: quiere leer el libro → wants to read the book."""
    if how.tense == FUTURE:
        return doing(s, who, how)
    wishes = for_person(who, WISHES[:-1] if how.tense == PAST else WISHES)
    verb, joint, doable = s.pick(wishes)
    if verb is ABLE and how.negative and not how.question:
        said = cannot(s, who, how)
    else:
        said = finite(s, who, verb, how)
    if joint:
        s.say(joint)
    return said.plus(infinitive(s, who, doable))


def cannot(s, who, how):
    """no puede → cannot, one English word for two."""
    i = s.say(NO)
    j = s.say(ABLE.forms[how.tense][who.person])
    english = (
        [("cannot", (i, j))] if how.tense == PRESENT else [("could", j), ("not", i)]
    )
    return Predicate(j, english[:1], english[1:])


def infinitive(s, who, verbs):
    """An infinitive with its object or place."""
    verb, objects = s.pick(verbs)
    i = s.say(verb.infinitive)
    english = [(w, i) for w in verb.base]
    if verb.infinitive.text not in ACTS:
        return english + object_of(s, verb, s.new(objects), who)
    return english + (place(s, objects) if s.chance(0.6) else [])


def _doable(text):
    """The frames of the verbs in the text."""
    names = text.split()
    frames = OBJECTS["person"] + PLACES["person"]
    return [f for f in frames if f[0].infinitive.text in names]


ANYTHING = _doable("""
comer beber leer escribir comprar vender ver buscar encontrar ayudar visitar abrir
cerrar lavar escuchar preparar conocer cruzar dormir trabajar cantar bailar
jugar caminar correr""")
ACTS = {verb.infinitive.text for verb, _ in PLACES["person"]}
SKILLS = _doable("cantar bailar jugar escribir preparar leer vender")
WISHES = [  # the verb, the word that joins it to its infinitive, and what may follow
    (ABLE, None, ANYTHING),
    (WANT_TO, None, ANYTHING),
    (HOPE_TO, None, ANYTHING),
    (KNOW_HOW, None, SKILLS),
    (HAVE_TO, word("que", "conjunction"), ANYTHING),
    (GOING_TO, TO, ANYTHING),
]


def giving(s, who, how):
    """me da un libro → gives me a book; le da un libro a Ana → gives a book to Ana."""
    noun = s.new(NOUNS["thing"] + NOUNS["text"])
    s.together.append(("dar", noun.spanish["s"].text))
    receiver = s.pick([*ME, LE, LE])
    said = finite(s, who, VERBS["dar"], how, receiver)
    gift = an(s, noun) if s.chance(0.5) else the(s, noun, "s")
    if receiver is not LE:
        return said.plus(gift)
    i = s.say(TO)
    return said.plus([*gift, ("to", i), *somebody(s).english])


ACTIVE = {
    "person": [doing] * 6 + [acting] * 3 + [going] * 2 + [wishing] * 2,
    "animal": [doing] * 2 + [acting] * 2,
}
STATIVE = {
    "person": [being, being, needing, located],
    "animal": [being, needing, located],
}


def predicate(s, who, how, active=False):
    """Something that can be said of the subject; `active`: something that it does."""
    if who.kind in ACTIVE:
        if who.kind == "person" and who.person in (2, 4) and s.chance(0.12):
            return s.pick((giving, giving, sitting))(s, who, how)
        options = ACTIVE if active or s.chance(0.75) else STATIVE
        return s.pick(options[who.kind])(s, who, how)
    return (located if who.kind in LOCATED and s.chance(0.4) else being)(s, who, how)
