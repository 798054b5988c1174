"""The room, the keys and the weights of live figures, in a real browser."""

import json
import shutil
import subprocess
from functools import cache
from itertools import product

import build
import pytest
from browser import start_all
from live_figures import NAMED
from weights import light_figure

from helpers.widgets.depth import Depth
from helpers.widgets.draw_a_digit import DrawADigit
from helpers.widgets.threshold_unit import ThresholdUnit

pytestmark = pytest.mark.browser

CHAPTERS = [path.stem for path in build.chapters()]
REHEARSED = [pytest.param(name, marks=pytest.mark.rehearsal) for name in CHAPTERS[1:]]
FEW = [CHAPTERS[0], *REHEARSED]  # what the figures share is tested on one page at first
WIDTHS = [390, 1024]
MORE = [768, 1280, 1440]
REHEARSED_TOO = [
    pytest.param(at, marks=pytest.mark.rehearsal) for at in product(CHAPTERS, MORE)
]
HEIGHTS = """() => [...document.querySelectorAll(".book-widget[data-kind]")]
  .filter((el) => el.clientWidth)
  .map((el) => {
    const kept = Number.parseInt(el.style.minHeight, 10);
    el.style.minHeight = "";
    const taken = el.offsetHeight;
    el.style.minHeight = `${kept}px`;
    return [el.dataset.kind, el.clientWidth, kept, taken];
  })"""
# The first section below the last figure: its name, and how far from the top it is.
AFTER = """() => {
  const figure = [...document.querySelectorAll(".book-widget[data-kind]")].at(-1);
  const below = Node.DOCUMENT_POSITION_FOLLOWING;
  return [...document.querySelectorAll("main section[id]")]
    .find((section) => figure.compareDocumentPosition(section) & below)?.id;
}"""
FILLS = """(selector) => [...document.querySelectorAll(selector)]
  .map((el) => getComputedStyle(el).backgroundColor)"""


def fonts_are_known():
    """Whether letters are as broad here as where the heights were measured."""
    if not shutil.which("fc-list"):
        return True  # no Linux: there is Arial
    listed = subprocess.check_output(["fc-list", ":", "family"], encoding="utf-8")
    return "Liberation Sans" in listed or "Arial" in listed


@pytest.fixture(scope="module")
def section_below(browser, site):
    """The name of a chapter's first section below its last figure."""

    @cache
    def section_below(chapter):
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(f"{site}notebooks/{chapter}.html")
            return page.evaluate(AFTER)

    return section_below


@pytest.fixture(
    scope="module",
    params=[
        *product(CHAPTERS, WIDTHS),
        *(
            pytest.param(at, marks=pytest.mark.rehearsal)
            for at in product(CHAPTERS, MORE)
        ),
    ],
    ids=lambda at: f"{at[0]}-{at[1]}",
)
def opened(request, browser, site, section_below):
    """A chapter at a width, opened below its last figure, and that section's name."""
    chapter, width = request.param
    viewport = {"width": width, "height": 800}
    with browser.new_context(viewport=viewport, reduced_motion="reduce") as context:
        page, name = context.new_page(), section_below(chapter)
        page.goto(f"{site}notebooks/{chapter}.html#{name}")
        start_all(page)
        page.wait_for_timeout(500)
        yield page, name


def test_a_link_to_a_section_below_a_figure_lands_there(opened):
    page, name = opened
    top = page.locator(f"[id='{name}']").bounding_box()["y"]
    last = page.evaluate("scrollY + innerHeight >= document.body.scrollHeight - 2")
    assert 0 <= top <= 160 or last, f"#{name} is {top:.0f} pixels down"


@pytest.mark.skipif(
    not fonts_are_known(),
    reason="the heights of figures were measured with Liberation Sans: install it",
)
def test_a_figure_takes_the_room_that_was_kept_for_it(opened):
    page, _ = opened
    for kind, wide, kept, taken in page.evaluate(HEIGHTS):
        assert abs(kept - taken) <= max(60, 0.08 * taken), (kind, wide, kept, taken)


