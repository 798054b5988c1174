"""One visit of each page in a real browser, in every language.

A visit opens the page, waits until it is settled, looks at it with axe, works each live
figure by mouse and by keyboard, and makes the window as narrow as a telephone. What it
saw is asked about by several tests.
"""

from functools import cache

import build
import pytest
from browser import FACTS, PATIENCE, SETTLED, Visit, axe_findings

pytestmark = pytest.mark.browser

PAGES = [
    f"{'' if language == 'en' else language + '/'}{page}"
    for language in build.languages()
    for page in (*build.pages(language), "search")
]
TRIES = 12  # controls of a figure that are tried before it is called dead
KEYS = "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Enter", " "
FOOT = ".tb-figure-foot"  # what is below every figure: the link to its state
# What the browser itself changes, as a slider's value, is no part of the markup.
MARKUP = f"""(figure) => {{
  const copy = figure.cloneNode(true);
  copy.querySelectorAll("{FOOT}").forEach((foot) => foot.remove());
  const drawn = [...figure.querySelectorAll("canvas")].map((c) => c.toDataURL());
  return copy.innerHTML + drawn.join();
}}"""
CONTROLS = f"""(figure) => [...figure.querySelectorAll(
    "button, [role=button], [role=radio], input, select, summary, [tabindex], canvas")]
  .filter((el) => el.checkVisibility() && !el.closest("{FOOT}"))
  .filter((el) => !el.disabled && el.getAttribute("aria-disabled") !== "true")"""
TOO_WIDE = """() => {
  const scrolls = (el) => el && (el.matches(".tb-unseen")
    || ["auto", "scroll"].includes(getComputedStyle(el).overflowX)
    || scrolls(el.parentElement));
  return [...document.querySelectorAll(".tb-figure, .tb-figure *")]
    .filter((el) => el.getBoundingClientRect().right > innerWidth + 1)
    .filter((el) => !scrolls(el))
    .map((el) => el.outerHTML.slice(0, 120));
}"""
TOO_SMALL = """() => [...document.querySelectorAll(
    ".tb-figure :is(button, select, [role=button], input[type=range])")]
  .filter((el) => el.checkVisibility())
  .map((el) => [el.outerHTML.slice(0, 90), el.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 24)
  .map(([html, box]) => [html, box.width, box.height])"""


def answers(page, figure, act, controls):
    """Whether acting on one of these controls changes what the figure shows."""
    for control in controls[:TRIES]:
        for trial in act(control):
            before = figure.evaluate(MARKUP)
            trial()
            page.evaluate(SETTLED)
            if not figure.is_visible() or figure.evaluate(MARKUP) != before:
                return True
    return False


def by_mouse(page):
    """Ways to press a control: at its right part, then at its left."""

    def act(control):
        control.scroll_into_view_if_needed()
        for share in (0.8, 0.2):
            if box := control.bounding_box():
                x, y = box["x"] + share * box["width"], box["y"] + box["height"] / 2
                yield lambda x=x, y=y: page.mouse.click(x, y)

    return act


def by_keyboard(page):
    """Ways to work a control that has the focus."""

    def act(control):
        control.focus()
        for key in KEYS:
            yield lambda key=key: page.keyboard.press(key)

    return act


def dead(page):
    """The live figures that no press of the mouse, or no key, changes."""
    found = []
    for figure in page.query_selector_all("[data-figure=ready]"):
        for name, act in (("mouse", by_mouse(page)), ("keyboard", by_keyboard(page))):
            handles = figure.evaluate_handle(CONTROLS).get_properties().values()
            controls = [handle.as_element() for handle in handles]
            if name == "keyboard":
                controls = [
                    c for c in controls if c.evaluate("(el) => el.tabIndex >= 0")
                ]
            if not answers(page, figure, act, controls):
                found.append((name, figure.inner_text()[:80]))
    return found


@pytest.fixture(scope="module")
def visit(browser, site):
    """Visit a page once for all tests, and return what was seen."""
    calm = {"reduced_motion": "reduce", "viewport": {"width": 1400, "height": 900}}

    @cache
    def visit(name):
        with browser.new_context(**calm) as context:
            context.set_default_timeout(PATIENCE)
            page, seen = context.new_page(), Visit()
            seen.watch(page, site)
            seen.go(page, f"{site}{name}.html")
            seen.facts = page.evaluate(FACTS)
            seen.facts["axe"] = axe_findings(page)
            seen.facts["dead"] = dead(page)
            page.set_viewport_size({"width": 360, "height": 740})
            page.evaluate(SETTLED)
            seen.facts["narrow"] = page.evaluate(FACTS)["width"]
            seen.facts["too wide"] = page.evaluate(TOO_WIDE)
            seen.facts["too small"] = page.evaluate(TOO_SMALL)
        return seen

    return visit


@pytest.fixture(params=PAGES)
def seen(request, visit):
    """What was seen of a page."""
    return visit(request.param)


def test_a_page_works_without_errors_and_asks_nothing_of_others(seen):
    assert seen.errors == []
    assert seen.outside == []


def test_every_figure_starts(seen):
    facts = seen.facts
    assert facts["started"] + facts["pythonOnly"] == facts["figures"]


def test_every_figure_answers_the_mouse_and_the_keyboard(seen):
    assert seen.facts["dead"] == []


def test_every_formula_is_rendered_and_only_pages_with_formulas_pay(seen):
    facts = seen.facts
    assert facts["renderer"] == (1 if facts["formulas"] else 0)
    assert facts["rendered"] == facts["formulas"]
    assert facts["broken"] == 0


def test_axe_finds_nothing(seen):
    assert seen.facts["axe"] == []


def test_a_page_does_not_scroll_sideways_on_a_telephone(seen):
    assert seen.facts["narrow"] <= 360


def test_figures_fit_a_narrow_page_and_can_be_touched(seen):
    assert seen.facts["too wide"] == []
    assert seen.facts["too small"] == []
