"""Chapter 1: the nerve cell, the unit of 1943, and nets of such units in time."""

from math import atan2, cos, pi, sin

from helpers.drawing import WIDE, Canvas, Drawing

UNIT, INPUT = 18, 13  # how large a unit and an input are
LEGEND = (
    "The number in a circle is its threshold. Each dot is a synapse that excites; a "
    "ring is a veto."
)

# ---- signs ---------------------------------------------------------------------------


def synapse(page, x, y, veto):
    """Where a fibre ends: a dot excites, a ring forbids."""
    if veto:
        with page.group("negative"):
            page.put(f'<circle class="hollow edge" cx="{x:.1f}" cy="{y:.1f}" r="4.2"/>')
    else:
        page.dot(x, y, r=3.6)


def ends(start, end, sizes, turn=0):
    """Where a fibre leaves one circle, and where it meets the next, turned a little."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    here = start[0] + sizes[0] * cos(angle), start[1] + sizes[0] * sin(angle)
    back = angle + pi + turn
    return here, (end[0] + sizes[1] * cos(back), end[1] + sizes[1] * sin(back))


def fibre(page, start, end, endings=1, veto=False, sizes=(INPUT, UNIT), turn=0):
    """A fibre from circle to circle that ends there in so many synapses."""
    gap = sizes[1] + (4.5 if veto else 3.5)
    turns = [turn] if endings == 1 else [turn - 0.25, turn + 0.25]
    here, _ = ends(start, end, sizes)
    with page.group("negative" if veto else ""):
        if endings == 1:
            page.line(here, ends(start, end, (0, gap), turn)[1], head=False)
        else:
            fork = ends(start, end, (0, gap + 15))[1]
            page.line(here, fork, head=False)
            for one in turns:
                page.line(fork, ends(start, end, (0, gap), one)[1], head=False)
    for one in turns:
        synapse(page, *ends(start, end, (0, gap), one)[1], veto)


def loop(page, x, y, high=34, size=UNIT):
    """A fibre from a unit back to itself, over its top."""
    r = size + 3.5
    a, b = (x + r * cos(0.9), y - r * sin(0.9)), (x - r * cos(0.9), y - r * sin(0.9))
    path = f"M{a[0]:.1f} {a[1]:.1f}C{x + 44} {y - size - high} {x - 44} "
    page.path("line", path + f"{y - size - high} {b[0]:.1f} {b[1]:.1f}")
    synapse(page, *b, veto=False)


def unit(page, x, y, threshold="", name="", size=UNIT, below=True):
    """A unit with its threshold, and its name below it or above."""
    page.circle("hollow", x, y, size)
    if threshold:
        page.text(x, y, str(threshold))
    if name:
        page.text(x, y + (size + 14 if below else -size - 12), name, "s")


def entry(page, x, y, name):
    """An input: a small circle with its letter."""
    page.circle("hollow", x, y, INPUT)
    page.text(x, y, f"${name}$")


def out(page, x, y, length=26, size=UNIT):
    """The fibre on which a unit says what it has to say."""
    page.line((x + size, y), (x + size + length, y))


# ---- a nerve cell, and what was kept of it -------------------------------------------

KEPT = (
    ("1", "endings of other cells:", "what comes in"),
    ("2", "one ending that forbids:", "a veto"),
    ("3", "the body of the cell:", "counts to a threshold"),
    ("4", "its fibre, the axon:", "one impulse, or none"),
)


def the_cell(number):
    """A nerve cell beside the unit that was made of it."""

    def cell(page, x, y):
        body = (
            f"M{x - 40} {y - 20}q18 -4 26 -24q8 18 26 18q24 2 32 22l30 2v6l-30 2q-10 "
            f"18 -32 20q-18 2 -24 20q-8 -18 -22 -22q-14 -4 -30 6q12 -16 10 -26q0 -12 "
            "-14 -24q16 8 28 0z"
        )
        page.path("learned", body)
        page.circle("dot quiet thin", x, y + 4, 7)
        for begin, end in (
            ((-112, -52), (-26, -29)),
            ((-124, -18), (-42, -6)),
            ((-120, 16), (-40, 17)),
        ):
            page.line(
                (x + begin[0], y + begin[1]), (x + end[0], y + end[1]), head=False
            )
            page.dot(x + end[0], y + end[1], r=4.6)
        with page.group("negative"):
            page.line((x - 110, y + 62), (x - 8, y + 42), head=False)
        synapse(page, x - 6, y + 40, veto=True)
        page.line((x + 73, y + 3), (x + 128, y + 3), head=False, width=3.5)
        for side in (-13, 13):
            page.line((x + 127, y + 3), (x + 146, y + 3 + side), head=False, width=2)
        badges = ((-126, -56), (-122, 66), (18, -36), (100, -12))
        for k, (dx, dy) in enumerate(badges, 1):
            page.badge(x + dx, y + dy, k)

    def abstract(page, x, y):
        for dy in (-44, -8, 28):
            fibre(page, (x - 112, y + dy), (x, y), sizes=(0, 30), turn=-0.1 - dy / 70)
        fibre(page, (x - 100, y + 64), (x, y), veto=True, sizes=(0, 30), turn=-0.75)
        page.circle("hollow", x, y, 30)
        page.text(x, y, "2", "b")
        page.line((x + 30, y), (x + 104, y))
        for k, (dx, dy) in enumerate(((-122, -48), (-112, 68), (26, -34), (72, -14))):
            page.badge(x + dx, y + dy, k + 1)

    def draw(room):
        if room >= WIDE:
            page = Canvas(room, 232)
            cell(page, 150, 76)
            abstract(page, 520, 76)
            places = [(40, 176), (40, 208), (380, 176), (380, 208)]
        else:
            page = Canvas(room, 436)
            cell(page, 150, 74)
            abstract(page, 156, 232)
            places = [(14, 332 + 30 * k) for k in range(4)]
        for (k, what, kept), (x, y) in zip(KEPT, places, strict=True):
            page.badge(x, y, k)
            page.text(x + 16, y, f"{what} {kept}", "", "start")
        return page

    return Drawing(
        number,
        "A nerve cell, and what McCulloch and Pitts kept of it. Shape, chemistry, "
        "distance and history are left out. A count, a threshold, a veto and one "
        "instant of delay remain.",
        "Left, a nerve cell: three endings of other cells on its body, one that "
        "forbids, and its own fibre. Right, a circle with the threshold 2: three "
        "fibres end on it in dots, one in a ring, and an arrow leaves it.",
        draw,
    )


# ---- the paper's own first drawings --------------------------------------------------

PAPERS = (
    ("relay", "$a$", {"a": 2}, ()),
    ("or", "$a$ or $b$", {"a": 2, "b": 2}, ()),
    ("and", "$a$ and $b$", {"a": 1, "b": 1}, ()),
    ("and not", "$a$, but not $b$", {"a": 2}, ("b",)),
)


def papers_nets(number):
    """The first four nets of the paper's figure, where every threshold is two."""

    def one(page, x, y, name, words, excite, vetoes):
        names = [*excite, *vetoes]
        for k, source in enumerate(names):
            at = x + 24, y + (76 * k - 38 if len(names) > 1 else 0)
            entry(page, *at, source)
            fibre(page, at, (x + 94, y), excite.get(source, 1), source in vetoes)
        unit(page, x + 94, y, 2)
        out(page, x + 94, y, 28)
        page.text(x + 70, y + 64, name, "b")
        page.text(x + 70, y + 82, words, "q")

    def draw(room):
        across = 4 if room >= WIDE else 2
        page = Canvas(room, 146 + (164 if across == 2 else 0))
        step = room / across
        for k, panel in enumerate(PAPERS):
            place = step * (k % across) + step / 2 - 70, 52 + 164 * (k // across)
            one(page, *place, *panel)
        return page

    return Drawing(
        number,
        "The first four nets of the paper's figure, in our signs. "
        + LEGEND
        + " All thresholds are two, so a fibre that must suffice alone ends twice.",
        "Four units of threshold 2. Relay: one fibre with two endings. Or: two fibres "
        "with two endings each. And: two fibres with one ending each. And not: a ends "
        "twice, b in a ring.",
        draw,
    )


# ---- a net, and a raster of it -------------------------------------------------------


class Net:
    """A net that is drawn at given places; its history lights it up, step by step."""

    def __init__(self, net, inputs, places):
        self.net, self.inputs, self.places = net, inputs, places

    def size(self, name):
        """How large its circle is."""
        return INPUT if name in self.inputs else UNIT

    def fibres(self):
        """Each fibre once: source, target, endings, whether it forbids."""
        for name, parts in self.net.items():
            for source in dict.fromkeys(parts["excite"]):
                yield source, name, parts["excite"].count(source), False
            for source in parts["inhibit"]:
                yield source, name, 1, True

    def draw(self, page, shift, names=None, turns=None):
        """The whole net at rest."""
        at = {
            name: (x + shift[0], y + shift[1]) for name, (x, y) in self.places.items()
        }
        for source, name, endings, veto in self.fibres():
            if source == name:
                loop(page, *at[name])
                continue
            turn = (turns or {}).get((source, name), 0)
            sizes = self.size(source), UNIT
            fibre(page, at[source], at[name], endings, veto, sizes, turn)
        for name in self.inputs:
            page.circle("hollow", *at[name], INPUT)
        for name in self.net:
            page.circle("hollow", *at[name], UNIT)
        self.words(page, at, names or {})

    def words(self, page, at, names):
        """Thresholds, and names beside the circles."""
        for name in self.inputs:
            x, y = at[name]
            if len(name) == 1:
                page.text(x, y, f"${name}$")
            else:
                page.text(x, y - INPUT - 10, name, "s")
        for name, parts in self.net.items():
            x, y = at[name]
            page.text(x, y, str(parts["threshold"]))
            if words := names.get(name, name):
                page.text(x, y + UNIT + 13, words, "s")

    def lights(self, page, shift, fired, step, turns=None):
        """Who fires, and the fibres on which that travels, in one step."""
        turns = turns or {}
        at = {
            name: (x + shift[0], y + shift[1]) for name, (x, y) in self.places.items()
        }
        with page.group("lit", at=[step]):
            for source, name, _, veto in self.fibres():
                if source in fired and source != name:
                    gap = UNIT + (9 if veto else 3.5)
                    here, _ = ends(at[source], at[name], (self.size(source), 0))
                    turn = turns.get((source, name), 0)
                    there = ends(at[source], at[name], (0, gap), turn)[1]
                    page.line(here, there, head=False, width=3)
        with page.group("glow", at=[step]):
            for name in fired:
                page.circle("hollow", *at[name], self.size(name))
            for name in fired:
                x, y = at[name]
                if name in self.net:
                    page.text(x, y, str(self.net[name]["threshold"]), "b")
                elif len(name) == 1:
                    page.text(x, y, f"${name}$", "b")


def raster(page, x, y, rows, cell, names=True):
    """Who fires when: a row for each name, a column for each instant."""
    w, h = cell
    steps = len(next(iter(rows.values())))
    for k, (name, values) in enumerate(rows.items()):
        top = y + k * (h + 3)
        if names:
            page.text(x - 8, top + h / 2 - 1, name, "s", "end")
        for t, value in enumerate(values):
            with page.group("glow" if value else ""):
                page.rect("hollow", x + t * w, top, w - 3, h - 3, 3)
    for t in range(steps):
        page.text(x + (t + 0.5) * w - 1.5, y + len(rows) * (h + 3) + 8, str(t), "q s")


XOR_PLACES = {
    "a": (20, 26),
    "b": (20, 126),
    "only a": (140, 26),
    "only b": (140, 126),
    "out": (250, 76),
}
XOR_STEPS = (
    ("both, $t = 0$", "First $a$ and $b$ fire together."),
    ("$t = 1$", "Each of the two units is excited, and vetoed: nobody fires."),
    (
        "$a$ alone, $t = 0$",
        "Now only $a$ fires. It excites one unit, and vetoes the other.",
    ),
    ("$t = 1$", "The unit *only a* fires."),
    ("$t = 2$", "*out* fires: exactly one of the two had fired, two instants ago."),
)


def exactly_one(number, net, alone, together):
    """XOR in two layers, lit step by step by two histories; it opens on `out`."""
    drawn = Net(net, ["a", "b"], XOR_PLACES)
    moments = [(together, t) for t in range(2)] + [(alone, t) for t in range(3)]

    def draw(room):
        page = Canvas(room, 166)
        shift = room / 2 - 140, 0
        drawn.draw(page, shift)
        for step, (history, t) in enumerate(moments, 1):
            fired = [name for name, values in history.items() if values[t]]
            drawn.lights(page, shift, fired, step)
        out(page, shift[0] + 250, 76, 22)
        return page

    return Drawing(
        number,
        "*Exactly one of the two*, by three units. " + LEGEND + " Amber: it fires.",
        "Inputs a and b; a unit excited by a and vetoed by b, a unit excited by b and "
        "vetoed by a, and a unit of threshold 1 that both excite.",
        draw,
        XOR_STEPS,
    )


# ---- any table -----------------------------------------------------------------------


HOW = (
    "One unit for each row that says 1.",
    "Who fires in the row excites it;",
    "who is silent there vetoes it.",
    "The threshold: how many fire.",
)


def row_by_row(number, net, rows):
    """The net that was built row by row from a truth table."""
    deep = len(rows)
    places = {name: (20, 40 + 76 * k) for k, name in enumerate("abc")}
    places |= {f"row {k}": (160, 40 + 76 * k) for k in range(deep)}
    places["out"] = (276, 40 + 38 * (deep - 1))
    drawn = Net(net, list("abc"), places)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 76 * deep + 10)
        shift = (40 if wide else 8, 0)
        names = {f"row {k}": "" for k in range(deep)}
        turns = {
            ("a", "row 0"): 0.0,
            ("b", "row 0"): -0.15,
            ("c", "row 0"): -0.4,
            ("a", "row 1"): 0.4,
            ("c", "row 1"): -0.35,
            ("a", "row 2"): 0.4,
            ("b", "row 2"): 0.15,
        }
        drawn.draw(page, shift, names, turns)
        beside = [
            (0, -UNIT - 11),
            *[(UNIT + 12, UNIT + 4)] * (deep - 2),
            (0, UNIT + 13),
        ]
        for k, (row, (dx, dy)) in enumerate(zip(rows, beside, strict=True)):
            x, y = shift[0] + 160 + dx, shift[1] + 40 + 76 * k + dy
            page.text(x, y, " ".join(map(str, row)), "s")
        if wide:
            for k, words in enumerate(HOW):
                page.text(shift[0] + 336, 64 + 34 * k, words, "", "start")
        return page

    return Drawing(
        number,
        "*Exactly two of three*, built row by row. Beside each unit stands the row, "
        "$a$ $b$ $c$, to which alone it answers: two fibres excite it, the third "
        "vetoes it.",
        "Three inputs, three units of threshold 2, each excited by two inputs and "
        "vetoed by the third, and a last unit of threshold 1 excited by all three.",
        draw,
    )


