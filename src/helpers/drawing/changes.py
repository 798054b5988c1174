"""Chapter 20: what each change does, the whole stack, and what is carried along."""

from math import cos, sin, sqrt

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.canvas import listed, point

# ---- two norms -----------------------------------------------------------------------


def _normed(values, centred):
    """The values at length √D, with or without their mean."""
    mean = sum(values) / len(values) if centred else 0.0
    left = [value - mean for value in values]
    size = sqrt(sum(value * value for value in left) / len(left))
    if not size:
        raise ValueError("A vector of equal numbers has no size left without its mean.")
    return [value / size for value in left]


def norms(number, values):
    """A vector as bars, and what LayerNorm and RMSNorm make of it."""
    values = listed(values)
    panels = {
        "$x$": values,
        "LayerNorm": _normed(values, True),
        "RMSNorm": _normed(values, False),
    }
    mean = sum(values) / len(values)

    def draw(room):
        wide = room >= WIDE
        step, high = (room / 3, 132) if wide else (room / 3, 116)
        cell = min(34, (step - 14) / len(values))
        tall = max(abs(v) for row in panels.values() for v in row)
        low = min(0.0, *(v for row in panels.values() for v in row))
        unit = high / (tall - low)
        page = Canvas(room, high + 74)
        zero = 30 + tall * unit
        for k, (name, row) in enumerate(panels.items()):
            left = step * k + (step - cell * len(row)) / 2
            page.text(step * (k + 0.5), 12, name, "b")
            for i, value in enumerate(row):
                x, size = left + cell * i + 3, abs(value) * unit
                top = zero - size if value > 0 else zero
                with page.group("positive" if value > 0 else "negative"):
                    page.rect("bar", x, top, cell - 6, max(size, 1), 1)
                y = top - 10 if value > 0 else top + size + 11
                digits = 0 if abs(value - round(value)) < 1e-9 else 1
                page.text(x + (cell - 6) / 2, y, printed(value, digits), "s q")
            across = left + cell * len(row)
            page.path("line quiet", f"M{point(left - 4, zero)}H{across + 4:.1f}")
            if k < 2:
                y = zero - (mean if k == 0 else 0) * unit
                page.path("line lit control", f"M{point(left - 6, y)}H{across + 6:.1f}")
            told = ("mean " + printed(mean, 1), "mean taken away", "mean stays")[k]
            page.text(step * (k + 0.5), high + 62, told, "lit s" if k < 2 else "q s")
        return page

    said = "; ".join(
        f"{name.strip('$')}: {', '.join(printed(v) for v in row)}"
        for name, row in panels.items()
    )
    return Drawing(
        number,
        "One vector and two norms. LayerNorm moves the mean (amber) to nothing and "
        "then divides; RMSNorm only divides, so that all bars shrink alike. Both end "
        f"at length √{len(values)}.",
        f"Three groups of {len(values)} bars. {said}.",
        draw,
    )


# ---- the speeds of the pairs ---------------------------------------------------------


