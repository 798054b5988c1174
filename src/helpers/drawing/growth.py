"""Chapter 10: what a matrix does that comes again and again, and how to cut a step."""

from math import hypot

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.canvas import in_rows, listed, pairs, point, positive, within

# ---- a vector, multiplied again and again --------------------------------------------


def times(matrix, vector):
    """A matrix, as rows, times a vector."""
    return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]


def walk(matrix, start, steps):
    """The vector, and what it is after each of so many multiplications."""
    places = [list(start)]
    for _ in range(steps):
        places.append(times(matrix, places[-1]))
    return places


def direction(matrix):
    """Where a vector turns that is multiplied very often, with length 1."""
    x, y = 1.0, 0.3
    for _ in range(200):
        x, y = times(matrix, (x, y))
        long = hypot(x, y)
        if long < 1e-30:
            raise ValueError(
                "This matrix turns every vector into nothing: take another."
            )
        x, y = x / long, y / long
    return x, y


def _panel(page, left, floor, places, towards, scale):
    """A plane with the way of a vector's tip, and the direction it takes."""

    def at(place):
        return left + place[0] * scale, floor - place[1] * scale

    far = max(hypot(*place) for place in places) + 0.35
    end = at([far * part for part in towards])
    page.line((left, floor), end, names="frame", head=False)
    tips = [at(place) for place in places]
    page.line((left, floor), tips[0], names="quiet")
    with page.group("lit"):
        page.path("line lit", "M" + "L".join(point(*tip) for tip in tips), 1.5)
        for tip in tips[1:-1]:
            page.dot(*tip, "lit", 3)
        page.line((left, floor), tips[-1], names="lit", width=2.4)
    page.text(tips[0][0] + 7, tips[0][1], "start", "q s", "start")
    page.text(
        tips[-1][0] - 9, tips[-1][1] - 5, f"after {len(tips) - 1}", "lit s", "end"
    )
    page.dot(left, floor)


def powers(number, matrix, factors, start=(1.2, 0.2), steps=5):
    """One vector times one matrix again and again, the matrix made smaller or larger.

    Each of the `factors` is what the matrix's numbers are multiplied by, with a word.
    """
    matrix = in_rows(matrix)
    if len(matrix) != 2 or len(matrix[0]) != 2 or len(listed(start)) != 2:
        raise ValueError(
            "The plane has two directions: take a 2 × 2 matrix, 2 numbers."
        )
    within(len(pairs(factors, "A factor with its word")), 1, 3, "factors")
    towards = direction(matrix)
    turned = times(matrix, towards)
    largest = turned[0] * towards[0] + turned[1] * towards[1]
    ways = [
        (
            word,
            largest * f,
            walk([[f * m for m in row] for row in matrix], start, steps),
        )
        for f, word in factors
    ]

    *most, last = ["by $A$" if f == 1 else f"by {f:g} $A$" for f, _ in factors]
    by = f"{', '.join(most)} and {last}" if most else last

    def draw(room):
        wide = room >= WIDE
        pitch, scale = (room / len(ways), 62) if wide else (room, 48)
        tops = [max(y for _, y in places) * scale + 30 for *_, places in ways]
        if wide:
            lefts = [k * pitch + 46 for k in range(len(ways))]
            floors = [max(tops)] * len(ways)
        else:
            lefts = [46] * len(ways)
            floors = [sum(tops[: k + 1]) + 16 * k for k in range(len(ways))]
        page = Canvas(room, floors[-1] + (68 if wide else 12))
        for left, floor, (word, size, places) in zip(lefts, floors, ways, strict=True):
            _panel(page, left, floor, places, towards, scale)
            first, last = hypot(*places[0]), hypot(*places[-1])
            x, y = (left, floor + 24) if wide else (left + 166, floor - 40)
            page.text(x, y, f"it {word}", "b s", "start")
            page.text(x, y + 17, f"eigenvalue {printed(size)}", "q s", "start")
            lengths = f"length {printed(first)} → {printed(last)}"
            page.text(x, y + 34, lengths, "q s", "start")
        return page

    said = "; ".join(
        f"with an eigenvalue of {printed(size)} it {word}, and its length is "
        f"{printed(hypot(*places[-1]))} in the end"
        for word, size, places in ways
    )
    return Drawing(
        number,
        f"One vector (grey), multiplied {steps} times {by} (amber). The first "
        "multiplications turn it to the dotted line, the direction of the "
        "largest eigenvalue. From there on it is only multiplied by that number, "
        "again and again.",
        f"Three planes with the way of a vector. {said[0].upper() + said[1:]}.",
        draw,
    )


# ---- first up, then down -------------------------------------------------------------


