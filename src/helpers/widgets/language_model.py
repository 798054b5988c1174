"""The chapter's own GPT and BERT in the page: to write on with, and to fill blanks."""

import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.matrices import packed_with
from helpers.widgets.rules import choice, number, text, whole


def packed(model):
    """A GPT or BERT for the page."""
    return packed_with(model, model.stack)


class LanguageModel(LiveFigure):
    """A prompt that a GPT writes on, word by word, or a word hidden from it and BERT.

    `gpt` and `bert` are what `packed` makes of the two, which know the same `words`;
    BERT knows [MASK] besides, as the last. `samples` are prompts to choose from.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {356: 1244, 656: 1007}
    _controls = frozenset({"time"})
    _wide = False

    gpt = traitlets.Dict().tag(sync=True)
    bert = traitlets.Dict().tag(sync=True)
    words = traitlets.List().tag(sync=True)
    samples = traitlets.List().tag(sync=True)

    prompt = Setting("", text(0, 160))
    view = Setting("write", choice("write", "fill"))
    time = Setting(0, whole(0, 40))
    blank = Setting(0, whole(0, 40))
    temperature = Setting(1.0, number(0.1, 3, 0.1))
    top_k = Setting(0, whole(0, 50))
    top_p = Setting(1.0, number(0.05, 1, 0.05))
    seed = Setting(0, whole(0, 99))
