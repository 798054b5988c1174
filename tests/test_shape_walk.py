"""The walk through AlexNet, against layers that PyTorch builds and counts."""

import json
from pathlib import Path

import pytest
import torch
from torch import nn
from traitlets import TraitError

from helpers.widgets.shape_walk import ShapeWalk

CASES = json.loads((Path(__file__).parent / "cases/shape_walk.json").read_text("utf-8"))
WIDTHS = {"2012": [96, 256, 384, 384, 256], "2014": [64, 192, 384, 256, 256]}
GROUPS = {"2012": [1, 2, 1, 2, 2], "2014": [1, 1, 1, 1, 1]}


def sliding_layers(state):
    """The layers with a kernel, and between them those that keep or mend the shape."""
    channels, convolutions = 3, 0
    for k, name in enumerate(
        ["conv1", "pool1", "conv2", "pool2", "conv3", "conv4", "conv5", "pool5"]
    ):
        sizes = state["kernels"][k], state["strides"][k]
        if name.startswith("pool"):
            if state["variant"] == "2012" and name != "pool5":
                yield f"norm{name[-1]}", nn.LocalResponseNorm(5)
            yield name, nn.MaxPool2d(*sizes)
            continue
        width = WIDTHS[state["variant"]][convolutions]
        padding = state["paddings"][convolutions]
        groups = GROUPS[state["variant"]][convolutions]
        yield name, nn.Conv2d(channels, width, *sizes, padding, groups=groups)
        channels, convolutions = width, convolutions + 1
    if state["variant"] == "2014":
        yield "average", nn.AdaptiveAvgPool2d(6)


def counted(name, layer, given):
    """What the layer returns, and its row: shape, parameters, multiply-adds."""
    made = layer(given)
    parameters = sum(values.numel() for values in layer.parameters())
    learned = isinstance(layer, nn.Conv2d | nn.Linear)
    each = layer.weight[0].numel() if learned else 0
    side = made.shape[2] if made.ndim == 4 else 1
    return made, [name, side, made.shape[1], parameters, made.numel() * each]


def walked(state):
    """Every layer of the net, built without memory for its weights."""
    with torch.device("meta"):
        flow = torch.empty(1, 3, state["size"], state["size"])
        rows = [["picture", state["size"], 3, 0, 0]]
        for name, layer in sliding_layers(state):
            flow, row = counted(name, layer, flow)
            rows.append(row)
        flow = flow.flatten(1)
        for name, units in (("fc6", 4096), ("fc7", 4096), ("fc8", 1000)):
            flow, row = counted(name, nn.Linear(flow.shape[1], units), flow)
            rows.append(row)
    return rows


@pytest.mark.parametrize("case", CASES["walks"], ids=lambda case: case["name"])
def test_the_cases_of_the_walk_are_what_pytorch_builds(case):
    assert walked(case["state"]) == case["layers"]


def test_the_published_nets_have_their_known_numbers_of_parameters():
    totals = [sum(row[3] for row in case["layers"]) for case in CASES["walks"][:2]]
    assert totals == [60_965_224, 61_100_840]


def test_the_figure_starts_as_the_net_of_2014():
    state = CASES["walks"][1]["state"]
    assert {name: getattr(ShapeWalk(), name) for name in state} == state


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"variant": "2013"}, 'variant must be one of "2012", "2014", not "2013".'),
        ({"size": 8}, "size must be a whole number from 32 to 320, not 8."),
        ({"kernels": [3]}, "kernels must have 8 entries, not 1."),
        (
            {"paddings": [0, 0, 9, 0, 0]},
            "paddings[2] must be a whole number from 0 to 5, not 9.",
        ),
    ],
)
def test_bad_settings_of_the_walk_are_refused_in_one_sentence(settings, sentence):
    with pytest.raises(TraitError) as error:
        ShapeWalk(**settings)
    assert str(error.value) == sentence
