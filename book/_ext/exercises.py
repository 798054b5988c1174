"""Every exercise of the book, in one list with the reader's own ticks.

The heading of an exercise is a paragraph that begins `**4.2 · Build.**`. On a chapter's
page it becomes a place that can be linked to; `{exercises}` lists them all. The ticks
are made and kept by book.js, in the reader's browser and nowhere else; progress.js
takes them out as a file, with the reader's answers, and brings such a file in.
"""

import json
import re
from html import escape

from docutils import nodes
from ledger import chapter_title
from sphinx.util.docutils import SphinxDirective

EXERCISE = re.compile(r"^\*\*(\d+\.\d+) · (\w+)\.\*\* (.*)", re.S | re.M)
SIGNS = {"cdot": "·", "leftarrow": "←", "eta": "η", "le": "≤", "ge": "≥", "times": "×"}
SIGNS |= dict.fromkeys(("text", "mathrm", "hat", "bar"), "")
WORDS = {
    "take": "Save what I have done as a file",
    "bring": "Bring in such a file",
    "taken": "Saved: ticks, predictions and answers, to be brought in elsewhere.",
    "brought": "Brought in: {} exercises done, {} answers.",
    "replace": "{} of these answers differ from yours here. Replace yours?",
    "foreign": "That is no file of this book's exercises; nothing has changed.",
    "full": "This browser has no room for all of it; what was here is still here.",
    "blocked": "This browser keeps nothing for this page, so there is nothing to save.",
}
HEADING = re.compile(r"(\d+\.\d+) · (\w+)\.")


def exercises(notebook):
    """The number, the kind and the text of each exercise, in order."""
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return [found.groups() for s in sources if (found := EXERCISE.search(s))]


def place(number):
    """What the page's address ends with to lead to an exercise."""
    return f"exercise-{number.replace('.', '-')}"


def opening(text, width=110):
    """The first words of an exercise, without marks, cut at a word."""
    plain = re.sub(r"\\([a-z]+)", lambda name: SIGNS.get(name[1], name[1]), text)
    plain = re.sub(r"\[([^]]+)\]\([^)]+\)|[*`${}]|\\,", r"\1", plain)
    words = " ".join(plain.split())
    return words if len(words) <= width else words[:width].rsplit(" ", 1)[0] + " …"


class Exercises(SphinxDirective):
    """The list, chapter by chapter."""

    def run(self):
        """A heading and a list for each chapter."""
        parts = []
        for name, notebook in self.env.app.executed.items():
            page = f"../notebooks/{name}.html"
            parts.append(f'<h2><a href="{page}#exercises">')
            parts.append(f"{escape(chapter_title(notebook))}</a></h2>")
            parts.append('<ol class="exercises">')
            for number, kind, text in exercises(notebook):
                parts.append(
                    f'<li data-exercise="{number}"><a href="{page}#{place(number)}">'
                    f"{number} · {kind}.</a> {escape(opening(text))}</li>"
                )
            parts.append("</ol>")
        words = json.dumps(WORDS)
        parts.append(
            f'<script type="application/json" id="progress-words">{words}</script>'
        )
        return [nodes.raw("", "".join(parts), format="html")]


def mark_places(app, doctree):
    """Let each exercise on a chapter's page be linked to and ticked."""
    for paragraph in doctree.findall(nodes.paragraph):
        if found := HEADING.match(paragraph.astext()):
            paragraph["ids"].append(place(found[1]))
            paragraph["classes"].append("exercise")


def setup(app):
    """Add the directive, and mark the exercises on the chapters' pages."""
    app.add_directive("exercises", Exercises)
    app.add_js_file("progress.js", loading_method="defer", blocking="render")
    app.connect("doctree-read", mark_places)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
