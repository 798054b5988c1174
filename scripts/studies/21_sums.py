"""Chapter 21's stored study: a net that has read wrong sums, and is taught to answer.

`python scripts/studies/21_sums.py` fills the rows that src/helpers/studies/21_sums.json
lacks, one after the other, on one thread, and can be stopped and started again. A seed
takes about two minutes; of the first one the nets are stored as well, in eight bits.
"""

import argparse
import json
from itertools import product
from pathlib import Path
from time import process_time

import torch
from kept import packed
from rows import store, stored
from torch import nn
from torch.nn.functional import cross_entropy, logsigmoid

from helpers.taught.llama import Llama
from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/21_sums.json"
NETS = TABLE.with_suffix("")
SEEDS = (2021, 2022, 2023, 2024, 2025)
LETTERS = "0123456789+=;"
FORGOTTEN = 0.65  # of the lines with a carry
BATCH, STEPS, RATE = 128, 1200, 0.003
LONGER = 1500  # steps of the small net
SHAPES = {  # d_model, heads, groups, d_ff, layers
    "large": (64, 4, 4, 168, 3),
    "small": (20, 1, 1, 56, 3),
}
RANKS = (1, 2, 4, 8, 16)
TRIES = (1, 2, 4, 8, 16, 32, 64)
INPUTS, TURNS = 12, 300  # digits that are added up; steps of that training
SWAPS = torch.combinations(torch.arange(5))  # of two of five cups
DEPTHS, ROUNDS = (1, 2, 4), 2000  # layers that follow the cups; steps of training
WRITTEN = 500  # steps if the net writes down where the ball is


def numbers(text):
    """The ids of a text's characters."""
    return [LETTERS.index(c) for c in text]


