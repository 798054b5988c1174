"""Chapter 12: windows over a sentence, two tables of vectors, a cloud of words."""

from itertools import accumulate
from math import exp, hypot
from textwrap import wrap

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.alphabet import SIZES, finite, room_for, short
from helpers.drawing.canvas import in_rows, listed, point


def known(word, words):
    """The place of a word in a list; a sentence says that it is not there."""
    if word not in words:
        raise ValueError(f"{word!r} is none of the words {', '.join(words)}.")
    return list(words).index(word)


# ---- pixels and bytes ----------------------------------------------------------------


def damaged(number, pixels, place, word):
    """A picture with one pixel damaged, and a word without its first byte.

    `pixels` are rows of brightness from 0 to 1; `place` is the row and the column.
    """
    pixels, word = in_rows(pixels), str(word)
    row, column = place

    def draw(room):
        wide = room >= WIDE
        size = 15 if wide else 14
        side = size * len(pixels)
        page = Canvas(room, side + 44 if wide else side + 190)
        lefts = (30, 30 + side + 44) if wide else (24, 24 + side + 50)
        for n, left in enumerate(lefts):
            for j, line in enumerate(pixels):
                for i, light in enumerate(line):
                    light = 1 - light if n and (j, i) == (row, column) else light
                    page.pixel(left + size * i, 4 + size * j, size, light)
            name = "64 pixels" if n == 0 else "one damaged"
            page.text(left + side / 2, side + 20, name, "q s")
        x, y = lefts[1] + size * column, 4 + size * row
        page.rect("edge lit", x - 1, y - 1, size + 2, size + 2)
        left, top = (400, 16) if wide else (12, side + 52)
        cell = (room - left - 12) / len(word)
        for n, (letters, y) in enumerate(((word, top), (word[1:], top + 66))):
            start = left + cell * n
            for i, letter in enumerate(letters):
                x = start + cell * i
                page.rect("hollow", x, y, cell, 34)
                page.text(x + cell / 2, y + 12, letter, "w")
                page.text(x + cell / 2, y + 26, f"{ord(letter):02X}", "q s")
        with page.group("lit"):
            page.rect("edge", left, top + 66, cell, 34)
            page.line((left + 4, top + 96), (left + cell - 4, top + 70), head=False)
        page.text(left + cell * len(word) / 2, top + 118, "one byte gone", "q s")
        return page

    return Drawing(
        number,
        "The same accident twice. A picture with one damaged pixel still shows what it "
        f"showed. *{word}* without its first byte is *{word[1:]}*.",
        f"Two pictures of a digit that differ in one pixel. The nine bytes of {word}, "
        f"and below them, without the first, those of {word[1:]}.",
        draw,
    )


# ---- a row of a table ----------------------------------------------------------------


def one_row(number, words, table, word):
    """A one-hot vector times a table is a row of the table."""
    words, table = list(words), in_rows(table)
    place = known(word, words)
    hot = [float(i == place) for i in range(len(words))]

    def draw(room):
        wide = room >= WIDE
        cell, high = (34, 28) if wide else (30, 26)
        page = Canvas(room, high * (len(words) + 1) + 92)
        tall = high * len(words)
        left, top = (110, 44) if wide else (74, 44)
        for i, name in enumerate(words):
            names = "w" if i == place else "w q"
            page.text(left - 10, top + high * (i + 0.5), name, names, "end")
        page.strip(left, top, hot, cell=cell, high=high, digits=0, upright=True)
        x = left + cell + (64 if wide else 40)
        page.sign(left + cell + (x - left - cell) / 2, top + tall / 2, "×")
        page.matrix(x, top, table, cell=cell + 6, high=high)
        across = (cell + 6) * len(table[0])
        page.rect("edge lit", x - 1, top + high * place - 1, across + 2, high + 2)
        page.text(left + cell / 2, top - 16, "one-hot", "q s")
        page.text(x + across / 2, top - 16, "table: a row for each word", "q s")
        y = top + tall + 34
        page.line((x + across / 2, top + tall + 4), (x + across / 2, y - 4))
        page.strip(x, y, table[place], "lit", cell + 6, high)
        if wide:
            page.text(x + across + 14, y + high / 2, f"the vector of *{word}*".replace(
                "*", "“", 1).replace("*", "”"), "", "start")  # fmt: skip
            page.text(x + across + 14, top + high * (place + 0.5), "looked up",
                      "lit s", "start")  # fmt: skip
        return page

    return Drawing(
        number,
        f"*{word}* has a 1 in its own place and zeros elsewhere. Times the table, it "
        "picks out one row. So nobody multiplies: the row is looked up.",
        f"A column of {len(words)} numbers, a single 1 at {word}, times a table of "
        f"{len(words)} rows gives the row of {word}.",
        draw,
    )


