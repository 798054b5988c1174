"""A line that learns from its mistakes: the perceptron in the plane."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import number, record, several, whole

_PLACE = {"low": -2, "high": 2, "step": 0.1}
TWO_SIDES = [
    {"x1": -0.4, "x2": 0.8, "y": 1},
    {"x1": 0.3, "x2": -1.4, "y": -1},
    {"x1": -1, "x2": -1.3, "y": -1},
    {"x1": 0.8, "x2": -1.7, "y": -1},
    {"x1": -0.6, "x2": 1.7, "y": 1},
    {"x1": -0.3, "x2": -0.9, "y": -1},
    {"x1": -1.7, "x2": -0.7, "y": 1},
    {"x1": 1.8, "x2": -0.4, "y": -1},
]


class LearningLine(LiveFigure):
    """Examples to drag and flip, and a line that moves at each mistake.

    `points` holds 2 to 10 examples, each {"x1": …, "x2": …, "y": 1 or -1}, which are
    taken in turn; places count in tenths, so that the page's sums are exact.
    `mistakes` is how many have been made; past the last one, the end is shown.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1153, 500: 1291, 562: 1305, 600: 1343, 644: 752, 936: 752}
    _heights |= {998: 707, 1240: 707}
    _controls = frozenset({"time"})

    points = Setting(
        TWO_SIDES,
        several(
            record(x1=number(**_PLACE), x2=number(**_PLACE), y=whole(-1, 1)), 2, 10
        ),
    )
    mistakes = Setting(3, whole(0, 400))

    @staticmethod
    def problem(state):
        """One sentence when an example is not whole, else None."""
        for i, point in enumerate(state["points"]):
            if point.keys() != {"x1", "x2", "y"}:
                return f"points[{i}] needs x1, x2 and y, and has {', '.join(point)}."
            if point["y"] == 0:
                return f'points[{i}]["y"] must be 1 or -1, not 0.'
        return None
