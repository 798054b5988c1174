"""Chapter 5: slopes, going downhill, one net there and back, and a plane that folds."""

from itertools import pairwise
from math import exp, hypot

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.canvas import listed, point


def _logistic(x):
    """1 / (1 + exp(-x)), far out without overflow."""
    return 1 / (1 + exp(-x)) if x > -700 else 0.0


def _way(places):
    """A path through the places."""
    return "M" + "L".join(point(x, y) for x, y in places)


def _steps(low, high, count):
    """So many numbers from low to high, both ends among them."""
    return [low + (high - low) * k / (count - 1) for k in range(count)]


# ---- step and slope ------------------------------------------------------------------

NUDGE = 0.7  # by how much the total input is moved


def _panel(page, x, y, title, function, derivative, jump):
    """A function of the total input, what a nudge does to it, and its derivative."""
    wide, high = 250, 96
    page.text(x, y - 30, title, "b", "start")
    across = page.axis(x, y + high, wide, -6, 6, [-6, 0, 6])
    up = page.axis(x, y + high, high, 0, 1, [0, 1], "output", upright=True)
    inputs = _steps(-6, 6, 97)
    with page.group("positive"):
        if jump:
            ends = across(-6), across(0), across(6)
            page.path("line", f"M{point(ends[0], up(0))}H{ends[1]:.0f}", 2.2)
            page.path("line", f"M{point(ends[1], up(1))}H{ends[2]:.0f}", 2.2)
            page.path("line control", f"M{point(ends[1], up(0))}V{up(1):.0f}")
        else:
            page.path("line", _way([(across(v), up(function(v))) for v in inputs]), 2.2)
    here, there = 0.9, 0.9 + NUDGE
    with page.group("lit"):
        for value in (here, there):
            page.dot(across(value), up(function(value)), r=4)
    change = function(there) - function(here)
    words = f"the output moves: {printed(change) if change else 0}"
    page.text(across(here) + 11, up(function(here)) + 16, words, "lit s", "start")
    page.text(x, y + high + 42, "derivative", "q s", "start")
    low = y + high + 108
    across = page.axis(x, low, wide, -6, 6, [-6, 0, 6], "total input $x$")
    up = page.axis(x, low, 46, 0, 0.25, [0, (0.25, "¼")], upright=True)
    slopes = [derivative(value) for value in inputs]
    curve = _way([(across(v), up(s)) for v, s in zip(inputs, slopes, strict=True)])
    with page.group("back"):
        page.path("line", curve, 2.2)


def step_and_slope(number):
    """The unit of 1943 and the unit of 1986: outputs, and their derivatives."""

    def slope(x):
        return _logistic(x) * (1 - _logistic(x))

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 290 if wide else 600)
        second = (404, 44) if wide else (42, 354)
        place = 42, 44
        step = lambda x: float(x > 0)
        flat = lambda x: 0.0
        _panel(page, *place, "1943: all or none", step, flat, jump=True)
        _panel(page, *second, "1986: the logistic function", _logistic, slope, False)
        return page

    return Drawing(
        number,
        "Two units, and below them their derivatives (red). Nudge the total input: the "
        "step answers with nothing, and its derivative is 0 wherever it has one. The "
        "logistic unit answers a little, and its derivative says how much.",
        "Left, a step from 0 to 1 whose derivative is 0 everywhere. Right, an S-shaped "
        "curve from 0 to 1 whose derivative is a hill of height one quarter at 0.",
        draw,
    )


# ---- downhill by eye -----------------------------------------------------------------

BY_EYE = [
    ("1", "**The error for every value of one weight.** The unit starts at the left."),
    ("2", "**The derivative is the slope** here (red). It is negative: to the right, "
          "the error falls."),
    ("3", "**One step**, against the slope, as long as the learning rate times it."),
    ("4", "**Again, and again.** Where the slope is small the steps are, too, and near "
          "the lowest place they nearly stop."),
    ("5", "**A rate that is twelve times as large** jumps over the valley (dotted)."),
]  # fmt: skip