# ---- the window ----------------------------------------------------------------------


def window(number, sentence, reach):
    """A window that slides over a sentence; each step adds its pairs below."""
    words = list(sentence)
    near = [
        [
            c
            for c in range(max(0, i - reach), i + reach + 1)
            if c != i and c < len(words)
        ]
        for i in range(len(words))
    ]
    count = sum(map(len, near))

    def draw(room):
        pitch = min((room - 12) / len(words), 116)
        left = (room - pitch * len(words)) / 2
        deepest = max(map(len, near))
        page = Canvas(room, 116 + 22 * deepest)
        middle = [left + pitch * (i + 0.5) for i in range(len(words))]
        for i, around in enumerate(near):
            first, last = min([i, *around]), max([i, *around])
            with page.group(at=[i + 1]):
                page.rect("frame", left + pitch * first + 2, 30,
                          pitch * (last - first + 1) - 4, 46, 8)  # fmt: skip
                page.rect("glow hollow", middle[i] - pitch / 2 + 8, 36, pitch - 16, 34,
                          6)  # fmt: skip
                for c in around:
                    page.arc((middle[i], 33), (middle[c], 33), names="lit",
                             rise=9 + 7 * abs(c - i))  # fmt: skip
        for x, word in zip(middle, words, strict=True):
            page.text(x, 53, word, "w")
        for i, around in enumerate(near):
            with page.group(at=list(range(i + 1, len(words) + 1))):
                for k, c in enumerate(around):
                    y = 98 + 22 * k
                    whole = f"{words[i]} → {words[c]}"
                    text = whole if room >= WIDE else f"→ {words[c]}"
                    page.text(middle[i], y, text, "w")
        return page

    return Drawing(
        number,
        f"A window of {reach} words to either side slides over the sentence. Each word "
        f"in turn is the centre (amber) and gives one pair with each of its "
        f"neighbours: {count} pairs in all.",
        "; ".join(
            f"{words[i]} with {', '.join(words[c] for c in around)}"
            for i, around in enumerate(near)
        )
        + ".",
        draw,
        steps=[
            (words[i], f"The centre is *{words[i]}*: {len(around)} pairs.")
            for i, around in enumerate(near)
        ],
    )


# ---- two tables ----------------------------------------------------------------------


def factor(value):
    """A factor of a product, in brackets if it is negative."""
    return f"({printed(value, 1)})" if value < 0 else printed(value, 1)


