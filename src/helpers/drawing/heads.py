"""Chapter 15: queries, keys and values, masks, heads, positions, and who sees whom."""

from math import cos, exp, pi, sin

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.canvas import in_rows, listed, point

# ---- how far it is from one word to another ------------------------------------------


def _words(page, places, y, words):
    """Words in a row, each under its place."""
    for x, word in zip(places, words, strict=True):
        page.text(x, y, word, "w")


def _paths(kind, count):
    """The ways of a kind of layer between words: (from, to, level), the lit ones last.

    A level is how many layers, or steps, lie below.
    """
    if kind == "recurrent":
        return [], [(i, i + 1, 0) for i in range(count - 1)]
    if kind == "attention":
        rest = [(i, j, 0) for i in range(count) for j in range(count) if i != j]
        lit = [(0, count - 1, 0)]
        return [way for way in rest if way not in lit], lit
    reach = {"convolution": lambda level: 1, "dilated": lambda level: 2**level}[kind]
    rest, lit, at, level = [], [], 0, 0
    while at < count - 1:
        step = reach(level)
        rest += [(i, i + step, level) for i in range(count - step)]
        rest += [(i, i, level) for i in range(count)]
        to = min(at + step, count - 1)
        lit.append((at, to, level))
        at, level = to, level + 1
    return [way for way in rest if way not in lit], lit


def path_lengths(number, words):
    """How many steps a message takes from the first word to the last."""
    words = list(words)
    if len(words) < 3:
        raise ValueError(f"A way needs three words or more, and here are {len(words)}.")
    kinds = {
        "recurrent": "recurrent network",
        "convolution": "convolution of width 2",
        "dilated": "dilated convolution",
        "attention": "self-attention",
    }
    count = len(words)
    found = {kind: _paths(kind, count) for kind in kinds}
    steps = {kind: len(lit) for kind, (_, lit) in found.items()}
    said = lambda count: f"{count} step{'s' if count > 1 else ''}"

    def draw(room):
        wide = room >= WIDE
        columns = 2 if wide else 1
        width = (room - 30 * (columns - 1)) / columns
        pitch = (width - 30) / count
        heights = {kind: 30 + 24 * max(s, 2) for kind, s in steps.items()}
        heights["recurrent"] = 78 if wide else 40
        order = ["recurrent", "attention", "convolution", "dilated"]
        rows = [order[i : i + columns] for i in range(0, len(order), columns)]
        tall = [max(heights[kind] for kind in row) + 66 for row in rows]
        page = Canvas(room, sum(tall))
        top = 0
        for row, high in zip(rows, tall, strict=True):
            for k, kind in enumerate(row):
                left = k * (width + 30)
                places = [left + 15 + pitch * (i + 0.5) for i in range(count)]
                base = top + high - 36
                page.text(left, top + 12, kinds[kind], "b", "start")
                s = steps[kind]
                page.text(left + width, top + 12, said(s), "q", "end")
                _panel(page, kind, places, base, found[kind])
                _words(page, places, top + high - 18, words)
            top += high
        return page

    return Drawing(
        number,
        f"How far it is from *{words[0]}* to *{words[-1]}*: the lit way is the "
        "shortest one through each kind of layer. Only in self-attention is it one "
        "step, however long the sentence.",
        f"Four pictures of {count} words. "
        + "; ".join(f"{kinds[kind]}: {said(steps[kind])}" for kind in kinds)
        + f" from {words[0]} to {words[-1]}.",
        draw,
    )


def _panel(page, kind, places, base, ways):
    """The layers of one kind over their words, with the lit way on top."""
    rest, lit = ways
    if kind in ("recurrent", "attention"):
        rise = {"recurrent": 0, "attention": 1}[kind]
        for group, names in ((rest, "quiet hair"), (lit, "lit")):
            for i, j, _ in group:
                a, b = places[i], places[j]
                if rise:
                    high = min(abs(b - a) * 0.35, 62)
                    page.arc((a, base - 10), (b, base - 10), high, names, head=False)
                else:
                    page.line((a + 9, base - 8), (b - 9, base - 8), names=names)
        for x in places:
            page.circle("hollow", x, base - 8, 8)
        return
    levels = 1 + max(level for *_, level in lit)
    for group, names in ((rest, "quiet hair"), (lit, "lit")):
        for i, j, level in group:
            y = base - 6 - 24 * level
            page.line(
                (places[i], y), (places[j], y - 24), names=names, head=names == "lit"
            )
    for level in range(levels + 1):
        for x in places:
            page.dot(x, base - 6 - 24 * level, "quiet", 3)