def downhill(number, curve, slope, path, jump):
    """One weight on its way down: the error's curve, the slope, steps, one too long.

    `curve` has the error for some weights, as pairs; `path` the weights of the descent,
    and `jump` those of a descent whose rate is too large.
    """
    curve = [tuple(listed(pair, "A point of the curve")) for pair in curve]
    low, high = curve[0][0], curve[-1][0]

    def at(weight):
        for (a, e), (b, f) in pairwise(curve):
            if a <= weight <= b:
                return e + (f - e) * (weight - a) / (b - a)
        raise ValueError(f"The curve goes from {low:g} to {high:g}, not to {weight:g}.")

    heights = {weight: at(weight) for weight in [*path, *jump]}

    def draw(room):
        page = Canvas(room, 292)
        left, wide, tall, floor = 34, room - 60, 206, 244
        across = page.axis(left, floor, wide, low, high, _marks(low, high), "weight w")
        top = max(e for _, e in curve) * 1.05
        up = page.axis(left, floor, tall, 0, top, [0, 0.5, 1, 1.5], "error E", True)
        page.path("line", _way([(across(w), up(e)) for w, e in curve]), 2)
        here = across(path[0]), up(heights[path[0]])
        rise = slope * (across(1) - across(0)) and slope * (up(1) - up(0))
        run = across(1) - across(0)
        with page.group("back", at=[2, 3]):
            ends = [(here[0] + k * run, here[1] + k * rise) for k in (-0.9, 1.7)]
            page.line(*ends, head=False, width=2)
            text = f"slope {printed(slope)}"
            page.text(here[0] + 1.9 * run, here[1] + 1.7 * rise, text, "back", "start")
        for k, (a, b) in enumerate(pairwise(path)):
            steps = [3, 4, 5] if not k else [4, 5]
            with page.group("lit", at=steps, wait=(4, 0.3 * k)):
                ends = (across(a), up(heights[a])), (across(b), up(heights[b]))
                page.path("line", _way(ends), 1.2)
                page.dot(*ends[1], r=4)
        with page.group("lit"):
            page.dot(*here, r=6)
        page.text(here[0] + 12, here[1] - 10, "start", "lit s", "start")
        with page.group("negative", at=[5]):
            ends = (
                (across(jump[0]), up(heights[jump[0]])),
                (
                    across(jump[1]),
                    up(heights[jump[1]]),
                ),
            )
            rise = (ends[0][1] + ends[1][1]) / 2 - 60
            page.path(
                "line control",
                f"M{point(*ends[0])}Q{point(sum(e[0] for e in ends) / 2, rise)} "
                f"{point(*ends[1])}",
                2.4,
            )
            page.dot(*ends[1], r=4)
            page.text(ends[1][0], ends[1][1] - 15, "too far", "negative s")
        return page

    return Drawing(
        number,
        "Descent by eye: the error of one unit for every value of its only weight, and "
        "a ball that is moved against the slope under it (amber).",
        f"A curve with one valley. A ball starts at weight {printed(path[0], 1)} with "
        f"the slope {printed(slope)} and comes down in {len(path) - 1} shrinking steps "
        f"to {printed(path[-1], 1)}; with a larger rate it lands at "
        f"{printed(jump[1], 1)}, on the other side.",
        draw,
        BY_EYE,
    )


def _marks(low, high):
    """Even numbers between two ends."""
    return [k for k in range(-40, 41, 2) if low <= k <= high]


# ---- one net, there and back ---------------------------------------------------------


def _passes(weights, x, d):
    """All numbers of a 2–2–1 net for one case: forwards, and equations 4 to 7."""
    (w1, b1), (w2, b2) = weights
    if [len(w1), *map(len, w1), len(b1), len(w2), len(x)] != [2] * 6:
        raise ValueError(
            "This drawing has two inputs, two hidden units and one output: give it "
            "((two rows of two weights, two biases), (two weights, a bias)), and an "
            "input of two numbers."
        )
    totals = [sum(x[i] * w1[i][j] for i in range(2)) + b1[j] for j in range(2)]
    hidden = [_logistic(total) for total in totals]
    total = sum(h * w2[j] for j, h in enumerate(hidden)) + b2
    y = _logistic(total)
    dy = y - d
    dx = dy * y * (1 - y)
    dh = [dx * w2[j] for j in range(2)]
    below = [dh[j] * hidden[j] * (1 - hidden[j]) for j in range(2)]
    return {
        "totals": totals, "hidden": hidden, "total": total, "y": y,
        "dy": dy, "dx": dx, "dh": dh, "below": below,
        "up": [dx * h for h in hidden],
        "low": [[below[j] * x[i] for j in range(2)] for i in range(2)],
    }  # fmt: skip


def _told(n, weights, d):
    """The sentences of the steps, with the numbers that they speak of."""
    (_, _), (w2, _) = weights
    p = printed
    y, dy, dx = p(n["y"]), p(n["dy"]), p(n["dx"], 3)
    dh, below = (
        [p(v, 3) for v in n["dh"]],
        [p(v, 4) for v in n["below"]],
    )
    return [
        ("forwards", "**(1), (2).** Each unit adds up what comes in, and the sum "
                     "becomes "
                     f"its state. The output is {y}; it should be {p(d, 0)}."),
        ("(4)", f"**(4).** The output is off by {y} − {p(d, 0)} = {dy}. That is the "
                "derivative of the error by the output."),
        ("(5)", f"**(5).** Through the slope of the unit, {y} × (1 − {y}): for its "
                f"total "
                f"input it is {dx}."),
        ("(7)", f"**(7).** Down each wire, times its weight: {dx} × {p(w2[0], 1)} = "
                f"{dh[0]} to the left hidden unit, {dx} × {p(w2[1], 1)} = {dh[1]} to "
                f"the "
                "right one. This is what nobody could tell them before."),
        ("(5)", "**(5), again**, through the slope of each hidden unit: "
                f"{below[0]} and {below[1]}."),
        ("(6)", "**(6).** A weight’s own derivative is what arrives at its upper end "
                "times the state at its lower end."),
    ]  # fmt: skip


def _unit(page, x, y, state):
    """A unit with its state inside."""
    page.circle("learned", x, y, 21)
    page.text(x, y, state, "b")


def _wire(page, start, end, steps=(), width=None):
    """A wire upwards; and with a width, in red beside it, what is paid down."""
    (x1, y1), (x2, y2) = start, end
    long = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    begin = x1 + 23 * ux, y1 + 23 * uy
    stop = x2 - 23 * ux, y2 - 23 * uy
    page.line(begin, stop)
    side = 9 if x2 > x1 else -9  # on the inside
    back = [(px - uy * side, py + ux * side) for px, py in (stop, begin)]
    if width:
        with page.group("back", at=steps):
            page.line(*back, width=width)


