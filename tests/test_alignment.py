"""RNNsearch and Luong's translators, against NumPy, PyTorch and each other."""

import numpy as np
import pytest
import torch
from torch import nn

from helpers.corpora.text import PAD
from helpers.taught.alignment import (
    Additive,
    Annotator,
    Dot,
    General,
    Luong,
    RNNsearch,
    align,
    alignment_error,
    links,
)

WORDS = 20
SRC = torch.tensor([[4, 5, 6, 7, 8], [9, 10, 11, PAD, PAD]])
TGT = torch.tensor([[1, 5, 6, 7], [1, 8, 9, PAD]])


def seeded(make, *args, **kwargs):
    """A model in double precision, the same every time."""
    torch.manual_seed(2014)
    return make(*args, **kwargs).double()


def every_model():
    """One of each kind, small."""
    return {
        "additive": seeded(RNNsearch, WORDS, WORDS, 4, 6),
        "dot": seeded(Luong, WORDS, WORDS, 4, 6),
        "general": seeded(Luong, WORDS, WORDS, 4, 6, General),
        "concat": seeded(Luong, WORDS, WORDS, 4, 6, Additive),
        "feeding": seeded(Luong, WORDS, WORDS, 4, 6, General, feed=True),
    }


each_model = pytest.mark.parametrize("name", every_model())


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def gru(cell, x, h):
    """One step of PyTorch's gated unit in NumPy, gates in the order r, z, n."""
    part = {name: value.detach().numpy() for name, value in cell.named_parameters()}
    given = np.split(part["weight_ih"] @ x + part["bias_ih"], 3)
    kept = np.split(part["weight_hh"] @ h + part["bias_hh"], 3)
    r, z = sigmoid(given[0] + kept[0]), sigmoid(given[1] + kept[1])
    return (1 - z) * np.tanh(given[2] + r * kept[2]) + z * h


def test_one_step_of_rnnsearch_is_its_formulas_in_numpy():
    model = every_model()["additive"]
    state, memory = model.begin(SRC[:1])
    scores, after, weights = model.decode(TGT[:1, :1], state, memory)
    arrays = {name: p.detach().numpy() for name, p in model.named_parameters()}
    h, s = memory[0][0].detach().numpy(), state[0].detach().numpy()
    W, U, v = (arrays[f"score.{name}.weight"] for name in "WUv")
    e = np.array([v[0] @ np.tanh(W @ s + U @ h_j) for h_j in h])
    alpha = np.exp(e) / np.exp(e).sum()
    c = sum(a * h_j for a, h_j in zip(alpha, h, strict=True))
    y = arrays["embedding.weight"][1]
    s = gru(model.cell, np.concatenate([y, c]), s)
    W, b = arrays["speak.deep.weight"], arrays["speak.deep.bias"]
    t = (W @ np.concatenate([s, y, c]) + b).reshape(-1, 2).max(1)
    logits = arrays["speak.out.weight"] @ t + arrays["speak.out.bias"]
    assert weights[0, 0].tolist() == pytest.approx(alpha.tolist())
    assert after[0].tolist() == pytest.approx(s.tolist())
    assert scores[0, 0].tolist() == pytest.approx(logits.tolist())


def test_a_step_of_luong_is_its_formulas_in_numpy():
    for name in ("dot", "general", "concat"):
        model = every_model()[name]
        (state, start), memory = model.begin(SRC[:1])
        scores, (after, _), weights = model.decode(TGT[:1, :1], (state, start), memory)
        arrays = {key: p.detach().numpy() for key, p in model.named_parameters()}
        annotations, h = memory[0][0].detach().numpy(), after[0, 0].detach().numpy()
        if name == "concat":
            W = np.hstack([arrays["score.W.weight"], arrays["score.U.weight"]])
            v = arrays["score.v.weight"][0]
            e = [v @ np.tanh(W @ np.concatenate([h, each])) for each in annotations]
        else:
            W = arrays["score.W.weight"] if name == "general" else np.eye(6)
            e = [h @ W @ each for each in annotations]
        alpha = np.exp(e) / np.exp(e).sum()
        c = alpha @ annotations
        vector = np.tanh(arrays["combine.weight"] @ np.concatenate([c, h]))
        logits = arrays["out.weight"] @ vector + arrays["out.bias"]
        assert weights[0, 0].tolist() == pytest.approx(alpha.tolist())
        assert scores[0, 0].tolist() == pytest.approx(logits.tolist())


@pytest.mark.slow
def test_the_gradients_of_rnnsearch_agree_with_finite_differences():
    model = seeded(RNNsearch, 12, 12, 2, 2)

    def scores(*values):
        named = dict(zip(dict(model.named_parameters()), values, strict=True))
        return torch.func.functional_call(model, named, (SRC, TGT))

    assert torch.autograd.gradcheck(scores, tuple(model.parameters()))


@each_model
def test_word_by_word_gives_what_all_words_together_give(name):
    model = every_model()[name]
    together, weights = model.trace(SRC, TGT)
    state, memory = model.begin(SRC)
    for i in range(TGT.shape[1]):
        scores, state, row = model.decode(TGT[:, i : i + 1], state, memory)
        assert torch.allclose(scores[:, 0], together[:, i])
        assert torch.allclose(row[:, 0], weights[:, i])


