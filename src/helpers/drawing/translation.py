"""Chapter 13: a sentence in one vector, and what is written from it."""

from itertools import pairwise

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.alphabet import SIZES, room_for


def some(words, what, least=1):
    """The words as a list, if there are enough of them."""
    words = [str(word) for word in words]
    if len(words) < least:
        raise ValueError(f"{what} needs at least {least} words, and has {len(words)}.")
    return words


# ---- the machine ---------------------------------------------------------------------

READ = (
    "1",
    "**Read.** The encoder takes one word at a time; its state changes with each.",
)
HAND = ("2", "**Hand over.** The last state is all that the decoder ever gets.")
WRITE = (
    "3",
    "**Write.** Each word that the decoder writes is its next input, until it writes "
    "*stop*.",
)


def _aside(words, pitch):
    """By how much each word steps out of its row, so that neighbours do not touch."""
    steps = [0] * len(words)
    for k, pair in enumerate(pairwise(words), 1):
        touch = sum(room_for(word, SIZES["word"]) for word in pair) / 2 > pitch - 9
        steps[k] = 15 if touch and not steps[k - 1] else 0
    return steps


def _cell(page, x, y, units, step, word, above, aside=(0, 0)):
    """A cell at one step: its state, the word that goes in, the word that comes out."""
    w, h = 30, 9 * units
    with page.group(lit_at=[step]):
        page.box(x - w / 2 - 4, y - 5, w + 8, h + 10, round=8)
    page.strip(x - w / 2, y, units, cell=w, high=9, upright=True)
    if word:
        page.line((x, y + h + 28), (x, y + h + 7))
        inside = min(x, page.width - room_for(word, SIZES["word"]) / 2 - 4)
        page.text(inside, y + h + 42 + aside[0], word, "w")
    if above:
        page.line((x, y - 7), (x, y - 26))
        page.text(x, y - 40 - aside[1], above, "w")


def _row(page, x, y, pitch, units, step, below, above):
    """A row of cells, each with an arrow to the next; where the first and last are."""
    middle = y + 9 * units / 2
    asides = list(zip(_aside(below, pitch), _aside(above, pitch), strict=True))
    for t, (low, high) in enumerate(zip(below, above, strict=True)):
        at = x + pitch * t
        _cell(page, at, y, units, step, low, high, asides[t])
        if t:
            page.line((at - pitch + 19, middle), (at - 21, middle))
    return (x - 19, middle), (x + pitch * (len(below) - 1) + 19, middle)


def one_vector(number, source, target):
    """A sentence read into one vector, and another written from it, in three steps."""
    source, target = some(source, "The source"), some(target, "The target")
    fed, said, units = ["‹start›", *target], [*target, "‹stop›"], 6

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 196 if wide else 430)
        across = (
            (room - 150) / (len(source) + len(said))
            if wide
            else (room - 16) / len(said)
        )
        x = across / 2 + 2
        with page.group(at=[1, 2, 3]):
            ends = _row(page, x, 70, across, units, 1, source, [""] * len(source))
        top = 70 if wide else 306
        left = room - across * len(said) + across / 2 - 2
        with page.group(at=[3]):
            begins = _row(page, left, top, across, units, 3, fed, said)
        with page.group("glow", at=[2, 3]):
            start, end = ends[1], begins[0]
            if wide:
                page.line(start, (end[0] - 3, end[1]), names="belt", head=False)
                page.line(start, end, width=3)
                place = (start[0] + end[0]) / 2 - 24, start[1] - 18
            else:
                turn = [(room - 12, start[1]), (room - 12, 226), (8, 226), (8, end[1])]
                page.line(start, *turn, (end[0] - 1, end[1]), width=3)
                place = room / 2 - 48, 208
            page.strip(*place, 2 * units, cell=8, high=18, role=None)
            page.strip(place[0], place[1] + 18, 2 * units, cell=8, high=18, role=None)
            page.rect("edge lit", place[0], place[1], 16 * units, 36, round=3)
        with page.group(at=[2, 3]):
            page.text(place[0] + 8 * units, place[1] - 12, "one vector", "b s")
        page.text(x - across / 2, 12, "encoder", "q s", "start")
        if wide:
            page.text(left - across / 2 + 4, 12, "decoder", "q s", "start")
        return page

    return Drawing(
        number,
        "An encoder and a decoder. Every filled box of a row is the same cell at "
        "another time. The last state of the first row is the first state of the "
        "second, and nothing else goes across.",
        f"A row of cells reads {' '.join(source)}. An arrow with one vector leads from "
        f"the last to a second row, which is fed start and then its own words, and "
        f"writes {' '.join(target)}, stop.",
        draw,
        (READ, HAND, WRITE),
        whole=3,
    )


