"""Chapter 18: the real sizes, what they cost, and what became of the ViT."""

from itertools import pairwise

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.squares import checked, cut, square

# ---- sizes and costs -----------------------------------------------------------------


def parts(number, counts):
    """Where a network's parameters are: bars to one scale, and their numbers."""
    if not counts or min(counts.values()) <= 0:
        raise ValueError("Each part needs a number of parameters above 0.")
    most, total = max(counts.values()), sum(counts.values())

    def draw(room):
        left = 168 if room >= WIDE else 118
        page = Canvas(room, 34 * len(counts) + 4)
        for k, (name, count) in enumerate(counts.items()):
            y = 34 * k + 4
            width = max((room - left - 90) * count / most, 1)
            page.text(left - 10, y + 12, name, "", "end")
            page.rect("learned" if count == most else "dot", left, y, width, 24)
            page.text(left + width + 8, y + 12, f"{count:,}", "s q", "start")
        return page

    said = "; ".join(f"{name}: {count:,}" for name, count in counts.items())
    return Drawing(
        number,
        f"Where the {total:,} parameters of ViT-B/16 are, to one scale. All that was "
        "built for pictures is in the thin lines.",
        f"Bars for the parts of ViT-B/16. {said}.",
        draw,
    )


def costs(number, rows):
    """What some trainings took: a bar for each, with what it reached."""
    most = max(days for _, days, *_ in rows)

    def draw(room):
        wide = room >= WIDE
        left, right = (218, 110) if wide else (4, 100)
        deep = 38 if wide else 56
        page = Canvas(room, deep * len(rows) + 4)
        for k, (name, days, reached, lit) in enumerate(rows):
            y = deep * k + (6 if wide else 24)
            if wide:
                page.text(left - 12, y + 12, name, "", "end")
            else:
                page.text(left, y - 11, name, "s", "start")
            width = (room - left - right) * days / most
            with page.group("glow" if lit else ""):
                page.rect("hollow", left, y, width, 24)
            words = f"{days:,}" + (f", {reached} %" if reached else "")
            page.text(left + width + 8, y + 12, words, "s", "start")
        return page

    said = "; ".join(f"{name}: {days:,} core-days" for name, days, *_ in rows)
    return Drawing(
        number,
        "What the pre-training took, in core-days of a TPU, and the top-1 accuracy on "
        "ImageNet after fine-tuning, as the paper of 2020 reports them. Amber: the "
        "Transformers; below them the best convolutional networks it compares with.",
        f"Four bars. {said}.",
        draw,
    )


# ---- what became of it ---------------------------------------------------------------


def contrast(number, pictures, texts):
    """CLIP: pictures and captions in one table of dot products."""
    pictures = [checked(picture) for picture in pictures]
    if len(pictures) != len(texts) or not texts:
        raise ValueError("CLIP needs as many captions as pictures, and at least one.")
    count = len(texts)

    def draw(room):
        wide = room >= WIDE
        cell, left, top = (58, 330, 134) if wide else (40, 168, 116)
        page = Canvas(room, top + count * cell + 8)
        beside = 96 if wide else 74
        boxed = left - beside - 20
        for k, picture in enumerate(pictures):
            x, y = left + k * cell, top + k * cell
            square(page, x + 4, 4, cell - 8, picture)
            page.line((x + cell / 2, cell), (x + cell / 2, top - 40), head=False)
            page.line((x + cell / 2, top - 14), (x + cell / 2, top - 3))
            page.text(0, y + cell / 2, texts[k], "w", "start")
            start = 0.56 * 15 * len(texts[k]) + 4
            if start < boxed - 14:
                page.line((start, y + cell / 2), (boxed - 3, y + cell / 2))
        page.box(left, top - 40, count * cell, 26, "picture encoder (ViT)")
        page.box(boxed, top, beside, count * cell, "text encoder" if wide else "text")
        for k in range(count):
            y = top + (k + 0.5) * cell
            page.line((boxed + beside, y), (left - 3, y))
            for j in range(count):
                x = left + j * cell
                with page.group("glow" if j == k else ""):
                    page.rect("hollow", x, top + k * cell, cell, cell)
                if j == k:
                    page.text(x + cell / 2, y, "high", "s")
                else:
                    page.text(x + cell / 2, y, "low", "s q")
        return page

    return Drawing(
        number,
        "CLIP (2021): two encoders, one for pictures, one for captions. Each cell is "
        "the dot product of a picture's vector and a caption's. Training raises the "
        "diagonal (amber), where they belong together, and lowers the rest.",
        f"{count} pictures above, {count} captions at the left, and a table of {count} "
        f"by {count} cells; those on the diagonal are lit.",
        draw,
    )


