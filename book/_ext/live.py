"""Live figures in the text: on a page that is no notebook, and as links to a state.

`[a head](#Machine.path=%22decoder.2.cross.3%22)` leads to the page's figure, and into
that state. `{live} cover.Cover` puts the figure there as it starts, in the very form in
which an executed notebook leaves one, so that book-widgets.js runs it, and
`:settings: {"cut": 1}` gives it settings.
"""

import json
import re
from importlib import import_module
from urllib.parse import quote

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

STATE = re.compile(r"[A-Z]\w*(-\d+)?\.[a-z]\w*=")
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
    option_spec = {"settings": json.loads}

    def run(self):
        """The figure's state and its place; the page brings the loader."""
        module, kind = self.arguments[0].split(".")
        figure = getattr(import_module(f"helpers.widgets.{module}"), kind)
        figure = figure(**self.options.get("settings", {}))
        parts = [
            script("state", page_state(kind, figure)),
            script("view", {"model_id": kind, "version_major": 2, "version_minor": 0}),
        ]
        return [nodes.raw("", f"<div>{''.join(parts)}</div>", format="html")]


def keep_states(app, doctree):
    """Let a link to a figure's state be what it is: no heading has that name."""
    for node in list(doctree.findall(addnodes.pending_xref)):
        if STATE.match(node["reftarget"]):
            address = quote(node["reftarget"], safe="%&=+-_.~")
            words = [child.deepcopy() for child in node[0].children]
            link = nodes.reference("", "", *words, refuri=f"#{address}", internal=True)
            node.replace_self(link)


def setup(app):
    """Add the directive, and keep links to states."""
    app.connect("doctree-read", keep_states)
    app.add_directive("live", Live)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
