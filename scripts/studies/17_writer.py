"""Chapter 17's writer: a GPT that reads fairy tales, its rival and its smaller kin.

`python scripts/studies/17_writer.py` fills the rows that
src/helpers/studies/17_writer.json lacks, one after the other, on one thread; a training
that was stopped goes on where it was (its state lies in _build/studies).
`--rows "GPT 112"` chooses among them. The largest takes five minutes of a quiet
processor, all of them a quarter of an hour. The last weights of the largest, and what
it said along its training, go to src/helpers/studies/17_writer/.
The stories are FairytaleQA's: helpers/corpora/tales.py says where they are to be had,
and `--tales FILE` where they lie.
"""

import argparse
import json
import re
from base64 import b64encode
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from math import cos, log, pi, sqrt
from operator import itemgetter
from pathlib import Path
from time import process_time

import torch
from kept import FOLDER, keep, loaded, packed, resume, unpacked
from rows import store, stored
from torch import nn
from torch.nn.functional import cross_entropy

from helpers.corpora import tales
from helpers.taught.attention import causal_mask
from helpers.taught.bpe import merged
from helpers.taught.gpt import GPT, write
from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/17_writer.json"
NETS = TABLE.with_suffix("")
KEPT = FOLDER / "17_writer"
SEED = 2018
TOKENS, CONTEXT, LAYERS, HEADS = 1024, 128, 3, 4
BATCH, STEPS, RATE, WARM_UP, EVERY = 24, 2000, 0.004, 100, 50
START = 0.04  # the spread of a GPT's first weights; less where a sub-layer ends
WIDTHS = {"GPT 112": 112, "GPT 64": 64, "GPT 32": 32, "GPT 16": 16}
LSTM_UNITS = 214  # as many parameters as the largest GPT has
SHOWN = (0, 30, 100, 300, 600, 1000, 1500, 2000)  # steps with weights and samples
BEGINNINGS = (
    "Once upon a time",
    "The king said to his",
    "The old witch opened the",
    '"Where are you going',
)
SAID = 90  # tokens of a sample
PIECES = re.compile(r" ?[A-Za-z]+| ?[^A-Za-z\s]+|\s")  # words, and signs apart
WHERE = {}  # the tales' place, if it is not the usual one


# ---- the text, in tokens ------------------------------------------------------------


@cache
def texts():
    """The three parts of the tales, a paragraph's end being one sign."""
    return tuple(re.sub(r"\n+", "\n", part) for part in tales.splits(**WHERE))


@cache
def learned():
    """The merges of byte-pair encoding: counts are changed, not taken anew."""
    path = KEPT / "merges.json"
    if path.exists():
        return [tuple(pair) for pair in json.loads(path.read_text("utf-8"))]
    words = Counter(PIECES.findall(texts()[0]))
    split = {word: list(word) for word in words}
    counts, inside = Counter(), defaultdict(set)
    for word in words:
        _count(word, split[word], words[word], counts, inside)
    merges = []
    while len(merges) < TOKENS - len(tales.ALPHABET):
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        merges.append(best)
        for word in list(inside[best]):
            _count(word, split[word], -words[word], counts, inside)
            split[word] = merged(split[word], best)
            _count(word, split[word], words[word], counts, inside)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(merges), "utf-8")
    return merges


def _count(word, tokens, times, counts, inside):
    """Add a word's pairs to the counts, or take them away again."""
    for pair in pairwise(tokens):
        counts[pair] += times
        if times > 0:
            inside[pair].add(word)


@cache
def vocabulary():
    """All tokens: the letters, then what each merge makes."""
    return [*sorted(tales.ALPHABET), *map("".join, learned())]


@cache
def pieces(word):
    """A word's token ids: always the merge that was learned first."""
    rank = {pair: i for i, pair in enumerate(learned())} if word else {}
    tokens = list(word)
    while pairs := [pair for pair in pairwise(tokens) if pair in rank]:
        tokens = merged(tokens, min(pairs, key=rank.get))
    index = {token: i for i, token in enumerate(vocabulary())}
    return [index[token] for token in tokens]


def ids_of(text):
    """A text's token ids."""
    return [i for word in PIECES.findall(text) for i in pieces(word)]


@cache
def numbers():
    """The three parts in token ids."""
    return tuple(torch.tensor(ids_of(part)) for part in texts())


def batch(step):
    """The step's passages, (BATCH, CONTEXT + 1), the same for every net."""
    generator = torch.Generator().manual_seed(SEED * 10_000 + step)
    learn = numbers()[0]
    starts = torch.randint(len(learn) - CONTEXT, (BATCH, 1), generator=generator)
    return learn[starts + torch.arange(CONTEXT + 1)]


