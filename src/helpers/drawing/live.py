"""A learning curve that grows below its cell while a network trains."""

import os
from time import perf_counter

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

from helpers.drawing.plots import caption
from helpers.page import figures


def watched(steps, number, words, beside=None, unit="bits", every=2.0):
    """The steps one by one, while a curve of their costs grows below the cell.

    A step is a cost, or a tuple that begins with one. `beside` holds heights to compare
    with, by their names. On a page only the finished curve is drawn.
    """
    costs, handle, last = [], None, perf_counter()
    for step in steps:
        costs.append(step[0] if isinstance(step, tuple) else step)
        yield step
        alive = "TQDM_DISABLE" not in os.environ
        if alive and len(costs) > 1 and perf_counter() - last > every:
            handle = _show(_curve(costs, number, words, beside or {}, unit), handle)
            last = perf_counter()
    if not costs:
        raise ValueError("there was no step to watch: train for one step at least.")
    _show(_curve(costs, number, words, beside or {}, unit), handle)


def _show(figure, handle):
    """Show the figure in the place of the last one, and return the place."""
    plt.close(figure)
    if handle is None:
        return display(figure, display_id=True)
    handle.update(figure)
    return handle


def _curve(costs, number, words, beside, unit):
    """The costs as a pale line, their running mean as a strong one."""
    window = max(len(costs) // 40, 1)
    mean = np.convolve(costs, np.ones(window) / window, mode="valid")
    ax = plt.subplots(figsize=(6.6, 2.9))[1]
    thin = slice(None, None, max(len(costs) // 600, 1))
    ax.plot(np.arange(len(costs))[thin], costs[thin], color=figures.MUTED, lw=0.6,
            alpha=0.4)  # fmt: skip
    ax.plot(np.arange(len(mean))[thin] + window / 2, mean[thin], color=figures.POSITIVE)
    for name, height in beside.items():
        ax.axhline(height, color=figures.NEGATIVE, lw=1)
        ax.annotate(name, (len(costs), height), (0, 4), textcoords="offset points",
                    color=figures.NEGATIVE, ha="right")  # fmt: skip
    ax.set(xlabel="step", ylabel=unit, xlim=(0, len(costs)))
    low = min([*mean, *beside.values()])
    ax.set_ylim(max(low - 0.4, 0), max(mean) * 1.05)
    alt = f"A training curve that falls from {costs[0]:.1f} to {mean[-1]:.1f} {unit}."
    caption(ax, number, words, alt=alt)
    return ax.figure
