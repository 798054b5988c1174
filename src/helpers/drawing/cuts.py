"""Chapter 1: truth tables as corners of a square or a cube, and their cuts."""

from itertools import combinations, product

from helpers.drawing import WIDE, Canvas, Drawing

# ---- which tables one cut makes ------------------------------------------------------


def cut_of(table):
    """Weights and a bound that give this table with room to spare, or None."""
    n = len(table).bit_length() - 1
    rows = list(product((0, 1), repeat=n))
    best, found = 0, None
    for w in product(range(-2, 3), repeat=n):
        sums = [sum(a * x for a, x in zip(w, row, strict=True)) for row in rows]
        ones = [s for s, on in zip(sums, table, strict=True) if on]
        zeros = [s for s, on in zip(sums, table, strict=True) if not on]
        if not ones or not zeros or max(zeros) >= min(ones):
            continue
        room = (min(ones) - max(zeros)) / sum(a * a for a in w) ** 0.5
        if room > best + 1e-9:
            best, found = room, (w, (min(ones) + max(zeros)) / 2)
    return found


def across(w, bound, low=-0.32, high=1.32):
    """Where the line w·x = bound enters and leaves a square a little too large."""
    ends = set()
    for side in (low, high):
        for i in (0, 1):
            if w[1 - i]:
                other = (bound - w[i] * side) / w[1 - i]
                if low <= other <= high:
                    place = (side, other) if i == 0 else (other, side)
                    ends.add(tuple(round(value, 6) for value in place))
    return sorted(ends)[:: max(1, len(ends) - 1)]


# ---- sixteen squares -----------------------------------------------------------------

NAMES = (
    "never;a and b;a, not b;a;b, not a;b;exactly one;a or b;neither;both alike;not b;"
    "a or not b;not a;b or not a;not both;always"
).split(";")


def corner(page, x, y, on, r=6):
    """A corner: filled where the answer is 1."""
    page.circle("dot" if on else "hollow", x, y, r)


def square(page, x, y, table, side, lit=False):
    """The four inputs at the corners of a square, and the line that parts them."""
    at = lambda a, b: (x + a * side, y + (1 - b) * side)
    page.rect("line hair quiet", x, y, side, side)
    found = cut_of(table)
    if found:
        places = across(*found)
        with page.group("positive"):
            page.line(*(at(*place) for place in places), head=False, width=2)
    with page.group("lit" if lit else ""):
        for (a, b), on in zip(product((0, 1), repeat=2), table, strict=True):
            corner(page, *at(a, b), on)


