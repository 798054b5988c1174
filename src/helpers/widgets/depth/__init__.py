"""Two deep networks side by side, whose wires can be cut and blocks taken out."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, flag, number, several, whole

BLOCKS = list(range(1, 28))


class Depth(LiveFigure):
    """Two networks, eight units wide, learn to tell two spirals apart.

    `blocks` pairs of layers stand between the first layer and the last, so there are
    2 + 2 × `blocks`. Around each block a wire adds its input to its output; `left` and
    `right` are the blocks whose wire is cut in either network, and `out` those that are
    taken out of both when they have learned. `norm` normalises over the batch after
    every layer but the last. `seed` draws the weights, `step` is the moment that is
    shown, `block` the block in hand, and `press` what pressing it does.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {
        326: 1169,
        356: 1118,
        442: 1138,
        480: 1137,
        481: 1270,
        559: 1217,
        560: 806,
        656: 832,
        700: 747,
        936: 770,
    }
    _controls = frozenset({"time"})

    blocks = Setting(27, whole(0, 27))
    left = Setting(BLOCKS, several(whole(1, 27), 0, 27))
    right = Setting([], several(whole(1, 27), 0, 27))
    out = Setting([], several(whole(1, 27), 0, 27))
    norm = Setting(1, flag())
    rate = Setting(0.05, number(0.01, 0.2, 0.01))
    seed = Setting(1, whole(1, 999))
    step = Setting(200, whole(0, 200))
    block = Setting(14, whole(1, 27))
    press = Setting("cuts its wire", choice("cuts its wire", "takes it out"))
