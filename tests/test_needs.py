"""Which cells above a cell it needs, and what a page's Python says of bad input."""

import ast
import json
import subprocess
import sys
from itertools import pairwise

import classify
import nbformat
import needs
import pytest
import python_parts
import slips
import yaml


def above(*sources):
    """The places of the cells that the last one needs."""
    return needs.needed(list(sources), len(sources) - 1)


@pytest.mark.parametrize(
    ("sources", "wanted"),
    [
        (["x = 1", "y = 2", "x + 1"], [0]),
        (["x = 1", "x = 2", "x + 1"], [1]),
        (["x = 1", "x = x + 1", "x"], [0, 1]),
        (["x = 1", "x += 1", "x"], [0, 1]),
        (["x = 1", "x = 2\nx + 1"], []),  # it binds x itself
        (["x = 1", "if later:\n    x = 2\nx"], [0]),  # perhaps not
        (["x = 1", "for x in range(3):\n    print(x)"], []),
        (["x = 1", "for x in range(x):\n    print(x)"], [0]),
        (["a = [1]", "a[0] = 2", "b = 9", "a"], [0, 1]),
        (["a = [1]", "a.append(2)", "a"], [0, 1]),
        (["a = [1]", "del a[0]", "a"], [0, 1]),
        (["def f():\n    return g()", "def g():\n    return h", "h = 3", "f()"],
         [0, 1, 2]),
        (["y = 1", "def f(y):\n    return y\nf(2)"], []),
        (["k = 1", "def f(x):\n    return x + k", "class C(B): ...", "f(1)"], [0, 1]),
        (["x = [1]", "[x for x in range(3)]"], []),
        (["x = 1", "(lambda x: x)(2)"], []),
        (["from m import rng", "r = rng.default_rng(0)", "r.random()", "r.random()"],
         [0, 1, 2]),
        (["import numpy as np", "np.random.seed(0)", "np.ones(3)"], [0]),
        (["this is no Python", "x = 1", "x"], [1]),
        (["x = 1", "x ="], []),
    ],
)  # fmt: skip
def test_a_cell_needs_what_binds_or_changes_its_names(sources, wanted):
    assert above(*sources) == wanted


# The reader's side, in a Python of its own


ASK = """
import json, sys
sys.path[:0] = json.loads(sys.argv[1])
import reader
reader.start()
for sources, place in json.loads(sys.argv[2]):
    print(json.dumps(reader.answer(sources, place)))
"""


