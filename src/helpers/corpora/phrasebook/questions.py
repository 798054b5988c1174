"""Questions: do-support, inversion, and words that ask."""

from helpers.corpora.phrasebook.clauses import (
    PAST,
    PRESENT,
    YEAR,
    Manner,
    finite,
    predicate,
)
from helpers.corpora.phrasebook.grammar import (
    Thing,
    named,
    something,
    the,
    the_person,
    thing,
    word,
)
from helpers.corpora.phrasebook.lexicon import (
    ALWAYS_ONE,
    BE_IN_NEED,
    NOUNS,
    OBJECTS,
    ONE_EACH,
    SAID_BY_ALL,
    VERBS,
    nouns,
)
from helpers.corpora.phrasebook.sentences import (
    ELLOS,
    NOT_SAID,
    TU,
    any_tense,
    name,
    time,
)

OPEN, CLOSED = word("¿", "punctuation"), word("?", "punctuation")


def asking(*words):
    """Words that ask, as Spanish says them."""
    return [word(text, "pronoun") for text in words]


def question(s):
    """A question of any make, between its two marks."""
    i = s.say(OPEN)
    english = s.pick(QUESTIONS)(s)
    return [*english, ("?", (i, s.say(CLOSED)))]


def yes_or_no(s):
    """¿ lees el libro ? → do you read the book ?"""
    tense = any_tense(s)
    who = s.pick(s.pick(NOT_SAID[TU:]))
    how = Manner(tense, question=True, negative=s.chance(0.1))
    said = predicate(s, who, how)
    late = time(s, tense) if said.unclear else []
    return [*said.first, *name(who, said), *said.rest, *late]


def does_somebody(s):
    """¿ lee Ana el libro ? → does Ana read the book ?"""
    verb, objects = s.pick(INANIMATE_OBJECTS)
    noun = s.new(objects)
    who, said = inverted(s, verb, any_tense(s))
    s.together.append((verb.infinitive.text, noun.spanish["s"].text))
    what = something(s, noun, who).english
    return [*said.first, *who.english, *said.rest, *what]


def inverted(s, verb, tense):
    """The verb, and then its subject, one person."""
    who = SOMEBODY
    said = finite(s, who, verb, Manner(tense, question=True))
    return named(s) if s.chance(0.5) else the_person(s), said


def when_where_why(s):
    """¿ cuándo comió tu hermano ? ¿ por qué lloras ?"""
    words, english, verbs = s.pick(ASKED)
    places = tuple(map(s.say, words))
    who, said = asked(s, VERBS[s.pick(verbs)], any_tense(s))
    places = places if len(places) > 1 else places[0]
    return [(english, places), *said.first, *name(who, said), *said.rest]


def what(s):
    """¿ qué lee Ana ? → what does Ana read ?"""
    i = s.say(QUE)
    verb = VERBS[s.pick("comer beber leer escribir comprar querer ver".split())]
    who, said = asked(s, verb, any_tense(s))
    return [("what", i), *said.first, *name(who, said), *said.rest]


def asked(s, verb, tense):
    """The verb with a subject: you and they are not said, others follow it."""
    if verb.infinitive.text in SAID_BY_ALL and s.chance(0.4):
        who = s.pick(s.pick((NOT_SAID[TU], NOT_SAID[ELLOS])))
        return who, finite(s, who, verb, Manner(tense, question=True))
    return inverted(s, verb, tense)


def who_does(s):
    """¿ quién vive aquí ? → who lives in the house ?"""
    i = s.say(QUIEN)
    who = SOMEBODY._replace(english=[("who", i)])
    said = predicate(s, who, Manner(any_tense(s)), active=True)
    return [*who.english, *said.words]


def where_is(s):
    """¿ dónde está el gato ? → where is the cat ?"""
    i = s.say(DONDE)
    noun = s.new(NOUNS[s.pick(SOUGHT)])
    one = noun.kind in ALWAYS_ONE or noun in ONE_EACH or s.chance(0.7)
    number = "s" if one else "p"
    how = Manner(s.pick((PRESENT, PAST)), question=True)
    said = finite(s, thing(noun, number), VERBS["estar"], how)
    return [("where", i), *said.first, *the(s, noun, number)]


def how_many(s):
    """¿ cuántos libros tiene Ana ? → how many books does Ana have ?"""
    verb, objects = s.pick(COUNTABLE)
    noun = s.new(objects)
    s.together.append((verb.infinitive.text, noun.spanish["s"].text))
    i = s.say(
        word({"m": "cuántos", "f": "cuántas"}[noun.gender], "pronoun", noun.gender, "p")
    )
    j = s.say(noun.spanish["p"])
    who, said = inverted(s, verb, any_tense(s))
    asked = [("how", i), ("many", i), (noun.english["p"], j)]
    return [*asked, *said.first, *who.english, *said.rest]


def how_old(s):
    """¿ cuántos años tiene Ana ? → how old is Ana ?"""
    i = s.say(word("cuántos", "pronoun", "m", "p"))
    j = s.say(YEAR.spanish["p"])
    who, said = inverted(s, BE_IN_NEED, PRESENT)
    return [("how", i), ("old", j), *said.first, *who.english]


def how_is(s):
    """¿ cómo está tu madre ? → how is your mother ?"""
    i = s.say(word("cómo", "pronoun"))
    who, said = inverted(s, VERBS["estar"], PRESENT)
    return [("how", i), *said.first, *who.english]


QUE, QUIEN, DONDE = asking("qué", "quién", "dónde")
ASKED = [
    (asking("dónde"), "where", "vivir trabajar dormir comer jugar bailar".split()),
    (asking("cuándo"), "when", "llegar comer dormir salir volver cantar".split()),
    (asking("por", "qué"), "why", "trabajar llorar correr cantar bailar".split()),
]
SOMEBODY = Thing("person", "m", "s", 2, "he")
SOUGHT = ("animal", "thing", "clothes", "text", "place", "person")
PEOPLE = nouns("person")
INANIMATE_OBJECTS = [
    (verb, [noun for noun in objects if noun not in PEOPLE])
    for verb, objects in OBJECTS["person"]
    if verb.infinitive.text not in ("conocer", "ayudar")
]
COUNTED = nouns("text food thing clothes animal")
COUNTABLE = [
    (verb, [noun for noun in objects if noun in COUNTED])
    for verb, objects in OBJECTS["person"]
    if verb.infinitive.text in ("comprar", "vender", "tener", "leer")
]
COUNTABLE = [frame for frame in COUNTABLE if frame[1]]
QUESTIONS = [yes_or_no] * 6 + [does_somebody] * 3 + [when_where_why] * 3 + [what] * 2
QUESTIONS += [who_does] * 2 + [where_is] * 2 + [how_many] * 2 + [how_old, how_is]
