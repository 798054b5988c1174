"""Models of language to compare, and what trains them, as chapter 17 teaches it.

B batch, T length, D width, V vocabulary; batch first; padding is the number 0.
"""

from math import log

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from helpers.corpora.text import PAD, STOP
from helpers.taught.attention import padding_mask, positional_encoding
from helpers.taught.gpt import SmoothFeedForward
from helpers.taught.transformer import Encoder


def turned(x, ids):
    """Each row of x back to front, its padding left behind it: (B, T, D)."""
    last = (ids != PAD).sum(1, keepdim=True) - 1
    places = last - torch.arange(ids.shape[1], device=ids.device)  # last, ..., 1, 0
    places = places % ids.shape[1]  # then -1, -2, ...: the padding, from the end
    return x.take_along_dim(places[..., None], dim=1)


class ELMo(nn.Module):
    """Two LSTMs, one for each direction, between one embedding and one softmax."""

    def __init__(self, tokens, d_model):
        super().__init__()
        self.embedding = nn.Embedding(tokens, d_model)
        self.forwards = nn.LSTM(d_model, d_model, batch_first=True)
        self.backwards = nn.LSTM(d_model, d_model, batch_first=True)
        self.softmax = nn.Linear(d_model, tokens)

    def forward(self, ids):
        """Scores for words 1 to T-1 from their left, 0 to T-2 from their right."""
        x = self.embedding(ids)  # (B, T, D)
        left = self.forwards(x[:, :-1])[0]
        right = self.backwards(turned(x[:, 1:], ids[:, 1:]))[0]
        right = turned(right, ids[:, 1:])
        return self.softmax(left), self.softmax(right)  # (B, T-1, V) both


class BERT(nn.Module):
    """Chapter 16's stack without a mask: scores for the token at every position."""

    def __init__(self, tokens, context, d_model, heads, layers):
        super().__init__()
        self.embedding = nn.Embedding(tokens, d_model)
        self.position = nn.Embedding(context, d_model)
        self.segment = nn.Embedding(2, d_model)
        self.stack = Encoder(layers, d_model, heads, 4 * d_model, 0.0, pre_norm=True)
        for layer in self.stack.layers:
            layer.feed_forward = SmoothFeedForward(d_model, 4 * d_model)
        for values in self.parameters():
            if values.dim() > 1:
                nn.init.normal_(values, std=d_model**-0.5)
        self.position.weight.data = positional_encoding(context, d_model) / 2

    def forward(self, ids, chosen):
        """(B, T) -> (N, V): scores at the N places that `chosen` marks in (B, T)."""
        # How many sentences have ended before each place: 0, then 1.
        ended = (ids == STOP).cumsum(1) - (ids == STOP).long()
        x = self.embedding(ids) + self.position.weight[: ids.shape[1]]
        x = x + self.segment(ended.clamp(max=1))
        x = self.stack(x, padding_mask(ids))  # every word sees every word
        return x[chosen] @ self.embedding.weight.T


def hide(ids, mask, generator, share=0.15):
    """BERT's exercise: the ids with some of them spoilt, and which were chosen."""
    chosen = (torch.rand(ids.shape, generator=generator) < share) & (ids > STOP)
    fate = torch.rand(ids.shape, generator=generator)
    others = torch.randint(STOP + 1, mask, ids.shape, generator=generator)
    spoilt = torch.where(chosen & (fate < 0.8), mask, ids)
    return torch.where(chosen & (fate >= 0.9), others, spoilt), chosen


def bits(scores, ids):
    """What the right tokens cost, in bits, on average; padding costs nothing."""
    return cross_entropy(scores.flatten(0, 1), ids.flatten(), ignore_index=PAD) / log(2)


def train(model, cost, batches, steps, rate, warm_up=50):
    """Adam; a rate that rises, then falls to 0. Returns the cost of every step."""
    adam = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), fused=True)
    costs = []
    for step, batch in zip(range(steps), batches, strict=False):
        factor = min((step + 1) / warm_up, 1 - step / steps)
        adam.param_groups[0]["lr"] = rate * factor
        adam.zero_grad()
        loss = cost(model, batch)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        adam.step()
        costs.append(float(loss.detach()))
    return costs


class LetterLSTM(nn.Module):
    """An LSTM that reads letters and scores the next one."""

    def __init__(self, letters, units):
        super().__init__()
        self.embedding = nn.Embedding(letters, units)
        self.lstm = nn.LSTM(units, units, batch_first=True)
        self.head = nn.Linear(units, letters)

    def forward(self, ids):
        """(B, T) -> (B, T, V)."""
        return self.head(self.lstm(self.embedding(ids))[0])


def windows(ids, length, generator, count):
    """Batches of passages from random places, without an end: (B, T + 1)."""
    reach = torch.arange(length + 1)
    while True:
        starts = torch.randint(len(ids) - length, (count, 1), generator=generator)
        yield ids[starts + reach]


def next_letter(model, ids):
    """What the passages' letters but the first cost the model, in bits."""
    scores = model(ids[:, :-1])
    return cross_entropy(scores.flatten(0, 1), ids[:, 1:].flatten()) / log(2)
