"""Chapter 4: a nudge, its slope, the chain rule along a graph, and the way back."""

from itertools import pairwise
from math import hypot

from helpers.drawing import WIDE, Canvas, Drawing


def said(value):
    """A number without needless digits, and with a true minus."""
    return f"{round(value, 4):.10g}".replace("-", "−")


def ask(holds, sentence):
    """Refuse what cannot be drawn, in a sentence that says what can."""
    if not holds:
        raise ValueError(sentence)


# ---- a nudge, looked at more and more closely ----------------------------------------


def _magnified(page, x, y, f, at, h, name):
    """The curve at a place, enlarged so that a nudge of h is always as long."""
    run, up = 84, 15  # pixels for h to the right, and for h upwards
    here = f(at)

    def place(t):
        return x + t * run, y - (f(at + t * h) - here) / h * up

    points = [place(t / 20) for t in range(-4, 27)]
    path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
    page.path("line quiet", path, 2.4)
    (x2, y2), rise = place(1), f(at + h) - here
    page.line((x, y), (x2, y), names="lit", width=3, head=False)
    page.line((x2, y), (x2, y2), names="back", width=3, head=False)
    page.dot(x, y, r=4)
    page.text(x + run / 2, y + 15, said(h), "lit b")
    page.text(x2 + 9, (y + y2) / 2, said(rise), "back b", "start")
    page.text(x + 36, y + 40, f"{said(rise)} is {said(rise / h)} times {said(h)}")
    page.text(x - 9, y - 11, f"${name}$ = {said(at)}", "q s", "end")


def nudge(number, f, at, nudges, name="a"):
    """One point of a curve, nudged by less and less, always enlarged as much more."""
    ask(len(nudges) == 3 and all(nudges), "Give it three nudges, none of them 0.")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 200 if wide else 3 * 208 - 8)
        for k, h in enumerate(nudges):
            x, y = (72 + 232 * k, 152) if wide else (124, 152 + 208 * k)
            _magnified(page, x, y, f, at, h, name)
            words = "as it is" if k == 0 else f"magnified {said(nudges[0] / h)} times"
            page.text(x + 36, y - 141, words, "q s")
        return page

    rises = [f(at + h) - f(at) for h in nudges]
    slope = said(round(rises[-1] / nudges[-1]))
    pairs = zip(nudges, rises, strict=True)
    told = "; ".join(f"a nudge of {said(h)} moves the result by {said(r)}, which is "
                     f"{said(r / h)} times as much" for h, r in pairs)  # fmt: skip
    return Drawing(
        number,
        f"The result as ${name}$ moves, near ${name}$ = {said(at)}. The nudge is "
        "amber, what it does to the result is red. The closer one looks, the "
        f"straighter the curve, and the nearer the ratio is to {slope}: that is the "
        "derivative.",
        f"Three views of one curve, each closer than the last: {told}.",
        draw,
    )


# ---- what a nudge does to a sum and to a product -------------------------------------

UNIT, EXTRA = 32, 11  # pixels for 1, and for a nudge


def _sticks(page, x, y, first, second):
    """A sum as two sticks in a row, the first of them a little longer."""
    long, short = first * UNIT, second * UNIT
    for k, more in ((0, 0), (1, EXTRA)):
        top = y + 46 * k
        page.box(x, top, long, 20, said(first), learned=False, round=2)
        if more:
            with page.group("glow"):
                page.box(x + long, top, more, 20, learned=False, round=0)
        page.box(x + long + more, top, short, 20, said(second), round=2)
    end = x + long + short
    page.line((end, y - 6), (end, y + 74), names="quiet", head=False)
    page.line((end, y + 78), (end + EXTRA, y + 78), names="back", width=3, head=False)
    words = f"{said(first)} nudged: as much longer, slope 1"
    page.text(x, y + 92, words, "back s", "start")


