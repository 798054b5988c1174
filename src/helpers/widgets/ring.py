"""A ring of workers that add up their gradients, and what a model's training costs."""

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, number, whole


class Ring(LiveFigure):
    """An all-reduce around a ring, step by step; in the other view, a bill.

    `workers` hold one row each, cut into as many chunks. `step` runs through both
    halves, and `worker` and `chunk` choose the sum that is put in words. In the view
    "bill", `parameters` and `tokens` are powers of ten, `machines` a power of two,
    `tflops` what one machine could do and `use` the percentage that it does.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (475, 640)

    view = Setting("ring", choice("ring", "bill"))
    workers = Setting(4, whole(2, 8))
    step = Setting(2, whole(0, 14))
    worker = Setting(1, whole(1, 8))
    chunk = Setting(1, whole(1, 8))
    parameters = Setting(7.81, number(6, 12, 0.01))
    tokens = Setting(9.4, number(6, 13, 0.01))
    machines = Setting(3, whole(0, 14))
    tflops = Setting(9.5, number(0.5, 1000, 0.5))
    use = Setting(30, whole(5, 100))

    @staticmethod
    def problem(state):
        """The step, the worker and the chunk must exist in a ring of that size."""
        n = state["workers"]
        if state["step"] > 2 * (n - 1):
            return f"a ring of {n} has {2 * (n - 1)} steps, not {state['step']}."
        if max(state["worker"], state["chunk"]) > n:
            return f"a ring of {n} has {n} workers and chunks."
        return None
