"""The check under every exercise: it hints, and it never raises.

A stub is told "Not yet", a right answer "Right", and anything between gets one
sentence that names the first thing that differs. Run All goes through. A prediction
is compared with a key, from which its answer cannot be read.
"""

import os
import random
import sys
from contextlib import contextmanager
from copy import deepcopy
from dis import get_instructions
from types import FunctionType

import numpy as np

from helpers.page import predictions

MIME = "application/vnd.evolution.prediction+json"
NOTHING_YET = "write your answer in place of the dots."


class Verdict:
    """What a check found: `right` or not, and the sentence that says why.

    Its `trace` is what the book's page needs to answer the same exercise.
    """

    def __init__(self, right, sentence, trace=None):
        self.right = right
        self.sentence = sentence
        self.trace = trace

    def __repr__(self):
        return f"{'Right' if self.right else 'Not yet'}: {self.sentence}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        trace = {MIME: self.trace} if self.trace else {}
        return {"text/plain": repr(self)} | trace


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
    probed = problem is None and os.environ.get("PROBE_CHECKS")
    if probed and _takes_all(answer, expected):
        problem = "this check would take any answer."  # for the tests of the book
    if problem is None:
        return Verdict(True, _praise(answer, expected), _trace(answer, hint))
    return Verdict(False, f"{problem} {hint}".rstrip())


def predict(number, answer, key, hint=""):
    """Compare a prediction with its key, and say whether it is the exercise's answer.

    The key of exercise `number` is what `python scripts/predict.py` makes of the right
    answer: "3 numbers: 9f31ab20c4d1". Numbers may be rounded as the key says.
    """
    if _is_stub(answer):
        return Verdict(False, NOTHING_YET)
    problem = predictions.problem(answer, key)
    if problem is None and predictions.fits(number, answer, key):
        return Verdict(True, "that is it.", {"key": key, "hint": hint})
    problem = problem or f"{_short(answer)} is not it. {hint}".rstrip()
    return Verdict(False, problem)


def _trace(answer, hint):
    """What lets the page answer an exercise: its answer if that can be written down."""
    plain = predictions.plain(answer)
    return None if plain is None else {"answer": plain, "hint": hint}


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
    return f"{_short(answer)} is not it{_how(answer, expected)}."


def _how(given, wanted):
    """How an answer misses, in a few words that do not give the right one away."""
    if isinstance(wanted, dict):
        return _how_entries(given, wanted)
    try:
        given, wanted = (np.asarray(_plain(v), dtype=float) for v in (given, wanted))
    except (TypeError, ValueError):
        return ""
    if given.shape != wanted.shape:
        return f": it is {_shape(given)}, and {_shape(wanted)} is asked for"
    if np.allclose(given, wanted, rtol=0.01, atol=0):
        return ", but it is close: give more digits"
    wrong = ~np.isclose(given, wanted, rtol=1e-6, atol=1e-6)
    if wrong.ndim == 1 and not wrong.all():
        return f": the first mistake is at index {wrong.argmax()}"
    return ""


def _how_entries(given, wanted):
    """How a dictionary misses."""
    if not isinstance(given, dict) or given.keys() != wanted.keys():
        return f": a dictionary of {', '.join(map(repr, wanted))} is asked for"
    wrong = (name for name in wanted if not same(given[name], wanted[name]))
    return f": look at {next(wrong)!r}"


def _shape(array):
    """The form of an array, in words."""
    if array.ndim == 0:
        return "one number"
    return f"a list of {' by '.join(map(str, array.shape))} numbers"


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
