"""Chapter 8's small net in two columns: it learns CIFAR-10 and is stored in eight bits.

`python scripts/studies/08_columns.py` trains what src/helpers/studies/08_alexnet lacks:
the net as the chapter shows it, and the same net without what keeps it from overfitting
(windows, mirrors, dropout, weight decay), for its curve. One thread, 25 minutes; a
training that was stopped goes on where it was (its state lies in _build/studies). The
pictures come from their publisher, see helpers/corpora/cifar.py; `--cifar FILE` reads
them from a file instead.
"""

import argparse
import json
from pathlib import Path
from time import process_time

import torch
from half import error, scores
from kept import FOLDER, keep, loaded, packed, resume, unpacked
from torch import nn
from torch.nn.functional import cross_entropy

from helpers.corpora import cifar
from helpers.training.memory import keep_memory

STORED = Path(__file__).parents[2] / "src/helpers/studies/08_alexnet"
KEPT = FOLDER / "08_columns"
BATCH, SEED, RATE, LAPS = 128, 2012, 0.03, {"columns": 16, "bare": 8}
MEAN = torch.tensor([125.31, 122.95, 113.87]).view(3, 1, 1)
CONVOLUTIONS = ("conv1", "conv2", "conv3", "conv4", "conv5")


def net(dropout=0.2):
    """Five convolutions and three full layers in two columns, as in 2012, but small."""
    pool = nn.MaxPool2d(3, stride=2)
    conv1 = nn.Conv2d(3, 48, 7, padding=3), nn.ReLU(), pool
    conv2 = nn.Conv2d(48, 48, 5, padding=2, groups=2), nn.ReLU(), pool
    conv3 = nn.Conv2d(48, 64, 3, padding=1), nn.ReLU()
    conv4 = nn.Conv2d(64, 64, 3, padding=1, groups=2), nn.ReLU()
    conv5 = nn.Conv2d(64, 48, 3, padding=1, groups=2), nn.ReLU(), pool
    fc6 = nn.Linear(48 * 3 * 3, 96), nn.ReLU(), nn.Dropout(dropout)
    fc7 = nn.Linear(96, 64), nn.ReLU(), nn.Dropout(dropout)
    layers = *conv1, *conv2, *conv3, *conv4, *conv5, nn.Flatten(), *fc6, *fc7
    model = nn.Sequential(*layers, nn.Linear(64, 10))
    for part in model:
        if hasattr(part, "weight"):
            nn.init.kaiming_normal_(part.weight, nonlinearity="relu")
            nn.init.zeros_(part.bias)
    nn.init.normal_(model[0].weight, std=0.01)  # so that nothing of it is seen later
    nn.init.normal_(model[-1].weight, std=0.05)
    return model.to(memory_format=torch.channels_last)


def pictures():
    """Both parts: pictures less the mean colour, over 64, and their classes."""
    return [
        ((torch.tensor(part.pictures) - MEAN) / 64, torch.tensor(part.labels).long())
        for part in cifar.splits(**WHERE)
    ]


WHERE = {}  # the pictures' place, if it is not the usual one


def windows(some, generator):
    """Each picture from a place of its own, up to four pixels off, mirrored or not."""
    count = len(some)
    padded = nn.functional.pad(some, (4, 4, 4, 4))
    down, right = torch.randint(9, (2, count, 1), generator=generator)
    rows, columns = down + torch.arange(32), right + torch.arange(32)
    mirrored = torch.rand(count, 1, generator=generator) < 0.5
    columns = torch.where(mirrored, columns.flip(1), columns)
    each = torch.arange(count).view(-1, 1, 1, 1)
    channel = torch.arange(3).view(1, 3, 1, 1)
    return padded[each, channel, rows[:, None, :, None], columns[:, None, None, :]]


def rate(step, steps):
    """Up for the first twentieth of the training, then down to nothing."""
    up = steps / 20
    return RATE * min(step / up, (steps - step) / (steps - up))