# ---- a batch -------------------------------------------------------------------------


def rectangle(number, sentences, ids):
    """Sentences of several lengths as rows of token ids, filled up with padding."""
    ids = [[int(i) for i in row] for row in ids]
    wide = max(len(words) for words in sentences)
    if any(len(row) != wide for row in ids) or len(ids) != len(sentences):
        raise ValueError(
            "Each sentence needs one row of ids, as long as the longest sentence."
        )

    counted = {2: "Two", 3: "Three", 5: "Five"}.get(len(ids), len(ids))

    def draw(room):
        cell = min(115, (room - 2) / wide)
        page = Canvas(room, 40 * len(ids) + 26)
        for j, (words, row) in enumerate(zip(sentences, ids, strict=True)):
            for i, token in enumerate(row):
                x, y, real = i * cell + 1, j * 40 + 1, i < len(words)
                page.rect("learned" if real else "hollow", x, y, cell - 3, 36, 4)
                word = words[i] if real else "‹pad›"
                kind = "w" if room_for(word, SIZES["word"]) < cell - 6 else "w s"
                page.text(x + cell / 2 - 1, y + 12, word, kind if real else "q s")
                page.text(x + cell / 2 - 1, y + 27, str(token), "q s")
        page.text(
            0, 40 * len(ids) + 14, "filled: read;  hollow: masked", "q s", "start"
        )
        return page

    return Drawing(
        number,
        f"{counted} sentences as one batch: a row for each, in every cell a word and "
        "its token id. Hollow cells are padding; the mask says that nobody reads them.",
        "A grid with a row for each sentence: "
        + "; ".join(" ".join(words) for words in sentences)
        + ". Shorter rows end in padding, token id 0.",
        draw,
    )


def linked(number, found):
    """Sentences above their translations, with a line from word to word."""
    for source, target, links in found:
        some(source, "A sentence"), some(target, "A translation")
        if any(i >= len(source) or j >= len(target) for i, j in links):
            raise ValueError("A line needs a word at each of its ends.")

    def draw(room):
        pitches = [
            [min(92, room / max(len(words), 1)) for words in pair[:2]] for pair in found
        ]
        asides = [
            [_aside(words, pitch) for words, pitch in zip(pair[:2], two, strict=True)]
            for pair, two in zip(found, pitches, strict=True)
        ]
        highs = [sum(max(steps) for steps in two) for two in asides]
        page, top = Canvas(room, 124 * len(found) - 36 + sum(highs)), 12
        for k, (source, target, links) in enumerate(found):
            y, middles = top + max(asides[k][0]), []
            top += 124 + highs[k]
            for side, (words, line) in enumerate(((source, y), (target, y + 64))):
                pitch, steps = pitches[k][side], asides[k][side]
                left = (room - pitch * len(words)) / 2
                places = [left + pitch * (i + 0.5) for i in range(len(words))]
                middles.append(places)
                for x, word, step in zip(places, words, steps, strict=True):
                    page.text(x, line + (step if side else -step), word, "w")
            for i, j in links:
                straight = abs(middles[0][i] - middles[1][j]) < 50
                page.path(
                    "line quiet" if straight else "line lit",
                    f"M{middles[0][i]:.1f} {y + 12}L{middles[1][j]:.1f} {y + 52}",
                )
        return page

    return Drawing(
        number,
        "Three pairs of the phrasebook, and which word stands for which. Long lines "
        "(lit) lead to another place in the sentence; some words have two partners.",
        "Lines from each word to its translation. "
        + " ".join(
            f"{' '.join(source)}: {' '.join(target)}." for source, target, _ in found
        ),
        draw,
    )


# ---- how it learns, how it writes ----------------------------------------------------


