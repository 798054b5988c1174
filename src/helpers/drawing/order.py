"""Chapter 3: pictures of black points, the masks that look at them, order, two bags."""

from math import cos, hypot, radians, sin

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed

# ---- pictures, and what looks at them ------------------------------------------------


def points(page, x, y, rows, cell):
    """A picture of black points, as black in a dark page as in a light one."""
    if not rows or len({len(row) for row in rows}) != 1:
        raise ValueError("A picture of points has rows, all of one length.")
    high, wide = len(rows), len(rows[0])
    page.rect("white", x, y, wide * cell, high * cell)
    squares = "".join(
        f"M{x + c * cell:g} {y + r * cell:g}h{cell}v{cell}h-{cell}z"
        for r, row in enumerate(rows)
        for c, black in enumerate(row)
        if black
    )
    if squares:
        page.path("black", squares)
    if cell > 10:
        across = (f"M{x:g} {y + r * cell:g}h{wide * cell:g}" for r in range(1, high))
        down = (f"M{x + c * cell:g} {y:g}v{high * cell:g}" for c in range(1, wide))
        page.path("grid", "".join([*across, *down]))
    page.rect("edge quiet", x, y, wide * cell, high * cell, round=1)


def mask(page, x, y, n, chosen, cell):
    """A row of n squares with those alight that a mask asks about."""
    for i in range(n):
        with page.group("glow" if i in chosen else "quiet"):
            page.rect("hollow", x + i * cell, y, cell - 1.5, cell - 1.5, round=1.5)


def word(picture):
    """A row of points as a word of 0s and 1s."""
    return "".join(str(int(black)) for black in picture)


def sentence(terms):
    """Whole numbers as a sum in words: 2 − 1 + 3."""
    parts = [f"{'+' if term > 0 else '−'} {abs(term):g}" for term in terms if term]
    return " ".join(parts).removeprefix("+ ") or "0"


# ---- their perceptron ----------------------------------------------------------------


def machine(number, rows, masks, weights, threshold):
    """A picture, masks that look at some of its points, and the sum of their votes."""
    seen = [int(all(rows[r][c] for r, c in points)) for points in masks]
    total = sum(w * s for w, s in zip(weights, seen, strict=True))

    def votes(page, wide, left, top, cell, x, end, middle, step):
        """The predicates with their wires, their answers and their weights."""
        for k, (places, weight, vote) in enumerate(
            zip(masks, weights, seen, strict=True)
        ):
            y, target = 24 + step * (k + 0.5), middle + (k - (len(masks) - 1) / 2) * 11
            with page.group("lit" if k == 0 else ""):
                for r, c in places:
                    at = left + c * cell, top + r * cell
                    page.rect("edge", at[0] + 1, at[1] + 1, cell - 2, cell - 2, round=2)
                    start = at[0] + cell, at[1] + cell / 2
                    page.curve(start, (x - 1, y), width=1.2, head=False)
            with page.group("glow" if k == 0 else ""):
                page.box(x, y - 14, 56, 28, f"$\\phi_{k + 1}$ = {vote}", learned=False)
            kind = "positive" if weight > 0 else "negative"
            page.curve((x + 57, y), (end, target), kind, 0.6 + abs(weight), False)
            spot = x + (84 if wide else 74), y + (-15 if y < middle else 15)
            page.text(*spot, f"× {weight}".replace("-", "−"), f"{kind} s b")

    def draw(room):
        wide = room >= WIDE
        cell, step = (26, 58) if wide else (13, 58)
        page = Canvas(room, step * len(masks) + 40)
        middle, size = 24 + step * len(masks) / 2, cell * len(rows)
        x, width = (300, 128) if wide else (124, 96)
        end, top = room - width - 2, middle - size / 2
        votes(page, wide, 2, top, cell, x, end, middle, step)
        points(page, 2, top, rows, cell)
        for k, places in enumerate(masks):
            with page.group("lit" if k == 0 else "positive"):
                for r, c in places:
                    spot = 2 + c * cell + 1.5, top + r * cell + 1.5
                    page.rect("edge", *spot, cell - 3, cell - 3, round=2)
        page.text(2 + size / 2, top - 14, "retina", "q s")
        page.text(x + 28, 10, "partial predicates", "q s")
        page.box(end, middle - 38, width, 76, round=10)
        terms = sentence([w * s for w, s in zip(weights, seen, strict=True)])
        page.text(end + width / 2, middle - 15, f"{terms} = {printed(total, 0)}", "s")
        page.text(end + width / 2, middle + 12, f"more than {threshold}?")
        page.text(
            end + width / 2, middle + 56, "yes" if total > threshold else "no", "b"
        )
        page.text(end + width / 2, middle - 52, "weighted sum", "q s")
        return page

    said = "; ".join(
        f"{len(points)} points, answer {vote}, weight {weight}"
        for points, vote, weight in zip(masks, seen, weights, strict=True)
    )
    return Drawing(
        number,
        "The perceptron of 1969. Each partial predicate looks at a few points of the "
        "picture, wherever they are, and says 0 or 1; here it asks whether all of its "
        "points are black. The answers are weighed, and one sum decides.",
        f"A picture of black points; boxes that look at some of them ({said}); and a "
        f"sum of {total}, which is {'above' if total > threshold else 'not above'} "
        f"{threshold}.",
        draw,
    )


