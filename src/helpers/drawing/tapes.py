"""Chapter 4: the tape, why it is walked from its end, its cells, errors and marks."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.derivatives import ask, said

# ---- why in that order ---------------------------------------------------------------

# A program in which u is used twice more: what each place is made of, and its slopes.
USED = {
    "a": [],
    "b": [],
    "u": [("a", 3), ("b", 2)],
    "v": [("u", 6), ("u", 6)],
    "y": [("u", 1), ("v", 1)],
}
MADE = {"a": "$a$", "b": "$b$", "u": "$u = ab$", "v": "$v = uu$", "y": "$y = u + v$"}
VALUES = {"a": 2, "b": 3, "u": 6, "v": 36, "y": 42}

ORDER = [
    (
        "1",
        "**The tape.** A value can only be made of older ones: every arrow leads to "
        "the right.",
    ),
    ("2", "**Begin at the right end.** $y$ has 1. It pays 1 to $u$ and 1 to $v$."),
    (
        "too soon",
        "**If $u$ paid now**, it would pass on the 1 that it has: 3 to $a$, 2 to $b$. "
        "What $v$ still owes to $u$, 12, would come too late.",
    ),
    (
        "3",
        "**So $v$ comes first.** It used $u$ twice and pays 6 twice. Now $u$ has 13, "
        "and nobody who used it is left.",
    ),
    ("4", "**Now $u$ pays**: 13 times 3 to $a$, and 13 times 2 to $b$."),
]


def _pay(page, places, names, payer, owed, y, late=False):
    """What a place pays to those it was made of, as red arcs below the tape."""
    for k, (maker, slope) in enumerate(USED[payer]):
        start, end = places[payer] - 6, places[maker] + 6
        deep = 20 + 0.2 * (start - end) + 13 * (k if payer == "v" else 0)
        paid = owed * slope
        names_ = f"{names} control" if late else names
        width = 1.2 + 5.5 * paid / 39
        page.arc((start, y), (end, y), -deep, names_, width=width)


def order(number):
    """Why the sweep goes from the last row to the first, and in no other order."""
    owed = {  # in which steps a place has how much
        "y": [(1, (2, 3, 4, 5))],
        "v": [(1, (2, 3, 4, 5))],
        "u": [(1, (2, 3)), (13, (4, 5))],
        "a": [(39, (5,)), (3, (3,))],
        "b": [(26, (5,)), (2, (3,))],
    }

    def draw(room):
        wide = room >= WIDE
        page, step = Canvas(room, 276), 126 if wide else 70
        left = (room - 4 * step) / 2
        places = {name: left + step * k for k, name in enumerate(USED)}
        top, low = 98, 138
        for name, made in USED.items():
            for k, (maker, _) in enumerate(made):
                start, end = places[maker] + 5, places[name] - 5
                rise = 14 + 0.17 * (end - start) + 11 * (k if name == "v" else 0)
                page.arc((start, top), (end, top), rise)
        wide_cell = 62 if wide else 48
        for name, x in places.items():
            page.rect("hollow", x - wide_cell / 2, top, wide_cell, 40, 4)
            page.text(x, top + 20, said(VALUES[name]), "b")
        for name, x in places.items():
            words = MADE[name] if wide else f"${name}$"
            page.text(x, low + 15, words, "q s")
            for debt, steps in owed[name]:
                with page.group("back", at=steps):
                    page.text(x, low + 34, said(debt), "back b")
        deep = low + 46
        for at, payer, debt in (
            ((2, 3, 4, 5), "y", 1),
            ((4, 5), "v", 1),
            ((5,), "u", 13),
            ((3,), "u", 1),
        ):
            with page.group("back", at=at):
                _pay(page, places, "back", payer, debt, deep)
        with page.group("back", at=[3]):
            _pay(page, places, "back", "v", 1, deep, late=True)
            middle = (places["u"] + places["v"]) / 2
            page.text(middle, low + 116, "12, too late", "back s")
        return page

    return Drawing(
        number,
        "$y = u + u^2$ with $u = ab$, as a tape. Above, who was made of whom; below in "
        "red, what is paid back, and under each value its derivative. The sweep takes "
        "the tape from its right end, so nobody pays on before all have paid in.",
        "Five cells in a row, 2, 3, 6, 36 and 42, with arrows from each value to those "
        "made of it, all to the right. The sweep from the right gives 1, 1, 13, 26 and "
        "39. If u pays too soon, b gets 2 and a gets 3.",
        draw,
        ORDER,
    )


# ---- the records of 1970 -------------------------------------------------------------

HEADS = "VALUE", "TYPE", "OPER1", "OPER2", "COEFF"
PARTS = [
    (
        "1",
        "**L1 to L11.** The program runs, and each call puts one more record on the "
        "stack: what came out, and of which records it was made.",
    ),
    (
        "2",
        "**L12 to L22.** Down the stack again. COEFF begins as 1 in the last record, "
        "and each record adds to those of its operands.",
    ),
]


def records(number, rows, calls):
    """The stack of the thesis: a record for each value, with five entries."""
    ask(
        len(rows) == len(calls) and all(len(row) == len(HEADS) for row in rows),
        "A record has five entries, and there is a call for each record.",
    )

    def draw(room):
        wide = room >= WIDE
        page, high = Canvas(room, 62 + 32 * len(rows)), 32
        cell = 76 if wide else 44
        left = 150 if wide else 92
        for k, head in enumerate(HEADS):
            name = "back s" if k == 4 else "q s"
            x = left + cell * (k + 0.5)
            page.text(x, 18, head if wide else head.replace("OPER", "OP."), name)
        for r, (row, call) in enumerate(zip(rows, calls, strict=True)):
            y = 32 + high * r
            page.text(left - 12, y + high / 2, call, "q s", "end")
            page.rect("hollow", left, y, 5 * cell, high - 4, 3)
            for k, entry in enumerate(row):
                x = left + cell * (k + 0.5)
                words = "–" if entry is None else said(entry)
                if k == 4:
                    with page.group("back", at=[2], wait=(2, 0.4 * (len(rows) - r))):
                        page.text(x, y + high / 2 - 2, words, "back b")
                else:
                    page.text(x, y + high / 2 - 2, words, "b" if k == 0 else "")
        end, bottom = left + 5 * cell + 14, 28 + high * len(rows)
        page.line((end, 34), (end, bottom), width=2)
        with page.group("back", at=[2]):
            page.line((end + 14, bottom), (end + 14, 34), width=2.6)
        words = "TYPE 1: an initial value, 3: +, 4: −, 5: ×. OPER: numbers of records."
        if not wide:
            words = "TYPE 1: initial, 3: +, 4: −, 5: ×"
        page.text(left, bottom + 20, words, "q s", "start")
        return page

    told = "; ".join(" ".join("–" if e is None else said(e) for e in row)
                     for row in rows)  # fmt: skip
    return Drawing(
        number,
        "The stack of the thesis for its own first example, with the names of its five "
        "entries. The last column (red) is filled on the way back.",
        f"A table with the columns {', '.join(HEADS)}, row by row: {told}.",
        draw,
        PARTS,
    )


# ---- a cell that is used again -------------------------------------------------------


def one_cell(number, slopes, right, wrong):
    """A memory cell written over twice, and what C holds for it on the way back.

    `right` and `wrong` are what C holds at first and after each row of the sweep.
    """
    ask(
        len(slopes) == 2 and len(right) == len(wrong) == 3,
        "Two rows have two slopes, and C has three states: at first and after each.",
    )

    def column(page, x, contents, words):
        page.text(x, 34, words, "s")
        for k, value in enumerate(contents):
            y = 54 + 62 * k
            page.rect("hollow", x - 36, y, 72, 30, 3)
            page.text(x, y + 15, said(value), "back b")
            if k + 1 < len(contents):
                page.line((x, y + 32), (x, y + 60), names="back", width=2)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 226)
        xs = (230, 500) if wide else (124, 250)
        column(page, xs[0], right, "taken out, then paid")
        column(page, xs[1], wrong, "left in")
        for x, words, name in ((xs[0], "right", "right b"), (xs[1], "wrong", "b")):
            page.text(x + 46, 193, words, f"{name} s", "start")
        for k, slope in enumerate(reversed(slopes)):
            y, row = 100 + 62 * k, len(slopes) - k
            left = (xs[0] - 62) if wide else 68
            name = f"row {row}: × 2 · {said(slope)}" if wide else f"row {row}"
            page.text(left, y, name, "q s", "end")
            a, b = right[k], wrong[k]
            if wide:
                page.text(xs[0] + 12, y, f"0 + {said(a)} · 2 · {said(slope)}", "q s",
                          "start")  # fmt: skip
                words = f"{said(b)} + {said(b)} · 2 · {said(slope)}"
                page.text(xs[1] + 12, y, words, "q s", "start")
        page.text((xs[0] + xs[1]) / 2, 12, "what C[1] holds, from the end", "b s")
        return page

    return Drawing(
        number,
        "$x ← x·x$, twice in one cell. What was gathered for the new value must be "
        "taken out before the row pays, or it is counted for the old value too.",
        f"Two columns of three boxes. Taken out first: {', '.join(map(said, right))}. "
        f"Left in: {', '.join(map(said, wrong))}.",
        draw,
    )


def squared(number, first, rows):
    """A memory cell that is squared a few times, and its C, for the reader to fill in.

    It begins with the number `first`, and each of the `rows` squares it.
    """
    ask(1 <= rows <= 4, "A phone has room for one to four rows.")
    values = [first]
    for _ in range(rows):
        values.append(values[-1] ** 2)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 190)
        half, gap = (34, 28) if wide else (22, 8)
        step = (room - 2 * half - 2 * gap) / rows
        xs = [gap + half + step * k for k in range(rows + 1)]
        page.text(xs[0] - half, 12, "what the cell holds", "q s", "start")
        page.text(xs[0] - half, 172, "what C[1] holds", "back s", "start")
        for k, (x, value) in enumerate(zip(xs, values, strict=True)):
            page.rect("hollow", x - half, 28, 2 * half, 30, 3)
            page.text(x, 43, said(value), "b")
            page.rect("hollow", x - half, 124, 2 * half, 30, 3)
            page.text(x, 139, "1" if k == rows else "?", "back b")
        for k in range(rows):
            start, end = xs[k] + half + 3, xs[k + 1] - half - 3
            page.line((start, 43), (end, 43))
            page.line((end, 139), (start, 139), names="back", width=2)
            page.text((start + end) / 2, 91, f"row {k + 1}", "q s")
            if wide:
                page.text((start + end) / 2, 30, "$x ← x·x$", "s")
        return page

    return Drawing(
        number,
        "One cell, three times $x ← x·x$. Above, what it holds as the program runs; "
        "below, from the right end, what gathers for it as the sweep comes back (red).",
        f"Above, boxes with {', '.join(map(said, values))}. Below, from the right, one "
        "with 1 and others with question marks; red arrows run from right to left.",
        draw,
    )


# ---- roundings -----------------------------------------------------------------------


def roundings(number, ways):
    """Two ways to one number, with what each rounding does to the end.

    `ways` has for each way its name, and its operations: what they are called, the
    derivative of the result by each, whether it is exact, and its value.
    """

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 168 if wide else 336)
        heard = [row for _, rows in ways for row in rows if not row[2]]
        most = max(abs(value) for _, _, _, value in heard)
        for w, (title, rows) in enumerate(ways):
            left, top = (20 + 350 * w, 0) if wide else (10, 172 * w)
            page.text(left, top + 12, title, "b", "start")
            for k, (name, c, exact, value) in enumerate(rows):
                x = left + 52 + 106 * k
                page.text(x, top + 40, name)
                page.box(x - 30, top + 52, 60, 24, said(value), learned=False, round=4)
                sizes = abs(value) / most, abs(value * c) / most
                words = f"$r_{k + 1}$" + " = 0" * exact, f"× {said(c)}"
                for row, (size, said_) in enumerate(zip(sizes, words, strict=True)):
                    kind = "quiet" if exact else ("lit", "back")[row]
                    width = 1 if exact else 0.8 + 8 * size
                    y = top + 78 + 44 * row
                    ends = (x, y + width / 2), (x, y + 36)  # round, below the box
                    page.line(*ends, names=kind, width=width)
                    kind = "q s" if exact else f"{kind} b"
                    page.text(x + 14, y + 14, said_, kind, "start")
        return page

    told = "; ".join(
        f"{title}: "
        + ", ".join(
            f"{name} = {said(value)}, {'exact' if exact else f'times {said(c)}'}"
            for name, c, exact, value in rows
        )
        for title, rows in ways
    )
    return Drawing(
        number,
        "Two ways to one number. Each value is rounded by a tiny $r$ (amber, as thick "
        "as the value is large), which is multiplied on its way to the result: red is "
        "as thick as what arrives. Grey: exact, so nothing is handed on. In the second "
        "way, hardly anything arrives.",
        f"{told}.",
        draw,
    )


# ---- marks on the way ----------------------------------------------------------------


def marks(number, steps=16, every=4):
    """A loop with a state kept now and then, and one stretch that is run again."""
    ask(
        steps % every == 0 and steps >= 3 * every,
        "The loop must have at least three stretches of the same length.",
    )
    first = steps - 2 * every

    def draw(room):
        wide = room >= WIDE
        page, left = Canvas(room, 168), 20
        step = (room - 2 * left) / steps
        for row, y in enumerate((36, 104)):
            for t in range(steps + 1):
                x, kept = left + step * t, t % every == 0 and t < steps
                taped = row == 1 and first <= t <= first + every
                gone = row == 1 and t > first + every
                with page.group("glow" if kept and not gone else "dim" if gone else ""):
                    if kept and not gone:
                        page.box(x - 6, y - 9, 12, 18, learned=False, round=2)
                    else:
                        page.dot(x, y, "" if taped else "quiet", 4 if taped else 2.6)
        page.line((left, 58), (room - left, 58))
        page.text(left, 12, "1 · run once, keep some states", "s", "start")
        a, b = left + step * first, left + step * (first + every)
        page.text(left, 80, "2 · run a stretch again, with a tape", "s", "start")
        page.line((a, 122), (b, 122))
        page.line((b, 134), (a, 134), names="back", width=3)
        words = "and sweep it"
        page.text((a + b) / 2, 152, words, "back s")
        words = "swept, and thrown away" if wide else "swept"
        page.text((b + room - left) / 2 + 4, 152, words, "q s")
        page.text((left + a) / 2, 152, "still to do" if wide else "to do", "q s")
        return page

    return Drawing(
        number,
        f"A loop of {steps} steps with a checkpoint (amber) at every {every}th state. "
        "Only one stretch is on a tape at a time.",
        f"A row of {steps} dots, every {every}th an amber box. Below, one stretch of "
        f"{every} is run forwards again and swept backwards; the stretches after it "
        "are pale.",
        draw,
    )


# ---- the letters of the chapter ------------------------------------------------------


def one_row(number, operands, made, arrived, below, caption, alternative):
    """Two operands, what was made of them, and in red what comes back.

    `operands` holds for each its value, the local derivative, and what it is paid.
    """

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 222)
        left, right = (200, 470) if wide else (70, 268)
        spots = (58, -1), (166, 1)
        for (value, local, paid), (y, way) in zip(operands, spots, strict=True):
            page.circle("hollow", left, y, 23)
            page.text(left, y, value)
            page.line((left + 24, y + 4 * way), (right - 22, 112 + 13 * way))
            back = (right - 25, 112 + 4 * way), (left + 24, y - 7 * way)
            page.line(*back, names="back", width=2.6)
            middle = (left + right) / 2, (y + 112) / 2 + 26 * way
            page.text(*middle, local, "b")
            page.text(left, y + 36 * way, paid, "back s")
        page.circle("hollow", right, 112, 23)
        page.text(right, 112, made)
        page.text(right + 34, 112, arrived, "back b", "start")
        page.text(right, 152, below[0] if wide else below[1], "q s")
        return page

    return Drawing(number, caption, alternative, draw)


def operation(number):
    """One product, 5 times 1: what it leaves on the tape, and what it pays back."""
    return one_row(
        number,
        [("5", "1", "+ 3 · 1 = 3"), ("1", "5", "+ 3 · 5 = 15")],
        "5",
        "3",
        ("the product of the two", "product"),
        "One operation, the product 5 · 1, forwards and back. Black, what it leaves on "
        "the tape: of which two values it was made, and its local derivative by each. "
        "Red, the sweep: if 3 has arrived at the product, each operand is paid 3 times "
        "the local derivative on its line.",
        "Two circles, 5 and 1, lead to a third, 5. From it, where 3 has arrived, red "
        "arrows lead back; they bring 3 times 1 and 3 times 5.",
    )


def symbols(number):
    """One row of the tape, with the symbol of each of its parts."""
    return one_row(
        number,
        [(f"$u_{x}$", f"$d_{x}$", "+ $c_{n,p} d_" + x + "$") for x in "jk"],
        "$u_p$",
        "$c_{n,p}$",
        ("row $p$: one operation", "row $p$"),
        "One row of the tape. Black: the value $u_p$ and its two local derivatives "
        "$d_j$ and $d_k$. Red: the derivative $c_{n,p}$ of the result by $u_p$, and "
        "what the row pays to its operands.",
        "Two circles, u j and u k, lead to a third, u p. From it red arrows lead back; "
        "they bring c times d j and c times d k.",
    )


# ---- a tape that writes itself -------------------------------------------------------

WRITTEN = [
    ("1", "**Two numbers to start from.** Each has a row, made of nothing."),
    (
        "2",
        "**The program says a + b.** Python asks the number $a$ what + means, and $a$ "
        "answers with the sum, and with one more row on the tape.",
    ),
    ("3", "**Then a − b**: the same, with 1 and −1."),
    ("4", "**The product**, made of rows 2 and 3. Each factor sees the other one."),
]


def written(number, names, values, rows):
    """The tape growing by a row with each operation of a program."""
    ask(
        len(names) == len(values) == len(rows) == 5,
        "The drawing tells of five values: give five names, values and rows.",
    )
    said_by = ("", "", "a + b", "a - b", "(a + b) * (a - b)")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 40 + 34 * len(rows))
        left, cell = (330, 58) if wide else (120, 42)
        for k, head in enumerate(("value", "J", "K", "Dj", "Dk")):
            page.text(left + cell * (k + 0.5), 14, head, "q s")
        for r, row in enumerate(rows):
            y, first = 28 + 34 * r, max(1, r)
            with page.group(at=range(first, 5)):
                page.rect("hollow", left, y, 5 * cell, 29, 3)
                if r > 1:
                    with page.group("glow", at=[first]):
                        page.rect("hollow", left, y, 5 * cell, 29, 3)
                page.text(left + cell / 2, y + 15, said(values[r]), "b")
                for k, entry in enumerate(row):
                    words = said(entry) if r > 1 else "–"
                    page.text(left + cell * (k + 1.5), y + 15, words)
                page.text(left - 12, y + 15, f"{r}   {names[r]}", "q s", "end")
            if wide and said_by[r]:
                with page.group(at=[first]):
                    page.text(20, y + 15, said_by[r], "b", "start")
                    page.line((170, y + 15), (left - 88, y + 15))
        return page

    told = "; ".join(f"{name} {said(v)}" for name, v in zip(names, values, strict=True))
    return Drawing(
        number,
        "The tape while the program runs. J and K are the rows of the operands, Dj and "
        "Dk the local derivatives.",
        f"A table that grows row by row: {told}; beside each the rows of its operands "
        "and two local derivatives.",
        draw,
        WRITTEN,
    )


# ---- what is rounded -----------------------------------------------------------------


def rounded(number, exact, bits=4):
    """A number between two that the machine has, and the one that it takes."""
    ask(1 <= exact <= 1.5 and bits == 4, "The line goes from 1 to 1.5, in 4 digits.")
    step = 2.0 ** (1 - bits)
    marks_ = [1 + step * k for k in range(5)]
    taken = round(exact / step) * step

    def draw(room):
        page, left = Canvas(room, 116), 40
        place = page.axis(left, 70, room - 2 * left, marks_[0], marks_[-1], marks_)
        for mark in marks_:
            page.dot(place(mark), 70, r=4)
        page.text(place(exact), 18, f"{said(exact)}, exactly", "b")
        page.line((place(exact), 28), (place(exact), 66))
        page.line((place(exact), 56), (place(taken), 56), names="lit", width=3)
        page.text((place(exact) + place(taken)) / 2, 40, "$r$", "lit b", "end")
        page.text(room / 2, 106, f"all that {bits} binary digits can say", "q s")
        return page

    return Drawing(
        number,
        f"With {bits} binary digits a machine has only the dots. What it writes is the "
        "nearest one, and $r$ is by how much that misses.",
        f"A line with dots at {', '.join(map(said, marks_))}. The exact number "
        f"{said(exact)} is moved to {said(taken)}.",
        draw,
    )


# ---- six steps -----------------------------------------------------------------------

SIX = (
    ("T1", "begin with 1", "for the result"),
    ("T2", "read", "row p"),
    ("T3", "take out,", "leave 0"),
    ("T4", "is nothing", "there?"),
    ("T5", "pay the", "operands"),
    ("T6", "one row", "up"),
)


def six_steps(number):
    """T1 to T6 as a way from box to box, with its two loops."""

    def draw(room):
        wide = room >= WIDE
        if wide:
            page, w, h = Canvas(room, 130), 100, 50
            spots = [(4 + 116 * k, 40) for k in range(6)]
        else:
            page, w, h = Canvas(room, 356), 190, 38
            spots = [(66, 8 + 58 * k) for k in range(6)]
        for k, ((x, y), (name, *words)) in enumerate(zip(spots, SIX, strict=True)):
            with page.group("glow" if name == "T3" else ""):
                page.box(x, y, w, h, learned=False)
            page.text(x + w / 2, y + (11 if wide else 12), name, "b s")
            lines = words if wide else [" ".join(words)]
            for line, part in enumerate(lines):
                page.text(x + w / 2, y + 26 + 13 * line, part, "q s")
            if k < 5 and wide:
                page.line((x + w + 1, y + h / 2), (x + 115, y + h / 2))
            elif k < 5:
                page.line((x + w / 2, y + h + 1), (x + w / 2, y + 57))
        loops = ((5, 1, 1), (3, 5, -1))
        for a, b, side in loops:
            (xa, ya), (xb, yb) = spots[a], spots[b]
            if wide:
                y = ya + h if side > 0 else ya
                far = y + 22 * side
                ends = (xa + w / 2 + 9 * side, y), (xb + w / 2 + 9 * side, y)
                page.line(ends[0], (ends[0][0], far), (ends[1][0], far), ends[1],
                          names="quiet")  # fmt: skip
            else:
                x = xa + w if side > 0 else xa
                far = x + 30 * side
                page.line((x, ya + h / 2 + 6), (far, ya + h / 2 + 6),
                          (far, yb + h / 2 - 6), (x, yb + h / 2 - 6),
                          names="quiet")  # fmt: skip
        if wide:
            page.text(room / 2 + 60, 122, "while there are rows", "q s")
            page.text(spots[4][0] + w / 2, 8, "if it is 0", "q s")
        return page

    return Drawing(
        number,
        "The six steps of 1976. A row is read, what has gathered for the cell that it "
        "wrote is taken out (amber), and its operands are paid.",
        "Six boxes in a row, T1 to T6, with an arrow back from T6 to T2 and one from "
        "T4 past T5 to T6.",
        draw,
    )


# ---- a value that is repeated --------------------------------------------------------


def repeated(number, rows=6, columns=2):
    """A row of biases that is added to every case, and what comes back to it."""
    back = [[(3 * r + 2 * c) % 4 - 1 for c in range(columns)] for r in range(rows)]
    total = [sum(column) for column in zip(*back, strict=True)]

    def draw(room):
        wide = room >= WIDE
        page, cell, gap = Canvas(room, 196), 26, 64 if wide else 48
        middle, across = 30 + cell * rows / 2, columns * cell
        for left, name in zip(
            (110, 410) if wide else (10, 186), ("", "back"), strict=True
        ):
            table = left + across + gap
            single = {"values": total, "digits": 0} if name else {"values": columns}
            shown = {"role": name or "quiet", "cell": cell, "largest": 12}
            page.strip(left, middle - cell / 2, **shown, **single)
            for r in range(rows):
                y = 30 + cell * r
                row = {"values": back[r], "digits": 0} if name else {"values": columns}
                page.strip(table, y, **shown, **row)
                near, far = (left + across + 3, middle), (table - 3, y + cell / 2)
                ends = (far, near) if name else (near, far)
                page.line(*ends, names=name, width=1.2)
            words = "added up for the biases" if name else "used for every case"
            page.text((left + table + across) / 2, 10, words, "back s" if name else "s")
        return page

    return Drawing(
        number,
        "Left, a row of biases is added to every row of a table. Right, so what comes "
        "back to every row of the table is added up for the biases, column by column "
        "(red).",
        f"Left, arrows from one row of {columns} cells to {rows} rows. Right, red "
        f"arrows from {rows} rows of numbers back to one row with their sums, "
        f"{' and '.join(map(str, total))}.",
        draw,
    )


# ---- halves of halves ----------------------------------------------------------------


def halves(number, steps=16):
    """A loop cut in two again and again; the order in which the pieces are swept."""
    ask(steps in (4, 8, 16, 32), "Only a power of two can be halved to the end.")

    def draw(room):
        page, left = Canvas(room, 152), 16
        unit, row, size = (room - 2 * left) / steps, 0, steps
        while size >= 1:
            y = 24 + 28 * row
            for k in range(steps // size):
                x = left + k * size * unit
                lit = k == steps // size - 1
                with page.group("glow" if lit else ""):
                    page.box(x + 1, y - 8, size * unit - 2, 16, learned=False, round=3)
            row, size = row + 1, size // 2
        page.line((room - left, 24 + 28 * row - 10), (left, 24 + 28 * row - 10),
                  names="back", width=2.6)  # fmt: skip
        return page

    return Drawing(
        number,
        f"A loop of {steps} steps, halved until a stretch is one step long. Amber: "
        "what is open when the last step is swept; then one after another, to the left "
        "(red).",
        f"Five rows of boxes: one box of {steps} steps, two of {steps // 2}, and so on "
        f"to {steps} of one step. The last box of each row is amber.",
        draw,
    )


# ---- who came before, and who came after ---------------------------------------------

YEARS = (
    (1960, "Kelley", 0),
    (1961, "Bryson", 0),
    (1962, "Dreyfus", 0),
    (1964, "Wengert", 1),
    (1970, "Linnainmaa", 1),
    (1971, "Ostrovskii …", 0),
    (1974, "Werbos", 2),
    (1976, "Linnainmaa", 1),
    (1980, "Speelpenning", 1),
    (1982, "Werbos", 2),
    (1983, "Baur, Strassen", 1),
    (1985, "Parker, Le Cun", 2),
    (1986, "Rumelhart …", 2),
)
LANES = "control and chemistry", "programs", "learning"


def years(number):
    """Those who carried derivatives through computations, year by year, in lanes."""

    def draw(room):
        wide = room >= WIDE
        if wide:
            page, left = Canvas(room, 288), 20
            place = page.axis(left, 264, room - 70, 1959, 1987, (1960, 1970, 1980))
            for lane, name in enumerate(LANES):
                y = 34 + 82 * lane
                page.path("line quiet hair", f"M{left} {y}H{room - 20}")
                page.text(left, y - 18, name, "q s", "start")
            seen = {}
            for year, name, lane in YEARS:
                x, y = place(year), 34 + 82 * lane
                k = seen[lane] = seen.get(lane, -1) + 1
                lit = year == 1970
                page.dot(x, y, "lit" if lit else "", 6 if lit else 4)
                page.text(x, y + 16 + 14 * (k % 3), f"{year} {name}",
                          "lit b s" if lit else "s")  # fmt: skip
            return page
        page = Canvas(room, 24 * len(YEARS) + 10)
        for k, (year, name, lane) in enumerate(YEARS):
            y, lit = 16 + 24 * k, year == 1970
            page.dot(66, y, "lit" if lit else "", 6 if lit else 4)
            page.text(52, y, str(year), "q s", "end")
            page.text(82, y, name, "lit b" if lit else "", "start")
            page.text(room - 4, y, LANES[lane], "q s", "end")
        page.path("line quiet hair", f"M66 6V{24 * len(YEARS) + 4}")
        return page

    told = ", ".join(f"{year} {name}" for year, name, _ in YEARS)
    return Drawing(
        number,
        "Three trades carried derivatives through computations, and hardly knew of one "
        "another.",
        f"Dots on three lines, {', '.join(LANES)}: {told}.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield order("4.7")
    a, b = 3, 2
    rows = [
        [a, 1, None, None, 2 * a],
        [b, 1, None, None, -2 * b],
        [a + b, 3, 1, 2, a - b],
        [a - b, 4, 1, 2, a + b],
        [a * a - b * b, 5, 3, 4, 1],
    ]
    calls = ["1  A", "2  C", "3  LADD(A,C)", "4  LSUB(A,C)", "5  LMUL"]
    yield records("4.8", rows, calls)
    yield one_cell("4.24", [1.5, 2.25], [1, 4.5, 13.5], [1, 5.5, 22])
    plain = [("a·a", 1, 0, 1.002), ("b·b", -1, 1, 1), ("difference", 1, 1, 0.002)]
    product = [("a + b", 0.001, 0, 2.001), ("a − b", 2.001, 1, 0.001)]
    product += [("product", 1, 0, 0.002)]
    ways = [("a·a − b·b", plain), ("(a + b)·(a − b)", product)]
    yield roundings("4.21", ways)
    yield marks("4.16")
    yield operation("4.10")
    yield symbols("4.31")
    names = ["a", "b", "a + b", "a − b", "product"]
    tape = [(0, 0, 0, 0), (0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 1, -1), (2, 3, 1, 5)]
    yield written("4.9", names, [3, 2, 5, 1, 5], tape)
    yield rounded("4.20", 1.3)
    yield six_steps("4.23")
    yield repeated("4.19")
    yield squared("4.29", 2, 3)
    yield halves("4.30")
    yield years("4.25")
