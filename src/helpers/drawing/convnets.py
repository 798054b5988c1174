"""Chapter 7: shared weights, maps on maps, pooling, layers, what a unit sees."""

from math import exp, sqrt

from helpers.drawing import WIDE, Canvas, Drawing, number
from helpers.drawing.canvas import in_rows, listed
from helpers.drawing.columns import side_by_side

# ---- what several drawings need ------------------------------------------------------


def _grid(page, x, y, rows, columns, cell):
    """An empty grid of cells."""
    page.rect("cell", x, y, columns * cell, rows * cell)
    lines = "".join(
        f"M{x:g} {y + k * cell:g}h{columns * cell:g}" for k in range(rows + 1)
    )
    lines += "".join(
        f"M{x + k * cell:g} {y:g}v{rows * cell:g}" for k in range(columns + 1)
    )
    page.path("grid", lines)


def _counted(n):
    """A whole number with its thousands set apart."""
    return f"{n:,}"


# ---- shared or not -------------------------------------------------------------------

OWN = [
    [[0.9, -0.2, -0.7], [0.4, 0.1, -0.5], [-0.3, 0.8, 0.2]],
    [[-0.6, 0.5, 0.3], [0.7, -0.9, 0.1], [0.2, -0.4, 0.8]],
]
EDGE = [[0.5, 1, 0.5], [0, 0, 0], [-0.5, -1, -0.5]]


def _looking(page, x, y, fields, kernels, words):
    """One way to look: a picture, two units, and the weights that each has."""
    cell, n = 10, 10
    page.text(x + 100, y, words[0], "b")
    top = y + 22
    _grid(page, x, top, n, n, cell)
    for k, (row, column, size) in enumerate(fields):
        left, high = x + column * cell, top + row * cell
        names = "edge lit" if k else "edge quiet"
        page.rect(names, left, high, size * cell, size * cell, round=2)
        unit = x + 186, top + 22 + 56 * k
        if kernels:
            page.matrix(x + 118, unit[1] - 18, kernels[k], cell=12)
            page.line((left + size * cell, high + 15), (x + 116, unit[1]), head=False)
            page.line((x + 156, unit[1]), (unit[0] - 10, unit[1]))
        else:
            for m in range(n):
                start = x + n * cell, top + (m + 0.5) * cell
                page.line(start, (unit[0] - 10, unit[1]), names="quiet", head=False)
        page.circle("learned", *unit, 9)
    page.text(x + 100, top + n * cell + 20, words[1])
    page.text(x + 100, top + n * cell + 38, words[2], "q s")


def shared_or_not(number_, full, local, shared):
    """Three ways for the units of one map to look at a picture, and their weights."""
    counts = [_counted(n) for n in (full, local, shared)]
    whole, near = [(0, 0, 10)] * 2, [(1, 1, 3), (5, 6, 3)]
    panels = [
        (whole, None, ("joined to all pixels", f"{counts[0]} weights", "chapter 5")),
        (near, OWN, ("a window each", f"{counts[1]} weights", "each unit its own")),
        (near, [EDGE] * 2, ("one kernel for all", f"{counts[2]} weights", "shared")),
    ]

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 176 if wide else 3 * 186 - 10)
        for k, (fields, kernels, words) in enumerate(panels):
            x = k * 238 if wide else (room - 210) / 2
            lit = k == 2
            with page.group("glow" if lit else ""):
                place = x, 10 if wide else 10 + 186 * k
                _looking(page, *place, fields, kernels, words)
        return page

    return Drawing(
        number_,
        "Two units of one map, three times. On the left each sees everything; in the "
        "middle each sees a window through weights of its own; on the right both use "
        "the *same* weights. Counted for a map of 24 × 24 units over a picture of "
        "28 × 28 pixels, with biases (drawn smaller).",
        f"Joined to all pixels a map has {counts[0]} weights, with a window for each "
        f"unit {counts[1]}, with one shared kernel {counts[2]}.",
        draw,
    )


# ---- maps on maps --------------------------------------------------------------------


def _response(picture, kernel):
    """The sum of products at every place where the kernel fits."""
    high, wide = len(kernel), len(kernel[0])
    return [
        [
            sum(
                kernel[a][b] * picture[i + a][j + b]
                for a in range(high)
                for b in range(wide)
            )
            for j in range(len(picture[0]) - wide + 1)
        ]
        for i in range(len(picture) - high + 1)
    ]


