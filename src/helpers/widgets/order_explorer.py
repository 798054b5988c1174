"""What a perceptron of some order can do: a line, the rule, and the four figures."""

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, named, number, several, whole

QUESTIONS = ("all", "majority", "mirror", "parity")
COLUMNS = 9  # of the four figures


class OrderExplorer(LiveFigure):
    """Three views of order, as in Minsky and Papert's book of 1969.

    "line": a line among the four figures of two points, bent by a weight on the pair.
    "rule": the error-correction rule with masks of at most `order` of the `points`;
    it ends with right weights, or with two bags of figures that no weights tell apart.
    "windows": four figures and a window, `width` columns wide.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (590, 1010)

    view = Setting("line", choice("line", "rule", "windows"))
    goal = Setting("XOR", choice("AND", "OR", "XOR"))
    weights = Setting([1, 1, 0], several(number(-3, 3), 3, 3))
    theta = Setting(0.5, number(-3, 3, 0.25))
    question = Setting("parity", choice(*QUESTIONS))
    points = Setting(3, whole(2, 4))
    order = Setting(2, whole(1, 4))
    passes = Setting(0, whole(0, 200))
    reachable = Setting({}, named(several(several(whole(0, 16), 2, 4), 3, 3)))
    width = Setting(3, whole(1, COLUMNS))
    place = Setting(0, whole(0, COLUMNS - 1))

    @staticmethod
    def problem(state):
        """The order fits the points; only the figure's questions have best counts."""
        if state["order"] > state["points"]:
            return (
                f"order must be at most points, which is {state['points']}, "
                f"not {state['order']}."
            )
        for name in state["reachable"]:
            if name not in QUESTIONS:
                return f"reachable must name questions of the figure, not {name}."
        return None