def seesaw(number, pebbles):
    """Seesaws with a pebble on some of their places: each place votes for itself."""
    many = len(pebbles[0])
    arms = [i - many // 2 for i in range(many)]

    def one(page, left, width, row):
        total = sum(arm * here for arm, here in zip(arms, row, strict=True))
        tilt = radians(6) * ((total > 0) - (total < 0))
        x0, y0, step = left + width / 2, 62, (width - 40) / many
        page.path("line", f"M{x0:.1f} 66l-14 26h28z")
        half = step * many / 2
        dx, dy = half * cos(tilt), half * sin(tilt)
        ends = (x0 - dx, y0 - dy), (x0 + dx, y0 + dy)
        page.line(*ends, width=4, head=False)
        for arm, here in zip(arms, row, strict=True):
            x, y = x0 + arm * step * cos(tilt), y0 + arm * step * sin(tilt)
            if here:
                page.circle("badge", x, y - 12, 9)
            name = (
                "positive b"
                if here and arm > 0
                else "negative b"
                if here and arm < 0
                else "q"
            )
            page.text(
                x, 108, f"{arm:+d}".replace("-", "−") if arm else "0", f"{name} s"
            )
        verdict = "tips right" if total > 0 else "does not tip right"
        terms = sentence(arm for arm, here in zip(arms, row, strict=True) if here)
        page.text(x0, 132, f"{terms} = {total}".replace("-", "−") + f": {verdict}", "")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 146 if wide else 146 * len(pebbles))
        width = room / len(pebbles) if wide else room
        for k, row in enumerate(pebbles):
            if wide:
                one(page, k * width, width, row)
            else:
                inner = Canvas(room, 146)
                one(inner, 0, width, row)
                page.put(f'<g transform="translate(0 {146 * k})">')
                page.parts += inner.parts
                page.put("</g>")
        return page

    totals = [sum(a * h for a, h in zip(arms, row, strict=True)) for row in pebbles]
    return Drawing(
        number,
        f"A seesaw with {many} places. A pebble pulls by how far it is from the "
        "middle, wherever the others are: each place is judged alone, order 1.",
        f"Seesaws with pebbles whose pulls add up to {' and '.join(map(str, totals))}; "
        "one above zero tips to the right.",
        draw,
    )


# ---- masks ---------------------------------------------------------------------------


def mask_table(number, pictures, masks, seen, weights):
    """What every mask sees of every picture, the weights below, the sums beside."""
    n = len(pictures[0])
    sums = [sum(w * s for w, s in zip(weights, row, strict=True)) for row in seen]

    def draw(room):
        wide = room >= WIDE
        head, step, high = (86, 58, 27) if wide else (44, 31, 25)
        cell = 15 if wide else 12
        left, top = head + (30 if wide else 0), 36
        page = Canvas(room, top + high * (len(pictures) + 1) + 14)
        bottom = top + high * len(pictures)
        last = left + step * len(masks)
        page.text(left - 12 if wide else 0, 12, "mask" if wide else "", "q s", "end")
        page.text(last + 20, 12, "sum", "q s")
        for j, chosen in enumerate(masks):
            x = left + step * (j + 0.5)
            small = 13 if wide else 9
            mask(page, x - n * small / 2, 12 - small / 2, n, chosen, small)
            value = f"{weights[j]:+d}".replace("-", "−") if weights[j] else "0"
            kind = (
                "positive b"
                if weights[j] > 0
                else "negative b"
                if weights[j] < 0
                else "q"
            )
            page.text(x, bottom + 16, value, kind)
        for i, picture in enumerate(pictures):
            y = top + high * i
            points(page, left - n * cell - 8, y + (high - cell) / 2, [picture], cell)
            for j, sees in enumerate(seen[i]):
                x = left + step * (j + 0.5)
                if sees:
                    page.rect(
                        "p", x - 9, y + high / 2 - 9, 18, 18, 3, ' fill-opacity="0.58"'
                    )
                    page.text(x, y + high / 2, "1", "s")
                else:
                    page.text(x, y + high / 2, "·", "q s")
            total = printed(sums[i], 0)
            with page.group("lit" if sums[i] > 0 else ""):
                names = "lit b" if sums[i] > 0 else "q"
                page.text(last + 20, y + high / 2, total, names)
        page.text(left - (8 if wide else 3), bottom + 16, "weight", "q s", "end")
        page.path("line quiet hair", f"M{left - 4} {bottom + 1}H{last}")
        return page

    lit = ", ".join(word(p) for p, s in zip(pictures, sums, strict=True) if s > 0)
    return Drawing(
        number,
        "Every picture on three points (rows), and what every mask sees of it "
        "(columns): 1 if all the points that the mask asks about, in amber, are black. "
        "With the weights below, the sums say whether exactly two points are black.",
        f"A table of {len(pictures)} pictures and {len(masks)} masks. With the weights "
        f"{', '.join(map(str, weights))} the sum is above zero for {lit} alone.",
        draw,
    )


