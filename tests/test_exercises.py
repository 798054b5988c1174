"""The check under an exercise: what it says of stubs, slips and right answers."""

import numpy as np
import pytest
import torch

from helpers.exercises import check, same

XOR = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)]


def stub(x1, x2): ...


def test_a_stub_is_told_not_yet():
    told = "Not yet: write your answer in place of the dots."
    assert repr(check(stub, XOR, hint="Not shown yet.")) == told
    assert not check(..., 3).right
    assert not check(..., lambda answer: True).right


def test_a_right_function_is_told_how_many_cases_it_passed():
    assert repr(check(lambda a, b: a ^ b, XOR)) == "Right: all 4 cases."


def test_the_first_wrong_case_is_named_with_the_hint():
    def xor(x1, x2):
        return x1 | x2

    verdict = check(xor, XOR, hint="Look at the last row.")
    assert not verdict.right
    assert (
        repr(verdict) == "Not yet: xor(1, 1) gave 1, expected 0. Look at the last row."
    )


def test_an_error_in_the_readers_code_is_reported_not_raised():
    def halve(x):
        return 1 / x

    assert "halve(0) stopped with ZeroDivisionError" in repr(check(halve, [((0,), 0)]))
    assert "it stopped with ZeroDivisionError" in repr(check(halve, lambda f: f(0)))


def test_a_function_that_looks_at_the_answer_never_sees_a_stub():
    def documented(x1, x2):
        """XOR, one day."""
        ...

    for answer in (stub, documented, ...):
        verdict = check(answer, lambda answer: 1 / 0)
        assert repr(verdict) == "Not yet: write your answer in place of the dots."


def test_a_function_that_returns_nothing_though_it_works_is_no_stub():
    def forgets(x):
        x = x + 1

    assert "forgets(1) gave None, expected 2." in repr(check(forgets, [((1,), 2)]))


@pytest.mark.parametrize(
    ("answer", "expected", "right"),
    [
        (7, lambda answer: True, False),
        (7, lambda answer: answer == 7, True),
        (7, lambda answer: "dog" if answer == 8 else True, False),
        (abs, lambda answer: answer(-1) == 1, True),
        (abs, [], False),
        (abs, [((-1,), 1)], True),
        (7, 7, True),
    ],
)
def test_a_check_that_would_take_any_answer_is_found_out(
    monkeypatch, answer, expected, right
):
    monkeypatch.setenv("PROBE_CHECKS", "1")
    torch.manual_seed(1)
    first = torch.rand(1)
    torch.manual_seed(1)
    assert check(answer, expected).right is right
    assert torch.rand(1) == first
    monkeypatch.delenv("PROBE_CHECKS")
    assert check(answer, expected).right


def test_arguments_are_the_readers_own_copy():
    cases = [(([3, 1, 2],), [1, 2, 3])]

    def sort(values):
        values.sort()
        return values

    assert check(sort, cases).right and cases[0][0][0] == [3, 1, 2]


def test_a_looking_function_may_answer_with_a_sentence():
    verdict = check(
        {"c": 1}, lambda net: "the net has no unit d." if "d" not in net else True
    )
    assert repr(verdict) == "Not yet: the net has no unit d."
    assert check({"d": 1}, lambda net: "d" in net).right
    assert not check({}, lambda net: "d" in net).right


@pytest.mark.parametrize(
    ("given", "wanted", "agree"),
    [
        (1, True, True),
        (0.1 + 0.2, 0.3, True),
        (0.31, 0.3, False),
        ([1, 2], np.array([1, 2]), True),
        ([[1, 2]], [1, 2], False),
        (torch.ones(2, requires_grad=True), [1, 1], True),
        ("and", "and", True),
        ("and", "or", False),
        ("and", 3, False),
        ({"a": [1]}, {"a": [1.0]}, True),
        ({"a": [1]}, {"b": [1]}, False),
        (None, 0, False),
        ([1, [2, 3]], [1, [2, 3]], True),
    ],
)
def test_values_agree_in_number_shape_and_kind(given, wanted, agree):
    assert same(given, wanted) is agree
