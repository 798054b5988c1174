"""The live figures without a browser: their rules, their state, their JavaScript."""

import json
import re
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from live_figures import FIGURES
from node_tools import run_node
from traitlets import TraitError

import helpers.widgets
from helpers.drawing.alphabet import COLOURS
from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.net_in_time import NETS, NetInTime
from helpers.widgets.rules import complaint, flag, number, several, whole
from helpers.widgets.threshold_unit import ThresholdUnit

TESTS = Path(__file__).parent
WIDGETS = Path(helpers.widgets.__file__).parent
MODULES = sorted(WIDGETS.rglob("*.js"))


def cases(name):
    """The cases that Python and JavaScript share."""
    return json.loads((TESTS / "cases" / f"{name}.json").read_text("utf-8"))


def fires(excitatory, inhibitory, threshold):
    """The unit of 1943, to hold the cases against."""
    return int(not any(inhibitory) and sum(excitatory) >= threshold)


def refused(make, **settings):
    """The sentence that making the figure with these settings gives."""
    with pytest.raises((TraitError, TypeError)) as error:
        make(**settings)
    return str(error.value)


@pytest.mark.parametrize("case", cases("rules"), ids=lambda case: case["rule"]["kind"])
def test_a_rule_accepts_the_good_and_names_what_is_wrong_with_the_bad(case):
    for value in case["good"]:
        assert complaint("x", value, case["rule"]) is None
    for value, sentence in case["bad"].items():
        assert complaint("x", json.loads(value), case["rule"]) == sentence


def test_a_number_that_is_not_finite_is_refused():
    for value in (float("nan"), float("inf")):
        assert "must be a number from 1 to 6" in complaint("x", value, number(1, 6))
        assert "must be a whole number from" in complaint("x", value, whole(1, 6))


def test_the_cases_of_the_unit_agree_with_its_law():
    for case in cases("threshold_unit")["fires"]:
        parts = case["excitatory"], case["inhibitory"], case["threshold"]
        assert fires(*parts) == case["output"]
    for case in cases("threshold_unit")["weighted"]:
        total = np.dot(case["inputs"], case["weights"])
        assert int(total >= case["theta"]) == case["output"]
    for case in cases("threshold_unit")["weighted_units"]:
        rows = product([0, 1], repeat=len(case["weights"]))
        table = [int(np.dot(row, case["weights"]) >= case["theta"]) for row in rows]
        assert table == case["table"]


def test_the_cases_of_the_nets_agree_with_the_law_of_the_unit():
    for case in cases("nets"):
        history = case["history"]
        for name, unit in case["net"].items():
            assert history[name][0] == 0
            for t in range(1, case["steps"]):
                excitatory = [history[source][t - 1] for source in unit["excite"]]
                inhibitory = [history[source][t - 1] for source in unit["inhibit"]]
                value = fires(excitatory, inhibitory, unit["threshold"])
                assert history[name][t] == value, (case["name"], name, t)


def test_the_javascript_computes_what_the_cases_say():
    printed = run_node("--test", *sorted((TESTS / "js").glob("*.test.mjs")))
    assert re.search(r"pass [1-9]", printed), printed
    assert re.search(r"fail 0\b", printed), printed


@pytest.mark.parametrize("case", cases("problems"))
def test_settings_that_do_not_go_together_are_named(case):
    figure = {"ThresholdUnit": ThresholdUnit, "NetInTime": NetInTime}[case["figure"]]
    assert figure.problem(case["state"]) == case["problem"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"threshold": 0}, "threshold must be a whole number from 1 to 6, not 0."),
        ({"threshold": "2"}, 'threshold must be a whole number from 1 to 6, not "2".'),
        ({"weights": [1, "a"]}, 'weights[1] must be a number from -2 to 2, not "a".'),
        ({"weights": [1]}, "weights must have 2 to 3 entries, not 1."),
        ({"weights": 1}, "weights must be a list, not 1."),
        ({"theta": 9}, "theta must be a number from -4 to 4, not 9."),
        ({"inputs": [0, 2]}, "inputs[1] must be 0 or 1, not 2."),
        ({"form": "1957"}, 'form must be one of "1943", "weights", not "1957".'),
        (
            {"lines": ["excite", "none"], "inputs": [1, 0, 0]},
            "inputs must have 2 entries, one for each of the lines, not 3.",
        ),
        (
            {"treshold": 2},
            "ThresholdUnit has no setting 'treshold'; it knows form, goal, inputs, "
            "lines, theta, threshold, weights.",
        ),
    ],
)
def test_the_threshold_unit_refuses_bad_settings_in_one_sentence(settings, sentence):
    assert refused(ThresholdUnit, **settings) == sentence


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"net": 3}, "net must be a dictionary, not 3."),
        (
            {"net": {"y": {"excite": ["x"]}}, "signals": {"z": [1]}},
            'net["y"] names the unknown unit "x"; known are "z", "y".',
        ),
        (
            {"net": {"y": {"threshold": 0}}},
            'net["y"]["threshold"] must be a whole number from 1 to 12, not 0.',
        ),
        (
            {"net": {"y": {"inhibits": []}}},
            'net["y"] has no place for "inhibits"; '
            'it knows "excite", "inhibit", "threshold".',
        ),
        (
            {"net": {}, "signals": {"x": [0, 3]}},
            'signals["x"][1] must be 0 or 1, not 3.',
        ),
        ({"net": {}, "time": 9}, "time must be below steps, which is 9, not 9."),
        ({"presets": []}, "presets must be a dictionary, not []."),
    ],
)
def test_a_net_in_time_refuses_bad_settings_in_one_sentence(settings, sentence):
    assert refused(NetInTime, **settings) == sentence


