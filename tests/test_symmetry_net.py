"""The symmetry net: its settings, and its cases against the tape of chapter 4."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from traitlets import TraitError

from helpers.taught.autodiff import ArrayTape, gradient, logistic
from helpers.widgets.symmetry_net import SymmetryNet

CASES = json.loads(
    (Path(__file__).parent / "cases/symmetry_net.json").read_text("utf-8")
)
PATTERNS = np.array(list(product((0, 1), repeat=6)), dtype=float)
TARGETS = (PATTERNS[:, :3] == PATTERNS[:, :2:-1]).all(axis=1, keepdims=True)


def swept(weights):
    """The error, the outputs and the 17 derivatives, by a tape's reverse sweep."""
    parts = [
        np.c_[weights[:6], weights[7:13]],
        np.array([[weights[6], weights[13]]]),
        np.array(weights[14:16])[:, None],
        np.array([[weights[16]]]),
    ]
    tape = ArrayTape()
    w1, b1, w2, b2 = inputs = [tape.variable(part) for part in parts]
    y = logistic(logistic(PATTERNS @ w1 + b1) @ w2 + b2)
    error = 0.5 * ((y - TARGETS.astype(float)) ** 2).sum()
    g1, h1, g2, h2 = gradient(error, inputs)
    flat = [*g1[:, 0], h1[0, 0], *g1[:, 1], h1[0, 1], *g2[:, 0], h2[0, 0]]
    return float(error.value), y.value, np.array(flat)


@pytest.mark.parametrize("case", CASES["runs"], ids=lambda case: str(case["epochs"]))
def test_a_run_of_the_cases_is_the_run_of_the_tape(case):
    weights, velocity = np.array(case["start"]), np.zeros(17)
    for _ in range(case["epochs"]):
        velocity = case["momentum"] * velocity - case["rate"] * swept(weights)[2]
        weights = weights + velocity
    error, outputs, _ = swept(weights)
    assert weights == pytest.approx(case["weights"], abs=1e-7)
    assert error == pytest.approx(case["error"], abs=1e-7)
    assert int(((outputs > 0.5) == TARGETS).sum()) == case["right"]


def test_the_cases_call_a_pattern_symmetric_when_it_reads_the_same_backwards():
    assert all(text == text[::-1] for text in CASES["symmetric"])
    assert not any(text == text[::-1] for text in CASES["asymmetric"])


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"start": [0.1] * 16}, "start must have 17 entries, not 16."),
        ({"rate": 2}, "rate must be a number from 0.01 to 0.3, not 2."),
        ({"epoch": -1}, "epoch must be a whole number from 0 to 3000, not -1."),
        ({"pattern": 64}, "pattern must be a whole number from 0 to 63, not 64."),
    ],
)
def test_a_setting_out_of_range_is_named(settings, sentence):
    with pytest.raises(TraitError) as error:
        SymmetryNet(**settings)
    assert str(error.value) == sentence
