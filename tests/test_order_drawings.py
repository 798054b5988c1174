"""The drawings of chapter 3: what they compute themselves, and what they refuse."""

import re

import numpy as np
import pytest
from scipy.ndimage import label

from helpers.drawing import Canvas, order, windows

ONE = [(), (0,), (1,)]


def test_the_counts_of_a_bag_are_those_of_its_masks():
    bag = [((0, 1), 2), ((1, 1), 3)]
    assert order.counted(bag, [*ONE, (0, 1)]) == [5, 3, 5, 3]


def test_pieces_are_those_that_scipy_counts():
    for picture in np.random.default_rng(5).integers(0, 2, (50, 6, 7)):
        assert len(windows.parts_of(picture.tolist())) == label(picture)[1]


def test_a_rolled_picture_is_in_one_piece_if_its_ends_differ():
    for ends in ((0, 1), (1, 0)):
        assert len(windows.parts_of(windows.rolled(*ends))) == 1
    for ends in ((0, 0), (1, 1)):
        assert len(windows.parts_of(windows.rolled(*ends))) == 2


def test_the_windows_in_the_drawing_show_both_bags_the_same():
    names = ["X01", "X10", "X00", "X11"]
    four = {name: windows.strands(int(name[1]), int(name[2])) for name in names}
    said = windows.four_pictures("3.9", four, 2).alt
    assert "X01 shows the windows A, C, D." in said
    assert "X00 shows the windows A, C, E." in said


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (
            lambda: order.points(Canvas(90, 90), 0, 0, [[1, 0], [1]], 9),
            "A picture of points has rows, all of one length.",
        ),
        (
            lambda: order.two_bags("3.9", [], [((0, 1), 1)], ONE, "Bags."),
            "Each of the two bags needs at least one picture.",
        ),
        (
            lambda: order.cycle("3.9", ONE, []),
            "A cycle needs corrections; where there are none, none is drawn.",
        ),
        (
            lambda: windows.four_pictures("3.9", {"X01": windows.strands(0, 1)}, 12),
            "A window has 1 to 9 columns over these pictures, not 12.",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(draw, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        draw()
