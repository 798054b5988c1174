"""The threads of the book: what a chapter takes from earlier ones, and who takes it up.

A chapter names another in its text, by a link or as "chapter 4". From these words each
chapter's page gets a foot that leads both ways: back to where an earlier chapter left
something open, and on to the sections in which later chapters take it up. So a thread
that is tied at one end is tied at the other, and nobody has to keep the two in step.
"""

import re
from functools import cache
from itertools import combinations

import build
from docutils.nodes import make_id
from ledger import chapter_title

MENTION = re.compile(r"\]\((\d\d)_\w+\.ipynb|\b[Cc]hapter (\d+)\b")
HEADING = re.compile(r"## (.+)")


def mentions(notebook):
    """The number of each chapter that the text names, with the sections that do.

    A section is known by its heading, which is empty above them all. The exercises
    and the sources do not count.
    """
    heading, found = "", {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            begins = HEADING.match(cell.source)
            heading = begins[1] if begins else heading
            if heading == "Exercises":
                break
            for linked, named in MENTION.findall(cell.source):
                found.setdefault(int(linked or named), []).append(heading)
    return found


def anchor(heading):
    """What the address of a section ends with; nothing if there is no heading."""
    return f"#{make_id(re.sub('[*`$]', '', heading))}" if heading else ""


@cache
def threads():
    """For each chapter by name, its threads back and on, each a name and an anchor.

    Back goes to the last place that looks forward, on to the first that looks back.
    """
    named = {
        path.stem: mentions(build.read_notebook(path)) for path in build.chapters()
    }
    found = {name: ([], []) for name in named}
    for earlier, later in combinations(named, 2):
        left = named[earlier].get(int(later[:2]), [])
        taken = named[later].get(int(earlier[:2]), [])
        if left or taken:
            found[later][0].append((earlier, anchor(left[-1] if left else "")))
            found[earlier][1].append((later, anchor(taken[0] if taken else "")))
    return found


def foot(pagename, language):
    """What the foot of a chapter's page says: words, and the links that follow them."""
    directions = "This chapter takes from", "It is taken up in"
    ends = threads()[pagename.removeprefix("notebooks/")]
    return {
        words: [link(*end, language) for end in found]
        for words, found in zip(directions, ends, strict=True)
    }


def link(name, end, language):
    """The title and the address of a thread's end, in English if it is not translated.

    The anchor is that of the English page.
    """
    if f"notebooks/{name}" not in build.pages(language):
        return link(name, end, "en") | {"address": f"../../notebooks/{name}.html{end}"}
    path = build.home(language) / f"notebooks/{name}.ipynb"
    title = re.sub(r"^\d{4} · ", "", chapter_title(build.read_notebook(path)))
    end = end if language == "en" else ""
    return {
        "title": f"{int(name[:2])} · {title}",
        "address": f"{name}.html{end}",
        "language": language,
    }
