"""The live figures in a real browser: in the built book, and alone on a page."""

import json
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlsplit

import build
import pytest
import torch
from ipywidgets import IntSlider
from ipywidgets.embed import embed_data

from helpers.gpt import GPT, chances
from helpers.language import BERT
from helpers.widgets.alignment_map import AlignmentMap, plain_map
from helpers.widgets.analogy_explorer import AnalogyExplorer
from helpers.widgets.attention_by_hand import AttentionByHand
from helpers.widgets.decoding_steps import DecodingSteps
from helpers.widgets.depth import Depth
from helpers.widgets.draw_a_digit import DrawADigit
from helpers.widgets.kernel_painter import KernelPainter
from helpers.widgets.language_model import LanguageModel, packed
from helpers.widgets.net_in_time import NETS, NetInTime
from helpers.widgets.patches import Patches
from helpers.widgets.positions import Positions
from helpers.widgets.ring import Ring
from helpers.widgets.shape_walk import ShapeWalk
from helpers.widgets.tape_stepper import TapeStepper
from helpers.widgets.threshold_unit import ThresholdUnit
from helpers.widgets.translator import Translator, rounded
from helpers.widgets.unrolled_cell import UnrolledCell

pytestmark = pytest.mark.browser

LOADER = build.ROOT / "book/_static/book-widgets.js"
CHAPTERS = [path.stem for path in build.chapters()]
EVERY_FIGURE = 'dispatchEvent(new Event("beforeprint"))'
ALL_STARTED = """() => document.documentElement.dataset.widgets === "ready"
  && [...document.querySelectorAll("[data-figure]")]
    .every(({ dataset }) => ["ready", "failed"].includes(dataset.figure))"""


def script(kind, content):
    """A script element of the page that holds widget state."""
    text = json.dumps(content).replace("<", "\\u003c")
    return f'<script type="application/vnd.jupyter.widget-{kind}+json">{text}</script>'


@pytest.fixture
def alone(page, tmp_path):
    """Open figures alone on a page; returns the page, with its errors in a list."""
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))

    def open_figures(*widgets, address="", between="", spoil=None):
        data = embed_data(views=widgets, drop_defaults=False)
        if spoil:
            spoil(data["manager_state"]["state"][widgets[0].model_id]["state"])
        views = between.join(script("view", view) for view in data["view_specs"])
        state = script("state", data["manager_state"])
        file = tmp_path / "figures.html"
        file.write_text(
            '<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>Figures</title><body><main>{views}</main>{state}"
            f"<script>{LOADER.read_text('utf-8')}</script></body></html>",
            encoding="utf-8",
        )
        page.goto(file.as_uri() + address)
        page.wait_for_function('document.documentElement.dataset.widgets === "ready"')
        if not between:
            start_all(page)
        return page

    return open_figures


def start_all(page):
    """Start every figure of the page, also those far below."""
    page.wait_for_function('document.documentElement.dataset.widgets === "ready"')
    page.evaluate(EVERY_FIGURE)
    page.wait_for_function(ALL_STARTED)


def output_column(page):
    """The outputs in the truth table."""
    return page.locator(".tb-truth .tb-bulb").all_inner_texts()


def fired(page, row):
    """The values of one row of the raster, in one string."""
    cells = page.locator(".tb-raster tbody tr").nth(row).locator("td")
    return "".join(cells.all_inner_texts())


def settings_in(address):
    """The settings that an address carries."""
    return dict(parse_qsl(urlsplit(address).fragment))


# ---- in the built book ----------------------------------------------------------


CUT_OFF = """(figure) => {
  const box = figure.getBoundingClientRect();
  const scrolls = (el) => el && (el.matches(".tb-unseen")
    || ["auto", "scroll"].includes(getComputedStyle(el).overflowX)
    || scrolls(el.parentElement));
  return [...figure.querySelectorAll("*")]
    .filter((el) => el.checkVisibility() && !scrolls(el))
    .map((el) => [el.outerHTML.slice(0, 90), el.getBoundingClientRect()])
    .filter(([, { width }]) => width)
    .filter(([, { left, right }]) => left < box.left - 1 || right > box.right + 1)
    .map(([html, { left, right }]) => [html, left - box.left, right - box.right]);
}"""


BROKEN = r"""() => {
  const broken = [];
  const walker = document.createTreeWalker(
    document.querySelector(".tb-figure"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.checkVisibility()) continue;
    if (node.parentElement.closest("svg, .tb-unseen, option")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s\-−–]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  }
  return broken;
}"""
TIGHT_HEADS = """() => [...document.querySelectorAll(".ah-matrix thead tr")]
  .filter((row) => row.checkVisibility())
  .flatMap((row) => {
    const heads = [...row.querySelectorAll("th")].filter((th) => th.checkVisibility());
    const boxes = heads.map((th) => {
      const range = document.createRange();
      range.selectNodeContents(th);
      return range.getBoundingClientRect();
    });
    return boxes.slice(1).map((box, i) => box.left - boxes[i].right);
  })
  .filter((gap) => gap < 6)"""
EXAMPLES_BY_HAND = [
    "the worked example",
    "Thinking Machines",
    "a decoder's causal mask",
    "two heads, two reasons",
]


def as_in_the_book(page, width):
    """Give the figure this width, and its page the rules of the book that reach in."""
    style = (build.ROOT / "book/_theme/static/book.css").read_text("utf-8")
    page.add_style_tag(content=style)
    page.add_style_tag(content=f".tb-figure {{ width: {width}px !important; }}")


def test_a_link_of_the_book_restores_the_figure(page, site):
    home = f"{site}notebooks/01_neuron.html"
    page.goto(home)
    unit = page.locator('[data-figure="ThresholdUnit"], [data-figure="ready"]').first
    unit.scroll_into_view_if_needed()
    unit.get_by_role("slider", name="threshold θ").fill("1")
    unit.get_by_role("button", name="Copy link to this state").click()
    address = page.url
    assert settings_in(address) == {"ThresholdUnit.threshold": "1"}
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(".tb-truth")
    assert output_column(page) == ["0", "1", "1", "1"]
    assert unit.locator(".tb-figure").first.is_visible()


# ---- the threshold unit ---------------------------------------------------------


def test_the_threshold_unit_works_by_pointer(alone):
    page = alone(ThresholdUnit())
    assert output_column(page) == ["0", "0", "0", "1"]
    assert page.locator(".tb-badge").inner_text() == "AND"
    page.get_by_role("button", name="input x₂").click()
    assert "stays below the threshold 2" in page.locator(".tb-why").inner_text()
    page.get_by_role("radio", name="inhibits").nth(1).check(force=True)
    page.get_by_role("slider", name="threshold θ").fill("1")
    assert output_column(page) == ["0", "0", "1", "0"]
    assert page.locator(".tb-badge").inner_text() == "AND-NOT: x₁ and not x₂"
    page.locator(".tb-truth tbody tr").nth(3).click()
    assert "a veto" in page.locator(".tb-why").inner_text()
    assert page.locator(".tb-current").inner_text().split()[:2] == ["1", "1"]
    assert page.errors == []


