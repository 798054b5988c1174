"""Chapter 14: a look back at the source before every word."""

from math import exp

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.alphabet import SIZES, room_for
from helpers.drawing.translation import some

LEAST = 0.03  # of a weight that is drawn


def softmax(scores):
    """Scores as weights that sum to 1."""
    powers = [exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def fitting(weights, source, target):
    """The weights as rows, if there is one for each pair of words."""
    rows = [[float(weight) for weight in row] for row in weights]
    if len(rows) != len(target) or any(len(row) != len(source) for row in rows):
        raise ValueError(
            f"The weights need {len(target)} rows of {len(source)}: one row for each "
            "target word, one number in it for each source word."
        )
    return rows


def spread_out(words, room, least=10):
    """Where the middles of the words stand in a row, evenly apart; None if too many."""
    widths = [room_for(word, SIZES["word"]) for word in words]
    gap = (room - sum(widths)) / max(len(words) - 1, 1)
    if gap < least:
        return None
    gap = min(gap, 34)
    x = (room - sum(widths) - gap * (len(words) - 1)) / 2
    places = []
    for width in widths:
        places.append(x + width / 2)
        x += width + gap
    return places


# ---- one vector, or a look back ------------------------------------------------------


def _chain(page, x, y, pitch, words, above, lit=None):
    """States in a row with arrows from each to the next, their words beside them."""
    for t, word in enumerate(words):
        at = x + pitch * t
        with page.group("glow" if t == lit else ""):
            page.box(at - 13, y, 26, 34, round=7)
        page.strip(at - 9, y + 4, 4, cell=18, high=6.5, upright=True)
        if t:
            page.line((at - pitch + 13, y + 17), (at - 14, y + 17))
        page.text(at, y - 14 if above else y + 50, word, "w s")


def two_ways(number, source, target, weights, now):
    """The same pair of sentences through one vector, and with a look back."""
    source, target = some(source, "The source", 2), some(target, "The target", 2)
    [row] = fitting([weights], source, ["now"])
    if not 0 <= now < len(target):
        raise ValueError(f"There is no target word {now}.")

    def panel(page, x, y, width, title, search):
        pitch = width / max(len(source), len(target))
        left = x + pitch / 2
        page.text(x, y + 8, title, "b", "start")
        top, bottom = y + 54, y + 196
        _chain(page, left, top, pitch, target, True, now if search else None)
        _chain(page, left, bottom, pitch, source, False)
        if search:
            end = left + pitch * now, top + 36
            for j, weight in enumerate(row):
                if weight >= LEAST:
                    start = left + pitch * j, bottom - 2
                    page.curve(
                        start, end, "lit flow", 18 * weight, head=False, upright=True
                    )
                    page.text(start[0] + 13, bottom - 13, printed(weight), "s b")
        else:
            start = left + pitch * (len(source) - 1), bottom - 2
            with page.group("glow"):
                page.curve(start, (left, top + 40), "belt", head=False, upright=True)
                page.curve(start, (left, top + 37), "lit", 3, upright=True)
            page.text(left + pitch * 1.1, (top + bottom) / 2 + 34, "one vector", "b s")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 262 if wide else 548)
        width = (room - 40) / 2 if wide else room
        panel(page, 0, 0, width, "without a look back", False)
        at = (width + 40, 0) if wide else (0, 284)
        panel(page, *at, width, "with a look back", True)
        return page

    shares = ", ".join(f"{w:.2f} of {s}" for w, s in zip(row, source, strict=True))
    return Drawing(
        number,
        "In chapter 13 all that the decoder gets is the encoder’s last state. With a "
        f"look back, to write *{target[now]}*, the decoder takes a part of "
        "every state of the encoder (a flow is as broad as its weight, and the "
        "weights sum to 1).",
        "Two panels, an encoder’s states below and a decoder’s above. On the left one "
        f"line joins them. On the right flows lead to {target[now]}: {shares}.",
        draw,
    )


# ---- a reader from both sides --------------------------------------------------------


