"""Executing the chapters and building the book: what runs, what is kept, what fails."""

import ast
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import build
import nbformat
import pytest

pytestmark = pytest.mark.long  # each test starts kernels


def write_notebook(path, *cells):
    """Write a notebook of these code cells."""
    cells = [nbformat.v4.new_code_cell(source) for source in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)


@pytest.fixture
def book(tmp_path):
    """A book of two chapters of one cell, in a folder of its own."""
    tmp_path = tmp_path / "book"
    tmp_path.mkdir()
    for folder in ("scripts", "notebooks", "book", "src"):
        (tmp_path / folder).mkdir()
    shutil.copy(build.__file__, tmp_path / "scripts")
    (tmp_path / "constraints.txt").write_text("")
    (tmp_path / "src/helper.py").write_text("answer = 42\n")
    files = ["notebooks/01_a", "notebooks/02_b"]
    parts = [{"caption": "All", "chapters": [{"file": file} for file in files]}]
    toc = {"format": "jb-book", "root": "book/intro", "parts": parts}
    (tmp_path / "book/_toc.yml").write_text(repr(toc))
    for file in files:
        write_notebook(tmp_path / f"{file}.ipynb", "6 * 7")
    return tmp_path


def start(book, *arguments, **variables):
    """Run Python in this book's scripts, with a store of its own beside it."""
    store = {"XDG_CACHE_HOME": str(book.parent / "store")}
    plain = {k: v for k, v in os.environ.items() if k not in build.CAPABILITIES}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=book / "scripts",
        capture_output=True,
        encoding="utf-8",
        env=plain | store | variables,
    )


def run(book, what="execute()", **variables):
    """Call a function of this book's build in a new Python; return what it said."""
    done = start(book, "-c", f"import build; print(build.{what})", **variables)
    return done.stdout + done.stderr


def test_a_chapter_is_executed_once_and_then_kept(book):
    first, second = run(book), run(book)
    assert "01_a ran in" in first and "02_b ran in" in first
    assert " ran in" not in second


def test_a_changed_chapter_is_executed_again_and_alone(book):
    run(book)
    write_notebook(book / "notebooks/02_b.ipynb", "6 * 8")
    again = run(book)
    assert "02_b ran in" in again and "01_a ran in" not in again


@pytest.mark.parametrize("file", ["src/helper.py", "src/table.csv", "src/x/deep.py"])
def test_a_changed_file_voids_the_chapters_that_reach_it_and_no_other(book, file):
    (book / "src/x").mkdir()
    (book / "src/x/deep.py").write_text("answer = 42\n")
    (book / "src/table.csv").write_text("42\n")
    (book / "src/helper.py").write_text("import x.deep\nopen('table.csv')\n")
    write_notebook(
        book / "notebooks/02_b.ipynb", "def use():\n    import helper\n6 * 7"
    )
    run(book)
    with (book / file).open("a") as lines:
        lines.write("43\n")
    again = run(book)
    assert "02_b ran in" in again and "01_a ran in" not in again


def test_other_versions_void_every_chapter(book):
    run(book)
    (book / "constraints.txt").write_text("torch==3\n")
    again = run(book)
    assert "01_a ran in" in again and "02_b ran in" in again


def test_another_checkout_finds_what_this_machine_has_executed(book):
    run(book)
    other = shutil.copytree(book, book.with_name("other"))
    shutil.rmtree(other / "_build")
    said = run(other, "executed()['02_b']")
    assert "2 chapters ran before, as they are now" in said and " ran in" not in said
    assert "'text/plain': '42'" in said


@pytest.mark.parametrize(
    "variables",
    [{"ATEN_CPU_CAPABILITY": "default"}, {"MKL_ENABLE_INSTRUCTIONS": "AVX2"}],
)
def test_another_way_to_compute_voids_every_chapter(book, variables):
    run(book)
    again = run(book, **variables)
    assert "01_a ran in" in again and "02_b ran in" in again
    assert " ran in" not in run(book)


def test_words_and_descriptions_of_pictures_void_nothing(book):
    run(book)
    path = book / "notebooks/01_a.ipynb"
    chapter = nbformat.read(path, as_version=4)
    chapter.cells[0].metadata["mystnb"] = {"image": {"alt": "A product."}}
    chapter.cells.append(nbformat.v4.new_markdown_cell("It is said anew."))
    nbformat.write(chapter, path)
    said = run(book, "executed()['01_a']")
    assert " ran in" not in said and "said anew" in said and "A product." in said


