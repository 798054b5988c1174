"""A recurrent cell unrolled under a text: states forwards, the gradient backwards."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import flag, number, text, whole

LETTERS = "abcdefghijklmnopqrstuvwxyz .,'!?-"


class UnrolledCell(LiveFigure):
    """Eight units read a text letter by letter, and the gradient runs back.

    `text` is what is read; `length` is the number of letters, 0 for the text as it is,
    and a longer one reads the text again. `radius` is the spectral radius of the
    recurrent weights, which `seed` draws, and `tanh` the squashing. The loss asks all
    units of the last state to grow. `cell` is the one that is lit, with its sum; `clip`
    cuts the gradient for W to the length `theta`. `step` goes forwards to the last
    state and from there back to the first; 120 is the whole.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1533, 356: 1533, 442: 1469, 500: 1475, 562: 1454, 600: 1132}
    _heights |= {707: 1126, 738: 1105, 801: 1109, 860: 1042, 898: 1042, 902: 857}
    _heights |= {936: 812, 1018: 791, 1240: 791}
    _controls = frozenset({"time"})

    text = Setting("the girls sing", text(1, 30))
    length = Setting(0, whole(0, 60))
    radius = Setting(0.5, number(0.3, 2, 0.1))
    tanh = Setting(1, flag())
    clip = Setting(0, flag())
    theta = Setting(1, number(0.1, 5, 0.1))
    seed = Setting(400, whole(1, 999))
    cell = Setting(9, whole(1, 60))
    step = Setting(120, whole(0, 120))

    @staticmethod
    def problem(state):
        """One sentence when the text has a sign that the cell does not know."""
        for sign in state["text"]:
            if sign.lower() not in LETTERS:
                return (
                    "text must be of the letters a to z, spaces and . , ' ! ? -; "
                    f"it has “{sign}”."
                )
        return None
