"""Fold cells alike in the page, in JupyterLab and in Colab.

`python scripts/fold.py` gives the cells of every chapter what their tags and headings
ask for, in the words of each of the three places:

* a code cell tagged `hide-input` (its input folds, its output stays) or `hide-cell`
  (both fold) begins with `# @title`, which says what the fold holds; JupyterLab gets
  `jupyter.source_hidden` and Colab `cellView: form`. A cell tagged `setup` folds too;
* a heading `## Side road: …` or `### Side road: …` folds all that stands below it:
  JupyterLab gets `jp-MarkdownHeadingCollapsed`, Colab a collapsed section.
"""

import re
import sys
from functools import cache

import build

TITLE = re.compile(r"# @title (\S.*)(?:\n|$)")
FOLDS = {"hide-input", "hide-cell"}
COLLAPSED = "jp-MarkdownHeadingCollapsed"


def tags(cell):
    """The tags of a cell."""
    return cell.metadata.get("tags", [])


def is_folded(cell):
    """Whether the code of this cell is folded."""
    return cell.cell_type == "code" and bool(FOLDS & set(tags(cell)))


def title(cell):
    """What the fold says that it holds; nothing if the cell has no title."""
    found = TITLE.match(cell.source)
    return found[1] if found else ""


@cache
def say(word, language):
    """An English word of the furniture in this language."""
    return word if language == "en" else build.words(language)[word]


def is_side_road(cell, language="en"):
    """Whether this is the heading of a section that folds whole."""
    heading = rf"#{{2,3}} {re.escape(say('Side road', language))}: \S"
    return cell.cell_type == "markdown" and bool(re.match(heading, cell.source))


def wanted(cell, language="en"):
    """The metadata that folds this cell, or does not, in JupyterLab and in Colab."""
    if is_folded(cell):
        return {"jupyter": {"source_hidden": True}, "cellView": "form"}
    if is_side_road(cell, language):
        return {COLLAPSED: True, "id": cell.id}
    return {}


def folding(cell):
    """The part of a cell's metadata that `wanted` speaks of."""
    names = ("jupyter", "cellView", COLLAPSED, "id")
    return {name: cell.metadata[name] for name in names if name in cell.metadata}


def fold(notebook, language="en"):
    """Bring the folds of a notebook in step with its tags and headings."""
    for cell in notebook.cells:
        if "setup" in tags(cell) and not is_folded(cell):
            cell.metadata["tags"] = [*tags(cell), "hide-input"]
            if not title(cell):
                cell.source = f"# @title {say('Set-up', language)}\n{cell.source}"
        if is_folded(cell) and not title(cell):
            opening = cell.source.partition("\n")[0]
            raise build.BuildError(
                f"The folded cell that begins {opening!r} does not say what it holds: "
                "let its first line be `# @title …`."
            )
        for name in folding(cell):
            del cell.metadata[name]
        cell.metadata.update(wanted(cell, language))
    notebook.metadata.pop("colab", None)
    if roads := side_roads(notebook, language):
        notebook.metadata["colab"] = {"collapsed_sections": roads}


def side_roads(notebook, language="en"):
    """The ids of the headings whose sections fold whole."""
    return [cell.id for cell in notebook.cells if is_side_road(cell, language)]


def main_road(notebook, language="en"):
    """The cells that a reader meets who opens no fold."""
    level, found = 0, []  # of the side road's heading, while it lasts
    for cell in notebook.cells:
        heading = re.match("#+ ", cell.source) if cell.cell_type == "markdown" else None
        depth = heading.end() - 1 if heading else 0
        if 0 < depth <= level:
            level = 0
        if not level and is_side_road(cell, language):
            level = depth
        if not level and not is_folded(cell):
            found.append(cell)
    return found


def main():
    """Fold the chapters of every language; say which of them changed."""
    import nbformat

    for language in build.languages():
        for path in build.chapters(language):
            notebook = build.read_notebook(path)
            before = nbformat.writes(notebook)
            try:
                fold(notebook, language)
            except build.BuildError as error:
                sys.exit(f"{path.relative_to(build.ROOT)}: {error}")
            if nbformat.writes(notebook) != before:
                nbformat.write(notebook, path)
                print(path.relative_to(build.ROOT))


if __name__ == "__main__":
    main()
