"""The small RNNsearch of chapter 14's live figure, and the same along its training.

`python scripts/studies/14_search.py` trains it on the sentences of chapter 13's small
translator and writes src/helpers/studies/14_search.json, and the network after each of
the `KEPT` steps, in 8 bits, to src/helpers/studies/14_search/step_N.json. Two minutes
on one core, half of them for making the sentences.
"""

import json
import platform
from importlib import import_module
from pathlib import Path
from time import process_time

import torch

from helpers.corpora import text
from helpers.taught.alignment import RNNsearch
from helpers.training import translation
from helpers.widgets.translator import packed, restored

STUDIES = Path(__file__).parents[2] / "src/helpers/studies"
SIZES = {"width": 24, "units": 32}
STEPS, RATE, TOKENS, SEED = 4000, 0.008, 512, 2014
KEPT = (0, 50, 100, 200, 400, 800, 1600, STEPS)
HEARD = 25  # steps between two points of the curve of the loss
TESTED = 800


def learned(data, keep, steps=STEPS, kept=KEPT):
    """The trained net, its losses, and the seconds; `keep` gets the net on the way."""
    torch.manual_seed(SEED)
    model = RNNsearch(len(data.spanish), len(data.english), **SIZES)
    optimiser = torch.optim.Adam(
        model.parameters(), lr=RATE, betas=(0.9, 0.98), eps=1e-9, fused=True
    )
    rng = torch.Generator().manual_seed(SEED)
    batches = translation.endless(data.numbered(data.train), rng, TOKENS)
    losses, heard, start = [], 0.0, process_time()
    for step in range(steps):
        if step in kept:
            keep(step, model)
        optimiser.param_groups[0]["lr"] = RATE * (1 - step / steps)
        optimiser.zero_grad()
        loss = translation.loss(model, *next(batches))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        heard += loss.item() / HEARD
        if step % HEARD == HEARD - 1:
            losses.append([step + 1, round(heard, 3)])
            heard = 0.0
    keep(steps, model)
    return model.eval(), losses, process_time() - start


def arrays(model):
    """The weights in the order in which they lie, each as rows and columns."""
    return [values.detach().numpy() for values in model.parameters()]


def store(content, path):
    """Write the content as JSON."""
    path.parent.mkdir(exist_ok=True)
    lines = json.dumps(content, ensure_ascii=False, indent=1)
    path.write_text(lines + "\n", encoding="utf-8")


def main():
    """Train, keep the net on the way, test it in 8 bits, and store all of it."""
    torch.set_num_threads(1)
    data = import_module("13_seq2seq").little_corpus()
    print(len(data.train), flush=True)

    def keep(step, model):
        store({"net": packed(arrays(model))}, STUDIES / f"14_search/step_{step}.json")

    model, losses, seconds = learned(data, keep)
    print(seconds, losses[-1], flush=True)
    for values in model.parameters():
        values.data = torch.tensor(restored(values.detach()))
    written = translation.translations(model, data, data.test)
    by_length = translation.bleu_by_length(written, data.test)
    content = {
        "sizes": [len(data.spanish), len(data.english), *SIZES.values()],
        "spanish": " ".join(data.spanish.words[text.UNKNOWN + 1 :]),
        "english": " ".join(data.english.words[text.UNKNOWN + 1 :]),
        "kept": list(KEPT),
        "losses": losses,
        "by length": {f"{a}–{b}": round(s, 2) for (a, b), s in by_length.items() if s},
        "bleu": round(translation.bleu(written, data.test), 2),
        "exact": round(translation.exact(written, data.test), 2),
        "parameters": sum(values.numel() for values in model.parameters()),
        "steps": STEPS,
        "seconds": round(seconds, 1),
        "versions": {"python": platform.python_version(), "torch": torch.__version__},
    }
    store(content, STUDIES / "14_search.json")
    print({k: content[k] for k in ("by length", "bleu", "exact", "parameters")})


if __name__ == "__main__":
    main()