def two_tables(number, words, centres, contexts, pair, softmax=False):
    """The table of centres and the table of contexts, a row lit in each.

    With `softmax` the centre meets every row, and the scores become probabilities.
    """
    words = list(words)
    centres, contexts = in_rows(centres), in_rows(contexts)
    rows = [known(word, words) for word in pair]
    first, second = centres[rows[0]], contexts[rows[1]]
    score = sum(a * b for a, b in zip(first, second, strict=True))
    scores = [sum(a * b for a, b in zip(first, u, strict=True)) for u in contexts]
    whole = sum(exp(one) for one in scores)
    parts = [exp(one) / whole for one in scores]

    def beside(page, x, y, high, long):
        """The scores of all neighbours, and what the softmax makes of them."""
        page.text(x, y - 18, "$u \\cdot v$", "s")
        page.text(x + 28, y - 18, "softmax", "s", "start")
        for i, (one, part) in enumerate(zip(scores, parts, strict=True)):
            middle, lit = y + high * (i + 0.5), i == rows[1]
            page.text(x, middle, printed(one, 1), "s")
            with page.group("lit" if lit else "positive"):
                page.rect("bar", x + 28, middle - 7, max(long * part, 1), 14, 1)
            page.text(x + 34 + long * part, middle, printed(part),
                      "lit b s" if lit else "s", "start")  # fmt: skip

    def draw(room):
        wide = room >= WIDE
        cell, high, left = (38, 26, 84) if wide else (31, 24, 62)
        across, tall = cell * len(first), high * len(words)
        below = 100 if softmax else 150
        page = Canvas(room, tall + below if wide else 2 * tall + below + 60)
        places = (
            ((left, 40), (left + across + 96 if softmax else room - across - 84, 40))
            if wide
            else ((left, 40), (left, tall + 84))
        )
        names = "as a centre, $v$", "as a neighbour, $u$"
        for n, ((x, y), table) in enumerate(
            zip(places, (centres, contexts), strict=True)
        ):
            page.text(x + across / 2, y - 18, names[n], "b")
            page.matrix(x, y, table, cell=cell, high=high, digits=1)
            at = y + high * rows[n]
            page.rect("edge lit", x - 1, at - 1, across + 2, high + 2)
            for i, word in enumerate(words):
                kind = "w" if i == rows[n] else "w q"
                right = n == 1 and wide and not softmax
                side, anchor = (across + 10, "start") if right else (-10, "end")
                page.text(x + side, y + high * (i + 0.5), word, kind, anchor)
        if softmax:
            x, y = places[1]
            beside(page, x + across + 34, y, high, 90 if wide else 50)
        y = page.height - (18 if softmax else 46)
        terms = " + ".join(
            f"{factor(a)} · {factor(b)}" for a, b in zip(first, second, strict=True)
        )
        name = f"{pair[1]}: " if softmax and wide else ""
        page.text(room / 2, y, f"{name}$u \\cdot v$ = {terms if wide else '…'} = "
                  f"{printed(score, 1)}")  # fmt: skip
        if not softmax:
            page.text(room / 2, y + 28, f"σ({printed(score, 1)}) = "
                      f"{printed(1 / (1 + exp(-score)))}", "lit b")  # fmt: skip
        return page

    asked = (
        f"Every word has two vectors. Is *{pair[1]}* near *{pair[0]}*? The row of the "
        "centre in one table, the row of the neighbour in the other, their dot "
        "product, a sigmoid. All these numbers are learned; here they are random."
    )
    told = (
        f"Two tables of {len(words)} rows. The row of {pair[0]} in the first and of "
        f"{pair[1]} in the second have the dot product {printed(score, 1)}."
    )
    if softmax:
        asked = (
            f"Every word has two vectors. The row of the centre *{pair[0]}* meets "
            "every row of the other table; a softmax turns the dot products into "
            f"probabilities. *{pair[1]}* (lit) gets {printed(parts[rows[1]])}. All "
            "these numbers are learned; here they are random."
        )
        told += " The softmax gives " + ", ".join(
            f"{word} {printed(part)}" for word, part in zip(words, parts, strict=True)
        )
        told += "."
    return Drawing(number, asked, told, draw)


# ---- pulled and pushed ---------------------------------------------------------------


def sigmoid(x):
    """From 0 to 1."""
    return 1 / (1 + exp(-x))


def pulled(number, centre, true, noise, rate=1.0):
    """What one step does to a true neighbour and to noise words, in a plane.

    `centre` is a pair of numbers, `true` a (word, (x, y)), `noise` several of them.
    """
    centre = listed(centre)
    marks = [(word, listed(at), n == 0) for n, (word, at) in enumerate([true, *noise])]

    def moved(at, wanted):
        error = wanted - sigmoid(sum(a * c for a, c in zip(at, centre, strict=True)))
        return [a + rate * error * c for a, c in zip(at, centre, strict=True)]

    paths = [
        (word, at, moved(at, float(is_true)), is_true) for word, at, is_true in marks
    ]
    every = [(0, 0), centre, *(p[1] for p in paths), *(p[2] for p in paths)]
    xs, ys = [p[0] for p in every], [p[1] for p in every]

    def draw(room):
        left, top = (110, 30) if room >= WIDE else (44, 30)
        high = 300 if room >= WIDE else 280
        scale = min((room - 2 * left) / (max(xs) - min(xs)),
                    (high - 2 * top) / (max(ys) - min(ys)))  # fmt: skip
        page = Canvas(room, high + 4)
        middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2

        def at(place):
            x, y = (p - m for p, m in zip(place, middle, strict=True))
            return room / 2 + x * scale, high / 2 - y * scale

        page.dot(*at((0, 0)), "quiet", 3)
        page.text(at((0, 0))[0], at((0, 0))[1] + 13, "0", "q s")
        page.line(at((0, 0)), at(centre), names="lit", width=3)
        page.text(at(centre)[0] + 8, at(centre)[1] - 10, "$v$ of the centre", "lit b",
                  "start" if room >= WIDE else "end")  # fmt: skip
        for word, before, after, is_true in paths:
            names = "positive" if is_true else "negative"
            page.circle(f"dot {names}", *at(before), 3.4)
            if hypot(*(a - b for a, b in zip(at(after), at(before), strict=True))) > 5:
                page.line(at(before), at(after), names=names, width=2)
            x, y = at(before)
            page.text(x, y + (14 if after[1] >= before[1] else -13), word,
                      "w" if is_true else "w q")  # fmt: skip
        return page

    return Drawing(
        number,
        f"One step, drawn in a plane. The neighbour that was really there, *{true[0]}* "
        "(blue), moves the way of the centre’s vector; the words drawn at random "
        "(orange) move against it, the further the more likely they were held to be.",
        f"The vector of the centre, and arrows that take {true[0]} along it and "
        f"{', '.join(word for word, _ in noise)} the other way.",
        draw,
    )