def speeds(number, d_k=8, places=(0, 1, 2, 3, 4, 5, 10, 40), base=10000.0):
    """The pairs of a head as clocks, at some places."""
    if d_k < 2 or d_k % 2:
        raise ValueError(f"A head of {d_k} numbers does not fall into pairs.")
    rates = [base ** (-2 * i / d_k) for i in range(d_k // 2)]

    def draw(room):
        wide = room >= WIDE
        left = 132 if wide else 58
        shown = places if wide else places[:4] + places[-2:]
        step = (room - left) / len(shown)
        r, down = min(22, step / 2 - 4), 58
        page = Canvas(room, 34 + down * len(rates))
        for k, place in enumerate(shown):
            page.text(left + step * (k + 0.5), 10, str(place), "s")
        page.text(0, 10, "place", "q s", "start")
        for i, rate in enumerate(rates):
            y = 30 + down * (i + 0.5)
            name = f"pair {i + 1}: {rate:g} rad" if wide else f"{rate:g} rad"
            page.text(0, y, name, "q s", "start")
            for k, place in enumerate(shown):
                x, angle = left + step * (k + 0.5), rate * place
                page.circle("hollow", x, y, r)
                tip = x + (r - 3) * cos(angle), y - (r - 3) * sin(angle)
                with page.group("lit" if angle >= 0.1 else "quiet"):
                    page.line((x, y), tip, width=2)
        return page

    return Drawing(
        number,
        f"The {len(rates)} pairs of a head of {d_k} numbers, one a row, at some "
        "places. The first pair turns by a radian from place to place and tells "
        "neighbours apart; the last has hardly moved after forty, and tells far from "
        "near. Pale: less than a tenth of a radian.",
        f"A grid of clocks with {len(rates)} rows. From one place to the next their "
        f"hands turn by {', '.join(f'{rate:g}' for rate in rates)} radians.",
        draw,
    )


# ---- the whole stack -----------------------------------------------------------------

SHAPES = {  # beside each part; a stroke begins a new line
    "embedding": "(B, T, D)",
    "norm_1": "what is read",
    "attention": "$q$: (B, H, T, $d_k$)|$k$, $v$: (B, G, T, $d_k$)",
    "norm_2": "what is read",
    "feed_forward": "(B, T, D), inside|(B, T, inner)",
    "norm": "(B, T, D)",
    "unembed": "(B, T, V)",
}
SYMBOLS = {
    "embedding": "$V$ rows of $D$",
    "norm_1": "a gain of $D$ numbers",
    "attention": "$H$ queries, $G$ keys;|turns by $\\theta$",
    "norm_2": "a gain of $D$ numbers",
    "feed_forward": "$W_2$ (silu($W x$) · $V x$)",
    "norm": "a gain of $D$ numbers",
    "unembed": "$V$ rows of $D$",
}


def stack(number, symbols=False):
    """The whole model from token ids to scores: one block, and how often it stands."""

    def beside(page, x, y, name):
        lines = (SYMBOLS if symbols else SHAPES)[name].split("|")
        for k, line in enumerate(lines):
            at = y + 15 * (k - (len(lines) - 1) / 2)
            page.text(x, at, line, "q s", "start")

    def draw(room):
        wide = room >= WIDE
        road, box = (150, 190) if wide else (36, 66)
        across = 170 if wide else 124
        note = box + across + (26 if wide else 16)
        page = Canvas(room, 468)
        page.path("line road", f"M{road} 404V72")
        page.text(road, 452, "token ids", "w")
        page.line((road, 440), (road, 432))
        page.box(road - 24, 408, 48, 22)
        page.text(road + 34, 419, "embedding", "s", "start")
        for norm, part, low in (("norm_1", "attention", 372), ("norm_2", "feed_forward",
                                                              246)):  # fmt: skip
            middle = box + across / 2
            page.dot(road, low)
            page.line((road, low), (middle, low), (middle, low - 12))
            page.box(box + 14, low - 36, across - 28, 22)
            page.text(middle, low - 25, "RMSNorm", "s")
            page.line((middle, low - 37), (middle, low - 47))
            page.box(box, low - 84, across, 36)
            name = "SwiGLU" if part == "feed_forward" else "grouped attention"
            page.text(middle, low - 66, name)
            page.line((middle, low - 85), (middle, low - 102), (road + 10, low - 102))
            page.sign(road, low - 102)
            beside(page, note, low - 25, norm)
            beside(page, note, low - 66, part)
        page.frame(road - 20, 126, note - road + 8, 262, "× N")
        page.box(road - 34, 82, 68, 22)
        page.text(road, 93, "RMSNorm", "s")
        page.box(road - 24, 34, 48, 22)
        page.line((road, 81), (road, 58))
        page.text(road + 34, 45, "unembed", "s", "start")
        page.line((road, 33), (road, 18))
        page.text(road, 8, "scores", "s")
        for name, y in (("embedding", 419), ("norm", 93), ("unembed", 45)):
            beside(page, note, y, name)
        return page

    what = "with its symbols" if symbols else "with the shapes of its values"
    return Drawing(
        number,
        f"The whole model {what}. The broad road carries one vector for each token; "
        "in every block two parts read from it through a norm and add to it. Filled: "
        "what has weights.",
        "A column from token ids through an embedding, a repeated block of RMSNorm, "
        "grouped attention, a sum, RMSNorm, SwiGLU and a sum, a last RMSNorm and the "
        "unembedding, to scores.",
        draw,
    )


# ---- a config, and the part that each of its lines describes -------------------------

HOMES = {  # the lines of a config.json, from the top of the model to its bottom
    "tie_word_embeddings": "unembed",
    "num_hidden_layers": "blocks",
    "hidden_act": "feed-forward",
    "intermediate_size": "feed-forward",
    "rms_norm_eps": "norm",
    "num_attention_heads": "attention",
    "num_key_value_heads": "attention",
    "head_dim": "attention",
    "rope_theta": "attention",
    "max_position_embeddings": "attention",
    "hidden_size": "road",
    "vocab_size": "embedding",
}


def threads(number, name, config):
    """The lines of a config, each led to the part of the model that it describes."""
    if missing := [line for line in HOMES if line not in config]:
        raise ValueError(f"{name} has no line {missing[0]!r}.")

    def draw(room):
        wide = room >= WIDE
        step, top = 30, 34
        page = Canvas(room, top + step * len(HOMES) + 8)
        values, road = (246, 400) if wide else (212, 246)
        box, across = (road + 50, 150) if wide else (road + 20, room - road - 22)
        low = page.height - 16
        page.text(0, 10, f"config.json of {name}", "b", "start")
        page.path("line road", f"M{road} {low - 24}V{top + 14}")
        page.frame(road - 14, top + 46, box + across - road + 16, 258, "× N")
        parts = {
            "feed-forward": (top + 68, 44, "SwiGLU"),
            "norm": (top + 130, 24, "RMSNorm"),
            "attention": (top + 190, 84, "attention"),
        }
        for y, high, words in parts.values():
            page.box(box, y, across, high, words)
            page.line((box, y + high / 2), (road + 5, y + high / 2), names="quiet",
                      head=False)  # fmt: skip
        for y, words in ((top, "unembed"), (low - 24, "embedding")):
            page.box(road - 18, y, 36, 22)
            page.text(road + 26, y + 11, words, "s", "start")
        ends = {
            "unembed": (road - 20, top + 11),
            "blocks": (road - 15, top + 62),
            "road": (road - 5, top + 322),
            "embedding": (road - 20, low - 13),
        }
        for part, (y, high, _) in parts.items():
            ends[part] = box - 2, y + high / 2
        count = dict.fromkeys(HOMES.values(), 0)
        for k, (line, part) in enumerate(HOMES.items()):
            y, value = top + step * (k + 0.5), config[line]
            value = str(value).lower() if isinstance(value, bool) else f"{value}"
            value = value.removesuffix(".0")
            page.text(0, y, line, "s", "start")
            page.text(values, y, value, "b s", "end")
            x, to = ends[part]
            if part in parts:
                twins = [*HOMES.values()].count(part)
                to += (
                    (count[part] - (twins - 1) / 2)
                    * (parts[part][1] - 16)
                    / max(1, twins - 1)
                )
            count[part] += 1
            page.curve((values + 8, y), (x, to), names="lit", width=1.4)
        return page

    told = "; ".join(f"{line} {config[line]}, {part}" for line, part in HOMES.items())
    return Drawing(
        number,
        f"The config of {name}, each line led (amber) to the part that it describes. "
        "Five of the twelve belong to attention.",
        f"Twelve lines at the left, a model at the right. {told}.",
        draw,
    )


# ---- one block, and what is switched in it -------------------------------------------

PARTS = ("norms", "positions", "attention", "feed-forward")
BILL = ("bits a letter", "weights", "seconds", "bytes a token")


def _sketch(page, left, lit, words):
    """A block from below: its road, two parts with their norms, and the positions."""
    road, box, across = left + 20, left + 52, 128
    page.path("line road", f"M{road} 236V24")
    for part, low in (("attention", 196), ("feed-forward", 102)):
        for name, y, high, inset in (
            ("norms", low - 22, 18, 16),
            (part, low - 62, 34, 0),
        ):
            with page.group("glow" if name in lit else ""):
                page.box(box + inset, y, across - 2 * inset, high)
            size = "s" if name == "norms" else ""
            page.text(box + across / 2, y + high / 2, words[name], size)
        middle = box + across / 2
        page.line((road, low + 4), (middle, low + 4), (middle, low - 3))
        page.line((middle, low - 63), (middle, low - 72), (road + 9, low - 72))
        page.sign(road, low - 72)
    with page.group("glow" if "positions" in lit else ""):
        page.box(left, 222, 132, 22, learned=False)
    page.text(left + 66, 233, words["positions"], "s")


class Opened(Drawing):
    """A drawing that shows at rest one of its steps, and not the last."""

    def __init__(self, *parts, opens):
        super().__init__(*parts)
        self.opens = opens

    def rules_at(self, scope, name, value, there):
        """It is there in these steps alone, and at rest if that is one of them."""
        if self.opens not in value:
            yield f"#{self.name} .{scope} .{name}{{opacity:0}}"
            yield ",".join(map(there, value)) + "{opacity:1}"
        elif away := [
            there(k) for k in range(1, len(self.steps) + 1) if k not in value
        ]:
            yield ",".join(away) + "{opacity:0}"

    def own_style(self, canvases):
        """The same with that step's sentence, and its chip lit."""
        rest = f"#{self.name}:not(:has(.tb-steps :checked))"
        told = f"{rest} .tb-say>:last-child{{opacity:0}}"
        told += f"{rest} .tb-say>:nth-child({self.opens}){{opacity:1}}"
        chip = f"{rest} .tb-steps label"
        told += f"{chip}:last-of-type span{{border-color:var(--tb-line);"
        told += "background:none;color:var(--tb-quiet);font-weight:400}"
        told += f"{chip}:nth-of-type({self.opens}) span{{border-color:var(--tb-lit);"
        told += "background:var(--tb-glow);color:var(--tb-ink);font-weight:600}"
        return f"{super().own_style(canvases)}<style>{told}</style>"


def switched(number, kinds, opens=None):
    """One block with one change after the other, and four bars for what each costs.

    `kinds` maps a name to four numbers (see BILL), the parts that are lit with the
    words for them, and a sentence. The first one is what the others are held against;
    `opens` names the one that stands there before a reader presses any.
    """
    first, *rest = kinds
    opens = [*kinds].index(opens) + 1 if opens in kinds else len(kinds)
    usual = kinds[first][1]
    if not rest or set(usual) != set(PARTS):
        raise ValueError(f"The first needs words for {', '.join(PARTS)}, and others.")
    for name, (numbers, words, _) in kinds.items():
        if len(numbers) != len(BILL) or min(numbers) <= 0 or set(words) - set(PARTS):
            raise ValueError(f"{name} needs {len(BILL)} numbers and parts of a block.")
    most = [max(row[0][k] for row in kinds.values()) for k in range(len(BILL))]

    def draw(room):
        wide = room >= WIDE
        left, top = (270, 24) if wide else (0, 276)
        long = room - left - 8
        page = Canvas(room, 256 if wide else 492)
        for step, (numbers, words, _) in enumerate(kinds.values(), 1):
            with page.group("", at=[step]):
                _sketch(page, 8, () if step == 1 else words, usual | words)
            for k, (name, value) in enumerate(zip(BILL, numbers, strict=True)):
                y = top + 54 * k
                with page.group("", at=[step]):
                    page.text(left, y, name, "q s", "start")
                    before = kinds[first][0][k]
                    shade = "positive" if value <= before else "negative"
                    page.rect(
                        f"bar {shade}", left, y + 10, long * value / most[k], 16, 2
                    )
                    said = f"{value:,.2f}" if k == 0 else f"{value:,.0f}"
                    page.text(left + long, y, said, "b s", "end")
                    at = left + long * before / most[k]
                    page.line((at, y + 6), (at, y + 30), names="lit", head=False)
        return page

    told = "; ".join(
        f"{name}: {numbers[0]:.2f} bits, {numbers[1]:,} weights"
        for name, (numbers, _, _) in kinds.items()
    )
    return Opened(
        number,
        "One change at a time. Press a name: what is other than in "
        f"{first} is lit, and the bars say what it costs and brings; the amber strokes "
        f"are {first}, for comparison. Orange bars are longer than that. It "
        f"opens on {[*kinds][opens - 1]}.",
        f"A block beside four bars. {told}.",
        draw,
        [(name, sentence) for name, (_, _, sentence) in kinds.items()],
        opens=opens,
    )


# ---- what is carried along -----------------------------------------------------------


def carried(number, words):
    """Attention keeps a key and a value of every word; a state stays as large."""
    words = list(words)
    if len(words) < 2:
        raise ValueError("It takes two words to carry something from one to the next.")

    def draw(room):
        step = room / len(words)
        size = min(30, step - 8)
        deep = 13 * len(words)
        page = Canvas(room, deep + 164)
        middle = [step * (i + 0.5) for i in range(len(words))]
        page.text(0, 12, "attention: all that was read", "b", "start")
        for i, x in enumerate(middle):
            for k in range(i + 1):
                y = 30 + deep - 13 * (k + 1)
                with page.group("glow" if k == i else ""):
                    page.rect("hollow", x - size / 2, y, size, 11, 2)
            page.text(x, deep + 48, words[i], "w")
        top = deep + 76
        page.text(0, top, "a state of fixed size", "b", "start")
        for i, x in enumerate(middle):
            page.rect("learned", x - size / 2, top + 18, size, 26, 5)
            if i:
                start = middle[i - 1] + size / 2, top + 31
                page.line(start, (x - size / 2 - 1, top + 31), names="lit", width=2)
            page.text(x, top + 66, words[i], "w")
        return page

    return Drawing(
        number,
        "What the next step can look at. Above, attention keeps a key and a value of "
        "every word (amber: the new one), so that its work grows with the text. Below, "
        "one state is handed on and stays as large as it was.",
        f"Above {len(words)} columns of 1 to {len(words)} cells; below {len(words)} "
        "boxes of one size in a chain.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield norms("20.25", [3, 1, 1, 3])
    yield speeds("20.26")
    yield stack("20.27")
    yield stack("20.27", symbols=True)
    yield threads("20.28", "a model", dict.fromkeys(HOMES, 64))
    usual = dict.fromkeys(PARTS, "as it was")
    before = ((3.1, 170_000, 10, 768), usual, "As it was.")
    after = ((2.6, 154_000, 11, 768), {"positions": "turned"}, "Turned.")
    yield switched("20.9", {"before": before, "after": after})
    yield carried("20.17", "the queen wore a crown".split())
