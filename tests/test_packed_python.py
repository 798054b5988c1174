"""The Python of the pages itself, in Node: what NumPy makes there, and what ends it."""

import json
import subprocess

import classify
import pytest
import python_parts

pytestmark = pytest.mark.slow

SCRIPT = """
import json, reader
reader.start()
for source in json.loads(job):
    tell(json.dumps(reader.answer([source], 0)))
"""
SHOWN = {
    "import numpy as np\n(np.arange(100_000) ** 2).sum()": "np.int64(333328333350000)",
    "import numpy as np\nx = np.ones(10**6)\nint((x * 2 + 1).sum())": "3000000",
    "import numpy as np\nnp.arange(3)": "array([0, 1, 2])",
    "import numpy as np\nnp.zeros(2, int)": "array([0, 0])",
    "import numpy as np\nnp.random.default_rng(0).integers(9)": "np.int64(7)",
    "from fractions import Fraction\nFraction(1, 3) + 1": "Fraction(4, 3)",
    "import json, re, itertools, statistics, dataclasses, textwrap\n1": "1",
    "from helpers.corpora.prose import chapters\nlen(chapters()) > 1": "True",
}
STOPPED = {
    "import numpy as np\nnp.linalg.inv(np.zeros((2, 2)))": "LinAlgError: Singular",
    "def f(n):\n    return f(n + 1)\nf(0)": "RecursionError: the function calls itself",
    "[0] * 10**9": "MemoryError: this needs more memory than a page has.",
    "import sys\nsys.exit()": "The cell asked Python to stop.",
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What the packed Python answers, by the cell's text."""
    folder, texts = tmp_path_factory.mktemp("packed"), [*SHOWN, *STOPPED]
    try:
        modules, parts = python_parts.install(), python_parts.parts()
    except python_parts.NoPython as error:
        pytest.skip(f"there is no Python for the pages: {error}")
    (folder / "script.py").write_text(SCRIPT, "utf-8")
    (folder / "job.json").write_text(json.dumps(texts), "utf-8")
    names = modules, parts, folder / "script.py", folder / "job.json"
    command = ["node", classify.SOURCE / "classify.mjs", *names]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines() if line[:1] == "{"]
    return dict(zip(texts, found, strict=True))


@pytest.mark.parametrize("text", SHOWN)
def test_it_shows_what_a_notebook_shows(answers, text):
    assert answers[text]["parts"] == [{"kind": "value", "text": SHOWN[text]}]


@pytest.mark.parametrize("text", STOPPED)
def test_what_stops_a_cell_is_said_in_a_sentence(answers, text):
    assert STOPPED[text] in answers[text]["parts"][-1]["text"]


def test_its_licences_lie_beside_it(answers):
    parts = python_parts.parts()
    for name, words in {
        "MPL-2.0.txt": "Mozilla Public License",
        "PSF.txt": "PYTHON SOFTWARE FOUNDATION LICENSE",
        "numpy.txt": "NumPy Developers",
        "README.txt": "backtrace:()=>0,",
    }.items():
        assert words in (parts / name).read_text("utf-8")
