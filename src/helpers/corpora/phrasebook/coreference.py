"""Sentences whose pronoun has a known antecedent and a rival that could be meant."""

from typing import NamedTuple

from helpers.corpora.phrasebook.clauses import PAST, PRESENT, Manner, finite
from helpers.corpora.phrasebook.grammar import IN, TO, named, the, thing, word
from helpers.corpora.phrasebook.lexicon import ADJECTIVES, VERBS, nouns
from helpers.corpora.phrasebook.sentences import stop

BECAUSE = word("porque", "conjunction")
TOO, VERY = word("demasiado", "adverb"), word("muy", "adverb")
STATES = set("tired sick scared cold full".split())
PERSONAL = [ADJECTIVES[a] for a in "tired sick busy angry alone lost scared".split()]
MEETINGS = [VERBS[v] for v in "visitar ayudar ver esperar".split()]
# Who does not do what to what; what was too … of the one, and of the other.
FAILURES = [
    (nouns(agents), VERBS[verb], preposition, nouns(patients), own.split(), its.split())
    for agents, verb, preposition, patients, own, its in (
        (
            "animal",
            "cruzar",
            None,
            "street road bridge river forest path field square",
            "tired sick scared slow",
            "wide dangerous long dark narrow",
        ),
        (
            "animal",
            "cruzar",
            None,
            "street road bridge river forest path field square",
            "tired sick scared slow",
            "wide dangerous long dark narrow",
        ),
        (
            "box suitcase lamp mirror table chair guitar gift",
            "caber",
            IN,
            "car bag room kitchen box suitcase",
            "wide long",
            "small narrow full",
        ),
        (
            "animal",
            "comer",
            None,
            "apple cake bread cheese soup meat fish",
            "tired sick scared",
            "cold hard",
        ),
        (
            "horse donkey cow",
            "llevar",
            None,
            "box suitcase table mirror bag",
            "tired sick slow scared",
            "heavy heavy wide long",
        ),
    )
]
HELD_OUT = {
    noun.spanish["s"].text
    for noun in nouns("monkey goat fox hen road path suitcase mirror")
}


class Antecedent(NamedTuple):
    """Where a pronoun's meaning is.

    The places of the antecedent and of its rival in both languages; of the Spanish
    verb that carries the pronoun and of the adjective that agrees; of the English
    pronoun.
    """

    spanish: int
    english: int
    verb: int
    pronoun: int
    adjective: int
    rival_spanish: int
    rival_english: int


def blaming(s):
    """el animal no cruzó la calle porque estaba demasiado cansado."""
    agents, verb, preposition, patients, own, its = s.pick(FAILURES)
    agent, patient = s.new(agents), s.new(patients)
    names = agent.spanish["s"].text, patient.spanish["s"].text
    s.held_out = not HELD_OUT.isdisjoint(names)
    s.together.append((verb.infinitive.text, names[1]))
    tense = s.pick((PRESENT, PAST, PAST))
    first = the(s, agent, "s", plain=s.chance(0.6))
    failed = finite(s, thing(agent, "s"), verb, Manner(tense, negative=True))
    within = [("in", s.say(preposition))] if preposition else []
    second = the(s, patient, "s", plain=s.chance(0.6))
    what = [*first, *failed.words, *within, *second]
    if s.chance(0.5):
        return because(s, what, tense, agent, own, first[-1], second[-1])
    return because(s, what, tense, patient, its, second[-1], first[-1])


def because(s, what, tense, noun, adjectives, chosen, rival):
    """… because it was too tired: the reason, with the adjective that agrees."""
    i = s.say(BECAUSE)
    adjective = ADJECTIVES[s.pick(adjectives)]
    verb = VERBS["estar" if adjective.english in STATES else "ser"]
    was = finite(s, thing(noun, "s"), verb, Manner(tense))
    j = s.say(TOO)
    k = s.say(adjective.forms[noun.gender, "s"])
    s.together.append((adjective.forms["m", "s"].text, noun.spanish["s"].text))
    it = ("it", was.verb)
    s.antecedent = (chosen, rival, it, k)
    why = [("because", i), it, *was.words, ("too", j), (adjective.english, k)]
    return stop(s, [*what, *why])


def reference(s):
    """María no visitó a Juan porque estaba enferma → because she was sick."""
    one = named(s)
    tense = s.pick((PRESENT, PAST))
    met = finite(s, one, s.pick(MEETINGS), Manner(tense, negative=s.chance(0.6)))
    s.say(TO)
    other = named(s)
    while other.gender == one.gender:
        s.words.pop()
        other = named(s)
    i = s.say(BECAUSE)
    meant, rival = (one, other) if s.chance(0.5) else (other, one)
    was = finite(s, meant, VERBS["estar"], Manner(tense))
    degree = [("very", s.say(VERY))] if s.chance(0.4) else []
    adjective = s.pick(PERSONAL)
    k = s.say(adjective.forms[meant.gender, "s"])
    she = (meant.pronoun, was.verb)
    s.antecedent = (meant.english[0], rival.english[0], she, k)
    why = [("because", i), she, *was.words, *degree, (adjective.english, k)]
    return stop(s, [*one.english, *met.words, *other.english, *why])
