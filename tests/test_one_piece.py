"""Connected or not: its pictures, and what a window shows of them, by brute force."""

import json
from collections import Counter
from pathlib import Path

import pytest
from scipy.ndimage import label
from traitlets import TraitError

from helpers.drawing.windows import SPIRAL, rolled
from helpers.widgets.one_piece import SIZE, OnePiece

CASES = json.loads((Path(__file__).parent / "cases/one_piece.json").read_text("utf-8"))
SNAKE = [(2, 2), (26, 2), (26, 8), (2, 8), (2, 14), (26, 14), (26, 20), (2, 20)]
SNAKE += [(2, 26), (26, 26)]
WAYS = {"spiral": SPIRAL, "snake": SNAKE}
FOUR = [(0, 1), (1, 0), (0, 0), (1, 1)]


@pytest.mark.parametrize("shape", WAYS)
def test_a_picture_is_in_one_piece_if_its_ends_differ(shape):
    for first, last in FOUR:
        found = label(rolled(first, last, WAYS[shape]))[1]
        assert found == CASES["pieces"][f"{first}{last}"]


def shown(pictures, width):
    """How often each sight is shown at each place, over some pictures."""
    places = range(SIZE - width + 1)
    return Counter(
        (r, c, tuple(tuple(row[c : c + width]) for row in rows[r : r + width]))
        for rows in pictures
        for r in places
        for c in places
    )


@pytest.mark.parametrize("shape", WAYS)
def test_the_bags_look_alike_until_a_window_sees_both_ends(shape):
    pictures = [rolled(*ends, WAYS[shape]) for ends in FOUR]
    least = CASES["both"][shape]
    for width in (3, least - 1, least):
        alike = shown(pictures[:2], width) == shown(pictures[2:], width)
        assert alike == (width < least), width


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"window": 2}, "window must be a whole number from 3 to 29, not 2."),
        ({"at": 1}, "at must be at most the number of answers, which is 0, not 1."),
        ({"answers": [2]}, "answers[0] must be 0 or 1, not 2."),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_sentence(settings, sentence):
    with pytest.raises(TraitError) as error:
        OnePiece(**settings)
    assert str(error.value) == sentence
