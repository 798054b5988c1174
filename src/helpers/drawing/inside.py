"""Chapters 11 and 16: a ravine, pairs of letters, the heads of a layer, its sizes."""

from collections import Counter
from itertools import pairwise
from math import exp, sqrt

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.canvas import in_rows, point

# ---- a ravine ------------------------------------------------------------------------


def ravine(number, rate=0.0185, steps=40, steep=100, start=(-1.0, 0.35)):
    """Gradient descent in a loss that is much steeper across than along."""
    if not 0 < rate * steep < 2:
        raise ValueError(f"With a rate of {rate:g} it leaves the ravine for good.")
    way = [start]
    for _ in range(steps):
        x, y = way[-1]
        way.append((x - rate * x, y - rate * steep * y))

    def draw(room):
        wide = room >= WIDE
        zero = room * 0.62
        scale = zero - (70 if wide else 30)
        tall = scale * 0.52  # for what lies across, so that it can be seen
        middle = 0.35 * tall + 26
        page = Canvas(room, 2 * middle)

        def at(place):
            return zero + place[0] * scale, middle - place[1] * tall

        for height in (0.01, 0.05, 0.12, 0.2):
            far = sqrt(2 * height)
            rx, ry = far * scale, far / sqrt(steep) * tall
            ends = point(zero - rx, middle), point(zero + rx, middle)
            bend = f"A{rx:.1f} {ry:.1f} 0 0 1 "
            ring = f"M{ends[0]}{bend}{ends[1]}{bend}{ends[0]}"
            page.path("line quiet hair", ring)
        spots = [at(place) for place in way]
        page.line(*spots, names="negative", width=1.4, head=False, round=0)
        for spot in spots:
            page.dot(*spot, "negative", 2.2)
        page.dot(zero, middle, "right", 5)
        page.text(zero, middle - 18, "lowest", "right s")
        page.text(spots[0][0], spots[0][1] - 14, "start", "q s")
        page.text(spots[-1][0], middle + 32, f"after {steps} steps", "negative s")
        return page

    x, y = way[-1]
    loss = 0.5 * (x * x + steep * y * y)
    return Drawing(
        number,
        f"A ravine: the loss is {steep} times as steep across as along. Gradient "
        "descent jumps from side to side, and creeps along the floor. A larger rate "
        "would throw it out.",
        "Long narrow ellipses around a lowest point. A zigzag line from the left gets "
        f"less than half of the way there: its loss is still {printed(loss, 3)}.",
        draw,
    )


# ---- pairs of letters ----------------------------------------------------------------


def pair_counts(number, words, shown=6):
    """Words as letters, how often each occurs, and their most frequent neighbours."""
    if not words:
        raise ValueError("There are no words whose letters could be paired.")
    counts = Counter()
    for word, times in words.items():
        for pair in pairwise(word):
            counts[pair] += times
    order = list(counts)
    best = sorted(order, key=lambda pair: (-counts[pair], order.index(pair)))[:shown]
    first = max(best, key=lambda pair: (counts[pair], -best.index(pair)))
    equal = [pair for pair in best if counts[pair] == counts[first] and pair != first]
    also = "".join(f"; *{a}* and *{b}* do as often" for a, b in equal)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 44 + 36 * max(len(words), shown) if wide else 420)
        page.text(0, 10, "a text, as letters", "b", "start")
        for k, (word, times) in enumerate(words.items()):
            y = 32 + 36 * k
            for i, letter in enumerate(word):
                both = "".join(first)
                near = word[i : i + 2], word[max(i - 1, 0) : i + 1]
                inside = both in near
                with page.group("glow" if inside else ""):
                    page.rect("learned", 27 * i, y, 24, 26, 4)
                page.text(27 * i + 12, y + 13, letter.replace(" ", "␣"), "w")
            page.text(27 * len(word) + 12, y + 13, f"{times} times", "q s", "start")
        left, top = (400, 0) if wide else (0, 44 + 36 * len(words))
        page.text(left, top + 10, "its most frequent pairs", "b", "start")
        long = (room - left - 100) / counts[first]
        for k, pair in enumerate(best):
            y = top + 32 + (36 if wide else 32) * k
            name = " + ".join(pair).replace(" ", "␣", 1 if pair[0] == " " else 0)
            page.text(left + 44, y + 10, name, "w b" if pair == first else "w", "end")
            with page.group("lit" if pair == first else "positive"):
                page.rect("bar", left + 56, y + 2, long * counts[pair], 16, 1)
            at = left + 62 + long * counts[pair]
            page.text(at, y + 10, str(counts[pair]), "s", "start")
        return page

    return Drawing(
        number,
        f"One step of the learning. No neighbours stand together more often than "
        f"*{first[0]}* and *{first[1]}*, {counts[first]} times (amber){also}: they "
        "become one token. Then count again.",
        "Words as rows of letters: "
        + ", ".join(f"{word.strip()} {times} times" for word, times in words.items())
        + ". Bars for the pairs "
        + ", ".join(f"{a}{b} {counts[a, b]}" for a, b in best)
        + ".",
        draw,
    )


# ---- the heads of a layer ------------------------------------------------------------


