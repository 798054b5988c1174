"""Chapter 20: the block of 2017 beside a block of today, and its parts to scale."""

from helpers.drawing import WIDE, Canvas, Drawing

# ---- two blocks, side by side --------------------------------------------------------

NEW = {  # the badges of the right block, and what they stand for
    1: "a norm before each part, and none on the road",
    2: "the norm takes no mean away",
    3: "queries and keys are turned; nothing is added to the words",
    4: "several query heads share one key and one value",
    5: "a gate in the feed-forward net, and no biases",
}


class Block:
    """One block in a column: a road from below to above, with parts beside it."""

    def __init__(self, page, left, width):
        self.page, self.road = page, left + 20
        self.box, self.across = left + 52, width - 58

    def stretch(self, low, high):
        """The road between two heights."""
        self.page.path("line road", f"M{self.road} {low}V{high}")

    def part(self, low, words, under="", norm=False):
        """A part beside the road, lit with a norm: it reads below, and is added on."""
        page, middle = self.page, self.box + self.across / 2
        top = low - 84 if norm else low - 58
        page.dot(self.road, low)
        page.line((self.road, low), (middle, low), (middle, low - 12))
        high = top + 2
        if norm:
            page.line((middle, low - 34), (middle, low - 42))
        with page.group("glow" if norm else ""):
            page.box(self.box, high, self.across, 40)
            if norm:
                page.box(self.box + 8, low - 34, self.across - 16, 22)
        if norm:
            page.text(middle, low - 23, "RMSNorm", "s")
        page.text(middle, high + (13 if under else 20), words)
        if under:
            page.text(middle, high + 29, under, "s q")
        plus = high - 16
        page.line((middle, high), (middle, plus), (self.road + 9, plus))
        page.sign(self.road, plus)
        return plus

    def across_road(self, y, words):
        """A part through which the whole road goes."""
        self.page.box(self.road - 18, y - 11, 72, 22)
        self.page.text(self.road + 18, y, words, "s")


def _old(page, left, width):
    """The block of 2017, from its words to the next block."""
    block = Block(page, left, width)
    block.stretch(412, 62)
    page.text(left, 20, "2017", "", "start")
    page.text(block.road, 426, "words", "q s", "start")
    page.box(block.box, 376, block.across, 24, learned=False)
    page.text(block.box + block.across / 2, 388, "sines, added", "s")
    page.line((block.box, 388), (block.road + 9, 388))
    page.sign(block.road, 388)
    block.part(350, "attention", "8 heads")
    block.across_road(248, "LayerNorm")
    block.part(216, "feed-forward", "ReLU")
    block.across_road(112, "LayerNorm")
    page.line((block.road, 74), (block.road, 48))


def _new(page, left, width):
    """The block of today, with a badge at each change."""
    block = Block(page, left, width)
    block.stretch(412, 62)
    page.text(left, 20, "today", "", "start")
    page.text(block.road, 426, "words", "q s", "start")
    edge = block.box + block.across
    block.part(366, "attention", "8 heads on 2", norm=True)
    block.part(222, "SwiGLU", "a gate", norm=True)
    for number, x, y in (
        (1, block.box + 8, 332),
        (2, edge - 8, 332),
        (3, block.box, 284),
        (4, edge, 284),
        (5, edge, 140),
    ):
        page.badge(x, y, number)
    page.line((block.road, 74), (block.road, 48))


def two_blocks(number):
    """The block of the figure of 2017, and what has become of it."""

    def draw(room):
        wide = room >= WIDE
        width = 190 if wide else 166
        page = Canvas(room, 440 if wide else 446 + 38 * len(NEW))
        _old(page, 0, width)
        _new(page, 224 if wide else 174, width)
        for i, (badge, words) in enumerate(NEW.items()):
            x, y = (430, 64 + 70 * i) if wide else (10, 456 + 38 * i)
            page.badge(x, y, badge)
            for k, line in enumerate(_lines(words, 38 if wide else 46)):
                page.text(x + 16, y + 16 * k, line, "q s", "start")
        return page

    return Drawing(
        number,
        "The block of 2017 (left) and a block of today (right), with the road of the "
        "residual stream from below to above. What is old stays: attention, a "
        "feed-forward net, a sum after each. The numbers are what has changed.",
        "Two columns. On the left a thick upright line with a sum of words and sines, "
        "attention, a sum and a LayerNorm on the line, a feed-forward net with ReLU, a "
        "sum and a LayerNorm. On the right the norms stand beside the line, before "
        "attention and before SwiGLU; "
        + "; ".join(f"{badge}: {words}" for badge, words in NEW.items())
        + ".",
        draw,
    )


def _lines(words, most):
    """The words in lines of at most so many letters."""
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# ---- the feed-forward nets, to scale -------------------------------------------------


