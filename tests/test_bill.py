"""The figure of the bill: its settings, and its cases against the arithmetic."""

import json
from math import ceil
from pathlib import Path

import pytest
from traitlets import TraitError

from helpers.widgets.bill import MODELS, Bill

CASES = json.loads((Path(__file__).parent / "cases/bill.json").read_text("utf-8"))
SIZES = {  # all parameters, those that a token meets, tokens
    "Transformer base": (65e6, 65e6, 2.5e9),
    "GPT-3": (174.6e9, 174.6e9, 300e9),
    "Llama 3 8B": (8.03e9, 8.03e9, 15e12),
    "DeepSeek-V3": (671e9, 37e9, 14.8e12),
}
CARDS = {  # operations a second, watts, bytes
    "P100": (9.5e12, 300, 16e9),
    "V100": (125e12, 300, 32e9),
    "A100": (312e12, 400, 80e9),
    "H100": (989e12, 700, 80e9),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["state"]["model"])
def test_the_cases_are_what_the_chapter_computes(case):
    state, found = case["state"], case["found"]
    own = 10 ** state["parameters"], 10 ** state["parameters"], 10 ** state["tokens"]
    whole, active, tokens = SIZES.get(state["model"], own)
    speed, watts, memory = CARDS[state["card"]]
    hours = 6 * active * tokens / (speed * state["use"] / 100) / 3600
    assert found["hours"] == pytest.approx(hours)
    assert found["days"] == pytest.approx(hours / 2 ** state["machines"] / 24)
    assert found["dollars"] == pytest.approx(hours * state["price"])
    assert found["energy"] == pytest.approx(hours * watts / 1e6)
    assert found["least"] == ceil(16 * whole / memory)


def test_the_bills_are_those_of_the_papers():
    """Twelve hours for base, the operations of GPT-3, the hours of DeepSeek-V3."""
    found = {case["state"]["model"]: case["found"] for case in CASES}
    assert found["Transformer base"]["days"] * 24 == pytest.approx(12, rel=0.02)
    assert found["GPT-3"]["flops"] == pytest.approx(3.14e23, rel=0.01)
    assert found["DeepSeek-V3"]["hours"] == pytest.approx(2.788e6, rel=0.02)


def test_a_case_has_settings_that_the_figure_takes():
    for case in CASES:
        assert case["state"].items() <= Bill(**case["state"]).state().items()


def test_a_setting_out_of_range_is_named():
    with pytest.raises(TraitError, match="machines must be a whole number from 0 to"):
        Bill(machines=16)
    with pytest.raises(TraitError, match="model must be one of"):
        Bill(model="GPT-4")
    assert "your own" in MODELS
