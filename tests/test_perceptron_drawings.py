"""The drawings of chapter 2: what they compute themselves, and what they refuse."""

import re

import pytest

from helpers.drawing import perceptron

CARD = [0.0] * 400
ROWS, LABELS = [(0, 0), (0, 1), (1, 0), (1, 1)], [-1, -1, -1, 1]


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (
            lambda: perceptron.learned("2.1", [("w", [1.0] * 399, "")], "C.", "A."),
            "A picture of rows of 20 has a multiple of 20 numbers, and here are 399.",
        ),
        (
            lambda: perceptron.learned("2.1", [], "C.", "A."),
            "There is nothing to draw: give at least one picture.",
        ),
        (
            lambda: perceptron.trials("2.1", [], "C."),
            "There is nothing to draw: give at least one card.",
        ),
        (
            lambda: perceptron.machine("2.1", CARD, [CARD], 2, "left"),
            "The machine is drawn with 2 to 12 A-units, and here are 1.",
        ),
        (
            lambda: perceptron.correction("2.1", (0, 0), (1, 1)),
            "Weights that are all 0 have no line: give others to draw.",
        ),
        (
            lambda: perceptron.correction("2.1", (1, -1), (-1, 1)),
            "Weights that are all 0 have no line: give others to draw.",
        ),
        (
            lambda: perceptron.margin_by_eye("2.1", ROWS, LABELS[:3], (2, 2, -3)),
            "Here are 4 examples and 3 labels: give each example its own.",
        ),
        (
            lambda: perceptron.comes_home("2.1", [(0, 0, 0)], ROWS, LABELS[:2]),
            "Here are 4 examples and 2 labels: give each example its own.",
        ),
        (
            lambda: perceptron.three_of_four("2.1", [CARD] * 4, [1, 2], 3),
            "Here are 4 cards and 2 sums: give each card its own.",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence(draw, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        draw()


def test_the_correction_is_the_rule_of_the_chapter():
    drawing = perceptron.correction("2.1", (1, 2), (2, -1.5))
    assert "where the sum is −1; w + x = (3, 0.5)" in drawing.alt
    assert drawing.alt.endswith("that the sum is 5.25.")


def test_an_a_unit_fires_when_its_lit_wires_reach_the_threshold():
    card = [1.0] * 3 + [0.0] * 397
    column = [1, 1, -1] + [1] * 20 + [0] * 377
    told = perceptron.association("2.1", card, [column] * 2, 2).alt
    assert "2 lit wires excite, 1 inhibit, sum 1" in told


def test_a_unit_at_several_cards_has_a_sum_for_each():
    one, two = [1.0] + [0.0] * 399, [1.0, 1.0] + [0.0] * 398
    drawing = perceptron.combination("2.1", [one, two], [1, 1] + [0] * 398, 2)
    assert "1 − 0 = 1; 2 − 0 = 2. It fires from 2 on." in drawing.alt
    assert "at least 2: fires" in drawing._repr_html_()
    with pytest.raises(ValueError, match="at least one card"):
        perceptron.combination("2.1", [], [1] * 400, 2)


def test_an_adversary_keeps_the_length_the_margin_and_makes_mistakes_alone():
    weights = [0.0, 0.0, 0.0]
    for _ in range(25):
        x = perceptron._nearly_across(weights, 0.2)
        assert sum(v * v for v in x) == pytest.approx(1)
        assert x[2] == 0.2
        assert sum(w * v for w, v in zip(weights, x, strict=True)) < 1e-9
        weights = [w + v for w, v in zip(weights, x, strict=True)]


def test_a_half_plane_is_cut_at_its_line():
    square = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    assert sorted(perceptron._clip(square, (1, 0))) == [
        (0, -1),
        (0, 1),
        (1, -1),
        (1, 1),
    ]
    assert perceptron._clip(square, (0, 0, -1)) == []
    assert perceptron._clip(square, (0, 0, 1)) == square
