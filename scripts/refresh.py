"""Bring what the notebooks store up to date with what they compute.

`python scripts/refresh.py` executes the chapters, stores the output of the cells that
are tagged keep_output, strips every other output, mends the running times that are no
longer near, and folds what the tags say (see fold.py). Look at the diff before you
commit it.

`python scripts/refresh.py 10_rnn` does so with this chapter, whatever else has changed.
`python scripts/refresh.py --style` executes nothing: it gives the stored drawings the
style that drawings have today, the live figures the colours of helpers.drawing, and
CONTRIBUTING.md its drawing.
"""

import math
import re
import sys

import build
import fold
import nbformat
from stamp import RUNNING_TIME, running_time

from helpers.drawing import WIDE
from helpers.drawing.alphabet import COLOURS, LIVE, STYLE
from helpers.drawing.drawing import SHARED
from helpers.drawing.workshop import the_workshop

CARRIED = re.compile(r"<style data-shared>.*?</style>", re.DOTALL)
WORKSHOP = build.ROOT / "book/_static/workshop.svg"
RULE = re.compile(r"^\.tb-picture (?:text|\.(tb-[\w-]+)) \{.*\}$", re.M)
FIGURES = build.ROOT / "src/helpers/widgets/figure.css"
VARIABLE = re.compile(r"(?<=  --tb-)([a-z-]+): (#[0-9a-f]{6})(?=;)")


def is_kept(cell):
    """Whether this cell's output is stored, for the tests to compare."""
    return "keep_output" in cell.metadata.get("tags", [])


def store_outputs(notebook, executed):
    """Keep the executed outputs of the tagged cells, and no others."""
    for cell, done in zip(notebook.cells, executed.cells, strict=True):
        if cell.cell_type == "code":
            kept = is_kept(cell)
            cell.outputs = done.outputs if kept else []
            cell.execution_count = done.execution_count if kept else None


def stamp_seconds(notebook, seconds):
    """Write the running time where the chapter says it, unless what it says is near."""
    [place] = [cell for cell in notebook.cells if running_time(cell)]
    said = running_time(place)
    if not said / 3 <= seconds <= 1.5 * said:
        rounded = 5 * math.ceil(seconds / 5)
        text = f"takes about {rounded} seconds on two cores"
        place.source = RUNNING_TIME.sub(text, place.source)


def refresh(language):
    """Refresh every chapter of a language; a translation's head is the translator's."""
    executed = build.executed(language)
    for path in build.chapters(language):
        if build.PREVIEW and path.stem not in build.PREVIEW:
            continue
        notebook = nbformat.read(path, as_version=4)
        store_outputs(notebook, executed[path.stem])
        restyle(notebook)
        if language == "en":
            stamp_seconds(notebook, executed[path.stem].metadata["seconds"])
        fold.fold(notebook, language)
        nbformat.write(notebook, path)


def restyle(notebook):
    """Give the stored drawings of a notebook today's style; say whether it differed."""
    before = nbformat.writes(notebook)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                html = "".join(data["text/html"])
                data["text/html"] = CARRIED.sub(lambda _: SHARED, html)
    return nbformat.writes(notebook) != before


def restyle_all(language):
    """Restyle the stored drawings in every chapter of a language."""
    for path in build.chapters(language):
        notebook = nbformat.read(path, as_version=4)
        if restyle(notebook):
            nbformat.write(notebook, path)


def coloured(text):
    """The live figures' stylesheet with the book's colours: light ones, then dark."""
    seen = set()

    def colour(match):
        name, old = match.groups()
        dark = name in seen
        seen.add(name)
        return f"{name}: {LIVE[name][dark] if name in LIVE else old}"

    return VARIABLE.sub(colour, text)


def standing_alone(drawing):
    """A drawing as a file that shows itself on GitHub, in light and in dark."""
    page = drawing.draw(WIDE)
    svg = page.svg("tb-picture", drawing.alt)
    base = STYLE.partition("}")[0].partition("{")[2]
    light, dark = (
        ";".join(f"--tb-{name}:{pair[k]}" for name, pair in COLOURS.items())
        for k in (0, 1)
    )
    rules = [m[0] for m in RULE.finditer(STYLE) if m[1] is None or m[1] in svg]
    sizes = re.sub(r"--tb-[\w-]+:light-dark\([^)]*\);", "", base)
    text = "\n".join(
        (
            f".tb-picture{{{light};{sizes};color:var(--tb-ink);font-family:sans-serif}}",
            f"@media (prefers-color-scheme: dark){{.tb-picture{{{dark}}}}}",
            *rules,
        )
    )
    svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return svg.replace(">", f"><style>{text}</style>", 1) + "\n"


def main(arguments):
    """Refresh the chapters of every language, or the style of their drawings alone."""
    known = {path.stem for path in build.chapters()}
    style = arguments == ["--style"]
    if not style and not known.issuperset(arguments):
        sys.exit(__doc__.strip())
    try:
        if not style:
            build.PREVIEW = arguments
        for language in ["en"] if build.PREVIEW else build.languages():
            (restyle_all if style else refresh)(language)
        css = FIGURES.read_text(encoding="utf-8")
        FIGURES.write_text(coloured(css), encoding="utf-8")
        drawing = standing_alone(the_workshop("0.1"))
        WORKSHOP.write_text(drawing, encoding="utf-8")
    except build.BuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
