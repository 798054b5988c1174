"""A small encoder and decoder that translates in the page, one step at a time."""

import json
from base64 import b64encode
from pathlib import Path

import numpy as np
import traitlets

from helpers.text import tokenise
from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import flag, several, text, whole

LONGEST = 40  # words, in either language
STORED = Path(__file__).parents[1] / "studies/13_decoding_steps.json"


def quantised(values):
    """An array in 8 bits: whole numbers from -127 to 127, and a scale for each row."""
    rows = np.atleast_2d(np.asarray(values, dtype=float))
    scales = np.maximum(abs(rows).max(axis=1, keepdims=True), 1e-8) / 127
    scales = scales.astype("<f4")
    return np.rint(rows / scales).astype(np.int8), scales


def restored(values):
    """The array after it has been through 8 bits, in its old shape."""
    numbers, scales = quantised(values)
    return (numbers * scales).astype("f4").reshape(np.shape(values))


def packed(arrays):
    """The net's arrays in 8 bits as one text, for the figure's `net`."""
    parts = (quantised(values) for values in arrays)
    data = b"".join(scales.tobytes() + numbers.tobytes() for numbers, scales in parts)
    return b64encode(data).decode()


def stored():
    """The net that the study of chapter 13 trained, as the figure's traits."""
    return json.loads(STORED.read_text(encoding="utf-8"))["figure"]


def opening(sentence):
    """Where to begin: all words are read, and the decoder has made its first choice."""
    words = tokenise(str(sentence)) if str(sentence).strip() else []
    return min(LONGEST, len(words)) + 1


class DecodingSteps(LiveFigure):
    """A sentence read word by word into one state, and a translation written from it.

    `net` holds the weights as `packed` writes them, `sizes` the numbers of Spanish and
    English words (with the four marks), of the words' widths and of the units, and
    `samples` sentences to choose from, as a name and a pair. `at` counts the words
    read, then the words written; `taken` are words that the reader chose in its place.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (900, 1450)

    net = traitlets.Unicode().tag(sync=True)
    sizes = traitlets.List().tag(sync=True)
    spanish = traitlets.Unicode().tag(sync=True)
    english = traitlets.Unicode().tag(sync=True)
    samples = traitlets.List().tag(sync=True)

    sentence = Setting("", text(0, 240))
    reference = Setting("", text(0, 240))
    forced = Setting(0, flag())
    taken = Setting([], several(text(1, 24), 0, LONGEST))
    at = Setting(0, whole(0, 2 * LONGEST + 1))

    def __init__(self, **settings):
        given = stored() | settings
        if given["samples"] and "sentence" not in settings:
            given["sentence"], given["reference"] = given["samples"][0][1]
        given.setdefault("at", opening(given.get("sentence", "")))
        super().__init__(**given)
