"""Chapter 10: Elman's network, the loop that writes, two layers, sums as a tree."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.canvas import within
from helpers.drawing.letters import shown

# ---- Elman's network -----------------------------------------------------------------


def elman(number, inputs=5, hidden=20, outputs=5):
    """Elman's network: hidden units whose copy is an input at the next step."""

    def draw(room):
        wide = room >= WIDE
        page, middle = Canvas(room, 258), room * (0.5 if wide else 0.54)
        cell = 13 if wide else 9
        hide = middle - hidden * cell / 2 + (60 if wide else 4)

        def row(x, y, count, words, under=28):
            page.strip(x, y, count, cell=cell, high=16)
            page.text(x + count * cell / 2, y + under, words, "q s")
            return x + count * cell / 2

        top = row(
            hide + (hidden - outputs) * cell / 2, 26, outputs, "next letter", under=-12
        )
        here = hide + hidden * cell / 2
        page.strip(hide, 104, hidden, cell=cell, high=16)
        page.text(hide, 90, f"{hidden} hidden units", "q s", "start")
        below = row(hide - (inputs * cell + 24), 204, inputs, "letter")
        copy = row(hide, 204, hidden, "the same, one step before")
        page.line((here, 102), (top, 46))
        page.line((below, 202), (here - 40, 123))
        page.line((copy, 202), (here, 123))
        end = hide + hidden * cell
        page.line(
            (end, 112),
            (end + 22, 112),
            (end + 22, 212),
            (end + 2, 212),
            names="lit",
        )
        page.text(end + 30, 162, "copy", "lit s", "start")
        return page

    return Drawing(
        number,
        f"Elman’s network: {inputs} inputs, {hidden} hidden units, {outputs} "
        f"outputs, and "
        "the one new thing, in amber: after each step the hidden units are copied, and "
        "the copy is read at the next.",
        "Input cells and context cells lead to hidden cells, these to output cells; an "
        "amber arrow leads from the hidden cells back to the context cells.",
        draw,
    )


# ---- the loop that writes ------------------------------------------------------------


def writing(number, beginning, drawn):
    """A network reads a beginning, and then each letter that it has drawn itself."""
    within(len(beginning), 1, 12, "letters that are given")
    letters = beginning + drawn
    within(len(letters), len(beginning) + 1, 13, "letters, given and written")

    def draw(room):
        step = min((room - 10) / len(letters), 62)
        left, page = (room - step * len(letters)) / 2, Canvas(room, 168)
        for t, letter in enumerate(letters):
            x, own = left + step * (t + 0.5), t >= len(beginning)
            page.box(x - 12, 66, 24, 24, round=7)
            page.line((x, 114), (x, 92))
            page.text(x, 128, shown(letter), "w right" if own else "w")
            if t:
                page.line((x - step + 13, 78), (x - 14, 78))
            if t >= len(beginning) - 1 and t + 1 < len(letters):
                page.line((x, 65), (x, 46))
                page.text(x, 32, shown(letters[t + 1]), "w right")
                after = x + step
                page.line(
                    (x + 9, 32),
                    (x + step / 2, 32),
                    (x + step / 2, 128),
                    (after - 9, 128),
                    names="right",
                )
        page.text(left + 2, 156, "given", "q s", "start")
        own = left + step * len(beginning) + 4
        page.text(own, 156, "written by the network", "right s", "start")
        return page

    return Drawing(
        number,
        "Reading and writing are one network. While there is text it reads; then it "
        "draws a letter from its own prediction (green) and reads that.",
        f"A row of cells reads {beginning}; from there each output letter, {drawn}, is "
        "handed to the next cell as its input.",
        draw,
    )


# ---- one answer, at the end ----------------------------------------------------------


def one_answer(number, words="a film to see again"):
    """A network that answers once, at the end: where its error enters."""
    words = words.split()
    within(len(words), 1, 7, "words")

    def draw(room):
        step, page = min(room / (len(words) + 0.8), 116), Canvas(room, 176)
        left = (room - step * (len(words) + 0.8)) / 2
        for t, word in enumerate(words):
            x = left + step * (t + 0.5)
            page.text(x, 162, word, "w")
            page.line((x, 148), (x, 116))
            page.box(x - 18, 80, 36, 34, f"$h_{t + 1}$", round=8)
            if t:
                page.line((x - step + 20, 92), (x - 20, 92))
                with page.group("back"):
                    page.line((x - 20, 104), (x - step + 20, 104), width=2.4)
        page.line((x, 79), (x, 46))
        page.text(x, 34, "good or bad?")
        with page.group("back"):
            page.line((x + 12, 46), (x + 12, 79), width=2.4)
            page.text(x + 20, 64, "dh", "back s", "start")
        return page

    return Drawing(
        number,
        "One answer, after the last word. The error enters there and nowhere else, and "
        "everything that an earlier state owes it comes back along the chain (red).",
        f"A chain of {len(words)} cells reads {' '.join(words)}; only the last one has "
        "an output, where the red arrow dh enters; red arrows lead back from cell to "
        "cell.",
        draw,
    )


