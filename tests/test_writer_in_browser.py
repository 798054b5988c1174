"""The network that writes, in a real browser."""

import json
from urllib.parse import quote

import numpy as np
import pytest
from browser import axe_findings
from clock import hold

from helpers.widgets.writer import Writer, packed

pytestmark = pytest.mark.browser

LETTERS = "\n !\"',-.?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ALL_THERE = "n => document.querySelectorAll('.wr-letter').length === n"


def net(seed, units=40):
    """A small network that has learned nothing."""
    draw, known = np.random.default_rng(seed), len(LETTERS)
    shapes = {"U": (known, units), "W": (units, units), "b": units}
    shapes |= {"V": (known, units), "c": known}
    return packed({name: draw.normal(0, 0.4, shape) for name, shape in shapes.items()})


@pytest.fixture
def writer(page, alone):
    """Open the figure with a network and two earlier ones, all written at once."""
    page.emulate_media(reduced_motion="reduce")

    def open_writer(spoil=None, address="", **settings):
        made = Writer(
            net=net(0),
            letters=LETTERS,
            trained=900,
            checkpoints={"0": net(1), "100": net(2)},
            samples=["Once upon a", "The king said"],
            units={"17": "inside quotation marks"},
            **settings,
        )
        return alone(made, spoil=spoil, address=address)

    return open_writer


def text(page):
    """What stands on the page, letter by letter."""
    return "".join(page.locator(".wr-letter").all_text_contents())


def test_it_goes_on_by_itself_once_and_stops(page, alone):
    page.emulate_media(reduced_motion="no-preference")
    alone(Writer(net=net(0), letters=LETTERS, beginning="Once"), between=" ")
    page.get_by_role("button", name="Stop").wait_for()
    page.wait_for_function(ALL_THERE, arg=204)
    page.get_by_role("button", name="Write").wait_for()
    assert text(page).startswith("Once")
    assert page.locator("[aria-live]").last.text_content() == ""
    assert page.errors == []


def test_it_stops_where_it_is_told_to_and_goes_on_by_letters(page, alone):
    page.emulate_media(reduced_motion="no-preference")
    alone(Writer(net=net(0), letters=LETTERS, beginning="Once"), between=" ")
    page.wait_for_function("document.querySelectorAll('.wr-letter').length > 8")
    page.get_by_role("button", name="Stop").click()
    written = text(page)
    page.get_by_role("button", name="One letter").click()
    page.wait_for_function(ALL_THERE, arg=len(written) + 1)
    assert text(page).startswith(written)
    assert page.errors == []


def test_the_strips_stand_under_their_letters_when_a_word_moves_to_the_next_line(
    page, alone
):
    page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size({"width": 600, "height": 800})
    alone(Writer(net=net(0), letters=LETTERS, beginning="Once", length=60), between=" ")
    page.wait_for_function(ALL_THERE, arg=64)
    canvas = page.locator(".wr-strips")
    page.get_by_role("button", name="Write").wait_for()
    written = canvas.evaluate("canvas => canvas.toDataURL()")
    page.evaluate("document.documentElement.dataset.theme = 'light'")  # paints anew
    page.wait_for_timeout(100)
    assert written == canvas.evaluate("canvas => canvas.toDataURL()")


def test_a_sentence_about_what_is_wrong_moves_nothing(page, writer):
    page = writer(length=20)
    page.set_viewport_size({"width": 1132, "height": 900})
    page.wait_for_function(ALL_THERE, arg=31)
    before = page.locator(".wr-text").bounding_box()
    page.get_by_role("textbox").fill("café")
    page.get_by_role("textbox").press("Enter")
    page.locator(".wr-trouble").filter(has_text="“é” is not among").wait_for()
    assert page.locator(".wr-text").bounding_box() == before


def test_the_slider_writes_the_same_beginning_by_an_earlier_network(writer):
    page = writer()
    page.wait_for_function(ALL_THERE, arg=211)
    last = text(page)
    training = page.get_by_role("slider", name="Training steps")
    training.press("Home")
    page.wait_for_function("w => !document.body.textContent.includes(w)", arg=last)
    first = text(page)
    assert len(first) == len(last) and first[:11] == last[:11] == "Once upon a"
    training.press("End")
    page.wait_for_function("w => document.body.textContent.includes(w)", arg=last[11:])
    assert text(page) == last
    assert training.get_attribute("aria-valuetext") == "900"
    assert page.errors == []


