"""One network reads a sentence, another writes its translation: chapter 13."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

PAD, START, STOP = 0, 1, 2


class Encoder(nn.Module):
    """Reads the source word by word; what remains is its last state."""

    def __init__(self, words, width, units, cell=nn.GRU):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.rnn = cell(width, units, batch_first=True)

    def forward(self, src):
        """The state after each sentence's own last word, (1, B, units)."""
        lengths = (src != PAD).sum(dim=1)
        embedded = self.embedding(src)  # (B, S, width)
        packed = pack_padded_sequence(
            embedded, lengths, batch_first=True, enforce_sorted=False
        )
        return self.rnn(packed)[1]  # an LSTM's state is a pair of these


class Decoder(nn.Module):
    """Continues a sentence from a state: scores for each next word."""

    def __init__(self, words, width, units, cell=nn.GRU):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.rnn = cell(width, units, batch_first=True)
        self.out = nn.Linear(units, words)

    def forward(self, tgt, state):
        """Scores for what follows each word, (B, T, V), and the last state."""
        outputs, state = self.rnn(self.embedding(tgt), state)
        return self.out(outputs), state


class EncoderDecoder(nn.Module):
    """An encoder whose last state is the decoder's first."""

    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder

    def forward(self, src, tgt):
        """Scores for each next word when fed the true ones, (B, T, V)."""
        return self.decoder(tgt, self.encoder(src))[0]

    @torch.no_grad()
    def greedy(self, src, limit):
        """The likeliest word each time, fed back, until every sentence has stopped."""
        state = self.encoder(src)
        words = torch.full((len(src), 1), START)
        written = []
        while len(written) < limit and not (words == STOP).all():
            scores, state = self.decoder(words, state)
            stopped = words == STOP
            words = scores.argmax(dim=2).masked_fill(stopped, STOP)
            written.append(words)
        return torch.cat(written, dim=1)  # (B, T)
