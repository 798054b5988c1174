"""The alignment map: its cases against the chapter's code, and its settings."""

import json
from pathlib import Path

import pytest
import torch
from traitlets import TraitError

from helpers.alignment import align, alignment_error, links
from helpers.widgets.alignment_map import AlignmentMap, plain_map

CASES = json.loads(
    (Path(__file__).parent / "cases/alignment_map.json").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES["maps"])
def test_the_cases_are_what_the_chapter_computes(case):
    scores = torch.tensor(case["scores"], dtype=torch.double)[None]
    weights = align(scores, torch.ones(scores.shape[2], dtype=torch.bool))
    rows = torch.tensor(case["annotations"], dtype=torch.double)
    assert torch.allclose(weights[0], torch.tensor(case["weights"]).double())
    contexts = torch.tensor(case["contexts"]).double()
    assert torch.allclose((weights @ rows)[0], contexts)
    found = links(weights[0], words=len(case["links"]))
    assert found == {tuple(link) for link in case["links"]}


def test_the_errors_are_those_of_the_chapter():
    for case in CASES["errors"]:
        sets = [[{tuple(link) for link in case[name]}] for name in ("found", "truth")]
        assert alignment_error(*sets) == pytest.approx(case["error"])


@pytest.mark.parametrize("case", CASES["problems"], ids=lambda case: case["problem"])
def test_settings_that_do_not_go_together_are_named(case):
    assert AlignmentMap.problem(case["state"]) == case["problem"]


def test_the_figure_stands_without_a_chapter_and_takes_its_maps():
    assert AlignmentMap().score == "additive"
    maps = [plain_map(["uno", "dos"], ["two"], [[1, 0]])]
    figure = AlignmentMap(maps=maps, score="dot")
    assert figure.maps[0]["dot"]["scores"] == [[0, 2]]
    with pytest.raises(TraitError, match="sentence must be below the number of maps"):
        figure.sentence = 1
