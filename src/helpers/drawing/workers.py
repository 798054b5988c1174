"""Chapter 19: one training on many machines, and how a net is cut for them."""

from itertools import pairwise
from math import cos, pi, sin

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.canvas import listed


def counted(value, least, what):
    """A whole number that is large enough; a sentence says what else it is."""
    if value != int(value) or value < least:
        raise ValueError(f"{what} must be a whole number from {least}, not {value}.")
    return int(value)


def several(value, one):
    """1 word, 2 words."""
    return f"{value} {one}{'' if value == 1 else 's'}"


# ---- a batch in two halves -----------------------------------------------------------


def words_of(page, x, y, count, cell=11, row=12):
    """So many words as small cells in rows; returns how high they stand."""
    for i in range(count):
        page.rect(
            "learned", x + i % row * cell, y + i // row * cell, cell - 2, cell - 2
        )
    return cell * -(-count // row)


def two_halves(number, words, parts):
    """Two workers with the same weights: their gradients, and the sum of these.

    `words` are how many words each has to write; `parts`, for both, some numbers of
    their gradient.
    """
    words = [counted(w, 1, "A number of words") for w in words]
    first, second = (listed(part, "A gradient") for part in parts)
    if len(words) != 2 or len(first) != len(second):
        raise ValueError("Two workers need two numbers of words and equal gradients.")
    whole = [a + b for a, b in zip(first, second, strict=True)]
    largest = max(map(abs, [*first, *second, *whole]))

    def draw(room):
        page = Canvas(room, 330)
        cell, middle = 132 / len(first), room / 2
        places = [room * 0.23, room * 0.77]
        for k, (x, part) in enumerate(zip(places, (first, second), strict=True)):
            left = x - 66
            page.text(x, 8, f"worker {k + 1}: {several(words[k], 'word')}", "s")
            words_of(page, left, 22, words[k])
            page.line((x, 66), (x, 88))
            page.box(x - 66, 90, 132, 38, "the model, a copy")
            with page.group("back"):
                page.line((x, 130), (x, 156), names="back")
            page.strip(left, 158, part, "back", cell, 22, largest=largest)
            side = 1 if k == 0 else -1
            page.line((x, 182), (x, 226), (middle - side * 10, 226), names="back")
        page.sign(middle, 226)
        page.line((middle, 236), (middle, 262), names="back")
        with page.group("glow"):
            page.rect("hollow", middle - 72, 260, 144, 34, 4)
        page.strip(middle - 66, 266, whole, "back", cell, 22, largest=largest)
        page.text(middle, 310, "the gradient of the whole batch, for both", "s")
        return page

    return Drawing(
        number,
        "Data parallel training. Each worker has a copy of the same weights and its "
        "own "
        "share of the batch (a small cell for each word to be written). Their "
        "gradients, "
        f"of which {len(first)} numbers are shown, add up to the gradient of the whole "
        "(amber), and both take the same step.",
        f"Two columns: {words[0]} and {words[1]} words go into two copies of one "
        "model, "
        "a strip of derivatives comes out of each, and the sum of both strips stands "
        "in "
        "the middle below.",
        draw,
    )


def weight_of_words(number, words):
    """What one word counts in the gradient, when summed rightly and as mean of means.

    `words` are how many words each worker has.
    """
    words = [counted(w, 1, "A number of words") for w in words]
    if len(words) < 2:
        raise ValueError("It takes two workers for a mean of means.")
    total = sum(words)
    right = [1 / total] * total
    wrong = [1 / (len(words) * w) for w in words for _ in range(w)]
    most = max(wrong)

    def bars(page, top, values, title):
        """One row of bars, a bar a word."""
        wide, gap = page.width, 10
        step, floor = (wide - gap) / total, top
        page.text(0, floor - 66 * max(values) / most - 14, title, "", "start")
        x = 0
        for k, count in enumerate(words):
            value = values[sum(words[:k])]
            lit = value > right[0] * 1.01
            high = 66 * value / most
            for _ in range(count):
                with page.group("glow" if lit else ""):
                    page.rect("learned", x, floor - high, step - 1.5, high)
                x += step
            said = f"1/{round(1 / value)} each"
            names = "s" if lit else "q s"
            if k == 0:
                page.text(0, floor + 12, said, names, "start")
            else:
                page.text(x - step * count / 2, floor + 12, said, names)
            x += gap

    def draw(room):
        page = Canvas(room, 196)
        bars(page, 42, right, f"sum of the sums, divided by all {total} words")
        bars(page, 172, wrong, "mean of the two means")
        return page

    short = words.index(min(words))
    times = max(words) / min(words)
    return Drawing(
        number,
        "What one word counts for in the gradient; a bar is a word, and the gap "
        "divides "
        "the two workers. Above all words count alike. In the mean of the means each "
        f"word of the short sentence (amber) counts {times:.2g} times as much as one "
        "of "
        "the long sentence.",
        f"Two rows of {total} bars. Above all have the height 1/{total}. Below the "
        f"{words[short]} words of the short sentence have "
        f"1/{len(words) * words[short]}, the others 1/{len(words) * max(words)}.",
        draw,
    )


# ---- the ring ------------------------------------------------------------------------


def on_circle(n, x, y, r):
    """The places of n workers on a circle, the first at the top, clockwise."""
    turn = [2 * pi * k / n - pi / 2 for k in range(n)]
    return [(x + r * cos(a), y + r * sin(a)) for a in turn]


def between(a, b, start, end):
    """Two places on the way from a to b, so far from its ends."""
    (x1, y1), (x2, y2) = a, b
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    return (x1 + ux * start, y1 + uy * start), (x2 - ux * end, y2 - uy * end)


def star_and_ring(number, n=8):
    """All send to one, or each sends to its neighbour."""
    n = counted(n, 3, "The number of workers")
    each = 2 * (n - 1) / n

    def node(page, place, k, lit=False):
        """A worker, as a small box with its number."""
        x, y = place
        with page.group("glow" if lit else ""):
            page.box(x - 13, y - 13, 26, 26)
        page.text(x, y, str(k + 1), "s")

    def draw(room):
        wide = room >= WIDE
        r = 92 if wide else 84
        far = room / 4 if wide else room / 2
        page = Canvas(room, 272 if wide else 540)
        middle = far, 118
        rest = on_circle(n - 1, *middle, r)
        for k, place in enumerate(rest, 1):
            page.line(*between(place, middle, 17, 19), names="hair")
            node(page, place, k)
        node(page, middle, 0, True)
        page.text(far, 238, "all to one, and back", "")
        page.text(far, 256, f"worker 1 sends {n - 1} × the gradient", "lit s")
        x, y = (room * 3 / 4, 118) if wide else (room / 2, 388)
        places = on_circle(n, x, y, r)
        for k, place in enumerate(places):
            page.line(*between(place, places[(k + 1) % n], 17, 17))
            node(page, place, k)
        page.text(x, y + 120, "the ring", "")
        page.text(x, y + 138, f"each sends {each:.3g} × the gradient", "s")
        return page

    return Drawing(
        number,
        f"Two ways to add up the gradients of {n} workers. If all send theirs to one "
        "(amber), that one receives and sends the whole gradient once for every other. "
        "In the ring each sends a part of it to its neighbour, and all the lines are "
        "busy all the time.",
        f"Left {n - 1} workers with arrows to one in the middle, which sends {n - 1} "
        f"times the gradient. Right {n} workers on a circle, each with an arrow to the "
        f"next; each sends {each:.3g} times the gradient.",
        draw,
    )


def ring_moments(n):
    """For each step, how many workers' numbers are in each chunk of each worker."""
    held = [[1] * n for _ in range(n)]
    moments = [held]
    for step in range(2 * (n - 1)):
        before, held = held, [row[:] for row in held]
        for k in range(n):
            c = (k - 1 - step) % n
            own = before[k][c] if step < n - 1 else 0
            held[k][c] = before[k - 1][c] + own
        moments.append(held)
    return moments


def halves_of_the_ring(number, n=4):
    """The ring at the beginning, half-way and at the end."""
    n = counted(n, 2, "The number of workers")
    if n > 6:
        raise ValueError(f"{n} workers do not fit on a circle of this size: take 6.")
    moments = ring_moments(n)
    shown = {
        "at the start": moments[0],
        f"after {n - 1} steps": moments[n - 1],
        f"after {2 * (n - 1)} steps": moments[-1],
    }

    def panel(page, x, y, held, cell):
        """Workers on a circle, each with its chunks and how many are in their sums."""
        places = on_circle(n, x, y, 70)
        for k, place in enumerate(places):
            page.line(*between(place, places[(k + 1) % n], 29, 29), names="quiet")
        for (px, py), row in zip(places, held, strict=True):
            for c, count in enumerate(row):
                left, top = px - cell * n / 2 + c * cell, py - 11
                with page.group("glow" if count == n else ""):
                    page.rect("hollow", left, top, cell, 22)
                page.text(left + cell / 2, py, str(count), "s")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 246 if wide else 690)
        for k, (title, held) in enumerate(shown.items()):
            x, y = (room * (2 * k + 1) / 6, 112) if wide else (room / 2, 112 + 230 * k)
            panel(page, x, y, held, 66 / n)
            page.text(x, y + 112, title, "")
        return page

    done = [sum(count == n for row in held for count in row) for held in shown.values()]
    return Drawing(
        number,
        f"{n} workers, each with a row of {n} chunks. A number says how many workers’ "
        "values have been added up in that chunk; amber chunks are complete. Half-way "
        "each worker has one complete chunk, and no two the same.",
        f"Three circles of {n} workers with {n} chunks each. Complete chunks: "
        + ", ".join(f"{d} {t}" for d, t in zip(done, shown, strict=True))
        + ".",
        draw,
    )


