"""Chapter 7's drawings: the numbers in them, and what they refuse."""

import re

import pytest
import torch
from torch.nn.functional import conv2d

from helpers.drawing import convnets

ROWS = [("picture", 1, 28, ""), ("C1", 8, 24, "5 × 5"), ("output", 10, 1, "all")]


def texts(drawing, room=690):
    """The words on a drawing."""
    markup = drawing.canvas(room).svg()
    found = re.findall(r"<text[^>]*>(.*?)</text>", markup)
    return [re.sub(r"<[^>]+>", "", text).replace("−", "-") for text in found]


def test_the_map_made_from_two_maps_is_pytorchs():
    maps = [[[0, 1, 2], [1, 3, 1], [2, 0, 1]], [[1, 0, 0], [2, 1, 0], [0, 1, 3]]]
    kernels = [[[1, -1], [0, 2]], [[1, 0], [0, -1]]]
    found = conv2d(
        torch.tensor([maps]).float(),
        torch.tensor([kernels]).float(),
        torch.tensor([-1.0]),
    )
    drawing = convnets.two_maps("7.2", maps, kernels, -1)
    wanted = "; ".join(" ".join(f"{v:g}" for v in row) for row in found[0, 0].tolist())
    assert f"the new map {wanted}." in drawing.alt


def test_the_softmax_is_pytorchs():
    scores = [2.0, 0.0, -1.0]
    parts = torch.tensor(scores).softmax(0)
    drawing = convnets.softmax("7.7", scores, 1)
    assert all(f"{p:.2f}" in texts(drawing) for p in parts.tolist())
    assert f"gradient {float(parts[1]) - 1:.2f}" in drawing.alt


def test_the_cone_ends_in_the_pixels_that_the_unit_sees():
    stack = [("C1", 5, 1), ("S2", 2, 2), ("C3", 5, 1), ("S4", 2, 2)]
    assert "picture: 16 pixels" in texts(convnets.cone("7.16", stack))


def test_pooling_shows_means_and_largest():
    drawing = convnets.pooling("7.3", [[4 * i + j for j in range(4)] for i in range(4)])
    assert drawing.alt == (
        "Means: [[2.5, 4.5], [10.5, 12.5]]. Largest: [[5.0, 7.0], [13.0, 15.0]]."
    )


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (
            lambda: convnets.two_maps("7.2", [[[1]]], [[[1]]], 0),
            "Two maps and a kernel",
        ),
        (lambda: convnets.pooling("7.3", [[1, 2, 3]] * 3), "squares of two by two"),
        (lambda: convnets.overlapping("7.27", [[1, 2]] * 2), "does not fit on 2 × 2"),
        (lambda: convnets.layers("7.4", ROWS[:1], "A layer."), "Two to eight layers"),
        (
            lambda: convnets.split("7.6", [("test set", 0, "for nothing")]),
            "at least one",
        ),
        (lambda: convnets.softmax("7.7", [1, 2], 2), "none with the number 2"),
        (lambda: convnets.cone("7.16", []), "at least one layer"),
        (lambda: convnets.cone("7.16", [("C1", 9, 4)] * 3), "the picture has 28"),
        (lambda: convnets.wiring("7.18", [[0, 12]], 12), "12 maps below"),
        (lambda: convnets.collections("7.23", [("a", [1, 2])]), "three numbers"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(draw, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        draw()
    assert str(error.value).endswith((".",))
