"""Chapter 10: the recurrent cell, its four shapes, its one step, and the way back."""

from math import hypot

from helpers.drawing import WIDE, Canvas, Drawing, number
from helpers.drawing.canvas import alike, in_rows, listed, pairs, positive, within

# ---- what goes in, and what comes out ------------------------------------------------

SHAPES = (
    ("one to one", "chapters 1 to 9"),
    ("one to many", "a photo, and its caption"),
    ("many to one", "a review: is it kind?"),
    ("many to many, side by side", "each word, and what kind of word"),
    ("many to many, one after the other", "Spanish in, then English out"),
)


def _chain(page, x, y, below, above, title, example, pitch=42):
    """A row of cells, each with what goes in below it and what comes out above."""
    for t, (low, high) in enumerate(zip(below, above, strict=True)):
        middle = x + pitch * (t + 0.5)
        page.box(middle - 13, y, 26, 26, round=7)
        if t:
            page.line((middle - pitch + 13, y + 13), (middle - 14, y + 13))
        if low:
            page.line((middle, y + 50), (middle, y + 28))
            page.text(middle, y + 62, low, "w")
        if high:
            page.line((middle, y - 1), (middle, y - 24))
            page.text(middle, y - 36, high, "w")
    page.text(x + 2, y + 92, title, "b s", "start")
    page.text(x + 2, y + 108, example, "q s", "start")


def four_shapes(number):
    """What goes in and what comes out: one or many."""
    panels = (
        (["photo"], ["cat"]),
        (["photo", "", ""], ["a", "cat", "sleeps"]),
        (["what", "a", "film"], ["", "", "good"]),
        (["the", "girl", "sings"], ["article", "noun", "verb"]),
        (["la", "niña", "canta", "", "", ""], ["", "", "", "the", "girl", "sings"]),
    )

    def draw(room):
        if room >= WIDE:
            page = Canvas(room, 340)
            places = ((0, 50), (206, 50), (500, 50), (46, 226), (340, 226))
        else:
            page = Canvas(room, 694)
            places = ((0, 50), (160, 50), (20, 226), (20, 402), (10, 578))
        for place, words, names in zip(places, panels, SHAPES, strict=True):
            with page.group("dim" if names[0] == "one to one" else ""):
                _chain(page, *place, *words, *names, pitch=50)
        return page

    return Drawing(
        number,
        "Up to now one thing went in and one came out (pale). With sequences there are "
        "four more shapes. Within a row every filled square is the same cell, with the "
        "same weights; the arrows from square to square carry what it remembers.",
        "Rows of cells. One to one: one input, one output. One to many: one input, "
        "three outputs. Many to one: three "
        "inputs, one output. Side by side: three inputs, three outputs. One after the "
        "other: three inputs, then three outputs.",
        draw,
    )


# ---- the cell ------------------------------------------------------------------------

FOLDED = (
    "1",
    "**A cell with a loop.** Its next state comes from its last state, through $W$, "
    "and from a letter, through $U$.",
)
UNROLLED = (
    "2",
    "**Unrolled in time**: the same cell drawn once for each letter, always with the "
    "same weights.",
)
FORWARDS = (
    "3",
    "**Forwards.** One state after the other; each one has to wait for the one before.",
)
BACKWARDS = (
    "4",
    "**Backwards.** At each step the gradient passes through $W$ and a slope once "
    "more, and less of it is left.",
)


def _column(page, x, y, state, name, letter):
    """A cell: a standing strip in a learned box, and the letter that it reads."""
    units = state if isinstance(state, int) else len(state)
    high = units * 14
    page.box(x - 22, y - 9, 44, high + 18, round=9)
    page.strip(x - 12, y, state, cell=24, high=14, upright=True, largest=1)
    page.text(x, y - 24, name)
    page.line((x, y + high + 42), (x, y + high + 10))
    page.text(x, y + high + 56, letter, "w" if letter != "$x$" else "")


def _folded(page, x, y, units, names):
    """The cell once, with a way from it to itself."""
    high = units * 14
    _column(page, x, y, units, "$h$", "$x$")
    page.text(x + 12, y + high + 28, "$U$", "q")
    loop = ((x + 22, y + 30), (x + 48, y + 30))
    page.line(*loop, (x + 48, y + high - 24), (x + 24, y + high - 24), names=names)
    page.text(x + 61, y + high / 2 + 4, "$W$", names or "q")


