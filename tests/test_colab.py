"""The rehearsal of Google Colab: each notebook alone, in Colab's own versions.

The environment has what Colab has, and no more of the book than a notebook's first cell
fetches; the repository's address leads to a snapshot of the working tree.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import build
import nbformat
import pytest
import stamp
from test_repository import ROOT, git

pytestmark = pytest.mark.rehearsal

# Colab in August 2026; torch is the version that the book's constraints name.
COLAB = """
anywidget==0.9.21
ipykernel==6.17.1
ipython==7.34.0
ipywidgets==7.7.1
lxml==6.0.2
matplotlib==3.10.0
mlxtend==0.23.4
nbclient==0.10.2
numpy==2.1.3
pandas==2.2.2
regex==2025.11.3
safetensors==0.7.0
scikit-learn==1.6.1
scipy==1.16.3
statsmodels==0.14.6
tabulate==0.9.0
torch==2.13.0
tqdm==4.67.1
traitlets==5.7.1
""".split()
ADDRESS = "https://github.com/Ada-L/engine.book"  # which is nowhere
STAND_IN = '"""What the notebooks look for in sys.modules."""\n'


@pytest.fixture(scope="session")
def colab():
    """The Python of an environment like Colab's, kept until its versions change."""
    key = hashlib.sha256(repr((COLAB, sys.version)).encode()).hexdigest()[:12]
    folder = ROOT / "_build" / f"colab-env-{key}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    complete = folder / "complete"
    if not complete.exists():
        venv.create(folder, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *COLAB], check=True)
        site = subprocess.check_output(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            text=True,
        )
        package = Path(site.strip(), "google", "colab")
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(STAND_IN)
        complete.touch()
    return python


@pytest.fixture(scope="session")
def snapshot(tmp_path_factory):
    """A git repository of the working tree as it is published, commits or no."""
    folder = tmp_path_factory.mktemp("repository")
    for name in git("ls-files", "--cached", "--others", "--exclude-standard"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    for path in stamp.notebooks(folder):
        stamp.stamp(path, ADDRESS)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    commit(folder)
    return folder


def commit(folder):
    """Commit all that is in the folder."""
    identity = ["-c", "user.name=Reader", "-c", "user.email=reader@localhost"]
    for command in [["add", "."], ["commit", "-qm", "Snapshot"]]:
        subprocess.run(["git", *identity, *command], cwd=folder, check=True)


def redirect(repository):
    """Variables that make git and pip take the repository's address to be this one."""
    kept = {
        k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "IPYTHONDIR")
    }
    return kept | {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{repository.as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": ADDRESS,
    }


def rehearse(python, notebook, repository):
    """Run the notebook in the environment; what was printed, failures included."""
    done = subprocess.run(
        [python, ROOT / "tests/colab_run.py", notebook],
        cwd=ROOT / "_build",
        env=redirect(repository),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("notebook", build.chapters(), ids=lambda path: path.stem)
def test_the_notebook_runs_alone_in_colab_and_upgrades_nothing(
    colab, snapshot, notebook
):
    published = snapshot / notebook.relative_to(ROOT)
    code, output = rehearse(colab, published, snapshot)
    assert code == 0, output
    print(output)


def test_a_package_that_would_upgrade_colab_is_found_out(colab, snapshot, tmp_path):
    greedy = tmp_path / "greedy"
    shutil.copytree(snapshot, greedy)
    pyproject = (greedy / "pyproject.toml").read_text("utf-8")
    assert '"tqdm>=4.66"' in pyproject
    asks = pyproject.replace('"tqdm>=4.66"', '"tqdm>=4.66", "iniconfig"')
    (greedy / "pyproject.toml").write_text(asks, "utf-8")
    commit(greedy)
    notebook = tmp_path / "short.ipynb"
    first_cell_only(snapshot / "notebooks/01_neuron.ipynb", notebook)
    code, output = rehearse(colab, notebook, greedy)
    subprocess.run([colab, "-m", "pip", "uninstall", "-qy", "iniconfig"], check=True)
    assert code and "changed the environment: ['iniconfig==" in output


def first_cell_only(source, target):
    """Write a notebook with nothing but the source's first code cell."""
    notebook = nbformat.read(source, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    notebook.cells = code[:1]
    nbformat.write(notebook, target)


FIGURES = """
from helpers.widgets.net_in_time import NetInTime
from helpers.widgets.threshold_unit import ThresholdUnit

unit = ThresholdUnit(threshold=1)
for figure in (unit, NetInTime()):
    sent = figure.get_state()
    assert "export" in sent["_esm"] and 'from "./' not in sent["_esm"]
    assert ".tb-figure" in sent["_sheets"][0] and len(sent["_sheets"]) == 2
    assert set(sent["_initial"]) == set(sent["_rules"]) == set(figure.state())
unit.set_state({"threshold": 3})
assert unit.threshold == 3
try:
    unit.threshold = 99
except Exception as error:
    print(error)
"""


def test_the_live_figures_work_with_the_widgets_of_colab(colab):
    said = subprocess.check_output(
        [colab, "-c", FIGURES],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        text=True,
    )
    assert said == "threshold must be a whole number from 1 to 6, not 99.\n"
