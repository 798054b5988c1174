"""The GPT that writes in the page, by keyboard, and as a screen reader meets it."""

import pytest
from browser import axe_findings

from helpers.widgets.completion import Completion

pytestmark = [pytest.mark.browser]


@pytest.mark.parametrize("width", [360, 1280])
def test_its_tokens_are_a_list_to_choose_from(alone, page, width):
    page.set_viewport_size({"width": width, "height": 900})
    alone(Completion.trained())
    tokens = page.get_by_role("listbox").get_by_role("option")
    tokens.first.wait_for()
    assert tokens.count() > 5
    tokens.nth(1).click()
    assert tokens.nth(1).get_attribute("aria-selected") == "true"
    assert page.get_by_role("option", selected=True).count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_findings(page, ".book-widget") == []
    assert page.errors == []
