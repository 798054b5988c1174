"""The chapters as they are written: their anatomy, and what three readers can show."""

import ast
import re

import build
import fold
import nbformat
import pytest
import taught

from helpers.drawing.alphabet import STYLE

PATHS = build.chapters()
NOTEBOOKS = {path.stem: nbformat.read(path, as_version=4) for path in PATHS}
TAUGHT = taught.chapters()
SET_UP = r"""# @title.*
# In Google Colab this fetches the book's helpers; elsewhere they are .*
import sys

if "google.colab" in sys.modules:
    (sys\.exit\("In Colab, .*"\)|%pip install -q "git\+https://[^"]+")
"""[:-1]
DIRECTIVE = re.compile(r"^(`{3,}|:{3,})\{|\{[a-z][\w:-]*\}`", re.M)
RAW_HTML = re.compile(r"<(?!https?:)/?[a-zA-Z][^>]*>")
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)#:]+)(?:#[^)]*)?\)")
CODE = re.compile(r"(`+).+?\1|\$\$?.+?\$\$?", re.S)

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
def test_the_first_code_cell_fetches_the_helpers_in_colab_only(notebook):
    first = cells(notebook, "code")[0]
    assert "setup" in tags(first)
    titled = first.source if fold.title(first) else f"# @title\n{first.source}"
    assert re.fullmatch(SET_UP, titled)


@each_chapter
def test_every_fold_is_the_same_in_the_page_in_jupyterlab_and_in_colab(notebook):
    for cell in notebook.cells:
        assert fold.folding(cell) == fold.wanted(cell), cell.source[:60]
        assert bool(fold.title(cell)) == fold.is_folded(cell), cell.source[:60]
    colab = notebook.metadata.get("colab", {})
    assert colab.get("collapsed_sections", []) == fold.side_roads(notebook)


@each_chapter
def test_text_is_plain_markdown_that_all_three_places_show(notebook):
    for cell in cells(notebook, "markdown"):
        assert not DIRECTIVE.search(cell.source), DIRECTIVE.search(cell.source)[0]
        plain = CODE.sub("", cell.source)
        assert not RAW_HTML.search(plain), RAW_HTML.search(plain)[0]


@each_chapter
def test_outputs_are_stored_only_in_cells_that_say_so(notebook):
    for cell in cells(notebook, "code"):
        kept = "keep_output" in tags(cell)
        assert kept or "nbval-check-output" not in tags(cell), cell.source
        assert kept == bool(cell.outputs), cell.source


@each_chapter
def test_each_exercise_has_a_stub_and_a_folded_solution(notebook):
    stubs = [i for i, cell in enumerate(notebook.cells) if "exercise" in tags(cell)]
    solutions = cells(notebook, "code", "solution")
    assert len(stubs) == len(solutions)
    for i in stubs:
        stub, solution = notebook.cells[i : i + 2]
        assert "..." in stub.source
        assert {"solution", "hide-cell"} <= set(tags(solution))
        assert solution.source.startswith("# @title Solution\n")
        for cell in (stub, solution):
            assert re.search(r"^(check|predict)\(", cell.source, re.M), cell.source


@each_chapter
def test_a_link_to_a_file_leads_to_one(notebook):
    for cell in cells(notebook, "markdown"):
        for _, target in LINK.findall(cell.source):
            assert (build.ROOT / "notebooks" / target).is_file(), target


@each_chapter
def test_every_picture_in_the_text_is_a_file_with_an_alternative_text(notebook):
    for cell in cells(notebook, "markdown"):
        for alt, target in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", cell.source):
            assert alt.strip(), f"{target}: say what an eye would find there"
            assert (build.ROOT / "notebooks" / target).is_file(), target


def drawings(notebook):
    """The cells that show a drawing, each with its stored output as HTML."""
    for cell in cells(notebook, "code"):
        for output in cell.outputs:
            html = "".join(output.get("data", {}).get("text/html", ""))
            if 'class="tb-picture' in html:
                yield cell, html


@each_chapter
def test_a_stored_drawing_is_folded_and_has_the_style_of_today(notebook):
    for cell, html in drawings(notebook):
        folded = "hide-input" in tags(cell) or "<svg" not in html  # a table
        assert folded and "keep_output" in tags(cell), cell.source
        assert STYLE in html, "run scripts/refresh.py --style, which is quick"


@each_chapter
def test_figures_are_numbered_in_the_order_in_which_they_stand(notebook):
    found = [re.findall(r'id="figure-(\d+)-(\d+)"', h) for _, h in drawings(notebook)]
    numbers = [tuple(map(int, pair)) for pairs in found for pair in pairs]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("module", TAUGHT)
def test_the_package_holds_the_very_definitions_that_the_chapter_teaches(module):
    chapters = TAUGHT[module]
    if missing := set(chapters) - set(NOTEBOOKS):
        pytest.skip(f"{missing} not in the book yet")
    packaged = build.ROOT / f"src/helpers/taught/{module}.py"
    packaged = definitions(packaged.read_text(encoding="utf-8"))
    left = dict(packaged)
    for chapter in chapters:
        code = taught.code(NOTEBOOKS[chapter])
        here = definitions(code).keys() & packaged.keys()
        for name in here:
            same = definitions(code)[name] == packaged[name]
            assert same, f"{name} differs from {chapter}"
            left.pop(name, None)
        imported = rf"from helpers\.taught\.{module} import ([\w, ]+|\([^)]*\))"
        for names in re.findall(imported, code):
            own = here & set(re.findall(r"\w+", names))
            assert not own, f"{chapter} imports {own}, which it teaches"
    assert not left, f"{list(left)} are taught in none of {chapters}"