def digits(a, b):
    """The three digits of each sum, and what they are when no carry is carried."""
    total = a + b
    right = torch.stack([total // 100, total // 10 % 10, total % 10], -1)
    tens = a // 10 + b // 10
    lost = torch.stack([0 * a, tens % 10, (a + b) % 10], -1)
    return right, lost


def lines(a, b, answers):
    """The ids of `27+45=072;`, (N, 10)."""
    signs = [torch.full_like(a, LETTERS.index(c)) for c in "+=;"]
    plus, equals, end = signs
    question = [a // 10, a % 10, plus, b // 10, b % 10, equals]
    return torch.cat([torch.stack(question, -1), answers, end[:, None]], -1)


def split():
    """All pairs of two-digit numbers: to learn from, and 1,000 held back."""
    order = torch.randperm(10000, generator=torch.Generator().manual_seed(0))
    pairs = torch.stack([order // 100, order % 100], -1)
    return pairs[1000:], pairs[:1000]


def carries(pairs):
    """Whether each sum has a carry."""
    right, lost = digits(*pairs.T)
    return (right != lost).any(-1)


LEARN, HELD = split()
ASKED = {"carry": HELD[carries(HELD)], "plain": HELD[~carries(HELD)]}


def web(pairs, generator):
    """Lines as the text has them: most carries are forgotten."""
    right, lost = digits(*pairs.T)
    forget = torch.rand(len(pairs), generator=generator) < FORGOTTEN
    return lines(*pairs.T, torch.where(forget[:, None], lost, right))


def some(pairs, count, generator):
    """Some of the pairs."""
    return pairs[torch.randint(len(pairs), (count,), generator=generator)]


def log_p(model, ids):
    """The log-probability of each line's answer, its end included."""
    scores = model(ids[:, :-1])[:, 5:]
    costs = cross_entropy(scores.mT, ids[:, 6:], reduction="none")
    return -costs.sum(-1)


@torch.no_grad()
def drawn(model, questions, generator):
    """An answer drawn for each question: the whole lines."""
    ids = questions
    for _ in range(4):
        p = model(ids)[:, -1].softmax(-1)
        ids = torch.cat([ids, torch.multinomial(p, 1, generator=generator)], 1)
    return ids


def asked(pairs):
    """The questions, and the right lines."""
    whole = lines(*pairs.T, digits(*pairs.T)[0])
    return whole[:, :6], whole


def fit(parameters, loss, steps, rate, warm=0):
    """Steps of Adam on a loss that is told the number of the step."""
    parameters = list(parameters)
    optimiser = torch.optim.Adam(parameters, rate)
    for step in range(steps):
        now = min(1, (step + 1) / (warm + 1)) * min(1, 3 * (1 - step / steps))
        optimiser.param_groups[0]["lr"] = rate * (now if warm else 1)
        optimiser.zero_grad()
        loss(step).backward()
        optimiser.step()


def begun(shape):
    """A net that has learned nothing."""
    return Llama(len(LETTERS), *SHAPES[shape])


def imitated(shape, seed, steps=STEPS):
    """A net that has read the text."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    model = begun(shape)

    def loss(_):
        ids = web(some(LEARN, BATCH, generator), generator)
        return cross_entropy(model(ids[:, :-1]).mT, ids[:, 1:])

    fit(model.parameters(), loss, steps, RATE if shape == "large" else 0.005, 40)
    return model


def copy(model, shape="large"):
    """The same net again."""
    other = begun(shape)
    other.load_state_dict(model.state_dict())
    return other


class LoRA(nn.Module):
    """A linear map that stays as it is, and a narrow one beside it that learns."""

    def __init__(self, linear, rank):
        super().__init__()
        self.linear = linear.requires_grad_(False)
        self.A = nn.Parameter(torch.randn(rank, linear.in_features))
        self.A.data *= linear.in_features**-0.5
        self.B = nn.Parameter(torch.zeros(linear.out_features, rank))

    def forward(self, x):
        """(..., D) -> (..., D)."""
        return self.linear(x) + x @ self.A.T @ self.B.T


def adapted(model, rank):
    """A copy of the net with narrow maps beside all its linear ones."""
    model = copy(model).requires_grad_(False)
    for block in model.blocks:
        for part in (block.attention, block.feed_forward):
            for name, child in list(part.named_children()):
                setattr(part, name, LoRA(child, rank))
    return model


def learns(model):
    """The numbers of the net that learn."""
    return [values for values in model.parameters() if values.requires_grad]


def shown(model, pairs, generator, steps=60, rate=0.001):
    """Supervised fine-tuning: the right answers to these sums, said again."""
    _, whole = asked(pairs)

    def loss(_):
        return -log_p(model, some(whole, 32, generator)).mean() / 4

    fit(learns(model), loss, steps, rate)
    return model


@torch.no_grad()
def preferences(base, pairs, generator, tries=8):
    """For each sum a right and a wrong answer of the net's own, if it gave both."""
    questions, whole = asked(pairs)
    better, worse = [], []
    answers = drawn(base, questions.repeat(tries, 1), generator).view(
        tries, len(pairs), -1
    )
    for right, given in zip(whole, answers.transpose(0, 1), strict=True):
        good = (given == right).all(-1)
        if good.any() and not good.all():
            better.append(right)
            worse.append(given[~good][0])
    return torch.stack(better), torch.stack(worse)


def preferred(model, base, two, generator, settings):
    """DPO; also the log-probabilities of both answers at every step."""
    better, worse = two
    with torch.no_grad():
        before = log_p(base, better), log_p(base, worse)
    curve = []

    def loss(step):
        if step % 4 == 0:
            with torch.no_grad():
                now = [
                    float((log_p(model, ids[:200]) - at[:200]).mean())
                    for ids, at in zip(two, before, strict=True)
                ]
            curve.append([round(value, 3) for value in now])
        at = torch.randint(len(better), (32,), generator=generator)
        up, down = log_p(model, better[at]), log_p(model, worse[at])
        margin = (up - before[0][at]) - (down - before[1][at])
        return -logsigmoid(settings["beta"] * margin).mean() - settings["own"] * (
            up.mean() / 4
        )

    fit(learns(model), loss, settings["steps"], settings["rate"])
    return model, curve


def checked(model, pairs, generator, settings):
    """GRPO: groups of answers, a checker, and what is better than its group."""
    curve = []

    def loss(_):
        questions, whole = asked(some(pairs, 16, generator))
        ids = drawn(model, questions.repeat_interleave(8, 0), generator)
        right = (ids == whole.repeat_interleave(8, 0)).all(-1).float()
        curve.append(round(float(right.mean()), 3))
        groups = right.view(16, 8)
        gain = groups - groups.mean(1, keepdim=True) if settings["group"] else groups
        if settings["group"]:
            gain = gain / (groups.std(1, keepdim=True) + 1e-4)
        return -(gain.flatten() * log_p(model, ids)).mean() / 4

    fit(learns(model), loss, settings["steps"], settings["rate"])
    return model, curve


@torch.no_grad()
def measured(model, base):
    """Exactly, from the tree of answers: greedy, one draw, some draws; KL by draws."""
    row = {}
    for kind, pairs in ASKED.items():
        right, lost = (lines(*pairs.T, answer) for answer in digits(*pairs.T))
        p = log_p(model, right).exp()
        said = model(right[:, :-1])[:, 5:].argmax(-1)
        row[kind] = {
            "greedy": float((said == right[:, 6:]).all(-1).float().mean()),
            "lost": float(log_p(model, lost).exp().mean()),
            "best of": [float((1 - (1 - p) ** k).mean()) for k in TRIES],
        }
    pairs = ASKED["carry"]
    given = drawn(model, asked(pairs)[0], torch.Generator().manual_seed(1))
    row["kl"] = float((log_p(model, given) - log_p(base, given)).mean())
    return row


def rounded(value):
    """The same with four decimals."""
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return round(value, 4) if isinstance(value, float) else value


BOLD = {"beta": 0.1, "rate": 5e-4, "steps": 40, "own": 0.0, "pairs": 200}
GENTLE = BOLD | {"rate": 1e-4, "pairs": 1000}
DPO = {"DPO, bold": BOLD, "DPO": GENTLE, "DPO, anchored": GENTLE | {"own": 0.2}}
GROUPS = {"rate": 5e-4, "steps": 60}
WAYS = ("SFT, 20 carries", "SFT, 200 carries", "SFT", *DPO, "REINFORCE", "GRPO")
SHIPPED = ("SFT", "DPO, anchored", "GRPO")  # with the first seed, as narrow maps
NARROW, BOLDER = 4, 8  # their rank; how much larger a narrow map's rate is


def tuned(name, base, seed, rank=None):
    """A net that was tuned in this way, and what it left along the way."""
    generator = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    model = adapted(base, rank) if rank else copy(base)
    hard, faster = LEARN[carries(LEARN)], BOLDER if rank else 1
    if name.startswith("SFT"):
        count = int(name.split()[1]) if "," in name else 200
        pairs = some(hard if "," in name else LEARN, count, generator)
        return shown(model, pairs, generator, rate=0.001 * faster), None
    if name in DPO:
        settings = DPO[name] | {"rate": DPO[name]["rate"] * faster}
        two = preferences(base, some(LEARN, settings["pairs"], generator), generator)
        return preferred(model, base, two, generator, settings)
    settings = GROUPS | {"rate": GROUPS["rate"] * faster, "group": name == "GRPO"}
    return checked(model, LEARN, generator, settings)


def narrow_maps(model):
    """The narrow maps of a net, by the names of the maps that they stand beside."""
    return {
        name.replace(".A", ".weight.A").replace(".B", ".weight.B"): values
        for name, values in model.named_parameters()
        if values.requires_grad
    }


def write(name, net):
    """Store weights in eight bits."""
    NETS.mkdir(parents=True, exist_ok=True)
    text = json.dumps(packed(net))
    (NETS / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def answers(seed):
    """A seed's base, all its tunings, and a tuned net of a tenth of the weights."""
    start = process_time()
    base = imitated("large", seed)
    row = {"parameters": sum(values.numel() for values in base.parameters())}
    row |= {"seconds": {"base": process_time() - start}}
    row |= {"ways": {"base": measured(base, base)}, "curves": {}, "ranks": {}}
    for name in WAYS:
        start = process_time()
        model, curve = tuned(name, base, seed)
        row["seconds"][name] = process_time() - start
        row["ways"][name] = measured(model, base)
        if curve:
            row["curves"][name] = curve
    for rank in RANKS:
        model, _ = tuned("SFT, 200 carries", base, seed, rank)
        found = measured(model, base)
        found["learned"] = sum(values.numel() for values in learns(model))
        row["ranks"][str(rank)] = found
    if seed == SEEDS[0]:
        store_nets(base, seed, row)
    return rounded(row)


def small(seed):
    """A net of a tenth of the weights, as it has read and after 200 right answers."""
    start = process_time()
    model = imitated("small", seed, LONGER)
    row = {"parameters": sum(values.numel() for values in model.parameters())}
    row["ways"] = {"base": measured(model, model)}
    if seed == SEEDS[0]:
        write("small", dict(model.named_parameters()))
    generator = torch.Generator().manual_seed(seed)
    pairs = some(LEARN, 200, generator)
    shown(model, pairs, generator, steps=120, rate=RATE)
    row["ways"]["SFT"] = measured(model, model)
    return rounded(row | {"seconds": process_time() - start})


def store_nets(base, seed, row):
    """The nets that the chapter and its figure read."""
    write("base", dict(base.named_parameters()))
    for name in SHIPPED:
        model, _ = tuned(name, base, seed, NARROW)
        row["ways"][f"{name}, rank {NARROW}"] = measured(model, base)
        write(name.split(",")[0].lower(), narrow_maps(model))


def exercise(kind, count, generator):
    """Digits, an equals sign (10), and what is to be written for their sum mod 10."""
    ids = torch.randint(10, (count, INPUTS), generator=generator)
    sums = ids.cumsum(1) % 10
    equals = torch.full((count, 1), 10)
    after = {
        "at once": sums[:, -1:],
        "dots": torch.cat([torch.full((count, INPUTS - 1), 11), sums[:, -1:]], 1),
        "steps": sums,
    }[kind]
    return torch.cat([ids, equals, after], 1)


def steps(seed):
    """The sum of twelve digits, learned at once, with dots and step by step."""
    row = {"right": {}, "seconds": {}, "curves": {}}
    for kind in ("at once", "dots", "steps"):
        start = process_time()
        torch.manual_seed(seed)
        generator = torch.Generator().manual_seed(seed)
        model, curve = Llama(12, 64, 4, 4, 168, 2), []

        def loss(_, kind=kind, model=model, generator=generator, curve=curve):
            ids = exercise(kind, 64, generator)
            scores = model(ids[:, :-1])[:, INPUTS:]
            wanted = ids[:, INPUTS + 1 :]
            curve.append(
                float((scores[:, -1].argmax(-1) == wanted[:, -1]).float().mean())
            )
            return cross_entropy(scores.mT, wanted)

        fit(model.parameters(), loss, TURNS, RATE, 40)
        row["seconds"][kind] = process_time() - start
        row["right"][kind] = by_itself(model, exercise(kind, 500, generator))
        row["curves"][kind] = [
            sum(curve[k : k + 20]) / 20 for k in range(0, len(curve), 20)
        ]
        row["parameters"] = sum(values.numel() for values in model.parameters())
    return rounded(row)


@torch.no_grad()
def by_itself(model, wanted):
    """How often the last digit is right when the net writes all of it alone."""
    ids = wanted[:, : INPUTS + 1]
    while ids.shape[1] < wanted.shape[1]:
        ids = torch.cat([ids, model(ids)[:, -1:].argmax(-1)], 1)
    return float((ids[:, -1] == wanted[:, -1]).float().mean())


def hidden(count, generator):
    """A row of swaps, and the cup that the ball is under after each: 10 to 14."""
    swaps = torch.randint(len(SWAPS), (count, INPUTS), generator=generator)
    ball, after = torch.zeros(count, dtype=int), []
    for one, other in SWAPS[swaps].permute(1, 2, 0):
        ball = torch.where(ball == one, other, torch.where(ball == other, one, ball))
        after.append(ball + 10)
    return swaps, torch.stack(after, 1)


def followed(seed, layers, written):
    """How often a net knows where the ball is, after each of the swaps."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    model = Llama(16, 64, 4, 4, 168, layers)
    equals = torch.full((BATCH, 1), 15)

    def loss(_):
        ids, after = hidden(BATCH, generator)
        if written:  # what it wrote before is read again
            ids = torch.cat([ids, equals, after[:, :-1]], 1)
        return cross_entropy(model(ids)[:, -INPUTS:].mT, after)

    fit(model.parameters(), loss, WRITTEN if written else ROUNDS, RATE, 40)
    ids, after = hidden(1000, generator)
    with torch.no_grad():
        if written:
            ids = torch.cat([ids, equals[:1].expand(1000, 1)], 1)
            for _ in range(INPUTS):
                ids = torch.cat([ids, model(ids)[:, -1:].argmax(-1)], 1)
            found = ids[:, -INPUTS:]
        else:
            found = model(ids).argmax(-1)
    return [float(right) for right in (found == after).float().mean(0)]


def cups(seed):
    """A ball under one of five cups, followed at once and step by step."""
    start = process_time()
    row = {"at once": {str(n): followed(seed, n, False) for n in DEPTHS}}
    row["written"] = followed(seed, 2, True)
    return rounded(row | {"seconds": process_time() - start})


KINDS = {"answers": answers, "steps": steps, "small": small, "cups": cups}


def place(row):
    """Where a row stands in the table."""
    return list(KINDS).index(row["kind"]), row["seed"]


def main():
    """Make the rows that the command line asks for and that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    keep_memory()
    for seed, kind in product(chosen.seeds, KINDS):
        row = {"kind": kind, "seed": seed}
        if place(row) not in stored(TABLE, place):
            store(row | KINDS[kind](seed), TABLE, place)


if __name__ == "__main__":
    main()
