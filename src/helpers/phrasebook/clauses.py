"""Predicates: what somebody does, is, has, wants, gives or likes."""

from helpers.phrasebook.grammar import (
    BE,
    CLITICS,
    IN,
    NO,
    NUMBERS,
    OF,
    TO,
    Predicate,
    an,
    named,
    some_noun,
    the,
    the_person,
    thing,
    word,
)
from helpers.phrasebook.inflection import TENSES
from helpers.phrasebook.lexicon import (
    CITIES,
    MASS,
    NEED,
    NOUNS,
    QUALITIES,
    SAID_BY_ALL,
    STATES,
    VERBS,
    WEAR,
    WITH_INFINITIVE,
)

ALL_NOUNS = [noun for nouns in NOUNS.values() for noun in nouns]


def _frames(text):
    """Each verb with the nouns that it can have as its object."""
    found = []
    for line in text.strip().splitlines():
        verb, wanted = line.split(":")
        wanted = wanted.split()
        nouns = [n for n in ALL_NOUNS if n.kind in wanted or n.english["s"] in wanted]
        found.append((VERBS[verb], nouns))
    return found


# Who does what to what: verb: classes of nouns, or English words for single ones.
FRAMES = {
    "person": [
        *_frames("""
comer: staple food
beber: drink
leer: text
escribir: letter novel poem story
comprar: staple food text clothes thing vehicle
vender: food clothes thing vehicle
ver: animal person thing vehicle show way
buscar: thing clothes animal person text
encontrar: thing clothes animal text answer
tener: thing clothes vehicle animal text problem question time
querer: staple food drink thing clothes
conocer: person place song film
ayudar: person
esperar: person train bus plane
cruzar: street bridge river forest road square field
abrir: door window box bag bottle suitcase shop letter
cerrar: door window box bag bottle suitcase shop
perder: thing clothes train bus
llevar: box bag suitcase bottle book chair table
lavar: clothes plate glass car
romper: plate glass mirror window chair bottle
visitar: museum city village castle island person church
escuchar: song music story question
preparar: soup salad coffee tea cake fish lesson
necesitar: thing clothes answer time
"""),
        (WEAR, NOUNS["clothes"]),
    ],
    "animal": _frames("""
comer: staple food
beber: water milk
ver: animal person
buscar: animal water bread fruit
encontrar: animal water bread
cruzar: street bridge river forest road square field
"""),
}
COMMON = [f for f in FRAMES["person"] if f[0].infinitive.text in SAID_BY_ALL]
CLITIC_VERBS = set("comer leer escribir comprar vender lavar romper".split())
ACTS = {
    "person": "dormir trabajar vivir cantar bailar llorar correr jugar caminar".split(),
    "animal": "dormir vivir correr jugar caminar".split(),
}
AT = set(
    "school station office hospital market museum hotel restaurant cinema bank "
    "library".split()
)
ON = {"beach", "bridge", "mountain", "bench", "road", "path"}
THROUGH = word("por", "preposition")
PLACES = NOUNS["place"] + NOUNS["way"]
WHITHER = [
    (VERBS["ir"], TO, "to"),
    (VERBS["llegar"], TO, "at"),
    (VERBS["volver"], TO, "to"),
    (VERBS["salir"], OF, None),
    (VERBS["entrar"], IN, None),
]


# --- Verbs ---


def english_verb(verb, who, how):
    """The English words of a finite verb: what a question puts first, and the rest."""
    third = who.pronoun in ("he", "she", "it")
    if how.tense == 2:
        return ["will"], verb.base
    if verb.base[0] == "be":
        return [BE.get(who.pronoun, ("is", "was"))[how.tense]], verb.base[1:]
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
        i = s.say(word(clitic[0], "pronoun"))
        after = [(clitic[1], i)] if clitic[1] else []
    i = s.say(verb.forms[TENSES[how.tense]][who.person])
    first, main = english_verb(verb, who, how)
    rest = [*middle, *((w, i) for w in main), *after]
    return Predicate(i, [(w, i) for w in first], rest)


def _and(predicate, english):
    """The predicate with more English at its end."""
    return predicate._replace(rest=predicate.rest + english)


def _can_say(who, verb):
    """Whether the verb's form for this person is in the phrasebook."""
    return who.person in (2, 4) or verb.infinitive.text in SAID_BY_ALL


# --- Places ---


def place(s, noun=None):
    """Where: en la cocina → in the kitchen, en la escuela → at the school."""
    i = s.say(IN)
    if not noun and s.chance(0.15):
        return [("in", i), city(s)]
    noun = noun or s.pick(PLACES)
    name = noun.english["s"]
    english = "at" if name in AT else "on" if name in ON else "in"
    return [(english, i), *the(s, noun, "s")]


def city(s):
    """A city."""
    spanish = s.pick(list(CITIES))
    return CITIES[spanish], s.say(word(spanish, "name", None, "s"))


# --- Predicates: what can be said of a subject, in a manner ---


def doing(s, who, how):
    """A verb and its object: lee un libro; or a clitic before it: lo lee."""
    verb, nouns = s.pick(FRAMES[who.kind] if who.person in (2, 4) else COMMON)
    if who.kind == "animal" and who.person not in (2, 4):
        raise AssertionError
    noun = s.pick(nouns)
    if verb.infinitive.text in CLITIC_VERBS and s.chance(0.12):
        number = "p" if s.chance(0.4) and noun.kind not in MASS else "s"
        english = "it" if number == "s" else "them"
        return finite(s, who, verb, how, (CLITICS[noun.gender, number], english))
    said = finite(s, who, verb, how)
    s.object = object_of(s, verb, noun, who)
    return _and(said, s.object.english)