def hump(number, norms, radius, goal):
    """How long the powers of a matrix are, beside the powers of its radius."""
    norms = listed(norms)
    within(len(norms), 3, 12, "lengths")
    most = max(*norms, goal) * 1.08

    def draw(room):
        page, left, high = Canvas(room, 216), 44, 150
        wide = min(room - left - 74, 470)
        left += (room - wide - left - 74) / 2 if room >= WIDE else 0
        floor = high + 20
        across = page.axis(
            left, floor, wide, 0, len(norms) - 1, range(len(norms)), "steps back, k"
        )
        up = page.axis(
            left, floor, high, 0, most, (0, goal / 2, goal), "", upright=True
        )
        places = [(across(k), up(norm)) for k, norm in enumerate(norms)]
        page.line((left, up(goal)), (left + wide, up(goal)), names="frame", head=False)
        page.text(left + wide + 8, up(goal), "your goal", "q s", "start")
        with page.group("quiet"):
            powers_ = [(across(k), up(radius**k)) for k in range(len(norms))]
            page.path("line quiet", "M" + "L".join(point(*p) for p in powers_))
        with page.group("back"):
            page.path("line back", "M" + "L".join(point(*p) for p in places), 2)
            for place in places:
                page.dot(*place, "back", 3)
        top = max(range(len(norms)), key=norms.__getitem__)
        x, y = places[top]
        page.text(x + 10, y - 10, "length of $W^k$", "back s", "start")
        page.text(powers_[2][0] - 4, powers_[2][1] - 11, "$\\rho^k$", "q s", "start")
        return page

    return Drawing(
        number,
        f"A matrix of spectral radius {radius:g}: in the end its powers shrink like "
        "$\\rho^k$ (grey), but first they grow (red). Find one that rises above the "
        "dotted line.",
        f"A red curve that rises from {printed(norms[0], 0)} to "
        f"{printed(max(norms), 1)} and sinks to {printed(norms[-1], 1)}, "
        f"below a dotted line at {goal:g}; a grey one that sinks from the beginning.",
        draw,
    )


# ---- together, or each by itself -----------------------------------------------------


def upwards(gradients):
    """The two gradients, if they point to the right and upwards."""
    within(len(listed(gradients)), 2, 2, "gradients")
    return [positive(value, "A gradient of this drawing") for value in gradients]


def cut_apart(number, gradients, limit):
    """Two gradients as one arrow: cut together it keeps its direction."""
    dx, dy = upwards(gradients)
    positive(limit, "A limit")
    keep = min(1, limit / hypot(dx, dy))
    alone = [min(d, limit) for d in (dx, dy)]

    def draw(room):
        scale = min(150 / dy, (room - 210) / dx)
        page = Canvas(room, dy * scale + 66)
        x, y = (room - dx * scale) / 2 - 30, dy * scale + 32

        def at(a, b):
            return x + a * scale, y - b * scale

        arc = f"M{point(*at(limit, 0))}A{limit * scale:.1f} {limit * scale:.1f} 0 0 0 "
        page.path("frame", arc + point(*at(0, limit)))
        page.line((x, y), at(dx, dy), names="quiet")
        page.text(at(dx, dy)[0] + 8, at(dx, dy)[1] + 4, "both, uncut", "q s", "start")
        page.line((x, y), at(*alone), names="negative", width=2.2)
        side = at(*alone)
        page.text(
            side[0] + 8, side[1] + 2, "each by itself: turned", "negative s", "start"
        )
        with page.group("right"):
            page.line((x, y), at(dx * keep, dy * keep), names="right", width=3)
        tip = at(dx * keep, dy * keep)
        middle = x - 10, y + 0.7 * (tip[1] - y)
        page.text(*middle, "together", "right s", "end")
        page.text(x + limit * scale, y + 16, f"limit {limit:g}", "q s")
        page.text(x, y - dy * scale - 12, "the second", "q s")
        page.text(x + dx * scale + 8, y, "the first gradient", "q s", "start")
        page.line((x, y), (x, y - dy * scale), names="quiet hair", head=False)
        page.line((x, y), (x + dx * scale, y), names="quiet hair", head=False)
        page.dot(x, y)
        return page

    return Drawing(
        number,
        "Two gradients, the first to the right and the second upwards. Together they "
        "are one arrow: cut as one it keeps its direction (green), cut one by one it "
        "points elsewhere (orange).",
        f"An arrow to ({dx:g}, {dy:g}). Cut to the length {limit:g} it is at "
        f"({printed(dx * keep, 1)}, {printed(dy * keep, 1)}) on the same line; cut one "
        f"by one it is at ({alone[0]:g}, {alone[1]:g}), off the line.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    factors = (0.8, "shrinks"), (1, "stays"), (1.25, "grows")
    yield powers("10.41", [[0.6, 0.4], [0.4, 0.6]], factors)
    norms = [1, 4, 4, 3.2, 2, 1.3, 0.8, 0.45, 0.3]
    yield hump("10.42", norms, 0.5, 10)
    yield cut_apart("10.43", [3, 4], 2)
