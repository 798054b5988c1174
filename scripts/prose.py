"""Gather the prose of chapters 1 to 9 in corpora/prose.txt, to learn letters from.

Whole sentences only, and none with a formula, code or an unusual sign in it.
"""

import re
from pathlib import Path

import nbformat

ROOT = Path(__file__).parent.parent
PLAIN = {"’": "'", "“": '"', "”": '"', "–": "-", "−": "-", "×": "times", "ş": "s"}
USUAL = re.compile(r"[A-Za-z0-9 .,;:?!'\"()%&/-]+")


def sentences(notebook):
    """The plain sentences of a chapter before its sources, in their order."""
    for cell in notebook.cells:
        if cell.source.startswith("## Sources"):
            return
        if cell.cell_type == "markdown":
            for paragraph in re.split(r"\n\s*\n", cell.source):
                if not re.match(r"[#|>$*-]|\d+\.", paragraph):
                    yield from plain(paragraph)


def plain(paragraph):
    """The sentences of a paragraph that consist of usual signs alone."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(paragraph.split()))
    text = text.replace("*", "").translate(str.maketrans(PLAIN))
    split = re.split(r"(?<=[.?!])\s+(?=[A-Z\"(])", text)
    return [sentence for sentence in split if USUAL.fullmatch(sentence)]


def gather():
    """The text: one line for each chapter."""
    paths = sorted((ROOT / "notebooks").glob("0*.ipynb"))
    lines = [" ".join(sentences(nbformat.read(path, as_version=4))) for path in paths]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "src/helpers/corpora/prose.txt").write_text(gather(), encoding="utf-8")
