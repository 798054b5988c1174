"""The tape stepper: its cases against the tape of chapter 4, and its sentences."""

import ast
import json
import re
from pathlib import Path

import pytest
from node_tools import run_node
from traitlets import TraitError

from helpers.taught import autodiff
from helpers.widgets.tape_stepper import Reader, TapeStepper

TESTS = Path(__file__).parent
CASES = json.loads((TESTS / "cases/tape.json").read_text("utf-8"))

each_program = pytest.mark.parametrize(
    "case", CASES["programs"], ids=lambda case: case["program"]
)


def result_of(program, names):
    """What Python itself makes of the program, which is Python as well."""
    *before, last = ast.parse(program.replace(";", "\n")).body
    exec(compile(ast.Module(before, []), "program", "exec"), names)
    if isinstance(last, ast.Assign):
        exec(compile(ast.Module([last], []), "program", "exec"), names)
        return names[last.targets[0].id]
    return eval(compile(ast.Expression(last.value), "program", "eval"), names)


@each_program
def test_the_cases_hold_the_derivatives_that_the_tape_finds(case):
    tape = autodiff.Tape()
    inputs = {
        name: tape.variable(case["values"].get(name, 1)) for name in case["inputs"]
    }
    names = {"exp": autodiff.exp, "log": autodiff.log, "tanh": autodiff.tanh}
    program = "\n".join(line.strip() for line in case["program"].split(";"))
    result = result_of(program, {**names, **inputs})
    found = autodiff.gradient(result, inputs.values())
    assert found == pytest.approx(case["published"]["C"][: len(inputs)], abs=1e-12)


def test_the_wrong_rules_are_wrong_in_the_cases_where_a_cell_is_used_again():
    again = CASES["programs"][1]
    assert again["program"] == "x = x*x; x = x*x"
    endings = [again[rule]["C"] for rule in ("published", "no zero", "zero last")]
    assert endings == [[13.5], [22.0], [0]]


@each_program
def test_python_reads_the_program_as_the_cases_say(case):
    reader = Reader(case["program"])
    assert reader.inputs == case["inputs"]
    assert len(reader.rows) == len(case["rows"])


@pytest.mark.parametrize("program", CASES["refused"])
def test_a_program_that_cannot_be_read_is_refused_in_one_sentence(program):
    sentence = CASES["refused"][program]
    assert TapeStepper.problem({"program": program}) == sentence
    with pytest.raises(TraitError):
        TapeStepper(program=program)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"rule": "T3"}, 'rule must be one of "published", "no zero", "zero last"'),
        ({"values": {"a": 9}}, 'values["a"] must be a number from -4 to 4, not 9.'),
        ({"order": "T1"}, 'order must be one of "last first", "too soon", not "T1".'),
        ({"place": 16}, "place must be a whole number from 0 to 15, not 16."),
        ({"step": -1}, "step must be a whole number from 0 to 60, not -1."),
    ],
)
def test_bad_settings_are_refused_in_one_sentence(settings, sentence):
    with pytest.raises(TraitError, match=re.escape(sentence)):
        TapeStepper(**settings)


def test_python_reads_and_sets_every_setting():
    figure = TapeStepper()
    figure.program, figure.values = "u*u; u", {"u": 2}
    figure.step, figure.rule = 3, "zero last"
    figure.view, figure.order, figure.place = "cells", "too soon", 1
    assert repr(figure).startswith("TapeStepper(")
    assert figure.state()["values"] == {"u": 2}


def test_the_javascript_computes_what_the_cases_say():
    printed = run_node("--test", TESTS / "js/tape_stepper.test.mjs")
    assert re.search(r"pass [1-9]", printed), printed
    assert re.search(r"fail 0\b", printed), printed
