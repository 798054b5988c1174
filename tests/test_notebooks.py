"""The chapters as they are written: their anatomy, and what three readers can show."""

import ast
import re

import build
import fold
import nbformat
import pytest
import refresh
import taught

from helpers.drawing.alphabet import STYLE

PATHS = build.chapters()
NOTEBOOKS = {path.stem: nbformat.read(path, as_version=4) for path in PATHS}
TAUGHT = taught.chapters()
OLD, NEW = 1, 2  # what the metadata of a notebook may say of its anatomy
SECTIONS = {
    OLD: [
        "Vocabulary",
        "An independent check",
        "The claim, re-run",
        "What was still missing",
        "Exercises",
        "Sources",
    ],
    NEW: [
        "Where this went",
        "What was still missing",
        "Exercises",
        "Sources",
        "Words and symbols",
    ],
}
BEFORE_THE_PICTURE = 120  # words, at most
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


def anatomy(notebook):
    """The order in which a chapter is written: the new one says `"anatomy": 2`."""
    return notebook.metadata.get("anatomy", OLD)


def opening(notebook):
    """The cells of a chapter above its first section."""
    starts = (i for i, c in enumerate(notebook.cells) if c.source.startswith("## "))
    return notebook.cells[: next(starts)]


@each_chapter
def test_a_chapter_opens_with_its_year_and_says_its_running_time_once(notebook):
    assert re.match(r"# (\d{4} · )?\S", notebook.cells[0].source)
    said = [i for i, c in enumerate(notebook.cells) if refresh.running_time(c)]
    assert len(said) == 1
    place = said[0] / len(notebook.cells)
    assert said[0] < len(opening(notebook)) or place > 2 / 3


def words_before_the_picture(notebook):
    """How many words stand above what a chapter shows first, or None if nothing."""
    words = 0
    for cell in opening(notebook):
        if cell.cell_type == "code" and "setup" not in tags(cell):
            return words
        words += len(cell.source.split()) if cell.cell_type == "markdown" else 0
    return None


@each_chapter
def test_a_chapter_opens_with_a_promise_or_with_a_picture(notebook):
    words = words_before_the_picture(notebook)
    if words is None and anatomy(notebook) == OLD:
        title, promise = notebook.cells[0].source, notebook.cells[1].source
        assert len(title.split()) > 60
        assert promise.startswith("**At the end of this chapter you can**")
        return
    assert words is not None, "nothing to look at stands above the first section"
    assert words <= BEFORE_THE_PICTURE, f"{words} words stand above the first picture"


@each_chapter
def test_a_chapter_has_the_sections_of_the_book_in_their_order(notebook):
    wanted = SECTIONS[anatomy(notebook)]
    found = [h for h in headings(notebook, 2) if h in wanted]
    either_way = [wanted, [wanted[1], wanted[0], *wanted[2:]]]
    assert found in (either_way if anatomy(notebook) == NEW else [wanted])
    assert len(headings(notebook, 1)) == 1
    if anatomy(notebook) == NEW:
        assert headings(notebook, 2)[-1] == wanted[-1]


@each_chapter
def test_a_heading_begins_its_cell(notebook):
    for cell in cells(notebook, "markdown"):
        assert not re.search(r"\n#+ ", cell.source), cell.source[:60]


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
def test_set_up_and_claims_are_folded(notebook):
    if notebook is NOTEBOOKS["10_rnn"] and anatomy(notebook) == OLD:
        pytest.skip("chapter 10 is being written anew")
    for cell in cells(notebook, "code"):
        claimed = re.search(r"^claim\(", cell.source, re.M)
        if "setup" in tags(cell) or claimed:
            assert fold.is_folded(cell), cell.source[:60]


@each_chapter
def test_text_is_plain_markdown_that_all_three_places_show(notebook):
    for cell in cells(notebook, "markdown"):
        assert not DIRECTIVE.search(cell.source), DIRECTIVE.search(cell.source)[0]
        plain = CODE.sub("", cell.source)
        assert not RAW_HTML.search(plain), RAW_HTML.search(plain)[0]


@each_chapter
def test_outputs_are_stored_only_where_they_are_compared(notebook):
    for cell in cells(notebook, "code"):
        kept = "keep_output" in tags(cell)
        assert kept == ("nbval-check-output" in tags(cell)), cell.source
        assert kept == bool(cell.outputs) == bool(cell.execution_count), cell.source


@each_chapter
def test_a_chapter_is_set_for_reading(notebook):
    run = 0
    for cell in notebook.cells:
        hidden = fold.is_folded(cell) or "remove-cell" in tags(cell)
        lines = [line for line in cell.source.splitlines() if line.strip()]
        if cell.cell_type == "markdown":
            run = 0
            most = 400 if cell.source.startswith("## Sources") else 250
            assert len(cell.source.split()) <= most, cell.source[:60]
            continue
        run += not hidden
        assert run < 3, f"three code cells in a row: {cell.source[:60]}"
        assert len(lines) <= 40, cell.source[:60]
        assert max(map(len, lines)) <= 88, cell.source[:60]


@each_chapter
def test_each_exercise_has_a_stub_and_a_folded_solution(notebook):
    stubs = [i for i, cell in enumerate(notebook.cells) if "exercise" in tags(cell)]
    solutions = cells(notebook, "code", "solution")
    assert len(stubs) == len(solutions) >= 6
    for i in stubs:
        stub, solution = notebook.cells[i : i + 2]
        assert "..." in stub.source
        assert {"solution", "hide-cell"} <= set(tags(solution))
        assert solution.source.startswith("# @title Solution\n")
        for cell in (stub, solution):
            assert re.search(r"^(check|predict)\(", cell.source, re.M), cell.source


@each_chapter
def test_exercises_are_of_all_four_kinds(notebook):
    text = "\n".join(cell.source for cell in cells(notebook, "markdown"))
    kinds = re.findall(r"^\*\*\d+\.\d+ · (\w+)", text, re.M)
    assert set(kinds) == {"Predict", "Build", "Break", "Extend"}
    assert len(kinds) == len(cells(notebook, "code", "exercise"))


@each_chapter
def test_links_to_other_chapters_lead_to_chapters_of_the_book(notebook):
    names = {path.name for path in PATHS}
    for cell in cells(notebook, "markdown"):
        for picture, target in LINK.findall(cell.source):
            assert target in names or picture, target


@each_chapter
def test_every_picture_in_the_text_is_a_file_with_an_alternative_text(notebook):
    for cell in cells(notebook, "markdown"):
        for alt, target in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", cell.source):
            assert len(alt) > 40, f"{target}: say what an eye would find there"
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
