"""Statements: subjects, times, clauses, and clauses joined to longer sentences."""

from helpers.corpora.phrasebook.clauses import (
    FUTURE,
    PAST,
    PRESENT,
    Manner,
    acting,
    being,
    clitic,
    doing,
    english_verb,
    finite,
    place,
    predicate,
)
from helpers.corpora.phrasebook.grammar import (
    AND,
    IN,
    NO,
    NUMBERS,
    OWNERS,
    THE,
    THROUGH,
    TO,
    Thing,
    all_the,
    an,
    article,
    city,
    counted,
    described,
    determined,
    named,
    the,
    the_person,
    thing,
    word,
)
from helpers.corpora.phrasebook.lexicon import (
    ADJECTIVES,
    ALWAYS_ONE,
    COMPARED,
    LOCATED,
    NOBODYS,
    NOUNS,
    ONE_EACH,
    QUALITIES,
    RELATIVES,
    VERBS,
    nouns,
)

STOP, COMMA = word(".", "punctuation"), word(",", "punctuation")
THAT, WHO = word("que", "conjunction"), word("que", "pronoun")
ALWAYS = (word("siempre", "adverb"), "always")
NEVER = (word("nunca", "adverb"), "never")
ALSO = (word("también", "adverb"), "also")
STILL = (word("todavía", "adverb"), "still")
ADVERBS = {
    PRESENT: [ALWAYS, NEVER, ALSO, STILL],
    PAST: [NEVER, ALSO],
    FUTURE: [NEVER, ALSO],
}
MOMENTS = {
    PRESENT: [("hoy", "today"), ("ahora", "now")],
    PAST: [("ayer", "yesterday"), ("anoche", "last night")],
    FUTURE: [("mañana", "tomorrow"), ("pronto", "soon")],
}
AGO = word("hace", "adverb")
IT_MAKES = word("hace", "verb", None, "s")
THERE = {PRESENT: word("hay", "verb"), PAST: word("había", "verb")}
WEATHERS = [(word("buen", "adjective", "m", "s"), "good")]
WEATHERS += [(word("mal", "adjective", "m", "s"), "bad")]
PARTS_OF_DAY = nouns("morning afternoon night")
PAIRED = nouns("hand leg foot")
PERIODS = NOUNS["weekday"] + nouns("week month year")
SPANS = NOUNS["period"][:5]
PRONOUNS = [  # the Spanish word, and whom it means
    (
        word(text, "pronoun", gender, number),
        Thing("person", gender or "m", number, person, english),
    )
    for text, english, person, gender, number in (
        ("yo", "I", 0, None, "s"),
        ("tú", "you", 1, None, "s"),
        ("él", "he", 2, "m", "s"),
        ("ella", "she", 2, "f", "s"),
        ("usted", "you", 2, None, "s"),
        ("nosotros", "we", 3, "m", "p"),
        ("nosotras", "we", 3, "f", "p"),
        ("ellos", "they", 4, "m", "p"),
        ("ellas", "they", 4, "f", "p"),
        ("ustedes", "you", 4, None, "p"),
    )
]
YO, TU, NOSOTROS, ELLOS = range(4)
NOT_SAID = [  # subjects that the verb alone carries, men and women alike
    [Thing("person", gender, number, person, english) for gender in "mf"]
    for english, person, number in (
        ("I", 0, "s"),
        ("you", 1, "s"),
        ("we", 3, "p"),
        ("they", 4, "p"),
    )
]
OFTEN_I = [NOT_SAID[YO], *NOT_SAID]
INANIMATE = """
staple food drink text clothes thing vehicle place way idea show opening opening bank
bench transport""".split()


# --- Time ---


def time(s, tense):
    """When: a moment, a part of the day, a weekday, last or next week."""
    roll = s.draw()
    if roll < 0.4:
        spanish, english = s.pick(MOMENTS[tense])
        i = s.say(word(spanish, "adverb"))
        return [(w, i) for w in english.split()]
    if roll < 0.55:
        return by_day(s)
    if tense == PRESENT:
        noun = s.pick(NOUNS["weekday"])
        i = s.say(THE["m", "p"])
        return [("on", i), (noun.english["p"], s.say(noun.spanish["p"]))]
    if tense == PAST and roll < 0.7:
        i = s.say(AGO)
        return [*span(s), ("ago", i)]
    return period(s, s.pick(PERIODS), "last" if tense == PAST else "next")


def by_day(s):
    """por la tarde → in the afternoon, por la noche → at night."""
    noun = s.pick(PARTS_OF_DAY)
    i = s.say(THROUGH)
    english = the(s, noun, "s", plain=True)
    at_night = noun.english["s"] == "night"
    return [("at", i), english[1]] if at_night else [("in", i), *english]