def both_sides(number, source, lit):
    """Two readers of one sentence; each word’s two states stand on one another."""
    source = some(source, "The source", 2)
    if not 0 <= lit < len(source):
        raise ValueError(f"There is no word {lit} in the source.")

    def draw(room):
        page = Canvas(room, 262)
        first = 76 if room >= WIDE else 16
        pitch = (room - first) / len(source)
        at = [first + pitch * (t + 0.5) for t in range(len(source))]
        if room >= WIDE:
            for y, words in ((52, "annotation"), (140, "backwards"), (196, "forwards")):
                page.text(0, y, words, "q s", "start")
        else:
            page.text(0, 8, "annotations", "q s", "start")
        for t, (x, word) in enumerate(zip(at, source, strict=True)):
            with page.group("glow" if t == lit else ""):
                page.box(x - 16, 24, 32, 60, round=8)
            page.strip(x - 10, 28, 4, cell=20, high=6.5, upright=True)
            page.strip(x - 10, 54, 4, cell=20, high=6.5, upright=True)
            page.box(x - 17, 124, 34, 32, round=7)
            page.box(x - 17, 180, 34, 32, round=7)
            page.text(x, 242, word, "w b" if t == lit else "w")
            page.line((x, 230), (x, 214))
            page.line((x - 22, 234), (x - 22, 140), (x - 18, 140), head=False)
            back = "lit" if t > lit else ""
            ahead = "lit" if 0 < t <= lit else ""
            if t:
                page.line((at[t - 1] + 18, 196), (x - 18, 196), names=ahead)
                page.line(
                    (x - 18, 132), (at[t - 1] + 18, 132), names="lit" if back else ""
                )
            page.line((x, 122), (x, 86), names="lit" if t == lit else "")
            page.line((x + 17, 190), (x + 23, 190), (x + 23, 62), (x + 17, 62),
                      names="lit" if t == lit else "")  # fmt: skip
        return page

    return Drawing(
        number,
        "One reader goes from the first word to the last, another from the last to "
        f"the first. The annotation of *{source[lit]}* (lit) is both their states at "
        "this word: one has read all before it, the other all after it.",
        f"Two rows of cells over {' '.join(source)}, one with arrows to the right, one "
        f"with arrows to the left. Above {source[lit]} their two states stand on one "
        "another, lit.",
        draw,
    )


# ---- a score, a softmax, a mixture ---------------------------------------------------

ASK = ("1", "**Score.** The decoder’s state is held against every annotation.")
SHARE = ("2", "**Softmax.** Scores become weights: positive, and 1 in all.")
MIX = ("3", "**Mix.** Each annotation times its weight, added up, is the context.")