def _writer(page, y, room, fed, said, wanted, lit):
    """A row of decoder steps: what each is fed below, what it says above."""
    pitch = room / len(fed)
    for t, (low, high, right) in enumerate(zip(fed, said, wanted, strict=True)):
        x = pitch * (t + 0.5)
        page.box(x - 14, y, 28, 26, round=7)
        page.line((x, y + 48), (x, y + 28))
        page.line((x, y - 1), (x, y - 18))
        if t:
            page.line((x - pitch + 14, y + 13), (x - 15, y + 13))
        page.text(x, y + 60, low, f"w {lit if t else ''}".strip())
        page.text(
            x,
            y - 30,
            high if high == right else f"{high} ✗",
            "w" if high == right else "w n",
        )


def shifted(number, words):
    """Teacher forcing: the words that go in, and over them those that are wanted."""
    words = some(words, "A sentence", 2)
    fed, wanted = ["‹start›", *words], [*words, "‹stop›"]

    def draw(room):
        page, pitch = Canvas(room, 178), room / len(fed)
        lower, upper = _aside(fed, pitch), _aside(wanted, pitch)
        page.text(0, 10, "wanted", "b s", "start")
        page.text(0, 168, "fed", "b s", "start")
        for t, (low, high) in enumerate(zip(fed, wanted, strict=True)):
            x = pitch * (t + 0.5)
            page.line((x, 126), (x, 103))
            page.line((x, 68), (x, 50))
            page.box(x - 15, 70, 30, 32, round=7)
            page.text(x, 36 - upper[t], high, "w")
            inside = min(x, room - room_for(low, SIZES["word"]) / 2 - 4)
            page.text(inside, 140 + lower[t], low, "w")
            if t:
                page.line((x - pitch + 15, 86), (x - 16, 86))
                down = (x - pitch / 2, 74), (x - pitch / 2, 112)
                way = (x - pitch + 4, 46), *down, (x - 6, 130)
                page.line(*way, names="lit", width=1.2)
        return page

    return Drawing(
        number,
        "Teacher forcing. The word that is wanted at one step is fed at the next, "
        "whatever the decoder said (lit).",
        f"A row of {len(fed)} steps. They are fed {' '.join(fed)}; wanted are "
        f"{' '.join(wanted)}.",
        draw,
    )


def taught_and_alone(number, before, wanted, taught, alone):
    """What a decoder says when it is fed the true words, and when it is fed its own.

    All lists begin at one place of a sentence; `before` is the word that precedes it.
    """
    wanted = some(wanted, "What is wanted", 2)
    if not len(wanted) == len(taught) == len(alone):
        raise ValueError(
            "The three lists of words need one length: cut the longer ones."
        )

    def draw(room):
        count = len(wanted) if room >= WIDE else min(5, len(wanted))
        page = Canvas(room, 284)
        rows = (
            ("in training: it is fed the true words", [before, *wanted], taught, "b"),
            ("in use: it is fed its own words", [before, *alone], alone, ""),
        )
        for k, (title, fed, said, lit) in enumerate(rows):
            page.text(0, 10 + 152 * k, title, "b s", "start")
            _writer(
                page, 64 + 152 * k, room, fed[:count], said[:count], wanted[:count], lit
            )
        return page

    return Drawing(
        number,
        "The same decoder after the same vector, fed in two ways. Words with ✗ are not "
        "those of the reference. Above, a wrong word does no harm: the next step is "
        "fed the true one. Below, it becomes the next input, and the rest follows it.",
        f"Two rows of steps. Fed the true words {' '.join(wanted)}, it says "
        f"{' '.join(taught)}. Fed its own, it says {' '.join(alone)}.",
        draw,
    )


# ---- BLEU ----------------------------------------------------------------------------


def _runs(words, n):
    """All runs of n words, in their order."""
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def agreeing(words, others, n):
    """Which runs of n words the other sentence has too, each as often as it has it."""
    left, found = _runs(others, n), []
    for run in _runs(words, n):
        found.append(run in left)
        if found[-1]:
            left.remove(run)
    return found


