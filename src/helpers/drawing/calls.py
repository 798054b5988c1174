"""The page of benchmarks: what a loop in Python starts, and what a fused layer does."""

from helpers.drawing import WIDE, Canvas, Drawing

# What one step of the LSTM of chapter 11 starts, one letter for each call: a product,
# sums, sigmoids, tanhs, products of two vectors, and views that only cut or turn.
STEP = "|@+|σ×σt×+σt×"


def _step(page, x, y, size, per_row):
    """The calls of one step, in rows."""
    for i, sign in enumerate(STEP):
        down, right = divmod(i, per_row)
        left, top = x + right * (size + 2), y + down * (size + 2)
        page.box(left, top, size, size, learned=sign == "@", round=3)
        if sign != "|":
            page.text(left + size / 2, top + size / 2, sign, "s")


def one_by_one(number, steps=3):
    """Three steps of an LSTM: as calls from a loop, and as one call."""

    def draw(room):
        wide = room >= WIDE
        size, per_row = (18, 7) if wide else (16, 5)
        step, high = per_row * (size + 2), -(-len(STEP) // per_row) * (size + 2)
        gap = (room - steps * step) / steps
        page = Canvas(room, 134 + high)
        page.text(0, 12, "a loop in Python", "", "start")
        for t in range(steps):
            x = t * (step + gap)
            _step(page, x, 34, size, per_row)
            page.text(x, 34 + high + 14, f"step {t + 1}", "q s", "start")
            if t:
                page.line((x - gap + 4, 33 + high / 2), (x - 6, 33 + high / 2))
        page.text(0, 80 + high, "nn.LSTM with oneDNN", "", "start")
        with page.group("glow"):
            page.box(0, 98 + high, room - gap, 30, "one call for all steps", round=6)
        return page

    count = len(STEP)
    return Drawing(
        number,
        "Why the loop is slower. Each small box is a call from Python into C++, which "
        f"is looked up, checked and given new memory for its answer: {count} of them "
        "at every step (filled: the one product of matrices; σ sigmoid, t tanh, empty: "
        "views). The fused layer (amber) is one call, however long the sequence.",
        f"Above, three groups of {count} small boxes, one group a step, with an arrow "
        "from group to group; below, one long box for all three steps.",
        draw,
    )


def examples():
    """The drawing, as the page of benchmarks shows it."""
    yield one_by_one("0.2")
