"""Whole sentences: statements, questions, and clauses joined to longer ones."""

from typing import NamedTuple

from helpers.phrasebook.clauses import (
    acting,
    being,
    doing,
    english_verb,
    finite,
    predicate,
)
from helpers.phrasebook.grammar import (
    CLITICS,
    IN,
    NUMBERS,
    OWNERS,
    SUBJECT_PRONOUNS,
    THAT,
    THE,
    TO,
    WHO,
    Manner,
    Thing,
    Y,
    all_the,
    an,
    article,
    counted,
    described,
    determined,
    named,
    the,
    thing,
    word,
)
from helpers.phrasebook.inflection import TENSES
from helpers.phrasebook.lexicon import ADJECTIVES, NOUNS, VERBS

PRESENT, PAST, FUTURE = range(3)
STOP = word(".", "punctuation")
COMMA = word(",", "punctuation")
ASK, ASKED = word("¿", "punctuation"), word("?", "punctuation")
ADVERBS = [
    (word("siempre", "adverb"), "always"),
    (word("nunca", "adverb"), "never"),
    (word("también", "adverb"), "also"),
]
STILL = (word("todavía", "adverb"), "still")
MOMENTS = {
    PRESENT: [("hoy", "today"), ("ahora", "now")],
    PAST: [("ayer", "yesterday"), ("anoche", "last night")],
    FUTURE: [("mañana", "tomorrow"), ("pronto", "soon")],
}
PRONOUNS = [
    (word(spanish, "pronoun", *(gender or [None]), number),
     Thing("person", (gender or ["m"])[0], number, int(person), english))
    for spanish, english, person, number, *gender in (
        entry.split() for entry in SUBJECT_PRONOUNS.replace("\n", ",").split(",")
        if entry
    )
]
DROPPED = [t for w, t in PRONOUNS if w.text in ("yo", "tú", "nosotros", "ellos")]
THING_KINDS = "staple food drink text clothes thing vehicle place way idea show".split()
HELD_OUT = set("monkey goat fox hen road path suitcase mirror lamp cake".split())


# --- Time ---


def time(s, tense):
    """When: a moment, a part of the day, a weekday, last or next week."""
    roll = s.random()
    if roll < 0.4:
        spanish, english = s.pick(MOMENTS[tense])
        i = s.say(word(spanish, "adverb"))
        return [(w, i) for w in english.split()]
    if roll < 0.55:
        i = s.say(word("por", "preposition"))
        noun = s.pick(NOUNS["time"][6:8])
        return [("in", i), *the(s, noun, "s", plain=True)]
    if tense == PRESENT:
        noun = s.pick(NOUNS["weekday"])
        i = s.say(THE["m", "p"])
        return [("on", i), (noun.english["p"], s.say(noun.spanish["p"]))]
    if tense == PAST and roll < 0.7:
        return ago(s)
    noun = s.pick(NOUNS["weekday"] + NOUNS["time"][3:6])
    english = "last" if tense == PAST else "next"
    return period(s, noun, english)


def period(s, noun, english):
    """la semana pasada → last week, el próximo lunes → next Monday."""
    form = ADJECTIVES[english].forms[noun.gender, "s"]
    s.say(THE[noun.gender, "s"])
    if english == "next":
        i = s.say(form)
        return [(english, i), (noun.english["s"], s.say(noun.spanish["s"]))]
    j = s.say(noun.spanish["s"])
    return [(english, s.say(form)), (noun.english["s"], j)]


def ago(s):
    """hace dos días → two days ago."""
    i = s.say(word("hace", "adverb"))
    return [*counted_time(s), ("ago", i)]


def counted_time(s):
    """dos días → two days."""
    english = s.pick(list(NUMBERS))
    i = s.say(word(NUMBERS[english], "number"))
    noun = s.pick(NOUNS["time"][1:6])
    return [(english, i), (noun.english["p"], s.say(noun.spanish["p"]))]


# --- Subjects ---


def subject(s, new=False):
    """Who or what a clause is about. `new`: another subject was there before."""
    roll = s.random()
    if roll < 0.2:
        return named(s)
    if roll < 0.27:
        return couple(s)
    if roll < 0.37:
        return pronoun(s)
    if roll < 0.55:
        who = s.pick(DROPPED[1:3] if new else DROPPED)
        return who
    if roll < 0.75:
        return creature(s, s.pick(NOUNS["person"]))
    if roll < 0.88:
        return creature(s, s.pick(NOUNS["animal"]))
    return inanimate(s)


