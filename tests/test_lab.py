"""The live figures in a real JupyterLab, with their values read back in Python."""

import json
import os
import subprocess
import sys
import time

import nbformat
import pytest
import run

from helpers.drawing.workshop import the_workshop

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
    """
from time import sleep
from helpers.training.progress import tqdm

for _ in tqdm(range(3), leave=False):
    sleep(0.2)
print("trained")
""",
]
RUN_ALL = "window.jupyterapp.commands.execute('notebook:run-all-cells')"
DARK = """window.jupyterapp.commands.execute(
  'apputils:change-theme', { theme: 'JupyterLab Dark' })"""
FIGURE_INK = "getComputedStyle(document.querySelector('.tb-figure')).color"


def server_address(runtime, process, patience=60):
    """The address of the server, as it writes it down when it is ready."""
    for _ in range(patience * 10):
        for file in runtime.glob("jpserver-*.json"):
            info = json.loads(file.read_text("utf-8"))
            return f"{info['url']}lab/tree/figures.ipynb?token={info['token']}"
        assert process.poll() is None, "JupyterLab stopped while it was starting"
        time.sleep(0.1)
    pytest.fail("JupyterLab did not start within a minute")


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
            page.set_default_timeout(60_000)
            page.goto(server_address(runtime, process))
            page.get_by_text("| Idle").wait_for()
            page.evaluate(RUN_ALL)
            page.wait_for_selector(".tb-truth")
            page.wait_for_selector(".tb-raster")
            yield page, folder
        finally:
            process.terminate()


def python_sees(folder, agrees, patience=15):
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


def test_a_bar_of_progress_leaves_no_box_in_lab(lab):
    page, _ = lab
    cell = page.locator(".jp-CodeCell").nth(2)
    cell.get_by_text("trained", exact=True).wait_for()
    heights = "parts => parts.map(part => part.getBoundingClientRect().height)"
    seen = cell.locator(".jp-OutputArea-child").evaluate_all(heights)
    assert [height > 0 for height in seen].count(True) == 1, seen


def test_a_notebook_is_saved_by_its_keys_while_a_figure_has_the_focus(lab):
    page, folder = lab
    file = folder / "figures.ipynb"
    before = file.stat().st_mtime_ns
    page.get_by_role("slider", name="threshold θ").first.focus()
    page.keyboard.press("Control+s")
    for _ in range(200):
        if file.stat().st_mtime_ns != before:
            return
        page.wait_for_timeout(50)
    pytest.fail("Ctrl+S did not save the notebook")


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


INK = "getComputedStyle(document.querySelector('.tb-picture .tb-learned')).stroke"


def test_a_stored_drawing_is_there_before_anything_runs_and_follows_the_theme(lab):
    page, folder = lab
    drawing = the_workshop("0.1")
    cell = nbformat.v4.new_code_cell("the_workshop('0.1')", execution_count=1)
    data = {"text/html": drawing._repr_html_(), "text/plain": repr(drawing)}
    cell.outputs = [nbformat.v4.new_output("execute_result", data, execution_count=1)]
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), folder / "stored.ipynb")
    subprocess.run([sys.executable, "-c", run.TRUST], cwd=folder.parent, check=True)
    page.evaluate(
        "window.jupyterapp.commands.execute('docmanager:open', {path: 'stored.ipynb'})"
    )
    page.wait_for_selector(".tb-picture svg .tb-learned")
    light = page.evaluate(INK)
    page.evaluate(DARK)
    page.wait_for_function(f"{INK} !== '{light}'")
    page.evaluate(DARK.replace("Dark", "Light"))
    page.evaluate(
        "window.jupyterapp.commands.execute('docmanager:open', {path: 'figures.ipynb'})"
    )
    page.wait_for_selector(".tb-figure")
    page.wait_for_function("document.body.dataset.jpThemeLight === 'true'")


def test_a_figure_follows_the_dark_theme_of_lab(lab):
    page, _ = lab
    light = page.evaluate(FIGURE_INK)
    page.evaluate(DARK)
    page.wait_for_function(f"{FIGURE_INK} !== '{light}'")
    assert page.evaluate("document.body.dataset.jpThemeLight") == "false"