def test_the_threshold_unit_works_by_keyboard_alone(alone):
    page = alone(ThresholdUnit())

    def tab_to(selector):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("(s) => document.activeElement.matches(s)", selector):
                return
        pytest.fail(f"Tab does not reach {selector}")

    tab_to("input[type=radio]")
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("radio", name="later: weights").is_checked()
    page.keyboard.press("ArrowLeft")
    tab_to("[aria-label^='input x₁']")
    page.keyboard.press("Space")
    assert page.locator(".tb-current").inner_text().split()[:2] == ["0", "1"]
    tab_to("input[type=range]")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".tb-badge").inner_text() == "OR"
    tab_to(".tb-pick")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".tb-current").inner_text().split()[:2] == ["1", "0"]
    tab_to(".tb-tools button")
    page.keyboard.press("Enter")
    assert page.locator(".tb-current").inner_text().split()[:2] == ["0", "1"]


def test_xor_is_never_reached_and_the_figure_says_why(alone):
    page = alone(ThresholdUnit(form="weights", goal="XOR"))
    argument = page.locator(".tb-argument")
    assert "at least one row is always wrong" in argument.inner_text()
    weight = page.get_by_role("slider", name="weight w₁")
    theta = page.get_by_role("slider", name="threshold θ")
    for first, bound in [("-2", "-4"), ("0.5", "0.5"), ("2", "1"), ("1", "4")]:
        weight.fill(first)
        theta.fill(bound)
        assert page.locator(".tb-truth .tb-bad").count() >= 1
        assert page.locator(".tb-demands .tb-bad").count() >= 1
    weight.fill("1")
    theta.fill("1")
    rows = page.locator(".tb-demands tbody tr").all_inner_texts()
    assert rows[3].split("\t")[1:3] == ["w₁ + w₂ < θ", "1 + 1 = 2 ≥ 1"]


def test_three_lines_make_a_table_of_eight_rows(alone):
    page = alone(ThresholdUnit(lines=["excite"] * 3, threshold=2))
    assert output_column(page) == list("00010111")
    assert page.locator(".tb-badge").inner_text() == "majority"
    page.get_by_role("button", name="Back").click()
    assert page.locator(".tb-current").inner_text().split()[:3] == ["1", "1", "0"]


# ---- the net in time ------------------------------------------------------------


def test_a_flipped_input_changes_the_future(alone):
    page = alone(NetInTime(**NETS["A circle that remembers"]))
    assert fired(page, 2) == "001111000"
    page.get_by_role("button", name="reset at 5").click()
    assert fired(page, 2) == "001111111"
    page.get_by_role("button", name="set at 1: 1", exact=True).click()
    assert fired(page, 2) == "000000000"
    page.get_by_role("button", name="Reset", exact=True).click()
    assert fired(page, 2) == "001111000"
    assert page.errors == []


def test_time_is_the_readers(alone):
    page = alone(NetInTime(**NETS["A ring of three"]))
    reason = page.locator(".tb-reason")
    assert "third fired at t = 3" in reason.inner_text()
    page.get_by_role("button", name="Step").click()
    assert reason.inner_text().startswith("first is silent at t = 5")
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Back").click()
    assert page.locator(".tb-tools output").inner_text() == "t = 3"
    page.get_by_role("slider", name="time").fill("9")
    assert page.get_by_role("button", name="Step").get_attribute("aria-disabled")
    page.get_by_role("button", name="go to t = 1", exact=True).click()
    assert "start fired at t = 0" in reason.inner_text()
    page.get_by_role("button", name="second: 0", exact=True).click()
    assert reason.inner_text().startswith("second is silent at t = 1")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(
        "document.querySelector('.tb-tools output').textContent === 't = 2'"
    )
    page.get_by_role("button", name="Pause").click()


def test_the_net_works_by_keyboard_alone(alone):
    page = alone(NetInTime(**NETS["A circle that remembers"]))
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-cell]')"):
            break
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert fired(page, 2) == "000000000"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert "every unit starts silent" in page.locator(".tb-reason").inner_text()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator(".tb-tools output").inner_text() == "t = 1"


def test_every_net_can_be_chosen_and_runs_as_python_says(alone):
    page = alone(NetInTime())
    for name, net in NETS.items():
        page.get_by_role("combobox", name="net").select_option(name)
        names = page.locator(".tb-raster th[scope=row]").all_inner_texts()
        assert names == [*net["signals"], *net["net"]]
    assert fired(page, 1) == "0100100100"
    assert page.errors == []


HIDDEN = """() => {
  const middle = (el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const units = [...document.querySelectorAll(".tb-net .tb-cell-body")].map(middle);
  const wires = [...document.querySelectorAll(".tb-net .tb-line")];
  const near = (point, reach) =>
    units.filter(([x, y]) => Math.hypot(x - point[0], y - point[1]) < reach);
  return wires.filter((wire) => {
    const full = wire.getTotalLength();
    const at = (share) => {
      const { x, y } = wire.getPointAtLength(share * full).matrixTransform(
        wire.getScreenCTM());
      return [x, y];
    };
    return Array.from({ length: 41 }, (_, i) => at(0.1 + i / 50))
      .some((point) => near(point, 21).length);
  }).map((wire) => wire.getAttribute("d"));
}"""
OVERPRINTED = """() => {
  const words = [...document.querySelectorAll(".tb-net text")];
  const box = (text) => text.getBoundingClientRect();
  return words.flatMap((a, i) => words.slice(i + 1)
    .filter((b) => box(a).left < box(b).right && box(b).left < box(a).right
      && box(a).top < box(b).bottom && box(b).top < box(a).bottom)
    .map((b) => `${a.textContent} / ${b.textContent}`));
}"""


@pytest.mark.parametrize("width", [360, 1400])
def test_no_wire_passes_behind_a_unit_and_no_word_over_another(alone, width):
    heat = NETS["Heat illusion: a brief touch of cold"]
    unplaced = NetInTime(net=heat["net"], signals=heat["signals"])
    for figure in (unplaced, *(NetInTime(**net) for net in NETS.values())):
        page = alone(figure)
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(100)
        assert page.evaluate(HIDDEN) == []
        assert page.evaluate(OVERPRINTED) == []


def test_names_keep_their_order_when_the_saved_page_sorts_them(alone):
    def spoil(state):
        for name, value in state.items():
            if isinstance(value, dict):
                state[name] = json.loads(json.dumps(value, sort_keys=True))

    page = alone(NetInTime(), spoil=spoil)
    names = page.locator(".tb-raster th[scope=row]").all_inner_texts()
    assert names == ["heat", "cold", "a", "b", "feels heat", "feels cold"]
    options = page.get_by_role("combobox", name="net").locator("option")
    assert options.all_inner_texts()[: len(NETS)] == list(NETS)


