"""Chapter 20: positions as turns, windows, and attention tile by tile."""

from math import cos, exp, log, pi, sin

from helpers.drawing import WIDE, Canvas, Drawing

# ---- positions as turns --------------------------------------------------------------


def _clock(page, x, y, r, hands):
    """A dial with hands: (angle in radians from three o'clock, its name, its words)."""
    page.circle("hollow", x, y, r)
    for angle, name, words in hands:
        tip = x + r * 0.86 * cos(angle), y - r * 0.86 * sin(angle)
        page.line((x, y), tip, names=name, width=2.4)
        far = x + (r + 12) * cos(angle), y - (r + 12) * sin(angle)
        page.text(*far, words, f"{name} s")
    page.dot(x, y)


def turning(number, places=((3, 5), (13, 15)), rate=0.35, query=0.5, key=1.1):
    """A query and a key, turned by their places: the angle between them stays."""
    gaps = {there - here for here, there in places}
    if len(gaps) != 1:
        raise ValueError(
            "The pairs of places must be equally far apart, and these are "
            f"{' and '.join(map(str, sorted(gaps)))} apart."
        )

    def draw(room):
        wide = room >= WIDE
        r, count = (62 if wide else 42), len(places) + 1
        page = Canvas(room, 2 * r + 96)
        step = room / count
        for i, pair in enumerate([None, *places]):
            x, y = step * (i + 0.5), r + 34
            turns = (0, 0) if pair is None else pair
            hands = (
                (query + rate * turns[0], "query", "q"),
                (key + rate * turns[1], "key", "k"),
            )
            _clock(page, x, y, r, hands)
            if pair is not None:
                ends = [
                    (x + r * 0.45 * cos(a), y - r * 0.45 * sin(a)) for a, *_ in hands
                ]
                (ax, ay), (bx, by) = ends
                bend = f"M{ax:.1f} {ay:.1f}A{r * 0.45:.1f} {r * 0.45:.1f} 0 "
                bend += f"{int((hands[1][0] - hands[0][0]) % (2 * pi) > pi)} 0"
                page.path("line lit", f"{bend} {bx:.1f} {by:.1f}", 3)
            words = "as they are" if pair is None else f"places {pair[0]} and {pair[1]}"
            page.text(x, 2 * r + 80, words, "q s")
        return page

    (gap,) = gaps
    return Drawing(
        number,
        "Two of the numbers of a query (violet) and of a key (olive), as hands. Each "
        "is turned by its place times the same angle. Ten places further on both have "
        f"gone round, and the angle between them (amber) is the same: {gap} places’ "
        "worth more than at the left. So the score knows only how far apart two words "
        "are.",
        "Three dials with two hands each. On the left the hands before any turn; then "
        + " and ".join(f"at places {a} and {b}" for a, b in places)
        + ", where the hands point elsewhere and the angle between them is equal.",
        draw,
    )


# ---- a penalty for distance ----------------------------------------------------------


def penalties(number, heads=4, trained=128, length=256):
    """What is left of a weight after a penalty for distance, head by head."""
    if not 0 < trained < length:
        raise ValueError(f"{trained} must be less than the {length} that are read.")
    slopes = [2 ** (-8 * (h + 1) / heads) for h in range(heads)]

    def draw(room):
        wide = room >= WIDE
        left, high = (40, 170) if wide else (34, 170)
        long, floor = room - left - (100 if wide else 14), high + 30
        page = Canvas(room, floor + 40)
        ticks = [(0, "0"), (trained, str(trained)), (length, str(length))]
        along = page.axis(left, floor, long, 0, length, ticks, "letters back")
        up = page.axis(
            left, floor, high, 0, 1, [0, 0.5, 1], "weight left", upright=True
        )
        edge = along(trained)
        page.line((edge, floor), (edge, floor - high), names="lit control", head=False)
        page.text(edge + 6, floor - high - 6, "not seen in training", "lit s", "start")
        for k, slope in enumerate(slopes):
            far = [length * (k / 60) ** 2 for k in range(61)]
            points = [(along(d), up(exp(-slope * d))) for d in far]
            page.line(*points, names="positive", width=1.8, head=False, round=0)
            words = f"1/{1 / slope:.0f}"
            if wide and exp(-slope * length) > 0.03:
                words = f"slope {words}"
                page.text(points[-1][0] + 8, points[-1][1], words, "q s", "start")
            else:
                rest = 0.14 + 0.2 * k  # the steeper, the lower its words
                at = min(-log(rest) / slope, 0.7 * length)
                spot = along(at) + 7, up(exp(-slope * at)) - 3
                page.text(*spot, words, "q s", "start")
        return page

    said = ", ".join(f"1/{1 / slope:.0f}" for slope in slopes)
    return Drawing(
        number,
        f"ALiBi in {heads} heads: what is left of a letter’s weight when it stands so "
        "many places back. The slope is fixed and differs from head to head: steep "
        "ones look near, flat ones far. At the end of the trained length nothing new "
        "begins.",
        f"{heads} falling curves over the distance, from 0 to {length}, with the "
        f"slopes {said}; all run smoothly across a mark at {trained}.",
        draw,
    )


# ---- windows -------------------------------------------------------------------------


