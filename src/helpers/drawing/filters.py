"""Chapter 6: a kernel on a picture, its places, gradient, channels and matrix."""

from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin

from helpers.drawing import WIDE, Canvas, Drawing, number
from helpers.drawing.canvas import in_rows

# ---- what several drawings need ------------------------------------------------------


def _fits(picture, kernel):
    """The rows of both as numbers; a sentence if the kernel does not fit."""
    picture, kernel = in_rows(picture), in_rows(kernel)
    sizes = [(len(table), len(table[0])) for table in (picture, kernel)]
    if sizes[1][0] > sizes[0][0] or sizes[1][1] > sizes[0][1]:
        raise ValueError(
            f"A kernel of {sizes[1][0]} × {sizes[1][1]} does not fit on a picture of "
            f"{sizes[0][0]} × {sizes[0][1]}: draw it on a larger one."
        )
    return picture, kernel


def _window(picture, kernel, i, j):
    """The pixels under a kernel, row by row."""
    return [row[j : j + len(kernel[0])] for row in picture[i : i + len(kernel)]]


def _products(window, kernel):
    """Pixel times weight, at each place under the kernel."""
    return [
        [pixel * weight for pixel, weight in zip(*rows, strict=True)]
        for rows in zip(window, kernel, strict=True)
    ]


def _said(rows):
    """Rows of numbers as words: no point after whole ones."""
    return "; ".join(" ".join(f"{value:g}" for value in row) for row in rows)


def _sum(table):
    """All numbers of a table added up."""
    return sum(map(sum, table))


def _response(picture, kernel):
    """The sum of products at every place where the kernel fits."""
    down, right = len(picture) - len(kernel), len(picture[0]) - len(kernel[0])
    return [
        [
            _sum(_products(_window(picture, kernel, i, j), kernel))
            for j in range(right + 1)
        ]
        for i in range(down + 1)
    ]


def _grid(page, x, y, rows, columns, cell, names="grid"):
    """An empty grid of cells."""
    page.rect("cell", x, y, columns * cell, rows * cell)
    lines = "".join(
        f"M{x:g} {y + k * cell:g}h{columns * cell:g}" for k in range(rows + 1)
    )
    lines += "".join(
        f"M{x + k * cell:g} {y:g}v{rows * cell:g}" for k in range(columns + 1)
    )
    page.path(names, lines)


def _photo(page, x, y, picture, cell, brightest, words=True):
    """A picture as grey squares, each with its number."""
    for i, row in enumerate(picture):
        for j, value in enumerate(row):
            said = number(value, 0) if words else ""
            page.pixel(x + j * cell, y + i * cell, cell, value / brightest, said)
    page.rect("edge quiet", x, y, len(picture[0]) * cell, len(picture) * cell)


# ---- a picture is numbers ------------------------------------------------------------


def pixels(number_, picture, caption, white=255):
    """A small part of a picture, each pixel with its number; `white` is full light."""
    picture = in_rows(picture)

    def draw(room):
        cell = min(38, room / len(picture[0]))
        page = Canvas(room, len(picture) * cell)
        left = (room - len(picture[0]) * cell) / 2
        _photo(page, left, 0, picture, cell, white)
        return page

    return Drawing(
        number_,
        caption,
        f"Grey squares with their numbers, row by row: {_said(picture)}.",
        draw,
    )


def picture(number_, light, marked, caption):
    """A picture of light from 0 to 1, and pixels in it that have an edge."""
    light, marked = in_rows(light), [list(map(bool, row)) for row in marked]
    places = [(i, j) for i, row in enumerate(marked) for j, m in enumerate(row) if m]

    def draw(room):
        cell = min(16, room / len(light[0]))
        page = Canvas(room, len(light) * cell)
        left = (room - len(light[0]) * cell) / 2
        page.rect("black", left, 0, len(light[0]) * cell, len(light) * cell)
        for i, row in enumerate(light):
            for j, value in enumerate(row):
                if value > 0:
                    page.pixel(left + j * cell, i * cell, cell, value)
        for i, j in places:
            page.rect("edge lit window", left + j * cell, i * cell, cell, cell)
        return page

    where = ", ".join(f"row {i}, column {j}" for i, j in places) or "none"
    return Drawing(
        number_,
        caption,
        f"A picture of {len(light)} by {len(light[0])} pixels. Marked: {where}.",
        draw,
    )


# ---- a kernel on a picture -----------------------------------------------------------