def masks_of(number, questions):
    """The masks that each question needs on a few points, and their weights.

    `questions` is a list of (name, what it asks, masks, weights), the weight of no
    points first.
    """
    n = max(i for _, _, masks, _ in questions for points in masks for i in points) + 1

    def draw(room):
        wide = room >= WIDE
        left, cell, row = (176, 17, 18) if wide else (0, 13, 15)
        step = (room - left - 30) / n
        page, y = Canvas(room, 2000), 26
        for size in range(1, n + 1):
            name = "single points" if size == 1 else f"{size} together"
            if not wide:
                name = ["singles", "pairs", "triples", "all four"][size - 1]
            page.text(left + step * (size - 0.5), 8, name, "q s")
        for name, asks, masks, weights in questions:
            order = max(
                len(points) for points, w in zip(masks, weights, strict=True) if w
            )
            least = printed(-weights[0], 1)
            if not wide:
                page.text(0, y, f"{name}: {asks}", "b", "start")
                page.text(room - 30, y, f"sum > {least}", "q s", "end")
                y += 20
            tall = 0
            for size in range(1, n + 1):
                mine = [
                    (points, w)
                    for points, w in zip(masks, weights, strict=True)
                    if len(points) == size and w
                ]
                x = left + step * (size - 0.5)
                for k, (points, _) in enumerate(mine):
                    mask(page, x - n * cell / 2, y + k * row, n, points, cell)
                if mine:
                    value = (
                        f"{mine[0][1]:+d} each" if len(mine) > 1 else f"{mine[0][1]:+d}"
                    )
                    kind = "positive s" if mine[0][1] > 0 else "negative s"
                    page.text(x, y + len(mine) * row + 8, value.replace("-", "−"), kind)
                tall = max(tall, len(mine) * row + 18)
                if size == order:
                    with page.group("lit"):
                        high = len(mine) * row + 26
                        page.rect(
                            "edge", x - step / 2 + 5, y - 6, step - 10, high, round=6
                        )
            if wide:
                page.text(0, y + 4, name, "b", "start")
                page.text(0, y + 24, asks, "q s", "start")
                page.text(0, y + 44, f"yes if the sum is > {least}", "q s", "start")
            page.text(room - 4, y + 5, str(order), "lit b", "end")
            y += tall + 18
        page.text(room - 2, 8, "order", "q s", "end")
        page.height = y - 8
        return page

    return Drawing(
        number,
        "Four questions about four points, each with masks that answer it. A row of "
        "squares is a mask; it asks about the amber ones. The order is the size of the "
        "largest mask that is needed (framed).",
        "; ".join(
            f"{name}: {sum(1 for w in weights[1:] if w)} masks, the largest of "
            f"{max(len(p) for p, w in zip(masks, weights, strict=True) if w)} points"
            for name, _, masks, weights in questions
        )
        + ".",
        draw,
    )


# ---- XOR, lifted ---------------------------------------------------------------------


class Corner:
    """Where places of a cube stand on the page, seen from a little above."""

    def __init__(self, x, y, side):
        self.x, self.y, self.side = x, y, side

    def __call__(self, a, b, high=0):
        """The place of (a, b) at a height."""
        x = self.x + self.side * (0.86 * a + 0.44 * b)
        return x, self.y + self.side * (0.2 * a - 0.42 * b - 0.8 * high)


