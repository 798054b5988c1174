"""The check under every exercise: it hints, and it never raises.

A stub is told "Not yet", a right answer "Right", and anything between gets one
sentence that names the first thing that differs. Run All goes through.
"""

import os
import random
import sys
from contextlib import contextmanager
from copy import deepcopy
from dis import get_instructions
from types import FunctionType

import numpy as np

NOTHING_YET = "write your answer in place of the dots."


class Verdict:
    """What a check found: `right` or not, and the sentence that says why."""

    def __init__(self, right, sentence):
        self.right = right
        self.sentence = sentence

    def __repr__(self):
        return f"{'Right' if self.right else 'Not yet'}: {self.sentence}"


def check(answer, expected, hint=""):
    """Compare an answer with what is expected, and say what differs first.

    `expected` is one of three things: a list of `(arguments, value)` cases for an
    answer that is a function; a function that looks at the answer and returns True,
    or a sentence that says what is missing; or, for any other answer, its value.
    """
    if _is_stub(answer):
        return Verdict(False, NOTHING_YET)
    try:
        problem = _first_problem(answer, expected)
    except Exception as error:  # the reader's own code may stop with anything
        problem = f"it stopped with {_describe(error)}"
    if (
        problem is None
        and os.environ.get("PROBE_CHECKS")
        and _takes_all(answer, expected)
    ):
        problem = "this check would take any answer."  # for the tests of the book
    if problem is None:
        return Verdict(True, _praise(answer, expected))
    return Verdict(False, f"{problem} {hint}".rstrip())


def _first_problem(answer, expected):
    """The first thing wrong with the answer in one sentence, or None."""
    if callable(expected):
        found = expected(answer)
        if isinstance(found, str):
            return found
        return None if found else "that is not it."
    if callable(answer):
        return _first_wrong_case(answer, expected)
    if same(answer, expected):
        return None
    return f"{_short(answer)} is not it."


def _first_wrong_case(function, cases):
    """The first case in which the function disagrees, or None."""
    for arguments, value in cases:
        call = f"{function.__name__}({', '.join(map(_short, arguments))})"
        try:
            given = function(*deepcopy(arguments))
        except Exception as error:  # the reader's own code may stop with anything
            return f"{call} stopped with {_describe(error)}"
        if not same(given, value):
            return f"{call} gave {_short(given)}, expected {_short(value)}."
    return None


def _takes_all(answer, expected):
    """Whether answers of this kind that mean nothing would be called right as well."""
    nothings = (_nothing,) if callable(answer) else (object(), "", -12345.678)
    with _same_chances():
        return all(_takes(expected, nothing) for nothing in nothings)


def _nothing(*arguments, **named):
    """An answer that means nothing."""
    return object()


def _takes(expected, answer):
    """Whether an answer would be called right."""
    try:
        return _first_problem(answer, expected) is None
    except Exception:  # nothing can be done with such an answer
        return False


@contextmanager
def _same_chances():
    """Leave the generators of chance as they were."""
    torch = sys.modules.get("torch")
    before = random.getstate(), np.random.get_state(), torch and torch.get_rng_state()
    yield
    random.setstate(before[0])
    np.random.set_state(before[1])
    if torch:
        torch.set_rng_state(before[2])


def _is_stub(answer):
    """Whether there are still dots where the answer should be."""
    if not isinstance(answer, FunctionType):
        return answer is ...
    steps = [(step.opname, step.argval) for step in get_instructions(answer)]
    does = [step for step in steps if step[0] not in ("RESUME", "NOP")]
    return does in (
        [("LOAD_CONST", None), ("RETURN_VALUE", None)],
        [("RETURN_CONST", None)],
    )


def _short(value, most=60):
    """A value as Python writes it, cut where it would fill the screen."""
    text = " ".join(repr(value).split())
    return text if len(text) <= most else text[: most - 1] + "…"


def _describe(error):
    """An error as a reader meets it: its kind and what it says."""
    return f"{type(error).__name__}: {error}".rstrip(": .") + "."


def _praise(answer, expected):
    """What was found right."""
    if callable(answer) and not callable(expected):
        return f"all {len(expected)} cases."
    return "that is it."


def same(given, wanted):
    """True when two values agree: numbers within 1e-6, arrays also in shape."""
    if isinstance(wanted, dict):
        return (
            isinstance(given, dict)
            and given.keys() == wanted.keys()
            and all(same(given[key], wanted[key]) for key in wanted)
        )
    given, wanted = _plain(given), _plain(wanted)
    try:
        numbers = np.asarray(given, dtype=float), np.asarray(wanted, dtype=float)
    except (TypeError, ValueError):
        return bool(given == wanted)
    shapes_agree = numbers[0].shape == numbers[1].shape
    return shapes_agree and np.allclose(*numbers, rtol=1e-6, atol=1e-6)


def _plain(value):
    """A tensor as an array; anything else as it is."""
    return value.detach().cpu().numpy() if hasattr(value, "detach") else value