def counted(number, written, wanted):
    """The runs of one to four words that a translation shares with its reference."""
    written = some(written, "A translation", 4)
    wanted = some(wanted, "A reference", 4)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 218)
        cell = min(78, (room - (70 if wide else 48)) / len(written))
        for k, (words, name) in enumerate(
            ((wanted, "reference"), (written, "written"))
        ):
            y = 12 + 24 * k
            for i, word in enumerate(words):
                same = word in (wanted if k else written)
                page.text(
                    cell * (i + 0.5),
                    y,
                    word,
                    ("w" if wide else "s") + ("" if same else " n"),
                )
            if wide:
                page.text(room, y, name, "q s", "end")
        for n in (1, 2, 3, 4):
            y = 66 + 36 * (n - 1)
            hits = agreeing(written, wanted, n)
            for i, hit in enumerate(hits):
                x = cell * i + 2
                page.rect(
                    "p" if hit else "hollow",
                    x,
                    y + (i % n) * (20 / n),
                    cell * n - 4,
                    18 / n + 1,
                    2,
                    ' fill-opacity="0.58"' if hit else "",
                )
            page.text(
                room,
                y + 9,
                f"{sum(hits)} of {len(hits)}",
                "b" if wide else "b s",
                "end",
            )
        return page

    shares = [agreeing(written, wanted, n) for n in (1, 2, 3, 4)]
    return Drawing(
        number,
        "What BLEU counts: every single word, every pair, every run of three and of "
        "four words of the translation. A run is filled if the reference has it too.",
        f"The translation: {' '.join(written)}. The reference: {' '.join(wanted)}. "
        + "; ".join(
            f"runs of {n}: {sum(hits)} of {len(hits)} agree"
            for n, hits in enumerate(shares, 1)
        )
        + ".",
        draw,
    )


# ---- reading backwards ---------------------------------------------------------------


def partners(number, source, target, links):
    """How far each word is from its translation, read forwards and backwards."""
    source, target = some(source, "The source"), some(target, "The target")
    for i, j in links:
        if not (0 <= i < len(source) and 0 <= j < len(target)):
            raise ValueError(f"There are no words {i} and {j} to be linked.")

    def draw(room):
        page = Canvas(room, 316)
        pitch = room / (len(source) + len(target))
        wide = room >= WIDE
        for k, title in enumerate(("forwards", "backwards")):
            y = 130 + 158 * k
            order = source if not k else source[::-1]
            page.text(0, y - 116, title, "b s", "start")
            for i, word in enumerate([*order, *target]):
                tilt = 0 if wide or i % 2 == 0 else 14
                kind = "w" if wide else "s"
                page.text(pitch * (i + 0.5), y + tilt, word, kind)
            gaps = []
            for i, j in links:
                a = len(source) - 1 - i if k else i
                b = len(source) + j
                gaps.append(b - a)
                x0, x1 = pitch * (a + 0.5), pitch * (b + 0.5)
                high = min(96, 14 + 8 * (b - a))
                near = b - a <= 2
                page.path(
                    "line lit" if near else "line quiet",
                    f"M{x0:.1f} {y - 14}C{x0:.1f} {y - 14 - high} {x1:.1f} "
                    f"{y - 14 - high} {x1:.1f} {y - 14}",
                    width=2 if near else 1.1,
                )
            mean = sum(gaps) / len(gaps)
            page.text(
                room,
                y - 116,
                f"mean distance {printed(mean, 1)}, smallest {min(gaps)}",
                "q s",
                "end",
            )
        return page

    return Drawing(
        number,
        "Each arc joins a word to its translation, in the order in which the network "
        "meets them. Backwards, the mean distance stays what it was, but the first "
        "words are now neighbours (lit), and learning has somewhere to begin.",
        f"Two rows of words, {' '.join(source)} and {' '.join(target)}, with arcs from "
        "word to translation; in the second the source is reversed, and some arcs are "
        "short.",
        draw,
    )


# ---- beam search ---------------------------------------------------------------------


def beams(number, levels):
    """A search that keeps the best few beginnings.

    A level is a list of (word, parent, score, kept): the parent is the place of a
    beginning in the level before, the score the log-probability of the whole.
    """
    if len(levels) < 2:
        raise ValueError("A search has at least two levels.")
    for before, level in pairwise(levels):
        if any(not 0 <= parent < len(before) for _, parent, *_ in level):
            raise ValueError("Each beginning needs a parent in the level before.")

    def draw(room):
        page = Canvas(room, 62 * len(levels) + 4)
        places = []
        for k, level in enumerate(levels):
            y, pitch = 8 + 62 * k, room / max(len(level), 1)
            places.append([(pitch * (i + 0.5), y) for i in range(len(level))])
            w = min(118, pitch - 8)
            for (x, _), (word, parent, score, kept) in zip(
                places[k], level, strict=True
            ):
                with page.group("" if kept else "dim"):
                    if k:
                        px, py = places[k - 1][parent]
                        page.line(
                            (px, py + 38),
                            (px, py + 46),
                            (x, y - 8),
                            (x, y - 1),
                            head=False,
                            width=2 if kept else 1,
                        )
                    page.rect("edge lit" if kept else "hollow", x - w / 2, y, w, 37, 6)
                    page.text(x, y + 12, word, "w")
                    page.text(x, y + 27, printed(score, 2), "q s")
        return page

    best = max(levels[-1], key=lambda entry: entry[2])
    return Drawing(
        number,
        "A search with two beams, from top to bottom. Each beginning is continued in "
        "its two likeliest ways; below each word stands the log-probability of all "
        "words so far. The two best of a row are kept (framed), the others are dropped "
        "(pale).",
        f"A tree of words in {len(levels)} rows; two of each row are kept. The best in "
        f"the last row is {best[0]!r} with {best[2]:.2f}.",
        draw,
    )


