"""Run notebooks as Google Colab does: each alone, with no file of the book beside it.

`python tests/colab_run.py NOTEBOOK...` uses the environment that it is started in,
which has a `google.colab` (Colab's own, or a stand-in). The first cell of each notebook
installs the book's helpers and what Colab lacks of their needs; nothing else of the
environment may change.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

PROJECT = "evolution-of-the-transformer"
ADDED = {"sacrebleu", "portalocker", "colorama"}  # not in Colab's image
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


def installed():
    """What pip freeze says, but for the project itself and what it may add."""
    lines = subprocess.check_output([*PIP, "freeze"], text=True).splitlines()
    names = {line: line.partition("==")[0] for line in lines}
    expected = ADDED | {line for line in lines if line.startswith(PROJECT)}
    return {line for line, name in names.items() if not {line, name} & expected}


def run(notebook):
    """Execute a copy of the notebook in an empty folder."""
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copy(notebook, folder))
        client = NotebookClient(
            nbformat.read(copy, as_version=4),
            timeout=600,
            kernel_name="python3",
            resources={"metadata": {"path": folder}},
        )
        client.execute()


def main(notebooks):
    """Run each notebook with nothing installed by the one before."""
    before = installed()
    with TemporaryDirectory() as ipython:
        startup = Path(ipython, "profile_default", "startup")
        startup.mkdir(parents=True)
        (startup / "colab.py").write_text("import google.colab")
        os.environ["IPYTHONDIR"] = ipython
        for notebook in notebooks:
            subprocess.run([*PIP, "uninstall", "-q", "-y", PROJECT], check=True)
            start = time.time()
            run(notebook)
            print(f"{Path(notebook).name}: {time.time() - start:.0f} s", flush=True)
            if changes := before ^ installed():
                sys.exit(f"{notebook} changed the environment: {sorted(changes)}")


if __name__ == "__main__":
    main(sys.argv[1:])
