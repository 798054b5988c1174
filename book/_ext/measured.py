"""The page of benchmarks, drawn from the figures of the last full run.

`{measured} MODULE` is a table of one module's ratios and `{curves} MODULE` a drawing of
how the costs of one thing grow; `{circumstances}` says what they were measured on.
"""

import json
from math import ceil, floor, log10
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from drawings import on_page
from ledger import TableDirective
from sphinx.util.docutils import SphinxDirective

from helpers.drawing import NARROW, WIDE, Canvas

RESULTS = Path(__file__).resolve().parents[2] / "benchmarks/results.json"
HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 340, 40, 236, 36, 44
LINE = 16  # between two names
ROLES = "positive", "negative", "right", "query", "value"
DASHES = "none", "7 3", "2 3", "9 3 2 3", "4 4"
OURS = "ours"
OF_BUDGETS = {"Size": "Where", "Ours costs": "Spent"}  # heads of the last table


def results():
    """What the last full run wrote."""
    return json.loads(RESULTS.read_text("utf-8"))


def rows_of(module):
    """The rows of a module, in the order of their measuring."""
    found = [row for row in results()["rows"] if row["module"] == module]
    if not found:
        raise ValueError(f"{RESULTS.name} has no row of {module!r}")
    return found


def verdict(row):
    """Whether ours costs less, as much or more: by the middle half of the rounds."""
    if row["low"] >= 1:
        return "within" if row["unit"] == "budget" else "less"
    return "the same" if row["high"] >= 1 else "more"


def raised(power):
    """Ten to a power, as it is written."""
    return "10" + str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def digits(value):
    """A number with three digits, or all that stand before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def half(row):
    """The quartiles, where there are any."""
    if row["rounds"] == 1:
        return "–"
    return f"{digits(row['low'])} – {digits(row['high'])}"


class Measured(TableDirective):
    """One module's ratios, and below them why some are under one."""

    required_arguments = 1
    looks = "sortable dense"

    def run(self):
        """The table, one row for each peer at each size, and the reasons."""
        rows = rows_of(self.arguments[0])
        unit = rows[0]["unit"]
        reasons = dict.fromkeys(
            row["reason"] for row in rows if verdict(row) == "more" and row["reason"]
        )
        marks = {reason: "abcdefgh"[k] for k, reason in enumerate(reasons)}
        heads = dict.fromkeys(("What", "Size", "Beside"), "")
        heads |= {"Ratio": "r", "Middle half": "r", "Ours costs": ""}
        caption = "What the other costs, divided by what ours costs"
        if any(row["limit"] for row in rows):
            heads["Of limit"] = "r"
        if unit == "budget":
            caption = "The budget, divided by what is spent"
            heads.pop("Beside")
        shown = [self.cells(row, marks) for row in rows]
        shown = [[cells[head] for head in heads] for cells in shown]
        align = "".join(mark or " " for mark in heads.values())
        names = [OF_BUDGETS.get(n, n) if unit == "budget" else n for n in heads]
        table = self.table(caption, names, shown, align)
        said = [f"({mark}) {reason}" for reason, mark in marks.items()]
        return [*table, *(nodes.paragraph("", line) for line in said)]

    def cells(self, row, marks):
        """A row as it is shown, by the heads of the columns."""
        mark = marks.get(row["reason"]) if verdict(row) == "more" else None
        kind = ", memory" if row["unit"] == "memory" else ""
        return {
            "What": row["what"],
            "Size": row["size"].removeprefix("notebooks/") + kind,
            "Beside": row["peer"],
            "Ratio": digits(row["ratio"]),
            "Middle half": half(row),
            "Ours costs": verdict(row) + (f" ({mark})" if mark else ""),
            "Of limit": f"{row['share']:.0%}" if row["limit"] else "–",
        }


def series(module, what):
    """The points (size, cost) of each contestant; ours costs 1 at the smallest size."""
    rows = [r for r in rows_of(module) if r["what"] == what and r["x"] is not None]
    if not rows:
        raise ValueError(f"{RESULTS.name} has no sizes of {what!r}")
    unit, found = rows[0]["ours"], {OURS: {}}
    for row in rows:
        found[OURS][row["x"]] = row["ours"] / unit
        found.setdefault(row["peer"], {})[row["x"]] = row["theirs"] / unit
    return {name: sorted(points.items()) for name, points in found.items()}


