"""The timeline: what each landmark took then, and what it takes here.

`{timeline}` is a table of book/landmarks.yml with the seconds of this very build, and
`{growth}` draws how many numbers were learned, year by year.
"""

from html import escape
from math import log10
from pathlib import Path

import yaml
from docutils import nodes
from ledger import TableDirective, chapter_link
from sphinx.util.docutils import SphinxDirective

LANDMARKS = Path(__file__).resolve().parents[1] / "landmarks.yml"
POWERS = 18  # of ten that would fill the line, numbers beside the bars and all


def landmarks():
    """The landmarks in the order of their years."""
    return sorted(
        yaml.safe_load(LANDMARKS.read_text("utf-8")), key=lambda mark: mark["year"]
    )


class Timeline(TableDirective):
    """Every landmark: who, what, what it took then, and its chapter's seconds now."""

    looks = "sortable cards"

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


def bar(mark):
    """A net's weights as a bar; equal lengths are equal powers of ten."""
    length = f"{log10(mark['weights']) / POWERS:.1%}"
    return (
        f"<li><span>{mark['year']} {escape(mark['name'])}</span>"
        f'<span><i style="width: {length}"></i>{mark["weights"]:,}</span></li>'
    )


class Growth(SphinxDirective):
    """How many numbers each landmark had to learn."""

    def run(self):
        """A bar for each, in the order of the years."""
        bars = "".join(bar(mark) for mark in landmarks() if "weights" in mark)
        return [nodes.raw("", f'<ul class="weights">{bars}</ul>', format="html")]


def setup(app):
    """Add the two directives."""
    app.add_directive("timeline", Timeline)
    app.add_directive("growth", Growth)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
