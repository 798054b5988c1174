"""The road: the chapters in the order of their years, and the threads between them.

Each line of `{road}` is a chapter: its file, its year, its thread, its name, and the
chapters it builds on. A thread with a plus and a number runs so far beside its own.
"""

from html import escape

import build
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

THREADS = "unit", "gradient", "filter", "state", "attention"
LANE, ROW, EDGE = 20, 64, 14  # pixels between threads, between chapters, to the border
WORDS, LINES = 200, 12  # that are read in a minute


def minutes(notebook):
    """How long a chapter takes to read without its solutions, to five minutes."""
    read = 0
    for cell in notebook.cells:
        if "solution" not in cell.metadata.get("tags", []):
            prose = cell.cell_type == "markdown"
            count = len(cell.source.split() if prose else cell.source.splitlines())
            read += count / (WORDS if prose else LINES)
    return 5 * round(read / 5)


class Chapter:
    """A line of the directive, and where its point is drawn."""

    def __init__(self, line, row):
        stem, year, thread, name, sources = (part.strip() for part in line.split("|"))
        self.stem, self.year, self.name, self.number = stem, year, name, stem[:2]
        self.sources = sources.split()
        self.thread, _, beside = thread.partition(" +")
        lane = THREADS.index(self.thread) + float(beside or 0)
        self.x, self.y = EDGE + LANE * lane, ROW * (row + 0.5)


def line(source, target):
    """The way from one point to the other: it leaves early or arrives late."""
    (x, y), (to_x, to_y) = (source.x, source.y), (target.x, target.y)
    if source.thread == target.thread and to_x > x:
        bend = f"C{x} {y + ROW / 2} {to_x} {y + ROW / 2} {to_x} {y + ROW}V{to_y}"
    else:
        turn = to_y - ROW
        bend = f"V{turn}C{x} {to_y - ROW / 2} {to_x} {to_y - ROW / 2} {to_x} {to_y}"
    return f"M{x} {y}{bend}"


def ancestors(chapter, chapters):
    """The numbers of all the chapters that lead to this one."""
    found = set(chapter.sources)
    for number in chapter.sources:
        found |= ancestors(chapters[number], chapters)
    return found


def drawing(chapters):
    """The threads and the points."""
    below = {number: {number} for number in chapters}
    for number, chapter in chapters.items():
        for source in ancestors(chapter, chapters):
            below[source].add(number)
    lines, points = [], []
    for number, chapter in chapters.items():
        leads = " ".join(f"to-{other}" for other in sorted(below[number]))
        for source in chapter.sources:
            way = line(chapters[source], chapter)
            kind = f"{chapters[source].thread} {leads}"
            lines.append(f'<path class="{kind}" d="{way}"/>')
        points.append(
            f'<g class="{chapter.thread} {leads}" '
            f'transform="translate({chapter.x} {chapter.y})">'
            f'<circle r="10"/><text y="4">{int(number)}</text></g>'
        )
    width = EDGE * 2 + LANE * (len(THREADS) + 0.5)
    size = f'width="{width:g}" height="{ROW * len(chapters)}"'
    return f'<svg {size} aria-hidden="true">{"".join(lines + points)}</svg>'


def focus(chapters):
    """The rules that leave only what leads to the chapter at which a reader points."""
    for number in chapters:
        at = f'.road:has([data-chapter="{number}"] :is(:hover, :focus-visible))'
        yield f"{at} svg > :not(.to-{number}){{opacity:.15}}"


class Road(SphinxDirective):
    """The chapters as a list, with the drawing beside it."""

    has_content = True
    option_spec = dict.fromkeys(("threads", "takes", "first", "from"), str)

    def run(self):
        """The names of the threads, the drawing, and the list."""
        rows = [Chapter(text, row) for row, text in enumerate(self.content)]
        chapters = {chapter.number: chapter for chapter in rows}
        names = self.options["threads"].split(", ")
        key = "".join(
            f'<li class="{thread}">{escape(name)}</li>'
            for thread, name in zip(THREADS, names, strict=True)
        )
        items = "".join(self.item(chapter, chapters) for chapter in rows)
        html = (
            f'<ul class="key">{key}</ul><div class="road">'
            f"<style>{''.join(focus(chapters))}</style>{drawing(chapters)}"
            f"<ol>{items}</ol></div>"
        )
        return [nodes.raw("", html, format="html")]

    def item(self, chapter, chapters):
        """One chapter: year, name, what it takes and what it builds on."""
        notebook = self.env.app.originals.get(chapter.stem)
        if notebook is None:
            raise self.error(f"{chapter.stem} is no chapter of book/_toc.yml")
        language = self.env.app.config.language
        translated = f"notebooks/{chapter.stem}" in build.pages(language)
        up = "../" if translated else "../../"
        said = {
            "number": int(chapter.number),
            "years": ", ".join(chapters[source].year for source in chapter.sources),
            "minutes": minutes(notebook),
            "seconds": f"{notebook.metadata['seconds']:.0f}",
        }
        takes = self.options["takes"].format(**said)
        builds = self.options["from" if chapter.sources else "first"].format(**said)
        return (
            f'<li data-chapter="{chapter.number}"><time>{chapter.year}</time>'
            f'<a href="{up}notebooks/{chapter.stem}.html">{escape(chapter.name)}</a>'
            f'<span class="unseen">{escape(builds)}</span>'
            f"<small>{escape(takes)}</small></li>"
        )


def setup(app):
    """Add the directive."""
    app.add_directive("road", Road)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