def there_and_back(number, weights, x, d):
    """One case through a small net and back: states upwards, derivatives downwards.

    `weights` is ((rows of weights from each input, biases), (weights, bias)).
    """
    n = _passes(weights, x, d)
    (w1, b1), (w2, b2) = weights
    largest = max(map(abs, n["dh"]))

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 376)
        middle, far = room / 2, 165 if wide else 84
        ins = [(middle - far, 318), (middle + far, 318)]
        hid = [(middle - far, 186), (middle + far, 186)]
        out = (middle, 54)
        for i in range(2):
            for j in range(2):
                _wire(page, ins[i], hid[j])
        for j in range(2):
            width = 1.2 + 6 * abs(n["dh"][j]) / largest
            _wire(page, hid[j], out, [4, 5, 6], width)
        _lower_weights(page, ins, hid, w1, n, x)
        _upper_weights(page, hid, out, w2, n)
        for place, value in zip(ins, x, strict=True):
            page.box(place[0] - 17, place[1] - 17, 34, 34, printed(value, 0), False)
        for j, place in enumerate(hid):
            side, anchor = (-29, "end") if j == 0 else (29, "start")
            _unit(page, *place, printed(n["hidden"][j]))
            page.text(place[0] + side, place[1] - 9, f"bias {printed(b1[j], 1)}",
                      "q s", anchor)  # fmt: skip
            with page.group("back", at=[5, 6]):
                text = printed(n["below"][j], 4)
                page.text(place[0] + side, place[1] + 9, text, "back b s", anchor)
        _unit(page, *out, printed(n["y"]))
        page.text(out[0] - 29, out[1], f"bias {printed(b2, 1)}", "q s", "end")
        with page.group("right"):
            page.text(out[0], 16, f"wanted {printed(d, 0)}", "right s")
        with page.group("back", at=[2, 3, 4, 5, 6]):
            page.text(out[0] + 29, out[1] - 9, printed(n["dy"]), "back s", "start")
        with page.group("back", at=[3, 4, 5, 6]):
            text = printed(n["dx"], 3)
            page.text(out[0] + 29, out[1] + 9, text, "back b s", "start")
        return page

    text = printed(n["y"])
    return Drawing(
        number,
        "One case of XOR on its way up, and its error on its way down (red, as thick "
        "as it is large). Black numbers at the wires are the weights, red ones their "
        "derivatives; a bold red number is also the bias’s derivative.",
        f"A net of two inputs, two hidden units and one output, which is {text} "
        f"instead "
        f"of {printed(d, 0)}. Red: {printed(n['dx'], 3)} at the output’s total input, "
        f"{printed(n['dh'][0], 3)} and {printed(n['dh'][1], 3)} paid down to the "
        f"hidden "
        f"units, {printed(n['below'][0], 4)} and {printed(n['below'][1], 4)} at their "
        "total inputs.",
        draw,
        _told(n, weights, d),
    )


def _upper_weights(page, hid, out, w2, n):
    """The weights of the output, each with its derivative."""
    for j, (x, y) in enumerate(hid):
        mx, my = x + (out[0] - x) * 0.4, y + (out[1] - y) * 0.4
        side, anchor = (-16, "end") if j == 0 else (16, "start")
        page.text(mx + side, my - 7, printed(w2[j], 1), "s", anchor)
        with page.group("back", at=[6]):
            page.text(mx + 2 * side, my + 9, printed(n["up"][j], 4), "back s", anchor)


def _lower_weights(page, ins, hid, w1, n, x):
    """The weights from the inputs, each with its derivative."""
    for i, (ix, iy) in enumerate(ins):
        for j, (hx, hy) in enumerate(hid):
            straight = i == j
            part = 0.5 if straight else 0.26
            mx, my = ix + (hx - ix) * part, iy + (hy - iy) * part
            left = (i == 0) == straight
            side, anchor = (-9, "end") if left else (9, "start")
            if not straight:
                side, anchor = (9, "start") if i == 0 else (-9, "end")
                my += 12
            page.text(mx + side, my, printed(w1[i][j], 1), "s", anchor)
            if n["low"][i][j] or x[i] == 0:
                with page.group("back", at=[6]):
                    value = printed(n["low"][i][j], 4) if x[i] else "0"
                    page.text(mx + side, my + 15, value, "back s", anchor)


# ---- what comes down, and what is added up -------------------------------------------


def handed_down(number, slopes, weights):
    """A hidden unit that feeds three others: equation 7, with numbers.

    `slopes` are the derivatives by the total inputs of the units above, and `weights`
    those of the wires to them.
    """
    if not len(slopes) == len(weights) == 3:
        raise ValueError("Three units above have three derivatives and three weights.")
    parts = [a * w for a, w in zip(slopes, weights, strict=True)]
    largest = max(map(abs, parts)) or 1
    terms = printed(parts[0]) + "".join(
        f" {'−' if part < 0 else '+'} {printed(abs(part))}" for part in parts[1:]
    )
    total = printed(sum(parts))

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 262)
        low, far = (room / 2, 206), 210 if wide else 112
        tops = [(room / 2 + far * k, 56) for k in (-1, 0, 1)]
        for place, slope, weight, part in zip(
            tops, slopes, weights, parts, strict=True
        ):
            _wire(page, low, place, (), 1.2 + 6 * abs(part) / largest)
            page.circle("learned", *place, 21)
            page.text(place[0], 16, printed(slope, 1), "back b s")
            side = (place[0] > low[0]) - (place[0] < low[0])
            x = place[0] + 0.36 * (low[0] - place[0]) + (40 if wide else 24) * side
            anchors, spots = ("end", "end"), [(x, 116), (x, 133)]
            if side > 0:
                anchors = "start", "start"
            elif side == 0:
                anchors, spots = ("start", "end"), [(x + 11, 114), (x - 19, 114)]
            words = f"weight {printed(weight, 1)}" if wide else printed(weight, 1)
            page.text(*spots[0], words, "s", anchors[0])
            page.text(*spots[1], printed(part), "back b s", anchors[1])
        with page.group("glow"):
            page.circle("learned", *low, 21)
        page.text(*low, "$y_i$")
        page.text(room / 2, 246, f"{terms} = {total}", "back b s")
        return page

    said = ", ".join(printed(slope, 1) for slope in slopes)
    return Drawing(
        number,
        "What a hidden unit (amber) hears from three units above it: equation (7). "
        "Each sends down what it has itself (red, on top), times the weight of the "
        "wire. What arrives is added.",
        f"A unit below, three above it with the derivatives {said}. Red arrows come "
        f"down to it with {listed_of(parts)}; below it stands {terms} = {total}.",
        draw,
    )


