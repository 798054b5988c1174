"""The translations: what they compute, and where their pages lead.

What is behind its English original fails nothing; scripts/lint.py lists it.
"""

import re

import build
import pytest
import translated
from browser import serve
from test_book import Outline
from test_executed import NUMBER, printed, sections, tags

from helpers.ledger import claims

ROOT = build.ROOT
LANGUAGES = build.languages()[1:]
PAGES = [(language, page) for language in LANGUAGES for page in build.pages(language)]
FOUND = [(language, page) for language, page in PAGES] + [
    (language, "search") for language in LANGUAGES
]
CHAPTERS = [
    (language, path.stem) for language in LANGUAGES for path in build.chapters(language)
]

each_page = pytest.mark.parametrize(("language", "page"), PAGES)
each_page_or_search = pytest.mark.parametrize(("language", "page"), FOUND)
each_chapter = pytest.mark.parametrize(("language", "stem"), CHAPTERS)


def file_of(page):
    """The file of a page, in the folder of any language."""
    return f"{page}.ipynb" if page.startswith("notebooks/") else f"{page}.md"


# In step with the original


@each_page
def test_a_translated_file_has_an_original(language, page):
    assert (ROOT / file_of(page)).exists()
    assert page in build.pages()


def test_words_may_differ_in_code_and_nothing_else():
    english = 'def f(x):\n    """One."""\n    return f"{x} apples"  # so many'
    spanish = 'def f(x):\n    """Una."""\n    return f"hay {x}"'
    assert translated.wordless(english) == translated.wordless(spanish)
    assert translated.wordless(english) != translated.wordless(
        spanish.replace("{x}", "{x + 1}")
    )
    assert translated.wordless("x = 1") != translated.wordless("x = 2")


def test_a_changed_paragraph_is_told_from_a_new_one(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "ROOT", tmp_path)
    own = tmp_path / "translations/es/book"
    (tmp_path / "book").mkdir()
    own.mkdir(parents=True)
    page = tmp_path / "book/glossary.md"
    page.write_text("# Words\n\nNet\n: Joined units.\n\nUnit\n: One of them.\n")
    (own / "glossary.md").write_text("# Palabras\n\nRed\n: *Net.* Unidades unidas.\n")
    translated.record("es", "book/glossary.md")
    assert translated.untranslated("es", "book/glossary.md") == ["Unit"]
    assert translated.out_of_step("es", "book/glossary.md") is None
    page.write_text("# Words\n\nNet\n: Joined\n  units.\n\nVeto\n: A no.\n")
    assert translated.out_of_step("es", "book/glossary.md") is None
    page.write_text("# Words\n\nNet\n: Units that are joined.\n")
    said = translated.out_of_step("es", "book/glossary.md")
    assert said.startswith("book/glossary.md has changed in English (Net): ")
    assert said.endswith("run `python scripts/translated.py es book/glossary.md`.")


# As it runs


@each_chapter
def test_a_translated_chapter_computes_what_it_stores(book_html, language, stem):
    own = build.executed(language)[stem]
    stored = build.read_notebook(build.home(language) / f"notebooks/{stem}.ipynb")
    for cell, done in zip(stored.cells, own.cells, strict=True):
        if "nbval-check-output" in tags(cell):
            assert printed(cell) == printed(done), cell.source
        if "exercise" in tags(cell):
            assert printed(done).startswith("Not yet: write your answer"), cell.source
        if "solution" in tags(cell):
            assert printed(done).startswith("Right: "), printed(done)
    assert claims(own)


@each_chapter
def test_numbers_in_translated_prose_are_those_that_the_section_printed(
    book_html, language, stem
):
    for section in sections(build.executed(language)[stem]):
        said = "\n".join(printed(cell) for cell in section)
        for cell in section:
            if cell.cell_type == "markdown":
                for number in NUMBER.findall(cell.source):
                    assert re.search(rf"(?<![\w.]){re.escape(number)}(?!\w)", said)


# On the page


@each_page
def test_a_page_leads_to_its_translation_and_back(book_html, language, page):
    up = "../" * page.count("/")
    english, own = book_html / f"{page}.html", book_html / language / f"{page}.html"
    assert Outline(english).language == "en"
    assert Outline(own).language == language
    assert f"{up}{language}/{page}.html" in Outline(english).links
    assert f"{up}../{page}.html" in Outline(own).links
    sitemap = (book_html / "sitemap.xml").read_text("utf-8")
    assert f"/{language}/{page}.html</loc>" in sitemap
    for path in (english, own):
        text = path.read_text("utf-8")
        for code, folder in (("en", ""), (language, f"{language}/")):
            alternate = rf'<link rel="alternate" hreflang="{code}" href="([^"]+)">'
            assert re.search(alternate, text)[1].endswith(
                f".io/{repository_name()}/{folder}{page}.html"
            )


def repository_name():
    """The name of the repository, under which the book is published."""
    config = (ROOT / "_config.yml").read_text("utf-8")
    return re.search(r"url: https://github.com/[^/]+/(\S+)", config)[1]


@each_page_or_search
def test_every_link_of_a_translated_page_leads_somewhere(book_html, language, page):
    path = book_html / language / f"{page}.html"
    for link in Outline(path).links:
        if re.match(r"[a-z]+:|//", link):
            continue
        file, _, place = link.partition("#")
        target = (path.parent / file.partition("?")[0]).resolve() if file else path
        assert target.is_file(), link
        if place and target.suffix == ".html":
            assert Outline(target).ids[place] == 1, link


@each_page
def test_a_translated_page_has_no_english_furniture(book_html, language, page):
    html = (book_html / language / f"{page}.html").read_text("utf-8")
    for word in (
        "Show solution",
        "On this page",
        "Skip to",
        "Copy this code",
        "Runs in",
    ):
        assert word not in html


@pytest.fixture(scope="module")
def places(book_html):
    """The addresses at which the site may be read."""
    with serve(book_html) as top, serve(book_html, prefix="/some/where") as below:
        yield top, below, f"{book_html.as_uri()}/"


HIGHER = """() => [...document.querySelectorAll(".road li")]
  .filter((row) => row.scrollHeight > row.clientHeight).map((row) => row.innerText)"""


@pytest.mark.browser
@pytest.mark.parametrize("folder", ["", *(f"{language}/" for language in LANGUAGES)])
def test_no_chapter_of_the_road_runs_into_the_next_on_a_phone(page, places, folder):
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{places[0]}{folder}book/intro.html")
    assert page.locator(".road li").count() >= 19
    assert page.evaluate(HIGHER) == []


@pytest.mark.browser
def test_the_search_finds_a_spanish_word_in_its_chapter(page, places):
    for home in places:
        page.goto(f"{home}es/search.html?q=umbral")
        page.locator("#search-results a[href*='01_neuron']").first.wait_for()
