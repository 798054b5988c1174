"""Chapter 10: letters in a stream, how likely each is, and what a network writes."""

from math import exp

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.canvas import alike, listed, pairs, positive, within


def shown(letter):
    """A letter as a drawing prints it: a space needs a sign."""
    return "␣" if letter == " " else letter


# ---- a window ------------------------------------------------------------------------


def same_later(number, early, later):
    """One pattern at two times, as two rows of squares, and where they agree."""
    alike(early=listed(early), later=listed(later))
    agree = [a and b for a, b in zip(early, later, strict=True)]

    def draw(room):
        cell, left = (40, 150) if room >= WIDE else (23, 112)
        page = Canvas(room, 156)
        for y, name, row in ((0, "at one time", early), (58, "two steps later", later)):
            page.text(left - 14, y + cell / 2, name, "q", "end")
            page.strip(left, y, row, "", cell)
        for i, both in enumerate(agree):
            if both:
                x = left + i * cell
                page.rect("edge lit", x, 0, cell, cell, round=2)
                page.rect("edge lit", x, 58, cell, cell, round=2)
                page.line((x + cell / 2, cell + 4), (x + cell / 2, 54), head=False)
        text = f"{sum(agree)} of {sum(early)} filled squares in common"
        page.text(left + len(early) * cell / 2, 128, text, "q")
        return page

    return Drawing(
        number,
        "The same pattern two steps later, Elman’s own example. To a network that "
        "looks "
        "at the row as a picture it is nearly a new one.",
        f"Two rows of {len(early)} squares with three filled ones each; only "
        f"{sum(agree)} is filled in both.",
        draw,
    )


# ---- where words begin ---------------------------------------------------------------


