"""Chapter 1: what its definitions say of all nets, read from the chapter itself."""

import ast
from itertools import product

import build
import nbformat
import pytest

CHAPTER = build.ROOT / "notebooks/01_neuron.ipynb"
NAMES = {"fires", "unit", "run", "realise", "answers"}


def taught():
    """The chapter's own functions, by name."""
    cells = nbformat.read(CHAPTER, as_version=4).cells
    trees = [ast.parse(c.source) for c in cells if c.cell_type == "code"]
    found = [
        node
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name in NAMES
    ]
    space = {"product": product}
    exec(compile(ast.Module(found, []), CHAPTER.name, "exec"), space)
    return space


CHAPTERS = taught()
realise, answers = CHAPTERS["realise"], CHAPTERS["answers"]


def test_a_net_of_four_inputs_hears_the_fourth():
    table = answers(realise([(1, 1, 0, 1)], "abcd"), "abcd")
    assert [int(row == (1, 1, 0, 1)) for row in product((0, 1), repeat=4)] == table


@pytest.mark.parametrize("names", ["a", "ab", "abc", "abcd"])
def test_every_single_row_is_realised_but_the_silent_one(names):
    rows = list(product((0, 1), repeat=len(names)))
    for row in rows[1:]:
        assert answers(realise([row], names), names) == [int(r == row) for r in rows]
    with pytest.raises(ValueError, match="a threshold is a whole number from 1 up"):
        realise([rows[0]], names)


def test_a_row_longer_than_its_names_is_refused():
    with pytest.raises(ValueError, match="longer than argument 1"):
        realise([(1, 1, 0, 1)], "abc")
