"""The live figures in a real JupyterLab, with their values read back in Python."""

import json
import os
import subprocess
import sys
import time

import nbformat
import pytest

pytestmark = pytest.mark.browser

# Python writes down what it sees, and answers one change with a change of its own.
CELLS = [
    """
import json
from pathlib import Path

from helpers.widgets.net_in_time import NETS, NetInTime
from helpers.widgets.threshold_unit import ThresholdUnit

unit = ThresholdUnit()
net = NetInTime(**NETS["A circle that remembers"])

def write_down(change):
    seen = {"unit": unit.state(), "net": net.state()}
    Path("seen.json").write_text(json.dumps(seen))
    if unit.inputs == [0, 0]:
        unit.threshold = 6

unit.observe(write_down)
net.observe(write_down)
unit
""",
    "net",
]
RUN_ALL = "window.jupyterapp.commands.execute('notebook:run-all-cells')"
DARK = """window.jupyterapp.commands.execute(
  'apputils:change-theme', { theme: 'JupyterLab Dark' })"""
PAPER = "getComputedStyle(document.querySelector('.tb-figure')).backgroundColor"


def server_address(runtime, process, patience=300):
    """The address of the server, as it writes it down when it is ready."""
    for _ in range(patience * 10):
        for file in runtime.glob("jpserver-*.json"):
            info = json.loads(file.read_text("utf-8"))
            return f"{info['url']}lab/tree/figures.ipynb?token={info['token']}"
        assert process.poll() is None, "JupyterLab stopped while it was starting"
        time.sleep(0.1)
    pytest.fail("JupyterLab did not start within five minutes")


@pytest.fixture(scope="module")
def lab(browser, tmp_path_factory):
    """A notebook with two figures, run in JupyterLab: its page and its folder."""
    home = tmp_path_factory.mktemp("lab")
    folder, runtime = home / "notebooks", home / "runtime"
    folder.mkdir()
    cells = [nbformat.v4.new_code_cell(source.strip()) for source in CELLS]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    nbformat.write(notebook, folder / "figures.ipynb")
    own = {
        "JUPYTER_RUNTIME_DIR": str(runtime),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--expose-app-in-browser", "--ServerApp.port=0"]
    command += ["--LabApp.news_url=", "--LabApp.extension_manager=readonly"]
    with (
        open(home / "log.txt", "wb") as log,
        subprocess.Popen(
            command, cwd=folder, env={**os.environ, **own}, stdout=log, stderr=log
        ) as process,
        browser.new_context(viewport={"width": 1400, "height": 1600}) as context,
    ):
        try:
            page = context.new_page()
            page.set_default_timeout(300_000)
            page.goto(server_address(runtime, process))
            page.get_by_text("| Idle").wait_for()
            page.evaluate(RUN_ALL)
            page.wait_for_selector(".tb-truth")
            page.wait_for_selector(".tb-raster")
            yield page, folder
        finally:
            process.terminate()


def python_sees(folder, agrees, patience=120):
    """Wait until what Python wrote down agrees; fail with what it saw last."""
    file, seen = folder / "seen.json", None
    for _ in range(patience * 20):
        try:
            seen = json.loads(file.read_text("utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            seen = None
        if seen and agrees(seen):
            return
        time.sleep(0.05)
    pytest.fail(f"Python saw {seen}")


def test_a_click_in_lab_reaches_python_and_its_answer_reaches_the_figure(lab):
    page, folder = lab
    page.get_by_role("button", name="input x₁").click()
    python_sees(folder, lambda seen: seen["unit"]["inputs"] == [0, 1])
    page.get_by_role("button", name="input x₂").click()
    python_sees(folder, lambda seen: seen["unit"]["threshold"] == 6)
    page.wait_for_function(
        "document.querySelector('.tb-why').textContent.includes('threshold 6')"
    )
    page.get_by_role("button", name="reset at 5").click()
    python_sees(folder, lambda seen: seen["net"]["signals"]["reset"][5] == 0)


def test_the_arrow_keys_belong_to_the_figure_in_lab(lab):
    page, folder = lab
    page.locator(".tb-figure").first.get_by_role("button", name="Reset").click()
    python_sees(folder, lambda seen: seen["unit"]["threshold"] == 2)
    page.get_by_role("slider", name="threshold θ").first.focus()
    page.keyboard.press("ArrowUp")
    python_sees(folder, lambda seen: seen["unit"]["threshold"] == 3)
    page.locator(".tb-pick").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    python_sees(folder, lambda seen: seen["unit"]["inputs"] == [1, 0])
    page.get_by_role("slider", name="time").focus()
    page.keyboard.press("ArrowDown")
    python_sees(folder, lambda seen: seen["net"]["time"] == 3)


def test_a_figure_follows_the_dark_theme_of_lab(lab):
    page, _ = lab
    light = page.evaluate(PAPER)
    page.evaluate(DARK)
    page.wait_for_function(f"{PAPER} !== '{light}'")
    assert page.evaluate("document.body.dataset.jpThemeLight") == "false"