def _weights(scores):
    """Each row as weights that add up to one."""
    rows = [[exp(value) for value in row] for row in in_rows(scores)]
    return [[value / sum(row) for value in row] for row in rows]


def heads(number, words, scores):
    """One layer's attention: every head has its own weights, W_O joins what they bring.

    `scores` has the scores of each head, a row for each word that asks.
    """
    words, maps = list(words), [_weights(head) for head in scores]
    if any(len(head) != len(words) or len(head[0]) != len(words) for head in maps):
        raise ValueError(
            f"{len(words)} words need {len(words)} rows of as many scores."
        )
    count = len(maps)

    def draw(room):
        wide = room >= WIDE
        cell = 24 if wide else 16
        step = (room - (70 if wide else 52)) / count
        left = 70 if wide else 52
        side = cell * len(words)
        page = Canvas(room, side + 258)
        top = 84
        middle, small = (left + room) / 2, 13 if wide else 11
        first = middle - 2 * small * count
        page.text(middle, 8, "one vector for each word", "q s")
        page.strip(first, 20, 4 * count, "", cell=small, high=20)
        for j, word in enumerate(words):
            page.text(left - 8, top + cell * (j + 0.5), word, "w", "end")
        base = top + side + 44
        for h, head in enumerate(maps):
            x = left + step * h + (step - side) / 2
            middle = x + side / 2
            start = first + small * (4 * h + 2)
            page.line((start, 42), (middle, top - 21))
            page.text(middle, top - 10, f"head {h + 1}", "s")
            page.matrix(x, top, head, cell=cell, largest=1)
            page.line((middle, top + side + 4), (middle, base - 12))
            page.strip(middle - 26, base - 8, 4, "", cell=13, high=20)
            page.line((middle, base + 16), (middle, base + 44))
        page.box(left, base + 48, room - left - 6, 30, "$W_O$: joins what they bring")
        middle = (left + room) / 2
        page.line((middle, base + 80), (middle, base + 102))
        page.sign(middle, base + 112, r=8)
        page.text(middle + 18, base + 112, "to the stream", "q s", "start")
        return page

    most = []
    for h, head in enumerate(maps):
        row = head[-1]
        best = words[row.index(max(row))]
        most.append(f"in head {h + 1} {words[-1]} looks most at {best}")
    return Drawing(
        number,
        f"Attention with {count} heads, as chapter 15 built it. Each head compares its "
        "own queries with its own keys (rows: who looks; darker: more), and brings a "
        "mixture of its own values; one matrix joins what they bring.",
        f"{count} square maps of weights side by side, each with a strip under it; all "
        f"strips lead to one matrix. {'; '.join(most)}.",
        draw,
    )


# ---- sizes ---------------------------------------------------------------------------


def sizes(number, d_model=512, d_ff=2048, heads=8, layers=6):
    """The widths of a Transformer, to scale, with their symbols."""
    if d_model % heads:
        raise ValueError(f"{heads} heads do not divide a width of {d_model}.")

    def draw(room):
        wide = room >= WIDE
        left = 190 if wide else 0
        unit = (room - left - 6) / d_ff
        rows = [
            ("a vector, $d_{model}$", d_model, 1, ""),
            (f"{heads} heads of $d_k$", d_model, heads, "query"),
            ("inside the net, $d_{ff}$", d_ff, 1, "positive"),
            (f"$N$ = {layers} layers on each side", d_model, 1, "quiet"),
        ]
        step = 46 if wide else 62
        page = Canvas(room, step * len(rows) + 50)
        for k, (name, width, parts, kind) in enumerate(rows):
            y = step * k + (8 if wide else 24)
            spot = (left - 14, y + 12) if wide else (0, y - 11)
            page.text(*spot, name, "", "end" if wide else "start")
            if k == 3:
                for n in range(layers):
                    page.box(left, y + 13 * n, unit * width, 10, round=3)
                continue
            page.rect("learned" if kind == "" else "hollow", left, y, unit * width, 24)
            for part in range(1, parts):
                x = left + unit * width * part / parts
                page.path(f"line {kind}", f"M{point(x, y)}v24")
            page.rect(f"edge {kind or 'quiet'}", left, y, unit * width, 24, round=2)
            said = f"{d_model // parts} each" if parts > 1 else str(width)
            inside = width == d_ff
            x = left + unit * width / 2 if inside else left + unit * width + 10
            page.text(x, y + 12, said, "s", "middle" if inside else "start")
        return page

    return Drawing(
        number,
        "The sizes of the base model, to scale, with the paper’s symbols.",
        f"Bars: a vector of {d_model} numbers; the same cut into {heads} heads of "
        f"{d_model // heads}; an inner width of {d_ff}; {layers} layers.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapters show it."""
    yield ravine("11.35")
    four = {" low": 5, " lower": 2, " newest": 6, " widest": 3}
    yield pair_counts("16.35", four)
    near = [[2, 0, 0], [1, 2, 0], [0, 2, 1]]
    back = [[0, 0, 1], [2, 0, 0], [0, 2, 0]]
    yield heads("16.36", ["la", "niña", "canta"], [near, back, back, near])
    yield sizes("16.33")