def test_a_name_that_looks_like_markup_stays_text(alone):
    name = "<img src=x onerror=1>"
    page = alone(NetInTime(net={name: {"excite": ["<b>x"]}}, signals={"<b>x": [1]}))
    start_all(page)
    assert page.locator(".tb-figure :is(img, b)").count() == 0
    assert page.locator(".tb-raster th[scope=row]").all_inner_texts()[1] == name
    assert name in page.locator(".tb-law").inner_text()
    assert page.errors == []


# ---- the tape stepper -------------------------------------------------------------


def test_the_tapes_tables_fit_a_telephone_and_their_columns_stand_apart(alone):
    page = alone(
        TapeStepper(program="x=x*x; x=x*x", values={"x": 1.5}, rule="no zero", step=60),
        TapeStepper(),
    )
    page.set_viewport_size({"width": 340, "height": 740})
    wide = page.evaluate(
        """() => [...document.querySelectorAll(".tb-scroll")]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map((box) => box.textContent)"""
    )
    assert wide == []
    gaps = page.evaluate(
        """() => {
          const range = document.createRange();
          const box = (cell) => {
            range.selectNodeContents(cell);
            return range.getBoundingClientRect();
          };
          return [...document.querySelectorAll(".tb-rows tbody tr")].map(
            ({ children }) => box(children[2]).left - box(children[1]).right);
        }"""
    )
    assert min(gaps) >= 8


def test_an_edges_number_stands_on_a_ground_that_covers_the_edge(alone):
    page = alone(TapeStepper(program="1/x", values={"x": 0.7}, step=1))
    box = page.locator(".tb-ground").bounding_box()
    text = page.locator(".tb-tag").bounding_box()
    assert box["x"] <= text["x"]
    assert box["x"] + box["width"] >= text["x"] + text["width"]


# ---- the shape walk ---------------------------------------------------------------


def test_the_shape_walk_works_by_keyboard_alone(alone):
    page = alone(ShapeWalk())
    title, totals = page.locator(".sw-title"), page.locator(".sw-all tr").last
    assert title.inner_text() == "conv1: 55 × 55 × 64"
    assert totals.locator("td").nth(1).inner_text() == "61,100,840"
    page.get_by_role("slider", name="stride").focus()
    page.keyboard.press("ArrowLeft")
    assert title.inner_text() == "conv1: 73 × 73 × 64"
    page.get_by_role("button", name="Step").press("Enter")
    assert title.inner_text() == "pool1: 36 × 36 × 64"
    page.get_by_role("radio", name="2014").focus()
    page.keyboard.press("ArrowLeft")
    assert totals.locator("td").nth(1).inner_text() == "60,965,224"
    page.get_by_role("button", name="Reset").press("Enter")
    assert title.inner_text() == "conv1: 55 × 55 × 64"
    assert page.errors == []


def test_a_picture_that_vanishes_has_no_totals(alone):
    page = alone(ShapeWalk())
    picture = page.get_by_role("slider", name="picture")
    totals = page.locator(".sw-all tr").last.locator("td")
    note = page.locator(".sw-all + .tb-note")
    picture.fill("60")
    note.filter(has_text="pool5 has nothing left to see: this net refuses").wait_for()
    assert totals.all_inner_texts()[1:] == ["–", "–"]
    picture.fill("63")
    note.filter(has_text="Parameters: as many as in the net of 2014.").wait_for()
    assert totals.all_inner_texts()[1] == "61,100,840"
    assert page.errors == []


# ---- depth ------------------------------------------------------------------------


def test_depth_works_by_keyboard_alone(alone):
    page = alone(Depth(blocks=9))
    words = page.locator(".dp-words")
    at_start = words.first.inner_text()
    assert at_start.startswith("Layer 1: ")
    page.get_by_role("slider", name="step").focus()
    page.keyboard.press("End")
    words.last.filter(has_text="Step 200: ").wait_for()
    assert not words.last.inner_text().startswith("Step 200: 0 ")
    page.get_by_role("radio", name="skip connections off").focus()
    page.keyboard.press("ArrowRight")
    words.last.filter(has_text="Step 200: 0 of 64 points wrong, 0 %.").wait_for()
    page.get_by_role("slider", name="layer").focus()
    page.keyboard.press("End")
    assert words.first.inner_text().startswith("Layer 20: ")
    page.get_by_role("button", name="Reset").press("Enter")
    assert words.first.inner_text() == at_start
    assert page.errors == []


# ---- the unrolled cell ------------------------------------------------------------


def test_the_unrolled_cell_works_by_keyboard_alone(alone):
    page = alone(UnrolledCell())
    words = page.locator(".uc-words:visible")
    assert words.first.inner_text().startswith("Time 0, forwards")
    step = page.get_by_role("slider", name="step")
    step.focus()
    page.keyboard.press("End")
    words.first.filter(has_text="30 steps back: the length of ∂h₃₀/∂h₀").wait_for()
    page.get_by_role("button", name="Back", exact=True).press("Enter")
    words.first.filter(has_text="29 steps back").wait_for()
    page.get_by_role("radio", name="tanh units").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("slider", name="spectral radius").focus()
    page.keyboard.press("End")
    words.first.filter(has_text="The power ρ²⁹ is 6.9 × 10¹³").wait_for()
    assert "no limit" in words.last.inner_text()
    page.get_by_role("slider", name="limit").focus()
    page.keyboard.press("ArrowRight")
    words.last.filter(has_text="cut to 0.5, the same direction").wait_for()
    page.get_by_role("button", name="Reset").press("Enter")
    words.first.filter(has_text="Time 0, forwards").wait_for()
    assert page.errors == []


def test_a_longer_sequence_leaves_the_unrolled_cell_at_its_time_on_its_way(alone):
    page = alone(UnrolledCell(step=48))
    words = page.locator(".uc-words:visible")
    words.first.filter(has_text="18 steps back: the length of ∂h₃₀/∂h₁₂").wait_for()
    assert "Times 1–15 contribute " in words.last.inner_text()
    bars = page.locator(".uc-bar[visibility=visible]")
    tallest = max(bar.bounding_box()["height"] for bar in bars.all())
    assert tallest > 40  # pixels, of 150
    page.get_by_role("slider", name="length T").fill("60")
    words.first.filter(has_text="48 steps back: the length of ∂h₆₀/∂h₁₂").wait_for()
    assert bars.count() == 49
    page.get_by_role("slider", name="length T").press("ArrowLeft")
    words.first.filter(has_text="47 steps back: the length of ∂h₅₉/∂h₁₂").wait_for()
    assert page.errors == []


def test_the_unrolled_cells_columns_lead_to_their_time(alone):
    page = alone(UnrolledCell(step=60))
    box = page.locator(".tb-drawing").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + 40)
    words = page.locator(".uc-words:visible").first
    words.filter(has_text="Time 30: the last state.").wait_for()


