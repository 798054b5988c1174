"""A live figure on a page that is no notebook.

`{live} threshold_unit.ThresholdUnit` puts the figure there as it starts, in the very
form in which an executed notebook leaves one, so that book-widgets.js runs it.
"""

import json
from importlib import import_module

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

SCRIPT = '<script type="application/vnd.jupyter.widget-{}+json">{}</script>'


def script(kind, content):
    """A script element that holds data, which no markup within it can end."""
    return SCRIPT.format(kind, json.dumps(content).replace("</", r"<\/"))


def page_state(name, figure):
    """What the page keeps of a figure, without the kernel's own marks."""
    state = {k: v for k, v in figure.get_state().items() if k != "layout"}
    kept = ("_model_name", "_model_module", "_model_module_version")
    entry = {key.removeprefix("_"): state[key] for key in kept} | {"state": state}
    return {"state": {name: entry}, "version_major": 2, "version_minor": 0}


class Live(SphinxDirective):
    """One live figure, named by its module and its class."""

    required_arguments = 1

    def run(self):
        """The figure's state, its place, and the loader."""
        module, kind = self.arguments[0].split(".")
        figure = getattr(import_module(f"helpers.widgets.{module}"), kind)()
        up = "../" * self.env.docname.count("/")
        parts = [
            script("state", page_state(kind, figure)),
            script("view", {"model_id": kind, "version_major": 2, "version_minor": 0}),
            f'<script defer src="{up}_static/book-widgets.js"></script>',
        ]
        return [nodes.raw("", f"<div>{''.join(parts)}</div>", format="html")]


def setup(app):
    """Add the directive."""
    app.add_directive("live", Live)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