def _plot_of_land(page, x, y, first, second):
    """A product as a rectangle, which grows by a strip for each of its sides."""
    wide, high = first * UNIT, second * UNIT
    page.rect("learned", x, y, wide, high)
    page.text(x + wide / 2, y + high / 2, f"{said(first)} × {said(second)}")
    with page.group("glow"):
        page.rect("hollow", x, y + high, wide, EXTRA)
        page.rect("hollow", x + wide, y, EXTRA, high)
    words = f"{said(second)} nudged: a strip {said(first)} long, slope {said(first)}"
    page.text(x, y + high + EXTRA + 13, words, "back s", "start")
    words = f"{said(first)} nudged: a strip {said(second)} long, slope {said(second)}"
    page.text(x, y - 14, words, "back s", "start")


def operations(number, a, b):
    """Why a sum answers to a nudge with 1, and a product with its other factor."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 134 if wide else 270)
        _sticks(page, 30, 32, a, b)
        page.text(30, 12, f"{said(a)} + {said(b)}", "b", "start")
        x, y = (380, 58) if wide else (30, 196)
        _plot_of_land(page, x, y, a + b, a - b)
        page.text(x, y - 46, f"{said(a + b)} × {said(a - b)}", "b", "start")
        return page

    return Drawing(
        number,
        "What a nudge (amber) does to one operation. A sum grows by the nudge itself. "
        "A product is the area of a rectangle: make one side longer, and the area "
        "grows by a strip as long as the *other* side.",
        f"Left, {said(a)} and {said(b)} as sticks in a row: the first grows, and the "
        f"whole grows as much. Right, a rectangle {said(a + b)} by {said(a - b)} with "
        f"a strip {said(a + b)} long along one side and one {said(a - b)} long along "
        "the other.",
        draw,
    )


# ---- two in a row multiply -----------------------------------------------------------


def in_a_row(number, names, before, after):
    """A nudge on its way through operations that follow one another."""
    ask(
        len(names) == len(before) == len(after) > 1,
        "Give as many values before and after the nudge as there are names.",
    )
    moves = [b - a for a, b in zip(before, after, strict=True)]
    ask(all(moves), "A nudge must move every value: choose another place.")
    factors = [later / now for now, later in pairwise(moves)]

    def draw(room):
        wide = room >= WIDE
        page, left = Canvas(room, 70 * len(names) - 8), 190 if wide else 104
        unit = (room - left - (150 if wide else 84)) / max(moves)
        rows = [page.height - 22 - 70 * k for k in range(len(names))]
        for k, y in enumerate(rows[:-1]):
            low, high = left + moves[k] * unit, left + moves[k + 1] * unit
            up = rows[k + 1] + 6
            with page.group("glow"):
                path = f"M{left} {y - 6}L{low:.1f} {y - 6}L{high:.1f} {up}L{left} {up}z"
                page.path("learned pale", path)
            words = f"× {round(factors[k], 2):g}"
            page.text(left - 14, (y + up) / 2, words, "back b", "end")
        for name, y, value, move in zip(names, rows, before, moves, strict=True):
            end = left + move * unit
            page.path("line quiet", f"M{left - 8} {y}H{room - 4}")
            page.line((left, y), (end, y), names="lit", width=7, head=False)
            page.text(left - 18, y, f"{name} = {said(value)}", "", "end")
            page.text(end + 10, y + 12, f"+ {said(move)}", "lit b", "start")
        return page

    told = ", then ".join(said(move) for move in moves)
    return Drawing(
        number,
        "One nudge (amber), from the bottom to the top. Each operation makes it larger "
        "by its own factor (red), and the factors multiply.",
        f"Lines for {', '.join(names)}, one above another. The nudge is {told} long.",
        draw,
    )


# ---- the graph of two factors --------------------------------------------------------


class Graph:
    """(a + b)(a − b) as five places and six arrows, drawn in a room."""

    def __init__(self, a, b, room):
        total, gap = a + b, a - b
        left, middle, right = (110, 340, 570) if room >= WIDE else (34, 170, 302)
        high, low = 78, 206
        self.page = Canvas(room, 274)
        self.places = {
            "a": (left, high),
            "b": (left, low),
            "+": (middle, high),
            "−": (middle, low),
            "×": (right, (high + low) / 2),
        }
        self.values = {"a": a, "b": b, "+": total, "−": gap, "×": total * gap}
        self.locals = {  # from, to: the local derivative, and where it is written
            ("a", "+"): (1, 0.5),
            ("b", "+"): (1, 0.3),
            ("a", "−"): (1, 0.3),
            ("b", "−"): (-1, 0.5),
            ("+", "×"): (gap, 0.5),
            ("−", "×"): (total, 0.5),
        }

    def along(self, arrow, share, side=0):
        """A place on an arrow, a little to one side of it."""
        (x1, y1), (x2, y2) = (self.places[name] for name in arrow)
        long = hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / long, (y2 - y1) / long
        return x1 + ux * long * share - uy * side, y1 + uy * long * share + ux * side

    def arrow(self, arrow, side=0, back=False, **more):
        """The arrow from node to node, or the way back beside it."""
        (x1, y1), (x2, y2) = self.along(arrow, 0, side), self.along(arrow, 1, side)
        cut = 24 / hypot(x2 - x1, y2 - y1)
        ends = [(x1 + (x2 - x1) * s, y1 + (y2 - y1) * s) for s in (cut, 1 - cut)]
        self.page.line(*(ends[::-1] if back else ends), **more)

    def slopes(self):
        """The local derivatives beside their arrows."""
        for arrow in self.locals:
            self.slope(arrow)

    def slope(self, arrow):
        """The local derivative beside an arrow."""
        local, share = self.locals[arrow]
        self.page.text(*self.along(arrow, share, -16), f"× {said(local)}", "q s")

    def outside(self, name, far):
        """A place above a node of the upper row, or below one of the lower row."""
        x, y = self.places[name]
        return x, y + (far if name in "b−" else -far)

    def owed(self, name):
        """Where the derivative at a node is written."""
        x, y = self.places[name]
        return (x, y + 33) if name == "×" else self.outside(name, 49)

    def nodes(self):
        """The five values, with their names."""
        names = {"a": "$a$", "b": "$b$", "+": "$a + b$", "−": "$a - b$", "×": "result"}
        for name, (x, y) in self.places.items():
            if name in "ab":
                self.page.box(x - 19, y - 19, 38, 38, round=6, learned=False)
            else:
                self.page.circle("hollow", x, y, 19)
            self.page.text(x, y, said(self.values[name]), "b")
            self.page.text(*self.outside(name, 31), names[name], "q")


PATHS = [
    (
        "1",
        "**Forwards.** Each value is known as soon as its two operands are.",
    ),
    (
        "2",
        "**On each arrow stands its local derivative**: what a small nudge is "
        "multiplied by when it passes.",
    ),
    ("3", "**One path from $a$**, through the sum: 1 times 1 is 1."),
    (
        "4",
        "**The other path from $a$**, through the difference: 1 times 5 is 5. "
        "Together 6.",
    ),
    ("5", "**From $b$** the two paths bring 1 and −5. Together −4."),
]


def paths(number, a, b):
    """The two paths by which each input reaches the result."""

    def draw(room):
        graph = Graph(a, b, room)
        page = graph.page
        for arrow in graph.locals:
            graph.arrow(arrow)
        lit = (
            (3, (("a", "+"), ("+", "×"))),
            (4, (("a", "−"), ("−", "×"))),
        )
        for step, way in lit:
            with page.group(at=[step]):
                for arrow in way:
                    graph.arrow(arrow, names="lit", width=4)
        with page.group(at=[5]):
            for arrow in graph.locals:
                if "a" not in arrow:
                    graph.arrow(arrow, names="lit", width=4)
        with page.group(at=[2, 3, 4, 5]):
            graph.slopes()
        graph.nodes()
        first, second = a - b, a + b
        (x, y), (_, low) = graph.owed("a"), graph.owed("b")
        with page.group("back", at=[3]):
            page.text(x, y, said(first), "back b")
        with page.group("back", at=[4, 5]):
            words = f"{said(first)} + {said(second)} = {said(first + second)}"
            page.text(x - 20, y, words, "back b", "start")
        with page.group("back", at=[5]):
            words = f"{said(first)} − {said(second)} = {said(first - second)}"
            page.text(x - 20, low, words, "back b", "start")
        return page

    return Drawing(
        number,
        "Linnainmaa’s first example as a graph. Along a path the factors multiply; "
        "where several paths lead to the result, what they bring is added.",
        f"A graph of five places: {said(a)} and {said(b)} lead to their sum "
        f"{said(a + b)} and their difference {said(a - b)}, and these to "
        f"{said((a + b) * (a - b))}. The two paths from a bring {said(a - b)} and "
        f"{said(a + b)}, those from b {said(a - b)} and {said(-a - b)}.",
        draw,
        PATHS,
    )


SWEEP = [
    ("1", "**Begin with 1.** The result answers to itself, one to one."),
    (
        "2",
        "**The product pays its two operands**: what it has, times what stands on the "
        "arrow.",
    ),
    ("3", "The difference pays on: 5 times 1 to $a$, and 5 times −1 to $b$."),
    (
        "4",
        "The sum pays on. **At $a$ and at $b$ two payments meet, and are added.**",
    ),
]


def two_factors(number, a, b):
    """The way back through the graph, a place at a time."""
    total, gap = a + b, a - b
    steps = {  # arrow: the step of the way back, what is paid, where it is written
        ("+", "×"): (2, gap, 0.5),
        ("−", "×"): (2, total, 0.5),
        ("a", "−"): (3, total, 0.3),
        ("b", "−"): (3, -total, 0.5),
        ("a", "+"): (4, gap, 0.5),
        ("b", "+"): (4, gap, 0.7),
    }
    owed = {
        "×": [(1, 1)],
        "+": [(2, gap)],
        "−": [(2, total)],
        "a": [(3, total), (4, total + gap)],
        "b": [(3, -total), (4, gap - total)],
    }

    def draw(room):
        graph = Graph(a, b, room)
        page, most = graph.page, max(abs(paid) for _, paid, _ in steps.values())
        for arrow in graph.locals:
            graph.arrow(arrow, side=-5)
        for arrow, (step, _, _) in steps.items():
            with page.group("", at=[step]):  # a factor is there when it is used
                graph.slope(arrow)
        for arrow, (step, paid, share) in steps.items():
            with page.group("back", at=range(step, 5)):
                width = 1.2 + 4 * abs(paid) / most
                graph.arrow(arrow, side=6, back=True, width=width)
                page.text(*graph.along(arrow, share, 20), said(paid), "back s")
        graph.nodes()
        for name in graph.places:
            for k, (step, debt) in enumerate(owed[name]):
                until = owed[name][k + 1][0] if k + 1 < len(owed[name]) else 5
                with page.group("back", at=range(step, until)):
                    page.text(*graph.owed(name), said(debt), "back b")
        return page

    return Drawing(
        number,
        "The way back (red, as thick as it is large). Under each place stands the "
        "derivative of the result by the value there. Every arrow is used once.",
        f"The same graph backwards: 1 at the result becomes {said(gap)} and "
        f"{said(total)}, and at the start {said(2 * a)} and {said(-2 * b)}.",
        draw,
        SWEEP,
    )


# ---- many paths, few places ----------------------------------------------------------


def diamonds(number, doublings):
    """x doubled again and again: the paths double too, and the places do not."""
    ask(doublings > 5, "The drawing leaves some doublings out: give it at least 6.")
    shown = 4

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 176)
        step = 96 if wide else 54
        left, y = (96 if wide else 26), 66
        xs = [left + step * k for k in range(shown)]
        last = [room - (130 if wide else 88) + k * step for k in range(2)]
        last = [min(x, room - 24 - (step if k == 0 else 0)) for k, x in enumerate(last)]
        for first, second in [*pairwise(xs), last]:
            for rise in (15, -15):
                start, end = (first + 13, y), (second - 14, y)
                bend = (first + second) / 2
                path = f"M{start[0]} {y}Q{bend} {y - 2 * rise} {end[0] - 3} {y}"
                page.path("line", path)
            page.head((second - 13, y), 1, 0, 8)
        page.text((xs[-1] + last[0]) / 2, y, "…", "big")
        for k, x in zip([0, 1, 2, 3, doublings - 1, doublings], [*xs, *last],
                        strict=True):  # fmt: skip
            page.circle("hollow", x, y, 13)
            page.text(x, y - 30, f"$x_{{{k}}}$", "q")
        for k, x in zip((doublings, doublings - 1), (xs[0], xs[1]), strict=True):
            page.text(x, y + 36, f"$2^{{{k}}}$", "back")
        for k, x in zip((1, 0), last, strict=True):
            page.text(x, y + 36, str(2**k), "back b")
        page.line((last[1] - 4, y + 58), (xs[0] + 4, y + 58), names="back", width=2.4)
        page.text(room / 2, y + 76, f"the way back: {doublings} places", "back s")
        page.text(room / 2, 12, f"{2**doublings:,} paths from left to right", "s")
        return page

    return Drawing(
        number,
        f"A number added to itself {doublings} times over. At each place there are two "
        "ways to go on, so the paths double; the way back (red) passes each place "
        "once, and adds up before it goes on.",
        f"A row of circles joined by double arrows, {doublings} times in all; below, "
        f"from right to left, 1, 2 and so on up to 2 to the power of {doublings}.",
        draw,
    )


# ---- forwards or backwards -----------------------------------------------------------


def directions(number, inputs=8):
    """What one walk forwards gives, what one walk back gives, and which one to take."""

    def grid(page, x, y, rows, columns, cell, lit, names):
        for r in range(rows):
            for c in range(columns):
                page.rect("cell", x + c * cell, y + r * cell, cell, cell)
        for r in range(rows + 1):
            page.path("grid", f"M{x} {y + r * cell}h{columns * cell}")
        for c in range(columns + 1):
            page.path("grid", f"M{x + c * cell} {y}v{rows * cell}")
        r, c, h, w = lit
        with page.group(names):
            page.rect("edge", x + c * cell, y + r * cell, w * cell, h * cell)
        page.text(x + columns * cell / 2, y - 12, "inputs", "q s")

    def draw(room):
        wide = room >= WIDE
        page, cell, n = Canvas(room, 182 if wide else 330), 22, 4
        xs = (76, 270) if wide else (62, 218)
        for x, lit, name in zip(xs, ((0, 1, n, 1), (1, 0, 1, n)), ("lit", "back"),
                                strict=True):  # fmt: skip
            grid(page, x, 34, n, n, cell, lit, name)
            page.text(x - 8, 34 + n * cell / 2, "results", "q s", "end")
        line, last = ["one walk forwards:", "one walk back:"], ["a column", "a row"]
        for x, first, second, name in zip(xs, line, last, ("lit", "back"), strict=True):
            page.text(x + n * cell / 2, 142, first, "s")
            page.text(x + n * cell / 2, 158, second, f"{name} b")
        x, y = (466, 67) if wide else ((room - inputs * cell) / 2, 234)
        grid(page, x, y, 1, inputs, cell, (0, 0, 1, inputs), "back")
        page.text(x - 6, y + cell / 2, "error", "q s", "end")
        half = x + inputs * cell / 2
        page.text(half, y + 44, f"forwards: {inputs} walks", "lit s")
        page.text(half, y + 62, "backwards: one", "back b")
        return page

    return Drawing(
        number,
        "All derivatives of a program, as a table with a row for each result and a "
        "column for each input. A walk forwards fills a column, a walk back a row. "
        "Learning has one result, the error, and very many inputs, the weights.",
        "A square table with a column framed in amber, the same with a row framed in "
        f"red, and a table of one row with {inputs} cells, framed in red.",
        draw,
    )


# ---- shapes --------------------------------------------------------------------------


def rectangles(number, rows, inner, columns):
    """A matrix product and its two ways back, as rectangles with their shapes."""
    ask(len({rows, inner, columns}) == 3, "Only three unlike sizes tell shapes apart.")
    cell = {rows: 92, inner: 56, columns: 26}

    def block(page, x, y, shape, name, kind):
        high, wide = (cell[side] for side in shape)
        if kind == "back":
            with page.group("back"):
                page.rect("hollow", x, y, wide, high)
                page.rect("edge", x, y, wide, high, 2)
        else:
            page.rect(kind, x, y, wide, high)
        outside = name.startswith("for") and wide < 50  # the words are wider than that
        height = y - 12 if outside else y + high / 2
        page.text(x + wide / 2, height, name, "back" if kind == "back" else "")
        page.text(x + wide / 2, y + high + 12, f"{shape[0]} × {shape[1]}", "q s")
        return x + wide

    def line(page, x, y, parts):
        for k, (shape, name, kind) in enumerate(parts):
            high = cell[shape[0]]
            x = block(page, x, y - high / 2, shape, name, kind) + 8
            if k < 2:
                page.text(x + 8, y, "=" if k == 0 else "·")
                x += 24

    forwards = [
        ((rows, columns), "$Y$", "hollow"),
        ((rows, inner), "$X$", "hollow"),
        ((inner, columns), "$W$", "learned"),
    ]
    to_x = [
        ((rows, inner), "for $X$", "back"),
        ((rows, columns), "$G$", "back"),
        ((columns, inner), "$W^\\top$", "learned"),
    ]
    to_w = [
        ((inner, columns), "for $W$", "back"),
        ((inner, rows), "$X^\\top$", "hollow"),
        ((rows, columns), "$G$", "back"),
    ]

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 150 if wide else 440)
        places = ((10, 74), (232, 74), (458, 74)) if wide else (
            (60, 70), (60, 222), (60, 374))  # fmt: skip
        for (x, y), parts, words in zip(
            places, (forwards, to_x, to_w), ("forwards", "back to $X$", "back to $W$"),
            strict=True,
        ):  # fmt: skip
            line(page, x, y, parts)
            page.text(x, y - 62, words, "b s", "start")
        return page

    return Drawing(
        number,
        "$Y = XW$ and its way back. $G$ (red) holds what has come back to each entry "
        "of $Y$, so it has the shape of $Y$. What goes on to $X$ must have the shape "
        "of $X$, and what goes on to $W$ that of $W$: there is one way to fit them.",
        f"Y, {rows} by {columns}, is X, {rows} by {inner}, times W, {inner} by "
        f"{columns}. Back to X: G times W transposed. Back to W: X transposed times G.",
        draw,
    )


# ---- exercises -----------------------------------------------------------------------


def blank(number):
    """The graph of the first exercise, for the reader to fill in."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 196)
        xs = (120, 270, 430, 580) if wide else (30, 118, 206, 300)
        places = {
            "a": (xs[0], 50),
            "b": (xs[0], 150),
            "u": (xs[1], 100),
            "v": (xs[2], 122),
            "y": (xs[3], 72),
        }
        for tail, head, bend in (
            ("a", "u", 0),
            ("b", "u", 0),
            ("u", "v", -7),
            ("u", "v", 7),
            ("v", "y", 0),
            ("a", "y", 0),
        ):
            (x1, y1), (x2, y2) = places[tail], places[head]
            end = (x2 - 21, y2 + bend)
            if (tail, head) == ("a", "y"):
                page.line((x1 + 20, y1 - 6), (x2 - 40, y1 - 6), end)
            else:
                page.line((x1 + 20, y1 + bend), end)
        names = {
            "a": "$a$ = 2",
            "b": "$b$ = 3",
            "u": "$u = ab$",
            "v": "$u u$",
            "y": "$y$",
        }
        for name, (x, y) in places.items():
            page.box(x - 19, y - 15, 38, 30, learned=False, round=15)
            if name in "ab":
                page.text(x, y - 28, names[name], "s")
            else:
                page.text(x, y - 25, names[name], "s")
            page.text(x, y, said(2 if name == "a" else 3) if name in "ab" else "?", "b")
            page.text(x, y + 27, "1" if name == "y" else "?", "back b")
        return page

    return Drawing(
        number,
        "The graph of the first exercise. Fill in the values from left to right, and "
        "the derivatives (red) from right to left.",
        "A graph: a = 2 and b = 3 lead to u, u leads twice to u times u, and this and "
        "a lead to y. All other values are question marks; below y stands a 1.",
        draw,
    )


