"""The machine of chapter 16: its Transformer in 8 bits, its words, and its examples.

`python scripts/studies/16_machine.py` trains the network exactly as the chapter does
and writes src/helpers/studies/16_machine.json, and in the folder of that name what it
was on the way, after 0, 50, 100 … steps. Its first example is the short sentence
that loses most of its words without one head of the cross-attention; its last is the
shortest that greedy decoding gets wrong and four beams get right.
"""

import json
from dataclasses import replace
from pathlib import Path

import torch

from helpers.corpora import phrasebook, text
from helpers.taught.decoding import beam_search
from helpers.taught.transformer import Transformer
from helpers.training import translation
from helpers.widgets.matrices import packed, rounded

PATH = Path(__file__).parents[2] / "src/helpers/studies/16_machine.json"
ON_THE_WAY = 0, 100, 250, 500, 1000  # steps after which the network is kept as well
SIZES = {"d_model": 96, "heads": 4, "d_ff": 160, "layers": 2, "dropout": 0.0}
STEPS, RATE, TOKENS, SMOOTHING, WARM_UP = 2000, 0.005, 700, 0.1, 300
KINDS = "blaming", "question", "statement", "reported", "compound"


def schedule(step):
    """The lower of two straight lines: one up, one down to 0."""
    return min((step + 1) / WARM_UP, 1 - step / STEPS)


def trained(data, at_step=lambda step, model: None):
    """The chapter's network, from the chapter's seed; it is shown before each step."""
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("medium")
    torch.manual_seed(2017)
    model = Transformer(len(data.spanish), **SIZES)
    order = torch.Generator().manual_seed(2017)

    def watched(step):
        at_step(step, model)
        return schedule(step)

    translation.train(model, data, STEPS, RATE, order, TOKENS, SMOOTHING, watched)
    torch.set_float32_matmul_precision("highest")
    return model.eval()


def beams(model, data, pairs, width=4):
    """What beam search writes for these pairs' sentences."""
    sources = text.pad([src for src, _ in data.numbered(pairs)])
    written = beam_search(model, sources, 40, width, 0.6)
    return [data.english.decode(ids) for ids in written]


def correct(model, data, pairs, width=4):
    """The pairs that come out as the reference has them."""
    said = beams(model, data, pairs, width)
    return [p for p, words in zip(pairs, said, strict=True) if words == [*p[1]]]


def hanging(model, data):
    """The short sentence that hangs most on one head of the cross-attention."""
    short = correct(model, data, [p for p in data.test if len(p[0]) < 10][:100])
    losses = []
    for layer, part in enumerate(model.decoder.layers):
        attention = part.cross_attention
        size = attention.width // attention.heads
        for head in range(attention.heads):
            columns = attention.out.weight.data[:, head * size : (head + 1) * size]
            before = columns.clone()
            columns.zero_()
            for pair, words in zip(short, beams(model, data, short), strict=True):
                losses.append((len(set(pair[1]) - set(words)), layer, head, pair))
            columns.copy_(before)
    return max(losses)[-1][0]


def rescued(model, data):
    """The shortest sentence that one beam gets wrong and four beams get right."""
    plain = [pair for pair in data.test if len(pair[0]) < 16]
    missed = sorted(set(plain) - set(correct(model, data, plain, width=1)))
    return min(correct(model, data, missed), key=lambda pair: len(pair[0]))[0]


def examples(model, data):
    """The sentences to choose from: two of each kind between two exceptions."""
    test = [pair for pair in phrasebook.splits().test if len(pair.spanish) < 15]
    two = (
        pair.spanish
        for kind in KINDS
        for pair in [pair for pair in test if pair.kind == kind][:2]
    )
    chosen = [hanging(model, data), *two, rescued(model, data)]
    return [text.join(words) for words in chosen]


def main():
    """Train the network and store what the machine needs."""
    pairs = translation.corpus("phrasebook")
    spanish, english = zip(*pairs.train, strict=True)
    joint = text.Vocabulary([*spanish, *english])
    data = replace(pairs, spanish=joint, english=joint)
    folder = PATH.with_suffix("")
    folder.mkdir(exist_ok=True)

    def keep(step, model):
        if step in ON_THE_WAY:
            path = folder / f"step_{step}.json"
            path.write_text(json.dumps(packed(model)) + "\n", encoding="utf-8")

    model = trained(data, keep)
    stored = {
        "net": packed(model),
        "steps": STEPS,
        "words": list(joint.words),
        "source_words": list(pairs.spanish.words[4:]),
        "samples": examples(rounded(model), data),
    }
    PATH.write_text(json.dumps(stored, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
