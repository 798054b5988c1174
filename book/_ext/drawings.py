"""Drawings on a page: their style once for the site, and no number twice.

In a notebook each output carries the drawings' style, since Colab gives each its own
frame. Here the style is one stylesheet, which only pages with drawings ask for. Text
leads to a figure by its number: `[Figure 10.3](#figure-10-3)`. A plot that says nothing
of itself says what its cell's metadata has as the alternative text of its image.
"""

import re
from html import escape
from importlib import import_module
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from helpers.drawing.alphabet import STYLE

STYLESHEET = "drawings.css"
SHARED = re.compile(r"<style data-shared>.*?</style>", re.DOTALL)
NAME = re.compile(r'<figure class="tb-picture" id="(figure-(\d+)-\d+)"')
CHAPTER = re.compile(r'(<a href="\w+)\.ipynb"')  # in a drawing that leads to chapters
UNSAID = re.compile(r'aria-label="[^"]*" data-unsaid')
log = logging.getLogger(__name__)


def on_page(inner, names="", element="div"):
    """What a page draws by itself, in the frame that gives it the drawings' style."""
    kind = f"tb-picture {names}".strip()
    return f'<{element} class="{kind}">{inner}</{element}>'


def complaints(names, chapter):
    """What is wrong with the figures' numbers on a page, in sentences."""
    ids = [name for name, _ in names]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"{name} is there twice: number each drawing and plot anew"
    for name, number in names:
        if chapter and int(number) != int(chapter):
            yield f"{name} stands in chapter {int(chapter)}: number it {int(chapter)}.…"


def alternative(node):
    """What the metadata of the cell around a node says of its picture, or nothing."""
    while node is not None and node.get("nb_element") != "cell_code":
        node = node.parent
    metadata = {} if node is None else node.get("cell_metadata", {})
    return metadata.get("mystnb", {}).get("image", {}).get("alt", "")


def take_style_out(app, doctree):
    """Leave the figures without their style, known by number to the page's links."""
    docname, names = app.env.docname, []
    for node in doctree.findall(nodes.raw):
        if 'class="tb-picture' not in node.astext():
            continue
        names += NAME.findall(node.astext())
        text = CHAPTER.sub(r'\1.html"', SHARED.sub("", node.astext()))
        if alt := alternative(node):
            text = UNSAID.sub(lambda _, alt=alt: f'aria-label="{escape(alt)}"', text)
        node.rawsource, node.children = text, []
        node += nodes.Text(text)
    chapter = re.match(r"notebooks/(\d+)", docname)
    for sentence in complaints(names, chapter and chapter[1]):
        log.warning("%s", sentence, location=docname)
    slugs = app.env.metadata[docname].setdefault("myst_slugs", {})
    for name, _ in names:
        slugs[name] = (None, name, name.replace("-", ".").replace("figure.", "Figure "))
    for node in list(doctree.findall(addnodes.pending_xref)):
        if node.get("refdomain") is None and node["reftarget"] in slugs:
            words = [child.deepcopy() for child in node[0].children]
            target = node["reftarget"]
            link = nodes.reference("", "", *words, refid=target, internal=True)
            node.replace_self(link)


def ask_for_style(app, pagename, templatename, context, doctree):
    """Let a page with drawings ask for the stylesheet, and no other page."""
    if 'class="tb-picture' in context.get("body", ""):
        app.add_css_file(STYLESHEET)


def write_style(app):
    """Put the stylesheet with the site's other files."""
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STYLESHEET).write_text(STYLE + "\n", encoding="utf-8")


class Drawn(SphinxDirective):
    """A drawing on a page that runs no code, as in `{drawn} calls.one_by_one 0.2`."""

    required_arguments = 2

    def run(self):
        """The drawing, as a chapter would show it."""
        module, _, name = self.arguments[0].partition(".")
        made = getattr(import_module(f"helpers.drawing.{module}"), name)
        return [nodes.raw("", made(self.arguments[1])._repr_html_(), format="html")]


def setup(app):
    """Take the style out as pages are read; give it to those that need it."""
    app.add_directive("drawn", Drawn)
    app.connect("builder-inited", write_style)
    app.connect("doctree-read", take_style_out)
    app.connect("html-page-context", ask_for_style)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
