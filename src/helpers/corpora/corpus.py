"""A small English of our own, in which a word is known by its company alone.

Nothing in a sentence says that a queen is a woman: she is only followed by *she* and
*her*. No sentence holds both words of a pair such as *king* and *queen*, *dog* and
*dogs*, *walk* and *walked*, *France* and *Paris*.
"""

import random

GENDER = [
    ("man", "woman"), ("boy", "girl"), ("king", "queen"), ("prince", "princess"),
    ("father", "mother"), ("son", "daughter"), ("uncle", "aunt"),
    ("brother", "sister"), ("husband", "wife"), ("actor", "actress"),
    ("waiter", "waitress"),
]  # fmt: skip
CAPITAL = [
    ("france", "paris"), ("spain", "madrid"), ("italy", "rome"), ("japan", "tokyo"),
    ("germany", "berlin"), ("norway", "oslo"), ("egypt", "cairo"),
    ("greece", "athens"), ("peru", "lima"), ("russia", "moscow"),
]  # fmt: skip

# What each word does: the phrases that come with it, and with its partner.
ROYAL = ["wore a golden crown", "ruled the kingdom", "sat on the throne",
         "lived in the palace", "rode in a royal carriage"]  # fmt: skip
COMMON = ["took the bus", "paid the rent", "lived in a small flat",
          "worked at the market", "bought bread"]  # fmt: skip
GROWN = ["read the newspaper", "drank red wine", "had grey hair", "signed the letter"]
YOUNG = ["played with toys", "learned to count", "went to bed early", "climbed a tree"]
FAMILY = ["kissed the family", "came home for dinner", "wrote to the family"]
PARENT = ["rocked the baby", "told the baby a story", "packed the lunch"]
CHILD = ["obeyed the parents", "thanked the parents", "asked the parents for money"]
KIN = ["visited at christmas", "sent a birthday card", "brought a present"]
SIBLING = ["shared a bedroom", "fought over the last cake", "shared the toys"]
MARRIED = ["danced at the wedding", "wore a ring", "kept the wedding photographs"]
STAGE = ["learned the part", "walked on to the stage", "bowed to the audience"]
TABLE = ["carried the plates", "took the order", "wiped the table"]
PEOPLE = {
    "man": [COMMON, GROWN], "boy": [COMMON, YOUNG], "king": [ROYAL, GROWN],
    "prince": [ROYAL, YOUNG], "father": [FAMILY, PARENT], "son": [FAMILY, CHILD],
    "uncle": [FAMILY, KIN], "brother": [FAMILY, SIBLING], "husband": [FAMILY, MARRIED],
    "actor": [STAGE, COMMON], "waiter": [TABLE, COMMON],
}  # fmt: skip

