"""The chapters as they are written: the few rules that a fault would break.

What is only a matter of style is said by scripts/lint.py, and fails nothing.
"""

import ast
import re
from urllib.parse import unquote

import build
import nbformat
import pytest
import yaml

PATHS = build.chapters()
NOTEBOOKS = {path.stem: nbformat.read(path, as_version=4) for path in PATHS}
HOUSE = yaml.safe_load((build.ROOT / "book/house.yml").read_text("utf-8"))
TAUGHT = HOUSE["taught"]  # helpers module -> the chapters that teach it
DECLARED = {"keep_output", "drawing"}  # tags of cells whose outputs are stored
SET_UP = r"""# In Google Colab this fetches the book's helpers; elsewhere they are .*
import sys

if "google.colab" in sys.modules:
    %pip install -q "git\+https://[^"]+"
"""[:-1]
DIRECTIVE = re.compile(r"^(`{3,}|:{3,})\{|\{[a-z][\w:-]*\}`", re.M)
RAW_HTML = re.compile(r"<(?!https?:)/?[a-zA-Z][^>]*>")
CODE = re.compile(r"(`+).+?\1|\$\$?.+?\$\$?", re.S)
TARGET = re.compile(r"\]\(([^)\s#:]+)(?:#[^)]*)?\)")

each_chapter = pytest.mark.parametrize("notebook", NOTEBOOKS.values(), ids=NOTEBOOKS)


def cells(notebook, kind, tag=None):
    """The notebook's cells of this kind, and with this tag if one is given."""
    chosen = [cell for cell in notebook.cells if cell.cell_type == kind]
    return [cell for cell in chosen if tag is None or tag in tags(cell)]


def tags(cell):
    return cell.metadata.get("tags", [])


def headings(notebook, level):
    """The texts of the headings of this level, in order."""
    pattern = re.compile(rf"^#{{{level}}} (.+)$", re.M)
    return [
        h for cell in cells(notebook, "markdown") for h in pattern.findall(cell.source)
    ]


def definitions(source):
    """The functions and classes at the top level of some code, by name."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {
        node.name: ast.dump(node)
        for node in ast.parse(source).body
        if isinstance(node, kinds)
    }


@each_chapter
def test_a_notebook_is_valid_and_no_two_of_its_cells_share_a_name(notebook):
    nbformat.validate(notebook)
    names = [cell.id for cell in notebook.cells]
    assert len(names) == len(set(names))


@each_chapter
def test_the_first_code_cell_fetches_the_helpers_in_colab_only(notebook):
    first = cells(notebook, "code")[0]
    assert "setup" in tags(first)
    assert re.fullmatch(SET_UP, first.source)


@each_chapter
def test_text_is_plain_markdown_that_all_three_places_show(notebook):
    for cell in cells(notebook, "markdown"):
        assert not DIRECTIVE.search(cell.source), DIRECTIVE.search(cell.source)[0]
        plain = CODE.sub("", cell.source)
        assert not RAW_HTML.search(plain), RAW_HTML.search(plain)[0]


@each_chapter
def test_outputs_are_stored_only_in_cells_that_say_so(notebook):
    for cell in cells(notebook, "code"):
        said = DECLARED & set(tags(cell))
        assert not cell.outputs or said, f"run scripts/refresh.py: {cell.source}"
        compared = "nbval-check-output" in tags(cell)
        assert not compared or (cell.outputs and said), cell.source


@each_chapter
def test_each_exercise_has_a_stub_and_a_folded_solution(notebook):
    stubs = [i for i, cell in enumerate(notebook.cells) if "exercise" in tags(cell)]
    assert len(stubs) == len(cells(notebook, "code", "solution"))
    for i in stubs:
        stub, solution = notebook.cells[i : i + 2]
        assert "check(" in stub.source
        assert "..." in stub.source
        assert {"solution", "hide-cell"} <= set(tags(solution))
        assert solution.source.startswith("# @title Solution\n")
        assert "check(" in solution.source
        assert solution.metadata["jupyter"]["source_hidden"] is True
        assert solution.metadata["cellView"] == "form"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_link_to_a_file_leads_to_one(path):
    for cell in cells(NOTEBOOKS[path.stem], "markdown"):
        for target in TARGET.findall(CODE.sub("", cell.source)):
            assert (path.parent / unquote(target)).exists(), target


def taught_code(notebook):
    """The Python of a chapter, without its solutions."""
    return "\n".join(
        re.sub(r"^(\s*)[%!].*$", r"\1pass", cell.source, flags=re.M)
        for cell in cells(notebook, "code")
        if "solution" not in tags(cell)
    )


@pytest.mark.parametrize("module", TAUGHT)
def test_the_package_holds_the_very_definitions_that_the_chapter_teaches(module):
    chapters = TAUGHT[module]
    if missing := set(chapters) - set(NOTEBOOKS):
        pytest.skip(f"{missing} not in the book yet")
    packaged = build.ROOT / f"src/helpers/{module}.py"
    packaged = definitions(packaged.read_text(encoding="utf-8"))
    left = dict(packaged)
    for chapter in chapters:
        code = taught_code(NOTEBOOKS[chapter])
        taught = definitions(code).keys() & packaged.keys()
        for name in taught:
            same = definitions(code)[name] == packaged[name]
            assert same, f"{name} differs from {chapter}"
            left.pop(name, None)
        imported = rf"from helpers\.{module} import ([\w, ]+|\([^)]*\))"
        for names in re.findall(imported, code):
            own = taught & set(re.findall(r"\w+", names))
            assert not own, f"{chapter} imports {own}, which it teaches"
    assert not left, f"{list(left)} are taught in none of {chapters}"
