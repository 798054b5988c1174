"""XOR lifted: its cases against NumPy, and what it refuses."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from traitlets import TraitError

from helpers.widgets.lifted_xor import LiftedXor

CASES = json.loads((Path(__file__).parent / "cases/lifted_xor.json").read_text("utf-8"))
X = np.array(list(product((0, 1), repeat=2)))
GOALS = {"AND": X.all(axis=1), "OR": X.any(axis=1), "XOR": X.sum(axis=1) == 1}


@pytest.mark.parametrize("case", CASES["sums"])
def test_the_cases_are_what_the_masks_of_the_chapter_give(case):
    state = LiftedXor(**case["state"]).state()
    seen = np.c_[X, state["lift"] * X.prod(axis=1)]
    sums = seen @ state["weights"]
    assert sums.tolist() == case["sums"]
    assert ((sums > state["theta"]) == GOALS[state["goal"]]).sum() == case["right"]
    assert [sums[1] + sums[2], sums[0] + sums[3]] == case["bags"]


def test_it_opens_on_a_cut_that_is_right():
    state = LiftedXor().state()
    sums = np.c_[X, state["lift"] * X.prod(axis=1)] @ state["weights"]
    assert ((sums > state["theta"]) == GOALS["XOR"]).all()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"lift": 2}, "lift must be a number from 0 to 1, not 2."),
        ({"weights": [1, 1]}, "weights must have 3 entries, not 2."),
        ({"goal": "NOR"}, 'goal must be one of "AND", "OR", "XOR", not "NOR".'),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_sentence(settings, sentence):
    with pytest.raises(TraitError) as error:
        LiftedXor(**settings)
    assert str(error.value) == sentence
