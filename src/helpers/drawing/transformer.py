"""Chapter 16: the whole Transformer, and each of its parts with the whole beside it."""

from helpers.drawing import WIDE, Canvas, Drawing

PARTS = {  # each step of the whole, and the parts that it lights
    "words": (
        "**A word becomes a vector.** A second one, a wave for each position, is "
        "added to it."
    ),
    "self": (
        "**Every word looks at every word** of its sentence, and takes in a mixture of "
        "them."
    ),
    "norm": (
        "**What was taken in is added** to what was there. Then the numbers of each "
        "vector are brought to one size."
    ),
    "feed": (
        "**Each word is worked on alone**, by the same small network at every position."
    ),
    "masked": (
        "The decoder does the same, but **a word sees only itself and what stands "
        "before it**."
    ),
    "cross": (
        "**Then it looks across**, at the memory: one vector for each source word, "
        "from the last layer of the encoder."
    ),
    "scores": (
        "At the top each vector is compared with all words: **which one comes next?**"
    ),
}
WHOLE = (
    "The whole: **one straight road for each word**, and beside it what reads from "
    "the road and adds to it."
)
MEMORY = "memory"  # is lit with the cross-attention


# ---- the whole -----------------------------------------------------------------------


class Tower:
    """One side: a road for each word, and what lies across or beside the roads."""

    def __init__(self, page, x, lane, words, y, light):
        self.page, self.y, self.light, self.words = page, y, light, words
        self.left, self.right = x, x + lane * len(words)
        self.roads = [x + lane * (i + 0.5) - 7 for i in range(len(words))]
        self.heights = {}

    def road(self, high):
        """A stretch of each word's road."""
        for x in self.roads:
            self.page.line((x, self.y), (x, self.y - high), names="road", head=False)

    def embedding(self):
        """Each word's vector, and the wave of its position."""
        page, y = self.page, self.y
        with self.light("words"):
            for x, word in zip(self.roads, self.words, strict=True):
                page.text(x, y, word, "w")
                page.line((x, y - 12), (x, y - 25))
                page.box(x - 13, y - 43, 26, 18, round=4)
                page.line((x, y - 43), (x, y - 52), head=False)
                page.path("line quiet", f"M{x + 7:.1f} {y - 59}q3.5 -9 7 0t7 0")
                page.sign(x, y - 59, r=7)
        self.heights["words"] = y - 34
        self.y = y - 66

    def add_norm(self):
        """The sum with what was taken in, then the norm, for each word alone."""
        page, y = self.page, self.y
        self.road(40)
        with self.light("norm"):
            for x in self.roads:
                page.sign(x, y - 8, r=7)
                page.box(x - 11, y - 30, 22, 8, round=4)
        self.heights.setdefault("norm", y - 14)
        self.y = y - 34

    def attention(self, name, sees):
        """Who looks at whom: from each word that is looked at to each that looks."""
        page, y = self.page, self.y
        low, top = y - 14, y - 52
        self.road(66)
        with self.light(name):
            page.box(self.left + 2, y - 62, self.right - self.left - 4, 56)
            for x in self.roads:
                page.line((x, y - 2), (x, y - 66), names="road over", head=False)
            for i, x in enumerate(self.roads):
                for j, s in enumerate(self.roads):
                    if sees(i, j):
                        ends = (s, low), (x, top)
                        page.line(*ends, names="thin", width=1.2, head=False)
            for x in self.roads:
                page.dot(x, low)
                page.dot(x, top)
        self.heights[name] = y - 34
        self.y = y - 64
        self.add_norm()

    def across(self, memory):
        """The same, but the words looked at come in from the other side."""
        page, y = self.page, self.y
        low, top = y - 16, y - 52
        count, span = len(memory.roads), self.right - self.left
        asked = [self.left + 12 + (span - 30) * (k + 0.5) / count for k in range(count)]
        self.road(66)
        with self.light("cross"):
            page.box(self.left + 2, y - 62, span - 4, 56)
            for x in self.roads:
                page.line((x, y - 2), (x, y - 66), names="road over", head=False)
            ends = (memory.right - 5, low), (asked[-1], low)
            page.line(*ends, names="key", width=2.4, head=False)
            for x in self.roads:
                for s in asked:
                    ends = (s, low), (x, top)
                    page.line(*ends, names="thin key", width=1.1, head=False)
            for s in asked:
                page.dot(s, low, "key", 3.4)
            for x in self.roads:
                page.dot(x, top, "query", 3.4)
        self.heights["cross"] = y - 34
        self.y = y - 64
        self.add_norm()
        return low

    def feed_forward(self):
        """A small network beside each road, the same beside all."""
        page, y = self.page, self.y
        self.road(52)
        with self.light("feed"):
            for x in self.roads:
                page.line((x, y - 4), (x + 17, y - 4), (x + 17, y - 14), head=False)
                page.box(x + 8, y - 36, 18, 22, round=4)
                up = (x + 17, y - 36), (x + 17, y - 54), (x + 7, y - 54)
                page.line(*up, head=False)
        self.heights["feed"] = y - 25
        self.y = y - 46
        self.add_norm()

    def frame(self, bottom):
        """A fine line around what is repeated."""
        x, wide = self.left - 5, self.right - self.left + 10
        self.page.rect("frame", x, self.y + 4, wide, bottom - self.y - 6, round=10)