# ---- two layers ----------------------------------------------------------------------


def two_layers(number, letters="girl"):
    """Two recurrent layers, one above the other, each with a memory of its own."""
    within(len(letters), 1, 6, "letters")

    def draw(room):
        step = min(room / (len(letters) + 1), 110)
        left, page = (room - step * len(letters)) / 2, Canvas(room, 216)
        for t, letter in enumerate(letters):
            x = left + step * (t + 0.5)
            page.text(x, 202, letter, "w")
            page.line((x, 188), (x, 164))
            page.line((x, 128), (x, 104))
            page.line((x, 68), (x, 44))
            for y, name in ((134, "1"), (74, "2")):
                with page.group("glow" if name == "2" else ""):
                    page.box(x - 18, y - 6, 36, 34, f"$h^{name}_{t + 1}$", round=8)
                if t:
                    page.line((x - step + 20, y + 11), (x - 20, y + 11))
            page.text(x, 30, "$o$")
        return page

    return Drawing(
        number,
        "Two recurrent layers. The second one (amber) reads the states of the first, "
        "and has states of its own. The upper number is the layer, the lower one the "
        "time.",
        "Two rows of cells above a row of letters; arrows lead upwards, and in each "
        "row "
        "from cell to cell.",
        draw,
    )


# ---- counting without an end ---------------------------------------------------------


def odd_so_far(number, bits):
    """A cell of two units that is to say of each beginning of a row whether it is odd.

    `bits` is the row of zeros and ones that it reads.
    """
    if set(bits) - {0, 1} or not bits:
        raise ValueError("The cell counts ones: give it a row of zeros and ones.")
    within(len(bits), 1, 10, "bits")

    def draw(room):
        step = min((room - 60) / len(bits), 80)
        left, page = (room - step * len(bits) - 50) / 2 + 50, Canvas(room, 190)
        page.text(left - 4, 28, "odd?", "right s", "end")
        page.text(left - 4, 162, "bit", "q s", "end")
        page.text(left - 4, 94, "state", "q s", "end")
        for t, bit in enumerate(bits):
            x = left + step * (t + 0.5)
            page.box(x - 13, 68, 26, 52, round=7)
            page.circle("hollow", x, 82, 7.5)
            page.circle("hollow", x, 106, 7.5)
            page.line((x, 148), (x, 122))
            page.text(x, 162, str(bit))
            page.line((x, 67), (x, 44))
            page.text(x, 28, str(sum(bits[: t + 1]) % 2), "b right")
            if t:
                with page.group("lit"):
                    page.line((x - step + 13, 94), (x - 14, 94), names="lit")
        return page

    wanted = ", ".join(str(sum(bits[: t + 1]) % 2) for t in range(len(bits)))
    return Drawing(
        number,
        "Two ReLU units read bits from below. Above, in green, what they have to say "
        "after each: 1 if the number of ones so far is odd. All that they may keep is "
        "two numbers (amber).",
        f"A row of cells with two units each reads {', '.join(map(str, bits))}; what "
        f"is wanted above them is {wanted}.",
        draw,
    )


# ---- sums as a tree ------------------------------------------------------------------


