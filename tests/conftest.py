"""What the tests share: the executed chapters, the built book, and a browser."""

import os

import browser as browsers
import build
import pytest
from hypothesis import settings
from nbval.plugin import IPyNbCell

# The gate tries the same examples on every machine; a rehearsal looks for new ones.
settings.register_profile("gate", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("EXAMPLES", "gate"))

# Fixtures that take minutes, Chromium, or a training in a process of its own.
LONG = {"book_html", "executed", "browser", "alone"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what asks for the book or a browser as long, and so out of `make check`."""
    for item in items:
        asks = LONG & set(getattr(item, "fixturenames", ()))
        if asks or isinstance(item, IPyNbCell):
            item.add_marker("long")


@pytest.fixture(scope="session")
def executed():
    """The chapters with their outputs, executed now if they must be."""
    return build.executed()


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
        context.set_default_timeout(browsers.PATIENCE)
        yield context.new_page()
