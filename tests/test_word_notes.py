"""Words that explain themselves: which are marked, and what is shown of them."""

import json
import re

import book_index
import build
import pytest
import words
from browser import axe_findings
from docutils import nodes

MARK = re.compile(r'<a class="word [^"]*" href="([^"]+)">(.*?)</a>', re.S)
STEMS = [path.stem for path in build.chapters()]
NOTE = ".note:popover-open"

each_chapter = pytest.mark.parametrize("stem", STEMS)


def read(book_html, stem):
    return (book_html / f"notebooks/{stem}.html").read_text("utf-8")


def section(*parts):
    return nodes.section("", nodes.title("", "Perceptron"), *parts)


def marked(part):
    found = part.findall(nodes.reference)
    return [link.astext() for link in found if "word" in link["classes"]]


def paragraph(*parts):
    made = nodes.paragraph()
    for part in parts:
        made += nodes.Text(part) if isinstance(part, str) else part
    return made


GLOSSARY = words.glossary("en")


def test_a_word_is_marked_where_it_is_first_used():
    said = "Two perceptrons and a perceptron.", "An LSTM.", "A perceptron."
    part = section(*map(paragraph, said))
    assert set(words.mark(part, GLOSSARY)) == {"Perceptron", "LSTM"}
    assert marked(part) == ["perceptrons", "LSTM"]
    assert part.astext() == "\n\n".join(["Perceptron", *said])


def test_no_word_is_marked_in_code_formulas_links_titles_and_tables():
    parts = [
        nodes.literal("", "softmax"),
        nodes.math("", "softmax"),
        nodes.reference("", "softmax", refuri="x"),
        words.pending_xref("", nodes.inline("", "softmax")),
        nodes.table("", nodes.paragraph("", "softmax")),
        nodes.container("", nodes.paragraph("", "softmax"), classes=["cell"]),
    ]
    part = section(*[paragraph(each) for each in parts])
    assert words.mark(part, GLOSSARY) == []


def test_the_longest_word_is_found_whole_and_few_are_marked():
    part = section(paragraph("scaled dot-product attention, truncated backpropagation"))
    words.mark(part, GLOSSARY)
    assert marked(part)[0] == "scaled dot-product attention"
    many = "ReLU, dropout, LSTM, GRU, BLEU, maxout, BERT, GPT, ELMo, softmax, Adam"
    part = section(paragraph(many))
    assert len(words.mark(part, GLOSSARY)) == len(marked(part)) == words.MOST


def test_of_words_that_are_explained_together_one_is_marked():
    part = section(paragraph("a query, a key and a value"))
    words.mark(part, GLOSSARY)
    assert marked(part) == ["query"]


def test_every_everyday_word_is_in_the_glossary():
    known = {
        word[0].upper() + word[1:]
        for term, _ in words.entries("en")
        for word in words.words_of(term)
    }
    assert known >= words.EVERYDAY


def test_an_explanation_is_plain_text_with_its_year():
    text = "What *a* `b` is ([c](d.md)).\n  More. (1990,\n  [chapter 10](x_y.ipynb))"
    assert words.explanation("A", text) == ["A", "What a b is (c). More.", "1990"]
    assert words.explanation("A", "So. ([chapter 7](z.ipynb))") == ["A", "So.", ""]


@pytest.mark.parametrize("language", build.languages())
def test_every_entry_of_the_glossary_is_in_the_one_file_of_the_site(
    book_html, language
):
    folder = book_html if language == "en" else book_html / language
    text = (folder / "_static/glossary.js").read_text("utf-8")
    data = json.loads(text.removeprefix("window.glossary = ").rstrip(";\n"))
    assert len(data["words"]) == len(words.entries(language))
    for term, said, year in data["words"].values():
        assert not re.search(r"\]\(|\*|`", said), term
        assert said.endswith((".", ")", "?")), term
        assert re.fullmatch(r"(\d{4})?", year), term


