"""Chapter 16: the Transformer's training step and its decoding, beside two others.

No dropout on any side: PyTorch also drops attention weights, which the paper does not.
"""

from functools import partial

import torch
from torch import nn
from torch.nn.functional import cross_entropy
from transformers import MarianConfig, MarianMTModel
from x_transformers import XTransformer

from benchmarks.report import alone
from benchmarks.timing import OURS, SEED, Case
from helpers import decoding
from helpers.attention import PositionalEncoding, causal_mask
from helpers.text import PAD, START, STOP
from helpers.transformer import Transformer

WORDS, LONGEST = 800, 256
SIZES = {"d 128, N 2, batch 64": (128, 4, 2, 64), "d 512, N 6, batch 8": (512, 8, 6, 8)}
WHY = (
    "Nearly all of it is the same products on both sides; PyTorch's attention is the "
    "fused kernel, and ours keeps its weights to be looked at."
)
SHIPPED, OTHER, MARIAN = "nn.Transformer", "x-transformers", "transformers' Marian"


class Shipped(nn.Module):
    """torch.nn.Transformer with the embeddings that it lacks, and nothing kept."""

    def __init__(self, words, width, heads, layers):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        nn.init.normal_(self.embedding.weight, std=width**-0.5)
        self.position = PositionalEncoding(width)
        sizes = width, heads, layers, layers, 4 * width, 0.0
        self.both = nn.Transformer(*sizes, batch_first=True)

    def embed(self, ids):
        """(B, T) -> (B, T, D)."""
        return self.position(self.embedding(ids) * self.embedding.embedding_dim**0.5)

    def forward(self, src, tgt):
        """(B, S), (B, T) -> (B, T, V)."""
        padding = src == PAD
        hidden = self.both(
            self.embed(src),
            self.embed(tgt),
            tgt_mask=~causal_mask(tgt.shape[1]),
            src_key_padding_mask=padding,
            memory_key_padding_mask=padding,
        )
        return hidden @ self.embedding.weight.T

    def greedy(self, src, limit):
        """The likeliest word each time, everything computed again for each."""
        return run_again(self, src, limit)


@torch.no_grad()
def run_again(model, src, limit):
    """Greedy decoding by any model that is called as model(src, tgt)."""
    ids = torch.full((len(src), 1), START)
    while ids.shape[1] <= limit and not (ids == STOP).any(1).all():
        ids = torch.cat([ids, model(src, ids)[:, -1:].argmax(-1)], dim=1)
    return ids[:, 1:]


def ours(width, heads, layers):
    """The model of chapter 16."""
    torch.manual_seed(SEED)
    return Transformer(WORDS, width, heads, 4 * width, layers, dropout=0.0)


def other(width, heads, layers):
    """The same sizes in x-transformers."""
    parts = {
        "num_tokens": WORDS,
        "max_seq_len": LONGEST,
        "depth": layers,
        "heads": heads,
        "attn_dim_head": width // heads,
        "pre_norm": False,
    }
    both = {f"{side}_{k}": v for side in ("enc", "dec") for k, v in parts.items()}
    return XTransformer(dim=width, tie_token_emb=True, pad_value=PAD, **both)


def marian(width, heads, layers):
    """The same sizes as a Marian, the Transformer of 2017 in transformers."""
    sides = {
        f"{side}_{name}": value
        for side in ("encoder", "decoder")
        for name, value in (
            ("layers", layers),
            ("attention_heads", heads),
            ("ffn_dim", 4 * width),
        )
    }
    return MarianMTModel(
        MarianConfig(
            vocab_size=WORDS,
            d_model=width,
            max_position_embeddings=LONGEST,
            activation_function="relu",
            dropout=0.0,
            scale_embedding=True,
            pad_token_id=PAD,
            eos_token_id=STOP,
            decoder_start_token_id=START,
            forced_eos_token_id=None,
            **sides,
        )
    ).eval()


