"""Chapter 21's stored judge: a reward model, and what comes of asking it too often.

`python scripts/studies/21_judge.py` fills the rows that its table in
src/helpers/studies lacks, one after the other, on one thread, and can be stopped and
started again. The base is the one that 21_sums.py stored, and the judge begins as the
small net that is stored beside it, a tenth of its size. A row takes a few seconds.
A row of kind "best of" trains a reward model on comparisons of the base's own answers
and works out, from the whole tree of answers, what the best of n by its reward is: how
much reward it has, and how often it is right. One of kind "rewarded" pushes the base
towards that reward, with or without a price on moving away.
"""

import argparse
from importlib import import_module
from pathlib import Path
from time import process_time

import torch
from kept import unpacked
from rows import store, stored
from torch import nn
from torch.nn.functional import logsigmoid

from helpers import studies
from helpers.training.memory import keep_memory

sums = import_module("21_sums")

TABLE = Path(__file__).parents[2] / "src/helpers/studies/21_judge.json"
SEEDS = (2021, 2022, 2023, 2024, 2025)
KINDS = ("best of", "rewarded")
COUNTS = (30, 300, 1000)  # comparisons
TRIES = tuple(4**k for k in range(9))  # 1 … 65,536 answers of which one is kept
PRICES = (0.0, 0.3)  # for a nat away from the base
STEPS, RATE = 200, 0.003  # of the judge's training
TURNS, EVERY, QUESTIONS = 160, 16, 8  # of the pushing: steps, and questions in each
ASKED = sums.HELD[sums.carries(sums.HELD)][:30]
EXAMPLE = torch.tensor([[27, 45]])


def stored_net(name, shape):
    """A stored net that has read the sums."""
    model = sums.begun(shape)
    model.load_state_dict(unpacked(studies.part("21_sums", name)))
    return model


def base():
    """The net that is asked."""
    return stored_net("base", "large")


def compared(model, count, generator):
    """Pairs of the net's own answers of which a checker prefers one: better, worse."""
    better, worse = [], []
    while sum(map(len, better)) < count:
        questions, whole = sums.asked(sums.some(sums.LEARN, 4 * count, generator))
        one, two = (sums.drawn(model, questions, generator) for _ in range(2))
        first, second = ((ids == whole).all(1) for ids in (one, two))
        apart = first != second
        better.append(torch.where(first[:, None], one, two)[apart])
        worse.append(torch.where(first[:, None], two, one)[apart])
    return torch.cat(better)[:count], torch.cat(worse)[:count]


def reward(judge, ids):
    """A number for each line, read where it ends: (N,)."""
    return judge(ids)[:, -1, 0]


def judging(two, generator):
    """The small net with a last layer of one number, trained on comparisons."""
    judge = stored_net("small", "small")
    judge.unembed = nn.Linear(sums.SHAPES["small"][0], 1)

    def loss(_):
        at = torch.randint(len(two[0]), (32,), generator=generator)
        won, lost = (reward(judge, ids[at]) for ids in two)
        return -logsigmoid(won - lost).mean()

    sums.fit(judge.parameters(), loss, STEPS, RATE)
    return judge.requires_grad_(False)


@torch.no_grad()
def tree(model, pairs):
    """The probabilities of all answers from 000 to 999, for each question."""
    two = torch.cartesian_prod(torch.arange(10), torch.arange(10))
    ids = sums.asked(pairs)[0].repeat_interleave(100, 0)
    ids = torch.cat([ids, two.repeat(len(pairs), 1)], 1)
    scores = model(ids)[:, 5:, :10].log_softmax(-1).view(len(pairs), 100, 3, 10)
    row = torch.arange(100)
    begun = scores[:, row, 0, two[:, 0]] + scores[:, row, 1, two[:, 1]]
    return (begun[:, :, None] + scores[:, :, 2]).flatten(1).exp().double()