def both_ways(number, f, at, h):
    """A nudge up alone, and one up and one down: two straight lines beside a curve."""
    ask(h > 0, "A nudge must be above 0, for it goes both ways.")

    def view(page, x0, y0, low, words):
        run, up = 66 / h, 26 / h

        def place(t):
            return x0 + (t - at) * run, y0 - (f(t) - f(at)) * up

        span = [at + h * t / 10 for t in range(-12, 13)]
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in map(place, span))
        page.path("line quiet", path, 2.4)
        start, end = place(at + low), place(at + h)
        slope = (f(at + h) - f(at + low)) / (h - low)
        page.line(start, end, names="back", width=3, head=False)
        for spot in (start, end):
            page.dot(*spot, "back", 4)
        page.dot(x0, y0, r=4)
        page.text(x0 + 4, y0 + 66, f"{words}: slope {said(slope)}", "b")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 190 if wide else 384)
        for k, (low, words) in enumerate(((0, "up only"), (-h, "up and down"))):
            x, y = (176 + 340 * k, 112) if wide else (room / 2, 112 + 194 * k)
            view(page, x, y, low, words)
        return page

    up = (f(at + h) - f(at)) / h
    both = (f(at + h) - f(at - h)) / (2 * h)
    return Drawing(
        number,
        f"The slope of a curve at the middle dot, by a nudge of {said(h)}. One way "
        "misses it, because the curve bends. Both ways, the two misses cancel.",
        f"Two views of one curve with a red line through two of its points: up only it "
        f"has the slope {said(up)}, up and down {said(both)}.",
        draw,
    )


