"""The Transformer of chapter 16 against PyTorch's own, and its refusals."""

import pytest
import torch
from torch import nn

from helpers.attention import causal_mask, padding_mask, positional_encoding
from helpers.transformer import (
    AddAndNorm,
    Decoder,
    Encoder,
    EncoderLayer,
    FeedForward,
    Transformer,
)

SIZES = {"d_model": 16, "heads": 4, "d_ff": 24, "layers": 2}
pytestmark = [  # what PyTorch says of a shortcut of its own, not of ours
    pytest.mark.filterwarnings("ignore:enable_nested_tensor"),
    pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors"),
]
each_norm = pytest.mark.parametrize("pre_norm", [False, True], ids=["post", "pre"])


def small(pre_norm=False, dropout=0.0, seed=2017):
    torch.manual_seed(seed)
    return Transformer(11, **SIZES, dropout=dropout, pre_norm=pre_norm).eval()


def sentences():
    """Three source and three target sentences of unequal lengths, padded with 0."""
    src = torch.tensor([[4, 5, 6, 7, 8], [9, 10, 4, 0, 0], [5, 0, 0, 0, 0]])
    tgt = torch.tensor([[1, 6, 5, 4], [1, 7, 0, 0], [1, 8, 9, 0]])
    return src, tgt


def copy_attention(theirs, ours):
    theirs.in_proj_weight.data.copy_(ours.qkv.weight)
    theirs.in_proj_bias.data.copy_(ours.qkv.bias)
    theirs.out_proj.load_state_dict(ours.out.state_dict())


def pytorch_twin(model, pre_norm):
    """torch.nn.Transformer with the very weights of ours."""
    twin = nn.Transformer(
        16, 4, 2, 2, 24, dropout=0.0, batch_first=True, norm_first=pre_norm
    ).eval()
    for side in ("encoder", "decoder"):
        stack, theirs = getattr(model, side), getattr(twin, side)
        if pre_norm:
            theirs.norm.load_state_dict(stack.norm.state_dict())
        else:
            theirs.norm = None  # the paper's figure has none
        for ours, layer in zip(stack.layers, theirs.layers, strict=True):
            copy_attention(layer.self_attn, ours.self_attention)
            layer.linear1.load_state_dict(ours.feed_forward.inner.state_dict())
            layer.linear2.load_state_dict(ours.feed_forward.outer.state_dict())
            layer.norm1.load_state_dict(ours.add_norm_1.norm.state_dict())
            layer.norm2.load_state_dict(ours.add_norm_2.norm.state_dict())
            if side == "decoder":
                copy_attention(layer.multihead_attn, ours.cross_attention)
                layer.norm3.load_state_dict(ours.add_norm_3.norm.state_dict())
    return twin


@each_norm
def test_the_transformer_equals_pytorchs_with_the_same_weights(pre_norm):
    model, (src, tgt) = small(pre_norm), sentences()
    for values in model.parameters():  # so that no bias or gain is 0 or 1
        values.data += 0.1 * torch.randn_like(values)
    hidden = pytorch_twin(model, pre_norm)(
        model.embed(src),
        model.embed(tgt),
        tgt_mask=~causal_mask(tgt.shape[1]),
        src_key_padding_mask=src == 0,
        memory_key_padding_mask=src == 0,
    )
    torch.testing.assert_close(
        model(src, tgt), hidden @ model.embed.table.weight.T, atol=1e-5, rtol=1e-5
    )


@each_norm
def test_the_gradients_equal_pytorchs_too(pre_norm):
    model, (src, tgt) = small(pre_norm).train(), sentences()
    twin = pytorch_twin(model, pre_norm).train()
    model(src, tgt)[0].sum().backward()
    given = model.encoder.layers[0].self_attention.qkv.weight.grad
    hidden = twin(
        model.embed(src).detach(),
        model.embed(tgt).detach(),
        tgt_mask=~causal_mask(tgt.shape[1]),
        src_key_padding_mask=src == 0,
        memory_key_padding_mask=src == 0,
    )
    (hidden @ model.embed.table.weight.T)[0].sum().backward()
    wanted = twin.encoder.layers[0].self_attn.in_proj_weight.grad
    torch.testing.assert_close(given, wanted, atol=1e-5, rtol=1e-4)