# ---- the heat in a touch of cold -----------------------------------------------------

HEAT_PLACES = {
    "heat": (24, 40),
    "cold": (24, 128),
    "a": (120, 168),
    "b": (200, 88),
    "feel heat": (290, 40),
    "feel cold": (290, 148),
}
HEAT_STEPS = (
    ("$t = 0$", "The cold object touches the skin, for one instant."),
    ("$t = 1$", "The relay $a$ repeats it. The receptor is already silent again."),
    ("$t = 2$", "$a$ fired and *cold* did not, so $b$ fires: the cold has just ended."),
    ("$t = 3$", "*feel heat* fires, although nothing hot was near."),
)


def heat(number, net, brief, longer):
    """The paper's illusion: its net, and who fires when after two touches."""
    drawn = Net(net, ["heat", "cold"], HEAT_PLACES)

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 226 if wide else 634)
        shift = (6, 2)
        turns = {
            ("cold", "b"): 0.25,
            ("a", "feel cold"): -0.35,
            ("cold", "feel cold"): 0.1,
        }
        drawn.draw(page, shift, {"a": "$a$", "b": "$b$"}, turns)
        if wide:
            cell, high = 15, 24
            spots = [(440, 24, "a brief touch"), (578, 24, "a longer touch")]
        else:
            cell = high = 24
            spots = [(90, 246, "a brief touch"), (90, 452, "a longer touch")]
        for k, (rows, (x, y, title)) in enumerate(
            zip((brief, longer), spots, strict=True)
        ):
            page.text(x, y - 12, title, "b s", "start")
            raster(page, x, y, rows, (cell, high), names=not (wide and k))
        for step in range(1, 5):
            fired = [name for name, values in brief.items() if values[step - 1]]
            drawn.lights(page, shift, fired, step, turns)
            x, y, _ = spots[0]
            with page.group("lit", at=[step]):
                left, tall = x + (step - 1) * cell - 2.5, (high + 3) * len(brief)
                page.rect("edge", left, y - 3, cell + 2, tall + 3, 4)
        return page

    return Drawing(
        number,
        "The net of the illusion, and who fires when, from $t = 0$ on (amber). A brief "
        "touch of cold is felt as heat. A longer one is felt as cold, and, after it "
        "has ended, as heat too.",
        "A net of four units. After a brief touch of cold at time 0 only feel heat "
        "fires, at time 3. After a longer touch, times 0 to 2, feel cold fires at 2 "
        "and 3, and feel heat at 5.",
        draw,
        HEAT_STEPS,
    )


