"""The published book: what its pages do in a browser, and what their files say."""

import json
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import build
import pytest
import yaml
from browser import FACTS, Visit, serve

CHAPTERS = [f"notebooks/{path.stem}" for path in build.chapters()]
PAGES = ["book/intro", "search"] + [
    entry["file"]
    for part in build.table_of_contents()["parts"]
    for entry in part["chapters"]
]
STATE = re.compile(r"[A-Z]\w+\.[a-z_]+=")


@pytest.fixture(scope="module")
def places(book_html, site):
    """The three places from which the book is read, by name."""
    with serve(book_html, prefix="/some/where") as below:
        yield {"server": site, "sub-path": below, "file": f"{book_html.as_uri()}/"}


@pytest.mark.parametrize("place", ["server", "sub-path", "file"])
@pytest.mark.parametrize("name", ["book/intro", CHAPTERS[0]])
def test_a_page_works_wherever_it_stands(page, places, name, place):
    seen = Visit()
    seen.watch(page, places[place])
    seen.go(page, f"{places[place]}{name}.html")
    facts = page.evaluate(FACTS)
    assert seen.errors == seen.outside == []
    assert facts["started"] + facts["pythonOnly"] == facts["figures"]
    assert facts["rendered"] == facts["formulas"]


def test_a_chapter_does_not_scroll_sideways_where_the_contents_just_fit(page, site):
    page.set_viewport_size({"width": 1000, "height": 900})
    Visit().go(page, f"{site}{CHAPTERS[0]}.html")
    assert page.evaluate(FACTS)["width"] <= 1000


def test_the_search_finds_a_word_in_its_chapter(page, places):
    for home in places.values():
        page.goto(f"{home}book/intro.html")
        page.get_by_label("Search the book").fill("threshold")
        page.keyboard.press("Enter")
        found = page.locator("#search-results a", has_text="neuron").first
        found.wait_for()
        assert "01_neuron.html" in found.get_attribute("href")


def test_the_search_makes_no_error_from_a_file(page, places):
    seen = Visit()
    seen.watch(page, places["file"])
    page.goto(f"{places['file']}search.html?q=threshold")
    page.locator("#search-results li").first.wait_for()
    assert seen.errors == []


def test_the_theme_switch_changes_the_page_and_is_remembered(page, site):
    paper = "getComputedStyle(document.body).backgroundColor"
    page.goto(f"{site}book/intro.html")
    light, switch = page.evaluate(paper), page.get_by_label("Dark pages")
    switch.click()
    dark = page.evaluate(paper)
    assert dark != light
    assert switch.get_attribute("aria-pressed") == "true"
    page.goto(f"{site}book/glossary.html")
    assert page.evaluate(paper) == dark


def test_the_contents_open_on_a_telephone(page, site):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}book/intro.html")
    contents = page.get_by_role("navigation", name="Contents")
    assert not contents.is_visible()
    page.get_by_role("button", name="Contents").click()
    contents.get_by_text("The ledger").click()
    page.wait_for_url("**/ledger.html")


@pytest.mark.parametrize(
    ("name", "number", "kind"), [("Chapter", 1, str), ("Seconds", 7, float)]
)
def test_the_ledger_sorts_by_a_column(page, site, name, number, kind):
    page.goto(f"{site}book/ledger.html")
    head = page.get_by_role("columnheader", name=name)
    for order in ("ascending", "descending"):
        head.get_by_role("button").focus()
        page.keyboard.press("Enter")
        column = page.locator(f"tbody td:nth-child({number})").all_inner_texts()
        values = list(map(kind, column))
        assert values == sorted(values, reverse=order == "descending")
        assert head.get_attribute("aria-sort") == order


def test_an_exercise_ticked_beside_its_text_is_ticked_in_the_list(page, site):
    page.goto(f"{site}{CHAPTERS[0]}.html#exercise-1-2")
    page.get_by_role("checkbox", name="Exercise 1.2 is done").check()
    page.goto(f"{site}book/exercises.html")
    assert page.locator(".exercises .tick:checked").count() == 1
    assert page.get_by_role("status").inner_text().startswith("1 of ")
    page.get_by_role("checkbox", name="Exercise 1.2 is done").uncheck()
    page.reload()
    assert page.get_by_role("status").inner_text().startswith("0 of ")


