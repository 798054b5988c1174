"""Chapter 11: the gated cell, from the unit of 1990 to the GRU, in one drawing."""

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing import number as printed

BELT, VALVE, GATE, H, X = 48, 100, 152, 216, 238  # heights in the cell
NEW = {
    "1990": "the cell of chapter 10",
    "1997": "the carousel and two gates",
    "2000": "the forget gate",
    "2014": "the GRU",
}
SAID = {
    "1990": "**1990.** One box with weights reads the last output $h_{t-1}$ and the "
    "input $x_t$. What it says is the next output, and all that is remembered.",
    "1997": "**1997.** The old box is still there: it now only proposes. A road $c$ "
    "goes straight through, and two gates, dotted, say how much is written on it ($i$) "
    "and how much of it is shown ($o$).",
    "2000": "**2000.** One more gate, $f$, stands on the road itself: the cell can "
    "forget.",
    "2014": "**2014, the GRU.** The road is the output itself. One gate does two "
    "things: where $z$ does not keep, it writes. The other, $r$, says how much of the "
    "past the proposal sees.",
}


class _Cell:
    """Where the parts of a cell stand in a room, and how each is drawn."""

    def __init__(self, page, room, top=0):
        wide = room >= WIDE
        self.page, self.room, self.top = page, room, top
        self.left, self.right = (96, 594) if wide else (16, 322)
        self.start, self.end = (60, 630) if wide else (0, room - 4)
        self.wide = wide

    def at(self, share):
        """A place across the cell."""
        return self.left + (self.right - self.left) * share

    def frame(self, name):
        """The cell's own ground, and the road through it, named c or h."""
        page, top = self.page, self.top
        page.rect(
            "learned pale", self.left, top + 14, self.right - self.left, 244, round=14
        )
        if name:
            y = top + BELT
            page.line((self.start, y), (self.end, y), names="belt", head=False)
            page.line((self.start, y), (self.end + 4, y), width=2)
            self.label(self.start, y - 18, f"${name}_{{t-1}}$", "start")
            self.label(self.end, y - 18, f"${name}_t$", "end")

    def label(self, x, y, words, anchor):
        """A name at an end of a way."""
        self.page.text(x, y, words, "", anchor)

    def rails(self, last, h=True):
        """The last output and the input, as two rails under the boxes."""
        page, top = self.page, self.top
        if h:
            page.line((self.start, top + H), (last, top + H), head=False)
            self.label(self.start, top + H - 12, "$h_{t-1}$", "start")
        x = self.left + 22
        page.line((x, top + 272), (x, top + X), (last, top + X), head=False)
        self.label(x + 10, top + 268, "$x_t$", "start")

    def box(self, x, words, letter="", reads=True):
        """What has weights and reads both rails; its letter stands at its shoulder."""
        page, top = self.page, self.top
        if reads:
            page.line((x, top + X), (x, top + GATE + 16))
            page.dot(x, top + X)
            page.dot(x, top + H)
        page.box(x - 19, top + GATE - 15, 38, 30, words)
        if letter:
            page.text(x + 24, top + GATE - 8, letter, "", "start")

    def control(self, *places):
        """A dotted way from a gate to the valve that it opens."""
        self.page.line(
            *((x, self.top + y) for x, y in places), names="control", width=2
        )

    def valve(self, x, y):
        """The product with which a gate opens or shuts a way."""
        self.page.sign(x, self.top + y, "x", 9)

    def propose(self, x, letter="$g$"):
        """The box that proposes, the valve above it, and the sum on the road."""
        page, top = self.page, self.top
        page.line((x, top + GATE - 16), (x, top + VALVE + 10))
        page.line((x, top + VALVE - 9), (x, top + BELT + 10))
        page.sign(x, top + BELT, "+", 9)

    def show(self, out, o):
        """The road read through a tanh and a valve, as the output."""
        page, top = self.page, self.top
        page.dot(out, top + BELT)
        page.line((out, top + BELT), (out, top + 68), head=False)
        page.box(out - 19, top + 66, 38, 24, "tanh", learned=False)
        page.line((out, top + 90), (out, top + 110))
        page.line((out, top + 129), (out, top + H), (self.end + 4, top + H))
        self.label(self.end, top + H - 12, "$h_t$", "end")


def _of_1990(page, room, lit):
    """One box between the last output and the next."""
    cell = _Cell(page, room)
    g, out = cell.at(0.47), cell.at(0.88)
    cell.frame("")
    cell.rails(g)
    cell.box(g, "tanh", "$h$")
    page.line((g, GATE - 16), (g, VALVE), (out, VALVE), (out, H), (cell.end + 4, H))
    cell.label(cell.end, H - 12, "$h_t$", "end")


