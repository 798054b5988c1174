"""One gated cell, its valves turned by the reader's hand or by trained gates."""

import json
from functools import cache
from importlib.resources import files

import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, number, several, whole

LENGTH = 100
KEPT, ASKED = 7, 100  # the step of the bit that is kept, and the one that asks for it
MARKS = several(whole(1, LENGTH), 0, 6)
GATE = several(number(0, 1, 0.01), LENGTH, LENGTH)


@cache
def trained():
    """For each kind of cell the weights of its gates, as a short training left them."""
    text = (files("helpers.studies") / "11_gates.json").read_text(encoding="utf-8")
    return {kind: row["gates"] for kind, row in json.loads(text)["cells"].items()}


def bits(seed=1998):
    """A hundred bits, 1 or −1, that are always the same."""
    signs = []
    for _ in range(LENGTH):
        seed = (1103515245 * seed + 12345) % 2**31
        signs.append(1 if seed >> 16 & 1 else -1)
    return signs


class GatedCell(LiveFigure):
    """One cell of 1997, of 2000, or a GRU, that reads a hundred bits.

    At the steps in `keep` a mark says that the bit is to be kept, at those in `ask`
    another that it is wanted. With `source` "a trained net" each gate is computed, σ of
    a weighted sum of the bit `x`, both marks and the last output, by `weights`. With
    "your hand" the gates are the lists `i`, `f` and `o`; a GRU takes `f` for z and `o`
    for r. The candidate is tanh(x), in a GRU tanh(x + r h). `step` is the moment, 0
    before the first.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1121, 356: 1106, 560: 1069, 656: 1082, 679: 1082}
    _heights |= {680: 725, 738: 725, 936: 670, 1018: 669, 1057: 670}
    _controls = frozenset({"time"})

    weights = traitlets.Dict().tag(sync=True)

    kind = Setting("2000", choice("1997", "2000", "GRU"))
    source = Setting("a trained net", choice("a trained net", "your hand"))
    x = Setting(bits(), several(number(-1, 1, 1), LENGTH, LENGTH))
    keep = Setting([KEPT], MARKS)
    ask = Setting([ASKED], MARKS)
    i = Setting([0] * LENGTH, GATE)
    f = Setting([1] * LENGTH, GATE)
    o = Setting([0] * LENGTH, GATE)
    step = Setting(LENGTH, whole(0, LENGTH))

    @traitlets.default("weights")
    def _trained_weights(self):
        return trained()
