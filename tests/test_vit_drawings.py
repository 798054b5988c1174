"""Chapter 18's drawings say in a sentence what they cannot draw."""

import re

import pytest

from helpers.drawing import sight, squares

DIGIT = [[float(8 < i < 20 and 10 < j < 16) for j in range(28)] for i in range(28)]


def test_a_blanked_square_is_there_only_where_it_was_chosen():
    plain = str(squares.blanks("18.1", DIGIT, 4, {"whole": []})._repr_html_())
    one = str(squares.blanks("18.1", DIGIT, 4, {"one": [24]})._repr_html_())
    count = lambda html: len(re.findall("tb-hollow", html))
    assert count(one) > count(plain)


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: squares.shuffled("18.1", [0, 0, 1]), "name each square once"),
        (lambda: squares.blanks("18.1", DIGIT, 4, {"a": [49]}), "numbers from 0 to 48"),
        (lambda: squares.grids("18.1", 7, 4), "second grid must be finer"),
        (lambda: squares.with_and_without("18.1", {"a": []}), "at least one"),
        (lambda: squares.glued("18.1", [[0]], 7), "28 rows of 28 numbers"),
        (lambda: sight.decided("18.1", []), "a name and three years"),
        (lambda: sight.decided("18.1", [("a", None, None, None)]), "three years"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(draw, said):
    with pytest.raises(ValueError, match=said):
        draw()
