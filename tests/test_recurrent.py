"""Chapter 10's layer, prose and figure, against PyTorch and NumPy."""

import json
from pathlib import Path

import numpy as np
import prose as gatherer
import pytest
import torch
from torch import nn
from traitlets import TraitError

from benchmarks.chapters import taught
from helpers.corpora import prose
from helpers.taught.recurrent import RNN
from helpers.widgets.step_by_hand import StepByHand
from helpers.widgets.unrolled_cell import LETTERS, UnrolledCell

CASES = {
    name: json.loads((Path(__file__).parent / f"cases/{name}.json").read_text("utf-8"))
    for name in ("step_by_hand", "unrolled_cell")
}


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


def read(text, length):
    """The letters that the chain reads: the text, cut or read again."""
    stream = text + " "
    return [stream[t % len(stream)] for t in range(length or len(text))]


def pushed(letter, seed):
    """What one letter adds to the eight units: its column of U."""
    place = LETTERS.index(letter.lower())
    column = [scattered(100000 * seed + 1000 + 8 * place + i) - 0.5 for i in range(8)]
    return torch.tensor(column, dtype=torch.double)


def gradients(text, length, radius, tanh, seed):
    """What autograd says: lengths of ∂h_T/∂h_t, of each step's part for W, of all."""
    drawn = [
        [2 * scattered(100000 * seed + 8 * i + j) - 1 for j in range(8)]
        for i in range(8)
    ]
    W = torch.tensor(drawn, dtype=torch.double)
    W = W * radius / torch.linalg.eigvals(W).abs().max()
    states = [torch.zeros(8, dtype=torch.double, requires_grad=True)]
    copies = [W.clone().requires_grad_() for _ in read(text, length)]
    for letter, own in zip(read(text, length), copies, strict=True):
        total = own @ states[-1] + pushed(letter, seed)
        states.append(total.tanh() if tanh else total)
    rows = [torch.autograd.grad(h, states, retain_graph=True) for h in states[-1]]
    jacobians = [torch.stack(columns) for columns in zip(*rows, strict=True)]
    norms = [float(torch.linalg.matrix_norm(J, 2)) for J in jacobians]
    parts = torch.autograd.grad(states[-1].sum() / 8**0.5, copies)
    return norms, [float(part.norm()) for part in parts], float(sum(parts).norm())


@pytest.mark.parametrize(
    "case", CASES["unrolled_cell"]["gradients"], ids=lambda c: str(c["settings"])
)
def test_the_figures_cases_are_what_autograd_says(case):
    norms, parts, total = gradients(**case["settings"])
    assert norms == pytest.approx(case["norms"], rel=1e-6)
    assert parts == pytest.approx(case["parts"], rel=1e-6)
    assert total == pytest.approx(case["total"], rel=1e-6)


def test_the_worked_example_is_that_of_the_lecture():
    case = CASES["step_by_hand"]["example"]
    U, W = [[1, 0], [0, 1], [-1, 0]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    V, h = np.array([1, 0, -1]), torch.tensor([1.0, 0, 0], requires_grad=True)
    states = [h]
    for x, row in zip(case["inputs"], case["rows"], strict=True):
        from_state, from_input = W @ states[-1].detach().numpy(), U @ np.array(x)
        total = torch.tensor(W).float() @ states[-1] + torch.tensor(U @ np.array(x))
        states.append(total.relu())
        assert row["fromState"] == from_state.tolist()
        assert row["fromInput"] == from_input.tolist()
        assert row["h"] == states[-1].tolist()
        assert row["o"] == float(V @ states[-1].detach().numpy())
    last = torch.tensor(V).float() @ states[-1]
    slopes = [slope.tolist() for slope in torch.autograd.grad(last, states)]
    assert slopes == case["slopes"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"radius": 2.1}, "radius must be a number from 0.3 to 2, not 2.1."),
        ({"length": 61}, "length must be a whole number from 0 to 60, not 61."),
        ({"cell": 0}, "cell must be a whole number from 1 to 60, not 0."),
        ({"theta": 0}, "theta must be a number from 0.1 to 5, not 0."),
        ({"text": ""}, 'text must be a text of 1 to 30 characters, not "".'),
        (
            {"text": "a" * 100_000},
            f'text must be a text of 1 to 30 characters, not "{"a" * 38}….',
        ),
        (
            {"text": "<b>"},
            "text must be of the letters a to z, spaces and . , ' ! ? -; it has “<”.",
        ),
        (
            {"text": "niño"},
            "text must be of the letters a to z, spaces and . , ' ! ? -; it has “ñ”.",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_setting_out_of_range_is_named(settings, sentence):
    with pytest.raises(TraitError) as error:
        UnrolledCell(**settings)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"inputs": [[1, 0]]}, "inputs must have 4 entries, not 1."),
        ({"step": 9}, "step must be a whole number from 0 to 8, not 9."),
    ],
    ids=str,
)
def test_a_setting_of_the_worked_example_out_of_range_is_named(settings, sentence):
    with pytest.raises(TraitError) as error:
        StepByHand(**settings)
    assert str(error.value) == sentence