def polygon(page, names, places, more=""):
    """A closed shape through the places."""
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places) + "z"
    page.put(f'<path class="{names}" d="{d}"{more}/>')


def lifted(number):
    """XOR as four points of a square, and with the product of both as their height."""
    corners = [(0, 1), (0, 0), (1, 0), (1, 1)]

    def floor(page, at):
        polygon(page, "track", [at(0, 0), at(1, 0), at(1, 1), at(0, 1)])
        page.line(at(0, 0), at(1.3, 0), width=1)
        page.line(at(0, 0), at(0, 1.32), width=1)

    def marks(page, at, high, corners):
        for a, b in corners:
            lift = high * a * b
            kind, foot = "positive" if a != b else "negative", (a + b) / 2 - 0.25
            if lift:
                page.line(at(a, b), at(a, b, foot), names="control", head=False)
            if high:  # a peg from the point to the plane
                page.line(
                    at(a, b, lift), at(a, b, foot), names=kind, width=4, head=False
                )
                page.dot(*at(a, b, foot), r=2.6)
            x, y = at(a, b, lift)
            with page.group(kind):
                if a != b:
                    page.dot(x, y, r=8)
                else:
                    page.circle("hollow", x, y, 7)
                    page.path(
                        "line", f"M{x - 7:.1f} {y:.1f}a7 7 0 1 0 14 0a7 7 0 1 0-14 0", 2
                    )

    def names(page, at, high):
        page.text(*at(1.38, 0), "$a$")
        page.text(*at(0, 1.42), "$b$")
        if high:
            page.text(*at(1.06, 1.06, 0.42), "$ab$", "", "start")
        for a, b in corners:
            lift = high * a * b
            side = " below" if a != b else " above"
            (x, y), (dx, dy) = at(a, b, lift), (0, -17) if lift else (2, 20)
            if high and not a + b:
                dx, dy = -30, -17
            page.text(x + dx, y + dy, f"{a}{b}{side if high else ''}", "s")

    def plane(page, at, *rims):
        """The plane a + b - 2 h = 1/2: pairs of a + b and the largest |a - b| there."""
        places = [(*rim, -1) for rim in rims] + [(*rim, 1) for rim in rims[::-1]]
        edges = [
            at((s + k * d) / 2, (s - k * d) / 2, s / 2 - 0.25) for s, d, k in places
        ]
        with page.group("glow"):
            polygon(page, "hollow", edges, ' fill-opacity="0.6"')

    def draw(room):
        wide = room >= WIDE
        side = 168
        page = Canvas(room, 304 if wide else 574)
        flat = Corner(26 if wide else 56, 206 if wide else 142, side)
        raised = Corner(room - 276 if wide else 66, 206 if wide else 462, side)
        floor(page, flat)
        marks(page, flat, 0, corners)
        names(page, flat, 0)
        with page.group("lit"):
            page.line(flat(0.66, -0.16), flat(-0.16, 0.66), width=3, head=False)
        below = 290 if wide else 216
        page.text(flat(0.5, 0)[0] + 30, below, "flat: no line parts them")
        if wide:
            page.line((room / 2 - 26, 150), (room / 2 + 20, 150))
        plane(page, raised, (-0.2, 0.3), (0.5, 0.82))
        floor(page, raised)
        marks(page, raised, 1, corners[:1])
        plane(page, raised, (0.5, 0.82), (1, 1.2), (2.2, 0.3))
        with page.group("lit"):
            page.line(raised(0.66, -0.16), raised(-0.16, 0.66), width=3, head=False)
        marks(page, raised, 1, corners[1:])
        names(page, raised, 1)
        below = 290 if wide else 560
        page.text(raised(0.5, 0)[0] + 30, below, "lifted: a plane does")
        return page

    return Drawing(
        number,
        "XOR, flat and lifted. Filled points deserve a yes, hollow ones a no. A line "
        "(amber) gets three of four right at best. Give each point the height $ab$, "
        "which is what a mask of both points sees: 11 rises. A plane through the same "
        "line now has both hollow points above it and both filled ones below.",
        "A square with 01 and 10 filled, 00 and 11 hollow, and a line that leaves 11 "
        "on the wrong side; the same square with 11 lifted by one, and a "
        "slanting plane with 01 and 10 on one side and 00 and 11 on the other.",
        draw,
    )


# ---- two bags ------------------------------------------------------------------------


def counted(pictures, masks):
    """How often each mask is all black in a bag: a list of (picture, how often)."""
    return [
        sum(times * all(picture[i] for i in points) for picture, times in pictures)
        for points in masks
    ]