def listed_of(values):
    """Some numbers in words."""
    return ", ".join(map(printed, values))


def pushes(number, momentum, count):
    """The velocity after pushes of 1: all in one direction, and to and fro."""
    if not (0 <= momentum < 1 and count > 1):
        raise ValueError("Momentum is from 0 to below 1, and two pushes are the least.")
    limit = 1 / (1 - momentum)
    ways = {"the same push, again and again": 1, "to and fro, by turns": -1}
    paths = []
    for turn in ways.values():
        velocity, path = 0, []
        for t in range(count):
            velocity = momentum * velocity + turn**t
            path.append(velocity)
        paths.append(path)

    def draw(room):
        wide = room >= WIDE
        across_room = 280 if wide else room - 40
        page = Canvas(room, 196 if wide else 392)
        for k, (words, path) in enumerate(zip(ways, paths, strict=True)):
            x, y = (34 + 350 * k, 30) if wide else (34, 30 + 196 * k)
            page.text(x, y - 16, words, "b s", "start")
            up = page.axis(x, y + 120, 120, 0, limit, [0, limit], upright=True)
            ends = 0, count + 1
            across = page.axis(x, y + 120, across_room, *ends, words=f"{count} pushes")
            page.path("line quiet hair", f"M{point(x, up(limit))}h{across_room}")
            colour = ("positive", "negative")[k]
            with page.group(colour):
                for t, velocity in enumerate(path, 1):
                    page.path("line", f"M{point(across(t), up(0))}"
                              f"V{up(velocity):.1f}", 4)  # fmt: skip
        return page

    ends = [printed(abs(path[-1]), 1) for path in paths]
    return Drawing(
        number,
        f"How fast a weight moves after each push of size 1, with momentum "
        f"{momentum:g}. When all push one way, they add up, to 1 + {momentum:g} + "
        f"{printed(momentum**2)} + … = {limit:.0f}. To and fro, each takes back what "
        "the one before had given.",
        "Two rows of bars. Pushes in one direction: the bars climb from 1 to "
        f"{ends[0]}. To and fro: they shrink from 1 to about {ends[1]}.",
        draw,
    )


# ---- two weights, two ways down ------------------------------------------------------

TWO_WAYS = [
    ("1", "**The error from above.** Each line joins places of the same error; the "
          "valley is long, narrow and slanting, and the cross is its lowest place."),
    ("2", "**Plain gradient descent (8)** goes straight against the slope, across the "
          "valley and back, and creeps along its bottom."),
    ("3", "**With momentum (9)** what points to and fro cancels, and what points along "
          "the valley adds up."),
]  # fmt: skip


def surface(number, weights, biases, errors, plain, momentum, levels, lowest):
    """Lines of equal error over two weights, and two descents of the same length.

    `errors` has a row for each of the biases and a column for each of the weights;
    `lowest` is the weight and the bias of the lowest place.
    """
    import contourpy

    if [len(errors), *{len(row) for row in errors}] != [len(biases), len(weights)]:
        raise ValueError(
            "The surface needs a row of errors for each bias, with one error for each "
            f"weight: {len(biases)} rows of {len(weights)}."
        )
    lines = contourpy.contour_generator(weights, biases, errors)
    ways = [lines.lines(level) for level in levels]

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 392 if wide else 340)
        left, tall = 40, 320 if wide else 268
        floor = tall + 26
        ends = weights[0], weights[-1]
        across = page.axis(left, floor, room - 50, *ends, _marks(*ends), "weight w")
        ends = biases[0], biases[-1]
        up = page.axis(left, floor, tall, *ends, _marks(*ends), "bias", upright=True)
        for found in ways:
            for way in found:
                places = [(across(x), up(y)) for x, y in thinned(way.tolist())]
                page.path("line quiet hair", _way(places))
        x, y = across(lowest[0]), up(lowest[1])
        page.path("line", f"M{point(x - 7, y - 7)}l14 14m0 -14l-14 14", 2)
        page.text(x + 12, y - 10, "lowest", "s", "start")
        for at, path, names, words in (
            ([2, 3], plain, "positive", "plain"),
            ([3], momentum, "lit", "momentum"),
        ):
            with page.group(names, at=at):
                places = [(across(w), up(b)) for w, b in path]
                page.path("line", _way(places), 1.6)
                for place in places:
                    page.dot(*place, r=2)
                x, y = places[-1]
                page.dot(x, y, r=6)
                page.text(x - 10, y + 16, words, f"{names} b s", "end")
        x, y = across(plain[0][0]), up(plain[0][1])
        page.dot(x, y, r=6)
        page.text(x - 11, y, "start", "s", "end")
        return page

    a, b = ([printed(v, 1) for v in path[-1]] for path in (plain, momentum))
    return Drawing(
        number,
        "The error over a weight and a bias, seen from above, and two ways down from "
        f"the same start, {len(plain) - 1} steps each at the same rate. The cross is "
        "the lowest place; with momentum the ball has rolled a little past it.",
        "Lines of equal error around a long slanting valley. Plain descent zigzags and "
        f"ends at weight {a[0]}, bias {a[1]}; with momentum it runs down the valley "
        f"and a little past the lowest place, to {b[0]} and {b[1]}.",
        draw,
        TWO_WAYS,
    )


