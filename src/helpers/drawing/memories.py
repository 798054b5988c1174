"""Chapter 11: what a cell keeps, as its exercises ask for it."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed

# ---- one cell over a text ------------------------------------------------------------


def in_lines(text, most):
    """The row and the column of each letter: rows end between words and paragraphs."""
    row = column = 0
    for i, letter in enumerate(text):
        word = text[i:].split()[0] if text[i:].split() else ""
        begins = i and text[i - 1] in " \n"
        if column and begins and (text[i - 1] == "\n" or column + len(word) > most):
            row, column = row + 1, 0
        yield row, column, letter
        column += 1


def clock(number, text, states, gate, caption, shut=0.8):
    """One cell's state over each letter of a text; amber where its gate is not open.

    `gate` has for every letter how far its forget gate is open.
    """
    if not len(text) == len(states) == len(gate):
        raise ValueError("Every letter needs one state and one gate.")
    most = max(map(abs, states)) or 1

    def draw(room):
        per_row, cell = (62, 11) if room >= WIDE else (30, 11)
        left, high = (room - per_row * cell) / 2, 68
        places = list(in_lines(text, per_row))
        page = Canvas(room, high * (places[-1][0] + 1))
        for (row, column, letter), state, open_ in zip(
            places, states, gate, strict=True
        ):
            x, floor = left + column * cell, high * row + 40
            tall = 36 * abs(state) / most
            kind = "p" if state > 0 else "n"
            page.rect(kind, x, floor - tall, cell, tall, more=' fill-opacity="0.58"')
            if open_ < shut:
                with page.group("lit"):
                    page.rect("bar", x, floor + 21, cell - 1, 4)
            sign = {" ": "", "\n": "¶"}.get(letter, letter)
            if sign:
                page.text(x + cell / 2, floor + 11, sign, "w" if sign != "¶" else "q")
        return page

    lows = [text[max(0, k - 6) : k + 1] for k, o in enumerate(gate) if o < shut]
    said = ", ".join(repr(low.replace("\n", "¶")) for low in lows)
    return Drawing(
        number,
        caption,
        f"{len(text)} letters with a bar over each, which grows along each sentence. "
        f"The forget gate falls below {printed(shut, 1)} at the end of {said}.",
        draw,
    )


# ---- gates without the loop ----------------------------------------------------------


def linear(number, steps=4):
    """Gates that wait for the last output, and gates that need only the input."""

    def row(page, room, top, waits, words):
        pitch = (room - 60) / steps
        page.text(12, top + 10, words, "b", "start")
        road = top + 46
        page.line((12, road), (room - 14, road), names="belt", head=False)
        page.line((12, road), (room - 10, road), width=2)
        for t in range(steps):
            x = 52 + pitch * t
            with page.group("" if waits and t else "glow"):
                page.box(x - 24, road + 44, 48, 30, "gates")
            page.line((x, road + 44), (x, road + 12), names="control", width=2)
            page.sign(x, road, "+", 9)
            page.line((x, road + 104), (x, road + 76))
            page.text(x, road + 116, f"$x_{t + 1}$")
            if waits and t + 1 < steps:
                bend = x + pitch / 2
                page.line(
                    (x + 10, road + 2),
                    (bend - 4, road + 2),
                    (bend - 4, road + 59),
                    (x + pitch - 26, road + 59),
                    names="lit",
                )

    def draw(room):
        page = Canvas(room, 366)
        row(page, room, 0, True, "the gates see the last output")
        row(page, room, 190, False, "the gates see the input alone")
        return page

    return Drawing(
        number,
        "Above, the cells of this chapter: the gates of each step wait (amber arrows) "
        "for what the step before has put out. Below, nothing waits: all "
        f"{steps} gates can be computed at once (amber), and the road by a tree.",
        f"Two rows of {steps} gates under a road. Above, an arrow leads from each step "
        "to the gates of the next; below there is none.",
        draw,
    )


# ---- what is held, step by step ------------------------------------------------------


def states(number, rows, asked):
    """The first states of some cells as bars, and a mark where one is asked for.

    `rows` has the first states of each cell by its name, `asked` the step in words.
    """
    most = max(value for row in rows.values() for value in row)

    def draw(room):
        wide = room >= WIDE
        left = 150 if wide else 8
        high = 84 if wide else 104
        page = Canvas(room, high * len(rows) + 26)
        count = max(map(len, rows.values()))
        step = (room - left - 96) / count
        for k, (name, values) in enumerate(rows.items()):
            floor = high * (k + 1) - 2
            if wide:
                page.text(left - 16, floor - 22, name, "", "end")
            else:
                page.text(left, floor - 88, name, "q s", "start")
            for t, value in enumerate(values):
                x, tall = left + step * t, 50 * value / most
                with page.group("positive"):
                    page.rect("bar", x + 4, floor - tall, step - 8, tall, round=1)
                page.text(x + step / 2, floor - tall - 11, printed(value, 2), "s")
            x = left + step * count + 54
            page.text(x, floor - 24, "?", "lit b")
            page.text(x - 34, floor - 24, "…", "q")
            page.text(x, high * len(rows) + 14, asked[k] if k else "", "q s")
            if not k and len(set(asked)) > 1:
                page.text(x, floor - 4, asked[0], "q s")
        for t in range(count):
            page.text(left + step * (t + 0.5), high * len(rows) + 14, str(t + 1), "q s")
        return page

    said = "; ".join(
        f"{name}: {', '.join(printed(v, 2) for v in row)}" for name, row in rows.items()
    )
    return Drawing(
        number,
        "The states after the first steps. What stands where the question mark is?",
        f"Bars of the first states, then a question mark. {said}.",
        draw,
    )


def half(number, steps=7):
    """A state that nothing is added to, with half of it left after some steps."""
    if steps < 1:
        raise ValueError("A state needs at least one step to lose its half.")
    shown = 2 * steps

    def draw(room):
        left, high = 20, 92
        step = (room - 2 * left) / (shown + 1)
        page = Canvas(room, high + 52)
        floor = high + 8
        for t in range(shown + 1):
            tall = 80 * 0.5 ** (t / steps)
            with page.group("lit" if t == steps else "positive"):
                page.rect(
                    "bar", left + step * t + 2, floor - tall, step - 4, tall, round=1
                )
        for t, words in ((0, "1"), (steps, "½"), (shown, "¼")):
            x, tall = left + step * (t + 0.5), 80 * 0.5 ** (t / steps)
            page.text(x, floor - tall - 11, words, "b")
        for t, words in ((0, "0"), (steps, f"$n$ = {steps}"), (shown, f"{shown}")):
            page.text(left + step * (t + 0.5), floor + 16, words, "q s")
        page.text(room / 2, floor + 36, "steps", "q s")
        return page

    return Drawing(
        number,
        f"A state that nothing is added to, with $n$ = {steps}: every {steps} steps it "
        "loses half of what it still is (amber, the first half).",
        f"Bars that fall from 1 to a half after {steps} steps and to a quarter after "
        f"{shown}.",
        draw,
    )


# ---- one gate for two valves ---------------------------------------------------------


def tied(number):
    """A road with one gate for both of its valves."""

    def draw(room):
        left, right = (120, room - 120) if room >= WIDE else (28, room - 28)
        page = Canvas(room, 196)
        road = 40
        page.line((left, road), (right, road), names="belt", head=False)
        page.line((left, road), (right + 4, road), width=2)
        page.text(left, road - 18, "$c_{t-1}$", "", "start")
        page.text(right, road - 18, "$c_t$", "", "end")
        f, g = (left + (right - left) * share for share in (0.3, 0.68))
        page.line((g, 146), (g, road + 11))
        page.line((f, 146), (f, road + 11), names="control", width=2)
        page.line((f, 96), (g - 11, 96), names="control", width=2)
        page.sign(f, road, "x", 9)
        page.sign(g, road, "+", 9)
        page.sign(g, 96, "x", 9)
        page.text((f + g) / 2, 82, "1 − $f$", "b")
        with page.group("glow"):
            page.box(f - 27, 146, 54, 32, "σ")
        page.box(g - 27, 146, 54, 32, "tanh")
        page.text(f + 40, 138, "$f$", "", "middle")
        page.text(g + 40, 138, "$g$", "", "middle")
        return page

    return Drawing(
        number,
        "One gate (amber) opens two valves: as much as is forgotten, so much may be "
        "written.",
        "A road with a valve of gate f on it; 1 − f opens the valve of the proposal.",
        draw,
    )


# ---- what is to be kept --------------------------------------------------------------


def wanted(number, bits, keep, ask):
    """A sequence of bits with its marks, and what is to be said at each step."""
    marked = sorted({*keep, *ask})
    if not marked or not all(0 <= t < len(bits) for t in marked):
        raise ValueError("Marks stand at steps of the sequence, and there is one.")
    held, said = 0, []
    for t, bit in enumerate(bits):
        held = bit if t in keep else held
        said.append(held if t in ask else 0)
    rows = {
        "bit": bits,
        "keep": [int(t in keep) for t in range(len(bits))],
        "ask": [int(t in ask) for t in range(len(bits))],
        "to be said": said,
    }

    def draw(room):
        left = 104 if room >= WIDE else 74
        step = (room - left - 4) / len(bits)
        page = Canvas(room, 36 * len(rows) + 6)
        for k, (name, row) in enumerate(rows.items()):
            y = 36 * k + 20
            page.text(left - 10, y, name, "q s", "end")
            for t, value in enumerate(row):
                x = left + step * (t + 0.5)
                sign = "1" if k in (1, 2) else "−+"[value > 0] + "1" * (room >= WIDE)
                if not value:
                    page.dot(x, y, "quiet", 1.4)
                elif k == 0:
                    page.text(x, y, sign, "b" if t in keep else "q")
                else:
                    page.text(x, y, sign, "right b" if k == 3 else "lit b")
        return page

    return Drawing(
        number,
        "Such a sequence, only shorter. At *ask* the bit of the last *keep* is to be "
        "said (green), and nothing at any other step.",
        f"{len(bits)} bits; kept at the steps {', '.join(str(t + 1) for t in keep)}, "
        f"asked for at {', '.join(str(t + 1) for t in ask)}.",
        draw,
    )


# ---- padding -------------------------------------------------------------------------


def padded(number, rows):
    """Sentences with padding, and the same turned round as a whole."""
    longest = max(map(len, rows), default=0)
    if not longest:
        raise ValueError("A batch has at least one word.")
    rows = [[*row, *[""] * (longest - len(row))] for row in rows]

    def batch(page, x, y, width, lines, title):
        page.text(x, y + 8, title, "q s", "start")
        cell = width / longest
        for r, line in enumerate(lines):
            for c, word in enumerate(line):
                left, top = x + cell * c, y + 24 + 30 * r
                page.rect("hollow" if word else "edge quiet", left, top, cell, 26)
                page.text(left + cell / 2, top + 13, word or "0", "" if word else "q s")

    def draw(room):
        wide = room >= WIDE
        high = 34 + 30 * len(rows)
        page = Canvas(room, high if wide else 2 * high + 8)
        width = room / 2 - 20 if wide else room - 4
        turned = [line[::-1] for line in rows]
        batch(page, 2, 0, width, rows, "a batch")
        x, y = (room / 2 + 16, 0) if wide else (2, high + 8)
        batch(page, x, y, width, turned, "turned as a whole: wrong")
        return page

    return Drawing(
        number,
        "A batch with padding (0), and the same turned round as a whole: the layer "
        "that reads backwards meets the padding first.",
        f"{len(rows)} sentences with zeros on their right; turned, the zeros stand on "
        "the left.",
        draw,
    )


# ---- lengths -------------------------------------------------------------------------


def lengths(number, rows):
    """What lengths networks have learned, and on which they are tested.

    `rows` has by a name the shortest and the longest learned, and the one tested.
    """
    far = max(map(max, rows.values()))

    def draw(room):
        wide = room >= WIDE
        left = 150 if wide else 14
        high = 46 if wide else 60
        page = Canvas(room, high * len(rows) + 44)
        bottom = high * len(rows) + 4
        ticks = [*range(0, far + 1, 50)]
        place = page.axis(left, bottom, room - left - 70, 0, far, ticks, "steps")
        for k, (name, (low, top, test)) in enumerate(rows.items()):
            y = high * (k + 1) - 16
            if wide:
                page.text(left - 16, y, name, "", "end")
            else:
                page.text(left, y - 24, name, "q s", "start")
            with page.group("positive"):
                wide_bar = max(place(top) - place(low), 5)
                page.rect("bar", place(low) - 2, y - 8, wide_bar, 16, round=2)
            page.line(
                (place(test), y - 11),
                (place(test), y + 11),
                names="lit",
                width=4,
                head=False,
            )
            page.text(place(test) + 10, y, f"{test}", "lit b", "start")
        return page

    said = "; ".join(
        f"{name}: learned {low} to {top}, tested on {test}"
        for name, (low, top, test) in rows.items()
    )
    return Drawing(
        number,
        "Blue, the lengths that a network learns on; amber, the length that it is "
        "tested on.",
        f"Lengths on one axis. {said}.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    told = "It was so. Was it?\nNo."
    counts = [min(k, 8) - 4 for k in range(len(told))]
    gate = [0.5 if sign in ".?" else 0.99 for sign in told]
    yield clock("11.59", told, counts, gate, "A state over a text.")
    yield linear("11.60")
    yield states(
        "11.61",
        {"1997": [0.4, 0.8, 1.2], "2000": [0.4, 0.7, 0.925]},
        ["step 20", "in the end"],
    )
    yield half("11.62")
    yield tied("11.63")
    bits = [1, -1, -1, 1, -1, 1, 1, 1, -1, -1, 1, -1]
    yield wanted("11.64", bits, [1, 7], [4, 11])
    yield padded("11.65", [["a", "good", "film"], ["dull"]])
    yield lengths("11.66", {"before": (100, 100, 200), "now": (20, 60, 90)})
