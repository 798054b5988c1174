"""The error-correction rule on every picture of a few points: weights, or two bags."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, whole

QUESTIONS = ("all", "majority", "mirror", "parity")


class OrderExplorer(LiveFigure):
    """Passes of the rule with masks of at most `order` of the `points`.

    Each picture stands at its weighted sum; a sum above 0 says yes. After so many
    `passes` the rule ends with right weights, or its weights return and its corrections
    are two bags that no weights tell apart.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1230, 356: 1209, 442: 1114, 558: 1078, 562: 1111, 659: 1078}
    _heights |= {
        661: 810,
        701: 788,
        738: 747,
        798: 680,
        801: 815,
        860: 764,
        1018: 754,
        1240: 731,
    }
    _controls = frozenset({"time"})

    question = Setting("parity", choice(*QUESTIONS))
    points = Setting(4, whole(2, 4))
    order = Setting(3, whole(1, 4))
    passes = Setting(36, whole(0, 200))

    @staticmethod
    def problem(state):
        """One sentence if the order is beyond the points, or None."""
        if state["order"] > state["points"]:
            return (
                f"order must be at most points, which is {state['points']}, "
                f"not {state['order']}."
            )
        return None