# ---- a cloud that sorts itself -------------------------------------------------------


def _box(word, x, y, side, size=SIZES["text"]):
    """Where the name of a dot would stand."""
    long = room_for(word, size)
    start = x + 6 if side > 0 else x - 6 - long
    return start, y - 7, start + long, y + 7


def _apart(a, b):
    """Whether two boxes do not touch."""
    return a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


def _named(places, width, height):
    """Of the words with their places, those whose names have room, each with a side."""
    taken, found = [], []
    dots = {word: (x - 3, y - 3, x + 3, y + 3) for word, (x, y) in places.items()}
    for word, (x, y) in places.items():
        others = [dot for other, dot in dots.items() if other != word]
        for side in (1, -1):
            box = _box(word, x, y, side)
            inside = box[0] > 0 and box[2] < width and box[1] > 0 and box[3] < height
            if inside and all(_apart(box, other) for other in taken + others):
                taken.append(box)
                found.append((word, side))
                break
    return found


def _legend(kinds, room):
    """The line and the place of each kind's name below a cloud."""
    gap = 44 if room >= WIDE else 26
    line, x, found = 0, 10.0, []
    for kind in kinds:
        wide = 12 + room_for(kind, SIZES["second"])
        if found and x + wide > room:
            line, x = line + 1, 10.0
        found.append((line, x))
        x += wide - 12 + gap
    return found


def cloud(number, moments, kinds, caption):
    """A cloud of words at some moments of a training: they move from step to step.

    `moments` has the places of all words at each moment, as in {"step 0": {"king":
    (0.1, 0.2)}}; `kinds` the words of each kind, drawn in one colour, by its name.
    """
    names = list(moments)
    of = {word: k for k, words in enumerate(kinds.values()) for word in words}
    colours = ("positive", "negative", "right", "query", "key", "value")
    if len(kinds) > len(colours):
        raise ValueError(f"A cloud has at most {len(colours)} kinds, not {len(kinds)}.")
    last = moments[names[-1]]
    if missing := sorted(set(of) - set(last)):
        raise ValueError(f"The cloud has no place for {', '.join(missing)}.")
    largest = max(abs(finite(v)) for place in last.values() for v in place) or 1

    def draw(room):
        high = 420 if room >= WIDE else 360
        legend = _legend(kinds, room)
        page = Canvas(room, high + 22 * legend[-1][0])
        half_x, half_y = room / 2 - 34, (high - 60) / 2 - 8

        def at(place):
            x, y = (max(-1.0, min(1.0, v / largest)) for v in place)
            return room / 2 + x * half_x, (high - 44) / 2 - y * half_y

        ends = {word: at(last[word]) for word in of}
        sides = dict(_named(ends, room, high - 36))
        for word, k in of.items():
            steps = {
                n: at(moment[word]) for n, moment in enumerate(moments.values(), 1)
            }
            with page.group(colours[k], move=steps):
                page.dot(0, 0, "", 3.2)
                if word in sides:
                    side = sides[word]
                    anchor = "start" if side > 0 else "end"
                    page.text(6 * side, 0, word, "s", anchor)
        for k, (kind, (line, x)) in enumerate(zip(kinds, legend, strict=True)):
            y = high - 14 + 22 * line
            with page.group(colours[k]):
                page.dot(x, y, "", 4)
            page.text(x + 9, y, kind, "s", "start")
        return page

    return Drawing(
        number,
        caption,
        f"A cloud of {len(of)} words: {', '.join(kinds)}. At first they are one heap; "
        "in the end words of a kind stand together.",
        draw,
        steps=[(name, f"{name}.") for name in names],
    )


# ---- steps side by side --------------------------------------------------------------


