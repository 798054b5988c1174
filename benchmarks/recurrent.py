"""Chapters 10 and 11: loops over time that can be read, beside PyTorch's in C++."""

import torch
from torch import nn

from benchmarks.chapters import taught
from benchmarks.report import alone
from benchmarks.timing import OURS, SEED, Case
from helpers.taught.recurrent import RNN

gates = taught("11_gates", "run", "lstm", "gru")
BATCH, WIDTH = 32, 128
LOOP = "; PyTorch's is one call in C++ for the whole sequence."
FEW = "Our loop is in Python and starts two products and a tanh at each step" + LOOP
WHY = (
    "Our loop is in Python and starts a dozen operations a step, each of which leaves "
    "its own record" + LOOP
)
FUSED = (
    WHY + " Its LSTM also goes to oneDNN, whose products are faster here than those "
    "of @."
)
PLAIN = "nn.LSTM, no oneDNN"
REASONS = {"RNN": FEW, "LSTM": FUSED, "GRU": WHY}
FLOORS = {"RNN": (0.7, 0.7), "LSTM": (0.25, 0.25), "GRU": (0.6, 0.6)}


def layers(kind):
    """Our layer and PyTorch's, with the same weights."""
    torch.manual_seed(SEED)
    theirs = getattr(nn, kind)(WIDTH, WIDTH, batch_first=True)
    U, W, b, d = theirs.parameters()
    if kind == "RNN":
        ours = RNN(WIDTH, WIDTH)
        ours.U.data, ours.W.data, ours.b.data = U.data, W.data, (b + d).data
        return ours, theirs
    if kind == "LSTM":
        return lambda x: gates.run(gates.lstm, x, U, W, b + d), theirs

    def gru(driven, recurrent, state):
        return gates.gru(driven, recurrent + d, state)  # PyTorch's has a second bias

    return lambda x: gates.run(gru, x, U, W, b), theirs


def forward(layer, x):
    """The outputs at all steps."""

    @torch.no_grad()
    def work():
        return layer(x)[0]

    return work


def training(layer, x):
    """The outputs, and the way back through all steps."""
    return lambda: layer(x)[0].sum().backward()


def without_onednn(work):
    """The same work by the kernels that PyTorch brings itself."""

    def slower():
        with torch.backends.mkldnn.flags(enabled=False):
            return work()

    return slower


def cases(short):
    """Each kind of layer, there alone and there and back, at several lengths."""
    blocks = {"RNN": 1, "LSTM": 4, "GRU": 3}
    for kind in blocks:
        ours, theirs = layers(kind)
        for length in [10] if short else [10, 100, 1000]:
            x = torch.randn(BATCH, length, WIDTH)
            pair = forward(ours, x)(), forward(theirs, x)()
            assert torch.allclose(*pair, atol=1e-4)
            for what, floor in zip((forward, training), FLOORS[kind], strict=True):
                flops = 2 * 2 * blocks[kind] * BATCH * length * WIDTH**2
                runs = {OURS: what(ours, x), f"nn.{kind}": what(theirs, x)}
                floors = {f"nn.{kind}": floor}
                reasons = {f"nn.{kind}": REASONS[kind]}
                if kind == "LSTM":
                    runs[PLAIN] = without_onednn(runs["nn.LSTM"])
                    floors[PLAIN], reasons[PLAIN] = 0.6, WHY
                yield Case(
                    f"{kind}, {what.__name__}",
                    f"{length} steps",
                    runs,
                    floors,
                    reasons,
                    x=length,
                    flops=flops * (3 if what is training else 1),
                )


if __name__ == "__main__":
    alone(cases)