def two_maps(number_, maps, kernels, bias):
    """One new map from two maps below: a kernel on each, added, and a bias."""
    maps, kernels = [in_rows(m) for m in maps], [in_rows(k) for k in kernels]
    if len(maps) != 2 or len(kernels) != 2:
        raise ValueError(
            f"Two maps and a kernel for each are drawn, and here are {len(maps)} maps "
            f"and {len(kernels)} kernels."
        )
    answers = [_response(m, k) for m, k in zip(maps, kernels, strict=True)]
    total = [
        [a + b + bias for a, b in zip(*rows, strict=True)]
        for rows in zip(*answers, strict=True)
    ]

    def draw(room):
        wide, cell = room >= WIDE, 28
        left, step = (40, 112) if wide else (10, 112)
        page = Canvas(room, 246 if wide else 348)
        for k in range(2):
            y, x = 26 + k * step, left
            size = len(maps[k]) * cell
            page.text(x + size / 2, y - 13, f"map {k + 1} below", "q s")
            page.matrix(x, y, maps[k], cell=cell, digits=0)
            middle = y + size / 2
            x += size + 26
            page.text(x - 13, middle, "⋆", "big")
            high = len(kernels[k]) * cell
            page.matrix(x, middle - high / 2, kernels[k], "lit", cell=cell, digits=0)
            x += high + 28
            page.text(x - 14, middle, "=", "q")
            high = len(answers[k]) * cell
            page.matrix(x, middle - high / 2, answers[k], cell=cell, digits=0)
            end = x + high, middle
            target = (470, 124) if wide else (130, 284)
            if wide:
                page.curve(
                    (end[0] + 8, middle), (target[0] - 14, target[1]), head=False
                )
        size = len(total) * cell
        x, y = (516, 124 - size / 2) if wide else (150, 284 - size / 2 + 12)
        page.sign(x - 44 if wide else 64, y + size / 2, "+", 11)
        page.text(x - 22, y + size / 2, f"{bias:+g}".replace("-", "−"), "s")
        page.matrix(x, y, total, "query", cell=cell, digits=0)
        page.text(x + size / 2, y - 13, "the new map", "q s")
        if not wide:
            page.line((64, 240), (64, y + size / 2 - 13))
            page.line((x - 76, y + size / 2), (x - 40, y + size / 2), head=False)
        return page

    said = "; ".join(" ".join(f"{v:g}" for v in row) for row in total)
    return Drawing(
        number_,
        "A kernel for each map below (amber); the answers are added, place by place, "
        "with one bias for the whole map. A squashing function follows.",
        f"Two maps of 3 by 3, two kernels of 2 by 2; their answers and the bias "
        f"{bias:g} add up to the new map {said}.",
        draw,
    )


# ---- pooling -------------------------------------------------------------------------


def pooling(number_, values):
    """Each square of two by two becomes one number: its mean, or its largest."""
    values = in_rows(values)
    if len(values) % 2 or len(values[0]) % 2:
        raise ValueError(
            "Pooling takes squares of two by two, and this table has "
            f"{len(values)} rows and {len(values[0])} columns: give it even numbers."
        )

    def pooled(kind):
        return [
            [
                kind([values[i + a][j + b] for a in (0, 1) for b in (0, 1)])
                for j in range(0, len(values[0]), 2)
            ]
            for i in range(0, len(values), 2)
        ]

    mean, most = pooled(lambda four: sum(four) / 4), pooled(max)
    largest = max(abs(v) for row in values for v in row)

    def draw(room):
        wide, cell = room >= WIDE, 34
        page = Canvas(room, 168 if wide else 296)
        x, y = (70, 24) if wide else ((room - 4 * cell) / 2, 24)
        page.text(x + 2 * cell, y - 13, "a map", "q s")
        page.matrix(x, y, values, cell=cell, digits=0, largest=largest)
        for i in range(0, len(values), 2):
            for j in range(0, len(values[0]), 2):
                names = "edge lit" if i == j == 0 else "edge quiet"
                page.rect(names, x + j * cell, y + i * cell, 2 * cell, 2 * cell)
        for k, (name, table) in enumerate((("mean", mean), ("largest", most))):
            left, top = (310 + 180 * k, 56) if wide else (62 + 140 * k, 214)
            page.text(left + cell, top - 13, name, "q s")
            page.matrix(left, top, table, cell=cell, digits=1 - k, largest=largest)
            page.rect("edge lit", left, top, cell, cell)
        if wide:
            page.line((x + 4 * cell + 20, y + 2 * cell), (290, y + 2 * cell))
        else:
            page.line((room / 2, y + 4 * cell + 8), (room / 2, y + 4 * cell + 30))
        return page

    return Drawing(
        number_,
        "Pooling: each square of two by two becomes one number, so that a map of "
        "4 × 4 becomes one of 2 × 2. There is nothing to learn in it.",
        f"Means: {mean}. Largest: {most}.",
        draw,
    )


