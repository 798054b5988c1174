"""A small convolutional network that reads what the reader draws, layer by layer."""

from base64 import b64encode

import numpy as np
import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, flag, not_digits, several, text, whole

SHAPES = [(8, 1, 5, 5), (8,), (16, 8, 5, 5), (16,), (10, 256), (10,)]
BLANK = ["0" * 28] * 28


def packed(weights):
    """The net's six arrays of weights and biases as text, for the figure's `net`."""
    arrays = [np.asarray(values, dtype="<f4") for values in weights]
    shapes = [values.shape for values in arrays]
    if shapes != SHAPES:
        raise ValueError(f"the net's arrays must have shapes {SHAPES}, not {shapes}")
    return b64encode(np.concatenate([a.ravel() for a in arrays]).tobytes()).decode()


def rows(picture):
    """A picture of 28 by 28 numbers from 0 to 1 as 28 texts of digits from 0 to 9."""
    tenths = np.rint(np.asarray(picture, dtype=float).reshape(28, 28) * 9).astype(int)
    return ["".join(map(str, row)) for row in tenths]


class DrawADigit(LiveFigure):
    """A canvas of 28 × 28 pixels, and all that the network makes of it.

    `net` holds the weights as `packed` writes them, and `samples` the pictures to
    choose from, as pairs of a name and its `rows`. `layer`, `map` and `place` say
    which unit is open, and `source` which of the maps before it is shown product by
    product, -1 for none.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1355, 356: 1317, 442: 1344, 519: 1375, 521: 1177, 560: 1142}
    _heights |= {656: 1095, 738: 1084, 859: 1066, 861: 751, 1018: 751, 1240: 733}
    _controls = frozenset({"time"})

    net = traitlets.Unicode().tag(sync=True)
    samples = traitlets.List().tag(sync=True)

    picture = Setting(BLANK, several(text(28, 28), 28, 28))
    layer = Setting("C1", choice("C1", "S2", "C3", "S4", "output"))
    map = Setting(0, whole(0, 15))
    place = Setting(0, whole(0, 575))
    source = Setting(-1, whole(-1, 15))
    erase = Setting(0, flag())

    problem = staticmethod(not_digits)