def test_other_numbers_write_another_text_and_reset_the_first(writer):
    page = writer(length=40)
    page.wait_for_function(ALL_THERE, arg=51)
    first = text(page)
    page.get_by_role("button", name="Again").click()
    page.wait_for_function(ALL_THERE, arg=211)
    assert not text(page).startswith(first)
    page.get_by_role("button", name="Reset").click()
    page.wait_for_function(ALL_THERE, arg=51)
    assert text(page) == first


@pytest.mark.parametrize(
    ("beginning", "sentence"),
    [
        ("café", "“é” is not among the 61 signs that it has read."),
        ("😀", "“😀” is not among the 61 signs that it has read."),
        ("<img src=x>", "“<” is not among the 61 signs that it has read."),
        ("", "Type at least one letter."),
        ("a" * 100_000, "There is room for 100 letters, and these are 100,000."),
    ],
)
def test_a_beginning_that_cannot_be_read_loses_nothing(writer, beginning, sentence):
    page = writer(length=20)
    page.wait_for_function(ALL_THERE, arg=31)
    before = text(page)
    field = page.get_by_role("textbox")
    field.evaluate("(field, text) => { field.value = text }", beginning)
    field.press("Enter")
    assert page.locator(".wr-trouble").inner_text() == sentence
    assert text(page) == before
    page.get_by_role("button", name="Reset").click()
    assert field.input_value() == "Once upon a"
    assert page.errors == []


def test_a_beginning_is_typed_and_gone_on_with(writer):
    page = writer()
    page.get_by_role("textbox").fill("The KING")
    page.get_by_role("textbox").press("Enter")
    page.wait_for_function(ALL_THERE, arg=208)
    assert text(page).startswith("The KING")
    said = page.locator("[aria-live]").last
    said.filter(has_text="It wrote: ").wait_for(state="attached")
    page.get_by_role("button", name="The king said").click()
    page.wait_for_function(ALL_THERE, arg=213)
    assert text(page).startswith("The king said")


def test_a_letter_tells_its_surprise_its_followers_and_its_state(writer):
    page = writer(length=30)
    page.wait_for_function(ALL_THERE, arg=41)
    letters, context = page.locator(".wr-letter"), page.locator(".wr-context")
    letters.nth(20).click()
    following = letters.nth(21).text_content().replace(" ", "␣")
    assert page.locator(".tb-bars .tb-lit b").text_content() == following
    assert context.inner_text().endswith(letters.nth(20).text_content() or "␣")
    page.keyboard.press("ArrowRight")
    assert "at=22" in page.evaluate("location.hash") or page.wait_for_function(
        "location.hash.includes('at=22')"
    )
    page.keyboard.press("Home")
    page.locator(".tb-note", has_text="The first letter").wait_for()
    page.keyboard.press("End")
    assert page.locator(".tb-bars .tb-lit").count() == 0  # nothing follows yet
    box = page.locator(".wr-cells").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 2)
    assert page.get_by_role("radio", name="one unit").is_checked()
    assert page.get_by_role("spinbutton", name="Unit").input_value() == "7"


def test_the_text_is_coloured_by_surprise_and_by_a_unit(writer):
    page = writer(length=30)
    page.wait_for_function(ALL_THERE, arg=41)
    coloured = page.locator(".wr-letter:is(.tb-above, .tb-below)")
    assert coloured.count() == 0
    page.get_by_role("radio", name="surprise").check(force=True)
    assert coloured.count() == 40  # all but the first
    page.get_by_role("radio", name="one unit").check(force=True)
    assert coloured.count() == 41
    page.get_by_role("combobox").select_option("inside quotation marks")
    unit = page.get_by_role("spinbutton", name="Unit")
    assert unit.input_value() == "17"
    page.get_by_role("button", name="The next unit").press("Enter")
    assert unit.input_value() == "18"
    unit.press("ArrowDown")
    assert unit.input_value() == "17"
    assert page.get_by_role("combobox").input_value() == "inside quotation marks"


def test_a_link_brings_back_beginning_step_temperature_and_colour(writer):
    settings = {"beginning": "A fox", "step": 100, "temperature": 1.2, "length": 12}
    settings |= {"colour": "unit", "unit": 3}
    parts = "&".join(f"Writer.{k}={quote(json.dumps(v))}" for k, v in settings.items())
    page = writer(address=f"#{parts}")
    page.wait_for_function(ALL_THERE, arg=17)
    assert text(page).startswith("A fox")
    assert page.get_by_role("slider", name="Training").input_value() == "1"
    assert page.get_by_role("spinbutton", name="Unit").input_value() == "3"


