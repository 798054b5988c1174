"""Bring what the notebooks store up to date with what they compute.

`python scripts/refresh.py` executes the chapters, stores the output of the cells that
are tagged keep_output, strips every other output, and mends the running times in the
chapters' heads that are no longer near. Look at the diff before you commit it.
"""

import math
import re
import sys

import build
import nbformat

RUNNING_TIME = re.compile(r"takes about (\d+) seconds on two cores")


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
    """Write the running time into the chapter's head, unless what it says is near."""
    head = notebook.cells[1]
    said = int(RUNNING_TIME.search(head.source)[1])
    if not said / 3 <= seconds <= 1.5 * said:
        rounded = 5 * math.ceil(seconds / 5)
        text = f"takes about {rounded} seconds on two cores"
        head.source = RUNNING_TIME.sub(text, head.source)


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