def overlapping(number_, values, size=3, stride=2):
    """The largest of windows that overlap: two of the windows, and all answers."""
    values = in_rows(values)
    if size > min(len(values), len(values[0])):
        raise ValueError(
            f"A window of {size} × {size} does not fit on {len(values)} × "
            f"{len(values[0])} numbers: make it smaller."
        )
    starts = range(0, len(values) - size + 1, stride)
    across = range(0, len(values[0]) - size + 1, stride)
    answers = [
        [
            max(values[i + a][j + b] for a in range(size) for b in range(size))
            for j in across
        ]
        for i in starts
    ]
    largest = max(abs(v) for row in values for v in row) or 1

    def draw(room):
        cell = 30
        page = Canvas(room, 24 + len(values) * cell + 8)
        x = (room - (len(values[0]) + len(across)) * cell - 90) / 2
        page.matrix(x, 12, values, cell=cell, digits=0, largest=largest)
        wide = size * cell
        page.rect("edge quiet window", x + stride * cell, 12, wide, wide, 2)
        page.rect("edge lit window", x, 12, wide, wide, 2)
        left, top = x + len(values[0]) * cell + 90, 12 + cell
        middle = top + len(starts) * cell / 2
        page.line((left - 70, middle), (left - 18, middle))
        page.matrix(left, top, answers, cell=cell, digits=0, largest=largest)
        page.rect("edge lit window", left, top, cell, cell, 2)
        return page

    return Drawing(
        number_,
        f"The largest number of each window of {size} × {size}; the windows stand "
        f"{stride} places apart, so they overlap. The first is amber, its neighbour "
        "grey.",
        f"A table of {len(values)} by {len(values[0])} numbers, and the answers "
        f"{answers}.",
        draw,
    )


# ---- the layers of a network ---------------------------------------------------------


def _stack(page, x, y, maps, side, lit):
    """Maps one behind the other, to scale; their outer width and height."""
    shift = min(5, 40 / maps)
    for k in reversed(range(maps)):
        place = x + k * shift, y - k * shift + (maps - 1) * shift
        page.rect("hollow", *place, side, side, round=1)
    return side + (maps - 1) * shift, lit


def _extent(maps, side, scale):
    """How wide and high a stack of maps is."""
    shift = min(5, 40 / maps)
    return side * scale + (maps - 1) * shift


