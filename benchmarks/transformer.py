"""Chapter 16: the Transformer's training step and its decoding, beside two others.

No dropout on any side: PyTorch also drops attention weights, which the paper does not.
"""

from functools import partial
from unittest.mock import patch

import torch
from torch import nn
from torch.nn.functional import cross_entropy
from transformers import MarianConfig, MarianMTModel
from x_transformers import XTransformer

from benchmarks.report import alone
from benchmarks.timing import OURS, SEED, Case
from helpers.corpora.text import PAD, START, STOP
from helpers.taught import decoding
from helpers.taught.attention import PositionalEncoding, causal_mask
from helpers.taught.transformer import Transformer

WORDS, LONGEST = 800, 256
SIZES = {"d 128, N 2, batch 64": (128, 4, 2, 64), "d 512, N 6, batch 8": (512, 8, 6, 8)}
WHY = "Nearly all of it is the same products on both sides, by the same kernels."
SHIPPED, OTHER, MARIAN = "nn.Transformer", "x-transformers", "transformers' Marian"
ANEW = ", no cache"


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


def agree(runs, batch, tokens):
    """Stop unless all write as much, and ours the same with and without its cache."""
    answers = {name: run() for name, run in runs.items()}
    for name, found in answers.items():
        shown = tokens + name.startswith(MARIAN)  # which shows its <start>
        assert found.shape == (batch, shown), name
    assert torch.equal(answers[OURS], answers.get(OURS + ANEW, answers[OURS]))


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
        runs[OURS + ANEW] = lambda: run_again(model, src, tokens)
        runs[SHIPPED + ANEW] = lambda: shipped.greedy(src, tokens)
        least = 1.2 if tokens < 60 else 2
        floors |= {name: least for name in runs if ANEW in name}
    agree(runs, batch, tokens)
    what, size = f"greedy, batch {batch}", f"{tokens} words"
    return Case(what, size, runs, floors, x=tokens)


class Forgetful:
    """A decoder that is asked for one word more, and keeps the words alone."""

    def __init__(self, model, src):
        self.model, self.src, self.ids = model, src, src[:, :0]

    def step(self, words):
        """The scores of what may follow these words, everything computed again."""
        self.ids = torch.cat([self.ids, words[:, None]], dim=1)
        return self.model(self.src, self.ids)[:, -1]

    def keep(self, rows):
        """Go on with these rows of the batch, in this order."""
        self.src, self.ids = self.src[rows], self.ids[rows]


def search_again(*settings):
    """Our beam search, without its cache."""
    with patch.object(decoding, "CachedDecoder", Forgetful):
        return decoding.beam_search(*settings)


@torch.no_grad()
def search_by_other(model, src, tokens, width):
    """The beams of x-transformers."""
    known = src != PAD
    memory = model.encoder(src, mask=known, return_embeddings=True)
    start, given = torch.full((len(src), 1), START), {"context": memory}
    given["context_mask"] = known
    return model.decoder.beam_search(start, tokens, beams=width, **given)


def beams(batch, tokens, again, width=4):
    """Beam search; `again` adds the ways that keep nothing between the words."""
    sizes = SIZES["d 128, N 2, batch 64"][:3]
    model, theirs = never_stops(ours(*sizes)), marian(*sizes)
    src, _ = sentences(batch, 15)
    wanted = model, src, tokens, width
    settings = {"num_beams": width, "do_sample": False, "length_penalty": 0.6}
    settings |= {"min_new_tokens": tokens, "max_new_tokens": tokens}
    write = partial(theirs.generate, src, attention_mask=(src != PAD).long())
    runs = {
        OURS: partial(decoding.beam_search, *wanted),
        MARIAN: partial(write, **settings),
    }
    if batch == 1:  # with an encoder it takes no more
        another = other(*sizes).eval()
        runs[OTHER] = partial(search_by_other, another, *wanted[1:])
    if again:
        runs[OURS + ANEW] = partial(search_again, *wanted)
        runs[MARIAN + ANEW] = partial(write, use_cache=False, **settings)
    least = 1.2 if tokens < 60 else 2
    floors = {name: least if ANEW in name else 0.9 for name in runs if name != OURS}
    agree(runs, batch, tokens)
    what, size = f"4 beams, batch {batch}", f"{tokens} words"
    return Case(what, size, runs, floors, {MARIAN: WHY}, x=tokens)


def cases(short):
    """Steps at two sizes, greedy decoding with and without a cache, and beams."""
    for size in [*SIZES][:1] if short else SIZES:
        yield training(size)
    lengths = [20] if short else [20, 60, 200]
    for batch in [8] if short else [1, 8, 64]:
        for tokens in lengths:
            yield decoded(batch, tokens, again=tokens * batch < 5000)
        for tokens in lengths:
            yield beams(batch, tokens, again=tokens * batch < 1500)


if __name__ == "__main__":
    alone(cases)