def steps(number, places, pairs, axes):
    """Arrows from the first word of each pair to the second, in a plane."""
    words = [word for pair in pairs for word in pair]
    xs, ys = ([finite(places[word][k]) for word in words] for k in (0, 1))

    def draw(room):
        left, high = 110 if room >= WIDE else 78, 46 * len(pairs) + 60
        page = Canvas(room, high)

        def at(word):
            x, y = places[word]
            across = (x - min(xs)) / (max(xs) - min(xs) or 1)
            up = (y - min(ys)) / (max(ys) - min(ys) or 1)
            return left + across * (room - 2 * left), high - 56 - up * (high - 80)

        taken = []

        def beside(word, anchor):
            x, y = at(word)
            side = 1 if anchor == "start" else -1
            level = [at(pair[side > 0]) for pair in pairs]
            near = [across for across, up in level if abs(up - y) < 10]
            x = max(near) + 9 if side > 0 else min(near) - 9
            while any(not _apart(_box(word, x, y, side), box) for box in taken):
                y += 3
            taken.append(_box(word, x, y, side))
            page.text(x, y, word, "w", anchor)

        for first, second in sorted(pairs, key=lambda pair: at(pair[0])[1]):
            page.line(at(first), at(second), names="lit", width=2)
            page.dot(*at(first), "positive", 4)
            page.dot(*at(second), "negative", 4)
            beside(first, "end")
            beside(second, "start")
        page.text(room / 2, high - 16, f"{axes} →", "q s")
        return page

    return Drawing(
        number,
        "The step from the first word of each pair to the second, seen from the side "
        "on which these steps point right. They are nearly parallel.",
        "Arrows side by side: "
        + ", ".join(f"{first} to {second}" for first, second in pairs)
        + ".",
        draw,
    )


# ---- marks on one axis ---------------------------------------------------------------


def on_axis(number, rows, kinds, ends, caption, words="", digits=2):
    """Rows of marks on one axis: `rows` has a value of each of the `kinds` by name.

    The first kind is a filled dot, the second a ring, the third a short bar.
    """
    for name, values in rows.items():
        if len(values) != len(kinds):
            raise ValueError(
                f"{name} has {len(values)} values for {len(kinds)} kinds of mark."
            )
    low, high = map(finite, ends)

    def draw(room):
        left = max(room_for(name, 15) for name in rows) + 18
        pitch, right = 29, 40
        page = Canvas(room, pitch * len(rows) + (84 if len(kinds) > 1 else 50))
        top, along = 40 if len(kinds) > 1 else 6, room - left - right
        x = 4.0
        for k, kind in enumerate(kinds if len(kinds) > 1 else ()):
            _mark(page, k, x + 6, 12)
            page.text(x + 18, 12, kind, "s", "start")
            x += room_for(kind, SIZES["second"]) + 44
        bottom = top + pitch * len(rows)
        ticks = [low, (low + high) / 2, high]
        place = page.axis(left, bottom + 4, along, low, high, ticks, words)
        if low < 0 < high:
            zero = point(place(0), top - 4)
            page.path("line quiet control", f"M{zero}V{bottom + 4}")
        for n, (name, values) in enumerate(rows.items()):
            y = top + pitch * (n + 0.5)
            page.text(left - 12, y, name, "w", "end")
            inside = [place(max(low, min(high, value))) for value in values]
            spread = [*inside, place(0)] if len(values) == 1 else inside
            page.path("line quiet hair", f"M{point(min(spread), y)}H{max(spread):.1f}")
            for k, x in enumerate(inside):
                if k == 1 and abs(x - inside[0]) < 5:  # around the dot, not over it
                    page.path("line", f"M{point(x - 9, y)}a9 9 0 1 0 18 0"
                              "a9 9 0 1 0 -18 0", 1.4)  # fmt: skip
                else:
                    _mark(page, k, x, y)
            if len(values) == 1:
                page.text(
                    room - right + 6, y, printed(values[0], digits), "q s", "start"
                )
        return page

    return Drawing(
        number,
        caption,
        "; ".join(
            f"{name}: "
            + ", ".join(
                f"{kind} {printed(value, digits)}"
                for kind, value in zip(kinds, values, strict=True)
            )
            for name, values in rows.items()
        )
        + ".",
        draw,
    )


def _mark(page, kind, x, y):
    """A filled dot, a ring or a short bar."""
    if kind == 0:
        page.dot(x, y, "lit", 5.5)
    elif kind == 1:
        page.circle("hollow", x, y, 5)
    else:
        page.path("line", f"M{point(x, y - 8)}v16", 2.4)


# ---- one word, two meanings ----------------------------------------------------------