@each_chapter
def test_a_chapter_marks_a_pleasant_number_of_words(book_html, stem):
    html = read(book_html, stem)
    found = MARK.findall(html)
    assert 3 <= len(found) <= 60
    known = {words.place(term) for term, _ in words.entries("en")}
    for address, _ in found:
        assert address.partition("#")[2] in known
    for part in re.split(r"<h2", html):
        places = [address for address, _ in MARK.findall(part)]
        assert len(places) == len(set(places)) <= words.MOST


@each_chapter
def test_words_of_other_chapters_are_marked_once_and_everyday_ones_not(book_html, stem):
    found = [address for address, _ in MARK.findall(read(book_html, stem))]
    for word in GLOSSARY:
        address = f"../book/glossary.html#{words.place(word.term)}"
        if stem not in word.homes:
            assert found.count(address) <= (0 if word.everyday else 1), word.term


def test_marks_change_nothing_of_what_the_index_reads():
    part = section(paragraph("A perceptron learns."))
    before = book_index.said(part)
    words.mark(part, GLOSSARY)
    assert book_index.said(part) == before


# In a browser


@pytest.fixture
def chapter(page, site):
    """The page of a chapter."""
    page.goto(f"{site}notebooks/15_attention.html")
    return page


def first(page):
    """A marked word in the middle of the page."""
    link = page.locator("a.word").nth(6)
    link.scroll_into_view_if_needed()
    return link


@pytest.mark.browser
def test_a_word_explains_itself_under_the_mouse_and_no_longer(chapter):
    link, height = first(chapter), "document.documentElement.scrollHeight"
    before = chapter.evaluate(height)
    link.hover()
    chapter.locator(NOTE).wait_for()
    assert chapter.evaluate(height) == before
    assert link.get_attribute("aria-describedby") == "note-text"
    chapter.locator(NOTE).hover()
    chapter.wait_for_timeout(400)
    assert chapter.locator(NOTE).count() == 1  # the mouse may go to the link in it
    chapter.mouse.move(2, 2)
    chapter.locator(NOTE).wait_for(state="detached")
    assert link.get_attribute("aria-describedby") is None


@pytest.mark.browser
def test_a_word_explains_itself_with_the_focus_until_escape(chapter):
    first(chapter).focus()
    chapter.locator(NOTE).wait_for()
    chapter.keyboard.press("Escape")
    assert chapter.locator(NOTE).count() == 0


@pytest.mark.browser
def test_a_word_that_is_followed_leads_to_its_entry(chapter):
    address = first(chapter).get_attribute("href").partition("#")[2]
    first(chapter).focus()
    chapter.keyboard.press("Enter")
    chapter.wait_for_url(f"**/book/glossary.html#{address}")


@pytest.mark.browser
@pytest.mark.parametrize("place", ["server", "file"])
def test_a_tap_explains_a_word_and_another_leaves_it(browser, site, book_html, place):
    home = site if place == "server" else f"{book_html.as_uri()}/"
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    with browser.new_context(**phone) as context:
        page = context.new_page()
        page.goto(f"{home}notebooks/15_attention.html")
        first(page).tap()
        page.locator(NOTE).wait_for()
        box = page.locator(NOTE).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.touchscreen.tap(180, 730 if box["y"] < 400 else 80)
        page.locator(NOTE).wait_for(state="detached")
        first(page).tap()
        page.get_by_role("link", name="In the glossary").tap()
        page.wait_for_url("**/book/glossary.html#word-*")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_word_and_its_note(chapter, scheme):
    chapter.emulate_media(color_scheme=scheme)
    first(chapter).focus()
    chapter.locator(NOTE).wait_for()
    assert axe_findings(chapter, ".note") == []


@pytest.mark.browser
def test_paper_shows_no_marks(chapter):
    chapter.emulate_media(media="print")
    look = "(link) => getComputedStyle(link).textDecorationLine"
    assert first(chapter).evaluate(look) == "none"
