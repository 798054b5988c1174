"""Chapter 18: a picture cut into squares, and the network that reads them in a row."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.alphabet import SHADE, number
from helpers.drawing.columns import side_by_side

SIDE = 28  # pixels along a digit
LEVELS = 4  # of ink that are drawn

# ---- ink -----------------------------------------------------------------------------


def checked(picture):
    """A digit as 28 rows of 28 numbers from 0 to 1."""
    picture = picture.tolist() if hasattr(picture, "tolist") else list(picture)
    if len(picture) != SIDE or any(len(row) != SIDE for row in picture):
        raise ValueError("A digit has 28 rows of 28 numbers: give it one picture.")
    return picture


def cells(count, side, gap=0):
    """The places of a picture's squares, row by row, as numbers of pixels."""
    return [
        ((k % count) * (side + gap), k // count * (side + gap)) for k in range(count**2)
    ]


def ink(page, x, y, pixel, rows):
    """The ink of some rows of numbers, in a few levels of grey."""
    paths = dict.fromkeys(range(1, LEVELS + 1), "")
    for i, row in enumerate(rows):
        j = 0
        while j < len(row):
            level, start = round(row[j] * LEVELS), j
            while j < len(row) and round(row[j] * LEVELS) == level:
                j += 1
            if level:
                w, h = f"{(j - start) * pixel:.4g}", f"{pixel:.4g}"
                place = f"M{x + start * pixel:.4g} {y + i * pixel:.4g}"
                paths[level] += f"{place}h{w}v{h}h-{w}z"
    for level, path in paths.items():
        if path:
            part = f' fill-opacity="{level / LEVELS:g}"' if level < LEVELS else ""
            page.put(f'<path class="black"{part} d="{path}"/>')


def square(page, x, y, side, rows, shade=0):
    """One square of paper, perhaps with a shade of blue on it, and its ink."""
    page.rect("white", x, y, side, side)
    if shade > 0.02:
        more = f' fill-opacity="{min(shade, 1) * SHADE:.2f}"'
        page.rect("p", x, y, side, side, more=more)
    ink(page, x, y, side / len(rows), rows)
    page.rect("grid", x, y, side, side)


def cut(picture, size):
    """The squares of a picture, row by row."""
    across = SIDE // size
    return [
        [row[j * size : j * size + size] for row in picture[i * size : i * size + size]]
        for i in range(across)
        for j in range(across)
    ]


def whole_again(squares):
    """The rows of the picture whose squares these are."""
    count, size = round(len(squares) ** 0.5), len(squares[0])
    bands = [squares[i * count : (i + 1) * count] for i in range(count)]
    return [
        [value for rows in band for value in rows[i]]
        for band in bands
        for i in range(size)
    ]


def mosaic(page, x, y, side, squares, shades=None):
    """Squares in their rows and columns, perhaps shaded, with lines between them."""
    count = round(len(squares) ** 0.5)
    each = side / count
    page.rect("white", x, y, side, side)
    for (left, top), shade in zip(cells(count, each), shades or [], strict=False):
        if shade > 0.02:
            more = f' fill-opacity="{min(shade, 1) * SHADE:.2f}"'
            page.rect("p", x + left, y + top, each, each, more=more)
    rows = whole_again(squares)
    ink(page, x, y, side / len(rows), rows)
    lines = "".join(
        f"M{x:.4g} {y + each * k:.4g}h{side:.4g}M{x + each * k:.4g} {y:.4g}v{side:.4g}"
        for k in range(count + 1)
    )
    page.put(f'<path class="grid" d="{lines}"/>')


def spread(page, x, y, side, squares, names, gap=4, below=15):
    """Squares a little apart, with a number below each."""
    count = round(len(squares) ** 0.5)
    each = (side - gap * (count - 1)) / count
    for k, (left, top) in enumerate(cells(count, each, gap)):
        down = y + top + below * (k // count)
        square(page, x + left, down, each, squares[k])
        page.text(x + left + each / 2, down + each + 7.5, names[k], "s")
    return side + below * count


# ---- the whole network ---------------------------------------------------------------

STEPS = (
    ("cut", "The picture is cut into squares of equal size."),
    ("row", "The squares are laid in a row, from the upper left to the lower right."),
    ("map", "One linear map, $E$, turns each square into a vector."),
    ("class", "A learned vector goes in front: the class token, the same each time."),
    ("places", "To each vector a learned one is added, which says its position."),
    ("encoder", "Chapter 16's encoder: each vector looks at all the others."),
    ("read", "From the class token, as it is now, a linear map reads the answer."),
)


def encoder(page, middle, room, y, layers):
    """The stack that is repeated, over the whole row."""
    page.box(4, y, room - 8, 40)
    page.text(middle, y + 13, "Transformer encoder", "b")
    page.text(middle, y + 29, f"norm, attention, norm, feed-forward, × {layers}", "s q")


def whole(number, picture, size, answer, layers=2):
    """The Vision Transformer, from the picture to the answer, in steps."""
    picture = checked(picture)
    squares = cut(picture, size)

    def draw(room):
        page = Canvas(room, 446)
        step = room / (len(squares) + 1)
        side = min(step - 3, 34)
        xs = [step * (k + 0.5) for k in range(len(squares) + 1)]
        low = 330  # where the picture begins
        with page.group(lit_at=[1]):
            mosaic(page, room / 2 - 56, low, 112, squares)
            page.text(room / 2 + 68, low + 56, "start here", "q s", "start")
        with page.group(lit_at=[2]):
            page.line((room / 2, low - 3), (room / 2, low - 34))
            for x, rows in zip(xs[1:], squares, strict=True):
                square(page, x - side / 2, low - 38 - side, side, rows)
        top = low - 44 - side  # the squares' upper edge
        with page.group(lit_at=[3]):
            for x in xs[1:]:
                page.line((x, top + 4), (x, top - 6), head=False)
                page.line((x, top - 32), (x, top - 42), head=False)
            page.box(
                xs[1] - step / 2 + 2, top - 32, room - step - 4, 26, "linear map $E$"
            )
        strips = top - 42 - 36
        wide = min(step - 5, 16)
        with page.group(lit_at=[3]):
            for x in xs[1:]:
                page.strip(x - wide / 2, strips, 4, cell=wide, high=9, upright=True)
        with page.group("glow", lit_at=[4]):
            page.rect("learned", xs[0] - wide / 2, strips, wide, 36, 2)
            page.line((xs[0], low - 34), (xs[0], strips + 40), head=False)
            page.text(2, low - 22, "class token", "s", "start")
        places(page, xs, strips, wide)
        with page.group(lit_at=[6]):
            for x in xs:
                page.line((x, strips - 22), (x, strips - 32), head=False)
            encoder(page, room / 2, room, strips - 72, layers)
        with page.group(lit_at=[7]):
            read(page, xs[0], strips - 72, room, answer)
        page.crop(strips - 112)
        return page

    return Drawing(
        number,
        "The Vision Transformer of 2020. Read upwards: a picture is cut, its "
        f"{len(squares)} squares become a row of vectors, and chapter 16's encoder "
        "reads them as if they were words. Filled boxes are learned.",
        f"A digit of 28 by 28 pixels is cut into {len(squares)} squares, which stand "
        "in a row. A box E makes a vector of each. A class token stands before them, "
        "numbered positions are added, an encoder reads all, and from the class token "
        f"the answer {answer} is read.",
        draw,
        steps=STEPS,
    )


def places(page, xs, strips, wide):
    """The positions that are added, numbered, above their vectors."""
    with page.group(lit_at=[5]):
        for k, x in enumerate(xs):
            r = min(9, wide / 2 + 2)
            page.circle("learned", x, strips - 13, r)
            page.text(x, strips - 13, str(k), "s")


def read(page, x, y, room, answer):
    """The way from the class token to the answer."""
    x = max(x, 10)
    page.line((x, y), (x, y - 22), (x + 24, y - 22))
    page.box(x + 24, y - 34, 60, 24, "head")
    page.line((x + 84, y - 22), (x + 112, y - 22))
    page.text(x + 118, y - 22, answer, "w b", "start")


# ---- why not every pixel -------------------------------------------------------------


def to_scale(number, pixels, words):
    """The tables of attention weights for pixels and for squares, to one scale."""
    if not 0 < words < pixels:
        raise ValueError("There must be fewer squares than pixels.")

    def draw(room):
        wide = room >= WIDE
        side, blown = (250, 110) if wide else (200, 84)
        page = Canvas(room, side + 50)
        left = 60 if wide else 6
        small = max(side * words / pixels, 1)
        page.rect("p", left, 26, side, side, more=' fill-opacity="0.22"')
        page.rect("edge quiet", left, 26, side, side)
        page.text(left, 12, f"{pixels:,} × {pixels:,} pixels", "", "start")
        page.text(left + side / 2, 26 + side / 2, f"{pixels**2:,} weights", "s")
        at = left + side + (90 if wide else 36)
        down = 26 + (side - blown) / 2
        with page.group("lit"):
            page.rect("dot", left + side - small, 26 + side - small, small, small)
            page.path("line", f"M{left + side} {26 + side}L{at} {down + blown}")
            page.path("line", f"M{left + side} {26 + side - small}L{at} {down}")
        with page.group("glow"):
            page.rect("hollow", at, down, blown, blown)
        page.text(at, down - 14, f"{words} × {words}", "", "start")
        page.text(at, down - 30, "squares of 16:", "", "start")
        page.text(at + blown / 2, down + blown / 2, f"{words**2:,}", "s")
        return page

    return Drawing(
        number,
        "One head's table of attention weights for a picture of 224 × 224: every pixel "
        "a word, or every square of 16 × 16 pixels, with the class token. In the "
        "scale of the large table the small one (amber) is the speck in its corner.",
        f"A large square for {pixels**2:,} weights. The table for {words} words has "
        f"{words**2:,} and is a speck in its corner, shown enlarged beside it.",
        draw,
    )


# ---- scissors ------------------------------------------------------------------------


def scissors(number):
    """What happens to the axes of an array when a picture is cut."""
    name = lambda i, j: str(4 * i + j)

    def grid(page, x, y, gap, lit):
        for i in range(4):
            for j in range(4):
                left = x + 30 * j + gap * (j // 2)
                top = y + 30 * i + gap * (i // 2)
                with page.group("glow" if lit(i, j) else ""):
                    page.rect("hollow", left, top, 30, 30)
                page.text(left + 15, top + 15, name(i, j))

    def flat(page, x, y):
        for k in range(4):
            for a in range(4):
                i, j = 2 * (k // 2) + a // 2, 2 * (k % 2) + a % 2
                with page.group("glow" if k == 1 else ""):
                    page.rect("hollow", x + 30 * a, y + 36 * k, 30, 30)
                page.text(x + 30 * a + 15, y + 36 * k + 15, name(i, j))

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 206 if wide else 400)
        second = lambda i, j: i < 2 <= j
        one, two, three = (10, 250, 510) if wide else (2, 190, 104)
        grid(page, one, 34, 0, second)
        grid(page, two, 30, 14, second)
        down = 34 if wide else 248
        flat(page, three, down)
        page.text(one + 60, 12, "4 rows, 4 columns", "s")
        page.text(two + 67, 12, "2 × 2 squares of 2 × 2", "s")
        page.text(three + 60, down - 22, "4 rows of 4 numbers", "s")
        page.line((one + 128, 96), (two - 10, 96))
        if wide:
            page.line((two + 146, 96), (three - 12, 96))
        else:
            page.line((two + 67, 174), (two + 67, 196), (164, 196), (164, 214))
        return page

    return Drawing(
        number,
        "A picture of sixteen numbered pixels, cut into squares of 2 × 2. Each square "
        "becomes one row of the result. The second square is lit.",
        "Sixteen numbered cells, the same in four blocks of four, and the blocks as "
        "four rows: 0 1 4 5; 2 3 6 7; 8 9 12 13; 10 11 14 15.",
        draw,
    )


def pieces(number, picture, sizes=(14, 7, 4)):
    """The same picture as a row of 4, of 16 and of 49 patches."""
    picture = checked(picture)

    def draw(room):
        page, y = Canvas(room, 800), 8
        for size in sizes:
            squares = cut(picture, size)
            mosaic(page, 0, y, 84, squares)
            left = 110
            side = {14: 48, 7: 30, 4: 22}.get(size, 24)
            along = int((room - left) // (side + 4))
            for k, rows in enumerate(squares):
                at = left + (side + 4) * (k % along)
                square(page, at, y + 14 + (side + 4) * (k // along), side, rows)
            words = f"{len(squares)} patches of {size} × {size} = {size**2} numbers"
            page.text(left, y, words, "s q", "start")
            y += max(84, 14 + (side + 4) * -(-len(squares) // along)) + 22
        page.height = y - 8
        return page

    counts = [(SIDE // size) ** 2 for size in sizes]
    return Drawing(
        number,
        "The same digit as a row of "
        + ", ".join(f"{count}" for count in counts[:-1])
        + f" and of {counts[-1]} patches. The finer the cut, the more is left for "
        "attention to put together.",
        "A digit cut in three ways, and beside each its squares in a row: "
        + ", ".join(map(str, counts))
        + " of them.",
        draw,
    )


# ---- kernels -------------------------------------------------------------------------


def kernels(number, groups, size, shown=6):
    """Rows of patch embeddings, folded back into squares: {name: weights}."""
    listed = lambda rows: rows.tolist() if hasattr(rows, "tolist") else rows
    groups = {
        name: sorted(listed(rows), key=lambda row: -sum(w * w for w in row))[:shown]
        for name, rows in groups.items()
    }
    if any(len(row) != size * size for rows in groups.values() for row in rows):
        raise ValueError(f"Each row of the embedding must have {size * size} numbers.")

    def draw(room):
        wide = room >= WIDE
        left, above = (78, 0) if wide else (0, 22)
        step = (room - left) / shown
        side = min(step - 8, 96)
        page = Canvas(room, (side + above + 12) * len(groups))
        for i, (name, rows) in enumerate(groups.items()):
            y = (side + above + 12) * i + above + 2
            page.text(0, y + side / 2 if wide else y - 12, name, "b s", "start")
            for k, row in enumerate(rows):
                kernel(page, left + step * k + 2, y, side, row, size)
        return page

    first = next(iter(groups))
    many = {4: "Four", 6: "Six", 8: "Eight"}.get(shown, shown)
    return Drawing(
        number,
        f"{many} rows of $E$, those with the largest weights, each folded back into a "
        f"square of {size} × {size}: ink on blue raises a number of the vector, ink on "
        "orange lowers it. After training, blue and orange gather in blobs and edges; "
        "before, they are noise.",
        f"Rows of {shown} squares of {size} by {size} cells in blue and orange: "
        f"{', '.join(groups)}. In the row {first} the colours gather in patches.",
        draw,
    )


def kernel(page, x, y, side, row, size):
    """One row of weights as a square of cells."""
    cell, largest, paths = side / size, max(map(abs, row)), {}
    page.rect("cell", x, y, side, side)
    for at, value in enumerate(row):
        level = round(5 * value / largest)
        place = f"M{x + cell * (at % size):.4g} {y + cell * (at // size):.4g}"
        new = f"{place}h{cell:.3g}v{cell:.3g}h-{cell:.3g}z"
        paths[level] = paths.get(level, "") + new
    for level, path in sorted(paths.items()):
        if level:
            kind, part = "p" if level > 0 else "n", abs(level) / 5 * SHADE
            page.put(f'<path class="{kind}" fill-opacity="{part:.2f}" d="{path}"/>')
    page.rect("edge quiet", x, y, side, side)


# ---- jigsaws -------------------------------------------------------------------------


def jigsaw(number_, picture, size, panels):
    """The same squares in some orders: what stands where, and what the net reads.

    Each panel has a title, the piece at each place, the positions given, what is read
    and its probability.
    """
    squares = cut(checked(picture), size)

    def draw(room):
        along = 4 if room >= WIDE else 2
        step = room / along
        side = min(step - 12, 160)
        high = side + 140  # of a panel, with its numbers and words
        page = Canvas(room, high * -(-len(panels) // along))
        for k, (title, order, given, read_, p) in enumerate(panels):
            x, y = (
                step * (k % along) + (step - side) / 2,
                high * (k // along) + 26,
            )
            page.text(x + side / 2, y - 14, title, "b s")
            names = [("–" if place is None else str(place + 1)) for place in given]
            moved = [squares[piece] for piece in order]
            end = y + spread(page, x, y, side, moved, names)
            page.text(x + side / 2, end + 16, f"it reads {read_}", "w")
            page.text(x + side / 2, end + 34, f"probability {number(p)}", "s q")
        return page

    return Drawing(
        number_,
        "A jigsaw. The number below each square is the position that the network is "
        "told. If the squares are shuffled and the positions stay, the answer changes. "
        "If each square keeps its position, nothing has changed for the network. "
        "Without positions it cannot know of any order, and has to read the squares as "
        "a heap.",
        "Four panels of sixteen squares. "
        + "; ".join(f"{title}: reads {r} with {p:.2f}" for title, _, _, r, p in panels)
        + ".",
        draw,
    )


# ---- roll-out ------------------------------------------------------------------------


def reached(number, rows, size, mean):
    """Digits, and over them what of each square has reached the class token.

    Each row has a picture, the shares of its squares, what was read, and two parts:
    of the squares that have ink, and of the roll-out that lies on them. `mean` has
    these two for all test digits.
    """
    rows = [(cut(checked(p), size), list(s), *more) for p, s, *more in rows]

    def draw(room):
        along = 4 if room >= WIDE else 2
        step = room / along
        side, deep = min(step - 20, 150), -(-len(rows) // along)
        high = side + 66
        page = Canvas(room, deep * high + 84)
        for k, (squares, shares, _, *parts) in enumerate(rows):
            x, y = step * (k % along) + (step - side) / 2, high * (k // along) + 2
            usual = sum(shares) / len(
                shares
            )  # what each would have if all had the same
            most = max(shares) - usual
            mosaic(page, x, y, side, squares, [(s - usual) / most for s in shares])
            bars(page, x, y + side + 8, side, parts)
        wide = min(room - 20, 420)
        left, y = (room - wide) / 2, deep * high + 30
        page.text(left, y - 16, "mean of a thousand digits", "b s", "start")
        bars(page, left, y, wide, mean, ("of the patches", "of the roll-out"))
        return page

    said = ", ".join(str(row[2]) for row in rows)
    return Drawing(
        number,
        "Four digits, and over them the roll-out: the bluer a patch, the more of it "
        "has reached the class token (with less than the usual share it stays white). "
        "Bars: the part of the patches that has ink (grey), and the part of the "
        "roll-out that lies there (blue).",
        f"Digits that are read as {said}, with squares in blue over their strokes. "
        "Under each a grey bar and a longer blue one. For a thousand digits they are "
        f"{mean[0]:.2f} and {mean[1]:.2f} long.",
        draw,
    )


def bars(page, x, y, wide, parts, names=("", "")):
    """Two parts of a whole, grey above blue, with their numbers."""
    for k, (part, name) in enumerate(zip(parts, names, strict=True)):
        top = y + 20 * k
        page.rect("grid", x, top, wide, 15)
        page.rect("p" if k else "dot quiet", x, top, wide * part, 15, more=FILLS[k])
        page.text(x + wide * part + 6, top + 8, f"{part:.0%} {name}", "s", "start")


FILLS = "", f' fill-opacity="{SHADE}"'


# ---- beside the exercises ------------------------------------------------------------


def glued(number, picture, size):
    """Flat squares in a row, and the picture that is wanted from them."""
    squares = cut(checked(picture), size)

    def draw(room):
        wide = room >= WIDE
        side = 30
        along, start = 8, (room - 520) / 2 if wide else 28
        page = Canvas(room, 132 if wide else 240)
        for k, rows in enumerate(squares):
            x, y = start + (side + 6) * (k % along), (side + 6) * (k // along)
            square(page, x, y + (30 if wide else 4), side, rows)
        down = -(-len(squares) // along) * (side + 6)
        if wide:
            end = start + 36 * along
            page.line((end + 12, 62), (end + 92, 62))
            page.text(end + 52, 46, "assembled", "s")
            left, top = end + 108, 4
        else:
            page.line((room / 2, down + 6), (room / 2, down + 36))
            page.text(room / 2 + 12, down + 22, "assembled", "s", "start")
            left, top = room / 2 - 58, down + 42
        with page.group("lit"):
            mosaic(page, left, top, 116, squares)
        return page

    return Drawing(
        number,
        f"{len(squares)} flat squares, in the order of the cut, and the picture that "
        "is wanted back.",
        f"{len(squares)} squares of a digit side by side, an arrow, and the digit.",
        draw,
    )


def shuffled(number, order):
    """Squares in another order, the positions told, and those that are wanted."""
    order = list(order)
    if sorted(order) != list(range(len(order))):
        raise ValueError("An order must name each square once, from 0 on.")

    def draw(room):
        left = 120 if room >= WIDE else 62
        step = min((room - left) / len(order), 52)
        page = Canvas(room, 134)
        names = ("place", "square", "position")
        for y, name in zip((14, 52, 108), names, strict=True):
            page.text(0, y, name, "s q", "start")
        for place, piece in enumerate(order):
            x = left + step * (place + 0.5)
            page.text(x, 14, str(place), "s q")
            page.rect("hollow", x - 13, 39, 26, 26)
            page.text(x, 52, str(piece))
            page.line((x, 68), (x, 92), head=False)
            with page.group("glow"):
                page.circle("hollow", x, 108, 13)
            page.text(x, 108, "?")
        return page

    return Drawing(
        number,
        "An order of nine squares: at place 0 stands square "
        f"{order[0]}. Which row of the old table belongs under each?",
        "Places in a row, and under them the squares "
        + ", ".join(map(str, order))
        + ", each with a question mark in a circle.",
        draw,
    )


def blanks(number, picture, size, choices):
    """One digit with some squares blanked, in several choices: {title: squares}."""
    squares = cut(checked(picture), size)
    for places in choices.values():
        if any(not 0 <= k < len(squares) for k in places):
            raise ValueError(f"The squares have numbers from 0 to {len(squares) - 1}.")

    def draw(room):
        step = room / len(choices)
        side = min(step - 12, 150)
        each = side / (SIDE // size)
        page = Canvas(room, side + 32)
        for k, (title, places) in enumerate(choices.items()):
            x = step * k + (step - side) / 2
            page.text(x + side / 2, 10, title, "s")
            left = [
                rows if at not in places else [[0] * size] * size
                for at, rows in enumerate(squares)
            ]
            mosaic(page, x, 26, side, left)
            with page.group("glow"):
                for at in places:
                    across, down = at % (SIDE // size), at // (SIDE // size)
                    page.rect("hollow", x + each * across, 26 + each * down, each, each)
        return page

    said = "; ".join(f"{title}: {len(places)}" for title, places in choices.items())
    return Drawing(
        number,
        "One digit, whole and with five squares blanked (amber). If the roll-out is "
        "right, the network misses those in the middle more than those at the right.",
        f"One digit several times, with squares blanked. {said}.",
        draw,
    )


def grids(number, few=4, many=7):
    """The places of few positions and of many, on one picture."""
    if not 1 < few < many:
        raise ValueError("The second grid must be finer than the first.")

    def draw(room):
        wide = room >= WIDE
        side, gap = (150, 110) if wide else (140, 50)
        page = Canvas(room, side + 30)
        start = (room - 2 * side - gap) / 2
        for k, count in enumerate((few, many)):
            x, each = start + k * (side + gap), side / count
            page.text(x + side / 2, 10, f"{count} × {count}, {count**2} vectors", "s")
            page.rect("white", x, 26, side, side)
            for left, top in cells(count, each):
                page.rect("grid", x + left, 26 + top, each, each)
                with page.group("glow" if k else ""):
                    middle = x + left + each / 2, 26 + top + each / 2
                    page.circle("hollow" if k else "learned", *middle, 5)
        page.line(
            (start + side + 8, 26 + side / 2), (start + side + gap - 8, 26 + side / 2)
        )
        return page

    return Drawing(
        number,
        f"The learned positions stand in the middles of {few} × {few} squares. A finer "
        f"cut of the same picture needs {many} × {many} (amber), between them.",
        f"A grid with {few**2} dots, an arrow, and a finer grid with {many**2}.",
        draw,
    )


def with_and_without(number, groups):
    """Digits in groups with a name: {name: pictures}."""
    groups = {name: [checked(p) for p in pictures] for name, pictures in groups.items()}
    if not all(groups.values()):
        raise ValueError("Each group of digits needs at least one.")

    def draw(room):
        wide = room >= WIDE
        most = max(map(len, groups.values()))
        left = 110 if wide else 84
        side = min((room - left) / most - 6, 64)
        page = Canvas(room, (side + 10) * len(groups))
        for i, (name, pictures) in enumerate(groups.items()):
            y = (side + 10) * i + 2
            page.text(0, y + side / 2, name, "" if wide else "s", "start")
            for k, picture in enumerate(pictures):
                square(page, left + (side + 6) * k, y, side, picture)
        return page

    return Drawing(
        number,
        "Digits of the test set, sorted by whether their kind has a hole. Handwriting "
        "does not always close it.",
        "Handwritten digits in rows. "
        + "; ".join(f"{name}: {len(pics)} of them" for name, pics in groups.items())
        + ".",
        draw,
    )


# ---- the chapter's words -------------------------------------------------------------


def _grid(page, x, y):
    """Four by four squares."""
    for k in range(5):
        page.path("grid", f"M{x} {y + 21 * k}h84M{x + 21 * k} {y}v84")


def _patch(page, x, y):
    """One square of a picture."""
    _grid(page, x, y)
    page.rect("edge lit", x + 21, y + 42, 21, 21, 2)


def _embedded(page, x, y):
    """A square that becomes a vector."""
    page.rect("edge lit", x, y + 30, 22, 22, 2)
    page.box(x + 31, y + 27, 28, 28, "$E$")
    page.strip(x + 70, y, 6, cell=14, upright=True)


def _first(page, x, y):
    """A row of tokens with one before them."""
    with page.group("glow"):
        page.rect("learned", x, y + 32, 18, 22, 4)
    for k in range(4):
        page.rect("hollow", x + 22 + 16 * k, y + 34, 14, 18)


def _placed(page, x, y):
    """Two vectors that are added."""
    for k in range(2):
        page.strip(x, y + 12 + 46 * k, 6, cell=14)
    page.sign(x + 42, y + 42, r=8)


def _built_in(page, x, y):
    """A window: what is near belongs together."""
    _grid(page, x, y)
    page.rect("edge lit", x + 21, y + 21, 42, 42, 2)


def _reached(page, x, y):
    """Squares of a picture, and a token that takes something from some of them."""
    for k in range(4):
        page.path("grid", f"M{x} {y + 30 + 18 * k}h84M{x + 28 * k} {y + 30}v54")
    for across, width in ((14, 2), (42, 5), (70, 1)):
        page.line((x + across, y + 38), (x + 42, y + 17), width=width, head=False)
    with page.group("glow"):
        page.rect("learned", x + 33, y - 4, 18, 20, 4)


WORDS = (
    ("patch", "a square as a word", _patch),
    ("patch embedding", "a vector of each", _embedded),
    ("class token", "a word for the whole", _first),
    ("position", "a vector, added", _placed),
    ("inductive bias", "near belongs together", _built_in),
    ("attention roll-out", "what has arrived", _reached),
)


def words(number):
    """Six words of the chapter, a small drawing each."""
    return Drawing(
        number,
        "Six words of this chapter. The one that a ViT does without is *inductive "
        "bias*: that what lies near belongs together.",
        f"Six small drawings: {', '.join(name for name, *_ in WORDS)}.",
        side_by_side(WORDS),
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    on = lambda i, j: 6 < i < 22 and 8 < j < 20 and (i + j) % 9 < 4
    picture = [[float(on(i, j)) for j in range(SIDE)] for i in range(SIDE)]
    yield whole("18.1", picture, 7, "5")
    yield to_scale("18.2", 50176, 197)
    yield scissors("18.3")
    yield pieces("18.4", picture)
    rows = [[((i * k) % 11 - 5) / 5 for i in range(49)] for k in range(1, 20)]
    yield kernels("18.5", {"trained": rows, "fresh": rows[::-1]}, 7)
    own, other = list(range(16)), [(5 * k + 3) % 16 for k in range(16)]
    yield jigsaw(
        "18.6",
        picture,
        7,
        [
            ("in order", own, own, "5", 0.97),
            ("positions stay", other, own, "3", 0.61),
            ("positions go along", other, other, "5", 0.97),
            ("no positions", other, [None] * 16, "5", 0.42),
        ],
    )
    shares = [(k % 7 + 1) / 60 for k in range(49)]
    yield reached("18.12", [(picture, shares, "5", 0.3, 0.5)] * 4, 4, (0.3, 0.5))
    yield glued("18.22", picture, 7)
    yield shuffled("18.23", [3, 0, 7, 1, 8, 2, 4, 6, 5])
    chosen = {"whole": [], "by roll-out": [9, 10, 17, 24, 25], "at random": [3, 4]}
    yield blanks("18.24", picture, 4, chosen)
    yield grids("18.25")
    yield with_and_without("18.27", {"a hole": [picture] * 4, "no hole": [picture] * 6})
    yield words("18.28")
