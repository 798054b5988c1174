"""Keep code and large values of the live figures out of the pages, in their own files.

A figure's code, its styles and a network's weights would make a page heavy for readers
who never come to it; and what several pages share is fetched once. Each goes to
`_static/data` as a script that says its value, since a page opened from a file may load
scripts and nothing else; book-widgets.js asks for it when the figure comes near the
window, or when the reader comes to a part that is needed later.
"""

import hashlib
import json
import re
from pathlib import Path

LARGE = 20_000  # characters, above which a text within a value has its own file
SMALL = 1_000  # characters, up to which a value stands in the page
CODE = {"_esm", "_sheets"}
STATE = re.compile(
    r'(<script type="application/vnd\.jupyter\.widget-state\+json">)(.*?)(</script>)',
    re.S,
)


def put_aside(value, folder):
    """Write the value into a file of its own, and return what leads to it."""
    text = json.dumps(value)
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    said = f'(window.bookData ??= {{}})["{name}"] = {text};\n'
    (folder / f"{name}.js").write_text(said, encoding="utf-8")
    return {"book-data": name}


def lightened(value, folder, large=LARGE):
    """The value, with what leads to a file in the place of each large text."""
    if isinstance(value, str) and len(value) > large:
        return put_aside(value, folder)
    if isinstance(value, list):
        return [lightened(entry, folder, large) for entry in value]
    if isinstance(value, dict):
        return {key: lightened(entry, folder, large) for key, entry in value.items()}
    return value


def light_figure(state, folder):
    """A figure's state without its code and its large values.

    What the page must know beforehand stays, and a value that is fetched entry by entry
    has a file for each large text within it.
    """
    later = (state.get("_stage") or {}).get("later", [])
    light = {}
    for key, value in state.items():
        large = 0 if key in CODE else SMALL if key in later else LARGE
        light[key] = value = lightened(value, folder, large)
        whole = not key.startswith("_") and key not in later
        if whole and len(json.dumps(value)) > SMALL:
            light[key] = put_aside(value, folder)
    return light


def lighten_page(page, folder):
    """Put aside the code and the large values of the figures of a page."""
    text = page.read_text(encoding="utf-8")

    def light(match):
        saved = json.loads(match[2])
        for model in saved["state"].values():
            if model["model_module"] == "anywidget":
                model["state"] = light_figure(model["state"], folder)
        return match[1] + json.dumps(saved).replace("</", r"<\/") + match[3]

    page.write_text(STATE.sub(light, text), encoding="utf-8")


def lighten(app, exception):
    """Put aside the code and the large values of the figures of all pages."""
    if exception is None:
        out = Path(app.outdir)
        for page in out.rglob("*.html"):
            lighten_page(page, out / "_static/data")


def setup(app):
    """Run when the pages have been written."""
    app.connect("build-finished", lighten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
