"""What long trainings left: measured rows, curves, and networks in 8 bits.

`scripts/studies/NAME.py` writes `NAME.json`, and the networks along a training to
`NAME/step_N.json`, or under names of their own.
"""

import json
from base64 import b64decode
from pathlib import Path

import numpy as np

_HERE = Path(__file__).parent


def _load(name, path, what):
    """The JSON in this file, or one sentence that says why there is none."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{what} is not stored: restore {path.name}, or run "
            f"scripts/studies/{name}.py."
        ) from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise ValueError(f"{what} is damaged: restore {path}.") from None


def rows(name):
    """The rows of a study's table, in their order."""
    return _load(name, _HERE / f"{name}.json", f"The study {name}")["rows"]


def networks(name, *steps):
    """The networks stored after these steps of a training, packed for the page."""
    return {
        str(step): _load(
            name,
            _HERE / name / f"step_{step}.json",
            f"The network of study {name} after {step} steps",
        )
        for step in steps
    }


def part(name, which):
    """What a study left by itself, in `NAME/WHICH.json`: a network, or its curve."""
    path = _HERE / name / f"{which}.json"
    return _load(name, path, f"The part {which} of study {name}")


def kept(name):
    """All that a study left beside its table, by the names of its files."""
    folder = _HERE / name
    if not folder.is_dir():
        raise FileNotFoundError(
            f"The study {name} kept nothing: run scripts/studies/{name}.py."
        )
    what = f"What the study {name} kept"
    return {
        path.stem: _load(name, path, what) for path in sorted(folder.glob("*.json"))
    }


def weights(net):
    """The matrices and vectors of a packed network, by name, as NumPy arrays."""
    whole = np.frombuffer(b64decode(net["whole"]), dtype=np.int8)
    exact = np.frombuffer(b64decode(net["exact"]), dtype="<f4")
    found, at, place = {}, 0, 0
    for name, rows_, *columns in net["parts"]:
        values = exact[place : place + rows_]
        place += rows_
        if columns:
            size = rows_ * columns[0]
            values = whole[at : at + size].reshape(rows_, -1) * values[:, None]
            at += size
        found[name] = values
    return found
