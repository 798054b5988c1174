"""Chapter 9's study of plain and residual networks in short form."""

import json
from importlib import import_module

import pytest
import torch
from kept import unpacked
from stripes import striped


@pytest.fixture
def study(monkeypatch, tmp_path):
    """The script as a module, with made-up pictures and folders of its own."""
    module = import_module("09_resnet")
    monkeypatch.setattr(module, "data", lambda: (striped(240, 1), striped(100, 2)))
    monkeypatch.setattr(module, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(module, "NET", tmp_path / "net/residual-20.json")
    monkeypatch.setattr(module, "BATCH", 20)
    monkeypatch.setattr(module, "HELD_OUT", 40)
    monkeypatch.setattr(module, "WIDTH", 4)
    module.pictures.cache_clear()
    yield module
    module.pictures.cache_clear()


@pytest.mark.parametrize("layers", [20, 56])
def test_a_shortcut_has_no_weights_and_the_layers_are_as_many_as_it_says(study, layers):
    plain, residual = (study.net(kind, layers) for kind in ("plain", "residual"))
    sizes = [sum(p.numel() for p in model.parameters()) for model in (plain, residual)]
    assert sizes[0] == sizes[1]
    weighty = torch.nn.Conv2d | torch.nn.Linear
    assert sum(isinstance(part, weighty) for part in plain.modules()) == layers


def test_a_residual_pair_that_adds_nothing_hands_its_input_on(study):
    pair = study.Pair(2, 4, residual=True).eval()
    pair.bn2.weight.data.zero_()
    x = torch.rand(1, 2, 6, 6)
    out = pair(x)
    assert torch.equal(out[:, :2], x[:, :, ::2, ::2]) and not out[:, 2:].any()


@pytest.mark.slow
def test_a_training_that_was_stopped_gives_the_same_numbers(study):
    of = "residual", 20, 0.05, 2015
    whole, curve, _ = study.trained(*of, laps=3)
    for path in study.KEPT.iterdir():
        path.unlink()
    study.trained(*of, until=2, laps=3)
    again, other, _ = study.trained(*of, laps=3)
    assert other == curve and len(curve) == 3
    for one, two in zip(whole.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, two)


def test_the_net_is_stored_in_eight_bits_without_its_norms(study, monkeypatch):
    monkeypatch.setattr(study, "LAPS", 2)
    monkeypatch.setattr(study.trained, "__defaults__", (None, 2))
    model, _, _ = study.trained("residual", 20, 0.05, study.SEEDS[0])
    exact = study.folded(study.plain_layers(model), "residual", 20)
    x = torch.randn(5, 3, 16, 16)
    assert torch.allclose(exact(x), model.eval()(x), atol=1e-3)
    study.store_net(0.05)
    net = json.loads(study.NET.read_text("utf-8"))
    found = study.folded(unpacked(net), "residual", 20)
    assert net["wrong"] == round(study.error(found, study.pictures()[2]), 4)