def layers(number_, rows, caption, lit=None):
    """A network as stacks of maps to scale: (name, maps, side, what makes it)."""
    rows = [(str(n), int(m), int(s), str(w)) for n, m, s, w in rows]
    if not 2 <= len(rows) <= 8:
        raise ValueError(
            f"Two to eight layers stand side by side, and here are {len(rows)}."
        )

    def high(maps, side, scale):
        return min(120, 4 * maps) if side == 1 else _extent(maps, side, scale)

    def across(room):
        scale = 3.4 if rows[0][2] <= 28 else 3.0
        sizes = [max(_extent(m, s, scale), 10) for _, m, s, _ in rows]
        gap = min((room - sum(sizes)) / (len(rows) - 1), 130)
        x = (room - sum(sizes) - gap * (len(rows) - 1)) / 2
        tall = max(high(m, s, scale) for _, m, s, _ in rows)
        level, floor = 8 + tall / 2, tall + 18
        page = Canvas(room, floor + (38 if gap >= 48 else 56))
        for k, ((name, maps, side, words), size) in enumerate(
            zip(rows, sizes, strict=True)
        ):
            with page.group("glow" if name == lit else ""):
                top = level - high(maps, side, scale) / 2
                if side == 1:
                    page.rect("hollow", x, top, 10, 2 * (level - top), round=1)
                else:
                    _stack(page, x, top, maps, side * scale, False)
            if k:
                page.line((x - gap + 6, level), (x - 6, level))
            middle = x + size / 2
            page.text(middle, floor + 8, name, "b")
            shape = f"{maps} of {side} × {side}" if side > 1 else f"{maps} units"
            shape = f"{side} × {side}" if maps == 1 else shape
            page.text(middle, floor + 26, shape, "q s")
            if words and gap >= 48:
                page.text(x - gap / 2, level - 16, words, "q s")
            elif words:
                page.text(middle, floor + 43, words, "q s")
            x += size + gap
        return page

    def down(page, room):
        y, scale = 8, 2.4
        for k, (name, maps, side, words) in enumerate(rows):
            size = max(_extent(maps, side, scale), 22)
            if k:
                page.line((60, y), (60, y + 24))
                page.text(74, y + 12, words, "q s", "start")
                y += 32
            with page.group("glow" if name == lit else ""):
                if side == 1:
                    wide = min(120, 4 * maps)
                    page.rect("hollow", 60 - wide / 2, y + 6, wide, 10, round=1)
                else:
                    left = 60 - size / 2
                    _stack(page, left, y, maps, side * scale, False)
            shape = f"{maps} of {side} × {side}" if side > 1 else f"{maps} units"
            shape = f"{side} × {side}" if maps == 1 else shape
            page.text(150, y + size / 2 - 8, name, "b", "start")
            page.text(150, y + size / 2 + 9, shape, "q s", "start")
            y += size + 8

    def draw(room):
        if room >= WIDE:
            return across(room)
        total = sum(max(_extent(m, s, 2.4), 22) + 8 for _, m, s, _ in rows)
        page = Canvas(room, total + 32 * (len(rows) - 1) + 8)
        down(page, room)
        return page

    said = ", then ".join(
        f"{name}: {maps} of {side} by {side}" for name, maps, side, _ in rows
    )
    return Drawing(number_, caption, f"The layers in order. {said}.", draw)


# ---- training, validation, test ------------------------------------------------------


def split(number_, parts):
    """Examples dealt into heaps: (name, how many, what for), lengths to scale."""
    parts = [(str(name), int(n), str(use)) for name, n, use in parts]
    if not parts or min(n for _, n, _ in parts) <= 0:
        raise ValueError("Each part of a split has at least one example.")
    total = sum(n for _, n, _ in parts)

    def draw(room):
        wide = room >= WIDE
        page, x = Canvas(room, 96 if wide else 40 + 44 * len(parts)), 0.0
        for k, (name, n, use) in enumerate(parts):
            w = n / total * room
            with page.group("glow" if k == len(parts) - 1 else ""):
                page.rect("learned" if k == 0 else "hollow", x, 4, w, 26, round=2)
            if w > 80:
                page.text(x + w / 2, 17, _counted(n))
            page.badge(x + min(10, w / 2), 17, k + 1)
            place = (room / len(parts) * k, 58) if wide else (0, 54 + 44 * k)
            page.badge(place[0] + 10, place[1], k + 1)
            said = f"{name}, {_counted(n)}"
            page.text(place[0] + 24, place[1], said, "b", "start")
            page.text(place[0] + 24, place[1] + 18, use, "q s", "start")
            x += w
        return page

    said = "; ".join(f"{name}: {n} {use}" for name, n, use in parts)
    return Drawing(
        number_,
        f"{_counted(total)} digits, dealt once and for all. The network never sees 2 "
        "and 3 while it learns; we never look at 3 while we choose.",
        f"A bar in three parts. {said}.",
        draw,
    )


# ---- from scores to probabilities ----------------------------------------------------


