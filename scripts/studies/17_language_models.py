"""Chapter 17's stored tables: blanks, letters, sizes and rates, seed by seed.

`python scripts/studies/17_language_models.py` fills the rows that
src/helpers/studies/17_language_models.json lacks, one after the other, and can be
stopped and started again; `--rows` and `--seeds` choose among them.
About 17 minutes on one core.
"""

import argparse
import sysconfig
from functools import cache, partial
from itertools import islice, product
from math import log
from pathlib import Path
from time import process_time

import torch
from rows import store, stored
from torch.nn.functional import cross_entropy

from helpers.corpora import phrasebook, prose, text
from helpers.taught.gpt import GPT
from helpers.taught.language import (
    BERT,
    ELMo,
    LetterLSTM,
    bits,
    hide,
    next_letter,
    train,
    windows,
)
from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/17_language_models.json"
SEEDS = (2018, 2019, 2020, 2021, 2022)
TRIED_SEEDS = SEEDS[:1]  # of a rate or a length that is tried
STEPS = 2400  # of a training on sentences
LONGEST = 48  # tokens of a sentence at most, with its start and stop


# ---- sentences of the phrasebook ----------------------------------------------------


@cache
def sentences(part="test"):
    """English rows to learn, rows to be tested on, and their vocabulary."""
    splits = phrasebook.splits()
    words = text.Vocabulary([pair.english for pair in splits.train])
    rows = [
        [[text.START, *words.encode(pair.english), text.STOP] for pair in pairs]
        for pairs in (splits.train, getattr(splits, part))
    ]
    return rows[0], rows[1], words


def endless(rows, generator, tokens=1000):
    """Padded batches of rows, again and again: (B, T)."""
    while True:
        for ids, _ in text.batches([(row, row) for row in rows], generator, tokens):
            yield ids


def two_directions(model, ids):
    """ELMo's cost: each word from its left, and each from its right."""
    left, right = model(ids)
    return (bits(left, ids[:, 1:]) + bits(right, ids[:, :-1])) / 2


def next_token(model, ids):
    """GPT's cost: each word from its left."""
    return bits(model(ids[:, :-1]), ids[:, 1:])


def hidden(mask, generator):
    """BERT's cost: the chosen words, from all that is left."""

    def cost(model, ids):
        spoilt, chosen = hide(ids, mask, generator)
        return cross_entropy(model(spoilt, chosen), ids[chosen]) / log(2)

    return cost


def reader(kind, words, seed, steps, rate):
    """A small model of this kind, trained on the phrasebook's sentences."""
    learn, _, vocabulary = words
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    tokens = mask = len(vocabulary)
    make = {
        "ELMo": lambda: (ELMo(tokens, 28), two_directions),
        "GPT": lambda: (GPT(tokens, LONGEST, 32, 4, 2), next_token),
        "BERT": lambda: (
            BERT(tokens + 1, LONGEST, 32, 4, 2),
            hidden(mask, generator),
        ),
    }
    model, cost = make[kind]()
    train(model, cost, endless(learn, generator), steps, rate)
    return model.eval()


def blanks(rows, count, seed=2018):
    """The first rows, padded, and a place in each whose word is to be found."""
    generator = torch.Generator().manual_seed(seed)
    rows = rows[:count]
    share = torch.rand(len(rows), generator=generator).tolist()
    places = [1 + int(u * (len(row) - 2)) for u, row in zip(share, rows, strict=True)]
    return text.pad(rows), torch.tensor(places)


@torch.no_grad()
def guesses(kind, model, ids, places, mask, common):
    """Scores for the word at each row's place: (B, V), for each way to look."""
    at = torch.arange(len(ids))
    if kind == "GPT":
        return {"GPT": model(ids)[at, places - 1]}
    if kind == "BERT":
        blank = torch.zeros(ids.shape, dtype=torch.bool)
        blank[at, places] = True
        return {"BERT": model(ids.masked_fill(blank, mask), blank)}
    left, right = (scores.log_softmax(-1) for scores in model(ids))
    left, right = left[at, places - 1], right[at, places]
    return {"ELMo, left": left, "ELMo, both": left + right - common}


