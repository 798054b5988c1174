"""The chapters as they are written: their anatomy, and what three readers can show."""

import ast
import re

import build
import nbformat
import pytest

PATHS = build.chapters()
NOTEBOOKS = {path.stem: nbformat.read(path, as_version=4) for path in PATHS}
TAUGHT = {  # helpers module -> the chapter that teaches it, or the chapters
    "autodiff": "04_reverse_mode",
    "vision": "06_filters",
    "convnet": "07_cnn",
    "recurrent": ("10_rnn", "11_gates"),
    "seq2seq": "13_seq2seq",
    "alignment": "14_alignment",
    "attention": "15_attention",
    "transformer": "16_transformer",
    "decoding": "16_transformer",
    "words": "12_words",
    "vit": "18_vit",
    "gpt": "17_language_models",
    "bpe": "17_language_models",
    "language": "17_language_models",
}
SECTIONS = [
    "Vocabulary",
    "An independent check",
    "The claim, re-run",
    "What was still missing",
    "Exercises",
    "Sources",
]
SET_UP = r"""# In Google Colab this fetches the book's helpers; elsewhere they are .*
import sys

if "google.colab" in sys.modules:
    %pip install -q "git\+https://[^"]+"
"""[:-1]
DIRECTIVE = re.compile(r"^(`{3,}|:{3,})\{|\{[a-z][\w:-]*\}`", re.M)
RAW_HTML = re.compile(r"<(?!https?:)/?[a-zA-Z][^>]*>")
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
def test_a_chapter_opens_with_its_year_its_promise_and_its_running_time(notebook):
    title, promise = notebook.cells[0].source, notebook.cells[1].source
    assert re.match(r"# (\d{4} · )?\S", title)
    assert len(title.split()) > 60
    assert promise.startswith("**At the end of this chapter you can**")
    assert re.search(r"takes about \d+ seconds on two cores", promise)


@each_chapter
def test_a_chapter_has_the_sections_of_the_book_in_their_order(notebook):
    found = [h for h in headings(notebook, 2) if h in SECTIONS]
    assert found == SECTIONS
    assert len(headings(notebook, 1)) == 1


@each_chapter
def test_a_heading_begins_its_cell(notebook):
    for cell in cells(notebook, "markdown"):
        assert not re.search(r"\n#+ ", cell.source), cell.source[:60]


@each_chapter
def test_the_first_code_cell_fetches_the_helpers_in_colab_only(notebook):
    first = cells(notebook, "code")[0]
    assert tags(first) == ["setup"]
    assert re.fullmatch(SET_UP, first.source)


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
        hidden = {"solution", "hide-input", "remove-cell"} & set(tags(cell))
        lines = [line for line in cell.source.splitlines() if line.strip()]
        if cell.cell_type == "markdown":
            run = 0
            assert len(cell.source.split()) <= 250, cell.source[:60]
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
        assert "check(" in stub.source
        assert "..." in stub.source
        assert {"solution", "hide-cell"} <= set(tags(solution))
        assert solution.source.startswith("# @title Solution\n")
        assert "check(" in solution.source
        assert solution.metadata["jupyter"]["source_hidden"] is True
        assert solution.metadata["cellView"] == "form"


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
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", cell.source):
            assert target in names, target


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
    chapters = (chapters,) if isinstance(chapters, str) else chapters
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
