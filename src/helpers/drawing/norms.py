"""Chapter 9: what a normalisation does, backwards too, and over what it averages."""

from math import hypot
from statistics import fmean

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as written

# ---- one unit, one batch -------------------------------------------------------------


def normalised(number, values, scale, shift):
    """What one unit says for a batch, in four lines: as it is, and three steps on."""
    if len(set(values)) < 2:
        raise ValueError(
            "Values that are all alike have no spread: give a batch at least two "
            "different ones."
        )
    mean = fmean(values)
    deviation = fmean((v - mean) ** 2 for v in values) ** 0.5
    moved = [v - mean for v in values]
    normal = [v / deviation for v in moved]
    rows = (
        ("$x$", "what the unit says", values),
        ("$x - \\mu$", f"less the mean, {written(mean, 1)}", moved),
        ("$x̂$", f"over the deviation, {written(deviation, 1)}", normal),
        (
            "$y$",
            f"times $\\gamma$ = {written(scale, 1)}, plus $\\beta$ = "
            f"{written(shift, 1)}",
            [scale * v + shift for v in normal],
        ),
    )

    def draw(room):
        wide = room >= WIDE
        cell = min(48, (room - 40) / len(values))
        pitch, left = (46, 60) if wide else (64, 36)
        page = Canvas(room, pitch * 4 + (8 if wide else -4))
        for k, (sign, words, row) in enumerate(rows):
            y = pitch * k + (6 if wide else 22)
            page.text(left - 8, y + 15, sign, anchor="end")
            with page.group("glow" if k == 2 else ""):
                page.strip(left, y, row, cell=cell, high=30, digits=1)
            if wide:
                x = left + cell * len(values) + 14
                page.text(x, y + 15, words, "q s", "start")
            else:
                page.text(left, y - 10, words, "q s", "start")
        return page

    return Drawing(
        number,
        f"One unit and a batch of {len(values)} examples, a cell for each. The third "
        "line has mean 0 and variance 1, whatever the first was; the fourth is what "
        "two learned numbers make of it.",
        "Four rows of numbers: "
        + "; ".join(
            f"{words}: {', '.join(written(v, 1) for v in r)}" for _, words, r in rows
        )
        + ".",
        draw,
    )


# ---- the way back --------------------------------------------------------------------

THREE = (
    ("1", "**Straight back**: through its own $x̂_i$, divided by the deviation."),
    ("2", "**Through the mean**, in which every example has a part of one in $m$."),
    ("3", "**Through the variance**, in which an outlier has a larger part."),
)


def three_ways(number):
    """The graph of a normalisation, with the three ways from its output to an input."""

    def draw(room):
        half = 190 if room >= WIDE else 128
        page = Canvas(room, 240)
        middle, r = room / 2, 20
        x, n = (middle - half, 120), (middle + half, 120)
        m, v = (middle, 34), (middle, 206)

        def beside(a, b, away=0, **looks):
            """An arrow from node to node, or as far as `away` beside that line."""
            length = hypot(b[0] - a[0], b[1] - a[1])
            ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            ends = ((a, r + 1), (b, -r - 1))
            places = [
                (px + ux * t - uy * away, py + uy * t + ux * away)
                for (px, py), t in ends
            ]
            page.line(*places, **looks)

        for a, b in ((x, n), (x, m), (x, v), (m, v), (m, n), (v, n)):
            beside(a, b)
        page.line((n[0] + r, n[1]), (n[0] + r + 20, n[1]))
        names = (x, "$x_i$"), (m, "$\\mu$"), (v, "$\\sigma^2$"), (n, "$x̂_i$")
        for (cx, cy), name in names:
            page.circle("hollow", cx, cy, r)
            page.text(cx, cy, name)
        ways = {1: [(n, x, -8)], 2: [(n, m, 8), (m, x, 8)], 3: [(n, v, -8), (v, x, -8)]}
        for k, way in ways.items():
            with page.group("back", at=list(range(k, 4))):
                for a, b, away in way:
                    beside(a, b, away, width=3)
        page.text(middle + r + 8, m[1] - 10, "mean of the batch", "q s", "start")
        page.text(middle + r + 8, v[1] + 12, "its variance", "q s", "start")
        return page

    return Drawing(
        number,
        "How one example's value reaches its normalised value: directly, through the "
        "mean, and through the variance, which the whole batch shares. The gradient "
        "comes back along all three ways, and what it brings is added up.",
        "A graph of four nodes: the input leads to the mean, to the variance and to "
        "the normalised value; mean and variance lead to the normalised value. Red "
        "arrows go back along each of the three ways.",
        draw,
        THREE,
    )


# ---- two lives -----------------------------------------------------------------------


