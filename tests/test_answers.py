"""Chapter 21: its drawings, its two figures, and the study of sums in short form."""

import json
from importlib import import_module
from math import log
from pathlib import Path

import pytest
import torch
from kept import unpacked
from node_tools import run_node
from traitlets import TraitError

from helpers import studies
from helpers.drawing import answers
from helpers.widgets.ask_it import AskIt
from helpers.widgets.induction import Induction

HERE = Path(__file__).parent
CASES = {
    name: json.loads((HERE / f"cases/{name}.json").read_text("utf-8"))
    for name in ("ask_it", "induction")
}
FIGURES = {"ask_it": AskIt, "induction": Induction}


@pytest.fixture(scope="module")
def study():
    """The script as a module."""
    return import_module("21_sums")


# ---- drawings ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: answers.tree("21.1", "1+1=", {"002": 1.0}, "002", "001"), "must name"),
        (lambda: answers.induction("21.2", "ABCD"), "must have occurred"),
        (lambda: answers.lora("21.4", 8, 8, 8), "not narrow"),
        (lambda: answers.group("21.9", "1+1=", [], "002"), "at least one answer"),
        (lambda: answers.loop("21.11", 2, "1↔2 1↔3", "2"), "as many places"),
        (lambda: answers.reach("21.12", {"a": [1], "b": [1, 1]}), "the 1 points"),
        (lambda: answers.carries("21.1", 23, 45), "no carry from the ones"),
        (lambda: answers.priced("21.11", 1.0), "needs a probability"),
        (lambda: answers.one_call("21.17", "1+1=", ["0"], [], "9"), "1 tokens and 0"),
        (lambda: answers.draft("21.13", [1.0], [0.5, 0.5]), "do not compare"),
        (lambda: answers.overdone("21.6", [1, 4], {"a": [(0, 0)]}), "has 1 points"),
        (lambda: answers.overdone("21.6", [4, 1], {"a": 2 * [(0, 0)]}), "must grow"),
        (lambda: answers.pushed("21.7", [0, 1], {"a": [([0], [0])]}), "the 2 points"),
    ],
)
def test_a_drawing_of_what_cannot_be_says_so(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_no_other_share_gains_more_than_the_formula_s():
    def gain(p, before, beta):
        far = p * log(p / before) + (1 - p) * log((1 - p) / (1 - before))
        return p - beta * far

    for before, beta in ((0.3, 0.3), (0.3, 1), (0.6, 3)):
        best = answers.best_share(before, beta)
        others = [k / 200 for k in range(1, 200)]
        most = max(gain(p, before, beta) for p in others)
        assert gain(best, before, beta) >= most - 1e-9


def test_the_way_to_both_answers_has_the_colour_of_neither():
    drawn = answers.tree("21.2", "27+45=", {"062": 0.7, "072": 0.3}, "072", "062")
    assert 'class="line quiet flow"' in drawn._repr_html_().replace("tb-", "")


def test_a_group_without_a_difference_has_no_arrows():
    drawn = answers.group("21.19", "27+44=", ["071"] * 8, "071")._repr_html_()
    assert "+0.0" in drawn and "tb-head" not in drawn.split("</style>")[-1]


# ---- figures -------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIGURES)
def test_javascript_gives_pytorchs_numbers(name):
    run_node("--test", str(HERE / f"js/{name}.test.mjs"))


def test_the_induction_figure_refuses_what_the_page_refuses():
    for case in CASES["induction"]["problems"]:
        assert Induction.problem(case["state"]) == case["sentence"]
    with pytest.raises(TraitError, match="made of letters"):
        Induction(text="what is?")


def test_the_cases_are_the_stored_networks(study):
    base = study.begun("large")
    weights = unpacked(studies.part("21_sums", "base"))
    base.load_state_dict(weights)
    nets = {"base": base}
    for name in ("sft", "dpo", "grpo"):
        maps, merged = unpacked(studies.part("21_sums", name)), dict(weights)
        for whole in {name.rpartition(".")[0] for name in maps}:
            merged[whole] = merged[whole] + maps[f"{whole}.B"] @ maps[f"{whole}.A"]
        nets[name] = study.begun("large")
        nets[name].load_state_dict(merged)
    for case in CASES["ask_it"]["trees"]:
        pair = torch.tensor([[case["a"], case["b"]]])
        for kind, digits in zip(("right", "lost"), study.digits(*pair.T), strict=True):
            ids = study.lines(*pair.T, digits)
            with torch.no_grad():
                share = float(study.log_p(nets[case["net"]], ids).exp())
            assert share == pytest.approx(case[kind], abs=2e-3)


# ---- the study -----------------------------------------------------------------------


def test_a_forgotten_carry_is_a_digit_by_itself(study):
    right, lost = study.digits(torch.tensor([27, 64, 88]), torch.tensor([45, 71, 77]))
    assert right.tolist() == [[0, 7, 2], [1, 3, 5], [1, 6, 5]]
    assert lost.tolist() == [[0, 6, 2], [0, 3, 5], [0, 5, 5]]


def test_narrow_maps_change_nothing_at_first_and_are_merged_exactly(study):
    torch.manual_seed(1)
    base = study.begun("large")
    model = study.adapted(base, 2)
    ids = study.lines(*study.HELD[:4].T, study.digits(*study.HELD[:4].T)[0])
    with torch.no_grad():
        assert torch.equal(model(ids), base(ids))
        for values in study.learns(model):
            values.normal_()
        merged = study.copy(base)
        for (name, whole), (_, narrow) in zip(
            [p for p in merged.named_modules() if isinstance(p[1], torch.nn.Linear)],
            [p for p in model.named_modules() if isinstance(p[1], study.LoRA)],
            strict=False,
        ):
            assert name.startswith("blocks")
            whole.weight += narrow.B @ narrow.A
        assert torch.allclose(merged(ids), model(ids), atol=1e-3)


def test_the_gradient_of_dpo_is_that_of_small_differences(study):
    margin = torch.tensor([0.3, -1.0], dtype=torch.double, requires_grad=True)
    torch.autograd.gradcheck(
        lambda x: -torch.nn.functional.logsigmoid(0.1 * x).mean(), (margin,)
    )


def test_no_question_that_was_held_back_is_learned(study):
    learned = {tuple(pair) for pair in study.LEARN.tolist()}
    assert not learned & {tuple(pair) for pair in study.HELD.tolist()}
    assert len(learned) == 9000


def test_the_stored_rows_say_what_the_chapter_says(study):
    rows, able, late = studies.rows("21_sums"), 0, 0
    for row in rows:
        if row["kind"] == "answers":
            ways = row["ways"]
            assert ways["base"]["carry"]["greedy"] < 0.1
            if ways["base"]["plain"]["greedy"] > 0.9:
                able += 1
                assert ways["base"]["plain"]["greedy"] > 0.99
                assert ways["GRPO"]["carry"]["greedy"] > 0.8
            else:  # what the base cannot do, no tuning teaches
                late += 1
                greedy = [way["carry"]["greedy"] for way in ways.values()]
                assert max(greedy) < 0.2
        if row["kind"] == "steps":
            assert row["right"]["steps"] > 0.9 > 0.2 > row["right"]["dots"]
        if row["kind"] == "cups":  # each layer reaches further, paper furthest
            ends = [curve[-1] for curve in row["at once"].values()]
            assert ends == sorted(ends) and row["written"][-1] > 0.99
            assert ends[0] < 0.5
    assert able >= 2 and late == 1
    assert {row["kind"] for row in rows} == set(study.KINDS)


def test_the_ball_is_where_the_swaps_have_taken_it(study):
    swaps, after = study.hidden(20, torch.Generator().manual_seed(0))
    for row, places in zip(swaps.tolist(), after.tolist(), strict=True):
        cups = ["ball", *"...."]
        for swap, place in zip(row, places, strict=True):
            one, other = study.SWAPS[swap].tolist()
            cups[one], cups[other] = cups[other], cups[one]
            assert cups.index("ball") == place - 10


# ---- the judge -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def judging():
    """The script of the judge as a module."""
    return import_module("21_judge")


def test_the_best_of_many_is_the_mean_of_all_ways_to_draw_them(judging, monkeypatch):
    monkeypatch.setattr(judging, "TRIES", (1, 2, 3))
    p = torch.tensor([[0.2, 0.5, 0.3]], dtype=torch.double)
    given = torch.tensor([[1.0, -1.0, 2.0]], dtype=torch.double)
    found = [right for _, right in judging.best_of(p, given, torch.tensor([0]))]
    drawn = {k: torch.cartesian_prod(*k * [torch.arange(3)]) for k in (2, 3)}
    wanted = [0.2]
    for ways in drawn.values():
        winners = ways.gather(1, given[0][ways].argmax(1, keepdim=True))[:, 0]
        wanted.append(float((p[0][ways].prod(1) * (winners == 0)).sum()))
    assert found == pytest.approx(wanted)


def test_the_tree_of_answers_has_the_probabilities_of_the_lines(judging):
    pairs, model = judging.ASKED[:2], judging.base()
    right = judging.sums.asked(pairs)[1]
    scores = model(right[:, :-1])[:, 5:8, :10].log_softmax(-1)
    wanted = scores.gather(-1, right[:, 6:9, None]).sum((1, 2)).exp()
    tree = judging.tree(model, pairs)
    found = tree[torch.arange(2), pairs.sum(1)]
    assert torch.allclose(found.float(), wanted, atol=1e-5)
    assert torch.allclose(tree.sum(1), torch.ones(2).double(), atol=1e-5)


def test_comparisons_have_one_right_answer_each(judging):
    better, worse = judging.compared(
        judging.base(), 20, torch.Generator().manual_seed(1)
    )
    numbers = [line[[0, 1, 3, 4]].tolist() for line in better]
    sums = [10 * a + b + 10 * c + d for a, b, c, d in numbers]
    said = [
        [int("".join(map(str, line[6:9].tolist()))) for line in x]
        for x in (better, worse)
    ]
    assert len(sums) == 20 and said[0] == sums
    assert not any(a == b for a, b in zip(said[1], sums, strict=True))
    assert torch.equal(better[:, :6], worse[:, :6])


def test_what_the_judge_says_rises_and_what_is_true_falls():
    rows = [r for r in studies.rows("21_judge") if r["kind"] == "best of"]
    assert {row["comparisons"] for row in rows} == {30, 300, 1000}
    for row in rows:
        reward, right = zip(*row["curve"], strict=True)
        assert list(reward) == sorted(reward)
        assert max(right) > right[0] + 0.1 and right[-1] < right[0]
