"""Chapter 11: networks that read: marked numbers, both ways, opinions, films."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed

# ---- the adding problem --------------------------------------------------------------


def adding(number, values, marks):
    """Numbers one after the other, two of them marked, and what is to be said."""
    if len(values) != len(marks) or sum(mark == 1 for mark in marks) != 2:
        raise ValueError("Each number has its mark, and exactly two marks are 1.")
    total = sum(v for v, m in zip(values, marks, strict=True) if m == 1)

    def draw(room):
        wide = room >= WIDE
        left, end = (66, 84) if wide else (2, 2)
        cell = (room - left - end) / len(values)
        page = Canvas(room, 112 if wide else 146)
        if wide:
            page.text(left - 10, 34, "number", "q s", "end")
            page.text(left - 10, 82, "mark", "q s", "end")
        page.strip(left, 22, values, cell=cell, high=24, largest=1)
        for k, (value, mark) in enumerate(zip(values, marks, strict=True)):
            x = left + cell * (k + 0.5)
            if mark == 1:
                page.rect("edge lit", x - cell / 2, 22, cell, 24, round=2)
                page.text(x, 9, printed(value), "b s")
                page.line((x, 70), (x, 50), names="lit")
            if mark:
                page.text(x, 82, printed(mark, 0), "lit b" if mark == 1 else "q s")
            else:
                page.dot(x, 82, "quiet", 1.4)
        said = f"sum {printed(total)}"
        if wide:
            page.line((room - end + 4, 34), (room - end + 22, 34))
            page.text(room - end + 28, 34, said, "right b", "start")
        else:
            page.text(room / 2, 120, f"at the end: {said}", "right b")
        return page

    return Drawing(
        number,
        f"The adding problem, with {len(values)} numbers. Two are marked with 1 "
        "(amber); the mark −1 announces a beginning. After the last number the network "
        "must say the sum of the two (green).",
        f"A row of {len(values)} numbers between 0 and 1, two of them marked; their "
        f"sum is {printed(total)}.",
        draw,
    )


# ---- both ways, and deep -------------------------------------------------------------


def _words(page, words, places, y):
    for word, x in zip(words, places, strict=True):
        page.text(x, y, word, "w")


def _layer(page, places, y, lit=False):
    """A chain from the left and one from the right, at two heights."""
    with page.group("glow" if lit else ""):
        for t, x in enumerate(places):
            page.box(x - 22, y, 20, 22, round=6)
            page.box(x + 2, y + 28, 20, 22, round=6)
            if t:
                before = places[t - 1]
                page.line((before - 2, y + 11), (x - 23, y + 11))
                page.line((x + 1, y + 39), (before + 23, y + 39))


def stacked(number, words, layers=2):
    """Layers that read both ways, each on top of the other."""
    words = words.split()

    def draw(room):
        step = min((room - 20) / len(words), 120)
        left = (room - step * len(words)) / 2
        places = [left + step * (t + 0.5) for t in range(len(words))]
        page = Canvas(room, 54 + 100 * layers)
        floor = 20 + 100 * layers
        for k in range(layers):
            y = floor - 100 * (k + 1) + 14
            for x in places:
                page.line((x - 12, y + 78), (x - 12, y + 24))
                page.line((x + 12, y + 78), (x + 12, y + 52))
                top = y - 22 if k + 1 < layers else y - 24
                page.line((x - 12, y - 1), (x - 12, top), head=k + 1 == layers)
                page.line((x + 12, y + 27), (x + 12, top), head=k + 1 == layers)
                page.line((x - 12, y + 78), (x + 12, y + 78), head=False)
                if k == 0:
                    page.line((x, y + 88), (x, y + 78), head=False)
            _layer(page, places, y, lit=k + 1 == layers and layers > 1)
        _words(page, words, places, floor + 18)
        return page

    return Drawing(
        number,
        f"Two layers that read both ways, on *{' '.join(words)}*. In each, one chain "
        "goes to the right and another to the left; what both say at a word stands "
        "side by side, and the layer above (amber) reads it.",
        f"Over {len(words)} words two layers of boxes, each with a chain of arrows to "
        "the right and one to the left; arrows lead up from layer to layer.",
        draw,
    )


def tagged(number, words, true, rows):
    """A sentence with its labels, and what readers said; wrong labels are marked.

    `rows` has the labels of each reader by its name.
    """

    def draw(room):
        wide = room >= WIDE
        names = ["true", *rows]
        lines = [true, *rows.values()]
        if wide:
            left, page = 92, Canvas(room, 46 + 34 * len(lines))
            step = (room - left) / len(words)
            for t, word in enumerate(words):
                page.text(left + step * (t + 0.5), 14, word, "w")
            for r, (name, line) in enumerate(zip(names, lines, strict=True)):
                y = 52 + 34 * r
                page.text(left - 12, y, name, "q s", "end")
                for t, said in enumerate(line):
                    _label(page, left + step * (t + 0.5), y, said, true[t], r)
        else:
            columns = [66, *(66 + 92 * (r + 1) for r in range(len(lines) - 1))]
            page = Canvas(room, 40 + 30 * len(words))
            for r, name in enumerate(names):
                page.text(columns[r] + 46, 12, name, "q s")
            for t, word in enumerate(words):
                y = 42 + 30 * t
                page.text(62, y, word, "w", "end")
                for r, line in enumerate(lines):
                    _label(page, columns[r] + 46, y, line[t], true[t], r)
        return page

    said = "; ".join(
        f"{name}: {sum(a != b for a, b in zip(line, true, strict=True))} wrong"
        for name, line in rows.items()
    )
    return Drawing(
        number,
        f"*{' '.join(words)}*, the true label of each word, and what readers said: "
        "part of speech, gender, number. What is wrong stands in amber.",
        f"A sentence of {len(words)} words with rows of labels; {said}.",
        draw,
    )


def _label(page, x, y, said, true, row):
    """One label; the wrong one is lit and framed, so that it is not colour alone."""
    if row and said != true:
        with page.group("glow"):
            page.rect("learned", x - 42, y - 12, 84, 24, round=6)
        page.text(x, y, said, "lit b s")
    else:
        page.text(x, y, said, "s" if row else "right s")


# ---- an opinion ----------------------------------------------------------------------


def opinion(number, words):
    """A sentence goes in, read both ways; the mean of all outputs is judged."""
    words = words.split()

    def draw(room):
        wide = room >= WIDE
        step = min((room - 12) / len(words), 104)
        left = (room - step * len(words)) / 2
        places = [left + step * (t + 0.5) for t in range(len(words))]
        page = Canvas(room, 284)
        middle = room / 2
        for x in places:
            page.line((x, 250), (x, 232), head=False)
            page.strip(x - 14, 216, 4, cell=7, high=14)
            page.line((x - 12, 214), (x - 12, 168))
            page.line((x + 12, 214), (x + 12, 196))
            page.line((x - 12, 144), (x - 12, 130), head=False)
            page.line((x + 12, 172), (x + 12, 130), head=False)
            page.line((x - 12, 130), (x + 12, 130), head=False)
            page.line((x, 130), (middle, 100), width=1)
        _layer(page, places, 145)
        page.box(middle - 30, 74, 60, 24, "mean", learned=False)
        page.line((middle, 73), (middle, 58))
        with page.group("glow"):
            page.box(middle - 42, 30, 84, 27, "two scores")
        out = 70 if wide else 62
        page.line((middle - 42, 43), (middle - out, 43))
        page.line((middle + 42, 43), (middle + out, 43))
        page.text(middle - out - 6, 43, "bad", "", "end")
        page.text(middle + out + 6, 43, "good", "", "start")
        _words(page, words, places, 264)
        return page

    return Drawing(
        number,
        "From a sentence to an opinion. Each word fetches its vector; a layer reads "
        "them both ways; the mean of all outputs gets two scores (amber).",
        f"{len(words)} words, a small vector over each, two chains of boxes, a mean of "
        "all of them, and a box with two scores, bad and good.",
        draw,
    )


# ---- a film --------------------------------------------------------------------------


def film(number, frames, places, guesses):
    """Frames of a film, and where the digit was expected to be in each.

    `frames` are rows of pixels from 0 to 1, `places` the true upper left corner (row,
    column) in each frame, `guesses` what was expected of it, or None.
    """
    size = len(frames[0])

    def sheet(page, x, y, side, k):
        """One frame, with the true place of the digit and the expected one."""
        pixel = side / size
        page.rect("hollow", x, y, side, side, round=2)
        for i, row in enumerate(frames[k]):
            for j, light in enumerate(row):
                if light > 0.15:
                    shade = f' fill-opacity="{min(light, 1):.1f}"'
                    place = x + j * pixel, y + i * pixel
                    page.rect("bar", *place, pixel, pixel, more=shade)
        if guesses[k] is not None:
            i, j = guesses[k]
            box = x + j * pixel, y + i * pixel, 8 * pixel, 8 * pixel
            page.rect("edge lit", *box, round=2)

    def draw(room):
        wide = room >= WIDE
        count = len(frames)
        gap = 10 if wide else 5
        side = (room - gap * (count - 1) - 4) / count
        page = Canvas(room, side + 158)
        for k in range(count):
            x = 2 + k * (side + gap)
            middle = x + side / 2
            sheet(page, x, 20, side, k)
            page.text(middle, 8, str(k + 1), "q s")
            page.line((middle, side + 24), (middle, side + 44))
            high = 22 if wide else 20
            page.box(
                middle - (22 if wide else 19),
                side + 46,
                44 if wide else 38,
                high,
                "CNN",
            )
            page.line((middle, side + 47 + high), (middle, side + 86))
            page.box(middle - 14, side + 88, 28, 26, round=7)
            if k:
                page.line(
                    (middle - side - gap + 14, side + 101), (middle - 15, side + 101)
                )
            page.line((middle, side + 115), (middle, side + 132), names="lit")
        page.text(room / 2, side + 146, "where it will be next", "lit s")
        return page

    return Drawing(
        number,
        "A film, frame by frame. The same convolutional network describes each frame, "
        "an LSTM reads the descriptions and says where the digit will be next. Amber "
        "frame: where it was expected to be, one frame before.",
        f"{len(frames)} frames with a digit that moves; a box from the second frame on "
        "shows where it was expected to be, in the end close around it.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    values = [0.3, 0.9, 0.2, 0.6, 0.1, 0.8]
    yield adding("11.40", values, [-1, 1, 0, 0, 1, 0])
    yield stacked("11.41", "Rosa vendió su casa")
    words = ["Rosa", "vendió", "su", "casa"]
    true = ["name f s", "verb s", "det f s", "noun f s"]
    said = ["name f s", "verb s", "det m s", "noun f s"]
    yield tagged("11.42", words, true, {"one way": said, "both ways": true})
    yield opinion("11.43", "this movie is not bad")
    dot = [[float(4 <= i < 8 and 3 <= j < 9) for j in range(16)] for i in range(16)]
    yield film("11.44", [dot] * 3, [(3, 2)] * 3, [None, (2, 4), (3, 2)])