def thinned(places, least=0.03):
    """The places without those that are very near to the last one kept."""
    kept = [places[0]]
    for place in places[1:-1]:
        if hypot(place[0] - kept[-1][0], place[1] - kept[-1][1]) > least * 4:
            kept.append(place)
    return [*kept, places[-1]]


# ---- a plane that folds --------------------------------------------------------------


def _state(weights, x):
    """The states of two hidden units and of the output."""
    w1, b1, w2, b2 = weights
    hidden = [_logistic(x[0] * w1[0][j] + x[1] * w1[1][j] + b1[j]) for j in range(2)]
    return hidden, _logistic(hidden[0] * w2[0] + hidden[1] * w2[1] + b2)


def _cut(a, b, c, low, high):
    """Where the line a x + b y + c = 0 crosses a square, or nothing."""
    found = []
    for value in (low, high):
        if abs(b) > 1e-9 and low <= -(a * value + c) / b <= high:
            found.append((value, -(a * value + c) / b))
        if abs(a) > 1e-9 and low <= -(b * value + c) / a <= high:
            found.append((-(b * value + c) / a, value))
    return [min(found), max(found)] if len(found) > 1 else []


def _four(page, places, weights, cases):
    """The four cases: filled where 1 is wanted, a ring where 0 is."""
    for (x, d), (px, py) in zip(cases, places, strict=True):
        right = (_state(weights, x)[1] > 0.5) == (d > 0.5)
        with page.group("right" if d else "quiet"):
            if d:
                page.dot(px, py, r=7)
            else:
                page.circle("hollow", px, py, 6.5)
        if not right:
            with page.group("back"):
                page.path("line", f"M{point(px - 10, py - 10)}l20 20m0 -20l-20 20", 1.6)


def _plane(page, x, y, side, weights, cases):
    """The inputs' plane with the line at which each hidden unit changes its mind."""
    low, high = -0.35, 1.35
    w1, b1, _, _ = weights
    at = lambda p, q: (
        x + (p - low) / (high - low) * side,
        y + side - (q - low) / (high - low) * side,
    )
    page.rect("edge quiet", x, y, side, side, round=3)
    for j, names in enumerate(("positive", "negative")):
        ends = _cut(w1[0][j], w1[1][j], b1[j], low, high)
        if ends:
            with page.group(names):
                page.line(*(at(*end) for end in ends), head=False, width=2.2)
    _four(page, [at(*case) for case, _ in cases], weights, cases)
    return at


def _folded(page, x, y, side, weights, cases):
    """The hidden units' plane: where the grid of inputs lies in it, and the cut."""
    at = lambda p, q: (x + p * side, y + side - q * side)
    page.rect("edge quiet", x, y, side, side, round=3)
    for k in range(5):
        for turn in (False, True):
            line = []
            for t in _steps(0, 1, 13):
                case = (k / 4, t) if turn else (t, k / 4)
                line.append(at(*_state(weights, case)[0]))
            page.path("line quiet hair", _way(line))
    ends = _cut(*weights[2], weights[3], 0, 1)
    if ends:
        with page.group("lit"):
            page.line(*(at(*end) for end in ends), head=False, width=2.4)
    _four(page, [at(*_state(weights, case)[0]) for case, _ in cases], weights, cases)


def folding(number, moments, cases):
    """XOR's plane as the hidden units see it, at some moments of the training.

    Each of the moments is (title, sentence, (w1, b1, w2, b2)); a case is ((x, y), d).
    """
    count = len(moments)
    for title, _, (w1, b1, w2, _) in moments:
        if [len(w1), *map(len, w1), len(b1), len(w2)] != [2] * 5:
            raise ValueError(
                f"The net at {title} has not two inputs and two hidden units, and only "
                "such a net can be drawn in two planes."
            )

    def draw(room):
        wide = room >= WIDE
        side = 250 if wide else 236
        page = Canvas(room, 316 if wide else 592)
        first = 60, 30
        second = (396, 30) if wide else (60, 324)
        page.text(first[0], 12, "the inputs", "b s", "start")
        page.text(second[0], second[1] - 18, "the same, as the hidden units see it",
                  "b s", "start")  # fmt: skip
        for k, (_, _, weights) in enumerate(moments, start=1):
            with page.group(at=[k]):
                _plane(page, *first, side, weights, cases)
                _folded(page, *second, side, weights, cases)
        page.text(first[0] + side / 2, first[1] + side + 16, "$x_1$", "q")
        page.text(first[0] - 16, first[1] + side / 2, "$x_2$", "q")
        with page.group("positive"):
            page.text(second[0] + side / 2, second[1] + side + 16, "hidden 1",
                      "positive s")  # fmt: skip
        page.text(second[0] - 8, second[1] + side / 2, "hidden 2" if wide else "2",
                  "negative s", "end")  # fmt: skip
        return page

    right = [
        sum((_state(w, x)[1] > 0.5) == (d > 0.5) for x, d in cases)
        for _, _, w in moments
    ]
    return Drawing(
        number,
        "XOR, learned. Green: 1 is wanted; a ring: 0 is; crossed out: wrong. Left, the "
        "line at which each hidden unit is undecided (blue, orange). Right, the grid "
        "of "
        "inputs as the two hidden units report it, and the output’s line (amber).",
        "Two squares with four points each, at "
        f"{count} moments; right in {', '.join(map(str, right))} of 4 cases. At the "
        f"end "
        "two parallel lines cut the input square, and in the hidden square the two "
        "wanted corners have been folded onto one another, apart from the others.",
        draw,
        [(title, sentence) for title, sentence, _ in moments],
    )


