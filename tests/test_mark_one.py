"""The Mark I: its chance and its rule, held against NumPy; its settings; its keys."""

import json
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from browser import axe_findings
from traitlets import TraitError

from helpers.widgets.mark_one import AN_X, MarkOne

CASES = json.loads((Path(__file__).parent / "cases/mark_one.json").read_text("utf-8"))
TASKS = ["X or O", "left or right", "same side"]
O_AND_X = (
    [(0, 0, 5, 0), (5, 0, 5, 6), (5, 6, 0, 6), (0, 6, 0, 0)],
    [(0, 0, 6, 6), (0, 6, 6, 0)],
)


def lots(start):
    """Numbers from 0 to 1 after a start: the last steps of MurmurHash3."""
    for n in count(start + 1):
        n = (n ^ n >> 16) * 0x85EBCA6B % 2**32
        n = (n ^ n >> 13) * 0xC2B2AE35 % 2**32
        yield (n ^ n >> 16) / 2**32


def plugboard(seed):
    """Forty wires from each photocell, as a matrix of +1, −1 and 0."""
    lot, pool, board = lots(seed * 40000), list(range(512)), np.zeros((400, 512), int)
    for cell in range(400):
        for k in range(40):
            j = k + int(next(lot) * (512 - k))
            pool[k], pool[j] = pool[j], pool[k]
            board[cell, pool[k]] = -1 if next(lot) < 0.5 else 1
    return board


def letter(lot, strokes):
    """A letter of thick strokes."""
    card, size = np.zeros((20, 20), int), 1.6 + 0.8 * next(lot)
    left, top = (1 + (17 - 6 * size) * next(lot) for _ in range(2))
    for a, b, c, d in strokes:
        for k in range(30):
            x = left + size * (a + (c - a) * k / 29)
            y = top + size * (b + (d - b) * k / 29)
            card[int(y) : int(y) + 2, int(x) : int(x) + 2] = 1
    return card.ravel()


def marks(lot, bands):
    """Square marks, each in a band of rows and on a side."""
    card = np.zeros((20, 20), int)
    for start, rows, side in bands:
        row = start + int(next(lot) * (rows - 5))
        column = 10 * side + int(next(lot) * 5)
        card[row : row + 6, column : column + 6] = 1
    return card.ravel()


def deal(task, n):
    """The n-th card of a task and its label."""
    lot = lots(50_000_000 + TASKS.index(task) * 5_000_000 + n * 16)
    side = int(next(lot) >= 0.5)
    if task == "X or O":
        return letter(lot, O_AND_X[side]), 2 * side - 1
    if task == "left or right":
        return marks(lot, [(0, 20, side)]), 2 * side - 1
    upper = int(next(lot) >= 0.5)
    lower = upper if side else 1 - upper
    return marks(lot, [(0, 10, upper), (10, 10, lower)]), 2 * side - 1


@pytest.mark.parametrize("case", CASES["schools"], ids=lambda case: case["task"])
def test_the_cases_are_what_the_rule_of_the_chapter_makes_of_these_cards(case):
    board, weights, missed = plugboard(case["seed"]), 0, 0

    def seen(card):
        fired = card if case["direct"] else card @ board >= 2
        return np.append(fired, 1)

    weights = np.zeros(401 if case["direct"] else 513, int)
    for n in range(case["trials"]):
        card, y = deal(case["task"], n)
        if y * (weights @ seen(card)) <= 0:
            weights, missed = weights + y * seen(card), missed + 1
    new = [deal(case["task"], 5000 + n) for n in range(200)]
    right = np.mean([y * (weights @ seen(card)) > 0 for card, y in new])
    found = {"missed": missed, "right": right, "total": int(abs(weights).sum())}
    assert found == pytest.approx({name: case[name] for name in found})


def refused(**settings):
    """The sentence that making the figure with these settings gives."""
    with pytest.raises(TraitError) as error:
        MarkOne(**settings)
    return str(error.value)


@pytest.mark.parametrize("case", CASES["problems"], ids=lambda case: case["problem"])
def test_a_card_that_is_none_gets_one_sentence(case):
    assert refused(**case["state"]) == case["problem"]


