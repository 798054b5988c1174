"""The figure of the ring: its settings, and its cases against NumPy's sums."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from traitlets import TraitError

from helpers.widgets import ring
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


def test_the_bills_are_those_of_the_papers():
    """Hours, days, and operations and bytes as chapter 19 quotes them."""
    base, big, gpt3 = (case["found"] for case in CASES["bills"])
    assert Ring(view="bill").state().items() >= CASES["bills"][0]["state"].items()
    assert base["days"] * 24 == pytest.approx(12, rel=0.02)
    assert big["days"] == pytest.approx(3.5, rel=0.02)
    assert gpt3["flops"] == pytest.approx(3.14e23, rel=0.01)
    assert gpt3["copied"] == pytest.approx(16 * 175e9, rel=0.01)


def test_every_preset_of_the_figure_is_a_bill_of_the_cases():
    code = Path(ring.__file__).with_suffix(".js").read_text("utf-8")
    presets = code.partition("const presets = {")[2].partition("};")[0]
    numbers = [float(n) for n in re.findall(r"\w+: ([\d.]+)", presets)]
    assert numbers == [n for case in CASES["bills"] for n in case["state"].values()]


@pytest.mark.parametrize("case", CASES["problems"], ids=lambda case: case["problem"])
def test_settings_that_do_not_go_together_are_named(case):
    assert Ring.problem(case["state"]) == case["problem"]


def test_a_setting_out_of_range_is_named():
    with pytest.raises(TraitError, match="workers must be a whole number from 2 to 8"):
        Ring(workers=9)