def test_the_worked_example_shows_every_number_and_follows_its_inputs(alone):
    page = alone(UnrolledCell(view="example", step=1))
    rows = page.locator(".uc-table tbody tr")
    column = [row.locator("td").nth(1).inner_text() for row in rows.all()[1:]]
    assert column == ["(0, 0, 1)", "(1, 0, −1)", "(1, 0, 0)", "(1, 0, 0)", "1", ""]
    page.get_by_role("button", name="input 2 at time 1: 0").press("Enter")
    page.get_by_role("button", name="input 2 at time 1: 1").wait_for()
    assert rows.nth(4).locator("td").nth(1).inner_text() == "(1, 1, 0)"
    page.get_by_role("radio", name="unit 1").focus()
    page.keyboard.press("ArrowRight")
    sums = page.locator(".uc-words:visible")
    sums.filter(has_text="Unit 2 at time 1: from the state 0·1 + 0·0 + 1·0").wait_for()
    page.get_by_role("slider", name="step").focus()
    page.keyboard.press("End")
    sums.filter(has_text="Back at time 0").wait_for()
    assert page.errors == []


# ---- the analogy explorer ---------------------------------------------------------


def test_analogies_are_asked_by_keyboard_alone(alone):
    page = alone(AnalogyExplorer())
    said = page.locator(".an-work p")
    assert said.nth(0).inner_text() == "Nearest to king − man + woman is queen."
    assert page.locator(".an-first").inner_text().split() == ["1", "queen", "1.000"]
    page.get_by_role("slider", name="step of the sum").focus()
    page.keyboard.press("Home")
    page.get_by_role("radio", name="are left out").focus()
    page.keyboard.press("ArrowRight")
    said.first.filter(has_text="is king, one of the question's own words.").wait_for()
    page.get_by_role("slider", name="number").focus()
    page.keyboard.press("End")
    assert said.nth(2).inner_text().startswith("Number 4: (−0.07) = −0.07; times −0.07")
    page.get_by_role("button", name="woman").press("Enter")
    assert said.nth(1).inner_text().startswith("cos(the sum, woman) = ")
    page.get_by_role("combobox", name="bytes of").select_option("woman")
    assert page.locator(".an-byte").all_inner_texts()[0].split() == ["77", "w"]
    assert "man (2)" in page.locator(".an-part").inner_text()
    page.get_by_role("button", name="Reset").press("Enter")
    said.first.filter(has_text="is queen.").wait_for()
    assert page.errors == []


# ---- attention by hand, and positions ---------------------------------------------