def pronoun(s):
    """A pronoun that is said: él, usted."""
    said, who = s.pick(PRONOUNS)
    return who._replace(english=[(who.pronoun, s.say(said))])


def couple(s):
    """Ana y Pedro."""
    one = named(s)
    i = s.say(Y)
    other = named(s)
    gender = "f" if one.gender == other.gender == "f" else "m"
    english = [*one.english, ("and", i), *other.english]
    return Thing("person", gender, "p", 4, "they", english)


def creature(s, noun):
    """A person or an animal, perhaps with a relative clause."""
    number = "p" if s.chance(0.3) else "s"
    roll = s.random()
    if number == "p" and roll < 0.35:
        english = counted(s, noun) if roll < 0.2 else all_the(s, noun)
    elif roll < 0.5:
        english = the(s, noun, number)
    elif roll < 0.65 and number == "s":
        english = an(s, noun)
    else:
        choice = s.pick(("this", "that", "my", "your", "our"))
        english = determined(s, noun, number, choice)
    who = thing(noun, number, english)
    if s.chance(0.12):
        who = who._replace(english=english + relative(s, who))
    return who


def inanimate(s):
    """A thing or a place."""
    noun = s.pick(NOUNS[s.pick(THING_KINDS)])
    number = "p" if s.chance(0.3) and noun.kind not in ("staple", "drink") else "s"
    if s.chance(0.7):
        english = the(s, noun, number)
    else:
        english = determined(s, noun, number, s.pick(("this", "that", "my", "your")))
    return thing(noun, number, english)


def relative(s, who):
    """que vive en Madrid → who lives in Madrid."""
    i = s.say(WHO)
    how = Manner(s.pick((PRESENT, PAST)))
    said = s.pick((doing, acting, being))(s, who, how)
    english = "who" if who.kind == "person" else "that"
    return [(english, i), *said.first, *said.rest]


# --- Clauses ---


def clause(s, tense, who=None, new=False, elided=False):
    """A statement: its English and its subject."""
    early = time(s, tense) if s.chance(0.1) and not who else []
    who = who or subject(s, new)
    how = manner(s, tense, who)
    said = predicate(s, who, how)
    unclear = tense == PAST and who.person == 3 and not early  # compramos: two tenses
    late = time(s, tense) if unclear or (not early and s.chance(0.25)) else []
    name = who.english if who.english is not None else [(who.pronoun, said.verb)]
    name = [] if elided else name
    return [*early, *name, *said.first, *said.rest, *late], who


def manner(s, tense, who):
    """Affirmative, negative, or with an adverb."""
    roll = s.random()
    if roll < 0.2:
        return Manner(tense, negative=True)
    if roll < 0.32:
        adverbs = [*ADVERBS, STILL] if tense == PRESENT else ADVERBS
        return Manner(tense, adverb=s.pick(adverbs))
    return Manner(tense)


def a_tense(s):
    """Present, past or future."""
    return s.pick((PRESENT, PRESENT, PAST, PAST, FUTURE))


def statement(s):
    """One clause."""
    english, _ = clause(s, a_tense(s))
    return stop(s, english)


def stop(s, english):
    """The sentence with its full stop."""
    return [*english, (".", s.say(STOP))]


def again(who):
    """The same subject, not said a second time."""
    return who._replace(english=None)


def joined(s, english, who, tense):
    """One more clause after the first: y, pero, porque, cuando, aunque."""
    spanish, joint = s.pick(JOINTS)
    i = s.say(word(spanish, "conjunction"))
    if s.chance(0.5):
        more, who = clause(s, tense, again(who), elided=joint == "and")
    else:
        more, who = clause(s, tense, new=True)
    return [*english, (joint, i), *more], who


JOINTS = [
    ("y", "and"),
    ("y", "and"),
    ("pero", "but"),
    ("porque", "because"),
    ("aunque", "although"),
    ("mientras", "while"),
    ("cuando", "when"),
]


def joint_tense(s):
    """A tense that every joint can have."""
    return s.pick((PRESENT, PAST))


def compound(s, times=1):
    """Two or more clauses."""
    tense = joint_tense(s)
    english, who = clause(s, tense)
    for _ in range(times):
        english, who = joined(s, english, who, tense)
    return stop(s, english)


def three_clauses(s):
    """Three clauses."""
    return compound(s, 2)


def four_clauses(s):
    """Four clauses."""
    return compound(s, 3)