def _memory(page, tower, low):
    """The vectors of the source words, and the way to who asks for them."""
    ends = (tower.roads[0], low), (tower.right - 7.5, low)
    page.line(*ends, names="key", width=2.4, head=False)
    for x in tower.roads:
        page.line((x, tower.y), (x, low + 8))
        page.strip(x - 13, low - 6, 3, cell=9, high=13, role="key")
    tower.heights[MEMORY] = low


def _scores(page, tower, says):
    """The box at the top, and the word that comes out of it at each position."""
    y = tower.y
    for x, word in zip(tower.roads, says, strict=True):
        page.line((x, y + 2), (x, y - 10))
        page.line((x, y - 32), (x, y - 44))
        page.text(x, y - 56, word, "w")
    wide = tower.right - tower.left - 4
    page.box(tower.left + 2, y - 32, wide, 22, "scores, softmax")
    tower.heights["scores"] = y - 21


def _towers(page, room, source, target, says, light):
    """The encoder and the decoder, from their words upwards."""
    wide = room >= WIDE
    lane, middle = (50, 40) if wide else (42, 32)
    start = (room - lane * (len(source) + len(target)) - middle) / 2
    left = Tower(page, start - (18 if wide else 0), lane, source, 596, light)
    right = Tower(page, left.right + middle, lane, target, 508, light)
    left.embedding()
    first = left.y
    left.attention("self", lambda i, j: True)
    left.feed_forward()
    left.frame(first)
    right.embedding()
    second = right.y
    right.attention("masked", lambda i, j: j <= i)
    low = right.across(left)
    right.feed_forward()
    right.frame(second)
    with light("cross"):
        _memory(page, left, low)
    with light("scores"):
        _scores(page, right, says)
    if wide:
        page.text(right.left - 9, (first + left.y) / 2, "× $N$", "", "end")
        page.text(right.left - 9, right.y + 18, "× $N$", "", "end")
    page.crop(right.y - 74)
    return left, right


NAMES = {
    "left": {
        "words": ("embedding", "and position"),
        "self": ("self-attention", "all see all"),
        "norm": ("add & norm",),
        "feed": ("feed-forward", "each on its own"),
        MEMORY: ("memory",),
    },
    "right": {
        "words": ("embedding", "one place later"),
        "masked": ("masked", "self-attention"),
        "norm": ("add & norm",),
        "cross": ("cross-attention", "asks the memory"),
        "feed": ("feed-forward",),
        "scores": ("the table of words", "once more"),
    },
}


def _names_beside(page, left, right, light):
    """On a wide page the names of the parts stand beside them."""
    sides = (
        ("left", left, left.left - 14, "end"),
        (
            "right",
            right,
            right.right + 14,
            "start",
        ),
    )
    for side, tower, x, anchor in sides:
        for name, lines in NAMES[side].items():
            with light("cross" if name == MEMORY else name):
                for k, line in enumerate(lines):
                    y = tower.heights[name] + 15 * (k - (len(lines) - 1) / 2)
                    page.text(x, y, line, "s q" if k else "", anchor)


def _names_by_number(page, left, right, light):
    """On a phone each part has its step's number, and the names stand in the corner."""
    names = {name: lines for side in NAMES.values() for name, lines in side.items()}
    for k, name in enumerate(PARTS, 1):
        y = page.top + 8 + 19 * k
        with light(name):
            page.badge(12, y, k)
            page.text(26, y, names[name][0], "", "start")
            for tower in (left, right):
                if name in tower.heights:
                    page.badge(tower.left - 4, tower.heights[name], k)


