"""Chapter 20: what weights and tokens cost, and pictures for the exercises."""

from itertools import pairwise
from math import cos, log10, sin

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.canvas import listed

# ---- how large, and for how long -----------------------------------------------------

WEIGHTS = {9: "1 billion", 10: "10 billion", 11: "100 billion"}  # by their logarithms
TOKENS = {12: "1 trillion", 13: "10 trillion"}
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def spent(number, models, lit=(), rule=20):
    """Models by their weights and by what they read, with lines of equal cost.

    `models` maps a name to its weights and its tokens, both as counts; `lit` names
    those that are to be compared, `rule` how many tokens a weight one line stands for.
    """
    sizes = {name: listed(pair, name) for name, pair in models.items()}
    for name, pair in sizes.items():
        if len(pair) != 2 or min(pair) <= 0:
            raise ValueError(f"{name} needs its weights and its tokens, both above 0.")
    if missing := set(lit) - set(sizes):
        raise ValueError(f"There is no model {min(missing)!r} among these.")
    found = {
        n: (log10(tokens), log10(weights)) for n, (weights, tokens) in sizes.items()
    }
    ends = [
        (min(row) - 0.35, max(row) + 0.35) for row in zip(*found.values(), strict=True)
    ]

    def draw(room):
        wide = room >= WIDE
        left, high = (72, 300) if wide else (72, 290)
        long, floor = room - left - (96 if wide else 8), high + 24
        page = Canvas(room, floor + 40)
        (low_x, top_x), (low_y, top_y) = ends
        ticks = [(t, words) for t, words in TOKENS.items() if low_x < t < top_x]
        along = page.axis(left, floor, long, low_x, top_x, ticks, "tokens read")
        ticks = [(t, words) for t, words in WEIGHTS.items() if low_y < t < top_y]
        up = page.axis(left, floor, high, low_y, top_y, ticks, "weights", upright=True)

        def stretch(at, names, first=low_x):
            """The part of a slanted line that lies between the axes."""
            xs = [first + (top_x - first) * k / 400 for k in range(401)]
            inside = [x for x in xs if low_y <= at(x) <= top_y]
            if len(inside) > 1:
                (a, b) = ((along(x), up(at(x))) for x in (inside[0], inside[-1]))
                page.line(a, b, names=names, head=False)
            return inside

        for cost in range(int(low_x + low_y), int(top_x + top_y) + 2):
            line = stretch(lambda x, cost=cost: cost - x, "quiet hair")
            if len(line) > 40:
                (x, y), power = (along(line[0]), up(cost - line[0])), str(cost)
                aside = (6, -6) if x < left + 2 else (20, 3)  # beside the axis, or top
                said = f"6·10{power.translate(RAISED)}"
                page.text(x + aside[0], y + aside[1], said, "q s", "start")
        inside = stretch(lambda x: x - log10(rule), "lit", low_x + 0.35)
        page.text(
            along(inside[-1]) - 6,
            floor - high - 10,
            f"{rule} tokens a weight",
            "lit s",
            "end",
        )
        for name, (x, y) in found.items():
            strong = name in lit
            page.dot(along(x), up(y), "lit" if strong else "positive", 5)
            end = along(x) + 12 + 6.6 * len(name) > room
            spot = (along(x) - 10, "end") if end else (along(x) + 10, "start")
            high = up(y) - (13 if end and not wide else 0)  # above a name at the left
            page.text(spot[0], high, name, f"{'lit ' if strong else ''}s", spot[1])
        return page

    said = "; ".join(
        f"{name}: {weights / 1e9:g} billion weights, {tokens / 1e12:g} trillion tokens"
        for name, (weights, tokens) in sizes.items()
    )
    compared = (
        f" {' and '.join(lit)} (amber) lie on nearly the same one." if lit else ""
    )
    return Drawing(
        number,
        "What trainings cost. Along each fine line it is the same number of "
        f"operations, which stands at its upper end.{compared} The amber line is "
        f"{rule} tokens for each weight.",
        f"Points in a plane, tokens to the right and weights upwards. {said}.",
        draw,
    )


# ---- a best size for every budget ----------------------------------------------------


def predicted(fit, weights, tokens):
    """The loss that a fitted law expects of so many weights and tokens."""
    return (
        fit["E"] + fit["A"] / weights ** fit["alpha"] + fit["B"] / tokens ** fit["beta"]
    )