def feed_forwards(number, d_model=768):
    """Two matrices of four widths, and three of eight thirds: as many numbers."""
    inner = round(8 * d_model / 3)

    def draw(room):
        wide = room >= WIDE
        unit, left = (34, 150) if wide else (24, 4)  # pixels of one width
        page = Canvas(room, unit * 6.8 + (60 if wide else 100))

        def net(y, name, share, rows, count):
            w, middle = unit * share, y + unit * share / 2
            page.text(0, middle if wide else y - 12, name, "", "start")
            tall = len(rows) * unit + (len(rows) - 1) * 14
            for k, word in enumerate(rows):
                at = middle - tall / 2 + k * (unit + 14)
                page.box(left, at, w, unit, word, round=3)
            end = left + w
            if len(rows) > 1:
                page.bracket(end + 8, middle - tall / 2, tall, upright=True)
                page.sign(end + 24, middle, "×")
                end += 32
            page.line((end + 4, middle), (end + 28, middle))
            page.box(end + 30, y, unit, w, "$W_2$", round=3)
            page.text(end + unit + 42, middle, count, "q s", "start")

        million = f"{8 * d_model**2 / 1e6:.1f} million weights"
        top = 6 if wide else 26
        net(top, "ReLU, 2017", 4, ["$W_1$"], million)
        million = f"{3 * d_model * inner / 1e6:.1f} million weights"
        net(top + unit * 4 + 40, "SwiGLU, 2020", 8 / 3, ["$W$", "$V$"], million)
        return page

    return Drawing(
        number,
        f"The two feed-forward nets for a width of {d_model}, to scale. The old one "
        f"widens to {4 * d_model} and comes back; the gated one has three matrices and "
        f"widens to {inner} only, so that both have as many weights.",
        f"Rectangles to scale. Above: {d_model} by {4 * d_model}, then {4 * d_model} "
        f"by {d_model}. Below: two of {d_model} by {inner}, whose results are "
        f"multiplied number by number, then {inner} by {d_model}.",
        draw,
    )


# ---- heads that share ----------------------------------------------------------------


def shared_heads(number, heads=8, groups=(8, 2, 1)):
    """Query heads over fewer and fewer keys and values, and the cache that is left."""
    if any(heads % group for group in groups):
        raise ValueError(f"{heads} query heads do not divide into {groups} groups.")
    names = {heads: "each its own (2017)", 1: "one for all (2019)"}

    def draw(room):
        wide = room >= WIDE
        step = (room - 8) / len(groups) if wide else room - 8
        high = 156 if wide else 172
        page = Canvas(room, high if wide else high * len(groups))
        for i, group in enumerate(groups):
            x, y = (step * i, 0) if wide else (0, high * i)
            width = step - 70 if wide else step - 60
            page.text(
                x,
                y + 14,
                names.get(group, f"shared by {heads // group} (2023)"),
                "",
                "start",
            )
            places = [x + width * (k + 0.5) / heads for k in range(heads)]
            for k, place in enumerate(places):
                own = k * group // heads
                to = x + width * (own + 0.5) / group
                page.line((place, y + 52), (to, y + 92), names="quiet", head=False)
            for place in places:
                page.circle("cell", place, y + 46, 8)
                page.circle("edge query", place, y + 46, 8)
            for own in range(group):
                at = x + width * (own + 0.5) / group
                page.strip(at - 8, y + 92, 1, "key", cell=8, high=22)
                page.strip(at + 1, y + 92, 1, "value", cell=8, high=22)
            page.rect(
                "p", x, y + 138, width * group / heads, 12, more=' fill-opacity="0.5"'
            )
            page.rect("edge quiet", x, y + 138, width, 12)
            page.text(x, y + 128, "cache for a token", "q s", "start")
            words = f"{group} of {heads}"
            page.text(x + width + 6, y + 144, words, "q s", "start")
        return page

    return Drawing(
        number,
        f"{heads} query heads (violet rings) and the keys and values (olive, magenta) "
        "that they look at. What has to be kept for each token that was read shrinks "
        "with them; the queries stay as many.",
        f"Pictures of {heads} rings: over "
        + ", over ".join(str(group) for group in groups)
        + " pairs of a key and a value; below each a bar for the cache, shorter in "
        "proportion.",
        draw,
    )


# ---- experts -------------------------------------------------------------------------


def experts(number, scores, chosen=2):
    """A token's scores for some experts, and the few that it is sent to."""
    scores = [float(score) for score in scores]
    if not 0 < chosen <= len(scores):
        raise ValueError(f"{chosen} of {len(scores)} experts cannot be chosen.")
    best = sorted(range(len(scores)), key=lambda k: -scores[k])[:chosen]

    def draw(room):
        page = Canvas(room, 232)
        count, left = len(scores), 4 if room < WIDE else 60
        step = (room - 2 * left) / count
        middle, most = room / 2, max(map(abs, scores)) or 1
        page.text(middle, 216, "one token")
        page.box(middle - 44, 172, 88, 26, "router")
        page.line((middle, 208), (middle, 199))
        for k, score in enumerate(scores):
            x, on = left + step * (k + 0.5), k in best
            high = 34 * abs(score) / most
            page.rect(
                "p" if score > 0 else "n",
                x - 8,
                150 - high,
                16,
                high,
                more=' fill-opacity="0.5"',
            )
            page.line((middle, 171), (x, 153), names="" if on else "quiet", head=False)
            name = "glow" if on else ""
            with page.group(name):
                page.box(x - step / 2 + 4, 40, step - 8, 44)
            page.text(x, 62, str(k + 1))
            if on:
                page.line((x, 114), (x, 86), names="lit")
                page.line((x, 39), (x, 16), names="lit")
        page.text(middle, 8, "added, each times its weight", "q s")
        return page

    numbers = " and ".join(str(k + 1) for k in sorted(best))
    return Drawing(
        number,
        f"One token before {len(scores)} experts, each a feed-forward net of its own. "
        f"A small matrix gives each a score (bars); only experts {numbers} (amber) "
        "are asked. The others cost memory, and no time.",
        f"A token leads to a router with {len(scores)} bars above it; arrows lead on "
        f"to boxes {numbers} alone, and from there up to a sum.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield two_blocks("20.1")
    yield feed_forwards("20.3")
    yield shared_heads("20.4")
    yield experts("20.8", [0.3, -0.2, 1.4, 0.1, -0.6, 0.2, 0.9, -0.1])
