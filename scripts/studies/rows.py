"""The rows of a study's table, stored one by one, so that a study can be stopped."""

import json
import platform

import torch


def stored(path, place):
    """The rows of the table in this file, by their place in it."""
    rows = json.loads(path.read_text("utf-8"))["rows"] if path.exists() else []
    return {place(row): row for row in rows}


def store(row, path, place, **settings):
    """Put the row into the table; one that has the same place is replaced."""
    rows = stored(path, place) | {place(row): row}
    made = {"python": platform.python_version(), "torch": torch.__version__}
    table = {"made with": made | {"threads": 1} | settings}
    table["rows"] = [rows[at] for at in sorted(rows)]
    path.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