def _way_back(page, places, ends, norms, steps):
    """Red arrows from the loss, as thick as what is left of the gradient.

    `ends` says where they begin, how high they are, and how low their numbers.
    """
    end, y, low = ends
    for t in reversed(range(len(places))):
        share = norms[t] / max(norms)
        begin = end if t == len(places) - 1 else places[t + 1] - 24
        wait = (steps[0], 0.45 * (len(places) - 1 - t))
        with page.group("back", at=steps, wait=wait):
            width = max(8 * share, 0.8)
            page.line((begin, y), (places[t] + 23, y), width=width)
            bold = " b" if share > 0.5 else ""
            page.text(places[t], low, number(norms[t]), f"back{bold}")
    with page.group(at=steps):
        words = "how much of a gradient can be left"
        page.text((places[0] + places[-1]) / 2, low + 22, words, "q s")


def _chain_of_states(letters, states, norms):
    """How to draw a cell that reads letters; a norm for each state shows the way back.

    Without norms the drawing ends with the states.
    """
    steps, units = len(letters), len(states[0])
    shown, run = ([2, 3, 4], [3, 4]) if norms else ([2, 3], [3])
    new = "" if norms else "lit"  # where there is no way back, the loop is new

    def draw(room):
        wide, high = room >= WIDE, units * 14
        left, top = (150, 44) if wide else (0, 44 + high + 104)
        gap = (room - left - 30) / steps
        page = Canvas(room, top + high + (116 if norms else 66))
        middle = top + high / 2
        places = [left + gap * (t + 0.5) for t in range(steps)]
        fold = (42, top) if wide else (room / 2 - 22, 40)
        _folded(page, *fold, units, new)
        with page.group(at=shown):
            if wide:
                page.text(130, middle, "=", "big")
            for t, letter in enumerate(letters):
                _column(page, places[t], top, units, f"$h_{t + 1}$", letter)
                page.text(places[t] + 12, top + high + 28, "$U$", "q")
                if t:
                    begin = places[t - 1] + 22, middle - 14
                    page.line(begin, (places[t] - 24, middle - 14), names=new)
                    page.text(places[t] - gap / 2, middle - 26, "$W$", new or "q")
            if norms:
                page.line((places[-1] + 22, middle - 14), (room - 16, middle - 14))
                page.text(room - 7, middle - 14, "$L$")
        look = {"cell": 24, "high": 14, "upright": True, "largest": 1}
        for t, state in enumerate(states):
            with page.group(at=run, wait=(3, 0.5 * t)):
                page.strip(places[t] - 12, top, state, **look)
        if norms:
            ends = room - 12, middle + 16, top + high + 84
            _way_back(page, places, ends, norms, [4])
        return page

    return draw


def unrolled(number, letters, states, norms=()):
    """A cell folded, unrolled and run; and, with norms, the gradient's way back."""
    alike(letters=letters, states=states)
    within(len(letters), 1, 7, "letters")
    within(len(in_rows(states)[0]), 1, 16, "units")
    if norms:
        alike(letters=letters, norms=listed(norms))
        positive(max(norms), "The longest gradient")
    caption = (
        f"A recurrent cell with {len(states[0])} units reads *{letters}*. Blue numbers "
        "of a state are above 0, orange ones below."
    )
    alt = f"A cell with a loop, and the same cell {len(letters)} times in a row"
    steps = [FOLDED, UNROLLED, FORWARDS]
    if not norms:
        caption += " Amber: the one new arrow."
    else:
        last, left = len(letters), ", ".join(f"{norm:.2f}" for norm in reversed(norms))
        caption += (
            f" The red arrows are as thick as the derivative of $h_{last}$ by the "
        )
        caption += "state they reach is large."
        alt += (
            f"; red arrows lead back from the loss, and of the gradient {left} is left"
        )
        steps.append(BACKWARDS)
    draw = _chain_of_states(letters, states, list(norms))
    return Drawing(number, caption, alt + ".", draw, steps)


# ---- one step with numbers -----------------------------------------------------------