def softmax(number_, scores, right):
    """Scores, their powers of e, probabilities, and the gradient of the loss."""
    scores = listed(scores, "A softmax")
    if not 0 <= right < len(scores):
        raise ValueError(
            f"There are {len(scores)} classes, and none with the number {right}."
        )
    powers = [exp(score) for score in scores]
    parts = [power / sum(powers) for power in powers]
    slopes = [p - (k == right) for k, p in enumerate(parts)]

    def draw(room):
        wide = room >= WIDE
        at = (20, 110, 240, 470) if wide else (10, 62, 128, 252)
        page = Canvas(room, 40 + 40 * len(scores))
        heads = ("class", "score $z$", "$e^z$", "probability $p$")
        for x, words in zip((*at[:2], at[2], at[3]), heads, strict=True):
            shown = (
                words
                if wide
                else words.replace("probability ", "").replace("score ", "")
            )
            page.text(x, 10, shown, "q s", "start")
        long = (150, 130) if wide else (56, 46)
        for k, score in enumerate(scores):
            y = 40 + 40 * k
            page.text(at[0] + 10, y, str(k), "w")
            page.text(at[1] + (20 if wide else 12), y, number(score, 1))
            width = powers[k] / max(powers) * long[0]
            page.rect("p", at[2], y - 9, width, 18, more=' fill-opacity="0.35"')
            page.text(at[2] + width + 6, y, number(powers[k], 2), "s", "start")
            with page.group("glow" if k == right else ""):
                page.rect("hollow", at[3], y - 9, max(parts[k] * long[1], 2), 18)
            page.text(
                at[3] + parts[k] * long[1] + 6, y, number(parts[k], 2), "b", "start"
            )
        return page

    said = ", ".join(
        f"class {k}: score {score:g}, probability {parts[k]:.2f}, gradient "
        f"{slopes[k]:.2f}"
        for k, score in enumerate(scores)
    )
    return Drawing(
        number_,
        f"Softmax: $e$ to the power of each score makes all of them positive; divided "
        f"by their sum, {sum(powers):.2f}, they add up to 1. Amber: the right class.",
        f"{said}.",
        draw,
    )


# ---- what a unit sees ----------------------------------------------------------------


def cone(number_, stack, pixels=28):
    """What one late unit sees, row by row down to the pixels: (name, size, stride)."""
    stack = [(str(n), int(k), int(s)) for n, k, s in stack]
    if not stack:
        raise ValueError("A cone needs at least one layer over the picture.")
    steps, starts, step, start = [], [], 1, 0.0
    for _, size, stride in stack:  # where the units of each layer stand, in pixels
        start += (size - 1) / 2 * step
        step *= stride
        steps.append(step)
        starts.append(start)
    seen, counts = 1, []
    for _, size, stride in reversed(stack):
        counts.insert(0, seen)
        seen = (seen - 1) * stride + size
    if seen > pixels:
        raise ValueError(
            f"This unit sees {seen} pixels, and the picture has {pixels}: draw a wider "
            "picture, or fewer layers."
        )

    def row(page, y, places, lit, cell):
        for k, x in enumerate(places):
            with page.group("glow" if k in lit else ""):
                page.rect("hollow", x - cell / 2, y, cell, cell, round=1)

    def draw(room):
        cell = room / pixels
        small, high = min(cell - 2, 14), 62
        page = Canvas(room, high * (len(stack) + 1) - 22)
        rows = [("picture", seen, 1, 0.0)] + [
            (name, count, step, start)
            for (name, _, _), count, step, start in zip(
                stack, counts, steps, starts, strict=True
            )
        ]
        spans = []
        for k, (name, count, step, start) in enumerate(rows):
            y = high * (len(stack) - k) + 18
            most = int((pixels - 1 - 2 * start) / step) + 1
            places = [(start + step * i + 0.5) * cell for i in range(most)]
            lit = range(count)
            if spans:
                low, end = places[0], places[count - 1]
                page.path(
                    "line lit",
                    f"M{low:.1f} {y + small:.1f}L{spans[0]:.1f} {spans[2]:.1f}",
                )
                page.path(
                    "line lit",
                    f"M{end:.1f} {y + small:.1f}L{spans[1]:.1f} {spans[2]:.1f}",
                )
            row(page, y, places, lit, small)
            unit = "pixels" if k == 0 else "units" if count > 1 else "unit"
            words, half = f"{name}: {count} {unit}", small / 2
            first, last = places[0], places[count - 1]
            if last - first > 8 * len(words):  # there is room inside the cone
                page.text((first + last) / 2, y - 11, words, "s b")
            else:
                page.text(first - 8, y - 11, words, "s b", "end")
            spans = [places[0] - half, places[count - 1] + half, y]
        return page

    said = ", ".join(
        f"{count} of {name}" for (name, _, _), count in zip(stack, counts, strict=True)
    )
    return Drawing(
        number_,
        f"One row through the network, from the side. A single unit of {stack[-1][0]} "
        f"(top) depends on {seen} pixels in a row (bottom): its **receptive field**.",
        f"From the top down: {said}, and {seen} pixels.",
        draw,
    )


