"""A sum is asked, and four models answer: one that continues, three that were tuned."""

import traitlets

from helpers import studies
from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, number, whole


class AskIt(LiveFigure):
    """Two numbers, and the trees of what four models would write for their sum.

    `nets` holds the base and, for each tuning, the narrow maps that are added to it;
    the page fetches them when the figure comes into view. `draws` is how many answers
    are drawn when it is said how often one is right.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1302, 356: 1280, 442: 1173, 560: 740, 589: 740, 644: 752, 656: 752}
    _heights |= {707: 702, 738: 703, 799: 661, 880: 661, 936: 453, 1018: 421, 1240: 421}

    nets = traitlets.Dict().tag(sync=True, later=True)

    a = Setting(27, whole(0, 99))
    b = Setting(45, whole(0, 99))
    draws = Setting("1", choice("1", "4", "16", "64"))
    temperature = Setting(1.0, number(0.2, 1.6, 0.2))

    @classmethod
    def trained(cls, **settings):
        """The figure with the nets of chapter 21's stored study."""
        kept = ("base", "sft", "dpo", "grpo")
        nets = {name: studies.part("21_sums", name) for name in kept}
        return cls(nets=nets, **settings)
