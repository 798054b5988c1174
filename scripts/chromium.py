"""Where Chromium is, and how the book starts it: for the tests and for the PDF."""

import shutil
from pathlib import Path

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
