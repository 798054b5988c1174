"""Execute the chapters and build the book.

`python scripts/build.py` leaves the site in _build/html. It executes the notebooks of
book/_toc.yml on all cores, keeps their outputs in a store, and runs Sphinx with
warnings as errors. Nothing is done twice: unchanged input costs a hash. The store is
the machine's and not the checkout's: a new clone finds there what another has run. A
translation, in a folder of translations/ that is laid out like this one, goes through
the same and stands in a folder of the site.

`BOOK_PREVIEW=10_rnn python scripts/build.py` is for a writer in a hurry: chapters that
are not named are shown as they last ran, though what they import has changed since,
and no translation is made.
"""

from terminal import be_stopped, leave_at_once, say, stop

if __name__ == "__main__":
    leave_at_once()

import ast
import asyncio
import functools
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import distributions
from pathlib import Path
from time import perf_counter

import stamp
import yaml
from filelock import FileLock, Timeout

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "_build"
SITE = BUILD / "html"
CACHE = BUILD / ".jupyter_cache"
STAGE = BUILD / ".next"
LOCK = FileLock(BUILD / ".lock")
CELL_TIMEOUT = 1500  # of a cell that hangs; a slow machine is none
CHOSEN = {"translation.py": ["phrasebook", "tatoeba"]}  # imports by a name of the run
PREVIEW = os.environ.get("BOOK_PREVIEW", "").split()  # chapters that must be fresh
STYLESHEET = "picture.css"  # of drawings: pages take it from src/, not from outputs
NAME = "evolution-of-the-transformer"
HOME = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
STORE = HOME / NAME  # what this machine has executed, whichever checkout asked for it
MOST = 300  # files in a folder of the store
JUDGES = "notebooks/conftest.py", "pyproject.toml"  # what a second run is judged by
CAPABILITIES = [  # by which a reader tells the libraries how to compute
    *("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS"),
    *("OPENBLAS_CORETYPE", "NPY_DISABLE_CPU_FEATURES", "CUDA_VISIBLE_DEVICES"),
]


class BuildError(Exception):
    """The book cannot be built; the message says what to mend."""