@each_model
def test_padding_gets_no_weight_and_changes_nothing(name):
    model = every_model()[name]
    scores, weights = model.trace(SRC, TGT)
    alone, its_weights = model.trace(SRC[1:, :3], TGT[1:])
    assert weights.sum(2).flatten().tolist() == pytest.approx([1.0] * 8)
    assert (weights[1, :, 3:] == 0).all()
    assert torch.allclose(scores[1:], alone)
    assert torch.allclose(weights[1:, :, :3], its_weights)
    assert torch.equal(model(SRC, TGT), scores)


@each_model
def test_greedy_writes_the_likeliest_words_and_then_only_stops(name):
    model = every_model()[name]
    written = model.greedy(SRC, 9)
    assert written.shape[0] == 2
    assert written.shape[1] <= 9
    given = torch.cat([torch.ones(2, 1, dtype=torch.long), written[:, :-1]], 1)
    likeliest = model(SRC, given).argmax(2)
    for row, best in zip(written.tolist(), likeliest.tolist(), strict=True):
        end = row.index(2) + 1 if 2 in row else len(row)
        assert row[:end] == best[:end]
        assert set(row[end:]) <= {2}


@each_model
def test_a_sentence_without_words_is_refused_and_never_nan(name):
    src = torch.tensor([[4, 5], [PAD, PAD]])
    with pytest.raises(ValueError, match="at least one word; one is empty"):
        every_model()[name](src, TGT)


def test_a_fixed_context_turns_rnnsearch_into_an_encoder_and_a_decoder():
    model = every_model()["additive"]
    last = (SRC != PAD).sum(1) - 1
    fixed = model.annotate(SRC)[torch.arange(2), last]
    model.score.forward = lambda query, keys: torch.where(
        torch.arange(SRC.shape[1]) == last[:, None, None], 0.0, -torch.inf
    ).double()
    rnn = nn.GRU(4 + 12, 6, batch_first=True).double()
    for name, value in model.cell.named_parameters():
        getattr(rnn, f"{name}_l0").data.copy_(value)
    embedded = model.embedding(TGT)
    contexts = fixed[:, None].expand(-1, TGT.shape[1], -1)
    states, _ = rnn(torch.cat([embedded, contexts], 2), model.begin(SRC)[0][None])
    scores = model.speak(torch.cat([states, embedded, contexts], 2))
    assert torch.allclose(model(SRC, TGT), scores)


def test_an_annotation_knows_both_sides_of_its_word():
    annotate = seeded(Annotator, WORDS, 4, 3)
    one, other = SRC[:1], SRC[:1].clone()
    other[0, 2] = 12
    differs = (annotate(one) != annotate(other))[0]
    assert differs[:, :3].any(1).tolist() == [False, False, True, True, True]
    assert differs[:, 3:].any(1).tolist() == [True, True, True, False, False]


def test_general_with_the_identity_is_dot():
    general = seeded(General, 6)
    general.W.weight.data.copy_(torch.eye(6))
    query, annotations = torch.randn(2, 2, 4, 6).double()
    dot = Dot(6)
    assert torch.allclose(
        general(query, general.keys(annotations)), dot(query, dot.keys(annotations))
    )


def test_align_is_a_softmax_over_what_is_allowed():
    scores = torch.tensor([[[1.0, 2.0, 300.0]]])
    weights = align(scores, torch.tensor([[[True, True, False]]]))
    assert weights[0, 0].tolist() == pytest.approx([0.2689414, 0.7310586, 0.0])


def test_the_alignment_error_counts_links_that_only_one_side_has():
    assert alignment_error([{(0, 0), (1, 1)}], [{(0, 0), (1, 1)}]) == 0
    assert alignment_error([{(0, 0), (1, 1)}], [{(1, 0), (0, 1)}]) == 1
    found, true = [{(0, 0), (1, 1)}, {(0, 0)}], [{(0, 0), (2, 1), (3, 1)}, {(0, 0)}]
    assert alignment_error(found, true) == pytest.approx(1 - 2 * 2 / (3 + 4))


def test_links_take_the_largest_weight_of_each_row():
    weights = torch.tensor([[0.1, 0.9, 0.0], [0.6, 0.2, 0.2], [0.0, 0.0, 1.0]])
    assert links(weights, words=2) == {(1, 0), (0, 1)}


@each_model
def test_the_first_state_is_the_backward_readers_at_the_first_word(name):
    model = every_model()[name]
    state, (annotations, *_) = model.begin(SRC)
    half = annotations.shape[2] // 2
    wanted = torch.tanh(model.first(annotations[:, 0, half:]))
    given = state if name == "additive" else state[0][0]
    assert torch.allclose(given, wanted)


def test_what_is_fed_is_the_attentional_vector_of_the_last_word():
    model = every_model()["feeding"]
    start, memory = model.begin(SRC)
    _, (state, fed), _ = model.decode(TGT[:, :2], start, memory)
    assert torch.allclose(fed, model.attend(state.transpose(0, 1), memory)[0])


def test_input_feeding_tells_the_next_step_what_the_last_one_saw():
    for name, feeds in (("general", False), ("feeding", True)):
        model = every_model()[name]
        (state, vectors), memory = model.begin(SRC)
        given = [
            model.decode(TGT[:, :1], (state, other), memory)[0]
            for other in (vectors, vectors + 1)
        ]
        assert torch.equal(*given) != feeds