def a_look(number, words, annotations, scores, allowed):
    """Scores to weights to a mixture, number by number, with padding kept out."""
    words = some(words, "A look", 2)
    if not len(words) == len(annotations) == len(scores) == len(allowed):
        raise ValueError("Each word needs one annotation, one score, and its mask.")
    real = [k for k, here in enumerate(allowed) if here]
    if not real:
        raise ValueError("At least one word must be allowed.")
    shares = [0.0] * len(words)
    for k, share in zip(real, softmax([scores[k] for k in real]), strict=True):
        shares[k] = share
    context = [
        sum(w * h[i] for w, h in zip(shares, annotations, strict=True))
        for i in range(len(annotations[0]))
    ]

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 74 + 46 * len(words) + 40)
        at = (20, 106, 244, 330, 520) if wide else (0, 58, 152, 192, 252)
        cell, bar = (40, 120) if wide else (40, 34)
        heads = ("", "annotation", "score", "weight", "times weight")
        for k, (x, head) in enumerate(zip(at, heads, strict=True)):
            if not head:
                continue
            with page.group(at=[1, 2, 3] if k < 3 else [2, 3] if k == 3 else [3]):
                short = {"times weight": "× weight"}.get(head, head)
                page.text(x, 8, head if wide else short, "q s", "start")
        for k, word in enumerate(words):
            y, on = 40 + 46 * k, allowed[k]
            page.text(at[0], y, word, "w" if on else "w q", "start")
            page.strip(at[1], y - 14, annotations[k], "value", cell, 28, 0, largest=1)
            page.text(
                at[2] + 12, y, f"{scores[k]:g}" if on else "−∞", "b" if on else "q"
            )
            with page.group(at=[2, 3], lit_at=[2]):
                long = bar * shares[k]
                page.rect("track", at[3], y - 8, bar, 16, 3)
                if long:
                    page.rect("p", at[3], y - 8, long, 16, 3)
                x = at[3] + bar + 8 if wide else at[3] + bar / 2
                spot, names = (y, "") if wide else (y + 17, "s")
                anchor = "start" if wide else "middle"
                page.text(x, spot, printed(shares[k]), names, anchor)
            with page.group(at=[3]):
                part = [shares[k] * value for value in annotations[k]]
                page.strip(at[4], y - 14, part, "value", cell, 28, 2, largest=1)
        y = 46 * len(words) + 54
        with page.group("glow", at=[3]):
            page.path("line quiet", f"M{at[4] - 8} {y - 24}h{2 * cell + 16}")
            page.strip(at[4], y - 14, context, "lit", cell, 28, 2, largest=1)
            page.text(at[4] - 12, y, "context", "b", "end")
        return page

    told = ", ".join(
        f"{word} {score:g} and {share:.2f}"
        for word, score, share, on in zip(words, scores, shares, allowed, strict=True)
        if on
    )
    return Drawing(
        number,
        "One look, in numbers: three words and one place of padding, which is masked. "
        "The context is mostly the annotation with the highest score.",
        f"A table with a row for each word. Scores and weights: {told}; padding has "
        f"weight 0. The context is {', '.join(f'{c:.2f}' for c in context)}.",
        draw,
        (ASK, SHARE, MIX),
        whole=3,
    )


# ---- the order of a step -------------------------------------------------------------

BAHDANAU = [
    ("1", "score", "with the state before"),
    ("2", "mix", "the context"),
    ("3", "move on", "word and context go in"),
    ("4", "speak", "state, word, context"),
]
LUONG = [
    ("1", "move on", "only the word goes in"),
    ("2", "score", "with the new state"),
    ("3", "mix", "the context"),
    ("4", "speak", "context and state"),
]


def _wiring(page, x, y, width, title, luong):
    """One step of a decoder with its look back, its parts numbered in their order."""
    a, b, c = x + 40, x + width / 2 - 6, x + width - 60
    page.text(x, y + 8, title, "b", "start")
    states, look, top = y + 178, y + 250, y + 74
    asks = c if luong else a
    page.box(a - 30, states - 17, 60, 34, "$s_{i-1}$" if not luong else "$h_{t-1}$")
    page.box(c - 30, states - 17, 60, 34, "$s_i$" if not luong else "$h_t$")
    page.line((a + 30, states), (c - 32, states))
    page.box(b - 62, look - 17, 124, 34, "score, softmax", learned=True)
    for k in range(4):
        page.strip(b - 56 + 30 * k, look + 46, 3, cell=22, high=7, upright=True)
        page.line((b - 45 + 30 * k, look + 44), (b - 45 + 30 * k, look + 19),
                  names="key")  # fmt: skip
    page.text(b, look + 82, "annotations", "q s")
    with page.group("glow"):
        way = (asks, states + 18), (asks, look), (b + (64 if luong else -64), look)
        page.line(*way, names="lit", width=2)
    page.box(c - 36, top - 17, 72, 34, "speak")
    page.line((c, top - 18), (c, top - 40))
    page.text(c, top - 50, "word", "w s")
    page.line((c, states - 18), (c, top + 18))
    page.text(b, top + (38 if luong else -6), "last word", "w s")
    if luong:
        page.line((b, top + 48), (b, states - 1))
        up = (b - 62, look), (a - 37, look), (a - 37, top), (c - 38, top)
        page.line(*up, names="value", width=2)
        page.text(a - 30, top + 14, "context", "value s", "start")
        marks = (b + 34, states - 14), (c - 16, look + 14), (b - 78, look - 14)
    else:
        page.line((b, top + 4), (b, states - 1))
        page.line((b + 36, top - 6), (c - 38, top - 6))
        turn = (b + 62, look), (c - 18, look), (c - 18, states + 18)
        page.line(*turn, names="value", width=2)
        page.line((c - 18, look), (c + 54, look), (c + 54, top), (c + 38, top),
                  names="value", width=2)  # fmt: skip
        page.text(c - 4, look + 16, "context", "value s")
        marks = (a - 14, look + 14), (b + 76, look - 14), (b + 34, states - 14)
    for k, place in enumerate((*marks, (c - 48, top - 24)), 1):
        page.badge(*place, k)