def period(s, noun, english):
    """la semana pasada → last week, el próximo lunes → next Monday."""
    form = ADJECTIVES[english].forms[noun.gender, "s"]
    s.say(THE[noun.gender, "s"])
    if english == "next":
        i = s.say(form)
        return [(english, i), (noun.english["s"], s.say(noun.spanish["s"]))]
    j = s.say(noun.spanish["s"])
    return [(english, s.say(form)), (noun.english["s"], j)]


def span(s):
    """dos días → two days."""
    spanish, english = s.pick(NUMBERS)
    noun = s.pick(SPANS)
    return [(english, s.say(spanish)), (noun.english["p"], s.say(noun.spanish["p"]))]


# --- Subjects ---


def subject(s, new=False):
    """Who or what a clause is about. `new`: the clause before had another subject,
    so that a third person must be said, and yo too, whose verb can look the same."""
    roll = s.draw()
    if roll < 0.16:
        return named(s)
    if roll < 0.2:
        return couple(s)
    if roll < 0.28:
        said, who = s.pick(PRONOUNS)
        return who._replace(english=[(who.pronoun, s.say(said))])
    if roll < 0.58:
        return s.pick(s.pick(NOT_SAID[TU:ELLOS] if new else OFTEN_I))
    if roll < 0.75:
        return creature(s, s.new(NOUNS["person"]))
    if roll < 0.88:
        return creature(s, s.new(NOUNS["animal"]))
    return inanimate(s)


def couple(s):
    """Ana y Pedro."""
    one = named(s)
    i = s.say(AND)
    other = named(s)
    gender = "f" if one.gender == other.gender == "f" else "m"
    english = [*one.english, ("and", i), *other.english]
    return Thing("person", gender, "p", 4, "they", english)


def creature(s, noun):
    """People or animals, perhaps with a relative clause."""
    number = "p" if noun not in ONE_EACH and s.chance(0.3) else "s"
    who = thing(noun, number, _introduced(s, noun, number))
    if s.chance(0.12):
        who = who._replace(english=who.english + relative(s, who))
    return who


def _introduced(s, noun, number):
    roll = s.draw()
    if noun in RELATIVES and roll < 0.6:
        return determined(s, noun, number, s.pick(("my", "your", "our")))
    if number == "p" and roll < 0.8:
        return (counted if roll < 0.7 else all_the)(s, noun)
    if roll < 0.7:
        choice = ("this", "that", *(() if noun in NOBODYS else ("my", "your", "our")))
        return determined(s, noun, number, s.pick(choice))
    if roll < 0.8:
        return an(s, noun)
    return the(s, noun, number)


def inanimate(s):
    """A thing or a place."""
    noun = s.new(NOUNS[s.pick(INANIMATE)])
    number = "s" if noun.kind in ALWAYS_ONE or s.chance(0.6) else "p"
    if s.chance(0.7) or noun in NOBODYS:
        return thing(noun, number, the(s, noun, number))
    choice = s.pick(("this", "that", "my", "your"))
    return thing(noun, number, determined(s, noun, number, choice))


def relative(s, who):
    """que vive en Madrid → who lives in Madrid."""
    i = s.say(WHO)
    how = Manner(s.pick((PRESENT, PAST)))
    said = s.pick((doing, acting, being))(s, who, how)
    return [("who" if who.kind == "person" else "that", i), *said.words]


# --- Clauses ---


def clause(s, tense, who=None, new=False, active=False, elided=False):
    """A statement: its English, and its subject or None where it has none.

    `who` is a subject that is known and not said again; `elided`: nor in English.
    """
    if not who and tense != FUTURE and s.chance(0.14):
        return s.pick(IMPERSONAL)(s, tense)
    early = time(s, tense) if not who and s.chance(0.1) else []
    who = who or subject(s, new)
    how = manner(s, tense)._replace(timed=bool(early))
    said = predicate(s, who, how, active)
    late = []
    if not early and not said.lasting and (said.unclear or s.chance(0.2)):
        late = time(s, tense)
    named = [] if elided else name(who, said)
    return [*early, *named, *said.words, *late], who


def name(who, said):
    """The subject's English: its own words, or the pronoun that the verb carries."""
    return [(who.pronoun, said.verb)] if who.english is None else who.english


def manner(s, tense):
    """Affirmative, negative, or with an adverb."""
    roll = s.draw()
    if roll < 0.2:
        return Manner(tense, negative=True)
    return Manner(tense, adverb=s.pick(ADVERBS[tense]) if roll < 0.3 else None)


