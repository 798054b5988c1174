"""Chapter 9: ways through residual blocks, a narrow block, and its exercises."""

from itertools import pairwise, product

from helpers.drawing import WIDE, Canvas, Drawing

# ---- many ways -----------------------------------------------------------------------

WAYS = (
    (
        "1",
        "**Plain.** Without the wires only the last way is there: take out any block, "
        "and none is left.",
    ),
    (
        "2",
        "**One block taken out.** The ways through it are gone. Half of all ways are "
        "left.",
    ),
    ("3", "**All ways.** Each block can be passed through or gone around."),
)


def many_ways(number, blocks=3, out=1):
    """Three blocks with their wires, and the eight ways through them, one by one."""
    if not 0 <= out < blocks < 6:
        raise ValueError(
            f"There is no block {out} to take out of {blocks}: choose one of at most 5."
        )
    ways = sorted(product((0, 1), repeat=blocks), key=sum)

    def slab(page, x, y, through, wide):
        page.line((x - 6, y), (x + wide + 6, y), head=False, names="quiet")
        if through:
            page.rect("learned", x, y - 8, wide, 16, 3)

    def draw(room):
        wide = room >= WIDE
        box, gap, row = (44, 20, 27) if wide else (34, 18, 27)
        step = box + gap
        left, top = (330, 40) if wide else (56, 150)
        page = Canvas(room, top + row * len(ways) + 12)
        x0, y0 = 24, (40 + row * len(ways) / 2) if wide else 66
        page.line((x0 - 20, y0), (x0 + step * blocks + 14, y0))
        for k in range(blocks):
            x = x0 + step * k + gap / 2
            with page.group(lit_at=[1, 3] if k == out else [1, 2, 3]):
                page.box(x, y0 - 15, box, 30, str(k + 1))
            with page.group(lit_at=[2, 3]):
                page.path(
                    "line lit",
                    f"M{x - 7} {y0}C{x - 5} {y0 - 46} {x + box + 5} {y0 - 46} "
                    f"{x + box + 7} {y0}",
                )
        page.text(x0 - 20, 12, "three blocks" if blocks == 3 else "the blocks", "b",
                  "start")  # fmt: skip
        page.text(left - 32, top - 28, f"{len(ways)} ways", "b", "start")
        for i, way in enumerate(ways):
            y = top + row * (i + 0.5)
            plain, left_over = all(way), not way[out]
            with page.group(lit_at=[1] * plain + [2] * left_over + [3]):
                page.text(left - 22, y, str(sum(way)), "q s")
                for k, through in enumerate(way):
                    slab(page, left + step * k, y, through, box)
                end = left + step * (blocks - 1) + box
                page.line((end + 6, y), (end + 22, y))
        if wide:
            page.text(left + step * blocks + 24, top + row * 0.5,
                      "around all: a copy", "q s", "start")  # fmt: skip
            page.text(left + step * blocks + 24, top + row * (len(ways) - 0.5),
                      "through all", "q s", "start")  # fmt: skip
        return page

    return Drawing(
        number,
        "Residual blocks in a row, and all the ways through them, one below the other. "
        "At the left of each stands how many blocks it leads through. A plain network "
        "has the last way only.",
        f"A row of {blocks} boxes with wires around them. Beside it {len(ways)} rows, "
        "sorted by the number of boxes that the way leads through, from none to all.",
        draw,
        WAYS,
    )


# ---- a narrow block ------------------------------------------------------------------


