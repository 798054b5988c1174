"""Chapter 16: how a Transformer learns to translate, and how it writes."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.alphabet import SIZES, room_for

# ---- one place later -----------------------------------------------------------------


def one_place_later(number, words):
    """What the decoder reads and what it has to say, and who may see whom."""
    read, said = words[:-1], words[1:]
    count = len(read)

    def draw(room):
        wide = room >= WIDE
        lane = 72 if wide else 340 / count
        page = Canvas(room, 206 if wide else 206 + 40 + 30 * count + 20)
        for t in range(count):
            x = lane * (t + 0.5) + (4 if wide else 0)
            page.text(x, 180, read[t], "w")
            page.line((x, 166), (x, 138))
            page.box(x - 22, 92, 44, 44, round=8)
            page.line((x, 90), (x, 62))
            page.text(x, 46, said[t], "w right")
            if t:
                start = (x - lane + 8, 58), (x - 6, 168)
                page.line(*start, names="quiet", head=False)
        page.text(4, 14, "has to say", "q s", "start")
        page.text(4, 203, "reads", "q s", "start")
        cell = 30 if wide else 26
        x = room - cell * count - 6 if wide else 110
        y = 28 if wide else 262
        page.text(x, y - 14, "sees", "q s", "start")
        for i in range(count):
            page.text(x - 8, y + (i + 0.5) * cell, read[i], "w s", "end")
            for j in range(count):
                kind = "p" if j <= i else "hollow"
                page.rect(kind, x + j * cell + 1, y + i * cell + 1, cell - 2, cell - 2,
                          2, ' fill-opacity="0.6"' if j <= i else "")  # fmt: skip
        return page

    return Drawing(
        number,
        "The decoder reads the sentence without its last mark and has to say it "
        "without its first (green): the same words, one place later (thin lines). The "
        "mask on the right says what each position sees: itself and what stands "
        "before it.",
        f"It reads {' '.join(read)}, and has to say {' '.join(said)}. A triangle of "
        "filled squares: each word sees itself and those before.",
        draw,
    )


# ---- who sees whom -------------------------------------------------------------------


def who_sees(number, panels, caption):
    """Masks as grids: a title, rows, columns, and 0 hidden, 1 seen, 2 lit."""
    for title, rows, columns, seen in panels:
        if [len(row) for row in seen] != [len(columns)] * len(rows):
            raise ValueError(
                f"{title!r} needs {len(rows)} rows of {len(columns)} numbers."
            )

    label, cell, high, top = 56, 48, 30, 50

    def draw(room):
        wide = room >= WIDE
        broad = [label + cell * len(columns) for _, _, columns, _ in panels]
        tall = [top + high * len(rows) + 14 for _, rows, _, _ in panels]
        page = Canvas(room, max(tall) if wide else sum(tall))
        gap = 28
        x = (room - sum(broad) - gap * (len(panels) - 1)) / 2
        y = 0
        for (title, rows, columns, seen), width, height in zip(
            panels, broad, tall, strict=True
        ):
            left = (x if wide else (room - width) / 2) + label
            page.text(left, y + 12, title, "b s", "start")
            for j, word in enumerate(columns):
                page.text(left + cell * (j + 0.5), y + top - 12, word, "w s")
            for i, word in enumerate(rows):
                page.text(left - 8, y + top + high * (i + 0.5), word, "w s", "end")
                for j, how in enumerate(seen[i]):
                    place = left + j * cell + 1, y + top + i * high + 1
                    kind = "p" if how else "hollow"
                    pale = ' fill-opacity="0.6"' if how else ""
                    page.rect(kind, *place, cell - 2, high - 2, 2, pale)
                    if how == 2:
                        page.rect("edge lit", *place, cell - 2, high - 2, 2)
            x += width + gap
            y += 0 if wide else height
        return page

    said = []
    for title, rows, columns, seen in panels:
        for row, how in zip(rows, seen, strict=True):
            names = [word for word, there in zip(columns, how, strict=True) if there]
            said.append(f"{title}: {row} sees {', '.join(names) or 'nothing'}.")
    return Drawing(number, caption, " ".join(said), draw)


# ---- pieces of words -----------------------------------------------------------------


def _pieces(page, x, y, tokens, new):
    """A word as boxes, one for each token; where it ends."""
    for token in tokens:
        shown = token.replace(" ", "␣")
        wide = room_for(shown, SIZES["word"]) + 10
        with page.group("glow" if token == new else ""):
            page.box(x, y - 12, wide, 24, round=4)
        page.text(x + wide / 2, y, shown, "w")
        x += wide + 2
    return x


def merges(number, rows):
    """Words as tokens, after more and more merges: (what was merged, the words)."""

    def draw(room):
        wide = room >= WIDE
        per = len(rows[0][1]) if wide else 2
        deep = -(-len(rows[0][1]) // per)
        label = 82 if wide else 0
        high = 36 if wide else 30 * deep + 34
        step = (room - label) / per
        page = Canvas(room, high * len(rows) + 4)
        for k, (pair, words) in enumerate(rows):
            y = 20 + high * k
            said = f"{pair[0]} + {pair[1]}" if pair else "letters"
            said = said.replace(" ", "␣", 1) if said.startswith(" ") else said
            page.text(0, y, said, "b s" if pair else "q s", "start")
            for i, tokens in enumerate(words):
                x = label + step * (i % per)
                at = y + (0 if wide else 28 + 30 * (i // per))
                _pieces(page, x, at, tokens, "".join(pair) if pair else None)
        return page

    return Drawing(
        number,
        "Byte-pair encoding. It begins with letters; in each row the most frequent "
        "pair of neighbours has become one token (amber). Frequent words end as one "
        "token, rare ones as a few.",
        "; ".join(
            (f"after {a[0]} + {a[1]}: " if a else "at first: ")
            + ", ".join("|".join(tokens) for tokens in words)
            for a, words in rows
        ),
        draw,
    )


# ---- before and after ----------------------------------------------------------------


def before_and_after(number, columns, rows, before, after, caption, read=()):
    """Two matrices of probabilities, each row named after the word that is right.

    A dot stands where a row has the word that was `read` at its position.
    """

    def draw(room):
        wide = room >= WIDE
        label, cell, high = 58, 47 if wide else 46, 28
        width = label + cell * len(columns)
        tall = 50 + high * len(rows)
        page = Canvas(room, tall if wide else 2 * tall + 16)
        for k, (title, values) in enumerate(
            (("untrained", before), ("trained", after))
        ):
            x = label + (width + 6) * k if wide else label
            y = 44 + (0 if wide else k * (tall + 16))
            page.text(x, y - 34, title, "b s", "start")
            look = {"cell": cell, "high": high, "digits": 2, "largest": 1}
            page.matrix(x, y, values, "", **look)
            for i, word in enumerate(columns):
                page.text(x + (i + 0.5) * cell, y - 9, word, "w s")
            for i, word in enumerate(rows):
                page.text(x - 8, y + (i + 0.5) * high, word, "w s", "end")
                at = x + columns.index(word) * cell, y + i * high
                page.rect("edge lit", *at, cell, high, 2)
            for i, word in enumerate(read):
                if word in columns:
                    at = x + columns.index(word) * cell + 7, y + i * high + 7
                    page.circle("dot", *at, 3)
        return page

    return Drawing(
        number,
        caption,
        "; ".join(
            f"{word}: {values[columns.index(word)]:.2f} before, "
            f"{later[columns.index(word)]:.2f} after"
            for word, values, later in zip(rows, before, after, strict=True)
        ),
        draw,
    )


# ---- targets, batches ----------------------------------------------------------------


def smoothing(number, words, target, softened):
    """A target that gives all to one word, and one that leaves room for doubt."""

    def draw(room):
        wide = room >= WIDE
        label, gap = 74, 58
        span = (room - label) / 2 - gap
        page = Canvas(room, 34 + 28 * len(words))
        for k, (title, values) in enumerate(
            (("one-hot", target), ("smoothed", softened))
        ):
            x = label + k * (span + gap)
            page.text(x, 10, title, "b s" if k else "q s", "start")
            for i, value in enumerate(values):
                y = 36 + 28 * i
                page.rect("track", x, y - 9, span, 18, 2)
                page.rect("p", x, y - 9, max(span * value, 0.1), 18, 2,
                          ' fill-opacity="0.7"')  # fmt: skip
                page.text(
                    x + span + 6, y, printed(value, 3 if wide else 2), "s", "start"
                )
        for i, word in enumerate(words):
            page.text(label - 8, 36 + 28 * i, word, "w", "end")
        return page

    return Drawing(
        number,
        "Two targets for the same right word. On the left it gets everything, which no "
        "finite scores can reach; on the right a tenth is spread over all words.",
        "; ".join(
            f"{word}: {a:g}, smoothed {b:.3f}"
            for word, a, b in zip(words, target, softened, strict=True)
        ),
        draw,
    )


def by_length(number, at_random, by_size):
    """A batch of sentences as they come, and one of sentences of like length."""

    def share(lengths):
        whole = max(lengths) * len(lengths)
        return 100 * (whole - sum(lengths)) / whole

    def draw(room):
        wide = room >= WIDE
        most = max(*at_random, *by_size)
        cell = min((room - 40) / 2 / most, 11)
        page = Canvas(room, 40 + (cell + 1) * len(at_random))
        kinds = (("as they come", at_random), ("by length", by_size))
        for k, (title, lengths) in enumerate(kinds):
            x = k * (room / 2 + 10) + (10 if wide else 0)
            words = f"{share(lengths):.0f} % padding"
            page.text(x, 12, f"{title}: {words}", "s", "start")
            for i, length in enumerate(lengths):
                y = 30 + i * (cell + 1)
                page.rect("p", x, y, cell * length, cell, 1, ' fill-opacity="0.6"')
                rest = max(lengths) - length
                if rest:
                    page.rect("track", x + cell * length, y, cell * rest, cell, 1)
        return page

    return Drawing(
        number,
        "A batch is a rectangle: the longest sentence makes all others as long as "
        "itself. Blue: words. Grey: padding.",
        f"{len(at_random)} sentences as they come, {share(at_random):.0f} per cent "
        f"padding; as many of like length, {share(by_size):.0f} per cent.",
        draw,
    )


# ---- writing -------------------------------------------------------------------------


def step_by_step(number, steps):
    """What was read, and the likeliest next words: (words, {word: probability})."""

    def draw(room):
        wide = room >= WIDE
        per = len(steps[0][1])
        high = 24 * per + (18 if wide else 46)
        page = Canvas(room, high * len(steps))
        for k, (read, chances) in enumerate(steps):
            y = high * k + 16
            names = list(chances)
            best = max(chances, key=chances.get)
            if wide:
                page.text(250, y + 12 * (per - 1), " ".join(read), "w", "end")
                x, span = 360, 220
                page.line((262, y + 12 * (per - 1)), (284, y + 12 * (per - 1)))
            else:
                page.text(0, y, " ".join(read), "w", "start")
                x, span, y = 86, 170, y + 28
            for i, name in enumerate(names):
                at = y + 24 * i
                lit = name == best
                page.text(x - 8, at, name, "w" if lit else "w q", "end")
                page.rect("track", x, at - 8, span, 16, 2)
                with page.group("glow" if lit else ""):
                    length = max(span * chances[name], 0.5)
                    page.rect("learned" if lit else "p", x, at - 8, length, 16, 2)
                page.text(x + span + 8, at, printed(chances[name]), "s", "start")
        return page

    return Drawing(
        number,
        "Decoding, one step after another. On the left what the decoder reads, which "
        "is what it has written; on the right the likeliest next words with their "
        "probabilities. The likeliest (amber) is written, and read at the next step.",
        "; ".join(
            f"after {' '.join(read)}: "
            + ", ".join(f"{name} {p:.2f}" for name, p in chances.items())
            for read, chances in steps
        ),
        draw,
    )


def cache(number, words):
    """What is computed to write some words: all again, or one position at a time."""
    count = len(words)

    def draw(room):
        wide = room >= WIDE
        cell = 34 if wide else 24
        label = 90 if wide else 52
        far = room / 2 - 6 if wide else label + cell * count + 14
        page = Canvas(room, 66 + cell * count)
        totals = count * (count + 1) // 2, count
        for k, title in enumerate(("run it all again", "with a cache")):
            x = label + k * far if wide else label + k * (cell * count + 16)
            page.text(x, 12, title, "b s", "start")
            for i in range(count):
                y = 30 + cell * i
                if k == 0 or wide:
                    page.text(x - 8, y + cell / 2, words[i], "w s", "end")
                for j in range(i + 1):
                    new = k == 0 or j == i
                    place = x + cell * j + 2, y + 2
                    with page.group("glow" if new else ""):
                        page.rect("learned" if new else "hollow", *place, cell - 4,
                                  cell - 4, 3)  # fmt: skip
                    if not new:
                        page.text(place[0] + cell / 2 - 2, place[1] + cell / 2 - 2,
                                  "kv" if wide else "·", "q s")  # fmt: skip
            said = f"{totals[k]} positions computed"
            page.text(x, 48 + cell * count, said if wide else said[:-9], "q s", "start")
        return page

    return Drawing(
        number,
        "Each row is one step of decoding, each square a position that it attends to. "
        "Amber: its vectors are computed. Hollow: its key and its value are there from "
        "an earlier step.",
        f"Two triangles of {count} rows. On the left all {totals_of(count)} squares "
        f"are computed; on the right the {count} on the diagonal, and the others are "
        "kept.",
        draw,
    )


def totals_of(count):
    """How many squares a triangle with so many rows has."""
    return count * (count + 1) // 2


def beams(number, columns, width):
    """A beam search: at each step (word, parent, score, kept?), the parent's place."""

    def draw(room):
        wide = room >= WIDE
        most = max(map(len, columns))
        along = (room - 60) / (len(columns) - 0.4) if wide else 62
        across = 44 if wide else (room - 10) / most
        height = 40 + across * most if wide else 40 + along * len(columns)
        page = Canvas(room, height)

        def place(t, i):
            if wide:
                return 40 + along * t, 26 + across * i
            return across * (i + 0.5) + 4, 20 + along * t

        for t, column in enumerate(columns):
            for i, (word, parent, score, kept) in enumerate(column):
                x, y = place(t, i)
                if t:
                    px, py = place(t - 1, parent)
                    names = "lit" if kept else "quiet"
                    start, end = (
                        ((px + 34, py), (x - 36, y))
                        if wide
                        else ((px, py + 26), (x, y - 14))
                    )
                    page.curve(start, end, names, head=False, upright=not wide)
                page.text(x, y, word, "w" if kept else "w q")
                page.text(x, y + 15, printed(score), "s q")
        return page

    final = columns[-1][0]
    return Drawing(
        number,
        f"A beam search with {width} beams, from left to right (on a phone downwards). "
        "Under each word the log-probability of the sentence up to it, divided by "
        "the length penalty. Amber lines lead to what was kept; the rest was dropped.",
        f"A tree of {len(columns)} steps; at each, {width} of the candidates are kept. "
        f"The best ends in {final[0]} with {final[2]:.2f}.",
        draw,
    )


