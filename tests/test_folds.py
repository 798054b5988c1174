"""What folds, in the notebooks and on the pages, and how a page unfolds it."""

from itertools import pairwise
from types import SimpleNamespace

import build
import fold
import folds
import pytest
from browser import axe_findings
from docutils import nodes
from docutils.utils import new_document
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

APP = SimpleNamespace(config=SimpleNamespace(language="en"))
PLOT = "# @title How the plot is drawn\nplot()"


def notebook(*cells):
    return new_notebook(cells=list(cells))


def code(source, *tags, **metadata):
    return new_code_cell(source, metadata={"tags": list(tags), **metadata})


# In the notebooks


def test_a_folded_cell_is_folded_in_jupyterlab_and_in_colab():
    book = notebook(code(PLOT, "hide-input"), code("1 + 1"))
    fold.fold(book)
    first, second = book.cells
    assert first.metadata["jupyter"] == {"source_hidden": True}
    assert first.metadata["cellView"] == "form"
    assert fold.folding(second) == {}


def test_a_cell_that_is_folded_no_more_is_open_everywhere():
    book = notebook(code(PLOT, jupyter={"source_hidden": True}, cellView="form"))
    fold.fold(book)
    assert fold.folding(book.cells[0]) == {}


def test_set_up_is_folded_without_being_told():
    book = notebook(code("import math", "setup"))
    fold.fold(book)
    assert fold.tags(book.cells[0]) == ["setup", "hide-input"]
    assert fold.title(book.cells[0]) == "Set-up"


def test_a_fold_that_does_not_say_what_it_holds_is_refused():
    with pytest.raises(build.BuildError, match=r"begins 'plot\(\)' does not say what"):
        fold.fold(notebook(code("plot()", "hide-input")))


def test_a_side_road_is_collapsed_in_jupyterlab_and_in_colab():
    road = new_markdown_cell("## Side road: a proof", id="road")
    book = notebook(road, new_markdown_cell("## Side roads"), new_markdown_cell("x"))
    fold.fold(book)
    assert road.metadata == {"jp-MarkdownHeadingCollapsed": True, "id": "road"}
    assert book.metadata["colab"] == {"collapsed_sections": ["road"]}
    road.source = "## A proof"
    fold.fold(book)
    assert road.metadata == {} and "colab" not in book.metadata


def test_the_main_road_leaves_out_folds_and_side_roads_to_their_end():
    texts = "# T", "## A", "### Side road: a", "1", "#### b", "### C", "2", "## D"
    book = notebook(*map(new_markdown_cell, texts), code(PLOT, "hide-input"))
    met = [cell.source for cell in fold.main_road(book)]
    assert met == ["# T", "## A", "### C", "2", "## D"]


# On the page, as it is read


def cell(source, *tags, output=True):
    """A cell as myst-nb reads it."""
    parts = [nodes.container("", nodes.literal_block(source, source))]
    parts[0]["nb_element"] = "cell_code_source"
    if output:
        parts.append(nodes.container("", nb_element="cell_code_output"))
    classes = ["cell", *(f"tag_{tag}" for tag in tags)]
    return nodes.container("", *parts, classes=classes)


def paper(*parts):
    """A page with these parts under its title."""
    document = new_document("")
    document += nodes.section("", nodes.title("", "T"), *parts)
    return document, document[0]


def test_the_code_of_a_fold_stands_below_its_output_and_says_what_it_is():
    plot = cell(PLOT, "hide-input")
    plot.attributes |= {"hide_mode": "input", "prompt_show": "S", "prompt_hide": "H"}
    document, _ = paper(plot)
    folds.name_folds(APP, document)
    folds.put_code_below(APP, document)
    output, line = plot.children
    assert output["nb_element"] == "cell_code_output"
    assert line["prompt_show"] == "Show: how the plot is drawn"
    assert line.astext() == "plot()"
    assert "hide_mode" not in plot


def test_a_word_with_capitals_keeps_them_after_the_colon():
    assert folds.uncapitalised("How it is") == "how it is"
    assert folds.uncapitalised("BLEU by length") == "BLEU by length"


