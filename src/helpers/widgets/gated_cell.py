"""One gated cell that reads a sequence: every gate can be set, or read from weights."""

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, number, record, several, whole

LENGTH = 12
GATE = number(0, 1, 0.05)
WEIGHT = number(-20, 20, 0.5)
READER = record(x=WEIGHT, h=WEIGHT, b=WEIGHT)


class GatedCell(LiveFigure):
    """A cell of 1997, of 2000, or a GRU, with its state and output over time.

    `x` is the sequence. With `source` "set by hand" the gates are the lists `i`, `f`
    and `o`; a GRU takes `f` for z, where 1 keeps, and `o` for r. With "read from
    weights" each gate is σ(x-weight · x + h-weight · h + b) by the dictionaries in
    `weights`, of which `gate` names the one under the sliders. `step` is the moment.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (560, 965)

    kind = Setting("1997", choice("1997", "2000", "GRU"))
    source = Setting("set by hand", choice("set by hand", "read from weights"))
    x = Setting(
        [0.3, -0.5, 0.9, 0.6, -0.8, 0.4, -0.2, 0.7, -0.6, 0.1, -0.9, 0.5],
        several(number(-1, 1, 0.1), LENGTH, LENGTH),
    )
    i = Setting([0, 0, 1, *[0] * 9], several(GATE, LENGTH, LENGTH))
    f = Setting([1, 1, 0, *[1] * 9], several(GATE, LENGTH, LENGTH))
    o = Setting([*[0] * 9, 1, 1, 0], several(GATE, LENGTH, LENGTH))
    weights = Setting(
        {
            "i": {"x": 20, "h": 0, "b": -10},
            "f": {"x": -20, "h": 0, "b": 10},
            "o": {"x": 0, "h": 0, "b": 3},
        },
        record(i=READER, f=READER, o=READER),
    )
    gate = Setting("i", choice("i", "f", "o"))
    step = Setting(1, whole(1, LENGTH))
