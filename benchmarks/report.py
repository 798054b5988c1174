"""The table on the screen, and the machine and versions it was made with."""

import argparse
import platform
import sys
import warnings
from importlib.metadata import version

from benchmarks.timing import LIMITS, PEAK, SEED, measure, multiply, seconds, settle

BUDGET = {True: 0.2, False: 2.0}  # seconds for a case, short or not
PACKAGES = (
    *("torch", "numpy", "scipy", "micrograd", "autograd", "scikit-image"),
    *("opencv-python-headless", "x-transformers", "transformers"),
)


def processor():
    """What the processor is called, where the system says it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line for line in lines if line.startswith("model name")]
            return names[0].partition(":")[2].strip()
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def limits():
    """The most that this machine does in a second: the best of ten."""
    found = {}
    ways = LIMITS | {"product by @": (multiply, LIMITS[PEAK][1])}
    for name, (work, amount) in ways.items():
        found[name] = amount / min(seconds(work, 1) for _ in range(10))
    return found


def circumstances():
    """Machine, versions and seed."""
    return {
        "machine": processor(),
        "threads": 1,
        "seed": SEED,
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
    }


def head(made_with, peaks):
    """The circumstances in three lines."""
    names = ", ".join(f"{name} {made_with[name]}" for name in ("python", *PACKAGES))
    flops, memory, at = (peak / 1e9 for peak in peaks.values())
    return (
        f"{made_with['machine']}, one thread; seed {SEED}\n{names}\n"
        f"matmul peak {flops:.0f} GFLOP/s (PyTorch's @: {at:.0f}), "
        f"memory bandwidth {memory:.1f} GB/s"
    )


def verdict(row):
    """Whether ours is at least equal, in a word or two."""
    if row.too_slow:
        return "BELOW ITS FLOOR"
    if row.low >= 1:
        return "less" if row.unit != "budget" else "kept"
    return "equal" if row.high >= 1 else "more"


def line(row):
    """A row of the table."""
    share = f"{row.share:4.0%} of {row.limit}" if row.limit else ""
    return (
        f"{row.what:27} {row.size:22} {row.unit:6} {row.peer:24} {row.ratio:8.3g} "
        f"[{row.low:.3g} – {row.high:.3g}] {row.floor:5g}  {verdict(row):6} {share}"
    )


def run(cases, short, show=print):
    """Measure the cases one by one, showing each row as it comes."""
    rows = []
    for case in cases(short):
        for row in measure(case, BUDGET[short]):
            show(line(row))
            rows.append(row)
    return rows


def options(description):
    """What the command is asked."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--short", action="store_true", help="few sizes and rounds, as the tests do"
    )
    return parser.parse_args()


def begin():
    """Equal terms, and no word of PyTorch's on a shortcut of its own."""
    for words in ("enable_nested_tensor", "The PyTorch API of nested", "TF32 acc"):
        warnings.filterwarnings("ignore", words)
    sys.stdout.reconfigure(line_buffering=True)
    settle()


def finish(rows):
    """An exit code: 1 if something is below its floor by more than the spread."""
    slow = [row for row in rows if row.too_slow]
    for row in slow:
        print(
            f"{row.what}, {row.size}: {row.peer} costs {row.ratio:.3g} times ours; "
            f"the floor is {row.floor:g} and the spread {row.spread:.2g}.",
            file=sys.stderr,
        )
    return 1 if slow else 0


def alone(cases):
    """Run one module's cases as a command."""
    short = options("This project beside its peers, one row of the table.").short
    begin()
    print(head(circumstances(), limits()))
    sys.exit(finish(run(cases, short)))
