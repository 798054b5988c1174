"""A ring of workers that add up their gradients, chunk by chunk."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, whole


class Ring(LiveFigure):
    """An all-reduce around a ring, step by step, with a tally of what is sent.

    `workers` hold one row each, cut into as many chunks. `step` runs through both
    halves; `worker` and `chunk` choose the sum that is put in words, and the chunk is
    lit wherever it is. `gradient` is of which model, for the tally in bytes.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1047, 356: 1056, 560: 1032, 656: 998, 699: 998, 700: 649}
    _heights |= {738: 649, 860: 627, 936: 641, 1240: 641}
    _controls = frozenset({"time"})

    workers = Setting(4, whole(2, 8))
    step = Setting(2, whole(0, 14))
    worker = Setting(1, whole(1, 8))
    chunk = Setting(1, whole(1, 8))
    gradient = Setting("base", choice("base", "GPT-2", "GPT-3"))

    @staticmethod
    def problem(state):
        """The step, the worker and the chunk must exist in a ring of that size."""
        n = state["workers"]
        if state["step"] > 2 * (n - 1):
            return f"a ring of {n} has {2 * (n - 1)} steps, not {state['step']}."
        if max(state["worker"], state["chunk"]) > n:
            return f"a ring of {n} has {n} workers and chunks."
        return None