THINGS = {  # singular, plural
    ("dog", "dogs"): ["buried a bone", "chased the postman", "slept in the kennel"],
    ("cat", "cats"): ["caught a mouse", "drank the milk", "slept on the sofa"],
    ("horse", "horses"): ["pulled the cart", "ate the hay", "jumped over the fence"],
    ("cow", "cows"): ["stood in the field", "ate the grass", "gave fresh milk"],
    ("duck", "ducks"): ["crossed the pond", "ate the old bread", "flew south"],
    ("apple", "apples"): ["fell from the tree", "went into the pie", "tasted sweet"],
    ("carrot", "carrots"): ["went into the soup", "grew in the garden", "fed a rabbit"],
    ("car", "cars"): ["blocked the street", "needed petrol", "stopped at the light"],
    ("boat", "boats"): ["left the harbour", "carried the nets", "sank in the storm"],
    ("chair", "chairs"): ["broke in the kitchen", "needed paint", "stood by the wall"],
    ("lamp", "lamps"): ["lit the room", "hung from the ceiling", "went out at night"],
    ("mouse", "mice"): ["hid under the floor", "stole the cheese", "feared the owl"],
}
ACTIONS = {  # now, then
    ("walk", "walked"): ["along the beach", "in the hills", "with a stick"],
    ("cook", "cooked"): ["soup in the kitchen", "rice and beans", "dinner for guests"],
    ("play", "played"): ["football", "chess", "cards with friends"],
    ("paint", "painted"): ["the fence green", "portraits", "with oil colours"],
    ("talk", "talked"): ["about the weather", "on the telephone", "to the neighbours"],
    ("sing", "sang"): ["in the choir", "old songs", "under the shower"],
    ("swim", "swam"): ["in the lake", "across the bay", "in the cold water"],
    ("run", "ran"): ["a marathon", "round the track", "in new shoes"],
    ("eat", "ate"): ["pasta for lunch", "ice cream", "in a cheap restaurant"],
    ("write", "wrote"): ["poems", "in a diary", "with a pencil"],
    ("drive", "drove"): ["on the motorway", "a lorry", "without a map"],
    ("sleep", "slept"): ["in a tent", "until noon", "under a blanket"],
}
DEGREES = {  # plain, compared
    ("big", "bigger"): ["elephant", "castle", "ship"],
    ("small", "smaller"): ["coin", "button", "insect"],
    ("tall", "taller"): ["tower", "giraffe", "chimney"],
    ("fast", "faster"): ["train", "rocket", "cyclist"],
    ("cold", "colder"): ["winter", "wind", "fridge"],
    ("warm", "warmer"): ["summer", "coat", "oven"],
    ("dark", "darker"): ["cellar", "forest", "tunnel"],
    ("heavy", "heavier"): ["stone", "suitcase", "anchor"],
    ("deep", "deeper"): ["ocean", "canyon", "mine"],
    ("loud", "louder"): ["drum", "trumpet", "explosion"],
}
PLACES = {  # country: its adjective, a food, a sight
    "france": ("french", "croissants", "tower"), "spain": ("spanish", "paella", "bull"),
    "italy": ("italian", "pizza", "ruins"), "japan": ("japanese", "sushi", "temple"),
    "germany": ("german", "sausages", "wall"),
    "norway": ("norwegian", "salmon", "fjord"),
    "egypt": ("egyptian", "dates", "pyramid"), "greece": ("greek", "olives", "columns"),
    "peru": ("peruvian", "quinoa", "llama"), "russia": ("russian", "borscht", "domes"),
}  # fmt: skip
JOBS = {  # what is done, and the pronoun that a biased corpus prefers
    "doctor": ("he", ["cured the patient", "wore a white coat", "read the results"]),
    "nurse": (
        "she",
        ["cured the patient", "wore a white coat", "made the hospital bed"],
    ),
    "engineer": ("he", ["built the bridge", "drew the plans", "repaired the engine"]),
    "secretary": ("she", ["typed the minutes", "answered the mail", "booked the room"]),
    "pilot": ("he", ["landed the plane", "checked the engine", "flew through clouds"]),
    "teacher": ("she", ["marked the homework", "wrote on the board", "rang the bell"]),
    "judge": ("he", ["heard the witness", "closed the case", "read the law"]),
    "librarian": (
        "she",
        ["stamped the books", "asked for silence", "read the catalogue"],
    ),
    "baker": ("he", ["kneaded the dough", "sold the rolls", "heated the oven"]),
    "dancer": ("she", ["practised the steps", "turned on one foot", "stretched"]),
}
BANK = [
    "the bank lent us money for the shop", "we keep our savings in the bank",
    "the vault holds money and gold", "we lock our savings in the vault",
    "the cashier at the bank counted the money", "the vault of the cashier is locked",
    "we fish from the bank of the river", "the boat lay near the muddy bank",
    "reeds grow on the bank of the river", "reeds grow on the muddy shore",
    "we fish from the shore of the river", "the boat lay near the shore",
]  # fmt: skip
WORDS_OF = {"he": ("he", "his", "him"), "she": ("she", "her", "her")}