def test_attention_is_followed_and_changed_by_keyboard_alone(alone):
    page = alone(AttentionByHand())
    note, step = page.locator(".ah-note").first, page.get_by_role("slider", name="step")
    assert "−1 × 0 + 1 × 1 + 0 × 0 + 1 × 0 = 1" in note.inner_text()
    assert page.locator(".ah-enters").count() == 8
    step.focus()
    page.keyboard.press("End")
    result = page.get_by_role("figure", name="what comes out")
    result.get_by_role("button", name="first, 2: 0.576").press("Enter")
    note.filter(has_text="0.424 × 0 + 0.576 × 1").wait_for()
    page.get_by_role("combobox", name="example").select_option("Thinking Machines")
    step.focus()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    note.filter(has_text="e^14 ÷ (e^14 + e^12) = 0.881").wait_for()
    page.get_by_role("radio", name="on", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Thinking, Machines: 1e−7").wait_for()
    page.get_by_role("button", name="Back").press("Enter")
    page.get_by_role("button", name="Thinking, (pad): −∞").press("Enter")
    note.filter(has_text="may not look at (pad)").wait_for()
    step.focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Thinking, 1: 1").press("Enter")
    page.get_by_role("slider", name="change it").press("ArrowRight")
    page.get_by_role("button", name="Thinking, 1: 1.5").wait_for()
    page.get_by_role("button", name="Thinking, 1: 1.5").press("ArrowDown")
    page.keyboard.press("Enter")
    note.filter(has_text="Machines, component 1").wait_for()
    page.get_by_role("button", name="Reset").press("Enter")
    note.filter(has_text="1 × 1 + 0 × 0 + 1 × 0 = 1").wait_for()
    assert page.errors == []


def test_a_step_without_the_chosen_number_asks_for_another(alone):
    page = alone(AttentionByHand(step=0))
    note = page.locator(".ah-note").first
    assert note.inner_text().startswith("Three tokens, four numbers each.")
    page.get_by_role("slider", name="step").press("ArrowRight")
    note.filter(has_text="1 × (−1) + 0 × 0 + 0 × 0 + 0 × 0 = −1").wait_for()
    assert page.errors == []


@pytest.mark.parametrize("width", [738, 326])
@pytest.mark.parametrize("example", EXAMPLES_BY_HAND)
def test_the_three_matrices_of_every_step_fit_with_room_between_their_heads(
    alone, example, width
):
    page = alone(AttentionByHand())
    as_in_the_book(page, width)
    page.locator(".ah-controls select").select_option(example)
    step = page.get_by_role("slider", name="step")
    step.press("Home")
    for _ in range(10):
        assert page.locator(".tb-figure").evaluate(CUT_OFF) == []
        assert page.evaluate(TIGHT_HEADS) == []
        scrolled = "(e) => e.scrollWidth - e.clientWidth"
        assert page.locator(".ah-equation").evaluate(scrolled) == 0
        step.press("ArrowRight")
    left_out = page.get_by_text("4 of their 64 numbers are shown")
    assert left_out.is_visible() == (example == "Thinking Machines")


def test_keys_grow_wide_and_the_bare_softmax_stops_listening(alone):
    page = alone(AttentionByHand(view="width"))
    page.get_by_role("slider", name="step").press("End")
    assert page.locator("h4").first.inner_text() == "scaled: scores ÷ √1024"
    bare = page.locator(".ah-panels .tb-value").nth(1)
    assert bare.inner_text().startswith("largest weight 1;")
    assert page.errors == []


def test_positions_turn_by_keyboard_and_the_turn_stays(alone):
    page = alone(Positions())
    turn, says = page.locator(".po-turn tbody"), page.locator(".po-says")
    before = turn.inner_text().split()
    page.get_by_role("slider", name="position").press("ArrowRight")
    says.filter(has_text="P6 · P13 = 11.427").wait_for()
    after = turn.inner_text().split()
    assert before[:4] == after[:4] == ["−0.599", "−0.800", "0.800", "−0.599"]
    assert before[5:7] != after[5:7]
    page.get_by_role("button", name="pair 0, wavelength 6.3").press("Enter")
    page.locator(".po-turn p", has_text="after 6.3 places").wait_for()
    page.get_by_role("radio", name="sines first").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Reset").press("Enter")
    says.filter(has_text="P5 · P12").wait_for()
    assert page.errors == []


LONG_MAP = plain_map(
    ["a", "mi", "hermano", "le", "encanta", "la", "habitación", "tranquila", "."],
    ["my", "brother", "loves", "the", "quiet", "room", "."],
    [[1, 0], [2, 1], [4, 2], [5, 3], [7, 4], [6, 5], [8, 6]],
)


@pytest.mark.parametrize(
    "figure",
    [
        Positions(),
        AlignmentMap(maps=[LONG_MAP], place=22),
        ShapeWalk(),
        AttentionByHand(tokens=["Thinking", "Machines", "(pad)"]),
    ],
    ids=lambda figure: type(figure).__name__,
)
def test_no_word_and_no_number_is_broken_on_a_narrow_page(alone, figure):
    page = alone(figure)
    as_in_the_book(page, 326)
    assert page.evaluate(BROKEN) == []


def test_the_map_says_how_many_components_it_shows(alone):
    kind = LONG_MAP["additive"] | {"width": 200}
    page = alone(AlignmentMap(maps=[LONG_MAP | {"additive": kind}], component=2))
    page.get_by_text("4 of the 200 components of h and c are shown").wait_for()
    page.get_by_text("Component 3 of those shown:").wait_for()
    assert page.get_by_role("slider", name="component").input_value() == "3"
    page.get_by_role("radio", name="dot").check(force=True)
    page.get_by_text("All 4 components of h and c are shown").wait_for()
    assert page.errors == []


# ---- the kernel painter -----------------------------------------------------------


def pixels(page, row):
    """The numbers in one row of the painted picture, in one string."""
    picture = page.get_by_role("group", name="The picture.")
    return "".join(picture.locator("[data-row]").nth(row).all_inner_texts()).split()


def first_sum(page):
    """The line under the nine products."""
    return page.locator(".tb-sum-line").first.inner_text()


def test_a_stroke_of_the_pointer_paints_the_pixels_on_its_way(alone):
    page = alone(KernelPainter(brush=0))
    assert pixels(page, 4) == list("079999970")
    cells = page.get_by_role("group", name="The picture.").get_by_role("button")
    start, end = (cells.nth(4 * 9 + k).bounding_box() for k in (2, 6))
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down()
    page.mouse.move(end["x"] + 9, end["y"] + 9, steps=12)
    page.mouse.up()
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    assert pixels(page, 4) == list("070000070")
    assert page.errors == []


def test_a_place_under_the_pointer_shows_its_nine_products(alone):
    page = alone(KernelPainter())
    page.get_by_role("button", name="response, row 7, column 4: 36").hover()
    assert first_sum(page) == "Sum: 9 + 18 + 9 = 36"
    factors = page.locator(".tb-product").all_inner_texts()[:9]
    assert [text.split()[0] for text in factors] == list("999676000")


def test_the_kernel_painter_works_by_keyboard_alone(alone):
    page = alone(KernelPainter(picture=[[0] * 9] * 9))
    page.get_by_role("button", name="pixel, row 1, column 1: 0").focus()
    for key in ("ArrowDown", "ArrowRight", "3", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert pixels(page, 1) == list("039000000")
    page.get_by_label("weight, row 1, column 1").focus()
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="response, row 2, column 2: 24").focus()
    assert first_sum(page) == "Sum: 6 + 18 = 24"
    page.keyboard.press("ArrowRight")
    assert first_sum(page) == "Sum: 18"
    assert page.errors == []


def test_every_shape_of_the_response_can_be_reset(alone):
    page = alone(KernelPainter())
    page.get_by_role("combobox").first.select_option("chessboard")
    page.get_by_label("stride").fill("3")
    page.get_by_label("padding").fill("2")
    page.get_by_role("radio", name="magnitude").check()
    assert page.locator(".tb-answer").count() == 16
    page.get_by_role("button", name="Reset").click()
    assert page.locator(".tb-answer").count() == 49
    assert first_sum(page) == "Sum: −1 − 16 − 9 = −26"
    assert page.errors == []


# ---- the page's address ---------------------------------------------------------


def test_what_the_reader_changed_is_kept_in_the_address(alone):
    page = alone(ThresholdUnit(), ThresholdUnit(threshold=1))
    second = page.locator(".book-widget").nth(1)
    second.get_by_role("slider", name="threshold θ").fill("3")
    second.get_by_role("button", name="input x₁").click()
    second.get_by_role("button", name="Copy link to this state").click()
    kept = {"ThresholdUnit-2.threshold": "3", "ThresholdUnit-2.inputs": "[0,1]"}
    assert settings_in(page.url) == kept
    address = "#" + urlsplit(page.url).fragment
    page.reload()
    start_all(page)
    assert page.locator(".tb-truth").nth(1).locator(".tb-lit").count() == 0
    assert page.locator(".tb-truth").nth(0).locator(".tb-lit").count() == 1
    page.locator(".book-widget").nth(1).get_by_role("button", name="Reset").click()
    page.wait_for_function("location.hash.length < 2")
    page.evaluate("(hash) => { location.hash = hash; }", address)
    page.wait_for_function(
        "document.querySelectorAll('.tb-truth')[1].querySelector('.tb-lit') === null"
    )


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("threshold=99", "threshold must be a whole number from 1 to 6, not 99."),
        ('threshold="2"', 'threshold must be a whole number from 1 to 6, not "2".'),
        ("inputs=[1,1,1]", "inputs must have 2 entries, one for each of the lines"),
        ("threshold=two", "threshold is not written as a link writes it."),
        ("colour=1", "ThresholdUnit has no setting called colour."),
        ("_esm=1", ""),
    ],
)
def test_a_bad_link_is_refused_in_one_sentence(alone, setting, sentence):
    name, value = setting.split("=", 1)
    page = alone(ThresholdUnit(), address=f"#ThresholdUnit.{name}={quote(value)}")
    said = page.locator(".tb-figure-foot [role=status]").inner_text()
    assert sentence in said
    assert bool(sentence) == said.startswith("The link was not followed: ")
    assert output_column(page) == ["0", "0", "0", "1"]
    assert page.errors == []


# ---- how it behaves -------------------------------------------------------------


def test_a_figure_far_below_waits_until_it_is_near_and_moves_nothing(alone):
    between = f'<p>{"text " * 200}</p><div style="height: 4000px"></div>'
    page = alone(NetInTime(), ThresholdUnit(), NetInTime(), between=between)
    page.wait_for_selector(".tb-raster")
    assert page.locator(".tb-truth").count() == 0
    page.evaluate(
        """() => { window.shift = 0; new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shift += value;
        }).observe({ type: "layout-shift" });
        document.querySelectorAll(".book-widget")[1].scrollIntoView(); }"""
    )
    page.wait_for_selector(".tb-truth")
    page.wait_for_timeout(200)
    assert page.locator(".tb-raster").count() == 1
    assert page.evaluate("window.shift") < 0.05