# ---- one word, three parts -----------------------------------------------------------


def three_parts(number, words, x, tables):
    """The words' vectors, three learned matrices, and three vectors for each word."""
    x = in_rows(x)
    tables = {name: in_rows(rows) for name, rows in tables.items()}
    if len(tables) != 3:
        raise ValueError(f"There are three tables, and {len(tables)} are given.")
    roles = dict(zip(tables, ("query", "key", "value"), strict=True))
    does = {"query": "what it asks for", "key": "what it is found by"}
    does["value"] = "what it hands over"
    made = {
        name: [
            [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*t)]  # noqa: B905
            for row in x
        ]
        for name, t in tables.items()
    }

    def draw(room):
        wide = room >= WIDE
        cell, high = (27, 24) if wide else (20, 21)
        label = 58 if wide else 50
        band = 4 * high + 34
        across = cell * len(x[0])
        first = label + across + (48 if wide else 22)
        second = first + cell * 4 + (44 if wide else 22)
        page = Canvas(room, 3 * band)
        middle = 1.5 * band + 6
        y = middle - high * len(x) / 2
        page.matrix(label, y, x, cell=cell, high=high, digits=0, rows=words)
        page.text(label, y - 12, "$X$", "", "start")
        for i, (name, rows) in enumerate(tables.items()):
            role, top = roles[name], i * band + 22
            tall = high * len(rows)
            at = top + tall / 2
            start = (label + across + 2, middle)
            page.curve(start, (first - 4, at))
            wide_w = cell * len(rows[0])
            page.rect("learned", first - 3, top - 3, wide_w + 6, tall + 6, 5)
            page.matrix(first, top, rows, cell=cell, high=high, digits=0)
            page.text(first, top - 13, f"$W^{name}$", "", "start")
            page.line((first + wide_w + 5, at), (second - 4, at))
            out = at - high * len(x) / 2
            page.matrix(second, out, made[name], role, cell=cell, high=high, digits=0)
            words_ = f"${name}$ {does[role]}" if wide else f"${name}$"
            page.text(second, out - 12, words_, role, "start")
        return page

    return Drawing(
        number,
        "Each word is a row of $X$. Multiplied by three learned matrices (filled), it "
        "becomes three vectors: a query, a key and a value. The same three matrices "
        "serve every word.",
        f"A matrix X with rows {', '.join(words)}; three learned matrices; and the "
        "three products, "
        + "; ".join(f"{name} = {made[name]}" for name in tables)
        + ".",
        draw,
    )


# ---- one row by hand -----------------------------------------------------------------


