"""Predictions that are answered in the page, with no Python.

Under the text of an exercise of the kind *Predict* stands a form. The executed chapter
knows the right answer, and the form gets its digest: see helpers/page/predictions.py.
The cell that asks the same in Python is folded. The form is served by predict.js.
"""

import json
import re
from html import escape
from itertools import pairwise
from pathlib import Path

import exercises
from book_page import speaker
from docutils import nodes
from folds import has_tag

from helpers.page.exercises import MIME
from helpers.page.predictions import key, read_key

STUB = re.compile(r"^\w+ = \.\.\.  # (.+)$", re.M)
SENTENCES = {
    "right": "Right.",
    "wrong": "That is not it.",
    "empty": "Write what you expect first.",
    "count": "This asks for {}.",
    "digits": "Write it in digits alone, without words or units.",
    "signs": "There is a sign here that cannot be read: write digits.",
    "brackets": "A bracket is missing here.",
    "percent": "Write a plain number in place of the per cent: 0.4 for 40 %.",
    "point": "Decimals take a point here: 0.5, not 0,5.",
}


def traces(notebook):
    """What the check of each exercise left, by the exercise's number."""
    found, number = {}, ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            heading = exercises.EXERCISE.search(cell.source)
            number = heading[1] if heading else ""
        if number and "solution" in cell.metadata.get("tags", []):
            for output in cell.get("outputs", []):
                if MIME in output.get("data", {}):
                    found[number] = output["data"][MIME]
    return found


def predicted(notebook):
    """The numbers of the exercises that ask for a prediction."""
    return [n for n, kind, _ in exercises.exercises(notebook) if kind == "Predict"]


def keys(number, trace):
    """The key of an exercise whose check left this trace."""
    return trace["key"] if "key" in trace else key(number, trace["answer"])


def label(stub, asked):
    """What the stub says that its answer is made of, or else what the key asks for."""
    said = STUB.search(stub)
    if said is None or said[1].startswith("{"):
        return asked
    return re.sub(r"^\[(.*)\]$|^\((.*)\)$", r"\1\2", said[1])


def box(number, name, text):
    """A box with what is to be written in it."""
    place = "-".join(["predict", *re.findall(r"\w+", f"{number} {name}")])
    return (
        f'<p><label for="{place}">{escape(text)}</label><input id="{place}" '
        f'name="{escape(name)}" autocomplete="off" autocapitalize="off" '
        'spellcheck="false"></p>'
    )


def form(number, trace, stub, say):
    """The form of a prediction."""
    asked, decimals, digest = read_key(keys(number, trace))
    count = re.match(r"(an?|\d+) (number|word|answer)s?$", asked)
    names = [] if count else asked.split("; ")
    places = "to one decimal" if decimals == 1 else "to {} decimals"
    rounded = say(places).format(decimals) if decimals else ""
    data = {
        "number": number,
        "digest": digest,
        "decimals": decimals,
        "kind": count[2] if count else "number",
        "count": (int(count[1]) if count[1].isdigit() else 1) if count else 0,
        "form": f"{asked} {rounded}".strip(),
        "hint": trace["hint"],
    }
    attributes = " ".join(f'data-{k}="{escape(str(v))}"' for k, v in data.items())
    texts = [label(stub, say(asked) if asked.startswith("a ") else asked)]
    ending = f" ({rounded})" if rounded else ""
    boxes = [box(number, name, name) for name in names] or [
        box(number, "", say("Your prediction: {}").format(texts[0] + ending))
    ]
    return (
        f'<form class="predict" hidden {attributes}>{"".join(boxes)}'
        f"<button>{say('Check')}</button><output></output></form>"
    )


def cells_of(place):
    """The cells of an exercise's stub and solution, which follow its text."""
    section = place.parent
    after = section.children[section.index(place) + 1 :]
    for stub, solution in pairwise(after):
        if has_tag(stub, "exercise"):
            return stub if has_tag(solution, "solution") else None
    return None


def answer_in_page(app, doctree):
    """Put a form under each prediction, and fold the cell that asks the same."""
    docname = app.env.docname
    if not docname.startswith("notebooks/"):
        return
    name, say = Path(docname).name, speaker(app.config.language)
    found = traces(app.executed[name])
    numbers = predicted(app.originals[name])
    for place in list(doctree.findall(nodes.paragraph)):
        heading = exercises.HEADING.match(place.astext())
        number = heading[1] if heading else ""
        stub = cells_of(place) if number in numbers and number in found else None
        if stub is not None:
            source = stub.next_node(nodes.literal_block).astext()
            html = form(number, found[number], source, say)
            stub.parent.insert(
                stub.parent.index(stub), nodes.raw("", html, format="html")
            )
            stub["hide_mode"] = "all"
            stub["prompt_show"] = say("Show: {}").format(say("the same in Python"))
            stub["prompt_hide"] = say("Hide: {}").format(say("the same in Python"))
    if number_of_forms(doctree):
        words = json.dumps({k: say(text) for k, text in SENTENCES.items()})
        html = f'<script type="application/json" id="predict-words">{words}</script>'
        doctree += nodes.raw("", html, format="html")


def number_of_forms(doctree):
    """How many predictions a page answers."""
    raw = doctree.findall(nodes.raw)
    return sum('<form class="predict"' in node.astext() for node in raw)


def setup(app):
    """Add the forms when a page has been read."""
    app.add_js_file("predict.js", loading_method="defer", blocking="render")
    app.connect("doctree-read", answer_in_page, priority=610)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