def test_the_set_up_is_one_line_below_the_picture_that_opens_the_chapter():
    set_up = [cell("import a", "setup"), cell("import b", "setup", output=False)]
    text, picture = nodes.paragraph("", "text"), cell("draw()")
    document, top = paper(text, *set_up, picture, nodes.section("", nodes.title()))
    folds.fold_set_up(APP, document)
    assert top.index(picture) + 1 == top.index(set_up[0].parent)
    assert set_up[0].parent.children == set_up
    assert set_up[0].parent["prompt_show"] == "Set-up"


def test_a_set_up_within_a_section_stays_where_it_is():
    set_up, after = cell("import a", "setup"), cell("draw()")
    document, top = paper(nodes.section("", nodes.title("", "A"), set_up, after))
    folds.fold_set_up(APP, document)
    assert top[1].index(set_up.parent) < top[1].index(after)


def test_a_side_road_holds_all_of_its_section_but_the_heading():
    proof = nodes.paragraph("", "proof")
    below = nodes.section("", nodes.title("", "B"), nodes.paragraph("", "more"))
    road = nodes.section("", nodes.title("", "Side road: A"), proof, below)
    document, _ = paper(road, nodes.section("", nodes.title("", "Side roads")))
    folds.fold_side_roads(APP, document)
    assert [type(part) for part in road] == [nodes.title, folds.SideRoad]
    assert road[1].children == [proof, below]
    assert len(list(document.findall(folds.SideRoad))) == 1


# In a browser


ROAD = """<section id="side-road-a" class="side-road"><h2>Side road: a</h2>
<details class="side"><summary><span class="shut">Show the side road</span>
<span class="open">Hide the side road</span></summary>
<p id="within">Here.</p></details></section>
<p><a href="#within" id="way">There.</a></p>"""


@pytest.fixture
def road(page, site):
    """A function that opens a chapter with a side road, at this place."""

    def serve(route):
        answer = route.fetch()
        text = answer.text().replace("</main>", f"{ROAD}</main>")
        route.fulfill(response=answer, body=text)

    page.route("**/01_neuron.html*", serve)
    return lambda place="": page.goto(f"{site}notebooks/01_neuron.html{place}")


IS_OPEN = "document.querySelector('#side-road-a details').open"


@pytest.mark.browser
@pytest.mark.parametrize("place", ["#side-road-a", "#within"])
def test_who_is_led_into_a_side_road_finds_it_open(page, road, place):
    road()
    assert not page.evaluate(IS_OPEN)
    road("?again" + place)
    page.wait_for_function(IS_OPEN)
    assert page.locator("#within").is_visible()


@pytest.mark.browser
def test_a_link_on_the_page_opens_the_side_road_again_and_again(page, road):
    road()
    for _ in range(2):
        page.evaluate(f"{IS_OPEN} = false")
        page.locator("#way").click()
        page.wait_for_function(IS_OPEN)


@pytest.mark.browser
def test_a_side_road_is_open_on_paper(page, road):
    road()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(IS_OPEN)


@pytest.mark.browser
def test_an_address_with_a_stray_per_cent_breaks_nothing(page, road):
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    road("#%E0%")
    assert page.locator("button.theme").is_visible() and not errors


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page_with_a_side_road(page, road, scheme):
    page.emulate_media(color_scheme=scheme)
    road()
    assert axe_findings(page, "#side-road-a") == []


@pytest.mark.parametrize("path", build.chapters(), ids=lambda path: path.stem)
def test_a_page_shows_one_line_for_each_set_up_and_no_title_line(book_html, path):
    html = (book_html / f"notebooks/{path.stem}.html").read_text("utf-8")
    marks = ["setup" in fold.tags(cell) for cell in build.read_notebook(path).cells]
    begun = sum(here and not before for before, here in pairwise([False, *marks]))
    assert html.count('<details class="fold set-up">') == begun > 0
    assert "# @title" not in html
