"""The translations: what they must share with the English book, and what is behind."""

import ast
import re

import build
import fold
import pytest
import stamp
import translated
from browser import axe_findings, serve
from cells import printed, tags
from test_book import FACTS, Outline, Visit
from test_executed import NUMBER, sections

from helpers.page.ledger import claims

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
each_language = pytest.mark.parametrize("language", LANGUAGES)


def file_of(page):
    """The file of a page, in the folder of any language."""
    return f"{page}.ipynb" if page.startswith("notebooks/") else f"{page}.md"


def skip_behind(language, file):
    """Skip what can only hold of a translation that is in step with its original."""
    if problem := translated.out_of_step(language, file):
        pytest.skip(problem)


def both(language, stem):
    """The cells of a chapter in English and in the translation, side by side."""
    skip_behind(language, f"notebooks/{stem}.ipynb")
    notebooks = [
        build.read_notebook(build.home(code) / f"notebooks/{stem}.ipynb")
        for code in ("en", language)
    ]
    return zip(*(notebook.cells for notebook in notebooks), strict=True)


class Silence(ast.NodeTransformer):
    """Takes the words out of code."""

    def visit_Constant(self, node):
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node):
        parts = [self.visit(part) for part in node.values]
        node.values = [part for part in parts if not isinstance(part, ast.Constant)]
        return node


def wordless(source):
    """The code without its comments, its docstrings and what its strings say."""
    code = re.sub(r"^(\s*)[%!].*$", r"\1pass", source, flags=re.M)
    return ast.dump(Silence().visit(ast.parse(code)))


# In step with the original


@each_page
def test_a_translated_file_has_an_original_and_a_record_of_it(language, page):
    assert (ROOT / file_of(page)).exists()
    assert page in build.pages()
    assert translated.originals(language)[file_of(page)]


@each_page
def test_a_translation_says_what_its_original_says_now(language, page):
    skip_behind(language, file_of(page))


@each_page
def test_what_is_new_in_the_original_is_translated(language, page):
    if new := translated.untranslated(language, file_of(page)):
        pytest.skip(f"not yet translated in {file_of(page)}: {'; '.join(new)}")


@each_language
def test_each_entry_of_the_glossary_stands_for_an_english_one(language):
    skip_behind(language, "book/glossary.md")
    path = build.home(language) / "book/glossary.md"
    words = translated.english_words(path)
    assert len(words) == len(set(words)) == len(translated.entries(path))
    new = set(translated.untranslated(language, "book/glossary.md"))
    assert set(words) == set(translated.entries(ROOT / "book/glossary.md")) - new


@each_chapter
def test_a_translated_chapter_has_the_same_cells(language, stem):
    for english, own in both(language, stem):
        for cell in (english, own):
            if translated.alt_text(cell):
                cell.metadata["mystnb"]["image"]["alt"] = "in its own language"
        assert own.id == english.id
        assert own.cell_type == english.cell_type, own.id
        assert own.metadata == english.metadata, own.id
        assert bool(own.get("outputs")) == bool(english.get("outputs")), own.id


@each_chapter
def test_a_translated_chapter_folds_what_its_tags_say(language, stem):
    path = build.home(language) / f"notebooks/{stem}.ipynb"
    for cell in build.read_notebook(path).cells:
        assert fold.folding(cell) == fold.wanted(cell, language), cell.id
        assert bool(fold.title(cell)) == fold.is_folded(cell), cell.id


@each_chapter
def test_a_translated_chapter_runs_the_same_code_with_other_words(language, stem):
    for english, own in both(language, stem):
        if own.cell_type == "code":
            assert wordless(own.source) == wordless(english.source), own.id


def test_words_may_differ_in_code_and_nothing_else():
    english = 'def f(x):\n    """One."""\n    return f"{x} apples"  # so many'
    spanish = 'def f(x):\n    """Una."""\n    return f"hay {x}"'
    assert wordless(english) == wordless(spanish)
    assert wordless(english) != wordless(spanish.replace("{x}", "{x + 1}"))
    assert wordless("x = 1") != wordless("x = 2")


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


def test_a_chapter_with_a_new_cell_is_behind_and_a_page_with_a_new_entry_is_not(
    monkeypatch,
):
    monkeypatch.setattr(translated, "altered", lambda *_: [])
    monkeypatch.setattr(translated, "untranslated", lambda *_: ["new"])
    assert translated.out_of_step("es", "book/glossary.md") is None
    said = translated.out_of_step("es", "notebooks/01_neuron.ipynb")
    assert said.startswith("notebooks/01_neuron.ipynb has changed in English (new): ")


@each_page
def test_a_page_that_is_behind_says_so_at_its_top_and_no_other_does(
    book_html, language, page
):
    html = (book_html / language / f"{page}.html").read_text("utf-8")
    behind = translated.out_of_step(language, file_of(page)) is not None
    assert ('class="behind"' in html) == behind


# As it runs


@pytest.mark.book
@each_chapter
def test_a_translated_chapter_computes_what_it_stores(language, stem):
    own = build.executed(language)[stem]
    stored = build.read_notebook(build.home(language) / f"notebooks/{stem}.ipynb")
    for cell, done in zip(stored.cells, own.cells, strict=True):
        if "keep_output" in tags(cell):
            assert printed(cell) == printed(done), cell.source
        if "exercise" in tags(cell):
            assert printed(done).startswith("Not yet: write your answer"), cell.source
        if "solution" in tags(cell):
            assert printed(done).startswith("Right: "), printed(done)
    assert claims(own)


@pytest.mark.book
@each_chapter
def test_numbers_in_translated_prose_are_those_that_the_section_printed(language, stem):
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
    if url := stamp.address():
        home = stamp.pages(url)
        sitemap = (book_html / "sitemap.xml").read_text("utf-8")
        assert f"{home}{language}/{page}.html</loc>" in sitemap
        for path in (english, own):
            text = path.read_text("utf-8")
            for code, folder in (("en", ""), (language, f"{language}/")):
                alternate = rf'<link rel="alternate" hreflang="{code}" href="([^"]+)">'
                address = re.search(alternate, text)[1]
                assert address == f"{home}{folder}{page}.html"


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


@pytest.mark.browser
@pytest.mark.parametrize(
    ("scheme", "width"),
    [("dark", 360), pytest.param("light", 1400, marks=pytest.mark.rehearsal)],
)
@each_page_or_search
def test_axe_finds_nothing_on_a_translated_page(
    browser, places, language, page, scheme, width
):
    viewport = {"width": width, "height": 900}
    with browser.new_context(viewport=viewport, color_scheme=scheme) as context:
        window = context.new_page()
        Visit().go(window, f"{places[0]}{language}/{page}.html")
        assert axe_findings(window) == []
        assert window.evaluate("document.documentElement.scrollWidth") <= width


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
@each_page_or_search
def test_a_translated_page_works_wherever_it_stands(browser, places, language, page):
    for home in places:
        with browser.new_context() as context:
            window, seen = context.new_page(), Visit()
            seen.watch(window, home)
            seen.go(window, f"{home}{language}/{page}.html")
            facts = window.evaluate(FACTS)
        assert seen.errors == seen.outside == []
        assert facts["started"] == facts["figures"]
        assert facts["rendered"] == facts["formulas"]


@pytest.mark.browser
def test_the_search_finds_a_spanish_word_in_its_chapter(page, places):
    for home in places:
        page.goto(f"{home}es/search.html?q=umbral")
        page.locator("#search-results a[href*='01_neuron']").first.wait_for()