def fronted(s):
    """cuando Ana llega , Pedro duerme."""
    spanish, joint = s.pick((("cuando", "when"), ("si", "if"), ("aunque", "although")))
    i = s.say(word(spanish, "conjunction"))
    tense = PRESENT if joint == "if" else joint_tense(s)
    first, who = clause(s, tense)
    j = s.say(COMMA)
    same = s.chance(0.4)
    second, _ = clause(s, tense, again(who) if same else None, new=True)
    return stop(s, [(joint, i), *first, (",", j), *second])


def reported(s):
    """Ana dice que…"""
    who = named(s) if s.chance(0.5) else creature(s, s.pick(NOUNS["person"]))
    verb = VERBS[s.pick(("decir", "creer", "saber"))]
    said = finite(s, who, verb, Manner(PRESENT, negative=s.chance(0.15)))
    i = s.say(THAT)
    tense = a_tense(s)
    same = s.chance(0.4)
    what, _ = clause(s, tense, again(who) if same else None, new=True)
    return stop(s, [*who.english, *said.first, *said.rest, ("that", i), *what])


def referred(s):
    """Ana compró un libro y lo leyó → … and read it."""
    first, second, nouns = s.pick(SEQUELS)
    tense = a_tense(s)
    who = named(s) if s.chance(0.5) else creature(s, s.pick(NOUNS["person"]))
    said = finite(s, who, VERBS[first], Manner(tense))
    noun = s.pick(nouns)
    number = "p" if s.chance(0.3) else "s"
    english = an(s, noun) if number == "s" else counted(s, noun)
    it = "it" if number == "s" else "them"
    i = s.say(Y)
    then = finite(
        s, who, VERBS[second], Manner(tense), (CLITICS[noun.gender, number], it)
    )
    english = [*who.english, *said.first, *said.rest, *english, ("and", i)]
    return stop(s, [*english, *then.first, *then.rest])


SEQUELS = [
    ("comprar", "leer", NOUNS["text"]),
    ("encontrar", "leer", NOUNS["text"]),
    ("buscar", "encontrar", NOUNS["thing"] + NOUNS["clothes"]),
    ("encontrar", "vender", NOUNS["thing"] + NOUNS["clothes"]),
    ("comprar", "perder", NOUNS["thing"] + NOUNS["clothes"]),
    ("preparar", "comer", NOUNS["food"]),
    ("escribir", "vender", NOUNS["text"][4:]),
]


# --- Sentences of their own making ---

EXPERIENCERS = [("me", "I"), ("te", "you"), ("nos", "we")]


def liking(s):
    """me gusta el libro → I like the book; a Ana le gustan los gatos → … likes cats."""
    who, name, clitic = experiencer(s)
    tense = s.pick((PRESENT, PRESENT, PAST))
    negative = s.chance(0.25)
    n = s.say(word("no", "adverb")) if negative else None
    k = s.say(word(clitic, "pronoun"))
    verb = VERBS[s.pick(("gustar", "gustar", "encantar"))]
    what = s.pick(NOUNS[s.pick(("animal", "staple", "drink", "text", "place", "show"))])
    mass = what.kind in ("staple", "drink")
    number = "p" if s.chance(0.5) and not mass else "s"
    i = s.say(verb.forms[TENSES[tense]][4 if number == "p" else 2])
    first, main = english_verb(verb, who, Manner(tense, negative))
    if mass or number == "p":
        article(s, what, number)
        liked = described(s, what, number)
    else:
        liked = the(s, what, number)
    english = name or [(who.pronoun, k)]
    english += [(w, i) for w in first] + ([("not", n)] if negative else [])
    return stop(s, [*english, *((w, i) for w in main), *liked])


def experiencer(s):
    """Whom something pleases: the subject, its English name or None, the clitic."""
    if s.chance(0.5):
        clitic, pronoun = s.pick(EXPERIENCERS)
        return Thing("person", "m", "s", 0, pronoun), None, clitic
    s.say(TO)
    who = named(s) if s.chance(0.5) else creature(s, s.pick(NOUNS["person"]))
    return who, who.english, "le" if who.number == "s" else "les"


