"""Lighthouse's scores of the published book, served compressed, on two devices."""

import json
import os
import subprocess
import warnings

import build
import pytest
from browser import FLAGS, chromium_path, require_browser
from node_tools import ensure_node_modules, node

pytestmark = [
    pytest.mark.browser,
    pytest.mark.rehearsal,
    pytest.mark.filterwarnings("default"),  # a slow page is a warning
]

DEVICES = {"desktop": (["--preset=desktop"], 95), "mobile": ([], 85)}
SMALL = ["book/intro", f"notebooks/{build.chapters()[0].stem}", "book/ledger"]
VISITS = [("desktop", page) for page in build.pages()]
VISITS += [("mobile", page) for page in SMALL]
CATEGORIES = ["accessibility", "best-practices", "performance"]


@pytest.fixture(scope="module")
def chromium():
    """The path of Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = chromium_path(playwright)
    require_browser(path)
    return path


def scores(chromium, address, options, report):
    """Lighthouse's scores of the page at this address, from 0 to 100."""
    command = [
        node(),
        ensure_node_modules() / "lighthouse/cli/index.js",
        address,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags={' '.join(['--headless=new', *FLAGS])}",
        *options,
    ]
    done = subprocess.run(
        command,
        env=os.environ | {"CHROME_PATH": str(chromium)},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text("utf-8"))["categories"]
    return {name: round(100 * found[name]["score"]) for name in CATEGORIES}


@pytest.mark.parametrize(("device", "name"), VISITS)
def test_a_page_scores_high(chromium, site, tmp_path, device, name):
    options, least = DEVICES[device]
    found = scores(chromium, f"{site}{name}.html", options, tmp_path / "report.json")
    print(name, device, found)
    assert found["accessibility"] == 100
    assert found["best-practices"] == 100
    if found["performance"] < least:
        warnings.warn(f"{name} on {device}: {found}", stacklevel=1)
