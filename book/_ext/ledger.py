"""Tables made from the execution that built the book.

`{ledger}` lists the claims that the chapters re-ran, `{times}` the seconds they took.
"""

import os
import platform

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from helpers.page.ledger import claims


def chapter_title(notebook):
    """The text of the notebook's first heading."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("# "):
            return cell.source.partition("\n")[0].removeprefix("# ").strip()
    raise ValueError("a chapter begins with a heading of the first level")


def chapter_link(name, notebook):
    """A Markdown link from a page in book/ to the chapter."""
    return f"[{chapter_title(notebook)}](../notebooks/{name}.ipynb)"


class TableDirective(SphinxDirective):
    """A directive without content that becomes a sortable table."""

    looks = "sortable"  # and "cards" where each row is a card on a phone

    def table(self, caption, heads, rows, align=""):
        """Parse a Markdown table of these rows; a column marked r is set right."""
        cell = lambda value: " ".join(str(value).split()).replace("|", r"\|")
        rules = ["--:" if mark == "r" else ":--" for mark in align.ljust(len(heads))]
        lines = [f":::{{table}} {caption}", f":class: {self.looks}", ""]
        for row in (heads, rules, *rows):
            lines.append("| " + " | ".join(map(cell, row)) + " |")
        lines.append(":::")
        source = StringList(lines, source=self.get_source_info()[0])
        return self.parse_content_to_nodes_from(source)

    def parse_content_to_nodes_from(self, source):
        """The nodes that this Markdown makes."""
        holder = nodes.Element()
        self.state.nested_parse(source, self.content_offset, holder)
        return holder.children


class Ledger(TableDirective):
    """Every claim that the chapters re-ran, with what the paper says and what came."""

    looks = "sortable cards ledger"

    def run(self):
        """The table, one row a claim."""
        heads = "Chapter", "Claim", "The paper", "Here", "Verdict", "Seeds", "Seconds"
        rows = [
            (
                chapter_link(name, notebook),
                claim["claim"] + (f" ({claim['scale']})" if claim["scale"] else ""),
                claim["paper"],
                claim["here"],
                claim["verdict"],
                claim["seeds"],
                f"{claim['seconds']:.2f}",
            )
            for name, notebook in self.env.app.executed.items()
            for claim in claims(notebook)
        ]
        return self.table("What the papers claim, and what came out here", heads, rows)


class Times(TableDirective):
    """The measured seconds of every chapter."""

    def run(self):
        """The table, one row a chapter."""
        rows = [
            (chapter_link(name, notebook), f"{notebook.metadata['seconds']:.1f}")
            for name, notebook in self.env.app.executed.items()
        ]
        machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
        return self.table(f"Measured on {machine}", ("Chapter", "Seconds"), rows, " r")


def setup(app):
    """Add the two directives."""
    app.add_directive("ledger", Ledger)
    app.add_directive("times", Times)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