def bottleneck(number, channels=256, narrow=64):
    """Two convolutions at full width, and three with a waist, as wide as they are."""
    if not 0 < narrow < channels:
        raise ValueError(
            f"A waist of {narrow} channels is not narrower than {channels}."
        )
    blocks = (
        ("BasicBlock", [(3, channels, channels), (3, channels, channels)]),
        (
            "Bottleneck",
            [(1, channels, narrow), (3, narrow, narrow), (1, narrow, channels)],
        ),
    )

    def draw(room):
        wide = room >= WIDE
        full = 150 if wide else 108
        page = Canvas(room, 262)
        for k, (name, layers) in enumerate(blocks):
            middle = (118, 432)[k] if wide else (56, 230)[k]
            page.text(middle, 10, name, "b")
            total, y = 0, 228
            page.line((middle, 252), (middle, y + 2))
            for size, inputs, outputs in layers:
                high = 30
                below, above = (full * n / channels / 2 for n in (inputs, outputs))
                with page.group("glow" if min(inputs, outputs) < channels else ""):
                    page.path(
                        "learned",
                        f"M{middle - below:.1f} {y}H{middle + below:.1f}"
                        f"L{middle + above:.1f} {y - high}H{middle - above:.1f}z",
                    )
                weights = size * size * inputs * outputs
                total += weights
                page.text(middle, y - high / 2, f"{size}×{size}", "s")
                page.text(middle + full / 2 + 8, y - high / 2, f"{weights:,}", "q s",
                          "start")  # fmt: skip
                page.line((middle, y - high - 1), (middle, y - high - 15))
                y -= high + 16
            page.text(middle, y - 8, f"{channels} channels", "q s")
            page.text(middle, y - 27, f"{total:,} weights", "")
        return page

    saved = 2 * 9 * channels**2 / (2 * channels * narrow + 9 * narrow**2)
    return Drawing(
        number,
        f"Two blocks for {channels} channels. A shape is as wide as its channels; "
        "beside it stand its weights. At the waist (lit) the 3 × 3 has "
        f"{narrow} channels to look at, and the whole block needs {saved:.0f} times "
        "fewer weights.",
        f"Left, two wide slabs of 3 × 3. Right, a slab of 1 × 1 that narrows, a small "
        f"one of 3 × 3 and one of 1 × 1 that widens again, with {saved:.0f} times "
        "fewer weights.",
        draw,
    )


# ---- the exercises -------------------------------------------------------------------


def two_more(number, shapes=((5, 8), (8, 8), (8, 8), (8, 3))):
    """The matrices of a network in a row, with room for two before the last."""
    if any(a[1] != b[0] for a, b in pairwise(shapes)):
        raise ValueError("Each matrix must have as many rows as the last has columns.")
    slots = [*shapes[:-1], None, None, shapes[-1]]
    side = shapes[-1][0]

    def draw(room):
        wide = room >= WIDE
        cell, gap = (9, 26) if wide else (5, 13)
        high = side * cell
        page = Canvas(room, high + 52)
        x, middle = (30 if wide else 18), high / 2 + 6
        page.text(x - 12, middle, "$x$", "w")
        for k, slot in enumerate(slots):
            rows, columns = slot or (side, side)
            w, h = columns * cell, rows * cell
            page.line((x, middle), (x + gap - 4, middle))
            x += gap
            if slot:
                page.rect("learned", x, middle - h / 2, w, h, 2)
                page.text(x + w / 2, high + 22, f"{rows} × {columns}", "q s")
            else:
                with page.group("glow"):
                    page.rect("hollow", x, middle - h / 2, w, h, 2)
                page.text(x + w / 2, middle, "?", "b")
                page.text(x + w / 2, high + 22, f"no. {k + 1}", "s")
            x += w + 3
        page.line((x, middle), (x + gap - 4, middle))
        page.text(page.width / 2, high + 42, "a ReLU after each but the last", "q s")
        return page

    return Drawing(
        number,
        f"The {len(shapes)} matrices of a network and the two that are wanted (lit). "
        "What goes on to the last matrix must be what went on before.",
        f"A row of {len(slots)} rectangles, the last but one and the one before it "
        "empty, with question marks.",
        draw,
    )