def answers(*asked):
    """What one page answers, one after the other."""
    paths = [str(python_parts.LIBRARY), str(python_parts.ROOT / "src")]
    arguments = [json.dumps(paths), json.dumps(asked)]
    command = [sys.executable, "-c", ASK, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def said(answer):
    """The texts of an answer's parts."""
    return [part["text"] for part in answer["parts"]]


def test_the_cells_above_run_first_silently_and_once():
    sources = ["print('loud')\nn = [1]", "n.append(2)", "n"]
    first, again = answers([sources, 2], [sources, 2])
    assert said(first) == said(again) == ["[1, 2]"]
    changed = ["n = [5]", *sources[1:]]
    assert [said(a) for a in answers([sources, 2], [changed, 2])][1] == ["[5]"]


def test_a_cell_that_stopped_is_run_again_for_those_below():
    sources = ["n = 1\nm = q", "n"]
    stopped, below = answers([sources, 0], [sources, 1])
    assert said(stopped)[-1].startswith("Line 2: m = q\nNameError")
    assert said(below) == ["1"]


BAD = {
    "def f(:": "Line 1: def f(:\n              ^\nSyntaxError: invalid syntax",
    "def f(n):\n    return f(n)\nf(1)": "RecursionError: the function calls itself",
    "import sys\nsys.exit(3)": "The cell asked Python to stop. Here that only ends",
    "input('who?')": "RuntimeError: input() cannot ask here",
    "raise MemoryError": "MemoryError: this needs more memory than a page has.",
    "1 / 0": "Line 1: 1 / 0\nZeroDivisionError: division by zero",
    "x = 1\n\0": "source code string cannot contain null bytes",
    "  x = 1": "IndentationError: unexpected indent",
    "(" * 500: "SyntaxError",
    "assert False": "Line 1: assert False\nAssertionError",
}


def test_every_slip_of_a_reader_gets_a_sentence_and_the_page_goes_on():
    asked = [[[text], 0] for text in BAD]
    found = answers(*asked, [["40 + 2"], 0])
    for answer, sentence in zip(found, BAD.values(), strict=False):
        assert sentence in answer["parts"][-1]["text"]
        assert answer["parts"][-1]["kind"] == "error"
        assert len(answer["parts"][-1]["text"].splitlines()) <= 12
    assert said(found[-1]) == ["42"]


def test_a_flood_of_output_is_cut():
    [flood, value] = answers([["for i in range(10**6):\n    print(i)"], 0],
                             [["'x' * 10**6"], 0])  # fmt: skip
    for answer in (flood, value):
        text = answer["parts"][0]["text"]
        assert len(text) < 101_000 and text.endswith("the first 100,000 characters.\n")


def test_what_a_page_lacks_is_named_when_it_is_used_and_not_before():
    sources = [
        "import torch\nimport numpy as np\nfrom torch import nn\nx = np.ones(2)",
        "y = torch.ones(2)",
        "x.sum()",
        "y + 1",
        "class Net(nn.Module): ...\nNet()",
    ]
    found = answers(*([sources, place] for place in (2, 1, 3, 4)))
    assert said(found[0]) == ["np.float64(2.0)"]
    assert [answer["lacks"] for answer in found[1:]] == ["PyTorch"] * 3


def test_a_plot_is_noted_and_not_drawn():
    draws = (
        "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1, 2]);"
    )
    [found] = answers([[draws], 0])
    assert found["drawn"] and not found["parts"]


def test_a_check_and_a_drawing_are_shown():
    head = "from helpers.page.exercises import check\nfrom helpers.drawing import show"
    verdict, shades = answers([[head, "check(3, 3)"], 1], [[head, "show([1, 2])"], 1])
    assert verdict["verdict"] == "right" and said(verdict) == ["Right: that is it."]
    assert shades["parts"][0]["kind"] == "html" and "<table" in said(shades)[0]


# The classification


def notebook(*cells):
    """A chapter of these cells."""
    made = [
        nbformat.v4.new_markdown_cell(cell)
        if cell.startswith("**")
        else nbformat.v4.new_code_cell(cell)
        for cell in cells
    ]
    made[-2].metadata["tags"] = ["exercise"]
    made[-1].metadata["tags"] = ["solution", "hide-cell"]
    return nbformat.v4.new_notebook(cells=made)


CHAPTER = (
    "# @title Set-up\nif 'google.colab' in sys.modules: ...",
    "# @title What is imported\nfrom helpers.page.exercises import check",
    "**1.2 · Build.** Add one.",
    "def more(n): ...\n\n\ncheck(more, [((1,), 2), ((4,), 5)])",
    "# @title Solution\ndef more(n):\n    return n + 1\n\n\n"
    "check(more, [((1,), 2), ((4,), 5)])",
)


def test_a_page_runs_what_it_shows_and_no_solution():
    cells = classify.code_cells(notebook(*CHAPTER))
    assert [cell["role"] for cell in cells] == ["", "", "exercise", "solution"]
    assert [bool(cell["source"]) for cell in cells] == [False, True, True, False]
    assert cells[1]["source"].startswith("from helpers")
    assert (cells[2]["number"], cells[2]["kind"]) == ("1.2", "Build")


def test_a_cell_that_changes_or_whose_ground_changes_has_another_key():
    cells = classify.code_cells(notebook(*CHAPTER))
    other = [CHAPTER[0], CHAPTER[1] + "  # again", *CHAPTER[2:]]
    changed = classify.code_cells(notebook(*other))
    assert classify.key(cells, 2) != classify.key(changed, 2)
    longer = classify.code_cells(notebook("beside = 3", *CHAPTER))
    assert classify.key(cells, 2) == classify.key(longer, 3)


def test_slips_are_wrong_in_one_place_each():
    found = slips.slips(
        "def f(a, b):\n    return a * b + 2 if a < b else 0\ncheck(f, 7)"
    )
    assert 8 <= len(found) == len(set(found)) <= 2 * slips.MOST + 2
    assert all("check(f, 7)" in slip for slip in found)
    assert any("a + b + 2" in slip for slip in found)
    assert any("0 if a < b else a * b + 2" in slip for slip in found)
    empty = slips.slips("answer = name\ncheck(answer, 3)")
    assert empty == [f"answer = {v}\ncheck(answer, 3)" for v in ("0", "'no'")]
    assert slips.slips("a, b = c")[-2:] == ["a, b = (0, 0)", "a, b = ('no', 'no')"]


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("n = 7", ["n = 8", "n = 6"]),
        ("word = 'yes'", ["word = 'not yes'", "word = 'sey'"]),
        ("n = f(a, b)", ["n = f(b, a)"]),
        ("n = f(a).sum()", ["n = f(a)", "n = a.sum()"]),
        ("n = [a, b]", ["n = [b, a]", "n = [a]"]),
        ("n = a @ b", ["n = a"]),
    ],
)
def test_a_slip_is_close_to_the_answer(answer, wrong):
    verdict = "\nhint = 'Look at 2.'\npredict('1.1', n, 'a number: 1', hint=hint)"
    found = [slip.removesuffix(verdict) for slip in slips.slips(answer + verdict)]
    assert set(wrong) <= set(found)


