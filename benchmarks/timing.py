"""Contestants that take turns, and what a ratio is worth.

Every round runs each contestant once, in an order drawn anew, so that whatever else
the machine does falls on all alike; a ratio is taken within its round. Processor
seconds of one thread are counted, not those on the wall.
"""

import gc
import multiprocessing
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from time import get_clock_info, perf_counter, process_time

import numpy as np
import torch

from helpers.training.memory import keep_memory

OURS = "ours"
SEED = 2017
SAMPLE = 0.02  # seconds that one turn takes at least
ROUNDS = 3, 21
FINE = get_clock_info("process_time").resolution < 1e-6
clock = process_time if FINE else perf_counter


@dataclass
class Case:
    """One thing to do, at one size, by ours and by its peers."""

    what: str
    size: str
    runs: dict[str, Callable]  # OURS and every peer
    floors: dict[str, float]  # what ours must keep: the peer's cost over ours
    reasons: dict[str, str] = field(default_factory=dict)  # why ours costs more
    x: float | None = None  # the size as a number, where cost is drawn over it
    flops: float = 0  # additions and multiplications that cannot be spared
    bytes: float = 0  # what must be read and written at the least
    unit: str = "time"
    found: dict[str, list] | None = None  # where the measuring has been done already


@dataclass
class Row:
    """What came out for ours beside one peer."""

    what: str
    size: str
    peer: str
    unit: str
    ratio: float  # the median of the peer's cost over ours
    low: float  # the quartiles
    high: float
    rounds: int
    floor: float
    reason: str
    x: float | None
    ours: float  # medians, in seconds or bytes, for the curves alone
    theirs: float
    limit: str = ""
    share: float | None = None  # of that limit, reached by ours

    @property
    def spread(self):
        """How far the middle half of the rounds lies apart."""
        return self.high - self.low

    @property
    def too_slow(self):
        """Whether ours is below its floor by more than the spread."""
        return self.floor - self.ratio > self.spread


def middle(values):
    """The median and the quartiles of some values."""
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, _, high = quantiles(values, n=4, method="inclusive")
    return median(values), low, high


def seconds(work, times):
    """Processor seconds of one run, from so many in a row."""
    gc.collect()  # nobody pays for what another has left behind
    start = clock()
    for _ in range(times):
        work()
    return (clock() - start) / times


@cache
def squares():
    """Two matrices whose product shows what the processor can do, and two for oneDNN.

    The second two are None where oneDNN is missing. On an AMD processor its product
    can be twice as fast as that of MKL, which `@` uses.
    """
    generator = torch.Generator().manual_seed(SEED)
    pair = [torch.randn(512, 512, generator=generator) for _ in range(2)]
    has_it = torch.backends.mkldnn.is_available()
    return pair, [part.to_mkldnn() for part in pair] if has_it else None


@cache
def long_row():
    """An array too large for any cache, and a place for its copy."""
    return np.ones(2**24), np.zeros(2**24)


def multiply():
    """A product of two matrices as PyTorch's `@` computes it."""
    a, b = squares()[0]
    return a @ b


def multiply_by_onednn():
    """The same kind of product by oneDNN, which PyTorch has for convolutions."""
    return torch.ops.aten.mkldnn_linear(*squares()[1])


@cache
def best_product():
    """Whichever of the two is faster on this machine."""
    if squares()[1] is None:
        return multiply
    ways = multiply, multiply_by_onednn
    return min(ways, key=lambda way: min(seconds(way, 1) for _ in range(5)))


def copy():
    """A copy of a large array: as many bytes are read as written."""
    source, target = long_row()
    np.copyto(target, source)


PEAK, MEMORY = "matmul peak", "memory bandwidth"
LIMITS = {  # name -> the work, and how much of it there is
    PEAK: (lambda: best_product()(), 2 * 512**3),
    MEMORY: (copy, 2 * 8 * 2**24),
}


def race(runs, budget, draw):
    """Each contestant's seconds, round by round, in about `budget` seconds in all."""
    once = {}
    for name, work in runs.items():
        first = seconds(work, 1)  # to warm up, too
        once[name] = first if first > 1 else max(seconds(work, 1), 1e-7)
    times = {name: max(1, round(SAMPLE / cost)) for name, cost in once.items()}
    a_round = sum(times[name] * cost for name, cost in once.items())
    least, most = ROUNDS
    rounds = min(max(least, int(budget / a_round)), most)
    found = {name: [] for name in runs}
    for _ in range(rounds):
        for name in draw.sample(list(runs), len(runs)):
            found[name].append(seconds(runs[name], times[name]))
    return found


def measure(case, budget):
    """The rows of a case: one for each peer."""
    runs, limit = dict(case.runs), ""
    if case.flops or case.bytes:
        limit = PEAK if case.flops else MEMORY
        runs[limit] = LIMITS[limit][0]
    if case.found:
        found = case.found
    elif case.unit == "memory":
        found = {name: [peak(work)] for name, work in runs.items()}
    else:
        found = race(runs, budget, random.Random(SEED))
    share = None
    if limit:
        needed = (case.flops or case.bytes) / LIMITS[limit][1]
        share = median(
            needed * least / ours
            for least, ours in zip(found[limit], found[OURS], strict=True)
        )
    return [row(case, peer, found, limit, share) for peer in case.floors]


def row(case, peer, found, limit, share):
    """Ours beside one peer."""
    pairs = zip(found[peer], found[OURS], strict=True)
    ratio, low, high = middle([theirs / ours for theirs, ours in pairs])
    return Row(
        what=case.what,
        size=case.size,
        peer=peer,
        unit=case.unit,
        ratio=ratio,
        low=low,
        high=high,
        rounds=len(found[OURS]),
        floor=case.floors[peer],
        reason=case.reasons.get(peer, ""),
        x=case.x,
        ours=median(found[OURS]),
        theirs=median(found[peer]),
        limit=limit,
        share=share,
    )


# ---- memory ------------------------------------------------------------------------

MEMORY_IS_SEEN = Path("/proc/self/clear_refs").exists()  # on Linux


def resident(name):
    """A line of /proc/self/status, in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return 1024 * int(line.split()[1])
    raise ValueError(f"/proc/self/status does not say {name}")


def report_peak(work, pipe):
    """In a process of its own: send how many bytes the work needed at its height."""
    settle()
    run = work()
    Path("/proc/self/clear_refs").write_text("5")  # forget the height so far
    before = resident("VmRSS")
    kept = run()
    pipe.send(resident("VmHWM") - before)
    del kept


def peak(work):
    """The bytes that some work needed; `work` prepares it and returns what to run."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=report_peak, args=(work, theirs)
    )
    process.start()
    theirs.close()
    try:
        return max(ours.recv(), 4096)
    finally:
        process.join()


def settle():
    """Equal terms for all: one thread, freed memory kept, nothing old to look through.

    Without the last a collection would search all that was imported here, and the
    contestants that make many small objects would pay for libraries not their own.
    """
    torch.set_num_threads(1)
    if "cv2" in sys.modules:
        sys.modules["cv2"].setNumThreads(1)
    keep_memory()
    gc.collect()
    gc.freeze()
