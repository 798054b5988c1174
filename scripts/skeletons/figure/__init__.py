"""SENTENCE."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import whole


class Skeleton(LiveFigure):
    """A number that the reader moves, and its square."""

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {356: 190, 1060: 190}

    value = Setting(3, whole(0, 9))
