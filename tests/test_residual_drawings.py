"""Further drawings of chapters 8, 9 and 18: their numbers, and what they refuse."""

import re

import pytest

from helpers.drawing import listings, residuals, sight


def texts(drawing, room=690):
    """The words on a drawing."""
    markup = drawing.canvas(room).svg()
    found = re.findall(r"<text[^>]*>(.*?)</text>", markup)
    return [re.sub(r"<[^>]+>", "", text) for text in found]


def test_the_ways_are_all_of_them_sorted_by_their_length():
    words = texts(residuals.many_ways("9.10"))
    counts = words[words.index("8 ways") + 1 :]
    assert [word for word in counts if word.isdigit()] == list("01112223")


def test_a_bottleneck_has_the_weights_of_its_three_convolutions():
    words = texts(residuals.bottleneck("9.19"))
    assert "69,632 weights" in words
    assert "1,179,648 weights" in words
    assert words.count("16,384") == 2


def test_the_matrix_before_the_last_keeps_the_width():
    words = texts(residuals.two_more("9.23", ((2, 3), (3, 3), (3, 1))))
    assert words.count("?") == 2
    assert {"2 × 3", "3 × 3", "3 × 1", "no. 3", "no. 4"} <= set(words)


def test_a_token_is_a_sum_in_the_drawing_too():
    rows = [("1", [[0, 1], [1, 0]], [1.0, -0.5], [0.0, 0.5])]
    markup = sight.summed("18.6", rows).canvas(690).svg()
    opaque = [float(o) for o in re.findall(r'fill-opacity="([0-9.]+)"', markup)]
    assert max(opaque) < 1  # no cell is darker than the shade that ink reads on
    assert "equals a third" in sight.summed("18.6", rows).alt


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (lambda: residuals.many_ways("9.10", 3, 3), "no block 3 to take out of 3"),
        (lambda: residuals.many_ways("9.10", 9, 1), "at most 5"),
        (lambda: residuals.bottleneck("9.19", 64, 64), "not narrower than 64"),
        (
            lambda: residuals.two_more("9.23", ((2, 3), (2, 3))),
            "as many rows as the last",
        ),
        (lambda: residuals.groups("9.27", 6, (4,)), "do not divide"),
        (lambda: residuals.where_is_it("9.28", [[0, 1]], (1, 2)), "wide as it is high"),
        (lambda: sight.summed("18.6", [("1", [[0]], [1], [1, 2])]), "equally long"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(draw, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        draw()
    assert str(error.value).endswith(".")


def test_the_two_nets_differ_where_it_is_lit():
    markup = listings.two_nets("8.6").canvas(690).svg()
    assert markup.count("tb-glow") == 3  # conv1, conv2 and conv4
    assert {"64", "192", "96"} <= set(texts(listings.two_nets("8.6")))


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (lambda: listings.two_nets("8.6", ("1",)), "give the total of each"),
        (lambda: listings.shrinking("8.22", [9, 3], ["picture"]), "needs a name"),
        (lambda: listings.shrinking("8.22", [9, 0], "ab"), "at least one pixel"),
        (lambda: listings.expected("8.21", 2, (0, 1)), "must be left"),
    ],
)
def test_what_chapter_8_cannot_draw_is_refused_in_a_sentence(draw, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        draw()
    assert str(error.value).endswith(".")
