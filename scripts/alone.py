"""Open one live figure alone on a page: how tall it is, and how it looks.

`python scripts/alone.py machine.Machine.trained 340 690 1037` prints its heights at
these widths, as its class keeps them in `_heights`; without widths it takes the usual
ones. `--set '{"learned": 100}'` gives it settings; `--pictures FOLDER` leaves a picture
of each width, light and dark. What moves by itself stands still in them, at its end.
"""

import argparse
import importlib
import json
import sys
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from build import ROOT, BuildError
from chromium import open_chromium

LOADER = ROOT / "book/_static/book-widgets.js"
RULES = ROOT / "book/_theme/static/book.css"
BARE = "body, main { display: block; margin: 0; padding: 0; max-width: none }"
WIDTHS = [326, 356, 442, 589, 644, 738, 936, 1018, 1240]
READY = 'document.documentElement.dataset.widgets === "ready"'
STARTED = """() => [...document.querySelectorAll("[data-figure]")]
    .every(({ dataset }) => ["ready", "failed"].includes(dataset.figure))"""


def script(kind, content):
    """A script element of the saved state of Jupyter's widgets."""
    text = json.dumps(content).replace("<", "\\u003c")
    return f'<script type="application/vnd.jupyter.widget-{kind}+json">{text}</script>'


def page_of(*figures, between="", theme="light", spoil=None):
    """A page with nothing but these figures, as a string."""
    from ipywidgets.embed import embed_data

    data = embed_data(views=figures, drop_defaults=False)
    if spoil:
        spoil(data["manager_state"]["state"][figures[0].model_id]["state"])
    views = between.join(script("view", view) for view in data["view_specs"])
    return (
        f'<!doctype html><html lang="en" data-theme="{escape(theme)}"><meta '
        'charset="utf-8"><meta name="viewport" content="width=device-width,'
        f'initial-scale=1"><title>Figures</title><body><main>{views}</main>'
        f"{script('state', data['manager_state'])}"
        f"<script>{LOADER.read_text('utf-8')}</script></body></html>"
    )


def figure_of(name, settings):
    """The figure of a name such as writer.Writer or machine.Machine.trained."""
    room, _, rest = name.partition(".")
    try:
        found = importlib.import_module(f"helpers.widgets.{room}")
        for part in rest.split("."):
            found = getattr(found, part)
    except (ModuleNotFoundError, AttributeError):
        raise BuildError(
            f'There is no figure "{name}": write it as in machine.Machine.trained.'
        ) from None
    return found(**settings)


def file_of(figure, folder, theme):
    """The page of a figure as a file: the rules of the book, and no room around it."""
    file = Path(folder) / f"{theme}.html"
    style = f"<style>{RULES.read_text('utf-8')} {BARE}</style>"
    html = page_of(figure, theme=theme).replace("<body>", f"{style}<body>")
    file.write_text(html, encoding="utf-8")
    return file


def look(figure, widths, pictures=None):
    """Yield each width and the figure's height there; leave pictures in the folder."""
    themes = ["light", "dark"] if pictures else ["light"]
    with (
        TemporaryDirectory() as folder,
        open_chromium("The figure cannot be measured") as browser,
    ):
        for width in widths:
            for theme in themes:
                page = browser.new_page(
                    viewport={"width": width, "height": 800},
                    color_scheme=theme,
                    reduced_motion="reduce",
                )
                page.goto(file_of(figure, folder, theme).as_uri())
                page.wait_for_function(READY)
                page.evaluate('dispatchEvent(new Event("beforeprint"))')
                page.wait_for_function(STARTED)
                page.wait_for_timeout(400)
                box = page.locator(".book-widget").first
                taken = box.evaluate(
                    '(el) => { el.style.minHeight = ""; return el.offsetHeight; }'
                )
                if pictures:
                    ground = "#16181d" if theme == "dark" else "#ffffff"
                    page.add_style_tag(content=f"body {{ background: {ground} }}")
                    name = f"{type(figure).__name__}-{width}-{theme}.png"
                    page.screenshot(path=pictures / name, full_page=True)
                page.close()
            yield width, taken


def main(arguments):
    """Print the heights of a figure, ready for its class."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("widths", nargs="*", type=int, default=WIDTHS)
    parser.add_argument("--set", type=json.loads, default={}, metavar="SETTINGS")
    parser.add_argument("--pictures", type=Path)
    wanted = parser.parse_args(arguments)
    if wanted.pictures:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    figure = figure_of(wanted.name, wanted.set)
    found = look(figure, wanted.widths or WIDTHS, wanted.pictures)
    print("_heights =", dict(found))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BuildError as error:
        sys.exit(str(error))