def masked(number, picture, size, kept):
    """MAE: most squares are hidden; a decoder has to paint them from the rest."""
    squares = cut(checked(picture), size)
    count = round(len(squares) ** 0.5)
    kept = sorted(set(kept))
    if not kept or not 0 <= kept[0] <= kept[-1] < len(squares):
        raise ValueError("The squares that are kept must be some of those there are.")

    def grid(page, x, y, side, shown):
        each = side / count
        for k, rows in enumerate(squares):
            place = x + each * (k % count), y + each * (k // count)
            if k in shown:
                square(page, *place, each, rows)
            else:
                page.rect("track", *place, each, each)
                page.rect("grid", *place, each, each)

    def draw(room):
        wide = room >= WIDE
        side = 120 if wide else 112
        page = Canvas(room, 168 if wide else 372)
        grid(page, 4, 28, side, kept)
        page.text(
            4 + side / 2,
            12,
            f"{len(squares) - len(kept)} of {len(squares)} hidden",
            "s",
        )
        each, x0 = (17, 172) if wide else (15, 150)
        for k, place in enumerate(kept):
            x, y = x0 + (each + 4) * (k % 6), 58 + (each + 4) * (k // 6)
            square(page, x, y, each, squares[place])
        middle = x0 + 3 * (each + 4)
        page.text(middle, 40, f"the {len(kept)} left", "s")
        page.line((4 + side + 8, 88), (x0 - 8, 88))
        if wide:
            page.line((x0 + 130, 88), (320, 88))
            page.box(322, 66, 90, 44, "encoder")
            page.line((412, 88), (432, 88))
            page.box(434, 66, 90, 44, "decoder")
            page.line((524, 88), (552, 88))
            left, top = 556, 28
        else:
            page.line((middle, 104), (middle, 146))
            page.box(middle - 46, 148, 92, 34, "encoder")
            page.line((middle, 182), (middle, 196))
            page.box(middle - 46, 198, 92, 34, "decoder")
            page.line((middle - 46, 215), (64, 215), (64, 244))
            left, top = 8, 248
        with page.group("lit"):
            grid(page, left, top, side, range(len(squares)))
            page.rect("edge lit", left, top, side, side)
        where = (left + side / 2, 12) if wide else (left + side + 12, top + side / 2)
        page.text(*where, "its target: all pixels", "s", "middle" if wide else "start")
        return page

    return Drawing(
        number,
        "Masked autoencoding (MAE, 2021), BERT's lesson for pictures. Three squares in "
        "four are hidden. The encoder reads only those that are left, and a small "
        "decoder has to paint the whole picture. No label is needed.",
        f"A digit of {len(squares)} squares, of which {len(kept)} are seen. They go "
        "through an encoder and a decoder, which should give the whole digit back.",
        draw,
    )


def chat(number, picture, size, before, after, answer):
    """A picture among the words of a chat model."""
    squares = cut(checked(picture), size)

    def draw(room):
        wide = room >= WIDE
        shown = squares[: 6 if wide else 4]
        gap, side = 4, 30 if wide else 24
        page = Canvas(room, 236)
        words = lambda text: 0.56 * 15 * len(text) + 10
        total = words(before) + len(shown) * (side + gap) + 16 + words(after)
        x, y = (room - total) / 2 if wide else 2, 186
        page.box(2, 54, room - 4, 40, "language model (chapter 20)")
        page.text(room / 2, 16, answer, "w b")
        page.line((room / 2, 54), (room / 2, 30))
        page.word(x + words(before) / 2, y, before)
        page.line((x + words(before) / 2, y - 14), (x + words(before) / 2, 96))
        x += words(before)
        wide_box = len(shown) * (side + gap) + 16
        for k, rows in enumerate(shown):
            at = x + (side + gap) * k
            square(page, at, y - side / 2, side, rows)
            page.line(
                (at + side / 2, y - side / 2 - 4), (at + side / 2, 152), head=False
            )
            page.line((at + side / 2, 124), (at + side / 2, 96))
        page.text(x + wide_box - 8, y, "…", "b")
        with page.group("glow"):
            page.box(
                x - 4,
                124,
                wide_box,
                28,
                "ViT, then a small map" if wide else "ViT + map",
            )
        x += wide_box
        page.word(x + words(after) / 2, y, after)
        page.line((x + words(after) / 2, y - 14), (x + words(after) / 2, 96))
        page.text(room / 2, y + 36, "one row of vectors: words, squares, words", "s q")
        return page

    return Drawing(
        number,
        "A picture in a chat. A ViT reads the squares, a small learned map (amber) "
        "brings its vectors to the width of the words', and the language model reads "
        "all of them as one row.",
        f"The words {before}, then squares of a digit, then the words {after}. The "
        "squares go through a ViT and a map, all go into a language model, whose "
        f"answer is {answer}.",
        draw,
    )


# ---- what was decided by whom --------------------------------------------------------

WHO = "a person", "training", "the moment of use"
DECIDED = (  # what, then the year in which each column came to decide it
    ("weights", 1943, 1957, None),
    ("hidden units", 1957, 1986, None),
    ("kernels", 1968, 1989, None),
    ("what to keep", None, 1990, 1997),
    ("who hears whom", 1943, None, 2014),
    ("neighbours", 1989, 2020, None),
    ("what is wanted", 1957, 2022, None),
    ("number of layers", 1957, None, None),
)


def decided(number, rows=DECIDED):
    """Who decides what in a network: decisions that moved from people to use."""
    if not rows or any(len(row) != 4 or not any(row[1:]) for row in rows):
        raise ValueError(
            "Each row needs a name and three years, of which some may be None."
        )

    def draw(room):
        wide = room >= WIDE
        left, step = (190, 174) if wide else (116, 86)
        page = Canvas(room, 40 + 38 * len(rows))
        xs = [left + step * k + (60 if wide else 25) for k in range(3)]
        for x, name in zip(
            xs, WHO if wide else ("person", "training", "use"), strict=True
        ):
            page.text(x, 14, name, "b" if wide else "b s")
        for k, (name, *years) in enumerate(rows):
            y = 50 + 38 * k
            page.text(0, y, name, "" if wide else "s", "start")
            page.line((left, y + 19), (room - 2, y + 19), names="quiet", head=False)
            places = [(x, year) for x, year in zip(xs, years, strict=True) if year]
            for (x, _), (to, _) in pairwise(places):
                page.line((x + 24, y), (to - 25, y))
            for x, year in places:
                with page.group("glow" if (x, year) == places[-1] else ""):
                    page.rect("hollow", x - 22, y - 12, 44, 24, 5)
                page.text(x, y, str(year), "s")
        return page

    said = "; ".join(
        f"{name}: "
        + ", ".join(f"{who} {y}" for who, y in zip(WHO, years, strict=True) if y)
        for name, *years in rows
    )
    return Drawing(
        number,
        "Who decides what in a network, with the years of the chapters that moved it. "
        "Amber: where each decision has come to. The last row has not moved.",
        f"A table of years in three columns. {said}.",
        draw,
    )


# ---- the row that goes in ------------------------------------------------------------


def summed(number, rows):
    """Tokens as sums: a patch's vector, the vector of its position, and both added.

    Each row is a name, the patch's pixels (None for the class token), and two vectors.
    """
    rows = [(name, patch, list(own), list(place)) for name, patch, own, place in rows]
    if any(len(own) != len(place) for _, _, own, place in rows):
        raise ValueError("A vector and its position must be equally long to be added.")
    most = max(abs(v) for _, _, own, place in rows for v in (*own, *place))

    def draw(room):
        wide = room >= WIDE
        first, cell, gap, step = (92, 17, 34, 48) if wide else (54, 9.5, 19, 44)
        page = Canvas(room, 30 + step * len(rows))
        length = cell * len(rows[0][2])
        xs = [first + (length + gap) * k for k in range(3)]
        names = ("patch times $E$", "position", "token") if wide else (
            "patch · $E$", "position", "token")  # fmt: skip
        for x, name in zip(xs, names, strict=True):
            page.text(x + length / 2, 9, name, "q s")
        for k, (name, patch, own, place) in enumerate(rows):
            y = 26 + step * k
            with page.group("glow" if patch is None else ""):
                if patch is None:
                    page.text(first - 8, y + 15, name, "b", "end")
                else:
                    page.text(first - (48 if wide else 40), y + 15, name, "q s", "end")
                    square(page, first - (42 if wide else 37), y, 30, patch)
                both = [a + b for a, b in zip(own, place, strict=True)]
                for x, values in zip(xs, (own, place, both), strict=True):
                    role = "lit" if patch is None else ""
                    page.strip(x, y + 3, values, role, cell, 24, largest=most)
            page.text(xs[1] - gap / 2, y + 15, "+")
            page.text(xs[2] - gap / 2, y + 15, "=")
        return page

    count = len(rows[0][2])
    return Drawing(
        number,
        "What the encoder is given: a row for each patch, and above all of them the "
        "class token (lit), which belongs to none and whose numbers are small. The "
        f"first {count} numbers of each "
        "vector, from the trained network: blue above 0, orange below. Two patches "
        "without ink have the same vector; the position tells them apart.",
        f"{len(rows)} rows, for the class token and the patches "
        + ", ".join(name for name, patch, *_ in rows if patch is not None)
        + ". In each a strip of cells, plus a second strip, equals a third.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield decided("18.21")
    picture = [
        [float(8 < i < 20 and 10 < j < 16) for j in range(28)] for i in range(28)
    ]
    yield parts(
        "18.13",
        {"encoder": 85056000, "head": 769000, "embedding": 590592, "positions": 151296},
    )
    yield costs(
        "18.14",
        [
            ("ViT-L/16", 680, 87.76, True),
            ("ViT-H/14", 2500, 88.55, True),
            ("BiT-L (ResNet)", 9900, 87.54, False),
            ("Noisy Student", 12300, None, False),
        ],
    )
    yield contrast("18.15", [picture] * 4, ["a five", "a three", "a seven", "a two"])
    yield masked("18.16", picture, 4, range(0, 48, 4))
    yield chat("18.17", picture, 7, "What is", "?", "a five.")
    yield summed(
        "18.36",
        [
            ("class", None, [0.4, -0.2, 0.1], [0.3, 0.1, -0.5]),
            ("7", [[0, 1], [0.5, 0]], [1.2, 0.2, -0.4], [-0.3, 0.4, 0.2]),
        ],
    )