# ---- captions ------------------------------------------------------------------------


def handed_twice(number):
    """Two ways to hand a vector over: once, or at every step."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 176 if wide else 336)
        half = room / 2 if wide else room
        words = ["‹start›", "a", "big"]
        for k, title in enumerate(("once, as the first state", "at every step")):
            x0, y0 = (half * k if wide else 0), (0 if wide else 168 * k)
            page.text(x0, y0 + 10, title, "b s", "start")
            with page.group("glow"):
                page.strip(x0 + 6, y0 + 62, 5, "lit", cell=26, high=10, upright=True)
            for t, word in enumerate(words):
                x = x0 + 110 + (half - 140) / 3 * (t + 0.3)
                page.box(x - 16, y0 + 70, 32, 30, round=7)
                page.line((x, y0 + 132), (x, y0 + 102))
                page.text(x, y0 + 146, word, "w")
                back = x - (half - 140) / 3 + 16 if t else x0 + 34
                if t or not k:
                    page.line((back, y0 + 85), (x - 18, y0 + 85))
                if k:
                    page.line(
                        (x0 + 34, y0 + 66),
                        (x0 + 44, y0 + 38),
                        (x - 6, y0 + 38),
                        (x - 6, y0 + 69),
                    )
        return page

    return Drawing(
        number,
        "Two ways to give a decoder its vector (lit). In the first row of cells it is "
        "the first state, and has to be remembered; in the second it comes with every "
        "word.",
        "Two rows of three cells. In the first an arrow leads from the vector to the "
        "first cell alone, in the second an arrow leads to each.",
        draw,
    )


# ---- what could be read besides ------------------------------------------------------


def _step(page, x, y, role=""):
    """A cell with its state, small."""
    page.box(x - 17, y, 34, 58, round=8)
    page.strip(x - 12, y + 5, 6, role, cell=24, high=8, upright=True)


def left_behind(number, source):
    """The encoder's states, of which the decoder gets the last and no other."""
    source = some(source, "The source", 2)

    def draw(room):
        page, pitch = Canvas(room, 178), (room - 112) / len(source)
        for t, word in enumerate(source):
            x, last = pitch * (t + 0.5), t == len(source) - 1
            if t:
                page.line((x - pitch + 18, 83), (x - 18, 83))
            _step(page, x, 54, "lit" if last else "")
            page.line((x, 146), (x, 114))
            page.text(x, 160, word, "w")
        length = pitch * (len(source) - 2) + 34
        page.text(pitch / 2 - 17 + length / 2, 12, "never seen again", "q s")
        page.frame(pitch / 2 - 24, 26, length + 14, 96)
        page.line((x + 18, 83), (room - 92, 83), names="lit", width=2)
        page.box(room - 90, 58, 86, 50, "decoder", round=9)
        return page

    return Drawing(
        number,
        "The encoder leaves a state behind at every word. The decoder gets the last "
        "one (lit).",
        f"A row of {len(source)} states for {' '.join(source)}; an arrow leads from "
        "the last one alone to the decoder.",
        draw,
    )