# ---- why it stops --------------------------------------------------------------------

GROUNDS = (  # title, words, height, the ball, its ways down: (from, to)
    ("a plateau", "nearly flat: slow, not lost",
     lambda x, y: 0.75 / (1 + exp(8 * (x - 0.45))) - 0.06 * x + 0.12 * y * y,
     -0.45, ((-0.2, 0.25),)),
    ("a saddle", "up this way, down that way",
     lambda x, y: 0.55 - 0.5 * x * x + 0.5 * y * y, 0.0, ((-0.25, -0.7), (0.25, 0.7))),
    ("a poor minimum", "up in every direction",
     lambda x, y: 0.95 - 0.55 * exp(-((x + 0.5) ** 2 + 0.6 * y * y) / 0.09)
     - 0.95 * exp(-((x - 0.45) ** 2 + 0.6 * y * y) / 0.1), -0.5, ()),
)  # fmt: skip


def grounds(number):
    """Three places where descent seems to have stopped, as land that is cut open."""

    def panel(page, x, y, ground):
        title, words, height, ball, ways = ground

        def at(p, q):
            """A place of the land: p to the right, q to the back."""
            return x + p * 84 + q * 26, y - height(p, q) * 74 - q * 34

        def ridge(q, low=-1, high=1, lift=0, many=24):
            """The line of the land at a depth."""
            places = (at(p, q) for p in _steps(low, high, many))
            return _way([(px, py - lift) for px, py in places])

        for q in (0.25, 0.5, 0.75, 1):
            page.path("line quiet hair", ridge(q))
        for k in range(9):
            p = -1 + k / 4
            page.path("line quiet hair", _way([at(p, q) for q in _steps(0, 1, 6)]))
        cut = ridge(0, many=41)
        page.path("track", f"{cut}L{x + 84:.1f} {y + 26}L{x - 84:.1f} {y + 26}z")
        page.path("line", cut, 2.4)
        with page.group("lit"):
            px, py = at(ball, 0)
            page.dot(px, py - 8, r=7.5)
            for low, high in ways:
                page.path("line", ridge(0, low, high, 9, 8), 2)
                (x1, y1), (x2, y2) = at(high - (high - low) / 6, 0), at(high, 0)
                far = hypot(x2 - x1, y2 - y1)
                page.head((x2, y2 - 9), (x2 - x1) / far, (y2 - y1) / far, 8)
        page.text(x, y + 48, title, "b")
        page.text(x, y + 67, words, "q s")

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 210 if wide else 630)
        for k, ground in enumerate(GROUNDS):
            place = (106 + 232 * k, 124) if wide else (room / 2 - 12, 124 + 210 * k)
            panel(page, *place, ground)
        return page

    return Drawing(
        number,
        "Three places where learning seems to have stopped, cut open where the ball "
        "lies. On a plateau there is a way down, but it hardly slopes; at a saddle "
        "there is one to either side; in a poor minimum there is none, though a lower "
        "place lies beside it.",
        "Three landscapes, cut open, with a ball on each cut: a nearly flat terrace "
        "before a drop; a ridge that falls to the left and to the right while the land "
        "behind it rises; a shallow hollow beside a deeper one.",
        draw,
    )


# ---- by hand -------------------------------------------------------------------------


def chain(number, x, weights, biases, d):
    """A chain of an input, a hidden unit and an output, with all that is given."""

    def draw(room):
        page = Canvas(room, 112)
        step = min((room - 60) / 2, 190)
        places = [room / 2 + (k - 1) * step for k in range(3)]
        for k in range(2):
            page.line((places[k] + 22, 48), (places[k + 1] - 22, 48))
            middle = (places[k] + places[k + 1]) / 2
            page.text(middle, 34, f"weight {printed(weights[k], 0)}", "s")
            text = f"bias {printed(biases[k], 0)}"
            page.text(places[k + 1], 84, text, "q s")
        page.box(places[0] - 19, 29, 38, 38, printed(x, 0), learned=False)
        for place, name in zip(places[1:], "hy", strict=True):
            page.circle("learned", place, 48, 21)
            page.text(place, 48, f"${name}$")
        page.text(places[2], 14, f"wanted {printed(d, 0)}", "right s")
        page.text(places[0], 84, "input", "q s")
        return page

    return Drawing(
        number,
        "The smallest net with a hidden unit. All numbers have been chosen so that the "
        "way there and back needs no calculator.",
        f"An input {printed(x, 0)}, a wire of weight {printed(weights[0], 0)} to a "
        f"hidden unit with bias {printed(biases[0], 0)}, and a wire of weight "
        f"{printed(weights[1], 0)} to an output with bias {printed(biases[1], 0)}, of "
        f"which {printed(d, 0)} is wanted.",
        draw,
    )


