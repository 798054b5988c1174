"""Chapters 13, 14 and 16: how soon each translator reaches one and the same BLEU."""

from functools import partial

import torch

from benchmarks.report import alone
from benchmarks.timing import OURS, SEED, Case, clock
from benchmarks.transformer import Shipped, step
from helpers.corpora.text import pad
from helpers.taught import seq2seq
from helpers.taught.alignment import RNNsearch
from helpers.taught.transformer import Transformer
from helpers.training import translation
from helpers.training.train import rate

PEER, GOAL, EVERY, MOST = "nn.Transformer", 20, 25, 1500
WIDER = "Transformer, Xavier's weights"
WARMUP, TOKENS, PAIRS = 100, 1024, 200
REASONS = {
    "encoder–decoder": "A sentence has to pass through one vector of fixed length.",
    "Transformer": "Its layers start from PyTorch's usual weights for a linear map, "
    "nn.Transformer from Xavier's, which are larger; the next row starts there too.",
    WIDER: "Begun alike, the two learn alike but for the draw of the weights.",
    "RNNsearch": "Its decoder goes from word to word even where the true words are "
    "known, and a Transformer looks at all of them at once.",
}


def translators(corpus, seed):
    """Five untrained models and the peak of each one's rate."""
    torch.manual_seed(seed)
    words = len(corpus.spanish), len(corpus.english)
    parts = [
        kind(n, 64, 128)
        for kind, n in zip((seq2seq.Encoder, seq2seq.Decoder), words, strict=True)
    ]
    joint = max(words)
    usual, wider = (Transformer(joint, 128, 4, 512, 2, dropout=0.0) for _ in range(2))
    for weights in (*wider.encoder.parameters(), *wider.decoder.parameters()):
        if weights.dim() > 1:
            torch.nn.init.xavier_uniform_(weights)
    return {
        "encoder–decoder": (seq2seq.EncoderDecoder(*parts), 0.01),
        "RNNsearch": (RNNsearch(*words, 64, 128), 0.01),
        "Transformer": (usual, 0.003),
        WIDER: (wider, 0.003),
        PEER: (Shipped(joint, 128, 4, 2), 0.003),
    }


class Learner:
    """A model that learns a little at each turn, and the seconds it took so far."""

    def __init__(self, model, peak, corpus, seed):
        self.model, self.peak, self.corpus = model, peak, corpus
        adam = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)
        self.optimiser, self.seconds, self.steps = adam, 0.0, 0
        numbers = corpus.numbered(corpus.train)
        generator = torch.Generator().manual_seed(seed)
        self.batches = translation.endless(numbers, generator, TOKENS)

    def turn(self):
        """So many steps, and whether the goal is reached then."""
        self.model.train()
        start = clock()
        for _ in range(EVERY):
            peak = rate(self.steps, self.peak, WARMUP)
            self.optimiser.param_groups[0]["lr"] = peak
            self.optimiser.zero_grad()
            translation.loss(self.model, *next(self.batches)).backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimiser.step()
            self.steps += 1
        self.seconds += clock() - start
        pairs = self.corpus.valid[:PAIRS]
        self.model.eval()
        return translation.evaluate(self.model, self.corpus, pairs)[0] >= GOAL


def to_the_goal(corpus, seed):
    """Each translator's seconds of training until its BLEU is there, in turns."""
    learners = {
        name: Learner(model, peak, corpus, seed)
        for name, (model, peak) in translators(corpus, seed).items()
    }
    waiting = set(learners)
    while waiting:
        for name in sorted(waiting):
            if learners[name].turn() or learners[name].steps >= MOST:
                waiting.remove(name)
    return {name: learner.seconds for name, learner in learners.items()}


def one_step(corpus):
    """The short form: a training step of each, on one batch of the phrasebook."""
    src, tgt = map(pad, zip(*corpus.numbered(corpus.train[:16]), strict=True))
    loss = partial(translation.loss, src=src, tgt=tgt)
    models = translators(corpus, SEED).items()
    return {name: step(model, loss) for name, (model, _) in models}


def cases(short):
    """Each of ours beside PyTorch's Transformer trained the same way."""
    corpus = translation.corpus()
    floors = {"encoder–decoder": 0.1, "RNNsearch": 0.1, "Transformer": 0.4}
    floors[WIDER] = 0.6
    if short:  # steps differ less than ways to a goal
        floors = {"encoder–decoder": 1.2, "RNNsearch": 0.6, "Transformer": 0.6}
        floors[WIDER] = 0.6
        steps = one_step(corpus)
    else:
        rounds = [to_the_goal(corpus, SEED + k) for k in range(5)]
        times = {name: [each[name] for each in rounds] for name in rounds[0]}
    for name, floor in floors.items():
        reason = {PEER: REASONS[name]} if name in REASONS else {}
        what = "a step on the phrasebook" if short else f"training to BLEU {GOAL}"
        case = Case(what, name, {}, {PEER: floor}, reason)
        if short:
            case.runs = {OURS: steps[name], PEER: steps[PEER]}
        else:
            case.found = {OURS: times[name], PEER: times[PEER]}
        yield case


if __name__ == "__main__":
    alone(cases)
