"""A recurrent cell of three units for four steps, with every number of every sum."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import flag, several, whole


class StepByHand(LiveFigure):
    """The worked example of chapter 10: three units, two inputs, ReLU, one output.

    `inputs` are the two inputs at each of the four times. `step` goes forwards from the
    start to time 4 and from there back to the start, which is step 8.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1106, 356: 1058, 442: 939, 500: 873, 600: 873, 644: 908, 656: 859}
    _heights |= {
        681: 859,
        707: 810,
        738: 810,
        801: 778,
        860: 778,
        902: 734,
        936: 712,
        1240: 712,
    }
    _controls = frozenset({"time"})

    inputs = Setting(
        [[1, 0], [0, 0], [1, 1], [0, 1]], several(several(flag(), 2, 2), 4, 4)
    )
    step = Setting(3, whole(0, 8))
