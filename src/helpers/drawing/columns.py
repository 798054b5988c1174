"""Chapter 8: AlexNet's two cards, its weights and its work, pooling, dropout, heads."""

from itertools import pairwise

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.alphabet import finite

# ---- boxes to scale ------------------------------------------------------------------

SLANT = 0.8, -0.5  # where the depth of a box goes


def _box(page, x, y, side, depth, names):
    """A box: its front face from the upper left corner, and two faces in depth."""
    dx, dy = SLANT[0] * depth, SLANT[1] * depth
    top = f"M{x:.1f} {y:.1f}l{dx:.1f} {dy:.1f}h{side:.1f}l{-dx:.1f} {-dy:.1f}z"
    right = f"M{x + side:.1f} {y:.1f}l{dx:.1f} {dy:.1f}v{side:.1f}"
    page.path(names, top)
    page.path(names, f"{right}l{-dx:.1f} {-dy:.1f}z")
    page.rect(names, x, y, side, side)


NET = (  # name, side, maps on one card, kernel
    ("conv1", 55, 48, 11),
    ("conv2", 27, 128, 5),
    ("conv3", 13, 192, 3),
    ("conv4", 13, 192, 3),
    ("conv5", 13, 128, 3),
)


def _places(room):
    """Where the boxes of one card stand, and where they end."""
    wide = room >= WIDE
    unit, channel, gap = (1.9, 0.26, 22) if wide else (1.06, 0.13, 9)
    x = 72 if wide else 40
    found = []
    for name, side, maps, kernel in NET:
        found.append((name, x, side * unit, maps * channel, kernel))
        x += side * unit + SLANT[0] * maps * channel + gap
    return found, x


def _card(page, places, middle):
    """The boxes of one card, and the ways between those that see each other."""
    for (name, x, side, depth, _), (_, nx, *_) in pairwise(places):
        if name != "conv2":
            start = x + side + SLANT[0] * depth + 1, middle
            page.line(start, (nx - 2, middle))
    for name, x, side, depth, _ in places:
        with page.group("glow" if name == "conv3" else ""):
            _box(page, x, middle - side / 2, side, depth, "learned")


def _full(page, x, middles, room):
    """The full layers: half of the units on each card, all joined to all."""
    wide = room >= WIDE
    pitch, high, thick = (44, 74, 12) if wide else (24, 46, 8)
    for k, units in enumerate((2048, 2048, 1000)):
        spot = x + k * pitch
        tops = middles if k < 2 else [sum(middles) / 2]
        for middle in tops:
            page.rect("learned", spot, middle - high / 2, thick, high)
        if k < 2:
            after = middles if k == 0 else [sum(middles) / 2]
            for here in middles:
                for there in after:
                    start = spot + thick + 1, here
                    page.line(start, (spot + pitch - 2, there), names="quiet")
        if k != 1 or wide:
            words = f"{units:,}" if wide or k else "2 × 2,048"
            last = k == 2 and not wide
            spot = spot + thick if last else spot + thick / 2
            y = middles[0] - high / 2 - 9 if last else max(tops) + high / 2 + 12
            page.text(spot, y, words, "q s", "end" if last else "middle")