def blank(kind, seed, steps=STEPS, count=3000, rate=0.01, part="test"):
    """How well a model of this kind fills a blank in a sentence it has not seen."""
    words = sentences(part)
    ids, places = blanks(words[1], count)
    known = torch.cat([torch.tensor(row) for row in words[0]])
    common = ((torch.bincount(known, minlength=len(words[2])) + 1) / len(known)).log()
    start = process_time()
    model = reader(kind, words, seed, steps, rate)
    seconds = process_time() - start
    truth = ids[torch.arange(len(ids)), places]
    found = {}
    for name, scores in guesses(
        kind, model, ids, places, len(words[2]), common
    ).items():
        right = (scores.argmax(-1) == truth).float().mean()
        cost = cross_entropy(scores, truth) / log(2)
        found[name] = {"right": round(float(right), 4), "bits": round(float(cost), 3)}
    size = sum(values.numel() for values in model.parameters())
    return {"found": found, "parameters": size, "seconds": round(seconds, 1)}


# ---- letters ------------------------------------------------------------------------


def numbered(learn, held):
    """Two texts as numbers of their letters, and how many letters there are."""
    letters = sorted(set(learn + held))
    index = {letter: i for i, letter in enumerate(letters)}
    both = [torch.tensor([index[letter] for letter in part]) for part in (learn, held)]
    return *both, len(letters)


@cache
def book(chapters=8):
    """This book's prose: its first chapters to learn from, the next held back."""
    texts = [chapter.lower() for chapter in prose.chapters()]
    return numbered(" ".join(texts[:chapters]), texts[chapters])


