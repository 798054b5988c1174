"""Networks for the page: matrices in eight bits a number, as matrices.js reads them."""

from base64 import b64encode
from copy import deepcopy

import numpy as np
import torch


def eight_bits(values):
    """A matrix as whole numbers from -127 to 127, and what to multiply each row by."""
    scale = values.abs().amax(1, keepdim=True).clamp(min=1e-12) / 127
    return (values / scale).round().to(torch.int8), scale


def rounded(model):
    """A copy of the model with the weights that the page will have."""
    copy = deepcopy(model)
    for values in copy.parameters():
        if values.dim() == 2:
            whole, scale = eight_bits(values.data)
            values.data = whole * scale
    return copy


def packed(model):
    """A Transformer as the `net` of a figure."""
    return packed_with(model, model.encoder)


def packed_with(model, stack):
    """A model for the page, matrices in 8 bits a number and the rest in 32.

    `stack` is the part of it whose layers say how many there are, and how many heads.
    """
    whole, exact, parts = [], [], []
    for name, values in model.named_parameters():
        parts.append([name, *values.shape])
        if values.dim() == 2:
            matrix, scale = eight_bits(values.data)
            whole.append(matrix.numpy().ravel())
            exact.append(scale.numpy().ravel())
        else:
            exact.append(values.detach().numpy().ravel())
    numbers = np.concatenate(exact).astype("<f4")
    return {
        "heads": stack.layers[0].self_attention.heads,
        "layers": len(stack.layers),
        "parts": parts,
        "whole": b64encode(np.concatenate(whole).tobytes()).decode(),
        "exact": b64encode(numbers.tobytes()).decode(),
    }
