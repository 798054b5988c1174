"""The road on the covers: the chapters in the order of their years, joined by ideas.

What stands on it is in helpers/drawing/road.py. In another language each line of
`{road}` names a chapter in it: `01_neuron | La neurona artificial`.
"""

import re
from html import escape

import build
import fold
from docutils import nodes
from drawings import on_page
from sphinx.util.docutils import SphinxDirective

from helpers.drawing import Canvas
from helpers.drawing.road import ROAD, THREADS, draw_point, draw_ways

LANE, ROW, EDGE = 20, 64, 14  # pixels between ideas, between chapters, to the border
WORDS, LINES = 200, 12  # that are read in a minute


def minutes(notebook):
    """How long a chapter takes to read without what is folded, to five minutes."""
    read = 0
    for cell in fold.main_road(notebook):
        prose = cell.cell_type == "markdown"
        count = len(cell.source.split() if prose else cell.source.splitlines())
        read += count / (WORDS if prose else LINES)
    return 5 * round(read / 5)


def ancestors(chapter):
    """The numbers of all the chapters that lead to this one."""
    found = set(chapter.sources)
    for number in chapter.sources:
        found |= ancestors(ROAD[number])
    return found


def drawing():
    """The ways and the points."""
    below = {number: {number} for number in ROAD}
    for number, chapter in ROAD.items():
        for source in ancestors(chapter):
            below[source].add(number)
    page = Canvas(EDGE * 2 + LANE * (len(THREADS) + 0.5), ROW * len(ROAD))
    leads = {
        number: " ".join(f"to-{other}" for other in sorted(below[number]))
        for number in ROAD
    }
    draw_ways(page, LANE, ROW, EDGE, leads.get)
    for number, chapter in ROAD.items():
        with page.group(leads[number]):
            draw_point(page, chapter, LANE, ROW, EDGE)
    return page.svg()


def focus():
    """The rules that leave only what leads to the chapter at which a reader points."""
    for number in ROAD:
        at = f'.road:has([data-chapter="{number}"] :is(:hover, :focus-visible))'
        yield f"{at} svg > :not(.tb-to-{number}){{opacity:.15}}"


class Road(SphinxDirective):
    """The chapters as a list, with the drawing beside it."""

    has_content = True
    option_spec = dict.fromkeys(("threads", "takes", "first", "from"), str)

    def run(self):
        """The names of the ideas, the drawing, and the list."""
        said = dict(re.split(r"\s*\|\s*", line, maxsplit=1) for line in self.content)
        if unknown := said.keys() - {chapter.stem for chapter in ROAD.values()}:
            raise self.error(f"{min(unknown)} is no chapter of helpers/drawing/road.py")
        names = self.options["threads"].split(", ")
        key = "".join(
            f'<li class="{thread}">{escape(name)}</li>'
            for thread, name in zip(THREADS, names, strict=True)
        )
        items = "".join(
            self.item(chapter, said.get(chapter.stem, chapter.name))
            for chapter in ROAD.values()
        )
        html = on_page(key, "key", "ul")
        rules = f"<style>{''.join(focus())}</style>"
        html += on_page(f"{rules}{drawing()}<ol>{items}</ol>", "road")
        return [nodes.raw("", html, format="html")]

    def item(self, chapter, name):
        """One chapter: year, name, what it takes and what it builds on."""
        notebook = self.env.app.originals.get(chapter.stem)
        if notebook is None:
            raise self.error(f"{chapter.stem} is no chapter of book/_toc.yml")
        language = self.env.app.config.language
        translated = f"notebooks/{chapter.stem}" in build.pages(language)
        up = "../" if translated else "../../"
        said = {
            "number": int(chapter.number),
            "years": ", ".join(ROAD[source].year for source in chapter.sources),
            "minutes": minutes(notebook),
            "seconds": f"{notebook.metadata['seconds']:.0f}",
        }
        takes = self.options["takes"].format(**said)
        builds = self.options["from" if chapter.sources else "first"].format(**said)
        return (
            f'<li data-chapter="{chapter.number}"><time>{chapter.year}</time>'
            f'<a href="{up}notebooks/{chapter.stem}.html">{escape(name)}</a>'
            f'<span class="unseen">{escape(builds)}</span>'
            f"<small>{escape(takes)}</small></li>"
        )


def setup(app):
    """Add the directive."""
    app.add_directive("road", Road)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
