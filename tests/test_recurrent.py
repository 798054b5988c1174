"""Chapter 10's layer, prose and figure, against PyTorch and NumPy."""

import json
from pathlib import Path

import numpy as np
import prose as gatherer
import pytest
import torch
from torch import nn
from traitlets import TraitError

from helpers import prose
from helpers.recurrent import RNN
from helpers.widgets.unrolled_cell import UnrolledCell

CASES = json.loads(
    (Path(__file__).parent / "cases/unrolled_cell.json").read_text("utf-8")
)


def seeded():
    """A generator that begins at the year of Elman's paper."""
    return torch.Generator().manual_seed(1990)


def twins(inputs=3, units=5):
    """Our layer and PyTorch's with the same weights, in double precision."""
    ours = RNN(inputs, units, seeded()).double()
    theirs = nn.RNN(inputs, units, batch_first=True).double()
    values = ours.U, ours.W, ours.b, torch.zeros(units)
    with torch.no_grad():
        for part, value in zip(theirs.parameters(), values, strict=True):
            part.copy_(value)
    return ours, theirs


def test_the_layer_has_the_states_and_the_last_state_of_pytorchs():
    ours, theirs = twins()
    x = torch.randn(4, 9, 3, generator=seeded()).double()
    h = torch.randn(4, 5, generator=seeded()).double()
    for start in (None, h):
        states, last = ours(x, start)
        expected = theirs(x, None if start is None else start[None])
        torch.testing.assert_close(states, expected[0], rtol=0, atol=1e-12)
        torch.testing.assert_close(last, expected[1][0], rtol=0, atol=1e-12)


def test_the_layer_has_the_gradients_of_pytorchs():
    ours, theirs = twins()
    x = torch.randn(4, 9, 3, generator=seeded()).double()
    for net in (ours, theirs):
        net(x)[0].square().sum().backward()
    pairs = zip(ours.parameters(), theirs.parameters(), strict=False)
    for mine, other in pairs:
        torch.testing.assert_close(mine.grad, other.grad, rtol=0, atol=1e-10)


def test_a_sequence_in_two_pieces_gives_the_states_of_the_whole():
    net, x = RNN(3, 5, seeded()), torch.randn(2, 8, 3, generator=seeded())
    first, h = net(x[:, :5])
    second, _ = net(x[:, 5:], h)
    torch.testing.assert_close(torch.cat([first, second], 1), net(x)[0])


def test_the_weights_come_from_the_generator_and_stay_in_their_range():
    one, other = RNN(3, 16, seeded()), RNN(3, 16, seeded())
    for part, same in zip(one.parameters(), other.parameters(), strict=True):
        assert torch.equal(part, same)
        assert 0.1 < float(part.detach().abs().max()) <= 0.25


def test_the_prose_is_that_of_the_chapters():
    stored = {s for text in prose.chapters() for s in text.split(". ")}
    present = {s for text in gatherer.gather().splitlines() for s in text.split(". ")}
    assert len(stored & present) > 0.9 * len(stored), "run scripts/prose.py"


def test_the_prose_has_nine_chapters_of_usual_signs():
    texts = prose.chapters()
    assert len(texts) == 9
    assert all(len(text) > 5000 for text in texts)
    assert all(gatherer.USUAL.fullmatch(text) for text in texts)
    assert texts[0].startswith("Can a thought be worked out on paper, like a sum?")


@pytest.mark.parametrize(
    ("paragraph", "sentences"),
    [
        ("A *word*. Another\none.", ["A word.", "Another one."]),
        ("See [chapter 4](04.ipynb). It is `x`.", ["See chapter 4."]),
        ("Let $x$ be one. “So it is”, he said.", ['"So it is", he said.']),
    ],
)
def test_only_plain_sentences_are_gathered(paragraph, sentences):
    assert gatherer.plain(paragraph) == sentences


def scattered(n):
    """A number from 0 to 1 for each whole number: the last steps of MurmurHash3."""
    n = (n ^ n >> 16) * 0x85EBCA6B % 2**32
    n = (n ^ n >> 13) * 0xC2B2AE35 % 2**32
    return (n ^ n >> 16) / 2**32


def gradients(radius, length, tanh, seed):
    """What autograd says of the figure's eight units."""
    drawn = [
        [2 * scattered(100000 * seed + 8 * i + j) - 1 for j in range(8)]
        for i in range(8)
    ]
    W = np.array(drawn)
    W = torch.tensor(
        W * radius / np.abs(np.linalg.eigvals(W)).max(), requires_grad=True
    )
    states = [torch.zeros(8, dtype=torch.double, requires_grad=True)]
    for t in range(1, length + 1):
        pushed = [
            0.6 * scattered(100000 * seed + 1000 + 8 * t + i) - 0.3 for i in range(8)
        ]
        total = W @ states[-1] + torch.tensor(pushed, dtype=torch.double)
        states.append(total.tanh() if tanh else total)
    rows = [torch.autograd.grad(h, states, retain_graph=True) for h in states[-1]]
    jacobians = [torch.stack(columns) for columns in zip(*rows, strict=True)]
    norms = [float(torch.linalg.matrix_norm(J, 2)) for J in jacobians]
    total = torch.autograd.grad(states[-1].sum() / 8**0.5, W)[0]
    return norms, float(total.norm())


@pytest.mark.parametrize("case", CASES["gradients"], ids=lambda c: str(c["settings"]))
def test_the_figures_cases_are_what_autograd_says(case):
    norms, total = gradients(**case["settings"])
    assert norms == pytest.approx(case["norms"], rel=1e-6)
    assert total == pytest.approx(case["total"], rel=1e-6)


def test_the_worked_example_is_that_of_the_lecture():
    U, W = [[1, 0], [0, 1], [-1, 0]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    V, h = np.array([1, 0, -1]), torch.tensor([1.0, 0, 0], requires_grad=True)
    states = [h]
    for x, row in zip(
        CASES["example"]["inputs"], CASES["example"]["rows"], strict=True
    ):
        from_state, from_input = W @ states[-1].detach().numpy(), U @ np.array(x)
        total = torch.tensor(W).float() @ states[-1] + torch.tensor(U @ np.array(x))
        states.append(total.relu())
        assert row["fromState"] == from_state.tolist()
        assert row["fromInput"] == from_input.tolist()
        assert row["h"] == states[-1].tolist()
        assert row["o"] == float(V @ states[-1].detach().numpy())
    last = torch.tensor(V).float() @ states[-1]
    slopes = [slope.tolist() for slope in torch.autograd.grad(last, states)]
    assert slopes == CASES["example"]["slopes"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"radius": 4}, "radius must be a number from 0.1 to 3, not 4."),
        ({"length": 1}, "length must be a whole number from 2 to 60, not 1."),
        ({"view": "x"}, 'view must be one of "gradient", "example", not "x".'),
        ({"inputs": [[1, 0]]}, "inputs must have 4 entries, not 1."),
        ({"unit": 0}, "unit must be a whole number from 1 to 3, not 0."),
    ],
)
def test_a_setting_out_of_range_is_named(settings, sentence):
    with pytest.raises(TraitError) as error:
        UnrolledCell(**settings)
    assert str(error.value) == sentence
