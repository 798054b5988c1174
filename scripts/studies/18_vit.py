"""Chapter 18's stored table: ViT and CNN, five seeds, on ever more digits.

python scripts/studies/18_vit.py
adds what is missing to src/helpers/studies/18_vit.json, and can be stopped at any time.
About four minutes on one core.
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


def measured(table, rows=ROWS, seeds=SEEDS, done=lambda: None):
    """Add what is missing to the table: the errors of the ViT and of the CNN."""
    for seed in map(str, seeds):
        found = table["errors"].setdefault(seed, {})
        for name in [name for name in rows if name not in found]:
            start = process_time()
            found[name] = contest(int(seed), *rows[name])
            table["seconds"] += round(process_time() - start)
            done()
    return table


def main():
    """Complete the stored table, and write it after every row."""
    keep_memory()
    torch.set_num_threads(1)
    table = {"torch": version("torch"), "seconds": 0, "errors": {}}
    if TABLE.exists():
        table = json.loads(TABLE.read_text("utf-8"))

    def store():
        TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")

    measured(table, done=store)


if __name__ == "__main__":
    main()
