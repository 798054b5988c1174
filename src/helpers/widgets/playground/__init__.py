"""A small net in a plane: its hidden units' own lines, learned while one looks on."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, number, several, whole


class Playground(LiveFigure):
    """Two inputs, a few hidden units and one output learn to tell points apart.

    `points` names the set of cases, and `hidden` is the number of hidden units. The
    weights begin where `seed` draws them, all equal if it is 0; or at `start`, if that
    has numbers: two weights and a bias for each hidden unit, then the output's weights
    and its bias. `rate` and `momentum` are those of equation 9. `epoch` is the moment
    that is shown, and `unit` the hidden unit whose two weights span the error surface.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1609, 442: 1440, 500: 1418, 558: 1377, 562: 1194, 600: 1146}
    _heights |= {644: 1159, 656: 1137, 707: 1137, 738: 1096, 801: 1075, 860: 843}
    _heights |= {902: 789, 1057: 789, 1240: 723}
    _controls = frozenset({"time"})

    points = Setting("XOR", choice("XOR", "line", "stripe", "ring"))
    hidden = Setting(2, whole(1, 4))
    rate = Setting(0.5, number(0.05, 3, 0.05))
    momentum = Setting(0.9, number(0, 0.95, 0.05))
    seed = Setting(2, whole(0, 999))
    start = Setting([], several(number(-40, 40), 0, 17))
    epoch = Setting(1000, whole(0, 1000))
    unit = Setting(1, whole(1, 4))

    @staticmethod
    def problem(state):
        """One sentence when the start has not as many numbers as the net has."""
        wanted, given = 4 * state["hidden"] + 1, len(state["start"])
        if given not in (0, wanted):
            return (
                f"start must have {wanted} numbers for {state['hidden']} hidden "
                f"units, not {given}."
            )
        if state["unit"] > state["hidden"]:
            return f"unit must be at most {state['hidden']}, not {state['unit']}."
        return None
