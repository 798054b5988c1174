"""Chapter 5: mirrored patterns, the net that sees them, codes, and two families."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.alphabet import SIZES, room_for
from helpers.drawing.canvas import in_rows, listed, point

# ---- sixty-four patterns -------------------------------------------------------------


def _bits(n):
    """A number from 0 to 7 as three bits."""
    return [n >> 2 & 1, n >> 1 & 1, n & 1]


def mirrored(number):
    """All 64 patterns of six bits: the left half by row, the right half by column."""

    def example(page, x, y, bits, words, names):
        cell = 26
        page.strip(x, y, bits, cell=cell)
        middle = x + 3 * cell
        page.path("line control", f"M{point(middle, y - 9)}v{cell + 18}")
        for k in range(3):
            same = bits[k] == bits[5 - k]
            with page.group("right" if same else "back"):
                half = (2.5 - k) * cell
                page.arc((middle - half, y + cell + 3), (middle + half, y + cell + 3),
                         -(9 + 8 * (2 - k)), head=False)  # fmt: skip
        page.text(middle, y + cell + 46, words, names)

    def draw(room):
        wide, cell = room >= WIDE, 26
        page = Canvas(room, 262 if wide else 420)
        left, top = (92, 34) if wide else (92, 190)
        for r in range(8):
            y = top + cell * (r + 0.5)
            page.text(left - 8, y, "".join(map(str, _bits(r))), "q s", "end")
            name = "".join(map(str, _bits(r)[::-1]))
            page.text(left + cell * (r + 0.5), top - 11, name, "q s")
            page.rect("glow", left + cell * r, top + cell * r, cell, cell)
        marks = [[0] * 8 for _ in range(8)]
        page.matrix(left, top, marks, cell=cell)
        with page.group("right"):
            for r in range(8):
                page.rect("bar", left + cell * r + 4, top + cell * r + 4, cell - 8,
                          cell - 8, 3)  # fmt: skip
        page.text(left - 36, top + 4 * cell, "left half", "q s", "end")
        page.text(left + 4 * cell, top - 25, "right half", "q s")
        x = 430 if wide else 8
        example(page, x, 34 if wide else 14, [1, 0, 0, 0, 0, 1], "symmetric", "right s")
        x, y = (430, 150) if wide else (180, 14)
        bits = [1, 0, 0, 0, 1, 0]
        example(page, x, y, bits, "not symmetric", "back s")
        return page

    return Drawing(
        number,
        "All 64 patterns of six bits, the left half by row and the right half by "
        "column. "
        "On the diagonal, green, are the eight that read the same from both ends.",
        "A grid of 8 by 8 patterns with the eight symmetric ones on its diagonal, and "
        "two patterns with arcs between mirrored bits: 100001 is symmetric, 100010 is "
        "not.",
        draw,
    )


# ---- 1 : 2 : 4 -----------------------------------------------------------------------


def symmetry_net(number, first, second, biases):
    """The net that sees symmetry: two hidden units' weights, then the output's.

    `first` has six weights for each hidden unit, `second` the output's two; `biases`
    are those of the hidden units and of the output.
    """
    first, second = in_rows(first), listed(second)
    if [len(row) for row in first] != [6, 6] or len(second) != 2 or len(biases) != 3:
        raise ValueError(
            "The symmetry net has two hidden units with six weights each, an output "
            "with two, and three biases."
        )
    largest = max(abs(w) for row in first for w in row)

    def wire(page, start, end, weight, share):
        with page.group("positive" if weight > 0 else "negative"):
            page.line(start, end, head=False, width=max(9 * share, 0.7))

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 350)
        step, gap = (92, 34) if wide else (50, 18)
        middle = room / 2
        place = [middle + (i - 2.5) * step + (gap / 2 if i > 2 else -gap / 2)
                 for i in range(6)]  # fmt: skip
        hidden = [middle - (120 if wide else 76), middle + (120 if wide else 76)]
        page.path("line control", f"M{point(middle, 232)}v100")
        for j in range(2):
            for i, x in enumerate(place):
                weight = first[j][i]
                wire(page, (x, 236), (hidden[j], 152), weight, abs(weight) / largest)
            share = abs(second[j]) / largest
            wire(page, (hidden[j], 130), (middle, 62), second[j], min(share, 1.1))
            x = (hidden[j] + middle) / 2 + (13 if j else -13)
            colour, anchor = (
                "positive" if second[j] > 0 else "negative",
                ("end", "start"),
            )
            page.text(x, 90, printed(second[j], 1), f"{colour} s", anchor[j])
        for j, x in enumerate(hidden):
            page.circle("learned", x, 140, 21)
            side, anchor = (-28, "end") if j == 0 else (28, "start")
            page.text(x, 140, f"$h_{j + 1}$")
            page.text(x + side, 136, f"bias {printed(biases[j], 1)}", "q s", anchor)
        page.circle("learned", middle, 46, 21)
        page.text(middle, 46, "$y$")
        page.text(middle + 29, 42, f"bias {printed(biases[2], 1)}", "q s", "start")
        for i, x in enumerate(place):
            page.box(x - 14, 236, 28, 24, f"$x_{i + 1}$", learned=False, round=4)
        for j in range(2):
            y = 284 + 32 * j
            for i, x in enumerate(place):
                weight = first[j][i]
                colour = "positive" if weight > 0 else "negative"
                page.text(x, y, printed(weight, 1), f"{colour} s")
            if wide:
                page.text(place[0] - 34, y, f"to $h_{j + 1}$", "q s", "end")
        return page

    said = "; ".join(", ".join(printed(w, 1) for w in row) for row in first)
    return Drawing(
        number,
        "What the net found. Wires are as thick as their weights, blue above 0 and "
        "orange below; the first row of numbers leads to $h_1$, the second to $h_2$. "
        "Mirrored inputs have equal and opposite weights, and the sizes double.",
        f"Six inputs on both sides of a dotted mirror axis, two hidden units and an "
        f"output. The weights of the hidden units are {said}.",
        draw,
    )


def half_sums(number, kinds):
    """What each left half adds up to, for some sizes of the three weights."""
    kinds = [tuple(listed(sizes, "The sizes")) for sizes in kinds]

    def draw(room):
        wide = room >= WIDE
        left, row = (110, 66) if wide else (16, 92)
        page = Canvas(room, row * len(kinds) + 24)
        most = max(sum(sizes) for sizes in kinds)
        pitch = (room - left - 26) / most
        for k, sizes in enumerate(kinds):
            y = row * k + (40 if wide else 62)
            name = " : ".join(f"{size:g}" for size in sizes)
            page.text(0 if not wide else left - 26, y if wide else y - 42, name, "b",
                      "start" if not wide else "end")  # fmt: skip
            page.path("line quiet hair", f"M{point(left, y)}H{left + pitch * most:.0f}")
            sums = {}
            for n in range(8):
                total = sum(s * b for s, b in zip(sizes, _bits(n), strict=True))
                sums.setdefault(total, []).append(n)
            for total, halves in sums.items():
                x = left + pitch * total
                twice = len(halves) > 1
                with page.group("back" if twice else "positive"):
                    page.dot(x, y, r=6 if twice else 4.5)
                page.text(x, y + 18, f"{total:g}", "b s" if twice else "q s")
                for m, n in enumerate(halves):
                    text = "".join(map(str, _bits(n)))
                    page.text(x, y - 15 - 14 * m, text, "s back" if twice else "s q")
        return page

    def met(sizes):
        sums = [sum(s * b for s, b in zip(sizes, _bits(n), strict=True))
                for n in range(8)]  # fmt: skip
        return 8 - len(set(sums))

    told = "; ".join(
        f"{':'.join(f'{s:g}' for s in sizes)} has {met(sizes) or 'no'} coincidence"
        for sizes in kinds
    )
    return Drawing(
        number,
        "The eight left halves on a line, by what they add up to, for three choices of "
        "the sizes. If two halves meet (red), each of them cancels the mirror image of "
        "the other, and the unit is deceived.",
        f"Lines with the sums of the eight half patterns: {told}.",
        draw,
    )


# ---- a code of three -----------------------------------------------------------------


def code_of_three(number, code):
    """Eight inputs, of which one is on, and the three hidden states of each."""
    code = in_rows(code)
    if len(code) != 8 or len(code[0]) != 3:
        raise ValueError(
            "The code has three states for each of eight patterns, not "
            f"{len(code[0])} for {len(code)}."
        )

    def draw(room):
        wide, cell, row = room >= WIDE, 38, 30
        tiny = 15 if not wide else 20
        page = Canvas(room, row * 8 + 34)
        left = 130 if wide else 2
        middle, end = left + 8 * tiny + 44, left + 8 * tiny + 44 + 3 * cell
        page.text(left, 10, "one of eight is on", "q s", "start")
        page.text(middle + 1.5 * cell, 10, "three hidden states", "q s")
        if wide:
            page.text(end + 70, 10, "rounded", "q s")
        for k, states in enumerate(code):
            y = 24 + row * k
            one = [int(i == k) for i in range(8)]
            page.strip(left, y + 4, one, cell=tiny, high=18)
            page.line((left + 8 * tiny + 8, y + 13), (middle - 8, y + 13))
            page.strip(middle, y, states, "lit", cell, 26, 2, largest=1)
            rounded = "".join(str(round(state)) for state in states)
            page.text(end + (70 if wide else 14), y + 13, rounded, "b",
                      "middle" if wide else "start")  # fmt: skip
        return page

    names = [" ".join(printed(v) for v in row) for row in code]
    return Drawing(
        number,
        "Where eight patterns are kept when only three units stand between input and "
        "output: each has its own three states (amber). Rounded, at the right, they "
        "are "
        "the binary numbers, in an order of the net’s own.",
        f"Eight rows; each shows which input is on and its three hidden states: "
        f"{'; '.join(names)}.",
        draw,
    )


# ---- two families --------------------------------------------------------------------

# Where each of twelve persons stands in a tree, from 0 to 1, and in which generation.
COUPLES = ((0, 6, 0.27, 0), (1, 7, 0.73, 0), (2, 8, 0.17, 1), (3, 9, 0.5, 1),
           (4, 10, 0.84, 1))  # fmt: skip


def _tree(page, x, y, width, names, lit, title):
    """One family: couples joined by a double line, children below them."""
    rows = [y + 30, y + 104, y + 178]
    style = {"asked": "b s lit", "answer": "b s right"}
    wide = lambda name: 1.14 if name in lit else 1  # bold
    half = lambda name: room_for(name, SIZES["second"]) / 2 * wide(name)
    spot = {}
    page.text(x + width / 2, y, title, "q s")
    for man, woman, share, row in COUPLES:
        middle = x + share * width
        first, second = (man, woman) if man not in (2, 3, 4) else (woman, man)
        spot[first] = middle - 9 - half(names[first]), rows[row]
        spot[second] = middle + 9 + half(names[second]), rows[row]
        page.text(middle, rows[row], "=", "q s")
        spot[f"{man} and {woman}"] = middle
    spot[5], spot[11] = (x + 0.4 * width, rows[2]), (x + 0.6 * width, rows[2])
    for couple, children in (
        ("0 and 6", (2, 9)),
        ("1 and 7", (3, 10)),
        ("3 and 9", (5, 11)),
    ):
        middle, top = spot[couple], rows[1 if couple[0] == "3" else 0]
        down = f"M{point(middle, top + 10)}V{top + 38:.0f}"
        for child in children:
            cx, cy = spot[child]
            down += f"M{point(middle, top + 38)}H{cx:.0f}V{cy - 11:.0f}"
        page.path("line quiet", down)
    for p, name in enumerate(names):
        page.text(*spot[p], name, style.get(lit.get(name), "s"))


def two_families(number, english, italian, asked, relation, answers):
    """Both family trees, and one question with its answers lit."""
    for names in (english, italian):
        if len(names) != 12:
            raise ValueError(f"A family of this tree has 12 persons, not {len(names)}.")
    if unknown := {asked, *answers} - {*english, *italian}:
        raise ValueError(f"{min(unknown)} is in none of the two families.")
    lit = {asked: "asked"} | dict.fromkeys(answers, "answer")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 212 if wide else 432)
        _tree(page, 0, 14, 340, english, lit, "English")
        place = (350, 14) if wide else (0, 232)
        _tree(page, *place, 340, italian, lit, "Italian")
        return page

    return Drawing(
        number,
        "Two families of the very same shape. One question of the 104 is lit: "
        f"*Who is {asked}’s {relation}?* (amber) has two right answers, "
        f"{' and '.join(answers)} (green).",
        "Two family trees of twelve persons each, with two couples of grandparents, "
        f"three couples and two grandchildren. {asked}’s {relation}s are "
        f"{' and '.join(answers)}.",
        draw,
    )


def family_net(number, layers, asked, relation, top):
    """The net of five layers with the states of one question, from below upwards.

    `layers` are the states of the persons, the relations, their two groups of six, the
    twelve, the six and the outputs; `top` has the names of the highest outputs.
    """
    person, related, six, other, twelve, late, out = map(listed, layers)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 366)
        cell = 14 if wide else 7
        high, middle = 18, room / 2
        gap = 48 if wide else 26
        whole = 36 * cell + gap
        left = middle - whole / 2
        right = left + 24 * cell + gap

        def row(x, y, values, size, role=""):
            page.strip(x, y, values, role, size, high, largest=1)
            return x + len(values) * size / 2

        big = 20 if wide else 15
        a = row(left, 322, person, cell)
        b = row(right, 322, related, cell)
        c = row(a - 3 * big, 246, six, big, "lit")
        d = row(b - 3 * big, 246, other, big)
        e = row(middle - 6 * big, 170, twelve, big)
        f = row(middle - 3 * big, 104, late, big)
        g = row(middle - 12 * cell, 38, out, cell)
        for k in sorted(range(24), key=lambda k: -out[k])[: len(top)]:
            page.rect("edge right", middle + (k - 12) * cell, 38, cell, high, 2)
        for start, end in (
            ((a, 321), (c, 267)), ((b, 321), (d, 267)), ((c, 245), (e - 30, 191)),
            ((d, 245), (e + 30, 191)), ((e, 169), (f, 125)), ((f, 103), (g, 59)),
        ):  # fmt: skip
            page.line(start, end, width=1.5)
        page.text(a, 354, f"24 persons: {asked}", "q s")
        words = "12 relations" if wide else "12"
        page.text(b, 354, f"{words}: {relation}", "q s")
        page.text(middle, 20, f"24 answers: {', '.join(top)}", "right s")
        side = a - 3 * big - 8
        page.text(side, 255, "6", "b s", "end")
        page.text(b + 3 * big + 8, 255, "6", "b s", "start")
        page.text(middle + 6 * big + 8, 179, "12", "b s", "start")
        page.text(middle + 3 * big + 8, 113, "6", "b s", "start")
        return page

    return Drawing(
        number,
        f"The net of 1986 asked for {asked}’s {relation}; the states are those of the "
        "trained net, blue where a unit is on. Nothing tells it who the persons are: "
        "what it knows of each is what it writes into the six amber units. The net is "
        "the best of thirty, by held-out questions; Figures 5.18 and 5.19 show the "
        "same one.",
        f"Five layers: 24 person units and 12 relation units; two groups of six; "
        f"twelve; "
        f"six; 24 outputs, of which {' and '.join(top)} are on.",
        draw,
    )


def six_units(number, weights, english, italian, order):
    """The weights from each person to the six units that read them, with all names.

    `weights` has 24 rows of six, the English first; `order` says how the twelve places
    of a family follow one another.
    """
    weights = in_rows(weights)
    if len(weights) != 24 or len(weights[0]) != 6:
        raise ValueError(
            "The table shows 24 persons with six weights each, not "
            f"{len(weights)} with {len(weights[0])}."
        )
    largest = max(abs(w) for row in weights for w in row)

    def draw(room):
        wide, high = room >= WIDE, 20
        cell = 34 if wide else 16
        page = Canvas(room, 34 + high * 12 + 12)
        block = 6 * cell
        gap = 26 if wide else 8
        left = (room - 2 * block - gap) / 2 + (2 if not wide else 0)
        right = left + block + gap
        for x, rows, shift in ((left, english, 0), (right, italian, 12)):
            for u in range(6):
                page.text(x + (u + 0.5) * cell, 18, str(u + 1), "q s")
            page.matrix(x, 30, [[0] * 6] * 12, cell=cell, high=high)
            for k, p in enumerate(order):
                for u, weight in enumerate(weights[shift + p]):
                    side = 0.92 * min(cell, high) * (abs(weight) / largest) ** 0.5
                    place = x + (u + 0.5) * cell, 30 + (k + 0.5) * high
                    with page.group("positive" if weight > 0 else "negative"):
                        corner = [middle - side / 2 for middle in place]
                        page.rect("bar", *corner, side, side)
            for k, p in enumerate(order):
                y = 30 + (k + 0.5) * high
                if shift:
                    page.text(x + block + 7, y, rows[p], "s", "start")
                else:
                    page.text(x - 7, y, rows[p], "s", "end")
        for cut in (4, 10):
            y = 30 + cut * high
            page.path(
                "line lit", f"M{point(left, y)}h{block}M{point(right, y)}h{block}"
            )
        return page

    return Drawing(
        number,
        "What each person says to the six units. The area of a square is the size of "
        "the weight; blue switches the unit on, orange off. "
        "In "
        "a row stand two persons in the same place of their families; the amber lines "
        "part the generations.",
        "Two tables of twelve persons by six units, English and Italian, in the same "
        "order of generations, with squares as large as the weights.",
        draw,
    )


# ---- cards ---------------------------------------------------------------------------


def cards(number, pictures, words):
    """Pictures of 20 × 20 lit points, each with a word below it."""
    for picture in pictures:
        if len(picture) != 400:
            raise ValueError(f"A card has 20 × 20 points, not {len(picture)}.")

    def draw(room):
        wide = room >= WIDE
        per_row = len(pictures) if wide else 2
        size = 5 if wide else 6
        side = 20 * size
        pitch = room / per_row
        rows = -(-len(pictures) // per_row)
        page = Canvas(room, rows * (side + 44))
        for k, (picture, word) in enumerate(zip(pictures, words, strict=True)):
            x = pitch * (k % per_row + 0.5) - side / 2
            y = (side + 44) * (k // per_row) + 4
            page.rect("black", x, y, side, side, round=2)
            for r in range(20):
                for start, end in _lit(picture[20 * r : 20 * r + 20]):
                    page.rect("white", x + start * size, y + r * size,
                              (end - start) * size, size + 0.2)  # fmt: skip
            page.rect("edge quiet", x, y, side, side, round=2)
            page.text(x + side / 2, y + side + 17, word, "s")
        return page

    return Drawing(
        number,
        "Two tasks for the retina of 1957. Cards: are the two marks on the same side? "
        "And digits as people write them: four or nine?",
        f"Pictures of 20 by 20 points: {', '.join(words)}.",
        draw,
    )


def moved(number, picture, by=2):
    """A picture, the same some points to the right, and what both have in common."""
    rows = [[int(v) for v in picture[20 * r : 20 * r + 20]] for r in range(20)]
    if len(picture) != 400:
        raise ValueError(f"A card has 20 × 20 points, not {len(picture)}.")
    later = [[0] * by + row[:-by] for row in rows]
    both = [
        [a and b for a, b in zip(*pair, strict=True)]
        for pair in zip(rows, later, strict=True)
    ]
    lit, common = (sum(map(sum, part)) for part in (rows, both))

    def draw(room):
        size = 7 if room >= WIDE else 5
        side, gap = 20 * size, 60 if room >= WIDE else 8
        page = Canvas(room, side + 40)
        left = (room - 3 * side - 2 * gap) / 2
        panels = (
            (rows, "positive", "a four"),
            (later, "positive", f"{by} points further"),
            (both, "lit", f"in common: {common} of {lit}"),
        )
        for k, (part, colour, words) in enumerate(panels):
            x = left + k * (side + gap)
            with page.group(colour):
                for r, row in enumerate(part):
                    for start, end in _lit(row):
                        long = (end - start) * size
                        page.rect("bar", x + start * size, 4 + r * size, long, size)
            page.rect("edge quiet", x, 4, side, side, round=2)
            page.text(x + side / 2, side + 22, words, "s")
        return page

    return Drawing(
        number,
        "The same four, and the same four a little to the right. To units that look at "
        "every point with a weight of its own these are two different pictures: only "
        "the amber points meet the same weights.",
        f"A four, the four moved by {by} points, and the {common} of {lit} points that "
        "both have in common.",
        draw,
    )


def _lit(row):
    """Where the runs of lit points in a row begin and end."""
    start = None
    for k, value in enumerate([*row, 0]):
        if value and start is None:
            start = k
        elif not value and start is not None:
            yield start, k
            start = None


def examples():
    """Each drawing of this module, with small numbers."""
    yield mirrored("5.7")
    first = [[-3.6, 7.1, 14.2, -14.2, -7.1, 3.6], [3.5, -7, -14, 14, 7, -3.5]]
    yield symmetry_net("5.8", first, [-9.4, -9.4], [-1.1, -1.1, 6.4])
    yield half_sums("5.9", [(1, 2, 4), (2, 3, 4), (1, 2, 3)])
    yield code_of_three("5.10", [[k >> 2 & 1, k >> 1 & 1, k & 1] for k in range(8)])
    english = (
        "Christopher Andrew Arthur James Charles Colin Penelope Christine Margaret "
    )
    english = (english + "Victoria Jennifer Charlotte").split()
    italian = "Roberto Pierro Emilio Marco Tomaso Alfonso Maria Francesca Gina "
    italian = (italian + "Lucia Angela Sophia").split()
    aunts = ["Jennifer", "Margaret"]
    yield two_families("5.11", english, italian, "Colin", "aunt", aunts)
    sizes = 24, 12, 6, 6, 12, 6, 24
    layers = [[(k * 7 % 10) / 10 for k in range(size)] for size in sizes]
    yield family_net("5.12", layers, "Colin", "aunt", aunts)
    weights = [[(p * 5 + u * 3) % 11 - 5 for u in range(6)] for p in range(24)]
    order = [0, 6, 1, 7, 2, 8, 9, 3, 10, 4, 5, 11]
    yield six_units("5.13", weights, english, italian, order)
    card = [int(3 < r < 10 and 2 < c < 9) for r in range(20) for c in range(20)]
    yield cards("5.14", [card] * 4, ["same"] * 4)
    yield moved("5.15", card)