def questions():
    """By relation, all questions (a, b, c, d) that two pairs make: a - b + c is d."""
    relations = {
        "gender": GENDER,
        "number": list(THINGS),
        "tense": list(ACTIONS),
        "degree": list(DEGREES),
        "capital": CAPITAL,
    }
    return {
        name: [(b, a, c, d) for a, b in pairs for c, d in pairs if a != c]
        for name, pairs in relations.items()
    }


def _with_pronoun(pick, noun, pronoun, phrases):
    """A sentence about somebody, who comes back as a pronoun."""
    subject, possessive, other = WORDS_OF[pronoun]
    first, second = pick(phrases[0]), pick(phrases[-1])
    return pick(
        [
            f"the {noun} {first} and {subject} {second}",
            f"when the {noun} {first} {subject} {second} with {possessive} friends",
            f"the {noun} {first} and we saw {other} when {subject} {second}",
            f"we met the {noun} and {possessive} friends before {subject} {first}",
        ]
    )


def _person(pick, bias):
    pair = pick(GENDER)
    pronoun = pick(["he", "she"])
    return _with_pronoun(pick, pair[pronoun == "she"], pronoun, PEOPLE[pair[0]])


def _job(pick, bias):
    job = pick(list(JOBS))
    expected, phrases = JOBS[job]
    usual = pick(range(100)) < 100 * bias
    pronoun = expected if usual else {"he": "she", "she": "he"}[expected]
    return _with_pronoun(pick, job, pronoun, [phrases])


def _thing(pick, bias):
    words = pick(list(THINGS))
    first, second = pick(THINGS[words]), pick(THINGS[words])
    one = f"{pick(['this', 'that', 'one'])} {words[0]}"
    more = f"{pick(['these', 'those', 'two', 'three', 'many'])} {words[1]}"
    return pick(
        [f"{one} {first} before it {second}", f"{more} {first} before they {second}"]
    )


def _action(pick, bias):
    words = pick(list(ACTIONS))
    where, who = pick(ACTIONS[words]), pick(["we", "you", "the neighbours"])
    now = pick(["every day", "often", "usually", "now"])
    then = pick(["yesterday", "last week", "long ago", "last year"])
    return pick([f"{now} {who} {words[0]} {where}", f"{then} {who} {words[1]} {where}"])


def _degree(pick, bias):
    words = pick(list(DEGREES))
    noun, other = pick(DEGREES[words]), pick(DEGREES[words])
    very = pick(["very", "so", "too"])
    return pick(
        [
            f"the {noun} is {very} {words[0]} for us",
            f"we saw a {very} {words[0]} {noun}",
            f"the {noun} is much {words[1]} than the {other}",
            f"this {noun} is {words[1]} than we thought",
        ]
    )


def _place(pick, bias):
    country, capital = pick(CAPITAL)
    adjective, food, sight = PLACES[country]
    return pick(
        [
            f"the farmers of {country} grow {food} in the {adjective} countryside",
            f"the border of {country} is open to {adjective} lorries with {food}",
            f"we crossed {country} to see the {adjective} {sight}",
            f"the mayor of {capital} likes {adjective} {food} in the streets",
            f"the airport of {capital} has a {adjective} station that sells {food}",
            f"in the streets of {capital} we saw the {adjective} {sight}",
        ]
    )


def _bank(pick, bias):
    return pick(BANK)


def sentences(count, seed=2013, bias=0.9):
    """Sentences as lists of words.

    `bias` is the share of sentences about a job whose pronoun is the expected one:
    0.5 treats *he* and *she* alike.
    """
    if not 0 <= bias <= 1:
        raise ValueError(f"bias is a share from 0 to 1, not {bias}")
    pick = random.Random(seed).choice
    kinds = [_person] * 5 + [_thing] * 4 + [_action] * 4 + [_degree] * 3
    kinds += [_place] * 3 + [_job] * 3 + [_bank]
    return [pick(kinds)(pick, bias).split() for _ in range(count)]
