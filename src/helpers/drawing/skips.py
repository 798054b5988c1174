"""Chapter 9: blocks with a road around them, stacks of them, and their kin."""

from helpers.drawing import WIDE, Canvas, Drawing

# ---- the better deep network ---------------------------------------------------------


def better_exists(number, shallow=20, deep=56):
    """A deep network that does what a shallow one does: its upper layers copy."""
    if not 0 < shallow < deep:
        raise ValueError(
            f"A network of {deep} layers does not contain one of {shallow}: the second "
            "number must be the larger one."
        )

    def stack(page, x, floor, pitch, wide):
        for k in range(deep):
            kind = "learned" if k < shallow else "hollow"
            y = floor - (k + 1) * pitch
            page.rect(f"{kind} hair", x, y + 1, wide, pitch - 1.6, 1)
        top = floor - deep * pitch
        page.bracket(x + wide + 8, top, (deep - shallow) * pitch - 3, upright=True)
        page.bracket(
            x + wide + 8, floor - shallow * pitch + 3, shallow * pitch - 3, upright=True
        )
        return top

    def draw(room):
        wide = room >= WIDE
        pitch, across = 5.4, 110 if wide else 78
        floor = pitch * deep + 40
        page = Canvas(room, floor + 28)
        left, right = (96, 366) if wide else (4, 128)
        for k in range(shallow):
            y = floor - (k + 1) * pitch
            page.rect("learned hair", left, y + 1, across, pitch - 1.6, 1)
        top = stack(page, right, floor, pitch, across)
        for x, y, layers in (
            (left, floor - shallow * pitch, shallow),
            (right, top, deep),
        ):
            middle = x + across / 2
            page.line((middle, y - 2), (middle, y - 22))
            page.text(middle, floor + 15, f"{layers} layers", "b")
        beside = right + across + 16
        middle = floor - (shallow + deep) / 2 * pitch
        page.text(beside, middle - 9, f"{deep - shallow} layers that copy", "", "start")
        page.text(beside, middle + 9, "their input", "", "start")
        middle = floor - shallow / 2 * pitch
        page.text(beside, middle - 9, f"the same {shallow}", "", "start")
        page.text(beside, middle + 9, "layers", "", "start")
        return page

    return Drawing(
        number,
        f"Take the trained network of {shallow} layers and put {deep - shallow} layers "
        f"on top that hand on what they get. The result has {deep} layers and makes "
        "exactly the same mistakes, so the best deep network cannot be worse than the "
        "shallow one.",
        f"Two stacks of slabs. The left one has {shallow}. The right one has the same "
        f"{shallow} below and {deep - shallow} empty ones above, which copy.",
        draw,
    )


# ---- the block -----------------------------------------------------------------------

STEPS = (
    ("1", "**Plain.** Two layers stand in the way: what they do not pass on is lost."),
    (
        "2",
        "**Residual.** The input $x$ also goes around them and is added to what they "
        "say. They have to find the change only.",
    ),
    (
        "3",
        "**To copy costs nothing.** With weights near zero $F(x)$ is near zero, and "
        "what comes out is $x$.",
    ),
    (
        "4",
        "**Backwards.** A sum hands its gradient to both sides: one part goes through "
        "the layers, the other comes down the wire untouched.",
    ),
)


def _layers(page, x, top, across, floor):
    """Two layers in a column with a ReLU between them, and their arrows."""
    middle = x + across / 2
    page.line((middle, floor), (middle, floor - 24))
    page.box(x, floor - 60, across, 34, "layer")
    page.line((middle, floor - 61), (middle, floor - 75))
    page.box(x + 20, floor - 99, across - 40, 22, learned=False)
    page.text(middle, floor - 88, "ReLU", "s")
    page.line((middle, floor - 100), (middle, floor - 114))
    page.box(x, floor - 150, across, 34, "layer")
    page.line((middle, floor - 151), (middle, top))