SLIDE = [
    (
        "1",
        "**Lay it on.** The kernel covers a window of the picture, a weight a pixel.",
    ),
    ("2", "**Multiply** each weight by the pixel under it."),
    ("3", "**Add up** the products. The sum is one number of the answer."),
    ("4", "**Slide on**, and do the same at every place where the kernel fits."),
]


def _steps_of(page, places, picture, kernel, cell, lit):
    """The window that slides, its products, and the answers that appear."""
    (x, y), (mx, my), (rx, ry) = places
    k, answer = len(kernel), _response(picture, kernel)
    products = _products(_window(picture, kernel, *lit), kernel)
    ways = [(i, j) for i in range(len(answer)) for j in range(len(answer[0]))]
    offsets = [((j - lit[1]) * cell, (i - lit[0]) * cell) for i, j in ways]
    with page.group(at=[2, 3, 4]):
        page.text(mx + k * 22, my - 14, "products", "q s")
        page.matrix(mx, my, products, cell=44, high=32, digits=0)
    largest = max(abs(v) for row in answer for v in row) or 1
    pace = 0.35
    for (i, j), n in zip(ways, range(len(ways)), strict=True):
        first = (i, j) == tuple(lit)
        with page.group(at=[3, 4] if first else [4], wait=(4, pace * n)):
            place = rx + j * 34, ry + i * 34
            page.fill(answer[i][j], place, (34, 34), largest, 0)
    with page.group(slide=(4, pace * len(ways), offsets)):
        corner = x + lit[1] * cell, y + lit[0] * cell
        page.rect("edge lit window", *corner, k * cell, k * cell, round=2)
    offsets = [((j - lit[1]) * 34, (i - lit[0]) * 34) for i, j in ways]
    with page.group(at=[3, 4], slide=(4, pace * len(ways), offsets)):
        spot = rx + lit[1] * 34, ry + lit[0] * 34
        page.rect("edge lit", *spot, 34, 34, round=2)


def slide(number_, picture, kernel, lit=(1, 1)):
    """A kernel on a picture: laid on, multiplied, added up, moved along."""
    picture, kernel = _fits(picture, kernel)
    answer, brightest = _response(picture, kernel), max(map(max, picture)) or 1

    def draw(room):
        wide, cell = room >= WIDE, 34 if room >= WIDE else 30
        high, k = len(picture) * cell, len(kernel)
        page = Canvas(room, high + 40 if wide else high + 212)
        first = (20, 30) if wide else (0, 30)
        kernel_at = (first[0] + len(picture[0]) * cell + 42, 30)
        middle = (kernel_at[0], 30 + k * 34 + 0) if wide else (0, high + 84)
        middle = (kernel_at[0] + k * 34 + 60, 62) if wide else middle
        last = (middle[0] + k * 44 + 60, 62) if wide else (k * 44 + 56, high + 70)
        page.text(first[0] + len(picture[0]) * cell / 2, 14, "picture", "q s")
        _photo(page, *first, picture, cell, brightest)
        page.text(kernel_at[0] + k * 17, kernel_at[1] + 18, "kernel", "q s")
        page.matrix(kernel_at[0], kernel_at[1] + 32, kernel, cell=34, digits=0)
        page.text(last[0] + len(answer[0]) * 17, last[1] - 14, "answer", "q s")
        across = middle[1] + 48
        if wide:
            page.text(kernel_at[0] - 20, across + 8, "×", "big")
            page.line((kernel_at[0] + k * 34 + 14, across), (middle[0] - 14, across))
        page.line((middle[0] + k * 44 + 12, across), (last[0] - 12, across))
        page.text((middle[0] + k * 44 + last[0]) / 2 - 2, across - 14, "sum", "q s")
        _grid(page, *last, len(answer), len(answer[0]), 34)
        _steps_of(page, (first, middle, last), picture, kernel, cell, lit)
        return page

    products = _products(_window(picture, kernel, *lit), kernel)
    return Drawing(
        number_,
        "A kernel of nine weights on a small picture: bright above, dark below. It "
        "answers where the two meet, and with 0 where all pixels are alike.",
        f"A picture of {len(picture)} by {len(picture[0])} numbers, a kernel, nine "
        f"products with the sum {_sum(products):g}, and the answers at all places: "
        f"{_said(answer)}.",
        draw,
        SLIDE,
    )


# ---- the detectors -------------------------------------------------------------------


