"""Chapter 20's stored table: the block of 2019, each change alone, and all together.

`python scripts/studies/20_blocks.py` fills the rows that its table in
src/helpers/studies lacks, one after the other, on one thread, and can be stopped and
started again. A row takes about 12 seconds on a quiet machine, 50 if it says that it is
4 × as long, all of them half an hour.
The models read fairy tales letter by letter: helpers/corpora/tales.py says where these
are to be had, and `--tales FILE` where they lie.
"""

import argparse
from functools import cache
from itertools import product
from math import log
from pathlib import Path
from time import process_time

import torch
from rows import store, stored
from torch import nn
from torch.nn.functional import cross_entropy, gelu, scaled_dot_product_attention, silu

from helpers.corpora import tales
from helpers.taught.attention import positional_encoding
from helpers.taught.language import next_letter, train, windows
from helpers.taught.llama import RMSNorm, turn, turns
from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/20_blocks.json"
SEEDS = (2019, 2020, 2021, 2022, 2023)
RATES = (0.006, 0.012, 0.024)  # all tried with the first seed; the rest has the best
D_MODEL, HEADS, LAYERS, LENGTH, READ = 64, 4, 3, 128, 256
STEPS, BATCH, WARM_UP = 300, 12, 40
LONGER = ", 4 × as long"
WHERE = {}  # the tales' place, if it is not the usual one

OLD = {
    "norm": nn.LayerNorm,
    "inner": "GELU",
    "bias": True,
    "positions": "learned",
    "groups": HEADS,
    "window": None,
    "steps": STEPS,
}
NEW = OLD | {"norm": RMSNorm, "inner": "SwiGLU", "bias": False, "positions": "turned"}
KINDS = {
    "2019": OLD,
    "RMSNorm": OLD | {"norm": RMSNorm},
    "SwiGLU": OLD | {"inner": "SwiGLU"},
    "no biases": OLD | {"bias": False},
    "no positions": OLD | {"positions": None},
    "turned": OLD | {"positions": "turned"},
    "all four": NEW,
    "2 groups": NEW | {"groups": 2},
    "1 group": NEW | {"groups": 1},
    "window of 32": NEW | {"window": 32},
    "8 experts": NEW | {"inner": "experts"},
    "2019, 4 × as long": OLD | {"steps": 4 * STEPS},
    "turned, 4 × as long": OLD | {"positions": "turned", "steps": 4 * STEPS},
    "all four, 4 × as long": NEW | {"steps": 4 * STEPS},
}


