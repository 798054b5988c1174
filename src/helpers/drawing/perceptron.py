"""Chapter 2: the perceptron, from its random wires to the bound on its mistakes."""

from math import hypot

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.alphabet import SHADE, short

SIDE = 20  # photocells along an edge of the retina
LEVELS = 6  # shades of a picture of weights

# ---- the retina ----------------------------------------------------------------------


def _runs(rows):
    """Where equal neighbours in a row begin, how many there are, and what they are."""
    for y, row in enumerate(rows):
        start = 0
        for x in range(1, len(row) + 1):
            if x == len(row) or row[x] != row[start]:
                yield start, y, x - start, row[start]
                start = x


def _blocks(page, x, y, cell, rows, names):
    """Cells of a picture as one path for each kind; `names` says what is put for it."""
    paths = {}
    for column, row, length, kind in _runs(rows):
        left, top = short(x + column * cell), short(y + row * cell)
        w = short(float(short(x + (column + length) * cell)) - float(left))
        h = short(float(short(y + (row + 1) * cell)) - float(top))  # up to the next row
        paths.setdefault(kind, []).append(f"M{left} {top}h{w}v{h}h-{w}z")
    for kind in sorted(paths):
        if markup := names(kind):
            d = "".join(paths[kind])
            page.put(f'<path {markup} shape-rendering="crispEdges" d="{d}"/>')


def _rows(values, width=SIDE):
    """A flat picture as rows."""
    values = [float(value) for value in values]
    if not values or len(values) % width:
        raise ValueError(
            f"A picture of rows of {width} has a multiple of {width} numbers, and here "
            f"are {len(values)}."
        )
    return [values[k : k + width] for k in range(0, len(values), width)]


def _some(things, what):
    """The things, if there are any; a sentence says what is missing."""
    if not things:
        raise ValueError(f"There is nothing to draw: give at least one {what}.")
    return things


def _paired(things, others, what):
    """Refuse things that have not one of the others each, in one sentence."""
    if len(things) != len(others):
        one, other = what
        raise ValueError(
            f"Here are {len(things)} {one}s and {len(others)} {other}s: give each "
            f"{one} its own."
        )


def retina(page, x, y, cell, values):
    """A card as the photocells see it: lit ones are white, on black."""
    rows = [[int(value > 0) for value in row] for row in _rows(values)]
    size = cell * SIDE
    page.rect("black", x, y, size, size, 2)
    _blocks(page, x, y, cell, rows, lambda lit: 'class="white"' if lit else "")
    page.rect("edge quiet", x, y, size, size, 2)


def weights_picture(page, x, y, cell, values, width=SIDE, largest=None):
    """Weights as a picture: blue above 0, orange below, pale near it."""
    rows = _rows(values, width)
    largest = largest or max(abs(v) for row in rows for v in row) or 1
    level = [[round(LEVELS * max(-1, min(1, v / largest))) for v in r] for r in rows]
    w, h = cell * width, cell * len(rows)
    page.rect("cell", x, y, w, h)

    def named(kind):
        shade = f"{abs(kind) / LEVELS * (SHADE + 0.3):.2f}"
        return f'class="{"p" if kind > 0 else "n"}" fill-opacity="{shade}"'

    _blocks(page, x, y, cell, level, lambda kind: named(kind) if kind else "")
    page.rect("edge quiet", x, y, w, h, 2)


