"""The two figures of chapter 15: their cases against PyTorch, and their settings."""

import json
from math import sqrt
from pathlib import Path

import pytest
import torch
from traitlets import TraitError

from helpers.drawing import heads
from helpers.taught.attention import attention, causal_mask, positional_encoding
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


def test_in_the_figure_at_its_beginning_house_looks_at_red():
    state = AttentionByHand().state()
    x = matrix(state, "x")
    query, key, value = (x @ matrix(state, name) for name in ("w_q", "w_k", "w_v"))
    mixture, weights = attention(query, key, value)
    assert weights[2].tolist() == pytest.approx([0.0177, 0.9647, 0.0177], abs=1e-4)
    assert float(mixture[2, 0]) == pytest.approx(2.894, abs=1e-3)


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
        (AttentionByHand, {"row": 3}, "row must be a whole number from 0 to 2"),
        (Positions, {"position": 60}, "position must be a whole number from 0 to 59"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(figure, settings, sentence):
    with pytest.raises(TraitError, match=sentence):
        figure(**settings)


WORDS = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (lambda: heads.path_lengths("1.1", ["a", "b"]), "needs three words or more"),
        (lambda: heads.three_parts("1.1", WORDS, [[1]], {}), "three tables, and 0"),
        (
            lambda: heads.one_query("1.1", WORDS, "a", [1], [[1]], [[1]]),
            "one key and one value",
        ),
        (lambda: heads.all_at_once("1.1", lit=4), "4 queries, and none has the number"),
        (
            lambda: heads.masks("1.1", [("m", WORDS, [[True]])], "A mask."),
            "'m' needs a row and a column for each of its 3 words",
        ),
        (
            lambda: heads.side_by_side("1.1", 3, 8, WORDS, [[1, 0, 0]]),
            "3 heads do not divide a width of 8",
        ),
        (
            lambda: heads.clock_and_curve("1.1", 1, 20, 9),
            "lie between 0 and 24",
        ),
        (
            lambda: heads.arcs("1.1", [("t", WORDS, 0, [1], [])], "Arcs."),
            "'t' has 3 words and 1 weights",
        ),
        (
            lambda: heads.in_proportion("1.1", WORDS, [("t", [1], "1")], "Bars."),
            "'t' has 1 weights for 3 keys",
        ),
        (lambda: heads.shuffled("1.1", WORDS, [0, 0, 1]), "is no order of 3 words"),
    ],
)
def test_a_drawing_of_heads_refuses_what_it_cannot_draw(draw, sentence):
    with pytest.raises(ValueError, match=sentence):
        draw()


def test_the_dilated_way_is_as_short_as_table_1_says():
    steps = {kind: len(heads._paths(kind, 9)[1]) for kind in ("recurrent", "dilated")}
    assert steps == {"recurrent": 8, "dilated": 4}
    assert len(heads._paths("attention", 9)[1]) == 1
