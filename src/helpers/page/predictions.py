"""Predictions, and keys that tell a right one without giving it away.

A key says in words what is asked for, then a digest of the right answer, as in
"2 numbers to 1 decimal: 5c7fa0f2b1de". The page's predict.js makes the same digest.
A guess can be tried against it, so it keeps an answer from the eye, not from a program.
"""

import math
import re
from hashlib import sha256
from numbers import Real

KEY = re.compile(r"(.+?)(?: to (\d) decimals?)?: ([0-9a-f]{12})")


def plain(answer):
    """The answer as numbers, words, lists and dictionaries; None if it is no such."""
    answer = answer.tolist() if hasattr(answer, "tolist") else answer
    if isinstance(answer, str):
        return answer
    if isinstance(answer, Real):
        number = float(answer)
        if not math.isfinite(number):
            return None
        return int(number) if number.is_integer() else number
    if isinstance(answer, dict):
        found = {str(name): plain(value) for name, value in answer.items()}
        return None if None in found.values() else found
    if isinstance(answer, list | tuple):
        found = [plain(value) for value in answer]
        return None if None in found else found
    return None


def atoms(answer):
    """The numbers and words of a plain answer in their order, without its brackets."""
    if isinstance(answer, dict):
        answer = list(answer.values())
    if isinstance(answer, list):
        return [atom for value in answer for atom in atoms(value)]
    return [answer]


def decimals(answer):
    """How many decimals tell a plain answer: all if it has few, else two digits."""
    numbers = [abs(atom) for atom in atoms(answer) if not isinstance(atom, str)]
    for few in range(4):
        scaled = [number * 10**few for number in numbers]
        if all(abs(s - round(s)) < 1e-6 for s in scaled):
            return few
    least = min(number for number in numbers if number != round(number))
    return min(max(1, 1 - math.floor(math.log10(least))), 9)


def canonical(answer, places):
    """The one text that stands for all ways to write a plain answer."""
    if isinstance(answer, dict):
        parts = (f"{name}={canonical(answer[name], places)}" for name in sorted(answer))
        return ";".join(parts)
    return ",".join(
        " ".join(atom.lower().split())
        if isinstance(atom, str)
        else str(math.floor(atom * 10**places + 0.5))
        for atom in atoms(answer)
    )


def form(answer):
    """What is asked for, in words: "a number", "3 numbers", or the names of parts."""
    if isinstance(answer, dict):
        return "; ".join(sorted(answer))
    found = atoms(answer)
    words = sum(isinstance(atom, str) for atom in found)
    kind = {0: "number", len(found): "word"}.get(words, "answer")
    return f"a {kind}" if len(found) == 1 else f"{len(found)} {kind}s"


def digest(number, text):
    """A short digest of a canonical answer, another one for each exercise."""
    return sha256(f"{number}|{text}".encode()).hexdigest()[:12]


def key(number, answer, places=None):
    """The key of an exercise for its right answer; ValueError if it can have none."""
    answer = plain(answer)
    if answer is None or answer in ([], {}):
        raise ValueError("a prediction is a number, a word, or a list of them")
    places = decimals(answer) if places is None else places
    rounded = f" to {places} decimal{'s' * (places > 1)}" if places else ""
    return f"{form(answer)}{rounded}: {digest(number, canonical(answer, places))}"


def read_key(text):
    """What a key asks for, its decimals, and its digest."""
    found = KEY.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no key: scripts/predict.py makes one")
    return found[1], int(found[2] or 0), found[3]


def problem(answer, key):
    """What is wrong with the form of an answer in one sentence, or None."""
    asked, _, _ = read_key(key)
    answer = plain(answer)
    if answer is None:
        return "a prediction is a number, a word, or a list of them."
    if form(answer) != asked:
        return f"this asks for {asked}, not for {form(answer)}."
    return None


def fits(number, answer, key):
    """Whether the answer is the one from which the key was made."""
    _, places, wanted = read_key(key)
    return digest(number, canonical(plain(answer), places)) == wanted