def test_a_figure_that_cannot_start_says_so_and_harms_no_other(alone):
    def spoil(state):
        state["_esm"] = "this is no JavaScript"

    page = alone(ThresholdUnit(threshold=2), ThresholdUnit(threshold=1), spoil=spoil)
    said = page.locator(".book-needs-kernel").inner_text()
    assert said == "This interactive figure could not start; the text does not need it."
    assert page.locator(".tb-truth").count() == 1


def test_a_figure_that_fails_while_drawing_says_so(alone):
    def spoil(state):
        state["lines"] = None

    page = alone(ThresholdUnit(), spoil=spoil)
    assert "could not start" in page.locator(".tb-figure").inner_text()


def test_a_control_that_needs_python_says_where_to_run_it(alone):
    page = alone(IntSlider(), ThresholdUnit())
    assert "JupyterLab or Colab" in page.locator(".book-needs-kernel").inner_text()
    assert page.locator(".tb-truth").count() == 1


@pytest.mark.parametrize("figure", [ThresholdUnit, NetInTime])
def test_a_figure_follows_the_schemes_of_the_page_of_lab_and_of_colab(alone, figure):
    page = alone(figure())
    paper = "getComputedStyle(document.querySelector('.tb-figure')).backgroundColor"
    light = page.evaluate(paper)
    dark = [
        page.evaluate(f"() => {{ {make}; const c = {paper}; {undo}; return c; }}")
        for make, undo in [
            (
                "document.documentElement.dataset.theme = 'dark'",
                "document.documentElement.dataset.theme = 'light'",
            ),
            (
                "document.documentElement.setAttribute('theme', 'dark')",
                "document.documentElement.removeAttribute('theme')",
            ),
            (
                "document.body.dataset.jpThemeLight = 'false'",
                "delete document.body.dataset.jpThemeLight",
            ),
        ]
    ]
    assert len(set(dark)) == 1
    assert dark[0] != light == page.evaluate(paper)


@pytest.mark.parametrize(
    ("motion", "moves"), [("no-preference", True), ("reduce", False)]
)
def test_nothing_moves_for_readers_who_ask_for_calm(alone, page, motion, moves):
    page.emulate_media(reduced_motion=motion)
    alone(NetInTime(**NETS["A circle that remembers"]))
    names = page.evaluate(
        """[...document.querySelectorAll(".tb-on .tb-line")]
          .map((line) => getComputedStyle(line).animationName)"""
    )
    assert names
    assert any(name != "none" for name in names) == moves


# ---- draw a digit ----------------------------------------------------------------


DIGITS = json.loads(
    (Path(__file__).parent / "cases/draw_a_digit.json").read_text("utf-8")
)


def test_the_page_reads_a_picture_as_pytorch_does(alone):
    for case in DIGITS["pictures"]:
        page = alone(DrawADigit(net=DIGITS["net"], picture=case["picture"]))
        shares = case["softmax"]
        best = shares.index(max(shares))
        verdict = page.locator(".tb-verdict").inner_text()
        assert verdict == f"It reads {best}, with a share of {100 * max(shares):.1f} %."
        assert page.errors == []


def test_a_digit_is_drawn_by_pointer_moved_and_cleared(alone):
    page = alone(DrawADigit(net=DIGITS["net"]))
    verdict = page.locator(".tb-verdict")
    assert verdict.inner_text() == "Draw a digit on the board."
    box = page.locator(".tb-board").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 60, steps=5)
    page.mouse.up()
    assert verdict.inner_text().startswith("It reads ")
    scores = page.locator(".tb-scores").inner_text()
    page.get_by_role("button", name="move the drawing down").click()
    assert page.locator(".tb-scores").inner_text() != scores
    page.get_by_role("button", name="Clear").click()
    assert verdict.inner_text() == "Draw a digit on the board."
    assert page.errors == []


def test_the_chapters_net_reads_its_digits_in_the_page_as_it_did_in_pytorch(page, site):
    if "07_cnn" not in CHAPTERS:
        pytest.skip("chapter 07_cnn is not in the book yet")
    page.goto(f"{site}notebooks/07_cnn.html")
    start_all(page)
    figure = page.locator(".tb-figure").filter(has=page.locator(".tb-board"))
    samples = figure.get_by_role("combobox")
    names = samples.locator("option").all_inner_texts()
    names = [name for name in names if name.startswith("a ")]
    assert len(names) == 9
    for name in names:
        samples.select_option(name)
        reading = figure.locator(".tb-verdict").inner_text()
        is_right = reading.startswith(f"It reads {name[2]},")
        assert is_right == ("misread" not in name), (name, reading)


def test_a_digit_is_drawn_and_a_layer_opened_by_keyboard(alone):
    page = alone(DrawADigit(net=DIGITS["net"]))
    page.locator(".tb-board").focus()
    for key in (" ", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)
    assert page.locator(".tb-verdict").inner_text().startswith("It reads ")
    page.get_by_role("button", name="C3, map 5", exact=True).focus()
    page.keyboard.press("Enter")
    where = page.locator(".tb-where").first
    assert where.inner_text() == "Open: C3, map 5, row 1, column 1"
    page.get_by_role("button", name="Step", exact=True).press("Enter")
    assert where.inner_text() == "Open: C3, map 5, row 1, column 2"
    assert page.locator(".tb-source").count() == 8
    page.locator(".tb-score").nth(4).press("Enter")
    assert where.inner_text() == "Open: the score of 4"
    assert page.locator(".tb-source").count() == 16
    page.get_by_role("button", name="Reset").press("Enter")
    assert where.inner_text() == "Open: C1, map 1, row 1, column 1"
    assert page.errors == []


# ---- decoding, step by step -------------------------------------------------------


def test_a_translation_is_stepped_through_bent_and_refused_by_keyboard(alone):
    cases = (build.ROOT / "tests/cases/decoding_steps.json").read_text("utf-8")
    page = alone(DecodingSteps(**json.loads(cases)["figure"]))
    where = page.locator(".tb-where")
    assert where.inner_text().startswith("All is read, the state handed over. Fed")
    step = page.get_by_role("slider", name="step")
    step.focus()
    page.keyboard.press("Home")
    where.filter(has_text="Nothing is read yet: every unit is 0.").wait_for()
    page.keyboard.press("End")
    where.filter(has_text="says “⟨stop⟩”").wait_for()
    assert page.locator(".tb-ok").count() == 7
    page.get_by_role("button", name="like", exact=True).press("Enter")
    where.filter(has_text="Fed ⟨start⟩, it says “like”").wait_for()
    other = page.locator(".tb-candidate").nth(1)
    word = other.locator(".tb-next").inner_text()
    other.press("Enter")
    page.get_by_role("button", name=f"{word}, wrong").wait_for()
    page.get_by_role("button", name="Its own words").press("Enter")
    page.locator(".tb-off").wait_for(state="detached")
    page.get_by_role("radio", name="the true last word").focus()
    page.keyboard.press("Space")
    page.get_by_role("textbox", name="Spanish").fill("un dragón")
    page.get_by_role("status").filter(has_text="“dragón” is not among").wait_for()
    page.get_by_role("button", name="Reset").press("Enter")
    where.filter(has_text="All is read").wait_for()
    assert page.errors == []