def test_what_the_settings_may_be():
    assert refused(trial=401) == "trial must be a whole number from 0 to 400, not 401."
    assert refused(task="T or L").startswith('task must be one of "X or O", ')
    assert MarkOne(paint="").state()["paint"] == ""
    assert repr(MarkOne(seed=3)) == "MarkOne(seed=3)"


# In a browser


@pytest.fixture
def mark(page, alone):
    """Open the figure, at rest."""
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1100, "height": 800})
    return lambda **settings: alone(MarkOne(**settings))


def verdict(page):
    """The sentence under the machine."""
    return page.locator(".mk-verdict").inner_text()


@pytest.mark.browser
def test_a_painted_card_is_answered_and_taught(mark):
    page = mark(trial=0, paint=AN_X)
    assert verdict(page) == "It cannot say. Tell it what it was."
    page.get_by_role("button", name="It was X").click()
    assert verdict(page).startswith("It was X, and it had said nothing: ")
    assert verdict(page).endswith(" weights were changed, and now it says X.")
    page.get_by_role("button", name="It was X").click()
    assert verdict(page) == "It was X, as it had said: nothing was changed."
    page.get_by_role("button", name="Forget my cards").click()
    assert verdict(page) == "It cannot say. Tell it what it was."
    assert page.errors == []


@pytest.mark.browser
def test_without_a_card_dealt_it_says_from_whom_it_has_learned(mark):
    page = mark(trial=0, paint="", lessons=[{"card": AN_X, "y": -1}])
    assert verdict(page) == "Dealt no card yet; it has learned only from yours."
    page.get_by_role("button", name="Forget my cards").click()
    assert verdict(page) == "It has learned nothing yet: all weights are 0."


@pytest.mark.browser
def test_the_pointer_and_the_keys_paint(mark):
    page = mark(trial=0, paint="")
    eye = page.get_by_role("application")
    box = eye.bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 40, steps=3)
    page.mouse.up()
    lit = page.locator(".mk-light").get_attribute("d").count("M")
    assert lit >= 26
    eye.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    assert page.locator(".mk-light").get_attribute("d").count("M") == lit + 4
    page.keyboard.press("Space")
    assert page.locator(".mk-light").get_attribute("d").count("M") == lit
    said = page.locator("[aria-live]").last.text_content()
    assert said in ("row 11, column 10, dark", "It cannot say. Tell it what it was.")


@pytest.mark.browser
def test_cards_are_dealt_one_by_one_and_an_a_unit_tells_its_sum(mark):
    page = mark(trial=0, paint="")
    assert verdict(page) == "It has learned nothing yet: all weights are 0."
    page.get_by_role("button", name="Step").click()
    assert verdict(page).startswith("Card 1 was O, and it said nothing: ")
    unit = page.get_by_role("slider", name="A-unit")
    before = unit.get_attribute("aria-valuenow")
    unit.press("ArrowRight")
    assert int(unit.get_attribute("aria-valuenow")) == int(before) + 1
    assert unit.get_attribute("aria-valuetext").endswith(("fires", "silent"))
    page.get_by_role("radio", name="photocells only").check(force=True)
    assert unit.count() == 0
    page.get_by_role("radio", name="same side").check(force=True)
    assert page.get_by_role("button", name="It was different").count() == 1
    page.get_by_role("button", name="Reset").click()
    assert verdict(page) == "It has learned nothing yet: all weights are 0."
    assert page.errors == []


@pytest.mark.browser
def test_it_goes_to_school_by_itself_once_when_it_is_seen(page, alone):
    page.emulate_media(reduced_motion="no-preference")
    alone(MarkOne(trial=60))
    page.wait_for_function(
        "document.querySelector('.mk-verdict').textContent.startsWith('Card ')"
    )
    page.wait_for_function(
        "document.querySelector('.mk-verdict').textContent.startsWith('It says ')"
    )
    assert page.locator("[aria-live]").last.text_content() in (
        "",
        "It says X. Tell it what it was.",
    )
    assert page.errors == []


@pytest.mark.browser
@pytest.mark.parametrize("settings", [{}, {"direct": 1, "paint": "", "trial": 30}])
@pytest.mark.parametrize("width", [360, 1100])
def test_axe_finds_nothing(mark, settings, width):
    page = mark(**settings)
    page.set_viewport_size({"width": width, "height": 800})
    assert axe_findings(page, ".tb-figure") == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
