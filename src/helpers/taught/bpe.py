"""Byte-pair encoding, as chapter 16 teaches it."""

import re
from collections import Counter
from itertools import pairwise

PIECES = re.compile(r" ?[^ ]+| +")  # a word keeps the space before it


def merged(tokens, pair):
    """The tokens with every occurrence of the pair, from the left, made one."""
    result, i = [], 0
    while i < len(tokens):
        if tuple(tokens[i : i + 2]) == pair:
            result.append(tokens[i] + tokens[i + 1])
            i += 2
        else:
            result.append(tokens[i])
            i += 1
    return result


def learn_merges(text, count):
    """The pairs to merge, in order: each time the one that is most frequent."""
    words = Counter(PIECES.findall(text))
    split = {word: list(word) for word in words}
    rank = {letter: i for i, letter in enumerate(sorted(set(text)))}
    merges = []
    for _ in range(count):
        counts = Counter()
        for word, tokens in split.items():
            for pair in pairwise(tokens):
                counts[pair] += words[word]
        if not counts:
            break
        best = min(counts, key=lambda p: (-counts[p], rank[p[0]], rank[p[1]]))
        merges.append(best)
        rank.setdefault("".join(best), len(rank))  # older tokens win a tie
        split = {  # other words cannot hold the pair, so they are left alone
            word: merged(tokens, best) if "".join(best) in word else tokens
            for word, tokens in split.items()
        }
    return merges


def encode(text, merges):
    """The text's tokens: letters first, then every merge in the order learned."""
    tokens = []
    for word in PIECES.findall(text):
        parts = list(word)
        for pair in merges:
            if "".join(pair) in word:  # to save time: elsewhere it cannot occur
                parts = merged(parts, pair)
        tokens += parts
    return tokens