def _of_1997(page, room, lit, forgets=False):
    """The road, the proposal, and the gates that write and show."""
    cell = _Cell(page, room)
    f, i, g = cell.at(0.12), cell.at(0.3), cell.at(0.47)
    o, out = cell.at(0.68), cell.at(0.88)
    cell.frame("c")
    if lit == "1997":
        page.line((cell.start, BELT), (cell.end + 4, BELT), names="lit", width=2.6)
    cell.rails(o)
    cell.box(g, "tanh", "$g$")
    cell.propose(g)
    cell.show(out, o)
    with page.group("glow" if lit == "1997" else ""):
        cell.box(i, "σ", "$i$")
        cell.control((i, GATE - 15), (i, VALVE), (g - 10, VALVE))
        cell.valve(g, VALVE)
        cell.box(o, "σ", "$o$")
        cell.control((o, GATE - 15), (o, 120), (out - 10, 120))
        cell.valve(out, 120)
    if forgets:
        with page.group("glow" if lit == "2000" else ""):
            cell.box(f, "σ", "$f$")
            cell.control((f, GATE - 15), (f, BELT + 10))
            cell.valve(f, BELT)


def _of_2000(page, room, lit):
    """The same with a gate on the road."""
    _of_1997(page, room, lit, forgets=True)


def _of_2014(page, room, lit):
    """The GRU: the road is the output, and one gate keeps or writes."""
    cell = _Cell(page, room)
    z, g, r = cell.at(0.22), cell.at(0.52), cell.at(0.82)
    tap = cell.left + 40
    cell.frame("h")
    page.dot(tap, BELT)
    page.line((tap, BELT), (tap, H), (r, H), head=False)
    cell.rails(r, h=False)
    cell.propose(g)
    cell.box(g, "tanh", "$h̃$", reads=False)
    page.dot(g - 8, H)
    page.line((g - 8, H), (g - 8, GATE + 16))
    page.dot(g + 9, X)
    page.line((g + 9, X), (g + 9, GATE + 16))
    with page.group("glow" if lit == "2014" else ""):
        cell.box(z, "σ", "$z$")
        cell.control((z, GATE - 15), (z, BELT + 10))
        cell.valve(z, BELT)
        cell.control((z, VALVE), (g - 10, VALVE))
        page.text((z + g) / 2, VALVE - 13, "1 − $z$", "s")
        cell.valve(g, VALVE)
        cell.box(r, "σ", "$r$")
        turn = r - (46 if cell.wide else 34)
        cell.control((r - 19, GATE), (turn, GATE), (turn, 190), (g + 3, 190))
        cell.valve(g - 8, 190)


CELLS = {"1990": _of_1990, "1997": _of_1997, "2000": _of_2000, "2014": _of_2014}


def known(year):
    """The year, if there is a cell of it."""
    if year not in CELLS:
        raise ValueError(
            f"There is no cell of {year!r} here: take one of {', '.join(CELLS)}."
        )
    return year


def cell(number, year, caption="", lit=None):
    """The cell of a year, with what was new in it alight; `lit=""` lights nothing."""
    lit = known(year) if lit is None else lit

    def draw(room):
        page = Canvas(room, 284)
        CELLS[year](page, room, lit)
        return page

    alt = {
        "1990": "One box reads the last output and the input and gives the next "
        "output.",
        "1997": "A road c goes straight through the cell. A tanh box proposes a value "
        "that passes a valve, opened by gate i, and is added on the road; the road is "
        "read through a tanh and a valve that gate o opens, as the output h.",
        "2000": "The cell of 1997 with a third gate f, whose valve stands on the road.",
        "2014": "A road h with one valve of gate z on it; 1 − z opens the valve of the "
        "proposal; gate r opens the way by which the proposal sees the last output.",
    }
    return Drawing(number, caption or SAID[year], alt[year], draw)


def evolution(number):
    """One drawing that changes: 1990, 1997, 2000, 2014."""

    def draw(room):
        page = Canvas(room, 284)
        for k, (year, part) in enumerate(CELLS.items(), 1):
            with page.group(at=[k]):
                part(page, room, year)
        return page

    return Drawing(
        number,
        "Twenty-four years of one cell. A filled box has weights; a hollow sign has "
        "none. Dotted: a gate opens a valve, between 0 (shut) and 1 (open). Amber: "
        "what was new. Press a year.",
        "Four drawings of a cell, one for each year: a single box in 1990; a road with "
        "two gates in 1997; a third gate on the road in 2000; and in 2014 a road with "
        "two gates.",
        draw,
        [(year, SAID[year]) for year in CELLS],
    )