def test_a_failed_chapter_is_not_kept(book):
    write_notebook(book / "notebooks/01_a.ipynb", "1 / 0")
    for _ in range(2):
        assert "01_a failed after" in run(book)
    assert len(list((book.parent / "store").rglob("*.ipynb"))) == 1


def test_a_changed_output_or_judge_asks_for_another_second_run(book):
    for name in ("conftest.py", "pyproject.toml"):
        (book / name).write_text("")
    first = run(book, "proofs()").splitlines()[-1]
    assert run(book, "proofs()").splitlines()[-1] == first
    path = book / "notebooks/01_a.ipynb"
    chapter = nbformat.read(path, as_version=4)
    chapter.cells[0].outputs = [nbformat.v4.new_output("stream", text="43")]
    nbformat.write(chapter, path)
    second = run(book, "proofs()").splitlines()[-1]
    assert ast.literal_eval(first)["02_b"] == ast.literal_eval(second)["02_b"]
    assert ast.literal_eval(first)["01_a"] != ast.literal_eval(second)["01_a"]
    (book / "conftest.py").write_text("# Milder\n")
    third = ast.literal_eval(run(book, "proofs()").splitlines()[-1])
    assert third["02_b"] != ast.literal_eval(second)["02_b"]


def test_executed_chapters_come_with_outputs_and_seconds(book):
    said = run(book, "executed()['02_b']").splitlines()[-1]
    chapter = nbformat.from_dict(ast.literal_eval(said))
    assert chapter.cells[0].outputs[0].data["text/plain"] == "42"
    assert chapter.metadata["seconds"] > 0


def test_two_at_once_execute_a_chapter_once(book):
    with ThreadPoolExecutor(2) as pool:
        said = "".join(pool.map(run, [book, book], ["executed()"] * 2))
    assert said.count("01_a ran in") == 1
    assert said.count("'text/plain': '42'") == 4


def test_a_failing_chapter_fails_the_build_and_says_where(book):
    write_notebook(book / "notebooks/01_a.ipynb", "x = 1", "x / 0\n1")
    done = start(book, "build.py")
    assert done.returncode == 1
    assert "01_a.ipynb, cell 2 ('x / 0') failed: ZeroDivisionError" in done.stderr
    assert "Traceback" not in done.stderr
    assert "02_b ran in" in done.stdout
    assert not (book / "_build/html").exists()


def test_a_kernel_that_dies_fails_the_build(book):
    write_notebook(book / "notebooks/01_a.ipynb", "import os; os._exit(1)")
    assert "01_a.ipynb failed: Kernel died" in run(book)


def test_a_missing_and_a_damaged_chapter_are_named(book):
    (book / "notebooks/01_a.ipynb").write_text("{")
    assert "01_a.ipynb is not a notebook" in run(book)
    (book / "notebooks/01_a.ipynb").unlink()
    assert "names notebooks/01_a.ipynb, but there is no such file" in run(book)


def test_a_site_counts_as_current_only_when_made_whole_from_these_sources(book):
    (book / "_config.yml").write_text("title: A book\n")
    assert run(book, "is_current()").strip() == "False"
    site = book / "_build/html"
    site.mkdir(parents=True)
    assert run(book, "is_current()").strip() == "False"
    (site / ".fingerprint").write_text(run(book, "site_fingerprint()").strip())
    assert run(book, "is_current()").strip() == "True"
    (book / "book/intro.md").write_text("# Changed\n")
    assert run(book, "is_current()").strip() == "False"


def test_a_warning_of_sphinx_fails_the_build_and_is_shown(book):
    (book / "_config.yml").write_text("title: A book\n")
    (book / "book/intro.md").write_text("# A book\n\n[nowhere](#nowhere)\n")
    said = run(book, "build()")
    assert "BuildError" in said and "WARNING" in said and "nowhere" in said
    assert not (book / "_build/html").exists()


def test_of_a_traceback_only_what_the_build_itself_says_is_shown():
    traceback = "Traceback (most recent call last):\n  File book_page.py, line 279"
    reason = "build.BuildError: 13_seq2seq as it is now has not run: build again."
    said = build.complaints(f"{traceback}\n{reason}\nAnother: traceback\n")
    assert said.splitlines()[:-1] == [reason]
    assert traceback in build.complaints(traceback)
