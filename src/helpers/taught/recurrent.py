"""Recurrent layers, as chapter 10 teaches them."""

import torch
from torch import nn


class RNN(nn.Module):
    """A layer of tanh units that also see their own last states."""

    def __init__(self, inputs, units, generator=None):
        super().__init__()
        self.U = nn.Parameter(torch.empty(units, inputs))
        self.W = nn.Parameter(torch.empty(units, units))
        self.b = nn.Parameter(torch.empty(units))
        for part in self.parameters():
            nn.init.uniform_(part, -(units**-0.5), units**-0.5, generator)

    def step(self, h, x):
        """The next states, from the last ones and new inputs, a row for each."""
        return torch.tanh(h @ self.W.T + x @ self.U.T + self.b)

    def forward(self, x, h=None):
        """The states at all times, (B, T, D), and the last of them, (B, D)."""
        if h is None:
            h = x.new_zeros(len(x), len(self.b))
        states = []
        for x_t in x.unbind(1):
            h = self.step(h, x_t)
            states.append(h)
        return torch.stack(states, 1), h
