"""A kernel on a photograph, and on its pixels one by one: every product shown."""

from base64 import b64encode
from functools import cache

import numpy as np
import traitlets
from matplotlib import cbook
from PIL import Image

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, several, whole

SIDE = 208  # pixels along the photograph
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


@cache
def portrait():
    """The photograph that comes with Matplotlib: its upper square, in grey."""
    with cbook.get_sample_data("grace_hopper.jpg") as file, Image.open(file) as picture:
        grey = np.asarray(picture.convert("RGB"))[:512].mean(axis=2)
    small = Image.fromarray(grey.round().astype("uint8")).resize((SIDE, SIDE))
    return {
        "grey": b64encode(small.tobytes()).decode(),
        "name": "portrait",
        "credit": "Photograph: Grace Hopper, U.S. Navy, 1984; public domain.",
    }


class KernelPainter(LiveFigure):
    """A photograph, a kernel of 3 × 3 weights, and what the kernel answers.

    `view` is the "photograph" or its "pixels", 9 × 9 of them, which can be painted:
    `picture` has them, from 0 to 9. `show` is the kernel's own "response", or the
    "magnitude" or "angle" that it gives together with itself turned by a quarter. `at`
    is the row and column of the window's middle on the photograph. `place` counts the
    places on the pixels row by row; past the last one, the last is shown.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {
        326: 1010,
        356: 1004,
        442: 980,
        480: 999,
        481: 1150,
        562: 1129,
        600: 1148,
    }
    _heights |= {639: 999, 641: 815, 656: 815, 707: 717, 738: 715, 801: 763, 936: 763}
    _heights |= {1018: 711, 1057: 711, 1240: 788}
    _controls = frozenset({"time"})

    photo = traitlets.Dict().tag(sync=True)

    view = Setting("photograph", choice("photograph", "pixels"))
    picture = Setting(DISC, several(several(whole(0, 9), 9, 9), 9, 9))
    kernel = Setting(
        [[1, 2, 1], [0, 0, 0], [-1, -2, -1]],
        several(several(whole(-10, 10), 3, 3), 3, 3),
    )
    mode = Setting("correlation", choice("correlation", "convolution"))
    show = Setting("response", choice("response", "magnitude", "angle"))
    padding = Setting(0, whole(0, 2))
    stride = Setting(1, whole(1, 3))
    brush = Setting(9, whole(0, 9))
    place = Setting(1, whole(0, 120))
    at = Setting([38, 118], several(whole(1, SIDE - 2), 2, 2))

    @traitlets.default("photo")
    def _portrait_of_the_book(self):
        return portrait()
