"""What the teachers' page is made of.

`{effort}` is a table of what each chapter takes. Each line of `{trains}` is the number
of an exercise and what it trains. `{wall}` lists live figures in a state worth a
question, in YAML: chapter, figure, name, state, ask. Lines about chapters or exercises
that are not in the book are left out.
"""

import json
from html import escape
from importlib import import_module
from itertools import groupby
from urllib.parse import urlencode

import yaml
from docutils import nodes
from exercises import exercises, place
from ledger import TableDirective, chapter_link, chapter_title
from road import minutes
from sphinx.util.docutils import SphinxDirective


class Effort(TableDirective):
    """Each chapter's minutes to read, seconds to run, and exercises."""

    def run(self):
        """The table, in the order of the book."""
        rows = [
            (
                chapter_link(name, notebook),
                minutes(notebook),
                f"{notebook.metadata['seconds']:.0f}",
                len(exercises(notebook)),
            )
            for name, notebook in self.env.app.executed.items()
        ]
        heads = "Chapter", "Minutes to read", "Seconds to run", "Exercises"
        return self.table("What a chapter takes", heads, rows, " rrr")


class Trains(SphinxDirective):
    """What each exercise trains, a paragraph for each chapter."""

    has_content = True

    def run(self):
        """The chapters, with their exercises as links."""
        lines = [line.partition(" ")[::2] for line in self.content if line.strip()]
        by_chapter = groupby(lines, key=lambda line: int(line[0].partition(".")[0]))
        trained = {number: dict(found) for number, found in by_chapter}
        parts = ['<dl class="trains">']
        for name, notebook in self.env.app.executed.items():
            page = f"../notebooks/{name}.html"
            there = {number for number, _, _ in exercises(notebook)}
            parts.append(f'<dt><a href="{page}#exercises">')
            parts.append(f"{escape(chapter_title(notebook))}</a></dt><dd>")
            parts += [
                f'<a href="{page}#{place(number)}">{number}</a> {escape(what)}; '
                for number, what in trained.get(int(name[:2]), {}).items()
                if number in there
            ]
            parts[-1] = f"{parts[-1].removesuffix('; ')}.</dd>"
        return [nodes.raw("", "".join([*parts, "</dl>"]), format="html")]


def address(figure):
    """Where a figure of a chapter stands in the given state."""
    module, kind = figure["figure"].split(".")
    getattr(import_module(f"helpers.widgets.{module}"), kind)(**figure["state"])
    settings = {
        f"{kind}.{setting}": json.dumps(value, separators=(",", ":"))
        for setting, value in figure["state"].items()
    }
    return f"../notebooks/{figure['chapter']}.html#{urlencode(settings)}"


class Wall(SphinxDirective):
    """Live figures for the wall of a classroom, each with a question."""

    has_content = True

    def run(self):
        """A list of links, each with what to ask."""
        figures = yaml.safe_load("\n".join(self.content))
        items = [
            f'<dt><a href="{escape(address(figure))}">{escape(figure["name"])}</a></dt>'
            f"<dd>{escape(figure['ask'])}</dd>"
            for figure in figures
            if figure["chapter"] in self.env.app.executed
        ]
        html = f'<dl class="wall">{"".join(items)}</dl>'
        return [nodes.raw("", html, format="html")]


def setup(app):
    """Add the three directives."""
    app.add_directive("effort", Effort)
    app.add_directive("trains", Trains)
    app.add_directive("wall", Wall)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