def residual_block(number):
    """Two layers, without and with a way around them; copying, and the way back."""

    def end(page, x, y):
        page.box(x - 32, y - 22, 64, 22, learned=False)
        page.text(x, y - 11, "ReLU", "s")
        page.line((x, y - 23), (x, y - 44))

    def draw(room):
        wide = room >= WIDE
        across = 104 if wide else 88
        page = Canvas(room, 328)
        floor, plus = 286, 108
        left, right = (90, 330) if wide else (0, 126)
        with page.group(lit_at=[1]):
            _layers(page, left, plus - 10, across, floor)
            end(page, left + across / 2, plus - 11)
            page.text(left + across / 2, floor + 14, "$x$", "w")
            page.text(left + across / 2, 40, "$H(x)$")
            page.text(left + across / 2, floor + 34, "plain", "q s")
        middle, road = right + across / 2, right + across + (56 if wide else 40)
        with page.group(at=[2, 3, 4]):
            page.path(
                "line road",
                f"M{middle} {floor - 10}H{road - 14}q14 0 14 -14V{plus + 14}"
                f"q0 -14 -14 -14H{middle + 10}",
            )
            _layers(page, right, plus + 10, across, floor)
            page.sign(middle, plus, r=9)
            end(page, middle, plus - 32)
            page.line((middle, plus - 10), (middle, plus - 31), head=False)
            page.text(middle, floor + 14, "$x$", "w")
            page.text(middle, 12, "$F(x) + x$")
            page.text(middle, floor + 34, "residual", "q s")
            page.text(road + 12, (floor + plus) / 2, "$x$", "w", "start")
        with page.group("glow", at=[3]):
            for y in (floor - 60, floor - 150):
                page.box(right, y, across, 34, "0")
        with page.group("back", at=[4]):  # beside each grey arrow, the other way
            x, low = middle - 9, road - 10
            page.line((x, 24), (x, plus - 56), width=4)
            page.line((x, plus - 31), (x, plus - 8), width=4)
            for top, end_ in ((plus + 8, -151), (floor - 116, -100), (floor - 76, -61)):
                page.line((x, top), (x, floor + end_), width=2)
            page.line((x, floor - 25), (x, floor - 3), width=2)
            down = (low, plus + 9), (low, floor - 19), (middle + 6, floor - 19)
            page.line((middle + 10, plus + 9), *down, width=4, round=10)
        return page

    return Drawing(
        number,
        "A pair of layers, plain and residual. The pale road is a wire without "
        "weights: it carries the input around the layers to the sum. In red the "
        "gradient on its way back, which the road hands on whole.",
        "Two columns. On the left layer, ReLU, layer, ReLU. On the right the same, and "
        "a broad line that leaves before the first layer and meets a sum after the "
        "second. Red arrows go from the top to the sum, and from there through the "
        "layers and along the broad line.",
        draw,
        STEPS,
    )


# ---- thirty-four layers --------------------------------------------------------------


def two_columns(number, counts=(3, 4, 6, 3)):
    """A plain network and a residual one, layer by layer, in stages of blocks."""
    if not counts or min(counts) < 1:
        raise ValueError("Every stage of a residual network needs at least one block.")
    layers = 2 * sum(counts) + 2
    widths = [64 * 2**i for i in range(len(counts))]

    def column(page, x, floor, pitch, arcs):
        """One stack, from the first layer up; returns where its stages stand."""
        rows = [(110, "first")]
        for i, count in enumerate(counts):
            rows += [(96 - 18 * i, i)] * (2 * count)
        rows.append((30, "last"))
        middle = x + 60
        page.path("line", f"M{middle} {floor}V{floor - pitch * len(rows) - 10}")
        stages = {}
        for k, (across, stage) in enumerate(rows):
            y = floor - (k + 1) * pitch
            page.rect("learned", middle - across / 2, y + 1.5, across, pitch - 3, 2)
            stages.setdefault(stage, []).append(y + pitch / 2)
            first = isinstance(stage, int) and len(stages[stage]) % 2 == 1
            if arcs and first:
                with page.group("lit"):
                    changes = stage > 0 and len(stages[stage]) == 1
                    low, high = y + pitch, y - pitch
                    edge, out = middle + across / 2 + 2, middle + 66
                    page.path(
                        "line control" if changes else "line",
                        f"M{middle} {low}H{edge}Q{out} {low} {out} {y}"
                        f"Q{out} {high} {edge} {high}H{middle}",
                        2.2,
                    )
        return stages

    def draw(room):
        wide = room >= WIDE
        pitch = 13
        floor = pitch * layers + 24
        page = Canvas(room, floor + 30)
        left, right = (60, 240) if wide else (-8, 118)
        column(page, left, floor, pitch, arcs=False)
        stages = column(page, right, floor, pitch, arcs=True)
        page.text(left + 60, floor + 16, "plain", "b")
        page.text(right + 60, floor + 16, "residual", "b")
        beside = right + 140 if wide else right + 132
        for stage, heights in stages.items():
            y = sum(heights) / len(heights)
            if isinstance(stage, int):
                size = 56 // 2**stage
                lines = f"{size} × {size},", f"{widths[stage]} channels"
            else:
                first = stage == "first"
                lines = ("7 × 7,", "stride 2") if first else ("1,000", "classes")
            if wide:
                page.text(beside, y, " ".join(lines), "q s", "start")
            else:
                drop = 0 if len(heights) > 1 else -7
                page.text(beside, y - 7 + drop, lines[0], "q s", "start")
                page.text(beside, y + 7 + drop, lines[1], "q s", "start")
        return page

    return Drawing(
        number,
        f"The two networks of {layers} layers of 2015: same layers, same weights in "
        "number. The smaller its pictures, the narrower a slab. The arcs are the "
        "wires; a dotted one also fits its input to smaller pictures with more "
        "channels.",
        f"Two columns of {layers} slabs that grow narrower upwards in four stages of "
        f"{', '.join(str(2 * count) for count in counts)} layers, between a first "
        "layer and a last. The right column has an arc around every two slabs.",
        draw,
    )


