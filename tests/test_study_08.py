"""Chapter 8's study of ReLU and tanh in short form."""

import json
from importlib import import_module

import pytest
import torch
from kept import unpacked
from stripes import striped


@pytest.fixture
def study(monkeypatch, tmp_path):
    """The script as a module, with made-up pictures and folders of its own."""
    module = import_module("08_alexnet")
    monkeypatch.setattr(module, "data", lambda: (striped(400, 1), striped(100, 2)))
    monkeypatch.setattr(module, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(module, "NET", tmp_path / "net/relu.json")
    monkeypatch.setattr(module, "BATCH", 16)
    monkeypatch.setattr(module, "RATES", (0.01,))
    module.mean.cache_clear()
    module.pictures.cache_clear()
    yield module
    module.mean.cache_clear()
    module.pictures.cache_clear()


def test_the_net_has_as_many_weights_as_the_chapter_says(study):
    assert sum(part.numel() for part in study.net(torch.nn.Tanh).parameters()) == 89578


@pytest.mark.slow
def test_a_training_that_was_stopped_gives_the_same_numbers(study, monkeypatch):
    monkeypatch.setattr(study, "GOAL", -1)
    whole, wrong, _ = study.trained("tanh", 0.01, 2012, longest=2)
    for path in study.KEPT.iterdir():
        path.unlink()
    study.trained("tanh", 0.01, 2012, until=30, longest=2)
    again, other, _ = study.trained("tanh", 0.01, 2012, longest=2)
    assert other == wrong and len(wrong) == 2 * 400 // 16
    for one, two in zip(whole.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, two)


def test_a_row_ends_at_the_goal_and_leaves_its_net_in_eight_bits(study):
    row = study.row("ReLU", study.RATES[0], study.SEEDS[0])
    assert row["passes"] < study.LONGEST
    assert row["curve"][-1][0] == row["passes"]
    assert row["curve"][-1][1] <= study.GOAL < row["curve"][-2][1]
    net = json.loads(study.NET.read_text("utf-8"))
    assert abs(net["wrong"] - row["test"]) < 0.05
    found = unpacked(net)
    test = study.pictures()[1]
    assert study.error(study.restored(found), test) == pytest.approx(
        row["test"], abs=0.05
    )


def test_a_goal_is_reached_only_by_a_whole_pass(study):
    few, steps = int(study.GOAL * study.BATCH), 5
    assert not study.reached([few] * 4, steps)
    assert study.reached([study.BATCH] + [few] * 5, steps)
    assert not study.reached([few] * 5 + [few + 1], steps)
