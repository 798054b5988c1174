"""Vectors of words and the questions put to them, as chapter 12 teaches them."""

import torch


def cosine(x, y):
    """The cosine of the angle between two vectors."""
    return float(x @ y / (x.norm() * y.norm()))


class Vectors:
    """Words, each with a vector, and the search for the nearest."""

    def __init__(self, words, table):
        self.words = list(words)
        self.index = {word: row for row, word in enumerate(self.words)}
        self.table = table  # (V, D)
        self.unit = table / table.norm(dim=1, keepdim=True)  # every row of length one

    def __getitem__(self, word):
        if word not in self.index:
            raise ValueError(f"{word!r} is none of the {len(self.words)} known words")
        return self.table[self.index[word]]

    def nearest(self, query, leave_out=(), most=5):
        """The words at the smallest angles to the query, with their cosines."""
        cosines = self.unit @ query / query.norm()  # (V,)
        cosines[[self.index[word] for word in leave_out]] = -torch.inf
        best = cosines.topk(most)
        rows = zip(best.indices.tolist(), best.values.tolist(), strict=True)
        return {self.words[row]: round(value, 3) for row, value in rows}


def analogy(vectors, a, b, c, exclude=True, most=5):
    """The words nearest to a - b + c, with or without the three words asked about."""
    query = vectors[a] - vectors[b] + vectors[c]
    return vectors.nearest(query, leave_out=(a, b, c) if exclude else (), most=most)


def score(vectors, questions, exclude=True, offset=1.0):
    """The part of the questions (a, b, c, d) in which d is nearest to a - b + c."""
    rows = torch.tensor([[vectors.index[word] for word in q] for q in questions])
    a, b, c = vectors.table[rows[:, :3]].unbind(1)  # (Q, D) each
    nearness = (offset * (a - b) + c) @ vectors.unit.T  # (Q, V), ordered as cosines
    if exclude:
        nearness.scatter_(1, rows[:, :3], -torch.inf)  # a, b and c cannot win
    right = nearness.argmax(1) == rows[:, 3]
    return round(float(right.float().mean()), 3)
