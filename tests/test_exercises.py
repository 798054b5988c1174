"""The check under an exercise: what it says of stubs, slips and right answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import build
import numpy as np
import pytest
import torch
from node_tools import run_node

from helpers.page import predictions
from helpers.page.exercises import MIME, check, predict, same

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


@pytest.mark.parametrize(
    ("given", "wanted", "said"),
    [
        (3, 4, "3 is not it."),
        (3.14, 3.14159, "3.14 is not it, but it is close: give more digits."),
        (
            [1, 2],
            3,
            "[1, 2] is not it: it is a list of 2 numbers, and one number is asked for.",
        ),
        ([1, 5, 3], [1, 2, 3], "[1, 5, 3] is not it: the first mistake is at index 1."),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, "is not it: look at 'b'."),
        ([1], {"a": 1}, "[1] is not it: a dictionary of 'a' is asked for."),
        ("and", "or", "'and' is not it."),
    ],
)
def test_a_wrong_value_is_told_how_it_misses(given, wanted, said):
    assert repr(check(given, wanted)).endswith(said)


def test_only_a_right_answer_leaves_a_trace_for_the_page():
    data = check([3, 0.5], np.array([3, 0.5]), hint="Count.")._repr_mimebundle_()
    assert data == {
        "text/plain": "Right: that is it.",
        MIME: {"answer": [3, 0.5], "hint": "Count."},
    }
    assert MIME not in check(4, 3)._repr_mimebundle_()
    assert MIME not in check(lambda: 3, [((), 3)])._repr_mimebundle_()


# Predictions


@pytest.mark.parametrize(
    ("answer", "asked"),
    [
        (3, "a number"),
        (True, "a number"),
        (0.1 + 0.2, "a number to 1 decimal"),
        ([0, 1, 1], "3 numbers"),
        (np.array([[4 / 9, 1], [1 / 3, 0]]), "4 numbers to 2 decimals"),
        (0.00123456, "a number to 4 decimals"),
        (9876.54321, "a number to 1 decimal"),
        ("nonsense", "a word"),
        ([(4, 6, 40), 40], "4 numbers"),
        (["even", 2], "2 answers"),
        ({"cold": [2], "heat": []}, "cold; heat"),
    ],
)
def test_a_key_says_what_is_asked_for_and_opens_to_its_answer_alone(answer, asked):
    key = predictions.key("1.1", answer)
    assert key.rpartition(": ")[0] == asked
    assert repr(predict("1.1", answer, key)) == "Right: that is it."
    for number, other in (("1.2", answer), ("1.1", "banana"), ("1.1", -77)):
        assert not predict(number, other, key).right


def test_a_prediction_may_be_rounded_as_its_key_says():
    key = predictions.key("1.1", [4 / 9, 4 / 7])
    for right in ([0.44, 0.57], (0.444, 0.5714), np.array([4 / 9, 4 / 7])):
        assert predict("1.1", right, key).right
    for wrong in ([0.4, 0.6], [0.57, 0.44], [0.45, 0.57]):
        assert not predict("1.1", wrong, key).right
    word = predictions.key("1.1", "good translations")
    assert predict("1.1", " Good  translations", word).right


def test_a_prediction_is_told_what_is_wrong_with_it():
    def said(answer):
        key = predictions.key("10.1", [0, 1, 1])
        return repr(predict("10.1", answer, key, hint="Turn it."))

    assert said(...) == "Not yet: write your answer in place of the dots."
    assert said([1, 1, 1]) == "Not yet: [1, 1, 1] is not it. Turn it."
    assert said(1) == "Not yet: this asks for 3 numbers, not for a number."
    assert said(print).startswith("Not yet: a prediction is a number, a word, or a")
    assert said([1, float("nan"), 1]).startswith("Not yet: a prediction is a number,")


def test_a_damaged_key_is_named_and_an_answer_without_a_key_refused():
    with pytest.raises(ValueError, match=r"'3' is no key: scripts/predict.py makes"):
        predict("1.1", 3, "3")
    for none in (None, [], float("inf"), print):
        with pytest.raises(ValueError, match=r"a number, a word, or a list of them"):
            predictions.key("1.1", none)


CASES = json.loads(
    (Path(__file__).parent / "cases/predictions.json").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_the_cases_of_the_pages_forms_hold_in_python(case):
    assert predictions.key(case["number"], case["answer"]) == case["key"]
    assert predict(case["number"], case["answer"], case["key"]).right
    assert predictions.read_key(case["key"])[1:] == (case["decimals"], case["digest"])


def test_the_pages_forms_read_what_people_write():
    run_node("--test", Path(__file__).parent / "js/predict.test.mjs")


def script(*arguments):
    """What scripts/predict.py said, and whether it succeeded."""
    command = [sys.executable, build.ROOT / "scripts/predict.py", *arguments]
    path = os.environ | {"PYTHONPATH": str(build.ROOT / "src")}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=path)
    return (done.stdout + done.stderr).strip(), done.returncode == 0


def test_the_script_makes_a_key_or_says_why_not():
    key, made = script("10.1", "[0, 1, 1]")
    assert made and predict("10.1", [0, 1, 1], key).right
    assert script("2.1", "nonsense") == (predictions.key("2.1", "nonsense"), True)
    assert script("2.1", "0.4567", "1")[0].startswith("a number to 1 decimal: ")
    said, made = script("ten", "3")
    assert (
        not made
        and said == "The number of an exercise looks like 10.1, not like 'ten'."
    )
    said, made = script("2.1", "[]")
    assert not made and said.startswith("There is no key for '[]': a prediction is")
    assert not script("2.1")[1]
