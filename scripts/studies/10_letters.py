"""Chapters 10 and 11's stored table: how many bits a letter of a fairy tale costs.

`python scripts/studies/10_letters.py` fills the rows that
src/helpers/studies/10_letters.json lacks, one after the other, on one thread; a
training that was stopped goes on where it was (its state lies in _build/studies), and
`--so-far` stores how far it has come. `--rows RNN --seeds 1990` chooses among them.
N-grams take a quarter of a minute, a net about seven minutes, a rate that is tried one.
The stories are FairytaleQA's: helpers/corpora/tales.py says where they are to be had,
and `--tales FILE` where they lie.
"""

import argparse
import json
from collections import Counter
from functools import cache
from math import cos, log, log2, pi
from pathlib import Path
from statistics import median
from time import process_time

import torch
from kept import FOLDER, keep, loaded, packed, resume, unpacked
from rows import store, stored
from torch import nn
from torch.nn.functional import cross_entropy

from helpers.corpora import tales
from helpers.taught.recurrent import RNN
from helpers.training.memory import keep_memory

TABLE = Path(__file__).parents[2] / "src/helpers/studies/10_letters.json"
NETS = TABLE.with_suffix("")
KEPT = FOLDER / "10_letters"
SEEDS = (1990, 1991, 1992, 1993)
BATCH, LENGTH, CLIP = 64, 64, 1.0
STREAMS = 32  # that a text is measured in, each from its beginning
STEPS, UNITS, RATE = 12000, 384, 0.004
LSTM_UNITS, LSTM_RATE = 185, 0.004  # as many parameters as the recurrent net has
SHOWN = (0, 100, 300, 1000, 3000, 10000)  # steps whose weights and samples are stored
BEGINNING, WARMTH, SAID = "Once upon a time", 0.7, 400
WHERE = {}  # the tales' place, if it is not the usual one


# ---- the text -----------------------------------------------------------------------


@cache
def text():
    """The three parts of the tales, as numbers of their letters."""
    return tuple(map(numbers, tales.splits(**WHERE)))


def numbers(letters):
    """The numbers of letters in the alphabet."""
    index = {letter: i for i, letter in enumerate(tales.ALPHABET)}
    return torch.tensor([index[letter] for letter in letters])