# ---- which maps look at which --------------------------------------------------------


def wiring(number_, looks_at, below, lit=0):
    """Which maps of a layer look at which maps below: lines, and a table."""
    looks_at = [[int(m) for m in row] for row in looks_at]
    if any(not 0 <= m < below for row in looks_at for m in row):
        raise ValueError(f"There are {below} maps below, numbered from 0.")

    def lines(page, x, width):
        pitch = width / below
        places = lambda n: [x + (k + 0.5) * width / n for k in range(n)]
        up, down = places(len(looks_at)), places(below)
        for k, row in enumerate(looks_at):
            if k != lit:
                for m in row:
                    page.path("line quiet hair", f"M{down[m]:.1f} 150L{up[k]:.1f} 52")
        with page.group("lit"):
            for m in looks_at[lit]:
                page.path("line", f"M{down[m]:.1f} 150L{up[lit]:.1f} 52")
        size = min(22, pitch - 4)
        for at in down:
            page.rect("hollow", at - size / 2, 150, size, size, round=2)
        for k, at in enumerate(up):
            with page.group("glow" if k == lit else ""):
                page.rect("hollow", at - size / 2, 30, size, size, round=2)
        page.text(x, 12, f"H2: {len(looks_at)} maps", "s b", "start")
        page.text(x, 190, f"H1: {below} maps", "s b", "start")

    def table(page, x, y, cell):
        _grid(page, x, y, len(looks_at), below, cell)
        for k, row in enumerate(looks_at):
            with page.group("glow" if k == lit else "positive"):
                for m in row:
                    place = x + (m + 0.5) * cell, y + (k + 0.5) * cell
                    if k == lit:
                        page.rect(
                            "hollow", x + m * cell + 1, y + k * cell + 1,
                            cell - 2, cell - 2,
                        )  # fmt: skip
                    else:
                        page.dot(*place, r=3.2)
        page.text(x + below * cell / 2, y - 10, "maps of H1", "q s")

    def draw(room):
        wide, cell = room >= WIDE, 15
        page = Canvas(room, 200 if wide else 420)
        lines(page, 0, 440 if wide else room)
        if wide:
            table(page, room - below * cell, 18, cell)
        else:
            table(page, (room - below * cell) / 2, 230, cell)
        return page

    return Drawing(
        number_,
        f"Each map of H2 looks at {len(looks_at[lit])} of the {below} maps of H1, the "
        "first of them in amber. The table says the same, a row for each map of H2.",
        "Lines from the maps of H1 to those of H2. "
        + f"Map {lit} looks at {', '.join(map(str, looks_at[lit]))}.",
        draw,
    )


# ---- how large collections are -------------------------------------------------------


def collections(number_, rows):
    """Collections as squares whose areas are the numbers of their pictures."""
    rows = [(str(name), [int(n) for n in counts]) for name, counts in rows]
    if any(len(counts) != 3 or min(counts) <= 0 for _, counts in rows):
        raise ValueError(
            "Each collection has three numbers: training, validation and test."
        )
    names = ("training", "validation", "test")

    def draw(room):
        wide = room >= WIDE
        unit = (200 if wide else 150) / sqrt(max(max(counts) for _, counts in rows))
        heights = [max(max(sqrt(n) * unit for n in c), 14) + 46 for _, c in rows]
        page, y = Canvas(room, sum(heights) + 22), 18.0
        at = (120, 380, 530) if wide else (0, 176, 260)
        for x, words in zip(at, names, strict=True):
            page.text(x, 8, words, "q s", "start")
        for (name, counts), high in zip(rows, heights, strict=True):
            top = y + (12 if wide else 30)
            page.text(0, y + (22 if wide else 12), name, "b", "start")
            for k, (x, n) in enumerate(zip(at, counts, strict=True)):
                side = sqrt(n) * unit
                with page.group("glow" if k == 0 else ""):
                    page.rect("hollow", x, top, side, side, round=1)
                page.text(x, top + max(side, 4) + 13, _counted(n), "s", "start")
            y += high
        return page

    said = "; ".join(f"{name}: {', '.join(map(_counted, c))}" for name, c in rows)
    return Drawing(
        number_,
        "Numbers of pictures as areas: training (amber), validation and test.",
        f"Squares to scale. {said}.",
        draw,
    )


