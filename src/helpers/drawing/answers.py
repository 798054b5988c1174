"""Chapter 21: a model that continues, and what turns it into one that answers."""

from math import exp, log, sqrt

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed
from helpers.drawing.canvas import listed

# ---- the tree of an answer -----------------------------------------------------------


def _beginnings(shares, least):
    """How much goes through each beginning of an answer, if it is enough to be seen."""
    found = {}
    for answer, share in shares.items():
        for end in range(len(answer) + 1):
            found[answer[:end]] = found.get(answer[:end], 0) + share
    return {begin: share for begin, share in found.items() if share >= least}


def tree(number, question, shares, right, wrong, caption=None, least=0.03):
    """The digits of an answer as a tree, each branch as thick as it is probable.

    `shares` maps whole answers, such as "072", to their probabilities.
    """
    if right not in shares or wrong not in shares:
        raise ValueError(f"The shares must name {right} and {wrong}.")
    begins = _beginnings(shares, least)
    leaves = sorted(begin for begin in begins if len(begin) == len(right))
    if not leaves:
        raise ValueError(f"No answer has a share of {least:g} or more.")

    def draw(room):
        wide = room >= WIDE
        left, right_side = (128, 120) if wide else (70, 96)
        high = 44
        page = Canvas(room, high * len(leaves) + 30)
        step = (room - left - right_side) / len(right)
        lines = {leaf: high * (k + 0.5) + 12 for k, leaf in enumerate(leaves)}

        def place(begin):
            below = [lines[leaf] for leaf in leaves if leaf.startswith(begin)]
            return left + step * len(begin), sum(below) / len(below)

        def kind(begin):
            if right.startswith(begin) == wrong.startswith(begin):
                return "quiet"  # both go this way, or neither
            return "right" if right.startswith(begin) else "negative"

        shown = [b for b in begins if any(leaf.startswith(b) for leaf in leaves)]
        for begin in sorted(shown, key=len):
            if begin:
                names = f"{kind(begin)} flow"
                width = max(1.5, 22 * begins[begin])
                page.curve(
                    place(begin[:-1]), place(begin), names, width=width, head=False
                )
        page.text(left - 12, place("")[1], question, "w", "end")
        for begin in shown:
            x, y = place(begin)
            if begin:
                page.circle("hollow", x, y, 12)
                page.text(x, y, begin[-1], "b" if kind(begin) != "quiet" else "")
        for leaf, y in lines.items():
            names = {right: "right b", wrong: "negative b"}.get(leaf, "q")
            words = f"{leaf}  {printed(begins[leaf])}"
            page.text(left + step * len(right) + 22, y, words, f"{names} s", "start")
        return page

    told = ", ".join(f"{leaf} with {begins[leaf]:.2f}" for leaf in leaves)
    return Drawing(
        number,
        caption
        or "What the model would write next, digit by digit; a branch is as thick as "
        "it is probable. Green ends at the right sum, orange at the one without its "
        "carry, which is the thickest.",
        f"A tree that grows to the right from {question}. Its ends: {told}.",
        draw,
    )


# ---- a carry, kept and forgotten -----------------------------------------------------


