"""One attention head by hand: three words, every weight, and each number's sum."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, flag, number, record, several, text, whole

MATRIX = several(several(number(-12, 12), 4, 4), 4, 4)
IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
NOUGHT = [0, 0, 0, 0]
PLACES = "x w_q q w_k k w_v v scores scaled weights z w_o out".split()


class AttentionByHand(LiveFigure):
    """Attention among three words of four numbers, drawn whole, with every weight.

    `row` is the word that asks. `step` runs from the words over projections, scores,
    division, mask, softmax and mixture to W_O, which is there with two heads. `cell` is
    the number whose sum is written out. `wide` is the width of queries and keys; beyond
    the four numbers shown, all are 0. The view "width" lets random queries and keys
    grow to a width of 2 to the `power`.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1502, 356: 1481, 442: 1433, 560: 1236, 579: 1234, 580: 895}
    _heights |= {656: 905, 707: 905, 738: 883, 859: 883, 860: 777, 935: 777}
    _heights |= {936: 735, 1240: 735}
    _controls = frozenset({"time"})

    view = Setting("hand", choice("hand", "width"))
    tokens = Setting(["the", "red", "house"], several(text(1, 9), 3, 3))
    x = Setting(IDENTITY[:3], several(several(number(-12, 12), 4, 4), 3, 3))
    w_q = Setting([NOUGHT, NOUGHT, [4, 0, 0, 0], NOUGHT], MATRIX)
    w_k = Setting([[0, 0, 0, 2], [2, 0, 0, 0], [0, 0, 2, 0], NOUGHT], MATRIX)
    w_v = Setting([[0, 0, -2, 2], [3, 1, 0, 0], NOUGHT, NOUGHT], MATRIX)
    w_o = Setting(IDENTITY, MATRIX)
    wide = Setting("4", choice("4", "64"))
    scaled = Setting(1, flag())
    mask = Setting("none", choice("none", "causal", "padding", "both"))
    heads = Setting(1, whole(1, 2))
    head = Setting(1, whole(1, 2))
    row = Setting(2, whole(0, 2))
    step = Setting(8, whole(0, 9))
    cell = Setting(
        {"place": "z", "row": 2, "column": 0},
        record(place=choice(*PLACES), row=whole(0, 3), column=whole(0, 3)),
    )
    power = Setting(2, whole(2, 10))
    seed = Setting(98, whole(1, 99))
