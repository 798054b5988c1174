"""Digits and training of chapter 7, and the figure's net, against PyTorch."""

import json
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from traitlets import TraitError

from helpers.taught.convnet import digits, draw_weights, error_rate, fit
from helpers.widgets.draw_a_digit import BLANK, SHAPES, DrawADigit, packed, rows

CASES = json.loads(
    (Path(__file__).parent / "cases/draw_a_digit.json").read_text("utf-8")
)


def seeded(seed=1989):
    """A generator that begins at this seed."""
    return torch.Generator().manual_seed(seed)


@pytest.fixture(scope="module")
def heaps():
    """The digits as the chapter deals them."""
    return digits(seeded())


def net_of_the_cases():
    """The cases' net in PyTorch, from the text that the figure gets."""
    layers = [nn.Conv2d(1, 8, 5), nn.Tanh(), nn.AvgPool2d(2)]
    layers += [nn.Conv2d(8, 16, 5), nn.Tanh(), nn.AvgPool2d(2)]
    net = nn.Sequential(*layers, nn.Flatten(), nn.Linear(256, 10))
    numbers = torch.tensor(np.frombuffer(b64decode(CASES["net"]), "<f4").copy())
    nn.utils.vector_to_parameters(numbers, net.parameters())
    return net


def test_the_three_heaps_share_no_picture_and_stay_the_same(heaps):
    assert [len(labels) for _, labels in heaps] == [3500, 500, 1000]
    pictures = torch.cat([pictures for pictures, _ in heaps])
    assert len({picture.numpy().tobytes() for picture in pictures}) == 5000
    assert (float(pictures.min()), float(pictures.max())) == (0, 1)
    assert torch.cat([labels for _, labels in heaps]).bincount().tolist() == [500] * 10
    assert torch.equal(digits(seeded())[2][1], heaps[2][1])


def test_weights_are_drawn_within_their_reach_and_biases_are_zero():
    net = draw_weights(nn.Conv2d(8, 16, 5), seeded())
    assert 0.95 * 2.4 / 200 < float(net.weight.detach().abs().max()) <= 2.4 / 200
    assert not net.bias.any()
    again = draw_weights(nn.Conv2d(8, 16, 5), seeded())
    assert torch.equal(net.weight, again.weight)


def test_fitting_learns_and_shows_every_picture_once_a_pass():
    points = torch.randn(320, 2, generator=seeded())
    labels = (points[:, 0] > 0).long()
    seen = []

    def vary(shown, generator):
        seen.append(len(shown))
        return shown

    net = draw_weights(nn.Linear(2, 2), seeded(1))
    before = error_rate(net, (points, labels))
    loss = nn.functional.cross_entropy
    fit(net, (points, labels), loss, 0.5, 3, seeded(), vary)
    assert seen == [32] * 30
    assert error_rate(net, (points, labels)) < min(5, before)


def test_the_error_rate_counts_what_is_read_wrongly():
    scores = torch.eye(4)
    assert error_rate(nn.Identity(), (scores, torch.tensor([0, 1, 2, 0]))) == 25


@pytest.mark.parametrize("case", CASES["pictures"], ids=range(3))
def test_the_cases_of_the_figure_are_pytorchs(case):
    ink = [[int(digit) / 9 for digit in row] for row in case["picture"]]
    units = torch.tensor(ink)[None, None]
    names = {1: "C1", 2: "S2", 4: "C3", 5: "S4", 7: "output"}
    with torch.no_grad():
        for index, layer in enumerate(net_of_the_cases()):
            units = layer(units)
            if name := names.get(index):
                step, wanted = CASES["steps"][name], case[name]
                found = units.flatten()[::step][: len(wanted)].tolist()
                assert found == pytest.approx(wanted, abs=2e-6)
        assert units.softmax(1)[0].tolist() == pytest.approx(case["softmax"], abs=1e-5)


def test_a_net_is_packed_as_the_figure_reads_it():
    weights = [p.detach() for p in net_of_the_cases().parameters()]
    assert packed(weights) == CASES["net"]
    assert [tuple(w.shape) for w in weights] == SHAPES
    with pytest.raises(ValueError, match=r"^the net's arrays must have shapes"):
        packed(weights[:-1])


def test_a_picture_becomes_28_rows_of_digits():
    picture = torch.zeros(1, 28, 28)
    picture[0, 3, 5], picture[0, 3, 6] = 1, 0.5
    assert rows(picture)[3] == "0" * 5 + "94" + "0" * 21
    assert rows(picture)[4] == BLANK[4]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"picture": BLANK[:27]}, "picture must have 28 entries, not 27."),
        (
            {"picture": ["x" * 28, *BLANK[1:]]},
            "picture[0] must be made of digits from 0 to 9.",
        ),
        ({"map": 16}, "map must be a whole number from 0 to 15, not 16."),
    ],
)
def test_the_figure_refuses_bad_settings_in_one_sentence(settings, sentence):
    with pytest.raises(TraitError) as error:
        DrawADigit(**settings)
    assert str(error.value) == sentence
