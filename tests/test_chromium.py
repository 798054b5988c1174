"""Chromium beside Chromium: a test may print a PDF while another's browser is open."""

import pytest
from browser import open_browser
from chromium import open_chromium

pytestmark = pytest.mark.browser


def test_a_second_chromium_starts_beside_the_first():
    with open_browser() as first:
        with open_chromium("Nothing can be tried") as second:
            assert second is not first
            page = second.new_page()
            page.set_content("<p>here</p>")
            assert page.inner_text("p") == "here"
        assert first.is_connected()
