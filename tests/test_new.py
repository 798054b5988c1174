"""What scripts/new.py begins passes the tests before a word has been changed."""

import os
import re
import shutil
import subprocess
import sys

import build
import nbformat
import pytest
from node_tools import run_node
from test_repository import git

from helpers.page.ledger import claim

ROOT = build.ROOT
COUNT = len(build.chapters())
NEXT = f"{COUNT + 1}_halves"
pytestmark = pytest.mark.slow


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


def remarks_of(copy):
    """What the lint there says, a remark a line."""
    command = [sys.executable, "scripts/lint.py"]
    done = subprocess.run(command, cwd=copy, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_new_chapter_with_one_more_claim_passes_the_tests_of_chapters(copy):
    assert new(copy, "chapter", NEXT, "2024 · Halves")[1]
    assert new(copy, "claim", NEXT, "euclid2024")[1]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    anatomy = [*command, "tests/test_notebooks.py", "-k", NEXT]
    done = subprocess.run(anatomy, cwd=copy, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout
    code = "import nbformat, nbclient; n = nbformat.read({!r}, 4); "
    code += "nbclient.NotebookClient(n).execute(); nbformat.write(n, {!r})"
    path = str(copy / f"notebooks/{NEXT}.ipynb")
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
    [before], [after] = (
        [cell.source for cell in each if cell.source.startswith("## Sources")]
        for each in (before, after)
    )
    assert after.replace(said, "") == before
    assert said in after


def test_a_new_drawing_passes_the_tests_of_drawings(copy):
    said, done = new(copy, "drawing", "noise", "What noise does to a picture.")
    assert done and "draws the examples of noise.py" in said
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    tests = [*command, "tests/test_drawings.py", "-k", "noise or twice"]
    environment = os.environ | {"PYTHONPATH": str(copy / "src")}
    done = subprocess.run(
        tests, cwd=copy, capture_output=True, encoding="utf-8", env=environment
    )
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 8
    said, done = new(copy, "drawing", "noise", "Again")
    assert not done and said == "src/helpers/drawing/noise.py is there already.\n"


def test_a_new_figure_computes_its_cases_in_python_and_javascript(copy):
    said, done = new(copy, "figure", "square_root", "A square.")
    assert done and "src/helpers/widgets/square_root/view.js" in said
    run_node("--test", copy / "tests/js/square_root.test.mjs")
    code = (
        "from helpers.widgets.square_root import SquareRoot; print(SquareRoot().value)"
    )
    path = {"PYTHONPATH": str(copy / "src")}
    printed = subprocess.check_output([sys.executable, "-c", code], env=path)
    assert printed.split() == [b"3"]


@pytest.mark.rehearsal
def test_a_chapter_that_is_moved_is_found_under_its_new_number(copy):
    said, done = new(copy, "move", "19_scale", "17")
    assert done and "chapters 13, 14 and 16" in said, said
    stems = [path.stem for path in sorted((copy / "notebooks").glob("*.ipynb"))]
    assert stems[16:19] == ["17_scale", "18_language_models", "19_vit"]
    assert (copy / "src/helpers/studies/18_language_models.json").exists()
    assert not (copy / "src/helpers/studies/17_language_models.json").exists()
    notebooks = ((copy / f"notebooks/{s}.ipynb").read_text("utf-8") for s in stems)
    text = dict(zip(stems, notebooks, strict=True))
    assert "**18.1 · " in text["18_language_models"] and "**17." in text["17_scale"]
    assert "17_language_models" not in "".join(text.values())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["tests/test_notebooks.py", "tests/test_lint.py"]
    environment = os.environ | {"PYTHONPATH": str(copy / "src")}
    done = subprocess.run(
        command, cwd=copy, capture_output=True, encoding="utf-8", env=environment
    )
    assert done.returncode == 0, done.stdout
    assert new(copy, "move", "17_scale", "19")[1]
    assert remarks_of(copy) == remarks_of(ROOT)
    for name in git("ls-files"):
        if name.endswith((".ipynb", ".md", ".yml")) and (ROOT / name).is_file():
            there = (copy / name).read_text("utf-8")
            assert there == (ROOT / name).read_text("utf-8"), name


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("19_scale", "99"), f"there are chapters 1 to {COUNT}, and no 99."),
        (("19_skale", "3"), "no chapter is called 19_skale."),
        (("19_scale", "0"), "'0' will not do: it should look like '17'."),
    ],
)
def test_a_chapter_is_not_moved_to_where_none_can_be(copy, arguments, sentence):
    said, done = new(copy, "move", *arguments)
    assert not done and sentence in said


def test_what_is_there_is_not_written_over_and_names_have_a_form(copy):
    said, done = new(copy, "chapter", "01_neuron", "1943 · Again")
    assert not done and said == "notebooks/01_neuron.ipynb is there already.\n"
    said, done = new(copy, "chapter", "neuron", "1943 · Again")
    assert not done and said.startswith("'neuron' will not do")
    said, done = new(copy, "chapter", "01_unit", "1943 · Again")
    assert not done and said == "There is a chapter 01 already: 01_neuron.\n"
    for name in ("writer", "ring"):
        said, done = new(copy, "figure", name, "Again.")
        assert not done and said == f"There is a figure {name} already.\n"
    said, done = new(copy, "claim", "20_none", "ho2020")
    assert not done and said == "There is no chapter 20_none.\n"
    assert new(copy, "claim", "19_scale", "ho2020")[1]
    said, done = new(copy, "claim", "19_scale", "ho2020")
    assert not done and said == "There is a claim of ho2020 in 19_scale already.\n"