def whole(number, source, target, says):
    """The Transformer at work on a sentence, in steps from the words to the scores."""
    if len(says) != len(target):
        raise ValueError(
            f"The decoder says one word for each that it reads: {len(target)} are "
            f"read here, and {len(says)} said."
        )
    names = list(PARTS)

    def draw(room):
        page = Canvas(room, 610)

        def light(name):
            return page.group(lit_at=[names.index(name) + 1])

        towers = _towers(page, room, source, target, says, light)
        (_names_beside if room >= WIDE else _names_by_number)(page, *towers, light)
        return page

    steps = [(str(k), text) for k, text in enumerate(PARTS.values(), 1)]
    return Drawing(
        number,
        f"The Transformer at work on *{' '.join(source)}*: the encoder on the left, "
        "the decoder on the right. Filled is what is learned, hollow what is fixed. "
        "The steps light one part after the other.",
        "On the left an encoder with a road for each word of "
        f"“{' '.join(source)}”, on the right, higher, a decoder with a road for each "
        f"word of “{' '.join(target)}”. Attention lies across the roads, feed-forward "
        "nets lie beside them, a sum and a norm follow each.",
        draw,
        [*steps, ("all", WHOLE)],
        whole=len(steps) + 1,
    )


# ---- where we are: the whole, small --------------------------------------------------

MAP = {  # each part of the small whole: column, its lower edge, height
    "words": [(0, 0, 14), (1, 0, 14)],
    "self": [(0, 26, 26)],
    "norm": [(0, 56, 8), (0, 94, 8), (1, 56, 8), (1, 98, 8), (1, 136, 8)],
    "feed": [(0, 70, 20), (1, 112, 20)],
    "masked": [(1, 26, 26)],
    "cross": [(1, 68, 26)],
    "scores": [(1, 158, 14)],
}
MAP_SIZE = 124, 174


def _map(page, x, y, lit, side=None):
    """The whole in small at a place, with these parts lit and the others pale.

    `side` is 0 for the encoder's parts only, 1 for the decoder's.
    """
    high = MAP_SIZE[1]
    for column, top in ((0, 110), (1, 172)):
        middle = x + 26 + 72 * column
        ends = (middle, y + high), (middle, y + high - top)
        page.line(*ends, names="road", head=False)
    names = "key" if "cross" in lit else "quiet"
    low, up = y + high - 81, y + high - 112
    page.line((x + 26, up), (x + 62, up), (x + 62, low), (x + 71, low), names=names)
    for column, low, tall in ((0, 20, 88), (1, 20, 130)):
        at = x + 72 * column - 5
        page.rect("frame", at, y + high - low - tall, 62, tall, round=8)
    for name, places in MAP.items():
        for column, low, tall in places:
            on = name in lit and side in (None, column)
            with page.group("glow" if on else "dim"):
                at = x + 72 * column
                page.box(at, y + high - low - tall, 52, tall, round=min(5, tall / 2))


def _beside_map(room, high, lit, detail, side=None):
    """A page with the small whole, and a detail beside it, or on a phone below it.

    `detail(page, x, y, width)` draws in the room that is left; `high` says how much
    height it takes, in a wide room and in a narrow one.
    """
    wide, tall = MAP_SIZE
    if room >= WIDE:
        page = Canvas(room, max(high[0], tall + 4))
        _map(page, 6, (page.height - tall) / 2, lit, side)
        detail(page, wide + 60, (page.height - high[0]) / 2, room - wide - 60)
    else:
        page = Canvas(room, high[1] + tall + 30)
        _map(page, (room - wide) / 2, 0, lit, side)
        detail(page, 0, tall + 30, room)
    return page


# ---- what goes in --------------------------------------------------------------------


def _beside(page, x, y, words, side):
    """Two lines of words at one side of a place."""
    anchor = "end" if side < 0 else "start"
    for k, line in enumerate(words):
        page.text(x, y + 16 * (k - (len(words) - 1) / 2), line, "s q", anchor)


