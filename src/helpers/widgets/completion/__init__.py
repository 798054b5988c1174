"""A trained GPT that goes on with what the reader types, and what it draws from."""

import traitlets

from helpers import studies
from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import number, text, whole

STUDY = "17_writer"


class Completion(LiveFigure):
    """A beginning that a GPT goes on with, token by token, and each next token's bars.

    `nets` has the trained network by its step, as in {"2000": packed}, with its heads
    and layers; `letters` and `merges` cut a text into tokens. `samples` has what was
    written after fewer steps: {"step", "bits", "said", "next"} each, by beginning.

    `beginning` is what the reader typed and `step` the training step; `length` is how
    many tokens it writes, and `seed` draws them. `at` is the token whose bars are
    shown, counted from 1, or 0 for the one to come.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {356: 1209, 560: 1088, 656: 789, 707: 677, 936: 654, 1240: 620}

    nets = traitlets.Dict().tag(sync=True, later=True)
    letters = traitlets.List().tag(sync=True)
    merges = traitlets.List().tag(sync=True)
    samples = traitlets.List().tag(sync=True)
    context = traitlets.Int(128).tag(sync=True)

    beginning = Setting("Once upon a time", text(1, 120))
    step = Setting(0, whole(0, 10_000_000))
    temperature = Setting(0.8, number(0.1, 2, 0.1))
    top_k = Setting(0, whole(0, 40))
    top_p = Setting(0.9, number(0.05, 1, 0.05))
    seed = Setting(0, whole(0, 99))
    length = Setting(100, whole(0, 120))
    at = Setting(0, whole(0, 200))

    @classmethod
    def trained(cls, **settings):
        """The GPT that chapter 17's study trained on fairy tales."""
        samples = studies.part(STUDY, "samples")
        steps = [sample["step"] for sample in samples]
        net = studies.part(STUDY, f"step_{steps[-1]}")
        tokens = studies.part(STUDY, "tokens")
        return cls(
            nets={str(steps[-1]): {"heads": 4, "layers": 3, **net}},
            letters=tokens["letters"],
            merges=tokens["merges"],
            samples=samples,
            **{"step": steps[-1], **settings},
        )

    def problem(self, state):
        """A training step that nothing is stored of, in a sentence."""
        steps = [sample["step"] for sample in self.samples]
        if steps and state["step"] not in steps:
            return f"step must be one of {', '.join(map(str, steps))}."
        return None