@pytest.mark.parametrize("chapter", FEW)
def test_a_wide_figure_reaches_over_the_list_of_sections(browser, site, chapter):
    with browser.new_context(viewport={"width": 1400, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{site}notebooks/{chapter}.html")
        start_all(page)
        for figure in page.locator(".book-widget[data-kind]").all():
            if not figure.is_visible():
                continue
            box = figure.bounding_box()
            wide = NAMED[figure.get_attribute("data-kind")]._wide
            assert (box["width"] > 950) == wide
            assert box["x"] + box["width"] <= 1400 - 24
        assert page.evaluate("document.documentElement.scrollWidth") <= 1400


# ---- values in files of their own -------------------------------------------------


DIGITS = json.loads(
    (build.ROOT / "tests/cases/draw_a_digit.json").read_text(encoding="utf-8")
)


def kept_in_file(name, folder, content=None):
    """What puts a figure's net into a file; returned is its change of a state."""
    data = folder / "data"
    data.mkdir()
    if content is None:
        content = f'(window.bookData ??= {{}})["{name}"] = {json.dumps(DIGITS["net"])};'
    (data / f"{name}.js").write_text(content, encoding="utf-8")
    return lambda state: state.update(net={"book-data": name})


def test_a_figure_finds_its_weights_in_a_file_of_their_own(alone, tmp_path):
    case = DIGITS["pictures"][0]
    figure = DrawADigit(net=DIGITS["net"], picture=case["picture"])
    page = alone(figure, spoil=kept_in_file("abc", tmp_path))
    shares = case["softmax"]
    said = page.locator(".tb-verdict").inner_text()
    assert said.startswith(f"It reads {shares.index(max(shares))}")
    assert page.errors == []


@pytest.mark.parametrize("content", ["", "(window.bookData ??= {})['abc'] = 'QU"])
def test_weights_that_are_damaged_are_said_to_be(alone, tmp_path, content):
    figure = DrawADigit(net=DIGITS["net"])
    page = alone(figure, spoil=kept_in_file("abc", tmp_path, content))
    assert page.locator(".book-needs-kernel").inner_text() == (
        "A part of this figure could not be loaded; the text does not need it."
    )


def test_the_shared_style_is_worn_once_and_a_figures_own_after_it(alone):
    first, second = DrawADigit(net=DIGITS["net"]), ThresholdUnit()
    page = alone(first, second)
    worn = page.evaluate(
        "[...document.querySelectorAll('head style')].map((style) => style.textContent)"
    )
    shared, own, other = *first._sheets, second._sheets[1]
    assert [worn.index(sheet) for sheet in (shared, own, other)] == [0, 1, 2]
    assert len(worn) == len(set(worn)) == 3


def test_a_figure_finds_all_that_a_page_puts_aside(alone, tmp_path):
    def spoil(state):
        state.update(light_figure(state, tmp_path / "data"))
        lighter.append(state)

    lighter = []
    case = DIGITS["pictures"][0]
    figure = DrawADigit(net=DIGITS["net"], picture=case["picture"])
    page = alone(figure, ThresholdUnit(), spoil=spoil)
    assert all(set(lighter[0][name]) == {"book-data"} for name in ("_esm", "net"))
    assert page.locator(".tb-verdict").inner_text().startswith("It reads ")
    assert page.locator(".tb-truth").count() == 1
    assert page.errors == []


def test_code_and_large_values_stand_in_no_page(book_html):
    pages = [*book_html.glob("notebooks/*.html"), *book_html.glob("book/*.html")]
    texts = {page.name: page.read_text("utf-8") for page in pages}
    assert len(list(book_html.glob("_static/data/*.js"))) >= 5
    for name, text in texts.items():
        state = text.partition('widget-state+json">')[2].partition("</script>")[0]
        figures = json.loads(state)["state"].values() if state else []
        for figure in figures:
            own = figure["state"]
            assert set(own.get("_esm", ["book-data"])) == {"book-data"}, name
            assert len(json.dumps(own)) < 20_000, name


# ---- motion and colours -----------------------------------------------------------


def test_play_does_not_run_by_itself_where_motion_is_unwanted(page, alone):
    page.emulate_media(reduced_motion="reduce")
    alone(Depth(step=0))
    scrub = page.get_by_role("slider", name="step")
    page.get_by_role("button", name="Play").click()
    assert scrub.input_value() == scrub.get_attribute("max")
    page.get_by_role("button", name="Play").click()
    assert scrub.input_value() == "0"
    page.wait_for_timeout(1200)
    assert scrub.input_value() == "0"


def test_weights_and_shares_are_seen_in_forced_colours(page, alone):
    page.emulate_media(forced_colors="active")
    alone(DrawADigit(net=DIGITS["net"], picture=DIGITS["pictures"][0]["picture"]))
    assert "rgb(230, 159, 0)" in page.evaluate(FILLS, ".tb-bar")


def test_the_keys_of_jupyterlab_reach_it_from_a_figure(page, alone):
    alone(ThresholdUnit())
    page.evaluate(
        """() => {
          window.reached = [];
          document.addEventListener("keydown", ({ key, target }) => {
            if (!target.closest("[data-lm-suppress-shortcuts]")) reached.push(key);
          }, true); // as JupyterLab listens
        }"""
    )
    page.get_by_role("slider", name="threshold θ").focus()
    for keys in ("ArrowUp", "d", "Control+s", "ArrowDown", "Alt+x"):
        page.keyboard.press(keys)
    assert page.evaluate("reached") == ["Control", "s", "Alt", "x"]