class Attention(nn.Module):
    """Chapter 20's attention, with biases, without turns or through a window."""

    def __init__(self, kind):
        super().__init__()
        self.kind, self.d_k = kind, D_MODEL // HEADS
        narrow = kind["groups"] * self.d_k
        self.query, self.out = (
            nn.Linear(D_MODEL, D_MODEL, kind["bias"]) for _ in range(2)
        )
        self.key, self.value = (
            nn.Linear(D_MODEL, narrow, kind["bias"]) for _ in range(2)
        )

    def forward(self, x):
        """(B, T, D) -> (B, T, D)."""
        query, key, value = (
            part(x).unflatten(-1, (-1, self.d_k)).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        places = torch.arange(x.shape[1])
        if self.kind["positions"] == "turned":
            angles = turns(places, self.d_k)
            query, key = turn(query, angles), turn(key, angles)
        key, value = (
            part.repeat_interleave(HEADS // self.kind["groups"], 1)
            for part in (key, value)
        )
        if self.kind["window"]:
            far = places[:, None] - places
            seen = (far >= 0) & (far < self.kind["window"])
            mixture = scaled_dot_product_attention(query, key, value, attn_mask=seen)
        else:
            mixture = scaled_dot_product_attention(query, key, value, is_causal=True)
        return self.out(mixture.transpose(1, 2).flatten(2))


class FeedForward(nn.Module):
    """Two maps with a GELU, or three with a gate: as many weights."""

    def __init__(self, kind, gated):
        super().__init__()
        inner = round(8 * D_MODEL / 3) if gated else 4 * D_MODEL
        self.inner = nn.Linear(D_MODEL, inner, kind["bias"])
        self.outer = nn.Linear(inner, D_MODEL, kind["bias"])
        self.gate = nn.Linear(D_MODEL, inner, kind["bias"]) if gated else None

    def forward(self, x):
        """(..., D) -> (..., D)."""
        if self.gate is None:
            return self.outer(gelu(self.inner(x), approximate="tanh"))
        return self.outer(silu(self.gate(x)) * self.inner(x))


class Experts(nn.Module):
    """Eight gated nets of half the width, of which each token asks two."""

    def __init__(self, count=8, chosen=2):
        super().__init__()
        inner, self.chosen = round(4 * D_MODEL / 3), chosen
        self.router = nn.Linear(D_MODEL, count, bias=False)
        self.into = nn.Parameter(torch.empty(count, D_MODEL, 2 * inner))
        self.outer = nn.Parameter(torch.empty(count, inner, D_MODEL))
        nn.init.normal_(self.into, std=D_MODEL**-0.5)
        nn.init.normal_(self.outer, std=inner**-0.5)
        self.balance = torch.zeros(())

    def forward(self, x):
        """(B, T, D) -> (B, T, D); `balance` is Switch's loss of the last call."""
        tokens = x.flatten(0, 1)
        scores = self.router(tokens)
        best, which = scores.topk(self.chosen)
        shares = best.softmax(-1)
        out = torch.zeros_like(tokens)
        for e in range(len(self.into)):
            rows, place = (which == e).nonzero(as_tuple=True)
            gate, inner = (tokens[rows] @ self.into[e]).chunk(2, -1)
            answer = (silu(gate) * inner) @ self.outer[e]
            out = out.index_add(0, rows, shares[rows, place, None] * answer)
        used = torch.zeros_like(scores).scatter(1, which, 1.0).mean(0) / self.chosen
        self.balance = len(self.into) * (used * scores.softmax(-1).mean(0)).sum()
        self.used = used.detach()
        return out.view_as(x)


class Block(nn.Module):
    """Attention and a feed-forward net of this kind, each behind its norm."""

    def __init__(self, kind):
        super().__init__()
        self.norm_1, self.norm_2 = kind["norm"](D_MODEL), kind["norm"](D_MODEL)
        self.attention = Attention(kind)
        experts = kind["inner"] == "experts"
        self.feed_forward = (
            Experts() if experts else FeedForward(kind, kind["inner"] == "SwiGLU")
        )

    def forward(self, x):
        """(B, T, D) -> (B, T, D)."""
        x = x + self.attention(self.norm_1(x))
        return x + self.feed_forward(self.norm_2(x))


class Model(nn.Module):
    """A stack of blocks of this kind, whose embedding also unembeds."""

    def __init__(self, kind):
        super().__init__()
        self.embedding = nn.Embedding(len(tales.ALPHABET), D_MODEL)
        learned = kind["positions"] == "learned"
        self.position = nn.Embedding(READ, D_MODEL) if learned else None
        self.blocks = nn.ModuleList(Block(kind) for _ in range(LAYERS))
        self.norm = kind["norm"](D_MODEL)
        for values in self.parameters():
            if values.dim() == 2:
                nn.init.normal_(values, std=D_MODEL**-0.5)
        if learned:
            self.position.weight.data = positional_encoding(READ, D_MODEL) / 2

    def forward(self, ids):
        """(B, T) -> (B, T, V)."""
        x = self.embedding(ids)
        if self.position:
            x = x + self.position.weight[: ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.embedding.weight.T


def cost(model, ids):
    """The bits of the next letters, and a little for experts that are used unalike."""
    bits = next_letter(model, ids)
    layers = [
        b.feed_forward for b in model.blocks if hasattr(b.feed_forward, "balance")
    ]
    return bits + 0.01 * sum(layer.balance for layer in layers)


@cache
def text():
    """The three parts of the tales, as numbers of their letters."""
    index = {letter: i for i, letter in enumerate(tales.ALPHABET)}
    return [torch.tensor([index[c] for c in part]) for part in tales.splits(**WHERE)]


@torch.no_grad()
def by_place(model, held, passages=200):
    """Bits a letter within the trained length, and beyond it."""
    starts = torch.linspace(0, len(held) - READ - 1, passages).long()
    ids = held[starts[:, None] + torch.arange(READ + 1)]
    scores = model(ids[:, :-1])
    bits = cross_entropy(scores.mT, ids[:, 1:], reduction="none").mean(0) / log(2)
    return float(bits[:LENGTH].mean()), float(bits[LENGTH:].mean())


def trained(name, seed, rate):
    """A row: this kind, trained with this seed and rate."""
    learn, valid, test = text()
    torch.manual_seed(seed)
    model, steps = Model(KINDS[name]), KINDS[name]["steps"]
    batches = windows(learn, LENGTH, torch.Generator().manual_seed(seed), BATCH)
    start = process_time()
    train(model, cost, batches, steps, rate, WARM_UP)
    spent = process_time() - start
    model.eval()
    within, beyond = by_place(model, test)
    row = {
        "valid": round(by_place(model, valid)[0], 4),
        "bits": round(within, 4),
        "beyond": round(beyond, 4),
        "parameters": sum(values.numel() for values in model.parameters()),
        "seconds": round(spent, 1),
    }
    if KINDS[name]["inner"] == "experts":
        row["used"] = [
            [round(float(u), 3) for u in b.feed_forward.used] for b in model.blocks
        ]
    return row


def place(row):
    """Where a row stands in the table."""
    return list(KINDS).index(row["name"]), row["seed"], RATES.index(row["rate"])


def best_rate(name):
    """The rate that was best for this kind with the first seed, on validation text."""
    name = name.removesuffix(LONGER)
    rows = stored(TABLE, place).values()
    first = [r for r in rows if (r["name"], r["seed"]) == (name, SEEDS[0])]
    return min(first, key=lambda row: row["valid"])["rate"]


def wanted(seeds):
    """The rows to be made: each rate with the first seed, then the best one alone."""
    short = [name for name in KINDS if not name.endswith(LONGER)]
    long = [name for name in KINDS if name.endswith(LONGER)]
    for name, rate in product(short, RATES):
        yield {"name": name, "seed": SEEDS[0], "rate": rate}
    for seed, name in [*product(seeds, short), *product(seeds[:3], long)]:
        yield {"name": name, "seed": seed, "rate": best_rate(name)}


def main():
    """Make the rows that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tales", type=Path)
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    chosen = parser.parse_args()
    if chosen.tales:
        WHERE["path"] = chosen.tales
    torch.set_num_threads(1)
    keep_memory()
    for row in wanted(chosen.seeds):
        if place(row) not in stored(TABLE, place):
            store(row | trained(**row), TABLE, place)


if __name__ == "__main__":
    main()
