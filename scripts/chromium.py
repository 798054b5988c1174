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


def chromium_path(playwright):
    """Where Chromium is, or None."""
    own = shutil.which("chromium") or shutil.which("chromium-browser")
    downloaded = playwright.chromium.executable_path
    return own or (downloaded if Path(downloaded).exists() else None)


@contextmanager
def open_chromium(otherwise):
    """A running Chromium; where there is none, `otherwise` says what cannot be."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = chromium_path(playwright)
        if path is None:
            raise BuildError(f"{otherwise}: {MISSING}.")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
