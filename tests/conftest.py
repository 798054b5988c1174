"""What the tests share: the built book, its address, and a browser."""

import browser as browsers
import build
import pytest


@pytest.fixture(scope="session")
def book_html():
    """The folder of the published book, built now if it is not current."""
    return build.build()


@pytest.fixture(scope="session")
def site(book_html):
    """The address of the book on a small server."""
    with browsers.serve(book_html) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium; without one the test is skipped, or fails in CI."""
    with browsers.open_browser() as chromium:
        yield chromium


@pytest.fixture
def page(browser):
    """An empty page of a new profile."""
    with browser.new_context() as context:
        yield context.new_page()
