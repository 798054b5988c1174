"""Connected or not? A game against a machine that looks through a small window."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, flag, several, whole

SIZE, ROUNDS = 29, 8


class OnePiece(LiveFigure):
    """Eight pictures: is each in one piece? The reader judges, and so does a machine.

    `seed` puts the pictures in their order, `at` is the one that is shown, and
    `answers` are the reader's so far, 1 for one piece. The machine weighs all that a
    window of `window` × `window` points shows, at all places. `eye` is what the reader
    sees: "everything", or the "window" alone, whose upper left corner is `spot`.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 946, 356: 923, 442: 1097, 562: 1076, 600: 651, 656: 666}
    _heights |= {681: 641, 998: 619, 1018: 515, 1057: 515, 1128: 544, 1240: 544}

    seed = Setting(3, whole(1, 99))
    at = Setting(0, whole(0, ROUNDS - 1))
    answers = Setting([], several(flag(), 0, ROUNDS))
    window = Setting(7, whole(3, SIZE))
    eye = Setting("everything", choice("everything", "window"))
    spot = Setting([0, 0], several(whole(0, SIZE - 1), 2, 2))

    @staticmethod
    def problem(state):
        """A picture can be shown only when those before it have been judged."""
        if state["at"] > len(state["answers"]):
            return (
                f"at must be at most the number of answers, which is "
                f"{len(state['answers'])}, not {state['at']}."
            )
        return None