def softmax(scores):
    """The weights that belong to scores."""
    powers = [exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def one_query(number, words, asks, query, keys, values):
    """One query on all keys, the scores, the weights, and the mixture of the values."""
    query, keys, values = listed(query), in_rows(keys), in_rows(values)
    if not len(words) == len(keys) == len(values):
        raise ValueError("Each word has one key and one value: give as many of each.")
    scores = [sum(q * k for q, k in zip(query, key, strict=True)) for key in keys]
    root = len(query) ** 0.5
    weights = softmax([score / root for score in scores])
    mixture = [
        sum(w * row[i] for w, row in zip(weights, values, strict=True))
        for i in range(len(values[0]))
    ]

    def draw(room):
        wide = room >= WIDE
        cell, high, pitch = (27, 26, 44) if wide else (19, 24, 42)
        label = 60 if wide else 53
        page = Canvas(room, 150 + pitch * len(words))
        top = 92
        page.strip(label, 24, query, "query", cell=cell, high=high, digits=0)
        page.text(label, 12, f"$q$ of {asks}", "query", "start")
        page.line((label + cell * 2, 52), (label + cell * 2, top - 22), names="query")
        keys_end = label + cell * len(query)
        score = keys_end + (48 if wide else 22)
        scaled = score + (62 if wide else 34)
        bar = scaled + (44 if wide else 20)
        span = 110 if wide else 30
        value = bar + span + (88 if wide else 46)
        page.text(label, top - 10, "$k$", "key", "start")
        page.text(score, top - 10, "$q\\cdot k$")
        page.text(scaled, top - 10, f"÷ {root:.3g}")
        page.text(bar, top - 10, "weight", "", "start")
        page.text(value, top - 10, "$v$", "value", "start")
        bottom = top + pitch * len(words) + 18
        end = value + cell * len(mixture) / 2
        for i, word in enumerate(words):
            y = top + pitch * i + 4
            middle = y + high / 2
            page.text(label - 8, middle, word, "w", "end")
            page.strip(label, y, keys[i], "key", cell=cell, high=high, digits=0)
            page.text(score, middle, printed(scores[i], 0))
            page.text(scaled, middle, printed(scores[i] / root, 1))
            part = f' fill-opacity="{0.58:.2f}"'
            page.rect("p", bar, y + 4, span * weights[i], high - 8, more=part)
            page.text(
                bar + span * weights[i] + 6, middle, printed(weights[i], 3), "", "start"
            )
            page.strip(value, y, values[i], "value", cell=cell, high=high, digits=0)
            edge, turn = value + cell * len(mixture), 16 if wide else 8
            page.line(
                (edge + 2, middle),
                (edge + turn + 5 * i, middle),
                (edge + turn + 5 * i, bottom + high / 2),
                (
                    end + cell * len(mixture) / 2 + (22 if wide else 12),
                    bottom + high / 2,
                ),
                names="value thin",
                width=max(1, 12 * weights[i]),
                head=False,
            )
        wide_z = 46 if wide else 40
        left = end + cell * len(mixture) / 2 + 6 - wide_z * len(mixture)
        with page.group("glow"):
            page.rect(
                "hollow", left - 4, bottom - 4, wide_z * len(mixture) + 8, high + 8
            )
        page.strip(left, bottom, mixture, "value", cell=wide_z, high=high, digits=3)
        page.text(left - 12, bottom + high / 2, f"$z$ of {asks}", "", "end")
        return page

    pairs = zip(words, weights, strict=True)
    return Drawing(
        number,
        f"What *{asks}* does. Its query is multiplied with every key, number by "
        "number, and summed: a score. The scores are divided and made into weights "
        "that sum to 1. The values are mixed by these weights (lines as thick as they "
        "are).",
        f"A query {query} over the keys of {', '.join(words)}; scores {scores}; "
        "weights "
        + ", ".join(f"{word} {weight:.3f}" for word, weight in pairs)
        + "; the mixture is "
        + ", ".join(f"{part:.3f}" for part in mixture)
        + ".",
        draw,
    )


# ---- all at once ---------------------------------------------------------------------


def all_at_once(number, T=4, S=5, d_k=3, d_v=2, lit=1, caption=None):
    """The formula as rectangles with their sides named, one row lit throughout."""
    if not 0 <= lit < T:
        raise ValueError(f"There are {T} queries, and none has the number {lit}.")

    def draw(room):
        wide = room >= WIDE
        c = 21 if wide else 15
        page = Canvas(room, 216 if wide else 276)
        left, top = (20, 42 + d_k * c) if wide else (22, 40 + d_k * c)

        def block(x, y, rows, columns, name, role="quiet", row=None, column=None):
            page.strip(x, y, 1, None, cell=columns * c, high=rows * c)
            if row is not None:
                with page.group("glow"):
                    page.rect("hollow", x, y + row * c, columns * c, c)
            for j in range(rows):
                page.strip(x, y + j * c, columns, None, cell=c) if j != row else None
            page.rect(f"edge {role}", x, y, columns * c, rows * c, 2)
            page.text(x, y - 11, name, role if role != "quiet" else "", "start")

        gap = 16 if wide else 10
        q = left
        grid = q + d_k * c + gap
        block(q, top, T, d_k, "$Q$", "query", lit)
        block(grid, top - d_k * c - gap, d_k, S, "$K^⊤$", "key")
        block(grid, top, T, S, "", "quiet", lit)
        page.text(q - 10, top + T * c / 2, "$T$", "q s")
        page.text(q + d_k * c / 2, top + T * c + 12, "$d_k$", "q s")
        page.text(grid + S * c / 2, top + T * c + 12, "$S$ scores", "q s")
        if wide:
            soft, y2 = grid + S * c + 118, top
            at = top + T * c / 2
            page.line((grid + S * c + 6, at), (soft - 8, at))
            page.text((grid + S * c + soft) / 2, at - 24, "÷ $\\sqrt{d_k}$")
            page.text((grid + S * c + soft) / 2, at - 9, "softmax")
        else:
            soft, y2 = left, top + T * c + 56 + S * c * 0.5
            page.text(
                grid + S * c + 12, top + T * c / 2, "÷ $\\sqrt{d_k}$", "", "start"
            )
            page.text(grid + S * c + 12, top + T * c / 2 + 18, "softmax", "", "start")
            y2 = top + T * c + 46
            down = (grid + S * c / 2, top + T * c + 20), (grid + S * c / 2, y2 - 18)
            page.line(*down)
        block(soft, y2, T, S, "", "quiet", lit)
        page.text(soft, y2 - 11, "weights $A$", "", "start")
        page.text(soft + S * c / 2, y2 + T * c + 12, "$S$: sums to 1", "q s")
        v = soft + S * c + (34 if wide else 30)
        page.text(v - (17 if wide else 15), y2 + T * c / 2, "×")
        block(v, y2 - (S - T) * c / 2, S, d_v, "$V$", "value")
        z = v + d_v * c + (38 if wide else 32)
        page.text(z - (19 if wide else 16), y2 + T * c / 2, "=")
        block(z, y2, T, d_v, "$Z$", "value", lit)
        page.text(z + d_v * c / 2, y2 + T * c + 12, "$d_v$", "q s")
        return page

    return Drawing(
        number,
        caption
        or "All queries at once. Row after row of $Q$ meets column after column of "
        "$K^\\top$: each cell of the grid is one dot product. The softmax works along "
        "a row; the row of weights times $V$ is the row of $Z$. Lit: one word, from "
        "its query to its mixture.",
        f"Rectangles: Q with {T} rows, K transposed above a grid of {T} by {S} scores; "
        f"an arrow with root and softmax to {T} by {S} weights; times V with {S} rows "
        f"is Z with {T} rows. Row {lit + 1} is lit in each.",
        draw,
    )


# ---- an answer in proportion ---------------------------------------------------------


def in_proportion(number, keys, panels, caption):
    """How much of each key a query takes, as bars, and what comes out of it.

    Each panel has a title, a weight for each key, and the answer, or "" for none.
    """
    for title, weights, _ in panels:
        if len(weights) != len(keys):
            raise ValueError(
                f"{title!r} has {len(weights)} weights for {len(keys)} keys: each key "
                "has one."
            )

    def draw(room):
        wide = room >= WIDE
        width = room / len(panels) if wide else room
        high = (68 if panels[0][2] else 46) + 24 * len(keys)
        page = Canvas(room, high if wide else high * len(panels))
        for k, (title, weights, answer) in enumerate(panels):
            left, top = (k * width, 0) if wide else (0, k * high)
            span = width - 130
            page.text(left + 10, top + 14, title, "b", "start")
            for i, (key, weight) in enumerate(zip(keys, weights, strict=True)):
                y = top + 44 + 24 * i
                page.text(left + 62, y, key, "w", "end")
                page.rect("edge quiet", left + 70, y - 7, span, 14, 2)
                bar = max(span * weight, 0.5)
                page.rect("p", left + 70, y - 7, bar, 14, more=' fill-opacity="0.58"')
                said = printed(weight, 2)
                page.text(left + 76 + span, y, said, "s", "start")
            y = top + 48 + 24 * len(keys)
            if answer:
                page.text(left + 70, y, f"answer {answer}", "lit b", "start")
        return page

    said = "; ".join(
        f"{title}: "
        + ", ".join(f"{k} {w:.2f}" for k, w in zip(keys, weights, strict=True))
        + (f", answer {answer}" if answer else "")
        for title, weights, answer in panels
    )
    return Drawing(number, caption, f"Bars for what a query takes. {said}.", draw)


# ---- masks ---------------------------------------------------------------------------


def masks(number, panels, caption):
    """Masks as squares: filled where a word of the row may look at one of the column.

    Each panel has a title, the words of its rows and columns, and rows of truths.
    """
    for title, words, rows in panels:
        if {len(row) for row in rows} != {len(words)} or len(rows) != len(words):
            raise ValueError(
                f"The mask {title!r} needs a row and a column for each of its "
                f"{len(words)} words."
            )

    def draw(room):
        wide = room >= WIDE
        per = len(panels) if wide else 1
        width = room / per
        c = 25
        high = max(len(words) for _, words, _ in panels) * c + 66
        page = Canvas(room, high * -(-len(panels) // per))
        for k, (title, words, rows) in enumerate(panels):
            left = (k % per) * width + (60 if wide else 110)
            top = (k // per) * high + 50
            page.text(left, top - 38, title, "b", "start")
            for i, word in enumerate(words):
                page.text(left - 8, top + (i + 0.5) * c, word, "w", "end")
                page.text(left + (i + 0.5) * c, top - 12, word[:3], "q s")
            for i, row in enumerate(rows):
                for j, allowed in enumerate(row):
                    place = left + j * c + 2, top + i * c + 2, c - 4, c - 4
                    if allowed:
                        page.rect("p", *place, round=3, more=' fill-opacity="0.75"')
                    else:
                        page.rect("edge quiet", *place, round=3)
        return page

    said = "; ".join(
        f"{title}: "
        + " / ".join("".join("x" if a else "." for a in row) for row in rows)
        for title, _, rows in panels
    )
    return Drawing(number, caption, f"Masks, x for allowed: {said}.", draw)


# ---- three graphs --------------------------------------------------------------------


def three_graphs(number, source, target):
    """Self-attention, causal self-attention and cross-attention as graphs."""
    panels = [
        ("self-attention", "all see all", source, source, lambda i, j: True),
        ("causal", "no looking ahead", target, target, lambda i, j: j <= i),
        ("cross-attention", "two sentences", source, target, None),
    ]

    def draw(room):
        wide = room >= WIDE
        per, high = (3, 172) if wide else (1, 158)
        width = room / per
        page = Canvas(room, high * (1 if wide else 3))
        for k, (title, under, low, top, may) in enumerate(panels):
            left = (k % per) * width
            base = (0 if wide else k * high) + high - 34
            page.text(left + 6, base - 124, title, "b", "start")
            if wide:  # on a line of its own: the three titles stand side by side
                page.text(left + 6, base - 108, under, "q s", "start")
            else:
                page.text(left + width - 12, base - 124, under, "q s", "end")
            span = width - 24
            lows = [left + 12 + span * (i + 0.5) / len(low) for i in range(len(low))]
            tops = [left + 12 + span * (i + 0.5) / len(top) for i in range(len(top))]
            y = base - 72
            for i, x in enumerate(tops):
                for j, s in enumerate(lows):
                    if may is None or may(i, j):
                        page.line(
                            (s, base - 12),
                            (x, y),
                            names="thin key",
                            width=1.3,
                            head=False,
                        )
            for j, (s, word) in enumerate(zip(lows, low, strict=True)):
                page.dot(s, base - 12, "key", 4)
                page.text(
                    s, base + 6 + (13 * (j % 2) if len(low) > 4 else 0), word, "w"
                )
            for x, word in zip(tops, top, strict=True):
                page.dot(x, y, "query", 4)
                page.text(x, y - 16, word, "w")
        return page

    return Drawing(
        number,
        "Three uses of one formula, as graphs. Above who asks (violet), below who is "
        "asked (olive), and a line wherever looking is allowed.",
        f"Three graphs. Self-attention over “{' '.join(source)}”: every word is joined "
        f"to every word. Causal over “{' '.join(target)}”: each word is joined to "
        "itself and those before it. Cross-attention: every word of the second "
        "sentence is joined to every word of the first.",
        draw,
    )


# ---- heads side by side --------------------------------------------------------------


def side_by_side(number, heads, d_model, words, weights, caption=None):
    """Heads side by side: each its own projections and weights, laid end to end.

    `weights` has for each head that is drawn what one word gives to the words.
    """
    if d_model % heads:
        raise ValueError(f"{heads} heads do not divide a width of {d_model}.")
    shown = len(weights)
    d_k = d_model // heads

    def draw(room):
        wide = room >= WIDE
        lane = (room - 20) / shown
        page = Canvas(room, 372)
        page.box(room / 2 - 130, 338, 260, 24, learned=False, round=4)
        page.text(room / 2, 350, f"the words' vectors, {d_model} numbers each", "s")
        ends = []
        for h, row in enumerate(weights):
            x = 10 + lane * (h + 0.5)
            half = min(lane / 2 - 7, 72)
            page.line((room / 2 + (h - (shown - 1) / 2) * 30, 337), (x, 312))
            for k, (name, role) in enumerate(
                zip("QKV", ("query", "key", "value"), strict=True)
            ):
                at = x + (k - 1) * half * 0.68
                page.box(at - half * 0.3, 284, half * 0.6, 26, round=4)
                page.text(at, 297, f"$W^{name}$", f"{role} s")
            page.line((x, 283), (x, 266))
            page.rect("hollow", x - half, 196, 2 * half, 68, 6)
            step = (2 * half if wide else 64) / len(words)
            more = ' fill-opacity="0.6"'
            for i, (word, weight) in enumerate(zip(words, row, strict=True)):
                if wide:
                    at, tall = x - half + step * (i + 0.5), 40 * weight
                    place = at - step * 0.3, 244 - tall, step * 0.6, tall
                    page.rect("p", *place, more=more)
                    page.text(at, 254, word, "s q")
                else:
                    at, along = 198 + step * (i + 0.5), (2 * half - 44) * weight
                    page.rect("p", x - half + 40, at - 5, along, 10, more=more)
                    page.text(x - half + 37, at, word, "s q", "end")
            page.line((x, 195), (x, 168))
            page.strip(x - half, 146, 4, "value", cell=half / 2, high=20)
            if wide:
                page.text(x + 6, 181, f"{d_k} numbers", "s q", "start")
            ends.append(x)
        total, cell = min(room - 60, 420), 0
        start = (room - total) / 2
        cell = total / (4 * shown)
        for h, x in enumerate(ends):
            to = start + total * (h + 0.5) / shown
            page.line((x, 144), (to, 114))
            page.strip(start + h * 4 * cell, 94, 4, "value", cell=cell, high=18)
        page.text(room / 2, 82, f"end to end: {heads} × {d_k} = {d_model}", "s q")
        page.line((room / 2, 72), (room / 2, 56))
        with page.group("glow"):
            page.box(room / 2 - 60, 28, 120, 27, "$W^O$", round=5)
        page.line((room / 2, 27), (room / 2, 6))
        return page

    return Drawing(
        number,
        caption
        or f"{shown} of {heads} heads. Each reads the whole vectors, with projections "
        f"of its own, and weighs the words for a reason of its own. Their mixtures of "
        f"{d_k} numbers are laid end to end, and one more learned matrix mixes them.",
        f"From one row of vectors {shown} columns rise, each with three learned "
        "matrices, its own bars over the words and a mixture; above, the mixtures lie "
        "end to end and go through the learned matrix W O.",
        draw,
    )


# ---- positions: clock, curve, rotation -----------------------------------------------


def clock_and_curve(number, rate, place, offset, last=24):
    """One pair of columns: its clock, its curve, and what a step of the offset is."""
    if not 0 <= place <= place + offset <= last:
        raise ValueError(f"Both places have to lie between 0 and {last}.")

    def draw(room):
        wide = room >= WIDE
        r = 62 if wide else 50
        cx, cy = r + 14, r + 46
        left = cx + r + 46
        page = Canvas(room, 2 * r + 128)
        page.text(cx, 14, "the clock", "b")
        page.text(left, 14, "its curve", "b", "start")
        page.circle("hollow", cx, cy, r)
        across = room - left - 22
        at = lambda i: left + across * i / last

        def hand(i):
            return cx + r * cos(rate * i), cy - r * sin(rate * i)

        steps = [i / 8 for i in range(8 * last + 1)]
        path = "".join(
            f"{'L' if k else 'M'}{point(at(i), cy - r * sin(rate * i))}"
            for k, i in enumerate(steps)
        )
        page.path("line quiet hair", f"M{point(left, cy)}H{at(last):.1f}")
        page.path("line positive", path)
        for i in range(last + 1):
            page.dot(at(i), cy - r * sin(rate * i), "positive", 2)
        turns = [(rate * place + (rate * offset) * k / 20) for k in range(21)]
        inner = 0.55 * r
        arc = "".join(
            f"{'L' if k else 'M'}{point(cx + inner * cos(a), cy - inner * sin(a))}"
            for k, a in enumerate(turns)
        )
        page.path("line lit", arc, 2.4)
        for i, names in ((place, ""), (place + offset, "lit")):
            x, y = hand(i)
            page.line((cx, cy), (x, y), names=names, width=2.4)
            page.path("line quiet hair", f"M{point(x, y)}H{at(i):.1f}")
            page.dot(at(i), y, names, 4.5)
            page.text(at(i), cy + r + 22, f"{i}", "b")
        page.text(at(last), cy + r + 22, str(last), "q s", "end")
        page.text(left - 4, cy + r + 22, "0", "q s", "end")
        page.text(left, cy + r + 42, "place", "q s", "start")
        degrees = printed(rate * offset / pi * 180, 0)
        turn = f"a step of {offset} turns the hand by {degrees}°"
        turn += ", wherever it starts" if wide else ""
        page.text(14, cy + r + 66, turn, "", "start")
        return page

    return Drawing(
        number,
        "Three views of one pair of columns. The hand of a clock turns by the same "
        "angle from place to place; how high its tip stands is the sine, the curve on "
        f"the right. Going {offset} places on (amber) is a rotation, and it is the "
        "same rotation from every place.",
        f"A clock with two hands, for the places {place} and {place + offset}, joined "
        "by level lines to the two places of a sine curve; an arc between the hands.",
        draw,
    )


# ---- arcs ----------------------------------------------------------------------------


def arcs(number, panels, caption, least=0.03):
    """What one word gives to the others, as arcs over the sentence.

    Each panel has a title, the words, the place of the one that asks, its weights, and
    the places of the words to be named.
    """
    for title, words, _, weights, _ in panels:
        if len(words) != len(weights):
            raise ValueError(
                f"{title!r} has {len(words)} words and {len(weights)} weights: each "
                "word has one."
            )

    def draw(room):
        wide = room >= WIDE
        high = 158 if wide else 22 * max(len(p[1]) for p in panels) + 40
        page = Canvas(room, high * len(panels))
        for k, (title, words, asks, weights, named) in enumerate(panels):
            top = k * high
            page.text(4, top + 12, title, "b", "start")
            (_over if wide else _beside)(
                page, room, top, high, words, asks, weights, named
            )
        return page

    def _over(page, room, top, high, words, asks, weights, named):
        sizes = [7.4 * len(word) + 12 for word in words]
        scale = min((room - 8) / sum(sizes), 1.15)
        places, x = [], (room - scale * sum(sizes)) / 2
        for size in sizes:
            places.append(x + scale * size / 2)
            x += scale * size
        base = top + high - 42
        for j, weight in enumerate(weights):
            if weight < least or j == asks:
                continue
            names = "lit" if j in named else "quiet"
            rise = min(abs(places[j] - places[asks]) * 0.3, 74)
            page.arc(
                (places[asks], base - 12), (places[j], base - 12), rise, names,
                width=max(1, 13 * weight), head=False,
            )  # fmt: skip
        for j, (x, word) in enumerate(zip(places, words, strict=True)):
            page.text(x, base, word, "w b" if j == asks or j in named else "w")
            if j in named:
                page.text(x, base + 20, printed(weights[j], 2), "lit s")

    def _beside(page, room, top, high, words, asks, weights, named):
        start = top + 38
        for j, (word, weight) in enumerate(zip(words, weights, strict=True)):
            y = start + 22 * j
            page.text(100, y, word, "w b" if j == asks or j in named else "w", "end")
            if j == asks:
                page.text(110, y, "asks", "q s", "start")
                continue
            more = ' fill-opacity="0.58"'
            page.rect("p", 110, y - 6, max(150 * weight, 0.5), 12, more=more)
            if j in named:
                page.text(118 + 150 * weight, y, printed(weight, 2), "lit", "start")

    said = "; ".join(
        f"{title}: " + ", ".join(f"{words[j]} {weights[j]:.2f}" for j in named)
        for title, words, _, weights, named in panels
    )
    return Drawing(
        number, caption, f"Arcs from the word that asks to the others. {said}.", draw
    )


# ---- equivariance --------------------------------------------------------------------


def shuffled(number, words, order):
    """Words in, results out; and the same words in another order."""
    if sorted(order) != list(range(len(words))):
        raise ValueError(f"{list(order)} is no order of {len(words)} words.")

    def draw(room):
        wide = room >= WIDE
        width = room / 2 if wide else room
        high = 150
        page = Canvas(room, high if wide else 2 * high)
        for k, places in enumerate((list(range(len(words))), list(order))):
            left, top = (k * width, 0) if wide else (0, k * high)
            step = (width - 20) / len(words)
            page.box(left + 10, top + 62, width - 30, 26, "self-attention")
            for i, j in enumerate(places):
                x = left + 5 + step * (i + 0.5)
                lit = "glow" if j == 0 else ""
                page.line((x, top + 114), (x, top + 90))
                page.line((x, top + 61), (x, top + 42))
                page.text(x, top + 130, words[j], "w b" if lit else "w")
                with page.group(lit):
                    page.rect("hollow", x - 16, top + 16, 32, 22, 4)
                page.text(x, top + 27, f"$z_{j + 1}$")
        return page

    return Drawing(
        number,
        "Shuffle the words, and the same results come out, shuffled alike (lit: "
        f"*{words[0]}* and its result). Nothing in self-attention knows an order.",
        f"Words {', '.join(words)} with results z1 to z{len(words)}; beside it the "
        f"words in the order {', '.join(words[j] for j in order)}, each with the "
        "result it had.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    words = ["the", "dog", "that", "bit", "me", "ran", "off", "again"]
    yield path_lengths("15.1", words)
    x = [[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]]
    w_q = [[-1, 1, 0, 1], [2, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    same = [[float(i == j) for j in range(4)] for i in range(4)]
    w_v = [[1, 0], [0, 1], [0, 1], [0, 0]]
    names = ["first", "second", "third"]
    yield three_parts("15.2", names, x, {"Q": w_q, "K": same, "V": w_v})
    values = [[1, 0], [0, 1], [1, 0]]
    yield one_query("15.3", names, "first", [-1, 1, 0, 1], x, values)
    yield all_at_once("15.4")
    taken = [("1 × orange", [0.47, 0.32, 0.21], "19.1"), ("50 ×", [1, 0, 0], "10")]
    yield in_proportion("15.5", ["red", "green", "blue"], taken, "How much of each.")
    yield shuffled("15.7", ["dog", "bites", "man"], [2, 1, 0])
    causal = [[j <= i for j in range(4)] for i in range(4)]
    text = ["the", "dog", "ran", "off"]
    yield masks("15.8", [("causal", text, causal)], "A causal mask.")
    yield three_graphs("15.9", ["la", "niña", "canta"], ["the", "girl", "sings"])
    weights = [[0.1, 0.8, 0.1], [0.7, 0.2, 0.1], [0.2, 0.2, 0.6], [0.4, 0.3, 0.3]]
    yield side_by_side("15.10", 8, 512, ["the", "red", "house"], weights)
    yield clock_and_curve("15.11", 0.5, 5, 4)
    sentence = "the dog did not cross because it was tired".split()
    row = [0.02, 0.6, 0.05, 0.05, 0.08, 0.05, 0.05, 0.05, 0.05]
    yield arcs("15.12", [("tired", sentence, 6, row, [1])], "What *it* looks at.")