def wirings(number, both=True):
    """A step of Bahdanau’s decoder, and beside it one of Luong’s."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 344 if wide or not both else 712)
        width = (room - 60) / 2 if wide and both else min(room, 330)
        left = 0 if both else (room - width) / 2
        _wiring(page, left, 0, width, "Bahdanau 2014" if both else "", False)
        if both:
            at = (width + 60, 0) if wide else (0, 368)
            _wiring(page, *at, width, "Luong 2015", True)
        return page

    said = {
        False: "One step of RNNsearch: 1 the state from before the word asks (lit), "
        "2 the annotations are mixed, 3 word and context make the new state, 4 state, "
        "word and context choose the next word.",
        True: "Who asks (lit)? In Bahdanau’s step the state *before* the word; the "
        "context then enters the new state. In Luong’s the *new* state asks, and the "
        "context meets it only on the way out.",
    }
    return Drawing(
        number,
        said[both],
        "A wiring of boxes with the parts of a step numbered. Bahdanau: "
        + "; ".join(f"{name}: {what}" for _, name, what in BAHDANAU)
        + (
            ". Luong: " + "; ".join(f"{name}: {what}" for _, name, what in LUONG) + "."
            if both
            else "."
        ),
        draw,
    )  # fmt: skip


# ---- ribbons -------------------------------------------------------------------------


def _flat(page, y, room, pair, xs, lit):
    """Spanish above, English below, ribbons between them."""
    source, target, rows = pair
    for j, word in enumerate(source):
        page.text(xs[0][j], y, word, "w")
    for i, word in enumerate(target):
        page.text(xs[1][i], y + 112, word, "w")
    for i, row in enumerate(rows):
        for j, weight in enumerate(row):
            if weight >= LEAST:
                page.curve(
                    (xs[0][j], y + 13), (xs[1][i], y + 98),
                    f"{'lit' if i in lit else 'positive'} ribbon", 15 * weight,
                    head=False, upright=True,
                )  # fmt: skip


def _upright(page, y, room, pair, lit):
    """The same in two columns, where the words have no room side by side."""
    source, target, rows = pair
    high = 24
    left = max(room_for(word, SIZES["word"]) for word in source) + 8
    right = room - max(room_for(word, SIZES["word"]) for word in target) - 8
    for j, word in enumerate(source):
        page.text(left - 6, y + high * j, word, "w", "end")
    for i, word in enumerate(target):
        page.text(right + 6, y + high * i, word, "w", "start")
    for i, row in enumerate(rows):
        for j, weight in enumerate(row):
            if weight >= LEAST:
                start, end = (left, y + high * j), (right, y + high * i)
                names = f"{'lit' if i in lit else 'positive'} ribbon"
                page.curve(start, end, names, 15 * weight, head=False)


def ribbons(number, pairs, caption, alt, lit=()):
    """Sentences above their translations; a ribbon is as broad as its weight is large.

    Each of the `pairs` is (source, target, weights); `lit` names target words.
    """
    pairs = [
        (some(s, "A source"), some(t, "A target"), fitting(weights, s, t))
        for s, t, weights in pairs
    ]

    def draw(room):
        plans, heights = [], []
        for source, target, _ in pairs:
            xs = spread_out(source, room - 16), spread_out(target, room - 16)
            plans.append([[x + 8 for x in line] for line in xs] if all(xs) else None)
            long = max(len(source), len(target))
            heights.append(112 if all(xs) else 24 * (long - 1))
        page = Canvas(room, sum(heights) + 46 * (len(pairs) - 1) + 26)
        y = 12
        for pair, xs, high in zip(pairs, plans, heights, strict=True):
            at = [i for i, word in enumerate(pair[1]) if word in lit]
            if xs:
                _flat(page, y, room, pair, xs, at)
            else:
                _upright(page, y, room, pair, at)
            y += high + 46
        return page

    return Drawing(number, caption, alt, draw)


# ---- one step of the trained network -------------------------------------------------


def frames(number, source, scores, annotations, word, close, columns=24):
    """What a trained network did for one word: scores, weights, and the mixture."""
    source = some(source, "The source", 2)
    if not len(source) == len(scores) == len(annotations):
        raise ValueError("Each source word needs one score and one annotation.")
    shares = softmax([float(score) for score in scores])
    rows = [[float(v) for v in row[:columns]] for row in annotations]
    mixed = [
        sum(w * row[k] for w, row in zip(shares, rows, strict=True))
        for k in range(columns)
    ]
    high = 26

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 40 + high * len(source) + 62)
        names = max(room_for(word, SIZES["word"]) for word in source) + 8
        bar = 120 if wide else 52
        first, second = names + 8, names + 8 + bar + (44 if wide else 12)
        third = second + bar + (52 if wide else 38)
        cell = (room - third) / columns
        heads = (first, "scores"), (second, "weights"), (third, "weight × annotation")
        for x, head in heads:
            page.text(x, 8, head if wide else head.split()[-1], "q s", "start")
        low, top = min(scores), max(scores)
        for j, word_j in enumerate(source):
            y = 36 + high * j
            page.text(names, y, word_j, "w", "end")
            long = bar * (scores[j] - low + 0.3) / (top - low + 0.3)
            page.rect("learned", first, y - 8, long, 16, 3)
            page.rect("track", second, y - 8, bar, 16, 3)
            if shares[j] > 0.005:
                page.rect("p", second, y - 8, bar * shares[j], 16, 3)
            page.text(second + bar + 6, y, printed(shares[j]), "s", "start")
            part = [shares[j] * v for v in rows[j]]
            page.strip(third, y - 9, part, "", cell=cell, high=18, largest=1)
        y = 36 + high * len(source) + 14
        page.text(third - 10, y, "context", "b", "end")
        with page.group("glow"):
            page.strip(third, y - 11, mixed, "lit", cell=cell, high=22, largest=1)
        return page

    order = sorted(range(len(source)), key=lambda j: -shares[j])[:2]
    told = " and ".join(f"{shares[j]:.2f} for {source[j]}" for j in order)
    return Drawing(
        number,
        f"The trained network before it writes *{word}*. The first {columns} of "
        f"{len(annotations[0])} numbers of each annotation are shown, as pale as "
        f"their weight is small. {close}",
        f"Bars for the scores of {len(source)} Spanish words, bars for their weights "
        f"({told}), strips of cells for the annotations, and their sum.",
        draw,
    )


# ---- which links are right -----------------------------------------------------------


def grid(number, source, target, found, true):
    """True and found links in one grid, and how they are counted."""
    source, target = some(source, "The source"), some(target, "The target")
    found, true = (sorted({tuple(link) for link in each}) for each in (found, true))
    for j, i in (*found, *true):
        if not (0 <= j < len(source) and 0 <= i < len(target)):
            raise ValueError(f"There are no words {j} and {i} to be linked.")
    both = [link for link in found if link in true]
    error = 1 - 2 * len(both) / max(len(found) + len(true), 1)

    def draw(room):
        wide = room >= WIDE
        left = max(room_for(word, SIZES["word"]) for word in target) + 10
        sums = 190 if wide else 0
        cell = min(46, (room - left - sums - 2) / len(source))
        high = 30
        tall = 74 + high * len(target)
        page = Canvas(room, tall + (0 if wide else 96))
        for j, word in enumerate(source):
            drop = 0 if cell > room_for(word, SIZES["second"]) + 4 or j % 2 == 0 else 16
            page.text(left + cell * (j + 0.5), 10 + drop, word, "w s")
        for i, word in enumerate(target):
            y = 44 + high * i
            page.text(left - 8, y + high / 2, word, "w", "end")
            for j in range(len(source)):
                x = left + cell * j
                page.rect("hollow pale", x, y, cell - 2, high - 2, 3)
                if (j, i) in true:
                    page.rect("edge right", x + 2, y + 2, cell - 6, high - 6, 3)
                if (j, i) in found:
                    right = (j, i) in true
                    page.circle("p" if right else "n", x + cell / 2 - 1,
                                y + high / 2 - 1, 8)  # fmt: skip
        x, y = (room - 170, 70) if wide else (4, 66 + high * len(target))
        lines = [
            f"found:  {len(found)}",
            f"true (framed):  {len(true)}",
            f"both:  {len(both)}",
            f"1 − 2 · {len(both)} / ({len(found)} + {len(true)}) = {printed(error)}",
        ]
        for k, line in enumerate(lines):
            page.text(x, y + 22 * k, line, "b" if k == 3 else "", "start")
        return page

    return Drawing(
        number,
        "The alignment error of one sentence. A frame is a true link, a disc the word "
        "with the largest weight: blue where it is right, orange where it is not.",
        f"A grid of {len(target)} English by {len(source)} Spanish words with "
        f"{len(true)} frames and {len(found)} discs; {len(both)} discs are in frames. "
        f"The error is {error:.2f}.",
        draw,
    )


# ---- three ways to match -------------------------------------------------------------


def scores_drawn(number):
    """Dot, general and additive: what happens between a state and an annotation."""

    def machine(page, x, y, width, name, formula, middle):
        a, b, m = x + 26, x + width - 26, x + width / 2
        page.text(m, y + 8, name, "b")
        page.text(m, y + 168, formula, "s")
        page.strip(a - 9, y + 96, 4, "query", cell=18, high=9, upright=True)
        page.strip(b - 9, y + 96, 4, "key", cell=18, high=9, upright=True)
        page.text(a, y + 146, "state", "query s")
        page.text(b, y + 146, "annotation", "key s")
        page.text(m, y + 32, "score", "s")
        if middle == "net":
            page.box(m - 36, y + 52, 72, 24, "hidden")
            page.line((m, y + 51), (m, y + 40))
            page.line((a, y + 94), (a, y + 64), (m - 38, y + 64))
            page.line((b, y + 94), (b, y + 64), (m + 38, y + 64))
        else:
            page.sign(m, y + 64, "×", 11)
            page.line((m, y + 52), (m, y + 40))
            page.line((a, y + 94), (a, y + 64), (m - 13, y + 64))
            if middle:
                page.box(b - 18, y + 58, 36, 24, "$W_a$")
                page.line((b, y + 94), (b, y + 84))
                page.line((b - 19, y + 64), (m + 13, y + 64))
            else:
                page.line((b, y + 94), (b, y + 64), (m + 13, y + 64))

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 182 if wide else 3 * 196)
        width = (room - 2 * 50) / 3 if wide else 220
        for k, one in enumerate(
            (
                ("dot", "$h_t^\\top h_s$", ""),
                ("general", "$h_t^\\top W_a h_s$", "matrix"),
                ("additive, concat", "$v_a^\\top$ tanh$(W_a h_t + U_a h_s)$",
                 "net"),
            )
        ):  # fmt: skip
            at = (k * (width + 50), 0) if wide else ((room - 220) / 2, 196 * k)
            page_at = (*at, width)
            machine(page, *page_at, *one)
        return page

    return Drawing(
        number,
        "Three ways to match a state with an annotation. Filled boxes have weights: "
        "*dot* has none, *general* one matrix, *additive* a hidden layer.",
        "Three small machines that make one score of a state and an annotation: a "
        "product; a product after a matrix; a network with a hidden layer.",
        draw,
    )


# ---- what waits, and who may look ----------------------------------------------------


def waiting(number, source, target):
    """When each state can be computed at the earliest, in the three networks."""
    source, target = some(source, "The source", 2), some(target, "The target", 2)
    n = len(source)
    rows = (
        ("decoder", target, [n + 1 + i for i in range(len(target))]),
        ("backwards", source, [n - j for j in range(n)]),
        ("forwards", source, [j + 1 for j in range(n)]),
    )

    def draw(room):
        first = 84 if room >= WIDE else 0
        pitch = (room - first) / max(n, len(target))
        page = Canvas(room, 268)
        for k, (name, words, steps) in enumerate(rows):
            y = 46 + 78 * k
            if room >= WIDE:
                page.text(0, y + 15, name, "q s", "start")
            else:
                page.text(0, y - 34 if not k else y - 14, name, "q s", "start")
            for t, step in enumerate(steps):
                x = first + pitch * (t + 0.5)
                with page.group("glow" if k == 0 and t == len(target) - 1 else ""):
                    page.box(x - 17, y, 34, 30, str(step), round=7)
                if t and k == 1:
                    page.line((x - 17, y + 15), (x - pitch + 18, y + 15))
                elif t:
                    page.line((x - pitch + 17, y + 15), (x - 18, y + 15))
                if k != 1:
                    page.text(x, y - 14 if k == 0 else y + 46, words[t], "w s")
        return page

    last = n + len(target)
    return Drawing(
        number,
        "In each box the earliest step at which it can be computed, however large the "
        "machine. The two readers can run side by side; the last word waits for "
        f"{last} steps (lit).",
        f"Three rows of boxes with numbers: {n} for each reader, one going to the "
        f"right and one to the left, and then {n + 1} to {last} for the decoder.",
        draw,
    )


def window(number, targets, sources, reach):
    """Which source words each target word may look at, when only near ones count."""
    for what, value, least in (
        ("targets", targets, 1), ("sources", sources, 1), ("reach", reach, 0)
    ):  # fmt: skip
        if value < least:
            raise ValueError(f"A window needs {what} of {least} or more, not {value}.")

    def draw(room):
        cell, left = 36, 78
        page = Canvas(min(room, left + cell * sources + 12), 30 + 32 * targets)
        for s in range(sources):
            page.text(left + cell * (s + 0.5), 10, f"$s={s}$", "q s")
        for t in range(targets):
            y = 24 + 32 * t
            page.text(left - 12, y + 14, f"$t={t}$", "q s", "end")
            for s in range(sources):
                names = "p" if abs(s - t) <= reach else "hollow"
                page.rect(names, left + cell * s, y, cell - 4, 28, 3)
        return page

    return Drawing(
        number,
        f"Who may look at whom with $D={reach}$. Filled: allowed.",
        f"A grid of {targets} target by {sources} source words; filled are those no "
        f"more than {reach} away from the diagonal.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    source, target = "Soy orador de MadPy".split(), "I am a MadPy speaker".split()
    yield two_ways("14.1", source, target, [0.04, 0.72, 0.2, 0.04], 4)
    yield both_sides("14.2", source, 1)
    yield a_look(
        "14.3", ["el", "gato", "negro", "‹pad›"], [[1, 0], [0, 1], [-1, 0], [0, 0]],
        [1, 3, 0, 0], [True, True, True, False],
    )  # fmt: skip
    yield wirings("14.4", both=False)
    castle = "llego al castillo bonito hoy .".split(), "I arrive at".split()
    weights = [[0.9, 0.1, 0, 0, 0, 0], [0.8, 0.2, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0, 0]]
    alt = "Ribbons from three English words to the Spanish words they look at."
    yield ribbons("14.5", [(*castle, weights)], "Ribbons.", alt)
    strips = [[(-1) ** k * (0.2 + 0.03 * k) for k in range(30)] for _ in castle[0]]
    yield frames("14.6", castle[0], [3, 2.5, 0, 0.3, -1, -2], strips, "at", "It is so.")
    yield grid("14.7", *castle, [(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (1, 2)])
    yield scores_drawn("14.8")
    yield wirings("14.9")
    yield waiting("14.10", source, target)
    yield window("14.11", 4, 5, 1)
