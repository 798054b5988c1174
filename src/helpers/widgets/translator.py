"""A trained Transformer that translates in the page: attention, heads and beams."""

from base64 import b64encode
from copy import deepcopy

import numpy as np
import torch
import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, number, several, text, whole


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
    """The model as the figure's `net`."""
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


class Translator(LiveFigure):
    """A sentence, its translation word by word, and every head that takes part.

    `net` is what `packed` makes of a post-norm Transformer with one vocabulary for both
    languages, `words` that vocabulary, `source_words` those that a sentence may use,
    and `samples` sentences to choose from. `time` is the decoding step; `kind`, `layer`
    and `head` say which map is large; `ablated` names heads that are off, as in
    "cross 0 3"; `width` and `alpha` are the beams' number and length penalty.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (1290, 1790)

    net = traitlets.Dict().tag(sync=True)
    words = traitlets.List().tag(sync=True)
    source_words = traitlets.List().tag(sync=True)
    samples = traitlets.List().tag(sync=True)

    sentence = Setting("", text(0, 160))
    time = Setting(0, whole(0, 40))
    kind = Setting("cross", choice("encoder", "decoder", "cross"))
    layer = Setting(0, whole(0, 7))
    head = Setting(0, whole(0, 15))
    ablated = Setting([], several(text(3, 20), 0, 128))
    width = Setting(4, whole(1, 6))
    alpha = Setting(0.6, number(0, 2, 0.1))
