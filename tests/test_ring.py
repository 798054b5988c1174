"""The figure of the ring: its settings, and its cases against NumPy's sums."""

import json
from pathlib import Path

import numpy as np
import pytest
from traitlets import TraitError

from helpers.widgets.ring import Ring

CASES = json.loads((Path(__file__).parent / "cases/ring.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["sums"], ids=lambda case: str(case["workers"]))
def test_the_cases_end_with_the_sums_that_numpy_has(case):
    n = case["workers"]
    brought = np.outer(np.arange(1, n + 1), np.arange(1, n + 1))
    first, *_, last = case["moments"]
    assert first == brought.tolist()
    assert last == [brought.sum(0).tolist()] * n
    assert len(case["moments"]) == 2 * (n - 1) + 1


@pytest.mark.parametrize("case", CASES["problems"], ids=lambda case: case["problem"])
def test_settings_that_do_not_go_together_are_named(case):
    assert Ring.problem(case["state"]) == case["problem"]


def test_a_setting_out_of_range_is_named():
    with pytest.raises(TraitError, match="workers must be a whole number from 2 to 8"):
        Ring(workers=9)