def slope(points):
    """The power of the size with which the cost grows over the larger sizes."""
    logs = [(log10(x), log10(y)) for x, y in points[len(points) // 2 - 1 :]]
    mean_x, mean_y = (sum(part) / len(logs) for part in zip(*logs, strict=True))
    both = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    return both / sum((x - mean_x) ** 2 for x, _ in logs)


class Axis:
    """A range of powers of ten laid out from one place to another."""

    def __init__(self, values, start, end):
        logs = [log10(value) for value in values]
        self.low, self.high = min(logs), max(logs)
        self.start, self.end = start, end

    def __call__(self, value):
        """The place of a value."""
        part = (log10(value) - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def powers(self):
        """The whole powers of ten within reach, six at the most."""
        first, last = ceil(self.low - 1e-9), floor(self.high + 1e-9)
        return range(first, last + 1, 1 + (last - first) // 6)

    def marks(self, values, most):
        """Where it is marked: at powers of ten, or at some values if these are few."""
        if len(self.powers()) > 2:
            return [(10**power, times(power)) for power in self.powers()]
        values = list(values)
        return [(v, f"{v:,.0f}") for v in values[:: -(-len(values) // most)]]


def apart(places):
    """The same places from the top down, no two nearer than a line of text."""
    order, moved, last = sorted(places, key=places.get), {}, -LINE
    for name in order:
        last = moved[name] = max(places[name], last + LINE)
    over = max(0, last - (HEIGHT - BOTTOM))
    return {name: place - over for name, place in moved.items()}


def scales(page, found, axes, across):
    """The lines at the powers of ten, and what is on both axes."""
    x, y = axes
    for power in y.powers():
        place = y(10**power)
        page.path("line quiet hair", f"M{x.start} {place:.1f}H{x.end}")
        page.text(x.start - 8, place, times(power), "q s", "end")
    for value, name in x.marks((point[0] for point in found[OURS]), 5):
        page.text(x(value), y.start + 16, name, "q s")
    page.text((x.start + x.end) / 2, y.start + 34, across, "q s")


def drawing(found, what, across, room):
    """The lines of all contestants with their names and slopes, in a room.

    On a phone the names stand below, since there is no place beside the lines.
    """
    every = [point for points in found.values() for point in points]
    wide, below = room >= WIDE, LINE * (len(found) + 1)
    page = Canvas(room, HEIGHT + (0 if wide else below))
    x = Axis([a for a, _ in every], LEFT, room - (RIGHT if wide else 10))
    y = Axis([b for _, b in every], HEIGHT - BOTTOM, TOP)
    page.text(0, 12, f"{what}: cost, ours at the smallest size = 1", "q s", "start")
    scales(page, found, (x, y), across)
    ends = apart({name: y(points[-1][1]) for name, points in found.items()})
    looks = zip(found.items(), ROLES, DASHES, strict=False)
    for row, ((name, points), role, dash) in enumerate(looks):
        dots = "L".join(f"{x(a):.1f} {y(b):.1f}" for a, b in points)
        thick = f"stroke-width:{3 if name == OURS else 1.6}px;stroke-dasharray:{dash}"
        page.put(f'<path class="line {role}" d="M{dots}" style="{thick}"/>')
        at = (x.end + 8, ends[name]) if wide else (LEFT, HEIGHT + LINE * (row + 0.5))
        page.text(*at, f"{name}: slope {slope(points):.2f}", f"s {role}", "start")
    return page


def times(power):
    """A power of ten as people write it."""
    return {0: "1", 1: "10", 2: "100"}.get(power) or raised(power)


class Curves(SphinxDirective):
    """How the cost of one thing grows with its size, for ours and for its peers."""

    required_arguments = 1
    option_spec = {
        "what": directives.unchanged_required,
        "across": directives.unchanged,
    }

    def run(self):
        """The drawing, with its content in words for those who cannot see it."""
        what, across = self.options["what"], self.options["across"]
        found = series(self.arguments[0], what)
        said = "; ".join(
            f"{name} from {digits(points[0][1])} to {digits(points[-1][1])}, "
            f"slope {slope(points):.2f}"
            for name, points in found.items()
        )
        words = f"{what}: cost over {across}, both in powers of ten. {said}"
        rooms = {"tb-wide": WIDE, "tb-narrow": NARROW}
        art = "".join(
            drawing(found, what, across, room).svg(name, words)
            for name, room in rooms.items()
        )
        return [nodes.raw("", on_page(art, "growth", "figure"), format="html")]


class Circumstances(SphinxDirective):
    """The machine, the versions and the seed, and how many ratios came out how."""

    def run(self):
        """Two paragraphs."""
        found = results()
        made_with, limits = found["made with"], found["limits"]
        peers = [row for row in found["rows"] if row["unit"] != "budget"]
        counted = [verdict(row) for row in peers]
        versions = ", ".join(
            f"{name} {version}"
            for name, version in made_with.items()
            if name not in ("machine", "threads", "seed")
        )
        lines = (
            f"Of {len(peers)} ratios, {counted.count('less')} say that ours costs "
            f"less, {counted.count('the same')} that it costs the same, and "
            f"{counted.count('more')} that it costs more.",
            f"Measured on one thread of a processor called {made_with['machine']}, "
            f"with the seed {made_with['seed']} and {versions}. In that run the "
            f"processor reached {limits['matmul peak'] / 1e9:.0f} billion operations a "
            "second in the best product of two matrices, "
            f"{limits['product by @'] / 1e9:.0f} in the one that PyTorch has for @, "
            f"and copied {limits['memory bandwidth'] / 1e9:.0f} billion bytes a "
            "second, counting what is read and what is written.",
        )
        return [nodes.paragraph("", line) for line in lines]


def setup(app):
    """Add the three directives."""
    app.add_directive("measured", Measured)
    app.add_directive("curves", Curves)
    app.add_directive("circumstances", Circumstances)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