def scan(number, count=8):
    """The sums of all beginnings of a row: one after the other, and as a tree."""
    within(count, 2, 8, "numbers")

    def chain(page, x, y, step):
        for k in range(count):
            page.box(x + step * k, y, step - 8, 18, str(k + 1), learned=False, round=4)
            if k:
                page.line((x + step * k - 8, y + 9), (x + step * k - 1, y + 9))
        page.text(x, y + 40, f"one after the other: {count - 1} steps", "q s", "start")

    def tree(page, x, y, step):
        row, reach = 0, 1
        while reach <= count:
            high = y - 40 * row
            for k in range(count):
                done = k < reach
                with page.group("glow" if done else ""):
                    page.box(x + step * k, high, step - 8, 18, learned=False, round=4)
                if row:
                    half = reach // 2
                    page.line(
                        (x + step * k + 8, high + 40), (x + step * k + 8, high + 20)
                    )
                    if k >= half:
                        start = x + step * (k - half) + step - 14, high + 39
                        page.line(start, (x + step * k + 4, high + 20), width=1)
            row, reach = row + 1, reach * 2
        words = f"as a tree: {row - 1} steps, whole rows at once"
        page.text(x, y + 32, words, "q s", "start")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 190 if wide else 270)
        step = 38
        chain(page, 2, 130 if wide else 14, step)
        tree(page, room - count * step + 6, 138 if wide else 222, step)
        return page

    return Drawing(
        number,
        "The sums of the first one, two, three … numbers of a row. Left, as a "
        "recurrence "
        "adds them up. Right, each row adds to every number the one 1, 2, 4 places "
        "before "
        "it; amber is finished. Here every factor is 1.",
        f"A chain of {count} boxes, and beside it four rows of {count} boxes joined by "
        "arrows of growing reach.",
        draw,
    )


# ---- what a remedy would look like ---------------------------------------------------


def remedy(number, steps=6):
    """A way through time on which nothing is multiplied, with a gate before it."""
    within(steps, 1, 8, "steps")

    def draw(room):
        page, left, step = Canvas(room, 128), 40, (room - 80) / steps
        page.line((8, 40), (room - 8, 40), names="belt", head=False)
        page.line((8, 40), (room - 4, 40), width=2)
        with page.group("back"):
            page.line((room - 10, 54), (12, 54), width=5)
        for t in range(steps):
            x = left + step * (t + 0.5)
            with page.group("glow"):
                page.sign(x, 40, "+", 9)
                page.box(x - 15, 82, 30, 24, "?")
            page.line((x, 80), (x, 51), names="control")
        page.text(room / 2, 12, "× 1 at every step", "q s")
        return page

    return Drawing(
        number,
        "What a remedy would have to look like: a way through time on which nothing is "
        "multiplied, so that the gradient (red) arrives as thick as it left, and at "
        "each step something that decides what is let in.",
        "A straight road from left to right, a red arrow of constant thickness back "
        "along it, and at each step a box with a question mark that leads to a plus.",
        draw,
    )


# ---- the letters of the chapter ------------------------------------------------------


def symbols(number):
    """One step of the cell, with the symbol of each of its parts."""

    def draw(room):
        wide = room >= WIDE
        page, x = Canvas(room, 270), room / 2
        out = 150 if wide else 106
        page.box(x - 30, 108, 60, 48, "$h_t$", round=9)
        page.line((x - out, 132), (x - 32, 132))
        page.line((x + 31, 132), (x + out, 132))
        page.line((x, 206), (x, 158))
        page.line((x, 106), (x, 66))
        page.box(x - 34, 30, 68, 34, "softmax", learned=False)
        page.line((x, 29), (x, 10))
        page.text(x - out - 8, 132, "$h_{t-1}$", "", "end")
        page.text(x + out + 8, 132, "$h_{t+1}$", "", "start")
        page.text(x, 222, "$x_t$")
        page.text(x + 14, 6, "$ŷ_t$", "", "start")
        page.text(x + 12, 84, "$V$, $c$", "", "start")
        page.text((x - out + x - 30) / 2, 118, "$W$")
        page.text((x + out + x + 30) / 2, 118, "$W$")
        page.text(x + 12, 182, "$U$", "", "start")
        page.text(x - 38, 148, "$b$, tanh", "s", "end")
        page.text(x - 12, 84, "$o_t$", "q", "end")
        with page.group("back"):
            page.line((x + out, 146), (x + 33, 146), width=3)
        page.text((x + out + x + 30) / 2, 166, "$W^\\top d_{t+1}$", "back")
        return page

    return Drawing(
        number,
        "One step of the cell with all its symbols. A filled box has weights that are "
        "learned. Red: the gradient that comes from later steps.",
        "A cell h t; arrows through W from the state before and to the state after, "
        "through U from the input, through V to a softmax.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield elman("10.31")
    yield writing("10.32", "onc", "e up")
    yield two_layers("10.33")
    yield scan("10.34")
    yield remedy("10.35")
    yield symbols("10.36")
    yield one_answer("10.37")
    yield odd_so_far("10.38", [1, 1, 0, 1])