# ---- the nets -----------------------------------------------------------------------


class TokenLSTM(nn.Module):
    """An LSTM on tokens whose embedding also scores the next one."""

    def __init__(self, units):
        super().__init__()
        self.embedding = nn.Embedding(TOKENS, units)
        self.lstm = nn.LSTM(units, units, batch_first=True)
        nn.init.normal_(self.embedding.weight, std=units**-0.5)

    def forward(self, ids):
        """(B, T) -> (B, T, V)."""
        return self.lstm(self.embedding(ids))[0] @ self.embedding.weight.T


def built(name):
    """The net of this name, untrained."""
    torch.manual_seed(SEED)
    if name == "LSTM":
        return TokenLSTM(LSTM_UNITS)
    net = GPT(TOKENS, CONTEXT, WIDTHS[name], HEADS, LAYERS)
    for part, values in net.named_parameters():
        if values.dim() > 1:
            last = part.endswith(("out.weight", "outer.weight"))
            std = START / sqrt(2 * LAYERS) if last else START
            nn.init.normal_(values, std=START / 4 if "position" in part else std)
    return net


def losses(net, ids):
    """What each token but the first costs, in bits: (B, T)."""
    scores = net(ids[:, :-1])
    return cross_entropy(scores.mT, ids[:, 1:], reduction="none") / log(2)


@torch.no_grad()
def by_place(net, part, count):
    """Bits of the tokens at each place of passages from all over a part."""
    starts = torch.linspace(0, len(part) - CONTEXT - 1, count).long()[:, None]
    rows = part[starts + torch.arange(CONTEXT + 1)].split(50)
    return torch.cat([losses(net, some) for some in rows]).mean(0)


def rate(step):
    """A rate that rises, then falls along a cosine to a twentieth."""
    fall = 0.525 + 0.475 * cos(pi * step / STEPS)
    return RATE * min((step + 1) / WARM_UP, fall)


def train(name):
    """The net after all steps, its curve, and its seconds; it can be stopped."""
    net, path = built(name), KEPT / f"{name}.safetensors"
    adam = torch.optim.Adam(net.parameters(), betas=(0.9, 0.98), fused=True)
    valid, notes, done, used = numbers()[1], path.with_suffix(".json"), 0, 0.0
    curve = []
    if path.exists():
        _, done = resume(path, net, adam)
        curve, used = json.loads(notes.read_text("utf-8"))
    began = process_time() - used
    for step in range(done, STEPS + 1):
        if step in SHOWN and name == "GPT 112":
            _keep_part(net, step)
        if step % EVERY == 0 or step in SHOWN:
            bits = float(by_place(net, valid, 100).mean())
            curve.append([step, round(bits, 4)])
        if step == STEPS:
            break
        adam.param_groups[0]["lr"] = rate(step)
        adam.zero_grad()
        losses(net, batch(step)).mean().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        adam.step()
        if (step + 1) % 100 == 0:
            keep(path, net, adam, {}, step + 1)
            now = process_time() - began
            notes.write_text(json.dumps([curve, now]), "utf-8")
            print(f"{name}: step {step + 1}, {curve[-1][1]} bits a token", flush=True)
    return net, curve, process_time() - began


def _keep_part(net, step):
    """Write down, in eight bits, the net after this step."""
    KEPT.mkdir(parents=True, exist_ok=True)
    text = json.dumps(packed(dict(net.state_dict())))
    (KEPT / f"step_{step}.json").write_text(text, "utf-8")


def row(name):
    """A row of the table: what a net costs, and how it came there."""
    net, curve, seconds = train(name)
    letters = len(texts()[2]) / len(numbers()[2])
    places = by_place(net, numbers()[2], 1000)
    return {
        "name": name,
        "parameters": sum(values.numel() for values in net.parameters()),
        "bits": round(float(places.mean()), 4),
        "bits a letter": round(float(places.mean()) / letters, 4),
        "letters a token": round(letters, 4),
        "tokens read": STEPS * BATCH * CONTEXT,
        "seconds": round(seconds, 1),
        "curve": curve,
        "places": [round(float(value), 3) for value in places],
    }


# ---- what the page gets -------------------------------------------------------------


def restored(step):
    """The GPT after this step, from its eight bits."""
    net = built("GPT 112")
    parts = unpacked(json.loads((KEPT / f"step_{step}.json").read_text("utf-8")))
    net.load_state_dict(parts)
    return net.eval()


