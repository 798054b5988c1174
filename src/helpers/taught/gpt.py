"""A GPT and its cache, and GPT-2's published weights, as chapter 17 teaches them.

B batch, T length, D width, H heads, V vocabulary; batch first.
"""

import torch
from torch import nn
from torch.nn.functional import gelu

from helpers.taught.attention import causal_mask, positional_encoding
from helpers.taught.transformer import Encoder, FeedForward

ADDRESS = "https://huggingface.co/openai-community/gpt2/resolve/main/model.safetensors"
SHA256 = "248dfc3911869ec493c76e65bf2fcf7f615828b0254c12b473182f0f81d3a707"


class SmoothFeedForward(FeedForward):
    """Chapter 16's two maps with a GELU between them, a ReLU without the corner."""

    def forward(self, x):
        """(B, T, D) -> (B, T, D), by way of (B, T, 4 D)."""
        return self.outer(gelu(self.inner(x), approximate="tanh"))


class GPT(nn.Module):
    """Chapter 16's stack under a causal mask: scores for each next token."""

    def __init__(self, tokens, context, d_model, heads, layers):
        super().__init__()
        self.embedding = nn.Embedding(tokens, d_model)
        self.position = nn.Embedding(context, d_model)
        self.stack = Encoder(layers, d_model, heads, 4 * d_model, 0.0, pre_norm=True)
        for layer in self.stack.layers:
            layer.feed_forward = SmoothFeedForward(d_model, 4 * d_model)
        for values in self.parameters():
            if values.dim() > 1:
                nn.init.normal_(values, std=d_model**-0.5)
        self.position.weight.data = positional_encoding(context, d_model) / 2

    def embed(self, ids, start=0):
        """(B, T) -> (B, T, D): what each token is, and where it stands."""
        end, context = start + ids.shape[1], self.position.num_embeddings
        if end > context:
            raise ValueError(f"the context holds {context} tokens, and there are {end}")
        places = torch.arange(start, end, device=ids.device)
        return self.embedding(ids) + self.position(places)

    def unembed(self, x):
        """(B, T, D) -> (B, T, V): each vector matched with every token's embedding."""
        return x @ self.embedding.weight.T

    def forward(self, ids):
        """(B, T) -> (B, T, V)."""
        mask = causal_mask(ids.shape[1]).to(ids.device)
        return self.unembed(self.stack(self.embed(ids), mask))


class Cache:
    """A GPT that reads token after token and keeps every key and value."""

    def __init__(self, model):
        self.model = model
        self.past = [None] * len(model.stack.layers)
        self.length = 0

    def layer(self, i, x):
        """The new tokens through layer i: only their own queries, keys and values."""
        layer = self.model.stack.layers[i]

        def look_back(x):
            query, key, value = layer.self_attention.project(x)
            if self.past[i]:
                old_key, old_value = self.past[i]
                key = torch.cat([old_key, key], dim=2)
                value = torch.cat([old_value, value], dim=2)
            self.past[i] = key, value
            mask = None  # one token sees all that came before it
            if x.shape[1] > 1:  # of several, each sees the past, and the new up to it
                mask = causal_mask(key.shape[2])[self.length :].to(x.device)
            return layer.self_attention.attend(query, key, value, mask)

        x = layer.add_norm_1(x, look_back)
        return layer.add_norm_2(x, layer.feed_forward)

    @torch.no_grad()
    def read(self, ids):
        """The scores of what follows these further tokens: (B, T) -> (B, V)."""
        x = self.model.embed(ids, self.length)
        for i in range(len(self.past)):
            x = self.layer(i, x)
        self.length += ids.shape[1]
        return self.model.unembed(self.model.stack.norm(x[:, -1]))


def chances(logits, temperature=1.0, k=None, p=None):
    """What is drawn from: scaled, cut by rank and mass, shared out anew: (V,)."""
    given = {"temperature": temperature, "k": k, "p": p}
    for name, value in given.items():
        if value is not None and value <= 0:
            raise ValueError(f"{name} must be above 0, and is {value}")
    shares = (logits / temperature).softmax(-1)
    ranked, order = shares.sort(descending=True, stable=True)
    kept = torch.ones_like(ranked, dtype=torch.bool)
    if k is not None:
        kept[k:] = False
    if p is not None and p < 1:
        ranked = ranked * kept / (ranked * kept).sum()
        kept &= ranked.cumsum(-1) - ranked < p  # until the mass before it reaches p
    shares = torch.zeros_like(shares).scatter(-1, order[kept], shares[order[kept]])
    return shares / shares.sum()  # over the whole vocabulary: most of them 0


def write(model, ids, count, generator, stop=None, **settings):
    """The ids, and up to so many more, each drawn from its chances."""
    cache, ids = Cache(model), list(ids)
    logits = cache.read(torch.tensor([ids]))[0]
    while count and (stop is None or ids[-1] != stop):
        shares = chances(logits, **settings)
        ids.append(int(torch.multinomial(shares, 1, generator=generator)))
        count -= 1
        if count:
            logits = cache.read(torch.tensor([ids[-1:]]))[0]
    return ids


NAMES = {  # GPT-2's name of a part -> ours; Conv1D has its matrices lying on their side
    "wte": "embedding",
    "wpe": "position",
    "ln_1": "add_norm_1.norm",
    "attn.c_attn": "self_attention.qkv",
    "attn.c_proj": "self_attention.out",
    "ln_2": "add_norm_2.norm",
    "mlp.c_fc": "feed_forward.inner",
    "mlp.c_proj": "feed_forward.outer",
    "ln_f": "stack.norm",
}


def ours(name):
    """Our name of one of GPT-2's tensors: h.3.ln_1.bias is layer 3's first norm's."""
    part, kind = name.removeprefix("transformer.").rsplit(".", 1)
    if not part.startswith("h."):
        return f"{NAMES[part]}.{kind}"
    _, number, part = part.split(".", 2)
    return f"stack.layers.{number}.{NAMES[part]}.{kind}"


def published(tensors, heads):
    """A GPT with the weights of a GPT-2 file: (out, in) where GPT-2 has (in, out)."""
    masks = (".attn.bias", ".attn.masked_bias")  # kept in the file, and no weights
    weights = {
        ours(name): values.float().T if ".c_" in name and values.dim() == 2 else values
        for name, values in tensors.items()
        if not name.endswith(masks) and name != "lm_head.weight"
    }
    tokens, d_model = weights["embedding.weight"].shape
    layers = 1 + max(int(n.split(".")[2]) for n in weights if "layers" in n)
    model = GPT(tokens, len(weights["position.weight"]), d_model, heads, layers)
    model.load_state_dict(weights)
    return model.eval()