# ---- a circle ------------------------------------------------------------------------


def circle(number, net, history):
    """A unit that excites itself, and its activity over time."""
    drawn = Net(
        net,
        ["set", "reset"],
        {"set": (26, 44), "reset": (26, 108), "memory": (140, 76)},
    )

    def draw(room):
        wide = room >= WIDE
        page = Canvas(room, 150 if wide else 300)
        drawn.draw(page, (40 if wide else 76, 8))
        x, y = (390, 30) if wide else (78, 176)
        raster(page, x, y, history, (27, 27) if wide else (25, 25))
        return page

    return Drawing(
        number,
        "One fibre leads back to the unit that it comes from. A single impulse on "
        "*set* goes round until *reset* forbids it.",
        "A unit of threshold 1 that set and its own fibre excite and that reset "
        "vetoes. Set fires once at time 1, reset once at time 6; memory fires at the "
        "instants from 2 to 6.",
        draw,
    )


def tape(number, signs="( ( ) ( ) )"):
    """A finite net that reads and writes an unbounded tape."""

    def draw(room):
        page = Canvas(room, 132)
        signs_, cell = signs.split(), 30
        left = room / 2 - cell * 4
        with page.group("glow"):
            page.box(room / 2 - 70, 6, 140, 44, "a net of $k$ units", learned=False)
        page.line((room / 2 - 15, 50), (room / 2 - 15, 82))
        page.line((room / 2 + 15, 82), (room / 2 + 15, 52))
        page.text(room / 2 - 24, 66, "writes, moves", "q s", "end")
        page.text(room / 2 + 24, 66, "reads", "q s", "start")
        for k in range(8):
            page.rect("hollow", left + k * cell, 84, cell, cell)
            sign = signs_[k - 1] if 0 < k <= len(signs_) else ""
            if sign:
                page.text(left + (k + 0.5) * cell, 99, sign, "w")
        page.text(left - 14, 99, "…", "", "end")
        page.text(left + 8 * cell + 14, 99, "…", "", "start")
        return page

    return Drawing(
        number,
        "The net is finite: $k$ units have at most $2^k$ states. The tape is not. "
        "Together they compute what a Turing machine computes.",
        "A box, a net of k units, above a row of cells with brackets in them; arrows "
        "say that it reads, writes and moves.",
        draw,
    )


