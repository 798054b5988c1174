"""The published book in a real browser: every page, in every place it may be read."""

import json
import re
import shutil
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import build
import pytest
import stamp
from browser import axe_findings, serve

CHAPTERS = [f"notebooks/{path.stem}" for path in build.chapters()]
PAGES = ["book/intro", "search"] + [
    entry["file"]
    for part in build.table_of_contents()["parts"]
    for entry in part["chapters"]
]
LOOKS = [  # the rules are the same in each; colours and sizes are looked at last
    ("light", 1400),
    *(
        pytest.param(look, marks=pytest.mark.rehearsal)
        for look in (("light", 360), ("dark", 1400), ("dark", 360))
    ),
]
# The rules are the book's: two chapters have them all, the others are rehearsed.
FINE = [
    page
    if page not in CHAPTERS or page in (CHAPTERS[0], "notebooks/16_transformer")
    else pytest.param(page, marks=pytest.mark.rehearsal)
    for page in PAGES
]
SUB_PATH = pytest.param("sub-path", marks=pytest.mark.rehearsal)  # as file, but served
FIRST_VISIT, LATER_VISIT = 600_000, 200_000  # bytes over the wire on arrival
WHOLE_VISIT = 1_200_000  # and when every figure, with all its weights, has started

STATE = re.compile(r"[A-Z]\w+\.[a-z_]+=")

# Formulas stand, and the live figures at which the reader arrives.
ARRIVED = """async () => {
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  const near = (figure) => figure.getBoundingClientRect().top < innerHeight + 600;
  const going = () => [...document.querySelectorAll("[data-figure]")].some(
    (figure) => near(figure) && !["ready", "failed"].includes(figure.dataset.figure));
  const latest = performance.now() + 15000;
  while (going() && performance.now() < latest)
    await new Promise((resolve) => setTimeout(resolve, 20));
}"""

# Formulas stand, and every live figure, on side roads too, has been scrolled to and
# has started.
SETTLED = """async () => {
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  document.querySelectorAll("details.side").forEach((road) => { road.open = true; });
  const latest = performance.now() + 15000;
  for (const figure of document.querySelectorAll("[data-figure]")) {
    figure.scrollIntoView({ behavior: "instant" });
    const going = () => !["ready", "failed"].includes(figure.dataset.figure);
    while (going() && performance.now() < latest)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
  scrollTo({ top: 0, behavior: "instant" });
}"""