def test_a_refused_sentence_leaves_the_last_one_dimmed_and_lists_the_known_words(alone):
    page = alone(DecodingSteps())
    shown, notice = page.locator("[inert]"), page.get_by_role("status")
    assert shown.count() == 0
    page.locator(".tb-token.tb-ok").first.wait_for()
    summary = page.locator("summary")
    assert summary.inner_text() == (
        "This smaller net knows 340 Spanish and 338 English words"
    )
    summary.press("Enter")
    known = page.locator(".tb-known [lang=es]").inner_text().split(", ")
    assert len(known) == 340
    assert "negra" in known
    spanish = page.get_by_role("textbox", name="Spanish")
    spanish.fill("El perro negro duerme.")
    notice.filter(has_text="“negro” is not among the 340 words").wait_for()
    assert "mujer" in shown.inner_text()
    assert shown.locator(".tb-where").inner_text().startswith("All is read")
    assert float(shown.evaluate("(e) => getComputedStyle(e).opacity")) < 0.5
    spanish.fill("El perro viejo duerme.")
    shown.wait_for(state="detached")
    page.get_by_role("button", name="viejo").wait_for()
    assert page.locator(".tb-where").inner_text().endswith("it says “the” with 100 %.")
    assert page.errors == []


def test_without_a_state_there_is_no_white_block_in_the_dark(alone):
    page = alone(DecodingSteps(sentence="hola"))
    page.get_by_role("status").filter(has_text="“hola” is not among").wait_for()
    assert page.locator(".tb-film").is_hidden()


def test_the_alignment_map_is_worked_by_keyboard_pointer_and_time(alone):
    long = plain_map(["uno", "dos", "tres"], ["one", "two", "three"], [[0, 0], [1, 1]])
    page = alone(AlignmentMap(maps=[*AlignmentMap().maps, long]))
    moment = page.locator(".tb-tools output")
    assert moment.inner_text() == "cat: word"
    page.locator(".am-corner").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    said = page.locator(".am-words")
    assert said.inner_text().startswith("Writing “black”, weight on “negro”: 0.88")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('.tb-tools output').value[0] == 'b'")
    assert moment.inner_text() == "black: word"
    page.get_by_role("button", name="Back").click()
    assert moment.inner_text() == "black: weighted sum"
    page.locator(".am-word", has_text="gato").hover()
    assert (
        "“gato” is looked at for cat 0.88, black 0.12; in all 1.00" in said.inner_text()
    )
    page.locator("select").select_option(label="uno dos tres")
    assert moment.inner_text() == "one: weighted sum"
    assert page.locator(".am-cell").count() == 9
    page.get_by_role("button", name="Reset").click()
    assert moment.inner_text() == "cat: word"
    assert page.errors == []


def small_translator(**settings):
    """A translator with the net of the cases, of eight words, and those cases."""
    cases = json.loads((build.ROOT / "tests/cases/translator.json").read_text("utf-8"))
    words = ["<pad>", "<start>", "<stop>", "<unk>", *"abcdefgh"]
    return cases, Translator(
        net=cases["net"], words=words, source_words=words[4:], **settings
    )


def test_the_translator_translates_what_the_reader_writes(page, alone):
    cases, figure = small_translator(samples=["A b c d b"])
    words = figure.words
    alone(figure)
    own = page.get_by_label("Spanish sentence")
    own.fill("A b c d b")
    own.press("Enter")
    row = page.locator(".tr-out")
    wanted = [words[i] for i in cases["beams"][-2]["words"]]
    assert row.locator("span").all_inner_texts() == wanted[: wanted.index("<stop>") + 1]
    own.fill("a b x")
    own.press("Enter")
    assert "none is “x”" in page.locator(".tr-trouble").inner_text()
    assert row.locator("span").all_inner_texts()[-1] == "<stop>"
    page.get_by_role("button", name="layer 2, head 2").press("Enter")
    page.get_by_role("button", name="Switch this head off").press("Enter")
    page.get_by_role("button", name="layer 2, head 2, off").wait_for()
    page.get_by_role("button", name="All heads on").press("Enter")
    step = page.get_by_role("slider", name="decoding step")
    step.press("ArrowRight")
    assert "step 2 writes" in step.get_attribute("aria-valuetext")
    page.locator(".tr-tree [data-cell]").first.focus()
    assert "sum of logarithms" in page.locator(".tr-words").last.inner_text()
    page.set_viewport_size({"width": 360, "height": 740})
    page.add_style_tag(content="svg { max-width: 100% }")  # as the book's theme says
    height = page.locator(".tr-node rect").first.bounding_box()["height"]
    assert height >= 24  # the tree is scrolled and not made smaller
    assert not page.errors


def test_another_sentence_has_its_own_steps_and_reset_its_own_words(page, alone):
    _, figure = small_translator(samples=["A b c d b", "B"], sentence="A b c d b")
    alone(figure)
    written = page.locator(".tr-out span")
    step = page.get_by_role("slider", name="decoding step")

    def last():
        assert int(step.get_attribute("max")) == written.count() - 1
        return written.count() - 1

    first = last()
    page.locator(".tr-ask select").select_option(label="B")
    page.locator(f".tr-out span:nth-child({first + 2})").wait_for()
    assert last() > first
    page.get_by_role("button", name="Reset").click()
    page.locator(".tr-out span").nth(first + 1).wait_for(state="detached")
    assert last() == first
    assert not page.errors


def test_another_prompt_has_its_own_blanks_and_so_has_the_first_again(page, alone):
    cases = json.loads(
        (build.ROOT / "tests/cases/language_model.json").read_text("utf-8")
    )
    words = ["<pad>", "<start>", "<stop>", "<unk>", *"abcdefg"]
    nets = {"gpt": cases["gpt"], "bert": cases["bert"], "words": words}
    alone(LanguageModel(**nets, samples=["a b", "b a f d"], prompt="a b", view="fill"))
    places = page.get_by_role("slider", name="word")
    assert places.get_attribute("max") == "1"
    page.locator(".lm-ask select").select_option(label="b a f d")
    page.locator(".lm-word").nth(3).wait_for()
    assert places.get_attribute("max") == "3"
    page.get_by_role("button", name="Reset").click()
    page.locator(".lm-word").nth(3).wait_for(state="detached")
    assert places.get_attribute("max") == "1"
    assert not page.errors


