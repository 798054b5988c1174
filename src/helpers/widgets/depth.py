"""Networks of 2 to 56 layers that learn two spirals, with every gradient on show."""

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import flag, number, whole


class Depth(LiveFigure):
    """A narrow network, its gradients layer by layer, and its training error.

    `blocks` pairs of layers stand between the first layer and the last, so there are
    2 + 2 × `blocks`. `skip` adds each block's input to its output; `norm` normalises
    over the batch after every layer but the last. `seed` draws the weights, `step`
    is the moment that is shown, and `layer` the one whose gradient is put in words.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (515, 955)

    blocks = Setting(27, whole(0, 27))
    skip = Setting(0, flag())
    norm = Setting(1, flag())
    rate = Setting(0.05, number(0.01, 0.2, 0.01))
    seed = Setting(1, whole(1, 999))
    step = Setting(0, whole(0, 200))
    layer = Setting(1, whole(1, 56))