# ---- twins ---------------------------------------------------------------------------


def twins(number, weight):
    """A net for XOR all of whose weights are equal: its hidden units are twins."""

    def draw(room):
        page = Canvas(room, 236)
        middle, far = room / 2, min(room * 0.25, 120)
        ins = [(middle - far, 208), (middle + far, 208)]
        hid = [(middle - far, 122), (middle + far, 122)]
        out = (middle, 30)
        for place in hid:
            for below in ins:
                _wire(page, below, place)
            _wire(page, place, out, [], 3)
        for place, name in zip(ins, "12", strict=True):
            page.box(place[0] - 16, place[1] - 16, 32, 32, f"$x_{name}$", False)
        with page.group("glow"):
            for place in hid:
                page.circle("learned", *place, 21)
        page.circle("learned", *out, 21)
        for place, name in zip([*hid, out], ("$h_1$", "$h_2$", "$y$"), strict=True):
            page.text(*place, name)
        page.text(middle, 122, "=", "big")
        page.text(middle + 34, 26, f"all weights {weight:g}", "q s", "start")
        return page

    return Drawing(
        number,
        "Twins (amber). What comes up is the same for both, and what comes back (red) "
        "is "
        "the same for both: why should they ever part?",
        "Two inputs, two hidden units that are marked as equal, and an output; equally "
        "thick red arrows lead back to both.",
        draw,
    )


# ---- the four lines of every training ------------------------------------------------

ROUND = (
    ("forwards", "model(x)", "(1), (2)"),
    ("loss", "0.5 * (…)", "(3)"),
    ("backwards", "loss.backward()", "(4) – (7)"),
    ("step", "optimiser.step()", "(8), (9)"),
)
CLEARED = "just before: zero_grad()"


def training_round(number):
    """The four things that every training does, again and again."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 132 if wide else 276)
        size = (138, 58) if wide else (148, 58)
        spots = (
            [(24 + 168 * k, 26) for k in range(4)]
            if wide
            else [(10, 22), (182, 22), (182, 156), (10, 156)]
        )
        for k, ((name, code, equations), (x, y)) in enumerate(
            zip(ROUND, spots, strict=True)
        ):
            with page.group("glow" if name == "backwards" else ""):
                page.box(x, y, *size, learned=k in (0, 3))
            page.text(x + size[0] / 2, y + 20, name, "b")
            page.text(x + size[0] / 2, y + 41, code, "s q")
            page.text(x + size[0] / 2, y - 11, equations, "s q")
            if name == "backwards":
                page.text(x + size[0] / 2, y + size[1] + 14, CLEARED, "s q")
        if wide:
            for k in range(3):
                x = spots[k][0] + size[0]
                page.line((x + 3, 55), (x + 27, 55))
            ends = spots[3][0] + 69, spots[0][0] + 69
            page.line((ends[0], 87), (ends[0], 114), (ends[1], 114), (ends[1], 88))
        else:
            page.line((161, 51), (179, 51))
            page.line((256, 83), (256, 138))
            page.line((179, 185), (161, 185))
            page.line((84, 138), (84, 83))
        return page

    return Drawing(
        number,
        "One round of training, with the equations of 1986 above. The third box "
        "(amber) is backpropagation.",
        "Four boxes in a circle: forwards, loss, backwards, step. Just before the "
        "third the old derivatives are cleared.",
        draw,
    )


TODAY = (
    ("forwards", "ReLU, softmax", "logistic units"),
    ("loss", "cross-entropy", "squared error"),
    ("backwards", "the same", "the chain rule"),
    ("step", "Adam", "rate, momentum"),
)


def round_today(number):
    """The round of every training, with what does each of its four jobs today."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 142 if wide else 286)
        size = (138, 58) if wide else (148, 58)
        spots = (
            [(24 + 168 * k, 26) for k in range(4)]
            if wide
            else [(10, 22), (182, 22), (182, 156), (10, 156)]
        )
        for k, ((name, now, then), (x, y)) in enumerate(zip(TODAY, spots, strict=True)):
            same = name == "backwards"
            with page.group("glow" if same else ""):
                page.box(x, y, *size, learned=k in (0, 3))
            middle = x + size[0] / 2
            page.text(middle, y + 20, name, "s q")
            page.text(middle, y + 41, now, "b")
            page.text(middle, y - 11, then, "s q")
        said = "another small batch, drawn at random"
        if wide:
            for k in range(3):
                x = spots[k][0] + size[0]
                page.line((x + 3, 55), (x + 27, 55))
            ends = spots[3][0] + 69, spots[0][0] + 69
            page.line((ends[0], 87), (ends[0], 110), (ends[1], 110), (ends[1], 88))
            page.text(room / 2, 126, said, "s")
            return page
        page.line((161, 51), (179, 51))
        page.line((256, 83), (256, 138))
        page.line((179, 185), (161, 185))
        page.line((84, 138), (84, 83))
        page.text(room / 2, 250, said, "s")
        return page

    return Drawing(
        number,
        "The same round in 2026. In each box stands what does its job today, above it "
        "in grey what did it in 1986. Backpropagation (amber) is unchanged.",
        "Four boxes in a circle. Forwards: ReLU and softmax for logistic units. Loss: "
        "cross-entropy for the squared error. Backwards: the same chain rule. Step: "
        "Adam for rate and momentum. Each round takes a small batch drawn at random.",
        draw,
    )


