"""The chapters as they ran: exercises, claims, numbers in prose, pictures.

What was trained differs a little from one processor to the next. So a cell may say in
its metadata, under `holds`, what must hold of its output: a name for it, and sentences
in Python that any good run satisfies.
"""

import ast
import re
from ast import literal_eval
from html import unescape
from statistics import median

import build
import pytest

from helpers.ledger import MIME, claims

NUMBER = re.compile(r"(?<!`)`(-?[\d ,]*\d(?:\.\d+)?)`(?!`)")
STEMS = [path.stem for path in build.chapters()]


PICTURES = {"image/png", "image/jpeg", "image/svg+xml"}
SAID = re.compile(r"aria-label=|aria-labelledby=|aria-hidden=|<title|<figcaption")
OBJECT = re.compile(r"<[\w.]+ object>|<IPython|<Figure")  # what Python calls a picture


@pytest.fixture(params=STEMS)
def chapter(request, executed):
    return executed[request.param]


def tags(cell):
    return cell.metadata.get("tags", [])


def printed(cell):
    """Everything that a cell said in plain text."""
    texts = [
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    ]
    return "\n".join(texts)


def sections(notebook):
    """The cells between one heading of level two and the next."""
    parts = [[]]
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            parts.append([])
        parts[-1].append(cell)
    return parts


def calls(cell, name):
    """Whether the cell calls the function of this name outside of any definition."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    tree = ast.parse(re.sub(r"^(\s*)[%!].*$", r"\1pass", cell.source, flags=re.M))
    nodes = (
        n for top in tree.body if not isinstance(top, kinds) for n in ast.walk(top)
    )
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    return any(isinstance(func, ast.Name) and func.id == name for func in called)


def test_every_stub_is_told_not_yet_and_every_solution_passes(chapter):
    for cell in chapter.cells:
        if "exercise" in tags(cell):
            assert printed(cell).startswith("Not yet: write your answer"), cell.source
        if "solution" in tags(cell):
            assert printed(cell).startswith("Right: "), printed(cell)


def test_a_chapter_leaves_its_row_in_the_ledger(chapter):
    for row in claims(chapter):
        assert all(row[part] for part in ("key", "claim", "paper", "here", "scale"))
    made = [cell for cell in build.code_cells(chapter) if calls(cell, "claim")]
    assert made, "no cell of this chapter measures its landmark's claim"
    for cell in made:
        left = [output.get("data", {}) for output in cell.outputs]
        assert any(MIME in data for data in left), f"no row is left by: {cell.source}"


def test_the_ledger_page_shows_the_executed_figures(executed, book_html):
    page = (book_html / "book/ledger.html").read_text(encoding="utf-8")
    text = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page)))
    text = text.translate({ord("’"): "'", ord("“"): '"', ord("”"): '"'})
    for notebook in executed.values():
        for row in claims(notebook):
            assert row["here"] in text


def test_numbers_in_prose_are_those_that_the_section_printed(chapter):
    for section in sections(chapter):
        said = "\n".join(printed(cell) for cell in section)
        for cell in section:
            if cell.cell_type == "markdown":
                for number in NUMBER.findall(cell.source):
                    bounds = rf"(?<![\w.]){re.escape(number)}(?!\w|\.\d)"
                    assert re.search(bounds, said), f"`{number}` is not printed here"


def test_every_picture_has_an_alternative_text(chapter):
    for cell in chapter.cells:
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        for output in cell.get("outputs", []):
            if PICTURES & output.get("data", {}).keys():
                assert alt.strip(), cell.source


def test_every_drawing_in_html_says_what_it_shows(chapter):
    for cell in chapter.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "<svg" in data.get("text/html", ""):
                plain = OBJECT.sub("", data.get("text/plain", "")).strip()
                assert SAID.search(data["text/html"]) or plain, cell.source


def test_nothing_is_left_on_the_error_stream(chapter):
    for cell in chapter.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", output.text


def test_what_a_cell_says_that_holds_of_its_output_holds(chapter):
    names = {"median": median}
    for cell in chapter.cells:
        if said := cell.metadata.get("holds"):
            exec(f"{said['as']} = {literal_eval(printed(cell))!r}", names)
            for sentence in said["that"]:
                assert eval(sentence, names), (
                    f"{cell.id}: {sentence} of {printed(cell)}"
                )