def object_of(s, verb, noun, owner=None):
    """The object of a verb; people take a: veo a Ana."""
    s.together.append((verb.infinitive.text, noun.english["s"]))
    if noun.kind != "person":
        return some_noun(s, noun, owner)
    s.say(TO)
    if s.chance(0.4):
        return named(s)
    return thing(noun, "s", the(s, noun, "s"))


def acting(s, who, how):
    """What needs no object: duerme en el jardín."""
    verbs = [v for v in map(VERBS.get, ACTS[who.kind]) if _can_say(who, v)]
    verb = s.pick(verbs)
    name = verb.infinitive.text
    said = finite(s, who, verb, how)
    if name in ("caminar", "correr") and s.chance(0.4):
        i = s.say(THROUGH)
        return _and(said, [("through", i), *the(s, s.pick(PLACES), "s")])
    if name in ("trabajar", "dormir") and s.chance(0.15):
        noun = NOUNS["bank" if name == "trabajar" else "bench"][0]
        return _and(said, place(s, noun))
    if name == "vivir" or s.chance(0.5):
        said = _and(said, place(s))
    return said


def going(s, who, how):
    """Where to, where from: va al mercado, sale de la casa, entra en el museo."""
    verb, preposition, english = s.pick([w for w in WHITHER if _can_say(who, w[0])])
    said = finite(s, who, verb, how)
    i = s.say(preposition)
    goal = the(s, s.pick(NOUNS["place"] + NOUNS["bank"]), "s")
    return _and(said, [(english, i), *goal] if english else goal)


def being(s, who, how):
    """How or what somebody is, with estar or with ser: está cansada, es alta."""
    state = s.chance(0.5) and who.kind in STATES
    adjective = s.pick((STATES if state else QUALITIES)[who.kind])
    said = finite(s, who, VERBS["estar" if state else "ser"], how)
    degree = []
    if s.chance(0.3):
        spanish, english = s.pick((("muy", "very"), ("demasiado", "too")))
        degree = [(english, s.say(word(spanish, "adverb")))]
    i = s.say(adjective.forms[who.gender or "m", who.number])
    if who.noun:
        s.together.append((adjective.english, who.noun))
    return _and(said, [*degree, (adjective.english, i)])


def located(s, who, how):
    """Where something is: está en la mesa → is on the table."""
    return _and(finite(s, who, VERBS["estar"], how), place(s))


def needing(s, who, how):
    """tiene hambre → is hungry; tiene siete años → is seven years old."""
    said = finite(s, who, NEED, how)
    if s.chance(0.3) and who.person in (0, 1, 2):
        english = s.pick(list(NUMBERS))
        i = s.say(word(NUMBERS[english], "number"))
        j = s.say(NOUNS["time"][5].spanish["p"])
        return _and(said, [(english, i), ("years", j), ("old", j)])
    noun = s.pick(NOUNS["need"][:4])
    return _and(said, [(noun.english["s"], s.say(noun.spanish["s"]))])


def wishing(s, who, how):
    """A verb with an infinitive: quiere leer el libro → wants to read the book."""
    verb, joined = s.pick(WITH_INFINITIVE)
    if verb.base[0] in ("can", "be") or how.tense == 2:
        verb, joined = s.pick(WITH_INFINITIVE[:1] + WITH_INFINITIVE[-1:])
        how = how._replace(tense=0)
    said = finite(s, who, verb, how)
    if joined:
        s.say(word(joined, "preposition" if joined == "a" else "conjunction"))
    return _and(said, infinitive(s, who))


def infinitive(s, who):
    """An infinitive with its object or place."""
    if s.chance(0.4):
        verb = VERBS[s.pick([a for a in ACTS[who.kind] if a != "vivir"])]
        i = s.say(verb.infinitive)
        english = [(w, i) for w in verb.base]
        return english + (place(s) if s.chance(0.5) else [])
    verb, nouns = s.pick(
        [f for f in FRAMES[who.kind] if f[0].infinitive.text not in
         ("querer", "tener", "necesitar")]
    )
    i = s.say(verb.infinitive)
    english = [(w, i) for w in verb.base]
    return english + object_of(s, verb, s.pick(nouns), who).english


def giving(s, who, how):
    """me da un libro → gives me a book; le da un libro a Ana → gives a book to Ana."""
    noun = s.pick(NOUNS["thing"] + NOUNS["text"])
    s.together.append(("dar", noun.english["s"]))
    clitic = s.pick((("me", "me"), ("te", "you"), ("nos", "us"), ("le", ""), ("le", "")))
    said = finite(s, who, VERBS["dar"], how, clitic)
    gift = an(s, noun) if s.chance(0.5) else the(s, noun, "s")
    if clitic[1]:
        return _and(said, gift)
    i = s.say(TO)
    receiver = named(s) if s.chance(0.6) else the_person(s)
    return _and(said, [*gift, ("to", i), *receiver.english])


PREDICATES = {
    "person": [doing] * 5 + [acting] * 2 + [going, being, needing] + [wishing] * 2,
    "animal": [doing] * 4 + [acting] * 3 + [being, being, needing],
}


def predicate(s, who, how):
    """Something that can be said of the subject."""
    if who.kind in PREDICATES:
        kinds = PREDICATES[who.kind]
        if who.person in (2, 4) and who.kind == "person" and s.chance(0.07):
            return giving(s, who, how)
        return s.pick(kinds)(s, who, how)
    if who.kind not in ("way", "place", "bank", "bench", "idea", "show", "staple",
                        "drink", "food") and s.chance(0.4):
        return located(s, who, how)
    return being(s, who, how)
