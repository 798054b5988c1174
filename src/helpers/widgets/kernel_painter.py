"""A kernel on a picture: both painted by the reader, every product shown."""

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, several, whole

DISC = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 1, 6, 7, 6, 1, 0, 0],
    [0, 1, 8, 9, 9, 9, 8, 1, 0],
    [0, 6, 9, 9, 9, 9, 9, 6, 0],
    [0, 7, 9, 9, 9, 9, 9, 7, 0],
    [0, 6, 9, 9, 9, 9, 9, 6, 0],
    [0, 1, 8, 9, 9, 9, 8, 1, 0],
    [0, 0, 1, 6, 7, 6, 1, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
]


class KernelPainter(LiveFigure):
    """A picture of 9 × 9 pixels, a kernel of 3 × 3 weights, and the response.

    `show` is the kernel's own "response", or the "magnitude" or "angle" that it gives
    together with itself turned by a quarter. `place` counts the places of the
    response row by row; past the last one, the last is shown.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (920, 1690)

    picture = Setting(DISC, several(several(whole(0, 9), 9, 9), 9, 9))
    kernel = Setting(
        [[1, 2, 1], [0, 0, 0], [-1, -2, -1]],
        several(several(whole(-9, 9), 3, 3), 3, 3),
    )
    mode = Setting("correlation", choice("correlation", "convolution"))
    show = Setting("response", choice("response", "magnitude", "angle"))
    padding = Setting(0, whole(0, 2))
    stride = Setting(1, whole(1, 3))
    brush = Setting(9, whole(0, 9))
    place = Setting(1, whole(0, 120))
