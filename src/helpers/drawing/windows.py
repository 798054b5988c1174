"""Chapter 3: what hangs together, what a window sees of it, and two winters."""

from itertools import pairwise

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.order import points

# ---- pieces --------------------------------------------------------------------------


def parts_of(rows):
    """The pieces of a picture, each a set of its black points."""
    left = {
        (r, c) for r, row in enumerate(rows) for c, black in enumerate(row) if black
    }
    found = []
    while left:
        open_, piece = [min(left)], set()
        while open_:
            r, c = open_.pop()
            if (r, c) in left:
                left.remove((r, c))
                piece.add((r, c))
                open_ += [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        found.append(piece)
    return found


def squares(piece, x, y, cell):
    """The path of a piece's squares."""
    return "".join(
        f"M{x + c * cell:g} {y + r * cell:g}h{cell}v{cell}h-{cell}z"
        for r, c in sorted(piece)
    )


def which_is_one(number, pictures):
    """Two pictures: which is one piece? The first step paints the pieces."""
    found = [parts_of(rows) for rows in pictures]

    def draw(room):
        wide = room >= WIDE
        many = len(pictures[0])
        cell = 8 if wide else 5
        size, gap = cell * many, 60 if wide else 26
        left = (room - 2 * size - gap) / 2
        page = Canvas(room, size + 34)
        for k, (rows, pieces) in enumerate(zip(pictures, found, strict=True)):
            x = left + k * (size + gap)
            points(page, x, 2, rows, cell)
            with page.group(at=[1]):
                page.rect("white", x, 2, size, size)
                for piece, kind in zip(pieces, ("p", "n"), strict=False):
                    page.path(kind, squares(piece, x, 2, cell))
                words = "one piece" if len(pieces) == 1 else f"{len(pieces)} pieces"
                page.text(x + size / 2, size + 18, words, "b")
        return page

    return Drawing(
        number,
        "Which of the two is in one piece? Two spirals of this kind stand on the cover "
        "of the book’s printing of 1972.",
        "Two spirals of black lines that look alike. The pieces of the left one: "
        f"{len(found[0])}; of the right one: {len(found[1])}.",
        draw,
        steps=[
            ("Paint the pieces", "One colour for each piece."),
            ("Black again", "Guess, or follow a line with a finger."),
        ],
    )


def four_pictures(number, pictures, width):
    """Four pictures in two bags, and what a window shows of them at three places.

    `pictures` has rows by name; the connected ones come first.
    """
    names = list(pictures)
    columns = len(next(iter(pictures.values()))[0])
    if not 0 < width <= columns:
        raise ValueError(
            f"A window has 1 to {columns} columns over these pictures, not {width}."
        )
    places = [0, (columns - width) // 2, columns - width]

    def shown(name, at):
        return [row[at : at + width] for row in pictures[name]]

    letters, known = {}, []
    for at in places:
        for name in names:
            seen = at, shown(name, at)
            if seen not in known:
                known.append(seen)
            letters[name, at] = "ABCDEFGHIJKL"[known.index(seen)]
    ends = [
        " and ".join(sorted(letters[name, at] for name in names[:2]))
        for at in (places[0], places[-1])
    ]

    def one(page, x, y, cell, name):
        page.text(x, y - 34, f"$X_{{{name[1:]}}}$", "", "start")
        count = len(parts_of(pictures[name]))
        words = "one piece" if count == 1 else f"{count} pieces"
        page.text(x + columns * cell, y - 34, words, "q s", "end")
        points(page, x, y, pictures[name], cell)
        for at in places:
            with page.group("lit"):
                page.rect(
                    "edge", x + at * cell, y - 4, width * cell, 5 * cell + 8, round=3
                )
            page.text(x + (at + width / 2) * cell, y - 13, letters[name, at], "lit b")

    def draw(room):
        wide = room >= WIDE
        cell = 18 if wide else 17
        size = columns * cell
        page = Canvas(room, 400 if wide else 760)
        heads = ["first bag: connected", "second bag: not connected"]
        for k, (head, kind) in enumerate(
            zip(heads, ("positive", "negative"), strict=True)
        ):
            x = (
                (room - 2 * size - 90) / 2 + k * (size + 90)
                if wide
                else (room - size) / 2
            )
            top = 12 if wide else 12 + 372 * k
            page.text(x + size / 2, top, head, f"{kind} b")
            for j, name in enumerate(names[2 * k : 2 * k + 2]):
                one(page, x, top + 66 + 160 * j, cell, name)
            pairs = [
                "".join(sorted(letters[name, at] for name in names[2 * k : 2 * k + 2]))
                for at in places
            ]
            for at, pair in zip(places, pairs, strict=True):
                page.text(
                    x + (at + width / 2) * cell,
                    top + 340,
                    f"{pair[0]}, {pair[1]}",
                    "lit b",
                )
        page.height = 366 if wide else 738
        return page

    return Drawing(
        number,
        f"Four pictures and a window of {width} columns at three places. The same "
        "letter means the same sight; the last row says what each bag shows there. On "
        f"the left both bags show {ends[0]}, on the right both {ends[1]}: at no place "
        "do the bags differ.",
        "Four pictures of three strands; at each end the middle strand is tied to the "
        "upper or the lower one. "
        + " ".join(
            f"{name} shows the windows {', '.join(letters[name, at] for at in places)}."
            for name in names
        ),
        draw,
    )


# ---- windows that stack, pieces and holes --------------------------------------------


def stacked(number, layers=3, width=3, units=15):
    """Windows in layers: each layer widens what the unit at the top has seen."""

    def draw(room):
        step, high = min(room / units, 40), 54
        left = (room - step * units) / 2
        page = Canvas(room, high * layers + 52)
        middle, reach = units // 2, width // 2
        for k in range(layers + 1):
            y, half = 18 + high * k, reach * k
            if k < layers:
                for i in range(middle - half, middle + half + 1):
                    for j in range(i - reach, i + reach + 1):
                        ends = (
                            (left + step * (i + 0.5), y),
                            (left + step * (j + 0.5), y + high),
                        )
                        page.line(*ends, names="lit", width=1.1, head=False)
            for i in range(units):
                x = left + step * (i + 0.5)
                with page.group("glow" if abs(i - middle) <= half else ""):
                    page.circle("hollow", x, y, min(9, step * 0.36))
        words = f"{2 * reach * layers + 1} of {units} points, by windows of {width}"
        page.text(room / 2, high * layers + 46, words, "q s")
        return page

    wide = 2 * (width // 2) * layers + 1
    return Drawing(
        number,
        f"Windows of {width} points in {layers} layers. One layer sees {width}; the "
        f"unit at the top depends on {wide}.",
        f"{layers} layers of units over a row of {units} points; from the one at the "
        f"top a cone of lines widens to {wide} points.",
        draw,
    )


def holes(number, pictures):
    """Pictures with their pieces and their holes: a list of (rows, pieces, holes)."""

    def draw(room):
        step = room / len(pictures)
        page = Canvas(room, 200)
        for k, (rows, many, through) in enumerate(pictures):
            cell = min(26, (step - 16) / len(rows[0]))
            size = cell * len(rows[0])
            x = step * (k + 0.5)
            points(page, x - size / 2, 4, rows, cell)
            words = f"{many} − {through} = {many - through}".replace("= -", "= −")
            page.text(x, 12 + cell * len(rows) + 10, words, "b")
        page.height = 12 + cell * len(rows) + 24
        return page

    said = "; ".join(f"{many} pieces, {through} holes" for _, many, through in pictures)
    return Drawing(
        number,
        "Pieces minus holes, for a few pictures.",
        f"Pictures of black points: {said}.",
        draw,
    )


def row_of_pieces(number, row):
    """A row of points with its pieces under brackets."""

    def draw(room):
        cell = min(36, room / len(row))
        page, left = Canvas(room, cell + 44), (room - cell * len(row)) / 2
        points(page, left, 4, [row], cell)
        for k, piece in enumerate(parts_of([row]), start=1):
            ends = [c for _, c in piece]
            start, many = left + min(ends) * cell, len(ends)
            page.bracket(start + 4, cell + 18, many * cell - 8, f"piece {k}")
        return page

    return Drawing(
        number,
        "A row and its pieces.",
        f"A row of {len(row)} points; brackets under {len(parts_of([row]))} pieces.",
        draw,
    )


# ---- winters -------------------------------------------------------------------------

WINTERS = ((1974, 1980, "“first winter”"), (1987, 1993, "“second winter”"))
EVENTS = (
    (1966, "ALPAC report"),
    (1969, "*Perceptrons*"),
    (1973, "Lighthill report"),
    (1984, "the word “winter”"),
    (1986, "backpropagation"),
)


def winters(number, slumps=WINTERS, events=EVENTS):
    """A line of time with the two slumps, and what happened when."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 178 if wide else 232)
        base = 120 if wide else 172
        place = page.axis(
            14,
            base,
            room - 28,
            1964,
            1994,
            [1965, 1970, 1975, 1980, 1985, 1990] if wide else [1965, 1975, 1985],
            "",
        )
        for start, end, words in slumps:
            x = place(start)
            page.rect("p", x, base - 26, place(end) - x, 26, 0, ' fill-opacity="0.3"')
            page.text((x + place(end)) / 2, base + 38, words, "positive s")
            page.text(
                (x + place(end)) / 2, base - 13, f"{start}–{end}" if wide else "", "s"
            )
        late = [year for year, _ in events if place(year) > room * 0.55 and not wide]
        for k, (year, words) in enumerate(events):
            x, lit = place(year), "Perceptrons" in words
            row = late[::-1].index(year) if year in late else k + len(late)
            high = (26 + 22 * (k % 3)) if wide else (16 + 24 * row)
            page.path("line quiet hair", f"M{x:.1f} {base}V{high + 8}")
            page.dot(x, base, "lit" if lit else "")
            lines = [f"{words.strip('*')} {year}"]
            if not wide and words == "Lighthill report":
                lines = [words, str(year)]
            names = "lit b s" if lit else "s"
            spot = (x - 6, "end") if year in late else (x + 6, "start")
            for i, line in enumerate(lines):
                page.text(spot[0], high + 15 * i, line, names, spot[1])
        return page

    return Drawing(
        number,
        "Two slumps, dated as they usually are. The book stands five years before the "
        "first, and backpropagation one year before the second.",
        "A line of time: "
        + "; ".join(f"{words.strip('*')} {year}" for year, words in events)
        + "; slumps "
        + " and ".join(f"{start} to {end}" for start, end, _ in slumps)
        + ".",
        draw,
    )


# ---- strands, rolled up --------------------------------------------------------------

SPIRAL = [(2, 2), (26, 2), (26, 26), (2, 26), (2, 8), (20, 8), (20, 20), (8, 20)]
SPIRAL += [(8, 14), (14, 14)]


def rolled(first, last, way=SPIRAL, size=29):
    """Three strands along a way; at each end the middle one is tied to one other."""
    rows = [[0] * size for _ in range(size)]
    for side in (-2, 0, 2):
        places = beside(way, side)
        for (x1, y1), (x2, y2) in pairwise(places):
            for x in range(min(x1, x2), max(x1, x2) + 1):
                for y in range(min(y1, y2), max(y1, y2) + 1):
                    rows[y][x] = 1
    for end, tied in ((0, first), (-1, last)):
        x, y = beside(way, 1 if tied else -1)[end]
        rows[y][x] = 1
    return rows


def beside(way, far):
    """The way so far to the right of itself, with its corners kept square."""
    steps = [
        ((x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1))
        for (x1, y1), (x2, y2) in pairwise(way)
    ]
    out = []
    for k, (x, y) in enumerate(way):
        before, after = steps[max(k - 1, 0)], steps[min(k, len(steps) - 1)]
        normals = {(-before[1], before[0]), (-after[1], after[0])}
        out.append(
            (x + far * sum(n[0] for n in normals), y + far * sum(n[1] for n in normals))
        )
    return out


def strands(left, right, length=9):
    """Three straight strands."""
    rows = [[int(r % 2 == 0)] * length for r in range(5)]
    rows[1 + 2 * left][0] = rows[1 + 2 * right][-1] = 1
    return rows


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield which_is_one("3.61", [rolled(0, 1), rolled(0, 0)])
    names = ["X01", "X10", "X00", "X11"]
    four = {name: strands(int(name[1]), int(name[2])) for name in names}
    yield four_pictures("3.62", four, 2)
    yield winters("3.63")
    yield stacked("3.67")
    ring = [[1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 1, 0], [0, 0, 0, 1]]
    yield holes("3.68", [(ring, 2, 1), ([[1, 0, 1, 1]] * 4, 2, 0)])
    yield row_of_pieces("3.69", [1, 1, 0, 1, 0, 0, 1, 1, 1, 0])