# ---- sixteen bytes -------------------------------------------------------------------

BYTES = (
    ("parameter", 2),
    ("gradient", 2),
    ("master copy", 4),
    ("first moment", 4),
    ("second moment", 4),
)


def byte_row(page, x, y, wide, high, lit=None, edge=16):
    """Sixteen bytes in a row, in their groups; those before `lit` are alight."""
    cell, at = wide / 16, 0
    for _, count in BYTES:
        for _ in range(count):
            on = lit is None or lit[0] <= at < lit[1]
            with page.group("glow" if on and lit else ""):
                kind = "learned" if on else "frame"
                page.rect(kind, x + at * cell, y, cell - 2, high)
            at += 1


def sixteen(number, workers=4):
    """Where the bytes of one parameter are, and who keeps them."""
    n = counted(workers, 2, "The number of workers")
    if 16 % n:
        raise ValueError(f"Sixteen bytes cannot be shared evenly among {n} workers.")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 106 + 66 + 26 * n)
        cell, at = room / 16, 0
        byte_row(page, 0, 8, room, 30)
        for k, (name, count) in enumerate(BYTES):
            x, long = at * cell, count * cell - 2
            low = 20 if not wide and k % 2 else 0
            page.bracket(x, 48, long)
            ends = {0: (0, "start"), 4: (room, "end")} if not wide else {}
            place, anchor = ends.get(k, (x + long / 2, "middle"))
            page.text(place, 61 + low, f"{name}: {count}", "q s", anchor)
            at += count
        half, top = (room - 90) / 2, 112 + (0 if wide else 16)
        for side, title in enumerate(
            ("each keeps all (DDP)", "each keeps a part (FSDP)")
        ):
            x = 74 + side * (half + 16)
            page.text(x, top, title if wide else title.split(" (")[0], "s", "start")
            for k in range(n):
                y = top + 16 + 26 * k
                part = 16 // n
                lit = (0, 16) if side == 0 else (part * k, part * k + part)
                byte_row(page, x, y, half, 18, lit)
                if side == 0:
                    page.text(0, y + 9, f"worker {k + 1}", "q s", "start")
        return page

    said = ", ".join(f"{name} {count}" for name, count in BYTES)
    return Drawing(
        number,
        "The sixteen bytes that one parameter takes in training with Adam and mixed "
        f"precision; a cell is a byte. Below, what each of {n} workers keeps (amber): "
        f"all of it, or a {n}th part, {16 // n} bytes a parameter.",
        f"A row of sixteen cells: {said}. Below {n} workers with all sixteen cells "
        "lit, "
        f"and beside them {n} workers with {16 // n} lit cells each, no two the same.",
        draw,
    )


