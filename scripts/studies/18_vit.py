"""Chapter 18's stored table: ViT and CNN, five seeds, on ever more digits.

python scripts/studies/18_vit.py
adds the seeds that are missing to src/helpers/studies/18_vit.json, one after another.
About five minutes on one core.
"""

import json
from importlib.metadata import version
from pathlib import Path
from time import process_time

import torch

from helpers.memory import keep_memory
from helpers.vit import contest, shifted

TABLE = Path(__file__).parents[2] / "src/helpers/studies/18_vit.json"
SEEDS = range(2020, 2025)
ROWS = {  # the row's name: how many digits, how many steps, how they are varied
    "100": (100, 400, None),
    "350": (350, 400, None),
    "1000": (1000, 600, None),
    "3500": (3500, 1000, None),
    "3500, shifted": (3500, 1200, shifted),
}


def measured(seed, rows=ROWS):
    """Per row, the errors of the ViT and of the CNN, in per cent of the test digits."""
    return {name: contest(seed, *settings) for name, settings in rows.items()}


def main():
    """Measure the seeds that the table does not have, and write it after each."""
    keep_memory()
    torch.set_num_threads(1)
    table = {"torch": version("torch"), "seconds": 0, "errors": {}}
    if TABLE.exists():
        table = json.loads(TABLE.read_text("utf-8"))
    for seed in SEEDS:
        if str(seed) not in table["errors"]:
            start = process_time()
            table["errors"][str(seed)] = measured(seed)
            table["seconds"] += round(process_time() - start)
            TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
