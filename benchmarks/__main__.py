"""All of it: the table on the screen and, in the full form, results.json.

python -m benchmarks            everything, about a quarter of an hour
python -m benchmarks --short    few sizes and rounds, as the tests do
python -m benchmarks.sobel      one row
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter

from benchmarks.report import begin, circumstances, finish, head, limits, options, run

MODULES = (
    *("reverse_sweep", "sobel", "recurrent", "attention"),
    *("transformer", "gpt", "translation", "book"),
)
RESULTS = Path(__file__).with_name("results.json")


def plain(value):
    """The value for a file: four digits are enough."""
    return float(f"{value:.4g}") if isinstance(value, float) else value


def main():
    """Measure, show, and keep what a full run has found."""
    short, start = options(__doc__.partition("\n")[0]).short, perf_counter()
    made_with, peaks, rows, kept = circumstances(), limits(), [], []
    print(head(made_with, peaks))
    for name in MODULES:
        module = import_module(f"benchmarks.{name}")
        begin()
        for row in run(module.cases, short):
            rows.append(row)
            kept.append({"module": name} | {k: plain(v) for k, v in vars(row).items()})
    if not short:
        found = {"made with": made_with, "limits": peaks, "rows": kept}
        text = json.dumps(found, indent=1, ensure_ascii=False)
        RESULTS.write_text(text + "\n", encoding="utf-8")
    print(f"{len(rows)} ratios in {perf_counter() - start:.0f} s")
    return finish(rows)


if __name__ == "__main__":
    sys.exit(main())