# ---- when the weights change ---------------------------------------------------------


def when_to_change(number, cases=4, epochs=2):
    """Weights that change once in an epoch, or after every case."""

    def draw(room):
        wide = room >= WIDE
        left = 170 if wide else 6
        step = (room - left - 12) / (cases * epochs)
        page = Canvas(room, 152 if wide else 196)
        rows = (("after all cases (1986)", False), ("after every case", True))
        for r, (name, each) in enumerate(rows):
            y = 44 + 70 * r if wide else 56 + 88 * r
            if wide:
                page.text(left - 16, y, name, "", "end")
            else:
                page.text(left, y - 38, name, "b s", "start")
            for k in range(cases * epochs):
                x = left + step * (k + 0.5)
                page.strip(x - 11, y - 11, [0.5], cell=22, largest=1)
                page.text(x, y, str(k % cases + 1), "s")
                if each or (k + 1) % cases == 0:
                    with page.group("lit"):
                        at = left + step * (k + 1)
                        page.line((at, y - 24), (at, y + 20), head=False, width=3)
        for e in range(epochs):
            x = left + step * cases * e
            page.bracket(x + 6, page.height - 22, step * cases - 12, f"epoch {e + 1}")
        return page

    return Drawing(
        number,
        "Cases (numbered) one after the other, and when the weights change (amber).",
        f"Two rows of {cases * epochs} cases in {epochs} epochs: above, a change after "
        "each epoch; below, a change after each case.",
        draw,
    )


# ---- one unit with its symbols -------------------------------------------------------


def symbols(number):
    """One unit among others, with all the symbols of equations 1 to 9."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 226)
        middle = room / 2
        far = 190 if wide else 112
        for k, name in enumerate(("i", "", "1")):
            y = 46 + 64 * k
            if not name:
                page.text(middle - far, y, "…", "q")
                continue
            page.circle("learned" if name == "i" else "hollow", middle - far, y, 19)
            page.text(middle - far, y, "$y_i$" if name == "i" else "1")
            page.line((middle - far + 21, y), (middle - 25, 104 + (y - 110) * 0.12))
        page.text(middle - far / 2 - 6, 54, "$w_{ji}$")
        page.text(middle - far / 2, 162, "bias", "q s")
        page.circle("learned", middle, 104, 24)
        page.text(middle, 104, "$x_j$")
        page.text(middle, 142, "unit $j$", "q s")
        page.line((middle + 26, 100), (middle + far - 22, 100))
        page.circle("learned", middle + far, 104, 19)
        page.text(middle + far / 2, 84, "$y_j$")
        page.text(middle + far, 104, "…", "q")
        with page.group("back"):
            page.line((middle + far - 22, 111), (middle + 27, 111), width=3)
            low = (middle - 24, 116), (middle - far + 21, 60)
            page.line(*low, width=2)
            above = r"$\partial E/\partial y_j$", r"$\partial E/\partial x_j$"
            page.text(middle + far / 2, 128, above[0], "back s")
            page.text(middle, 172, above[1], "back s")
            page.text(middle - far, 84, r"$\partial E/\partial y_i$", "back s")
            own = r"$\partial E/\partial w_{ji}$ = $\partial E/\partial x_j$ · $y_i$"
            page.text(middle - far / 2 + 30, 206, own, "back s")
        return page

    return Drawing(
        number,
        "One unit with the symbols of this chapter: black upwards, red on the way "
        "back.",
        "A unit i and a constant 1 lead to unit j, which leads on; red arrows lead "
        "back "
        "with the derivatives of E by the state of j, its total input and the state of "
        "i.",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    yield step_and_slope("5.1")
    curve = [(w, 0.2 + 0.02 * (w - 3) ** 2) for w in range(-4, 13)]
    yield downhill("5.2", curve, -0.24, [-3, -1.8, -0.8, 0.4], [-3, 9])
    weights = (([[2.0, -1.5], [-1.0, 2.5]], [-0.5, 0.3]), ([1.5, -2.0], 0.4))
    yield there_and_back("5.3", weights, [1, 0], 1)
    import numpy as np

    w, b = np.linspace(-1, 5, 31), np.linspace(-9, 1, 31)
    errors = (w[None] + 0.5 * b[:, None]) ** 2 + 0.1 * (w[None] - 3) ** 2
    plain = [(0, 0), (1, -1), (1.5, -3)]
    ways = plain, [(0, 0), (2, -5)]
    yield surface("5.4", w, b, errors, *ways, [0.5, 1, 2], (3, -6))
    cases = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)]
    end = [[6, 5], [6, 5]], [-3, -8], [8, -9], -3.5
    start = [[0.1, -0.2], [0.2, 0.1]], [0.1, 0], [0.1, 0.2], -0.1
    moments = [("0", "The start.", start), ("900", "The end.", end)]
    yield folding("5.5", moments, cases)
    yield grounds("5.6")
    yield chain("5.21", 1, [0, 4], [0, -2], 1)
    yield twins("5.22", 0.5)
    yield training_round("5.23")
    yield round_today("5.26")
    yield when_to_change("5.24")
    yield symbols("5.25")
    yield handed_down("5.27", [0.2, -0.1, 0.3], [1.5, 2.0, 0.5])
    yield pushes("5.28", 0.9, 30)