def two_lives(number, batch, remembered):
    """While learning: the batch's own mean. In use: the one that is remembered."""
    mean, kept = fmean(batch), remembered

    def panel(page, x, y, width, title, learning):
        page.text(x, y + 8, title, "b", "start")
        values = batch if learning else batch[:1]
        page.strip(x, y + 28, values, cell=40, high=28, digits=1)
        middle = x + 20 * len(values)
        box = x + width - 108, y + 100
        page.line((x + 20, y + 57), (x + 20, box[1] + 17), (box[0] - 1, box[1] + 17))
        page.box(*box, 104, 34, "normalise", learned=False)
        page.line((box[0] + 52, box[1] + 35), (box[0] + 52, box[1] + 58))
        store = x + width - 94, y + 24
        with page.group("" if learning else "glow"):
            page.rect("learned", *store, 90, 36, 6)
        page.text(store[0] + 45, store[1] + 12, "remembered", "s")
        page.text(store[0] + 45, store[1] + 26, f"$\\mu$ = {written(kept, 1)}", "s")
        if learning:
            with page.group("lit"):
                page.line(
                    (middle, y + 57),
                    (middle, y + 84),
                    (box[0] + 20, y + 84),
                    (box[0] + 20, box[1] - 1),
                )
            page.text(middle + 6, y + 72, f"$\\mu$ = {written(mean, 1)}", "s", "start")
            page.line(
                (x + 40 * len(values) + 2, y + 42),
                (store[0] - 2, y + 42),
                names="control",
                head=False,
            )
        else:
            with page.group("lit"):
                page.line((store[0] + 45, store[1] + 36), (store[0] + 45, box[1] - 1))

    def draw(room):
        wide = room >= WIDE
        width = 320 if wide else 336
        page = Canvas(room, 162 if wide else 350)
        panel(page, 0, 0, width, "while it learns", True)
        place = (366, 0) if wide else (0, 188)
        panel(page, *place, width, "in use", False)
        return page

    return Drawing(
        number,
        "While a network learns, a batch is normalised with its own mean and variance, "
        "and a slow average of them is kept (dotted). In use one example comes alone, "
        "and the numbers that were kept take their place.",
        f"Two panels. While it learns: a batch of {len(batch)} values with mean "
        f"{written(mean, 1)}, which goes to the box that normalises; a dotted line to "
        "what is remembered. In use: one value, and the remembered mean "
        f"{written(kept, 1)} goes to the box.",
        draw,
    )


# ---- four norms ----------------------------------------------------------------------

N, C, P = 4, 6, 4  # examples, channels, places: how many cells a cube has
NORMS = {
    "batch norm": ("each channel, over all examples", lambda n, c: c == C - 1),
    "layer norm": ("each example, over all channels", lambda n, c: n == 0),
    "instance norm": (
        "each channel of each example",
        lambda n, c: n == 0 and c == C - 1,
    ),
    "group norm": (
        "some channels of each example",
        lambda n, c: n == 0 and c >= C // 2,
    ),
}


def _faces(x, y, cell):
    """The cells that are seen of a cube: which they are, and their four corners."""
    ox, oy = cell * 0.55, -cell * 0.42

    def place(c, p, n):
        return x + c * cell + n * ox, y + p * cell + n * oy

    for c in range(C):
        for p in range(P):
            corners = ((c, p), (c + 1, p), (c + 1, p + 1), (c, p + 1))
            yield (0, c), [place(*at, 0) for at in corners]
    for n in range(N):
        for c in range(C):
            corners = ((c, n), (c + 1, n), (c + 1, n + 1), (c, n + 1))
            yield (n, c), [place(i, 0, k) for i, k in corners]
        for p in range(P):
            corners = ((p, n), (p + 1, n), (p + 1, n + 1), (p, n + 1))
            yield (n, C - 1), [place(C, i, k) for i, k in corners]


def _cube(page, x, y, cell, lit):
    """A cube of cells, those alight that share one mean and one variance."""
    for alight in (False, True):
        paths = [
            "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "z"
            for (n, c), corners in _faces(x, y, cell)
            if lit(n, c) == alight
        ]
        with page.group("glow" if alight else ""):
            page.path("hollow", "".join(paths))


def four_norms(number):
    """Over what a mean is taken: batch, layer, instance and group normalisation."""

    def draw(room):
        wide = room >= WIDE
        cell = 15 if wide else 16
        columns = 4 if wide else 2
        step = room / columns
        page = Canvas(room, 186 if wide else 370)
        for k, (name, (words, lit)) in enumerate(NORMS.items()):
            x = step * (k % columns) + (16 if wide else 14)
            y = 52 + 186 * (k // columns)
            _cube(page, x, y, cell, lit)
            if k == 0:
                page.text(x + C * cell / 2, y + P * cell + 13, "channels →", "q s")
                page.text(x - 4, y - 38, "examples ↗", "q s", "start")
            page.text(x, y + P * cell + 34, name, "b", "start")
            first, second = words.split(",") if "," in words else words.split(" of ", 1)
            second = second if "," in words else f" of {second}"
            page.text(x, y + P * cell + 52, first.strip(), "q s", "start")
            page.text(x, y + P * cell + 67, second.strip(), "q s", "start")
        return page

    return Drawing(
        number,
        "The values of one layer as a block: channels to the right, examples into the "
        "depth, places downwards. All cells that are alight share one mean and one "
        "variance.",
        "Four blocks of cells. Alight are, for batch norm, one channel of all "
        "examples; for layer norm, all channels of one example; for instance norm, one "
        "channel of one example; for group norm, half of the channels of one example.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    yield normalised("9.11", [3.0, 5.0, 4.0, 8.0], 1.5, 0.5)
    yield three_ways("9.12")
    yield two_lives("9.13", [3.0, 5.0, 4.0, 8.0], 4.6)
    yield four_norms("9.14")