def liking(s, tense):
    """me gusta el libro → I like the book; a Ana le gustan los gatos."""
    who, to_whom = experiencer(s)
    negative = [("not", s.say(NO))] if s.chance(0.25) else []
    k = s.say(to_whom)
    verb = VERBS[s.pick(("gustar", "gustar", "encantar"))]
    kind = s.pick(("animal", "staple", "drink", "text", "place", "show", "clothes"))
    what = s.new(NOUNS[kind])
    many = "s" if kind in ALWAYS_ONE or s.chance(0.4) else "p"
    i = s.say(verb.forms[tense][4 if many == "p" else 2])
    first, main = english_verb(verb, who, Manner(tense, bool(negative)))
    liked = the(s, what, many)
    if many == "p" or kind in ("staple", "drink"):
        liked = liked[1:]  # los gatos, el café: in general
    does = [*((w, i) for w in first), *negative, *((w, i) for w in main)]
    return [*(who.english or [(who.pronoun, k)]), *does, *liked], who


EXPERIENCERS = [
    (NOT_SAID[person], word(text, "pronoun"))
    for person, text in ((YO, "me"), (TU, "te"), (NOSOTROS, "nos"))
]
LE, LES = word("le", "pronoun"), word("les", "pronoun")


def experiencer(s):
    """Whom something pleases or hurts, and the clitic that says it."""
    if s.chance(0.5):
        people, to_whom = s.pick(EXPERIENCERS)
        return s.pick(people), to_whom
    s.say(TO)
    who = named(s) if s.chance(0.5) else creature(s, s.new(NOUNS["person"]))
    return who, LE if who.number == "s" else LES


def hurting(s, tense):
    """me duele la cabeza → my head hurts; a Ana le duele la mano → Ana's hand hurts."""
    if s.chance(0.5):
        people, to_whom = s.pick(EXPERIENCERS)
        who = s.pick(people)
    else:
        s.say(TO)
        who = named(s) if s.chance(0.6) else the_person(s)
        to_whom = LE
    negative = [("not", s.say(NO))] if s.chance(0.15) else []
    k = s.say(to_whom)
    whose = [*who.english, ("'s", k)] if who.english else [(OWNERS[who.pronoun], k)]
    noun = s.pick(PAIRED if who.number == "p" else NOUNS["body"])
    many = who.number == "p" or (noun in PAIRED and s.chance(0.5))
    number = "p" if many else "s"
    i = s.say(VERBS["doler"].forms[tense][4 if many else 2])
    article(s, noun, number)
    part = described(s, noun, number)
    how = Manner(tense, bool(negative))
    first, main = english_verb(VERBS["doler"], thing(noun, number), how)
    does = [*((w, i) for w in first), *negative, *((w, i) for w in main)]
    return [*whose, *part, *does], None


def weather(s, tense):
    """hace buen tiempo → the weather is good; hacía frío → it was cold."""
    i = s.say(IT_MAKES if tense == PRESENT else word("hacía", "verb", None, "s"))
    is_ = ("is" if tense == PRESENT else "was", i)
    tiempo, *others = NOUNS["weather"]
    if s.chance(0.4):
        spanish, english = s.pick(WEATHERS)
        j = s.say(spanish)
        k = s.say(tiempo.spanish["s"])
        said = [("the", k), ("weather", k), is_, (english, j)]
    else:
        noun = s.pick(others)
        said = [("it", i), is_, (noun.english["s"], s.say(noun.spanish["s"]))]
    where = [("in", s.say(IN)), city(s)] if s.chance(0.4) else []
    return [*said, *where, *(time(s, tense) if s.chance(0.3) else [])], None


def there_is(s, tense):
    """hay tres gatos en el jardín → there are three cats in the garden."""
    negative = s.say(NO) if s.chance(0.2) else None
    i = s.say(THERE[tense])
    kind = s.pick(("animal", "person", "thing", "food", "text"))
    noun = s.new([n for n in NOUNS[kind] if n not in RELATIVES])
    one = negative is None and s.chance(0.5)
    if negative is not None:
        what = [("no", negative), *described(s, noun, "p")]
    else:
        what = an(s, noun) if one else counted(s, noun)
    be = (("is", "was") if one else ("are", "were"))[tense]
    return [("there", i), (be, i), *what, *place(s, LOCATED[kind])], None


IMPERSONAL = [liking, liking, liking, liking, hurting, hurting, weather, there_is]


# --- Sentences ---


def stop(s, english):
    """The sentence with its full stop."""
    return [*english, (".", s.say(STOP))]


def again(who):
    """The same subject, not said a second time."""
    return who._replace(english=None)


def any_tense(s):
    """Present, past or future."""
    return s.pick((PRESENT, PRESENT, PRESENT, PAST, PAST, PAST, FUTURE, FUTURE))


def statement(s):
    """One clause."""
    return stop(s, clause(s, any_tense(s))[0])


ALONE = [
    ("y", "and"),
    ("y", "and"),
    ("pero", "but"),
    ("porque", "because"),
    ("aunque", "although"),
]
TOGETHER = [("mientras", "while"), ("cuando", "when")]


