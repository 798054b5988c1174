"""Attention as chapter 15 teaches it, held against PyTorch's and against formulas."""

from importlib import import_module

import build
import nbformat
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

from helpers.corpora import minilm
from helpers.drawing import show
from helpers.taught.attention import (
    MultiHeadAttention,
    PositionalEncoding,
    attention,
    causal_mask,
    mixtures,
    padding_mask,
    positional_encoding,
)

SIZE = st.integers(1, 7)
SEED = st.integers(0, 2**31)
installed = pytest.mark.skipif(not minilm.available(), reason="MiniLM is an extra")


def normal(generator, *shape):
    return torch.randn(*shape, generator=generator, dtype=torch.double)


def copied(d_model, heads, seed):
    """PyTorch's multi-head attention, and ours with its weights; double precision."""
    torch.manual_seed(seed)
    theirs = nn.MultiheadAttention(d_model, heads, batch_first=True).double()
    nn.init.normal_(theirs.in_proj_bias)
    nn.init.normal_(theirs.out_proj.bias)
    ours = MultiHeadAttention(d_model, heads).double()
    ours.qkv.weight.data = theirs.in_proj_weight.data.clone()
    ours.qkv.bias.data = theirs.in_proj_bias.data.clone()
    ours.out.load_state_dict(theirs.out_proj.state_dict())
    return theirs, ours


@settings(max_examples=60)
@given(SIZE, SIZE, SIZE, SIZE, SIZE, SEED, st.booleans())
def test_attention_equals_pytorch_on_random_shapes_and_masks(
    B, T, S, D, E, seed, masked
):
    rng = torch.Generator().manual_seed(seed)
    query, key = normal(rng, B, T, D), normal(rng, B, S, D)
    value, mask = normal(rng, B, S, E), None
    if masked:
        mask = normal(rng, B, T, S) > 0
        mask[..., seed % S] = True
    theirs = scaled_dot_product_attention(query, key, value, attn_mask=mask)
    mixture, weights = attention(query, key, value, mask)
    torch.testing.assert_close(mixture, theirs)
    torch.testing.assert_close(weights.sum(-1), torch.ones(B, T, dtype=torch.double))


@settings(max_examples=30)
@given(SIZE, SIZE, SIZE, st.sampled_from([1, 2, 3, 6]), SEED, st.booleans())
def test_heads_equal_pytorch_in_result_weights_and_gradient(
    B, T, S, heads, seed, self_
):
    theirs, ours = copied(12, heads, seed)
    rng = torch.Generator().manual_seed(seed)
    x = normal(rng, B, T, 12)
    memory = x if self_ else normal(rng, B, S, 12)
    mask = normal(rng, B, T, memory.shape[1]) > 0
    mask[..., 0] = True
    blocked = (~mask).repeat_interleave(heads, dim=0)
    wanted, weights = theirs(
        x, memory, memory, attn_mask=blocked, average_attn_weights=False
    )
    found = ours(x, memory, memory, mask)
    torch.testing.assert_close(found, wanted)
    torch.testing.assert_close(ours.weights, weights)
    (found**2).sum().backward()
    (wanted**2).sum().backward()
    torch.testing.assert_close(ours.qkv.weight.grad, theirs.in_proj_weight.grad)


@settings(max_examples=30)
@given(SIZE, SIZE, SIZE, SEED)
def test_the_fused_kernel_mixes_as_the_formula_does(B, T, S, seed):
    rng = torch.Generator().manual_seed(seed)
    query, key, value = normal(rng, B, T, 8), normal(rng, B, S, 8), normal(rng, B, S, 8)
    mask = normal(rng, B, T, S) > 0
    mask[0, 0] = False  # nothing allowed: a mixture of 0, and no gradient
    query.requires_grad_()
    for seen in (None, mask):
        gradients = []
        for way in (mixtures, lambda *of: attention(*of)[0]):
            found = way(query, key, value, seen)
            gradients.append(torch.autograd.grad(found.square().sum(), query)[0])
            torch.testing.assert_close(found, attention(query, key, value, seen)[0])
        torch.testing.assert_close(*gradients)