def batch(learn, step, seed):
    """The step's letters, (LENGTH + 1, BATCH): each column goes on where it ended.

    Every pass begins elsewhere in the text, so that its cuts fall elsewhere too.
    """
    steps = len(learn) // (BATCH * LENGTH) - 1  # of a pass
    lap, at = divmod(step, steps)
    generator = torch.Generator().manual_seed(seed * 1000 + lap)
    start = torch.randint(len(learn), (1,), generator=generator)
    first = torch.arange(BATCH) * (len(learn) // BATCH) + start + at * LENGTH
    return learn[(first + torch.arange(LENGTH + 1)[:, None]) % len(learn)]


# ---- n-grams ------------------------------------------------------------------------


def counted(learn, order):
    """How often each gram and each context is there, and before how many letters."""
    grams = Counter(learn[i : i + order] for i in range(len(learn) - order + 1))
    totals, kinds = Counter(), Counter()
    for gram, count in grams.items():
        totals[gram[:-1]] += count
        kinds[gram[:-1]] += 1
    return grams, totals, kinds


def discount(grams):
    """What is taken from every count: n1 / (n1 + 2 n2), n1 grams being seen once."""
    seen = Counter(grams.values())
    return seen[1] / max(seen[1] + 2 * seen[2], 1)


def refined(shares, held, order, grams, totals, kinds):
    """The share of each letter of a text, from its share by shorter contexts.

    What is taken from the counts of a context goes to the letters by those shares.
    """
    taken, result = discount(grams), list(shares)
    for i in range(order - 1, len(held)):
        gram = held[i - order + 1 : i + 1]
        if whole := totals[gram[:-1]]:
            left = max(grams[gram] - taken, 0)
            result[i] = (left + taken * kinds[gram[:-1]] * shares[i]) / whole
    return result


def ngram_bits(learn, texts, orders=9):
    """Bits a letter on each text, for each order."""
    shares = [[1 / len(tales.ALPHABET)] * len(held) for held in texts]
    rows = []
    for order in range(1, orders + 1):
        counts = counted(learn, order)
        for k, held in enumerate(texts):
            shares[k] = refined(shares[k], held, order, *counts)
        bits = [-sum(map(log2, part)) / len(part) for part in shares]
        rows.append([round(value, 4) for value in bits])
    return rows


# ---- the recurrent net --------------------------------------------------------------


class States(torch.autograd.Function):
    """Chapter 10's layer over (T, B, D), with its backward sweep written by hand.

    The gradient of W is one product for all times instead of one at each.
    """

    @staticmethod
    def forward(ctx, driven, h, W):
        """The states after h, (T, B, D), driven by U x + b, (T, B, D)."""
        states = torch.empty(len(driven) + 1, *h.shape)
        states[0] = h
        for t, from_input in enumerate(driven):
            torch.addmm(from_input, states[t], W.T, out=states[t + 1]).tanh_()
        ctx.save_for_backward(states, W)
        return states[1:]

    @staticmethod
    def backward(ctx, arriving):
        """The gradients of what drives, and of W; none of h."""
        states, W = ctx.saved_tensors
        slope, delta = 1 - states[1:] ** 2, torch.empty_like(arriving)
        back = torch.zeros_like(states[0])
        for t in reversed(range(len(arriving))):
            torch.add(arriving[t], back, out=delta[t]).mul_(slope[t])
            torch.mm(delta[t], W, out=back)
        return delta, None, delta.flatten(0, 1).T @ states[:-1].flatten(0, 1)


class LetterRNN(nn.Module):
    """Chapter 10's layer on letters, and scores for the next letter of each state."""

    def __init__(self, units):
        super().__init__()
        self.rnn = RNN(len(tales.ALPHABET), units)
        self.out = nn.Linear(units, len(tales.ALPHABET))

    def start(self, count):
        """States before anything was read."""
        return torch.zeros(count, len(self.rnn.b))

    def states(self, ids, h):
        """The state after each letter, (T, B, D); a letter picks a column of U."""
        driven = nn.functional.embedding(ids, self.rnn.U.T) + self.rnn.b
        return States.apply(driven, h, self.rnn.W)

    def forward(self, ids, h):
        """Scores for each next letter, (T, B, A), and the last states."""
        states = self.states(ids, h)
        return self.out(states), states[-1].detach()

    def parts(self):
        """The weights by the chapter's names, U with a row for each letter."""
        return {
            "U": self.rnn.U.T,
            "W": self.rnn.W,
            "b": self.rnn.b,
            "V": self.out.weight,
            "c": self.out.bias,
        }


class LetterLSTM(nn.Module):
    """An LSTM layer on letters, and scores for the next letter of each state.

    Its forget gates begin near 0.73, since their biases begin near 1.
    """

    def __init__(self, units):
        super().__init__()
        self.lstm = nn.LSTM(len(tales.ALPHABET), units)
        self.out = nn.Linear(units, len(tales.ALPHABET))
        with torch.no_grad():
            self.lstm.bias_ih_l0[units : 2 * units] += 1

    def start(self, count):
        """States and cells before anything was read, (2, B, D)."""
        return torch.zeros(2, count, self.lstm.hidden_size)

    def states(self, ids, h):
        """Cells and outputs after each letter, side by side, (T, B, 2D)."""
        found, (h, c), parts = [], h, self.parts()
        for letters in ids:
            sums = parts["U"][letters] + parts["b"] + h @ parts["W"].T
            i, f, g, o = sums.chunk(4, dim=-1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
            found.append(torch.cat([c, h], -1))
        return torch.stack(found)

    def forward(self, ids, h):
        """Scores for each next letter, (T, B, A), and the last states and cells."""
        seen = nn.functional.one_hot(ids, len(tales.ALPHABET)).float()
        states, last = self.lstm(seen, tuple(h[:, None]))
        return self.out(states), torch.cat(last).detach()

    def parts(self):
        """The weights, in blocks i, f, g, o; U with a row for each letter."""
        return {
            "U": self.lstm.weight_ih_l0.T,
            "W": self.lstm.weight_hh_l0,
            "b": self.lstm.bias_ih_l0 + self.lstm.bias_hh_l0,
            "V": self.out.weight,
            "c": self.out.bias,
        }


def from_parts(parts):
    """The net with these weights; an LSTM has four rows of W for each column."""
    rows, units = parts["W"].shape
    net = LetterRNN(units) if rows == units else LetterLSTM(units)
    if rows != units:
        nn.init.zeros_(net.lstm.bias_hh_l0)  # one bias is all of both
    with torch.no_grad():
        for name, values in net.parts().items():
            if name == "b" and rows != units:
                values = net.lstm.bias_ih_l0
            values.copy_(parts[name])
    return net


@torch.no_grad()
def cost(net, held, length=250):
    """Bits a letter on a text that is read in STREAMS parts side by side."""
    columns = held[: len(held) // STREAMS * STREAMS].view(STREAMS, -1).T
    h, total = net.start(STREAMS), 0.0
    for at in range(0, len(columns) - 1, length):
        ids = columns[at : at + length + 1]
        scores, h = net(ids[:-1], h)
        total += float(cross_entropy(scores.mT, ids[1:], reduction="sum"))
    return total / (len(columns) - 1) / STREAMS / log(2)


@torch.no_grad()
def sample(net, seed=1990, count=SAID):
    """What the net writes after the beginning, letter by letter."""
    generator = torch.Generator().manual_seed(seed)
    said = numbers(BEGINNING).tolist()
    scores, h = net(torch.tensor(said)[:, None], net.start(1))
    for _ in range(count):
        share = (scores[-1, 0] / WARMTH).softmax(0)
        said.append(int(share.multinomial(1, generator=generator)))
        scores, h = net(torch.tensor([said[-1:]]), h)
    return "".join(tales.ALPHABET[i] for i in said)


def marked(step, steps):
    """Whether the net is measured on held text after this step."""
    if step in (0, steps) or step % 1000 == 0:
        return True
    return steps == STEPS and step in (100, 200, 300, 500)


def show(net, step, bits, held, path):
    """Store the net in eight bits, with what it writes, and the bits it costs then.

    Without a path it is not stored, but measured as if it were.
    """
    stored_net = packed(net.parts())
    again = from_parts(unpacked(stored_net))
    rough, tested = (round(cost(again, part), 4) for part in (held, text()[2]))
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        more = {"alphabet": tales.ALPHABET, "step": step, "bits": rough}
        path.write_text(json.dumps(more | stored_net) + "\n", encoding="utf-8")
    costs = {"bits": bits, "bits in 8 bits": rough, "test in 8 bits": tested}
    return {"step": step, **costs, "sample": sample(net)}


class Diary:
    """What a training leaves besides its weights; kept as text beside them."""

    def __init__(self, path):
        self.path = path
        self.notes = {"curve": [], "norms": [], "shown": [], "seconds": 0.0}

    def write(self):
        """Keep the notes, whole or not at all."""
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.notes), encoding="utf-8")
        part.replace(self.path)

    def read(self, step):
        """Back to the notes as they were at this step."""
        self.notes = json.loads(self.path.read_text("utf-8"))
        for name in ("curve", "shown"):
            self.notes[name] = [n for n in self.notes[name] if _step(n) <= step]
        del self.notes["norms"][step:]


def _step(note):
    return note["step"] if isinstance(note, dict) else note[0]


def descend(net, optimiser, ids, h, rate):
    """One step down the gradient: the last states, and the gradient's length before
    it was clipped."""
    for group in optimiser.param_groups:
        group["lr"] = rate
    scores, h = net(ids[:-1], h)
    loss = cross_entropy(scores.flatten(0, 1), ids[1:].flatten())
    optimiser.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), CLIP)
    optimiser.step()
    return h, round(float(norm), 4)


