"""Chapter 9's stored curves: plain and residual networks on CIFAR-10, by depth.

`python scripts/studies/09_resnet.py` fills what src/helpers/studies/09_resnet.json
lacks, on one thread: the four nets of a seed in turn, an epoch each, stored after every
epoch, so that half a study can be read. What was stopped goes on where it was (its
state lies in _build/studies). A net of 20 layers takes about six minutes, one of 56
fifteen; all of them about three hours. The nets are the paper's, with half the
channels, on pictures of 16 × 16 points. Where the pictures come from,
helpers/corpora/cifar.py says; `--cifar FILE` reads them from it.
"""

import argparse
import json
from functools import cache
from itertools import product
from pathlib import Path
from time import process_time

import torch
from half import error, scores
from kept import FOLDER, keep, loaded, packed, resume, unpacked
from rows import store, stored
from torch import nn
from torch.nn.functional import avg_pool2d, cross_entropy, pad

from helpers.corpora import cifar
from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/09_resnet.json"
NET = TABLE.with_suffix("") / "residual-20.json"
KEPT = FOLDER / "09_resnet"
SEEDS = (2015, 2016, 2017)
KINDS = [(kind, layers) for layers in (20, 56) for kind in ("plain", "residual")]
RATES = (0.1, 0.03)  # both tried to the end with the first seed; the rest has the best
BATCH, LAPS, DROPS = 128, 30, (0.5, 0.75)  # when the rate is divided by ten
WIDTH, DECAY = 8, 1e-4
HELD_OUT = 5_000  # of the pictures to learn from, to choose the rate by
WHERE = {}  # the pictures' place, if it is not the usual one


@cache
def data():
    """The pictures and classes to learn from, and those to be tested on."""
    return cifar.splits(**WHERE)


@cache
def pictures():
    """Pairs of small pictures and classes: training, validation and test set."""
    learn, test = data()
    small = [avg_pool2d(torch.tensor(part.pictures).float(), 2) for part in data()]
    middle, spread = small[0].mean((0, 2, 3)), small[0].std((0, 2, 3))
    first, last = ((s - middle.view(3, 1, 1)) / spread.view(3, 1, 1) for s in small)
    truth = [torch.tensor(part.labels).long() for part in (learn, test)]
    cut = len(first) - HELD_OUT
    parts = (first[:cut], truth[0][:cut]), (first[cut:], truth[0][cut:])
    return (*parts, (last, truth[1]))


class Pair(nn.Module):
    """Two convolutions; around them, if it is residual, the input itself."""

    def __init__(self, inputs, outputs, residual):
        super().__init__()
        stride = outputs // inputs
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.residual, self.stride, self.more = residual, stride, outputs - inputs

    def forward(self, x):
        """The maps after both; a shortcut to more maps is padded with zeros."""
        out = self.bn2(self.conv2(self.bn1(self.conv1(x)).relu()))
        if self.residual:
            same = x[:, :, :: self.stride, :: self.stride]
            out = out + pad(same, (0, 0, 0, 0, 0, self.more))
        return out.relu()


def net(kind, layers):
    """The network of this kind with so many layers, 20 or 56."""
    pairs, widths = (layers - 2) // 6, [WIDTH, 2 * WIDTH, 4 * WIDTH]
    body = [nn.Conv2d(3, WIDTH, 3, padding=1, bias=False), nn.BatchNorm2d(WIDTH)]
    body, inputs = [*body, nn.ReLU()], WIDTH
    for outputs in widths:
        for _ in range(pairs):
            body.append(Pair(inputs, outputs, kind == "residual"))
            inputs = outputs
    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, 10)]
    model = nn.Sequential(*body, *head)
    for part in model.modules():
        if isinstance(part, nn.Conv2d):
            nn.init.kaiming_normal_(part.weight, mode="fan_out")
    return model.to(memory_format=torch.channels_last)


def batches(lap, seed):
    """A pass over the training set in a new order, every other picture mirrored."""
    generator = torch.Generator().manual_seed(seed * 1000 + lap)
    x, truth = pictures()[0]
    for chosen in torch.randperm(len(truth), generator=generator).split(BATCH):
        mirrored = torch.rand(len(chosen), 1, 1, 1, generator=generator) < 0.5
        yield torch.where(mirrored, x[chosen].flip(-1), x[chosen]), truth[chosen]


