"""Writing a translation word by word, as chapter 16 teaches it.

Greedily or with beams, and either way with a cache: what the decoder has computed for
the words so far is kept and not computed again.
"""

import torch

PAD, START, STOP = 0, 1, 2


def look_back(attention, x, past):
    """One new word asks; its key and its value join those that were kept."""
    query, *new = attention.project(x)  # new: the key and the value of this word
    for i in (0, 1):
        past[i] = torch.cat([past[i], new[i]], dim=2)  # one place longer
    return attention.attend(query, *past)


class CachedDecoder:
    """A decoder that is asked for one word more, and keeps all its keys and values."""

    def __init__(self, model, src):
        self.model, self.layers = model, model.decoder.layers
        memory, self.mask = model.encode(src)
        self.memory = [
            layer.cross_attention.project(memory, 1, 3) for layer in self.layers
        ]  # keys and values, (B, H, S, d_k) each
        # Of the decoder's own words there are no keys and values yet: length 0.
        self.past = [[part[:, :, :0] for part in pair] for pair in self.memory]

    def layer(self, i, x):
        """One new word through layer i: only its own query, key and value are new."""
        layer = self.layers[i]

        def look_across(x):
            [query] = layer.cross_attention.project(x, 0, 1)
            return layer.cross_attention.attend(query, *self.memory[i], self.mask)

        past = self.past[i]
        x = layer.add_norm_1(x, lambda x: look_back(layer.self_attention, x, past))
        x = layer.add_norm_2(x, look_across)
        return layer.add_norm_3(x, layer.feed_forward)

    def step(self, words):
        """The scores of what may follow these words, one to each sentence: (B, V)."""
        x = self.model.embed(words[:, None], start=self.past[0][0].shape[-2])
        for i in range(len(self.layers)):
            x = self.layer(i, x)
        return self.model.embed.scores(self.model.decoder.norm(x)).squeeze(1)

    def keep(self, rows):
        """Go on with these rows of the batch, in this order."""
        self.mask = self.mask[rows]
        for kept in (self.memory, self.past):
            kept[:] = [[part[rows] for part in pair] for pair in kept]


@torch.no_grad()
def greedy(model, src, limit):
    """The likeliest word each time, fed back, until every sentence has stopped."""
    decoder = CachedDecoder(model, src)
    words = torch.full((len(src),), START, device=src.device)
    written = []
    while len(written) < limit and not (words == STOP).all():
        best = decoder.step(words).argmax(-1)
        words = best.masked_fill(words == STOP, STOP)  # who has stopped stays so
        written.append(words)
    return torch.stack(written, dim=1)  # (B, T)


def length_penalty(length, alpha):
    """What a sentence's log-probability is divided by: grows with its words."""
    return ((5 + length) / 6) ** alpha


@torch.no_grad()
def beam_search(model, src, limit, width=4, alpha=0.6):
    """The best translation of each sentence among those that `width` beams find."""
    decoder, count = CachedDecoder(model, src), len(src)
    each = torch.arange(count, device=src.device)
    first = each[:, None] * width  # each sentence's first beam
    decoder.keep(each.repeat_interleave(width))
    ids = torch.full((count * width, 1), START, device=src.device)
    totals = torch.full((count, width), -torch.inf, device=src.device)
    totals[:, 0] = 0  # at the start all beams are alike, so only one counts
    lengths = torch.zeros_like(totals)
    for _ in range(limit):
        done = (ids[:, -1] == STOP).view(count, width)
        if done.all():
            break
        scores = decoder.step(ids[:, -1]).log_softmax(-1).view(count, width, -1)
        scores[done] = -torch.inf
        scores[..., STOP][done] = 0  # a sentence that has stopped stays as it is
        sums = totals[..., None] + scores  # (B, K, V)
        lengths = lengths + ~done
        ranked = sums / length_penalty(lengths, alpha)[..., None]
        best = ranked.flatten(1).topk(width).indices  # (B, K)
        # A place among K times V numbers says which beam it is, and which word.
        beam, word = best // scores.shape[-1], best % scores.shape[-1]
        totals, lengths = sums.flatten(1).gather(1, best), lengths.gather(1, beam)
        rows = (first + beam).flatten()  # of the batch: those that go on
        decoder.keep(rows)
        ids = torch.cat([ids[rows], word.view(-1, 1)], dim=1)
    best = (totals / length_penalty(lengths, alpha)).argmax(1)
    return ids.view(count, width, -1)[each, best, 1:]  # (B, T)