# ---- sixteen bits --------------------------------------------------------------------

FORMATS = {"float32": (8, 23), "bfloat16": (8, 7), "float16": (5, 10)}


def bits_of(value, exponent, fraction):
    """The bits of a number above 0, rounded to such a format, and the number they say.

    Two bits short of the general case: no numbers below the smallest normal one, and
    none that round to infinity.
    """
    power, scaled = 0, value
    while scaled >= 2:
        power, scaled = power + 1, scaled / 2
    while scaled < 1:
        power, scaled = power - 1, scaled * 2
    steps = round((scaled - 1) * 2**fraction)
    if steps == 2**fraction:
        power, steps = power + 1, 0
    bias = 2 ** (exponent - 1) - 1
    if not 0 < power + bias < 2 * bias + 1:
        return None, None
    bits = f"{0:01b}{power + bias:0{exponent}b}{steps:0{fraction}b}"
    return bits, (1 + steps / 2**fraction) * 2.0**power


def bits(number, value):
    """One number in 32 bits and in 16, in two ways: sign, exponent and fraction."""
    (value,) = listed([value], "A number")
    if value <= 0:
        raise ValueError(f"These formats are drawn for a number above 0, not {value}.")
    rows = {name: bits_of(value, *sizes) for name, sizes in FORMATS.items()}
    if rows["float32"][0] is None:
        raise ValueError(f"{value} is outside of what 32 bits can say.")

    def draw(room):
        wide = room >= WIDE
        cell = (room - 0) / 32
        page = Canvas(room, 236)
        for k, (name, (found, said)) in enumerate(rows.items()):
            exponent, fraction = FORMATS[name]
            y = 26 + 76 * k
            words = "too large or small" if said is None else f"{said:.8g}"
            page.text(0, y - 14, name, "", "start")
            page.text(room, y - 14, words, "s", "end")
            for i in range(1 + exponent + fraction):
                power = 0 < i <= exponent
                with page.group("glow" if power else ""):
                    page.rect("hollow", i * cell, y, cell - 1, 26)
                if found:
                    page.text((i + 0.5) * cell, y + 13, found[i], "" if wide else "s")
            ends = (
                (cell, exponent, f"exponent {exponent}"),
                (
                    cell * (1 + exponent),
                    fraction,
                    f"fraction {fraction}",
                ),
            )
            for x, count, label in ends:
                page.text(x + count * cell / 2, y + 38, label, "q s")
        return page

    said = "; ".join(
        f"{name} {'cannot say it' if found is None else format(found, '.8g')}"
        for name, (_, found) in rows.items()
    )
    return Drawing(
        number,
        f"The number {value:g} in three formats; a cell is a bit, the first is the "
        "sign. "
        "bfloat16 is the left half of float32: the same exponent (amber), and so the "
        "same range, with a fraction of 7 bits. float16 spends three bits of the "
        "exponent on the fraction.",
        f"Three rows of 32, 16 and 16 bits. What they say for {value:g}: {said}.",
        draw,
    )


# ---- keeping and computing again -----------------------------------------------------


def run_again(number, layers=4):
    """A step in time, keeping all activations, and computing them again."""
    n = counted(layers, 2, "The number of layers")
    forward = [(k, "f") for k in range(1, n + 1)]
    plain = forward + [(k, "b") for k in range(n, 0, -1)]
    twice = forward + [t for k in range(n, 0, -1) for t in ((k, "r"), (k, "b"))]
    rows = {"keep everything": plain, "keep inputs, compute again": twice}
    inside, entry = 3, 1  # what a layer keeps within itself, and its input

    def held(row, again):
        """How much is kept after each moment."""
        now, out = 0, []
        for _, kind in row:
            if kind == "f":
                now += entry + (0 if again else inside)
            elif kind == "r":
                now += inside
            out.append(now)
            if kind == "b":
                now -= entry + inside
        return out

    def draw(room):
        step = room / len(twice)
        page = Canvas(room, 356)
        unit = 76 / (n * (inside + entry))
        for j, (title, row) in enumerate(rows.items()):
            top = j * 182
            floor = top + 112
            page.text(0, top + 8, title, "", "start")
            for i, high in enumerate(held(row, j == 1)):
                with page.group("glow"):
                    page.rect(
                        "hollow",
                        i * step + 1,
                        floor - high * unit,
                        step - 2,
                        high * unit,
                    )
            for i, (k, kind) in enumerate(row):
                x, y = i * step + 1, floor + 6
                if kind == "b":
                    page.rect("bar back", x, y, step - 2, 24, 3, ' fill-opacity="0.3"')
                page.rect(
                    "edge back" if kind == "b" else "learned", x, y, step - 2, 24, 3
                )
                page.text(i * step + step / 2, y + 12, str(k), "s")
                if kind == "r":
                    page.text(i * step + step / 2, y + 36, "again", "q s")
        return page

    ends = [max(held(row, j == 1)) for j, row in enumerate(rows.values())]
    return Drawing(
        number,
        f"One step of training through {n} layers; time runs to the right, a box is a "
        "layer at work, forwards (plain) or backwards (red). Amber: what is kept in "
        "memory at that moment. A layer that keeps only its input is computed a second "
        "time just before its turn on the way back.",
        f"Two time lines. Above {len(plain)} boxes and a mountain of memory {ends[0]} "
        f"units high. Below {len(twice)} boxes, of which {n} are computed again, and "
        "at "
        f"most {ends[1]} units.",
        draw,
    )


