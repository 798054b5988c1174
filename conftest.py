"""nbval runs each notebook; the book's build has run it before: compare the two.

What a chapter prints must be the same in both runs, or a reader's numbers would not
be the page's. A chapter that has passed this on this machine, with the same cells,
helpers, versions and processor, is not run again unless EVERY_CHAPTER is 1.
"""

import os
from functools import cache
from pathlib import Path

import build
import pytest
from nbval.plugin import IPyNbCell

# As in the build: one thread a kernel, no bars of progress, and checks that are probed.
os.environ |= {"OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1", "PROBE_CHECKS": "1"}
pytest_plugins = ["summary"]  # the table at the end of a run
TREE = (
    "src",
    "notebooks",
    "constraints.txt",
    *build.JUDGES,
)  # must stand still meanwhile
FIRST = 1000  # more than the seconds of any chapter: what begins before them all


@cache
def first_run():
    """The chapters as the book's build executed them."""
    return build.executed()


def texts(cell, outputs):
    """What a cell said in plain text; a last value is unsaid when a semicolon ends it.

    nbval runs cells without a history, and IPython then takes no notice of semicolons.
    """
    kinds = ["display_data", "stream"]
    if not cell.source.rstrip().endswith(";"):
        kinds.append("execute_result")
    return [
        output.get("text") or output["data"].get("text/plain", "")
        for output in outputs
        if output["output_type"] in kinds and output.get("name") != "stderr"
    ]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """After nbval has run a cell, compare its text with that of the first run."""
    is_cell = isinstance(item, IPyNbCell)
    if is_cell and item.cell.outputs and item.cell.execution_count is None:
        item.cell.execution_count = 0  # a drawing may be kept without its turn
    result = yield
    if is_cell and item.test_outputs is not None:
        notebook = first_run().get(item.parent.path.stem)
        if notebook is not None:
            cell = build.code_cells(notebook)[item.cell_num]
            before, now = texts(cell, cell.outputs), texts(cell, item.test_outputs)
            assert "".join(now) == "".join(before), f"two runs differ: {before} {now}"
    return result


# Which chapters are run a second time


def asks_for_chapters(config):
    """Whether notebooks are among what pytest is to run."""
    named = [Path(name.partition("::")[0]) for name in config.args]
    return any("notebooks" in path.parts for path in named)


def second_runs():
    """For each chapter its proof and its seconds, and the chapters that have passed."""
    proofs = build.proofs()
    seconds = {name: first.metadata["seconds"] for name, first in first_run().items()}
    afresh = os.environ.get("EVERY_CHAPTER") == "1"
    passed = [n for n in proofs if build.proved(proofs[n]).exists() and not afresh]
    tree = build.fingerprint(*TREE)
    return {"proofs": proofs, "seconds": seconds, "passed": passed, "tree": tree}


def pytest_configure(config):
    """Settle once, for all workers, which chapters need no second run."""
    config.second = {"proofs": {}, "seconds": {}, "passed": [], "tree": ""}
    if hasattr(config, "workerinput"):
        config.second = config.workerinput["second"]
    elif asks_for_chapters(config):
        try:
            config.second = second_runs()
        except build.BuildError as error:
            raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Tell a worker what was settled."""
    node.workerinput["second"] = node.config.second


def weight(item):
    """How early an item should begin, so that no worker is left with a long one."""
    if isinstance(item, IPyNbCell):
        return item.config.second["seconds"].get(item.parent.path.stem, 0)
    return FIRST if item.path.stem == "test_pages" else 0


def pytest_collection_modifyitems(config, items):
    """Leave out the chapters that have passed; begin with what takes longest."""
    passed, left_out, kept = config.second["passed"], [], []
    for item in items:
        done = isinstance(item, IPyNbCell) and item.parent.path.stem in passed
        (left_out if done else kept).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = sorted(kept, key=weight, reverse=True)


def whole(name, reports):
    """Whether every cell of the chapter has run and passed."""
    cells = build.code_cells(
        build.read_notebook(build.ROOT / f"notebooks/{name}.ipynb")
    )
    of_it = [r for r in reports if r.nodeid.startswith(f"notebooks/{name}.ipynb::")]
    return len(of_it) == len(cells)


def put_on_record(second, stats):
    """Remember which chapters have passed, if no file has changed meanwhile."""
    bad = [r.nodeid for k in ("failed", "error") for r in stats.get(k, [])]
    bad = {nodeid.partition("::")[0] for nodeid in bad}
    calls = [r for r in stats.get("passed", []) if r.when == "call"]
    for name in set(second["proofs"]) - set(second["passed"]):
        fine = f"notebooks/{name}.ipynb" not in bad and whole(name, calls)
        if fine and build.fingerprint(*TREE) == second["tree"]:
            build.write_whole(build.proved(second["proofs"][name]), "")


def pytest_terminal_summary(terminalreporter, config):
    """Put on record which chapters have passed; say which were not run again."""
    second = config.second
    put_on_record(second, terminalreporter.stats)
    if names := second["passed"]:
        terminalreporter.section("chapters not run a second time")
        terminalreporter.line(
            f"{len(names)} of {len(second['proofs'])}: {' '.join(names)}. They passed "
            "before on this machine, with the same cells, outputs, helpers, versions "
            "and processor. EVERY_CHAPTER=1 runs them all."
        )