def two_cards(number):
    """The net of 2012 as boxes to scale, a column on each of two graphics cards."""

    def draw(room):
        wide = room >= WIDE
        places, end = _places(room)
        page = Canvas(room, 344 if wide else 232)
        middles = (84, 232) if wide else (64, 154)
        with page.group("quiet"):
            page.rect("hollow", 2, sum(middles) / 2 - 28, 56 if wide else 30, 56)
        page.text(30 if wide else 17, sum(middles) / 2, "224" if wide else "", "q s")
        for middle in middles:
            start = (60 if wide else 33, sum(middles) / 2)
            page.line(start, (places[0][1] - 2, middle))
            _card(page, places, middle)
        _, x2, side, depth, _ = places[1]
        after = x2 + side + SLANT[0] * depth + 1
        with page.group("lit"):
            for here in middles:
                for there in middles:
                    page.line((after, here), (places[2][1] - 2, there), width=2)
        last = places[-1]
        start = last[1] + last[2] + SLANT[0] * last[3]
        for here in middles:
            for there in middles:
                page.line(
                    (start, here), (end + (4 if wide else 2), there), names="quiet"
                )
        _full(page, end + (6 if wide else -4), middles, room)
        low = page.height - (28 if wide else 14)
        for name, x, side, _, kernel in places:
            words = name if wide else name.replace("conv", "")
            page.text(x + side / 2, low, words, "b s" if name == "conv3" else "q s")
            if wide:
                page.text(x + side / 2, low + 16, f"{kernel} × {kernel}", "q s")
        page.text(2, 12, "card 1", "q s", "start")
        page.text(2, middles[1] + 62 if wide else 190, "card 2", "q s", "start")
        return page

    said = "; ".join(
        f"{name}: {side} by {side} places, {maps} maps, kernels of {k} by {k}"
        for name, side, maps, k in NET
    )
    return Drawing(
        number,
        "The net of 2012, to scale (but for the picture): the front of a box is as "
        "large as its maps, its depth is how many of them there are on that card. "
        "Among the convolutions the cards exchange their maps in one place only, "
        "before conv3 (amber); the full layers see both cards.",
        f"Two rows of boxes, one on each graphics card. {said}. Lines cross between "
        "the rows before conv3 and in the full layers of 2,048 units a card.",
        draw,
    )


# ---- where the weights are, and where the work is ------------------------------------


def weights_and_work(number, layers):
    """Two bars of the same length: each layer's part of the weights, and of the work.

    `layers` has parameters and multiply-adds by name.
    """
    names = list(layers)
    if not names:
        raise ValueError("Two bars need at least one layer, and there is none here.")
    columns = [[finite(pair[k]) for pair in layers.values()] for k in (0, 1)]
    parts = [[100 * value / sum(column) for value in column] for column in columns]

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 214)
        length, left, tops = room - 4, 2, (34, 142)
        starts = []
        for column, top, words in zip(
            parts, tops, ("parameters", "multiply-adds"), strict=True
        ):
            above = top == tops[0]
            page.text(left, top - 18 if above else top + 56, words, "b s", "start")
            x, edges = left, []
            for name, part in zip(names, column, strict=True):
                wide_part = part / 100 * length
                with page.group("glow" if name.startswith("conv") else ""):
                    page.rect("learned", x, top, wide_part, 36)
                short = name if wide else name.replace("conv", "").replace("fc", "")
                if wide_part > (46 if wide else 15):
                    page.text(x + wide_part / 2, top + 12, short, "s")
                    if wide_part > 44:
                        page.text(x + wide_part / 2, top + 25, f"{part:.0f} %", "q s")
                edges.append((x, x + wide_part))
                x += wide_part
            starts.append(edges)
        for upper, lower in zip(*starts, strict=True):
            path = f"M{upper[0]:.1f} {tops[0] + 36}L{lower[0]:.1f} {tops[1]}"
            path += f"M{upper[1]:.1f} {tops[0] + 36}L{lower[1]:.1f} {tops[1]}"
            page.path("line quiet hair", path)
        return page

    def said(column):
        return ", ".join(
            f"{name} {part:.1f}" for name, part in zip(names, column, strict=True)
        )

    return Drawing(
        number,
        "Each layer's part of the parameters (above) and of the multiply-adds (below), "
        "joined by lines. The five convolutions (amber) have hardly any of the weights "
        "and do nearly all of the work.",
        f"Two bars. Parameters in percent: {said(parts[0])}. Multiply-adds in percent: "
        f"{said(parts[1])}.",
        draw,
    )


# ---- pooling -------------------------------------------------------------------------