def test_a_refused_text_leaves_the_chain_as_it_was():
    figure = UnrolledCell(text="Why, o'er-done? No!")
    with pytest.raises(TraitError):
        figure.text = "🙂"
    assert figure.text == "Why, o'er-done? No!"


CHAPTER = taught(
    "10_rnn",
    *("step", "relu", "softmax", "forward", "through_time"),
    *("counts_odd", "goes_back", "grows_at_first", "spells"),
)


def backwards(slope=True, before=1, turned=False, by="T"):
    """An answer to exercise 10.3, right unless it is told otherwise."""

    def answer(dh, W, states):
        dW = np.zeros_like(W)
        for t in range(len(states) - 1, 0, -1):
            d = (1 - states[t] ** 2) * dh if slope else dh
            part = np.outer(d, states[t - before])
            dW += part.T if turned else part
            dh = (W.T if by == "T" else W) @ d
        return dW

    return answer


def learner(sign=-1, learned=range(5), steps=300):
    """An answer to exercise 10.7, right unless it is told otherwise."""

    def answer(x, y, weights):
        for _ in range(steps):
            found = CHAPTER.forward(x, *weights)
            parts = CHAPTER.through_time(x, y, *found, *weights[:3])
            rate = 0.1 * min(1, 5 / np.sqrt(sum((part**2).sum() for part in parts)))
            weights = [
                w + sign * rate * part * (k in learned)
                for k, (w, part) in enumerate(zip(weights, parts, strict=True))
            ]
        return weights

    return answer


@pytest.mark.parametrize(
    ("check", "answer", "said"),
    [
        ("counts_odd", ([[1, -2], [1, -2]], [[1], [1]], [0, -1], [1, -2]), True),
        ("counts_odd", ([[0, 0], [0, 0]], [[1], [0]], [0, 0], [1, 0]), "says 1.0"),
        ("counts_odd", ([[1, 0], [0, 0]], [[1], [0]], [0, 0], [1, 0]), "says 2.0"),
        ("goes_back", backwards(), True),
        ("goes_back", backwards(slope=False), "nudging the weight in row"),
        ("goes_back", backwards(before=0), "nudging the weight in row"),
        ("goes_back", backwards(by="itself"), "nudging the weight in row"),
        ("goes_back", backwards(turned=True), "it is turned"),
        ("goes_back", lambda dh, W, states: dh, "it has the shape (3,)"),
        ("grows_at_first", [[0.5, 100], [0, 0.5]], True),
        ("grows_at_first", [[2, 0], [0, 2]], "spectral radius is 2.00"),
        ("grows_at_first", [[0.5, 12], [0, 0.5]], "third power is 9.00"),
        ("grows_at_first", [[0, 11], [0, 0]], "third power is 0.00"),
        ("spells", learner(), True),
        ("spells", learner(sign=1, steps=30), "it writes"),
        ("spells", learner(steps=5), "it writes"),
        ("spells", learner(learned=(2, 4)), "it writes"),
        ("spells", lambda x, y, weights: None, "does not return W"),
    ],
)
def test_an_exercise_accepts_the_right_answer_and_says_what_is_wrong(
    check, answer, said
):
    found = getattr(CHAPTER, check)(answer)
    if said is True:
        assert not isinstance(found, str), found
    assert bool(found) if said is True else said in found