def trained(name, seed, units, rate, steps, shown=None, every=500, until=None):
    """A net and its diary, from where it was kept last to its last step."""
    torch.manual_seed(seed)
    learn, held, _ = text()
    net = (LetterLSTM if name.startswith("LSTM") else LetterRNN)(units)
    optimiser = torch.optim.Adam(net.parameters(), rate, fused=True)
    h, first = net.start(BATCH), 0
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{name} {seed}.safetensors"
    diary = Diary(path.with_suffix(".json"))
    if path.exists():
        more, first = resume(path, net, optimiser)
        h = more["h"]
        diary.read(first)
    start = process_time() - diary.notes["seconds"]
    for step in range(first, steps + 1):
        if step != first or step == 0:
            observe(net, step, steps, held, diary.notes, shown)
            if step % every == 0 or step == steps:
                diary.notes["seconds"] = process_time() - start
                diary.write()
                keep(path, net, optimiser, {"h": h}, step)
        if step in (steps, until) or until == 0:
            break
        falling = rate * (1 + cos(pi * step / steps)) / 2
        h, norm = descend(net, optimiser, batch(learn, step, seed), h, falling)
        diary.notes["norms"].append(norm)
    return net, diary.notes


def observe(net, step, steps, held, notes, shown):
    """Measure the net where it is to be measured, show it where it is to be shown."""
    if not marked(step, steps):
        return
    bits = round(cost(net, held), 4)
    notes["curve"].append([step, bits])
    print(step, bits, flush=True)
    if shown and (step in SHOWN or step == steps):
        whole = isinstance(net, LetterRNN) or step == steps
        path = shown / f"step_{step}.json" if whole else None
        notes["shown"].append(show(net, step, bits, held, path))


