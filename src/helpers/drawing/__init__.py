"""The drawing room: one alphabet for every picture of the book.

A drawing is a `Drawing`, made of a function that draws on a `Canvas` of the room it
gets. Each chapter's drawings are a module here, named after the chapter's subject.
What a cell returns is shown by `show`, `runs` and `translations`.
"""

from helpers.drawing.alphabet import NARROW, WIDE, number
from helpers.drawing.canvas import Canvas
from helpers.drawing.dots import runs
from helpers.drawing.drawing import Drawing
from helpers.drawing.tables import show, translations

__all__ = [
    "NARROW",
    "WIDE",
    "Canvas",
    "Drawing",
    "number",
    "runs",
    "show",
    "translations",
]
