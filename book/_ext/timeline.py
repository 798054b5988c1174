"""The timeline: what each landmark took then, and what it takes here.

`{years}` draws book/landmarks.yml on a line of years and `{timeline}` is a table of it,
both with the seconds of this very build. `{growth}` draws how many numbers each had to
learn.
"""

import re
from html import escape
from math import log10
from pathlib import Path

import yaml
from docutils import nodes
from drawings import on_page
from ledger import TableDirective, chapter_link
from sphinx.util.docutils import SphinxDirective

from helpers.drawing import Canvas

LANDMARKS = Path(__file__).resolve().parents[1] / "landmarks.yml"
POWERS = 18  # of ten that would fill the line, numbers beside the bars and all
ROW, LINE, EDGE = 64, 40, 84  # pixels: from mark to mark; to the line; to the words
DECADES = range(1950, 2030, 10)
DAY = 24 * 60 * 60


def landmarks():
    """The landmarks in the order of their years."""
    return sorted(
        yaml.safe_load(LANDMARKS.read_text("utf-8")), key=lambda mark: mark["year"]
    )


def families(who):
    """The people without their initials."""
    return re.sub(r"\b[^\W\d_]\. ", "", who)


def time(kind, seconds, words):
    """A bar of so many seconds; equal lengths are equal powers of ten."""
    length = f"{log10(max(seconds, 1)) / POWERS * 2:.1%}"
    return f'<span class="{kind}"><i style="width: {length}"></i>{words}</span>'


class Years(SphinxDirective):
    """The landmarks at their years, each with the time it took then and takes here."""

    def run(self):
        """The line with its threads to the landmarks, and the landmarks as a list."""
        executed = self.env.app.executed
        marks = [mark for mark in landmarks() if mark["chapter"] in executed]
        items = "".join(
            self.item(mark, executed[mark["chapter"]].metadata["seconds"])
            for mark in marks
        )
        html = on_page(f"{self.line(marks)}<ol>{items}</ol>", "years")
        return [nodes.raw("", html, format="html")]

    def line(self, marks):
        """The years from the first landmark to the last, to scale, and the threads."""
        first, last = marks[0]["year"], marks[-1]["year"]
        top, height = ROW / 2, ROW * (len(marks) - 1)
        place = lambda year: top + height * (year - first) / (last - first)
        page = Canvas(EDGE, ROW * len(marks))
        page.path("line quiet", f"M{LINE} {top}V{top + height}")
        for row, mark in enumerate(marks):
            y, to = place(mark["year"]), ROW * (row + 0.5)
            page.curve((LINE, y), (EDGE, to), "quiet", head=False)
        for mark in marks:
            page.dot(LINE, place(mark["year"]), "back", 4)
        for year in DECADES:
            page.text(LINE - 8, place(year), str(year), "q s", "end")
        return page.svg()

    def item(self, mark, seconds):
        """One landmark: its year, its people, its time then, if known, and here."""
        bars = time("now", seconds, f"here {seconds:.0f} s")
        if "days" in mark:
            bars = time("then", mark["days"] * DAY, f"{mark['days']:g} days") + bars
        return (
            f"<li><time>{mark['year']}</time>"
            f'<a href="../notebooks/{mark["chapter"]}.html">'
            f"{escape(families(mark['who']))}</a><div>{bars}</div></li>"
        )


class Timeline(TableDirective):
    """Every landmark: who, what, what it took then, and its chapter's seconds now."""

    looks = "sortable cards landmarks"

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
    """Add the three directives."""
    app.add_directive("years", Years)
    app.add_directive("timeline", Timeline)
    app.add_directive("growth", Growth)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