def best_size(fit, cost):
    """Of all sizes that cost as much to train, the one with the least loss."""
    ratio = fit["alpha"] * fit["A"] / (fit["beta"] * fit["B"])
    both = fit["alpha"] + fit["beta"]
    return ratio ** (1 / both) * (cost / 6) ** (fit["beta"] / both)


def valleys(number, fit, budgets, models=None, ends=(1e9, 1e12), top=2.4):
    """The loss that a law expects over the size of a model, a curve for each budget.

    `fit` has the numbers of the law, `budgets` maps words to operations, and `models`
    maps a name to weights and tokens.
    """
    if {"E", "A", "B", "alpha", "beta"} - set(fit):
        raise ValueError("The law needs its five numbers: E, A, B, alpha and beta.")
    if min(budgets.values()) <= 0:
        raise ValueError("A budget is a number of operations, above 0.")
    low_x, high_x = (log10(end) for end in ends)
    sizes = [10 ** (low_x + (high_x - low_x) * k / 60) for k in range(61)]
    floors = {words: best_size(fit, cost) for words, cost in budgets.items()}
    deepest = min(
        predicted(fit, n, budgets[words] / (6 * n)) for words, n in floors.items()
    )

    def draw(room):
        wide = room >= WIDE
        left, high = (56, 270) if wide else (40, 270)
        long, floor = room - left - (150 if wide else 12), high + 26
        page = Canvas(room, floor + 40)
        ticks = [(t, words) for t, words in WEIGHTS.items() if low_x <= t <= high_x]
        ticks = [(t, w if wide else w.replace("illion", "n.")) for t, w in ticks]
        along = page.axis(left, floor, long, low_x, high_x, ticks, "weights")
        low = round(deepest - 0.05, 1)
        marks = [(low + k / 10, f"{low + k / 10:.1f}") for k in range(0, 7, 2)]
        marks = [mark for mark in marks if mark[0] <= top]
        up = page.axis(
            left, floor, high, low, top, marks, "loss expected", upright=True
        )
        bottoms = []
        for words, cost in budgets.items():
            curve = [(n, predicted(fit, n, cost / (6 * n))) for n in sizes]
            inside = [(along(log10(n)), up(loss)) for n, loss in curve if loss <= top]
            page.line(*inside, names="positive", width=1.8, head=False, round=0)
            best = floors[words]
            spot = along(log10(best)), up(predicted(fit, best, cost / (6 * best)))
            bottoms.append(spot)
            x, y = inside[-1]
            if wide:
                page.text(x + 8, y, words, "q s", "start")
            else:
                page.text(x - 8, y - 4, words, "q s", "end")
        page.line(*bottoms, names="lit", width=2, head=False, round=0)
        for spot in bottoms:
            page.dot(*spot, "lit", 5)
        for name, (weights, tokens) in (models or {}).items():
            spot = along(log10(weights)), up(predicted(fit, weights, tokens))
            page.dot(*spot, "", 3.4)
            near = min(abs(spot[0] - x) for x, _ in bottoms) < 8  # under a floor
            page.text(spot[0], spot[1] + (14 if near else -12), name, "s")
        return page

    told = "; ".join(
        f"{words}: {floors[words] / 1e9:.0f} billion weights" for words in budgets
    )
    return Drawing(
        number,
        "The loss that a model is expected to have (nats a token), over its size. "
        "Along a curve the arithmetic is the same: left, a small model reads much; "
        "right, a large one reads little. Each budget has its best size (amber), and "
        "ten times the budget makes it about three times as large.",
        f"{len(budgets)} valleys, one under the other, whose floors move to the right. "
        f"The best sizes: {told}.",
        draw,
    )


# ---- where the weights are -----------------------------------------------------------


