"""The figure on depth: its settings, and its cases against PyTorch's gradients."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from traitlets import TraitError

from helpers.drawing import skips
from helpers.widgets.depth import Depth

CASES = json.loads((Path(__file__).parent / "cases/depth.json").read_text("utf-8"))
ANGLES = np.pi * (1.75 * np.arange(32) / 32 + np.array([[0], [1]])) + 0.3
RADII = 0.25 + 0.9 * np.arange(32) / 32
POINTS = np.stack([RADII * np.cos(ANGLES), RADII * np.sin(ANGLES)], axis=-1)
KINDS = torch.tensor([0.0] * 32 + [1.0] * 32, dtype=torch.double)


def scattered(n):
    """A number from 0 to 1 for each whole number: the last steps of MurmurHash3."""
    n = (n ^ n >> 16) * 0x85EBCA6B % 2**32
    n = (n ^ n >> 13) * 0xC2B2AE35 % 2**32
    return (n ^ n >> 16) / 2**32


def drawn(seed, k, inputs, outputs):
    """The weights of layer k, within the square root of 6 over its inputs."""
    start = 100000 * seed + 100 * k
    values = [2 * scattered(start + i) - 1 for i in range(inputs * outputs)]
    weights = torch.tensor(values, dtype=torch.double).reshape(inputs, outputs)
    return (weights * (6 / inputs) ** 0.5).requires_grad_()


def answers(layers, cut, norm):
    """The network's answers for all points, by PyTorch's own functions."""
    h = torch.tensor(POINTS.reshape(64, 2))
    for k, (weights, scale, shift) in enumerate(layers):
        z = h @ weights
        if k == len(layers) - 1:
            return (z + shift)[:, 0]
        if norm:
            z = torch.nn.functional.batch_norm(z, None, None, training=True) * scale
        z = z + shift
        if k % 2 == 1:
            entering = h
        elif k > 0 and k // 2 not in cut:
            z = z + entering
        h = z.relu()


def trained(blocks, cut, norm, rate, seed, steps):
    """Loss, number wrong and gradients' norms after so many steps."""
    widths = [2, *[8] * (2 * blocks + 1), 1]
    layers = []
    for k, (inputs, outputs) in enumerate(pairwise(widths)):
        ones, zeros = torch.ones(outputs), torch.zeros(outputs)
        units = [part.double().requires_grad_() for part in (ones, zeros)]
        layers.append([drawn(seed, k, inputs, outputs), *units])
    parameters = [part for layer in layers for part in layer]
    optimiser = torch.optim.SGD(parameters, lr=rate, momentum=0.9)
    for _ in range(steps + 1):
        given = answers(layers, cut, norm)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(given, KINDS)
        optimiser.zero_grad()
        loss.backward()
        norms = [float(layer[0].grad.norm()) for layer in layers]
        optimiser.step()
    return loss.item(), int(((given > 0) != KINDS.bool()).sum()), norms


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["settings"]))
def test_the_cases_are_what_pytorch_computes(case):
    loss, wrong, norms = trained(**case["settings"])
    assert loss == pytest.approx(case["loss"], rel=1e-6)
    assert wrong == case["wrong"]
    assert norms == pytest.approx(case["norms"], rel=1e-5)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"blocks": 28}, "blocks must be a whole number from 0 to 27, not 28."),
        ({"norm": 2}, "norm must be 0 or 1, not 2."),
        (
            {"right": [28]},
            "right[0] must be a whole number from 1 to 27, not 28.",
        ),
        ({"rate": 0}, "rate must be a number from 0.01 to 0.2, not 0."),
        ({"step": 201}, "step must be a whole number from 0 to 200, not 201."),
    ],
)
def test_a_setting_out_of_range_is_named(settings, sentence):
    with pytest.raises(TraitError) as error:
        Depth(**settings)
    assert str(error.value) == sentence


@pytest.mark.parametrize("counts", [(3, 4, 6), (3, 4, 0, 3), (3, 4, 23, 3)])
def test_stages_that_cannot_be_drawn_are_named(counts):
    with pytest.raises(ValueError, match="four stages of 1 to 8 blocks, not") as error:
        skips.stages("9.17", counts)
    assert str(error.value).endswith(f"not {list(counts)}.")


def test_the_stages_halve_the_maps_and_double_the_channels():
    said = skips.stages("9.17").alt
    for words in ("stage 1, 56 by 56, 64 channels, 3 blocks", "7 by 7, 512 channels"):
        assert words in said