ONE_STEP = [
    (
        "1",
        "**The old state**, through $W$: each unit adds up what it hears from the "
        "others.",
    ),
    ("2", "**The new input**, through $U$."),
    ("3", "**Added**, and what is below 0 becomes 0 (ReLU): the next state."),
    ("4", "**The output** reads the state through $V$."),
]


def _times(matrix, vector):
    """A matrix, as rows, times a vector."""
    return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]


def _product(page, x, y, matrix, vector, names, cell):
    """A matrix beside a standing vector, and their product; returns where it ends."""
    rows, columns = len(matrix), len(matrix[0])
    tall = max(rows, columns)
    page.text(x + columns * cell / 2, y - 16, f"${names[0]}$", "q")
    for i, row in enumerate(matrix):
        page.strip(x, y + i * cell, row, "", cell, digits=0, largest=2)
    x += columns * cell + 12
    page.text(x + cell / 2, y - 16, f"${names[1]}$", "q")
    high = y + (tall - len(vector)) * cell / 2
    page.strip(x, high, vector, "", cell, digits=0, upright=True, largest=2)
    page.text(x + cell + 15, y + rows * cell / 2, "=")
    x += cell + 30
    result = _times(matrix, vector)
    page.strip(x, y, result, "", cell, digits=0, upright=True, largest=2)
    return x + cell


def _sum_and_output(page, x, y, parts, V, cell):
    """The sum of two products, what ReLU leaves of it, and the output."""
    total = [a + b for a, b in zip(*parts, strict=True)]
    state = [max(value, 0) for value in total]
    look = {"cell": cell, "digits": 0, "upright": True, "largest": 2}
    half = y + len(total) * cell / 2
    with page.group(at=[3, 4]):
        page.text(x + cell / 2, y - 16, "sum", "q s")
        page.strip(x, y, total, "", **look)
        page.line((x + cell + 5, half), (x + cell + 43, half))
        page.text(x + cell + 23, half - 12, "ReLU", "q s")
        page.text(x + cell * 1.5 + 48, y - 16, "$h'$")
        page.strip(x + cell + 48, y, state, "lit", **look)
    with page.group(at=[4]):
        x += 2 * cell + 53
        page.line((x, half), (x + 36, half))
        page.text(x + 17, half - 12, "$V$", "q")
        page.text(x + 41 + cell / 2, y - 16, "$o$")
        page.strip(x + 41, half - cell / 2, _times(V, state), "", cell, digits=0)


def one_step(number, W, h, U, x, V):
    """One step of a cell with every number; what follows from them is computed here."""
    n, m = len(listed(h)), len(listed(x))
    shapes = [(len(rows), len(rows[0])) for rows in map(in_rows, (W, U, V))]
    if shapes != [(n, n), (n, m), (1, n)]:
        said = ", ".join(f"{rows} × {columns}" for rows, columns in shapes)
        raise ValueError(
            f"A state of {n} numbers and an input of {m} need W, U and V of {n} × {n}, "
            f"{n} × {m} and 1 × {n}, and these are {said}."
        )
    within(n, 1, 3, "units")
    within(m, 1, 2, "inputs")
    parts = _times(W, h), _times(U, x)

    def draw(room):
        wide, cell = room >= WIDE, 30
        page = Canvas(room, 136 if wide else 392)
        top = 34
        end = _product(page, 0, top, W, h, ("W", "h"), cell)
        with page.group(at=[2, 3, 4]):
            if wide:
                page.text(end + 15, top + 45, "+")
                end = _product(page, end + 30, top, U, x, ("U", "x"), cell)
            else:
                page.text(end - 15, top + 113, "+")
                end = _product(page, 30, top + 132, U, x, ("U", "x"), cell)
        with page.group(at=[3, 4]):
            if wide:
                page.text(end + 15, top + 45, "=")
            else:
                page.text(9, top + 311, "=")
        place = (end + 30, top) if wide else (20, top + 266)
        _sum_and_output(page, *place, parts, V, cell)
        return page

    after = [max(a + b, 0) for a, b in zip(*parts, strict=True)]
    return Drawing(
        number,
        "One step by hand, with three units, two inputs and one output. $Wh$ moves the "
        "state round by one place; $Ux$ adds the input.",
        f"W times h is {parts[0]}, U times x is {parts[1]}; the sum, after ReLU, is "
        f"{after}; the output is {_times(V, after)[0]}.",
        draw,
        ONE_STEP,
    )


