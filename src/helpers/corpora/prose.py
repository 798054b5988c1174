"""The book's own prose, for models of language to learn from.

`prose.txt` holds plain sentences of chapters 1 to 9 as scripts/prose.py gathered them,
one chapter a line. It stays as it was when the stored models learned from it.
"""

from pathlib import Path


def chapters():
    """The prose of the first nine chapters, as nine texts."""
    path = Path(__file__).with_name("prose.txt")
    return path.read_text(encoding="utf-8").splitlines()
