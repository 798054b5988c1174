"""The cover's picture: the machine of chapter 16 at work, from a recording."""

import json
from importlib.resources import files

import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import flag, number, text


def recorded():
    """What scripts/record.mjs keeps: one sentence, translated whole and with a cut."""
    kept = files("helpers.studies").joinpath("16_cover.json")
    return json.loads(kept.read_text("utf-8"))


class Cover(LiveFigure):
    """The machine reads a sentence and writes it in English, word by word.

    Nothing is computed: `recording` has every number that is drawn, in eight bits.
    `cut` is 1 where one head is cut out, `clock` the moment as in the machine, 0 for
    the end, and `link` where a press on the picture leads.
    """

    _esm = page_module(__file__)  # view.js and what it imports
    _style = [__file__]
    _heights = {
        326: 1119,
        356: 1124,
        442: 1124,
        515: 1087,
        589: 1062,
        644: 699,
        738: 683,
        936: 707,
        1018: 707,
        1240: 707,
    }

    recording = traitlets.Dict().tag(sync=True)
    cut = Setting(0, flag())
    clock = Setting(0, number(0, 40, 0.01))
    link = Setting("", text(0, 200))

    @traitlets.default("recording")
    def _the_recording(self):
        return recorded()
