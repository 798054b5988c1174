"""Executing the chapters and building the book: what runs, what is kept, what fails."""

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Timer

import build
import nbformat
import pytest
import stamp
import terminal
import yaml
from filelock import FileLock

POSIX = pytest.mark.skipif(os.name == "nt", reason="a matter of POSIX systems")

pytestmark = pytest.mark.slow


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
    for module in (build, stamp, terminal):
        shutil.copy(module.__file__, tmp_path / "scripts")
    (tmp_path / "constraints.txt").write_text("")
    (tmp_path / "src/helper.py").write_text("answer = 42\n")
    files = ["notebooks/01_a", "notebooks/02_b"]
    parts = [{"caption": "All", "chapters": [{"file": file} for file in files]}]
    toc = {"format": "jb-book", "root": "book/intro", "parts": parts}
    (tmp_path / "book/_toc.yml").write_text(repr(toc))
    for file in files:
        write_notebook(tmp_path / f"{file}.ipynb", "6 * 7")
    return tmp_path


def variables(book, **changes):
    """The environment of a run, with a store of its own beside the book."""
    plain = {k: v for k, v in os.environ.items() if k not in build.CAPABILITIES}
    return plain | {"XDG_CACHE_HOME": str(book.parent / "store")} | changes


def call(book, what, **changes):
    """Call a function of this book's build in a new Python, which prints its value."""
    return subprocess.run(
        [sys.executable, "-c", f"import build; print(build.{what})"],
        cwd=book / "scripts",
        capture_output=True,
        encoding="utf-8",
        env=variables(book, **changes),
    )


def run(book, what="execute()", **changes):
    """What such a call says, errors included."""
    done = call(book, what, **changes)
    return done.stdout + done.stderr


def value(book, what):
    """What such a call returns; zmq may say of its own that a kernel is gone."""
    return ast.literal_eval(call(book, what).stdout.splitlines()[-1])


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


def test_what_only_looks_like_an_import_or_a_file_leads_nowhere():
    code = "# import helper\nimport one.two as three\nfrom four import (\n    five\n)\n"
    code += "six.seven\nopen('eight.csv')\nf'{nine}.ten and eleven.txt'\n"
    found = {"one", "two", "four", "five", "eight.csv", "eleven.txt"}
    assert build.mentions(code) - {""} == found
    assert build.mentions("import { a } from './b.js'") == {"b.js"}


def test_a_module_that_is_imported_by_a_name_of_the_run_is_known():
    for path in (build.ROOT / "src").rglob("*.py"):
        if "import_module(f" in path.read_text("utf-8"):
            assert build.CHOSEN[path.name], path
    assert "tatoeba" in build.mentions("import x", "translation.py")


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


def test_a_torn_file_of_the_store_is_as_good_as_none(book):
    run(book)
    shutil.rmtree(book / "_build")
    for file in (book.parent / "store").rglob("*.ipynb"):
        file.write_text("{")
    assert "01_a ran in" in run(book)


def test_without_a_place_for_the_store_the_book_is_built_all_the_same(book):
    (book.parent / "store").write_text("no folder")
    said = run(book, "executed()['02_b']")
    assert "is kept in this folder alone" in said and "'text/plain': '42'" in said


@pytest.mark.parametrize(
    "changes",
    [{"ATEN_CPU_CAPABILITY": "default"}, {"MKL_ENABLE_INSTRUCTIONS": "AVX2"}],
)
def test_another_way_to_compute_voids_every_chapter(book, changes):
    run(book)
    again = run(book, **changes)
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
    judges = [book / name for name in build.JUDGES]
    for judge in judges:
        judge.write_text("")
    first = value(book, "proofs()")
    assert value(book, "proofs()") == first
    path = book / "notebooks/01_a.ipynb"
    chapter = nbformat.read(path, as_version=4)
    chapter.cells[0].outputs = [nbformat.v4.new_output("stream", text="43")]
    nbformat.write(chapter, path)
    second = value(book, "proofs()")
    assert first["02_b"] == second["02_b"]
    assert first["01_a"] != second["01_a"]
    judges[0].write_text("# Milder\n")
    assert value(book, "proofs()")["02_b"] != second["02_b"]


def test_executed_chapters_come_with_outputs_and_seconds(book):
    chapter = nbformat.from_dict(value(book, "executed()['02_b']"))
    assert chapter.cells[0].outputs[0].data["text/plain"] == "42"
    assert chapter.metadata["seconds"] > 0


def test_two_at_once_execute_a_chapter_once(book):
    with ThreadPoolExecutor(2) as pool:
        said = "".join(pool.map(run, [book, book], ["executed()"] * 2))
    assert said.count("01_a ran in") == 1
    assert said.count("'text/plain': '42'") == 4


def test_a_failing_chapter_fails_the_build_and_says_where(book):
    write_notebook(book / "notebooks/01_a.ipynb", "x = 1", "x / 0\n1")
    done = subprocess.run(
        [sys.executable, book / "scripts/build.py"],
        capture_output=True,
        encoding="utf-8",
        env=variables(book),
    )
    assert done.returncode == 1
    assert "01_a.ipynb, cell 2 ('x / 0') failed: ZeroDivisionError" in done.stderr
    assert "build.py" not in done.stderr  # zmq says of its own that a kernel is gone
    assert "02_b ran in" in done.stdout
    assert not (book / "_build/html").exists()


def test_a_kernel_that_dies_fails_the_build(book):
    write_notebook(book / "notebooks/01_a.ipynb", "import os; os._exit(1)")
    assert "01_a.ipynb failed: Kernel died" in run(book)


def begin(book, **pipes):
    """Start this book's build; Ctrl-C reaches it also where it would be ignored."""
    return subprocess.Popen(
        [sys.executable, book / "scripts/build.py"],
        env=variables(book),
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **pipes,
    )


