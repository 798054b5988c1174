"""What the tests share: the built book, its address, a browser, and processes.

What a test needs decides where it runs. `make check` leaves out those that need the
book, a browser or time (marked `slow`); `make test` runs all but the rehearsals.
"""

import os

import browser as browsers
import build
import processes
import pytest
from alone import page_of
from hypothesis import settings

# The gate tries the same examples on every machine; EXAMPLES=search looks for new ones.
settings.register_profile("gate", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("EXAMPLES", "gate"))

FIXTURES = {"book_html": "book", "chapters": "book", "browser": "browser"}


if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ["OMP_NUM_THREADS"] = "1"  # one core a worker; PyTorch would take all


def pytest_configure(config):
    """Print the table at the end of a run."""
    config.pluginmanager.import_plugin("summary")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what needs the book or a browser, by the fixtures that it asks for."""
    for item in items:
        for name in FIXTURES.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(FIXTURES[name])


@pytest.fixture(autouse=True)
def chapters_run_only_where_they_are_asked_for(request, monkeypatch):
    """Let a test fail that would run the chapters and is not marked for it."""
    marks = {mark.name for mark in request.node.iter_markers()}
    if not marks & {"book", "browser", "rehearsal"}:
        monkeypatch.setattr(build, "execute", refuse)


def refuse():
    """Say how a test may have the book."""
    pytest.fail(
        "This test needs the executed chapters: ask for the fixture `chapters` or "
        "`book_html`, or mark it with @pytest.mark.book."
    )


@pytest.fixture(scope="session")
def book_html():
    """The folder of the published book, built now if it is not current."""
    return build.build()


@pytest.fixture(scope="session")
def chapters():
    """The chapters as they ran, by name; they are run now if they must be."""
    return build.executed()


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


@pytest.fixture
def alone(page, tmp_path):
    """Open figures alone on a page; returns the page, with its errors in a list."""
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))

    def open_figures(*widgets, address="", between="", spoil=None):
        html = page_of(*widgets, between=between, spoil=spoil)
        file = tmp_path / "figures.html"
        file.write_text(html, encoding="utf-8")
        page.goto(file.as_uri() + address)
        page.wait_for_function('document.documentElement.dataset.widgets === "ready"')
        if not between:
            browsers.start_all(page)
        return page

    return open_figures


@pytest.fixture
def begin():
    """Start processes that heed Ctrl-C; what is left of them at the end is killed."""
    started = []

    def start(command, **options):
        started.append(processes.begin(command, **options))
        return started[-1]

    yield start
    for process in started:
        processes.end(process)
