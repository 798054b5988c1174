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

    def forward(self, x, h=None):
        """The states at all times, (B, T, D), and the last of them, (B, D)."""
        driven = x @ self.U.T + self.b  # one product for all times
        if h is None:
            h = driven.new_zeros(len(x), len(self.b))
        states = []
        for from_input in driven.unbind(1):
            h = torch.tanh(torch.addmm(from_input, h, self.W.T))
            states.append(h)
        return torch.stack(states, 1), h