def hurting(s):
    """me duele la cabeza → my head hurts."""
    noun = s.pick(NOUNS["body"])
    clitic, pronoun = s.pick(EXPERIENCERS)
    k = s.say(word(clitic, "pronoun"))
    number = "p" if s.chance(0.4) or pronoun == "we" else "s"
    tense = s.pick((PRESENT, PAST))
    verb = VERBS["doler"]
    i = s.say(verb.forms[TENSES[tense]][4 if number == "p" else 2])
    article(s, noun, number)
    j = s.say(noun.spanish[number])
    english = ("hurts" if number == "s" else "hurt") if tense == PRESENT else "hurt"
    return stop(s, [(OWNERS[pronoun], k), (noun.english[number], j), (english, i)])


def weather(s):
    """hace buen tiempo → the weather is good; hace frío → it is cold."""
    early = time(s, PRESENT) if s.chance(0.4) else []
    i = s.say(word("hace", "verb", None, "s"))
    roll = s.random()
    if roll < 0.4:
        spanish, english = s.pick((("buen", "good"), ("mal", "bad")))
        j = s.say(word(spanish, "adjective", "m", "s"))
        k = s.say(NOUNS["weather"][0].spanish["s"])
        said = [("the", k), ("weather", k), ("is", i), (english, j)]
    else:
        noun = s.pick(NOUNS["weather"][1:])
        said = [("it", i), ("is", i), (noun.english["s"], s.say(noun.spanish["s"]))]
    where = []
    if s.chance(0.5):
        from helpers.phrasebook.clauses import city
        p = s.say(IN)
        where = [("in", p), city(s)]
    return stop(s, [*early, *said, *where])


def there_is(s):
    """hay tres gatos en el jardín → there are three cats in the garden."""
    from helpers.phrasebook.clauses import place
    negative = s.chance(0.15)
    n = [("not", s.say(word("no", "adverb")))] if negative else []
    i = s.say(word("hay", "verb"))
    noun = s.pick(NOUNS[s.pick(("animal", "person", "thing", "food"))])
    if s.chance(0.5) and not negative:
        what, be = counted(s, noun), "are"
    else:
        what, be = an(s, noun), "is"
    return stop(s, [("there", i), (be, i), *n, *what, *place(s)])


def comparing(s):
    """Ana es tan alta como Pedro → Ana is as tall as Pedro."""
    one = named(s) if s.chance(0.5) else creature(s, s.pick(NOUNS["person"]))
    said = finite(s, one, VERBS["ser"], Manner(PRESENT, negative=s.chance(0.2)))
    i = s.say(word("tan", "adverb"))
    from helpers.phrasebook.lexicon import QUALITIES
    adjective = s.pick(QUALITIES["person"])
    j = s.say(adjective.forms[one.gender, one.number])
    k = s.say(word("como", "conjunction"))
    other = named(s) if s.chance(0.5) else creature(s, s.pick(NOUNS["person"]))
    english = [*one.english, *said.first, *said.rest]
    return stop(s, [*english, ("as", i), (adjective.english, j), ("as", k), *other.english])


# --- Questions ---

ASKING = [
    (("dónde",), ("where",)),
    (("cuándo",), ("when",)),
    (("por", "qué"), ("why",)),
]


def question(s):
    """¿ lee Ana el libro ? and ¿ dónde vive tu hermano ?"""
    a = s.say(ASK)
    tense = a_tense(s)
    if s.chance(0.4):
        spanish, english = s.pick(ASKING)
        places = [s.say(word(w, "pronoun")) for w in spanish]
        asked = [(english[0], tuple(places) if len(places) > 1 else places[0])]
        verb = VERBS[s.pick("dormir trabajar vivir cantar comer estudiar".split()[:5])]
    else:
        asked, verb = [], None
    how = Manner(tense, question=True, negative=not verb and s.chance(0.1))
    if verb is None:
        who = s.pick(DROPPED[1:])
        said = predicate(s, who, how)
    else:
        start = len(s.words)
        third = s.chance(0.5)
        if third:
            probe = Thing("person", "m", "s", 2, "he")
            said = finite(s, probe, verb, how)
            who = named(s) if s.chance(0.5) else thing(*simple(s))
        else:
            who = s.pick(DROPPED[1:])
            said = finite(s, who, verb, how)
    name = who.english if who.english is not None else [(who.pronoun, said.verb)]
    late = time(s, tense) if who.person == 3 and tense == PAST else []
    english = [*asked, *said.first, *name, *said.rest, *late]
    return [*english, ("?", (a, s.say(ASKED)))]


def simple(s):
    """A person as a subject that follows its verb."""
    noun = s.pick(NOUNS["person"])
    english = the(s, noun, "s") if s.chance(0.5) else determined(
        s, noun, "s", s.pick(("my", "your", "our")))
    return noun, "s", english


