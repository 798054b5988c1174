"""The small AlexNet that sees, in a browser: by keyboard, and with own pictures."""

import io
import re

import pytest
from PIL import Image

from helpers.widgets.two_columns import TwoColumns

pytestmark = pytest.mark.browser

DROP = """async ([name, type, bytes, more]) => {
    const parts = [new Uint8Array(bytes), new Uint8Array(more)];
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(parts, name, {type}));
    const how = {dataTransfer, bubbles: true, cancelable: true};
    const stage = document.querySelector(".tc-stage");
    stage.dispatchEvent(new DragEvent("dragover", how));
    const seen = stage.classList.contains("tc-over");
    stage.dispatchEvent(new DragEvent("drop", how));
    return seen && !stage.classList.contains("tc-over");
}"""
POINT = """() => {
    const boxes = document.querySelector(".tc-boxes");
    const [x, y] = [20 * devicePixelRatio, boxes.height / 2];
    return [...boxes.getContext("2d").getImageData(x, y, 1, 1).data];
}"""


@pytest.fixture
def figure(page, alone):
    """The figure on a page where nothing moves."""
    page.emulate_media(reduced_motion="reduce")
    return alone(TwoColumns())


def line(page):
    """The sentence under the boxes."""
    return page.locator(".tc-line").text_content()


def encoded(kind, *colours, **options):
    """A picture file of one colour, or one that goes through several."""
    first, *others = [Image.new("RGB", (60, 40), colour) for colour in colours]
    file = io.BytesIO()
    first.save(file, kind, **({"append_images": others} if others else {}), **options)
    return list(file.getvalue())


def dropped(page, kind, content, more=0):
    """Drop a file on the boxes; the outline comes and goes."""
    assert page.evaluate(DROP, ["a file", kind, content, more])


def guess(page):
    """The first guess, with its probability, in words."""
    return page.locator(".tc-guesses .tb-unseen").first.text_content()


def test_it_can_be_worked_by_keyboard_alone(figure):
    tiles = figure.get_by_role("application", name=re.compile("maps of conv1"))
    tiles.focus()
    number = int(re.search(r"map (\d+)", line(figure))[1])
    figure.keyboard.press("ArrowRight")
    assert f"conv1, map {number + 1}," in line(figure)
    figure.keyboard.press("ArrowLeft")
    assert f"conv1, map {number}," in line(figure)
    for _ in range(5):
        figure.keyboard.press("ArrowUp")
    assert "conv1, map 1," in line(figure)
    figure.get_by_role("slider", name="box").focus()
    for name in ("conv2", "conv3", "conv4", "conv5", "fc6", "fc7"):
        figure.keyboard.press("ArrowRight")
        assert line(figure).startswith(name)
    figure.get_by_role("button", name="drawn car").focus()
    figure.keyboard.press("Enter")
    assert guess(figure).startswith("automobile")
    assert figure.errors == []


def test_every_control_is_reached_with_tab(figure):
    stops = []
    for _ in range(26):
        figure.keyboard.press("Tab")
        at = figure.evaluate(
            "document.activeElement.closest('[class^=tc-],.tb-chips,.tb-tools')"
            "?.className ?? ''"
        )
        stops.append(at.split(" ")[0])
    found = ["tc-thumb", "tc-pictures", "tb-chips", "tc-tiles", "tb-tools"]
    assert [stops.index(name) for name in found] == sorted(map(stops.index, found))
    assert stops[:13] == ["tc-thumb"] * 12 + ["tc-pictures"]
    assert stops.count("tb-chips") == 5
    assert figure.errors == []


def test_a_chip_goes_to_the_guesses_even_if_its_picture_is_shown_already(figure):
    car = figure.get_by_role("button", name="a car, on a road")
    for _ in range(2):
        car.click()
        assert line(figure).startswith(("automobile", "Covering"))
        figure.get_by_role("button", name="its kernels").click()
        assert line(figure).startswith("conv1")
    assert figure.errors == []


def test_a_dropped_picture_is_taken_or_refused_in_a_sentence(figure):
    status, before = figure.locator(".tc-status"), guess(figure)
    red, both = encoded("PNG", "red"), encoded("GIF", "red", "blue", save_all=True)
    for kind, content, more, sentence in (
        ("text/plain", [104], 0, "This is no picture"),
        ("image/png", [1, 2, 3], 0, "may be damaged"),
        ("image/png", red[:40], 0, "may be damaged"),
        ("image/png", red, 31_000_000, "31 MB: choose one of at most 30 MB"),
    ):
        dropped(figure, kind, content, more)
        status.filter(has_text=sentence).wait_for()
        assert guess(figure) == before, sentence
    dropped(figure, "image/gif", both)
    status.filter(has_text="the first frame is used").wait_for()
    assert figure.evaluate(POINT) == [255, 0, 0, 255]
    assert guess(figure) != before
    assert figure.locator('.tc-thumb[aria-pressed="true"]').count() == 0
    dropped(figure, "image/png", encoded("PNG", "blue"))
    status.filter(has_text=re.compile("stays in this browser.$")).wait_for()
    assert figure.evaluate(POINT) == [0, 0, 255, 255]
    figure.get_by_role("button", name="cat").first.click()
    assert guess(figure) == before
    assert figure.errors == []


def test_nothing_is_cut_off_on_a_phone(page, alone):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 760})
    alone(TwoColumns(layer=8))
    figure = page.locator(".tc-figure")
    assert figure.evaluate("node => node.scrollWidth <= node.clientWidth")
    page.locator(".tc-line").filter(has_text="Covering the framed").wait_for()
    assert page.errors == []