def windows(number, window=3, layers=3, length=13):
    """What the last token can have heard of, layer by layer, through a window."""
    if not 1 <= window <= length:
        raise ValueError(f"A window of {window} does not fit {length} tokens.")
    reach = [min(length, 1 + k * (window - 1)) for k in range(layers + 1)]

    def draw(room):
        wide = room >= WIDE
        left, high = (86, 46) if wide else (0, 46)
        cell = (room - left) / length
        page = Canvas(room, high * (layers + 1) + 24)
        for k in range(layers + 1):
            y = high * (layers - k) + 6
            if wide:
                name = "words" if k == 0 else f"layer {k}"
                page.text(0, y + 10, name, "q s", "start")
            for i in range(length):
                x = left + cell * i
                known = length - i <= reach[layers - k]
                with page.group("glow" if known else ""):
                    page.box(x + 2, y, cell - 4, 20, learned=False, round=4)
                if k == 0:
                    continue
                for back in range(window):
                    j = i - back
                    if j < 0:
                        continue
                    seen = known and length - j <= reach[layers - k + 1]
                    page.line(
                        (left + cell * (j + 0.5), y + high),
                        (x + cell / 2, y + 21),
                        names="lit" if seen else "quiet hair",
                        head=False,
                    )
        last = high * layers + 40
        page.text(left + cell * (length - 0.5), last, "last", "q s", "middle")
        return page

    return Drawing(
        number,
        f"A window of {window}: in each layer a token looks at itself and {window - 1} "
        f"before it. What the last one can know of (amber) grows with every layer: "
        f"{reach[-1]} tokens after {layers} layers, for the price of {window}.",
        f"{layers + 1} rows of {length} cells, joined by lines. From the last cell of "
        f"the upper row a cone widens downwards, over {', '.join(map(str, reach[1:]))} "
        "cells.",
        draw,
    )


# ---- tiles ---------------------------------------------------------------------------


def tiles(number, scores, values, tile=2):
    """A softmax that does not wait for the end of its row, tile after tile."""
    scores, values = [*map(float, scores)], [*map(float, values)]
    if len(scores) != len(values) or len(scores) % tile:
        raise ValueError(
            f"{len(scores)} scores and {len(values)} values do not fall into tiles of "
            f"{tile}."
        )
    states, most, total, sum_ = [], float("-inf"), 0.0, 0.0
    for at in range(0, len(scores), tile):
        part = scores[at : at + tile]
        now = max(most, *part)
        factor = exp(most - now) if states else 0.0
        shares = [exp(s - now) for s in part]
        total = total * factor + sum(shares)
        pairs = zip(shares, values[at : at + tile], strict=True)
        sum_ = sum_ * factor + sum(w * v for w, v in pairs)
        most = now
        states.append((now, factor, total, sum_))
    count = len(states)

    def draw(room):
        wide = room >= WIDE
        cell = min(46, (room - (70 if wide else 4)) / len(scores))
        left = 70 if wide else 2
        page = Canvas(room, 214 if wide else 238)
        top = 8 if wide else 26
        for name, row, y in (("scores", scores, top), ("values", values, top + 62)):
            spot = (0, y + 15) if wide else (2, y - 12)
            page.text(*spot, name, "q s", "start")
            page.strip(
                left,
                y,
                row,
                "" if name == "scores" else "value",
                cell=cell,
                high=30,
                digits=1,
            )
        for k, (most, factor, total, sum_) in enumerate(states, 1):
            x = left + cell * tile * (k - 1)
            with page.group("glow", at=[k]):
                page.rect("frame", x - 2, top - 4, cell * tile + 4, 102, 6)
            with page.group("", at=[k]):
                y = top + 128
                for i, (name, value, how) in enumerate(
                    (
                        ("largest so far", most, ""),
                        ("sum of $e^{s-m}$", total, f"old × {factor:.2f} + new"),
                        ("the same times $v$", sum_, f"old × {factor:.2f} + new"),
                    )
                ):
                    at = y + 24 * i
                    page.text(2, at, name, "q s", "start")
                    page.text(190, at, f"{value:.2f}".replace("-", "−"), "", "end")
                    if k > 1 and how:
                        page.text(204, at, how, "lit s", "start")
                if k == count:
                    answer = f"{sum_:.2f} / {total:.2f} = {sum_ / total:.2f}"
                    spot = (room - 4, y) if wide else (room - 4, y - 0)
                    page.text(*spot, answer.replace("-", "−"), "right", "end")
        return page

    steps = []
    for k, (_, factor, *_) in enumerate(states, 1):
        if k == 1:
            said = "The first tile alone: its largest score, its sum, its mixture."
        elif factor < 1:
            said = f"A larger score has come: what was summed shrinks by {factor:.2f}."
        else:
            said = "No larger score: what was summed stays, and the new is added."
        steps.append((f"tile {k}", said))
    return Drawing(
        number,
        f"A row of {len(scores)} scores in tiles of {tile}. Three numbers are kept: "
        "the largest score so far, the sum of the exponentials, and the same sum with "
        "each value. Whenever a larger score comes, both sums are scaled down. At the "
        "end their ratio is the softmax mixture, and no row was ever whole.",
        f"Scores {', '.join(f'{s:g}' for s in scores)} and values below them, cut into "
        f"{count} tiles; under them the three running numbers after each tile.",
        draw,
        steps,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield turning("20.2")
    yield penalties("20.12")
    yield windows("20.6")
    yield tiles("20.7", [0.2, 1.1, 2.4, -0.5, 0.7, 1.9], [1, -1, 2, 0.5, -2, 1])
