"""Chapter 8's stored table: ReLU against tanh on CIFAR-10, as in figure 1 of the paper.

`python scripts/studies/08_alexnet.py` fills the rows that
src/helpers/studies/08_alexnet.json lacks, one after the other, on one thread; a
training that was stopped goes on where it was (its state lies in _build/studies). A
training takes one to five minutes, all of them about 40. The pictures come from their
publisher, see helpers/corpora/cifar.py; `--cifar FILE` reads them from a file instead.
"""

import argparse
import json
from functools import cache
from pathlib import Path
from time import process_time

import torch
from half import error, scores
from kept import FOLDER, keep, loaded, packed, resume, unpacked
from rows import store, stored
from torch import nn
from torch.nn.functional import cross_entropy

from helpers.corpora import cifar
from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/08_alexnet.json"
NET = TABLE.with_suffix("") / "relu.json"
KEPT = FOLDER / "08_alexnet"
SEEDS = (2012, 2013, 2014, 2015, 2016)
UNITS = {"ReLU": nn.ReLU, "tanh": nn.Tanh}
RATES = (0.03, 0.02, 0.04, 0.014, 0.01)  # each tried to the end with the first seed
BATCH, GOAL, LONGEST = 128, 0.25, 20  # pictures, training error, passes at most
WHERE = {}  # the pictures' place, if it is not the usual one


@cache
def data():
    """The pictures and classes to learn from, and those to be tested on."""
    return cifar.splits(**WHERE)


@cache
def mean():
    """The mean of the pictures to learn from, (3, 32, 32)."""
    average = data()[0].pictures.mean(0, dtype="float64")
    return torch.tensor(average, dtype=torch.float32)


@cache
def pictures():
    """Both parts less the mean picture, over 64: pairs of pictures and classes."""
    return [
        ((torch.tensor(part.pictures) - mean()) / 64, torch.tensor(part.labels).long())
        for part in data()
    ]


def net(unit):
    """Four layers with weights; each of the first three is pooled, then bent."""
    layers = []
    for inputs, outputs in ((3, 32), (32, 32), (32, 64)):
        layers += [nn.Conv2d(inputs, outputs, 5, padding=2), nn.MaxPool2d(2), unit()]
    model = nn.Sequential(*layers, nn.Flatten(), nn.Linear(64 * 4 * 4, 10))
    return model.to(memory_format=torch.channels_last)


def parts(model):
    """The weights by short names, a row for each map: W1, b1 … W4, b4."""
    weights = [part for part in model if hasattr(part, "weight")]
    return {
        f"{name}{i}": values.flatten(1) if name == "W" else values
        for i, part in enumerate(weights, 1)
        for name, values in (("W", part.weight), ("b", part.bias))
    }


def restored(found):
    """The net with ReLU that has these weights."""
    model = net(nn.ReLU)
    with torch.no_grad():
        for part, i in zip(
            [m for m in model if hasattr(m, "weight")], "1234", strict=True
        ):
            part.weight.copy_(found[f"W{i}"].view_as(part.weight))
            part.bias.copy_(found[f"b{i}"])
    return model


def show(model, test):
    """Store the net in eight bits, with the mean picture; the share it gets wrong."""
    stored_net = packed({"mean": mean().flatten(1)} | parts(model))
    found = unpacked(stored_net)
    shift = (mean() - found["mean"].view(3, 32, 32)) / 64
    wrong = round(error(restored(found), (test[0] + shift, test[1])), 4)
    NET.parent.mkdir(parents=True, exist_ok=True)
    more = {"classes": cifar.NAMES, "wrong": wrong}
    NET.write_text(json.dumps(more | stored_net) + "\n", encoding="utf-8")
    return wrong


def order(count, lap, seed):
    """The pictures of a pass, in the order in which they are seen."""
    generator = torch.Generator().manual_seed(seed * 1000 + lap)
    return torch.randperm(count, generator=generator)


def trained(unit, rate, seed, until=None, longest=LONGEST):
    """A net trained to the goal, how many of each batch it got wrong, and seconds."""
    torch.manual_seed(seed)
    learn, _ = pictures()
    model, first, wrong, spent = net(UNITS[unit]), 0, [], 0.0
    optimiser = torch.optim.SGD(model.parameters(), rate, momentum=0.9)
    path = KEPT / f"{unit}, rate {rate}, {seed}.safetensors"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        more, first = resume(path, model, optimiser)
        wrong, spent = more["wrong"].tolist(), float(more["spent"])
    lap_steps = len(learn[1]) // BATCH
    start = process_time() - spent
    for step in range(first, longest * lap_steps):
        lap, at = divmod(step, lap_steps)
        if at == 0 and step > first:
            spent = torch.tensor(process_time() - start)
            keep(
                path,
                model,
                optimiser,
                {"wrong": torch.tensor(wrong), "spent": spent},
                step,
            )
        if step == until or reached(wrong, lap_steps):
            break
        chosen = order(len(learn[1]), lap, seed)[at * BATCH : (at + 1) * BATCH]
        some, truth = (values[chosen] for values in learn)
        found = scores(model, some)
        optimiser.zero_grad()
        cross_entropy(found, truth).backward()
        optimiser.step()
        wrong.append(int((found.argmax(1) != truth).sum()))
    return model, wrong, process_time() - start


def reached(wrong, steps):
    """Whether the errors of as many steps as a pass has are at the goal."""
    return len(wrong) >= steps and sum(wrong[-steps:]) <= GOAL * steps * BATCH


def row(unit, rate, seed):
    """The row of a training: its error as it went, and when it was at the goal."""
    model, wrong, seconds = trained(unit, rate, seed)
    learn, test = pictures()
    steps = len(learn[1]) // BATCH
    sums = torch.tensor([0, *wrong]).cumsum(0)
    curve = []
    for at in [*range(steps // 5, len(wrong), steps // 5), len(wrong)]:
        before = max(at - steps, 0)
        share = float(sums[at] - sums[before]) / (at - before) / BATCH
        curve.append([round(at / steps, 2), round(share, 4)])
    if (unit, rate, seed) == ("ReLU", RATES[0], SEEDS[0]):
        show(model, test)
    passes = round(len(wrong) / steps, 2) if reached(wrong, steps) else None
    return {
        "unit": unit,
        "rate": rate,
        "seed": seed,
        "passes": passes,
        "test": round(error(model, test), 4),
        "curve": curve,
        "seconds": round(seconds),
    }


def place(row):
    """Where a row stands in the table."""
    return row["unit"], row["rate"], row["seed"]


def best(rows, unit):
    """The rate that brings a unit to the goal first, with the first seed."""
    tried = [r for at, r in rows.items() if at[0] == unit and at[2] == SEEDS[0]]
    return min(tried, key=lambda r: (r["passes"] or LONGEST + 1, r["rate"]))["rate"]


def main():
    """Make the rows that the command line asks for and that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rates", nargs="*", type=float, default=RATES)
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--cifar", type=Path)
    chosen = parser.parse_args()
    if chosen.cifar:
        WHERE["path"] = chosen.cifar
    loaded(data)
    torch.set_num_threads(1)
    keep_memory()
    for seed in chosen.seeds:
        for unit in UNITS:
            rows = stored(TABLE, place)
            rates = chosen.rates if seed == SEEDS[0] else [best(rows, unit)]
            for rate in rates:
                if (unit, rate, seed) not in rows:
                    store(row(unit, rate, seed), TABLE, place)
                    print(unit, rate, seed, flush=True)


if __name__ == "__main__":
    main()
