"""Where Chromium is, and how the book starts it: for the tests and for the PDF."""

import shutil
from contextlib import contextmanager
from pathlib import Path

from build import BuildError

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = "no Chromium found: run 'playwright install chromium', or install chromium"
_started = []  # what runs already in this process, the innermost last


def chromium_path(playwright):
    """Where Chromium is, or None."""
    own = shutil.which("chromium") or shutil.which("chromium-browser")
    downloaded = playwright.chromium.executable_path
    return own or (downloaded if Path(downloaded).exists() else None)


@contextmanager
def running_playwright():
    """Playwright; one that runs already serves again, for a thread can have but one."""
    if _started:
        yield _started[-1]
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        _started.append(playwright)
        try:
            yield playwright
        finally:
            _started.remove(playwright)


@contextmanager
def open_chromium(otherwise):
    """A running Chromium; where there is none, `otherwise` says what cannot be."""
    with running_playwright() as playwright:
        path = chromium_path(playwright)
        if path is None:
            raise BuildError(f"{otherwise}: {MISSING}.")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