def test_the_fused_kernel_takes_the_causal_mask_as_a_word():
    x = normal(torch.Generator().manual_seed(0), 2, 7, 8)
    wanted = attention(x, x, x, causal_mask(7))[0]
    torch.testing.assert_close(mixtures(x, x, x, causal=True), wanted)


def test_weights_are_worked_out_only_for_whoever_asks(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "helpers.taught.attention.attention",
        lambda *of: [asked.append(1), attention(*of)][1],
    )
    layer, x = MultiHeadAttention(8, 2), torch.randn(2, 5, 8)
    layer(x, x, x, causal_mask(5))
    assert not asked
    weights = layer.weights
    assert asked and weights.shape == (2, 2, 5, 5) and not weights.requires_grad
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 2, 5))
    with pytest.raises(ValueError, match="does not fit scores"):
        layer(x, x, x, causal_mask(4))


def test_padding_and_causal_masks_equal_pytorchs_opposite_ones():
    theirs, ours = copied(8, 2, 0)
    ids = torch.tensor([[5, 8, 3, 9], [7, 4, 0, 0]])
    x = normal(torch.Generator().manual_seed(0), 2, 4, 8)
    blocked = {"key_padding_mask": ids == 0, "attn_mask": ~causal_mask(4)}
    found = ours(x, x, x, padding_mask(ids) & causal_mask(4))
    torch.testing.assert_close(found, theirs(x, x, x, **blocked)[0])


def test_what_is_masked_cannot_be_felt():
    rng = torch.Generator().manual_seed(0)
    x = normal(rng, 1, 5, 4)
    changed = x.clone()
    changed[:, 3:] = 1e4 * normal(rng, 1, 2, 4)
    before = attention(x, x, x, causal_mask(5))[0]
    after = attention(changed, changed, changed, causal_mask(5))[0]
    assert torch.equal(before[:, :3], after[:, :3])


def test_a_row_with_nothing_allowed_gives_zeros_and_a_finite_gradient():
    x = torch.randn(2, 3, 4, requires_grad=True)
    mask = torch.ones(2, 3, 3, dtype=torch.bool)
    mask[1] = False
    mixture, weights = attention(x, x, x, mask)
    mixture.sum().backward()
    assert not mixture[1].any() and not weights[1].any()
    assert mixture[0].any() and x.grad.isfinite().all()


def test_query_key_and_value_may_be_three_different_sentences():
    theirs, ours = copied(12, 3, 1)
    rng = torch.Generator().manual_seed(1)
    three = [normal(rng, 2, length, 12) for length in (4, 5, 5)]
    torch.testing.assert_close(ours(*three), theirs(*three)[0])


def test_one_sentence_without_a_batch_is_read_too():
    layer = MultiHeadAttention(12, 3)
    x = torch.randn(5, 12)
    torch.testing.assert_close(layer(x, x, x), layer(x[None], x[None], x[None])[0])


def test_heads_may_have_a_width_of_their_own():
    layer = MultiHeadAttention(10, 3, d_k=5)
    x = torch.randn(2, 4, 10)
    assert layer(x, x, x).shape == (2, 4, 10)
    assert [tuple(part.shape) for part in layer.project(x, 1, 3)] == [(2, 3, 4, 5)] * 2


@pytest.mark.parametrize("heads", [0, 3, 16])
def test_heads_that_do_not_divide_the_width_are_refused(heads):
    with pytest.raises(ValueError, match=f"{heads} heads do not divide a width of 8"):
        MultiHeadAttention(8, heads)


@pytest.mark.parametrize("shape", [(4,), (2, 3, 4), (3, 3, 3), (1, 2, 3, 3, 3)])
def test_a_mask_of_a_wrong_shape_is_refused_in_one_sentence(shape):
    x = torch.randn(2, 3, 8)
    with pytest.raises(ValueError, match=r"^a mask \(.*\) does not fit scores \(.*\)$"):
        attention(x, x, x, torch.ones(shape, dtype=torch.bool))