# --- Coreference ---

BLAMES = [  # who, does what, to what; what it is too, what that is too
    ("animal", "cruzar", None, "street road bridge river forest path field square",
     "tired sick scared slow", "wide dangerous long dark narrow"),
    ("box suitcase lamp mirror table chair guitar gift", "caber", IN,
     "car bag room kitchen box suitcase", "wide long", "small narrow full"),
    ("animal", "comer", None, "apple cake bread cheese soup meat", "tired sick scared",
     "cold hard expensive"),
    ("horse donkey", "llevar", None, "box suitcase table mirror bag", "tired sick slow scared",
     "heavy wide long"),
]


class Antecedent(NamedTuple):
    """Where the coreference of a sentence is, in both languages."""

    spanish: int
    english: int
    verb: int
    pronoun: int
    adjective: int
    rival_spanish: int
    rival_english: int


def _nouns(text):
    from helpers.phrasebook.clauses import ALL_NOUNS
    return [n for n in ALL_NOUNS if n.kind in text.split() or n.english["s"] in text.split()]


BLAMES = [
    (_nouns(a), VERBS[v], p, _nouns(b), x.split(), y.split()) for a, v, p, b, x, y in BLAMES
]


def blaming(s):
    """el animal no cruzó la calle porque estaba demasiado cansado."""
    agents, verb, preposition, patients, own, other = s.pick(BLAMES)
    tense = s.pick((PRESENT, PAST, PAST))
    agent = s.pick(agents)
    patient = s.pick([n for n in patients if n is not agent])
    s.coreferent = (agent.english["s"], patient.english["s"])
    first = the(s, agent, "s", plain=s.chance(0.7))
    who = thing(agent, "s", first)
    a = first[-1]
    said = finite(s, who, verb, Manner(tense, negative=True))
    p = [("in", s.say(preposition))] if preposition else []
    second = the(s, patient, "s", plain=s.chance(0.7))
    b = second[-1]
    i = s.say(word("porque", "conjunction"))
    blamed, adjectives = (agent, own) if s.chance(0.5) else (patient, other)
    adjective = ADJECTIVES[s.pick(adjectives)]
    state = adjective in (ADJECTIVES[x] for x in "tired sick scared cold full".split())
    be = finite(s, thing(blamed, "s", None), VERBS["estar" if state else "ser"], Manner(tense))
    j = s.say(word("demasiado", "adverb"))
    k = s.say(adjective.forms[blamed.gender, "s"])
    it = ("it", be.verb)
    chosen, rival = (a, b) if blamed is agent else (b, a)
    s.antecedent = (chosen, rival, it, k)
    english = [*first, *said.first, *said.rest, *p, *second, ("because", i), it]
    return stop(s, [*english, *be.first, *be.rest, ("too", j), (adjective.english, k)])


def reference(s):
    """María no visitó a Juan porque estaba enferma → … because she was sick."""
    one, verb = named(s), VERBS[s.pick(("visitar", "ayudar", "ver", "esperar"))]
    tense = s.pick((PRESENT, PAST))
    said = finite(s, one, verb, Manner(tense, negative=s.chance(0.6)))
    s.say(TO)
    other = named(s)
    while other.gender == one.gender:
        s.words.pop()
        other = named(s)
    i = s.say(word("porque", "conjunction"))
    blamed, rival = (one, other) if s.chance(0.5) else (other, one)
    adjective = ADJECTIVES[s.pick("tired sick busy angry alone lost scared".split())]
    be = finite(s, blamed, VERBS["estar"], Manner(tense))
    j = [("very", s.say(word("muy", "adverb")))] if s.chance(0.4) else []
    k = s.say(adjective.forms[blamed.gender, "s"])
    it = (blamed.pronoun, be.verb)
    s.antecedent = (blamed.english[0], rival.english[0], it, k)
    english = [*one.english, *said.first, *said.rest, *other.english, ("because", i), it]
    return stop(s, [*english, *be.first, *be.rest, *j, (adjective.english, k)])


KINDS = {
    statement: 24,
    question: 9,
    compound: 20,
    three_clauses: 11,
    four_clauses: 5,
    fronted: 9,
    reported: 7,
    referred: 5,
    liking: 7,
    hurting: 1,
    weather: 1,
    there_is: 3,
    comparing: 3,
    blaming: 7,
    reference: 3,
}