# ---- where the weights are -----------------------------------------------------------


def weights_to_scale(number, units, inputs):
    """The weights of a layer as areas: recurrent ones, those of the inputs, biases."""
    positive(units, "The number of units")
    positive(inputs, "The number of inputs")
    within(inputs, 1, units // 3, f"inputs beside {units} units")
    counts = {"W": units * units, "U": units * inputs, "b": units}

    def draw(room):
        scale = min(190, room * 0.55) / units
        side = units * scale
        page = Canvas(room, side + 58)
        x = room / 2 - (side + inputs * scale + 90) / 2
        page.box(x, 26, side, side, f"$W$: {units} × {units}", round=2)
        page.text(x + side / 2, 12, f"{counts['W']:,}", "q")
        x += side + 26
        page.box(x, 26, inputs * scale, side, "$U$", round=2)
        page.text(x + inputs * scale / 2, 12, f"{counts['U']:,}", "q")
        x += inputs * scale + 26
        page.box(x, 26, 3, side, round=1)
        page.text(x + 1, 12, f"{counts['b']:,}", "q")
        page.text(x + 1, side + 40, "$b$")
        return page

    total = sum(counts.values())
    return Drawing(
        number,
        f"The weights of a layer with {units} units and {inputs} inputs, drawn to "
        f"scale: "
        f"{total:,} in all. Most of them lead from the layer to itself.",
        f"A large square for W with {counts['W']} weights, a narrow block for U with "
        f"{counts['U']}, and a line for b with {counts['b']}.",
        draw,
    )


# ---- backwards through time ----------------------------------------------------------

TWO_WAYS = [
    (
        "1",
        "**Forwards**, the state $h_t$ is used twice: by its own output, and by the "
        "next state.",
    ),
    ("2", "**Backwards**, the first part comes from its own output, through $V$."),
    (
        "3",
        "**The second part** comes from the next state, through the slope of its "
        "tanh and $W$. In it is everything that happens later.",
    ),
    (
        "4",
        "**Added together** they are the gradient of $h_t$, and it goes on to the "
        "step before.",
    ),
]


def _two_cells(page, y, here, later):
    """Two cells in a row, each with its input below and its loss above."""
    for x, name in ((here, "t"), (later, "t+1")):
        page.box(x - 24, y - 22, 48, 44, f"$h_{{{name}}}$")
        page.line((x, y + 78), (x, y + 25))
        page.text(x, y + 92, f"$x_{{{name}}}$")
        page.line((x, y - 24), (x, y - 74))
        page.text(x - 12, y - 50, "$V$", "q")
        page.box(x - 24, y - 104, 48, 28, f"$L_{{{name}}}$", learned=False)
        page.text(x - 12, y + 50, "$U$", "q")
    page.line((here + 26, y - 8), (later - 27, y - 8))
    page.text((here + later) / 2, y - 22, "$W$", "q")
    page.line((here - 72, y - 8), (here - 27, y - 8))
    page.line((later + 26, y - 8), (later + 72, y - 8))


def two_ways(number):
    """Why two things are added in backpropagation through time."""

    def draw(room):
        wide = room >= WIDE
        far, left = (230, 230) if wide else (130, 96)
        page = Canvas(room, 222)
        y, here, later = 108, left, left + far
        _two_cells(page, y, here, later)
        with page.group("back", at=[2, 3, 4]):
            page.line((here + 10, y - 75), (here + 10, y - 25), width=3)
            page.text(here + 18, y - 48, "own output", "back s", "start")
        with page.group("back", at=[3, 4]):
            page.line((later - 26, y + 12), (here + 27, y + 12), width=3)
            page.text((here + later) / 2, y + 34, "all that is later", "back s")
        with page.group("back", at=[4]):
            page.line((here - 26, y + 12), (here - 72, y + 12), width=4.5)
            page.text(here - 50, y + 34, "the sum", "back s")
        return page

    return Drawing(
        number,
        "Why two things are added. In red, against the arrows of the way forward, the "
        "gradient on its way back to the state $h_t$.",
        "Two cells in a row, each with its loss above. Red arrows reach the first "
        "state "
        "from its own loss and from the next state; their sum goes on to the left.",
        draw,
        TWO_WAYS,
    )


def pieces(number, text, length):
    """Truncated backpropagation: the state passes the cuts, the gradient does not."""
    within(len(text), 1, 34, "letters")
    within(length, 1, 8, "letters in a piece")

    def draw(room):
        per_row = len(text) if room >= WIDE else length * 2
        step = min(room / per_row, 46)
        rows = [text[k : k + per_row] for k in range(0, len(text), per_row)]
        page = Canvas(room, 104 * len(rows) - 14)
        for r, row in enumerate(rows):
            y, left = 22 + 104 * r, (room - step * len(row)) / 2
            for t, letter in enumerate(row):
                x = left + step * (t + 0.5)
                page.box(x - 9, y - 9, 18, 18, round=5)
                page.text(x, y + 58, letter.replace(" ", "␣"), "w")
                page.line((x, y + 46), (x, y + 11))
                first, k = t == 0 and r == 0, (t + r * per_row) % length
                if not first:
                    page.line((x - step + 9, y - 4), (x - 10, y - 4))
                if k:
                    thick = 0.8 + 3 * 0.55 ** (length - 1 - k)
                    place = (x - 10, y + 6), (x - step + 10, y + 6)
                    with page.group("back"):
                        page.line(*place, width=thick)
                elif not first:
                    cut = x - step / 2
                    page.line((cut, y - 22), (cut, y + 66), names="frame", head=False)
        return page

    count = -(-len(text) // length)
    return Drawing(
        number,
        f"A long text in pieces of {length} letters. Black: the state goes on from "
        f"piece "
        "to piece. Red: the gradient ends at each cut. It grows thinner on the "
        "way, of which more below.",
        f"A row of cells in {count} pieces; black arrows run through all of them, red "
        "arrows run back within each piece only.",
        draw,
    )


# ---- the length of a gradient --------------------------------------------------------


def clipped(number, gradients, limit):
    """Gradients as arrows from one place; what is longer than the limit is cut."""
    scale = 52 / positive(limit, "A limit")
    within(len(gradients), 1, 8, "gradients")
    for gradient in pairs(gradients, "A gradient of this drawing"):
        listed(gradient)
    up = max(limit, *(dy for _, dy in gradients)) * scale
    down = max(limit, *(-dy for _, dy in gradients)) * scale

    def draw(room):
        page = Canvas(room, up + down + 36)
        cx, cy = room * 0.46, up + 10
        page.circle("frame", cx, cy, limit * scale)
        page.text(cx, cy + limit * scale + 14, f"length {limit:g}", "q s")
        for dx, dy in gradients:
            long = hypot(dx, dy)
            keep = min(1, limit / long) if long else 1
            end = cx + dx * scale, cy - dy * scale
            cut = cx + dx * scale * keep, cy - dy * scale * keep
            if keep < 1:
                side, anchor = (8, "start") if dx > 0 else (-8, "end")
                page.line((cx, cy), end, names="quiet")
                page.text(end[0] + side, end[1], f"length {long:.1f}", "q s", anchor)
            with page.group("back"):
                page.line((cx, cy), cut, width=2.6)
        page.dot(cx, cy)
        return page

    return Drawing(
        number,
        f"Clipping at length {limit:g}. A gradient that is longer (grey) is cut to the "
        "circle and keeps its direction; shorter ones stay as they are.",
        "Arrows from one point: those that leave a circle are cut at it, the others "
        "end inside.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    yield four_shapes("10.1")
    states = [[0.8, -0.5, 0.1], [0.2, 0.9, -0.7], [-0.9, 0.3, 0.4]]
    yield unrolled("10.2", "abc", states)
    yield unrolled("10.3", "abc", states, [0.2, 0.5, 1.0])
    W, U = [[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[1, 0], [0, 1], [-1, 0]]
    yield one_step("10.4", W, [1, 0, 0], U, [1, 0], [[1, 0, -1]])
    yield weights_to_scale("10.5", 64, 10)
    yield two_ways("10.6")
    yield pieces("10.7", "once upon a tim", 5)
    yield clipped("10.8", [(3, 4), (0.6, -0.4), (-0.5, 0.7)], 2)
