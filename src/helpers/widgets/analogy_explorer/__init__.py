"""Real words on a map, an arrow to drop on any of them, and an axis to lay them on."""

import json

import traitlets

from helpers.corpora import glove
from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, flag, several, shown, text, whole

JOBS = [
    "nurse", "dancer", "singer", "doctor", "teacher", "librarian", "pilot", "lawyer",
    "judge", "baker", "scientist", "engineer", "secretary", "captain",
]  # fmt: skip


class AnalogyExplorer(LiveFigure):
    """Some thousands of words with their vectors, seen in three ways.

    `table` is what `scripts/studies/12_map.py` stored; without one it is that. In the
    `view` "arrow" the step from the word `start` to the word `end` is laid on the word
    `drop`, in the plane that holds all three; with `exclude` these three cannot be the
    answer. In the view "map" neighbours stand together, and `word` is looked at, from
    as near as `zoom` says. In the view "axis" all words lie along the step from `start`
    to `end`, and `judged` are those that stand out.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {
        326: 1169,
        356: 1193,
        442: 1218,
        560: 1150,
        656: 751,
        681: 751,
        707: 724,
        738: 724,
        936: 751,
        1018: 722,
        1057: 681,
        1240: 681,
    }

    table = traitlets.Dict().tag(sync=True)

    view = Setting("arrow", choice("arrow", "map", "axis"))
    start = Setting("man", text(1, 24))
    end = Setting("woman", text(1, 24))
    drop = Setting("king", text(1, 24))
    exclude = Setting(1, flag())
    word = Setting("", text(0, 24))
    zoom = Setting(1, whole(1, 12))
    judged = Setting(JOBS, several(text(1, 24), 0, 18))

    @traitlets.default("table")
    def _stored(self):
        table = json.loads(glove.MAP.read_text(encoding="utf-8"))
        return {key: table[key] for key in ("words", "vectors", "scales", "map")}

    def problem(self, state):
        """The first chosen word that is not among the words, in a sentence."""
        known = set(self.table["words"].split())
        for name in ("start", "end", "drop", "word"):
            if state[name] not in known and (name, state[name]) != ("word", ""):
                return f"{name} must be one of the words, not {shown(state[name])}."
        for word in state["judged"]:
            if word not in known:
                return f"judged must hold words of the table, not {shown(word)}."
        return None
