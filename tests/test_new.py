"""What scripts/new.py begins passes the tests before a word has been changed."""

import shutil
import subprocess
import sys

import build
import nbformat
import pytest
from node_tools import run_node
from test_repository import git

from helpers.ledger import claim

ROOT = build.ROOT

pytestmark = pytest.mark.long


@pytest.fixture
def copy(tmp_path):
    """The project's own files in another place."""
    for name in git("ls-files"):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts", dirs_exist_ok=True)
    return tmp_path


def new(copy, *arguments):
    """Run the script there, and return what it said and whether it succeeded."""
    command = [sys.executable, "scripts/new.py", *arguments]
    done = subprocess.run(command, cwd=copy, capture_output=True, encoding="utf-8")
    return done.stdout + done.stderr, done.returncode == 0


def test_a_new_chapter_with_one_more_claim_passes_the_tests_of_chapters(copy):
    assert new(copy, "chapter", "20_halves", "2024 · Halves")[1]
    assert new(copy, "claim", "20_halves", "euclid2024")[1]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    anatomy = [*command, "tests/test_notebooks.py", "-k", "20_halves"]
    done = subprocess.run(anatomy, cwd=copy, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout
    code = "import nbformat, nbclient; n = nbformat.read({!r}, 4); "
    code += "nbclient.NotebookClient(n).execute(); nbformat.write(n, {!r})"
    path = str(copy / "notebooks/20_halves.ipynb")
    run = [sys.executable, "-c", code.format(path, path)]
    subprocess.run(run, check=True)
    said = "\n".join(
        str(output.get("data", {}).get("text/plain", ""))
        for cell in nbformat.read(path, as_version=4).cells
        for output in cell.get("outputs", [])
    )
    assert said.count("Not yet") == said.count("Right") == 6
    assert said.count("100 of 200") == 2


def test_a_new_claim_stands_in_any_chapter_and_its_paper_among_the_sources(copy):
    assert new(copy, "claim", "16_transformer", "ho2020")[1]
    before, after = (
        nbformat.read(root / "notebooks/16_transformer.ipynb", as_version=4).cells
        for root in (ROOT, copy)
    )
    [cell] = [cell for cell in after if cell.id == "claim-ho2020"]
    verdict = eval(cell.source, {"claim": claim})
    assert "100 of 200" in repr(verdict)
    said = "- N. Nobody, *To Be Filled In*, 2020: what was taken from it.\n"
    assert after[-1].source.replace(said, "") == before[-1].source
    assert said in after[-1].source


def test_a_new_figure_computes_its_cases_in_python_and_javascript(copy):
    said, done = new(copy, "figure", "square_root", "A square.")
    assert done and "Add SquareRoot to FIGURES" in said
    run_node("--test", copy / "tests/js/square_root.test.mjs")
    code = (
        "from helpers.widgets.square_root import SquareRoot; print(SquareRoot().value)"
    )
    path = {"PYTHONPATH": str(copy / "src")}
    printed = subprocess.check_output([sys.executable, "-c", code], env=path)
    assert printed.split() == [b"3"]


def test_what_is_there_is_not_written_over_and_names_have_a_form(copy):
    said, done = new(copy, "chapter", "01_neuron", "1943 · Again")
    assert not done and said == "notebooks/01_neuron.ipynb is there already.\n"
    said, done = new(copy, "chapter", "neuron", "1943 · Again")
    assert not done and said.startswith("'neuron' will not do")
    said, done = new(copy, "chapter", "01_unit", "1943 · Again")
    assert not done and said == "There is a chapter 01 already: 01_neuron.\n"
    said, done = new(copy, "claim", "20_none", "ho2020")
    assert not done and said == "There is no chapter 20_none.\n"
    assert new(copy, "claim", "19_scale", "ho2020")[1]
    said, done = new(copy, "claim", "19_scale", "ho2020")
    assert not done and said == "There is a claim of ho2020 in 19_scale already.\n"