def stream(number, letters, errors, begins):
    """Letters of a stream, each under a bar as high as its error was.

    `begins` says of each letter whether a word begins there.
    """
    alike(letters=letters, errors=errors, beginnings=begins)
    within(len(letters), 1, 220, "letters")
    largest = max(listed(errors)) or 1

    def draw(room):
        per_row = 44 if room >= WIDE else 22
        count = -(-len(letters) // per_row)
        step, high, row = room / per_row, 62, 106
        page = Canvas(room, row * count)
        for i, (letter, error, first) in enumerate(
            zip(letters, errors, begins, strict=True)
        ):
            x, y = step * (i % per_row + 0.5), row * (i // per_row) + high + 8
            with page.group("lit" if first else "quiet"):
                tall = high * error / largest
                page.rect("bar", x - step * 0.36, y - tall, step * 0.72, tall, round=1)
            page.text(x, y + 15, letter, "w" if first else "w q")
        return page

    mean = [
        sum(e for e, b in zip(errors, begins, strict=True) if b == kind)
        / max(sum(b == kind for b in begins), 1)
        for kind in (True, False)
    ]
    return Drawing(
        number,
        "How wrong the network was about each letter before it saw it. Amber: the "
        "first letter of a word. Nobody told it where words begin.",
        f"Bars over a stream of {len(letters)} letters without spaces. At first "
        f"letters "
        f"the error is {mean[0]:.2f} on average, at the others {mean[1]:.2f}.",
        draw,
    )


# ---- drawing the next letter ---------------------------------------------------------


def softmax(scores, temperature):
    """Probabilities from scores that are divided by a temperature."""
    top = max(scores)
    powers = [exp((score - top) / temperature) for score in scores]
    return [power / sum(powers) for power in powers]


def _bars(page, left, top, size, named, chances):
    """The probabilities of some letters, by their places, as bars on one line."""
    step, high = (size[0] - 8) / len(named), size[1]
    for i, (k, letter) in enumerate(named.items()):
        tall, x = high * chances[k], left + step * i
        page.rect("p", x + 1, top + high - tall, step - 2, tall, round=1)
        page.text(x + step / 2, top + high + 14, shown(letter), "w")
        if i == 0:
            page.text(x + step / 2, top + high - tall - 9, printed(chances[k]), "s")


def temperatures(number, beginning, letters, scores, settings=(0.5, 1.0, 2.0)):
    """The next letter's probabilities at some temperatures, the likeliest first."""
    alike(letters=letters, scores=listed(scores))
    positive(min(settings), "A temperature")
    named = dict(sorted(enumerate(letters), key=lambda pair: -scores[pair[0]])[:10])

    def draw(room):
        wide = room >= WIDE
        across = 3 if wide else 1
        panel, high = room / across - (20 if wide else 0), 92
        page = Canvas(room, 24 + (high + 60) * (len(settings) // across))
        for n, setting in enumerate(settings):
            left = (n % across) * (room / across) + 4
            top = 34 + (n // across) * (high + 60)
            page.text(left, top - 22, f"temperature {setting:g}", "b s", "start")
            _bars(page, left, top, (panel, high), named, softmax(scores, setting))
        return page

    said = ", ".join(
        f"{printed(max(softmax(scores, setting)))} at {setting:g}"
        for setting in settings
    )
    return Drawing(
        number,
        f"What comes after *{beginning.strip()}*: the ten likeliest letters at three "
        "temperatures, from the same scores. Low: the likeliest wins. High: anything "
        "goes.",
        f"Three rows of bars; the likeliest letter has a probability of {said}.",
        draw,
    )


# ---- what a network writes -----------------------------------------------------------


def _lines(text, most):
    """The text in lines of at most so many letters, cut at spaces where it can be."""
    lines = []
    for part in text.split("\n"):
        while len(part) > most:
            at = part.rfind(" ", 1, most + 1)
            at = at if at > most // 2 else most
            lines.append(part[:at])
            part = part[at:].lstrip()
        lines.append(part)
    return lines


def samples(number, rows, caption):
    """What a network wrote at some steps of its training: (step, text) a row."""
    within(len(pairs(rows, "A sample with its step")), 1, 12, "samples")

    def draw(room):
        left, most = (96, 74) if room >= WIDE else (0, 40)
        blocks = [(f"{step:,}", _lines(text, most)) for step, text in rows]
        extra = 8 if left else 28
        high = sum(21 * len(lines) + 10 + extra for _, lines in blocks)
        page, y = Canvas(room, high), 0
        for n, (step, lines) in enumerate(blocks):
            word = "step" if n == 0 else ""
            page.text(
                left - 20 if left else 0,
                y + 10,
                f"{word} {step}".strip(),
                "q s",
                "end" if left else "start",
            )
            y += 0 if left else 20
            for line in lines:
                page.text(left, y + 10, line, "w", "start")
                y += 21
            y += 10 + (extra if left else 8)
        return page

    return Drawing(
        number,
        caption,
        "Samples: " + " / ".join(f"step {step}: {text}" for step, text in rows),
        draw,
    )


def _places(text, per_row):
    """The row and the column of each letter, with rows that end between words."""
    row, column = 0, 0
    for i, letter in enumerate(text):
        word = text[i:].split(" ", 1)[0]
        if column and (i == 0 or text[i - 1] == " ") and column + len(word) > per_row:
            row, column = row + 1, 0
        yield row, column, letter
        column += 1


def coloured(number, text, values, caption, alt, marked=""):
    """A text on the values of one unit, letter by letter: blue above 0, else orange.

    What is in `marked` is underlined.
    """
    alike(letters=text, values=listed(values))
    within(len(text), 1, 1200, "letters")

    def draw(room):
        per_row, cell = (62, 11) if room >= WIDE else (30, 11)
        left = (room - per_row * cell) / 2
        places = list(_places(text, per_row))
        page = Canvas(room, 27 * (places[-1][0] + 1))
        for (row, column, letter), value in zip(places, values, strict=True):
            x, share = left + column * cell, min(abs(value), 1) * 0.58
            if share > 0.02:
                shade = f' fill-opacity="{share:.2f}"'
                kind = "p" if value > 0 else "n"
                page.rect(kind, x, 27 * row, cell, 24, more=shade)
            if letter.strip():
                page.text(x + cell / 2, 27 * row + 11, letter, "w")
            if letter in marked:
                ends = (x + 1, 27 * row + 23), (x + cell - 1, 27 * row + 23)
                page.line(*ends, width=2.5, head=False)
        return page

    return Drawing(number, caption, alt, draw)


# ---- a tape in the digits of a number ------------------------------------------------


def tape(number, bits):
    """A row of bits kept in one number: each new bit moves the others one digit on."""
    if set(bits) - {0, 1}:
        raise ValueError("The tape keeps bits: give it a row of zeros and ones.")
    within(len(bits), 1, 6, "bits")

    def draw(room):
        cell, left = (32, 150) if room >= WIDE else (28, 96)
        page, value, digits = Canvas(room, 44 * len(bits)), 0.0, ""
        for t, bit in enumerate(bits):
            value, digits = (value + bit) / 2, f"{bit}{digits}"
            y = 44 * t + 6
            page.text(left - 14, y + cell / 2, f"put in {bit}", "q", "end")
            page.strip(left, y, list(map(int, digits)), "", cell, digits=0, largest=1)
            end = left + cell * len(bits) + 16
            page.text(end, y + cell / 2, f"h = {value:g}", "", "start")
        return page

    return Drawing(
        number,
        "A memory without end in one number: $h$ becomes $(h + bit)/2$, and the bits "
        "stand in its binary digits, the last one first. It needs as many digits as "
        "there are bits.",
        "Rows of growing strips of bits, and beside each the number whose binary "
        "digits "
        "they are.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    yield same_later("10.11", [0, 1, 1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 0, 0, 0])
    letters = "thegirlseesthedragonandthebakerhearsthesmallfox"[:44]
    begins = [k in (0, 3, 7, 11, 14, 20, 23, 26, 31, 36, 39) for k in range(44)]
    errors = [0.6 if b else 0.1 + 0.02 * (k % 5) for k, b in enumerate(begins)]
    yield stream("10.12", letters, errors, begins)
    yield temperatures(
        "10.13", "the ki", list("nstlabcdefg"), [4, 3, 2.5, 2, 1, 0, -1, -1, -1, -2, -3]
    )
    yield samples(
        "10.14",
        [
            (0, "qX;zu,Wq(f"),
            (100, "the n ahe te io s the"),
            (
                20000,
                "Once upon a time there was a king who had a daughter, and she was "
                "so beautiful that the sun himself wondered.",
            ),
        ],
        "What it writes.",
    )
    text = 'He said, "Go home," and went away. "Why?" asked the fox.'
    inside, values = False, []
    for letter in text:
        inside ^= letter == '"'
        values.append(0.9 if inside else -0.7)
    yield coloured(
        "10.15",
        text,
        values,
        "A unit that knows it.",
        "A text in which what stands between quotation marks is blue.",
    )
    yield tape("10.16", [1, 0, 1, 1])
