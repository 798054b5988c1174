"""Chapter 15: attention beside PyTorch's fused kernel and its layer."""

from functools import partial

import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

from benchmarks.report import alone
from benchmarks.timing import MEMORY_IS_SEEN, OURS, SEED, Case
from helpers.taught.attention import (
    MultiHeadAttention,
    attention,
    causal_mask,
    mixtures,
)

HEADS, WIDTH = 4, 64
MASKS = "no mask", "padding", "causal"
FUSED, LAYER = "F.sdp_attention", "PyTorch's layer"
WHY = (
    "It is the same kernel; ours is called from Python, and looks at the mask's kind "
    "and shape before it calls, which counts where there is so little to compute."
)
CALL = (
    "It is one call to a kernel in C++; ours starts a dozen operations from Python, "
    "which counts where there is so little to compute."
)
SHOWN = (
    "The fused kernel never lays out the T × S weights, which ours returns to be "
    "looked at; a mask costs two passes over them."
)
FLOORS = {  # by length: the fused kernel, the layer, and where weights are shown
    16: (0.6, 0.7, 0.3),
    64: (0.7, 0.8, 0.4),
    256: (0.85, 0.9, 0.4),
    1024: (0.9, 0.9, 0.25),
    4096: (0.9, 0.9, 0.08),
}
OF_MEMORY = {256: 0.9, 1024: 0.9, 4096: 0.9}  # for both


def masks(length):
    """The masks of chapter 15, as ours, the fused kernel and the layer take them."""
    padding = torch.ones(1, 1, 1, length, dtype=torch.bool)
    padding[..., -length // 4 :] = False
    causal = causal_mask(length)
    return {
        "no mask": (None, {}, {}),
        "padding": (
            padding,
            {"attn_mask": padding},
            {"key_padding_mask": ~padding[0, 0]},
        ),
        "causal": (causal, {"is_causal": True}, {"attn_mask": ~causal}),
    }


def heads(length):
    """Queries, keys and values for some heads."""
    generator = torch.Generator().manual_seed(SEED)
    return torch.randn(3, 1, HEADS, length, WIDTH, generator=generator)


def contestants(length, mask):
    """The same mixtures by each."""
    mine, theirs, _ = masks(length)[mask]
    mine = {"causal": True} if mask == "causal" else {"mask": mine}
    q, k, v = heads(length)
    return {
        OURS: torch.no_grad()(lambda: mixtures(q, k, v, **mine)),
        FUSED: torch.no_grad()(lambda: scaled_dot_product_attention(q, k, v, **theirs)),
    }


def shown(length, mask):
    """The same mixtures, ours together with its weights."""
    mine, theirs, _ = masks(length)[mask]
    q, k, v = heads(length)
    return {
        OURS: torch.no_grad()(lambda: attention(q, k, v, mine)[0]),
        FUSED: torch.no_grad()(lambda: scaled_dot_product_attention(q, k, v, **theirs)),
    }


def layers(length, mask):
    """Eight heads on a width of 512, by layers that nobody asks for their weights."""
    mine, _, masked = masks(length)[mask]
    torch.manual_seed(SEED)
    ours, theirs = MultiHeadAttention(512, 8), nn.MultiheadAttention(512, 8)
    theirs.batch_first = True
    theirs.eval()  # only then does it go to its kernel in C++
    ours.qkv.weight.data = theirs.in_proj_weight.data
    ours.qkv.bias.data = theirs.in_proj_bias.data
    ours.out.load_state_dict(theirs.out_proj.state_dict())
    x = torch.randn(1, length, 512)
    return {
        OURS: torch.no_grad()(lambda: ours(x, x, x, mine)),
        LAYER: torch.no_grad()(
            lambda: theirs(x, x, x, need_weights=False, **masked)[0]
        ),
    }


def prepared(sides, name, length):
    """For the measure of memory: everything made, and the work still to be done."""
    return sides(length, "causal")[name]


def agree(runs):
    """Stop unless both contestants say the same."""
    assert torch.allclose(*[run() for run in runs.values()], atol=1e-4)


def cases(short):
    """Three masks at several lengths, by function and by layer, and their memory."""
    lengths = (16, 256) if short else FLOORS
    kinds = {  # what, and what cannot be spared
        "attention": (FUSED, contestants, WHY, lambda n: 4 * HEADS * WIDTH * n**2),
        "eight heads": (LAYER, layers, CALL, lambda n: n * 8 * 512**2 + 4 * 512 * n**2),
        "with weights": (FUSED, shown, SHOWN, lambda n: 4 * HEADS * WIDTH * n**2),
    }
    for which, (what, (peer, sides, reason, flops)) in enumerate(kinds.items()):
        for mask in MASKS:
            for length in lengths:
                runs = sides(length, mask)
                agree(runs)
                yield Case(
                    f"{what}, {mask}",
                    f"length {length}",
                    runs,
                    {peer: FLOORS[length][which]},
                    {peer: reason},
                    x=length,
                    flops=flops(length),
                )
    seen = [length for length in lengths if length in OF_MEMORY and MEMORY_IS_SEEN]
    for what, (peer, sides, reason, _) in [*kinds.items()][:2]:
        for length in seen:
            yield Case(
                f"{what}, causal",
                f"length {length}",
                {name: partial(prepared, sides, name, length) for name in (OURS, peer)},
                {peer: OF_MEMORY[length]},
                {peer: reason},
                unit="memory",
            )


if __name__ == "__main__":
    alone(cases)