# ---- what an exercise asks for -------------------------------------------------------


def wanted(number, signals, answers, caption, asked=False):
    """What comes in over time, and what is wanted; or, when asked, a question mark."""

    def draw(room):
        steps = len(next(iter(signals.values())))
        left = 104
        w = min((room - left - 10) // steps, 30)
        page = Canvas(room, 27 * (len(signals) + len(answers)) + 30)
        x = left + max(0, room / 2 - left - w * steps / 2 - 40)
        raster(page, x, 4, signals | {name: [0] * steps for name in answers}, (w, 24))
        for k, values in enumerate(answers.values(), len(signals)):
            for t, value in enumerate(values):
                if asked:
                    page.text(x + (t + 0.5) * w - 1.5, 4 + 27 * k + 11, "?", "q s")
                elif value:
                    with page.group("right"):
                        page.rect("edge", x + t * w, 4 + 27 * k, w - 3, 21, 3)
        return page

    said = [f"{n} fires at {', '.join(ones(v))}" for n, v in signals.items()]
    if not asked:
        said += [f"{n} is wanted at {', '.join(ones(v))}" for n, v in answers.items()]
    return Drawing(
        number, caption, "A raster of instants: " + "; ".join(said) + ".", draw
    )


def ones(values):
    """The instants at which a signal is 1, as words, or the word never."""
    return [str(t) for t, value in enumerate(values) if value] or ["no instant"]


# ---- where this went -----------------------------------------------------------------

LATER = (  # the year, what was new in it, and what leaves the unit
    ("1943", "a count, a veto", "step"),
    ("1957", "weights that learn", "step"),
    ("1986", "a smooth slope", "slope"),
    ("today", "a hinge", "hinge"),
)


def descendants(number):
    """The unit and those that came of it, each with its answer to a growing sum."""

    def one(page, x, y, year, what, shape):
        later = year != "1943"
        for k in (-1, 0, 1):
            start = x - 52, y + 26 * k
            if later:
                page.line(start, (x - 21, y + 8 * k), width=(2.6, 1.2, 3.4)[k + 1])
            else:
                fibre(page, start, (x, y), veto=k == 1, sizes=(0, 18))
        page.rect("learned" if later else "hollow", x - 18, y - 18, 36, 36, 18)
        path = {
            "step": f"M{x - 10} {y + 7}h10v-14h10",
            "slope": f"M{x - 11} {y + 7}c9 0 12 -14 22 -14",
            "hinge": f"M{x - 11} {y + 7}h10l10 -14",
        }[shape]
        page.path("line", path, 2)
        page.line((x + 18, y), (x + 44, y))
        page.text(x, y + 46, year, "b")
        page.text(x, y + 63, what, "q s")

    def draw(room):
        across = 4 if room >= WIDE else 2
        page = Canvas(room, 112 if across == 4 else 234)
        step = room / across
        for k, panel in enumerate(LATER):
            one(page, step * (k % across + 0.5), 36 + 122 * (k // across), *panel)
        return page

    return Drawing(
        number,
        "The unit and what came of it, each with what was new. In each circle: what "
        "leaves it as the sum grows. Filled circles have weights, which learn.",
        "Four units. 1943: two dots, a ring, a step. 1957: arrows of unlike thickness, "
        "a step. 1986: the same with a smooth slope. Today: the same with a hinge.",
        draw,
    )


# ---- the letters of the chapter ------------------------------------------------------


def symbols(number):
    """One unit with the name of each of its parts."""

    def draw(room):
        page, x, y = Canvas(room, 176), room / 2, 76
        a, b, c = (x - 120, 24), (x - 120, 106), (x - 56, 158)
        for name, place, endings in (("a", a, 2), ("b", b, 1), ("c", c, 1)):
            entry(page, *place, name)
            fibre(page, place, (x, y), endings, name == "c", (INPUT, 24))
        with page.group("glow"):
            page.circle("hollow", x, y, 24)
        page.text(x, y, "$\\theta$", "b")
        page.line((x + 24, y), (x + 84, y))
        page.text(x - 120, 65, "inputs", "q s")
        page.text(x - 46, 24, "$s_a = 2$", "s", "start")
        page.text(x - 80, 116, "$s_b = 1$", "s", "start")
        page.text(x - 30, 150, "veto", "negative s", "start")
        page.text(x + 30, 48, "threshold", "q s", "start")
        page.text(x + 92, y, "fires: 1", "s", "start")
        page.text(x + 92, y + 16, "silent: 0", "q s", "start")
        return page

    return Drawing(
        number,
        "One unit with all its parts. It fires at $t$ if, at $t - 1$, no veto was "
        "active and at least $\\theta$ of the dots were.",
        "A unit with the threshold theta; a ends on it in two dots, b in one, c in a "
        "ring; an arrow leaves it.",
        draw,
    )


def examples():
    """Each drawing of this module, with small nets of its own."""
    both = {"excite": ["a", "b"], "inhibit": [], "threshold": 2}

    def parts(excite, inhibit="", threshold=1):
        return {
            "excite": excite.split(),
            "inhibit": inhibit.split(),
            "threshold": threshold,
        }

    xor = {"only a": parts("a", "b"), "only b": parts("b", "a")}
    xor["out"] = {**both, "excite": ["only a", "only b"], "threshold": 1}
    alone = {"a": [1, 0, 0], "b": [0, 0, 0], "only a": [0, 1, 0]}
    alone |= {"only b": [0, 0, 0], "out": [0, 0, 1]}
    together = {"a": [1, 0], "b": [1, 0], "only a": [0, 0]}
    together |= {"only b": [0, 0], "out": [0, 0]}
    of_rows = {"row 0": parts("b c", "a", 2), "row 1": parts("a c", "b", 2)}
    of_rows["row 2"] = parts("a b", "c", 2)
    of_rows["out"] = {**both, "excite": ["row 0", "row 1", "row 2"], "threshold": 1}
    senses = {"a": parts("cold"), "b": parts("a", "cold")}
    senses["feel heat"] = parts("heat b")
    senses["feel cold"] = parts("a cold", "", 2)
    touch = {"heat": [0] * 7, "cold": [1] + [0] * 6, "a": [0, 1] + [0] * 5}
    touch |= {"b": [0, 0, 1, 0, 0, 0, 0], "feel heat": [0, 0, 0, 1, 0, 0, 0]}
    touch["feel cold"] = [0] * 7
    remembers = {"memory": parts("set memory", "reset")}
    fired = {"set": [0, 1, 0, 0, 0, 0, 0, 0, 0, 0], "reset": [0] * 6 + [1, 0, 0, 0]}
    fired["memory"] = [0, 0, 1, 1, 1, 1, 1, 0, 0, 0]
    yield the_cell("1.1")
    yield papers_nets("1.2")
    yield exactly_one("1.5", xor, alone, together)
    yield row_by_row("1.6", of_rows, [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
    yield heat("1.7", senses, touch, touch)
    yield circle("1.8", remembers, fired)
    yield tape("1.9")
    yield descendants("1.12")
    ticks = {"tick": [0, 0, 1, 0, 0, 1, 0, 0, 0, 1]}
    odd = {"odd": [0, 0, 0, 0, 1, 1, 1, 0, 0, 0]}
    yield wanted("1.13", ticks, odd, "Ticks, and what the counter should say.")
    yield wanted("1.14", ticks, odd, "Ticks, and a question.", asked=True)
    yield symbols("1.17")
