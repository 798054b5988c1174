"""Attention, its masks and its positions, as chapter 15 teaches them.

A mask is True where attention is allowed. B batch, T queries, S keys, D width, H heads.
"""

from math import sqrt

import torch
from torch import nn
from torch.nn.functional import linear, scaled_dot_product_attention


def check_mask(mask, shape):
    """Stop with one sentence unless the mask can be laid on scores of this shape."""
    if mask.dtype != torch.bool:
        raise ValueError(f"a mask says True or False, and this one is {mask.dtype}")
    sizes = zip(reversed(mask.shape), reversed(shape), strict=False)
    if mask.dim() > len(shape) or any(size not in (1, whole) for size, whole in sizes):
        shapes = f"{tuple(mask.shape)} does not fit scores {tuple(shape)}"
        raise ValueError(f"a mask {shapes}")


def attention(query, key, value, mask=None):
    """Each query's mixture of the values it may see, and the weights it gave them."""
    scores = query @ key.mT / sqrt(key.shape[-1])  # (..., T, S)
    if mask is None:
        weights = scores.softmax(-1)
    else:
        check_mask(mask, scores.shape)
        lowest = torch.finfo(scores.dtype).min
        weights = scores.masked_fill(~mask, lowest).softmax(-1)
        weights = weights.masked_fill(~mask, 0)  # for rows with nothing allowed
    return weights @ value, weights  # (..., T, D), (..., T, S)


def mixtures(query, key, value, mask=None, causal=False):
    """The same mixtures by PyTorch's fused kernel, which keeps no weights."""
    if mask is not None:
        check_mask(mask, (*query.shape[:-1], key.shape[-2]))
    if torch.get_float32_matmul_precision() == "medium" and not causal:
        return attention(query, key, value, mask)[0]  # there it is the faster one
    return scaled_dot_product_attention(
        query, key, value, attn_mask=mask, is_causal=causal
    )


def padding_mask(ids, pad=0):
    """True for the words of each sentence, False for its padding: (B, 1, S)."""
    return (ids != pad).unsqueeze(-2)


def causal_mask(length):
    """True where a position looks at itself or back: (T, T)."""
    return torch.ones(length, length, dtype=torch.bool).tril()


class MultiHeadAttention(nn.Module):
    """Several attentions side by side, each on projections of its own."""

    def __init__(self, d_model, heads, d_k=None):
        super().__init__()
        if heads < 1 or (d_k is None and d_model % heads):
            raise ValueError(f"{heads} heads do not divide a width of {d_model}")
        self.heads = heads
        self.width = heads * (d_k or d_model // heads)  # of all heads together
        self.qkv = nn.Linear(d_model, 3 * self.width)  # W_Q, W_K and W_V, stacked
        self.out = nn.Linear(self.width, d_model)  # W_O

    def project(self, x, first=0, last=3):
        """Every head's queries, keys and values, or some of these: (B, H, T, d_k)."""
        rows = slice(first * self.width, last * self.width)  # of the stacked matrix
        weight, bias = self.qkv.weight[rows], self.qkv.bias[rows]
        product = linear(x, weight, bias)  # (B, T, 3 H d_k)
        parts = product.unflatten(-1, (last - first, self.heads, -1))  # 3, H, d_k
        return [part.transpose(-3, -2) for part in parts.unbind(-3)]

    def attend(self, query, key, value, mask=None):
        """All heads attend, are laid end to end and mixed by W_O: (B, T, D)."""
        if mask is not None and mask.dim() == 3:
            mask = mask.unsqueeze(1)  # (B, T, S): the same for every head
        # kept for the property below
        self.seen = query.detach(), key.detach(), value.detach(), mask
        mixture = mixtures(query, key, value, mask)  # (B, H, T, d_k)
        return self.out(mixture.transpose(-3, -2).flatten(-2))

    @property
    def weights(self):
        """The weights of the last call, worked out when asked for: (B, H, T, S)."""
        return attention(*self.seen)[1]

    def forward(self, query, key, value, mask=None):
        """(B, T, D), (B, S, D), (B, S, D) -> (B, T, D)."""
        if query is key is value:
            return self.attend(*self.project(query), mask)  # one product for all
        three = enumerate((query, key, value))  # 0, 1, 2: each its third of qkv
        query, key, value = (self.project(x, i, i + 1)[0] for i, x in three)
        return self.attend(query, key, value, mask)


def positional_encoding(length, d_model):
    """A vector for every position, sines and cosines of many wavelengths: (T, D)."""
    if d_model % 2:
        raise ValueError(f"sines and cosines come in pairs: {d_model} is not even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    rate = 10000 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    angle = position * rate  # (T, D / 2)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()


class PositionalEncoding(nn.Module):
    """Adds to each word's vector the vector of its position."""

    def __init__(self, d_model, longest=512):
        super().__init__()
        table = positional_encoding(longest, d_model)
        self.register_buffer("table", table, persistent=False)

    def forward(self, x, start=0):
        """(B, T, D) -> (B, T, D), for words that stand at `start` and after."""
        end = start + x.shape[-2]
        if end > len(self.table):
            raise ValueError(f"there are {len(self.table)} positions, and {end} words")
        return x + self.table[start:end]