# ---- what is made of it -------------------------------------------------------------


def lengths(norms, per=2):
    """How many gradients were how long, by powers of 2^(1/per), early and late."""
    phases = {"first 300": norms[:300], "to 1,000": norms[300:1000]}
    phases |= {"to 5,000": norms[1000:5000], "after": norms[5000:]}
    result = {}
    for phase, part in phases.items():
        bins = Counter(int(per * log2(max(norm, 2**-8)) // 1) for norm in part)
        counts = {str(round(2 ** (k / per), 4)): bins[k] for k in sorted(bins)}
        clipped = sum(norm > CLIP for norm in part)
        result[phase] = {"gradients": len(part), "clipped": clipped, "from": counts}
    return result


def rnn(seed, units=UNITS, rate=RATE, steps=STEPS, name="RNN", until=None):
    """The row of a net; of the first seed nets are stored as well.

    Of the recurrent net those along the way, of the LSTM the last.
    """
    folders = {"RNN": NETS, "LSTM": NETS.with_name("11_letters")}
    shown = folders.get(name) if seed == SEEDS[0] else None
    net, notes = trained(name, seed, units, rate, steps, shown, until=until)
    _, held, last = text()
    row = {"units": units, "rate": rate, "steps": steps, "curve": notes["curve"]}
    row["parameters"] = sum(values.numel() for values in net.parameters())
    row |= {"valid": round(cost(net, held), 4), "test": round(cost(net, last), 4)}
    row |= {"norms": lengths(notes["norms"]), "shown": notes["shown"]}
    norms = notes["norms"]
    windows = [norms[i : i + 400] for i in range(0, len(norms), 400)]
    row["median norms"] = [round(median(window), 3) for window in windows]
    row["units that tell"] = telling(net, held)
    return row | {"seconds": round(notes["seconds"])}


# ---- what its units show ------------------------------------------------------------


SIGNS = "quoted", "line", "word", "start", "name", "clause", "vowel", "space"


def signs(letters):
    """What can be said at each letter of a text, as numbers by name."""
    found = {name: [] for name in SIGNS}
    quoted = named = False
    line = word = clause = 0
    start = True
    for letter in letters:
        line = 0 if letter == "\n" else line + 1
        quoted = letter != "\n" and (quoted != (letter == '"'))
        start = letter in ".!?\n" or (start and not letter.isalpha())
        word = word + 1 if letter.isalpha() else 0
        named = letter.isupper() if word == 1 else (named and word > 1)
        clause = 0 if letter in ".,;:!?\n" else clause + 1
        values = (quoted, log(1 + line), word, start, named, log(1 + clause))
        values += (letter in "aeiouAEIOU", letter in " \n")
        for name, value in zip(found, values, strict=True):
            found[name].append(float(value))
    return {name: torch.tensor(values) for name, values in found.items()}


@torch.no_grad()
def reading(net, held, length=6000, skipped=1000):
    """States and signs after each letter of some passages, the first ones left out."""
    columns = held[: len(held) // STREAMS * STREAMS].view(STREAMS, -1)[:, :length]
    states = net.states(columns.T, net.start(STREAMS))[skipped:]
    passages = ["".join(tales.ALPHABET[i] for i in row) for row in columns.tolist()]
    found = [signs(passage) for passage in passages]
    return states, {
        name: torch.stack([one[name] for one in found], 1)[skipped:]
        for name in found[0]
    }


def correlation(states, values):
    """Of each unit with a sign, over all times and passages."""
    states, values = states.flatten(0, 1), values.flatten()
    states, values = states - states.mean(0), values - values.mean()
    both = states.pow(2).sum(0).sqrt() * values.pow(2).sum().sqrt()
    return values @ states / both.clamp(min=1e-9)


def telling(net, held, best=3):
    """For each sign the units that follow it best, and how well all of them together.

    Units and weighted sums are chosen on half of the passages, their correlation with
    the sign is measured on the other half.
    """
    states, found = reading(net, held)
    half, result = STREAMS // 2, {}
    early, late = states[:, :half], states[:, half:]
    names, signs_ = list(found), torch.stack(list(found.values()), -1)
    # In double precision: an LSTM's cells differ in size by far.
    wide = nn.functional.pad(early.flatten(0, 1), (0, 1), value=1.0).double()
    sums = torch.linalg.lstsq(wide, signs_[:, :half].flatten(0, 1).double()).solution
    for k, name in enumerate(names):
        sign = signs_[..., k]
        chosen = correlation(early, sign[:, :half]).abs().topk(best).indices
        other = correlation(late, sign[:, half:])
        units = [[int(i), round(float(other[i]), 3)] for i in chosen]
        told = late.double() @ sums[:-1, k]
        together = correlation(told[..., None], sign[:, half:].double())
        result[name] = {"units": units, "all": round(float(together), 3)}
    return result


# ---- the rows -----------------------------------------------------------------------


def trial(units, rate, steps, kind=""):
    """How a short training is made, to choose a size or a rate by."""
    name = f"{kind}{units} units, rate {rate}, {steps} steps"
    return lambda seed: rnn(seed, units, rate, steps, name)


def lstm(seed, until=None):
    """The row of an LSTM with as many parameters as the recurrent net."""
    return rnn(seed, LSTM_UNITS, LSTM_RATE, name="LSTM", until=until)


def ngrams(seed):
    """The rows of the n-grams: bits on validation and test for orders 1 to 9."""
    learn, *held = tales.splits(**WHERE)
    start = process_time()
    found = ngram_bits(learn, held)
    spent = round(process_time() - start)
    valid, test = map(list, zip(*found, strict=True))
    return {"valid": valid, "test": test, "letters": len(learn), "seconds": spent}


# rates, and then sizes at equal seconds
TRIED = {
    f"{units} units, rate {rate}": trial(units, rate, steps)
    for units, rate, steps in (
        (512, 0.001, 800),
        (512, 0.002, 800),
        (512, 0.004, 800),
        (384, 0.002, 1360),
        (384, 0.004, 1360),
        (384, 0.008, 1360),
        (256, 0.004, 2400),
    )
}
TRIED |= {
    f"LSTM, {units} units, rate {rate}": trial(units, rate, steps, "LSTM, ")
    for units, rate, steps in (
        (LSTM_UNITS, 0.004, 1360),
        (LSTM_UNITS, 0.008, 1360),
    )
}
KINDS = {"n-grams": ngrams, "RNN": rnn, "LSTM": lstm}
NAMES = [*KINDS, *TRIED]


def place(row):
    """Where a row stands in the table."""
    return NAMES.index(row["name"]), row["seed"]


def finished(row):
    """Whether a row is there, and its training went to its last step."""
    return bool(row) and row.get("curve", [[0]])[-1][0] == row.get("steps", 0)


def main():
    """Make the rows that the command line asks for and that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--so-far", action="store_true", help="store how far a training has come"
    )
    parser.add_argument("--rows", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--tales", type=Path)
    chosen = parser.parse_args()
    if chosen.tales:
        WHERE["path"] = chosen.tales
    loaded(text)
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("medium")
    keep_memory()
    for seed in chosen.seeds:
        for name in chosen.rows:
            row = {"name": name, "seed": seed}
            wanted = name == "RNN" or seed == SEEDS[0]
            if not wanted or finished(stored(TABLE, place).get(place(row))):
                continue
            if not chosen.so_far:
                store(row | (KINDS | TRIED)[name](seed), TABLE, place)
            elif (KEPT / f"{name} {seed}.safetensors").exists():
                store(row | KINDS[name](seed, until=0), TABLE, place)


if __name__ == "__main__":
    main()
