"""Questions: do-support, inversion, and words that ask."""

from helpers.phrasebook.clauses import (
    PAST,
    PRESENT,
    YEAR,
    Manner,
    finite,
    predicate,
)
from helpers.phrasebook.grammar import named, something, the, the_person, word
from helpers.phrasebook.lexicon import (
    ALWAYS_ONE,
    BE_IN_NEED,
    NOUNS,
    OBJECTS,
    SAID_BY_ALL,
    VERBS,
    nouns,
)
from helpers.phrasebook.sentences import (
    ELLOS,
    NOT_SAID,
    TU,
    YO,
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
    verb, objects = s.pick(OBJECTS["person"])
    noun = s.new([n for n in objects if n.kind != "person"] or NOUNS["person"])
    if noun.kind == "person":
        verb, noun = VERBS["leer"], s.new(NOUNS["text"])
    who, said = inverted(s, verb, any_tense(s))
    s.together.append((verb.infinitive.text, noun.spanish["s"].text))
    what = something(s, noun, who).english
    return [*said.first, *who.english, *said.rest, *what]


def inverted(s, verb, tense):
    """The verb, and then its subject, one person."""
    who = NOT_SAID[YO][0]._replace(person=2, pronoun="he")
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
    who = NOT_SAID[YO][0]._replace(person=2, pronoun="he", english=[("who", i)])
    said = predicate(s, who, Manner(any_tense(s)), active=True)
    return [*who.english, *said.words]


def where_is(s):
    """¿ dónde está el gato ? → where is the cat ?"""
    i = s.say(DONDE)
    tense = s.pick((PRESENT, PAST))
    noun = s.new(
        NOUNS[s.pick(("animal", "thing", "clothes", "text", "place", "person"))]
    )
    number = "s" if noun.kind in ALWAYS_ONE or s.chance(0.7) else "p"
    who = NOT_SAID[YO][0]._replace(person=2, pronoun="he")
    if number == "p":
        who = NOT_SAID[ELLOS][0]
    said = finite(s, who, VERBS["estar"], Manner(tense, question=True))
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
COUNTED = nouns("text food thing clothes animal")
COUNTABLE = [
    (verb, [noun for noun in objects if noun in COUNTED])
    for verb, objects in OBJECTS["person"]
    if verb.infinitive.text in ("comprar", "vender", "tener", "leer")
]
COUNTABLE = [frame for frame in COUNTABLE if frame[1]]
QUESTIONS = [yes_or_no] * 6 + [does_somebody] * 3 + [when_where_why] * 3 + [what] * 2
QUESTIONS += [who_does] * 2 + [where_is] * 2 + [how_many] * 2 + [how_old, how_is]