def pooling(number, n=7):
    """Windows of two that tile a map, and windows of three that overlap."""

    def draw(room):
        cell = 24 if room >= WIDE else 19
        page = Canvas(room, n * cell + 62)
        pitch = room / 2
        for k, size in enumerate((2, 3)):
            x = (k + 0.5) * pitch - n * cell / 2
            page.text(x + n * cell / 2, 12, f"{size} × {size}, 2 apart", "b s")
            page.rect("cell", x, 28, n * cell, n * cell)
            places = range(0, n - size + 1, 2)
            for i in places:
                for j in places:
                    more = ' fill-opacity="0.18"'
                    spot = x + j * cell, 28 + i * cell
                    page.rect("p", *spot, size * cell, size * cell, more=more)
            lines = "".join(
                f"M{x:.1f} {28 + m * cell}h{n * cell}M{x + m * cell:.1f} 28v{n * cell}"
                for m in range(n + 1)
            )
            page.path("grid", lines)
            for j in (0, 2):
                names = "edge lit" if j == 0 else "edge quiet"
                page.rect(names, x + j * cell, 28, size * cell, size * cell, 2)
            count = len(places)
            words = f"{count} × {count}" + (", a rim unseen" if size == 2 else "")
            page.text(x + n * cell / 2, 28 + n * cell + 16, words, "s")
        return page

    return Drawing(
        number,
        f"Pooling a map of {n} × {n}. Left, windows of two tile it; on an odd side the "
        "last row and column are left out. Right, windows of three share their rims "
        "(darker), which is **overlapping pooling**. Both leave maps of one size.",
        f"A map of {n} by {n} places twice. Windows of 2 by 2, two apart, do not "
        "overlap and leave the last row and column unseen. Windows of 3 by 3, two "
        "apart, overlap by one row or column and see all of it.",
        draw,
    )


# ---- dropout -------------------------------------------------------------------------

SILENT = ((), (1, 2, 5), (0, 3, 4), ())  # by step: which of six hidden units are off


def dropout(number):
    """Two thinned nets while it learns, and the whole net when it is used."""
    steps = [
        ("1", "**One picture.** Each hidden unit is kept or silenced by a coin toss."),
        (
            "2",
            "**The next picture.** Another toss, another thinned net, shared weights.",
        ),
        (
            "3",
            "**In use.** All units speak. In 2012 their outputs were halved then; "
            "today those that are kept are doubled while learning, and nothing is "
            "done here.",
        ),
    ]

    def draw(room):
        wide = room >= WIDE
        left = room / 2 - (150 if wide else 120)
        across, page = (120 if wide else 100), Canvas(room, 246)
        ins = [(left, 60 + 42 * k) for k in range(4)]
        mids = [(left + across, 20 + 42 * k) for k in range(6)]
        outs = [(left + 2 * across, 80 + 42 * k) for k in range(3)]
        for step in (1, 2, 3):
            silent = SILENT[step % 3 if step < 3 else 0]
            with page.group(at=[step]):
                for k, (x, y) in enumerate(mids):
                    if k in silent:
                        page.circle("hollow", x, y, 11)
                        page.sign(x, y, "×", r=11)
                        continue
                    for here in ins:
                        page.line((here[0] + 12, here[1]), (x - 12, y), head=False)
                    for there in outs:
                        page.line((x + 12, y), (there[0] - 12, there[1]), head=False)
                    page.circle("learned", x, y, 11)
                    words = "½" if step == 3 else "1"
                    page.text(x, y, words, "s")
        for x, y in (*ins, *outs):
            page.circle("learned", x, y, 11)
        return page

    return Drawing(
        number,
        "**Dropout** with probability one half, on a layer of six units. No unit can "
        "rely on a particular other one being there.",
        "A net of four inputs, six hidden units and three outputs. In step 1 units 2, "
        "3 and 6 are crossed out, in step 2 units 1, 4 and 5; in step 3 all are there, "
        "each counted half.",
        draw,
        steps,
    )


# ---- a new head ----------------------------------------------------------------------


