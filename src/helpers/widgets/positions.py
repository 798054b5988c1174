"""Positions: sixty places, sixteen clocks, and a step that is a rotation."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, whole


class Positions(LiveFigure):
    """The positional encoding of 60 places in 32 columns.

    A place is compared with the one `offset` further on; `pair` chooses two columns,
    the sine and the cosine of one wavelength.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1293, 356: 1250, 442: 1230, 639: 1237, 640: 837, 738: 837}
    _controls = frozenset({"time"})
    _wide = False

    position = Setting(5, whole(0, 59))
    pair = Setting(2, whole(0, 15))
    offset = Setting(7, whole(0, 30))
    layout = Setting("interleaved", choice("interleaved", "sines first"))
