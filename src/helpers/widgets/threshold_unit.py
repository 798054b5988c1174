"""The unit of 1943 with its truth table, and the weighted unit that came later."""

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, flag, number, several, whole


class ThresholdUnit(LiveFigure):
    """One unit: the reader sets its lines and its threshold, and reads its table.

    In the form "1943" each of the `lines` excites through one or two synapses,
    inhibits (a veto), or is absent, and `threshold` counts synapses. In the form
    "weights" each line has one of the `weights`, and their sum is held against `theta`.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (610, 970)

    form = Setting("1943", choice("1943", "weights"))
    lines = Setting(
        ["excite", "excite"],
        several(choice("none", "excite", "excite twice", "inhibit"), 2, 3),
    )
    threshold = Setting(2, whole(1, 6))
    weights = Setting([1, 1], several(number(-2, 2), 2, 3))
    theta = Setting(1.5, number(-4, 4))
    inputs = Setting([1, 1], several(flag(), 2, 3))
    goal = Setting("none", choice("none", "AND", "OR", "AND-NOT", "XOR"))

    def __init__(self, **settings):
        for given in ("lines", "weights", "inputs"):
            if hasattr(settings.get(given), "__len__"):
                size = len(settings[given])
                settings.setdefault("lines", ["excite"] * size)
                settings.setdefault("weights", [1] * size)
                settings.setdefault("inputs", [1] * size)
                break
        super().__init__(**settings)

    @staticmethod
    def problem(state):
        """Lines, weights and inputs must be equally many."""
        size = len(state["lines"])
        for name in ("weights", "inputs"):
            if len(state[name]) != size:
                return (
                    f"{name} must have {size} entries, one for each of the lines, "
                    f"not {len(state[name])}."
                )
        return None