def one_table(number, words, source, target, said):
    """One matrix of word vectors, used in three places."""
    rows = len(words)

    def draw(room):
        wide = room >= WIDE
        cell, high = (15, 24) if wide else (11, 24)

        def detail(page, x, y, width):
            left = x + (150 if wide else 104)
            right, top = left + 6 * cell, y + 40
            page.text((left + right) / 2, y + 22, "one table", "b s")
            for i, word in enumerate(words):
                at = top + i * high
                role = "lit" if word in (source, target, said) else ""
                page.strip(left, at, 6, role, cell=cell, high=high - 5)
                middle = at + (high - 5) / 2
                read = word in (source, target)
                page.text(left - 36, middle, word, "w" if read else "w q", "end")
                if read:
                    page.line((left - 32, middle), (left - 3, middle), names="lit")
                ends = (right + 3, middle), (right + 62, top + rows * high / 2)
                page.line(*ends, names="lit" if word == said else "quiet", head=False)
            middle = top + rows * high / 2
            page.sign(right + 70, middle, "·")
            page.strip(right + 84, middle - 9, 6, "query", cell=cell - 2, high=18)
            end = right + 84 + 3 * (cell - 2)
            page.text(end, middle + 24, "the last vector $x$", "q s")
            low = top + (words.index(said) + 0.5) * high
            page.text(right + 34, low + 8, f"the score of {said}", "s", "start")
            _beside(page, left - 96, top + rows * high + 26,
                    ["words are read:", "a row is taken"], 1)  # fmt: skip
            _beside(page, right + (40 if wide else 20), top + rows * high + 26,
                    ["and written: $x$ is", "compared with all rows"], 1)  # fmt: skip

        tall = 96 + rows * high
        return _beside_map(room, (tall, tall), {"words", "scores"}, detail)

    return Drawing(
        number,
        "One matrix does three things. A source word and a target word take their row "
        "of it, and at the top each word's score is the dot product of the decoder's "
        "last vector with its row. Beside it, here and below, the whole in small, with "
        "the part in question lit.",
        f"A table with {rows} rows. The words “{source}” and “{target}” lead into "
        "their rows; on the other side a vector is compared with all rows, and the "
        f"row of “{said}” gives that word's score.",
        draw,
    )


def placed(number, words, vectors, waves, factor):
    """A few words' vectors, the waves of their positions, and the sums."""
    sums = [
        [a + b for a, b in zip(v, w, strict=True)]
        for v, w in zip(vectors, waves, strict=True)
    ]
    largest = max(abs(v) for row in [*vectors, *sums] for v in row)
    count = len(vectors[0])

    def draw(room):
        wide = room >= WIDE
        name = 60
        cell = (room - name - 60) / 3 / count if wide else (room - name) / count
        high = 20
        tall = high * len(words)
        page = Canvas(room, tall + 34 if wide else 3 * (tall + 44) - 8)
        parts = (
            (f"what it is, times {factor}", vectors),
            ("where it stands", waves),
            ("the sum", sums),
        )
        for k, (title, values) in enumerate(parts):
            x = name + (count * cell + 30) * k if wide else name
            y = 26 + (0 if wide else k * (tall + 44))
            page.text(x, y - 14, title, "q s", "start")
            if k and wide:
                page.text(x - 15, y + tall / 2, "+=”"[k - 1], "big")
            with page.group():
                most = 1 if k == 1 else largest
                look = {"cell": cell, "high": high, "largest": most}
                page.matrix(x, y, values, "lit" if k == 2 else "", **look)
            if not k or not wide:
                for i, word in enumerate(words):
                    page.text(name - 8, y + (i + 0.5) * high, word, "w s", "end")
        return page

    return Drawing(
        number,
        f"The first {count} numbers of each word's vector, of its position's wave, and "
        "of their sum. Blue is above 0, orange below; the waves, which end at 1, have "
        "a scale of their own. In the sum both can still be found.",
        f"Three blocks of {len(words)} rows and {count} columns: random numbers, "
        "waves that become slower from left to right, and their sum.",
        draw,
    )


# ---- add and norm --------------------------------------------------------------------


