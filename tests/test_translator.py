"""The translator in the page: its cases against PyTorch, its weights, its settings."""

import json
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
import torch
from traitlets import TraitError

from helpers.decoding import beam_search, greedy
from helpers.transformer import Transformer
from helpers.widgets.translator import Translator, eight_bits, packed, rounded

CASES = json.loads((Path(__file__).parent / "cases/translator.json").read_text("utf-8"))


def unpacked(net):
    """The Transformer whose weights the figure's `net` holds."""
    whole = np.frombuffer(b64decode(net["whole"]), dtype=np.int8)
    exact = np.frombuffer(b64decode(net["exact"]), dtype="<f4")
    weights, at, after = {}, 0, 0
    for name, rows, *columns in net["parts"]:
        numbers = torch.tensor(exact[after : after + rows])
        after += rows
        if columns:
            count = rows * columns[0]
            matrix = torch.tensor(whole[at : at + count]).view(rows, -1)
            numbers, at = matrix * numbers[:, None], at + count
        weights[name] = numbers
    words, d_model = weights["embed.table.weight"].shape
    d_ff = len(weights["encoder.layers.0.feed_forward.inner.bias"])
    model = Transformer(words, d_model, net["heads"], d_ff, net["layers"], 0.0)
    model.load_state_dict(weights)
    return model.eval()


@pytest.fixture(scope="module")
def model():
    return unpacked(CASES["net"])


@pytest.fixture
def sentences():
    return torch.tensor([CASES["src"]]), torch.tensor([CASES["tgt"]])


@torch.no_grad()
def test_the_cases_hold_pytorchs_scores(model, sentences):
    wanted = torch.tensor(CASES["scores"])
    torch.testing.assert_close(model(*sentences)[0], wanted, atol=2e-5, rtol=1e-4)


@torch.no_grad()
def test_the_cases_hold_pytorchs_maps(model, sentences):
    model(*sentences)
    for kind, layers, part in (
        ("encoder", model.encoder.layers, "self_attention"),
        ("decoder", model.decoder.layers, "self_attention"),
        ("cross", model.decoder.layers, "cross_attention"),
    ):
        found = torch.stack([getattr(layer, part).weights[0] for layer in layers])
        torch.testing.assert_close(
            found, torch.tensor(CASES[kind]), atol=2e-5, rtol=1e-4
        )


def test_the_cases_hold_what_greedy_and_beams_write(model, sentences):
    assert greedy(model, sentences[0], 9)[0].tolist() == CASES["greedy"]
    for case in CASES["beams"]:
        written = beam_search(model, sentences[0], 9, case["width"], case["alpha"])
        assert written[0].tolist() == case["words"]


def test_the_cases_show_what_the_length_penalty_does():
    found = {
        (case["width"], case["alpha"]): case["words"].index(2)
        for case in CASES["beams"]
        if 2 in case["words"]
    }
    assert found[4, 0.0] < found[4, 0.6] < found[4, 1.5]


@torch.no_grad()
def test_the_cases_hold_the_scores_without_two_heads(model, sentences):
    other = unpacked(CASES["net"])
    for text in CASES["ablated"]:
        kind, layer, head = text.split()
        stack = other.encoder if kind == "encoder" else other.decoder
        part = "cross_attention" if kind == "cross" else "self_attention"
        attention = getattr(stack.layers[int(layer)], part)
        size = attention.width // attention.heads
        attention.out.weight.data[:, int(head) * size : (int(head) + 1) * size] = 0
    wanted = torch.tensor(CASES["ablated_scores"])
    torch.testing.assert_close(other(*sentences)[0], wanted, atol=2e-5, rtol=1e-4)


def test_eight_bits_are_off_by_half_a_step_at_most():
    torch.manual_seed(0)
    values = torch.randn(20, 30) * torch.logspace(-3, 3, 20)[:, None]
    whole, scale = eight_bits(values)
    assert whole.abs().max() == 127
    assert ((whole * scale - values).abs() <= 0.5001 * scale).all()


def test_a_row_of_zeros_stays_a_row_of_zeros():
    whole, scale = eight_bits(torch.zeros(2, 3))
    assert not whole.any()
    assert scale.isfinite().all()


def test_packing_keeps_every_weight_of_the_rounded_model():
    torch.manual_seed(0)
    net = Transformer(12, 8, 2, 12, 2)
    again, wanted = unpacked(packed(net)), rounded(net)
    for given, values in zip(again.parameters(), wanted.parameters(), strict=True):
        torch.testing.assert_close(given, values)
    assert not torch.equal(wanted.embed.table.weight, net.embed.table.weight)


def test_settings_that_the_figure_cannot_show_are_refused():
    with pytest.raises(TraitError, match="kind must be one of"):
        Translator(kind="self")
    with pytest.raises(TraitError, match="width must be a whole number from 1 to 6"):
        Translator(width=9)
