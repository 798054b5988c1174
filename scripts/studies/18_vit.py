"""Chapter 18's stored study: ViT and CNN on ever more digits, and the figure's nets.

python scripts/studies/18_vit.py
adds what is missing to src/helpers/studies/18_vit.json and 18_vit/, and can be stopped
at any time. About ten minutes on one core.

Each net is trained at its own best rate: of three, the one with the fewest errors on
the validation digits of the first seed, found at 350 and at 3,500 digits. The two that
meet in the end, the CNN and the ViT of four squares, are trained with three seeds.
"""

import json
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import process_time

import torch

from helpers.taught.convnet import digits, error_rate
from helpers.taught.vit import (
    digit_cnn,
    digit_vit,
    patches,
    seeded,
    shifted,
    training,
)
from helpers.training.memory import keep_memory
from helpers.widgets.patches import packed, rows

TABLE = Path(__file__).parents[2] / "src/helpers/studies/18_vit.json"
NETS = {
    "ViT 7": digit_vit,
    "ViT 14": partial(digit_vit, 14),
    "CNN": digit_cnn,
}
RATES = (0.002, 0.005, 0.012)
STEPS = {100: 2000, 350: 2000, 1000: 2000, 3500: 4000}
TUNED = {100: 350, 350: 350, 1000: 3500, 3500: 3500}  # where a size has its rate from
SEEDS = range(2020, 2023)
DUEL = "ViT 14", "CNN"  # those that are trained with every seed
SHOWN = 40, 85, 132, 96, 171, 144, 99, 16, 117, 78  # test digits, for the figure
ORDER = torch.randperm(16, generator=seeded(18))  # one shuffle, for all jigsaws


def jigsaw(pictures):
    """The pictures with their sixteen pieces of 7 by 7 in another order."""
    pieces = patches(pictures, 7)[:, ORDER].unflatten(1, (4, 4)).unflatten(3, (7, 7))
    return pieces.transpose(2, 3).flatten(3).flatten(1, 2).unsqueeze(1)


def shifted_jigsaw(pictures, generator):
    """The pictures, shifted and then cut up."""
    return jigsaw(shifted(pictures, generator))


def without_positions(patch=7):
    """A ViT that is told no positions: its table is 0 and stays so."""
    net = digit_vit(patch)
    net.position.data.zero_()
    net.position.requires_grad_(False)
    return net


VARIANTS = {  # what else learns from 3,500 digits: like which, and is it cut up?
    "ViT 7, jigsaw": ("ViT 7", digit_vit, True),
    "CNN, jigsaw": ("CNN", digit_cnn, True),
    "ViT 7, no positions": ("ViT 7", without_positions, False),
}


def run(name, make, size, rate, seed, steps, cut_up=False):
    """A row: the errors on validation digits along a training, and on test digits."""
    (pictures, labels), choose, test = digits(seeded(seed))
    if cut_up:
        choose, test = ((jigsaw(p), wanted) for p, wanted in (choose, test))
    torch.manual_seed(seed)
    net, start, curve = make(), process_time(), []
    few, vary = (pictures[:size], labels[:size]), shifted_jigsaw if cut_up else shifted
    every = steps // 20
    for step, _ in enumerate(training(net, few, rate, steps, seeded(seed), vary), 1):
        if step % every == 0:
            curve.append([step, round(error_rate(net, choose), 1)])
    row = {"net": name, "size": size, "rate": rate, "seed": seed, "steps": steps}
    row |= {"validation": curve, "test": round(error_rate(net, test), 1)}
    return row | {"seconds": round(process_time() - start)}, net


def best_rate(rows, name, size):
    """The rate with the fewest validation errors at the end, for the first seed."""
    tried = [
        row
        for row in rows
        if (row["net"], row["size"], row["seed"]) == (name, TUNED[size], SEEDS[0])
    ]
    return min(tried, key=lambda row: row["validation"][-1][1])["rate"]


def plan(rows):
    """All that the table should have, one by one, as what `run` wants."""
    for name, make in NETS.items():
        for size in (350, 3500):
            for rate in RATES:
                yield name, make, size, rate, SEEDS[0], STEPS[size]
    rate = lambda name, size: best_rate(rows, name, size)
    for seed in SEEDS:
        for name, make in NETS.items():
            if seed == SEEDS[0] or name in DUEL:
                for size, steps in STEPS.items():
                    yield name, make, size, rate(name, size), seed, steps
        if seed == SEEDS[0]:
            for name, (like, make, cut_up) in VARIANTS.items():
                best = rate(like, 3500)
                yield name, make, 3500, best, seed, STEPS[3500], cut_up


def measured(table, planned=plan, done=lambda: None):
    """Add to the table the rows that it lacks."""
    key = lambda row: tuple(row[part] for part in ("net", "size", "rate", "seed"))
    for name, make, size, rate, seed, *rest in planned(table["rows"]):
        if (name, size, rate, seed) not in map(key, table["rows"]):
            table["rows"].append(run(name, make, size, rate, seed, *rest)[0])
            done()
    return table


def figures_nets(rate=0.004, steps=3000):
    """The nets of the live figure, with and without positions, for the page."""
    folder = TABLE.with_suffix("")
    folder.mkdir(exist_ok=True)
    (folder / "samples.json").write_text(json.dumps(samples()) + "\n", "utf-8")
    for make, end in ((digit_vit, ""), (without_positions, "_without")):
        for patch in (7, 14, 4):
            path = folder / f"patch_{patch}{end}.json"
            if not path.exists():
                row, net = run("", partial(make, patch), 3500, rate, 2020, steps)
                packet = packed(net) | {"errors": row["test"]}
                path.write_text(json.dumps(packet) + "\n", encoding="utf-8")


def samples():
    """A test digit of each kind, as the figure has them, by its name."""
    pictures, labels = digits(seeded(2020))[2]
    return [[f"a {int(labels[k])}", rows(pictures[k])] for k in SHOWN]


def main():
    """Complete the stored table, and write it after every row."""
    keep_memory()
    torch.set_num_threads(1)
    table = {"torch": version("torch"), "rows": []}
    if TABLE.exists():
        table = json.loads(TABLE.read_text("utf-8"))

    def store():
        lines = ",\n".join(f"  {json.dumps(row)}" for row in table["rows"])
        head = f'{{\n "torch": "{table["torch"]}",\n "rows": [\n'
        TABLE.write_text(f"{head}{lines}\n ]\n}}\n", encoding="utf-8")

    figures_nets()
    measured(table, done=store)


if __name__ == "__main__":
    main()
