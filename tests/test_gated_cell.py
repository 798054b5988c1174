"""The figure of a gated cell: its settings, and its cases against PyTorch's cells."""

import json
from pathlib import Path

import pytest
import torch
from torch import nn
from traitlets import TraitError

from helpers.widgets.gated_cell import GatedCell

CASES = json.loads((Path(__file__).parent / "cases/gated_cell.json").read_text("utf-8"))
ALWAYS_OPEN = {"x": 0.0, "h": 0.0, "b": 1e4}


def readers(state, t):
    """For i, f and o the weights of x and h and the bias that act at step t."""
    if state["source"] == "read from weights":
        return {name: state["weights"][name] for name in "ifo"}
    gates = torch.tensor([[state[name][t] for name in "ifo"]], dtype=torch.double)
    biases = torch.logit(gates)[0].tolist()
    return {n: {"x": 0.0, "h": 0.0, "b": b} for n, b in zip("ifo", biases, strict=True)}


def column(*values):
    """Numbers as a column of weights."""
    return nn.Parameter(torch.tensor(values, dtype=torch.double)[:, None])


def cell_at(state, t):
    """PyTorch's cell with one unit and the gates of step t."""
    gate = readers(state, t)
    if state["kind"] == "1997":
        gate["f"] = ALWAYS_OPEN
    candidate = {"x": 1.0, "h": float(state["kind"] == "GRU"), "b": 0.0}
    if state["kind"] == "GRU":
        cell, rows = nn.GRUCell(1, 1).double(), [gate["o"], gate["f"], candidate]
    else:
        rows = [gate["i"], gate["f"], candidate, gate["o"]]
        cell = nn.LSTMCell(1, 1).double()
    cell.weight_ih = column(*(row["x"] for row in rows))
    cell.weight_hh = column(*(row["h"] for row in rows))
    cell.bias_ih.data = torch.tensor([row["b"] for row in rows], dtype=torch.double)
    cell.bias_hh.data.zero_()
    return cell


def course(state):
    """States and outputs at all steps, by PyTorch's cells."""
    h = c = torch.zeros(1, 1, dtype=torch.double)
    path = []
    for t, value in enumerate(state["x"]):
        x, cell = torch.tensor([[value]], dtype=torch.double), cell_at(state, t)
        if state["kind"] == "GRU":
            h = c = cell(x, h)
        else:
            h, c = cell(x, (h, c))
        path.append((c.item(), h.item()))
    return path


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_cases_are_what_pytorch_computes(case):
    expected = list(zip(case["c"], case["h"], strict=True))
    for ours, theirs in zip(course(case["state"]), expected, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-6)


def test_the_figure_begins_with_the_first_case():
    state = GatedCell().state()
    assert {name: state[name] for name in CASES[0]["state"]} == CASES[0]["state"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"kind": "1998"}, 'kind must be one of "1997", "2000", "GRU", not "1998".'),
        ({"i": [0] * 11}, "i must have 12 entries, not 11."),
        ({"o": [2] * 12}, "o[0] must be a number from 0 to 1, not 2."),
        ({"step": 13}, "step must be a whole number from 1 to 12, not 13."),
        (
            {"weights": {"g": {"x": 1}}},
            'weights has no place for "g"; it knows "i", "f", "o".',
        ),
    ],
)
def test_a_setting_out_of_range_is_named(settings, sentence):
    with pytest.raises(TraitError) as error:
        GatedCell(**settings)
    assert str(error.value) == sentence