def test_a_checkpoint_that_is_lost_is_said_and_the_last_text_stays(writer):
    def spoil(state):
        state["checkpoints"]["0"] = {"parts": [], "whole": {"book-data": "gone"}}

    page = writer(spoil=spoil, length=20)
    page.wait_for_function(ALL_THERE, arg=31)
    before = text(page)
    page.get_by_role("slider", name="Training steps").press("Home")
    trouble = page.locator(".wr-trouble")
    trouble.filter(has_text="0 steps could not be loaded; this is the one").wait_for()
    assert text(page) == before
    page.get_by_role("slider", name="Training steps").press("ArrowRight")
    page.wait_for_function("w => !document.body.textContent.includes(w)", arg=before)
    assert trouble.inner_text() == ""
    assert page.errors == []


def test_it_opens_without_its_network_and_has_it_when_the_reader_comes(writer):
    page = writer(length=30)  # its unit is 0
    page.wait_for_function(ALL_THERE, arg=41)
    before, caption = text(page), page.locator(".wr-all .tb-note")
    exact = caption.inner_text()
    assert "about" not in exact
    page.evaluate("""() => {
      const net = document.querySelector(".wr-unit");
      net.value = 7;
      net.dispatchEvent(new Event("input"));
    }""")  # nobody is there yet: the number is rough, and said to be
    caption.filter(has_text="Unit 7 is about").wait_for()
    page.locator(".wr-letter").nth(20).hover()
    caption.filter(has_not_text="about").wait_for()
    assert text(page) == before
    page.get_by_role("button", name="Write").click()
    page.wait_for_function(ALL_THERE, arg=241)
    assert text(page).startswith(before)
    assert page.errors == []


def test_a_network_that_is_lost_is_said_and_what_was_written_stays(writer):
    def spoil(state):
        state["net"] = {"parts": [], "whole": {"book-data": "gone"}}

    page = writer(spoil=spoil, length=20)
    page.wait_for_function(ALL_THERE, arg=31)
    before = text(page)
    page.get_by_role("button", name="Write").click()
    trouble = page.locator(".wr-trouble")
    trouble.filter(has_text="The network could not be loaded; this is").wait_for()
    assert text(page) == before
    page.get_by_role("button", name="Again").click()
    page.wait_for_timeout(300)
    assert "this is what it wrote beforehand" in trouble.inner_text()
    assert text(page) == before
    page.get_by_role("slider", name="Training steps").press("Home")
    page.wait_for_function("w => !document.body.textContent.includes(w)", arg=before)
    assert page.errors == []


@pytest.mark.parametrize("width", [340, 700, 1100])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_figure_fits_and_axe_finds_nothing(writer, width, theme):
    page = writer(colour="unit")
    page.set_viewport_size({"width": width + 16, "height": 800})
    page.evaluate("t => document.documentElement.dataset.theme = t", theme)
    paper = {"light": "#fdfcf8", "dark": "#15171b"}[theme]
    page.evaluate("paper => document.body.style.background = paper", paper)
    page.wait_for_function(ALL_THERE, arg=211)
    wide = page.evaluate(
        """() => [...document.querySelectorAll(".tb-figure *")]
          .filter((el) => el.getBoundingClientRect().right > innerWidth)
          .map((el) => el.outerHTML.slice(0, 90))"""
    )
    assert wide == []
    if width > 1000:
        assert page.locator(".tb-figure").bounding_box()["height"] <= 760
    assert axe_findings(page, ".tb-figure") == []


@pytest.mark.clock
def test_an_update_of_the_text_takes_less_than_a_frame(writer):
    page = writer()
    page.wait_for_function(ALL_THERE, arg=211)
    milliseconds = page.evaluate(
        """async () => {
          const radios = [...document.querySelectorAll(".tb-segments input")];
          const least = [Infinity, Infinity, Infinity]; // a busy machine only adds
          for (let i = 0; i < 30; i += 1) {
            const start = performance.now();
            radios[i % 3].click();
            await null; await null;
            document.body.getBoundingClientRect();
            least[i % 3] = Math.min(least[i % 3], performance.now() - start);
          }
          return Math.max(...least);
        }"""
    )
    hold("milliseconds of an update of the text", milliseconds, 16)
