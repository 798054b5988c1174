"""What the drawings of chapter 5 refuse, and that they show what follows from it."""

import pytest

from helpers.drawing import WIDE, backprop, representations

NET = (([[2.0, -1.5], [-1.0, 2.5]], [-0.5, 0.3]), ([1.5, -2.0], 0.4))
ENGLISH, ITALIAN = [f"e{k}" for k in range(12)], [f"i{k}" for k in range(12)]


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (
            lambda: backprop.downhill("5.2", [(0, 1), (1, 2)], 1, [0, 3], [0, 1]),
            "The curve goes from 0 to 1, not to 3.",
        ),
        (
            lambda: backprop.there_and_back("5.3", NET, [1, 0, 1], 1),
            "This drawing has two inputs, two hidden units and one output",
        ),
        (
            lambda: backprop.handed_down("5.4", [1, 2], [1, 2, 3]),
            "Three units above have three derivatives and three weights.",
        ),
        (
            lambda: backprop.pushes("5.5", 1, 30),
            "Momentum is from 0 to below 1",
        ),
        (
            lambda: backprop.surface("5.4", [0, 1], [0, 1], [[1, 2]], [], [], [1], ()),
            "a row of errors for each bias, with one error for each weight: 2 rows of "
            "2",
        ),
        (
            lambda: backprop.folding("5.5", [("9", "S.", ([[1]], [1], [1], 0))], []),
            "The net at 9 has not two inputs and two hidden units",
        ),
        (
            lambda: representations.symmetry_net("5.8", [[1] * 5] * 2, [1, 1], [0] * 3),
            "two hidden units with six weights each",
        ),
        (
            lambda: representations.code_of_three("5.10", [[0, 1]] * 8),
            "three states for each of eight patterns, not 2 for 8",
        ),
        (
            lambda: representations.two_families("5.11", ENGLISH, ["a"], "e1", "", []),
            "A family of this tree has 12 persons, not 1.",
        ),
        (
            lambda: representations.two_families(
                "5.11", ENGLISH, ITALIAN, "Bob", "aunt", []
            ),
            "Bob is in none of the two families.",
        ),
        (
            lambda: representations.six_units("5.13", [[1] * 6], ENGLISH, ITALIAN, []),
            "24 persons with six weights each, not 1 with 6",
        ),
        (
            lambda: representations.cards("5.14", [[0] * 399], ["same"]),
            "A card has 20 × 20 points, not 399.",
        ),
        (
            lambda: representations.moved("5.15", [0] * 401),
            "A card has 20 × 20 points, not 401.",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(draw, sentence):
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(")):
        draw()


def test_the_way_back_has_the_numbers_of_the_nudges():
    def error(net):
        return (backprop._passes(net, [1, 0], 1)["y"] - 1) ** 2 / 2

    numbers, h = backprop._passes(NET, [1, 0], 1), 1e-6
    (rows, biases), (weights, bias) = NET
    for i in range(2):
        for j in range(2):
            moved = [list(row) for row in rows]
            moved[i][j] += h
            slope = (error(((moved, biases), (weights, bias))) - error(NET)) / h
            assert numbers["low"][i][j] == pytest.approx(slope, abs=1e-5)
    for j in range(2):
        moved = list(weights)
        moved[j] += h
        slope = (error(((rows, biases), (moved, bias))) - error(NET)) / h
        assert numbers["up"][j] == pytest.approx(slope, abs=1e-5)


def test_halves_that_meet_are_told():
    drawing = representations.half_sums("5.9", [(1, 2, 4), (1, 2, 3)])
    assert "1:2:4 has no coincidence; 1:2:3 has 1 coincidence" in drawing.alt
    assert ">110<" in drawing.canvas(WIDE).svg("tb-both", "What there is.")