def _centre(cell, size):
    """The middle of a photocell, from the corner of its retina."""
    return (cell % SIDE + 0.5) * size, (cell // SIDE + 0.5) * size


def _wires(column):
    """The photocells that an A-unit is wired to, each with the sign of its wire."""
    return [(cell, int(sign)) for cell, sign in enumerate(column) if sign]


# ---- the machine ---------------------------------------------------------------------


def machine(number, card, columns, threshold, answer):
    """The whole machine: a retina, random wires, A-units, weights, a response.

    `columns` holds the wires of some A-units, +1, −1 or 0 for each photocell.
    """
    if not 2 <= len(columns) <= 12:
        raise ValueError(
            f"The machine is drawn with 2 to 12 A-units, and here are {len(columns)}."
        )
    fires = [
        sum(w * lit for w, lit in zip(column, card, strict=True)) >= threshold
        for column in columns
    ]
    lit = max(range(len(columns)), key=lambda k: fires[k])
    whole = {0, lit, len(columns) - 1}  # whose wires are drawn from end to end

    def draw(room):
        wide = room >= WIDE
        cell = 10 if wide else 6.4
        page = Canvas(room, 286 if wide else 250)
        top, left, gap = 46, 0, (cell * SIDE) / (len(columns) - 1)
        middle = top + cell * SIDE / 2
        units = room * (0.62 if wide else 0.63)
        last = room - (70 if wide else 34)
        places = [(units, top + gap * k) for k in range(len(columns))]
        order = [*(k for k in range(len(columns)) if k != lit), lit]
        retina(page, left, top, cell, card)
        for k in order:
            with page.group("" if k == lit else "dim"):
                for spot, sign in _wires(columns[k])[:: 1 if k in whole else 5]:
                    end = units - 9, places[k][1]
                    x, y = (
                        a + b
                        for a, b in zip(_centre(spot, cell), (left, top), strict=True)
                    )
                    if k not in whole:  # of the others, only where they arrive
                        x, y = (
                            a + (b - a) * 0.1 for a, b in zip(end, (x, y), strict=True)
                        )
                    page.line(
                        (x, y),
                        end,
                        names="positive" if sign > 0 else "negative",
                        width=1.2 if k == lit else 0.5,
                        head=False,
                    )
        for k, (x, y) in enumerate(places):
            far = last - 16 if wide else last - 13
            page.line((x + 10, y), (far, middle), width=1.4, head=False)
            share = 0.42
            bx, by = x + 10 + (far - x - 10) * share, y + (middle - y) * share
            size = 11 if wide else 9
            page.rect("learned", bx - size / 2, by - size / 2, size, size, 2)
            with page.group("glow" if fires[k] else ""):
                page.circle("hollow", x, y, 9 if wide else 7.5)
        page.circle("hollow", last, middle, 16 if wide else 13)
        page.text(last, middle, "R")
        page.text(last, middle + 34, answer, "w")
        _labels(page, room, (left, top, cell * SIDE), units, last)
        return page

    return Drawing(
        number,
        "The perceptron. Each A-unit (A for *association*) listens to photocells that "
        "were chosen by lot, through wires that excite (blue) or inhibit (orange) and "
        f"never change. {len(columns)} of the 512 A-units are drawn, {len(whole)} with "
        "all their wires, one of them in full colour. Amber: the A-units that fire at "
        "this card. The small filled squares are the weights, and only these learn.",
        f"A retina of 20 by 20 photocells; from it random wires lead to {len(columns)} "
        f"A-units, of which {sum(fires)} fire; each has one weight on its way to a "
        f"single R-unit, which answers {answer}.",
        draw,
    )


def _labels(page, room, eye, units, last):
    """What stands above and below the parts of the machine."""
    wide, (left, top, size) = room >= WIDE, eye
    head, foot = top - 24, top + size + 22
    page.text(left, head, "400 S-units" if wide else "S-units", "b s", "start")
    page.text(units, head, "512 A-units" if wide else "A-units", "b s")
    page.text(last, head, "R-unit", "b s")
    page.text(left, foot, "photocells", "q s", "start")
    middle = (left + size + units) / 2
    words = "random wires, fixed" if wide else "random, fixed"
    page.text(middle, foot, words, "q s")
    words = "weights, learned" if wide else "learned"
    page.text((units + last) / 2 + 6, foot, words, "q s")


def _lit_wires(card, column):
    """How many wires of a unit that excite are lit, and how many that inhibit."""
    ends = [s for c, s in _wires(column) if card[c] > 0]
    up = sum(s > 0 for s in ends)
    return up, len(ends) - up


def _sight(page, place, cell, card, column, threshold):
    """A card with the wires of one A-unit on it, and under it the unit and its sum."""
    x, y = place
    foot = y + cell * SIDE
    retina(page, x, y, cell, card)
    for spot, sign in _wires(column):
        dx, dy = _centre(spot, cell)
        with page.group("" if card[spot] > 0 else "dim"):
            kind = "positive" if sign > 0 else "negative"
            page.dot(x + dx, y + dy, kind, cell * 0.44)
    up, down = _lit_wires(card, column)
    fires = up - down >= threshold
    with page.group("glow" if fires else ""):
        page.circle("hollow", x + 12, foot + 32, 9)
    words = f"{up} − {down} = {up - down}".replace("= -", "= −")
    page.text(x + 28, foot + 24, words, "", "start")
    words = f"at least {threshold}: fires" if fires else f"below {threshold}: silent"
    page.text(x + 28, foot + 42, words, "q s", "start")


def _sights(pairs, threshold, cells, across):
    """A drawing of cards with units on them, by the room: their cells, and a row's."""

    def draw(room):
        wide = room >= WIDE
        cell, most = cells[not wide], across[not wide]
        size, high = cell * SIDE, cell * SIDE + 80
        pitch = (room - most * size) / (most + 1)
        page = Canvas(room, high * -(-len(pairs) // most))
        for k, (card, column) in enumerate(pairs):
            x = pitch + (k % most) * (size + pitch)
            place = x, 6 + (k // most) * high
            _sight(page, place, cell, card, column, threshold)
        return page

    return draw


def association(number, card, columns, threshold):
    """How some A-units see one card: their wires that are lit, and the sum."""
    _some(list(columns), "A-unit")
    counts = [_lit_wires(card, column) for column in columns]
    told = "; ".join(
        f"{up} lit wires excite, {down} inhibit, sum {up - down}" for up, down in counts
    )
    pairs = [(card, column) for column in columns]
    return Drawing(
        number,
        "The same card through three A-units. Each dot is the end of a wire: blue "
        "excites, orange inhibits, and the pale ones lie in the dark and count "
        f"nothing. A unit fires if the sum reaches {threshold}.",
        f"Three retinas with the same card and dots at random places. {told}.",
        _sights(pairs, threshold, (10, 9), (len(pairs), 1)),
    )


def combination(number, cards, column, threshold):
    """How one A-unit sees several cards, of which only one makes it fire."""
    _some(list(cards), "card")
    counts = [_lit_wires(card, column) for card in cards]
    told = "; ".join(f"{up} − {down} = {up - down}" for up, down in counts)
    return Drawing(
        number,
        "One A-unit at the four kinds of cards. At a single combination of the two "
        "marks its lit wires reach the threshold, and only then it fires.",
        f"Four cards with two marks each, and the wires of one unit on them: {told}. "
        f"It fires from {threshold} on.",
        _sights([(card, column) for card in cards], threshold, (7, 7), (4, 2)),
    )


# ---- what it was shown ---------------------------------------------------------------


def trials(number, shown, caption):
    """Cards in the order of their trials: (card, what was said, what is right)."""
    _some(shown, "card")

    def draw(room):
        wide = room >= WIDE
        across, cell = (len(shown) // 2, 5.4) if wide else (3, 4.6)
        size = cell * SIDE
        pitch, high = room / across, size + 56
        page = Canvas(room, high * -(-len(shown) // across) - 8)
        for k, (card, said, wanted) in enumerate(shown):
            x = (k % across + 0.5) * pitch - size / 2
            y = 2 + (k // across) * high
            retina(page, x, y, cell, card)
            words = f"{k + 1}  {said or 'no answer'}"
            if said == wanted:
                page.text(x, y + size + 16, words + " ✓", "s right", "start")
                continue
            page.rect("edge lit", x - 3, y - 3, size + 6, size + 6, 4)
            page.text(x, y + size + 16, words, "s b", "start")
            page.text(x, y + size + 33, f"should be {wanted}", "s q", "start")
        return page

    wrong = [str(k + 1) for k, (_, said, right) in enumerate(shown) if said != right]
    return Drawing(
        number,
        caption,
        f"{len(shown)} cards, each with a white square; the machine's answer stands "
        f"below. It is wrong at trial {', '.join(wrong) or 'none'}.",
        draw,
    )


def learned(number, panels, caption, alt, width=SIDE):
    """Weights as pictures, one beside the other: (heading, values, words below)."""
    _some(panels, "picture")

    def draw(room):
        wide = room >= WIDE
        across = len(panels) if wide else 2
        deep = len(panels[0][1]) / width
        pitch = room / across
        cell = min((pitch - 18) / width, 9.6)
        high = deep * cell + 60
        page = Canvas(room, high * -(-len(panels) // across) - 6)
        for k, (heading, values, below) in enumerate(panels):
            x = (k % across + 0.5) * pitch - width * cell / 2
            y = 26 + (k // across) * high
            page.text(x, y - 14, heading, "b s", "start")
            weights_picture(page, x, y, cell, values, width)
            page.text(x, y + deep * cell + 15, below, "q s", "start")
        return page

    return Drawing(number, caption, alt, draw)


def units_at(number, shown):
    """Pictures on the retina, and below each the A-units of one machine."""
    _some(shown, "picture")

    def draw(room):
        wide = room >= WIDE
        across, cell = (len(shown), 4.8) if wide else (3, 4.8)
        size = cell * SIDE
        small = size / 32
        pitch, high = room / across, size + 16 * small + 30
        page = Canvas(room, high * -(-len(shown) // across) - 16)
        for k, (picture, fired) in enumerate(shown):
            x = (k % across + 0.5) * pitch - size / 2
            y = 2 + (k // across) * high
            retina(page, x, y, cell, picture)
            rows = [[int(v > 0) for v in row] for row in _rows(fired, 32)]
            y += size + 12
            page.rect("cell", x, y, size, 16 * small)
            lit = 'class="bar lit"'
            _blocks(page, x, y, small, rows, lambda on, lit=lit: lit if on else "")
            page.rect("edge quiet", x, y, size, 16 * small, 2)
        return page

    shares = [sum(v > 0 for v in fired) / len(fired) for _, fired in shown]
    return Drawing(
        number,
        "Three fours and three nines as the photocells see them, and under each the "
        "512 A-units of one machine; those that fire are amber. The R-unit sees the "
        "lower row alone.",
        f"Six handwritten digits; under each a block of 16 by 32 units, of which "
        f"{min(shares):.0%} to {max(shares):.0%} fire, in patterns without visible "
        "order.",
        draw,
    )


# ---- one correction ------------------------------------------------------------------

CORRECTION = [
    (
        "1",
        "**The weights** are an arrow, $w$. The line stands at a right angle to it, "
        "and on the shaded side, where $w$ points, the answer is +1.",
    ),
    (
        "2",
        "**An example** with the label +1 lies on the other side: a mistake.",
    ),
    ("3", "**Add it**: the arrow $x$ is set at the tip of $w$."),
    (
        "4",
        "**The new weights** $w + x$ point more towards the example, so the line "
        "turns, and here the example is now on the right side.",
    ),
]


def _clip(corners, w):
    """The part of a polygon where w·(x, y, 1) is not below 0."""
    a, b, c = (*w, 0)[:3]
    kept = []
    for k, here in enumerate(corners):
        there = corners[(k + 1) % len(corners)]
        one, two = (a * x + b * y + c for x, y in (here, there))
        if one > -1e-9:
            kept.append(here)
        if one * two < -1e-9:
            part = one / (one - two)
            pairs = zip(here, there, strict=True)
            kept.append(tuple(h + part * (t - h) for h, t in pairs))
    return kept


def _polygon(page, corners, centre, names, more=""):
    """A polygon of the plane, whose origin stands somewhere and has a scale."""
    (cx, cy), scale = centre
    if len(corners) > 2:
        places = [
            f"{short(cx + x * scale)} {short(cy - y * scale)}" for x, y in corners
        ]
        page.put(f'<path class="{names}"{more} d="M{"L".join(places)}z"/>')


def _half_plane(page, centre, half, w):
    """The part of a square, with its middle at 0, where w·x is above 0."""
    if not any(w):
        return
    square = [(-half, -half), (half, -half), (half, half), (-half, half)]
    _polygon(page, _clip(square, w), centre, "p", ' fill-opacity=".14"')


def _through(page, centre, w, reach, names=""):
    """The line through the origin that stands at a right angle to w."""
    (cx, cy), scale = centre
    long = hypot(*w)
    x, y = -w[1] / long * reach * scale, w[0] / long * reach * scale
    page.line((cx - x, cy + y), (cx + x, cy - y), names=names, width=2, head=False)


def correction(number, w, x):
    """One correction in the plane: w, the example, their sum, and the line turning."""
    after = [a + b for a, b in zip(w, x, strict=True)]
    if not any(w) or not any(after):
        raise ValueError("Weights that are all 0 have no line: give others to draw.")

    def draw(room):
        wide, half = room >= WIDE, 3.4
        scale = 46 if wide else 44
        page = Canvas(room, 2 * half * scale + 12)
        origin = (room / 2, half * scale + 6)
        centre = origin, scale

        def at(p):
            return origin[0] + p[0] * scale, origin[1] - p[1] * scale

        for steps, weights in (([1, 2, 3], w), ([4], after)):
            with page.group(at=steps):
                _half_plane(page, centre, half, weights)
                _through(page, centre, weights, half)
        with page.group("dim", at=[4]):
            _through(page, centre, w, half)
        with page.group():
            page.line(at((0, 0)), at(w), width=2.4)
            page.text(*_beside(at(w), (-14, -8)), "$w$", "w")
        with page.group("right", at=[2, 3, 4]):
            page.line(at((0, 0)), at(x), width=1.2, names="right")
            page.circle("hollow", *at(x), 11)
            page.text(*at(x), "+", "b")
            page.text(*_beside(at(x), (20, 10)), "$x$", "w")
        with page.group(at=[3, 4]):
            page.line(at(w), at(after), names="right", width=2.4)
            middle = [(a + b) / 2 for a, b in zip(w, after, strict=True)]
            page.text(*_beside(at(middle), (12, -12)), "$x$", "w")
        with page.group(at=[4]):
            page.line(at((0, 0)), at(after), names="lit", width=3.2)
            page.text(*_beside(at(after), (8, 17)), "$w + x$", "w")
        page.dot(*origin, r=3)
        return page

    before, now = (
        printed(total, 0 if total == int(total) else 2)
        for total in (
            sum(a * b for a, b in zip(one, x, strict=True)) for one in (w, after)
        )
    )
    return Drawing(
        number,
        "One correction. For a label −1 everything is the same with $-x$ in place of "
        "$x$: the line turns away from the example.",
        f"An arrow w = {tuple(w)} with a line at a right angle to it; an example "
        f"x = {tuple(x)} on the wrong side, where the sum is {before}; "
        f"w + x = {tuple(after)} and a line turned so far that the sum is "
        f"{now}.",
        draw,
        CORRECTION,
    )


def _beside(place, shift):
    """A place a little to the side."""
    return place[0] + shift[0], place[1] + shift[1]


# ---- the margin by eye ---------------------------------------------------------------


def margin_by_eye(number, rows, labels, u):
    """Four examples, a line, and what the sum is at each: the closest is the margin."""
    _paired(rows, labels, ("example", "label"))
    sums = [u[0] * a + u[1] * b + u[2] for a, b in rows]
    least = min(abs(s) for s in sums)
    far = max(hypot(a, b, 1) for a, b in rows)

    def draw(room):
        wide = room >= WIDE
        size = 170 if wide else 160
        left, top = (room - size) / 2, 52
        page = Canvas(room, size + 106)

        def at(a, b):
            return left + a * size, top + (1 - b) * size

        edge = [at(*p) for p in _crossings(u, -0.3, 1.3)]
        frame = [(-0.3, -0.3), (1.3, -0.3), (1.3, 1.3), (-0.3, 1.3)]
        x, y = at(-0.3, 1.3)
        page.rect("edge quiet", x, y, 1.6 * size, 1.6 * size, 4)
        upper = _clip(frame, (u[0], u[1], u[2] + least))
        road = _clip(upper, (-u[0], -u[1], least - u[2]))
        _polygon(page, road, ((left, top + size), size), "track")
        page.line(*edge, width=2, head=False)
        for (a, b), label, total in zip(rows, labels, sums, strict=True):
            x, y = at(a, b)
            close = abs(abs(total) - least) < 1e-9
            with page.group("glow" if close else ""):
                page.circle("hollow", x, y, 12)
            page.text(x, y, "+" if label > 0 else "−", "b")
            page.text(x + (26 if a else -26), y, printed(total, 0), "w")
            page.text(x, y + (27 if not b else -23), f"({a}, {b})", "q s")
        a, b = max(rows)  # from this one straight to the line
        far_off = (u[0] * a + u[1] * b + u[2]) / (u[0] ** 2 + u[1] ** 2)
        foot = a - u[0] * far_off, b - u[1] * far_off
        near = at(a - u[0] * far_off * 0.2, b - u[1] * far_off * 0.2)
        with page.group("lit"):
            page.line(near, at(*foot), width=2, head=False)
        x, y = at(a - u[0] * far_off * 0.6, b - u[1] * far_off * 0.6)
        page.text(x + 12, y + 12, f"{least / hypot(*u[:2]):.2f}", "lit s b", "start")
        return page

    words = ", ".join(
        f"{printed(s, 0)} at {tuple(map(int, r))}"
        for r, s in zip(rows, sums, strict=True)
    )
    return Drawing(
        number,
        "AND, and the line $2a + 2b - 3 = 0$ half way between what it separates. "
        "Beside each example stands its sum. The three amber ones are closest, with "
        "sums of −1, −1 and 1; the line lies "
        f"{least / hypot(*u[:2]):.2f} away from each of them. That is the gap on "
        "paper; the margin of the theorem, which counts the constant too, is smaller.",
        f"The four corners of a square and a line that cuts one off; the sums are "
        f"{words}; the longest example has length {far:.2f}.",
        draw,
    )


def _crossings(u, low, high):
    """Where u·(a, b, 1) = 0 crosses a square, as two places."""
    found = []
    for edge in (low, high):
        if u[1]:
            b = -(u[2] + u[0] * edge) / u[1]
            if low <= b <= high:
                found.append((edge, b))
        if u[0]:
            a = -(u[2] + u[1] * edge) / u[0]
            if low <= a <= high:
                found.append((a, edge))
    return sorted(set(found))[:: max(len(set(found)) - 1, 1)][:2]


def shadow(number):
    """The length of an arrow, and of its shadow on a direction."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 178)
        x, y = (room / 2 - 190, 134) if wide else (22, 134)
        tip, far = (x + 250, y - 104), x + (380 if wide else 300)
        page.line((x, y), (far, y), names="quiet")
        page.line((x, y), (x + 70, y), width=2.6)
        page.text(x + 35, y + 18, "$u$, of length 1", "s")
        page.line((x, y), tip, names="lit", width=2.8)
        page.text(x + 104, y - 66, "$w$", "w")
        page.line(tip, (tip[0], y), names="quiet control", head=False)
        page.line((x, y - 4), (tip[0], y - 4), names="right", width=2.4, head=False)
        page.text(x + 180, y - 18, "shadow: $u \\cdot w$", "right s")
        page.dot(x, y)
        return page

    return Drawing(
        number,
        "The product of $w$ with an arrow $u$ of length 1 is the length of the shadow "
        "that $w$ throws on the direction of $u$. A shadow is never longer than what "
        "throws it.",
        "A slanted arrow w above a horizontal direction u; its shadow there "
        "is shorter than the arrow.",
        draw,
    )


# ---- a path that comes home ----------------------------------------------------------


def comes_home(number, path, rows, labels):
    """The weights after each mistake on four corners, until they are back."""
    _paired(rows, labels, ("example", "label"))

    def draw(room):
        wide = room >= WIDE
        across = len(path) if wide else 2
        pitch, size = room / across, 60
        high = 160
        page = Canvas(room, high * -(-len(path) // across) - 8)
        for k, w in enumerate(path):
            x = (k % across + 0.5) * pitch
            y = 26 + (k // across) * high
            wrong = k if k < len(rows) else None
            _corners(page, (x, y + 14), size, w, rows, labels, wrong)
            said = ", ".join(printed(value, 0) for value in w)
            home = k == len(path) - 1
            page.text(x, y - 14, f"({said})", "b" if k in (0, len(path) - 1) else "")
            below = "back at the start" if home else f"mistake {k + 1}"
            page.text(x, y + size + 52, below, "lit s b" if home else "q s")
            if wide and not home:
                page.line((x + pitch / 2 - 9, y + 44), (x + pitch / 2 + 9, y + 44))
        return page

    said = " → ".join(str(tuple(int(v) for v in w)) for w in path)
    return Drawing(
        number,
        "The rule on XOR. Above each square stand the weights, for $a$, $b$ and the "
        "constant; where it is shaded the answer is +1. The amber corner is the next "
        "mistake. The fourth correction undoes the first three.",
        f"Five squares with the corners of XOR. The weights go {said}.",
        draw,
    )


def _corners(page, place, size, w, rows, labels, wrong):
    """Four corners of a square, the side that says +1, and the one that is next."""
    x, y = place[0] - size / 2, place[1]
    half, scale = 0.78, size
    shifted = [w[0], w[1], w[2] + (w[0] + w[1]) / 2]  # from the square's middle
    page.rect("edge quiet", place[0] - half * size, y + size / 2 - half * size,
              2 * half * size, 2 * half * size, 4)  # fmt: skip
    _half_plane(page, ((place[0], y + size / 2), scale), half, shifted)
    for k, ((a, b), label) in enumerate(zip(rows, labels, strict=True)):
        spot = x + a * size, y + (1 - b) * size
        with page.group("glow" if k == wrong else ""):
            page.circle("hollow", *spot, 10)
        page.text(*spot, "+" if label > 0 else "−", "b s")


# ---- the best that a retina can do ---------------------------------------------------


def three_of_four(number, cards, sums, threshold):
    """Two marks on one side or on two, and weights that get three kinds right."""
    _paired(cards, sums, ("card", "sum"))
    kinds = ("both left", "left, right", "right, left", "both right")

    def draw(room):
        wide = room >= WIDE
        across, cell = (5, 5.2) if wide else (2, 5.6)
        size = cell * SIDE
        pitch, high = room / across, size + 70
        page = Canvas(room, high * (1 if wide else 3) - 4)

        def spot(k):
            return (k % across + 0.5) * pitch - size / 2, 22 + k // across * high

        x, y = spot(0)
        weights_picture(page, x, y, cell, [float(k % SIDE < 10) for k in range(400)])
        page.text(x, y - 13, "weights", "b s", "start")
        page.text(x, y + size + 16, "left half +1", "q s", "start")
        page.text(x, y + size + 33, f"threshold {threshold}", "q s", "start")
        for k, (card, total) in enumerate(zip(cards, sums, strict=True), start=1):
            x, y = spot(k if wide else k + 1)
            same = k in (1, 4)
            said = total > threshold
            retina(page, x, y, cell, card)
            page.text(x, y - 13, kinds[k - 1], "s", "start")
            names = "right s b" if said == same else "negative s b"
            mark = "✓" if said == same else "✗"
            words = f"{total}: {'same' if said else 'different'} {mark}"
            page.text(x, y + size + 16, words, names, "start")
            if said != same:
                page.text(x, y + size + 33, "should be same", "q s", "start")
        return page

    return Drawing(
        number,
        "Are the two marks on the same side? Every weight of the left half is 1 and "
        f"the answer is *same* when the sum exceeds {threshold}: three of the four "
        "kinds of cards are right, and no weights can do better.",
        f"A retina of weights with a blue left half; four cards with two marks each; "
        f"the sums are {', '.join(map(str, sums))}, and only the last answer is wrong.",
        draw,
    )


# ---- exercises -----------------------------------------------------------------------


def alphabet(number, letters, caption):
    """Cards with their names: (name, card)."""
    _some(letters, "letter")

    def draw(room):
        across, cell = (len(letters), 3.7) if room >= WIDE else (4, 3.7)
        size = cell * SIDE
        pitch, high = room / across, size + 34
        page = Canvas(room, high * -(-len(letters) // across) - 4)
        for k, (name, card) in enumerate(letters):
            x = (k % across + 0.5) * pitch - size / 2
            y = 2 + (k // across) * high
            retina(page, x, y, cell, card)
            page.text(x + size / 2, y + size + 15, name, "w")
        return page

    names = ", ".join(name for name, _ in letters)
    return Drawing(
        number, caption, f"{len(letters)} cards with the letters {names}.", draw
    )


def everywhere(number, letter):
    """A letter at some places of a small retina whose sides are joined."""
    deep, wide = len(letter), len(letter[0])
    moves = (0, 0), (2, 2), (4, 5)

    def draw(room):
        cell = 22 if room >= WIDE else 15
        pitch = room / len(moves)
        page = Canvas(room, cell * deep + 34)
        for k, (down, across) in enumerate(moves):
            x = (k + 0.5) * pitch - wide * cell / 2
            page.rect("black", x, 2, wide * cell, deep * cell, 2)
            rows = [
                [
                    int(letter[(r - down) % deep][(c - across) % wide] == "#")
                    for c in range(wide)
                ]
                for r in range(deep)
            ]
            white = 'class="white"'
            _blocks(
                page, x, 2, cell, rows, lambda lit, white=white: white if lit else ""
            )
            page.rect("edge quiet", x, 2, wide * cell, deep * cell, 2)
            words = f"{down} down, {across} right"
            page.text(x + wide * cell / 2, deep * cell + 20, words, "q s")
        return page

    return Drawing(
        number,
        f"One letter at three of its {deep * wide} places. What leaves the retina on "
        "one side comes in again on the other.",
        f"Three retinas of {deep} by {wide} photocells with the same letter, moved; "
        "the third has parts of it at opposite sides.",
        draw,
    )


def adversary(number, gamma, made):
    """What an adversary shows: each example only just a mistake, seen along u."""
    weights, examples = [0.0, 0.0, 0.0], []
    for _ in range(made):
        examples.append(_nearly_across(weights, gamma))
        weights = [w + x for w, x in zip(weights, examples[-1], strict=True)]

    def draw(room):
        radius = 118
        page = Canvas(room, 2 * radius + 34)
        cx, cy = room / 2, radius + 14
        page.circle("hollow", cx, cy, radius)
        for k, (a, b, _) in enumerate(examples, start=1):
            tip = cx + a * radius, cy - b * radius
            lit = k == made
            page.line(
                (cx, cy),
                tip,
                names="lit" if lit else "quiet",
                width=2.4 if lit else 1.4,
            )
            far = 1 + 11 / radius
            page.text(
                cx + a * far * radius,
                cy - b * far * radius,
                str(k),
                "b s" if lit else "q s",
            )
        page.dot(cx, cy)
        page.text(cx, cy + radius + 13, "seen along $u$", "q s")
        return page

    return Drawing(
        number,
        f"The first {made} examples of an adversary with $\\gamma = {gamma:g}$, seen "
        "along $u$, which points at you. Each turns away from the sum of those before.",
        f"A circle with {made} arrows from its middle; each next one stands at a right "
        "angle, or a little more, to the sum of the others.",
        draw,
    )


def _nearly_across(weights, gamma):
    """An example of length 1 with margin gamma, at a right angle to the weights."""
    width = (1 - gamma**2) ** 0.5
    size = hypot(*weights[:2])
    if size < 1e-9:
        return [width, 0.0, gamma]
    along = -gamma * weights[2] / size
    across = max(width**2 - along**2, 0) ** 0.5
    p, q = (w / size for w in weights[:2])
    return [along * p - across * q, along * q + across * p, gamma]


# ---- words and symbols ---------------------------------------------------------------


def symbols(number, x, w, label):
    """One example, from its numbers to a correction, with all symbols."""
    products = [a * b for a, b in zip(x, w, strict=True)]
    total = sum(products)
    after = [a + label * b for a, b in zip(w, x, strict=True)]

    def draw(room):
        wide = room >= WIDE
        cell = 38 if wide else 36
        page = Canvas(room, 154 if wide else 292)
        left = 40 if wide else 44
        for k, (name, values) in enumerate((("$x$", x), ("$w$", w))):
            page.text(left - 18, 28 + 52 * k + cell / 2, name, "w")
            page.strip(left, 28 + 52 * k, values, "", cell, digits=0, largest=4)
        end = left + cell * len(x)
        y = 54 + cell / 2
        page.line((end + 8, y), (end + 44, y))
        page.sign(end + 60, y, "+", 13)
        page.text(end + 60, y - 27, "$w \\cdot x$", "w")
        page.text(end + 60, y + 28, printed(total, 0))
        page.line((end + 76, y), (end + 108, y))
        page.circle("hollow", end + 128, y, 17)
        page.text(end + 128, y, "+1" if total > 0 else "−1")
        page.text(end + 128, y - 31, "answer", "q s")
        page.text(end + 128, y + 32, f"$y$ = {'+1' if label > 0 else '−1'}", "right s")
        if wide:
            x0, y0 = end + 232, 54
            page.line((end + 150, y), (x0 - 16, y), names="right")
            page.text((end + 132 + x0) / 2, y - 14, "wrong", "q s")
        else:
            x0, y0 = left, 218
            page.line((end + 128, y + 46), (end + 128, y0 - 24), names="right")
            page.text(end + 120, y + 62, "wrong", "q s", "end")
        page.strip(x0, y0, after, "lit", cell, digits=0, largest=4)
        page.text(x0, y0 - 15, "$w + yx$: the new weights", "s", "start")
        return page

    return Drawing(
        number,
        "One example on its way: inputs $x$, weights $w$, their sum, the answer, the "
        "label $y$, and the correction.",
        f"x is {list(x)}, w is {list(w)}; the sum is {total}; the label is {label}; "
        f"the new weights are {after}.",
        draw,
    )


# ---- where it went -------------------------------------------------------------------

READERS = (
    ("1957", "perceptron", "random wires"),
    ("2007", "random features", "random cosines"),
    ("today", "linear probe", "a trained network, frozen"),
)


def readouts(number):
    """The same shape three times: a layer that stays as it is, a layer that learns."""

    def draw(room):
        wide = room >= WIDE
        across = 3 if wide else 1
        pitch, high = room / across, 132
        page = Canvas(room, high * (3 // across) - 6)
        for k, (year, name, fixed) in enumerate(READERS):
            x, y = (k % across) * pitch + 4, 6 + (k // across) * high
            middle = x + (pitch - 20) / 2
            with page.group("glow" if k == 0 else ""):
                page.box(middle - 92, y + 36, 110, 34, learned=False)
            page.text(middle - 37, y + 53, fixed if len(fixed) < 16 else "frozen", "s")
            page.box(middle + 48, y + 36, 44, 34, "$w$")
            page.line((middle - 106, y + 53), (middle - 94, y + 53))
            page.line((middle + 20, y + 53), (middle + 46, y + 53))
            page.line((middle + 94, y + 53), (middle + 106, y + 53))
            page.text(middle, y + 14, f"{year} · {name}", "b s")
            page.text(
                middle - 37, y + 86, fixed if len(fixed) >= 16 else "fixed", "q s"
            )
            page.text(middle + 70, y + 86, "learned", "q s")
        return page

    return Drawing(
        number,
        "One shape, three ages: a layer that stays as it is, then a layer that learns.",
        "Three rows of two boxes. The first box is fixed: random wires in 1957, random "
        "cosines in 2007, a frozen trained network today. The second box learns.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    card = [float(4 <= k % 20 < 10 and 5 <= k // 20 < 11) for k in range(400)]
    column = [(k * 7919 % 13 == 0) * (1 if k % 3 else -1) for k in range(400)]
    columns = [column[k:] + column[:k] for k in (0, 31, 77, 150)]
    yield machine("2.41", card, columns, 2, "left")
    yield association("2.42", card, columns[:3], 2)
    shown = [(card, "left", "left"), (card, "", "left")] * 3
    yield trials("2.43", shown, "Six cards.")
    picture = [k % 20 - 9.5 for k in range(400)]
    panels = [("after 1 mistake", picture, "says left")] * 4
    yield learned("2.44", panels, "What it learned.", "Four pictures, " * 4)
    yield units_at("2.45", [(card, column + column[:112])] * 6)
    yield correction("2.46", (1, 2), (2, -1.5))
    rows, labels = [(0, 0), (0, 1), (1, 0), (1, 1)], [-1, -1, -1, 1]
    yield margin_by_eye("2.47", rows, labels, (2, 2, -3))
    path = [(0, 0, 0), (0, 0, -1), (0, 1, 0), (1, 1, 1), (0, 0, 0)]
    yield comes_home("2.48", path, rows, [-1, 1, 1, -1])
    yield three_of_four("2.49", [card] * 4, [72, 36, 36, 0], 54)
    yield readouts("2.50")
    yield alphabet("2.51", [("T", card), ("L", card)] * 4, "Eight letters.")
    yield everywhere(
        "2.52", ["###...", ".#....", ".#....", "......", "......", "......"]
    )
    yield adversary("2.53", 0.2, 5)
    yield shadow("2.55")
    yield symbols("2.54", [1, 0, 1], [2, 1, -1], -1)