# ---- the chapter's words -------------------------------------------------------------


def _slides(page, x, y):
    """A window on a grid, and the places where it goes on."""
    _grid(page, x, y, 7, 7, 12)
    page.rect("edge lit", x, y, 36, 36, 2)
    page.line((x + 38, y + 18), (x + 80, y + 18))


def _piled(page, x, y):
    """Four maps that lie on each other."""
    for k in range(4):
        page.rect("learned", x + 10 * k, y + 30 - 10 * k, 54, 54)


def _of_four(page, x, y):
    """Four places, and the one that they become."""
    _grid(page, x, y + 16, 4, 4, 12)
    page.rect("edge lit", x, y + 16, 24, 24, 2)
    page.line((x + 26, y + 28), (x + 56, y + 28))
    _grid(page, x + 60, y + 16, 2, 2, 12)
    page.rect("edge lit", x + 60, y + 16, 12, 12, 2)


def _seen(page, x, y):
    """A unit, and the pixels below that have a part in it."""
    page.path("grid", f"M{x + 42} {y + 10}L{x + 2} {y + 70}M{x + 42} {y + 10}l40 60")
    page.circle("learned", x + 42, y + 10, 8)
    page.strip(x, y + 70, 7, cell=12)


def _moved(page, x, y):
    """A spot that moves, and its spot on a map that moves along."""
    for k, names in enumerate(("hollow", "learned")):
        for j in range(2):
            page.rect(names, x + 46 * j, y + 46 * k, 38, 38)
            page.circle("p", x + 46 * j + 12 + 14 * j, y + 46 * k + 19, 5)


def _shared_out(page, x, y):
    """Probabilities that add up to 1."""
    for k, tall in enumerate((6, 10, 64, 4, 8)):
        with page.group("glow" if tall > 60 else ""):
            page.rect("learned", x + 17 * k, y + 82 - tall, 12, tall)


WORDS = (
    ("convolution", "one kernel, all places", _slides),
    ("feature maps, channels", "one for each kernel", _piled),
    ("pooling", "four become one", _of_four),
    ("receptive field", "what a unit sees", _seen),
    ("equivariance", "it moves, the map moves", _moved),
    ("softmax", "scores as probabilities", _shared_out),
)


def words(number_):
    """Six words of the chapter, a small drawing each."""
    return Drawing(
        number_,
        "Six words of this chapter, in the order in which a digit meets them.",
        f"Six small drawings: {'; '.join(name for name, *_ in WORDS)}.",
        side_by_side(WORDS),
    )


def examples():
    """The chapter's drawings with numbers like its own."""
    yield shared_or_not("7.1", 452160, 14976, 26)
    maps = [[[0, 1, 2], [1, 3, 1], [2, 0, 1]], [[1, 0, 0], [2, 1, 0], [0, 1, 3]]]
    yield two_maps("7.2", maps, [[[1, -1], [0, 2]], [[1, 0], [0, -1]]], -1)
    yield pooling("7.3", [[4 * i + j for j in range(4)] for i in range(4)])
    yield overlapping("7.27", [[1, 5, 2], [4, 2, 6], [0, 3, 1]], size=2, stride=1)
    easy = [
        ("picture", 1, 28, ""),
        ("C1", 8, 24, "5 × 5"),
        ("S2", 8, 12, "mean"),
        ("C3", 16, 8, "5 × 5"),
        ("S4", 16, 4, "mean"),
        ("output", 10, 1, "all"),
    ]
    yield layers("7.4", easy, "The layers to scale.")
    heaps = [
        ("training set", 3500, "changes the weights"),
        ("validation set", 500, "for our own choices"),
        ("test set", 1000, "looked at once, at the end"),
    ]
    yield split("7.5", heaps)
    yield softmax("7.6", [2, 0, -1], 1)
    yield cone("7.7", [("C1", 5, 1), ("S2", 2, 2), ("C3", 5, 1), ("S4", 2, 2)])
    yield wiring("7.8", [[(k + m) % 12 for m in range(8)] for k in range(12)], 12)
    yield collections(
        "7.9",
        [("here", [3500, 500, 1000]), ("ILSVRC 2012", [1281167, 50000, 100000])],
    )
    yield words("7.32")
