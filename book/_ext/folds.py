"""What folds on a chapter's page: code, solutions, the set-up, and side roads.

The tags and headings are those of scripts/fold.py. The code of a folded cell stands
below what it shows, under a line that says what it is; all cells of a set-up are one
line, which stands below the picture that opens the chapter; a side road is a heading
with the rest of its section under a line that opens it.
"""

import re
from html import escape

import fold
from book_page import speaker
from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode


class SideRoad(nodes.General, nodes.Element):
    """What stands below the heading of a side road."""


def has_tag(node, tag):
    """Whether the node is a cell with this tag."""
    return isinstance(node, nodes.container) and f"tag_{tag}" in node["classes"]


def part(cell, kind):
    """The source or the output of a cell, or None."""
    found = (child for child in cell if child.get("nb_element") == f"cell_code_{kind}")
    return next(found, None)


def take_title(cell):
    """Take the line `# @title …` out of a cell, and return what it says."""
    source = part(cell, "source")
    block = source and source.next_node(nodes.literal_block)
    found = block and fold.TITLE.match(block.astext())
    if not found:
        return ""
    rest = block.astext()[found.end() :]
    block.replace_self(type(block)(rest, rest, **block.attributes))
    return found[1]


NAMED = re.compile(r"Figure |\w+['’]s |[A-Z]\w+( \d{4}|,? (and )?[A-Z])")  # a name


def uncapitalised(title):
    """The title as it goes on after a colon."""
    if NAMED.match(title) or not title[1:2].islower():
        return title
    return title[0].lower() + title[1:]


def name_folds(app, doctree):
    """Let every fold say what it holds."""
    say = speaker(app.config.language)
    for cell in doctree.findall(nodes.container):
        title = take_title(cell) if "hide_mode" in cell else ""
        if has_tag(cell, "solution"):
            cell["prompt_show"] = say("Show solution")
            cell["prompt_hide"] = say("Hide solution")
        elif title:
            cell["prompt_show"] = say("Show: {}").format(uncapitalised(title))
            cell["prompt_hide"] = say("Hide: {}").format(uncapitalised(title))


def put_code_below(app, doctree):
    """Put the folded code of a cell below what the cell shows."""
    for cell in list(doctree.findall(nodes.container)):
        if cell.get("hide_mode") == "input" and not has_tag(cell, "setup"):
            prompts = {name: cell[name] for name in ("prompt_show", "prompt_hide")}
            source = part(cell, "source")
            cell.remove(source)
            cell += HideCodeCellNode("", source, **prompts)
            del cell["hide_mode"]


def runs_of_set_up(doctree):
    """The cells of each set-up: those that follow one another."""
    runs = []
    for cell in doctree.findall(nodes.container):
        if has_tag(cell, "setup"):
            before = cell.parent.index(cell) - 1
            follows = runs and before >= 0 and runs[-1][-1] is cell.parent[before]
            runs.append([*runs.pop(), cell] if follows else [cell])
    return runs


def fold_set_up(app, doctree):
    """Make one line of each set-up; where it opens a chapter, below the picture."""
    say = speaker(app.config.language)("Set-up")
    for cells in runs_of_set_up(doctree):
        section = cells[0].parent
        line = HideCodeCellNode(prompt_show=say, prompt_hide=say, classes=["set-up"])
        place = section.index(cells[0])
        for cell in cells:
            section.remove(cell)
            cell.attributes.pop("hide_mode", None)
            line += cell
        if section.parent is doctree:
            place = below_picture(section, place)
        section.insert(place, line)


def below_picture(section, place):
    """The place below the first cell of the section from this place on, if any."""
    for i, node in enumerate(section[place:], start=place):
        if isinstance(node, nodes.section):
            break
        if isinstance(node, nodes.container) and part(node, "output"):
            return i + 1
    return place


def fold_side_roads(app, doctree):
    """Fold the sections whose headings say that they are side roads."""
    opening = f"{speaker(app.config.language)('Side road')}: "
    for section in list(doctree.findall(nodes.section)):
        if section.next_node(nodes.title).astext().startswith(opening):
            below = section.children[1:]
            section["classes"].append("side-road")
            section.children = section.children[:1]
            section += SideRoad("", *below)


def details(kind, shut, open_):
    """The start of a fold, with what it says while it is shut and while it is open."""
    return (
        f'<details class="{kind}"><summary>'
        f'<span class="shut">{escape(shut)}</span>'
        f'<span class="open">{escape(open_)}</span></summary>\n'
    )


def open_fold(self, node):
    """Begin a folded cell."""
    kind = " ".join(["fold", *node["classes"]])
    self.body.append(details(kind, node["prompt_show"], node["prompt_hide"]))


def open_side_road(self, node):
    """Begin a side road."""
    say = speaker(self.config.language)
    prompts = say("Show the side road"), say("Hide the side road")
    self.body.append(details("side", *prompts))


def close(self, node):
    """End a fold."""
    self.body.append("</details>\n")


def setup(app):
    """Fold each page as it has been read."""
    app.add_node(HideCodeCellNode, override=True, html=(open_fold, close))
    app.add_node(SideRoad, html=(open_side_road, close))
    for step in (name_folds, put_code_below, fold_set_up, fold_side_roads):
        app.connect("doctree-read", step, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
