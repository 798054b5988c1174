"""The drawings of chapter 4: what they refuse, and that their numbers are computed."""

import re

import pytest

from helpers.drawing import derivatives, tapes


def square(x):
    return x * x


REFUSED = {
    "three nudges": lambda: derivatives.nudge("4.1", square, 3, [1, 0, 0.1]),
    "as many values": lambda: derivatives.in_a_row("4.3", ["x", "y"], [1], [2]),
    "move every value": lambda: derivatives.in_a_row("4.3", "xy", [1, 2], [1, 3]),
    "at least 6": lambda: derivatives.diamonds("4.5", 3),
    "unlike sizes": lambda: derivatives.rectangles("4.16", 6, 6, 2),
    "above 0": lambda: derivatives.both_ways("4.25", square, 1, 0),
    "five entries": lambda: tapes.records("4.8", [[3, 1, None, None]], ["1  A"]),
    "three states": lambda: tapes.one_cell("4.22", [1.5, 2.25], [1, 4.5], [1, 5.5]),
    "one to four": lambda: tapes.squared("4.29", 2, 5),
    "same length": lambda: tapes.marks("4.14", 16, 5),
    "from 1 to 1.5": lambda: tapes.rounded("4.18", 2),
    "power of two": lambda: tapes.halves("4.27", 12),
    "five values": lambda: tapes.written("4.9", ["a"], [1], [(0, 0, 0, 0)]),
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(words):
    with pytest.raises(ValueError, match=words) as refusal:
        REFUSED[words]()
    assert re.fullmatch(r"[A-Z][^.]*(\.\d[^.]*)?\.", str(refusal.value))


def test_the_curve_is_always_as_steep_as_it_is():
    drawing = derivatives.nudge("4.1", square, 3, [1, 0.1, 0.01])
    assert "moves the result by 0.61, which is 6.1 times as much" in drawing.alt
    assert "nearer the ratio is to 6:" in drawing.caption


@pytest.mark.parametrize(("a", "b"), [(3, 2), (5, -1)])
def test_both_drawings_of_two_factors_end_with_the_derivatives(a, b):
    back = derivatives.two_factors("4.6", a, b).alt
    ends = [derivatives.said(2 * a), derivatives.said(-2 * b)]
    assert back.endswith(f"at the start {ends[0]} and {ends[1]}.")


def test_the_payments_of_the_tape_are_the_derivatives_of_its_program():
    debts = dict.fromkeys(tapes.USED, 0) | {"y": 1}
    for payer in reversed(tapes.USED):
        for maker, slope in tapes.USED[payer]:
            debts[maker] += debts[payer] * slope
    assert debts == {"a": 39, "b": 26, "u": 13, "v": 1, "y": 1}
    assert "1, 1, 13, 26 and 39" in tapes.order("4.7").alt
