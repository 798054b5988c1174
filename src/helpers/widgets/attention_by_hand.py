"""Attention by hand: three tokens, every weight, and where each number came from."""

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, flag, number, record, several, text, whole

MATRIX = several(several(number(-12, 12), 4, 4), 4, 4)
IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


class AttentionByHand(LiveFigure):
    """Attention among three tokens of four numbers, one step of the formula at a time.

    `step` runs from the tokens over projections, scores, scaling, mask, softmax and
    mixture to W_O. `wide` is the width of queries and keys; beyond the four components
    shown, all are 0. The view "width" lets random queries and keys grow.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (600, 1100)

    view = Setting("hand", choice("hand", "width"))
    tokens = Setting(["first", "second", "third"], several(text(1, 9), 3, 3))
    x = Setting(
        [[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]],
        several(several(number(-12, 12), 4, 4), 3, 3),
    )
    w_q = Setting([[-1, 1, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], MATRIX)
    w_k = Setting(IDENTITY, MATRIX)
    w_v = Setting([[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]], MATRIX)
    w_o = Setting(IDENTITY, MATRIX)
    wide = Setting("4", choice("4", "64"))
    scaled = Setting(1, flag())
    mask = Setting("none", choice("none", "causal", "padding", "both"))
    heads = Setting(1, whole(1, 2))
    head = Setting(1, whole(1, 2))
    step = Setting(4, whole(0, 9))
    cell = Setting(
        {"place": "result", "row": 0, "column": 1},
        record(
            place=choice("left", "right", "result"), row=whole(0, 3), column=whole(0, 3)
        ),
    )
    power = Setting(2, whole(2, 10))
    seed = Setting(98, whole(1, 99))
