"""The unit of 1943 with its truth table, and the weighted unit that came later."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, flag, number, several, whole


class ThresholdUnit(LiveFigure):
    """One unit: the reader sets its lines and its threshold, and reads its table.

    In the form "1943" each of the `lines` excites through one or two synapses,
    inhibits (a veto), or is absent, and `threshold` counts synapses. In the form
    "weights" each line has one of the `weights`, and their sum is held against `theta`.
    """

    _esm = page_module(__file__)
    _style = [__file__]

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

    @property
    def _heights(self):
        base = {326: 1044, 356: 1023, 442: 971, 639: 971, 640: 605, 738: 555}
        base |= {1018: 536, 1240: 536}
        asks = 0 if self.goal == "none" else 38  # what the goal asks, to be opened
        return {room: height + asks for room, height in base.items()}

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
