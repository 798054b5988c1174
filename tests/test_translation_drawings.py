"""The drawings of chapter 13: what they count, and what they refuse."""

import pytest

from helpers.drawing import NARROW, translation

BLACK = "the black cat sleeps on the old chair".split()
SLEPT = "the black cat slept on the old chair".split()


@pytest.mark.parametrize(("n", "agreed"), [(1, 7), (2, 5), (3, 3), (4, 1)])
def test_runs_that_agree_are_those_of_the_worked_example(n, agreed):
    assert sum(translation.agreeing(BLACK, SLEPT, n)) == agreed


def test_a_run_counts_no_more_often_than_the_reference_has_it():
    assert translation.agreeing(["the"] * 4, ["the", "cat"], 1) == [True] + [False] * 3


def test_partners_are_as_near_as_the_order_says():
    drawing = translation.partners(
        "13.1", list("abc"), list("xyz"), [(0, 0), (1, 1), (2, 2)]
    )
    markup = "".join(drawing.canvas(NARROW).parts)
    assert "mean distance 3.0, smallest 3" in markup
    assert "mean distance 3.0, smallest 1" in markup


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: translation.one_vector("13.1", [], ["a"]), "source needs at least 1"),
        (
            lambda: translation.rectangle("13.1", [["a", "b"]], [[1]]),
            "one row of ids, as long as the longest",
        ),
        (
            lambda: translation.linked("13.1", [(["a"], ["b"], [(0, 1)])]),
            "a word at each of its ends",
        ),
        (
            lambda: translation.taught_and_alone(
                "13.1", "x", ["a", "b"], ["a"], ["a", "b"]
            ),
            "need one length",
        ),
        (lambda: translation.counted("13.1", ["a"], BLACK), "at least 4 words"),
        (
            lambda: translation.partners("13.1", ["a"], ["b"], [(0, 3)]),
            "no words 0 and 3",
        ),
        (lambda: translation.beams("13.1", []), "at least two levels"),
        (lambda: translation.shifted("13.1", ["a"]), "at least 2 words"),
        (lambda: translation.left_behind("13.1", ["a"]), "at least 2 words"),
        (lambda: translation.both_ways("13.1", ["a"]), "at least 2 words"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(make, said):
    with pytest.raises(ValueError, match=said):
        make()
