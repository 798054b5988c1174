"""The cover's picture: the machine at work, from a recording."""

import json
import re

import build
import pytest
from browser import axe_findings

from helpers.widgets.cover import Cover, recorded

WRITTEN = "Why does the strong daughter sing?"
CUT = "Why sings sings?"
PAPER = {"light": "#fdfcf8", "dark": "#15171b"}  # what the pages stand on


def test_the_recording_is_small_and_has_both_runs():
    recording = recorded()
    assert [run["cut"] for run in recording["runs"]] == [[], ["decoder.2.cross.3"]]
    assert len(json.dumps(recording)) < 40_000


@pytest.mark.browser
def test_it_plays_once_by_itself_and_says_what_it_has_written(page, alone):
    alone(Cover())
    said = page.locator(".cv-said b")
    said.filter(has_text=WRITTEN).wait_for()
    assert page.errors == []
    assert WRITTEN.lower()[:-1] in page.locator("canvas").get_attribute("aria-label")


@pytest.mark.browser
def test_a_head_can_be_cut_and_joined_by_keyboard(page, alone):
    page.emulate_media(reduced_motion="reduce")
    alone(Cover())
    said = page.locator(".cv-said b")
    assert said.inner_text() == WRITTEN
    page.get_by_role("button", name="Cut one of its 24 heads").focus()
    page.keyboard.press("Enter")
    said.filter(has_text=CUT).wait_for()
    page.get_by_role("button", name="Join the head again").focus()
    page.keyboard.press("Enter")
    said.filter(has_text=WRITTEN).wait_for()
    assert page.errors == []


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "width"), [("light", 1060), ("dark", 360)])
def test_axe_finds_nothing_in_it(page, alone, scheme, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    alone(Cover(cut=1, link="#there"))
    page.evaluate("(name) => (document.documentElement.dataset.theme = name)", scheme)
    page.add_style_tag(content=f"body {{ background: {PAPER[scheme]} }}")
    assert axe_findings(page, ".book-widget") == []


@pytest.mark.book
@pytest.mark.parametrize("language", build.languages())
def test_the_cover_opens_with_it_and_a_press_leads_to_the_machine(
    browser, site, book_html, language
):
    folder = "" if language == "en" else f"{language}/"
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{site}{folder}book/intro.html")
        canvas = page.locator(".cv-canvas")
        canvas.wait_for()
        assert canvas.bounding_box()["y"] < 700  # on the first screen
        canvas.click()
        page.wait_for_url(re.compile(r"/notebooks/16_transformer\.html#Machine"))
        page.locator(".mc-canvas").wait_for()
