"""Chapter 10: how a text becomes lessons, and what it costs to foretell it."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.canvas import listed, point, within
from helpers.drawing.letters import shown

# ---- inputs and targets --------------------------------------------------------------


def shifted(number, word):
    """A word as inputs and as targets: the same letters, moved by one place."""
    if len(word) < 2:
        raise ValueError(
            f"A lesson needs two letters at least, and {word!r} has fewer."
        )
    within(len(word), 2, 7, "letters")
    inputs, targets = word[:-1], word[1:]

    def draw(room):
        pitch = min((room - 110) / len(inputs), 96)
        left = (room - pitch * len(inputs) - 84) / 2 + 84
        page = Canvas(room, 176)
        page.text(left - 22, 30, "wanted", "right s", "end")
        page.text(left - 22, 146, "read", "q s", "end")
        for t, (low, high) in enumerate(zip(inputs, targets, strict=True)):
            x = left + pitch * (t + 0.5)
            page.box(x - 15, 74, 30, 28, f"$h_{t + 1}$", round=7)
            page.line((x, 132), (x, 104))
            page.text(x, 146, shown(low), "w")
            page.line((x, 73), (x, 46))
            page.text(x, 30, shown(high), "w right")
            if t:
                page.line((x - pitch + 15, 88), (x - 16, 88))
                before = x - pitch
                middle = x - pitch / 2
                page.line(
                    (before + 9, 32), (middle, 32), (middle, 146), (x - 9, 146),
                    names="lit control",
                )  # fmt: skip
        return page

    return Drawing(
        number,
        f"*{word}*, {len(inputs)} lessons. After each letter the next one is wanted "
        "(green), and that is what the network reads one step later (dotted): the "
        "targets are the inputs, moved by one place.",
        f"A row of cells reads {', '.join(inputs)}; above them stand the targets, "
        f"{', '.join(targets)}. From each target an amber line leads to the same "
        "letter among the inputs, one place on.",
        draw,
    )


# ---- a batch -------------------------------------------------------------------------


def batch(number, rows, length, whole):
    """Rows of a text side by side, of which a step reads one block.

    `whole` is how many rows there are; these are the first ones.
    """
    within(len(rows), 1, 8, "rows")
    within(length, 1, 30, "letters in a block")
    longest = max(map(len, rows))
    within(longest, 1, 30, "letters in a row")
    blocks = -(-longest // length)

    def draw(room):
        cell, left = (20, 74) if room >= WIDE else (10.4, 10)
        gap = 7
        page = Canvas(room, 34 + 28 * len(rows) + 44)
        for k in range(blocks):
            x = left + k * (length * cell + gap)
            name = f"step {k + 1}"
            page.text(x + length * cell / 2, 12, name, "b s" if k == 0 else "q s")
            for r, row in enumerate(rows):
                y = 26 + 28 * r
                with page.group("glow" if k == 0 else ""):
                    page.rect("hollow", x, y, length * cell, 24, 5)
                for i, letter in enumerate(row[k * length : (k + 1) * length]):
                    middle = x + cell * (i + 0.5)
                    page.text(middle, y + 12, letter, "w" if k == 0 else "w q")
                if k:
                    page.line((x - gap, y + 12), (x, y + 12), head=False, width=2.4)
        if left > 20:
            for r in range(len(rows)):
                page.text(left - 16, 38 + 28 * r, f"row {r + 1}", "q s", "end")
        below = 26 + 28 * len(rows) + 14
        page.text(left, below, f"… and {whole - len(rows)} rows more", "q s", "start")
        return page

    return Drawing(
        number,
        f"A batch. The text is cut into {whole} long rows, which lie side by side. One "
        "step of training reads the next letters of *all* rows at once (amber; here "
        f"{length} of them, in the code 50). The short lines between the blocks are "
        "the states: each row goes on where it was.",
        f"{len(rows)} rows of text, each in {blocks} blocks of {length} letters; the "
        "first block of every row is lit, and a line joins each block to the next.",
        draw,
    )


# ---- bits add up ---------------------------------------------------------------------


def stairs(number, text, bits):
    """A text as stairs: each letter lifts the sum by what it cost."""
    bits = listed(bits)
    if len(bits) != len(text):
        raise ValueError(
            f"Each letter has its cost, and here are {len(text)} letters with "
            f"{len(bits)} costs."
        )
    within(len(text), 1, 20, "letters")
    if min(bits) < 0 or not any(bits):
        raise ValueError("A cost in bits is never below 0, and the sum is above it.")
    total = sum(bits)

    def draw(room):
        high, left = 150, 34
        step = min((room - left - 96) / len(text), 36)
        left += (room - left - 96 - step * len(text)) / 2
        page, sum_ = Canvas(room, high + 46), 0.0
        floor, scale = high + 14, high / total
        path = f"M{point(left, floor)}"
        for i, (letter, cost) in enumerate(zip(text, bits, strict=True)):
            x, sum_ = left + step * i, sum_ + cost
            y = floor - sum_ * scale
            page.rect("p", x, y, step - 1, cost * scale, more=' fill-opacity="0.58"')
            path += f"L{point(x, y)}h{step:.1f}"
            page.text(x + step / 2, floor + 18, shown(letter), "w")
            if cost * scale > 15 and step > 19:
                page.text(x + step / 2, y + cost * scale / 2, printed(cost, 1), "s")
        page.path("line", path)
        end = left + step * len(text) + 8
        page.text(end, floor - high + 4, f"{printed(total, 1)} bits", "b s", "start")
        page.text(end, floor - high + 20, f"of {len(text)} letters", "q s", "start")
        mean = f"{printed(total / len(text), 1)} a letter"
        page.text(end, floor - high + 36, mean, "q s", "start")
        return page

    return Drawing(
        number,
        "What each letter costs the network of the first figure, in bits. One bit is "
        "one halving of the probability of the whole text. Probabilities are "
        "multiplied, and so bits are added.",
        f"Stairs over the letters of “{text}”: they rise to {printed(total, 1)} bits.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    yield shifted("10.51", "hello")
    rows = ["once upon a time there was a k", "o the fox, who laughed and ran"]
    yield batch("10.52", rows, 10, 32)
    yield stairs("10.53", "the king", [3.1, 0.4, 0.2, 0.3, 4.8, 1.2, 0.3, 0.1])