def folded(number):
    """A layer and a normalisation in use, and the one layer that does both."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 172)
        left, first, second = (60, 130, 210) if wide else (24, 92, 128)
        gap = 44 if wide else 22
        for y, boxes in (
            (34, [("$W$", first, True), ("normalisation", second, False)]),
            (128, [("new weights, bias", first + gap + second, True)]),
        ):
            x = left
            page.text(x - 14, y, "$x$", "w")
            for words, width, plain in boxes:
                page.line((x, y), (x + gap - 3, y))
                x += gap
                with page.group("" if y < 100 else "glow"):
                    page.box(x, y - 22, width, 44, "", learned=True)
                page.text(x + width / 2, y if plain else y - 8, words)
                if not plain:
                    page.text(x + width / 2, y + 10,
                              "$\\gamma, \\beta, \\mu, \\sigma^2$", "s")  # fmt: skip
                x += width
            page.line((x, y), (x + gap - 3, y))
            page.text(x + gap + 8, y, "$y$", "w")
        page.text(left + gap, 82, "the same $y$ for every $x$", "q s", "start")
        return page

    return Drawing(
        number,
        "Above, as it was trained: a layer and a normalisation, whose four rows of "
        "numbers no longer change. Below, as it is shipped: one layer (lit).",
        "Two rows. In the first, x goes through a box W and a box normalisation to y; "
        "in the second, through one box, new weights and bias, to the same y.",
        draw,
    )


def third_stage(number, known=((101, (3, 4, None, 3)), (152, (3, 8, None, 3)))):
    """Bottlenecks of three layers in four stages, one of which is to be counted."""

    def stages(page, x, y, counts, pitch):
        for k, count in enumerate(counts):
            with page.group("" if count else "glow"):
                high = pitch * (count or 6)
                kind = "frame" if count else "hollow"
                page.rect(kind, x, y - high - 6, 64, high + 6, 5)
                for i in range(count or 0):
                    for layer in range(3):
                        at = y - 3 - pitch * i - (layer + 1) * (pitch - 3) / 3
                        page.rect("learned hair", x + 8, at, 48, (pitch - 3) / 3 - 1, 1)
                if not count:
                    page.text(x + 32, y - high / 2, "?", "b")
            page.text(x + 32, y + 12, f"stage {k + 1}", "q s")
            x += 78

    def draw(room):
        wide = room >= WIDE
        pitch = 15
        high = pitch * 8 + 62
        page = Canvas(room, high * (1 if wide else 2))
        for k, (layers, counts) in enumerate(known):
            x, y = (20 + 350 * k, 0) if wide else (18, high * k)
            page.text(x, y + 12, f"ResNet-{layers}", "b", "start")
            stages(page, x, y + high - 30, counts, pitch)
        return page

    names = " and ".join(f"ResNet-{layers}" for layers, _ in known)
    return Drawing(
        number,
        f"The blocks of {names}, each of three layers, in their four stages. How many "
        "are in the third (lit)? One layer comes before the stages, one after them.",
        "Two rows of four frames. "
        + " ".join(
            f"ResNet-{layers} has {', '.join(str(c or 'unknown') for c in counts)} "
            "blocks."
            for layers, counts in known
        ),
        draw,
    )


def groups(number, channels=6, counts=(1, 2, 3, 6)):
    """The channels of one example, in one group, in two, in three, in six."""
    if any(channels % count for count in counts):
        raise ValueError(f"{channels} channels do not divide into these groups.")

    def draw(room):
        wide = room >= WIDE
        cell, left, gap = (34, 190, 16) if wide else (24, 98, 10)
        page = Canvas(room, 48 * len(counts))
        for k, count in enumerate(counts):
            y, size = 48 * k + 7, channels // count
            words = {1: "layer norm", channels: "instance norm"}.get(count, "")
            page.text(0, y + (9 if words else 17), f"{count} group{'s' * (count > 1)}",
                      "b" if count == 2 else "", "start")  # fmt: skip
            page.text(0, y + 27, words, "q s", "start")
            x = left
            for part in range(count):
                with page.group("glow" if count == 2 and part == 0 else ""):
                    page.rect("hollow", x, y, cell * size, 34, 3)
                for i in range(1, size):
                    page.path("grid", f"M{x + i * cell} {y}v34")
                x += cell * size + gap
        return page

    return Drawing(
        number,
        f"One example's {channels} channels; each square is a whole map. What is "
        "framed together shares one mean and one variance. Lit: the first of two "
        "groups, the channels 0, 1 and 2.",
        "Four rows of six squares: in one frame, in two frames of three, in three "
        "frames of two, and each in a frame of its own.",
        draw,
    )


def where_is_it(number, picture, corner, sheet=56):
    """A sheet with a digit on it, the places that describe it, and two numbers."""
    side = len(picture)
    if any(len(row) != side for row in picture):
        raise ValueError("The digit must be as wide as it is high.")
    i, j = corner
    pixel = 28 / side  # of the sheet's pixels

    def draw(room):
        wide = room >= WIDE
        scale = 3 if wide else 2
        full = sheet * scale
        page = Canvas(room, full + 40)
        page.rect("white", 0, 14, full, full)
        page.rect("edge quiet", 0, 14, full, full)
        for y, row in enumerate(picture):
            for x, ink in enumerate(row):
                if ink > 0.15:
                    at = ((j + x * pixel) * scale, 14 + (i + y * pixel) * scale)
                    size = pixel * scale
                    page.rect("black", *at, size, size,
                              more=f' fill-opacity="{ink:.1f}"')  # fmt: skip
        page.rect("edge lit", j * scale, 14 + i * scale, 28 * scale, 28 * scale)
        page.circle("edge lit", j * scale, 14 + i * scale, 5)
        page.text(full / 2, full + 28, f"{sheet} × {sheet} pixels", "q s")
        x, cell = full + (60 if wide else 34), 16 if wide else 9
        grid, top = 7 * cell, 14 + (full - 7 * cell) / 2
        page.line((full + 6, top + grid / 2), (x - 4, top + grid / 2))
        page.rect("cell", x, top, grid, grid)
        lines = "".join(
            f"M{x} {top + k * cell}h{grid}M{x + k * cell} {top}v{grid}"
            for k in range(1, 7)
        )
        page.path("grid", lines)
        page.rect("edge quiet", x, top, grid, grid)
        page.text(x + grid / 2, top + grid + 14, "7 × 7 places", "q s")
        page.text(x + grid / 2, top - 12, "32 numbers each" if wide else "32 maps",
                  "q s")  # fmt: skip
        end = x + grid + (34 if wide else 18)
        page.line((x + grid + 3, top + grid / 2), (end - 2, top + grid / 2))
        width = 74 if wide else 44
        with page.group("glow"):
            page.box(end, top + grid / 2 - 18, width, 36, "head")
        words = f"({i}, {j})"
        if wide:
            page.line((end + width + 1, top + grid / 2),
                      (end + width + 28, top + grid / 2))  # fmt: skip
            page.text(end + width + 34, top + grid / 2, words, "", "start")
        else:
            page.line((end + width / 2, top + grid / 2 + 19),
                      (end + width / 2, top + grid / 2 + 38))  # fmt: skip
            page.text(end + width / 2, top + grid / 2 + 48, words)
        return page

    return Drawing(
        number,
        "A digit somewhere on an empty sheet. The trained network describes the sheet "
        "in 7 × 7 places; the head (lit), which is to be made, turns that into the row "
        "and the column of the frame's upper left corner.",
        f"A white sheet with a small framed digit, its corner at row {i}, column {j}; "
        "an arrow to a grid of seven by seven, and from there to a box called head, "
        "from which two numbers come.",
        draw,
    )


def way_back(number):
    """A residual block as a graph, with the three gradients that are wanted."""

    def draw(room):
        wide = room >= WIDE
        step = 90 if wide else 50
        left, y = (60 if wide else 20), 96
        page = Canvas(room, 196)
        places = [left + step * k for k in range(1, 6)]
        page.path(
            "line road",
            f"M{left + 14} {y - 12}V54q0 -14 14 -14H{places[3] - 14}"
            f"q14 0 14 14V{y - 12}",
        )
        page.text(left, y, "$x$", "w")
        page.line((left + 12, y), (places[4] + step * 0.6, y))
        for k, words in enumerate(("$V$", "", "$W$")):
            if words:
                page.box(places[k] - 16, y - 17, 32, 34, words)
                with page.group("back"):
                    page.line((places[k], y + 19), (places[k], y + 44))
                page.text(places[k], y + 56, "?", "b")
        for k in (1, 4):
            page.box(places[k] - 18, y - 12, 36, 24, learned=False)
            page.text(places[k], y, "ReLU", "s")
        page.sign(places[3], y, r=10)
        page.text(left, y + 56, "?", "b")
        with page.group("back"):
            page.line((left, y + 14), (left, y + 44))
            end = places[4] + step * 0.6
            page.line((end, y + 22), (places[3], y + 22), width=3)
            page.text(end - 2, y + 36, "$g$", "w")
        return page

    return Drawing(
        number,
        "The block as a graph. From the right comes $g$ (red). Wanted are the "
        "gradients at $x$, at $V$ and at $W$; two ways lead back to $x$.",
        "A row: x, a box V, ReLU, a box W, a sum, ReLU. A broad line leads from x to "
        "the sum. Red arrows: g from the right, and question marks at x, V and W.",
        draw,
    )


def words(number):
    """A block, and a network around it, with the names of their parts."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 300 if wide else 502)
        x, floor = (112 if wide else 78), 266
        middle, road = x + 56, x + 164
        page.path(
            "line road",
            f"M{middle} {floor}H{road - 14}q14 0 14 -14V106"
            f"q0 -14 -14 -14H{middle + 12}",
        )
        page.line((middle, floor + 22), (middle, 14))
        norm = "norm $\\gamma, \\beta$"
        for k, said in enumerate(("layer", norm, "ReLU", "layer", norm)):
            learned = said != "ReLU"
            page.box(x, floor - 36 - 30 * k, 112, 24, "", learned)
            page.text(middle, floor - 24 - 30 * k, said, "s")
        page.sign(middle, 92, r=9)
        page.box(x + 20, 40, 72, 24, learned=False)
        page.text(middle, 52, "ReLU", "s")
        page.text(middle - 16, 92, "sum", "s", "end")
        page.text(road + 12, 182, "skip", "s", "start")
        page.text(road + 12, 198, "connection", "s", "start")
        page.bracket(x - 12, floor - 158, 148, upright=True, depth=-6)
        page.text(x - 24, floor - 92, "block", "s", "end")
        page.text(x - 24, floor - 76, "$F$", "", "end")
        left, y = (400, 164) if wide else (12, 412)
        page.text(left, y, "picture", "s", "start")
        for k in range(4):
            spot = left + 58 + 30 * k
            page.rect("learned", spot, y - 44 + 8 * k, 20, 88 - 16 * k, 3)
        page.line((left + 172, y), (left + 196, y))
        page.box(left + 198, y - 16, 56, 32, "head")
        page.bracket(left + 56, y + 52, 114)
        page.text(left + 113, y + 70, "backbone", "s")
        page.text(left + 113, y - 62, "stages of blocks", "q s")
        return page

    return Drawing(
        number,
        "The words of this chapter at their places: a residual block, and a network "
        "whose stages are made of such blocks.",
        "Left, layers, norms and a ReLU in a column, named block F; a broad line "
        "around them to a sum, named skip connection. Right, four slabs that shrink, "
        "named backbone, and a box named head.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    yield many_ways("9.31")
    yield bottleneck("9.32")
    yield two_more("9.33")
    yield folded("9.34")
    yield third_stage("9.35")
    yield groups("9.36")
    yield way_back("9.38")
    yield words("9.39")
    yield where_is_it("9.37", [[0, 1, 0], [0, 0.5, 1], [1, 1, 0]], (9, 20))