# ---- four cuts -----------------------------------------------------------------------

CUTS = (
    ("data", "gradients", "once a step"),
    ("tensor", "activations", "four times a layer"),
    ("pipeline", "activations", "at each border"),
    ("sharded", "weights, gradients", "in every layer"),
)


def holds(cut, n):
    """What worker 1 of n holds: of each layer, as parts of 1, and of the batch."""
    part = 0, 1 / n
    layers = {
        "data": [(0, 1)] * n,
        "tensor": [part] * n,
        "pipeline": [(0, 1), *[None] * (n - 1)],
        "sharded": [part] * n,
    }[cut]
    return layers, 1 if cut in ("data", "sharded") else n


def four_cuts(number, n=4):
    """One net and one batch, cut among n workers in four ways; what the first has."""
    n = counted(n, 2, "The number of workers")
    if n > 6:
        raise ValueError(f"{n} layers are too many for these small nets: take 6.")

    def panel(page, left, top, wide, cut):
        """One net, its batch below, and what worker 1 has of both."""
        title, what, when = cut
        layers, rows = holds(title, n)
        high, gap = 26, 10
        page.text(left + wide / 2, top + 8, title, "b")
        low = top + 24 + n * (high + gap)
        for k, found in enumerate(layers):
            y = low - (k + 1) * (high + gap)
            page.rect(
                "frame" if title == "sharded" else "learned", left, y, wide, high, 5
            )
            if found:
                with page.group("glow"):
                    x, long = left + found[0] * wide, (found[1] - found[0]) * wide
                    page.rect("learned", x, y, long, high, 5)
            page.line((left + wide / 2, y + high + gap), (left + wide / 2, y + high))
        for k in range(n):
            with page.group("glow" if k < rows else ""):
                page.rect("hollow", left, low + 2 + 14 * k, wide, 11, 2)
        y = low + 14 * n + 18
        page.text(left + wide / 2, y, f"sends {what}", "s")
        page.text(left + wide / 2, y + 17, when, "q s")

    def draw(room):
        wide = room >= WIDE
        across = 4 if wide else 2
        step = room / across
        high = 24 + n * 50 + 52
        page = Canvas(room, high * (4 // across) - 8)
        for k, cut in enumerate(CUTS):
            left = step * (k % across) + (14 if wide else 12)
            top = high * (k // across)
            page_wide = step - (28 if wide else 24)
            panel(page, left, top, page_wide, cut)
        return page

    return Drawing(
        number,
        f"Four ways to cut one training among {n} workers. A net of {n} layers (boxes) "
        f"reads a batch of {n} sentences (rows below). Amber: what worker 1 holds. "
        "Dotted: what it borrows from the others when a layer needs it, and drops "
        "afterwards.",
        f"Four nets of {n} layers. Data: all layers, one sentence. Tensor: a {n}th "
        "part "
        "of every layer, all sentences. Pipeline: one layer, all sentences. Sharded: a "
        f"{n}th part of every layer, one sentence.",
        draw,
    )


def columns_then_rows(number, width=16, inner=64, rows=5):
    """A feed-forward net on two workers: columns of one matrix, rows of the other."""
    width, inner, rows = (
        counted(v, 2, "A side of a matrix") for v in (width, inner, rows)
    )
    parts = (  # name, its rows and columns, what cuts it
        ("x", rows, width, None, "→"),
        ("W_1", width, inner, "columns", "→"),
        ("h", rows, inner, "columns", "→"),
        ("W_2", inner, width, "rows", "→"),
        ("y_1", rows, width, "all", "+"),
        ("y_2", rows, width, None, ""),
    )
    across = sum(part[2] for part in parts)

    def draw(room):
        gap = 26 if room >= WIDE else 19
        scale = (room - 5 * gap - 4) / across
        high = inner * scale
        page = Canvas(room, high + 52)
        x, middle = 2, high / 2 + 4
        for name, r, c, cut, then in parts:
            w, h = c * scale, max(r * scale, 9)
            y = middle - h / 2
            kind = "learned" if name.startswith("W") else "hollow"
            page.rect(kind, x, y, w, h, 1)
            if cut:
                with page.group("glow"):
                    size = {"columns": (w / 2, h), "rows": (w, h / 2), "all": (w, h)}
                    page.rect(kind, x, y, *size[cut], 1)
            page.text(x + w / 2, high + 18, f"${name}$")
            if name in ("W_1", "h", "W_2") or room >= WIDE:
                page.text(x + w / 2, high + 37, f"{r} × {c}", "q s")
            if then:
                page.text(x + w + gap / 2, middle, then, "q")
            x += w + gap
        return page

    return Drawing(
        number,
        "Tensor parallel, drawn to scale. Worker 1 (amber) has half of the columns of "
        "$W_1$, makes half of the hidden units $h$ from all of $x$, and meets them "
        "with "
        "its half of the rows of $W_2$. What comes out, $y_1$, has the full shape, and "
        "the sum with worker 2’s is the layer’s output.",
        f"A row of matrices: x of {rows} by {width}, W1 of {width} by {inner} with its "
        f"left half lit, h of {rows} by {inner} with its left half lit, W2 of {inner} "
        "by "
        f"{width} with its upper half lit, and two sums, the first lit.",
        draw,
    )


# ---- the pipeline --------------------------------------------------------------------


def timetable(stages, micro):
    """When each stage works on which part of the batch: (stage, part, start, back)."""
    p, m = stages, micro
    forth = [(s, i, s + i, False) for s in range(p) for i in range(m)]
    turn = p + m - 1
    back = [
        (s, i, turn + 2 * ((p - 1 - s) + (m - 1 - i)), True)
        for s in range(p)
        for i in range(m)
    ]
    return forth + back, 3 * turn


def pipeline(number, stages=4, micro=(1, 4)):
    """Who works when, for a batch in so many parts; backwards takes twice as long."""
    p = counted(stages, 2, "The number of stages")
    micro = [counted(m, 1, "The number of parts") for m in micro]

    longest = max(3 * (p + m - 1) / m for m in micro)

    def chart(page, top, m, high):
        """One time table; the whole batch takes a stage the time 1 forwards."""
        jobs, last = timetable(p, m)
        left = 22
        unit = (page.width - left) / longest / m
        idle = (p - 1) / (m + p - 1)
        page.text(0, top + 8, f"in {several(m, 'part')}: idle {idle:.0%}", "", "start")
        for s in range(p):
            y = top + 24 + s * high
            page.text(8, y + high / 2 - 2, str(s + 1), "q s")
            page.rect("frame", left, y, last * unit, high - 4, 3)
        for s, i, start, back in jobs:
            x, y = left + start * unit, top + 24 + s * high
            w = unit * (2 if back else 1)
            if back:
                page.rect("bar back", x, y, w - 1, high - 4, 2, ' fill-opacity="0.3"')
            page.rect("edge back" if back else "learned", x, y, w - 1, high - 4, 2)
            if w > 11:
                page.text(x + w / 2, y + high / 2 - 2, str(i + 1), "s")

    def draw(room):
        high = 28 if room >= WIDE else 25
        step = 40 + p * high
        page = Canvas(room, step * len(micro) + 8)
        for k, m in enumerate(micro):
            chart(page, step * k, m, high)
        page.text(room, step * len(micro), "time →", "q s", "end")
        return page

    said = "; ".join(
        f"in {several(m, 'part')} idle {(p - 1) / (m + p - 1):.0%} of the time"
        for m in micro
    )
    return Drawing(
        number,
        f"GPipe’s time table for {p} workers, one row each. A box is one part of the "
        "batch on its way forwards (plain) or backwards (red, twice as long); its "
        "number "
        "says which part. Dotted is waiting, the bubble. Both are drawn to one scale "
        "of "
        "time: the same work is done sooner.",
        f"Time tables with {p} rows. The batch {said}.",
        draw,
    )


# ---- six operations ------------------------------------------------------------------


def six_operations(number):
    """What one weight does for one token: forwards once, backwards twice."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 206)
        x1, x2, x3 = room * 0.16, room * 0.5, room * 0.84
        top = 70
        page.text(x1, top, "$x$", "w")
        page.text(x3, top, "$y$", "w")
        page.box(x2 - 44, top - 24, 88, 48, "$W$")
        page.line((x1 + 14, top), (x2 - 46, top))
        page.line((x2 + 46, top), (x3 - 14, top))
        page.text(x2, top - 40, "forwards: 2", "s")
        low = top + 76
        page.text(x3, low, "$\\partial y$", "back")
        page.text(x1, low, "$\\partial x$", "back")
        page.line((x3 - 18, low), (x1 + 20, low), names="back")
        page.line((x2, low), (x2, top + 26), names="back")
        page.text(
            (x1 + x2) / 2 - (0 if wide else 6), low + 18, "to the input: 2", "back s"
        )
        page.text(x2 + 8, top + 48, "to the weight: 2", "back s", "start")
        page.text(room / 2, low + 48, "2 + 2 + 2 = 6 for each weight and token", "")
        return page

    return Drawing(
        number,
        "One weight and one token: a multiplication and an addition forwards. On the "
        "way "
        "back (red) one pair for the derivative by the input, and one for the "
        "derivative "
        "by the weight.",
        "A box W with x going in and y coming out, marked 2. Below, red, from the "
        "derivative by y one arrow to the derivative by x and one up to W, each marked "
        "2. Together six.",
        draw,
    )


# ---- all the cuts, and what the exercises ask ----------------------------------------


def all_cuts(number, groups=2, boxes=3, cards=4):
    """One training on groups of boxes of cards; the net across, and into the boxes."""
    groups, boxes, cards = (
        counted(v, 2, "The number of groups, boxes or cards")
        for v in (groups, boxes, cards)
    )
    if boxes * cards > 16:
        raise ValueError(
            f"{boxes} boxes of {cards} cards do not fit beside each other."
        )

    def draw(room):
        page = Canvas(room, 12 + 96 * groups)
        left, gap = 84, 22
        wide = (room - left - gap * (boxes - 1)) / boxes
        cell = (wide - 10) / cards
        for k in range(boxes):
            page.text(left + k * (wide + gap) + wide / 2, 8, f"layers {k + 1}", "s")
        for g in range(groups):
            y = 26 + 96 * g
            page.text(0, y + 20, f"group {g + 1}", "", "start")
            page.text(0, y + 38, "its batch", "q s", "start")
            for k in range(boxes):
                x = left + k * (wide + gap)
                page.rect("hollow", x, y, wide, 58, 6)
                for c in range(cards):
                    with page.group("glow" if (g, k, c) == (0, 0, 0) else ""):
                        page.rect("learned", x + 5 + c * cell, y + 8, cell - 3, 42, 3)
                if k:
                    page.line((x - gap + 1, y + 29), (x - 3, y + 29))
            if g:
                for k in range(boxes):
                    x = left + k * (wide + gap) + wide / 2
                    page.line((x, y - 34), (x, y - 4), names="back")
                    page.line((x, y - 8), (x, y - 36), names="back")
        low = 26 + 96 * groups - 24
        page.text(left, low, "cards of one box: one matrix, cut", "q s", "start")
        return page

    total = groups * boxes * cards
    return Drawing(
        number,
        f"All the cuts at once, on {total} cards. The cards of a box cut each matrix "
        "among them, the boxes of a row divide the layers, and each row reads its own "
        "share of the batch. Red: gradients, added up between the rows. The amber card "
        f"keeps 1/{cards} of every matrix in 1/{boxes} of the layers.",
        f"{groups} rows of {boxes} boxes with {cards} cards each. Arrows lead from box "
        "to box within a row, and between the rows both ways.",
        draw,
    )


def one_chunk(number, n=8):
    """One step of the ring between two neighbours: a chunk is sent."""
    n = counted(n, 2, "The number of workers")

    def draw(room):
        page = Canvas(room, 136)
        left = 78
        cell = (room - left) / n
        for k in range(2):
            y = 12 + 82 * k
            page.text(0, y + 15, f"worker {k + 1}", "s", "start")
            for c in range(n):
                with page.group("glow" if c == 0 else ""):
                    page.rect("hollow", left + c * cell, y, cell - 2, 30, 2)
        page.line((left + cell / 2 - 1, 44), (left + cell / 2 - 1, 90))
        page.text(
            left + cell + 8, 68, "one chunk, in one step of the ring", "s", "start"
        )
        return page

    return Drawing(
        number,
        f"A gradient in {n} chunks, one for each worker of the ring. In one step of "
        "the ring a worker sends one of them (amber). How many such steps are there?",
        f"Two rows of {n} cells, one below the other; an arrow leads from the first "
        "cell of the upper row to the first of the lower.",
        draw,
    )


def balance(number, means, wanted):
    """Two losses as places on a beam, and where it should balance."""
    means = listed(means, "The means")
    if len(means) != 2 or not min(means) < wanted < max(means):
        raise ValueError("A beam needs two means, and a place between them to rest on.")

    def draw(room):
        page = Canvas(room, 148)
        left, long = 46, room - 92
        low, high = means

        def place(value):
            return left + long * (value - low) / (high - low)

        page.line((left, 76), (left + long, 76), head=False)
        for k, value in enumerate(means):
            x = place(value)
            page.box(x - 40, 34, 80, 40, "? words")
            page.text(x, 20, f"worker {k + 1}", "s")
            page.text(x, 94, f"{value:.1f}", "")
        x, middle = place(wanted), place((low + high) / 2)
        page.path("bar lit", f"M{x} 78l-11 20h22z")
        page.text(x, 112, f"{wanted:.1f}", "lit")
        page.text(x, 130, "wanted", "lit s")
        page.line((middle, 70), (middle, 82), names="hair", head=False)
        page.text(middle, 112, f"{(low + high) / 2:.1f}", "q")
        page.text(middle, 130, "mean of the means", "q s", "end")
        return page

    return Drawing(
        number,
        "Two losses on a beam, each with its words for a weight. With equal weights it "
        "would rest in the middle. It should rest at the amber point.",
        f"A beam from {means[0]:.1f} to {means[1]:.1f} with a box of unknown weight at "
        f"either end, and a support at {wanted:.1f}.",
        draw,
    )


def in_pairs(number, n=8):
    """Workers that exchange with one neighbour, then with one farther off."""
    n = counted(n, 2, "The number of workers")
    if n & (n - 1) or n > 8:
        raise ValueError(f"Pairs of pairs need 2, 4 or 8 workers, not {n}.")
    steps = n.bit_length() - 1

    def draw(room):
        left, down = 58, 70
        page = Canvas(room, 34 + down * steps)
        place = [left + (room - left - 22) * k / (n - 1) for k in range(n)]
        reached = {0}
        for step in range(steps):
            y = 16 + down * step
            page.text(0, y + down / 2, f"step {step}", "s", "start")
            for k in range(n):
                other = k ^ 2**step
                with page.group("lit" if k in reached else "quiet"):
                    for end in (k, other):
                        start, stop = (place[k], y), (place[end], y + down)
                        page.line(*between(start, stop, 15, 15))
            reached |= {k ^ 2**step for k in reached}
        for step in range(steps + 1):
            for k in range(n):
                y = 16 + down * step
                with page.group("glow" if step == 0 and k == 0 else ""):
                    page.rect("learned", place[k] - 12, y - 12, 24, 24, 4)
                page.text(place[k], y, str(k), "s")
        return page

    return Drawing(
        number,
        f"{n} workers add in pairs. Time runs downwards; an arrow is a whole row that "
        "is sent, or kept. Amber: where the numbers of worker 0 get to.",
        f"{steps + 1} rows of {n} workers. From row to row an arrow leads from each to "
        "itself and to the one 1, then 2, then 4 places away.",
        draw,
    )


def turns(number, sums, words):
    """One worker takes the parts of a batch in turn, and keeps one running sum."""
    sums = listed(sums, "The sums")
    words = [counted(w, 0, "A number of words") for w in words]
    if len(sums) != len(words) or len(sums) < 2:
        raise ValueError("Each of two parts or more needs its sum and its words.")

    def draw(room):
        n = len(sums)
        page = Canvas(room, 168)
        end = room - 34
        step = (end - 30) / n
        for k, (value, count) in enumerate(zip(sums, words, strict=True)):
            x = 30 + step * k + 14
            page.text(x, 10, several(count, "word"), "s")
            words_of(page, x - 5.5 * count, 24, count)
            page.line((x, 40), (x, 62))
            with page.group("back"):
                page.text(x, 78, f"{value:g}", "back")
            page.line((x, 92), (x, 116), names="back")
            page.sign(x, 126)
            stop = x + step - 9 if k < n - 1 else end - 2
            page.line((x + 9, 126), (stop, 126), names="back")
        with page.group("glow"):
            page.rect("hollow", end, 110, 32, 32, 4)
        page.text(end + 16, 126, "?", "b")
        page.text(end + 32, 158, "the gradient of the mean", "s", "end")
        return page

    return Drawing(
        number,
        "Gradient accumulation. One worker takes the parts of a batch in turn (a cell "
        "is a word), and adds each part’s summed gradient (red) to the last. What "
        "must be done to the sum at the end?",
        "Parts of a batch from left to right, with "
        + ", ".join(
            f"{several(w, 'word')} and a sum of {s:g}"
            for s, w in zip(sums, words, strict=True)
        )
        + "; the sums are added up along a line that ends in a question mark.",
        draw,
    )


def by_heads(number, heads=4, rows=5, width=8, out=6):
    """The heads' outputs side by side, and the rows of the map that they meet."""
    heads, rows, width, out = (
        counted(v, 2, "A number of heads or a side of a matrix")
        for v in (heads, rows, width, out)
    )
    if heads % 2:
        raise ValueError(f"{heads} heads cannot be shared by two workers.")
    inner = heads * width

    def draw(room):
        scale = min((room - 100) / (inner + 3 * out), 6)
        start = (room - 90 - (inner + 3 * out) * scale) / 2
        high = inner * scale
        page = Canvas(room, high + 50)
        middle, part = high / 2 + 4, width * scale
        for h in range(heads):
            with page.group("glow" if h < heads / 2 else ""):
                y = middle - rows * scale / 2
                page.rect("hollow", start + h * part, y, part - 2, rows * scale, 2)
                page.text(start + (h + 0.5) * part, y - 12, str(h + 1), "s")
                page.rect(
                    "learned",
                    start + inner * scale + 26,
                    4 + h * part,
                    out * scale,
                    part - 2,
                    2,
                )
        page.text(start + inner * scale + 13, middle, "→", "q")
        page.text(start + inner * scale / 2, high + 18, "the heads’ outputs")
        page.text(start + inner * scale / 2, high + 36, f"{rows} × {inner}", "q s")
        x = start + inner * scale + 26
        page.text(x + out * scale / 2, high + 18, "$W^O$")
        page.text(x + out * scale / 2, high + 36, f"{inner} × {out}", "q s")
        for k, then in enumerate("→+"):
            page.text(x + out * scale + 14, middle, then, "q")
            x += out * scale + 28
            with page.group("glow" if k == 0 else ""):
                y = middle - rows * scale / 2
                page.rect("hollow", x, y, out * scale, rows * scale, 2)
            page.text(x + out * scale / 2, high + 18, f"$y_{k + 1}$")
        return page

    return Drawing(
        number,
        f"An attention layer with {heads} heads on two workers. What belongs to worker "
        "1 is amber: its heads, the rows of $W^O$ that they meet, and its share of the "
        "output.",
        f"{heads} heads side by side, a matrix of {inner} rows and {out} columns in "
        f"{heads} bands, and two shares of {rows} by {out}. Half of the heads and the "
        "bands and the first share are lit.",
        draw,
    )


def killed(number, steps=24, saved=20):
    """A run that was never killed, and one that was, and went on from its file."""
    steps = counted(steps, 4, "The number of steps")
    saved = counted(saved, 2, "The step of the checkpoint")
    if saved > steps - 2:
        raise ValueError(
            f"A checkpoint after step {saved} leaves nothing to go on with."
        )
    gone = saved + 2

    def draw(room):
        left, end = 74, room - 16
        page = Canvas(room, 176)

        def place(step):
            return left + (end - left) * step / steps

        def file(step, y, lit):
            with page.group("glow" if lit else ""):
                page.rect("hollow", place(step) - 9, y - 3, 18, 28, 2)

        rows = ("never killed", "killed", "resumed")
        for k, (name, first, last) in enumerate(
            zip(rows, (0, 0, saved), (steps, gone, steps), strict=True)
        ):
            y = 16 + 52 * k
            page.text(0, y + 11, name, "s", "start")
            if k == 1:
                page.rect("frame", place(saved), y, place(gone) - place(saved), 22)
                last = saved
            page.rect("learned", place(first), y, place(last) - place(first), 22, 2)
        page.line((place(saved), 95), (place(saved), 114), names="lit")
        file(saved, 68, True)
        file(saved, 120, True)
        for k in (0, 2):
            file(steps, 16 + 52 * k, False)
        x = place(gone)
        page.path("line back", f"M{x - 6} 73l12 12m0 -12l-12 12")
        page.text(place(0), 164, "step 0", "q s", "start")
        page.text(place(saved), 164, f"{saved}", "lit s")
        page.text(place(steps), 164, f"{steps}", "q s")
        return page

    return Drawing(
        number,
        f"A run of {steps} steps, and one that is killed (red cross) some time after "
        f"its checkpoint at step {saved} (amber). What it did since is lost; a new "
        "process reads the file and goes on. Do both end with the same file?",
        f"Three bars over {steps} steps. The first is whole. The second breaks off "
        f"after step {saved}, where its checkpoint stands; an arrow leads from this to "
        "the third, which goes from there to the end.",
        draw,
    )


def area_of_work(number, use=0.3):
    """The bill of a training as the area of a rectangle, of which a part is used."""
    (use,) = listed([use], "The part in use")
    if not 0 < use <= 1:
        raise ValueError(f"The part in use lies between 0 and 1, so not {use}.")

    def draw(room):
        wide = room >= WIDE
        left, top, high = 92, 8, 132
        page = Canvas(room, 186)
        long, part = room - left - (132 if wide else 50), high * use
        middle, line = left + long / 2, top + high - part
        page.rect("frame", left, top, long, high)
        with page.group("glow"):
            page.rect("hollow", left, line, long, part)
        page.text(middle, line + part / 2, "$6ND$ operations" if wide else "$6ND$")
        page.text(middle, (top + line) / 2, "could be done, and was not", "q s")
        page.text(left - 10, top + high / 2 - 9, "all cards,", "s", "end")
        page.text(left - 10, top + high / 2 + 9, "in FLOPS", "s", "end")
        x = left + long + 12
        page.bracket(x, line, part, upright=True)
        page.text(x + 9, line + part / 2 - (8 if wide else 0), "MFU", "lit", "start")
        if wide:
            page.text(x + 9, line + part / 2 + 9, "the part in use", "q s", "start")
        page.bracket(left, top + high + 14, long)
        page.text(middle, top + high + 32, "seconds that it takes", "s")
        return page

    return Drawing(
        number,
        "The letters of the bill. A training is an area: as high as what all cards "
        "could do in a second (FLOPS), and as long as it takes. The amber part is the "
        "work, six operations for each of $N$ parameters and $D$ tokens; how much of "
        "the height it fills is the utilisation (MFU).",
        "A rectangle, the speed of all cards high and the time of a training long. "
        f"The lowest {use:.0%} of it are lit: 6ND operations. The rest could be done, "
        "and was not.",
        draw,
    )


def launched(number, n=2):
    """One command starts n processes, each with its rank, a copy, and a share."""
    n = counted(n, 2, "The number of processes")
    if n > 4:
        raise ValueError(f"There is room for at most 4 processes, not {n}.")

    def draw(room):
        page = Canvas(room, 246)
        step = room / n
        places = [step * (k + 0.5) for k in range(n)]
        broad = min(step - 28, 150)
        page.box(room / 2 - 74, 4, 148, 32, "torchrun", learned=False)
        for k, x in enumerate(places):
            half = broad / 2
            page.line((room / 2, 36), (room / 2, 54), (x, 54), (x, 72))
            page.rect("frame", x - half - 8, 74, broad + 16, 138, 10)
            page.text(x, 90, f"rank {k}", "b s")
            page.box(x - half, 104, broad, 34, "the model")
            for part in range(n):
                side = broad / n
                with page.group("" if part == k else "dim"):
                    kind = "p" if part == k else "hollow"
                    pale = ' fill-opacity="0.6"' if part == k else ""
                    left = x - half + part * side
                    page.rect(kind, left + 1, 172, side - 2, 22, 2, pale)
            page.line((x, 170), (x, 140))
            page.text(x, 204, "its part of the batch", "q s")
        with page.group("glow"):
            for a, b in pairwise(places):
                edge = broad / 2 + 2
                page.line((a + edge, 114), (b - edge, 114), names="back")
                page.line((b - edge, 128), (a + edge, 128), names="back")
        page.text(room / 2, 234, "all-reduce: the gradients are added up", "lit s")
        return page

    return Drawing(
        number,
        f"One command starts {n} processes. Each gets a number, its rank, and has the "
        "whole model and its own part of every batch. While errors go back, "
        "the gradients are added up among them (red), and all take the same step.",
        f"A box, torchrun, with arrows to {n} frames, rank 0 to rank {n - 1}. In each "
        "a box for the model over one filled part of the batch; red arrows lead from "
        "model to model and back.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield two_halves(
        "19.1", (4, 35), ([0.2, -0.1, 0.3, 0, 0.1, -0.2], [1, 2, -1, 1, 0, 1])
    )
    yield weight_of_words("19.2", (4, 35))
    yield star_and_ring("19.3")
    yield halves_of_the_ring("19.4")
    yield killed("19.6", 24, 20)
    yield sixteen("19.7")
    yield bits("19.8", 3.14159265)
    yield run_again("19.9")
    yield four_cuts("19.11")
    yield columns_then_rows("19.12")
    yield pipeline("19.13", 4, (1, 4))
    yield six_operations("19.14")
    yield all_cuts("19.17", 2, 3, 4)
    yield one_chunk("19.18", 8)
    yield balance("19.19", (2.0, 6.0), 5.0)
    yield in_pairs("19.20", 8)
    yield turns("19.21", (6, 9), (2, 1))
    yield by_heads("19.22", 4, 5, 8, 6)
    yield area_of_work("19.24", 0.3)
    yield launched("19.25", 2)