def sixteen(number):
    """All tables of two inputs, with the line that a threshold draws."""
    tables = list(product((0, 1), repeat=4))

    def draw(room):
        count = 8 if room >= WIDE else 4
        side, step = 34, room / count
        page = Canvas(room, 16 // count * 106 + 22 * (1 + (count == 4)) + 8)
        top = 40
        for k, table in enumerate(tables):
            if k == 8:
                top += 26
            x = step * (k % count) + (step - side) / 2
            y = top + 106 * (k // count)
            odd = table in ((0, 1, 1, 0), (1, 0, 0, 1))
            with page.group("dim" if k >= 8 else ""):
                square(page, x, y, table, side, odd)
                page.text(x + side / 2, y + side + 24, NAMES[k], "b s" if odd else "s")
        page.text(4, 10, "silent at rest", "q s", "start")
        page.text(4, 30 + 106 * (8 // count), "firing at rest", "q s", "start")
        return page

    return Drawing(
        number,
        "The sixteen truth tables of two inputs. Each square has $a$ to the right and "
        "$b$ upwards, and a corner is filled where the unit fires. A threshold is a "
        "straight cut (blue). Two tables (amber) allow none. The lower eight, pale, "
        "fire when nobody does.",
        "Sixteen squares with filled and empty corners. A line parts the two kinds in "
        "all that have both kinds, but for exactly one and both alike.",
        draw,
    )


# ---- why exactly one has no cut ------------------------------------------------------


def stacks(number):
    """The three demands of XOR as piles of synapses under one threshold."""
    piles = (
        ("$a$ alone", ("$s_a$",), "must reach it", True),
        ("$b$ alone", ("$s_b$",), "must reach it", True),
        ("both", ("$s_a$", "$s_b$"), "must stay below", False),
    )

    def draw(room):
        wide = room >= WIDE
        step = 150 if wide else 104
        page, left = Canvas(room, 216), room / 2 - 1.5 * step
        base, theta, high = 166, 96, 78
        page.path("line quiet", f"M{left} {base}h{3 * step}")
        for k, (who, parts, demand, holds) in enumerate(piles):
            x = left + step * (k + 0.5)
            with page.group("" if holds else "glow"):
                for j, part in enumerate(parts):
                    top = base - high * (j + 1)
                    page.rect("hollow", x - 24, top, 48, high)
                    page.text(x, top + high / 2, part)
            page.text(x, base + 16, who, "b")
            page.text(x, base + 34, demand, "s q" if holds else "s negative")
        with page.group("positive"):
            page.path("line", f"M{left - 6} {theta}H{left + 3 * step + 6}", 2)
        page.text(left + 3 * step + 4, theta - 12, "$\\theta$", "positive", "end")
        return page

    return Drawing(
        number,
        "The three demands of *exactly one*. If the synapses of $a$ reach the "
        "threshold, and those of $b$ do, the two together cannot stay below it.",
        "Three piles under one line, the threshold. The pile of a and that of b each "
        "reach above it; both piles set on each other stand far above it.",
        draw,
    )


# ---- cubes ---------------------------------------------------------------------------

CORNERS = list(product((0, 1), repeat=3))
EDGES = [
    (p, q)
    for p, q in combinations(CORNERS, 2)
    if sum(a != b for a, b in zip(p, q, strict=True)) == 1
]


BESIDE = {  # where a corner's name stands, clear of the edges that meet there
    **{(a, b, c): (18 if a else -18, -3) for a, b, c in CORNERS},
    (0, 0, 0): (-15, 12),
    (0, 0, 1): (17, 11),
    (1, 1, 0): (-17, -11),
    (1, 1, 1): (17, -9),
}


def seen(point, side):
    """Where a point of the cube stands in the drawing: a right, b back, c up."""
    a, b, c = point
    return a * side - b * side * 0.46, -c * side - b * side * 0.34


def section(w, bound):
    """Where the plane w·x = bound meets the edges of the cube, in order around."""
    places = []
    for p, q in EDGES:
        low, high = (sum(a * x for a, x in zip(w, c, strict=True)) for c in (p, q))
        if (low - bound) * (high - bound) < 0:
            part = (bound - low) / (high - low)
            places.append(tuple(a + part * (b - a) for a, b in zip(p, q, strict=True)))
    around = [places.pop(0)]
    while places:  # the next one lies on a face of the cube with the last
        last = around[-1]
        face = lambda place, last=last: any(
            a == b and a in (0, 1) for a, b in zip(place, last, strict=True)
        )
        near = [place for place in places if face(place)] or places
        around.append(near[0])
        places.remove(near[0])
    return around


def cube(page, x, y, table, side, cut=None, r=5.5):
    """The eight inputs at the corners of a cube, and a plane through it."""
    at = lambda p: tuple(o + d for o, d in zip((x, y), seen(p, side), strict=True))

    def lines(pairs):
        """Lines between pairs of places, as one path."""
        ends = ([f"{u:.1f} {v:.1f}" for u, v in map(at, pair)] for pair in pairs)
        return "".join(f"M{start}L{end}" for start, end in ends)

    page.path("line quiet hair", lines(EDGES))
    if cut:
        places = [at(place) for place in section(*cut)]
        path = "L".join(f"{px:.1f} {py:.1f}" for px, py in places)
        page.put(f'<path class="p" fill-opacity="0.22" d="M{path}z"/>')
        with page.group("positive"):
            page.path("line", f"M{path}z")
        page.path("line", lines(beyond(*cut)), 2.6)
    for p, on in zip(CORNERS, table, strict=True):
        corner(page, *at(p), on, r)


def beyond(w, bound):
    """What of the cube's edges lies on the side of the plane where the unit fires."""
    for edge in EDGES:
        low, high = (sum(a * x for a, x in zip(w, c, strict=True)) for c in edge)
        p, q = edge if low > high else edge[::-1]  # p is further on that side
        low, high = sorted((low, high))
        if low > bound:
            yield p, q
        elif high > bound:
            part = (high - bound) / (high - low)
            yield p, tuple(a + part * (b - a) for a, b in zip(p, q, strict=True))


def cubes(number, panels):
    """Tables of three inputs as cubes, each cut by the plane of its weights."""

    def draw(room):
        wide = room >= WIDE
        side = 84 if wide else 92
        page = Canvas(room, 196 if wide else 196 * len(panels))
        for k, (name, w, bound) in enumerate(panels):
            x = room / len(panels) * (k + 0.5) - 24 if wide else room / 2 - 26
            y = 138 + (0 if wide else 196 * k)
            table = [sum(map(int.__mul__, w, c)) >= bound for c in CORNERS]
            cube(page, x, y, table, side, (w, bound - 0.5))
            for p in CORNERS:
                u, v = seen(p, side)
                dx, dy = BESIDE[p]
                page.text(x + u + dx, y + v + dy, "".join(map(str, p)), "q s")
            page.text(x + side / 2 - 16, y + 34, name, "b")
        return page

    return Drawing(
        number,
        "Three inputs $abc$ are the corners of a cube: $a$ to the right, $b$ to the "
        "back, $c$ upwards. A plane cuts it, and the unit fires at the filled corners, "
        "on the side with the thick edges.",
        "Cubes with filled and empty corners, each cut by a plane: "
        + "; ".join(name for name, *_ in panels)
        + ".",
        draw,
    )


# ---- the atlas -----------------------------------------------------------------------


def strokes(lines):
    """Lines between whole pixels around (0, 0), as a path that begins there."""
    path, here = "", (0, 0)
    for start, end in lines:
        (x, y), (u, v), (ox, oy) = start, end, here
        path += f"m{x - ox} {y - oy}l{u - x} {v - y}"
        here = end
    return path


def small(page, x, y, table, side=16):
    """A small cube: its edges, and as a path the dots at its filled corners."""
    at = {p: tuple(map(round, seen(p, side))) for p in CORNERS}
    start = f"M{x:.0f} {y:.0f}"
    page.path("line quiet hair", start + strokes((at[p], at[q]) for p, q in EDGES))
    filled = [at[p] for p, on in zip(CORNERS, table, strict=True) if on]
    return start + strokes((place, place) for place in filled)


def atlas(number, one_unit, weighted):
    """All tables of three inputs that are silent at rest: who reaches them."""
    one_unit, weighted = set(one_unit), set(weighted)
    tables = [(0, *rest) for rest in product((0, 1), repeat=7)]
    order = lambda table: (sum(table), table)
    first = sorted((t for t in tables if t in one_unit), key=order)
    second = sorted((t for t in tables if t in weighted - one_unit), key=order)
    rest = sorted((t for t in tables if t not in weighted | one_unit), key=order)
    blocks = (
        (f"one unit of 1943: {len(first)}", "positive", first),
        (f"with weights, also: {len(second)}", "lit", second),
        (f"no single unit: {len(rest)}", "", rest),
    )
    shown = (
        ("at least two of the three", lambda a, b, c: a + b + c >= 2),
        ("a or b, less c: the third cube above", lambda a, b, c: a + b - c >= 1),
        ("exactly one: no plane parts it", lambda a, b, c: a + b + c == 1),
    )

    def draw(room):
        step, high, head = 36 if room >= WIDE else 33, 38, 84
        count = int(room // step)
        deep = sum(-(-len(block) // count) for *_, block in blocks)
        page, y = Canvas(room, deep * high + 3 * head), 0
        left = (room - count * step) / 2
        for (words, colour, block), (name, rule) in zip(blocks, shown, strict=True):
            table = tuple(int(rule(*corner)) for corner in CORNERS)
            at = left + 82
            page.text(at, y + 30, words, f"b s {colour}".strip(), "start")
            if table in block:
                with page.group(colour):
                    cube(page, left + 26, y + 64, table, 38, r=4.5)
                page.text(at, y + 50, f"such as {name}", "q s", "start")
            y += head
            dots = ""
            for k, table in enumerate(block):
                place = left + step * (k % count) + 12, y + high * (k // count) + 18
                dots += small(page, *place, table)
            with page.group(colour):
                page.path("line", dots, 5)
            y += -(-len(block) // count) * high
        return page

    return Drawing(
        number,
        f"All {len(tables)} truth tables of three inputs that are silent at rest, as "
        f"cubes. One unit of 1943 reaches {len(first)} of them (blue), a weighted unit "
        f"{len(second)} more (amber). For the rest, one unit is not enough.",
        f"{len(tables)} small cubes in three blocks: {len(first)} for one unit of "
        f"1943, {len(second)} more for a weighted unit, {len(rest)} for no single "
        "unit.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    tables = {t for t in product((0, 1), repeat=8) if t[0] == 0 and cut_of(t)}
    old = {t for t in tables if sum(t) in (0, 1, 4, 7)}
    yield sixteen("1.3")
    yield stacks("1.4")
    yield cubes(
        "1.10",
        (
            ("at least two", (1, 1, 1), 2),
            ("all three", (1, 1, 1), 3),
            ("c takes one away", (1, 1, -1), 1),
        ),
    )
    yield atlas("1.11", old, tables)
