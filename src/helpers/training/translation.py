"""Training a translator and measuring it: what chapters 13, 14 and 16 share.

A model is called as model(src, tgt), where tgt begins with <start>, and gives scores
(B, T, V) for the next words; model.greedy(src, limit) writes a translation (B, T).
"""

from dataclasses import dataclass, replace
from importlib import import_module

import torch
from sacrebleu import corpus_bleu
from torch.nn.functional import cross_entropy
from torch.nn.utils import clip_grad_norm_

from helpers.corpora import text
from helpers.training.progress import tqdm

LONGEST = 40  # words in a sentence that a reader may give
LENGTHS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 40))


@dataclass(frozen=True)
class Corpus:
    """Pairs of Spanish and English words in three parts, and the words of the first."""

    train: tuple
    valid: tuple
    test: tuple
    spanish: text.Vocabulary
    english: text.Vocabulary
    backwards: bool = False

    def reversed(self):
        """The same corpus, its Spanish given to the model from the last word on."""
        return replace(self, backwards=True)

    def source(self, spanish):
        """The numbers of a Spanish sentence, as the model reads it."""
        return self.spanish.encode(spanish[::-1] if self.backwards else spanish)

    def numbered(self, pairs):
        """Pairs of words as pairs of numbers, the English between its two marks."""
        return [
            (
                self.source(spanish),
                [text.START, *self.english.encode(english), text.STOP],
            )
            for spanish, english in pairs
        ]


SOURCES = {"phrasebook": 1, "tatoeba": 5}  # how often a word must occur to be known


def corpus(source="phrasebook"):
    """The corpus of this name: the book's own phrasebook, or real pairs of Tatoeba."""
    if source not in SOURCES:
        raise ValueError(f"a corpus is one of {', '.join(SOURCES)}, not {source!r}")
    splits = import_module(f"helpers.corpora.{source}").splits()
    parts = {
        name: tuple(words(pair) for pair in getattr(splits, name))
        for name in ("train", "valid", "test")
    }
    spanish, english = zip(*parts["train"], strict=True)
    known = [text.Vocabulary(part, SOURCES[source]) for part in (spanish, english)]
    return Corpus(**parts, spanish=known[0], english=known[1])


def words(pair):
    """A pair's Spanish and English words, whatever else the pair knows."""
    return (pair.spanish, pair.english) if hasattr(pair, "spanish") else tuple(pair)


def train(
    model, corpus, steps, rate, generator, tokens=1024, smoothing=0.0, schedule=None
):
    """The model after some steps of Adam, each on a batch of about so many words.

    The rate falls to 0 in a straight line, unless schedule(step) gives what to
    multiply it by. Gradients are clipped to a norm of 1.
    """
    schedule = schedule or (lambda step: 1 - step / steps)
    optimiser = torch.optim.Adam(
        model.parameters(), lr=rate, betas=(0.9, 0.98), eps=1e-9, fused=True
    )
    batches = endless(corpus.numbered(corpus.train), generator, tokens)
    model.train()
    for step in tqdm(range(steps), leave=False):
        src, tgt = next(batches)
        optimiser.param_groups[0]["lr"] = rate * schedule(step)
        optimiser.zero_grad()
        loss(model, src, tgt, smoothing).backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
    return model.eval()


def endless(pairs, generator, tokens):
    """Batches without end: a new order each time the pairs are used up."""
    while True:
        yield from text.batches(pairs, generator, tokens=tokens)


def place(model):
    """The device that the model is on, to which its sentences have to go."""
    return next(model.parameters()).device


def loss(model, src, tgt, smoothing=0.0):
    """The mean cross-entropy of each next word, given the true ones before it."""
    src, tgt = src.to(place(model)), tgt.to(place(model))
    scores = model(src, tgt[:, :-1])
    return cross_entropy(
        scores.flatten(0, 1),
        tgt[:, 1:].flatten(),
        ignore_index=text.PAD,
        label_smoothing=smoothing,
    )


@torch.no_grad()
def translations(model, corpus, pairs, limit=LONGEST, size=200):
    """The model's English words for each pair, in the order of the pairs."""
    numbers = [corpus.source(spanish) for spanish, _ in pairs]
    order = sorted(range(len(pairs)), key=lambda i: len(numbers[i]))
    found = [None] * len(pairs)
    for first in range(0, len(order), size):
        chosen = order[first : first + size]
        src = text.pad([numbers[i] for i in chosen]).to(place(model))
        written = model.greedy(src, limit)
        for i, ids in zip(chosen, written.tolist(), strict=True):
            found[i] = corpus.english.decode(ids)
    return found


def bleu(written, pairs):
    """BLEU of some translations, from 0 to 100, as sacrebleu computes it."""
    spoken = [" ".join(sentence) for sentence in written]
    wanted = [" ".join(english) for _, english in pairs]
    return corpus_bleu(spoken, [wanted], tokenize="none", force=True).score


def exact(written, pairs):
    """How many of a hundred translations are the reference, word for word."""
    right = [
        list(w) == list(english) for w, (_, english) in zip(written, pairs, strict=True)
    ]
    return 100 * sum(right) / len(right)


def evaluate(model, corpus, pairs):
    """The model's BLEU and exact matches of a hundred, decoding greedily."""
    written = translations(model, corpus, pairs)
    return bleu(written, pairs), exact(written, pairs)


def bleu_by_length(written, pairs, lengths=LENGTHS):
    """BLEU for each range of lengths of the Spanish sentence, punctuation counted."""
    scores = {}
    for low, high in lengths:
        chosen = [
            (sentence, pair)
            for sentence, pair in zip(written, pairs, strict=True)
            if low <= len(pair[0]) <= high
        ]
        scores[low, high] = bleu(*zip(*chosen, strict=True)) if chosen else None
    return scores


def translate(model, corpus, sentence, longest=LONGEST):
    """The model's translation of a sentence, or a sentence on what is wrong with it."""
    if "<" in sentence or ">" in sentence:
        raise ValueError(f"a sentence is plain text, without < and >: {sentence!r}")
    spanish = text.tokenise(sentence)
    if len(spanish) > longest:
        raise ValueError(f"a sentence has {longest} words or fewer, not {len(spanish)}")
    ids = corpus.spanish.encode(spanish)
    if unknown := [w for w, i in zip(spanish, ids, strict=True) if i == text.UNKNOWN]:
        known = f"the model knows {len(corpus.spanish):,} words"
        raise ValueError(f"{known}, and {unknown[0]!r} is not one of them")
    [written] = translations(model, corpus, [(spanish, ())])
    return " ".join(written)
