"""The Vision Transformer of 2020, as chapter 18 builds it.

B batch, C channels, N patches, T = N + 1 tokens, D width, H heads; batch first.
"""

import torch
from torch import nn
from torch.nn.functional import cross_entropy, pad

from helpers.taught.convnet import digits, error_rate
from helpers.taught.transformer import Encoder


def patches(pictures, size):
    """Pictures cut into squares, row by row, each laid out flat: (B, N, C size²)."""
    height, width = pictures.shape[-2:]
    if height % size or width % size:
        raise ValueError(f"squares of {size} do not tile {height} by {width} pixels")
    cut = pictures.unflatten(3, (-1, size))  # (B, C, height, m, P)
    cut = cut.unflatten(2, (-1, size))  # (B, C, n, P, m, P)
    cut = cut.permute(0, 2, 4, 1, 3, 5)  # (B, n, m, C, P, P)
    return cut.flatten(3).flatten(1, 2)  # (B, n m, C P P)


class ViT(nn.Module):
    """Chapter 16's encoder, reading squares of a picture as if they were words."""

    def __init__(self, side, patch, classes, layers, d_model, heads, d_ff, channels=1):
        super().__init__()
        self.patch = patch
        tokens = (side // patch) ** 2 + 1
        self.embed = nn.Linear(channels * patch**2, d_model)
        self.class_token = nn.Parameter(0.02 * torch.randn(d_model))  # small at first
        self.position = nn.Parameter(0.02 * torch.randn(tokens, d_model))
        self.encoder = Encoder(layers, d_model, heads, d_ff, dropout=0.0, pre_norm=True)
        self.head = nn.Linear(d_model, classes)

    def tokens(self, pictures):
        """The class token and the patches, each with its position added: (B, T, D)."""
        words = self.embed(patches(pictures, self.patch))  # (B, N, D)
        first = self.class_token.expand(len(words), 1, -1)  # (B, 1, D), all alike
        return torch.cat([first, words], 1) + self.position

    def forward(self, pictures):
        """(B, C, side, side) -> (B, classes): read off the class token alone."""
        return self.head(self.encoder(self.tokens(pictures))[:, 0])


def training(net, data, rate, steps, generator, vary=None):
    """Train on batches of 50 with Adam; after each step, its cross-entropy."""
    pictures, labels = data
    optimiser = torch.optim.Adam(net.parameters(), fused=True)
    for step in range(steps):
        slope = min((step + 1) / 100, 1 - step / steps)  # the rate rises, then falls
        optimiser.param_groups[0]["lr"] = rate * slope
        batch = torch.randint(len(labels), (50,), generator=generator)
        shown = vary(pictures[batch], generator) if vary else pictures[batch]
        error = cross_entropy(net(shown), labels[batch])
        optimiser.zero_grad()
        error.backward()
        optimiser.step()
        yield error.item()


def learn(net, data, rate, steps, generator, vary=None):
    """The net after so many steps of training."""
    for _ in training(net, data, rate, steps, generator, vary):
        pass
    return net


def seeded(seed):
    """A random generator that begins at this seed."""
    return torch.Generator().manual_seed(seed)


def shifted(pictures, generator):
    """The pictures, each moved by up to two pixels down or up and right or left."""
    down, right = torch.randint(0, 5, (2, len(pictures)), generator=generator)
    framed, pixel = pad(pictures[:, 0], (2, 2, 2, 2)), torch.arange(28)
    rows = (down[:, None] + pixel)[:, :, None]  # (B, 28, 1)
    columns = (right[:, None] + pixel)[:, None, :]  # (B, 1, 28)
    which = torch.arange(len(pictures))[:, None, None]  # (B, 1, 1)
    return framed[which, rows, columns].unsqueeze(1)


def digit_vit(patch=7):
    """A ViT for the digits: 17 tokens of width 32, two layers of four heads."""
    return ViT(28, patch, 10, layers=2, d_model=32, heads=4, d_ff=54)


def digit_cnn(maps=16):
    """Chapter 7's net of kernels and pooling, with twice its maps."""
    first = [nn.Conv2d(1, maps, 5), nn.Tanh(), nn.AvgPool2d(2)]
    second = [nn.Conv2d(maps, 2 * maps, 5), nn.Tanh(), nn.AvgPool2d(2)]
    return nn.Sequential(*first, *second, nn.Flatten(), nn.Linear(32 * maps, 10))


def contest(make, size, rate, steps, seed):
    """Errors on validation and test digits after training on some, shifted."""
    (pictures, labels), choose, test = digits(seeded(seed))
    torch.manual_seed(seed)
    few = pictures[:size], labels[:size]
    net = learn(make(), few, rate, steps, seeded(seed), shifted)
    return error_rate(net, choose), error_rate(net, test)


def rollout(maps):
    """What of each token has reached each, layers and residuals counted: (B, T, T)."""
    same = torch.eye(maps[0].shape[-1])
    flow = same
    for weights in maps:  # one layer's, (B, H, T, T)
        flow = (weights.mean(1) + same) / 2 @ flow
    return flow
