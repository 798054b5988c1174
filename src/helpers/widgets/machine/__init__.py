"""The machine: a trained Transformer drawn whole, entered down to any single number."""

import json
import re
from importlib.resources import files

import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import number, several, text, whole

_PLACE = r"(encoder|decoder)\.[1-9]"
_PART = re.compile(rf"positions|mask|{_PLACE}(\.[a-z_]+(\.[1-9]\d?)?)?")
_NUMBER = r"[A-Z]\d?(\.[a-z]+\d?)+:\d+:\d+(:\d+)?|[a-z][\w.]+:\d+:\d+"
_HEAD = r"(encoder\.[1-9]\.self|decoder\.[1-9]\.(self|cross))\.[1-9]\d?"
_PATH = re.compile(rf"(beams|encoder|decoder|{_PLACE}|{_HEAD})?(/({_NUMBER}))*")


class Machine(LiveFigure):
    """A Transformer that translates the reader's sentence, and shows every number.

    `net` is what `packed` makes of a post-norm Transformer with one vocabulary for both
    languages, `words` that vocabulary, `source_words` those that a sentence may use,
    `samples` sentences to choose from. `steps` is how many steps it has learned, and
    `checkpoints` has it after fewer, as in {"100": packed(…)}.

    `sentence` is translated; if it is "", the first sample is. `cut` names parts that
    are cut out: "decoder.2.cross.3" is a head, "decoder.2.cross" all heads of that
    attention, "encoder.1" a layer, "encoder.1.feed_forward", "encoder.1.add.1",
    "encoder.1.norm.1", "positions", and the decoder's "mask". `forced` gives words that
    it has to write, "" where it may choose. `path` is where the reader stands: ""
    before the whole, "decoder" before a stack, "decoder.2" in a layer,
    "decoder.2.cross.3" in a head, or before the "beams"; `row` is the word that is
    followed there, or -1. `clock` is the moment: to 1 the encoder
    reads, then each word takes 1; at 0 all is done. `width` and `alpha` are the number
    of beams and their length penalty. `learned` is after how many steps of training it
    is looked at, or -1 at the end.
    """

    _esm = page_module(__file__)  # view.js and what it imports
    _style = [__file__]
    _heights = {
        326: 1414,
        356: 1419,
        380: 1381,
        442: 1381,
        515: 1340,
        589: 1302,
        644: 978,
        936: 862,
        1018: 825,
        1240: 825,
    }
    _controls = frozenset({"time"})

    net = traitlets.Dict().tag(sync=True)
    words = traitlets.List().tag(sync=True)
    source_words = traitlets.List().tag(sync=True)
    samples = traitlets.List().tag(sync=True)
    steps = traitlets.Int().tag(sync=True)
    floor = traitlets.Int().tag(sync=True)  # how many levels up the reader cannot go
    checkpoints = traitlets.Dict().tag(sync=True, later=True)

    sentence = Setting("", text(0, 160))
    cut = Setting([], several(text(3, 40), 0, 128))
    forced = Setting([], several(text(0, 40), 0, 24))
    clock = Setting(0, number(0, 40, 0.01))
    path = Setting("", text(0, 400))
    row = Setting(-1, whole(-1, 40))
    learned = Setting(-1, whole(-1, 1_000_000))
    width = Setting(4, whole(1, 6))
    alpha = Setting(0.6, number(0, 2, 0.1))

    @classmethod
    def trained(cls, **settings):
        """The machine with the translator of chapter 16, its words and samples."""
        studies = files("helpers.studies")
        study = json.loads(studies.joinpath("16_machine.json").read_text("utf-8"))
        on_the_way = studies.joinpath("16_machine")
        study["checkpoints"] = {
            path.name[len("step_") : -len(".json")]: json.loads(path.read_text("utf-8"))
            for path in on_the_way.iterdir()
        }
        return cls(**study | settings)

    def open(self, path=None):
        """Lead the reader to a place, such as "decoder.2.cross.3"; "" is the whole."""
        if path is None:
            super().open()  # what a widget of Jupyter means by it: to the page
        else:
            self.path = path

    def problem(self, state):
        """One sentence when settings name no network, part or place, else None."""
        known = sorted({self.steps, *map(int, self.checkpoints)})
        if state.get("learned", -1) not in (-1, *known):
            return f"learned must be -1 or one of {', '.join(map(str, known))}."
        for name in state["cut"]:
            if not _PART.fullmatch(name):
                return (
                    'cut names parts such as "decoder.2.cross.3", "encoder.1" or '
                    f'"positions", not "{name}".'
                )
        if _PATH.fullmatch(state["path"]):
            return None
        return (
            'path leads to a place such as "decoder.2", "decoder.2.cross.3" or '
            f'"beams", not "{state["path"][:40]}".'
        )


class OneHead(Machine):
    """One head of the trained encoder on the reader's sentence, and nothing above it.

    It is the machine, opened at a head; the reader can go to the heads beside it and
    down to any number, and not up.
    """

    _heights = {326: 827, 356: 788, 589: 788, 644: 845, 738: 845, 936: 782, 1240: 782}
    _controls = frozenset()

    floor = traitlets.Int(2).tag(sync=True)
    path = Setting("encoder.1.self.1", text(0, 400))