def between(number, middle, sides, cosines):
    """A word between two others, with its cosine to each and theirs to each other."""
    near, far, apart = map(finite, cosines)

    def draw(room):
        page = Canvas(room, 172)
        left, right = (110, room - 110) if room >= WIDE else (54, room - 54)
        x = left + (right - left) * (1 - near) / ((1 - near) + (1 - far) or 1)
        page.line((left + 34, 130), (right - 34, 130), names="quiet", head=False)
        page.text(room / 2, 148, printed(apart), "q")
        for end, value, name in ((left, near, sides[0]), (right, far, sides[1])):
            page.line((x, 48), (end, 116), names="lit", head=False, width=2.4)
            away = -16 if end < x else 16
            page.text((x + end) / 2 + away, 76, printed(value), "b",
                      "end" if end < x else "start")  # fmt: skip
            page.text(end, 130, name, "w")
        page.text(x, 32, middle, "w b")
        return page

    return Drawing(
        number,
        f"*{middle}* is nearer to each of its two neighbours than they are to each "
        "other. The numbers are cosines.",
        f"{middle} above {sides[0]} and {sides[1]}: cosines {printed(near)} and "
        f"{printed(far)}; between those two {printed(apart)}.",
        draw,
    )


# ---- pieces of words -----------------------------------------------------------------


def pieces(number, word, parts):
    """A word, the pieces of letters that it is made of, and their sum."""
    parts = list(parts)

    def draw(room):
        columns = len(parts) if room >= WIDE else 4
        widths = [1.1 * room_for(part, SIZES["word"]) + 18 for part in parts]
        lines = -(-len(parts) // columns)
        page = Canvas(room, 96 + 62 * lines)
        page.text(room / 2, 14, f"<{word}>", "w b")
        for line in range(lines):
            row = range(line * columns, min((line + 1) * columns, len(parts)))
            gap = (room - 16 - sum(widths[k] for k in row)) / len(row)
            x, y = 4 + gap / 2, 44 + 62 * line
            for k in row:
                with page.group("glow" if parts[k] == f"<{word}>" else ""):
                    page.rect("learned", x, y, widths[k], 34, 6)
                page.text(x + widths[k] / 2, y + 17, parts[k], "w")
                x += widths[k] + gap
                if k < len(parts) - 1:
                    page.text(x - gap / 2, y + 17, "+", "q")
        y = page.height - 22
        page.text(room / 2, y, f"the sum of their vectors is the vector of {word}", "q")
        return page

    return Drawing(
        number,
        f"*{word}* in the manner of fastText: with a sign at each end, cut into all "
        "pieces of three letters, and the word itself. Each piece has a learned "
        "vector. A word that was never read still has pieces.",
        f"{word} is cut into {', '.join(parts)}.",
        draw,
    )


# ---- a search by sentences -----------------------------------------------------------


def search(number, query, found, caption):
    """A query and sentences with their cosines, the nearest first."""
    found = [(str(text), finite(value)) for text, value in found]

    def draw(room):
        wide = room >= WIDE
        lines = [[text] if wide else wrap(text, 38) for text, _ in found]
        tops = [0, *accumulate((34 if wide else 33 + 19 * len(row)) for row in lines)]
        page = Canvas(room, 44 + tops[-1])
        page.text(0, 14, f"“{query}”", "w b", "start")
        below = max(0, -min(value for _, value in found))  # as far as bars go left
        unit = 150 if wide else (room - 60) / (1 + below)
        zero = 480 if wide else unit * below
        for n, (_, value) in enumerate(found):
            y = 44 + tops[n]
            for text in lines[n][:-1]:
                page.text(0, y + 9, text, "w" if n else "w b", "start")
                y += 19
            text = lines[n][-1]
            long = unit * abs(value)
            page.text(0, y + 9, text, "w" if n else "w b", "start")
            at = y + (9 if wide else 31)
            sign = "positive" if value >= 0 else "negative"
            with page.group("lit" if n == 0 else sign):
                start = zero - long if value < 0 else zero
                page.rect("bar", start, at - 6, max(long, 1), 12, 1)
            page.text(zero + max(unit * value, 0) + 8, at, printed(value), "s", "start")
        return page

    return Drawing(
        number,
        caption,
        f"Nearest to “{query}”: "
        + "; ".join(f"{text} {printed(value)}" for text, value in found)
        + ".",
        draw,
    )


# ---- skip-gram and its sibling -----------------------------------------------------


def siblings(number, sentence, word, caption):
    """One word of a sentence guesses its neighbours; the neighbours guess the word."""
    words = list(sentence)
    centre = known(word, words)
    around = [other for i, other in enumerate(words) if i != centre]
    pitch = min(76, 330 / (len(words) - 1))

    def row(page, left, y, names):
        spots = [left + pitch * (k + 0.5) for k in range(len(names))]
        for x, name in zip(spots, names, strict=True):
            page.rect("hollow", x - pitch / 2 + 4, y - 15, pitch - 8, 30, 6)
            page.text(x, y, name, "w")
        return spots

    def lit(page, x, y):
        with page.group("glow"):
            page.rect("hollow", x - pitch / 2 + 4, y - 15, pitch - 8, 30, 6)
        page.text(x, y, word, "w")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 212 if wide else 430)
        across = pitch * len(around)
        for n, name in enumerate(("skip-gram", "CBOW")):
            middle = room / 4 * (1 + 2 * n) if wide else room / 2
            top = 0 if wide else 220 * n
            left = middle - across / 2
            page.text(middle, top + 14, name, "b")
            if n == 0:
                spots = row(page, left, top + 62, around)
                for x in spots:
                    page.line((middle, top + 163), (x, top + 79))
                lit(page, middle, top + 180)
                page.text(middle + pitch / 2 + 4, top + 180, "$v$", "q", "start")
            else:
                spots = row(page, left, top + 180, around)
                for x in spots:
                    page.line((x, top + 163), (middle, top + 128), head=False)
                page.line((middle, top + 112), (middle, top + 79))
                page.rect("hollow", middle - 27, top + 106, 54, 24, 12)
                page.text(middle, top + 118, "mean", "s")
                lit(page, middle, top + 62)
                page.text(middle + pitch / 2 + 4, top + 62, "$u$", "q", "start")
        return page

    return Drawing(
        number,
        caption,
        f"Skip-gram: arrows from {word} to {', '.join(around)}. CBOW: lines from "
        f"{', '.join(around)} to their mean, and an arrow from it to {word}.",
        draw,
    )