def carries(number, a, b):
    """A sum of two numbers below 100 in columns, with its carry and without."""
    total, ones = a + b, a % 10 + b % 10
    if not (0 <= a < 100 and 0 <= b < 100 and ones > 9):
        raise ValueError(f"{a} + {b} has no carry from the ones that one could forget.")
    forgotten = 10 * ((a // 10 + b // 10) % 10) + ones % 10
    cases = (("with its carry", total, "right"), ("the carry forgotten", forgotten,
                                                  "negative"))  # fmt: skip

    def draw(room):
        step, cell = room / 2, 30
        page = Canvas(room, 178)
        for k, (words, result, kind) in enumerate(cases):
            x = step * (k + 0.5) - cell / 2
            page.text(x + cell / 2, 10, words, "b")
            columns = [x - cell / 2, x + cell / 2, x + 1.5 * cell]
            if k == 0:
                page.circle("edge lit", columns[1], 38, 10)
                page.text(columns[1], 38, "1", "lit b s")
            for row, (sign, value) in enumerate((("", f"{a:02}"), ("+", f"{b:02}"))):
                y = 68 + 28 * row
                page.text(columns[0] - 8, y, sign)
                for place, digit in zip(columns[1:], value, strict=True):
                    page.text(place, y, digit, "w")
            page.path("line", f"M{columns[0] - 16:.1f} 114h{3 * cell + 14}")
            for place, digit, other in zip(
                columns, f"{result:03}", f"{(total, forgotten)[1 - k]:03}", strict=True
            ):
                names = f"w b {kind}" if digit != other else "w"
                page.text(place, 132, digit, names)
            page.text(x + cell / 2, 166, f"{a:02}+{b:02}={result:03};", "q s")
        return page

    return Drawing(
        number,
        f"The sum of {a} and {b} in columns. The ones give {ones}: their 1 (amber) "
        "belongs to the tens. Most lines of our text forget it. Below, each line as it "
        "stands there.",
        f"Two sums in columns: {a} and {b} give {total:03} with a carry, and "
        f"{forgotten:03} without.",
        draw,
    )


# ---- how a head repeats --------------------------------------------------------------


def induction(number, letters="ABCDA", answer="B"):
    """In four steps: what a head of each layer does, so that a pair is repeated."""
    if letters[-1] not in letters[:-1]:
        raise ValueError("The last letter must have occurred before.")
    old = letters.index(letters[-1])
    new, last = old + 1, len(letters) - 1

    def draw(room):
        wide = room >= WIDE
        step = room / (len(letters) + 1)
        cell = min(52, step - 8)
        page = Canvas(room, 250)
        xs = [step * (k + 0.5) for k in range(len(letters) + 1)]
        bottom, middle, top = 206, 118, 30
        for k, letter in enumerate(letters):
            with page.group("glow" if k == last else ""):
                page.box(xs[k] - cell / 2, bottom, cell, 32, learned=False)
            page.text(xs[k], bottom + 16, letter, "b")
        with page.group("", at=[2, 3, 4]):
            for k in range(1, len(letters)):
                names = "lit" if k == new else "key"
                start, end = (xs[k - 1], bottom - 2), (xs[k], middle + 34)
                page.curve(
                    start, end, names, width=3 if k == new else 1.5, upright=True
                )
            for k, letter in enumerate(letters):
                broad = cell + 28 if wide and k else cell
                page.box(xs[k] - broad / 2, middle, broad, 32)
                words = f"{letter}, after {letters[k - 1]}" if wide and k else letter
                page.text(xs[k], middle + 16, words if wide else letter, "s")
                if k and not wide:
                    page.text(xs[k], middle - 10, f"after {letters[k - 1]}", "q s")
        with page.group("", at=[3, 4]):
            page.curve(
                (xs[new], middle - 16 if not wide else middle - 2),
                (xs[last], top + 34),
                "lit",
                width=4,
                upright=True,
            )
            page.box(xs[last] - cell / 2, top, cell, 32)
            page.text(xs[last], top + 16, f"{letters[last]} ?", "s")
        with page.group("", at=[4]):
            page.line(
                (xs[last] + cell / 2 + 2, top + 16),
                (xs[last + 1] - 16, top + 16),
                names="right",
                width=2.5,
            )
            page.text(xs[last + 1], top + 16, answer, "right b")
        page.text(4, middle - (28 if not wide else 20), "after layer 1", "q s", "start")
        page.text(4, top - 14, "after layer 2", "q s", "start")
        return page

    said, ahead = letters[-1], letters[new]
    steps = [
        ("text", f"The second **{said}** has been read. What comes next?"),
        (
            "layer 1",
            f"In layer 1 every letter looks one place back and notes who was there: "
            f"{ahead} knows that it stands after {letters[old]}.",
        ),
        (
            "layer 2",
            f"In layer 2 the second {said} asks: who stands after {said}? The first "
            f"{ahead} answers, by its note.",
        ),
        ("copy", f"What is copied from there is the letter itself: {answer} is next."),
    ]
    return Drawing(
        number,
        "How two layers repeat. The first notes for each letter what stood before it; "
        "the second looks for the note that it needs, and copies. One layer cannot: "
        "when it looks for an A, nothing says yet who stands after it.",
        f"A row of letters, {' '.join(letters)}; above it the same letters with what "
        f"stood before each; an arrow from the {ahead} leads on to the last {said}, "
        f"and from there to {answer}.",
        draw,
        steps,
    )


# ---- narrow maps ---------------------------------------------------------------------


def lora(number, rows=64, columns=64, rank=4):
    """A matrix and the two narrow ones that learn in its place, to one scale."""
    if not 0 < rank < min(rows, columns):
        raise ValueError(f"A rank of {rank} is not narrow for {rows} × {columns}.")

    def draw(room):
        wide = room >= WIDE
        scale = (130 if wide else 84) / max(rows, columns)
        w, h, r = columns * scale, rows * scale, max(5, rank * scale)
        page = Canvas(room, h + 78)
        x, y = (90 if wide else 4), 24
        page.rect("hollow", x, y, w, h)
        page.text(x + w / 2, y + h / 2, "$W$")
        page.text(x + w / 2, y + h + 18, f"{rows * columns:,} rest", "q s")
        page.text(x + w + 18, y + h / 2, "+", "big")
        x += w + 36
        with page.group("glow"):
            page.rect("learned", x, y, r, h)
            page.rect("learned", x + r + 30, y + h / 2 - r / 2, w, r)
        page.text(x + r / 2, y - 12, "$B$")
        page.text(x + r + 16, y + h / 2, "·")
        page.text(x + r + 30 + w / 2, y + h / 2 - r / 2 - 12, "$A$")
        words = f"{rank * (rows + columns):,} learn"
        page.text(x + r + 30 + w / 2, y + h + 18, words, "lit s")
        return page

    return Drawing(
        number,
        f"LoRA, to scale: the map of {rows} × {columns} stays as it is, and beside it "
        f"two narrow ones learn (amber). Their product has the shape of $W$; of its "
        f"{rows * columns:,} numbers only {rank * (rows + columns):,} are free.",
        f"A square W, a plus sign, a tall thin rectangle B and a flat wide one A, of "
        f"{rank} columns and {rank} rows.",
        draw,
    )


# ---- which of two --------------------------------------------------------------------


def preference(number, question, better, worse, gap=1.5):
    """Two answers with a choice between them, and the chance of it by their gap."""

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 190 if wide else 360)
        page.text(0, 20, question, "w", "start")
        for k, (answer, names) in enumerate(((better, "right"), (worse, "negative"))):
            y = 44 + 56 * k
            page.rect(f"edge {names}", 0, y, 150, 40, 6)
            page.text(18, y + 20, answer, "w", "start")
            sign = "preferred" if k == 0 else "not"
            page.text(140, y + 20, sign, f"{names} s", "end")
        page.text(0, 166, "$r_w$ is the reward of the upper one", "q s", "start")
        left, floor = (290, 150) if wide else (44, 320)
        long, high = room - left - 30, 110
        along = page.axis(left, floor, long, -5, 5, [-4, -2, 0, 2, 4], "$r_w - r_l$")
        up = page.axis(left, floor, high, 0, 1, [0, 0.5, 1], "chance", upright=True)
        xs = [k / 10 - 5 for k in range(101)]
        points = [(along(x), up(1 / (1 + exp(-x)))) for x in xs]
        path = "".join(
            f"{'L' if k else 'M'}{x:.1f} {y:.1f}" for k, (x, y) in enumerate(points)
        )
        page.path("line", path, 2)
        spot = along(gap), up(1 / (1 + exp(-gap)))
        page.line((spot[0], floor), spot, names="quiet hair", head=False)
        page.dot(*spot, "lit", 6)
        words = f"{1 / (1 + exp(-gap)):.2f}"
        page.text(spot[0] + 12, spot[1] + 12, words, "lit s", "start")
        return page

    return Drawing(
        number,
        "A person chooses between two answers. Each is given a reward $r$, and the "
        "chance that the upper one is preferred is the logistic curve of the "
        f"difference: if it is {gap:g}, then {1 / (1 + exp(-gap)):.2f} (amber).",
        f"{question} with the answers {better}, preferred, and {worse}. Beside them an "
        "S-shaped curve from 0 to 1 with a point "
        f"{'on its right half' if gap else 'in its middle'}.",
        draw,
    )


STAGES = (
    ("1 · shown", "people write answers", "27+45=|072", "13,000 prompts"),
    ("2 · compared", "people say which is better", "072 > 062", "33,000 prompts"),
    ("3 · rewarded", "the model writes, a model judges", "072: +1.9", "31,000 prompts"),
)


def stages(number):
    """The three stages of InstructGPT, with strings of the chapter in them."""

    def draw(room):
        wide = room >= WIDE
        w = (room - 2 * 34) / 3 if wide else room
        high = 118
        page = Canvas(room, high + 4 if wide else 3 * (high + 22) - 10)
        for k, (title, what, words, count) in enumerate(STAGES):
            x, y = (k * (w + 34), 2) if wide else (0, 2 + k * (high + 22))
            with page.group("glow" if k == 2 else ""):
                page.box(x, y, w, high)
            page.text(x + w / 2, y + 18, title, "b")
            page.text(x + w / 2, y + 42, what, "q s")
            page.text(x + w / 2, y + 70, words.replace("|", ""), "w")
            page.text(x + w / 2, y + 98, count, "q s")
            if k < 2 and wide:
                page.line((x + w + 4, y + high / 2), (x + w + 31, y + high / 2))
            elif k < 2:
                page.line((w / 2, y + high + 2), (w / 2, y + high + 20))
        return page

    return Drawing(
        number,
        "InstructGPT, with our strings. In stage 1 the model imitates answers written "
        "by people. In stage 2 a second model learns from comparisons what people "
        "prefer. In stage 3 (amber) the first model writes, the second judges, and the "
        "better answers become more probable.",
        "Three boxes joined by arrows: "
        + "; ".join(f"{title}, {what}, {count}" for title, what, _, count in STAGES)
        + ".",
        draw,
    )


# ---- a judge that is asked too often -------------------------------------------------


def distance(tries):
    """How far the best of so many answers is from a single one, in nats."""
    return log(tries) - (tries - 1) / tries


def overdone(number, tries, curves, example=None):
    """What a learned judge says of the best of many answers, and what is true of it.

    `curves` maps a name to a pair for each number of tries: the winner's reward, and
    how often it is right. The later in the order, the thicker the line.
    """
    for name, curve in curves.items():
        if len(curve) != len(tries):
            raise ValueError(f"{name} has {len(curve)} points for {len(tries)} tries.")
    if len(tries) < 2 or min(tries) < 1 or sorted(set(tries)) != list(tries):
        raise ValueError("The numbers of tries must grow, from 1 or more.")
    far = [sqrt(distance(n)) for n in tries]
    named = [n for n in tries if n in (1, 4, 16, 64, 256, 65536)]
    most = max(reward for curve in curves.values() for reward, _ in curve)
    steps = range(0, int(most) + 1, 1 + int(most) // 6)
    panels = (
        ("what the judge says: reward", "lit", (0, most + 0.3), steps),
        ("what is true: right answers", "right", (0, 1), (0, 0.5, 1)),
    )

    def draw(room):
        wide = room >= WIDE
        half, high = (room / 2 - 20 if wide else room), 170
        down = 0 if wide else 18 * (len(curves) - 1)  # on a phone a line for each
        page = Canvas(room, 276 if wide else 546 + down)
        at = 0
        for k, name in enumerate(curves):
            x, y = (at, 8) if wide else (0, 8 + 18 * k)
            page.line((x, y), (x + 26, y), names="", width=1.2 + 1.2 * k, head=False)
            page.text(x + 33, y, name, "q s", "start")
            at += 66 + 6.2 * len(name)
        for k, (words, kind, ends, ticks) in enumerate(panels):
            x, y = (k * (half + 40), 16) if wide else (0, down + 16 + 270 * k)
            floor, long = y + 214, half - 56
            below = [(sqrt(distance(n)), f"{n:,}") for n in named]
            along = page.axis(x + 28, floor, long, 0, far[-1], below, "answers drawn")
            up = page.axis(x + 28, floor, high, *ends, ticks, words, upright=True)
            for thick, curve in enumerate(curves.values()):
                pairs = zip(far, curve, strict=True)
                points = [(along(d), up(pair[k])) for d, pair in pairs]
                page.line(
                    *points, names=kind, width=1.2 + 1.2 * thick, head=False, round=0
                )
                for spot in points:
                    page.dot(*spot, kind, 1.8 + 0.6 * thick)
        return page

    ends = "; ".join(
        f"{name}: reward {curve[0][0]:.1f} to {curve[-1][0]:.1f}, right first "
        f"{curve[0][1]:.2f}, at most {max(right for _, right in curve):.2f}, "
        f"last {curve[-1][1]:.2f}"
        for name, curve in curves.items()
    )
    return Drawing(
        number,
        "The best of many answers by a learned judge. The more it may choose from, the "
        "more reward the winner has (amber). How often the winner is right (green) "
        "rises to sixteen answers, and then falls below where it began."
        + (f" {example}" if example else ""),
        f"Two plots over the number of answers drawn, from {tries[0]:,} to "
        f"{tries[-1]:,}. {ends}.",
        draw,
    )


def pushed(number, steps, runs):
    """A model that is pushed towards a judge's reward: what is right along the way.

    `runs` maps a name to pairs of curves of equal length, one for each seed: the
    reward, and how often an answer is right.
    """
    if any(len(c) != len(steps) for seeds in runs.values() for p in seeds for c in p):
        raise ValueError(f"A curve does not have the {len(steps)} points of the steps.")
    rewards = [r for seeds in runs.values() for pair in seeds for r in pair[0]]
    most = max(rewards)

    def draw(room):
        wide = room >= WIDE
        half, high = (room / 2 - 20 if wide else room), 150
        page = Canvas(room, 250 if wide else 510)
        for k, (name, seeds) in enumerate(runs.items()):
            x, y = (k * (half + 40), 8) if wide else (0, 8 + 258 * k)
            floor, long = y + 196, half - 84
            page.text(x, y, name, "b", "start")
            ticks = [steps[0], steps[len(steps) // 2], steps[-1]]
            along = page.axis(x + 28, floor, long, steps[0], steps[-1], ticks, "step")
            up = page.axis(x + 28, floor, high, 0, 1, (0, 0.5, 1), upright=True)
            for reward, right in seeds:
                for values, kind, scale in (
                    (reward, "lit", most),
                    (right, "right", 1),
                ):
                    points = [
                        (along(s), up(max(0, v / scale)))
                        for s, v in zip(steps, values, strict=True)
                    ]
                    page.line(*points, names=kind, width=1.6, head=False, round=0)
            for values, kind, word, scale in (
                ([pair[0][-1] for pair in seeds], "lit", "reward", most),
                ([pair[1][-1] for pair in seeds], "right", "right", 1),
            ):
                middle = sorted(values)[len(values) // 2] / scale
                page.text(
                    x + 36 + long, up(max(0.03, middle)), word, f"{kind} s", "start"
                )
        return page

    told = "; ".join(
        f"{name}: right from {seeds[0][1][0]:.2f} to at most "
        f"{max(seeds[0][1]):.2f}, at the end {seeds[0][1][-1]:.2f}"
        for name, seeds in runs.items()
    )
    return Drawing(
        number,
        "The third stage, with our judge: the model is pushed towards its reward "
        "(amber, relative to the largest that was reached). How many of its answers "
        "are right (green) is what the judge was to stand for. A line for each seed.",
        f"Two plots over {steps[-1]} steps. {told}.",
        draw,
    )


# ---- reward, and a price for distance ------------------------------------------------


def best_share(before, beta, gap=1.0):
    """The probability of the better of two answers, by the formula of RLHF's best."""
    up = before * exp(gap / beta)
    return up / (up + 1 - before)


def priced(number, before, betas=(0.3, 1, 3), gap=1.0, least=-0.6):
    """Reward minus a price on distance, for two answers, over how likely the right is.

    `before` is how likely it was; the right answer has `gap` more reward.
    """
    if not 0 < before < 1 or min(betas) <= 0:
        raise ValueError("The answer needs a probability, and distance needs a price.")

    def far(p):
        """How far two answers with p and 1 - p are from what they were, in nats."""
        pairs = ((p, before), (1 - p, 1 - before))
        return sum(new * log(new / old) for new, old in pairs if new > 0)

    def draw(room):
        wide = room >= WIDE
        left, high, floor = 44, 210, 236
        long = room - left - (150 if wide else 16)
        page = Canvas(room, floor + 40)
        marks = [0, 0.25, 0.5, 0.75, 1]
        along = page.axis(
            left, floor, long, 0, 1, marks, "probability of the right one"
        )
        words = "reward − price × distance"
        up = page.axis(left, floor, high, least, 1, [-0.5, 0, 0.5, 1], words,
                       upright=True)  # fmt: skip
        page.line((along(before), floor), (along(before), floor - high),
                  names="quiet control", head=False)  # fmt: skip
        page.text(along(before) + 6, floor - 10, f"before: {before:.2f}", "q s",
                  "start")  # fmt: skip
        for beta in betas:
            curve = [(k / 80, gap * k / 80 - beta * far(k / 80)) for k in range(81)]
            inside = [(along(p), up(v)) for p, v in curve if v >= least]
            page.line(*inside, names="positive", width=1.8, head=False, round=0)
        for beta in betas:
            best = best_share(before, beta, gap)
            spot = along(best), up(gap * best - beta * far(best))
            page.dot(*spot, "lit", 5)
            said = f"price {beta:g}: {best:.2f}"
            if best < 0.45 or (best > 0.75 and not wide):
                page.text(spot[0] - 2, spot[1] - 14, said, "lit s", "end")
            else:
                page.text(spot[0] + 10, spot[1] - 10, said, "lit s", "start")
        return page

    told = ", ".join(
        f"{best_share(before, beta, gap):.2f} at {beta:g}" for beta in betas
    )
    return Drawing(
        number,
        "What the third stage wants, for two answers of which the right one has a "
        f"reward of {gap:g} and the other of 0: reward minus a price times the "
        "distance from the old probabilities. Each curve is one price, and the dots "
        "(amber) are the summits.",
        f"{len(betas)} hills over a probability from 0 to 1. Their summits: {told}.",
        draw,
    )


# ---- a group of answers --------------------------------------------------------------


def group(number, question, answers, right, pushed=True):
    """Answers to one question, which are checked, and if `pushed` their advantages."""
    if not answers:
        raise ValueError("A group needs at least one answer.")
    marks = [float(answer == right) for answer in answers]
    mean = sum(marks) / len(marks)
    spread = (sum((m - mean) ** 2 for m in marks) / len(marks)) ** 0.5
    gains = [(m - mean) / spread if spread else 0.0 for m in marks]

    def draw(room):
        step = room / len(answers)
        page = Canvas(room, 226 if pushed else 92)
        page.text(0, 14, question, "w", "start")
        middle = 150
        if pushed:
            words = f"mean of the ticks: {mean:.2f}"
            page.text(room, 14, words, "q s", "end")
            page.line((0, middle), (room, middle), names="quiet hair", head=False)
        for k, (answer, mark, gain) in enumerate(
            zip(answers, marks, gains, strict=True)
        ):
            x, names = step * (k + 0.5), "right" if mark else "negative"
            page.text(x, 48, answer, "w")
            page.text(x, 74, "✓" if mark else "×", f"{names} b")
            if gain and pushed:
                tip = middle - 34 * gain
                page.line((x, middle), (x, tip), names=names, width=3)
                label = f"{gain:+.1f}".replace("-", "−")
                page.text(x, tip + (14 if gain < 0 else -12), label, f"{names} s")
        return page

    said = ", ".join(
        f"{a} {'right' if m else 'wrong'}{f' {g:+.1f}' if pushed else ''}"
        for a, m, g in zip(answers, marks, gains, strict=True)
    )
    return Drawing(
        number,
        f"{len(answers)} answers to one question, drawn from the model. A program "
        "ticks what is right. What is better than the group’s mean becomes more "
        "probable (arrows up), what is worse less.",
        f"{question} Answers in a row{', with what each is worth' if pushed else ''}: "
        f"{said}.",
        draw,
    )


# ---- steps, and the loop through the text --------------------------------------------


def loop(number, layers=2, swaps="1↔2 2↔4 3↔5", cups="2 4 4"):
    """A net of fixed depth follows a ball under cups: at once, and with paper."""
    swaps, cups = swaps.split(), cups.split()
    if len(swaps) != len(cups):
        raise ValueError("There must be as many places of the ball as swaps.")

    def net(page, x, y, w, lit=False):
        for k in range(layers):
            with page.group("glow" if lit else ""):
                page.box(x, y + 26 * (layers - 1 - k), w, 21)

    def draw(room):
        wide = room >= WIDE
        half = (room - 60) / 2 if wide else room
        page = Canvas(room, 214 if wide else 430)
        page.text(0, 4, "at once", "b", "start")
        step = half / len(swaps)
        base = 150
        for k, swap in enumerate(swaps):
            page.text(step * (k + 0.5), base, swap, "w")
            page.line((step * (k + 0.5), base - 14), (step * (k + 0.5), 112))
        net(page, 4, 56, half - 8)
        last = step * (len(swaps) - 0.5)
        page.line((last, 54), (last, 36))
        page.text(last, 24, cups[-1], "w right")
        words = f"{layers} layers, however many swaps"
        page.text(0, base + 30, words, "q s", "start")
        left, top = (half + 60, 0) if wide else (0, 216)
        page.text(left, top - 8 if not wide else 4, "step by step", "b", "start")
        for k, cup in enumerate(["=", *cups[:-1]]):
            x = left + step * (k + 0.5)
            page.text(x, top + base, cup, "w")
            page.text(x, top + base + 26, f"swap {swaps[k]}", "q s")
            page.line((x, top + base - 14), (x, top + 112))
            net(page, x - step / 2 + 4, top + 56, step - 8, lit=k > 0)
            page.line((x, top + 54), (x, top + 36))
            page.text(x, top + 24, cups[k], "w" if k + 1 < len(cups) else "w right")
            if k + 1 < len(cups):
                page.line(
                    (x + 14, top + 24),
                    (x + step / 2, top + 24),
                    (x + step / 2, top + base),
                    (x + step - 13, top + base),
                    names="lit",
                    width=2.5,
                )
        words = f"{layers} layers for each swap, and paper between"
        page.text(left, top + base + 50, words, "q s", "start")
        return page

    return Drawing(
        number,
        "A ball lies under cup 1; then cups change places. At once, it must be "
        "followed through all swaps within the layers, and their number is fixed. Step "
        "by step, the same net follows one swap at a time; where the ball is now is "
        "written down and read again (amber): output becomes input. It is the circle "
        "of chapter 1, through the text.",
        f"A net of {layers} layers reads the swaps {', '.join(swaps)} and writes "
        f"{cups[-1]}. Beside it the same net writes {', '.join(cups)} one after the "
        "other, and an amber arrow leads from each to the next input.",
        draw,
    )


def reach(number, curves, guess=0.2):
    """How often the ball is found after each swap, a curve for each net by name.

    The last of them writes down where the ball is (amber).
    """
    (*_, written), swaps = curves, len(next(iter(curves.values())))
    many = "twelve" if swaps == 12 else swaps
    if any(len(curve) != swaps for curve in curves.values()):
        raise ValueError(f"A curve does not have the {swaps} points of the swaps.")

    def draw(room):
        wide = room >= WIDE
        left, floor, high = 44, 216, 180
        long = room - left - (130 if wide else 108)
        page = Canvas(room, 256)
        along = page.axis(left, floor, long, 1, swaps, range(1, swaps + 1), "swaps")
        up = page.axis(left, floor, high, 0, 1, (0, 0.5, 1), "right", upright=True)
        ends = (along(1), up(guess)), (along(swaps), up(guess))
        page.line(*ends, names="quiet control", head=False)
        for name, curve in curves.items():
            kind = "lit" if name == written else "positive"
            points = [(along(k), up(value)) for k, value in enumerate(curve, 1)]
            page.line(*points, names=kind, width=1.8, head=False, round=0)
            for spot in points:
                page.dot(*spot, kind, 2.4)
        y = 0
        for name in sorted(curves, key=lambda name: -curves[name][-1]):
            kind = "lit" if name == written else "positive"
            y = max(up(curves[name][-1]), y + 15)  # below the name before it
            page.text(along(swaps) + 10, y, name, f"{kind} s", "start")
        return page

    told = "; ".join(
        f"{name}: {', '.join(f'{value:.2f}' for value in curve)}"
        for name, curve in curves.items()
    )
    return Drawing(
        number,
        f"How often the ball is found, after each of {many} swaps. "
        "At once (blue), a net gets as far as its layers reach. With the places "
        "written down (amber), two layers go on. The dotted line is guessing.",
        f"{len(curves)} curves over 1 to {swaps} swaps. {told}.",
        draw,
    )


# ---- a quick draft -------------------------------------------------------------------


def draft(number, p, q, names=None):
    """Two distributions over each other: what is kept of a draft, and the remainder."""
    p, q = listed(p), listed(q)
    if len(p) != len(q):
        raise ValueError(f"{len(p)} and {len(q)} probabilities do not compare.")
    names = names or [str(k) for k in range(len(p))]
    kept = sum(map(min, p, q))

    def draw(room):
        wide = room >= WIDE
        left, high, floor = 40, 130, 168
        step = (room - left - 4) / len(p)
        bar = step * 0.62
        page = Canvas(room, 200)
        most = max(*p, *q)
        up = page.axis(left, floor, high, 0, most, [0, 0.5], "", upright=True)
        at = left
        for words, kind in (
            ("kept", "positive"),
            ("refused: too much draft", "negative"),
            ("drawn instead", "lit"),
        ):
            page.rect(f"bar {kind}", at, 4, 11, 11, 2, ' fill-opacity="0.65"')
            page.text(
                at + 16, 10, words if wide else words.split(":")[0], "q s", "start"
            )
            at += 190 if wide else 92
        for k, (a, b) in enumerate(zip(p, q, strict=True)):
            x = left + step * k + (step - bar) / 2
            low, top = up(min(a, b)), up(max(a, b))
            shade = ' fill-opacity="0.65"'
            page.rect("bar positive", x, low, bar, floor - low, more=shade)
            kind = "negative" if b > a else "lit"
            page.rect(f"bar {kind}", x, top, bar, low - top, more=shade)
            page.text(x + bar / 2, floor + 14, names[k], "w")
        return page

    return Drawing(
        number,
        "The draft’s probabilities of the next digit laid over those of the large "
        f"model. Blue is what both allow: {kept:.2f} of the drafts are kept. Where the "
        "draft has too much (orange) it is refused; the large model’s remainder "
        "(amber) is drawn instead.",
        "Bars for "
        + ", ".join(
            f"{name}: large {a:.2f}, draft {b:.2f}"
            for name, a, b in zip(names, p, q, strict=True)
        )
        + ".",
        draw,
    )


def one_call(number, text, drafted, kept, instead):
    """Drafted tokens, read by the large model in one pass: kept, refused, dropped.

    `kept` has for each token the probability to be kept; the least likely is refused
    here, and `instead` stands in its place.
    """
    if len(drafted) != len(kept) or not drafted:
        raise ValueError(f"{len(drafted)} tokens and {len(kept)} probabilities.")
    refused = kept.index(min(kept))

    def draw(room):
        wide = room >= WIDE
        left = 190 if wide else 92
        step = min(96, (room - left) / len(drafted))
        size = step - 18
        page = Canvas(room, 262)
        xs = [left + step * (k + 0.5) for k in range(len(drafted))]
        notes = {
            44: "the draft writes,|one after the other",
            120: "the large model reads|all in one pass",
            176: "kept with|probability",
            226: "what is said",
        }
        if not wide:
            notes |= {44: "the draft|writes", 120: "the large|model reads"}
        for y, words in notes.items():
            lines = words.split("|")
            for k, line in enumerate(lines):
                page.text(0, y + 16 * k - 8 * (len(lines) - 1), line, "q s", "start")
        page.text(xs[0] - size / 2, 10, text, "w", "start")
        for k, (x, token) in enumerate(zip(xs, drafted, strict=True)):
            page.box(x - size / 2, 30, size, 28, token, learned=False)
            if k:
                page.line((xs[k - 1] + size / 2 + 1, 44), (x - size / 2 - 1, 44))
            page.line((x, 60), (x, 98))
            page.line((x, 142), (x, 162))
            with page.group("dim" if k > refused else ""):
                page.text(x, 176, f"{kept[k]:.2f}", "b" if k <= refused else "q")
            if k < refused:
                page.text(x, 226, f"{token} ✓", "right b")
            elif k == refused:
                page.text(x, 204, f"{token} ×", "negative s")
                page.text(x, 226, instead, "lit b")
            else:
                page.text(x, 226, "–", "q")
        with page.group("glow"):
            page.box(xs[0] - size / 2, 100, xs[-1] - xs[0] + size, 40, "large model")
        return page

    said = "; ".join(f"{t} with {p:.2f}" for t, p in zip(drafted, kept, strict=True))
    return Drawing(
        number,
        "One pass of the large model (amber) checks all drafted tokens. If "
        f"{drafted[refused]} is refused, the large model’s {instead} takes its place, "
        "and what was drafted after it is thrown away: "
        f"{refused + 1} tokens for one pass, and never fewer than one.",
        f"After {text} the draft writes {' '.join(drafted)}; kept {said}. "
        f"{drafted[refused]} is refused, and {instead} stands in its place.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield carries("21.20", 27, 45)
    yield priced("21.21", 0.3)
    yield one_call("21.22", "58+34=", ["0", "8", "2"], [1.0, 0.8, 0.9], "9")
    shares = {"062": 0.62, "072": 0.3, "073": 0.05, "162": 0.03}
    yield tree("21.1", "27+45=", shares, "072", "062")
    yield induction("21.2")
    yield lora("21.4")
    yield preference("21.6", "27+45=", "072", "062")
    yield stages("21.7")
    curve = [(0.0, 0.3), (0.9, 0.7), (1.4, 0.9), (1.7, 0.7), (2.9, 0.25), (4.8, 0.05)]
    yield overdone("21.6", [1, 4, 16, 64, 1024, 65536], {"300 comparisons": curve})
    up, right = [0, 1, 2, 3], [0.3, 0.7, 0.5, 0.2]
    yield pushed(
        "21.7", [0, 80, 160, 240], {"free": [(up, right)], "kept": [(up, right)]}
    )
    yield group("21.9", "27+45=", "062 072 062 072 062 062 072 072".split(), "072")
    yield loop("21.11")
    yield reach("21.12", {"1 layer": [1, 0.6, 0.2], "written": [1, 1, 1]})
    yield draft("21.13", [0.6, 0.3, 0.1], [0.3, 0.3, 0.4], ["6", "7", "8"])