def _normal(values):
    """The values with mean 0 and variance 1."""
    mean = sum(values) / len(values)
    spread = (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5
    if not spread:
        raise ValueError(
            "All numbers of the sum are the same: give others to the norm."
        )
    return mean, spread, [(v - mean) / spread for v in values]


def add_and_norm(number, x, brought):
    """One vector: what it was, what a sub-layer brings, the sum, and the sum normed."""
    total = [a + b for a, b in zip(x, brought, strict=True)]
    mean, spread, normal = _normal(total)
    rows = (
        ("$x$", x, ""),
        ("Sublayer($x$)", brought, ""),
        ("the sum", total, "lit"),
        ("LayerNorm", normal, ""),
    )
    note = f"mean {mean:g}, standard deviation {spread:g}"

    def draw(room):
        wide = room >= WIDE

        def detail(page, left, y, width):
            cell, label = (44, 110) if wide else (42, 108)
            start = left + label + (20 if wide else 0)
            largest = max(abs(v) for _, values, _ in rows for v in values)
            for k, (name, values, role) in enumerate(rows):
                at = y + 52 * k + 4
                page.text(start - 26, at + 15, name, "", "end")
                if k:
                    page.text(start - 12, at + 15, " +=→"[k], "q")
                page.strip(start, at, values, role, cell=cell, high=30, digits=0,
                           largest=largest)  # fmt: skip
            end = start + len(x) * cell
            if wide:
                for k, (m, d) in enumerate(((mean, spread), (0, 1))):
                    words = f"mean {m:g},", f"standard deviation {d:g}"
                    _beside(page, end + 14, y + 123 + 52 * k, words, 1)

        return _beside_map(room, (196, 196), {"norm"}, detail)

    return Drawing(
        number,
        f"Add & norm, for a vector of {len(x)} numbers. The sum has {note}: take the "
        "mean away, divide by the deviation, and it has 0 and 1. Only the numbers of "
        "this one vector are used.",
        f"{x} plus {brought} is {total}, with {note}; normalised it is "
        f"{[round(v, 2) for v in normal]}.",
        draw,
    )


def compared_with(number, lengths=(5, 3, 4), units=4):
    """Batch and layer normalisation: which numbers are compared with which."""
    most = max(lengths)

    def block(page, x, y, cell, lit):
        for s, length in enumerate(lengths):
            top = y + s * (units * cell + 14)
            for t in range(most):
                for u in range(units):
                    on = lit(s, t, u)
                    with page.group("glow" if on else "" if t < length else "dim"):
                        place = x + t * cell, top + (units - 1 - u) * cell
                        kind = "hollow" if t < length or on else "cell"
                        page.rect(kind, *place, cell, cell)
            if length < most:
                page.text(
                    x + length * cell + 5, top + cell * 0.8, "pad", "q s", "start"
                )

    def draw(room):
        wide = room >= WIDE
        cell = 20 if wide else 16
        tall = len(lengths) * (units * cell + 14)
        page = Canvas(room, tall + 66)
        first = room / 2 - most * cell - (50 if wide else 6)
        places = first, first + most * cell + (140 if wide else 64)
        kinds = (
            ("batch norm: one number, all words", lambda s, t, u: u == 1),
            ("layer norm: one word, all numbers", lambda s, t, u: (s, t) == (0, 2)),
        )
        for s in range(len(lengths)):
            middle = 44 + s * (units * cell + 14) + units * cell / 2
            page.text(first - 10, middle, f"sentence {s + 1}", "q s", "end")
        for x, (title, lit) in zip(places, kinds, strict=True):
            block(page, x, 44, cell, lit)
            head, _, tail = title.partition(": ")
            page.text(x + most * cell / 2, 10, head, "b s")
            page.text(x + most * cell / 2, 27, tail, "q s")
            page.text(x + most * cell / 2, tall + 46, "words →", "q s")
        return page

    return Drawing(
        number,
        "A batch of three sentences, twice. A column is a word, and its cells are the "
        "numbers of the word's vector. Amber: the numbers of which one mean and one "
        "deviation are taken. Batch normalisation mixes sentences, and their padding; "
        "layer normalisation stays within one vector.",
        "Two pictures of three blocks of cells. On the left one row of every block is "
        "lit, through the padding; on the right a single column.",
        draw,
    )


def feed_forward(number, words, d_model=512, d_ff=2048):
    """The same small network beside each road, and its two matrices to scale."""

    def draw(room):
        wide = room >= WIDE

        def detail(page, x, y, width):
            lane = 62 if wide else 56
            for i, word in enumerate(words):
                road = x + 24 + lane * i
                page.line((road, y + 196), (road, y + 6), names="road", head=False)
                page.text(road, y + 216, word, "w")
                side = road + 24
                page.line((road, y + 168), (side, y + 168), (side, y + 146))
                with page.group("glow"):
                    page.box(side - 14, y + 84, 28, 58, round=5)
                page.line((side, y + 83), (side, y + 46), (road + 10, y + 46))
                page.sign(road, y + 46)
                page.dot(road, y + 168)
            unit = 26
            low = y + (0 if wide else 250)
            left = x + lane * len(words) + 50 if wide else x + 46
            tall, broad = unit * d_ff / d_model, unit
            top = low + 46
            page.strip(left, top + (tall - unit) / 2, 1, "", cell=8, high=unit)
            page.text(left + 4, top + (tall + unit) / 2 + 12, f"{d_model}", "q s")
            page.line((left + 12, top + tall / 2), (left + 28, top + tall / 2))
            page.box(left + 30, top, broad, tall, "$W_1$", round=3)
            page.line((left + 58, top + tall / 2), (left + 72, top + tall / 2))
            page.strip(left + 74, top, 1, "", cell=8, high=tall)
            page.text(left + 78, top + tall + 12, f"{d_ff}", "q s")
            page.text(left + 78, top - 12, "ReLU", "q s")
            page.line((left + 84, top + tall / 2), (left + 98, top + tall / 2))
            page.box(left + 100, top + (tall - unit) / 2, tall, unit, "$W_2$", round=3)
            end = left + 100 + tall
            page.line((end + 2, top + tall / 2), (end + 16, top + tall / 2))
            page.strip(end + 18, top + (tall - unit) / 2, 1, "", cell=8, high=unit)
            page.text(end + 22, top + (tall + unit) / 2 + 12, f"{d_model}", "q s")

        return _beside_map(room, (230, 440), {"feed"}, detail)

    return Drawing(
        number,
        "The feed-forward net stands beside each road, the same at every position "
        "(amber). Its two matrices are drawn to scale: it widens a vector from "
        f"{d_model} numbers to {d_ff:,}, sets what is below 0 to 0, and comes back.",
        f"A road for each of {len(words)} words, with the same lit box beside each. "
        f"Then a strip of {d_model}, a matrix, a strip of {d_ff}, a matrix, and a "
        f"strip of {d_model} again.",
        draw,
    )


# ---- a layer -------------------------------------------------------------------------

ENCODER = (
    ("self", "self-attention", "x + self_attention(x)", "others"),
    ("feed", "feed-forward", "x + feed_forward(x)", ""),
)
DECODER = (
    ("masked", "masked self-attention", "x + self_attention(x)", "before"),
    ("cross", "cross-attention", "x + cross_attention(x, memory)", "memory"),
    ("feed", "feed-forward", "x + feed_forward(x)", ""),
)
FROM = {
    "others": ("from the other", "words' roads"),
    "before": ("from the roads of", "earlier words"),
    "memory": ("from the memory",),
}
NEAR = {
    "others": ("the other", "words"),
    "before": ("earlier", "words"),
    "memory": ("memory",),
}


def _part(page, road, low, name, source, width, wide):
    """A sub-layer beside a road: it reads, it adds, and the road is normalised."""
    left, middle = road + 42, road + 42 + width / 2
    page.dot(road, low)
    page.line((road, low), (middle, low), (middle, low - 14))
    with page.group("glow"):
        page.box(left, low - 56, width, 40, name)
    if source:
        names = "key" if source == "memory" else ""
        end = left + width
        far = 34 if wide else 18
        page.line((end + far, low - 36), (end + 2, low - 36), names=names)
        lines = FROM[source] if wide else NEAR[source]
        _beside(page, end + far + 5, low - 36, lines, 1)
    page.line((middle, low - 57), (middle, low - 76), (road + 9, low - 76))
    page.sign(road, low - 76)
    page.box(road - 18, low - 112, 84, 20, "LayerNorm", round=6)


def layer(number, kind):
    """A layer of the encoder or of the decoder, as one word's road goes through it."""
    if kind not in ("encoder", "decoder"):
        raise ValueError(
            f'A layer is one of the "encoder" or the "decoder", not {kind!r}.'
        )
    parts = ENCODER if kind == "encoder" else DECODER
    tall = 124 * len(parts) + 50

    def draw(room):
        wide = room >= WIDE

        def detail(page, x, y, width):
            road, low = x + 24, y + tall
            page.line((road, low - 14), (road, y + 22), names="road", head=False)
            page.line((road, y + 24), (road, y + 4))
            page.text(road, low - 2, "$x$")
            for k, (_, name, code, source) in enumerate(parts):
                _part(page, road, low - 34 - 124 * k, name, source, 158, wide)
                if wide:
                    page.text(road + 230, low - 110 - 124 * k, code, "w", "start")

        lit = {part[0] for part in parts} | {"norm"}
        side = 0 if kind == "encoder" else 1
        return _beside_map(room, (tall, tall), lit, detail, side)

    names = " and ".join(part[1] for part in parts[-2:])
    names = ", ".join([*(part[1] for part in parts[:-2]), names])
    return Drawing(
        number,
        f"A layer of the {kind}, as one word goes through it, from below. The broad "
        "road is the residual stream: each part reads from it, and what it finds is "
        "added. Nothing else ever touches the road but the norm after each sum.",
        f"A thick upright line. Beside it, from below, {names}; each reads from the "
        "line, its result is added to the line, and a LayerNorm follows.",
        draw,
    )


def norm_places(number, after, before, depths):
    """Post-norm and pre-norm, and what the depth does to the gradient at the top."""

    def column(page, x, y, pre):
        road = x + 20
        page.line((road, y + 214), (road, y + 4), names="road", head=False)
        for k in range(2):
            low = y + 196 - 96 * k
            middle = road + 62
            page.dot(road, low)
            page.line((road, low), (middle, low), (middle, low - 12))
            with page.group("glow"):
                if pre:
                    page.box(middle - 32, low - 30, 64, 16, "norm", round=5)
                else:
                    page.box(road - 24, low - 84, 56, 16, "norm", round=5)
            rise = 34 if pre else 16
            page.box(middle - 32, low - rise - 24, 64, 22, "sub-layer")
            up = low - rise - 26
            page.line((middle, up), (middle, up - 8), (road + 9, up - 8))
            page.sign(road, up - 8)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 270)
        places = (110, 400) if wide else (10, 180)
        kinds = (
            ("post-norm, 2017", False, after),
            ("pre-norm, most since", True, before),
        )
        for x, (title, pre, ratio) in zip(places, kinds, strict=True):
            page.text(x, 12, title, "b s", "start")
            column(page, x, 28, pre)
            with page.group("back"):
                page.line((x + 136, 60), (x + 136, 220), width=8 / ratio)
            words = "as large" if ratio < 1.5 else f"1/{ratio:g}"
            page.text(x + 136, 244, words, "back s")
        return page

    return Drawing(
        number,
        "Two sub-layers with the norm on the road, and with the norm inside. Red: how "
        f"large the gradient of the last weights still is when the stack grows from "
        f"{depths[0]} sub-layers to {depths[1]}.",
        "Two columns. On the left a norm across the road after each sum, and a thick "
        f"red arrow; on the right the norm before each sub-layer, beside the road, "
        f"and a red arrow that is {before:g} times thinner.",
        draw,
    )