def new_head(number, units, old, new):
    """A trained net cut off after conv3, and a new head in place of the rest."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 206)
        first, y, high = (90, 96, 60) if wide else (2, 96, 54)
        width, gap = (76, 20) if wide else (46, 12)
        x = first
        for name in ("conv1", "conv2", "conv3"):
            page.box(x, y, width, high, name)
            page.line((x + width, y + high / 2), (x + width + gap, y + high / 2))
            x += width + gap
        page.bracket(first, y + high + 14, x - gap - first)
        words = f"frozen: {units:,} numbers come out"
        page.text(first, y + high + 30, words, "q s", "start")
        with page.group("dim"):
            small = (x - gap + (14 if wide else -22), 8, 96, 42)
            page.box(*small, "conv4 to fc7")
            after = small[0] + small[2]
            page.line((after, 29), (after + 14, 29))
            page.box(after + 16, 8, 78, 42, f"{old} classes")
        head = 150 if wide else 340 - x - 4
        with page.group("glow"):
            page.box(x + 2, y - 6, head, high + 12)
        page.text(x + 2 + head / 2, y + high / 2 - 9, "new head", "b")
        page.text(x + 2 + head / 2, y + high / 2 + 10, f"{new} classes", "s")
        return page

    return Drawing(
        number,
        "**Transfer learning.** The first convolutions stay as they are. What answered "
        "the old question is taken off (pale), and a new head (amber), a single layer, "
        "learns the new question.",
        f"Three boxes in a row, conv1 to conv3, frozen, which give {units:,} numbers; "
        f"the rest, for {old} classes, taken off; a new head for {new} classes.",
        draw,
    )


# ---- what came after, and the exercises ----------------------------------------------


def stacked(number):
    """Three kernels of three places in a row see as far as one of seven."""

    def draw(room):
        wide = room >= WIDE
        cell, page = (34 if wide else 27), Canvas(room, 254)
        for k, words in enumerate(("one kernel of 7 × 7", "three of 3 × 3")):
            middle = room * (1 + 2 * k) / 4 if wide else room / 2
            if not wide:
                middle = (84, 250)[k]
            size = min(cell, 22) if not wide else cell
            page.text(middle, 14, words, "b s")
            rows = (7, 1) if k == 0 else (7, 5, 3, 1)
            tops = (196, 34) if k == 0 else (196, 142, 88, 34)
            for count, low, top in zip(rows[1:], tops, tops[1:], strict=False):
                seen = 7 if k == 0 else 3
                for j in range(count):
                    here = middle + (j - (count - 1) / 2) * size
                    reach = seen / 2 * size
                    path = f"M{here:.1f} {top + size:.1f}L{here - reach:.1f} {low}"
                    path += f"M{here:.1f} {top + size:.1f}L{here + reach:.1f} {low}"
                    page.path("line quiet hair", path)
            for count, top in zip(rows, tops, strict=True):
                for j in range(count):
                    x = middle + (j - count / 2) * size
                    with page.group("glow" if count == 1 else ""):
                        page.rect("learned", x, top, size, size)
            words = "7 · 7 = 49 weights" if k == 0 else "3 · 3 · 3 = 27 weights"
            page.text(middle, 246, words, "s")
        return page

    return Drawing(
        number,
        "Seen from the side: a unit above one kernel of 7 × 7, and one above three "
        "kernels of 3 × 3 in a row, see the same seven places. The row needs about "
        "half of the weights (for one map in and out), and has three ReLUs in place "
        "of one.",
        "Left, one unit over seven places. Right, one unit over three, those over "
        "five, those over seven places.",
        draw,
    )


def top_five(number, scores, answer):
    """The scores of some classes as bars: the five highest, and where the answer is."""
    scores = [finite(score) for score in scores]
    if not 5 < len(scores) <= 16 or not 0 <= answer < len(scores):
        raise ValueError("Six to sixteen scores are drawn, and the answer is one.")
    best = sorted(range(len(scores)), key=lambda k: -scores[k])[:5]
    low, high = min(0, *scores), max(scores)

    def draw(room):
        wide = room >= WIDE
        page, pitch = Canvas(room, 178), (44 if wide else 27)
        left = (room - pitch * len(scores)) / 2
        unit = 118 / (high - low)
        ground = 14 + high * unit
        for k, score in enumerate(scores):
            tall, x = abs(score) * unit, left + k * pitch + pitch * 0.15
            top = ground - max(score, 0) * unit
            with page.group("glow" if k in best else ""):
                page.rect("learned", x, top, pitch * 0.7, max(tall, 1))
            names = "b s" if k == answer else "q s"
            page.text(x + pitch * 0.35, 150, str(k), names)
        x = left + (answer + 0.5) * pitch
        page.text(x, 169, "label", "b s")
        return page

    found = "is" if answer in best else "is not"
    return Drawing(
        number,
        f"One picture's scores for {len(scores)} classes. The five highest are amber; "
        f"the label {found} among them, so by this measure the picture is "
        f"{'right' if answer in best else 'wrong'}.",
        f"{len(scores)} bars. The five highest are those of classes "
        f"{', '.join(map(str, sorted(best)))}; the label is {answer}.",
        draw,
    )


def ten_windows(number):
    """Five windows of a picture, and the same five of its mirror image."""

    def draw(room):
        wide = room >= WIDE
        side = 190 if wide else 140
        page, cut = Canvas(room, side + 46), 0.68 * side
        for k, words in enumerate(("the picture", "its mirror image")):
            x = room * (1 + 2 * k) / 4 - side / 2
            page.text(x + side / 2, 14, words, "b s")
            page.rect("learned", x, 32, side, side)
            free = side - cut
            spots = ((0, 0), (free, 0), (0, free), (free, free), (free / 2, free / 2))
            for n, (i, j) in enumerate(spots):
                lit = "edge lit" if n == 3 else "edge quiet"
                page.rect(lit, x + i, 32 + j, cut, cut, 2)
            sign = 1 if k == 0 else -1
            middle, foot = x + side / 2, 32 + side * 0.72
            path = f"M{middle - sign * 26:.1f} {foot:.1f}v-44h{sign * 46}"
            page.path("line", path + f"v-16l{sign * 12} 16v44z")
        return page

    return Drawing(
        number,
        "Ten windows of one picture: four in the corners (one of them amber) and one "
        "in the middle, and the same places of its mirror image.",
        "A square with five overlapping windows, and its mirror image with five more.",
        draw,
    )


def covering(number, side=5, patch=2, place=(1, 2)):
    """A square on a picture, and the table of what is left at each of its places."""
    count = side - patch + 1
    if not 0 < patch <= side <= 9 or not all(0 <= k < count for k in place):
        raise ValueError("A square stands inside a picture of at most 9 × 9.")
    row, column = place

    def draw(room):
        cell = 32 if room >= WIDE else 25
        page = Canvas(room, side * cell + 48)
        for k, n in enumerate((side, count)):
            x = room * (1 + 2 * k) / 4 - n * cell / 2
            y = 30 + (side - n) * cell / 2
            page.text(x + n * cell / 2, 14, ("the picture", "the table")[k], "b s")
            page.rect("cell", x, y, n * cell, n * cell)
            size = patch if k == 0 else 1
            spot = x + column * cell, y + row * cell
            page.rect("learned", *spot, size * cell, size * cell)
            lines = "".join(
                f"M{x:.1f} {y + m * cell:.1f}h{n * cell}"
                f"M{x + m * cell:.1f} {y:.1f}v{n * cell}"
                for m in range(n + 1)
            )
            page.path("grid", lines)
            page.rect("edge lit", *spot, size * cell, size * cell, 2)
        left = room / 4 + side * cell / 2 + 6, 30 + side * cell / 2
        page.line(left, (room * 3 / 4 - count * cell / 2 - 6, left[1]))
        words = f"{patch} × {patch} zeros", f"{count} × {count} answers"
        for k, said in enumerate(words):
            page.text(room * (1 + 2 * k) / 4, side * cell + 40, said, "q s")
        return page

    return Drawing(
        number,
        f"A square of {patch} × {patch} on a picture of {side} × {side}. Its upper "
        "left corner says where in the table the answer goes.",
        f"A picture of {side} by {side} with a square of {patch} by {patch} at row "
        f"{row}, column {column}, counted from 0; an arrow to the same place in a "
        f"table of {count} by {count}.",
        draw,
    )


# ---- the chapter's words -------------------------------------------------------------


def _augmented(page, x, y):
    """A picture with a window on it."""
    page.rect("learned", x, y, 84, 84)
    page.rect("edge quiet", x + 2, y + 6, 60, 60, 2)
    page.rect("edge lit", x + 20, y + 20, 60, 60, 2)


def _grouped(page, x, y):
    """Two maps that see one half of the maps below each."""
    for k in range(4):
        page.rect("learned", x, y + 22 * k, 14, 16)
        page.rect("learned", x + 70, y + 22 * k, 14, 16)
        for j in range(2):
            there = y + 22 * (k // 2 * 2 + j) + 8
            page.line((x + 15, y + 22 * k + 8), (x + 69, there), head=False)


def _rectified(page, x, y):
    """A ReLU."""
    page.path("line quiet hair", f"M{x} {y + 58}h84M{x + 42} {y}v84")
    page.path("line lit", f"M{x} {y + 58}h42l42 -52")


def _overlapping(page, x, y):
    """Two windows of three on a map, two apart."""
    for i in range(8):
        page.path("grid", f"M{x} {y + 12 * i}h84M{x + 12 * i} {y}v84")
    page.rect("edge quiet", x + 24, y, 36, 36, 2)
    page.rect("edge lit", x, y, 36, 36, 2)


def _silenced(page, x, y):
    """Six units, half of which are silenced."""
    for k in range(6):
        spot = x + 14 + 28 * (k % 3), y + 22 + 40 * (k // 3)
        page.circle("hollow" if k in SILENT[1] else "learned", *spot, 11)
        if k in SILENT[1]:
            page.sign(*spot, "×", r=11)


def _guessed(page, x, y):
    """Eight scores, the five highest lit."""
    for k, tall in enumerate((30, 12, 72, 50, 8, 40, 16, 60)):
        with page.group("glow" if tall >= 30 else ""):
            page.rect("learned", x + 10.5 * k, y + 82 - tall, 8, tall)


WORDS = (
    ("data augmentation", "a window, by chance", _augmented),
    ("grouped convolution", "each sees one half", _grouped),
    ("ReLU", "nothing below 0", _rectified),
    ("overlapping pooling", "3 × 3, two apart", _overlapping),
    ("dropout", "silenced, by chance", _silenced),
    ("top-5", "one of five is right", _guessed),
)


def side_by_side(entries):
    """How to draw words: each a name, what is said of it, and 84 × 84 pixels."""

    def draw(room):
        across = 3 if room >= WIDE else 2
        pitch, row = room / across, 150
        page = Canvas(room, row * -(-len(entries) // across) - 4)
        for k, (name, said, picture) in enumerate(entries):
            middle, y = (k % across + 0.5) * pitch, row * (k // across)
            page.text(middle, y + 12, name, "b s")
            picture(page, middle - 42, y + 30)
            page.text(middle, y + 130, said, "q s")
        return page

    return draw


def words(number):
    """Six words of the chapter in the order in which a picture meets them."""
    return Drawing(
        number,
        "Six words of this chapter, in the order in which a picture meets them on its "
        "way through the net of 2012.",
        f"Six small drawings: {', '.join(name for name, *_ in WORDS)}.",
        side_by_side(WORDS),
    )


def examples():
    """The drawings with numbers as the chapter has them."""
    yield two_cards("8.5")
    yield weights_and_work(
        "8.6", {"conv1": (35, 105), "conv2": (307, 224), "fc6": (37752, 38)}
    )
    yield pooling("8.13")
    yield dropout("8.11")
    yield new_head("8.15", 3136, 10, 10)
    yield stacked("8.18")
    yield top_five("8.19", [0.4, -1, 2, 1.2, 0.1, -0.3, 0.9, 1.7, -0.6, 0.7], 6)
    yield ten_windows("8.20")
    yield covering("8.21")
    yield words("8.22")