def detectors(number_, kernels, caption):
    """Named kernels side by side; a pale line shows which edges they answer to."""
    kernels = {name: in_rows(kernel) for name, kernel in kernels.items()}
    if not 1 <= len(kernels) <= 4:
        raise ValueError(
            f"Four kernels stand side by side, and here are {len(kernels)}: show fewer."
        )

    def draw(room):
        across = len(kernels) if room >= WIDE else min(2, len(kernels))
        down, cell = -(-len(kernels) // across), 38
        page, pitch = Canvas(room, down * 166 - 8), room / across
        for n, (name, kernel) in enumerate(kernels.items()):
            x = (n % across + 0.5) * pitch - len(kernel[0]) * cell / 2
            y = n // across * 166 + 30
            page.text(x + len(kernel[0]) * cell / 2, y - 15, name, "b")
            page.matrix(x, y, kernel, cell=cell, digits=0)
        return page

    rows = "; ".join(f"{name}: {_said(kernel)}" for name, kernel in kernels.items())
    return Drawing(number_, caption, f"Tables of weights. {rows}.", draw)


# ---- where the kernel lies -----------------------------------------------------------

SETTINGS = ((0, 1), (1, 1), (0, 2), (1, 2))  # padding, stride


def _places(n, k, padding, stride):
    """How many places a kernel has along a side."""
    return (n + 2 * padding - k) // stride + 1


def _laid_out(page, x, y, n, k, setting, cell):
    """One picture with its frame of zeros, and the middle of every window."""
    padding, stride = setting
    count, start = _places(n, k, padding, stride), cell * (1 - padding)
    page.text(
        x + (n + 2) * cell / 2, y - 15, f"padding {padding}, stride {stride}", "b s"
    )
    if padding:
        _grid(page, x, y, n + 2, n + 2, cell)
        for i in range(n + 2):
            for j in range(n + 2):
                if {i, j} & {0, n + 1}:
                    page.text(x + (j + 0.5) * cell, y + (i + 0.5) * cell, "0", "q s")
    page.rect("learned", x + cell, y + cell, n * cell, n * cell)
    _grid_lines(page, x + cell, y + cell, n, cell)
    with page.group("positive"):
        for i in range(count):
            for j in range(count):
                middle = [start + (stride * m + k / 2) * cell for m in (j, i)]
                page.dot(x + middle[0], y + middle[1], r=3.6)
    for names, at in (("edge quiet", 1), ("edge lit", 0)):
        page.rect(
            names, x + start + at * stride * cell, y + start, k * cell, k * cell, 2
        )
    page.text(x + (n + 2) * cell / 2, y + (n + 2) * cell + 14, f"{count} × {count}")


def _grid_lines(page, x, y, n, cell):
    """The lines within a square of cells."""
    lines = "".join(
        f"M{x:g} {y + m * cell:g}h{n * cell:g}M{x + m * cell:g} {y:g}v{n * cell:g}"
        for m in range(1, n)
    )
    page.path("grid", lines)


def padding_and_stride(number_, n=5, k=3):
    """Four ways to lay a kernel on a picture, and how many places each leaves."""
    counts = [_places(n, k, *setting) for setting in SETTINGS]

    def draw(room):
        across, cell = (4, 21) if room >= WIDE else (2, 20)
        page = Canvas(room, 4 // across * ((n + 2) * cell + 62) - 6)
        pitch = room / across
        for m, setting in enumerate(SETTINGS):
            x = (m % across + 0.5) * pitch - (n + 2) * cell / 2
            y = m // across * ((n + 2) * cell + 62) + 28
            _laid_out(page, x, y, n, k, setting, cell)
        return page

    said = "; ".join(
        f"padding {p}, stride {s}: {c} by {c}"
        for (p, s), c in zip(SETTINGS, counts, strict=True)
    )
    return Drawing(
        number_,
        f"A kernel of {k} × {k} on a picture of {n} × {n} (filled). Each dot is the "
        "middle of a window, so the dots are the size of the answer. The first window "
        "is amber, the next one grey; zeros are padding.",
        f"Four pictures with windows and dots. {said}.",
        draw,
    )


def windows(number_, picture, k):
    """A picture, and the array of all its windows, each at its place."""
    picture = in_rows(picture)
    if k > min(len(picture), len(picture[0])):
        raise ValueError(f"A window of {k} × {k} is larger than this picture.")
    rows, columns = len(picture) - k + 1, len(picture[0]) - k + 1
    lit = (min(1, rows - 1), columns - 1)

    def draw(room):
        wide, cell, small = room >= WIDE, 34, 26
        pitch = k * small + 12
        page = Canvas(room, rows * pitch + 26 if wide else rows * pitch + 186)
        left, top = (60, 40) if wide else (102, 24)
        x, y = (330, 24) if wide else (70, 186)
        page.text(left + len(picture[0]) * cell / 2, top - 14, "picture", "q s")
        _numbers(page, left, top, picture, cell)
        size = k * cell
        spot = left + lit[1] * cell, top + lit[0] * cell
        page.rect("edge lit window", *spot, size, size, 2)
        for i in range(rows):
            for j in range(columns):
                here = x + j * pitch, y + i * pitch
                block = [row[j : j + k] for row in picture[i : i + k]]
                _numbers(page, *here, block, small)
                if (i, j) == lit:
                    page.rect("edge lit window", *here, k * small, k * small, 2)
        page.text(x + columns * pitch / 2 - 6, y - 13, "windows", "q s")
        page.text(
            x - 12, y + lit[0] * pitch + k * small / 2, f"i = {lit[0]}", "q", "end"
        )
        below = y + rows * pitch
        page.text(x + lit[1] * pitch + k * small / 2, below - 2, f"j = {lit[1]}", "q")
        return page

    return Drawing(
        number_,
        f"All windows of {k} × {k} as one array with four axes: $i$ and $j$ say which "
        "window, two more say where in it. Nothing is copied; the same pixels are "
        "looked at again and again.",
        f"A picture with the numbers {_said(picture)}, and its {rows} by {columns} "
        "windows side by side.",
        draw,
    )


def _numbers(page, x, y, table, cell):
    """A table of numbers without shades."""
    _grid(page, x, y, len(table), len(table[0]), cell)
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            page.text(x + (j + 0.5) * cell, y + (i + 0.5) * cell, f"{value:g}", "s")


# ---- strength and direction ----------------------------------------------------------


def gradient_arrow(number_, window, kernels):
    """One window, what two kernels say of it, and the arrow that they make."""
    window = in_rows(window)
    kernel_x, kernel_y = map(in_rows, kernels)
    gx, gy = (_sum(_products(window, kernel)) / 8 for kernel in (kernel_x, kernel_y))
    long, angle = hypot(gx, gy), atan2(gy, gx)
    if not long:
        raise ValueError("A window without any slope has no arrow: choose another one.")
    brightest = max(map(max, window)) * 1.15

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 176 if wide else 336)
        page.text(66 if wide else 70, 12, "window", "q s")
        _photo(page, 6 if wide else 10, 28, window, 40, brightest)
        x = 196 if wide else 176
        for m, (kernel, name, value) in enumerate(
            ((kernel_x, "G_x", gx), (kernel_y, "G_y", gy))
        ):
            y = 22 + m * 78
            page.matrix(x, y, kernel, cell=24, high=22, digits=0, largest=4)
            page.text(x + 82, y + 22, f"{8 * value:g} / 8", "q", "start")
            page.text(x + 82, y + 44, f"${name}$ = {value:g}", "", "start")
        left, floor = (430, 140) if wide else (60, 300)
        unit = min(200 / max(abs(gx), abs(gy), 0.1), 110 / max(abs(gy), 0.1))
        _triangle(page, (left, floor), (gx * unit, gy * unit), (long, angle))
        return page

    return Drawing(
        number_,
        "Two kernels look at one window. Their answers, divided by 8, are the two "
        "sides of an arrow that points uphill, from dark to bright: its length says "
        "how steep, its angle which way.",
        f"A window with the numbers {_said(window)}; slope to the right {gx:g}, slope "
        f"upwards {gy:g}; an arrow of length {long:.2f} at {degrees(angle):.0f} "
        "degrees.",
        draw,
    )


def _triangle(page, origin, sides, said):
    """The arrow of a gradient over its two sides."""
    (x, y), (right, up), (long, angle) = origin, sides, said
    page.line((x, y), (x + right, y), names="quiet", head=False)
    page.line((x + right, y), (x + right, y - up), names="quiet", head=False)
    page.text(x + right / 2, y + 16, "$G_x$", "q")
    page.text(x + right + 18, y - up / 2, "$G_y$", "q")
    with page.group("lit"):
        page.line((x, y), (x + right, y - up), width=3)
        r = 46
        end = x + r * cos(angle), y - r * sin(angle)
        page.path("line", f"M{x + r:g} {y:g}A{r} {r} 0 0 0 {end[0]:.1f} {end[1]:.1f}")
    words = f"|$G$| = {number(long)}"
    page.text(x + right / 2 - 10, y - up / 2 - 22, words, "", "end")
    at = x + (r + 12) * cos(angle / 2), y - (r + 12) * sin(angle / 2)
    page.text(*at, f"$\\phi$ = {degrees(angle):.0f}°", "", "start")


# ---- a column times a row ------------------------------------------------------------


def separable(number_, column, row):
    """A column times a row: every cell is the product of the two at its ends."""
    column, row = in_rows([column])[0], in_rows([row])[0]
    table = [[a * b for b in row] for a in column]

    def draw(room):
        cell = 40
        page = Canvas(room, (len(column) + 1) * cell + 34)
        left = room / 2 - (len(row) - 1) * cell / 2 - 20
        page.text(left + len(row) * cell / 2, 10, "smooth", "q s")
        page.strip(left, 22, row, "", cell, digits=0, largest=2)
        page.text(
            left - 26 - cell, 22 + cell + len(column) * cell / 2, "differ", "q s", "end"
        )
        look = {"cell": cell, "digits": 0, "upright": True, "largest": 2}
        page.strip(left - 12 - cell, 34 + cell, column, "", **look)
        page.matrix(left, 34 + cell, table, cell=cell, digits=0, role="lit")
        return page

    return Drawing(
        number_,
        "The nine weights are a column times a row: subtract in one direction, smooth "
        "in the other. A kernel that is such a product is called separable.",
        f"The column {_said([column])} times the row {_said([row])} is the table "
        f"{_said(table)}.",
        draw,
    )


# ---- correlation and convolution -----------------------------------------------------


def turned(number_, kernel):
    """What correlation and convolution make of one bright pixel."""
    kernel = in_rows(kernel)
    over = [row[::-1] for row in kernel[::-1]]
    dot = [[int(i == j == 1) for j in range(3)] for i in range(3)]
    tables = (
        ("one bright pixel", None),
        ("kernel", kernel),
        ("correlation", over),
        ("convolution", kernel),
    )

    def draw(room):
        across, cell = (4, 38) if room >= WIDE else (2, 38)
        pitch, page = room / across, Canvas(room, 4 // across * 160 - 6)
        for m, (name, table) in enumerate(tables):
            x = (m % across + 0.5) * pitch - 1.5 * cell
            y = m // across * 160 + 30
            page.text(x + 1.5 * cell, y - 15, name, "b")
            if table is None:
                _photo(page, x, y, dot, cell, 1)
                continue
            page.matrix(x, y, table, cell=cell, digits=0)
            corner = (x + 2 * cell, y + 2 * cell) if table is over else (x, y)
            page.rect("edge lit", *corner, cell, cell, 2)
        return page

    return Drawing(
        number_,
        "One bright pixel under a kernel. Correlation leaves the kernel's print turned "
        "by half a circle, convolution as it is written; follow the corner in amber.",
        f"The kernel {_said(kernel)}; correlation answers {_said(over)}, convolution "
        "the kernel.",
        draw,
    )


# ---- channels ------------------------------------------------------------------------


def _sheet(page, x, y, side, name, lit):
    """One channel of a picture, with a window on it."""
    page.rect("hollow", x, y, side, side, 2)
    page.rect("edge lit", x + lit[0], y + lit[1], 26, 26, 1)
    page.text(x + 10, y + side - 12, name, "b s")


def channels(number_):
    """A kernel on a colour picture has a table for each channel, and one answer."""

    def draw(room):
        wide = room >= WIDE
        side, page = 92, Canvas(room, 236 if wide else 352)
        for m, name in enumerate("RGB"):
            _sheet(page, 8 + 26 * m, 22 + 40 * m, side, name, (52, 14))
        page.text(8, 12, "picture: 3 channels", "q s", "start")
        first, map_at = (206, (480, 64)) if wide else (180, (30, 254))
        for m, name in enumerate("RGB"):
            y = 26 + m * 62
            page.line(
                (8 + 26 * m + 80, 49 + 40 * m), (first - 8, y + 24), names="quiet"
            )
            page.rect("learned", first, y, 48, 48, 2)
            _grid_lines(page, first, y, 3, 16)
            page.text(first + 62, y + 24, name, "b s", "start")
            page.line((first + 80, y + 24), (first + 122, 112), head=False)
        words = "one kernel: 3 × 3 × 3" if wide else "kernel: 3 × 3 × 3"
        page.text(first, 12, words, "q s", "start")
        page.sign(first + 130, 112)
        if wide:
            page.line((first + 139, 112), (map_at[0] - 6, 112))
        else:
            page.line((first + 130, 121), (first + 130, 287), (136, 287))
        _maps(page, *map_at, wide)
        return page

    return Drawing(
        number_,
        "A colour picture has three numbers a pixel, so a kernel has three tables. "
        "Their 27 products are added to **one** number, and the kernel gives one map "
        "(amber). A second kernel gives a second map; the maps are the channels of the "
        "next layer.",
        "Three sheets R, G and B with a window each; three tables of nine weights; a "
        "sum; one map, and pale behind it the maps of more kernels.",
        draw,
    )


def _maps(page, x, y, wide):
    """The map of one kernel, and pale behind it those of others."""
    side = 92 if wide else 66
    for m in (2, 1):
        with page.group("dim"):
            page.rect("hollow", x + 14 * m, y + 14 * m, side, side, 2)
    with page.group("glow"):
        page.rect("hollow", x, y, side, side, 2)
    with page.group("lit"):
        page.dot(x + side * 0.66, y + side * 0.3, r=4)
    if wide:
        page.text(x, y - 16, "one map for each kernel", "q s", "start")
    else:
        page.text(
            x + side + 40, y + side * 0.8, "one map for each kernel", "q s", "start"
        )


# ---- one matrix, nine numbers --------------------------------------------------------


def tied(number_, kernel, n=6):
    """The matrix that does the same as a kernel, with one of its weights alight."""
    kernel = in_rows(kernel)
    k, side = len(kernel), n - len(kernel) + 1
    rows = [[0] * n * n for _ in range(side * side)]
    own = sum(not weight for line in kernel for weight in line)
    white = (
        f" Of the {k * k}, {own} are 0 themselves: the short strokes." if own else ""
    )
    lit, zeros = [], []
    for place, row in enumerate(rows):
        i, j = divmod(place, side)
        for a in range(k):
            for b in range(k):
                at = (i + a) * n + j + b
                row[at] = kernel[a][b]
                zeros += [] if kernel[a][b] else [(place, at)]
        lit.append((place, i * n + j + 1))  # the weight a = 0, b = 1

    def draw(room):
        cell = 17 if room >= WIDE else 9
        page = Canvas(room, side * side * cell + 42)
        left = (room - n * n * cell) / 2
        page.text(left, 12, f"{n * n} pixels, row after row", "q s", "start")
        largest = max(abs(w) for row in kernel for w in row) or 1
        page.rect("cell", left, 26, n * n * cell, side * side * cell)
        for i, row in enumerate(rows):
            for j, weight in enumerate(row):
                if weight:
                    place = left + j * cell, 26 + i * cell
                    page.fill(weight, place, (cell, cell), largest)
        for m in range(1, n):
            start = f"M{left + m * n * cell:g} 26"
            page.path("grid", f"{start}v{side * side * cell}")
        x, y = left + cell / 2 - 2, 26 + cell / 2
        strokes = (f"M{x + j * cell:g} {y + i * cell:g}h4" for i, j in zeros)
        page.path("line", "".join(strokes))
        for i, j in lit:
            page.rect("edge lit", left + j * cell, 26 + i * cell, cell, cell, 1)
        page.rect("edge quiet", left, 26, n * n * cell, side * side * cell)
        return page

    return Drawing(
        number_,
        f"The same filter as a layer of weights: {side * side} answers from {n * n} "
        f"pixels, one row of the matrix for each answer. Of its "
        f"{side * side * n * n} entries all but {side * side * k * k} are always 0, "
        f"and those are the same {k * k} numbers again and again: each amber entry is "
        f"one and the same weight.{white}",
        f"A matrix of {side * side} rows and {n * n} columns; in each row three groups "
        "of three entries, one step further right than in the row above.",
        draw,
    )


# ---- a kernel that was learned -------------------------------------------------------


def learned(number_, snapshots):
    """The weights of a kernel at some steps of its training."""
    snapshots = {int(step): in_rows(kernel) for step, kernel in snapshots.items()}

    def draw(room):
        across = len(snapshots) if room >= WIDE else 2
        down, cell = -(-len(snapshots) // across), 44
        pitch, page = room / across, Canvas(room, down * 168 - 12)
        for m, (step, kernel) in enumerate(snapshots.items()):
            x = (m % across + 0.5) * pitch - 1.5 * cell
            y = m // across * 168 + 28
            page.text(x + 1.5 * cell, y - 15, f"step {step:,}", "b")
            page.matrix(x, y, kernel, cell=cell, high=40, digits=1, largest=2)
        return page

    last = snapshots[max(snapshots)]
    said = [[float(number(v, 1).replace("−", "-")) for v in row] for row in last]
    return Drawing(
        number_,
        "The nine weights on their way, from random numbers to Sobel's. Bright above, "
        "dark below comes first; the details take the rest of the time.",
        f"Tables of nine weights after some steps; at last they are {_said(said)}.",
        draw,
    )


# ---- what was still missing ----------------------------------------------------------


def missing(number_):
    """A word at one end, nine weights at the other, and nothing known in between."""

    def draw(room):
        wide = room >= WIDE
        y, weights, gap, word = (70, 150, 300, 560) if wide else (70, 74, 130, 282)
        page = Canvas(room, 168)
        page.rect("hollow", 0, y - 32, 64 if wide else 46, 64, 2)
        page.text(32 if wide else 23, y, "picture", "s")
        page.line((66 if wide else 48, y), (weights - 4, y))
        page.rect("learned", weights, y - 21, 42, 42, 2)
        _grid_lines(page, weights, y - 21, 3, 14)
        page.text(weights + 21, y - 36, "9 weights", "q s")
        page.line((weights + 44, y), (gap - 4, y))
        with page.group("glow"):
            page.rect("hollow", gap, y - 32, word - gap - 54, 64, 8)
        page.text((gap + word - 54) / 2, y, "?", "big")
        page.line((word - 52, y), (word - 28, y))
        page.word(word + 6, y, "seven")
        with page.group("back"):
            places = ((word, y + 24), (word, y + 62), (weights + 21, y + 62))
            page.line(*places, (weights + 21, y + 26), width=2)
        page.text((weights + word) / 2, y + 82, "the error of the answer", "q s")
        return page

    return Drawing(
        number_,
        "All that people can supply is the word at the right. The error made there has "
        "to reach the weights at the left, through something that is not there yet.",
        "A picture, nine weights, a box with a question mark, the word seven; and a "
        "red arrow from the word back to the weights.",
        draw,
    )


# ---- how flat the error is -----------------------------------------------------------


def _descent(curvatures, rate, start, steps):
    """Where gradient descent goes in a valley with two curvatures."""
    places = [start]
    for _ in range(steps):
        places.append(
            tuple(
                x - rate * curvature * x
                for x, curvature in zip(places[-1], curvatures, strict=True)
            )
        )
    return places


def _valley(page, middle, curvatures, path, scale, words, low=96):
    """Rings of equal error, and the way down."""
    x, y = middle
    for level in (0.15, 0.4, 0.7, 1):
        rx, ry = (scale * level / c**0.5 for c in curvatures)
        ring = f"M{x - rx:.1f} {y}A{rx:.1f} {ry:.1f} 0 1 0 {x + rx:.1f} {y}"
        page.path("line quiet", f"{ring}A{rx:.1f} {ry:.1f} 0 1 0 {x - rx:.1f} {y}z")
    spots = [(x + scale * a, y - scale * b) for a, b in path]
    with page.group("lit"):
        for here, there in pairwise(spots):
            page.line(here, there, head=False, width=1.5)
        for spot in spots:
            page.dot(*spot, r=3)
    page.text(x, y + low, words, "b s")


def valleys(number_, narrow=12):
    """Gradient descent in a round valley and in a narrow one, with the same steps."""

    def draw(room):
        wide = room >= WIDE
        scale = 74 if wide else 70
        page = Canvas(room, 212 if wide else 350)
        first, second = ((170, 92), (500, 92)) if wide else ((170, 82), (170, 262))
        rate = 1.75 / narrow
        even = _descent((1, 1), 0.5, (-0.75, 0.5), 8)
        uneven = _descent((1, narrow), rate, (-0.9, 0.13), 8)
        _valley(page, first, (1, 1), even, scale, "equal curvatures")
        words = f"curvatures 1 and {narrow}"
        _valley(page, second, (1, narrow), uneven, 2 * scale, words, 96 if wide else 70)
        return page

    return Drawing(
        number_,
        "Eight steps of gradient descent, seen from above; each ring is one height of "
        "the error. Where the curvatures are unequal, the step that suits the steep "
        "direction is much too short for the flat one.",
        "Round rings with a path of dots straight to the middle; and flat rings with a "
        "path that swings to and fro and is still far from the middle.",
        draw,
    )


# ---- the chapter's words -------------------------------------------------------------


def words(number_, kernel, n=5):
    """A picture in its ring of zeros, a kernel and a response, with their names."""
    kernel = in_rows(kernel)
    k, padding, stride = len(kernel), 1, 2
    count = _places(n, k, padding, stride)

    def draw(room):
        wide = room >= WIDE
        cell, small = (24, 28) if wide else (20, 26)
        whole = (n + 2) * cell
        page = Canvas(room, whole + (84 if wide else 214))
        left, top = 70 if wide else 60, 40
        kernel_at = (
            (left + whole + 96, top + 36) if wide else (room - k * small - 16, 76)
        )
        last = (kernel_at[0] + k * small + 116, top + 36)
        last = last if wide else (room - count * small - 16, top + whole + 62)
        _grid(page, left, top, n + 2, n + 2, cell)
        page.rect("learned", left + cell, top + cell, n * cell, n * cell)
        _grid_lines(page, left + cell, top + cell, n, cell)
        page.text(left + whole / 2, top - 16, "picture $P$, padding $p = 1$", "s")
        for j, names in ((stride, "edge quiet"), (0, "edge lit window")):
            page.rect(names, left + j * cell, top, k * cell, k * cell, 2)
        y = top + k * cell + 12
        page.line((left + 4, y), (left + stride * cell - 2, y))
        page.text(left + stride * cell + 6, y, "stride $s = 2$", "s", "start")
        page.text(left - 8, top + k * cell / 2, "window", "s", "end")
        page.text(kernel_at[0] + k * small / 2, kernel_at[1] - 16, "kernel $K$", "s")
        page.matrix(*kernel_at, kernel, cell=small, digits=0)
        _grid(page, *last, count, count, small)
        page.rect("edge lit", *last, small, small, 2)
        page.text(last[0] + count * small / 2, last[1] - 16, "response", "s")
        across = kernel_at[1] + k * small / 2
        page.text((left + whole + kernel_at[0]) / 2, across, "×", "big")
        if wide:
            page.line((kernel_at[0] + k * small + 14, across), (last[0] - 14, across))
            page.text(last[0] - 58, across - 14, "sum of products", "q s")
        else:
            x = kernel_at[0] + k * small / 2
            page.line((x, kernel_at[1] + k * small + 10), (x, last[1] - 30))
            page.text(x - 10, last[1] - 48, "sum of products", "q s", "end")
        return page

    return Drawing(
        number_,
        f"The words of this chapter at their places: a picture of {n} × {n} in a ring "
        f"of padding, a window and the next one, a stride further; a kernel; and a "
        f"response of {count} × {count}. The window gives the cell that is amber.",
        f"A picture of {n} by {n} cells in a ring of one, with two windows of {k} by "
        f"{k}, two cells apart; a kernel: {_said(kernel)}; and a response of {count} "
        f"by {count} cells.",
        draw,
    )


def examples():
    """The drawings with numbers as the chapter has them."""
    band = [[9] * 5] * 3 + [[0] * 5] * 3
    y = [[1, 2, 1], [0, 0, 0], [-1, -2, -1]]
    x = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]
    rising, falling = (
        [[2, 1, 0], [1, 0, -1], [0, -1, -2]],
        [[0, 1, 2], [-1, 0, 1], [-2, -1, 0]],
    )
    names = {"horizontal": y, "vertical": x, "rising": rising, "falling": falling}
    yield pixels(
        "6.1", [[6, 96, 243, 244], [8, 160, 248, 239]], "Two rows of a collar."
    )
    yield picture("6.12", band, [[0] * 5, [1] + [0] * 4], "A band, one pixel marked.")
    yield slide("6.2", band, y)
    yield detectors("6.3", names, "Sobel in four directions.")
    yield padding_and_stride("6.4")
    yield windows("6.15", [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], 2)
    yield gradient_arrow("6.5", [[4, 7, 10], [3, 6, 9], [2, 5, 8]], (x, y))
    yield separable("6.6", [1, 0, -1], [1, 2, 1])
    yield turned("6.7", rising)
    yield channels("6.8")
    yield tied("6.9", y)
    yield missing("6.13")
    yield valleys("6.14")
    yield words("6.30", y)
    yield learned("6.10", {0: rising, 10: x, 100: y, 1000: y})