# ---- a table at both ends ------------------------------------------------------------


def ends(number, words, table, word, out, caption):
    """A model between two tables: a row is looked up, and the result meets all rows.

    `out` is the vector that the model makes; its softmax over the rows is drawn.
    """
    words, table, out = list(words), in_rows(table), listed(out)
    place = known(word, words)
    if len(out) != len(table[0]):
        raise ValueError(
            f"The rows have {len(table[0])} numbers and the result {len(out)}."
        )
    powers = [exp(sum(a * b for a, b in zip(row, out, strict=True))) for row in table]
    chances = [power / sum(powers) for power in powers]
    best = chances.index(max(chances))
    cell, high = 20, 24
    across, tall = cell * len(out), high * len(words)

    def rows(page, x, y, k):
        page.matrix(x, y, table, cell=cell, high=high)
        page.rect("edge lit", x - 1, y + high * k - 1, across + 2, high + 2)

    def named(page, x, y, k):
        for i, name in enumerate(words):
            kind = "w" if i == k else "w q"
            page.text(x - 8, y + high * (i + 0.5), name, kind, "end")

    def bars(page, x, y, long):
        for i, chance in enumerate(chances):
            with page.group("lit" if i == best else "positive"):
                page.rect("bar", x, y + high * i + 6, max(long * chance, 1), 12, 1)
            at = x + long * chance + 6
            page.text(at, y + high * (i + 0.5), printed(chance), "s", "start")

    def draw(room):
        wide = room >= WIDE
        top, left = 34, 66
        page = Canvas(room, top + tall + 26 if wide else 2 * tall + 216)
        named(page, left, top, place)
        rows(page, left, top, place)
        page.text(left + across / 2, 14, "first table", "q s")
        if wide:
            y = top + tall / 2
            at = left + across
            page.line((at + 6, y), (at + 34, y))
            page.box(at + 38, y - 30, 130, 60, "all other layers")
            page.line((at + 172, y), (at + 200, y))
            page.strip(at + 206, y - high / 2, out, cell=cell, high=high)
            page.text(at + 206 + across / 2, y - high / 2 - 14, "finished", "q s")
            x = at + 206 + across + 90
            page.sign(x - 72, y, "×")
            base = top
        else:
            y = top + tall
            middle = left + across / 2
            page.line((middle, y + 6), (middle, y + 30))
            page.box(middle - 67, y + 34, 134, 40, "all other layers")
            page.line((middle, y + 78), (middle, y + 100))
            page.strip(left, y + 104, out, cell=cell, high=high)
            page.text(left + across + 10, y + 104 + high / 2, "finished", "q s",
                      "start")  # fmt: skip
            page.sign(middle, y + 142, "×")
            x, base = left, y + 180
        named(page, x, base, best)
        rows(page, x, base, best)
        page.text(x + across / 2, base - 18, "last table", "q s")
        page.text(x + across + 20, base - 18, "softmax", "q s", "start")
        bars(page, x + across + 20, base, room - x - across - 70)
        return page

    return Drawing(
        number,
        caption,
        f"The row of {word} is looked up in a table and goes through the layers. The "
        "result times each row of a second table gives "
        + ", ".join(
            f"{name} {printed(chance)}"
            for name, chance in zip(words, chances, strict=True)
        )
        + ".",
        draw,
    )


