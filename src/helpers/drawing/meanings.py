"""Chapter 12: real vectors as strips, the net that was thrown away, and its tricks."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.alphabet import finite
from helpers.drawing.canvas import listed
from helpers.drawing.words import known

# ---- real vectors --------------------------------------------------------------------


def real_strips(number, rows, lit=(), caption=""):
    """Real vectors as strips of narrow cells, one below another, each with its word.

    `rows` has the numbers of each word by its name; a name that begins with = is a
    sum, and stands apart; `lit` are columns to look at.
    """
    rows = {name: listed(values, name) for name, values in rows.items()}
    counts = {len(values) for values in rows.values()}
    if len(counts) != 1:
        raise ValueError("The vectors must be equally long to stand below each other.")
    (count,) = counts
    largest = sorted(abs(v) for row in rows.values() for v in row)[-len(rows)]

    def draw(room):
        wide = room >= WIDE
        left, high = (148, 26) if wide else (0, 24)
        step = high + (8 if wide else 24)
        gaps = sum(name.startswith("=") for name in rows)
        page = Canvas(room, step * len(rows) + 12 * gaps + 14)
        cell, y = (room - left) / count, 2 if wide else 20
        ends = {}
        for name, row in rows.items():
            total = name.startswith("=")
            y += 12 if total else 0
            words, spot = name.lstrip("="), (left - 12, y + high / 2)
            anchor = "end"
            if not wide:
                spot, anchor = (0, y - 10), "start"
            page.text(*spot, words, "w b" if total else "w", anchor)
            role = "lit" if total else ""
            page.strip(left, y, [max(-largest, min(largest, v)) for v in row], role,
                       cell=cell, high=high, largest=largest)  # fmt: skip
            ends[name] = y
            y += step
        for column in lit:
            x, tall = left + cell * column, y - step + high
            page.rect("edge lit", x - 0.5, 0 if wide else 18, cell + 1, tall, 2)
        return page

    return Drawing(
        number,
        caption,
        f"Strips of {count} coloured cells for "
        + ", ".join(name.lstrip("=") for name in rows)
        + ".",
        draw,
    )


# ---- the network of 2003 and what was thrown away ------------------------------------


def thrown_away(number, words, target):
    """The network of 2003, and beside it skip-gram, which has no hidden layer."""
    words = list(words)

    def tower(page, left, width, before, hidden, name, targets):
        pitch = width / len(before)
        spots = [left + pitch * (k + 0.5) for k in range(len(before))]
        page.text(left, 10, name, "b", "start")
        middle = left + width / 2
        for x, word in zip(spots, before, strict=True):
            page.text(x, 268, word, "w")
            page.line((x, 256), (x, 236))
            page.box(x - 26, 210, 52, 24)
            page.text(x, 222, "row", "s")
        if hidden:
            for x in spots:
                page.line((x, 209), (middle + (x - middle) / 3, 166))
            page.box(middle - 70, 128, 140, 36, "hidden layer, tanh")
            page.line((middle, 127), (middle, 106))
        else:
            page.line((middle, 209), (middle, 106))
        page.box(middle - 70, 68, 140, 36, "table and softmax")
        pitch = width / len(targets)
        for k, word in enumerate(targets):
            x = left + pitch * (k + 0.5) if len(targets) > 1 else middle
            page.line((middle + (x - middle) / 4, 67), (x, 46))
            page.text(x, 34, word, "w right")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 284 if wide else 580)
        width = 300 if wide else 320
        tower(page, 6, width, words, True, "2003", [target])
        here = page
        if not wide:
            here = page
            page.put('<g transform="translate(0 298)">')
        around = [*words[-2:], target]
        around.pop(1)
        tower(here, 380 if wide else 6, width, [words[-1]], False, "2013", around)
        if not wide:
            page.put("</g>")
        return page

    return Drawing(
        number,
        "The network of 2003 reads the last words and says the next (green); its rows "
        "are learned on the way. The model of 2013 has the two tables and nothing "
        "between them, reads one word, and says its neighbours.",
        f"Left: {', '.join(words)} fetch rows, which go through a hidden layer to a "
        f"softmax that says {target}. Right: {words[-1]} fetches a row, which goes "
        "straight to the softmax.",
        draw,
    )


# ---- two economies -------------------------------------------------------------------


def economies(number, sentence, centre, kept, reach=5):
    """How likely each word is to be read, and to be seen from the centre.

    `kept` has, for each word of the sentence, the probability that it is not skipped.
    """
    words, kept = list(sentence), listed(kept)
    place = known(centre, words)
    if len(kept) != len(words):
        raise ValueError(f"{len(words)} words need as many probabilities.")
    seen = [max(0.0, 1 - (abs(i - place) - 1) / reach) for i in range(len(words))]

    def draw(room):
        wide = room >= WIDE
        pitch = room / len(words)
        side, base = (76, 92) if wide else (44, 60)
        page = Canvas(room, base + 38)
        for i, (word, read, near) in enumerate(zip(words, kept, seen, strict=True)):
            x = pitch * (i + 0.5)
            page.text(x, base + 14, word, "w lit b" if i == place else "w")
            if i == place:
                continue
            left, read = x - side / 2, min(read, 1)
            page.rect("hollow", left, base - side, side, side, 2)
            page.rect("p", left, base - side * near, side * read, side * near, 2)
            page.text(x, base + 31, printed(read * near, 1), "q s")
        return page

    return Drawing(
        number,
        f"How likely each word is to be paired with the centre *{centre}* (amber): "
        "blue, out of the whole square. A frequent word is often skipped, and its blue "
        "is narrow; a far one is often out of reach, and its blue is low.",
        "; ".join(
            f"{word}: read {printed(min(a, 1), 1)}, paired {printed(b, 1)}"
            for word, a, b in zip(words, kept, seen, strict=True)
        )
        + ".",
        draw,
    )


# ---- the clause ----------------------------------------------------------------------


def clause(number, question, found):
    """The nearest words of a sum with their cosines; those of the question are struck.

    `question` is a, b and c of a − b + c; `found` the words with their cosines.
    """
    a, b, c = question
    found = {word: finite(value) for word, value in found.items()}
    if not found:
        raise ValueError("There is no word that could be near.")
    first = next((word for word in found if word not in question), None)

    def draw(room):
        page = Canvas(room, 32 * len(found) + 44)
        page.text(0, 12, f"nearest to *{a}* − *{b}* + *{c}*".replace("*", ""), "b",
                  "start")  # fmt: skip
        left = 130 if room >= WIDE else 92
        long = room - left - 190 if room >= WIDE else room - left - 50
        for k, (word, value) in enumerate(found.items()):
            y = 44 + 32 * k
            struck, lit = word in question, word == first
            names = "w gone q" if struck else "w b" if lit else "w"
            page.text(left - 14, y, word, names, "end")
            with page.group("quiet" if struck else "lit" if lit else "positive"):
                page.rect("bar", left, y - 8, max(long * value, 1), 16, 1)
            page.text(left + long * value + 8, y, printed(value), "s", "start")
            if struck and room >= WIDE:
                at = left + long * value + 46
                page.text(at, y, "a word of the question", "q s", "start")
        return page

    return Drawing(
        number,
        f"The words nearest to *{a}* − *{b}* + *{c}*, by their cosines. Those of the "
        "question are struck out before anybody looks; the first of the rest is the "
        "answer (amber).",
        "Bars: "
        + ", ".join(
            f"{word}{' (struck out)' if word in question else ''} {printed(value)}"
            for word, value in found.items()
        )
        + ".",
        draw,
    )


# ---- pictures and captions -----------------------------------------------------------


def captions(number, texts):
    """Pictures and captions in one space: each picture picks out its own caption."""
    texts = list(texts)
    if len(texts) != 4:
        raise ValueError(f"Four pictures are drawn, and here are {len(texts)} texts.")

    def picture(page, x, y, k):
        page.rect("hollow", x, y, 46, 46, 4)
        if k == 0:
            page.circle("p", x + 23, y + 23, 14)
        elif k == 1:
            page.rect("n", x + 10, y + 10, 26, 26)
        elif k == 2:
            page.path("line right", f"M{x + 23} {y + 8}L{x + 38} {y + 37}H{x + 8}z")
        else:
            path = f"M{x + 23} {y + 9}v28M{x + 9} {y + 23}h28"
            page.path("line value", path, 6)

    def draw(room):
        wide = room >= WIDE
        left, top = (206, 70) if wide else (66, 92)
        cell = 74 if wide else 62
        page = Canvas(room, top + 54 * 4 + 6)
        for i, text in enumerate(texts):
            x = left + cell * (i + 0.5)
            lines = text.split(" ", 1) if not wide else [text]
            for n, line in enumerate(lines):
                page.text(x, top - 18 - 16 * (len(lines) - 1 - n), line, "s")
            picture(page, left - 60, top + 54 * i + 2, i)
            for j in range(4):
                share = 0.95 if i == j else (0.22, 0.1, 0.16, 0.05)[(i + 2 * j) % 4]
                at = left + cell * j + 4, top + 54 * i + 2
                page.strip(*at, [share], "lit" if i == j else "", cell=cell - 8,
                           high=46, largest=1)  # fmt: skip
        page.text(left - 60, 12, "each picture against each caption", "b", "start")
        return page

    return Drawing(
        number,
        "Four pictures (rows) and four captions (columns), each made a vector by a "
        "network of its own. A cell is as dark as the two vectors are alike. Training "
        "wants the diagonal dark and all else pale: a true partner among three of "
        "noise.",
        "A grid of four by four cells, dark on the diagonal, beside four small "
        f"pictures and under the captions {', '.join(texts)}.",
        draw,
    )


# ---- a heap --------------------------------------------------------------------------


def heap(number, sentence, other):
    """Two sentences of the same words in another order are one heap to a window."""
    one, two = list(sentence), list(other)
    if sorted(one) != sorted(two):
        raise ValueError("The two sentences must be made of the same words.")
    words = sorted(set(one))

    def draw(room):
        page = Canvas(room, 208)
        for y, line in ((20, one), (60, two)):
            pitch = min(room / len(line), 86)
            start = (room - pitch * len(line)) / 2
            for k, word in enumerate(line):
                page.word(start + pitch * (k + 0.5), y, word)
        page.line((room / 2, 82), (room / 2, 112))
        wide = min(room - 20, 420)
        with page.group("glow"):
            page.rect("hollow", room / 2 - wide / 2, 116, wide, 56, 26)
        pitch = (wide - 40) / len(words)
        for k, word in enumerate(words):
            x = room / 2 - wide / 2 + 20 + pitch * (k + 0.5)
            page.text(x, 138 + 12 * (k % 2), word, "w")
        page.text(room / 2, 190, "the same heap of vectors", "q s")
        return page

    return Drawing(
        number,
        "Two sentences, one heap. A table of vectors knows which words there were, "
        "and not who did what to whom.",
        f"“{' '.join(one)}” and “{' '.join(two)}” lead to one oval with the words "
        f"{', '.join(words)}.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    rows = {
        name: [((3 * i * i + 5 * k) % 11 - 5) / 4 for i in range(50)]
        for k, name in enumerate(("king", "man", "woman", "=king − man + woman"))
    }
    yield real_strips("12.51", rows, (30,), "Three words and a sum.")
    yield thrown_away("12.52", ["the", "queen", "wore", "a"], "crown")
    sentence = "the queen wore a golden crown".split()
    yield economies("12.53", sentence, "wore", [0.2, 1, 1, 0.3, 1, 0.9])
    found = {"king": 0.88, "queen": 0.86, "daughter": 0.77}
    yield clause("12.54", ("king", "man", "woman"), found)
    yield captions("12.55", ["a disc", "a square", "a triangle", "a cross"])
    one, two = "the dog bit the man".split(), "the man bit the dog".split()
    yield heap("12.56", one, two)
