"""The net of 1986 that learned to see mirror symmetry, epoch by epoch."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import number, several, whole


class SymmetryNet(LiveFigure):
    """Six inputs, two hidden units, one output, learning all 64 patterns at once.

    `start` holds 17 weights: six and a bias for each hidden unit, then the output's
    two and its bias. With `seed` 0 the run begins there, with any other it begins
    from weights drawn between -0.3 and 0.3. `epoch` is the moment that is shown and
    `pattern` the input, counted from 000000 to 111111.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1723, 356: 1697, 442: 1757, 500: 1844, 558: 1848, 562: 1265}
    _heights |= {600: 1170, 644: 1167, 656: 1149, 860: 1132, 898: 1151, 902: 769}
    _heights |= {936: 773, 998: 672, 1128: 717, 1240: 734}
    _controls = frozenset({"time"})

    start = Setting([0.1] * 17, several(number(-2, 2), 17, 17))
    seed = Setting(4, whole(0, 999))
    rate = Setting(0.1, number(0.01, 0.3, 0.01))
    momentum = Setting(0.9, number(0, 0.95, 0.05))
    epoch = Setting(0, whole(0, 3000))
    pattern = Setting(0b101101, whole(0, 63))