def joined(s, english, who, tense):
    """One more clause after the first: y, pero, porque, aunque, mientras, cuando."""
    spanish, joint = s.new(ALONE if tense == FUTURE else ALONE + TOGETHER)
    i = s.say(word(spanish, "conjunction"))
    active = (spanish, joint) in TOGETHER
    if who and s.chance(0.5):
        elided = joint == "and"
        more, who = clause(s, tense, again(who), active=active, elided=elided)
    else:
        more, who = clause(s, tense, new=True, active=active)
    return [*english, (joint, i), *more], who


def compound(s, more=1):
    """Two clauses, or as many more as are wanted."""
    tense = any_tense(s)
    english, who = clause(s, tense)
    for _ in range(more):
        english, who = joined(s, english, who, tense)
    return stop(s, english)


def three_clauses(s):
    """Three clauses."""
    return compound(s, 2)


def four_clauses(s):
    """Four clauses."""
    return compound(s, 3)


FRONTED = [("cuando", "when"), ("si", "if"), ("aunque", "although")]


def fronted(s):
    """cuando Ana llega , Pedro duerme ."""
    spanish, joint = s.pick(FRONTED)
    i = s.say(word(spanish, "conjunction"))
    tense = PRESENT if joint == "if" else s.pick((PRESENT, PAST))
    first, who = clause(s, tense, active=joint == "when")
    j = s.say(COMMA)
    then = FUTURE if joint == "if" and s.chance(0.5) else tense
    same = again(who) if who and s.chance(0.4) else None
    second, who = clause(s, then, same, new=True)
    english = [(joint, i), *first, (",", j), *second]
    if s.chance(0.3):
        english, _ = joined(s, english, who, then)
    return stop(s, english)


def reported(s):
    """Ana dice que…, cree que…, sabe que…"""
    who = named(s) if s.chance(0.5) else creature(s, s.new(NOUNS["person"]))
    verb = s.pick(("decir", "creer", "saber"))
    how = Manner(PRESENT, negative=verb == "saber" and s.chance(0.4))
    said = finite(s, who, VERBS[verb], how)
    i = s.say(THAT)
    tense = any_tense(s)
    same = again(who) if s.chance(0.4) else None
    what, who_then = clause(s, tense, same, new=True)
    english = [*who.english, *said.words, ("that", i), *what]
    if s.chance(0.3):
        english, _ = joined(s, english, who_then, tense)
    return stop(s, english)


SEQUELS = [
    ("comprar", "leer", nouns("book newspaper magazine novel")),
    ("encontrar", "leer", NOUNS["text"]),
    ("escribir", "vender", nouns("novel poem story")),
    ("buscar", "encontrar", NOUNS["thing"] + NOUNS["clothes"]),
    ("encontrar", "vender", NOUNS["thing"]),
    ("comprar", "perder", NOUNS["clothes"] + nouns("key watch telephone bag")),
    ("comprar", "comer", NOUNS["food"]),
]


def referred(s):
    """Ana compró un libro y lo leyó → Ana bought a book and read it."""
    first, second, things = s.pick(SEQUELS)
    tense = any_tense(s)
    who = named(s) if s.chance(0.5) else creature(s, s.new(NOUNS["person"]))
    bought = finite(s, who, VERBS[first], Manner(tense))
    noun = s.new(things)
    lemma = noun.spanish["s"].text
    s.together += [(first, lemma), (second, lemma)]
    one = s.chance(0.7)
    what = an(s, noun) if one else counted(s, noun)
    i = s.say(AND)
    it = clitic(noun, "s" if one else "p")
    read = finite(s, who, VERBS[second], Manner(tense), it)
    return stop(s, [*who.english, *bought.words, *what, ("and", i), *read.words])


def comparing(s):
    """Ana es tan alta como Pedro → as tall as; más alta que → taller than."""
    one = somebody_known(s)
    how = Manner(s.pick((PRESENT, PAST)), negative=s.chance(0.2))
    said = finite(s, one, VERBS["ser"], how)
    quality = s.pick(QUALITIES["person"])
    form = quality.forms[one.gender, one.number]
    english = quality.english
    if s.chance(0.5):
        i, j = s.say(word("tan", "adverb")), s.say(form)
        k = s.say(word("como", "conjunction"))
        compared = [("as", i), (english, j), ("as", k)]
    else:
        i, j = s.say(word("más", "adverb")), s.say(form)
        k = s.say(THAT)
        shorter = COMPARED.get(english)
        compared = [(shorter, (i, j))] if shorter else [("more", i), (english, j)]
        compared.append(("than", k))
    other = somebody_known(s)
    return stop(s, [*one.english, *said.words, *compared, *other.english])


def somebody_known(s):
    """One person, by name or not."""
    return named(s) if s.chance(0.5) else the_person(s)
