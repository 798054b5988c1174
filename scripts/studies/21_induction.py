"""The stored table of induction heads: the moment when a net learns to repeat.

`python scripts/studies/21_induction.py` fills the rows that
src/helpers/studies/21_induction.json lacks, one after the other, on one thread; a
training that was stopped goes on where it was (its state lies in _build/studies). A net
of one layer takes about 20 seconds, one of two layers 40: five minutes for five seeds.
"""

import argparse
import json
from itertools import product
from pathlib import Path
from time import process_time

import torch
from kept import FOLDER, keep, packed, resume, unpacked
from rows import store, stored
from torch import nn
from torch.nn.functional import cross_entropy

from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/21_induction.json"
NETS = TABLE.with_suffix("")
KEPT = FOLDER / "21_induction"
SEEDS = (2021, 2022, 2023, 2024, 2025)
TOKENS, LENGTH, WIDTH, HEADS = 64, 64, 64, 4
PERIODS = range(12, 33)  # after how many tokens a text repeats
BATCH, STEPS, RATE = 32, 2000, 0.003
SHOWN = (0, 100, 200, 240, 280, 320, 360, 400, 500, 700, 1000, 1500, 2000)  # steps


def texts(count, generator):
    """Random tokens that repeat, (count, LENGTH), and the period of each text."""
    periods = torch.randint(
        PERIODS.start, PERIODS.stop, (count, 1), generator=generator
    )
    once = torch.randint(TOKENS, (count, LENGTH), generator=generator)
    return once.gather(1, torch.arange(LENGTH) % periods), periods


