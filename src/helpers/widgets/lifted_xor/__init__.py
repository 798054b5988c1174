"""XOR lifted into three dimensions, to be turned, lifted and cut."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, number, several


class LiftedXor(LiveFigure):
    """Four points of a square, lifted by the product of their coordinates, and a plane.

    `goal` says which points deserve a yes. `lift` is how high the product a b is
    carried, 0 for the flat sheet. A point is answered yes if its weighted sum, with
    `weights` for a, b and the height, exceeds `theta`: if it lies on one side of the
    plane. `turn` and `tilt` are the degrees from which one looks.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 751, 442: 779, 500: 820, 562: 820, 600: 593, 801: 612}
    _heights |= {860: 590, 1128: 591, 1240: 615}

    goal = Setting("XOR", choice("AND", "OR", "XOR"))
    lift = Setting(1, number(0, 1, 0.05))
    weights = Setting([1, 1, -2], several(number(-3, 3, 0.25), 3, 3))
    theta = Setting(0.5, number(-3, 3, 0.25))
    turn = Setting(28, number(-180, 180, 1))
    tilt = Setting(22, number(0, 90, 1))