def test_print_shows_the_text_alone(page, site):
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(f"{site}{CHAPTERS[0]}.html")
    assert page.locator("h1").is_visible()
    for furniture in ("header.bar", "nav.contents", ".run", "nav.turn"):
        assert not page.locator(furniture).is_visible()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"


# What the files themselves say, without a browser


class Outline(HTMLParser):
    """The ids, links, images, language and title of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.images, self.language = Counter(), [], [], None
        self.title, self.in_title, self.folds = "", False, 0
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids[attributes["id"]] += 1
        for name in ("href", "src"):
            if attributes.get(name):
                self.links.append(attributes[name])
        if tag == "img":
            self.images.append(attributes)
        if tag == "html":
            self.language = attributes.get("lang")
        self.in_title = tag == "title" and not self.title

    def handle_data(self, data):
        if self.in_title:
            self.title += data

    def handle_endtag(self, tag):
        self.in_title = False


@cache
def outline(path):
    return Outline(path)


@pytest.mark.parametrize("name", [*PAGES, "index"])
def test_every_link_within_the_book_leads_somewhere(book_html, name):
    path = book_html / f"{name}.html"
    for link in outline(path).links:
        parts = urlsplit(link)
        if parts.scheme or link.startswith("//"):
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        assert target.is_file(), link
        state = STATE.match(parts.fragment)  # of a figure, for its script to read
        if parts.fragment and not state and target.suffix == ".html":
            assert outline(target).ids[unquote(parts.fragment)] == 1, link


@pytest.mark.parametrize("name", [*PAGES, "index"])
def test_a_page_says_its_language_and_its_title(book_html, name):
    page = outline(book_html / f"{name}.html")
    assert page.language == "en"
    assert "The Evolution of the Transformer" in page.title


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_has_a_text_in_its_place(book_html, name):
    for image in outline(book_html / f"{name}.html").images:
        alt = image.get("alt") or ""
        assert alt.strip() and "_images" not in alt, image


def test_titles_are_told_apart(book_html):
    titles = Counter(outline(book_html / f"{name}.html").title for name in PAGES)
    assert titles.most_common(1)[0][1] == 1


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_opens_in_colab_and_can_be_downloaded(book_html, name):
    config = yaml.safe_load((build.ROOT / "_config.yml").read_text("utf-8"))
    repository = config["repository"]["url"].removeprefix("https://github.com/")
    colab = f"https://colab.research.google.com/github/{repository}/blob/main/"
    links = outline(book_html / f"{name}.html").links
    assert f"{colab}{name}.ipynb" in links
    copy = next(link for link in links if link.endswith(f"_sources/{name}.ipynb"))
    downloaded = (book_html / name).parent / copy
    assert downloaded.read_bytes() == (build.ROOT / f"{name}.ipynb").read_bytes()


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_solution_is_folded_and_says_so(book_html, name):
    cells = build.read_notebook(build.ROOT / f"{name}.ipynb").cells
    solutions = sum("solution" in cell.metadata.get("tags", []) for cell in cells)
    html = (book_html / f"{name}.html").read_text("utf-8")
    assert html.count('<span class="shut">Show solution</span>') == solutions


def test_search_engines_are_told_of_every_page(book_html):
    listed = (book_html / "sitemap.xml").read_text(encoding="utf-8")
    for name in set(PAGES) - {"search"}:
        assert f"/{name}.html</loc>" in listed
        page = (book_html / f"{name}.html").read_text(encoding="utf-8")
        data = page.partition('<script type="application/ld+json">')[2]
        course = json.loads(data.partition("</script>")[0])
        assert course["@type"] in ("Course", "LearningResource")
        assert page.count('rel="canonical"') == page.count('name="viewport"') == 1
        assert 'property="og:image"' in page and 'name="description"' in page