# ---- how large -----------------------------------------------------------------------


def where_the_weights_are(number, parts):
    """The parameters of a model as areas in one bar: {part: count}."""
    total = sum(parts.values())

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 24 + 34 * len(parts))
        label = 190 if wide else 128
        scale = (room - label - 100) / max(parts.values())
        for k, (name, count) in enumerate(parts.items()):
            y = 18 + 34 * k
            page.text(label - 10, y, name, "", "end")
            page.box(label, y - 11, max(count * scale, 2), 22, round=3)
            words = f"{count / 1e6:.1f} M" if count > 1e5 else f"{count:,}"
            share = f"{words}, {100 * count / total:.0f} %" if count > 1e5 else words
            page.text(label + count * scale + 8, y, share, "q s", "start")
        return page

    return Drawing(
        number,
        f"Where the base model has its {total / 1e6:.0f} million parameters.",
        "; ".join(f"{name}: {count:,}" for name, count in parts.items()) + ".",
        draw,
    )


# ---- what the sum is for, what waits, what became of the halves ----------------------


def no_road(number, kept, lost):
    """A sub-layer with its residual connection, and without; and what is learned."""

    def column(page, x, y, road):
        middle = x + 70
        if road:
            page.line((x + 20, y + 170), (x + 20, y), names="road", head=False)
            page.dot(x + 20, y + 150)
            page.line((x + 20, y + 150), (middle, y + 150), (middle, y + 126))
            page.line((middle, y + 83), (middle, y + 62), (x + 29, y + 62))
            page.sign(x + 20, y + 62)
        else:
            page.line((middle, y + 170), (middle, y + 126))
            page.line((middle, y + 83), (middle, y + 48))
            page.line((middle, y + 26), (middle, y))
        page.box(middle - 46, y + 84, 92, 40, "sub-layer")
        left = x - 22 if road else middle - 42
        page.box(left, y + 27, 84, 20, "LayerNorm", round=6)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 240)
        places = (170, 420) if wide else (44, 206)
        kinds = ("with the road", True, kept), ("without", False, lost)
        for x, (title, road, right) in zip(places, kinds, strict=True):
            page.text(x - 22, 10, title, "b s", "start")
            with page.group("" if road else "glow"):
                column(page, x, 32, road)
            page.text(x - 22, 226, f"{right} of a hundred right", "q s", "start")
        return page

    return Drawing(
        number,
        "A sub-layer with its residual connection, and without. Below: how many rows "
        "of digits a model of two layers on each side writes from behind after 300 "
        "steps.",
        "Two columns. On the left a thick line past the sub-layer, with a sum; on the "
        f"right the sub-layer alone. {kept} and {lost} of a hundred rows are right.",
        draw,
    )


