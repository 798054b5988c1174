"""A small AlexNet that sees: a picture on its way through two columns of boxes."""

import json
from functools import cache
from pathlib import Path

import traitlets

from helpers import studies
from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import whole

PICTURES = Path(__file__).with_name("pictures.json")


@cache
def pictures():
    """The pictures to begin with: a name, 32 × 32 pixels and a credit each."""
    return json.loads(PICTURES.read_text(encoding="utf-8"))


@cache
def network():
    """The stored net of the figure, in eight bits."""
    found = studies.part("08_alexnet", "columns")
    return {name: found[name] for name in ("parts", "whole", "exact")}


class TwoColumns(LiveFigure):
    """A picture on its way through a net in two columns, box by box.

    `layer` is the box that is lit: 0 the picture, 1 to 5 the convolutions, 6 and 7 the
    full layers, 8 the guesses. `map` is the map of it that is looked at; past the last
    one, the last is shown. `picture` counts `pictures`; past the last one, likewise.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {
        326: 1032,
        356: 1067,
        442: 1140,
        481: 1157,
        560: 1016,
        639: 868,
        641: 729,
    }
    _heights |= {707: 741, 738: 745, 899: 726, 936: 726, 1018: 741, 1240: 741}
    _controls = frozenset({"time"})

    net = traitlets.Dict().tag(sync=True)
    pictures = traitlets.List().tag(sync=True)
    classes = traitlets.List().tag(sync=True)

    picture = Setting(0, whole(0, 99))
    layer = Setting(1, whole(0, 8))
    map = Setting(0, whole(0, 95))

    @traitlets.default("net")
    def _the_stored_net(self):
        return network()

    @traitlets.default("classes")
    def _its_classes(self):
        return list(studies.part("08_alexnet", "columns")["classes"])

    @traitlets.default("pictures")
    def _those_of_the_book(self):
        return pictures()