class Layer(nn.Module):
    """Attention alone: places are given to queries and keys, not to values."""

    def __init__(self):
        super().__init__()
        for name in "QKVO":
            weights = torch.randn(WIDTH, WIDTH) * WIDTH**-0.5
            setattr(self, name, nn.Parameter(weights))

    def forward(self, x, places):
        """x with what was attended to, (B, T, D), and the weights, (B, H, T, T)."""

        def heads(values):
            return values.unflatten(-1, (HEADS, -1)).transpose(1, 2)

        q, k = heads((x + places) @ self.Q.T), heads((x + places) @ self.K.T)
        scores = q @ k.mT * (WIDTH // HEADS) ** -0.5
        later = torch.ones(x.shape[1], x.shape[1]).triu(1).bool()
        weights = scores.masked_fill(later, -torch.inf).softmax(-1)
        mixed = (weights @ heads(x @ self.V.T)).transpose(1, 2).flatten(2)
        return x + mixed @ self.O.T, weights


class Attention(nn.Module):
    """Layers of nothing but attention, from tokens to scores for the next."""

    def __init__(self, layers):
        super().__init__()
        self.E = nn.Parameter(torch.randn(TOKENS, WIDTH))
        self.P = nn.Parameter(torch.randn(LENGTH, WIDTH))
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.S = nn.Parameter(torch.randn(TOKENS, WIDTH) * WIDTH**-0.5)

    def forward(self, ids):
        """Scores, (B, T, V), and the weights of each layer's heads."""
        x, seen = self.E[ids], []
        for layer in self.layers:
            x, weights = layer(x, self.P[: ids.shape[1]])
            seen.append(weights)
        return x @ self.S.T, seen

    def parts(self):
        """The weights by short names: E, P, Q1, K1, V1, O1, Q2 …, S."""
        blocks = {
            f"{name}{i}": getattr(layer, name)
            for i, layer in enumerate(self.layers, 1)
            for name in "QKVO"
        }
        return {"E": self.E, "P": self.P} | blocks | {"S": self.S}


@torch.no_grad()
def measured(net, step, count=128):
    """What the net costs where a text is new and where it repeats, and its heads."""
    ids, periods = texts(count, torch.Generator().manual_seed(0))
    scores, seen = net(ids[:, :-1])
    costs = cross_entropy(scores.mT, ids[:, 1:], reduction="none")
    at = torch.arange(LENGTH - 1)
    again, new = at >= periods, at < periods - 1
    right = scores.argmax(-1) == ids[:, 1:]
    after = (at - periods + 1).clamp(min=0)  # the token after the earlier one
    row = {"step": step, "new": costs[new].mean(), "again": costs[again].mean()}
    row["right"] = right[again].float().mean()
    row["score"] = costs[:, 50].mean() - costs[:, 5].mean()
    row = {name: round(float(value), 4) for name, value in row.items()}
    places = after[:, None, :, None].expand(-1, HEADS, -1, -1)
    for i, weights in enumerate(seen, 1):
        before = weights.diagonal(-1, -2, -1).mean((0, 2))
        copied = weights.gather(-1, places)[..., 0].transpose(0, 1)[:, again].mean(1)
        row[f"before {i}"] = [round(w, 3) for w in before.tolist()]
        row[f"after {i}"] = [round(w, 3) for w in copied.tolist()]
    return row | {"step": step}


def marked(step):
    """Whether the net is measured after this step: densely where heads form."""
    return step % (20 if step < 800 else 100) == 0


def trained(layers, seed, steps=STEPS, every=200, until=None, shown=None):
    """A net and its curve, from where it was kept last to its last step."""
    torch.manual_seed(seed)
    net, first, curve, spent = Attention(layers), 0, [], 0.0
    optimiser = torch.optim.Adam(net.parameters(), RATE, fused=True)
    path = KEPT / f"{layers} layers {seed}.safetensors"
    if path.exists():
        _, first = resume(path, net, optimiser)
        notes = json.loads(path.with_suffix(".json").read_text("utf-8"))
        curve = [row for row in notes["curve"] if row["step"] < first]
        spent = notes["seconds"]
    start = process_time() - spent
    for step in range(first, steps + 1):
        if step % every == 0 and step > first:
            path.parent.mkdir(parents=True, exist_ok=True)
            notes = {"curve": curve, "seconds": process_time() - start}
            path.with_suffix(".json").write_text(json.dumps(notes), encoding="utf-8")
            keep(path, net, optimiser, {}, step)
        if marked(step):
            curve.append(measured(net, step))
        if shown and step in SHOWN:
            show(net, step, shown)
        if step in (steps, until):
            break
        ids, _ = texts(BATCH, torch.Generator().manual_seed(seed * 10**5 + step))
        scores, _ = net(ids[:, :-1])
        loss = cross_entropy(scores.flatten(0, 1), ids[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return net, curve, process_time() - start


def show(net, step, folder):
    """Store the net in eight bits."""
    folder.mkdir(parents=True, exist_ok=True)
    stored_net = packed(net.parts())
    rough = Attention(len(net.layers))
    with torch.no_grad():
        for name, values in unpacked(stored_net).items():
            rough.parts()[name].copy_(values)
    again = measured(rough, step)["again"]
    text = json.dumps({"step": step, "again": again} | stored_net)
    (folder / f"step_{step}.json").write_text(text + "\n", encoding="utf-8")


def row(layers, seed):
    """The row of a net; of the first seed with two layers, nets are stored as well."""
    shown = NETS if (layers, seed) == (2, SEEDS[0]) else None
    net, curve, seconds = trained(layers, seed, shown=shown)
    size = sum(values.numel() for values in net.parameters())
    return {
        "layers": layers,
        "seed": seed,
        "parameters": size,
        "seconds": round(seconds, 1),
        "curve": curve,
    }


def place(row):
    """Where a row stands in the table."""
    return row["layers"], row["seed"]


def main():
    """Make the rows that the command line asks for and that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layers", nargs="+", type=int, default=(1, 2))
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    keep_memory()
    for seed, layers in product(chosen.seeds, chosen.layers):
        if (layers, seed) not in stored(TABLE, place):
            store(row(layers, seed), TABLE, place)


if __name__ == "__main__":
    main()