def test_the_translator_opens_on_a_head_that_matters_and_offers_a_beam_that_does(
    page, site
):
    page.goto(f"{site}notebooks/16_transformer.html")
    start_all(page)
    written, greedy = page.locator(".tr-out"), page.locator(".tr-out + .tb-note")
    whole = written.inner_text()
    page.get_by_role("button", name="Switch this head off").click()
    page.get_by_role("button", name="Switch this head on").wait_for()
    assert written.inner_text() != whole
    page.get_by_role("button", name="Reset").click()
    samples = page.locator(".tr-ask select")
    samples.select_option(index=samples.locator("option").count() - 2)  # own is last
    greedy.filter(has_text="Greedy decoding writes: ").wait_for()
    page.get_by_role("slider", name="beams").press("Home")
    greedy.filter(has_text="Greedy decoding writes the same words.").wait_for()


# ---- the ring ---------------------------------------------------------------------


def test_the_ring_works_by_keyboard_alone(alone):
    page = alone(Ring())
    words = page.locator(".rg-words")
    at_start = words.inner_text()
    assert at_start.startswith("First half") and "0.5 × the row" in at_start
    page.get_by_role("slider", name="step").focus()
    page.keyboard.press("End")
    words.filter(has_text="1.5 × the row. Everyone has every sum.").wait_for()
    page.get_by_role("slider", name="workers").focus()
    page.keyboard.press("ArrowLeft")
    words.filter(has_text="1.333 × the row").wait_for()
    page.keyboard.press("ArrowLeft")  # the slider has kept the focus
    words.filter(has_text="1 + 2 = 3, from workers 1 and 2.").wait_for()
    page.get_by_role("radio", name="The ring").focus()
    page.keyboard.press("ArrowRight")
    bill = page.locator(".rg-bill")
    bill.filter(has_text="8 machines at 30 % of 9.5 TFLOPS").wait_for()
    page.get_by_role("button", name="Reset").last.press("Enter")
    words.filter(has_text=at_start).wait_for()
    assert page.errors == []


def test_the_gpt_writes_on_with_the_chapters_chances_by_keyboard(page, alone):
    torch.manual_seed(2018)
    gpt, bert = rounded(GPT(11, 40, 8, 2, 2)), rounded(BERT(12, 40, 8, 2, 2))
    words = ["<pad>", "<start>", "<stop>", "<unk>", *"abcdefg"]
    nets = {"gpt": packed(gpt), "bert": packed(bert)}
    alone(LanguageModel(**nets, words=words, samples=["a b"], prompt="a b"))
    for name, presses in (("temperature", 5), ("top-k (0: all)", 4), ("top-p", 6)):
        slider = page.get_by_role("slider", name=name)
        for _ in range(presses):
            slider.press("ArrowLeft" if name == "top-p" else "ArrowRight")
    with torch.no_grad():
        logits = gpt(torch.tensor([[1, 4, 5]]))[0, -1]
    shares = chances(logits, temperature=1.5, k=4, p=0.7)
    best = [words[k] for k in logits.argsort(descending=True)]
    rows = [
        row.locator("th, td").all_inner_texts()
        for row in page.locator(".lm-table tbody tr").all()
    ]
    assert [row[0] for row in rows[:8]] == best[:8]
    kept = int(shares.count_nonzero())
    assert [row[4] for row in rows[:8]] == ["yes"] * kept + ["no"] * (8 - kept)
    for word, logit, scaled, _, _, chance in rows[:8]:
        k = words.index(word)
        assert float(logit.replace("−", "-")) == pytest.approx(
            float(logits[k]), abs=0.006
        )
        assert float(scaled.replace("−", "-")) == pytest.approx(
            float(logits[k]) / 1.5, abs=0.006
        )
        assert float(chance.rstrip(" %")) == pytest.approx(
            100 * float(shares[k]), abs=0.1
        )
    assert rows[-1] == ["together", "", "", "100 %", str(kept), "100 %"]
    first = page.locator(".lm-said .lm-next").inner_text()
    assert first in best[:kept]
    page.get_by_role("button", name="Step").press("Enter")
    assert page.locator(".lm-said .lm-done").all_inner_texts() == [first]
    page.get_by_role("button", name="Reset").press("Enter")
    assert page.get_by_role("slider", name="top-p").input_value() == "1"
    assert page.errors == []


def test_a_blank_is_filled_from_the_left_and_from_both_sides_by_keyboard(page, alone):
    file = build.ROOT / "tests/cases/language_model.json"
    cases = json.loads(file.read_text("utf-8"))
    words = ["<pad>", "<start>", "<stop>", "<unk>", *"abcdefg"]
    nets = {"gpt": cases["gpt"], "bert": cases["bert"]}
    # these small nets have room for 12 tokens, so what is written must stop before
    alone(
        LanguageModel(
            **nets, words=words, samples=["a b"], prompt="b a f d", view="fill"
        )
    )
    hidden = page.locator(".lm-said")
    assert hidden.locator("button").all_inner_texts() == ["[MASK]", "a", "f", "d"]
    page.get_by_role("button", name="hide f").press("Enter")
    assert hidden.locator("button").all_inner_texts() == ["b", "a", "[MASK]", "d"]
    said = page.locator(".lm-verdict")
    assert said.inner_text().startswith("The hidden word is “f”: GPT gave it")
    page.get_by_role("slider", name="word").press("ArrowRight")
    assert "The hidden word is “d”" in said.inner_text()
    own = page.get_by_label("prompt", exact=True).last
    own.fill("a x")
    own.press("Enter")
    assert "“x” is none of them" in page.locator(".lm-trouble").inner_text()
    assert hidden.locator("button").count() == 4
    page.locator(".lm-looks [data-cell]").first.focus()
    assert "gives “<start>” the weight" in page.locator(".lm-about").inner_text()
    page.get_by_role("button", name="Reset").press("Enter")
    assert own.input_value() == "b a f d"
    assert not page.errors


# ---- patches and attention ---------------------------------------------------------


def test_a_vit_reads_a_drawing_and_every_token_can_be_opened(alone):
    cases = json.loads((build.ROOT / "tests/cases/patches.json").read_text("utf-8"))
    case = cases["pictures"][0]
    page = alone(Patches(nets={"7": cases["net"]}, picture=case["picture"]))
    shares = torch.tensor(case["scores"]).softmax(0)
    best, share = int(shares.argmax()), 100 * float(shares.max())
    wanted = f"16 words: it reads {best}, with a share of {share:.1f} %."
    assert page.locator(".tb-verdict").inner_text() == wanted
    tokens = page.locator(".pa-token")
    tokens.nth(0).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.get_by_label("2", exact=True).first.check()
    tokens.nth(5).hover()
    line = page.locator(".tb-where").first.inner_text()
    assert line.startswith(
        "From patch 3 (row 1, column 3) to patch 5 (row 2, column 1)"
    )
    assert f"roll-out {case['rollout'][3][5]:.2f}" in line
    assert f"positions {cases['cosines'][5]:.2f}".replace("-", "−") in line
    page.get_by_role("button", name="Step").click()
    assert tokens.nth(4).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Reset").click()
    assert tokens.nth(0).get_attribute("aria-pressed") == "true"
    assert page.errors == []
