"""Second looks, rehearsed: dark, narrow, from other places, and what a page weighs.

The gate visits each page once, in one look; see test_pages.py.
"""

import pytest
from browser import FACTS, PATIENCE, Visit, axe_findings, serve
from test_figures_in_browser import CHAPTERS, CUT_OFF, start_all
from test_pages import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.rehearsal]

LOOKS = [("light", 360), ("dark", 1400), ("dark", 360)]
FIRST_VISIT, LATER_VISIT = 600_000, 150_000  # bytes over the wire
TRAINED = 1_000_000  # what a model that runs in its page may add


@pytest.fixture(scope="module", params=LOOKS, ids=lambda look: f"{look[0]}-{look[1]}")
def look(request, browser):
    """A page of a browser with this scheme and width."""
    (scheme, width), height = request.param, 900
    viewport = {"width": width, "height": height}
    with browser.new_context(viewport=viewport, color_scheme=scheme) as context:
        context.set_default_timeout(PATIENCE)
        yield context.new_page()


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(look, site, name):
    Visit().go(look, f"{site}{name}.html")
    assert axe_findings(look) == []


@pytest.fixture(scope="module", params=["sub-path", "file"])
def place(request, book_html):
    """The other places from which the book is read."""
    with serve(book_html, prefix="/some/where") as below:
        yield {"sub-path": below, "file": f"{book_html.as_uri()}/"}[request.param]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_works_from_other_places(page, place, name):
    seen = Visit()
    seen.watch(page, place)
    seen.go(page, f"{place}{name}.html")
    facts = page.evaluate(FACTS)
    assert seen.errors == seen.outside == []
    assert facts["started"] + facts["pythonOnly"] == facts["figures"]
    assert facts["rendered"] == facts["formulas"] and facts["broken"] == 0


def test_a_page_is_light_at_the_first_visit_and_lighter_at_the_next(browser, site):
    for name in PAGES:
        with browser.new_context() as context:
            for limit in (FIRST_VISIT, LATER_VISIT):
                page, seen = context.new_page(), Visit()
                seen.watch(page, site)
                seen.go(page, f"{site}{name}.html")
                print(f"{name}: {seen.bytes:,} bytes of {limit:,}")
                assert 0 < seen.bytes <= limit + TRAINED, name


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_arrow_keys_reach_every_step_and_none_is_cut_off(
    browser, site, chapter, width
):
    with browser.new_context(viewport={"width": width, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{site}notebooks/{chapter}.html")
        start_all(page)
        for figure in page.locator(".tb-figure").all():
            scrub = figure.locator(".tb-scrub")
            if not scrub.count():
                continue
            scrub.focus()
            page.keyboard.press("Home")
            for step in range(1 + min(20, int(scrub.get_attribute("max")))):
                assert figure.evaluate(CUT_OFF) == [], f"step {step}"
                before = scrub.input_value()
                page.keyboard.press("ArrowRight")
                last = before == scrub.get_attribute("max")
                assert last or scrub.input_value() != before