def test_a_refused_value_leaves_the_figure_as_it_was():
    unit = ThresholdUnit(threshold=3)
    with pytest.raises(TraitError):
        unit.threshold = 99
    with pytest.raises(TraitError):
        unit.inputs = [1, 1, 1]
    assert unit.threshold == 3
    assert unit.inputs == [1, 1]


@pytest.mark.parametrize("figure", FIGURES)
def test_python_reads_and_sets_every_setting(figure):
    made = figure()
    for name, value in made.state().items():
        setattr(made, name, value)
        assert getattr(made, name) == value


def test_arrays_and_tuples_become_lists():
    unit = ThresholdUnit(weights=np.array([0.5, -1.0]), inputs=(0, np.int64(1)))
    assert unit.weights == [0.5, -1.0]
    assert unit.inputs == [0, 1]
    assert json.dumps(unit.state())


def test_three_lines_bring_three_inputs_and_weights():
    unit = ThresholdUnit(lines=["excite", "excite", "inhibit"])
    assert unit.inputs == [1, 1, 1]
    assert unit.weights == [1, 1, 1]


def test_two_figures_do_not_share_a_list():
    one, other = ThresholdUnit(), ThresholdUnit()
    one.inputs.append(1)
    assert other.inputs == [1, 1]


@pytest.mark.parametrize("name", NETS)
def test_every_net_that_comes_with_the_book_is_sound(name):
    figure = NetInTime(**NETS[name])
    assert figure.net == NETS[name]["net"]
    assert figure.presets == {}


def test_presets_of_a_chapter_start_with_the_first():
    presets = {"one": {"net": {"y": {"excite": ["x"]}}, "signals": {"x": [1]}}}
    figure = NetInTime(presets=presets, steps=12)
    assert (figure.net, figure.signals) == (presets["one"]["net"], {"x": [1]})
    assert figure.steps == 12


def test_the_page_gets_the_rules_and_the_start_of_every_setting():
    unit = ThresholdUnit(threshold=1)
    sent = unit.get_state()
    assert set(sent["_rules"]) == set(unit.state()) == set(sent["_initial"])
    assert sent["_rules"]["threshold"] == whole(1, 6)
    assert sent["_initial"]["threshold"] == 1
    unit.threshold = 4
    assert unit.get_state()["_initial"]["threshold"] == 1


def test_the_page_gets_the_names_in_their_order():
    signals = {"z": [1], "a": [0]}
    figure = NetInTime(net={"y": {"excite": ["z"]}, "b": {}}, signals=signals)
    order = figure.get_state()["_order"]
    assert sorted("zayb", key=order.index) in (list("ybza"), list("zayb"))


def test_a_figure_is_written_with_what_was_changed_and_no_identifier():
    assert repr(ThresholdUnit()) == "ThresholdUnit()"
    assert repr(ThresholdUnit(threshold=3)) == "ThresholdUnit(threshold=3)"
    assert repr(NetInTime()) == repr(NetInTime())
    assert all(len(repr(NetInTime(**net))) < 300 for net in NETS.values())


def test_a_new_figure_costs_one_class():
    class Switches(LiveFigure):
        """Some switches."""

        _esm = page_module(WIDGETS / "threshold_unit/__init__.py")
        on = Setting([0, 1], several(flag(), 1, 4))

    assert Switches(on=[1]).on == [1]
    assert refused(Switches, on=[]) == "on must have 1 to 4 entries, not 0."


def test_every_figure_is_found():
    assert len(FIGURES) >= 22
    assert {"ThresholdUnit", "Writer"} <= {kind.__name__ for kind in FIGURES}


@pytest.mark.parametrize("figure", FIGURES)
def test_the_javascript_of_a_figure_is_one_module_that_imports_nothing(
    figure, tmp_path
):
    source = page_module(sys.modules[figure.__module__].__file__)
    assert not re.search(r"^(import|export \{)", source, re.MULTILINE)
    (tmp_path / "figure.mjs").write_text(source, "utf-8")
    address = (tmp_path / "figure.mjs").as_uri()
    code = f"console.log(Object.keys((await import('{address}')).default).join())"
    printed = run_node("--input-type=module", "-e", code)
    assert printed.strip() == "render,complaint,problem"


@pytest.mark.parametrize("figure", FIGURES)
def test_each_module_stands_once_in_a_figure(figure):
    source = page_module(sys.modules[figure.__module__].__file__)
    assert source.count("function liveFigure(") == 1
    assert len(re.findall("^export ", source, re.MULTILINE)) == 1


def test_figures_draw_in_the_colours_of_the_drawings():
    style = stylesheet()
    own = style[style.index(".tb-stage { --tb-ink") :]
    for name in ("ink", "more", "less", "lit", "glow"):
        assert re.findall(rf"--tb-{name}: (#\w+);", own)[:2] == list(COLOURS[name])


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_the_javascript_keeps_the_rules_of_the_book(module):
    source = module.read_text("utf-8")
    forbidden = {
        "markup read from text": r"innerHTML|outerHTML|insertAdjacentHTML|DOMParser",
        "code read from text": r"\beval\b|new Function",
        "the network": r"\bfetch\b|XMLHttpRequest|WebSocket|https?://(?!www\.w3\.org)",
        "a global": r"\bwindow[.[]|globalThis|document\.(?!createElement)",
        "a fixed id": r"\bid: \"|\.id =|getElementById",
    }
    for what, pattern in forbidden.items():
        assert not re.search(pattern, source), f"{module.name} uses {what}"
    assert re.search(r"^export ", source, re.MULTILINE)
