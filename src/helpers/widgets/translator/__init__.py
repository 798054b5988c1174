"""A small encoder and decoder that translates the reader's sentence in the page."""

import json
from base64 import b64decode, b64encode
from pathlib import Path

import numpy as np
import traitlets

from helpers.widgets import machine
from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import flag, several, text, whole

LONGEST = 40  # words, in either language
STORED = Path(__file__).parents[2] / "studies/13_translator.json"


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


def unpacked(net, shapes):
    """The arrays of a packed net, in these shapes, as 32-bit numbers again."""
    data, at, arrays = b64decode(net), 0, []
    for shape in shapes:
        rows, columns = (1, shape[0]) if len(shape) == 1 else shape
        scales = np.frombuffer(data, "<f4", rows, at)
        numbers = np.frombuffer(data, np.int8, rows * columns, at + 4 * rows)
        arrays.append((numbers.reshape(rows, -1) * scales[:, None]).reshape(shape))
        at += 4 * rows + rows * columns
    if at != len(data):
        raise ValueError(f"The net has {len(data)} bytes, and these shapes need {at}.")
    return arrays


def stored():
    """The net that the study of chapter 13 trained, as the figure's traits."""
    return study()["figure"]


def study():
    """All that the study of chapter 13 left of this net: its scores, some sentences."""
    return json.loads(STORED.read_text(encoding="utf-8"))


class Translator(LiveFigure):
    """A sentence read word by word into one state, and a translation written from it.

    `net` holds the weights as `packed` writes them, `sizes` the numbers of Spanish and
    English words (with the four marks), of the words' widths and of the units, and
    `samples` sentences to choose from, as a name and a pair.

    `sentence` is translated; if it is "", the last sample is. `at` counts the words
    read, then the words written; at -1 all is done. `taken` are words that the reader
    chose in its place. `forced` feeds it the true words, where they are known.
    """

    _esm = page_module(__file__)  # view.js and what it imports
    _style = [machine.__file__, __file__]
    _heights = {
        326: 1127,
        356: 1127,
        442: 1074,
        560: 981,
        656: 979,
        707: 939,
        738: 939,
        936: 772,
        1018: 772,
        1240: 752,
    }
    _controls = frozenset({"time"})

    net = traitlets.Unicode().tag(sync=True)
    sizes = traitlets.List().tag(sync=True)
    spanish = traitlets.Unicode().tag(sync=True)
    english = traitlets.Unicode().tag(sync=True)
    samples = traitlets.List().tag(sync=True)

    sentence = Setting("", text(0, 240))
    forced = Setting(0, flag())
    taken = Setting([], several(text(1, 24), 0, LONGEST))
    at = Setting(-1, whole(-1, 2 * LONGEST + 1))

    def __init__(self, **settings):
        super().__init__(**stored() | settings)
