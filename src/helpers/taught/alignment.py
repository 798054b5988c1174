"""Translators that look back at the source before every word: chapter 14."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from helpers.corpora.text import PAD, START, STOP


class Annotator(nn.Module):
    """One annotation for each source word: what a GRU knows there from either side."""

    def __init__(self, words, width, units):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.rnn = nn.GRU(width, units, batch_first=True, bidirectional=True)

    def forward(self, src):
        """The annotations (B, S, 2 units); padding has zeros."""
        lengths = (src != PAD).sum(dim=1)
        if lengths.min() == 0:
            raise ValueError("a source sentence needs at least one word; one is empty")
        packed = pack_padded_sequence(
            self.embedding(src), lengths, batch_first=True, enforce_sorted=False
        )
        states, _ = self.rnn(packed)  # of every word, from both sides
        annotations, _ = pad_packed_sequence(
            states, batch_first=True, total_length=src.shape[1]
        )
        return annotations


class Dot(nn.Module):
    """Score: the query times the annotation."""

    def __init__(self, units):
        super().__init__()

    def keys(self, annotations):
        """What the queries are held against: here the annotations themselves."""
        return annotations

    def forward(self, query, keys):
        """One number for each query and each key, (B, T, S)."""
        return query @ keys.mT  # (B, T, D) @ (B, D, S)


class General(Dot):
    """Score: the query times a linear map of the annotation."""

    def __init__(self, units):
        super().__init__(units)
        self.W = nn.Linear(units, units, bias=False)

    def keys(self, annotations):
        """The annotations after their linear map."""
        return self.W(annotations)


class Additive(nn.Module):
    """Score: a small network with one hidden layer looks at query and annotation."""

    def __init__(self, units, width=None):
        super().__init__()
        self.W = nn.Linear(units, units, bias=False)
        self.U = nn.Linear(width or units, units, bias=False)
        self.v = nn.Linear(units, 1, bias=False)

    def keys(self, annotations):
        """The annotations' part of the hidden layer, the same for every query."""
        return self.U(annotations)

    def forward(self, query, keys):
        """One number for each query and each key, (B, T, S)."""
        hidden = torch.tanh(self.W(query)[:, :, None] + keys[:, None])  # (B, T, S, D)
        return self.v(hidden).squeeze(3)


def align(scores, mask):
    """Scores as weights: each row sums to 1, and what is not allowed gets nothing."""
    return scores.masked_fill(~mask, float("-inf")).softmax(dim=2)  # (B, T, S)


class AttentionTranslator(nn.Module):
    """Reads with `begin`, goes on with `decode`: many given words, or one at a time."""

    def trace(self, src, tgt):
        """Scores for each next word, and the weights that led to them."""
        scores, _, weights = self.decode(tgt, *self.begin(src))
        return scores, weights  # (B, T, V), (B, T, S)

    def forward(self, src, tgt):
        """Scores for each next word, given the true ones before it."""
        return self.trace(src, tgt)[0]

    @torch.no_grad()
    def greedy(self, src, limit):
        """The likeliest word each time, fed back, until every sentence has stopped."""
        state, memory = self.begin(src)
        words = torch.full((len(src), 1), START)
        written = []
        while len(written) < limit and not (words == STOP).all():
            scores, state, _ = self.decode(words, state, memory)
            words = scores.argmax(dim=2).masked_fill(words == STOP, STOP)
            written.append(words)
        return torch.cat(written, dim=1)  # (B, T)


