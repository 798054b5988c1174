"""nbval runs each notebook; the book's build has run it before: compare the two.

What a chapter prints must be the same in both runs, or a reader's numbers would not
be the page's.
"""

import os
from functools import cache

import build
import pytest
from nbval.plugin import IPyNbCell

# As in the build: one thread for each kernel, and no bars of progress.
os.environ |= {"OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}


def pytest_configure(config):
    """Print the table at the end of a run."""
    config.pluginmanager.import_plugin("summary")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Leave the second run of the chapters to the rehearsal."""
    for item in items:
        if isinstance(item, IPyNbCell):
            item.add_marker("rehearsal")


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
    """After nbval has run a cell, compare its text with that of the first run.

    A cell tagged `clock` says how fast the machine is, which differs from run to run.
    """
    result = yield
    if isinstance(item, IPyNbCell) and item.test_outputs is not None:
        notebook = first_run().get(item.parent.path.stem)
        if notebook is not None:
            code = [cell for cell in notebook.cells if cell.cell_type == "code"]
            cell = code[item.cell_num]
            if "clock" in cell.metadata.get("tags", []):
                return result
            before, now = texts(cell, cell.outputs), texts(cell, item.test_outputs)
            assert "".join(now) == "".join(before), f"two runs differ: {before} {now}"
    return result