# ---- ribbons -------------------------------------------------------------------------


def ribbons(number, panels, source, target, caption, alt, per=3, role="value", lit=()):
    """Attention from target words to source words: (title, weights) for each panel.

    `weights[i][j]` is how much target word i takes from source word j; a ribbon is as
    broad as that. `lit` names target words.
    """
    for _, weights in panels:
        if len(weights) != len(target) or any(len(r) != len(source) for r in weights):
            raise ValueError(
                f"The weights need {len(target)} rows of {len(source)}: one row for "
                "each target word, one number in it for each source word."
            )

    def panel(page, x, y, width, title, weights):
        high, broad = 22, 13
        margin = max(room_for(word, SIZES["second"]) for word in source) + 4
        other = max(room_for(word, SIZES["second"]) for word in target) + 4
        left, right = x + margin + 5, x + width - other - 5
        page.text(x, y + 6, title, "b s", "start")
        top = y + 30
        drop = high * (len(source) - len(target)) / 2
        lower = max(0, drop), max(0, -drop)
        for i, row in enumerate(weights):
            end = right, top + lower[0] + high * i
            for j, weight in enumerate(row):
                if weight > 0.03:
                    start = left, top + lower[1] + high * j
                    names = f"{'lit' if target[i] in lit else role} ribbon"
                    page.curve(start, end, names, broad * weight, head=False)
        for j, word in enumerate(source):
            page.text(left - 5, top + lower[1] + high * j, word, "w s", "end")
        for i, word in enumerate(target):
            page.text(right + 5, top + lower[0] + high * i, word, "w s", "start")

    def draw(room):
        columns = per if room >= WIDE else 2
        gap = 26 if room >= WIDE else 14
        width = (room - gap * (columns - 1)) / columns
        high = 22 * max(len(source), len(target)) + 52
        page = Canvas(room, high * -(-len(panels) // columns) - 14)
        for k, (title, weights) in enumerate(panels):
            at = (k % columns) * (width + gap), high * (k // columns)
            panel(page, *at, width, title, weights)
        return page

    return Drawing(number, caption, alt, draw)


def examples():
    """Each drawing of this module."""
    sentence = "<start> the girl sings . <stop>".split()
    yield one_place_later("16.11", sentence)
    grid = [("one", ["I", "am"], ["I", "am"], [[1, 2], [0, 1]])]
    yield who_sees("16.19", grid * 2, "Two masks.")
    yield merges(
        "16.12",
        [
            ((), [list("low"), list("lower"), list("newest"), list("widest")]),
            (("e", "s"), [list("low"), list("lower"), ["n", "e", "w", "es", "t"],
                          ["w", "i", "d", "es", "t"]]),
            (("es", "t"), [list("low"), list("lower"), ["n", "e", "w", "est"],
                           ["w", "i", "d", "est"]]),
        ],
    )  # fmt: skip
    six = "a am I thanks student <stop>".split()
    soft = [0.9 * (word == "am") + 0.1 / 6 for word in six]
    yield smoothing("16.13", six, [float(word == "am") for word in six], soft)
    yield before_and_after(
        "16.20", ["I", "am"], ["am", "I"], [[0.7, 0.3], [0.2, 0.8]],
        [[0.1, 0.9], [1, 0]], "Before, and after.", ["<start>", "am"],
    )  # fmt: skip
    yield by_length("16.14", [3, 14, 7, 5, 20, 9], [8, 9, 8, 9, 9, 8])
    steps = [
        (["<start>"], {"I": 0.97, "am": 0.02, "a": 0.01}),
        (["<start>", "I"], {"am": 0.95, "I": 0.03, "a": 0.02}),
    ]
    yield step_by_step("16.15", steps)
    yield cache("16.16", "the girl sings a song".split())
    columns = [
        [("will", 0, -0.4, True), ("do", 0, -1.2, True), ("are", 0, -3, False)],
        [("they", 0, -0.5, True), ("it", 0, -2.2, False), ("they", 1, -1.4, True)],
        [("wash", 0, -0.6, True), ("do", 0, -2.5, False), ("wash", 2, -1.6, True)],
    ]
    yield beams("16.17", columns, 2)
    source, target = ["canta", "la", "hija", "fuerte"], ["the", "strong", "daughter"]
    fog = [[0.25] * 4] * 3
    clear = [[0.1, 0.9, 0, 0], [0, 0, 0.1, 0.9], [0, 0, 1, 0]]
    yield ribbons(
        "16.18",
        [("step 0", fog), ("step 500", clear)],
        source,
        target,
        "Ribbons out of a fog.",
        "Two panels of ribbons between Spanish and English words.",
    )