# ---- why exactly one -----------------------------------------------------------------


def ways_back(number, factors, steps=100):
    """What is left of an error after many steps, by the factor of one step."""
    ends = [factor**steps for factor in factors]

    def draw(room):
        wide = room >= WIDE
        left, right = (92, room - 96) if wide else (52, room - 62)
        row = 74 if wide else 66
        page = Canvas(room, row * len(factors) + 34)
        base = min(8, 56 / max(ends))
        for k, (factor, end) in enumerate(zip(factors, ends, strict=True)):
            y = row * (k + 0.5) + 2
            top, under = [], []
            for s in range(41):
                share = s / 40
                half = base * factor ** (steps * share) / 2
                x = right - (right - left) * share
                top.append(f"{x:.1f} {y - half:.1f}")
                under.append(f"{x:.1f} {y + half:.1f}")
            path = "M" + "L".join(top) + "L" + "L".join(reversed(under)) + "z"
            with page.group("back"):
                page.path("head", path)
            page.text(
                right + 12, y, f"× {factor:g}", "b" if factor == 1 else "", "start"
            )
            said = printed(end, 3 if end < 0.1 else 1 if end != 1 else 0)
            page.text(left - 10, y, said, "back b", "end")
        y = row * len(factors) + 14
        page.text(left, y, f"{steps} steps back", "q s", "start")
        page.text(right, y, "the error, 1", "q s", "end")
        return page

    said = ", ".join(
        f"{printed(e, 3 if e < 0.1 else 1)} at {f:g}"
        for f, e in zip(factors, ends, strict=True)
    )
    return Drawing(
        number,
        "An error of 1 goes back through time, from right to left, and is multiplied "
        "at every step. The red way is as thick as what is left. Only the factor 1 "
        f"brings it home after {steps} steps.",
        f"Red wedges from right to left. After {steps} steps there is left: {said}.",
        draw,
    )


# ---- what a weight would have to be --------------------------------------------------


def conflict(number, store=2, read=8, steps=10):
    """What the weights into a memory and out of it would have to be, step by step."""
    if not 1 <= store < read <= steps:
        raise ValueError("The memory is written first, and read at a later step.")

    def draw(room):
        wide = room >= WIDE
        left = 176 if wide else 8
        step = (room - left - 8) / steps
        row = 64 if wide else 78
        page = Canvas(room, 2 * row + (34 if wide else 40))
        for k, (words, here) in enumerate(
            (("weight from the input", store), ("weight to the outside", read))
        ):
            floor = row * (k + 1) - 4
            if wide:
                page.text(left - 14, floor - 18, words, "", "end")
            else:
                page.text(left, floor - 56, words, "q s", "start")
            for t in range(1, steps + 1):
                x = left + step * (t - 1)
                with page.group("lit" if t == here else "quiet"):
                    tall = 38 if t == here else 2
                    page.rect("bar", x + 3, floor - tall, step - 6, tall, round=1)
        floor = 2 * row - 4
        for t in range(1, steps + 1):
            x = left + step * (t - 0.5)
            page.text(x, floor + 15, str(t), "q s")
        for t, words in ((store, "store this"), (read, "needed now")):
            page.text(left + step * (t - 0.5), floor + 33, words, "s")
        return page

    return Drawing(
        number,
        "What the two weights at the memory would have to be at each step, if one "
        f"input is to be kept from step {store} to step {read}. A weight is one number "
        "for all steps. What is needed is a weight that depends on the moment: a "
        "gate.",
        f"Two rows of {steps} bars. The weight from the input is large at step {store} "
        f"and nothing elsewhere, the weight to the outside at step {read}.",
        draw,
    )


# ---- four blocks, and one ------------------------------------------------------------


