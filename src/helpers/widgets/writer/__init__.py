"""A recurrent network that goes on with what the reader begins, letter by letter."""

from base64 import b64encode

import numpy as np
import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, number, text, whole
from helpers.widgets.writer.recording import recorded

ORDER = ("U", "W", "b", "V", "c")


def packed(weights):
    """The network for the page: rows in 8 bits, and what each is multiplied by.

    `weights` has U (a row for each letter), W, b, V and c by name: the state becomes
    tanh(W h + U[x] + b), and the next letter's scores are V h + c.
    """
    numbers, exact, parts = [], [], []
    for name in ORDER:
        values = np.asarray(weights[name], dtype="<f4")
        parts.append([name, *values.shape])
        if values.ndim == 2:
            scale = np.maximum(abs(values).max(1, keepdims=True), 1e-12) / 127
            numbers.append(np.rint(values / scale).astype(np.int8).ravel())
            values = scale
        exact.append(values.astype("<f4").ravel())
    return {
        "parts": parts,
        "whole": b64encode(np.concatenate(numbers).tobytes()).decode(),
        "exact": b64encode(np.concatenate(exact).tobytes()).decode(),
    }


class Writer(LiveFigure):
    """A beginning that a trained network goes on with, and what it holds in its state.

    `net` is what `packed` makes of the network, `letters` the signs it knows in their
    order, and `trained` how many steps it has learned; `checkpoints` has the same
    network after fewer steps, as in {"100": packed(…)}, and `bits` its bits per letter
    on unseen text, as in {"100": 3.4}. `samples` are beginnings to choose from, `units`
    names a few units, as in {"17": "inside quotation marks"}, and `strip` says how many
    units a letter shows.

    A page opens with `recording`, what it writes first, and fetches the network when
    the reader comes to the figure; `size` is how many numbers its state has.

    `beginning` is what the reader typed, `step` the training step of the network that
    goes on with it, `length` how many letters it writes, and `seed` draws them. `at`
    is the letter that is explained, counted from 1, or 0 for the newest. The text is
    coloured by `colour`: "nothing", "surprise", or "unit", which is then `unit`.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1532, 356: 1544, 681: 865, 707: 845, 936: 806, 1057: 757}

    net = traitlets.Dict().tag(sync=True, later=True)
    size = traitlets.Int().tag(sync=True)
    recording = traitlets.Dict().tag(sync=True)
    checkpoints = traitlets.Dict().tag(sync=True, later=True)
    letters = traitlets.Unicode().tag(sync=True)
    trained = traitlets.Int().tag(sync=True)
    bits = traitlets.Dict().tag(sync=True)
    samples = traitlets.List().tag(sync=True)
    units = traitlets.Dict().tag(sync=True)
    strip = traitlets.Int(24).tag(sync=True)

    beginning = Setting("once upon a", text(1, 100))
    step = Setting(0, whole(0, 10_000_000))
    temperature = Setting(0.6, number(0, 2, 0.1))
    seed = Setting(0, whole(0, 99))
    length = Setting(200, whole(0, 600))
    at = Setting(0, whole(0, 700))
    colour = Setting("nothing", choice("nothing", "surprise", "unit"))
    unit = Setting(0, whole(0, 4095))

    def __init__(self, **settings):
        settings.setdefault("step", settings.get("trained", 0))
        if settings.get("samples"):
            settings.setdefault("beginning", settings["samples"][0])
        super().__init__(**settings)

    @traitlets.default("size")
    def _numbers_in_the_state(self):
        parts = self.net.get("parts", [])
        return next((part[2] for part in parts if part[0] == "U"), 0)

    @traitlets.default("recording")
    def _what_it_writes_first(self):
        known = set(self.beginning) <= set(self.letters)
        if not self.net or not known or self.step != self.trained:
            return {}
        made = recorded(
            self.net,
            [self.letters.index(letter) for letter in self.beginning],
            temperature=self.temperature,
            seed=self.seed,
            length=self.length,
            unit=min(self.unit, self.size - 1),
        )
        made["asked"] = [self.beginning, self.step, self.temperature, self.seed]
        return made

    def problem(self, state):
        """A training step, a unit or a letter that there is not, in a sentence."""
        if not self.net:
            return None
        steps = sorted({self.trained, *map(int, self.checkpoints)})
        if state["step"] not in steps:
            return f"step must be one of {', '.join(map(str, steps))}."
        if state["unit"] >= self.size:
            return f"unit must be below {self.size}, not {state['unit']}."
        return None
