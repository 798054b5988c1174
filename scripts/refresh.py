"""Bring what the notebooks store up to date with what they compute.

`python scripts/refresh.py` executes the chapters, stores the output of the cells that
are tagged keep_output or drawing, strips every other output, and mends the running
times in the chapters' heads that are no longer near. Look at the diff before you commit
it.
"""

import math
import re
import sys

import build
import nbformat

KEPT = {"keep_output", "drawing"}
RUNNING_TIME = re.compile(r"takes about (\d+) seconds on two cores")


def is_kept(cell):
    """Whether this cell's output is stored."""
    return bool(KEPT & set(cell.metadata.get("tags", [])))


def store_outputs(notebook, executed):
    """Keep the executed outputs of the tagged cells, and no others."""
    for cell, done in zip(notebook.cells, executed.cells, strict=True):
        if cell.cell_type == "code":
            kept = is_kept(cell)
            cell.outputs = done.outputs if kept else []
            cell.execution_count = done.execution_count if kept else None


def stamp_seconds(notebook, seconds):
    """Write the running time where a chapter says one, unless what it says is near."""
    rounded = 5 * math.ceil(seconds / 5)
    for cell in notebook.cells:
        said = RUNNING_TIME.search(cell.source)
        if said and not int(said[1]) / 3 <= seconds <= 1.5 * int(said[1]):
            text = f"takes about {rounded} seconds on two cores"
            cell.source = RUNNING_TIME.sub(text, cell.source)


def refresh(language):
    """Refresh every chapter of a language; a translation's head is the translator's."""
    executed = build.executed(language)
    for path in build.chapters(language):
        notebook = nbformat.read(path, as_version=4)
        store_outputs(notebook, executed[path.stem])
        if language == "en":
            stamp_seconds(notebook, executed[path.stem].metadata["seconds"])
        nbformat.write(notebook, path)


def main():
    """Refresh the chapters of every language."""
    try:
        for language in build.languages():
            refresh(language)
    except build.BuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