def test_a_mask_of_numbers_is_refused():
    x = torch.randn(2, 3, 8)
    with pytest.raises(ValueError, match="True or False, and this one is"):
        attention(x, x, x, torch.zeros(3, 3))


def test_positions_follow_the_formula():
    places, columns = np.arange(60)[:, None], np.arange(32)[None]
    angle = places / 10000 ** (columns // 2 * 2 / 32)
    wanted = np.where(columns % 2, np.cos(angle), np.sin(angle))
    np.testing.assert_allclose(positional_encoding(60, 32), wanted, atol=1e-5)


def test_distant_positions_are_as_exact_as_near_ones():
    angle = 4999 / 10000 ** (2 / 512)
    assert float(positional_encoding(5000, 512)[4999, 2]) == pytest.approx(
        np.sin(angle)
    )


def test_an_odd_width_has_no_positions():
    with pytest.raises(ValueError, match="come in pairs: 7 is not even"):
        positional_encoding(5, 7)


def test_positions_are_added_from_where_the_words_stand():
    layer, x = PositionalEncoding(8, 6), torch.zeros(1, 2, 8)
    assert torch.equal(layer(x, start=4)[0], positional_encoding(6, 8)[4:])
    with pytest.raises(ValueError, match="there are 6 positions, and 7 words"):
        layer(x, start=5)


@installed
def test_the_published_encoder_in_our_attention_says_what_its_library_says():
    transformers = pytest.importorskip("transformers")
    tokeniser = transformers.BertTokenizerFast.from_pretrained(minilm.folder())
    model = transformers.BertModel.from_pretrained(
        minilm.folder(), attn_implementation="eager"
    ).eval()
    sentence = (
        "The unbelievably tired animal didn't cross the 12-lane street; it slept."
    )
    ids = tokeniser(sentence, return_tensors="pt")["input_ids"]
    pieces = minilm.word_pieces(sentence)
    assert pieces == tokeniser.convert_ids_to_tokens(ids[0])
    assert any(piece.startswith("##") for piece in pieces)
    with torch.no_grad():
        wanted = model(ids, output_attentions=True)
    states, maps = minilm.read(pieces, MultiHeadAttention)
    torch.testing.assert_close(states, wanted.last_hidden_state[0], atol=1e-4, rtol=0)
    torch.testing.assert_close(maps, torch.cat(wanted.attentions), atol=1e-5, rtol=0)


def test_without_the_extra_the_chapter_shows_the_stored_weights(monkeypatch):
    notebook = nbformat.read(build.ROOT / "notebooks/15_attention.ipynb", as_version=4)
    cell = next(cell for cell in notebook.cells if "def looks(" in cell.source)
    known = {"minilm": minilm, "MultiHeadAttention": MultiHeadAttention, "show": show}
    monkeypatch.setattr(minilm, "folder", lambda: None)
    exec(cell.source, known)
    seen = show(
        {word: known["two_nouns"](*known["looks"](word)) for word in ("tired", "wide")},
        columns=["animal", "street"],
    )
    assert repr(seen) == cell.outputs[0]["data"]["text/plain"]


@installed
def test_the_stored_study_is_what_its_script_measures():
    script = import_module("15_attention")
    found, stored = script.measure(["dog"], ["street", "river"]), minilm.study()
    for word in ("tired", "wide"):
        pieces, row = stored["two"][word]
        assert found["two"][word][0] == pieces
        assert found["two"][word][1] == pytest.approx(row, abs=2e-4)
        first = np.array(stored["many"][word][:2])
        np.testing.assert_allclose(found["many"][word], first, atol=2e-4)
    assert len(stored["many"]["tired"]) == len(script.NOUNS) * len(script.PLACES)