def fingerprint(*names):
    """A hash of the files, and of the files in the folders, under these names."""
    digest = hashlib.sha256(sys.version.encode())
    for name in names:
        top = ROOT / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            hidden = {"__pycache__", ".ipynb_checkpoints"} & set(path.parts)
            if path.is_file() and not hidden and ".egg-info" not in str(path):
                digest.update(str(path.relative_to(ROOT)).encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()


def digest(*parts):
    """A hash of plain values."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def processor():
    """The processor's name, as far as the system tells it."""
    told = Path("/proc/cpuinfo")
    text = told.read_text("utf-8") if told.exists() else ""
    named = re.search(r"^model name\s*: (.+)", text, re.M)
    return named[1] if named else platform.processor()


@functools.cache
def machine():
    """A hash of what may show in a result: system, processor, abilities, versions."""
    from numpy._core._multiarray_umath import __cpu_features__

    system = platform.system(), platform.machine(), processor(), sys.version
    abilities = sorted(name for name, has in __cpu_features__.items() if has)
    wishes = [os.environ.get(name, "") for name in CAPABILITIES]
    found = {f"{found.name}=={found.version}" for found in distributions()}
    return digest(system, abilities, wishes, sorted(p for p in found if NAME not in p))


def site_fingerprint():
    """A hash of everything that goes into the site, and the repository's address."""
    parts = "src", "constraints.txt", "_config.yml", "book", "notebooks"
    others = "benchmarks/results.json", "translations"
    names = "build", "classify", "python_parts", "stamp", "translated"
    scripts = (f"scripts/{name}.py" for name in names)
    npm = (
        "" if shutil.which("npm") else "without npm "
    )  # and so without Python in pages
    made = fingerprint(*parts, *others, *scripts)
    return f"{made} {machine()} {npm}{stamp.address(ROOT) or ''}".strip()


def is_current():
    """Whether _build/html was made from the present sources, and made whole."""
    stamp = SITE / ".fingerprint"
    return stamp.exists() and stamp.read_text() == site_fingerprint()


def languages():
    """The languages of the book: English, then those it is translated into."""
    tables = sorted(ROOT.glob("translations/*/book/_toc.yml"))
    return ["en", *(path.parents[1].name for path in tables)]


def home(language):
    """The folder in which book/ and notebooks/ are in this language."""
    return ROOT if language == "en" else ROOT / "translations" / language


def words(language):
    """What the furniture of the pages says in a translation, by the English words."""
    return yaml.safe_load((home(language) / "words.yml").read_text(encoding="utf-8"))


def table_of_contents(language="en"):
    """What book/_toc.yml says."""
    path = home(language) / "book/_toc.yml"
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def pages(language="en"):
    """The names of the pages that the table of contents lists, the cover first."""
    toc = table_of_contents(language)
    entries = [entry for part in toc["parts"] for entry in part["chapters"]]
    return [toc["root"], *(entry["file"] for entry in entries)]


def chapters(language="en"):
    """The paths of the notebooks that the table of contents names, in its order."""
    files = [page for page in pages(language) if page.startswith("notebooks/")]
    paths = [home(language) / f"{file}.ipynb" for file in files]
    for path in paths:
        if not path.exists():
            name = path.relative_to(ROOT)
            raise BuildError(f"book/_toc.yml names {name}, but there is no such file.")
    return paths


def read_notebook(path):
    """The notebook in this file."""
    import nbformat

    try:
        return nbformat.read(path, as_version=4)
    except (ValueError, nbformat.reader.NotJSONError) as error:
        raise BuildError(f"{path.name} is not a notebook: {error}.") from None


def open_cache():
    """The cache of executed notebooks."""
    from jupyter_cache import get_cache

    let_databases_be_anywhere()
    return get_cache(CACHE)


def let_databases_be_anywhere():
    """Have the cache's database opened by its path; a URL would end at a ?."""
    from jupyter_cache.cache import db
    from sqlalchemy import URL, create_engine

    def by_path(url):
        return create_engine(URL.create("sqlite", database=url[len("sqlite:///") :]))

    db.create_engine = by_path


def mentions(text, name=""):
    """The modules that a file of this name imports, and the files that it names."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:  # it is no Python
        return set(re.findall(r"\w+\.\w+", text))
    found = set(CHOSEN.get(name, ()))
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            dotted = [alias.name for alias in node.names]
            dotted.append(getattr(node, "module", None) or "")
            found |= set(".".join(dotted).split("."))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"\w+\.\w+", node.value))
    return found


@functools.cache
def sources():
    """The files under src/ with their mentions, by the names that lead to them.

    A module's name leads to the files beside it that share it, a figure's to its .js,
    and that of a figure with a folder of its own to all that is in there.
    """
    found = {}
    for path in sorted((ROOT / "src").rglob("*")):
        made = "__pycache__" in path.parts or ".egg-info" in str(path)
        if path.is_file() and not made and path.name != STYLESHEET:
            module = path.parent.name if path.stem == "__init__" else path.stem
            said = mentions(path.read_text("utf-8"), path.name)
            entry = path.relative_to(ROOT), said
            found.setdefault(path.name, []).append(entry)
            if path.with_suffix(".py").exists():
                found.setdefault(module, []).append(entry)
            elif (path.parent / "view.js").exists():
                found.setdefault(path.parent.name, []).append(entry)
    return found


def foundation(notebook):
    """A hash of the pinned versions and of the files in src/ that a notebook reaches.

    It reaches what its code mentions, and what is mentioned in a file that it reaches.
    """
    code = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    plain = (re.sub(r"^(\s*)[%!].*$", r"\1pass", cell, flags=re.M) for cell in code)
    waiting, reached, files = set().union(*map(mentions, plain)), set(), set()
    while names := (waiting & sources().keys()) - reached:
        reached |= names
        for path, mentioned in (pair for name in names for pair in sources()[name]):
            files.add(path)
            waiting |= mentioned
    return fingerprint("constraints.txt", *sorted(files))


def code_cells(notebook):
    """The cells of a notebook that are run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def key(notebook):
    """A hash of all that decides what a notebook prints."""
    cells = [
        (cell.source, cell.metadata.get("tags", [])) for cell in code_cells(notebook)
    ]
    kernel = notebook.metadata.get("kernelspec", {}).get("name", "")
    return digest(cells, kernel, foundation(notebook), machine())


def cached(cache, path):
    """The executed notebook, with its seconds as metadata; None if it must be run."""
    notebook = read_notebook(path)
    try:
        record = cache.match_cache_notebook(notebook)
    except KeyError:
        return None
    as_it_was = PREVIEW and path.stem not in PREVIEW
    if not as_it_was and record.data.get("key") != key(notebook):
        return None
    _, notebook = cache.merge_match_into_notebook(notebook)
    notebook.metadata["seconds"] = record.data["execution_seconds"]
    return notebook


def keep(cache, path, notebook, name, seconds):
    """Keep an executed notebook where Sphinx looks for it."""
    from jupyter_cache.base import CacheBundleIn

    data = {"execution_seconds": seconds, "key": name}
    bundle = CacheBundleIn(notebook, str(path), data=data)
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def write_whole(path, text):
    """Write a file of the store at once, and take the oldest away from too many."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
    files = sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)
    for old in files[:-MOST]:
        old.unlink(missing_ok=True)


def store(notebook, name, seconds):
    """Keep an executed notebook for every checkout of this machine, if it may."""
    import nbformat

    notebook.metadata["seconds"] = seconds
    try:
        write_whole(STORE / "executed" / f"{name}.ipynb", nbformat.writes(notebook))
    except OSError as error:  # no home of its own, a full disk
        say(
            f"What ran is kept in this folder alone: {STORE} cannot be written: {error}"
        )


def stored(name):
    """The notebook in the store under this key; None for none, or for a torn one."""
    try:
        return read_notebook(STORE / "executed" / f"{name}.ipynb")
    except (OSError, BuildError):
        return None


def restore(cache, path):
    """Take a chapter's outputs from the machine's store; False if it has none."""
    notebook = read_notebook(path)
    name = key(notebook)
    done = stored(name)
    if done is None:
        return False
    for cell, ran in zip(code_cells(notebook), code_cells(done), strict=True):
        cell.outputs, cell.execution_count = ran.outputs, ran.execution_count
    seconds = done.metadata.pop("seconds")
    notebook.metadata.update(done.metadata)
    keep(cache, path, notebook, name, seconds)
    return True


def client(path):
    """What will run every cell of the notebook in its own folder, in a new kernel."""
    from nbclient import NotebookClient

    return NotebookClient(
        read_notebook(path),
        timeout=CELL_TIMEOUT,
        record_timing=False,  # times in the metadata would be part of the cache's key
        resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=["--log-level=ERROR"],  # the kernel's own notices
    )


async def run_notebook(path, runner, turn):
    """Run the notebook of this path when it is its turn.

    Returns the path, the notebook with its outputs, its seconds, and the error or None.
    """
    from nbclient.exceptions import CellControlSignal, CellExecutionError

    async with turn:
        start = perf_counter()
        try:
            await runner.async_execute()
        except (CellControlSignal, CellExecutionError, RuntimeError) as error:
            return path, runner.nb, perf_counter() - start, error
        return path, runner.nb, perf_counter() - start, None


def explain(path, notebook, error):
    """One sentence that says which cell of which notebook failed, and how."""
    name = path.relative_to(ROOT)
    for number, cell in enumerate(notebook.cells, start=1):
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                first_line = cell.source.partition("\n")[0]
                what = f"{output.ename}: {output.evalue}"
                return f"{name}, cell {number} ({first_line!r}) failed: {what}"
    return f"{name} failed: {error}"


async def run_notebooks(paths, cache):
    """Run these notebooks, as many at a time as there are cores; keep the good ones.

    Returns one sentence for each that failed.
    """
    os.environ["OMP_NUM_THREADS"] = "1"  # one core a kernel; the kernels share them
    os.environ["TQDM_DISABLE"] = "1"  # a page has no use for a progress bar
    os.environ["PROBE_CHECKS"] = "1"  # a check that takes any answer fails its solution
    failures, turn = [], asyncio.Semaphore(os.cpu_count())
    before = {path: key(read_notebook(path)) for path in paths}
    runners = {path: client(path) for path in paths}
    jobs = [run_notebook(path, runner, turn) for path, runner in runners.items()]
    for number, job in enumerate(asyncio.as_completed(jobs), start=1):
        try:
            path, notebook, seconds, error = await job
        except asyncio.CancelledError:
            for runner in runners.values():
                runner.shutdown_kernel = "immediate"  # a busy one would not listen
            raise
        verdict = "failed after" if error else "ran in"
        name = path.relative_to(ROOT).with_suffix("")
        count = f"[{number}/{len(paths)}]"
        say(f"{count} {name} {verdict} {seconds:.1f} s")
        if error:
            failures.append(explain(path, notebook, error))
            continue
        keep(cache, path, notebook, before[path], seconds)
        sources.cache_clear()
        if key(read_notebook(path)) == before[path]:  # no file has changed meanwhile
            store(notebook, before[path], seconds)
    return failures


def execute():
    """Run the chapters whose outputs are not in the store, in every language."""
    cache = open_cache()
    paths = [path for language in languages() for path in chapters(language)]
    waiting = [path for path in paths if cached(cache, path) is None]
    new = [path for path in waiting if not restore(cache, path)]
    if len(waiting) > len(new):
        say(f"{len(waiting) - len(new)} chapters ran before, as they are now")
    if not new:
        return
    if failures := run_aside(run_notebooks(new, cache)):
        raise BuildError("\n".join(failures))


def run_aside(work):
    """What a coroutine returns that runs in a thread, as there may be a loop already.

    Ctrl-C cancels it, and what it has started ends before this returns.
    """
    begun = Future()

    async def cancellable():
        begun.set_result((asyncio.get_running_loop(), asyncio.current_task()))
        return await work

    with ThreadPoolExecutor(1) as aside:
        done = aside.submit(asyncio.run, cancellable())
        try:
            return done.result()
        except KeyboardInterrupt:
            loop, task = begun.result()
            loop.call_soon_threadsafe(task.cancel)
            raise


def complaints(output):
    """What Sphinx complained of; all that it said if it stopped for another reason."""
    lines = re.sub(r"\x1b\[[0-9;]*m", "", output).splitlines()
    warnings = [
        line for line in lines if re.search("(WARNING|ERROR|BuildError):", line)
    ]
    said = "\n".join(warnings or lines)
    return f"{said}\nSphinx could not build the book, for the reasons above."


def notices(output):
    """What a build that went well has to say all the same: that Python is missing."""
    start = "The pages are built without Python"
    return [line for line in output.splitlines() if line.startswith(start)]


def configuration(language):
    """What _config.yml says, changed for a translation: other words, whole paths."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    say, sphinx = words(language), config["sphinx"]
    own, extensions = sphinx["config"], sphinx["local_extensions"]
    config["title"] = own["ogp_site_name"] = say[config["title"]]
    config["execute"]["cache"] = str(CACHE)
    config["bibtex_bibfiles"] = [str(ROOT / name) for name in config["bibtex_bibfiles"]]
    sphinx["local_extensions"] = {
        name: str(ROOT / extensions[name]) for name in extensions
    }
    own["language"] = language
    own["html_static_path"] = [str(ROOT / name) for name in own["html_static_path"]]
    own["ogp_social_cards"]["image_mini"] = str(ROOT / "book/_static/mark.png")
    for prompt in ("nb_code_prompt_show", "nb_code_prompt_hide"):
        own[prompt] = say[own[prompt]]
    return config


def run_sphinx(language):
    """Make the pages of a language, and return the folder in which they are."""
    folder, config = STAGE / language, ROOT / "_config.yml"
    if language != "en":
        config = STAGE / f"{language}.yml"
        text = yaml.safe_dump(configuration(language), allow_unicode=True)
        config.write_text(text, encoding="utf-8")
    command = "from jupyter_book.cli.main import main; main()"
    places = {
        "--config": config,
        "--toc": home(language) / "book/_toc.yml",
        "--path-output": folder,
    }
    options = [str(part) for pair in places.items() for part in pair]
    options += ["-W", "--keep-going", "--all"]
    result = subprocess.run(
        [sys.executable, "-c", command, "build", str(home(language)), *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    if result.returncode:
        raise BuildError(complaints(result.stdout))
    for notice in notices(result.stdout) if language == "en" else []:
        say(notice)
    return folder / "_build/html"


def render():
    """Make the pages in a folder aside; put the site in place when it is whole."""
    shutil.rmtree(STAGE, ignore_errors=True)
    STAGE.mkdir()
    fresh = site_fingerprint()
    made = run_sphinx("en")
    for language in [] if PREVIEW else languages()[1:]:
        run_sphinx(language).rename(made / language)
    if not PREVIEW:
        (made / ".fingerprint").write_text(fresh)
    shutil.rmtree(SITE, ignore_errors=True)
    made.rename(SITE)
    shutil.rmtree(STAGE)


@contextmanager
def alone():
    """Wait until no other process works in _build; then be the only one."""
    BUILD.mkdir(exist_ok=True)
    try:
        LOCK.acquire(timeout=0)
    except Timeout:
        say("Another command is building the book: waiting for it.")
        LOCK.acquire()
    try:
        yield
    finally:
        LOCK.release()


def build():
    """Make _build/html current, and return its path."""
    with alone():
        if not is_current():
            execute()
            say("Building the pages")
            render()
    return SITE


def read_executed(language="en"):
    """The executed chapters in the cache, by name, in the book's order."""
    cache = open_cache()
    found = {path.stem: cached(cache, path) for path in chapters(language)}
    for name, notebook in found.items():
        if notebook is None:
            raise BuildError(f"{name} as it is now has not run: build the book again.")
    return found


def executed(language="en"):
    """The chapters with their outputs and seconds, executed now if they must be."""
    with alone():
        execute()
        return read_executed(language)


# The second run of a chapter, by nbval


def outputs(notebook):
    """What the code cells of a notebook hold as outputs, and how they are tagged."""
    return [
        (cell.metadata.get("tags", []), cell.outputs) for cell in code_cells(notebook)
    ]


def proofs():
    """For each chapter a hash of all that its second run looks at."""
    judges = [(ROOT / name).read_text("utf-8") for name in JUDGES]
    written = {path.stem: read_notebook(path) for path in chapters()}
    return {
        stem: digest(key(written[stem]), outputs(written[stem]), outputs(first), judges)
        for stem, first in executed().items()
    }


def proved(proof):
    """The file whose being there says that a second run has passed."""
    return STORE / "passed" / proof


def main():
    """Build the book; on failure say why and leave with 1."""
    if sys.argv[1:]:
        sys.exit(__doc__.strip())  # it takes no arguments
    try:
        be_stopped()
        say(f"The book is in {build()}")
    except BuildError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        stop()


if __name__ == "__main__":
    main()
