"""Chapter 15: attention that shows its weights, beside PyTorch's fused kernel."""

from functools import partial

import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

from benchmarks.report import alone
from benchmarks.timing import MEMORY_IS_SEEN, OURS, SEED, Case
from helpers.attention import MultiHeadAttention, attention, causal_mask

HEADS, WIDTH = 4, 64
FUSED, LAYER = "F.sdp_attention", "PyTorch's layer"
WHY = (
    "The fused kernel never lays out the T × S weights, which ours returns to be "
    "looked at."
)
MASKED = WHY + (
    " A mask costs ours two passes over them, the second for rows with nothing allowed."
)
FEW = "At this size a call costs more than the sums, and ours makes six."


def masks(length):
    """The masks of chapter 15, as both sides take them."""
    padding = torch.ones(1, 1, 1, length, dtype=torch.bool)
    padding[..., -length // 4 :] = False
    return {
        "no mask": (None, {}),
        "padding": (padding, {"attn_mask": padding}),
        "causal": (causal_mask(length), {"is_causal": True}),
    }


def heads(length):
    """Queries, keys and values for some heads."""
    generator = torch.Generator().manual_seed(SEED)
    return torch.randn(3, 1, HEADS, length, WIDTH, generator=generator)


def contestants(length, mask):
    """The same mixtures by each."""
    mine, theirs = masks(length)[mask]
    q, k, v = heads(length)
    return {
        OURS: torch.no_grad()(lambda: attention(q, k, v, mine)[0]),
        FUSED: torch.no_grad()(lambda: scaled_dot_product_attention(q, k, v, **theirs)),
    }


def layers(length):
    """Eight heads on a width of 512, their weights returned by both."""
    torch.manual_seed(SEED)
    ours, theirs = MultiHeadAttention(512, 8), nn.MultiheadAttention(512, 8)
    theirs.batch_first = True
    ours.qkv.weight.data = theirs.in_proj_weight.data
    ours.qkv.bias.data = theirs.in_proj_bias.data
    ours.out.load_state_dict(theirs.out_proj.state_dict())
    x = torch.randn(1, length, 512)
    return {
        OURS: torch.no_grad()(lambda: ours(x, x, x)),
        LAYER: torch.no_grad()(lambda: theirs(x, x, x)[0]),
    }


def prepared(name, length, mask):
    """For the measure of memory: everything made, and the work still to be done."""
    return contestants(length, mask)[name]


def agree(runs):
    """Stop unless both contestants say the same."""
    assert torch.allclose(*[run() for run in runs.values()], atol=1e-4)


def cases(short):
    """Three masks at several lengths, the layer, and the memory of the longest."""
    lengths = (16, 256) if short else (16, 64, 256, 1024, 4096)
    for mask in ("no mask", "padding", "causal"):
        for length in lengths:
            runs = contestants(length, mask)
            agree(runs)
            yield Case(
                f"attention, {mask}",
                f"length {length}",
                runs,
                {FUSED: 0.1},
                {FUSED: FEW if length < 256 else WHY if mask == "no mask" else MASKED},
                x=length,
                flops=4 * HEADS * WIDTH * length**2,
            )
    for length in lengths[:-1] if not short else lengths:
        runs = layers(length)
        agree(runs)
        flops = length * 2 * 4 * 512**2 + 4 * 512 * length**2
        case = "eight heads, with weights", f"length {length}", runs, {LAYER: 0.9}
        yield Case(*case, x=length, flops=flops)
    if MEMORY_IS_SEEN:
        for length in [256] if short else [1024, 4096]:
            runs = {
                name: partial(prepared, name, length, "causal")
                for name in (OURS, FUSED)
            }
            yield Case(
                "attention, causal",
                f"length {length}",
                runs,
                {FUSED: 0.001},
                {FUSED: WHY},
                unit="memory",
            )


if __name__ == "__main__":
    alone(cases)