def shares(number, rows, unit="million weights"):
    """Models as bars, cut into the parts in which their weights are.

    `rows` maps a model to its parts, each with a count, in one order for all.
    """
    names = [*next(iter(rows.values()))]
    if any([*parts] != names for parts in rows.values()):
        raise ValueError("All models need the same parts, in the same order.")
    kinds = ("query", "value", "positive", "quiet")
    if len(names) > len(kinds):
        raise ValueError(f"A bar is cut into at most {len(kinds)} parts.")

    def draw(room):
        wide = room >= WIDE
        left = 116 if wide else 0
        step, top = (34, 40) if wide else (52, 62)
        page = Canvas(room, top + step * len(rows) + 4)
        at, down = left, 8
        for kind, name in zip(kinds, names, strict=False):
            if at + 20 + 7 * len(name) > room:
                at, down = left, down + 20
            page.rect(f"bar {kind}", at, down, 12, 12, 2, ' fill-opacity="0.6"')
            page.text(at + 18, down + 6, name, "q s", "start")
            at += 36 + 6.6 * len(name)
        for k, (model, parts) in enumerate(rows.items()):
            y, whole = top + step * k, sum(parts.values())
            if wide:
                page.text(left - 10, y + 12, model, "s", "end")
            else:
                page.text(0, y - 2, model, "s", "start")
            x, low = left, y if wide else y + 8
            for kind, count in zip(kinds, parts.values(), strict=False):
                w = (room - left) * count / whole
                page.rect(f"bar {kind}", x, low, w, 24, more=' fill-opacity="0.6"')
                if w > 40:
                    page.text(x + w / 2, low + 12, f"{count / whole:.0%}", "s")
                x += w
            page.rect("edge quiet", left, low, room - left, 24, round=2)
        return page

    most = {
        model: max(parts, key=parts.get)
        + f" {max(parts.values()) / sum(parts.values()):.0%}"
        for model, parts in rows.items()
    }
    return Drawing(
        number,
        "Where the weights of a model are. In the large ones nearly all are in the "
        "feed-forward nets; in a small one with a large vocabulary the table of words "
        "takes a quarter.",
        "Bars of one length, each cut into "
        + ", ".join(names)
        + ". The largest part: "
        + "; ".join(f"{model}, {part}" for model, part in most.items())
        + ".",
        draw,
    )


# ---- for the exercises ---------------------------------------------------------------


def pairs(number, d_k=8):
    """Two orders of the numbers of a head, and which of them turn together."""
    if d_k < 4 or d_k % 2:
        raise ValueError(f"{d_k} numbers do not fall into at least two pairs.")
    half = d_k // 2
    orders = {
        "theirs": [(2 * i, 2 * i + 1) for i in range(half)],
        "ours": [(i, i + half) for i in range(half)],
    }

    def draw(room):
        wide = room >= WIDE
        cell = 44 if wide else 33
        left = (room - cell * d_k) / 2
        page = Canvas(room, 214)
        for (name, found), y in zip(orders.items(), (52, 152), strict=True):
            page.text(left, y - 38, name, "", "start")
            page.strip(left, y, d_k, "query", cell=cell, high=30)
            for i in range(d_k):
                page.text(left + cell * (i + 0.5), y + 15, str(i))
            for k, (a, b) in enumerate(found):
                ends = [(left + cell * (j + 0.5), y - 3) for j in (a, b)]
                names = "lit" if k == 0 else "quiet"
                page.arc(*ends, 14 + 4 * (b - a - 1), names=names, head=False)
        return page

    return Drawing(
        number,
        "The numbers of a head and the pairs that turn together (arcs): neighbours in "
        "Meta’s code, a number of each half in ours. The first pair is lit.",
        f"Two rows of {d_k} cells with arcs: above between 0 and 1, 2 and 3 and so on, "
        f"below between 0 and {half}, 1 and {half + 1} and so on.",
        draw,
    )


def added_hands(number, count=4):
    """Hands that turn by a radian from one to the next, laid tip to tail."""
    if count < 2:
        raise ValueError("It takes two hands to add them up.")
    tips = [(0.0, 0.0)]
    for k in range(count):
        x, y = tips[-1]
        tips.append((x + cos(k), y + sin(k)))

    def draw(room):
        page = Canvas(room, 172)
        scale = min(60, (room / 2 - 30) / count)
        plain, low = room * 0.02 + 10, 132
        for k in range(count):
            start = plain + scale * k, low
            page.line(start, (start[0] + scale - 3, low), names="value", width=2.2)
        page.text(plain, low + 24, f"not turned: {count} long", "q s", "start")
        left = room / 2 + scale * 0.9
        places = [(left + scale * x, low - scale * y) for x, y in tips]
        for here, there in pairwise(places):
            page.line(here, there, names="value", width=2.2)
        page.line(places[0], places[-1], names="lit", width=2.6)
        page.text(left - scale * 0.6, low + 24, "turned: how long?", "lit s", "start")
        return page

    return Drawing(
        number,
        f"{count} values added up, as hands laid tip to tail. On the left nothing is "
        "turned; on the right each is a radian further than the one before, and the "
        "sum (amber) is shorter.",
        f"Left {count} arrows in a row. Right {count} arrows that bend to the left, "
        "and a shorter one from the first tail to the last tip.",
        draw,
    )