def said(net, beginning):
    """What a net makes of a beginning, drawn warm from the likeliest tokens."""
    generator = torch.Generator().manual_seed(SEED)
    ids = ids_of(beginning)
    ids = write(net, ids, SAID, generator, temperature=0.8, p=0.9)
    return "".join(vocabulary()[i] for i in ids)


@torch.no_grad()
def following(net, beginning):
    """The logits of the next token, in eight bits, and what they are multiplied by."""
    logits = net(torch.tensor([ids_of(beginning)]))[0, -1]
    scale = float(logits.abs().max()) / 127
    whole = (logits / scale).round().to(torch.int8).numpy().tobytes()
    return {"scale": scale, "whole": b64encode(whole).decode()}


SENSES = {  # a word of the tales, and the words before it that tell its two senses
    "rose": {
        "the flower": "a the red white my that this one beautiful little wild fair",
        "got up": "he she it they and king prince sun who then i water bird wind moon",
    },
    "well": {
        "full of water": "a the deep old that this dry",
        "good": "very as so is it you know knew him her me are went",
    },
}


@torch.no_grad()
def senses(net, word, told, most=24):
    """Where a word with two senses stands, in a plane: after no layer, and after all.

    Each place has the words before it, its sense, and its two coordinates, which are
    those along which the places of both senses differ most.
    """
    text, found = texts()[0], {sense: [] for sense in told}
    for match in re.finditer(rf"(\w+) {word}\b", text):
        for sense, words in told.items():
            if match[1].lower() in words.split() and len(found[sense]) < most:
                found[sense].append(text[max(0, match.end() - 160) : match.end()])
    rows = [(sense, context) for sense, some in found.items() for context in some]
    layers = []
    for _, context in rows:
        x = net.embed(torch.tensor([ids_of(context.lstrip())[-CONTEXT:]]))
        first = net.embedding.weight[ids_of(" " + word)[-1]]
        mask = causal_mask(x.shape[1])
        for layer in net.stack.layers:
            x = layer(x, mask)
        layers.append((first, net.stack.norm(x[0, -1])))
    planes = []
    for vectors in zip(*layers, strict=True):
        x = torch.stack(vectors)
        x = x - x.mean(0)
        planes.append((x @ torch.linalg.svd(x)[2][:2].T).tolist())
    return [
        {
            "sense": sense,
            "context": " ".join(context.split()[-5:]),
            "before": [round(v, 3) for v in before],
            "after": [round(v, 3) for v in after],
        }
        for (sense, context), before, after in zip(rows, *planes, strict=True)
    ]


def publish():
    """Store the last net, its tokens, and samples along its training."""
    NETS.mkdir(parents=True, exist_ok=True)
    curve = dict(stored(TABLE, itemgetter("name"))["GPT 112"]["curve"])
    samples = []
    for step in SHOWN:
        net = restored(step)
        samples.append(
            {
                "step": step,
                "bits": curve[step],
                "said": {b: said(net, b) for b in BEGINNINGS},
                "next": {b: following(net, b) for b in BEGINNINGS},
            }
        )
        print(step, samples[-1]["said"][BEGINNINGS[0]], flush=True)
    text = json.dumps(samples, indent=1)
    (NETS / "samples.json").write_text(text + "\n", "utf-8")
    planes = {word: senses(net, word, told) for word, told in SENSES.items()}
    (NETS / "senses.json").write_text(json.dumps(planes, indent=1) + "\n", "utf-8")
    tokens = {"letters": vocabulary()[: len(tales.ALPHABET)], "merges": learned()}
    text = json.dumps(tokens, ensure_ascii=False)
    (NETS / "tokens.json").write_text(text + "\n", "utf-8")
    last = (KEPT / f"step_{STEPS}.json").read_text("utf-8")
    (NETS / f"step_{STEPS}.json").write_text(last + "\n", "utf-8")


def main():
    """Fill the rows that the table lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [*list(WIDTHS)[:1], "LSTM", *list(WIDTHS)[1:]]
    parser.add_argument("--rows", nargs="*", default=names)
    parser.add_argument("--tales", type=Path)
    parser.add_argument("--publish", action="store_true", help="only write samples")
    given = parser.parse_args()
    if given.tales:
        WHERE["path"] = given.tales
    keep_memory()
    torch.set_num_threads(1)
    loaded(texts)
    if given.publish:
        return publish()
    for name in given.rows:
        if name not in stored(TABLE, itemgetter("name")):
            store(row(name), TABLE, itemgetter("name"))
            if name == "GPT 112":
                publish()


if __name__ == "__main__":
    main()