def waiting(number, words, layers=2):
    """Which steps wait for which: a recurrent encoder, and one made of attention."""
    count = len(words)

    def draw(room):
        wide = room >= WIDE
        lane = min(58, (room - 10) / count)
        left = (room - lane * count) / 2
        page = Canvas(room, 64 + 84 + 44 + layers * 52)
        places = [left + lane * (i + 0.5) for i in range(count)]
        page.text(
            left, 10, f"recurrent: {count} steps, one after another", "b s", "start"
        )
        for i, x in enumerate(places):
            if i:
                page.line((places[i - 1] + 13, 48), (x - 14, 48))
            page.box(x - 13, 35, 26, 26, str(i + 1), round=6)
            page.line((x, 86), (x, 63))
            page.text(x, 97, words[i], "w" if wide else "w s")
        top, low = 150, 150 + layers * 52
        said = f"attention: {layers} steps, all words at once"
        page.text(left, 128, said, "b s", "start")
        for k in range(layers):
            y = low - 52 * (k + 1) + 26
            for x in places:
                for other in places:
                    start = (other, y + 39 if k else low + 13)
                    page.line(start, (x, y + 14), names="quiet hair", head=False)
            with page.group("glow"):
                for x in places:
                    page.box(x - 13, y - 13, 26, 26, str(k + 1), round=6)
        for x, word in zip(places, words, strict=True):
            page.text(x, low + 24, word, "w" if wide else "w s")
        page.height = max(low + 38, top)
        return page

    return Drawing(
        number,
        "When what can be computed, as numbers in the boxes: what has the same number "
        "can be done at the same time, if there are processors enough. The recurrent "
        "encoder has as many steps as words; the Transformer as many as layers.",
        f"Above, a chain of {count} boxes numbered 1 to {count}. Below, {layers} rows "
        f"of {count} boxes, all of a row with one number, joined crosswise.",
        draw,
    )


