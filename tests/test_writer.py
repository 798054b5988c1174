"""The network that writes: its weights in eight bits, its cases, its settings."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from traitlets import TraitError

from helpers.widgets.writer import Writer, packed
from helpers.widgets.writer.recording import FIRST, lot, recorded, unpacked

CASES = json.loads(
    (Path(__file__).parent / "cases/writer.json").read_text(encoding="utf-8")
)


def torchs(net, ids):
    """PyTorch's states and scores after each of the letters, from zeros."""
    arrays = {k: torch.tensor(v.copy()) for k, v in unpacked(net).items()}
    letters, units = arrays["U"].shape
    rnn = nn.RNN(letters, units, nonlinearity="tanh")
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(arrays["U"].T)
        rnn.weight_hh_l0.copy_(arrays["W"])
        rnn.bias_ih_l0.copy_(arrays["b"])
        rnn.bias_hh_l0.zero_()
        states, _ = rnn(nn.functional.one_hot(torch.tensor(ids), letters).float())
        return states, states @ arrays["V"].T + arrays["c"]


def random_net(units=12, letters=9):
    """A network of no use, whose states are neither still nor at their limits."""
    draw = np.random.default_rng(0)
    shapes = {"U": (letters, units), "W": (units, units), "b": units}
    shapes |= {"V": (letters, units), "c": letters}
    return {name: draw.normal(0, 0.5, shape) for name, shape in shapes.items()}


def refused(**settings):
    """The sentence that making the figure with these settings gives."""
    with pytest.raises((TraitError, TypeError)) as error:
        Writer(**settings)
    return str(error.value)


def test_the_cases_are_those_of_pytorch():
    states, scores = torchs(CASES["net"], CASES["ids"])
    np.testing.assert_allclose(CASES["states"], states, atol=1e-5)
    np.testing.assert_allclose(CASES["scores"], scores, atol=1e-5)
    followed = nn.functional.cross_entropy(
        scores[:-1], torch.tensor(CASES["ids"][1:]), reduction="none"
    )
    np.testing.assert_allclose(CASES["bits"], followed / np.log(2), atol=1e-5)


def test_a_recording_is_what_pytorch_writes():
    made = recorded(
        CASES["net"], CASES["ids"], temperature=0.8, seed=3, length=40, unit=5
    )
    assert (
        made == CASES["recording"]
    )  # the page goes on from the same: see writer.test.mjs
    ids, given = made["ids"], made["given"]
    states, scores = torchs(CASES["net"], ids)
    assert (ids[:given], len(ids)) == (CASES["ids"], given + 40)
    for n, letter in enumerate(ids[given:]):
        chances = torch.softmax(scores[given + n - 1] / 0.8, 0)
        order = chances.argsort(descending=True, stable=True)
        below = chances[order].cumsum(0) <= lot(3, n)
        assert letter == order[below.sum()]
    levels = np.frombuffer(made["states"].encode(), np.uint8).reshape(states.shape)
    step = 2 / (made["levels"] - 1)
    rough = (levels.astype(int) - FIRST) * step - 1
    np.testing.assert_allclose(rough, states, atol=0.51 * step)
    np.testing.assert_allclose(made["exact"], states[:, 5], atol=1e-4)
    costs = nn.functional.cross_entropy(
        scores[:-1], torch.tensor(ids[1:]), reduction="none"
    )
    np.testing.assert_allclose(made["bits"][1:], costs / np.log(2), atol=1e-3)
    for place, pairs in enumerate(made["following"]):
        chances = torch.softmax(scores[place] / 0.8, 0)
        assert len(pairs) >= 8 and dict(pairs).keys() >= set(ids[place + 1 : place + 2])
        for letter, share in pairs:
            assert share == pytest.approx(1000 * float(chances[letter]), abs=0.51)


def test_there_is_a_recording_of_the_start_and_of_nothing_else():
    net = packed(random_net())
    made = Writer(net=net, letters="abcdefghi", trained=500, beginning="bad", length=9)
    assert made.size == 12
    assert made.recording["asked"] == ["bad", 500, 0.6, 0]
    assert len(made.recording["ids"]) == 12
    early = Writer(net=net, checkpoints={"10": net}, trained=500, step=10)
    assert (early.recording, Writer().recording, Writer().size) == ({}, {}, 0)
    unknown = Writer(net=net, letters="abcdefghi", trained=500, beginning="fox")
    assert unknown.recording == {}


def test_eight_bits_keep_every_weight_within_half_a_step():
    weights = random_net()
    for name, values in unpacked(packed(weights)).items():
        wide = abs(weights[name]).max(-1, keepdims=True)
        limit = 0.51 * wide / 127 if weights[name].ndim == 2 else 1e-6
        assert (abs(values - weights[name]) <= limit).all(), name


def test_the_figure_opens_on_its_last_network_and_its_first_beginning():
    net = packed(random_net())
    made = Writer(net=net, letters="abcdefghi", trained=500, samples=["bad", "cab"])
    assert (made.step, made.beginning) == (500, "bad")
    assert Writer(net=net, trained=500, step=500, beginning="egg").beginning == "egg"
    assert made.get_state()["_stage"]["later"] == ["checkpoints", "net"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"step": 70}, "step must be one of 10, 500."),
        ({"unit": 12}, "unit must be below 12, not 12."),
        ({"temperature": 3}, "temperature must be a number from 0 to 2, not 3."),
        (
            {"beginning": ""},
            'beginning must be a text of 1 to 100 characters, not "".',
        ),
        (
            {"colour": "red"},
            'colour must be one of "nothing", "surprise", "unit", not "red".',
        ),
    ],
)
def test_bad_settings_are_refused_in_one_sentence(settings, sentence):
    net = packed(random_net())
    given = {"net": net, "checkpoints": {"10": net}, "trained": 500}
    assert refused(**given, **settings) == sentence


def test_code_and_style_of_the_figure_stay_small():
    folder = Path(__file__).parents[1] / "src/helpers/widgets/writer"
    files = [*folder.glob("*.js"), *folder.glob("*.css")]
    assert len(files) >= 3
    assert sum(len(file.read_bytes()) for file in files) < 42_000
