"""The figure of a cell with valves: its settings, and its cases against PyTorch."""

import json
from pathlib import Path

import pytest
import torch
from torch import nn
from traitlets import TraitError

from helpers.widgets.gated_cell import GatedCell, trained

CASES = json.loads((Path(__file__).parent / "cases/gated_cell.json").read_text("utf-8"))
SEEN = "x", "keep", "ask"
GATES = {"1997": "io", "2000": "ifo", "GRU": "fo"}  # as the settings call them
ALWAYS_OPEN = dict.fromkeys((*SEEN, "h"), 0.0) | {"b": 1e4}


def whole(settings):
    """All settings of a case, the figure's own where it names none."""
    return GatedCell().state() | settings


def readers(state, t):
    """For each gate the weights that act at step t; what is set by hand is a bias."""
    kind = state["kind"]
    letter = {"f": "z", "o": "r"} if kind == "GRU" else {}
    if state["source"] == "a trained net":
        return {g: trained()[kind][letter.get(g, g)] for g in GATES[kind]}
    by_hand = {g: torch.tensor(float(state[g][t])).double() for g in GATES[kind]}
    return {
        g: ALWAYS_OPEN | {"b": torch.logit(open_).item()}
        for g, open_ in by_hand.items()
    }


def cell_at(state, t):
    """PyTorch's cell with one unit and the gates of step t."""
    gate = readers(state, t)
    gru = state["kind"] == "GRU"
    candidate = ALWAYS_OPEN | {"x": 1.0, "h": float(gru), "b": 0.0}
    if gru:
        cell, rows = nn.GRUCell(3, 1).double(), [gate["o"], gate["f"], candidate]
    else:
        forget = gate.get("f", ALWAYS_OPEN)
        cell = nn.LSTMCell(3, 1).double()
        rows = [gate["i"], forget, candidate, gate["o"]]
    numbers = lambda names: torch.tensor(
        [[row[name] for name in names] for row in rows], dtype=torch.double
    )
    cell.weight_ih.data, cell.weight_hh.data = numbers(SEEN), numbers(["h"])
    cell.bias_ih.data, cell.bias_hh.data = numbers("b")[:, 0], numbers("b")[:, 0] * 0
    cell.bias_hh.data.nan_to_num_()
    return cell


@torch.no_grad()
def course(state):
    """States and outputs at all steps, by PyTorch's cells."""
    h = c = torch.zeros(1, 1, dtype=torch.double)
    path = []
    for t, value in enumerate(state["x"]):
        seen = [value, t + 1 in state["keep"], t + 1 in state["ask"]]
        x, cell = torch.tensor([seen], dtype=torch.double), cell_at(state, t)
        if state["kind"] == "GRU":
            h = c = cell(x, h)
        else:
            h, c = cell(x, (h, c))
        path.append((c.item(), h.item()))
    return path


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_cases_are_what_pytorch_computes(case):
    expected = list(zip(case["c"], case["h"], strict=True))
    for ours, theirs in zip(course(whole(case["settings"])), expected, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-6)


def test_the_figure_opens_on_a_bit_that_was_kept_for_93_steps():
    state = GatedCell().state()
    (kept,), (asked,) = state["keep"], state["ask"]
    assert state["step"] == asked == kept + 93
    assert course(state)[-1][1] * state["x"][kept - 1] > 0.5


def test_the_trained_gates_of_2000_replace_a_bit_and_those_of_1997_cannot():
    second = {"keep": [7, 55], "ask": [45, 100]}
    for kind, replaced in (("2000", True), ("1997", False)):
        state = whole(second | {"kind": kind})
        assert state["x"][6] == -state["x"][54]
        assert (course(state)[-1][1] * state["x"][54] > 0.5) == replaced


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"kind": "1998"}, 'kind must be one of "1997", "2000", "GRU", not "1998".'),
        ({"i": [0] * 11}, "i must have 100 entries, not 11."),
        ({"o": [2] * 100}, "o[0] must be a number from 0 to 1, not 2."),
        ({"step": 101}, "step must be a whole number from 0 to 100, not 101."),
        ({"keep": [0]}, "keep[0] must be a whole number from 1 to 100, not 0."),
        ({"ask": list(range(1, 8))}, "ask must have 0 to 6 entries, not 7."),
    ],
)
def test_a_setting_out_of_range_is_named(settings, sentence):
    with pytest.raises(TraitError) as error:
        GatedCell(**settings)
    assert str(error.value) == sentence