def sentences(batch, length):
    """Random source and target sentences, some of the first with padding."""
    generator = torch.Generator().manual_seed(SEED)
    ids = torch.randint(4, WORDS, (2, batch, length), generator=generator)
    ids[0, : batch // 3, -3:] = PAD
    return ids


def step(model, loss):
    """One step of training on a given loss."""
    optimiser = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)

    def work():
        optimiser.zero_grad()
        loss(model).backward()
        optimiser.step()

    return work


def training(size, length=20):
    """A training step on a batch of sentences of this length."""
    *sizes, batch = SIZES[size]
    width, _, layers = sizes
    src, tgt = sentences(batch, length)

    def loss(model):
        scores = model(src, tgt[:, :-1]).flatten(0, 1)
        return cross_entropy(scores, tgt[:, 1:].flatten(), ignore_index=PAD)

    runs = {
        OURS: step(ours(*sizes), loss),
        SHIPPED: step(Shipped(WORDS, *sizes), loss),
        OTHER: step(other(*sizes), lambda model: model(src, tgt, mask=src != PAD)),
    }
    products = layers * (12 + 16) * width**2 + WORDS * width  # for a pair of words
    return Case(
        "training step",
        size,
        runs,
        {SHIPPED: 0.9, OTHER: 0.9},
        {SHIPPED: WHY},
        flops=3 * 2 * batch * length * products,
    )


def never_stops(model):
    """The model with a <stop> that no vector likes, so that all write to the limit."""
    model.embed.table.weight.data[STOP] = 0
    return model.eval()


def decoded(batch, tokens, again):
    """Greedy decoding; `again` adds the ways that keep nothing between the words."""
    sizes = SIZES["d 128, N 2, batch 64"][:3]
    model, theirs = never_stops(ours(*sizes)), other(*sizes).eval()
    src, _ = sentences(batch, 15)
    start = torch.full((batch, 1), START)
    runs = {
        OURS: lambda: model.greedy(src, tokens),
        OTHER: lambda: theirs.generate(
            src, start, tokens, mask=src != PAD, temperature=0.0
        ),
    }
    floors = {OTHER: 1.2}
    if again:
        shipped = Shipped(WORDS, *sizes).eval()
        shipped.embedding.weight.data[STOP] = 0
        runs["ours, no cache"] = lambda: run_again(model, src, tokens)
        runs[f"{SHIPPED}, no cache"] = lambda: shipped.greedy(src, tokens)
        least = 1.2 if tokens < 60 else 2
        floors |= {name: least for name in runs if "no cache" in name}
    assert all(run().shape == (batch, tokens) for run in runs.values())
    size = f"batch {batch}, {tokens} words"
    return Case(f"greedy, batch {batch}", size, runs, floors, x=tokens)


def beams(batch, tokens, width=4):
    """Beam search, with a cache on both sides."""
    sizes = SIZES["d 128, N 2, batch 64"][:3]
    model, theirs = never_stops(ours(*sizes)), marian(*sizes)
    src, _ = sentences(batch, 15)
    settings = {"num_beams": width, "do_sample": False, "length_penalty": 0.6}
    lengths = {"min_new_tokens": tokens, "max_new_tokens": tokens}
    runs = {
        OURS: partial(decoding.beam_search, model, src, tokens, width),
        MARIAN: lambda: theirs.generate(
            src, attention_mask=(src != PAD).long(), **settings, **lengths
        ),
    }
    size = f"batch {batch}, {tokens} words"
    return Case(f"4 beams, batch {batch}", size, runs, {MARIAN: 0.9}, x=tokens)


def cases(short):
    """Steps at two sizes, greedy decoding with and without a cache, and beams."""
    for size in [*SIZES][:1] if short else SIZES:
        yield training(size)
    lengths = [20] if short else [20, 60, 200]
    for batch in [8] if short else [1, 8, 64]:
        for tokens in lengths:
            yield decoded(batch, tokens, again=tokens * batch < 5000)
        for tokens in lengths:
            yield beams(batch, tokens)


if __name__ == "__main__":
    alone(cases)