def corner(number):
    """The larger of x and 0, and its slope: nothing, then 1."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 150 if wide else 290)
        for k, words in enumerate(("the larger of $x$ and 0", "its slope")):
            x, y = (60 + 340 * k, 112) if wide else (50, 106 + 140 * k)
            page.path("line quiet hair", f"M{x} {y}h220M{x + 110} {y + 6}v-92")
            page.text(x, y - 84, words, "b s", "start")
            if k == 0:
                page.path("line", f"M{x} {y}H{x + 110}L{x + 190} {y - 80}", 3)
            else:
                page.line((x, y), (x + 110, y), names="back", width=3, head=False)
                page.line((x + 110, y - 54), (x + 220, y - 54), names="back", width=3,
                          head=False)  # fmt: skip
                page.text(x + 126, y - 66, "1", "back b")
            page.text(x + 216, y + 14, "$x$", "q")
        return page

    return Drawing(
        number,
        "A corner. To the left of it a nudge changes nothing, to the right it passes "
        "unchanged. At the corner itself either slope will do.",
        "Left, a line that is flat up to 0 and then rises one for one. Right, its "
        "slope: 0, then 1.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield nudge("4.1", lambda a: (a + 2) * (a - 2), 3, [1, 0.1, 0.01])
    yield operations("4.2", 3, 2)
    names = ["$x$", "$u$", "$y$"]
    yield in_a_row("4.3", names, [1, 3, 9], [1.01, 3.02, 9.1204])
    yield paths("4.4", 3, 2)
    yield diamonds("4.5", 30)
    yield two_factors("4.6", 3, 2)
    yield directions("4.14")
    yield rectangles("4.18", 64, 6, 2)
    yield blank("4.26")
    yield both_ways("4.27", lambda x: x * x, 1, 1)
    yield corner("4.28")
