"""Chapter 17: the GPT's training step and its writing, beside transformers' GPT-2."""

import torch
from torch.nn.functional import cross_entropy
from transformers import GPT2Config, GPT2LMHeadModel

from benchmarks.report import alone
from benchmarks.timing import OURS, SEED, Case
from benchmarks.transformer import step
from helpers.gpt import GPT, write

PEER, TOKENS, CONTEXT = "transformers' GPT-2", 1000, 256
SIZES = {"d 128, N 4": (128, 4, 4), "d 512, N 6": (512, 8, 6)}


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
    }
    products = layers * 12 * width**2 + TOKENS * width  # for a token
    size = f"{size}, batch {batch}"
    flops = 3 * 2 * batch * length * products
    return Case("GPT training step", size, runs, {PEER: 0.9}, flops=flops)


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
    }
    assert len(runs[OURS]()) == runs[PEER]().shape[1] == 10 + tokens
    return Case("GPT writing", f"{tokens} tokens", runs, {PEER: 0.9}, x=tokens)


def cases(short):
    """Steps at two sizes, and texts of three lengths."""
    for size in [*SIZES][:1] if short else SIZES:
        yield training(size)
    for tokens in [20] if short else [20, 60, 200]:
        yield writing(tokens)


if __name__ == "__main__":
    alone(cases)
