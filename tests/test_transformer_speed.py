"""What the reader was taught is no slower than torch.nn.Transformer, in one run."""

from statistics import median
from time import process_time

import pytest
import torch
from clock import hold
from torch import nn
from torch.nn.functional import cross_entropy

from helpers.taught.attention import PositionalEncoding, causal_mask
from helpers.taught.transformer import Transformer

WORDS, D_MODEL, HEADS, D_FF, LAYERS, BATCH = 800, 128, 4, 512, 2, 64

pytestmark = [
    pytest.mark.clock,
    # what PyTorch says of a shortcut of its own, not of ours
    pytest.mark.filterwarnings("ignore:enable_nested_tensor"),
    pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors"),
]


class Shipped(nn.Module):
    """torch.nn.Transformer as it is shipped, with the same embeddings as ours."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, D_MODEL)
        self.position = PositionalEncoding(D_MODEL)
        self.dropout = nn.Dropout(0.1)
        self.both = nn.Transformer(
            D_MODEL, HEADS, LAYERS, LAYERS, D_FF, 0.1, batch_first=True
        )

    def embed(self, ids):
        return self.dropout(self.position(self.embedding(ids) * D_MODEL**0.5))

    def forward(self, src, tgt):
        hidden = self.both(
            self.embed(src),
            self.embed(tgt),
            tgt_mask=~causal_mask(tgt.shape[1]),
            src_key_padding_mask=src == 0,
            memory_key_padding_mask=src == 0,
        )
        return hidden @ self.embedding.weight.T


@pytest.fixture(autouse=True)
def one_thread():
    """The same single thread for both sides, whatever else the machine does."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def sentences(length):
    torch.manual_seed(2017)
    src = torch.randint(4, WORDS, (BATCH, length))
    src[:20, -3:] = 0
    return src, torch.randint(4, WORDS, (BATCH, length + 1))


def seconds(work):
    start = process_time()
    work()
    return process_time() - start


def test_a_training_step_is_at_least_as_fast_as_pytorchs():
    (src, tgt), steps = sentences(12), []
    for model in (Transformer(WORDS, D_MODEL, HEADS, D_FF, LAYERS), Shipped()):
        optimiser = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)

        def step(model=model, optimiser=optimiser):
            scores = model(src, tgt[:, :-1]).flatten(0, 1)
            loss = cross_entropy(scores, tgt[:, 1:].flatten(), label_smoothing=0.1)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()

        step()
        steps.append(step)
    times = [[seconds(step) for step in steps] for _ in range(21)]
    ours, theirs = map(median, zip(*times, strict=True))
    hold("a training step beside PyTorch's", ours / theirs, 1)


@torch.no_grad()
def test_decoding_is_fifteen_times_as_fast_as_running_pytorchs_again_and_again():
    src, _ = sentences(15)
    model = Transformer(WORDS, D_MODEL, HEADS, D_FF, LAYERS).eval()
    model.embed.table.weight.data[2] = 0  # <stop> never wins, so all write 60 words
    shipped = Shipped().eval()

    def run_again():
        ids = torch.full((BATCH, 1), 1)
        for _ in range(60):
            ids = torch.cat([ids, shipped(src, ids)[:, -1:].argmax(-1)], dim=1)

    assert model.greedy(src, 60).shape == (BATCH, 60)
    times = [
        (seconds(lambda: model.greedy(src, 60)), seconds(run_again)) for _ in range(3)
    ]
    ours, theirs = map(median, zip(*times, strict=True))
    hold("fifteen times our decoding beside PyTorch's", 15 * ours / theirs, 1)