def both_ways(number, source):
    """Two readers of one sentence, in both directions, and the sum of their ends."""
    source = some(source, "The source", 2)

    def draw(room):
        page, pitch = Canvas(room, 236), (room - 84) / len(source)
        at = [30 + pitch * (t + 0.5) for t in range(len(source))]
        page.text(0, 10, "forwards", "b s", "start")
        page.text(0, 226, "backwards", "b s", "start")
        for t, (x, word) in enumerate(zip(at, source, strict=True)):
            page.box(x - 17, 28, 34, 32, round=7)
            page.box(x - 17, 156, 34, 32, round=7)
            page.text(x, 108, word, "w")
            page.line((x, 94), (x, 62))
            page.line((x, 122), (x, 154))
            if t:
                page.line((x - pitch + 17, 44), (x - 18, 44))
                page.line((x - 17, 172), (x - pitch + 18, 172))
        end = room - 24
        page.line((at[-1] + 17, 44), (end, 44), (end, 98), names="lit", width=2)
        around = (at[0] - 36, 172), (at[0] - 36, 208), (end, 208)
        page.line((at[0] - 17, 172), *around, (end, 118), names="lit", width=2)
        page.sign(end, 108, "+")
        return page

    return Drawing(
        number,
        "Two readers of one sentence. What is handed over is the sum of their last "
        "states (lit).",
        f"Two rows of cells for {' '.join(source)}, one read to the right and one to "
        "the left; arrows lead from the last of each to a sum.",
        draw,
    )


def fed_back(number, looks=False):
    """The loop of an autoregressive model: what it writes becomes what it reads.

    With `looks` the decoder does not get one vector, but looks back at every step.
    """

    def draw(room):
        y, x = 50 if looks else 0, room / 2
        page = Canvas(room, 150 + y)
        page.box(x - 58, y + 56, 116, 40, "decoder", round=9)
        page.line((x - 150, y + 76), (x - 60, y + 76))
        page.text(x - 105, y + 62, "its last word", "q s")
        page.line((x + 59, y + 76), (x + 150, y + 76))
        page.text(x + 105, y + 62, "the next word", "q s")
        with page.group("glow"):
            page.line(
                (x + 150, y + 84),
                (x + 150, y + 132),
                (x - 150, y + 132),
                (x - 150, y + 84),
                width=2,
            )
        page.text(x, y + 118, "one step later", "q s")
        if looks:
            for k in (-2, -1, 0, 1, 2):
                page.strip(x + 30 * k - 8, 10, 4, cell=16, high=7, upright=True)
                page.line((x + 30 * k, 42), (x + 16 * k, y + 53), names="lit")
            page.text(x - 82, 24, "annotations", "q s", "end")
            page.text(x + 82, 24, "at every step", "lit s", "start")
        else:
            page.line((x, 22), (x, 54))
            page.text(x, 10, "the vector, at the first step", "q s")
        return page

    told = (
        "A box called decoder; its output, the next word, is led back to its input, "
        "the last word."
    )
    return Drawing(
        number,
        "An autoregressive writer: each word it writes is what it reads next.",
        told + " Arrows lead to it from five annotations." if looks else told,
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield one_vector(
        "13.30", "Soy orador de MadPy".split(), "I am a MadPy speaker".split()
    )
    rows = [["Como", "un", "cordero"], ["será", ",", "será"], ["Soy", "orador"]]
    yield rectangle("13.31", rows, [[7, 25, 15], [6, 4, 6], [12, 21, 0]])
    yield taught_and_alone(
        "13.32",
        "while",
        "this horse sees the teacher".split(),
        "this horse walks the teacher".split(),
        "this horse walks along the".split(),
    )
    yield linked(
        "13.38",
        [
            ("qué vio Miguel".split(), "what did Miguel see".split(), [(0, 0), (1, 3)]),
            ("hace frío hoy".split(), "it is cold today".split(), [(0, 1), (2, 3)]),
        ],
    )
    yield counted(
        "13.33",
        "the black cat sleeps on the old chair".split(),
        "the black cat slept on the old chair".split(),
    )
    yield partners(
        "13.34",
        "el gato duerme".split(),
        "the cat sleeps".split(),
        [(0, 0), (1, 1), (2, 2)],
    )
    yield beams(
        "13.35",
        [
            [("the", 0, -0.1, True), ("a", 0, -2.4, True)],
            [("cat", 0, -0.5, True), ("dog", 0, -1.9, True), ("cat", 1, -2.6, False)],
        ],
    )
    yield handed_twice("13.36")
    yield fed_back("13.37")
    yield shifted("13.39", "I am a MadPy speaker".split())
    yield left_behind("13.41", "Soy orador de MadPy".split())
    yield both_ways("13.42", "Soy orador de MadPy".split())