def test_the_normalisation_stands_after_the_addition_as_published():
    torch.manual_seed(0)
    x, sublayer = torch.randn(2, 3, 16), nn.Linear(16, 16)
    after, before = AddAndNorm(16, 0.0), AddAndNorm(16, 0.0, pre_norm=True)
    torch.testing.assert_close(
        after(x, sublayer), nn.functional.layer_norm(x + sublayer(x), (16,))
    )
    torch.testing.assert_close(
        before(x, sublayer), x + sublayer(nn.functional.layer_norm(x, (16,)))
    )


def test_dropout_falls_on_each_sub_layer_and_on_the_embeddings():
    model = small(dropout=0.5).train()
    kinds = [
        name for name, part in model.named_modules() if isinstance(part, nn.Dropout)
    ]
    assert len(kinds) == 1 + 2 * 2 + 2 * 3
    x = torch.ones(1, 1000, 16)
    added = AddAndNorm(16, 0.5, pre_norm=True)(x, torch.ones_like) - x
    assert 0.45 < (added == 0).float().mean() < 0.55
    src, _ = sentences()
    assert 0.3 < (model.embed(src) == 0).float().mean() < 0.7


def test_the_feed_forward_net_is_the_same_at_every_position():
    torch.manual_seed(0)
    net, x = FeedForward(16, 24), torch.randn(2, 5, 16)
    torch.testing.assert_close(net(x)[:, 3], net(x[:, 3]))


def test_no_word_knows_what_comes_after_it():
    model, (src, tgt) = small(), sentences()
    changed = tgt.clone()
    changed[0, 2:] = 10
    given, other = model(src, tgt)[0], model(src, changed)[0]
    torch.testing.assert_close(given[:2], other[:2])
    assert not torch.allclose(given[2:], other[2:])


def test_padding_changes_nothing_for_the_words():
    model, (src, tgt) = small(), sentences()
    alone = model(src[1:2, :3], tgt[1:2, :2])[0]
    torch.testing.assert_close(model(src, tgt)[1, :2], alone, atol=1e-5, rtol=1e-5)


def test_a_word_is_scaled_by_the_root_of_the_width_and_its_position_added():
    embed, (src, _) = small().embed, sentences()
    wanted = 4 * embed.table.weight[src] + positional_encoding(8, 16)[3:8]
    torch.testing.assert_close(embed(src, start=3), wanted)


def test_one_matrix_serves_three_times():
    model = small()
    assert [tuple(p.shape) for p in model.parameters()].count((11, 16)) == 1
    src, tgt = sentences()
    model(src, tgt).sum().backward()
    assert (model.embed.table.weight.grad[3] != 0).any()  # <stop> is never looked up


def test_without_positions_the_encoder_only_permutes():
    torch.manual_seed(0)
    encoder, x = Encoder(2, 16, 4, 24).eval(), torch.randn(1, 5, 16)
    order = torch.tensor([3, 0, 4, 1, 2])
    torch.testing.assert_close(encoder(x)[:, order], encoder(x[:, order]))


def test_an_encoder_with_a_causal_mask_is_a_left_to_right_model():
    torch.manual_seed(0)
    encoder, x = Encoder(2, 16, 4, 24, pre_norm=True).eval(), torch.randn(1, 5, 16)
    given = encoder(x, causal_mask(5))
    torch.testing.assert_close(given[:, :3], encoder(x[:, :3], causal_mask(3)))


def test_what_does_not_fit_is_refused_in_one_sentence():
    model, (src, tgt) = small(), sentences()
    with pytest.raises(ValueError, match="5 heads do not divide a width of 16"):
        EncoderLayer(16, 5, 24)
    with pytest.raises(ValueError, match="at least one word; one is empty"):
        model(torch.zeros_like(src), tgt)
    with pytest.raises(ValueError, match="512 positions, and 513 words"):
        model(torch.full((1, 513), 4), tgt[:1])
    with pytest.raises(ValueError, match="does not fit scores"):
        model.encoder(model.embed(src), torch.ones(3, 1, 4, dtype=torch.bool))
    with pytest.raises(ValueError, match="True or False"):
        model.encoder(model.embed(src), padding_mask(src).float())


def test_a_row_with_nothing_allowed_gives_no_nan():
    torch.manual_seed(0)
    x = torch.randn(1, 3, 16, requires_grad=True)
    layers = Decoder(1, 16, 4, 24)
    out = layers(x, x, causal_mask(3) & torch.tensor([False, True, True]))
    out.sum().backward()
    assert out.isfinite().all()
    assert x.grad.isfinite().all()
