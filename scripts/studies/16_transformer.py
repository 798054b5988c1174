"""Chapter 16's stored table: the book's Transformer and its variations, seed by seed.

`python scripts/studies/16_transformer.py` fills the rows that
src/helpers/studies/16_transformer.json lacks, one after the other, and can be stopped
and started again; `--rows base "one head"` and `--seeds 2017` choose among them.
About 40 minutes on one core.
"""

import argparse
from dataclasses import replace
from itertools import product
from math import exp
from pathlib import Path
from time import process_time

import torch
from rows import store, stored
from torch import nn

from helpers.corpora import phrasebook, text
from helpers.taught.alignment import RNNsearch
from helpers.taught.attention import MultiHeadAttention
from helpers.taught.decoding import beam_search
from helpers.taught.transformer import Transformer
from helpers.training import translation
from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/16_transformer.json"
SEEDS = (2017, 2018, 2019, 2020, 2021)
FULL, SHORT = 2000, 500  # steps
UNITS = 114  # of RNNsearch: as many parameters as the base Transformer
BASE = {"d_model": 96, "heads": 4, "d_ff": 160, "layers": 2, "dropout": 0.0}
RATE, WARM_UP, TOKENS, SMOOTHING = 0.005, 300, 700, 0.1


def corpus():
    """The phrasebook with one vocabulary for both languages."""
    data = translation.corpus("phrasebook")
    spanish, english = zip(*data.train, strict=True)
    joint = text.Vocabulary([*spanish, *english])
    return replace(data, spanish=joint, english=joint)


def turn(pairs):
    """The pairs with the English first."""
    return tuple((english, spanish) for spanish, english in pairs)


def schedule(steps, warm_up=WARM_UP):
    """The lower of two straight lines: one up, one down to 0."""
    return lambda step: min((step + 1) / max(warm_up, 1), 1 - step / steps)


def transformer(words, **changes):
    """The base model with some sizes changed."""
    return Transformer(words, **(BASE | changes))


def narrow(words, d_k):
    """The base model whose heads have queries, keys and values of another width."""
    model = transformer(words)
    for part in [*model.encoder.layers, *model.decoder.layers]:
        for name in ("self_attention", "cross_attention"):
            if hasattr(part, name):
                heads = MultiHeadAttention(BASE["d_model"], BASE["heads"], d_k)
                for weights in (heads.qkv.weight, heads.out.weight):
                    nn.init.xavier_uniform_(weights)
                setattr(part, name, heads)
    return model


class Learned(nn.Module):
    """Positions as weights, or with `keep=0` no positions at all."""

    def __init__(self, d_model, keep=1.0, longest=64):
        super().__init__()
        self.table = nn.Parameter(keep * torch.randn(longest, d_model) * 0.5)
        self.table.requires_grad = bool(keep)

    def forward(self, x, start=0):
        """(B, T, D) -> (B, T, D)."""
        return x + self.table[start : start + x.shape[-2]]


def positioned(words, keep):
    """The base model with learned positions, or with none."""
    model = transformer(words)
    model.embed.position = Learned(BASE["d_model"], keep)
    return model


ROWS = {  # how the model is made, then what differs in its training
    "base": (transformer, {}),
    "1 head": (lambda words: transformer(words, heads=1), {}),
    "16 heads": (lambda words: transformer(words, heads=16), {}),
    "d_k 4": (lambda words: narrow(words, 4), {}),
    "1 layer": (lambda words: transformer(words, layers=1), {}),
    "d_model 48": (lambda words: transformer(words, d_model=48), {}),
    "dropout 0.1": (lambda words: transformer(words, dropout=0.1), {}),
    "smoothing 0": (transformer, {"smoothing": 0.0}),
    "smoothing 0.2": (transformer, {"smoothing": 0.2}),
    "learned positions": (lambda words: positioned(words, 1.0), {}),
    "no positions": (lambda words: positioned(words, 0.0), {}),
    "pre-norm": (lambda words: transformer(words, pre_norm=True), {}),
    "no warm-up": (transformer, {"warm_up": 0}),
    "pre-norm, no warm-up": (
        lambda words: transformer(words, pre_norm=True),
        {"warm_up": 0},
    ),
}


def perplexity(model, data, pairs):
    """The exponential of the mean cross-entropy of each true next word."""
    generator, total, count = torch.Generator(), 0.0, 0
    for src, tgt in text.batches(data.numbered(pairs), generator, tokens=4000):
        with torch.no_grad():
            words = int((tgt[:, 1:] != text.PAD).sum())
            total += float(translation.loss(model, src, tgt)) * words
        count += words
    return exp(total / count)