def trained(kind, layers, rate, seed, until=None, laps=LAPS):
    """A net, its curve (training and validation error after each pass), and seconds."""
    torch.manual_seed(seed)
    model, first, curve, spent = net(kind, layers), 0, [], 0.0
    optimiser = torch.optim.SGD(
        model.parameters(), rate, momentum=0.9, weight_decay=DECAY
    )
    path = KEPT / f"{kind}-{layers}, rate {rate}, {seed}.safetensors"
    if path.exists():
        more, first = resume(path, model, optimiser)
        curve, spent = more["curve"].tolist(), float(more["spent"])
    start = process_time() - spent
    for lap in range(first, laps if until is None else until):
        drops = sum(lap >= share * laps for share in DROPS)
        optimiser.param_groups[0]["lr"] = rate * 0.1**drops
        wrong = 0
        for x, truth in batches(lap, seed):
            found = scores(model, x)
            optimiser.zero_grad()
            cross_entropy(found, truth).backward()
            optimiser.step()
            wrong += int((found.argmax(1) != truth).sum())
        share = wrong / len(pictures()[0][1])
        curve.append([round(share, 4), round(error(model, pictures()[1]), 4)])
        spent = torch.tensor(process_time() - start)
        more = {"curve": torch.tensor(curve, dtype=torch.float64), "spent": spent}
        keep(path, model, optimiser, more, lap + 1)
    return model, curve, process_time() - start


def row(kind, layers, rate, seed, laps=LAPS):
    """The row of a training: its curve so far and, at the end, its test error."""
    model, curve, seconds = trained(kind, layers, rate, seed, until=laps)
    test = round(error(model, pictures()[2]), 4) if len(curve) == LAPS else None
    place = {"kind": kind, "layers": layers, "rate": rate, "seed": seed}
    return place | {"test": test, "curve": curve, "seconds": round(seconds)}


def place(row):
    """Where a row stands in the table."""
    return row["kind"], row["layers"], row["rate"], row["seed"]


def best(rows, kind, layers):
    """The rate with the lowest validation error at the end, with the first seed."""
    tried = [r for at, r in rows.items() if at[:2] == (kind, layers)]
    tried = [r for r in tried if r["seed"] == SEEDS[0] and len(r["curve"]) == LAPS]
    return min(tried, key=lambda r: r["curve"][-1][1])["rate"]


def with_weights(model):
    """The convolutions, norms and linear layers of a model, in their order."""
    kinds = nn.Conv2d | nn.BatchNorm2d | nn.Linear
    return [part for part in model.modules() if isinstance(part, kinds)]


def plain_layers(model):
    """The weights by short names, batch norm folded into its convolution: W1, b1 …"""
    found, parts = {}, with_weights(model)
    for i, part in enumerate(m for m in parts if not isinstance(m, nn.BatchNorm2d)):
        weight, bias = part.weight, getattr(part, "bias", None)
        if isinstance(part, nn.Conv2d):
            norm = parts[parts.index(part) + 1]
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            weight = weight * scale.view(-1, 1, 1, 1)
            bias = norm.bias - norm.running_mean * scale
        found |= {f"W{i + 1}": weight.flatten(1), f"b{i + 1}": bias}
    return found


@torch.no_grad()
def folded(found, kind, layers):
    """The network with these weights, in which batch norm has nothing left to do."""
    model = net(kind, layers).eval()
    parts = with_weights(model)
    for i, part in enumerate(m for m in parts if not isinstance(m, nn.BatchNorm2d)):
        part.weight.copy_(found[f"W{i + 1}"].view_as(part.weight))
        place = part
        if isinstance(part, nn.Conv2d):
            place = parts[parts.index(part) + 1]
            place.running_var.fill_(1 - place.eps)
        place.bias.copy_(found[f"b{i + 1}"])
    return model


def store_net(rate):
    """Store the first residual net of 20 layers in eight bits, with its error."""
    model, _, _ = trained("residual", 20, rate, SEEDS[0])
    stored_net = packed(plain_layers(model))
    again = folded(unpacked(stored_net), "residual", 20)
    learn = avg_pool2d(torch.tensor(data()[0].pictures).float(), 2)
    more = {
        "classes": cifar.NAMES,
        "mean": [round(float(m), 3) for m in learn.mean((0, 2, 3))],
        "deviation": [round(float(d), 3) for d in learn.std((0, 2, 3))],
        "wrong": round(error(again, pictures()[2]), 4),
    }
    NET.parent.mkdir(parents=True, exist_ok=True)
    NET.write_text(json.dumps(more | stored_net) + "\n", encoding="utf-8")


def in_turn(i, seed):
    """Train the four nets of a seed, an epoch each in turn, at its i-th rate."""
    for lap, (kind, layers) in product(range(1, LAPS + 1), KINDS):
        rows = stored(TABLE, place)
        rate = RATES[i] if seed == SEEDS[0] else best(rows, kind, layers)
        done = rows.get((kind, layers, rate, seed), {"curve": []})["curve"]
        if len(done) < lap:
            store(row(kind, layers, rate, seed, lap), TABLE, place)
            print(kind, layers, rate, seed, lap, flush=True)


def main():
    """Make the rows that the command line asks for and that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--cifar", type=Path)
    chosen = parser.parse_args()
    if chosen.cifar:
        WHERE["path"] = chosen.cifar
    loaded(data)
    torch.set_num_threads(1)
    keep_memory()
    for seed in chosen.seeds:
        for i in range(len(RATES) if seed == SEEDS[0] else 1):
            in_turn(i, seed)
    if not NET.exists():
        store_net(best(stored(TABLE, place), "residual", 20))


if __name__ == "__main__":
    main()
