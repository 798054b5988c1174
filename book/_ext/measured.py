"""The page of benchmarks, drawn from the figures of the last full run.

`{measured} MODULE` is a table of one module's ratios and `{curves} MODULE` a drawing of
how the costs of one thing grow; `{circumstances}` says what they were measured on.
"""

import json
from html import escape
from math import ceil, floor, log10
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from ledger import TableDirective
from sphinx.util.docutils import SphinxDirective

RESULTS = Path(__file__).resolve().parents[2] / "benchmarks/results.json"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 400, 52, 256, 36, 48
LINE = 16  # between two names
COLOURS = (
    "var(--accent)",
    *(
        f"light-dark({pair})"
        for pair in (
            "#0067a1, #56b4e9",
            "#b04a00, #ff8c42",
            "#00704f, #3ecfa0",
            "#646b77, #9aa4b2",
        )
    ),
)
DASHES = "", "7 3", "2 3", "9 3 2 3", "4 4"
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


def label(x, y, text, anchor="start"):
    """A word at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def framed(name, said, size, parts):
    """A drawing that scrolls where it is too wide; what it shows is said in words."""
    width, height = size
    svg = (
        f'<div class="growth" tabindex="0" role="group" aria-label="{escape(name)}">'
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(said)}">'
        f"{''.join(parts)}</svg></div>"
    )
    return nodes.raw("", svg, format="html")


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

    def marks(self, values):
        """Where it is marked: at powers of ten, or at each value if these are few."""
        if len(self.powers()) > 2:
            return [(10**power, times(power)) for power in self.powers()]
        return [(value, f"{value:,.0f}") for value in values]


def apart(places):
    """The same places from the top down, no two nearer than a line of text."""
    order, moved, last = sorted(places, key=places.get), {}, -LINE
    for name in order:
        last = moved[name] = max(places[name], last + LINE)
    over = max(0, last - (HEIGHT - BOTTOM))
    return {name: place - over for name, place in moved.items()}


def drawing(found, what, across):
    """The lines of all contestants with their names and slopes."""
    every = [point for points in found.values() for point in points]
    x = Axis([point[0] for point in every], LEFT, WIDTH - RIGHT)
    y = Axis([point[1] for point in every], HEIGHT - BOTTOM, TOP)
    for power in y.powers():
        place, end = y(10**power), WIDTH - RIGHT
        yield f'<line x1="{LEFT}" x2="{end}" y1="{place:.1f}" y2="{place:.1f}"/>'
        yield label(LEFT - 8, place + 4, times(power), "end")
    for value, name in x.marks(point[0] for point in found[OURS]):
        yield label(x(value), HEIGHT - BOTTOM + 20, name, "middle")
    yield label(LEFT, 14, f"{what}: cost, in units of ours at the smallest size")
    yield label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, across, "middle")
    names = apart({name: y(points[-1][1]) for name, points in found.items()})
    looks = zip(COLOURS, DASHES, strict=True)
    for (name, points), (colour, dash) in zip(found.items(), looks, strict=False):
        dots = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
        thick = 3 if name == OURS else 1.6
        yield (
            f'<polyline points="{dots}" style="fill:none;stroke:{colour};'
            f'stroke-width:{thick};stroke-dasharray:{dash or "none"}"/>'
        )
        said = escape(f"{name}: slope {slope(points):.2f}")
        yield (
            f'<text x="{WIDTH - RIGHT + 8}" y="{names[name] + 4:.1f}" '
            f'style="fill:{colour}">{said}</text>'
        )


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
        parts = drawing(found, what, across)
        return [framed(what, words, (WIDTH, HEIGHT), parts)]


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