@torch.no_grad()
def rewards(judge, pairs):
    """The judge's rewards of all answers from 000 to 999, for each question."""
    n = torch.arange(1000)
    end = torch.full_like(n, sums.LETTERS.index(";"))
    answers = torch.stack([n // 100, n // 10 % 10, n % 10, end], 1)
    lines = (torch.cat([q.repeat(1000, 1), answers], 1) for q in sums.asked(pairs)[0])
    return torch.stack([reward(judge, ids) for ids in lines]).double()


def best_of(p, given, right):
    """For each number of tries: the winner's reward, and how often it is right.

    The reward is in spreads of what the base's answers get, above their mean.
    """
    mean = (p * given).sum(1, keepdim=True)
    spread = (p * (given - mean) ** 2).sum(1, keepdim=True).sqrt()
    order = given.argsort(1)
    ranked, p = ((given - mean) / spread).gather(1, order), p.gather(1, order)
    upto = p.cumsum(1)
    below = upto - p
    for tries in TRIES:
        wins = upto**tries - below**tries
        is_right = order == right[:, None]
        yield [float((wins * x).sum(1).mean()) for x in (ranked, is_right)]


def asked_often(seed, count):
    """A row: a judge of this many comparisons, and the best of n by its reward."""
    start, model = process_time(), base()
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    judge = judging(compared(model, count, generator), generator)
    row = {"seconds": process_time() - start}
    others = compared(model, 300, torch.Generator().manual_seed(0))
    won, lost = (reward(judge, ids) for ids in others)
    row["agrees"] = float((won > lost).float().mean())
    p, right = tree(model, ASKED), ASKED.sum(1)
    given = rewards(judge, ASKED)
    row["curve"] = [list(x) for x in best_of(p / p.sum(1, keepdim=True), given, right)]
    row["favourite"] = f"{int(rewards(judge, EXAMPLE).argmax()):03}"
    return row


def pushed(seed, price):
    """A row: the base, pushed towards the reward of a judge of 300 comparisons."""
    start, before = process_time(), base()
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    judge = judging(compared(before, 300, generator), generator)
    model, curve = sums.copy(before), []
    questions, whole = sums.asked(sums.HELD[sums.carries(sums.HELD)][:100])
    with torch.no_grad():
        usual = reward(judge, sums.drawn(before, questions, generator))

    @torch.no_grad()
    def seen():
        ids = sums.drawn(model, questions, torch.Generator().manual_seed(1))
        found = (reward(judge, ids).mean() - usual.mean()) / usual.std()
        right = sums.log_p(model, whole).exp().mean()
        far = (sums.log_p(model, ids) - sums.log_p(before, ids)).mean()
        curve.append([float(found), float(right), float(far)])

    def loss(step):
        if step % EVERY == 0:
            seen()
        asked = sums.asked(sums.some(sums.LEARN, QUESTIONS, generator))[0]
        ids = sums.drawn(model, asked.repeat_interleave(8, 0), generator)
        with torch.no_grad():
            far = sums.log_p(model, ids) - sums.log_p(before, ids)
            worth = reward(judge, ids) / usual.std() - price * far
        groups = worth.view(QUESTIONS, 8)
        gain = groups - groups.mean(1, keepdim=True)
        gain = gain / (groups.std(1, keepdim=True) + 1e-4)
        return -(gain.flatten() * sums.log_p(model, ids)).mean() / 4

    sums.fit(model.parameters(), loss, TURNS, 5e-4)
    seen()
    return {"seconds": process_time() - start, "curve": curve}


def wanted(seeds):
    """The rows to be made, a seed after the other."""
    for seed in seeds:
        for count in COUNTS:
            yield {"kind": "best of", "seed": seed, "comparisons": count}
    for seed in seeds:
        for price in PRICES:
            yield {"kind": "rewarded", "seed": seed, "price": price}


def made(row):
    """The row with what was measured."""
    if row["kind"] == "best of":
        found = asked_often(row["seed"], row["comparisons"])
    else:
        found = pushed(row["seed"], row["price"])
    return row | sums.rounded(found)


def place(row):
    """Where a row stands in the table."""
    setting = row.get("comparisons", row.get("price"))
    return KINDS.index(row["kind"]), setting, row["seed"]


def main():
    """Make the rows that the command line asks for and that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    keep_memory()
    for row in wanted(chosen.seeds):
        if row["kind"] in chosen.kinds and place(row) not in stored(TABLE, place):
            store(made(row), TABLE, place)


if __name__ == "__main__":
    main()