# ---- kin -----------------------------------------------------------------------------

KIN = (
    ("LSTM, 1997", "through time", "the old value, and what a", "gate lets in"),
    (
        "Highway, May 2015",
        "through layers",
        "a gate weighs the change",
        "against the input",
    ),
    ("ResNet, December 2015", "through layers", "no gate: both,", "always"),
)


def _kin(page, x, y, across, kind):
    """One road with a part beside it; `kind` says where it has valves."""
    road, box = x + 26, x + 66
    page.path("line road", f"M{road} {y + 176}V{y + 8}")
    page.dot(road, y + 152)
    page.line((road, y + 152), (box + across / 2, y + 152), (box + across / 2, y + 126))
    page.box(box, y + 90, across, 34, "$F$" if kind else "$g$")
    plus = y + 34
    page.line((box + across / 2, y + 89), (box + across / 2, plus), (road + 10, plus))
    page.sign(road, plus, r=9)
    if kind < 2:
        gate = x + 66 + across + (14 if across > 60 else 8)
        page.box(gate, y + 90, 34, 34, "$T$" if kind else "$i$")
        page.line(
            (box + across / 2, y + 152), (gate + 17, y + 152), (gate + 17, y + 126)
        )
        with page.group("lit"):
            page.line(
                (gate + 17, y + 89),
                (gate + 17, y + 62),
                (box + across / 2 + 10, y + 62),
                names="control",
            )
            page.sign(box + across / 2, y + 62, "×")
            if kind == 1:
                page.sign(road, y + 62, "×")
                page.line((gate + 17, y + 76), (road + 10, y + 62), names="control")
                page.text(road - 11, y + 70, "$1-T$", "s", "end")
    page.line((road, y + 12), (road, y - 2))


def kin(number):
    """The residual wire beside its kin: the LSTM's carousel and the highway network."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 276 if wide else 276 * 3 - 20)
        step = room / 3
        for kind, (name, way, *words) in enumerate(KIN):
            x, y = (step * kind + 8, 40) if wide else (50, 40 + 276 * kind)
            _kin(page, x, y, 62, kind)
            page.text(x, y - 26, name, "b", "start")
            page.text(x + 44, y + 176, way, "q s", "start")
            for k, line in enumerate(words):
                page.text(x, y + 200 + 16 * k, line, "q s", "start")
        return page

    return Drawing(
        number,
        "Three ways to keep what one had. On each pale road the old value goes "
        "straight on, and something new is added to it. The older two have valves "
        "(×), which learned gates open and shut; the residual network does without.",
        "Three upright roads with a sum. LSTM: what is added is multiplied by a gate "
        "i. Highway network: what is added is multiplied by T, and the road by 1 "
        "minus T. Residual network: a sum and no gate.",
        draw,
    )


# ---- four stages ---------------------------------------------------------------------

SLABS = {224: (84, 84), 56: (84, 16), 28: (62, 26), 14: (42, 42), 7: (26, 64)}


def _slab(page, x, y, side, row=70):
    """A stage's output: as high as its maps are wide, as wide as it has channels."""
    high, wide = SLABS.get(side, (row, 8))
    kind = "learned" if 1 < side < 224 else "hollow"
    page.rect(kind, x - wide / 2, y - high / 2, wide, high, 2)
    if side == 224:
        page.circle("p pale", x + 4, y + 2, 22)
    return high, wide


