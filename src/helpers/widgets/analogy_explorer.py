"""Sums of word vectors, and the words that they land beside."""

import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import flag, several, shown, text, whole

SLIDE = {  # the four vectors of the slide in chapter 12
    "king": [0.603, 0.198, -0.585, -0.074],
    "man": [0.252, -0.836, -0.294, 0.455],
    "woman": [0.947, 0.388, -0.831, 0.773],
    "queen": [1.298, 1.422, -1.122, 0.244],
}


class AnalogyExplorer(LiveFigure):
    """a - b + c with the vectors of a chapter, and what is nearest to it.

    `vectors` has one row for each of the `words`; the page gets them rounded to two
    decimals. With `exclude` the words `a`, `b` and `c` cannot be the answer. `step` 0
    is a, 1 is a - b and 2 the whole sum. `place` is the answer whose cosine is worked
    out, `cell` the number of the vectors that is put in words, and `spelt` the word
    whose bytes are shown.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (812, 1198)

    vectors = traitlets.List(list(SLIDE.values())).tag(sync=True)

    words = Setting(list(SLIDE), several(text(1, 24), 4, 200))
    a = Setting("king", text(1, 24))
    b = Setting("man", text(1, 24))
    c = Setting("woman", text(1, 24))
    exclude = Setting(1, flag())
    step = Setting(2, whole(0, 2))
    place = Setting(0, whole(0, 6))
    cell = Setting(1, whole(1, 300))
    spelt = Setting("king", text(1, 24))

    def __init__(self, **settings):
        super().__init__(**settings)
        if len(self.vectors) != len(self.words):
            raise ValueError(
                f"{len(self.words)} words need as many vectors, not {len(self.vectors)}"
            )

    @traitlets.validate("vectors")
    def _rows_of_one_width(self, proposal):
        rows = [[round(float(x), 2) for x in row] for row in proposal["value"]]
        widths = {len(row) for row in rows}
        if len(widths) != 1 or 0 in widths:
            raise traitlets.TraitError(
                f"all vectors must be of one width, not of {sorted(widths)}"
            )
        return rows

    @staticmethod
    def problem(state):
        """The first chosen word that is not among the words, in a sentence."""
        for name in ("a", "b", "c", "spelt"):
            if state[name] not in state["words"]:
                return f"{name} must be one of the words, not {shown(state[name])}."
        return None