@dataclass
class Visit:
    """What a visit to a page showed."""

    errors: list = field(default_factory=list)
    outside: list = field(default_factory=list)
    bytes: int = 0
    arrival: int = 0
    facts: dict = field(default_factory=dict)

    def watch(self, page, home):
        """Write down what goes wrong, what leaves the site, and what is paid."""

        def on_response(response):
            if response.status >= 400:
                self.errors.append(f"{response.status} {response.url}")

        def on_request(request):
            if not request.url.startswith((home, "data:", "blob:")):
                self.outside.append(request.url)

        def on_finished(event):
            self.bytes += event["encodedDataLength"]

        def on_console(message):
            if message.type in ("error", "warning"):
                self.errors.append(message.text)

        page.on("console", on_console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("requestfailed", lambda request: self.errors.append(request.url))
        page.on("response", on_response)
        page.on("request", on_request)
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.loadingFinished", on_finished)

    def go(self, page, address):
        """Open the address and wait until formulas and figures stand."""
        page.goto(address, wait_until="load")
        page.evaluate(ARRIVED)
        self.arrival = self.bytes
        page.evaluate(SETTLED)


@pytest.fixture(scope="module")
def places(book_html, site):
    """The three places from which the book is read, by name."""
    with serve(book_html, prefix="/some/where") as below:
        yield {"server": site, "sub-path": below, "file": f"{book_html.as_uri()}/"}


@pytest.fixture(scope="module")
def visit(browser, places):
    """Visit a page once for all tests, in a look and a place, with an empty cache."""

    @cache
    def visit(name, width=1400, place="server"):
        with browser.new_context(viewport={"width": width, "height": 900}) as context:
            page, home, seen = context.new_page(), places[place], Visit()
            seen.watch(page, home)
            seen.go(page, f"{home}{name}.html")
            seen.facts = page.evaluate(FACTS)
        return seen

    return visit


@pytest.fixture(scope="module")
def later_bytes(browser, site):
    """What each page costs a reader who has seen a chapter before."""
    paid = {}
    with browser.new_context() as context:
        Visit().go(context.new_page(), f"{site}{CHAPTERS[-1]}.html")
        for name in PAGES:
            page, seen = context.new_page(), Visit()
            seen.watch(page, site)
            seen.go(page, f"{site}{name}.html")
            paid[name] = seen.arrival
            page.close()
    return paid


FACTS = """() => ({
  width: document.documentElement.scrollWidth,
  formulas: document.querySelectorAll(".math").length,
  rendered: document.querySelectorAll(".math > mjx-container").length,
  renderer: document.querySelectorAll("script[src*='mathjax/startup']").length,
  broken: document.querySelectorAll("mjx-merror, [data-mjx-error]").length,
  figures: document.querySelectorAll("script[type$='widget-view+json']").length,
  started: document.querySelectorAll("[data-figure='ready']").length,
  pythonOnly: document.querySelectorAll(".book-needs-kernel:not([data-figure])").length,
})"""


@pytest.fixture(scope="module", params=LOOKS, ids=lambda look: "-".join(map(str, look)))
def look(request, browser):
    """A page of a browser with this scheme and width."""
    (scheme, width), height = request.param, 900
    viewport = {"width": width, "height": height}
    with browser.new_context(viewport=viewport, color_scheme=scheme) as context:
        yield context.new_page()


@pytest.mark.parametrize("name", FINE)
def test_axe_finds_nothing(look, site, name):
    Visit().go(look, f"{site}{name}.html")
    assert axe_findings(look) == []


@pytest.mark.parametrize("place", ["server", SUB_PATH, "file"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_works_without_errors_and_asks_nothing_of_others(visit, name, place):
    seen = visit(name, place=place)
    assert seen.errors == []
    assert seen.outside == []
    facts = seen.facts
    assert facts["started"] + facts["pythonOnly"] == facts["figures"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_does_not_scroll_sideways_on_a_telephone(visit, name):
    assert visit(name, width=360).facts["width"] <= 360


def test_a_chapter_does_not_scroll_sideways_where_the_contents_just_fit(visit):
    assert visit(CHAPTERS[0], width=1000).facts["width"] <= 1000


@pytest.mark.parametrize("place", ["server", "file"])
@pytest.mark.parametrize("name", PAGES)
def test_every_formula_is_rendered_and_only_pages_with_formulas_pay(visit, name, place):
    facts = visit(name, place=place).facts
    assert facts["renderer"] == (1 if facts["formulas"] else 0)
    assert facts["rendered"] == facts["formulas"]
    assert facts["broken"] == 0


def model_bytes(name):
    """What models and photographs on arrival add, by the metadata of the notebook."""
    path = build.ROOT / f"{name}.ipynb"
    facts = build.read_notebook(path).metadata if path.exists() else {}
    return facts.get("book", {}).get("model_bytes", 0)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light(visit, later_bytes, name):
    first, later, model = visit(name).arrival, later_bytes[name], model_bytes(name)
    assert 0 < first <= FIRST_VISIT + model
    assert 0 < later <= LATER_VISIT + model


@pytest.mark.parametrize("name", PAGES)
def test_a_page_with_all_its_figures_is_light(visit, name):
    assert visit(name).arrival <= visit(name).bytes <= WHOLE_VISIT


def test_the_search_finds_a_word_in_its_chapter(page, places):
    for home in places.values():
        page.goto(f"{home}book/intro.html")
        page.get_by_label("Search the book").fill("threshold")
        page.keyboard.press("Enter")
        found = page.locator("#search-results a", has_text="neuron").first
        found.wait_for()
        assert "01_neuron.html" in found.get_attribute("href")


@pytest.mark.parametrize("word", ["constructor", "__proto__", "tostring"])
def test_the_search_looks_among_the_words_of_pages_alone(page, site, word):
    seen = Visit()
    seen.watch(page, site)
    page.goto(f"{site}search.html?q={word}")
    page.locator("#search-results h2", has_text="Search Results").wait_for()
    assert "undefined" not in page.locator("#search-results").inner_text()
    assert seen.errors == []


def test_an_excerpt_has_formulas_without_their_commands_and_no_links(page, site):
    page.goto(f"{site}search.html?q=gate")
    page.locator("#search-results li .context").nth(3).wait_for()
    excerpts = " ".join(page.locator("#search-results .context").all_inner_texts())
    assert not re.search(r"\\[a-z(\[]", excerpts), excerpts
    assert "Open in Colab" not in excerpts


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


def test_the_cover_has_a_figure_that_works_at_once(page, site):
    page.goto(f"{site}book/intro.html")
    figure = page.locator("[data-figure]")
    figure.scroll_into_view_if_needed()
    page.locator("[data-figure=ready]").wait_for()
    figure.get_by_role("button", name="Cut one of its 24 heads").click()
    figure.get_by_role("button", name="Join the head again").wait_for()


def test_an_exercise_ticked_beside_its_text_is_ticked_in_the_list(page, site):
    page.goto(f"{site}{CHAPTERS[0]}.html#exercise-1-2")
    page.get_by_role("checkbox", name="Exercise 1.2 is done").check()
    page.goto(f"{site}book/exercises.html")
    assert page.locator(".exercises .tick:checked").count() == 1
    done = page.get_by_role("status").first
    assert done.inner_text().startswith("1 of ")
    of_chapter_1 = page.get_by_role("progressbar").first
    value, most = of_chapter_1.evaluate("(bar) => [bar.value, bar.max]")
    assert value == 1 < most
    page.get_by_role("checkbox", name="Exercise 1.2 is done").uncheck()
    page.reload()
    assert done.inner_text().startswith("0 of ")


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
        if tag == "svg" and attributes.get("role") == "img":
            self.images.append({"alt": attributes.get("aria-label")})
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
        assert len(alt) > 10 and "_images" not in alt, image


def test_titles_are_told_apart(book_html):
    titles = Counter(outline(book_html / f"{name}.html").title for name in PAGES)
    assert titles.most_common(1)[0][1] == 1


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_opens_in_colab_and_can_be_downloaded(book_html, tmp_path, name):
    url, path = (
        stamp.address(),
        Path(shutil.copy(build.ROOT / f"{name}.ipynb", tmp_path)),
    )
    links = outline(book_html / f"{name}.html").links
    colab = [link for link in links if "colab" in link]
    assert colab == ([stamp.colab(url, f"{name}.ipynb")] if url else [])
    copy = next(link for link in links if link.endswith(f"_sources/{name}.ipynb"))
    stamp.stamp(path, url)
    assert ((book_html / name).parent / copy).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", PAGES)
def test_no_page_leads_to_an_owner_that_is_not_known(book_html, name):
    for link in outline(book_html / f"{name}.html").links:
        assert not re.match("(colab|binder):", link), link
        assert "OWNER" not in link and "owner." not in link, link


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_solution_is_folded_and_says_so(book_html, name):
    cells = build.read_notebook(build.ROOT / f"{name}.ipynb").cells
    solutions = sum("solution" in cell.metadata.get("tags", []) for cell in cells)
    html = (book_html / f"{name}.html").read_text("utf-8")
    assert html.count('<span class="shut">Show solution</span>') == solutions


def test_search_engines_are_told_of_every_page_that_has_an_address(book_html):
    sitemap, published = book_html / "sitemap.xml", stamp.address() is not None
    assert sitemap.exists() == published
    for name in set(PAGES) - {"search"}:
        if published:
            listed = sitemap.read_text(encoding="utf-8")
            assert f"{stamp.pages(stamp.address())}{name}.html</loc>" in listed
        page = (book_html / f"{name}.html").read_text(encoding="utf-8")
        data = page.partition('<script type="application/ld+json">')[2]
        course = json.loads(data.partition("</script>")[0])
        assert course["@type"] in ("Course", "LearningResource")
        assert page.count('name="viewport"') == 1
        assert page.count('rel="canonical"') == published
        assert 'property="og:image"' in page and 'name="description"' in page