def two_bags(number, yes, no, masks, caption):
    """Two bags of pictures, and how often each mask counts in either.

    `yes` and `no` are lists of (picture, how often it is in the bag).
    """
    if not yes or not no:
        raise ValueError("Each of the two bags needs at least one picture.")
    n = len(yes[0][0])
    counts = [counted(bag, masks) for bag in (yes, no)]

    def bag(page, x, y, width, pictures, words, kind):
        many = sum(times for _, times in pictures)
        rows = -(-len(pictures) // 2) if len(pictures) > 3 else 1
        high = 44 + 34 * rows
        d = f"M{x + 16} {y}h{width - 32}q-10 12 2 22q14 8 14 26v{high - 62}q0 14-14 14"
        d += f"h-{width - 32}q-14 0-14-14v-{high - 62}q0-18 14-26q12-10 0-22z"
        with page.group(kind):
            page.path("line", d, 2)
        across = -(-len(pictures) // rows)
        cell = min(20, (width - 30) / across / n - (8 if many > len(pictures) else 4))
        step = (width - 20) / across
        for k, (picture, times) in enumerate(pictures):
            left = x + 10 + step * (k % across) + step / 2
            top = y + 36 + 34 * (k // across)
            start = left - n * cell / 2 + (12 if many > len(pictures) else 0)
            if many > len(pictures):
                page.text(start - 6, top + cell / 2, f"{times} ×", "s q", "end")
            points(page, start, top, [picture], cell)
        page.text(x + width / 2, y - 12, words, f"{kind} b")
        return high

    def tally(page, x, y, j, cell, beside):
        """One mask, and how often it is all black in either bag."""
        same = counts[0][j] == counts[1][j]
        words = f"{counts[0][j]} {'=' if same else '≠'} {counts[1][j]}"
        mask(page, x - n * cell / 2 - (34 if beside else 0), y, n, masks[j], cell)
        spot = (x + 30, y + cell / 2) if beside else (x, y + 30)
        page.text(*spot, words, "lit b")

    def draw(room):
        wide = room >= WIDE
        width, y = (232 if wide else 166), 26
        page = Canvas(room, 600)
        high = max(
            bag(page, x, y, width, pictures, words, kind)
            for x, pictures, words, kind in (
                (1, yes, "deserve a yes", "positive"),
                (room - width - 1, no, "deserve a no", "negative"),
            )
        )
        if wide:
            page.text(room / 2, y - 12, "how often black in each bag", "q s")
            for j in range(len(masks)):
                tally(page, room / 2, y + 12 + 28 * j, j, 14, True)
            page.height = max(y + high, y + 12 + 28 * len(masks)) + 4
            return page
        page.text(room / 2, y + high + 18, "how often black in each bag", "q s")
        step = min(92, (room - 8) / len(masks))
        left = room / 2 - step * len(masks) / 2
        for j in range(len(masks)):
            tally(page, left + step * (j + 0.5), y + high + 34, j, 11, False)
        page.height = y + high + 80
        return page

    said = "; ".join(
        " ".join(f"{times} of {word(picture)}" for picture, times in pictures)
        for pictures in (yes, no)
    )
    return Drawing(
        number,
        caption,
        f"Two bags of pictures: {said}. The masks count "
        f"{', '.join(map(str, counts[0]))} in one and "
        f"{', '.join(map(str, counts[1]))} in the other.",
        draw,
    )


# ---- the rule goes round -------------------------------------------------------------


def cycle(number, masks, corrections):
    """The corrections of one round, as a cycle that ends in the weights it began with.

    `corrections` is a list of (picture, whether it was added, the weights after it).
    """
    if not corrections:
        raise ValueError(
            "A cycle needs corrections; where there are none, none is drawn."
        )
    many, n = len(corrections), len(corrections[0][0])
    largest = max(abs(w) for _, _, after in corrections for w in after)

    def draw(room):
        wide = room >= WIDE
        cell = 32 if wide else 26
        page = Canvas(room, 356 if wide else 350)
        x0, y0 = room / 2, 182
        rx, ry = (190, 132) if wide else (118, 130)
        size = cell * len(masks)
        spots = [
            (x0 + rx * sin(6.2832 * k / many), y0 - ry * cos(6.2832 * k / many))
            for k in range(many)
        ]
        page.put(f'<ellipse class="road" cx="{x0:.1f}" cy="{y0}" rx="{rx}" ry="{ry}"/>')
        for k in range(many):
            turn = 6.2832 * (k + 0.5) / many
            x, y = x0 + rx * sin(turn), y0 - ry * cos(turn)
            slope = (rx * cos(turn), ry * sin(turn))
            length = (slope[0] ** 2 + slope[1] ** 2) ** 0.5
            ux, uy = slope[0] / length, slope[1] / length
            page.head((x + ux * 7, y + uy * 7), ux, uy, 13)
            picture, added, _ = corrections[(k + 1) % many]
            out = 1.5 if wide else 0.5
            px = x0 + rx * sin(turn) * out
            py = y if wide else y0 - ry * cos(turn) * 0.5
            kind = "positive" if added else "negative"
            page.text(px - n * 9 - 12, py, "+" if added else "−", f"{kind} b")
            points(page, px - n * 9, py - 9, [picture], 18)
        for k, (x, y) in enumerate(spots):
            after = corrections[k][2]
            left, top = x - size / 2, y - cell / 2
            page.rect("hollow", left, top, size, cell, 2)
            page.strip(
                left,
                top,
                after,
                "lit" if k == many - 1 else "",
                cell,
                digits=0,
                largest=largest,
            )
            for j, chosen in enumerate(masks):
                small = 9
                mx = left + cell * (j + 0.5) - n * small / 2
                mask(page, mx, top - 15, n, chosen, small)
        x, y = spots[-1]
        page.text(x - 10, y + cell / 2 + 14, "start", "lit b s", "end")
        return page

    words = [
        f"{'add' if added else 'take away'} {word(picture)}, leaving {list(after)}"
        for picture, added, after in corrections
    ]
    return Drawing(
        number,
        "The rule on XOR, one whole round. In each strip stand three weights, for the "
        "masks over it: no point, the left, the right one. Each arrow is "
        "a correction: the picture’s row is added (+) or taken away (−). The round "
        "begins and ends at the amber strip.",
        f"A cycle of {many} corrections: {'; '.join(words)}.",
        draw,
    )


# ---- what it costs -------------------------------------------------------------------


def doubling(number, sizes):
    """Weights as bars, by the number of points: {points: largest weight}."""
    if not sizes or min(sizes.values()) < 0:
        raise ValueError("Bars of weights need at least one, and none below zero.")
    most = max(sizes.values())

    def draw(room):
        step, high = min(70, room / len(sizes)), 130
        page, left = Canvas(room, high + 62), (room - step * len(sizes)) / 2
        for k, (many, size) in enumerate(sizes.items()):
            x, tall = left + step * (k + 0.5), high * size / most
            with page.group("positive"):
                page.rect("bar", x - step * 0.3, high + 22 - tall, step * 0.6, tall, 1)
            page.text(x, high + 10 - tall, printed(size, 0), "b")
            page.text(x, high + 36, str(many), "q s")
        page.text(room / 2, high + 54, "points", "q s")
        return page

    said = ", ".join(f"{size:.0f} for {many}" for many, size in sizes.items())
    return Drawing(
        number,
        "The largest weight of parity, if every sum is to be 1 or −1. It doubles with "
        "every point.",
        f"Bars that double from each to the next: {said} points.",
        draw,
    )


# ---- two layers ----------------------------------------------------------------------


def parity_net(number, n=4, at_least=None, caption=""):
    """A net of two layers for parity, and what each hidden unit says.

    Hidden unit j fires at `at_least[j]` black points, which is j + 1 if it is not said.
    """
    at_least = at_least or list(range(1, n + 1))

    def net(page, x, y, width):
        step = width / n
        top, hidden, below = y + 22, y + 104, y + 186
        for j in range(n):
            for i in range(n):
                start, end = x + step * (i + 0.5), x + step * (j + 0.5)
                page.line(
                    (start, below - 11), (end, hidden + 15), width=0.8, head=False
                )
        for j in range(n):
            at = x + step * (j + 0.5)
            kind = "positive" if j % 2 == 0 else "negative"
            with page.group(kind):
                page.line(
                    (at, hidden - 15), (x + width / 2, top + 14), width=2, head=False
                )
            page.circle("learned", at, hidden, 15)
            page.text(at, hidden, f"≥ {at_least[j]}", "s")
            sign = "+1" if j % 2 == 0 else "−1"
            across, up = x + width / 2 - at, hidden - top - 29
            long, share = hypot(across, up), 0.3
            clear = 8 * up / long + 6 * abs(across) / long + 3  # half a word, and air
            side = -1 if across > 0 else 1
            page.text(
                at + across * share + side * clear * up / long,
                hidden - 15 - up * share - clear * abs(across) / long,
                sign,
                f"{kind} s b",
            )
            page.circle("hollow", at, below, 9)
        page.circle("learned", x + width / 2, top, 15)
        page.text(x + width / 2, top, "odd?", "s")
        page.text(x + width / 2, below + 24, f"{n} points, all weights 1", "q s")

    def stairs(page, x, y, cell, head):
        left = x + head
        page.text(left - 10, y + 10, "black points", "q s", "end")
        for m in range(n + 1):
            page.text(left + cell * (m + 0.5), y + 10, str(m), "b")
        for j in range(n):
            high = y + 26 + cell * j
            page.text(
                left - 10, high + cell / 2, f"unit “≥ {at_least[j]}”", "q s", "end"
            )
            for m in range(n + 1):
                sign = 1 if j % 2 == 0 else -1
                fires = m >= at_least[j]
                page.rect("hollow", left + cell * m, high, cell, cell)
                if fires:
                    page.fill(sign, (left + cell * m, high), (cell, cell), 1.6)
                    page.text(
                        left + cell * (m + 0.5),
                        high + cell / 2,
                        "+1" if sign > 0 else "−1",
                        "s",
                    )
        high = y + 26 + cell * n + 18
        page.text(left - 10, high, "sum", "b", "end")
        for m in range(n + 1):
            total = sum((1 if j % 2 == 0 else -1) for j in range(n) if m >= at_least[j])
            page.text(
                left + cell * (m + 0.5), high, str(total), "lit b" if total else "q"
            )

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, max(226, 80 + 38 * n) if wide else 318 + 38 * n)
        if wide:
            net(page, 10, 4, 280)
            stairs(page, 340, 8, 38, 130)
        else:
            net(page, 30, 4, 280)
            stairs(page, 0, 250, 38, 112)
        return page

    sums = [sum((-1) ** j for j in range(n) if m >= at_least[j]) for m in range(n + 1)]
    return Drawing(
        number,
        caption
        or f"Parity of {n} points in two layers. Each hidden unit only counts: “at "
        "least 1”, “at least 2” and so on. Added with alternating signs, they give "
        "1 for an odd number and 0 for an even one.",
        f"A net of {n} points, {n} hidden units and one output; beside it a "
        f"staircase of which units fire for 0 to {n} black points. The sums are "
        f"{', '.join(map(str, sums))}.",
        draw,
    )


# ---- for the exercises ---------------------------------------------------------------


def by_count(number, n, ask, words):
    """A row of pictures with 0 … n black points, and the answer that each deserves."""

    def draw(room):
        wide = room >= WIDE
        step, cell = room / (n + 1), 18 if wide else 12
        page = Canvas(room, 66)
        for m in range(n + 1):
            x = step * (m + 0.5)
            row = [int(i < m) for i in range(n)]
            points(page, x - n * cell / 2, 4, [row], cell)
            yes = ask(m)
            page.text(x, 34, str(m), "q s")
            page.text(x, 54, "yes" if yes else "no", "positive b" if yes else "q")
        return page

    said = ", ".join(f"{m}: {'yes' if ask(m) else 'no'}" for m in range(n + 1))
    return Drawing(number, words, f"Rows of points. {said}.", draw)


def open_net(number, inputs, hidden):
    """A net of two layers whose weights are still to be found."""

    def draw(room):
        page, width = Canvas(room, 214), min(room, 360)
        left = (room - width) / 2
        step, apart = width / inputs, width / (hidden + 1)
        for j in range(hidden):
            x = left + apart * (j + 1)
            for i in range(inputs):
                start = left + step * (i + 0.5), 178
                page.line(start, (x, 122), width=1, head=False)
            page.line((x, 90), (left + width / 2, 42), width=1, head=False)
        for j in range(hidden):
            x = left + apart * (j + 1)
            with page.group("glow"):
                page.circle("learned", x, 106, 17)
            page.text(x, 106, "> ?", "s")
        page.circle("learned", left + width / 2, 26, 17)
        page.text(left + width / 2, 26, "> ?", "s")
        for i in range(inputs):
            page.circle("hollow", left + step * (i + 0.5), 188, 10)
        page.text(left + width / 2 + 26, 26, "mirror?", "q s", "start")
        return page

    return Drawing(
        number,
        f"The exercise’s net: {inputs} points, {hidden} hidden units, one output. "
        "Each line needs a weight and each filled circle a threshold.",
        f"{inputs} circles below, each joined to {hidden} hidden circles, and these "
        "to one at the top; the thresholds are question marks.",
        draw,
    )


def symbols(number):
    """One partial predicate with the symbol of each of its parts."""

    def draw(room):
        wide = room >= WIDE
        cell, page = (24 if wide else 18), Canvas(room, 150)
        points(page, 6, 34, [[0, 1, 0], [1, 1, 1], [0, 1, 0]], cell)
        with page.group("lit"):
            page.rect("edge", 7 + cell, 35, cell - 2, cell - 2, round=2)
            page.rect("edge", 7, 35 + cell, cell - 2, cell - 2, round=2)
        page.text(6 + 1.5 * cell, 18, "$X$ on $R$")
        page.text(6 + 1.5 * cell, 50 + 3 * cell, "$A$", "lit s")
        x = room * 0.36
        middle = 34 + 1.5 * cell
        page.curve((8 + 3 * cell, middle), (x - 2, middle), width=1.2)
        with page.group("glow"):
            page.box(x, middle - 17, 78, 34, "$\\phi_A(X)$ = 1", learned=False)
        end = room * 0.74
        page.line((x + 79, middle), (end - 2, middle), names="positive", width=2.4)
        page.text((x + 79 + end) / 2, middle - 14, "$\\alpha_A$", "positive")
        page.box(end, middle - 24, room - end - 4, 48, "$\\sum > \\theta$ ?")
        page.text(end + (room - end - 4) / 2, middle + 42, "$ψ(X)$")
        return page

    return Drawing(
        number,
        "The symbols of the chapter: a mask $\\phi_A$ looks at the points $A$ of a "
        "picture $X$ on the retina $R$; its answer, times its weight $\\alpha_A$, "
        "goes into the sum.",
        "A picture of five black points; a box that looks at two of them and says 1; "
        "an arrow with a weight to a box that compares the sum with a threshold.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    from itertools import combinations, product

    every = [list(p) for p in product((0, 1), repeat=3)]
    sets = [p for k in range(4) for p in combinations(range(3), k)]
    seen = [[int(all(p[i] for i in points)) for points in sets] for p in every]
    letter = [
        "0000000",
        "0111110",
        "0100010",
        "0100010",
        "0111110",
        "0100000",
        "0100000",
    ]
    rows = [[int(point) for point in row] for row in letter]
    looks = [[(1, 1), (4, 1)], [(2, 5)], [(2, 2), (3, 4)], [(5, 1), (4, 4), (6, 1)]]
    yield machine("3.51", rows, looks, [2, -1, 1, 3], 2)
    yield seesaw("3.52", [[1, 0, 0, 0, 0, 1, 1], [1, 1, 0, 0, 0, 1, 0]])
    yield mask_table("3.53", every, sets, seen, [0, 0, 0, 0, 1, 1, 1, -3])
    four = [p for k in range(5) for p in combinations(range(4), k)]
    yield masks_of("3.54", four_questions(four))
    yield lifted("3.55")
    one = [(), (0,), (1,)]
    bags = [((0, 1), 1), ((1, 0), 1)], [((0, 0), 1), ((1, 1), 1)]
    yield two_bags("3.56", *bags, one, "Two bags that weigh the same.")
    rounds = [
        ((0, 0), False, (0, -1, 0)),
        ((0, 1), True, (1, -1, 1)),
        ((1, 0), True, (2, 0, 1)),
        ((1, 1), False, (1, -1, 0)),
    ]
    yield cycle("3.57", one, rounds)
    yield parity_net("3.58")
    yield parity_net(
        "3.59", 2, [1, 1], "The spoilt net: its second unit fires too soon."
    )
    yield by_count("3.64", 4, lambda m: m == 1, "Is exactly one of four points black?")
    yield open_net("3.65", 4, 2)
    yield symbols("3.66")
    yield doubling("3.70", {n: 2**n for n in range(2, 8)})


def four_questions(masks):
    """Four questions about four points, with weights for their masks.

    The weight of no points is minus the threshold.
    """

    def weighed(rule):
        return [rule(points) for points in masks]

    alone = weighed(lambda points: int(len(points) == 1))
    pairs = (0, 3), (1, 2)
    mirror = weighed(
        lambda points: {0: 0.5, 1: -1}.get(len(points), 2 * (points in pairs))
    )
    odd = weighed(lambda points: -((-2) ** len(points)) // 2 if points else -0.5)
    return [
        ("all", "are all four black?", masks, [-3.5, *alone[1:]]),
        ("majority", "are more than two?", masks, [-2.5, *alone[1:]]),
        ("mirror", "same from both ends?", masks, mirror),
        ("parity", "is their number odd?", masks, odd),
    ]