def routed(number, cases):
    """Tokens and the experts that they are sent to, one picture a case.

    Each of the `cases` is a title and, for each token, the number of its expert.
    """
    experts = 1 + max(max(sent) for sent in cases.values())

    def draw(room):
        wide = room >= WIDE
        step = room / len(cases)
        page = Canvas(room, 176)
        for k, (title, sent) in enumerate(cases.items()):
            left, width = step * k + 10, step - (40 if wide else 24)
            page.text(left, 10, title, "q s", "start")
            homes = [left + width * (i + 0.5) / experts for i in range(experts)]
            for i, x in enumerate(homes):
                busy = i in sent
                with page.group("glow" if busy else ""):
                    page.box(x - 14, 32, 28, 28)
                page.text(x, 46, str(i + 1))
            for j, expert in enumerate(sent):
                x = left + width * (j + 0.5) / len(sent)
                page.dot(x, 146, "query", 4)
                page.line((x, 140), (homes[expert], 63), names="query hair")
        return page

    told = "; ".join(
        f"{title}: {len(set(sent))} of {experts} experts are asked"
        for title, sent in cases.items()
    )
    return Drawing(
        number,
        f"Tokens (dots) and the {experts} experts that a router sends them to. What is "
        "not amber was bought and does nothing.",
        f"{len(cases)} pictures with arrows from dots up to boxes. {told}.",
        draw,
    )


def places(number, rows, trained):
    """Rows of places on one axis, with the end of what was seen in training.

    `rows` maps a name to the places of its tokens.
    """
    rows = {name: listed(values, name) for name, values in rows.items()}
    most = max(max(values) for values in rows.values())

    def draw(room):
        wide = room >= WIDE
        left, step = (150, 40) if wide else (10, 56)
        page = Canvas(room, step * len(rows) + 60)
        floor = step * len(rows) + 20
        ticks = [(t, f"{t:g}") for t in range(0, int(most) + 1)]
        along = page.axis(left, floor, room - left - 20, 0, most, ticks, "place")
        page.rect("edge lit", left - 6, 4, along(trained) - left - 4, floor - 4, 4)
        for k, (name, values) in enumerate(rows.items()):
            y = step * (k + 1) - (10 if wide else 8)
            spot = (0, y) if wide else (left, y - 22)
            page.text(*spot, name, "q s", "start")
            for value in values:
                page.dot(along(value), y, "query" if value < trained else "back", 5)
        return page

    return Drawing(
        number,
        f"Places of tokens, for a model that was trained on {trained} of them. Inside "
        "the amber frame a place is one that it knows, or it lies between two of them; "
        "red ones it has never met.",
        "; ".join(
            f"{name}: {', '.join(f'{v:g}' for v in values)}"
            for name, values in rows.items()
        )
        + f". A frame ends before {trained}.",
        draw,
    )


MODELS = {
    "Gopher": (280e9, 0.3e12),
    "Chinchilla": (70e9, 1.4e12),
    "LLaMA 7B": (7e9, 1e12),
    "Llama 3 8B": (8e9, 15e12),
    "Qwen3 0.6B": (0.6e9, 36e12),
}


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield spent("20.15", MODELS, lit=("Gopher", "Chinchilla"))
    law = {"E": 1.8172, "A": 482.01, "B": 2085.43, "alpha": 0.3478, "beta": 0.3658}
    yield valleys("20.14", law, {"a tenth": 6e22, "Chinchilla": 6e23})
    parts = "words", "attention", "feed-forward", "norms"
    counts = {"Llama": (262, 1100, 4300, 1), "Qwen3": (155, 176, 264, 1)}
    yield shares(
        "20.16",
        {name: dict(zip(parts, row, strict=True)) for name, row in counts.items()},
    )
    yield pairs("20.20")
    yield added_hands("20.21")
    yield routed("20.23", {"in turn": [0, 1, 2, 3], "a crowd": [0, 0, 0, 0]})
    yield places(
        "20.24",
        {
            "as they are": [0, 1, 2, 3, 4, 5, 6, 7],
            "squeezed": [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5],
        },
        4,
    )
