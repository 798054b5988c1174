"""The two figures of chapter 15: their cases against PyTorch, and their settings."""

import json
from math import sqrt
from pathlib import Path

import pytest
import torch
from traitlets import TraitError

from helpers.attention import attention, causal_mask, positional_encoding
from helpers.widgets.attention_by_hand import AttentionByHand
from helpers.widgets.positions import Positions

CASES = Path(__file__).parent / "cases"
BY_HAND = json.loads((CASES / "attention_by_hand.json").read_text("utf-8"))["attention"]
POSITIONS = json.loads((CASES / "positions.json").read_text("utf-8"))


def matrix(case, name):
    return torch.tensor(case[name], dtype=torch.double)


@pytest.mark.parametrize("case", BY_HAND)
def test_the_cases_are_what_attention_says(case):
    mask = torch.ones(3, 3, dtype=torch.bool)
    if case["mask"] in ("causal", "both"):
        mask &= causal_mask(3)
    if case["mask"] in ("padding", "both"):
        mask[:, 2] = False
    heads = [
        (matrix(case, "x") @ matrix(case, name)).unflatten(1, (case["heads"], -1))
        for name in ("w_q", "w_k", "w_v")
    ]
    query, key, value = (part.transpose(0, 1) for part in heads)
    width = int(case["wide"]) / case["heads"]
    # attention divides by the root of the width shown; the figure's may be wider.
    query = query * sqrt(query.shape[-1]) / (sqrt(width) if case["scaled"] else 1)
    mixture, weights = attention(query, key, value, mask)
    out = mixture.transpose(0, 1).flatten(1) @ matrix(case, "w_o")
    torch.testing.assert_close(weights, matrix(case, "weights"))
    torch.testing.assert_close(out, matrix(case, "out"))


def test_the_figure_begins_with_the_worked_example():
    state = AttentionByHand().state()
    x = matrix(state, "x")
    mixture = attention(x @ matrix(state, "w_q"), x, x @ matrix(state, "w_v"))[0]
    assert mixture[0].tolist() == pytest.approx([0.423883, 0.576117, 0, 0], abs=1e-6)


def test_positions_in_the_cases_are_the_chapters():
    P = positional_encoding(60, 32).double()
    for place, row in POSITIONS["rows"].items():
        assert P[int(place)].tolist() == pytest.approx(row, abs=1e-6)
    for offset, product in POSITIONS["products"].items():
        assert float(P[9] @ P[9 + int(offset)]) == pytest.approx(product, abs=1e-3)


@pytest.mark.parametrize(
    ("figure", "settings", "sentence"),
    [
        (AttentionByHand, {"heads": 3}, "heads must be a whole number from 1 to 2"),
        (AttentionByHand, {"x": [[1, 2, 3, 4]] * 2}, "x must have 3 entries, not 2"),
        (AttentionByHand, {"mask": "all"}, "mask must be one of"),
        (Positions, {"position": 60}, "position must be a whole number from 0 to 59"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(figure, settings, sentence):
    with pytest.raises(TraitError, match=sentence):
        figure(**settings)