def lives(number):
    """Whether there is a process of this number."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


@POSIX
def test_ctrl_c_while_chapters_run_stops_them_at_once_and_says_nothing(book):
    wait = (
        "import os, pathlib, time\n"
        "pathlib.Path('pid.new').write_text(str(os.getpid()))\n"
        "os.rename('pid.new', 'pid')\ntime.sleep(600)"
    )
    write_notebook(book / "notebooks/01_a.ipynb", wait)
    with begin(book, stdout=subprocess.PIPE) as process:
        while not (book / "notebooks/pid").exists():
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "01_a" not in output
    assert not errors or "zmq" in errors  # which may miss its kernel
    assert not lives(int((book / "notebooks/pid").read_text()))


@POSIX
def test_ctrl_c_before_a_chapter_runs_says_nothing(book):
    interrupt = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\n"
    (book / "scripts/nbformat.py").write_text(interrupt + "time.sleep(60)\n")
    with begin(book, stdout=subprocess.PIPE) as process:
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and not errors + output


@POSIX
def test_a_build_that_nobody_listens_to_goes_on_in_silence(book):
    write_notebook(book / "notebooks/01_a.ipynb", "x / 0")
    reader, writer = os.pipe()
    os.close(reader)
    with begin(book, stdout=writer) as process:
        os.close(writer)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 1 and "cell 1 ('x / 0') failed" in errors
    assert errors.count("\n") == 1 or "zmq" in errors


def test_a_build_that_waits_for_another_says_so(book):
    (book / "_build").mkdir()
    with (
        FileLock(book / "_build/.lock"),
        begin(book, stdout=subprocess.PIPE) as process,
    ):
        late = Timer(60, process.kill)
        late.start()
        said = process.stdout.readline()
        late.cancel()
        process.kill()
    assert said == "Another command is building the book: waiting for it.\n"


def test_a_missing_and_a_damaged_chapter_are_named(book):
    (book / "notebooks/01_a.ipynb").write_text("{")
    assert "01_a.ipynb is not a notebook" in run(book)
    (book / "notebooks/01_a.ipynb").unlink()
    assert "names notebooks/01_a.ipynb, but there is no such file" in run(book)


def test_a_site_counts_as_current_only_when_made_whole_from_these_sources(book):
    (book / "_config.yml").write_text("title: A book\n")
    assert value(book, "is_current()") is False
    site = book / "_build/html"
    site.mkdir(parents=True)
    assert value(book, "is_current()") is False
    (site / ".fingerprint").write_text(call(book, "site_fingerprint()").stdout.strip())
    assert value(book, "is_current()") is True
    (book / "book/intro.md").write_text("# Changed\n")
    assert value(book, "is_current()") is False


def test_a_warning_of_sphinx_fails_the_build_and_is_shown(book):
    (book / "_config.yml").write_text("title: A book\n")
    (book / "book/intro.md").write_text("# A book\n\n[nowhere](#nowhere)\n")
    said = run(book, "build()")
    assert "BuildError" in said and "WARNING" in said and "nowhere" in said
    assert not (book / "_build/html").exists()


ODD = "[x] %20 é" if os.name == "nt" else "[x] %20 é? #*"
USE_BUILD = """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import build
build.let_databases_be_anywhere()

def setup(app):
    return {}
"""


def test_the_folder_of_the_book_may_have_any_name(book):
    real = yaml.safe_load((build.ROOT / "_config.yml").read_text("utf-8"))
    copied = "only_build_toc_files", "exclude_patterns", "execute"
    config = {name: real[name] for name in copied} | {"title": "A book"}
    config["sphinx"] = {"local_extensions": {"use_build": "book/_ext"}}
    config["sphinx"]["extra_extensions"] = ["use_build"]
    (book / "_config.yml").write_text(yaml.safe_dump(config))
    (book / "book/_ext").mkdir()
    (book / "book/_ext/use_build.py").write_text(USE_BUILD)
    for page in ("book/intro.md", "README.md", "translations/es/book/intro.md"):
        (book / page).parent.mkdir(parents=True, exist_ok=True)
        (book / page).write_text("# A book\n")
    for name in ("01_a", "02_b"):
        path = book / f"notebooks/{name}.ipynb"
        cells = [nbformat.v4.new_markdown_cell("# A chapter")]
        cells.append(nbformat.v4.new_code_cell("6 * 7"))
        nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    odd = book / ODD
    odd.mkdir()
    for part in list(book.iterdir()):
        if part != odd:
            part.rename(odd / part.name)
    said = run(odd, "build()", XDG_CACHE_HOME=str(book.parent / "store"))
    page = odd / "_build/html/notebooks/02_b.html"
    assert page.exists() and "42" in page.read_text("utf-8"), said
    assert {part.name for part in book.iterdir()} == {ODD}


def test_of_a_traceback_only_what_the_build_itself_says_is_shown():
    traceback = "Traceback (most recent call last):\n  File book_page.py, line 279"
    reason = "build.BuildError: 13_seq2seq as it is now has not run: build again."
    said = build.complaints(f"{traceback}\n{reason}\nAnother: traceback\n")
    assert said.splitlines()[:-1] == [reason]
    assert traceback in build.complaints(traceback)


def test_a_build_without_python_says_so(monkeypatch, capsys):
    said = "The pages are built without Python in them: there is no npm here."
    done = build.subprocess.CompletedProcess([], 0, f"reading\n{said}\nwriting\n")
    monkeypatch.setattr(build.subprocess, "run", lambda *_, **__: done)
    build.run_sphinx("en")
    assert capsys.readouterr().out == f"{said}\n"
