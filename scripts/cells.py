"""The cells of a chapter that tests and studies read, found by their tags.

A cell tagged `answer:bleu` prints a value of which the chapter's prose or a test says
something; those tagged `study:reviews` are what a study runs again on more data. So a
variable may be renamed, and a sentence bettered, without a test that notices.
"""

from ast import literal_eval


def tags(cell):
    """The tags of a cell."""
    return cell.metadata.get("tags", [])


def tagged(notebook, tag):
    """The cells of the notebook that have this tag, in order."""
    return [cell for cell in notebook.cells if tag in tags(cell)]


def printed(cell):
    """Everything that a cell said in plain text."""
    texts = [
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    ]
    return "\n".join(texts)


def answer(notebook, name):
    """The value that the one cell tagged `answer:NAME` printed."""
    found = tagged(notebook, f"answer:{name}")
    if len(found) != 1:
        raise LookupError(f"{len(found)} cells are tagged answer:{name}, not one")
    return literal_eval(printed(found[0]))
