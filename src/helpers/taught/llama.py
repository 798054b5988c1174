"""The block of open models of today and a model made of it, as chapter 20 teaches them.

B batch, T length, D width, H heads, G groups of heads, V vocabulary; batch first.
"""

import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention, silu


class RMSNorm(nn.Module):
    """Each vector at length √D, and each of its numbers times a gain."""

    def __init__(self, d_model, eps=1e-6):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d_model))
        self.eps = eps

    def forward(self, x):
        """(..., D) -> (..., D)."""
        size = x.square().mean(-1, keepdim=True)
        return self.gain * x * (size + self.eps).rsqrt()


def turns(places, d_k, base=10000.0):
    """The angles by which each place turns the pairs of a head: (T, d_k / 2)."""
    speeds = base ** (-torch.arange(0, d_k, 2) / d_k)
    return places[:, None] * speeds


def turn(x, angles):
    """Each pair of numbers, one of either half, turned by its angle: (..., T, d_k)."""
    a, b = x.chunk(2, dim=-1)
    cos, sin = angles.cos(), angles.sin()
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


class SwiGLU(nn.Module):
    """A feed-forward net whose inner units are opened and shut by a gate."""

    def __init__(self, d_model, d_ff):
        super().__init__()
        self.gate = nn.Linear(d_model, d_ff, bias=False)
        self.inner = nn.Linear(d_model, d_ff, bias=False)
        self.outer = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        """(B, T, D) -> (B, T, D)."""
        return self.outer(silu(self.gate(x)) * self.inner(x))


class GroupedAttention(nn.Module):
    """Heads in groups that share a key and a value; queries and keys are turned."""

    def __init__(self, d_model, heads, groups, d_k=None):
        super().__init__()
        self.d_k = d_k or d_model // heads
        self.share = heads // groups  # query heads that look at one key
        self.query = nn.Linear(d_model, heads * self.d_k, bias=False)
        self.key = nn.Linear(d_model, groups * self.d_k, bias=False)
        self.value = nn.Linear(d_model, groups * self.d_k, bias=False)
        self.out = nn.Linear(heads * self.d_k, d_model, bias=False)

    def by_head(self, x):
        """(B, T, heads · d_k) -> (B, heads, T, d_k)."""
        return x.unflatten(-1, (-1, self.d_k)).transpose(1, 2)

    def forward(self, x, angles):
        """(B, T, D) -> (B, T, D), each token looking at itself and back."""
        query = turn(self.by_head(self.query(x)), angles)
        key = turn(self.by_head(self.key(x)), angles)
        value = self.by_head(self.value(x))
        key = key.repeat_interleave(self.share, dim=1)  # as many as there are queries
        value = value.repeat_interleave(self.share, dim=1)
        # softmax(query · key / √d_k), times the values; nobody looks ahead
        mixture = scaled_dot_product_attention(query, key, value, is_causal=True)
        return self.out(mixture.transpose(1, 2).flatten(2))


class Block(nn.Module):
    """Attention and a gated net, each behind a norm of its own."""

    def __init__(self, d_model, heads, groups, d_ff):
        super().__init__()
        self.norm_1 = RMSNorm(d_model)
        self.attention = GroupedAttention(d_model, heads, groups)
        self.norm_2 = RMSNorm(d_model)
        self.feed_forward = SwiGLU(d_model, d_ff)

    def forward(self, x, angles):
        """(B, T, D) -> (B, T, D)."""
        x = x + self.attention(self.norm_1(x), angles)
        return x + self.feed_forward(self.norm_2(x))


class Llama(nn.Module):
    """A stack of such blocks: scores for each next token."""

    def __init__(self, tokens, d_model, heads, groups, d_ff, layers, base=10000.0):
        super().__init__()
        self.embedding = nn.Embedding(tokens, d_model)
        self.blocks = nn.ModuleList(
            Block(d_model, heads, groups, d_ff) for _ in range(layers)
        )
        self.norm = RMSNorm(d_model)
        self.unembed = nn.Linear(d_model, tokens, bias=False)
        self.base = base

    def forward(self, ids):
        """(B, T) -> (B, T, V)."""
        x = self.embedding(ids)
        places = torch.arange(ids.shape[1], device=ids.device)
        angles = turns(places, self.blocks[0].attention.d_k, self.base)
        for block in self.blocks:
            x = block(x, angles)
        return self.unembed(self.norm(x))
