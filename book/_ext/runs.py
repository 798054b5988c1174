"""Code that runs in the page: which cells do, and the Python that runs them.

Each code cell of a chapter gets a name, `code-3`. The page's table says of each what
scripts/classify.py found: that it runs, or the number of the exercise that is checked
here. An exercise that needs what a page does not have says so and leads to Colab. The
Python itself is packed by scripts/python_parts.py, lies in `_static/python`, and is
fetched by run.js when the reader first asks for it.
"""

import hashlib
import json
import re
import shutil
from html import escape
from pathlib import Path

import classify
import python_parts
import stamp
from book_page import THEME, speaker
from build import home
from docutils import nodes
from terminal import say as report

FOLDER = "_static/python"
SCRIPTS = [THEME / "static" / name for name in ("run.js", "python.js")]
SAID = re.compile(r'(?:\bsay\(|const [A-Z_]+ =)\s*"([^"]+)"')
AWAY = "This needs {}, which a page does not have."
WITHOUT = "These pages were built without Python: open the chapter to do its exercises."


def sentences():
    """What the scripts say to a reader, as it stands in them."""
    text = "".join(path.read_text("utf-8") for path in SCRIPTS)
    return dict.fromkeys(SAID.findall(text))


def have_python(app):
    """Pack the Python of the pages; where it cannot be had, say why and go on."""
    try:
        app.python_parts = python_parts.sizes()
    except python_parts.NoPython as error:
        app.python_parts = None
        report(f"The pages are built without Python in them: {error}.")


def version(sizes):
    """What changes whenever the Python of the pages does."""
    text = json.dumps(sizes) + SCRIPTS[1].read_text("utf-8")
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def elsewhere(app):
    """A link to the chapter in Colab, or the words that say where else it runs."""
    url, say = app.config.repository, speaker(app.config.language)
    if not url:
        return say("Open in JupyterLab with make lab")
    folder = home(app.config.language).relative_to(classify.build.ROOT)
    link = stamp.colab(url, f"{(folder / app.env.docname).as_posix()}.ipynb")
    return f'<a href="{escape(link)}">{say("Open in Colab")}</a>'


def note(app, sentence):
    """A line under an exercise that cannot be done in the page."""
    html = f'<p class="run-away">{escape(sentence)} {elsewhere(app)}.</p>'
    return nodes.raw("", html, format="html")


def entries(app, cells, states):
    """What the page's table says, by the places of the cells; and what is lacking."""
    runs, lacks = {}, {}
    for cell in cells:
        state = (
            states.get(classify.key(cells, cell["place"]), "") if cell["source"] else ""
        )
        if state == "checks" and app.python_parts:
            runs[cell["place"]] = cell["number"]
        elif state == "runs" and app.python_parts:
            runs[cell["place"]] = "runs"
        elif cell["role"] == "exercise" and cell["kind"] != "Predict":
            lacks[cell["place"]] = None if state in ("", "checks") else state
    return runs, lacks


def add_runs(app, doctree):
    """Name the code cells of a chapter, and give the page its table."""
    docname, language = app.env.docname, app.config.language
    if not docname.startswith("notebooks/"):
        return
    name, say = Path(docname).name, speaker(language)
    stored = name if language == "en" else f"{language}/{name}"
    cells = classify.code_cells(app.executed[name])
    states = classify.table().get(stored, {})
    runs, lacks = entries(app, cells, states)
    places = {cell["at"]: cell["place"] for cell in cells}
    for node in list(doctree.findall(nodes.container)):
        place = places.get(node.get("cell_index"))
        if node.get("nb_element") != "cell_code" or place is None:
            continue
        node["ids"].append(f"code-{place}")
        if lacks.get(place):
            after = node.parent.index(node) + 1
            node.parent.insert(after, note(app, say(AWAY).format(lacks[place])))
    if app.python_parts is None:
        add_to_exercises(app, doctree, say(WITHOUT))
    elif runs:
        doctree += table(app, len(cells), runs)


def add_to_exercises(app, doctree, sentence):
    """Put a note above the first exercise of a chapter."""
    for cell in doctree.findall(nodes.container):
        if "tag_exercise" in cell["classes"]:
            section = cell.parent
            section.insert(1, note(app, sentence))
            return


def table(app, count, runs):
    """The page's table: its cells, where Python is, how large, and the words."""
    language = app.config.language
    words = {text: speaker(language)(text) for text in sentences()}
    up = "" if language == "en" else "../../_static/"
    data = {
        "count": count,
        "cells": runs,
        "home": f"{up}python/",
        "parts": app.python_parts,
        "python": version(app.python_parts),
    } | ({} if language == "en" else {"words": words})
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("</", r"<\/")
    html = f'<script type="application/json" id="run-cells">{text}</script>'
    return nodes.raw("", html, format="html")


def copy_python(app, exception):
    """Put the packed Python into the site, with its licences, once for all."""
    if exception is None and app.python_parts and app.config.language == "en":
        target = Path(app.outdir) / FOLDER
        shutil.rmtree(target, ignore_errors=True)
        hidden = shutil.ignore_patterns(".*", "parts.json")
        shutil.copytree(python_parts.parts(), target, ignore=hidden)


def setup(app):
    """Name the cells before they are folded; copy Python when the pages are written."""
    app.add_js_file("run.js", loading_method="defer", blocking="render")
    app.connect("builder-inited", have_python)
    app.connect("doctree-read", add_runs, priority=590)
    app.connect("build-finished", copy_python)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