def trained(name, bare, learn, test):
    """A net after its training, and its errors after each pass."""
    torch.manual_seed(SEED)
    model = net(0 if bare else 0.2)
    decay = 0 if bare else 5e-4
    optimiser = torch.optim.SGD(model.parameters(), RATE, 0.9, weight_decay=decay)
    path, first, curve = KEPT / f"{name}.safetensors", 0, []
    if path.exists():
        more, first = resume(path, model, optimiser)
        curve = more["curve"].tolist()
    lap_steps = len(learn[1]) // BATCH
    steps, start = LAPS[name] * lap_steps, process_time()
    for lap in range(first // lap_steps, LAPS[name]):
        generator = torch.Generator().manual_seed(SEED * 1000 + lap)
        order = torch.randperm(len(learn[1]), generator=generator)
        wrong = 0
        for at in range(lap_steps):
            optimiser.param_groups[0]["lr"] = rate(lap * lap_steps + at + 1, steps + 1)
            chosen = order[at * BATCH : (at + 1) * BATCH]
            some, truth = learn[0][chosen], learn[1][chosen]
            found = scores(model, some if bare else windows(some, generator))
            optimiser.zero_grad()
            cross_entropy(found, truth).backward()
            optimiser.step()
            wrong += int((found.argmax(1) != truth).sum())
        now = [error(model, (learn[0][:10000], learn[1][:10000])), error(model, test)]
        curve.append([wrong / lap_steps / BATCH, *now])
        keep(
            path,
            model,
            optimiser,
            {"curve": torch.tensor(curve)},
            (lap + 1) * lap_steps,
        )
        print(name, lap + 1, [round(e, 4) for e in curve[-1]], end=" ", flush=True)
        print(round(process_time() - start), "s", flush=True)
    return model, [[round(e, 4) for e in errors] for errors in curve]


def parts(model):
    """The weights by the layers' names, a row for each kernel or unit."""
    found, layers = {}, [part for part in model if hasattr(part, "weight")]
    for name, part in zip((*CONVOLUTIONS, "fc6", "fc7", "fc8"), layers, strict=True):
        found[f"{name}.weight"] = part.weight.contiguous().flatten(1)
        found[f"{name}.bias"] = part.bias
    return found


def put_back(model, found):
    """Give the net the weights of this name."""
    layers = [part for part in model if hasattr(part, "weight")]
    with torch.no_grad():
        for name, part in zip(
            (*CONVOLUTIONS, "fc6", "fc7", "fc8"), layers, strict=True
        ):
            part.weight.copy_(found[f"{name}.weight"].view_as(part.weight))
            part.bias.copy_(found[f"{name}.bias"])


@torch.no_grad()
def confusion(model, test):
    """How often each class (row) of the test pictures is taken for each (column)."""
    model.eval()
    found = torch.cat([scores(model, some).argmax(1) for some in test[0].split(1000)])
    table = torch.zeros(10, 10, dtype=torch.long)
    table.index_put_((test[1], found), torch.ones_like(found), accumulate=True)
    return table.tolist()


def write(name, content):
    """Store one file of the study."""
    STORED.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content) + "\n"
    (STORED / f"{name}.json").write_text(text, encoding="utf-8")


def main():
    """Train what is not stored yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cifar", type=Path)
    chosen = parser.parse_args()
    if chosen.cifar:
        WHERE["path"] = chosen.cifar
    learn, test = loaded(pictures)
    torch.set_num_threads(1)
    keep_memory()
    if not (STORED / "columns.json").exists():
        model, curve = trained("columns", False, learn, test)
        small = packed(parts(model))
        put_back(model, unpacked(small))
        more = {"classes": cifar.NAMES, "wrong": error(model, test), "curve": curve}
        write("columns", more | {"taken for": confusion(model, test)} | small)
    if not (STORED / "bare.json").exists():
        _, curve = trained("bare", True, learn, test)
        write("bare", {"curve": curve})


if __name__ == "__main__":
    main()
