"""Chapter 15: attention that shows its weights, beside PyTorch's fused kernel."""

from functools import partial

import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

from benchmarks.report import alone
from benchmarks.timing import MEMORY_IS_SEEN, OURS, SEED, Case
from helpers.attention import MultiHeadAttention, attention, causal_mask

HEADS, WIDTH = 4, 64
MASKS = "no mask", "padding", "causal"
FUSED, LAYER = "F.sdp_attention", "PyTorch's layer"
WHY = (
    "The fused kernel never lays out the T × S weights, which ours returns to be "
    "looked at."
)
MASKED = WHY + (
    " A mask costs ours two passes over them, the second for rows with nothing allowed."
)
FEW = "At this size starting an operation costs more than the sums in it; ours starts "
FEW += "five, and four more for a mask."
CALL = (
    "It is one call to a kernel in C++; ours starts more than a dozen operations from "
    "Python, which counts where there is so little to compute."
)
FEWER = (
    "It scales the queries where ours divides the scores, and fills again what it has: "
    "for each head it makes one array of T × S numbers, or two with a mask, where ours "
    "makes three or five."
)
HELD = "At its height ours holds three arrays of T × S numbers for each head, it two."
FLOORS = {  # by length, for the fused kernel and for the layer
    16: (0.3, 0.7),
    64: (0.4, 0.7),
    256: (0.4, 0.6),
    1024: (0.25, 0.4),
    4096: (0.1, 0.2),
}
OF_MEMORY = {256: (0.05, 0.4), 1024: (0.01, 0.4), 4096: (0.001, 0.4)}


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
    q, k, v = heads(length)
    return {
        OURS: torch.no_grad()(lambda: attention(q, k, v, mine)[0]),
        FUSED: torch.no_grad()(lambda: scaled_dot_product_attention(q, k, v, **theirs)),
    }


def layers(length, mask):
    """Eight heads on a width of 512, and by both the weights of each."""
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
            lambda: theirs(x, x, x, average_attn_weights=False, **masked)[0]
        ),
    }


def prepared(sides, name, length):
    """For the measure of memory: everything made, and the work still to be done."""
    return sides(length, "causal")[name]


def agree(runs):
    """Stop unless both contestants say the same."""
    assert torch.allclose(*[run() for run in runs.values()], atol=1e-4)


def why(length, mask):
    """The reasons why the two peers may cost less."""
    if length < 64:
        return FEW, CALL
    return (WHY if mask == "no mask" else MASKED), FEWER


def cases(short):
    """Three masks at several lengths, by function and by layer, and their memory."""
    lengths = (16, 256) if short else FLOORS
    kinds = {
        FUSED: ("attention", contestants, lambda n: 4 * HEADS * WIDTH * n**2),
        LAYER: ("eight heads", layers, lambda n: n * 8 * 512**2 + 4 * 512 * n**2),
    }
    for which, (peer, (what, sides, flops)) in enumerate(kinds.items()):
        for mask in MASKS:
            for length in lengths:
                runs = sides(length, mask)
                agree(runs)
                yield Case(
                    f"{what}, {mask}",
                    f"length {length}",
                    runs,
                    {peer: FLOORS[length][which]},
                    {peer: why(length, mask)[which]},
                    x=length,
                    flops=flops(length),
                )
    seen = [length for length in lengths if length in OF_MEMORY and MEMORY_IS_SEEN]
    for which, (peer, (what, sides, _)) in enumerate(kinds.items()):
        for length in seen:
            yield Case(
                f"{what}, causal",
                f"length {length}",
                {name: partial(prepared, sides, name, length) for name in (OURS, peer)},
                {peer: OF_MEMORY[length][which]},
                {peer: (WHY, HELD)[which]},
                unit="memory",
            )


if __name__ == "__main__":
    alone(cases)
