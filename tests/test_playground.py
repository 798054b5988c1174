"""The playground: its settings, and its cases against the equations of chapter 5."""

import json
from pathlib import Path

import numpy as np
import pytest
from traitlets import TraitError

from helpers.taught.autodiff import ArrayTape, gradient, logistic
from helpers.widgets.playground import Playground

CASES = json.loads((Path(__file__).parent / "cases/playground.json").read_text("utf-8"))


def parts(weights, hidden):
    """The two layers of a flat list: the units' weights and biases, the output's."""
    low = np.array(weights[: 3 * hidden]).reshape(hidden, 3)
    high = np.array(weights[3 * hidden :])
    return [low[:, :2].T, low[:, 2], high[:hidden, None], high[hidden:]]


def swept(weights, points, hidden):
    """The error, how many are right, and the derivatives by a tape's reverse sweep."""
    x = np.array([point["x"] for point in points])
    d = np.array([[point["d"]] for point in points], dtype=float)
    tape = ArrayTape()
    w1, b1, w2, b2 = inputs = [tape.variable(p) for p in parts(weights, hidden)]
    y = logistic(logistic(x @ w1 + b1) @ w2 + b2)
    error = 0.5 * ((y - d) ** 2).sum()
    g1, h1, g2, h2 = gradient(error, inputs)
    flat = [*np.c_[g1.T, h1].ravel(), *g2[:, 0], *h2]
    return float(error.value), int(((y.value > 0.5) == (d > 0.5)).sum()), np.array(flat)


@pytest.mark.parametrize("case", CASES["runs"], ids=lambda case: case["name"])
def test_a_run_of_the_cases_is_the_run_of_the_tape(case):
    weights = np.array(case["start"], dtype=float)
    velocity = np.zeros_like(weights)
    for _ in range(case["epochs"]):
        slopes = swept(weights, case["points"], case["hidden"])[2]
        velocity = case["momentum"] * velocity - case["rate"] * slopes
        weights = weights + velocity
    error, right, _ = swept(weights, case["points"], case["hidden"])
    assert weights == pytest.approx(case["weights"], abs=1e-6)
    assert error == pytest.approx(case["error"], abs=1e-6)
    assert right == case["right"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"points": "moon"}, 'points must be one of "XOR", "line", "stripe", "ring"'),
        ({"hidden": 5}, "hidden must be a whole number from 1 to 4, not 5."),
        ({"rate": 0}, "rate must be a number from 0.05 to 3, not 0."),
        ({"epoch": 1001}, "epoch must be a whole number from 0 to 1000, not 1001."),
        ({"start": [1, 2]}, "start must have 9 numbers for 2 hidden units, not 2."),
        ({"unit": 3}, "unit must be at most 2, not 3."),
    ],
)
def test_a_setting_that_does_not_fit_is_named(settings, sentence):
    with pytest.raises(TraitError) as error:
        Playground(**settings)
    assert sentence in str(error.value)


@pytest.mark.parametrize("case", CASES["problems"], ids=lambda case: case["problem"])
def test_what_does_not_go_together_is_said_as_on_the_page(case):
    assert Playground.problem(case["state"]) == case["problem"]
