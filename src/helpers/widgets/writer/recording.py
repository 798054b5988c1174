"""What the network writes first, kept beforehand, so that a page opens without it."""

from base64 import b64decode

import numpy as np

LEVELS = 9  # of a number of the state, from −1 to 1
FIRST = ord("0")  # the sign of the lowest level
BARS = 8  # of what may follow a letter


def unpacked(net):
    """The arrays of a packed network by name, as the page has them."""
    numbers = np.frombuffer(b64decode(net["whole"]), dtype=np.int8)
    exact = np.frombuffer(b64decode(net["exact"]), dtype="<f4")
    arrays, at, next_ = {}, 0, 0
    for name, rows, *columns in net["parts"]:
        values = exact[next_ : next_ + rows]
        if columns:
            size = rows * columns[0]
            values = numbers[at : at + size].reshape(rows, -1) * values[:, None]
            at += size
        arrays[name], next_ = values, next_ + rows
    return arrays


def lot(seed, n):
    """The number from 0 to 1 that a seed gives for the n-th draw, as chance.js does."""
    low = 2**32 - 1
    bits = ((seed + 1) * 7919 + n * 104729) & low
    bits = (bits ^ (bits >> 16)) * 0x85EBCA6B & low
    bits = (bits ^ (bits >> 13)) * 0xC2B2AE35 & low
    return (bits ^ (bits >> 16)) / 2**32


def heated(scores, temperature):
    """The probabilities of scores at a temperature; at 0 the highest has it all."""
    if temperature == 0:
        return np.eye(len(scores))[scores.argmax()]
    powers = np.exp((scores - scores.max()) / temperature)
    return powers / powers.sum()


def drawn(probabilities, number):
    """The place that a number from 0 to 1 falls on, the likeliest places first."""
    order = np.argsort(-probabilities, kind="stable")
    place = np.searchsorted(probabilities[order].cumsum(), number, side="right")
    return int(order[min(place, len(order) - 1)])


def recorded(net, beginning, *, temperature, seed, length, unit):
    """The text after the numbers of a beginning's letters, with all that it shows.

    Each letter has its surprise in bits, the state after it in `LEVELS` levels, in
    which `unit` alone is exact, and the likeliest letters to follow with their chances.
    """
    arrays = unpacked(net)
    state, scores = np.zeros(len(arrays["W"])), None
    ids = list(beginning)
    bits, states, exact, following = [], [], [], []
    for k in range(len(beginning) + length):
        if k >= len(beginning):
            ids.append(drawn(following[-1], lot(seed, k - len(beginning))))
        if scores is not None:
            bits.append(round(float(-np.log2(heated(scores, 1)[ids[k]])), 3))
        state = np.tanh(arrays["W"] @ state + arrays["b"] + arrays["U"][ids[k]])
        scores = arrays["V"] @ state + arrays["c"]
        states.append(np.rint((state + 1) / 2 * (LEVELS - 1)).astype(int))
        exact.append(round(float(state[unit]), 4))
        following.append(heated(scores, temperature))
    return {
        "known": len(arrays["U"]),
        "ids": ids,
        "given": len(beginning),
        "bits": [None, *bits],
        "states": "".join(chr(FIRST + level) for level in np.concatenate(states)),
        "levels": LEVELS,
        "unit": unit,
        "exact": exact,
        "following": [
            likeliest(chances, more)
            for chances, more in zip(following, [*ids[1:], None], strict=True)
        ],
    }


def likeliest(chances, more):
    """The likeliest letters and one more, each with its chance in thousandths."""
    shown = dict.fromkeys(np.argsort(-chances, kind="stable")[:BARS].tolist())
    if more is not None:
        shown[more] = None
    return [[k, round(1000 * float(chances[k]))] for k in shown]