def test_a_cell_that_shows_something_else_gets_no_run():
    cell = {"role": "", "cell": nbformat.from_dict({"outputs": [
        {"output_type": "stream", "text": "3\n"}]})}  # fmt: skip
    found = {"drawn": False, "lacks": "", "seconds": 0.1, "alone": True}
    three, four = ([{"kind": "stream", "text": text}] for text in ("3\n", "4\n"))
    assert classify.judged(cell, found | {"parts": three}) == "runs"
    assert classify.judged(cell, found | {"parts": four}) == ""
    assert classify.judged(cell, found | {"parts": three, "drawn": True}) == ""
    assert classify.judged(cell, found | {"parts": three, "seconds": 99}) == ""


def test_an_exercise_is_checked_if_stub_solution_and_slips_are_told_apart():
    def told(*verdicts):
        base = {"lacks": "", "seconds": 0, "said": []}
        stub, solution, *slips = ({"verdict": v} | base for v in verdicts)
        return {"stub": stub, "solution": solution, "slips": slips}

    cell = {"role": "exercise"}
    assert (
        classify.judged(cell, told("not yet", "right", "not yet", "not yet"))
        == "checks"
    )
    assert classify.judged(cell, told("right", "right", "not yet", "not yet")) == ""
    assert classify.judged(cell, told("not yet", "not yet")) == ""
    assert classify.judged(cell, told("not yet", "right", "right", "not yet")) == ""
    lacking = told("not yet", "not yet")
    lacking["solution"]["said"] = ["Not yet: it stopped with NeedsMore: PyTorch. Hint."]
    assert classify.judged(cell, lacking) == "PyTorch"


# What is packed


def test_the_packages_are_pinned_by_what_is_in_them_and_by_no_address():
    lock = json.loads((python_parts.SOURCE / "package-lock.json").read_text("utf-8"))
    wanted = json.loads((python_parts.SOURCE / "package.json").read_text("utf-8"))
    for name, entry in lock["packages"].items():
        assert "resolved" not in entry
        if name:
            assert entry["integrity"].startswith("sha512-")
    assert all(version[0].isdigit() for version in wanted["dependencies"].values())
    assert lock["packages"][""]["dependencies"] == wanted["dependencies"]


def test_the_helpers_that_the_chapters_reach_are_packed_and_those_that_draw_are_not():
    packed = python_parts.own()
    for name in ("page/exercises.py", "drawing/canvas.py", "drawing/picture.css"):
        assert f"helpers/{name}" in packed
    assert {"reader.py", "needs.py", "mended.py", "stand_ins.py"} <= packed.keys()
    assert not [name for name in packed if "widgets" in name or "plots" in name]
    assert not [name for name, text in packed.items() if "def examples():" in text]
    for name, text in packed.items():
        if name.endswith(".py"):
            ast.parse(text)
    assert sum(map(len, packed.values())) < 1_520_000


def test_a_text_of_several_lines_is_packed_as_one_and_says_the_same():
    text = 'f(\n  "One {a}, "\n  "two, "\n  f"{b} and "\n  "three.",\n  "no",\n)\n'
    assert python_parts.packed(text).count("\n") == 5
    assert ast.dump(ast.parse(python_parts.packed(text))) == ast.dump(ast.parse(text))


def test_without_npm_one_sentence_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(python_parts, "PLACE", tmp_path)
    monkeypatch.setattr(python_parts.shutil, "which", lambda name: None)
    with pytest.raises(python_parts.NoPython, match="no npm here: install Node"):
        python_parts.install()


def test_every_sentence_of_the_scripts_can_be_said_in_the_other_languages():
    import runs

    said = [*runs.sentences(), runs.AWAY, runs.WITHOUT]
    assert len(said) > 20
    for path in python_parts.ROOT.glob("translations/*/words.yml"):
        words = yaml.safe_load(path.read_text("utf-8"))
        assert [text for text in said if text not in words] == []


def test_the_table_is_in_order_and_says_nothing_unknown():
    table = classify.table()
    assert all(a < b for a, b in pairwise(table))
    states = {state for chapter in table.values() for state in chapter.values()}
    assert states <= {"", "runs", "checks", *stand_ins_names()}


def stand_ins_names():
    """What a cell may lack."""
    own = {f"Python's own {name}" for name in python_parts.stand_ins.LEFT_OUT}
    return {*python_parts.stand_ins.NAMES.values(), "Matplotlib", "a live figure", *own}