def _wires(page, x, y, blocks):
    """A little arc for each block's wire, side by side."""
    with page.group("lit"):
        start = x - 6 * blocks
        page.path("line", f"M{start} {y}" + "q6 -16 12 0" * blocks, width=2.2)


def stages(number, counts=(3, 4, 6, 3), classes=1000):
    """A residual network in four stages: smaller maps, more channels."""
    if len(counts) != 4 or not all(0 < n < 9 for n in counts):
        raise ValueError(
            f"A residual network has four stages of 1 to 8 blocks, not {list(counts)}."
        )
    rows = [("picture", 224, "3 channels", "", 0)]
    for k, blocks in enumerate(counts):
        words = f"{blocks} block{'s' * (blocks > 1)}"
        rows.append((f"stage {k + 1}", 56 >> k, f"{64 << k} channels", words, blocks))
    rows += [("mean", 1, "512 numbers", "", 0), ("fc", 1, f"{classes:,} scores", "", 0)]

    def row(page, x, y, step):
        edge = 0
        for k, (name, side, channels, words, blocks) in enumerate(rows):
            middle = x + step * k
            wide = _slab(page, middle, y, side)[1]
            if k:
                page.line((edge + 5, y), (middle - wide / 2 - 5, y))
            edge = middle + wide / 2
            if blocks:
                _wires(page, middle, y - 50, blocks)
            page.text(middle, y + 64, name, "b")
            size = [f"{side} × {side}"] if side > 1 else []
            lines = [*size, channels, words]
            for i, line in enumerate(lines):
                page.text(middle, y + 83 + 17 * i, line, "q s")

    def column(page, x, y):
        for k, (name, side, channels, _, blocks) in enumerate(rows):
            high = SLABS.get(side, (32, 8))[0]
            if k:
                page.line((x, y + 3), (x, y + 20))
                y += 24
            room = max(high, 40)
            _slab(page, x, y + room / 2, side, row=32)
            middle = y + room / 2
            size = f"{side} × {side}, " if side > 1 else ""
            page.text(x + 60, middle - 9, name, "b", "start")
            page.text(x + 60, middle + 9, size + channels, "q s", "start")
            if blocks:
                _wires(page, x + 178, middle - 8, blocks)
            y += room

    def draw(room):
        if room >= WIDE:
            page = Canvas(room, 210)
            row(page, 49, 78, 98)
        else:
            page = Canvas(room, 580)
            column(page, 50, 6)
        return page

    return Drawing(
        number,
        f"ResNet-{2 + 2 * sum(counts)}, from the picture to the scores. From stage to "
        "stage the maps are halved and the channels doubled. Lit, a wire for each "
        "block.",
        "In order: "
        + "; ".join(
            f"{name}, {f'{side} by {side}, ' * (side > 1)}{channels}{', ' * bool(w)}{w}"
            for name, side, channels, w, _ in rows
        )
        + ".",
        draw,
    )


# ---- the free road -------------------------------------------------------------------

PARTS = {
    "2015": ["layer", "norm", "ReLU", "layer", "norm", "+", "ReLU"],
    "2016": ["norm", "ReLU", "layer", "norm", "ReLU", "layer", "+"],
}


