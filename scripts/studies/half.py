"""Nets that see, worked out in half precision: their scores, and how often they err."""

import torch


def scores(model, some):
    """The scores of some pictures."""
    with torch.autocast("cpu", torch.bfloat16):
        return model(some.to(memory_format=torch.channels_last)).float()


@torch.no_grad()
def error(model, part):
    """The share of a part's pictures that the net gets wrong."""
    model.eval()
    pairs = zip(*(values.split(1000) for values in part), strict=True)
    wrong = sum(int((scores(model, x).argmax(1) != truth).sum()) for x, truth in pairs)
    model.train()
    return wrong / len(part[1])
