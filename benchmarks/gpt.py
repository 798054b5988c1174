"""Chapter 17: the GPT's training step and its writing, beside others."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy, gelu, scaled_dot_product_attention
from transformers import GPT2Config, GPT2LMHeadModel

from benchmarks.report import alone
from benchmarks.timing import OURS, SEED, Case
from benchmarks.transformer import step
from helpers.taught.gpt import GPT, chances, write

PEER, TOKENS, CONTEXT = "transformers' GPT-2", 1000, 256
SMALL, ANEW = "nanoGPT's way", "ours, no cache"
WHY = (
    "The products are the same; ours goes through more functions of Python, for its "
    "parts are those of chapter 16."
)
SIZES = {"d 128, N 4": (128, 4, 4), "d 512, N 6": (512, 8, 6)}


class Block(nn.Module):
    """A layer as nanoGPT has it: attention by the fused kernel, then two maps."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm_1, self.norm_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.inner = nn.Linear(width, 4 * width)
        self.outer = nn.Linear(4 * width, width)

    def forward(self, x):
        """(B, T, D) -> (B, T, D)."""
        parts = self.qkv(self.norm_1(x)).split(x.shape[-1], dim=-1)
        heads = [p.unflatten(-1, (self.heads, -1)).transpose(1, 2) for p in parts]
        found = scaled_dot_product_attention(*heads, is_causal=True)
        x = x + self.out(found.transpose(1, 2).flatten(-2))
        return x + self.outer(gelu(self.inner(self.norm_2(x)), approximate="tanh"))


class FromParts(nn.Module):
    """A GPT in the way of nanoGPT: PyTorch's own parts, and a head that is tied."""

    def __init__(self, width, heads, layers):
        super().__init__()
        self.embedding = nn.Embedding(TOKENS, width)
        self.position = nn.Embedding(CONTEXT, width)
        self.layers = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        for table in (self.embedding, self.position):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, ids):
        """(B, T) -> (B, T, V)."""
        x = self.embedding(ids) + self.position(torch.arange(ids.shape[1]))
        for layer in self.layers:
            x = layer(x)
        return self.norm(x) @ self.embedding.weight.T


@torch.no_grad()
def write_again(model, ids, count, generator):
    """Tokens drawn one by one, everything computed again for each."""
    ids = list(ids)
    for _ in range(count):
        shares = chances(model(torch.tensor([ids]))[0, -1])
        ids.append(int(torch.multinomial(shares, 1, generator=generator)))
    return ids


def models(width, heads, layers):
    """Ours and theirs, of one size."""
    torch.manual_seed(SEED)
    config = GPT2Config(
        vocab_size=TOKENS,
        n_positions=CONTEXT,
        n_embd=width,
        n_head=heads,
        n_layer=layers,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=None,
        eos_token_id=None,
    )
    return GPT(TOKENS, CONTEXT, width, heads, layers), GPT2LMHeadModel(config)


def training(size, batch=8, length=64):
    """A training step on a batch of random texts."""
    width, _, layers = SIZES[size]
    mine, theirs = models(*SIZES[size])
    generator = torch.Generator().manual_seed(SEED)
    ids = torch.randint(TOKENS, (batch, length), generator=generator)

    def loss(model):
        return cross_entropy(model(ids)[:, :-1].flatten(0, 1), ids[:, 1:].flatten())

    runs = {
        OURS: step(mine, loss),
        PEER: step(theirs, lambda model: model(ids, labels=ids).loss),
        SMALL: step(FromParts(*SIZES[size]), loss),
    }
    products = layers * 12 * width**2 + TOKENS * width  # for a token
    size = f"{size}, batch {batch}"
    flops = 3 * 2 * batch * length * products
    floors = {PEER: 0.9, SMALL: 0.95}
    return Case("GPT training step", size, runs, floors, {SMALL: WHY}, flops=flops)


def writing(tokens):
    """Tokens drawn one by one, with a cache on both sides."""
    mine, theirs = (model.eval() for model in models(*SIZES["d 128, N 4"]))
    ids = torch.arange(10)[None]
    generator = torch.Generator().manual_seed(SEED)
    settings = {"do_sample": True, "top_k": 0, "max_new_tokens": tokens}
    runs = {
        OURS: lambda: write(mine, ids[0].tolist(), tokens, generator),
        PEER: lambda: theirs.generate(
            ids, attention_mask=torch.ones_like(ids), pad_token_id=0, **settings
        ),
        ANEW: lambda: write_again(mine, ids[0].tolist(), tokens, generator),
    }
    assert len(runs[OURS]()) == runs[PEER]().shape[1] == 10 + tokens
    floors = {PEER: 0.9, ANEW: 0.9 if tokens < 60 else 4 if tokens >= 120 else 1.5}
    return Case("GPT writing", f"{tokens} tokens", runs, floors, x=tokens)


def cases(short):
    """Steps at two sizes, and texts of three lengths."""
    for size in [*SIZES][:1] if short else SIZES:
        yield training(size)
    for tokens in [20] if short else [20, 60, 120, 200]:
        yield writing(tokens)


if __name__ == "__main__":
    alone(cases)
