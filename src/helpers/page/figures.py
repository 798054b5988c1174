"""Drawings that several chapters share. Each draws on axes and returns them.

Labels stay in the chapter, where the meaning is; nothing here computes.
"""

import matplotlib.pyplot as plt
from IPython import get_ipython
from matplotlib.ticker import MaxNLocator

from helpers.drawing import plots

POSITIVE, NEGATIVE, TARGET, ACTIVE, MUTED, VALUE, BACK = (
    plots.LIGHT[name]
    for name in ("positive", "negative", "right", "lit", "quiet", "value", "back")
)
SHADES, SIGNED = plots.SHADES, plots.SIGNED


def use_book_style():
    """Draw every plot from here on in the book's look, as a part of the page."""
    plots.follow_the_page(get_ipython())


def raster(history, ax=None):
    """Who fires when: one row a neuron, one column an instant, filled when it fires."""
    ax = ax or plt.subplots(figsize=(6.4, 0.5 + 0.3 * len(history)))[1]
    for row, signal in enumerate(history.values()):
        for t, fires in enumerate(signal):
            face = ACTIVE if fires else "none"
            ax.scatter(
                t, row, s=110, marker="s", facecolor=face, edgecolor=MUTED, lw=0.6
            )
    ax.set_yticks(range(len(history)), labels=list(history))
    ax.invert_yaxis()
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.tick_params(length=0)
    ax.margins(y=0.25)
    return ax


def hinton(weights, ax=None):
    """A matrix as squares, the area for the size and the colour for the sign."""
    rows, columns = len(weights), len(weights[0])
    ax = ax or plt.subplots(figsize=(0.6 + 0.4 * columns, 0.5 + 0.4 * rows))[1]
    largest = max(abs(weight) for row in weights for weight in row)
    for y, row in enumerate(weights):
        for x, weight in enumerate(row):
            side = 0.92 * (abs(weight) / largest) ** 0.5
            corner = x - side / 2, y - side / 2
            face = POSITIVE if weight > 0 else NEGATIVE
            ax.add_patch(plt.Rectangle(corner, side, side, facecolor=face))
    ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5), aspect="equal")
    ax.set(xticks=range(columns), yticks=range(rows))
    ax.tick_params(length=0)
    return ax


def offsets(places, pairs, ax=None):
    """Words in a plane, with an arrow from the first of each pair to the second.

    `places` gives each word its two numbers; the names stand in columns at the sides.
    """
    ax = ax or plt.subplots(figsize=(4.6, 4.2))[1]
    for first, second in pairs:
        arrow = {"arrowstyle": "->", "ec": MUTED}
        ax.annotate("", places[second], places[first], arrowprops=arrow)
    heights = [places[word][1] for pair in pairs for word in pair]
    gap = 0.042 * (max(heights) - min(heights))
    columns = zip(*pairs, strict=True)
    for words, side, colour in zip(columns, "lr", (POSITIVE, NEGATIVE), strict=True):
        edge = (min if side == "l" else max)(places[word][0] for word in words)
        edge += -0.25 if side == "l" else 0.25
        free = min(heights) - gap
        for word in sorted(words, key=lambda word: places[word][1]):
            x, y = places[word]
            free = max(y, free + gap)
            ax.plot(x, y, "o", color=colour, markersize=4)
            line = {"arrowstyle": "-", "ec": colour, "lw": 0.4}
            name = ax.annotate(word, (x, y), (edge, free), arrowprops=line, fontsize=8)
            name.set(ha="right" if side == "l" else "left", va="center")
    ax.margins(x=0.4, y=0.08)
    return ax


def heat(values, rows, columns, ax=None):
    """Weights from 0 to 1 as shades, each row and column with its name."""
    size = 1.1 + 0.34 * len(columns), 0.9 + 0.3 * len(rows)
    ax = ax or plt.subplots(figsize=size)[1]
    ax.imshow(values, vmin=0, vmax=1, cmap=SHADES, aspect="auto")
    ax.set_xticks(range(len(columns)), labels=columns, rotation=90)
    ax.set_yticks(range(len(rows)), labels=rows)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.tick_params(length=0)
    return ax