def beams(model, data, pairs):
    """BLEU with four beams and the paper's length penalty."""
    numbers = [src for src, _ in data.numbered(pairs)]
    order = sorted(range(len(pairs)), key=lambda i: len(numbers[i]))
    written = [None] * len(pairs)
    for first in range(0, len(order), 50):
        chosen = order[first : first + 50]
        found = beam_search(model, text.pad([numbers[i] for i in chosen]), 40)
        for i, ids in zip(chosen, found.tolist(), strict=True):
            written[i] = data.english.decode(ids)
    return translation.bleu(written, pairs)


def trained(model, data, seed, steps, rate=RATE, warm_up=WARM_UP, smoothing=SMOOTHING):
    """The model after so many steps, and the seconds of one thread that they took."""
    generator = torch.Generator().manual_seed(seed)
    factor, start = schedule(steps, warm_up), process_time()
    translation.train(model, data, steps, rate, generator, TOKENS, smoothing, factor)
    return process_time() - start


def variation(name, seed, data, steps=SHORT):
    """A row of table 3: a short training, measured on the validation sentences."""
    make, settings = ROWS[name]
    torch.manual_seed(seed)
    model = make(len(data.english))
    seconds = trained(model, data, seed, steps, **settings)
    bleu, exact = translation.evaluate(model, data, data.valid)
    ppl = perplexity(model, data, data.valid)
    figures = {"perplexity": round(ppl, 4), "bleu": round(bleu, 2)}
    return figures | {"exact": round(exact, 1), "seconds": round(seconds, 1)}


def full(name, seed, data, steps=FULL):
    """The whole training of one of three models, and BLEU on the test sentences."""
    torch.manual_seed(seed)
    words, rate = len(data.english), RATE
    if name == "RNNsearch":
        data, rate = translation.corpus("phrasebook"), 0.006  # as chapter 14 tuned it
        model = RNNsearch(len(data.spanish), len(data.english), 64, UNITS)
    else:
        model = transformer(words, pre_norm="pre-norm" in name)
    seconds = trained(model, data, seed, steps, rate)
    written = translation.translations(model, data, data.test)
    lengths = translation.bleu_by_length(written, data.test).items()
    row = {
        "parameters": sum(values.numel() for values in model.parameters()),
        "bleu": round(translation.bleu(written, data.test), 2),
        "exact": round(translation.exact(written, data.test), 1),
        "by length": [[*length, round(score or 0, 2)] for length, score in lengths],
        "seconds": round(seconds, 1),
    }
    if name != "RNNsearch":
        row["beams"] = round(beams(model, data, data.test[:300]), 2)
        row["greedy on these"] = round(
            translation.bleu(written[:300], data.test[:300]), 2
        )
    return row


def gendered(pairs):
    """Coreference pairs whose nouns differ in gender, so that the adjective tells."""
    chosen = []
    for pair in pairs:
        found, adjective = pair.antecedent, pair.spanish[pair.antecedent.adjective]
        genders = [pair.tags[i].gender for i in (found.spanish, found.rival_spanish)]
        if genders[0] != genders[1] and adjective[-1] in "oa":
            chosen.append(
                (pair, adjective, adjective[:-1] + "oa"[adjective[-1] == "o"])
            )
    return chosen


def coreference(name, seed, data, steps=FULL):
    """English to Spanish: how often the adjective agrees with what *it* refers to."""
    turned = {part: turn(getattr(data, part)) for part in ("train", "valid", "test")}
    data = replace(data, **turned)
    torch.manual_seed(seed)
    model = transformer(len(data.english))
    seconds = trained(model, data, seed, steps)
    chosen = gendered(phrasebook.coreference().held_out)
    pairs = [(pair.english, pair.spanish) for pair, _, _ in chosen]
    written = translation.translations(model, data, pairs)
    right = sum(
        adjective in words and wrong not in words
        for words, (_, adjective, wrong) in zip(written, chosen, strict=True)
    )
    return {
        "sentences": len(chosen),
        "agree": round(100 * right / len(chosen), 1),
        "bleu": round(translation.evaluate(model, data, data.test)[0], 2),
        "seconds": round(seconds, 1),
    }


KINDS = {
    "full": full,
    "full, pre-norm": full,
    "RNNsearch": full,
    "coreference": coreference,
} | dict.fromkeys(ROWS, variation)


def place(row):
    """Where a row stands in the table."""
    return list(KINDS).index(row["name"]), row["seed"]


def main():
    """Make the rows that the command line asks for and that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("medium")
    keep_memory()
    data = corpus()
    steps = {"full": FULL, "table 3": SHORT}
    for name, seed in product(chosen.rows, chosen.seeds):
        row = {"name": name, "seed": seed}
        if place(row) not in stored(TABLE, place):
            store(row | KINDS[name](name, seed, data), TABLE, place, steps=steps)


if __name__ == "__main__":
    main()