@cache
def library():
    """Python's own library: its modules to learn from, every twentieth held back."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    plain = {"\n", *map(chr, range(32, 127))}
    modules = [
        path.read_text("utf-8", "ignore") for path in sorted(folder.glob("*.py"))
    ]
    modules = ["".join(c for c in module if c in plain) for module in modules]
    held = "\n".join(modules[::20])
    return numbered("\n".join(m for i, m in enumerate(modules) if i % 20), held)


TEXTS = {"book": book, "library": library, "rates": partial(book, 7)}


def cost_by_place(model, held, length, passages=160):
    """Bits a letter on held-back passages, by how much of the passage was read."""
    starts = torch.linspace(0, len(held) - length - 1, passages).long()
    ids = held[starts[:, None] + torch.arange(length + 1)]
    with torch.no_grad():
        scores = model(ids[:, :-1])
    return cross_entropy(scores.mT, ids[:, 1:], reduction="none").mean(0) / log(2)


def letters(where, make, seed, seconds, rate, length, count, steps=None):
    """A model of letters after so many seconds of one thread, measured on held text."""
    learn, held, size = TEXTS[where]()
    torch.manual_seed(seed)
    model = make(size)
    batches = windows(learn, length, torch.Generator().manual_seed(seed), count)
    if steps is None:
        train(make(size), next_letter, batches, 5, 0.0)
        start = process_time()
        train(make(size), next_letter, batches, 30, 0.0)
        steps = int(seconds * 30 / (process_time() - start))
        batches = windows(learn, length, torch.Generator().manual_seed(seed), count)
    start = process_time()
    train(model, next_letter, batches, steps, rate)
    spent = process_time() - start
    costs = cost_by_place(model.eval(), held, length)
    return {
        "bits": round(float(costs.mean()), 4),
        "late": round(float(costs[length // 2 :].mean()), 4),
        "steps": steps,
        "parameters": sum(values.numel() for values in model.parameters()),
        "seconds": round(spent, 1),
    }


def gpt(width, context, heads=4):
    """How to make a GPT of two layers for so many letters."""
    return lambda size: GPT(size, context, width, heads, 2)


def lstm(units):
    """How to make an LSTM for so many letters."""
    return lambda size: LetterLSTM(size, units)


def echoes(count, generator, letters=16, least=8, most=24):
    """Random letters, and then the same again: (count, twice the letters)."""
    while True:
        length = int(torch.randint(least, most + 1, (1,), generator=generator))
        once = torch.randint(letters, (count, length), generator=generator)
        yield torch.cat([once, once], dim=1)


def second_time(model, ids):
    """What the letters cost when they come again, from the second of them on."""
    half = ids.shape[1] // 2
    scores = model(ids[:, :-1])[:, half:]
    return cross_entropy(scores.flatten(0, 1), ids[:, half + 1 :].flatten()) / log(2)


def echo(make, seed, steps):
    """A model that learns to say random letters again, after so many steps."""
    torch.manual_seed(seed)
    model, generator = make(16), torch.Generator().manual_seed(seed)
    start = process_time()
    train(model, second_time, echoes(32, generator), steps, 0.01)
    spent = process_time() - start
    fresh = echoes(200, torch.Generator().manual_seed(2018))
    with torch.no_grad():
        costs = [float(second_time(model, ids)) for ids in islice(fresh, 10)]
    return {
        "bits": round(sum(costs) / 10, 4),
        "steps": steps,
        "parameters": sum(values.numel() for values in model.parameters()),
        "seconds": round(spent, 1),
    }


WIDTHS = (8, 16, 32, 64)
SECONDS = 8
KINDS = {
    "blanks, ELMo": lambda seed: blank("ELMo", seed, rate=0.02),
    "blanks, GPT": lambda seed: blank("GPT", seed),
    "blanks, BERT": lambda seed: blank("BERT", seed),
    "book, LSTM": lambda s: letters("book", lstm(112), s, SECONDS, 0.01, 128, 16),
    "book, GPT": lambda s: letters("book", gpt(64, 128), s, SECONDS, 0.01, 128, 16),
    "library, LSTM": lambda s: letters("library", lstm(114), s, SECONDS, 0.01, 256, 8),
    "library, GPT": lambda s: letters(
        "library", gpt(64, 256), s, SECONDS, 0.01, 256, 8
    ),
    # five steps of the LSTM take as long as two of the GPT
    "echo, LSTM": lambda seed: echo(lstm(57), seed, 3200),
    "echo, GPT": lambda seed: echo(gpt(32, 64, 2), seed, 1300),
} | {
    f"width {width}": lambda s, width=width: letters(
        "library", gpt(width, 64, 2), s, 0, 0.01, 64, 16, steps=400
    )
    for width in WIDTHS
}
# rates and a longer training, on a chapter and on sentences that no contest is held on
TRIED = {
    f"{name}, rate {rate}": lambda s, make=make, rate=rate: letters(
        "rates", make, s, SECONDS, rate, 128, 16
    )
    for name, make in {"LSTM": lstm(112), "GPT": gpt(64, 128)}.items()
    for rate in (0.003, 0.005, 0.01, 0.02)
} | {
    f"blanks, {kind}, rate {rate}": lambda s, kind=kind, rate=rate: blank(
        kind, s, rate=rate, part="valid"
    )
    for kind in ("ELMo", "GPT", "BERT")
    for rate in (0.005, 0.01, 0.02)
}
TRIED |= {
    f"blanks, {kind}, {4 * STEPS} steps": lambda s, kind=kind, rate=rate: blank(
        kind, s, 4 * STEPS, rate=rate, part="valid"
    )
    for kind, rate in (("ELMo", 0.02), ("BERT", 0.01))
}
NAMES = [*KINDS, *TRIED]


# ---- the table ----------------------------------------------------------------------


def place(row):
    """Where a row stands in the table."""
    return NAMES.index(row["name"]), row["seed"]


def main():
    """Make the rows that the command line asks for and that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("medium")
    keep_memory()
    for seed, name in product(chosen.seeds, chosen.rows):
        row = {"name": name, "seed": seed}
        wanted = name in KINDS or seed in TRIED_SEEDS
        if wanted and place(row) not in stored(TABLE, place):
            store(row | (KINDS | TRIED)[name](seed), TABLE, place)


if __name__ == "__main__":
    main()
