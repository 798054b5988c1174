"""Chapter 8: the two nets called AlexNet side by side, and two of its exercises."""

from helpers.drawing import WIDE, Canvas, Drawing

PAPER = 96, 256, 384, 384, 256  # kernels of the five convolutions
LISTING = 64, 192, 384, 256, 256
NAMES = "conv1", "conv2", "conv3", "conv4", "conv5", "fc6", "fc7"

# ---- one name, two nets --------------------------------------------------------------


def _mark(page, x, y, sign):
    """A small sign on a way, for what has no weights."""
    page.circle("hollow", x, y, 8)
    page.text(x, y, sign, "s")


def _ways(page, k, start, end, middle, highs):
    """From the boxes of one layer of two columns to those of the next."""
    ends = [[middle + side * high / 4 for side in (-1, 1)] for high in highs]
    for i, here in enumerate(ends[0]):
        for j, there in enumerate(ends[1]):
            if i == j or k in (1, 4, 5):
                page.line((start, here), (end, there), names="quiet")


def two_nets(number, totals=("60,965,224", "61,100,840")):
    """The net of the paper, in two columns, over the net of the listing, in one."""
    if len(totals) != 2:
        raise ValueError("There are two nets: give the total of each.")
    rows = (("2012, the paper", PAPER, 2), ("2014, the listing", LISTING, 1))

    def row(page, room, top, words, total, kernels, columns):
        wide = room >= WIDE
        pitch, across, left = (88, 36, 26) if wide else (47, 20, 12)
        middle = top + 84
        page.text(0, top + 6, words, "b", "start")
        page.text(room, top + 6, f"{total} parameters", "q s", "end")
        highs = [0.25 * count for count in kernels] + [112, 112]
        for k, (name, high) in enumerate(zip(NAMES, highs, strict=True)):
            x = left + pitch * k
            if k:
                start, end = x - pitch + across + 1, x - 2
                if columns == 2:
                    _ways(page, k - 1, start, end, middle, highs[k - 1 : k + 1])
                else:
                    page.line((start, middle), (end, middle), names="quiet")
            new = columns == 1 and k < 5 and kernels[k] != PAPER[k]
            with page.group("glow" if new else ""):
                part = high / columns
                for i in range(columns):
                    gap = 4 if columns == 2 else 0
                    y = middle - high / 2 + i * (part + gap / 2)
                    page.rect("learned", x, y, across, part - gap / 2, 2)
            count = f"{kernels[k]}" if k < 5 else "4,096"
            page.text(x + across / 2, middle + 72, count, "s" if new else "q s")
            if columns == 1:
                label = name if wide else name.replace("conv", "c")
                page.text(x + across / 2, middle + 92, label, "q s")
        between = (pitch + across) / 2
        for k in (0, 1) if columns == 2 else ():
            for side in (-1, 1):
                _mark(page, left + pitch * k + between, middle + side * 28, "n")
        for k in (5, 6):
            x = left + pitch * k + (between if columns == 2 else between - pitch)
            for y in (middle - 28, middle + 28) if columns == 2 else (middle,):
                if columns == 2 and k == 6:
                    start = x - between + across + 2
                    page.line((start, y), (x - 8, y), names="quiet", head=False)
                _mark(page, x, y, "½")

    def draw(room):
        page = Canvas(room, 370)
        for k, ((words, kernels, columns), total) in enumerate(
            zip(rows, totals, strict=True)
        ):
            row(page, room, 188 * k, words, total, kernels, columns)
        return page

    return Drawing(
        number,
        "Two nets of one name. The height of a convolution's box is the number of "
        "its kernels. Above, two columns that meet at conv3; *n* is response "
        "normalisation, ½ is dropout. Below, one column without *n*, with other "
        "numbers of kernels (lit), and with dropout before the full layers instead of "
        "behind them.",
        f"Two rows of seven boxes. Above, kernels {', '.join(map(str, PAPER))} in two "
        f"columns; below, {', '.join(map(str, LISTING))} in one, without "
        "normalisation.",
        draw,
    )


# ---- the exercises -------------------------------------------------------------------


def shrinking(number, sides, names):
    """The sides of a picture's maps, to one scale, down to those that are averaged."""
    sides = list(sides)
    if len(sides) != len(names) or min(sides, default=0) < 1:
        raise ValueError("Each map needs a name, and a side of at least one pixel.")

    def draw(room):
        wide = room >= WIDE
        gap = 26 if wide else 12
        scale = min((room - gap * len(sides) - 40) / sum(sides), 0.85)
        high = sides[0] * scale
        page = Canvas(room, high + 46)
        x = 4
        for k, (side, name) in enumerate(zip(sides, names, strict=True)):
            size = max(side * scale, 2)
            with page.group("glow" if k == len(sides) - 1 else ""):
                page.rect("hollow", x, high - size + 2, size, size)
            low = high + (16 if wide or k % 2 == 0 or k == 0 else 34)
            page.text(x + size / 2, low, str(side), "s")
            if wide:
                page.text(x + size / 2, low + 18, name if k in (0, len(sides) - 1)
                          else "", "q s")  # fmt: skip
            x += size + gap
        return page

    return Drawing(
        number,
        "The sides of the maps, to one scale, on the way of a picture of "
        f"{sides[0]} × {sides[0]} through the net of 2014. The last one (lit) is what "
        "pool5 hands on. How small may the first be?",
        "Squares that shrink: "
        + ", ".join(f"{n} {s}" for n, s in zip(names, sides, strict=True))
        + ".",
        draw,
    )


def expected(number, count=10, silent=(1, 2, 4, 7, 8)):
    """Ones, half of them silenced, and the values that would keep their sum."""
    silent = set(silent)
    if not silent < set(range(count)):
        raise ValueError(f"Some of {count} units must be left: silence fewer of them.")
    left = count - len(silent)

    def draw(room):
        wide = room >= WIDE
        cell, first = (38, 130) if wide else (23, 62)
        page = Canvas(room, 132)
        rows = (
            ("in use" if wide else "use", lambda k: "1", str(count)),
            ("silenced" if wide else "half", lambda k: "01"[k not in silent],
             str(left)),
            ("wanted", lambda k: "0" if k in silent else "?", str(count)),
        )  # fmt: skip
        page.text(first + cell * count + 22, 8, "sum", "q s")
        for i, (words, value, total) in enumerate(rows):
            y = 20 + 38 * i
            page.text(0, y + 15, words, "b" if i == 2 else "", "start")
            for k in range(count):
                lit = i == 2 and k not in silent
                with page.group("glow" if lit else ""):
                    page.rect("hollow", first + k * cell, y, cell - 3, 30, 2)
                page.text(first + k * cell + (cell - 3) / 2, y + 15, value(k))
            page.text(first + cell * count + 22, y + 15, total, "b" if i == 2 else "")
        return page

    return Drawing(
        number,
        f"A layer of {count} units that all say 1. With {len(silent)} of them silenced "
        f"the next layer receives {left} and no longer {count}. What must the others "
        "say (lit)?",
        f"Three rows of {count} cells: ones, with sum {count}; ones and zeros, with "
        f"sum {left}; zeros and question marks, with sum {count}.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    yield two_nets("8.31")
    yield shrinking("8.32", (224, 55, 27, 13, 6), ("picture", "a", "b", "c", "pool5"))
    yield expected("8.33")
