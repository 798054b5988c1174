"""A small RNNsearch that runs in the page, and where it looks before every word."""

import json
from pathlib import Path

import torch
import traitlets

from helpers import studies
from helpers.corpora.text import START, Vocabulary
from helpers.taught.alignment import RNNsearch
from helpers.widgets import machine, translator
from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import text, whole

LONGEST = translator.LONGEST  # words, in either language
STORED = Path(studies.__file__).with_name("14_search.json")


def study():
    """All that the study left of this net: its words, its loss, its scores."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def stored():
    """The net that the study of chapter 14 trained, as the figure's traits."""
    kept = study()
    nets = {
        step: one["net"]
        for step, one in studies.networks("14_search", *kept["kept"]).items()
    }
    last = str(kept["steps"])
    return {
        "net": nets.pop(last),
        "checkpoints": nets,
        "trained": kept["steps"],
        "sizes": kept["sizes"],
        "spanish": kept["spanish"],
        "english": kept["english"],
        "samples": translator.stored()["samples"],
    }


def network(step=None):
    """The stored network as the chapter's RNNsearch, after all steps or after some."""
    kept = stored()
    step = kept["trained"] if step is None else step
    known = {**kept["checkpoints"], str(kept["trained"]): kept["net"]}
    if str(step) not in known:
        raise ValueError(f"There is a network after {', '.join(known)} steps.")
    model = RNNsearch(*kept["sizes"])
    shapes = [tuple(values.shape) for values in model.parameters()]
    arrays = translator.unpacked(known[str(step)], shapes)
    for values, array in zip(model.parameters(), arrays, strict=True):
        values.data = torch.tensor(array, dtype=torch.float32)
    return model.eval()


@torch.no_grad()
def weights(source, target, step=None):
    """What each target word looks at in the stored network: rows of weights."""
    kept = study()
    spanish, english = (
        Vocabulary.listed(kept[name].split()) for name in ("spanish", "english")
    )
    src = torch.tensor([spanish.encode(source)])
    tgt = torch.tensor([[START, *english.encode(target)[:-1]]])
    return network(step).trace(src, tgt)[1][0].tolist()


class Searcher(LiveFigure):
    """A sentence, its translation, and ribbons from each word to where it looked.

    `net` holds the weights as `translator.packed` writes them, `sizes` the numbers of
    Spanish and English words (with the four marks), of the words' widths and of the
    units. `checkpoints` has the same net after fewer steps, `trained` says after how
    many this one. `samples` are sentences to choose from, as a name and a pair.

    `sentence` is translated; if it is "", the third sample is. `step` is the training
    step whose weights the ribbons show. `at` counts the words written; at -1 all are.
    `source` is the Spanish word whose ribbons are lit, or -1.
    """

    _esm = page_module(__file__)  # view.js and what it imports
    _style = [machine.__file__, __file__]
    _heights = {
        326: 983,
        356: 983,
        442: 958,
        560: 864,
        656: 776,
        738: 776,
        936: 708,
        1018: 678,
        1240: 678,
    }
    _controls = frozenset({"time"})

    net = traitlets.Unicode().tag(sync=True)
    checkpoints = traitlets.Dict().tag(sync=True, later=True)
    trained = traitlets.Int().tag(sync=True)
    sizes = traitlets.List().tag(sync=True)
    spanish = traitlets.Unicode().tag(sync=True)
    english = traitlets.Unicode().tag(sync=True)
    samples = traitlets.List().tag(sync=True)

    sentence = Setting("", text(0, 240))
    step = Setting(0, whole(0, 10_000_000))
    at = Setting(-1, whole(-1, LONGEST + 1))
    source = Setting(-1, whole(-1, LONGEST))

    def __init__(self, **settings):
        settings = stored() | settings
        settings.setdefault("step", settings["trained"])
        super().__init__(**settings)

    def problem(self, state):
        """A training step of which there is no net, in a sentence."""
        steps = sorted({self.trained, *map(int, self.checkpoints)})
        if self.net and state["step"] not in steps:
            return f"step must be one of {', '.join(map(str, steps))}."
        return None