def halves(number):
    """What is left of the whole when one of its sides is taken away."""
    kinds = (
        ("BERT: the encoder", {"words", "self", "norm", "feed", "scores"}, 0),
        ("GPT: the decoder", {"words", "masked", "norm", "feed", "scores"}, 1),
    )
    wide, tall = MAP_SIZE

    def draw(room):
        page = Canvas(room, tall + 32)
        gap = (room - 2 * wide) / 3
        for k, (title, lit, side) in enumerate(kinds):
            x = gap + k * (wide + gap)
            page.text(x + wide / 2, 8, title, "b s")
            _map(page, x, 30, lit, side)
        return page

    return Drawing(
        number,
        "The two halves of the Transformer, lit. On the left the encoder alone; on the "
        "right the decoder, without its cross-attention. Either gets a table of words "
        "at its top.",
        "The small whole twice. On the left all parts of the encoder are lit; on the "
        "right those of the decoder but the cross-attention.",
        draw,
    )


def examples():
    """Each drawing of this module."""
    source, target = ["la", "niña", "canta"], ["▸", "the", "girl", "sings"]
    yield whole("16.1", source, target, [*target[1:], "■"])
    words = ["la", "niña", "canta", "the", "girl", "sings"]
    yield one_table("16.2", words, "niña", "girl", "sings")
    vectors = [[0.5, -1, 0.2, 0.9], [1.1, 0.3, -0.4, 0], [0.1, -0.2, 0.7, -1.2]]
    waves = [[0, 1, 0, 1], [0.84, 0.54, 0.1, 0.99], [0.91, -0.42, 0.2, 0.98]]
    yield placed("16.3", source, vectors, waves, "√96")
    yield add_and_norm("16.4", [1, -2, 2, 0], [2, 1, 1, -1])
    yield compared_with("16.5")
    yield feed_forward("16.6", source)
    yield layer("16.7", "encoder")
    yield layer("16.8", "decoder")
    yield norm_places("16.9", 1, 4, (6, 96))
    yield where_the_weights_are(
        "16.10", {"embedding": 18_944_000, "encoder": 18_914_304}
    )
    yield no_road("16.30", 100, 0)
    yield waiting("16.31", ["el", "león", "come", "sus", "manzanas"])
    yield halves("16.32")
