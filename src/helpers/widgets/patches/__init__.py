"""A drawing cut into squares that fly into a row, and what a small ViT makes of it."""

import numpy as np
import traitlets

from helpers import studies
from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.matrices import packed_with
from helpers.widgets.rules import choice, not_digits, several, text, whole

BLANK = ["0" * 28] * 28


def packed(model):
    """A ViT for the page."""
    return {"patch": model.patch, **packed_with(model, model.encoder)}


def rows(picture):
    """A picture of 28 by 28 numbers from 0 to 1 as 28 texts of digits from 0 to 9."""
    tenths = np.rint(np.asarray(picture, dtype=float).reshape(28, 28) * 9).astype(int)
    return ["".join(map(str, row)) for row in tenths]


class Patches(LiveFigure):
    """A picture, its squares in a row, and what a Vision Transformer reads in them.

    `nets` holds a ViT, as `packed` writes it, for each side of a patch: "7" for one
    with positions, "7 none" for one that learned without; `more` holds others that the
    page fetches when they are asked for. `samples` are pairs of a name and its `rows`.

    `token` is the open one, 0 for the class token; `over` says what lies over the
    picture: the attention of `layer` and `head`, the roll-out, or how alike the
    positions are. `shuffle` numbers an order of the squares, 0 for their own;
    `positions` says whether they stay with the places, go with the pieces, or are not
    there. `tool` is what a touch of the picture does.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {
        326: 1073,
        356: 1057,
        442: 1052,
        479: 1052,
        480: 849,
        481: 1070,
        560: 965,
        589: 965,
        644: 892,
    }
    _heights |= {656: 837, 707: 817, 738: 819, 880: 804, 936: 720, 1018: 645}

    nets = traitlets.Dict().tag(sync=True)
    more = traitlets.Dict().tag(sync=True, later=True)
    samples = traitlets.List().tag(sync=True)

    picture = Setting(BLANK, several(text(28, 28), 28, 28))
    patch = Setting("7", choice("14", "7", "4"))
    token = Setting(0, whole(0, 49))
    over = Setting("attention", choice("attention", "roll-out", "positions", "nothing"))
    layer = Setting(1, whole(0, 7))
    head = Setting("4", choice("1", "2", "3", "4", "mean"))
    shuffle = Setting(0, whole(0, 99))
    positions = Setting("places", choice("places", "pieces", "none"))
    tool = Setting("look", choice("look", "draw", "erase"))

    @classmethod
    def trained(cls, **settings):
        """The figure with chapter 18's nets, and with digits that they never saw."""
        stored = studies.kept("18_vit")
        samples = stored.pop("samples")
        known = {
            name.removeprefix("patch_").replace("_without", " none"): net
            for name, net in stored.items()
        }
        settings = {"picture": samples[0][1]} | settings
        return cls(nets={"7": known.pop("7")}, more=known, samples=samples, **settings)

    problem = staticmethod(not_digits)