def fused(number, units, inputs):
    """The weights of four boxes, and the same as one block."""
    names = "i", "f", "g", "o"

    def block(page, x, y, scale, name=""):
        w, u, high = units * scale, inputs * scale, units * scale
        page.box(x, y, u, high, f"$U_{name}$" if name else "", round=2)
        page.box(x + u + 5, y, w, high, f"$W_{name}$" if name else "", round=2)
        page.box(x + u + w + 10, y, 4, high, round=1)
        return u + w + 14

    def draw(room):
        wide = room >= WIDE
        scale = (64 if wide else 40) / units
        high = units * scale
        across = inputs * scale + units * scale + 14
        page = Canvas(room, 4 * high + (96 if wide else 82))
        x = 96 if wide else 8
        for k, name in enumerate(names):
            y = 30 + k * (high + 14)
            block(page, x, y, scale, name)
            page.text(x + across + 14, y + high / 2, f"${name}$", "b", "start")
        right = room - across - (130 if wide else 44)
        middle = 30 + (4 * high + 42) / 2
        page.line((x + across + 44, middle), (right - 22, middle))
        page.text((x + across + right + 22) / 2, middle - 14, "one product", "q s")
        top = middle - 2 * high
        with page.group("glow"):
            page.box(right, top, inputs * scale, 4 * high, "$U$", round=2)
            page.box(
                right + inputs * scale + 5, top, units * scale, 4 * high, "$W$", round=2
            )
            page.box(right + across - 4, top, 4, 4 * high, round=1)
        for k, name in enumerate(names):
            y = top + high * (k + 0.5)
            page.text(right + across + 10, y, f"${name}$", "b", "start")
        return page

    each = units * units + units * inputs + units
    return Drawing(
        number,
        f"Left, four boxes with weights of their own, for {units} units and {inputs} "
        f"inputs: {each:,} numbers each. Right, the same numbers stacked (amber): one "
        f"product with {4 * units} rows, cut into four afterwards.",
        f"Four rows of blocks U, W and b, named i, f, g and o, and beside them one "
        f"tall row of blocks that holds all {4 * each:,} numbers.",
        draw,
    )


# ---- the same road, upright ----------------------------------------------------------

ROADS = (
    ("1997", "the carousel", "$c_{t-1}$", "$c_t$", "$g$", "$i$", ""),
    ("2015", "a highway", "$x$", "$y$", "$H$", "$T$", "1 − $T$"),
    ("2015", "a residual block", "$x$", "$y$", "two layers", "", ""),
)


def shortcut(number):
    """The carousel, a highway layer and a residual block, beside each other."""

    def road(page, x, width, top, parts):
        year, name, start, end, inside, gate, carry = parts
        side = x + 74 if width > 180 else x + 54
        page.text(x - 20, top + 14, year, "b", "start")
        page.text(x - 20, top + 32, name, "q s", "start")
        y = top + 60
        page.line((x, y + 190), (x, y), names="belt", head=False)
        page.line((x, y + 190), (x, y - 6), width=2)
        page.text(x - 12, y + 184, start, "", "end")
        page.text(x - 12, y + 2, end, "", "end")
        page.dot(x, y + 162)
        page.line((x, y + 162), (side, y + 162), (side, y + 140))
        high = 30 if gate else 52
        page.box(side - 36, y + 139 - high, 72, high, inside)
        page.line((side, y + 138 - high), (side, y + 40), (x + 11, y + 40))
        page.sign(x, y + 40, "+", 9)
        if gate:
            page.sign(side, y + 66, "x", 9)
            far = side + (42 if width > 180 else 36)
            page.text(far, y + 66, gate, "", "start")
            page.line((far - 4, y + 66), (side + 10, y + 66), names="control", width=2)
        if carry:
            page.sign(x, y + 100, "x", 9)
            page.text(x - 14, y + 100, carry, "s", "end")

    def draw(room):
        wide = room >= WIDE
        width = room / 3 if wide else room / 2
        page = Canvas(room, 262 if wide else 540)
        places = (
            ((70, 0), (70 + width, 0), (70 + 2 * width, 0))
            if wide
            else ((40, 0), (58 + width, 0), (40, 276))
        )
        for (x, top), parts in zip(places, ROADS, strict=True):
            with page.group("glow" if parts[0] == "1997" else ""):
                road(page, x, width, top, parts)
        return page

    return Drawing(
        number,
        "The carousel turned upright, with time going up (amber); a layer of a highway "
        "network; a residual block of chapter 9. Each has a road on which nothing is "
        "lost unless a gate says so, and something beside it that is added. In an LSTM "
        "the proposal sees the road one step later, through the output gate.",
        "Three upright roads with a plus on each. Beside the first a proposal g "
        "through a valve i; beside the second a layer H through a valve T, with "
        "1 − T on the road; beside the third two layers and no valve.",
        draw,
    )


def examples():
    """Each drawing of this module, as the chapter shows it."""
    yield evolution("11.1")
    for k, year in enumerate(CELLS, 2):
        yield cell(f"11.{k}", year)
    yield ways_back("11.6", (0.95, 1, 1.02))
    yield conflict("11.7")
    yield fused("11.8", 20, 12)
    yield shortcut("11.9")