class Maxout(nn.Module):
    """Scores for each next word: the larger of each pair, then a linear layer."""

    def __init__(self, inputs, units, words):
        super().__init__()
        self.deep = nn.Linear(inputs, units)
        self.out = nn.Linear(units // 2, words)

    def forward(self, seen):
        """Scores (B, T, V) from states, words and contexts."""
        pairs = self.deep(seen).unflatten(-1, (-1, 2))  # (B, T, units / 2, 2)
        return self.out(pairs.amax(-1))


class RNNsearch(AttentionTranslator):
    """Before each word: score all annotations, mix them, move on, speak."""

    def __init__(self, source, target, width, units):
        super().__init__()
        self.annotate = Annotator(source, width, units)
        self.first = nn.Linear(units, units)  # W_s
        self.embedding = nn.Embedding(target, width)
        self.score = Additive(units, 2 * units)
        self.cell = nn.GRUCell(width + 2 * units, units)
        self.speak = Maxout(units + width + 2 * units, units, target)

    def begin(self, src):
        """The first state, and what every step needs of the source."""
        annotations = self.annotate(src)
        backward = annotations[:, 0].chunk(2, dim=1)[1]  # it has read everything
        memory = annotations, self.score.keys(annotations), (src != PAD)[:, None]
        return self.first(backward).tanh(), memory

    def decode(self, words, state, memory):
        """Scores after each of the words, the last state, and the weights."""
        annotations, keys, mask = memory  # (B, S, 2 units), (B, S, units), (B, 1, S)
        seen, looked = [], []
        for word in self.embedding(words).unbind(1):  # (B, width)
            weights = align(self.score(state[:, None], keys), mask)  # 1. score
            context = (weights @ annotations).squeeze(1)  # 2. mix, (B, 2 units)
            state = self.cell(torch.cat([word, context], 1), state)  # 3. move on
            seen.append(torch.cat([state, word, context], 1))
            looked.append(weights)  # (B, 1, S)
        return self.speak(torch.stack(seen, 1)), state, torch.cat(looked, 1)  # 4. speak


class Luong(AttentionTranslator):
    """First move on, then look back with the new state; `score` says how to match."""

    def __init__(self, source, target, width, units, score=Dot, feed=False):
        super().__init__()
        self.annotate = Annotator(source, width, units // 2)
        self.first = nn.Linear(units // 2, units)
        self.embedding = nn.Embedding(target, width)
        self.rnn = nn.GRU(width + units * feed, units, batch_first=True)
        self.score = score(units)
        self.combine = nn.Linear(2 * units, units, bias=False)  # W_c
        self.out = nn.Linear(units, target)
        self.feed = feed

    def begin(self, src):
        """The first state, and what every step needs of the source."""
        annotations = self.annotate(src)
        state = self.first(annotations[:, 0].chunk(2, dim=1)[1]).tanh()
        memory = annotations, self.score.keys(annotations), (src != PAD)[:, None]
        return (state[None], torch.zeros_like(state)[:, None]), memory

    def attend(self, states, memory):
        """The attentional vectors of some states, and the weights behind them."""
        annotations, keys, mask = memory
        weights = align(self.score(states, keys), mask)
        mixed = torch.cat([weights @ annotations, states], 2)  # [c; h]
        return self.combine(mixed).tanh(), weights

    def decode(self, words, state, memory):
        """Scores after each of the words, the last state, and the weights."""
        embedded, (state, vectors) = self.embedding(words), state
        if not self.feed:  # no state waits for a context, so all of them come at once
            states, state = self.rnn(embedded, state)
            vectors, weights = self.attend(states, memory)
            return self.out(vectors), (state, vectors), weights
        steps = []
        for word in embedded.split(1, dim=1):
            states, state = self.rnn(torch.cat([word, vectors], 2), state)
            vectors, weights = self.attend(states, memory)
            steps.append((vectors, weights))
        parts = zip(*steps, strict=True)
        spoken, weights = (torch.cat(part, 1) for part in parts)
        return self.out(spoken), (state, vectors), weights


@torch.no_grad()
def looks(model, ids):
    """What is looked at before each English word, and before the stop, (T, S)."""
    src, tgt = (torch.tensor([each]) for each in ids)
    _, weights = model.trace(src, tgt[:, :-1])  # the stop itself is never read
    return weights[0]


def alignments(model, corpus, pairs, shift=0):
    """The links of each pair, found while the model is told the true words."""
    found = []
    for ids, (_, english) in zip(corpus.numbered(pairs), pairs, strict=True):
        weights = looks(model, ids)[shift:]  # with 1, of each word the row after it
        found.append(links(weights, len(english)))
    return found


def links(weights, words):
    """For each target word, the source word with the largest weight."""
    return {(j, i) for i, j in enumerate(weights[:words].argmax(dim=1).tolist())}


def alignment_error(found, true):
    """Of all links in both sets, the part that the other set does not have."""
    pairs = list(zip(found, true, strict=True))
    both = sum(len(some & others) for some, others in pairs)
    return 1 - 2 * both / sum(len(some) + len(others) for some, others in pairs)
