"""Small Vision Transformers that read a drawing as a row of patches, in the page."""

from base64 import b64encode
from pathlib import Path

import numpy as np
import traitlets

from helpers.widgets import draw_a_digit
from helpers.widgets.draw_a_digit import BLANK
from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, flag, several, text, whole


def packed(model):
    """A ViT for the page: matrices in 8 bits a number, the rest in 32."""
    integers, exact, parts = [], [], []
    for name, values in model.named_parameters():
        values = values.detach().numpy()
        parts.append([name, *values.shape])
        if values.ndim == 2:
            scale = np.maximum(abs(values).max(1, keepdims=True), 1e-12) / 127
            integers.append(np.rint(values / scale).astype(np.int8).ravel())
            values = scale
        exact.append(values.ravel())
    return {
        "patch": model.patch,
        "heads": model.encoder.layers[0].self_attention.heads,
        "layers": len(model.encoder.layers),
        "parts": parts,
        "whole": b64encode(np.concatenate(integers).tobytes()).decode(),
        "exact": b64encode(np.concatenate(exact).astype("<f4").tobytes()).decode(),
    }


class Patches(LiveFigure):
    """A drawing cut into patches, and what each token of a ViT looks at.

    `nets` holds a ViT for each side of a patch, as `packed` writes them, and `samples`
    pictures to start from, as pairs of a name and its `rows`. `token` is the open one,
    0 for the class token; `layer` and `head` say whose attention is shown.
    """

    _esm = page_module(__file__)
    _css = "\n".join(
        [
            stylesheet(draw_a_digit.__file__),
            Path(__file__).with_suffix(".css").read_text(encoding="utf-8"),
        ]
    )
    _height = (1040, 2160)

    nets = traitlets.Dict().tag(sync=True)
    samples = traitlets.List().tag(sync=True)

    picture = Setting(BLANK, several(text(28, 28), 28, 28))
    patch = Setting("7", choice("4", "7", "14"))
    token = Setting(0, whole(0, 49))
    layer = Setting(1, whole(0, 7))
    head = Setting("mean", choice("mean", "1", "2", "3", "4"))
    erase = Setting(0, flag())

    @staticmethod
    def problem(state):
        """The first row of the picture that is not made of digits, in a sentence."""
        return draw_a_digit.DrawADigit.problem(state)