# ---- words as directions -------------------------------------------------------------


def directions(number, places, caption):
    """Words in a plane as arrows: `places` gives each its two numbers."""
    places = {word: listed(at, "A place") for word, at in places.items()}
    if any(len(at) != 2 for at in places.values()):
        raise ValueError("A word in a plane has two numbers.")
    every = [(0.0, 0.0), *places.values()]
    (x0, x1), (y0, y1) = (
        (min(p[k] for p in every), max(p[k] for p in every)) for k in (0, 1)
    )

    def draw(room):
        scale = min((room - 130) / (x1 - x0 or 1), 200 / (y1 - y0 or 1))
        high = (y1 - y0) * scale + 40
        page = Canvas(room, high)

        def at(place):
            x, y = place
            middle = room / 2 + (x - (x0 + x1) / 2) * scale
            return middle, high / 2 - (y - (y0 + y1) / 2) * scale

        for word, place in places.items():
            page.line(at((0, 0)), at(place))
            side = 1 if place[0] >= 0 else -1
            x, y = at(place)
            page.text(x + 8 * side, y, word, "w", "start" if side > 0 else "end")
        page.dot(*at((0, 0)), "lit", 4)
        return page

    said = ", ".join(f"{w} ({short(x)}, {short(y)})" for w, (x, y) in places.items())
    return Drawing(number, caption, f"Arrows from one point: {said}.", draw)


def examples():
    """Each drawing of this module, with small numbers."""
    digit = [[(i * j % 5) / 4 for i in range(8)] for j in range(8)]
    yield damaged("12.31", digit, (2, 3), "slaughter")
    words = "like a lamb to the slaughter".split()
    table = [[((3 * i + 5 * j) % 7 - 3) / 3 for j in range(4)] for i in range(6)]
    yield one_row("12.32", words, table, "lamb")
    sentence = "the queen wore a crown".split()
    yield window("12.33", sentence, 2)
    yield two_tables("12.34", sentence, table[:5], table[1:6], ("queen", "crown"))
    yield pulled(
        "12.35",
        (1.2, 0.5),
        ("crown", (0.2, 0.9)),
        [("goal", (1.0, -0.4)), ("the", (-0.6, 0.7)), ("fish", (0.7, 1.4))],
    )
    kinds = {"people": ["king", "queen"], "animals": ["dog", "cat"]}
    start = {
        word: (0.02 * k, -0.01 * k)
        for k, word in enumerate("king queen dog cat".split())
    }
    end = {
        "king": (1, 0.9),
        "queen": (0.9, 0.7),
        "dog": (-1, -0.5),
        "cat": (-0.8, -0.9),
    }
    yield cloud("12.36", {"step 0": start, "step 500": end}, kinds, "A cloud.")
    yield steps("12.37", end, [("dog", "king"), ("cat", "queen")], "the mean step")
    rows = {"nurse": (0.3, 0.1), "engineer": (-0.3, 0.05)}
    yield on_axis("12.38", rows, ("biased", "even"), (-0.5, 0.5), "Two marks a row.")
    yield between("12.39", "bank", ("vault", "shore"), (0.6, 0.5, 0.2))
    yield pieces("12.40", "where", ["<wh", "whe", "her", "ere", "re>", "<where>"])
    yield search(
        "12.41",
        "a royal lady",
        [("the queen sat", 0.8), ("a dog barked", 0.3)],
        "Near.",
    )
    yield directions("12.42", {"king": (2, 3), "apple": (-3, 1)}, "Two words.")
    yield siblings("12.43", sentence, "wore", "Two ways round.")
    near = [[1, 0, 0], [0.5, 1, 0], [0, 0.2, 1], [0.1, 0, -1], [1, 1, 0.3]]
    yield ends("12.44", sentence, near, "queen", [0.2, 0.1, 2], "Two tables.")