def free_road(number):
    """The block of 2015 and that of 2016, whose road goes through nothing."""

    def block(page, middle, floor, parts, year):
        road, y = middle - 78, floor
        page.text(middle - 30, floor + 20, year, "b")
        places = []
        for part in parts:
            y -= 34
            places.append((part, y))
        plus = dict(places)["+"]
        page.path("line road", f"M{road} {floor + 4}V{floor - 34 * 7 - 26}")
        page.line(
            (road, floor - 6), (middle, floor - 6), (middle, floor - 14), head=False
        )
        for part, y in places:
            if part == "+":
                page.line((middle, plus + 25), (middle, plus), (road + 11, plus))
                page.sign(road, plus, r=9)
            elif y < plus:
                with page.group("glow"):
                    page.box(road - 38, y - 12, 76, 24, part, learned=False)
            else:
                page.box(middle - 38, y - 12, 76, 24, part, learned=part != "ReLU")
                if y + 34 < floor:
                    page.line((middle, y + 21), (middle, y + 12), head=False)
        page.line((middle, floor - 14), (middle, floor - 22), head=False)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 320)
        for k, (year, parts) in enumerate(PARTS.items()):
            middle = (250 + 240 * k) if wide else (124 + 168 * k)
            block(page, middle, 284, parts, year)
        return page

    return Drawing(
        number,
        "The block of 2015, and that of 2016. On the older road stands a ReLU (lit). "
        "In the later block it has moved aside, and the road leads through nothing.",
        "Two columns of parts beside a road, from below: "
        + "; ".join(f"{year}: {', '.join(parts)}" for year, parts in PARTS.items())
        + ". In the first a ReLU stands on the road after the sum.",
        draw,
    )


# ---- one body, many heads ------------------------------------------------------------

HEADS = (
    ("class", "one answer", "what is it?"),
    ("box", "four numbers", "where is it?"),
    ("detection", "at each place: thing?", "what is where?"),
    ("segmentation", "a class for each point", "which points?"),
)


def heads(number):
    """A backbone that turns a picture into a grid, and heads that read the grid."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 236 if wide else 420)
        x, y = (0, 76) if wide else (8, 30)
        page.rect("hollow", x, y, 84, 84)
        page.circle("p pale", x + 46, y + 46, 22)
        page.text(x + 42, y + 99, "picture", "q s")
        page.line((x + 86, y + 42), (x + 106, y + 42))
        for k, size in enumerate((76, 58, 40, 26)):
            page.rect("learned", x + 110 + 20 * k, y + 42 - size / 2, 14, size, 2)
        page.text(x + 146, y + 99, "backbone", "q s")
        page.line((x + 190, y + 42), (x + 210, y + 42))
        with page.group("glow"):
            page.rect("hollow", x + 214, y + 7, 70, 70)
        for k in range(1, 7):
            page.path(
                "grid", f"M{x + 214 + 10 * k} {y + 7}v70M{x + 214} {y + 7 + 10 * k}h70"
            )
        page.text(x + 249, y + 99, "7 × 7 places", "q s")
        page.text(x + 249, y - 8, "512 numbers each", "q s")
        for k, (name, out, question) in enumerate(HEADS):
            if wide:
                hx, hy = 370, 8 + 56 * k
                page.line(
                    (x + 286, y + 42),
                    (x + 310, y + 42),
                    (330, hy + 17),
                    (hx - 2, hy + 17),
                )
            else:
                hx, hy = 30, 176 + 58 * k
                page.line(
                    (x + 249, y + 112),
                    (x + 249, 160),
                    (12, 160),
                    (12, hy + 17),
                    (hx - 2, hy + 17),
                )
            page.box(hx, hy, 112, 34, name)
            page.text(hx + 124, hy + 9, out, "s", "start")
            page.text(hx + 124, hy + 25, question, "q s", "start")
        return page

    return Drawing(
        number,
        "One body, many heads. A residual network without its last layer turns a "
        "picture into a grid of descriptions (lit). Small heads read from the same "
        "grid what a thing is, where it is, and which points belong to it.",
        "A picture, four narrowing slabs called backbone, a grid of 7 by 7 places with "
        "512 numbers each, and four heads: "
        + "; ".join(f"{name}, {out}: {question}" for name, out, question in HEADS)
        + ".",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    yield better_exists("9.2", 6, 14)
    yield residual_block("9.3")
    yield two_columns("9.4", (1, 2, 2, 1))
    yield kin("9.10")
    yield stages("9.17", (1, 2, 2, 1))
    yield heads("9.18")
    yield free_road("9.20")
