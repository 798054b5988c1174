"""Small Vision Transformers that read a drawing as a row of patches, in the page."""

from pathlib import Path

import traitlets

from helpers.widgets import draw_a_digit
from helpers.widgets.draw_a_digit import BLANK
from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, flag, several, text, whole
from helpers.widgets.translator import packed_with


def packed(model):
    """A ViT for the page."""
    return {"patch": model.patch, **packed_with(model, model.encoder)}


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
