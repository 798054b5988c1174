"""The Transformer of 2017, part by part, as chapter 16 builds it.

B batch, T target length, S source length, D width, H heads, V vocabulary; batch first.
A mask is True where attention is allowed; padding is the number 0.
"""

from math import sqrt

from torch import nn

from helpers.taught.attention import (
    MultiHeadAttention,
    PositionalEncoding,
    causal_mask,
    padding_mask,
)
from helpers.taught.decoding import greedy


class Embedding(nn.Module):
    """One vector for each word: both languages are read with it, and one is written."""

    def __init__(self, words, d_model, dropout=0.1):
        super().__init__()
        self.table = nn.Embedding(words, d_model)
        nn.init.normal_(self.table.weight, std=d_model**-0.5)
        self.position = PositionalEncoding(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids, start=0):
        """(B, T) -> (B, T, D): what each word is, and where it stands."""
        x = self.table(ids) * sqrt(self.table.embedding_dim)
        return self.dropout(self.position(x, start))

    def scores(self, x):
        """(B, T, D) -> (B, T, V): each vector held against those of all words."""
        return x @ self.table.weight.T


class AddAndNorm(nn.Module):
    """A sub-layer's output added to its input; normalised after that, or before."""

    def __init__(self, d_model, dropout, pre_norm=False):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.pre_norm = pre_norm

    def forward(self, x, sublayer):
        """(B, T, D) -> (B, T, D), for any sub-layer of that kind."""
        if self.pre_norm:
            return x + self.dropout(sublayer(self.norm(x)))
        return self.norm(x + self.dropout(sublayer(x)))  # as published


class FeedForward(nn.Module):
    """The same two linear maps at every position, with a ReLU between them."""

    def __init__(self, d_model, d_ff):
        super().__init__()
        self.inner = nn.Linear(d_model, d_ff)
        self.outer = nn.Linear(d_ff, d_model)

    def forward(self, x):
        """(B, T, D) -> (B, T, D), by way of (B, T, d_ff)."""
        return self.outer(self.inner(x).relu())


class EncoderLayer(nn.Module):
    """Every word looks at all words of its sentence, then thinks on its own."""

    def __init__(self, d_model, heads, d_ff, dropout=0.1, pre_norm=False):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.add_norm_1 = AddAndNorm(d_model, dropout, pre_norm)
        self.add_norm_2 = AddAndNorm(d_model, dropout, pre_norm)

    def forward(self, x, mask=None):
        """(B, S, D) -> (B, S, D)."""

        def look_around(x):
            return self.self_attention(x, x, x, mask)

        x = self.add_norm_1(x, look_around)
        return self.add_norm_2(x, self.feed_forward)


class DecoderLayer(nn.Module):
    """Every word looks back at its own sentence, then across at the source."""

    def __init__(self, d_model, heads, d_ff, dropout=0.1, pre_norm=False):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, heads)
        self.cross_attention = MultiHeadAttention(d_model, heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.add_norm_1 = AddAndNorm(d_model, dropout, pre_norm)
        self.add_norm_2 = AddAndNorm(d_model, dropout, pre_norm)
        self.add_norm_3 = AddAndNorm(d_model, dropout, pre_norm)

    def forward(self, x, memory, mask=None, memory_mask=None):
        """(B, T, D), (B, S, D) -> (B, T, D)."""

        def look_back(x):
            return self.self_attention(x, x, x, mask)

        def look_across(x):
            return self.cross_attention(x, memory, memory, memory_mask)

        x = self.add_norm_1(x, look_back)
        x = self.add_norm_2(x, look_across)
        return self.add_norm_3(x, self.feed_forward)


class Encoder(nn.Module):
    """A stack of encoder layers; with pre-norm, one last normalisation."""

    def __init__(self, layers, d_model, heads, d_ff, dropout=0.1, pre_norm=False):
        super().__init__()
        sizes = d_model, heads, d_ff, dropout, pre_norm
        self.layers = nn.ModuleList(EncoderLayer(*sizes) for _ in range(layers))
        self.norm = nn.LayerNorm(d_model) if pre_norm else nn.Identity()

    def forward(self, x, mask=None):
        """(B, S, D) -> (B, S, D), the memory."""
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)


class Decoder(nn.Module):
    """A stack of decoder layers, all of which look at the same memory."""

    def __init__(self, layers, d_model, heads, d_ff, dropout=0.1, pre_norm=False):
        super().__init__()
        sizes = d_model, heads, d_ff, dropout, pre_norm
        self.layers = nn.ModuleList(DecoderLayer(*sizes) for _ in range(layers))
        self.norm = nn.LayerNorm(d_model) if pre_norm else nn.Identity()

    def forward(self, x, memory, mask=None, memory_mask=None):
        """(B, T, D), (B, S, D) -> (B, T, D)."""
        for layer in self.layers:
            x = layer(x, memory, mask, memory_mask)
        return self.norm(x)


class Transformer(nn.Module):
    """The whole figure: two sentences in, scores for each next word out."""

    def __init__(
        self, words, d_model, heads, d_ff, layers, dropout=0.1, pre_norm=False
    ):
        super().__init__()
        self.embed = Embedding(words, d_model, dropout)
        sizes = layers, d_model, heads, d_ff, dropout, pre_norm
        self.encoder = Encoder(*sizes)
        self.decoder = Decoder(*sizes)

    def encode(self, src):
        """The memory of some source sentences, and where in it a word stands."""
        mask = padding_mask(src)  # (B, 1, S)
        if not mask.any(-1).all():
            raise ValueError("a source sentence needs at least one word; one is empty")
        return self.encoder(self.embed(src), mask), mask

    def forward(self, src, tgt):
        """(B, S), (B, T) -> (B, T, V)."""
        memory, memory_mask = self.encode(src)
        mask = causal_mask(tgt.shape[1]).to(tgt.device)
        x = self.decoder(self.embed(tgt), memory, mask, memory_mask)
        return self.embed.scores(x)

    def greedy(self, src, limit):
        """The likeliest word each time, until every sentence has stopped: (B, T)."""
        return greedy(self, src, limit)
