"""The study of induction heads in short form, and its stored table."""

import json
from importlib import import_module

import pytest
import torch
from kept import unpacked


@pytest.fixture
def study(monkeypatch, tmp_path):
    """The script as a module, with a folder of its own and small batches."""
    module = import_module("21_induction")
    monkeypatch.setattr(module, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(module, "BATCH", 4)
    return module


@pytest.fixture(scope="module")
def rows():
    """The stored rows."""
    path = import_module("21_induction").TABLE
    return json.loads(path.read_text("utf-8"))["rows"]


def test_a_text_repeats_after_its_period_and_not_before(study):
    ids, periods = study.texts(50, torch.Generator().manual_seed(1))
    for row, [period] in zip(ids.tolist(), periods.tolist(), strict=True):
        assert period in study.PERIODS
        assert row[period:] == row[: study.LENGTH - period]
        assert len(set(row[:period])) > period / 2


def test_no_place_sees_what_comes_later(study):
    net = study.Attention(2)
    ids = torch.randint(study.TOKENS, (2, 20))
    changed = torch.cat([ids[:, :12], ids[:, 12:].flip(1)], 1)
    assert torch.allclose(net(ids)[0][:, :12], net(changed)[0][:, :12], atol=1e-5)
    assert not torch.allclose(net(ids)[0][:, 12:], net(changed)[0][:, 12:], atol=1e-5)


def test_a_head_that_copies_is_measured_as_one(study, monkeypatch):
    class Perfect(study.Attention):
        """Every head of its one layer looks at the token after the earlier one."""

        def forward(self, ids):
            again = (ids[:, :, None] == ids[:, None, :]).tril(-1).float()
            after = again.roll(1, 2)
            after[:, :, 0] += (after.sum(2) == 0).float()
            weights = after / after.sum(2, keepdim=True)
            scores = torch.nn.functional.one_hot(ids, study.TOKENS).float()
            heads = weights[:, None].expand(-1, study.HEADS, -1, -1)
            return 50 * weights @ scores, [heads]

    row = study.measured(Perfect(1), 7)
    assert row["step"] == 7
    assert min(row["after 1"]) > 0.5 and max(row["before 1"]) < 0.1
    assert row["right"] > 0.6 > 0.1 > study.measured(study.Attention(1), 0)["right"]


@pytest.mark.slow
def test_a_training_that_was_stopped_gives_the_same_numbers(study):
    short = {"steps": 40, "every": 10}
    net, curve, _ = study.trained(2, 2021, **short)
    for path in study.KEPT.iterdir():
        path.unlink()
    study.trained(2, 2021, **short, until=25)
    again, other, _ = study.trained(2, 2021, **short)
    assert [row["step"] for row in curve] == [0, 20, 40]
    assert other == curve
    for name, values in net.parts().items():
        assert torch.equal(again.parts()[name], values)


def test_the_stored_table_has_five_seeds_of_one_and_of_two_layers(study, rows):
    found = sorted((row["layers"], row["seed"]) for row in rows)
    assert found == [(n, seed) for n in (1, 2) for seed in study.SEEDS]
    for row in rows:
        steps = [point["step"] for point in row["curve"]]
        assert steps == [s for s in range(study.STEPS + 1) if study.marked(s)]


def test_two_layers_learn_to_repeat_at_once_and_one_does_not(rows):
    for row in rows:
        last = row["curve"][-1]
        costs = [p["again"] for p in row["curve"] if 100 <= p["step"] <= 800]
        fall = max(a - b for a, b in zip(costs, costs[5:], strict=False))
        if row["layers"] == 1:
            assert last["right"] < 0.3 and fall < 0.5
        else:
            assert last["right"] > 0.8 and fall > 0.8
            assert max(last["before 1"]) > 0.3 and max(last["after 2"]) > 0.3


def test_the_stored_nets_copy_as_the_curve_says(study, rows):
    [curve] = [
        row["curve"]
        for row in rows
        if row["layers"] == 2 and row["seed"] == study.SEEDS[0]
    ]
    costs = {point["step"]: point["again"] for point in curve}
    for step in study.SHOWN:
        stored = json.loads((study.NETS / f"step_{step}.json").read_text("utf-8"))
        net = study.Attention(2)
        with torch.no_grad():
            for name, values in unpacked(stored).items():
                net.parts()[name].copy_(values)
        assert study.measured(net, step)["again"] == pytest.approx(
            stored["again"], abs=0.002
        )
        assert abs(stored["again"] - costs[step]) < 0.05
