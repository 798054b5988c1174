"""The timeline: what each landmark took then, and what it takes here.

`{timeline}` is a table of book/landmarks.yml with the seconds of this very build, and
`{growth}` a drawing of how many numbers were learned, year by year.
"""

from html import escape
from math import log10
from pathlib import Path

import yaml
from docutils import nodes
from ledger import TableDirective, chapter_link
from sphinx.util.docutils import SphinxDirective

LANDMARKS = Path(__file__).resolve().parents[1] / "landmarks.yml"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 52, 24, 20, 34
YEARS, POWERS = (1983, 2022), (1, 12)  # of ten


def landmarks():
    """The landmarks in the order of their years."""
    return sorted(
        yaml.safe_load(LANDMARKS.read_text("utf-8")), key=lambda mark: mark["year"]
    )


class Timeline(TableDirective):
    """Every landmark: who, what, what it took then, and its chapter's seconds now."""

    def run(self):
        """The table, one row a landmark."""
        executed = self.env.app.executed
        rows = [
            (
                mark["year"],
                f"{mark['who']}: *{mark['what']}*",
                mark["then"],
                chapter_link(mark["chapter"], executed[mark["chapter"]]),
                f"{executed[mark['chapter']].metadata['seconds']:.0f}",
            )
            for mark in landmarks()
            if mark["chapter"] in executed
        ]
        heads = "Year", "Landmark", "What it took then", "Chapter", "Seconds here"
        return self.table("The landmarks of this book", heads, rows, "r   r")


def across(year):
    """How far right a year is drawn."""
    part = (year - YEARS[0]) / (YEARS[1] - YEARS[0])
    return LEFT + part * (WIDTH - LEFT - RIGHT)


def down(weights):
    """How far down a number of weights is drawn, a power of ten at equal steps."""
    part = (log10(weights) - POWERS[0]) / (POWERS[1] - POWERS[0])
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)


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


def grid():
    """A line for every third power of ten, and the years below."""
    for power in range(3, POWERS[1] + 1, 3):
        y = down(10**power)
        yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield label(LEFT - 8, y + 4, raised(power), "end")
    for year in range(1985, YEARS[1], 5):
        yield label(across(year), HEIGHT - 10, str(year), "middle")


def points(marks):
    """A dot and a name for every landmark, names to the left where it is crowded."""
    for mark in marks:
        x, y = across(mark["year"]), down(mark["weights"])
        side = -1 if mark["year"] >= 2000 else 1
        anchor = "end" if side < 0 else "start"
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>'
        yield label(x + 9 * side, y + 4 + mark.get("lower", 0), mark["name"], anchor)


class Growth(SphinxDirective):
    """How many numbers each landmark had to learn."""

    def run(self):
        """The drawing, with its content in words for those who cannot see it."""
        marks = [mark for mark in landmarks() if "weights" in mark]
        said = "; ".join(f"{m['year']}, {m['name']}: {m['weights']:,}" for m in marks)
        parts = [*grid(), *points(marks)]
        return [framed("Weights", said, (WIDTH, HEIGHT), parts)]


def setup(app):
    """Add the two directives."""
    app.add_directive("timeline", Timeline)
    app.add_directive("growth", Growth)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
