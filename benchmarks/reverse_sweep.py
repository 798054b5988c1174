"""Chapter 4: the tape, beside three that a reader may know."""

import random
from functools import partial
from itertools import pairwise

import autograd.numpy as anp
import numpy as np
import torch
from autograd import grad
from micrograd.engine import Value

from benchmarks.report import alone
from benchmarks.timing import MEMORY_IS_SEEN, OURS, SEED, Case
from helpers.taught.autodiff import ArrayTape, Tape, gradient

# ---- any function of numbers, by each ------------------------------------------------


def by_tape(function, numbers):
    """The gradient on our tape."""
    tape = Tape()
    inputs = [tape.variable(x) for x in numbers]
    return gradient(function(inputs), inputs)


def by_micrograd(function, numbers):
    """The gradient by micrograd, whose classes are the model of many others."""
    inputs = [Value(x) for x in numbers]
    function(inputs).backward()
    return [x.grad for x in inputs]


def by_autograd(function, numbers):
    """The gradient by HIPS autograd, a number at a time."""
    return grad(function)(list(numbers))


def by_torch(function, numbers):
    """The gradient by PyTorch, a number at a time."""
    inputs = [torch.tensor(x, dtype=float, requires_grad=True) for x in numbers]
    function(inputs).backward()
    return [x.grad for x in inputs]


WAYS = {
    OURS: by_tape,
    "micrograd": by_micrograd,
    "autograd": by_autograd,
    "PyTorch": by_torch,
}
FLOORS = {"micrograd": 1.5, "autograd": 20, "PyTorch": 3}


# ---- micrograd's demonstration -------------------------------------------------------


def demonstration(examples):
    """The weights of a net 2-16-16-1 as one list, the points, and their signs."""
    draw = random.Random(SEED)
    count = sum(m * (n + 1) for n, m in pairwise([2, 16, 16, 1]))
    weights = [draw.uniform(-1, 1) for _ in range(count)]
    points = [(draw.uniform(-1, 2), draw.uniform(-1, 1)) for _ in range(examples)]
    return weights, points, [draw.choice([-1, 1]) for _ in points]


def squared_error(points, signs, weights):
    """The mean squared error of the net; a cube squashes, which all can compute."""
    total = 0.0
    for point, sign in zip(points, signs, strict=True):
        values, start = point, 0
        for units in (16, 16, 1):
            sums = []
            for _ in range(units):
                end = start + len(values)
                own = zip(weights[start:end], values, strict=True)
                sums.append(sum((w * x for w, x in own), weights[end]))
                start = end + 1
            values = sums if units == 1 else [s - s * s * s * 0.01 for s in sums]
        total = total + (values[0] - sign) ** 2
    return total * (1 / len(points))


def matrices(weights):
    """The same weights as arrays: of each layer, one for the inputs, one for biases."""
    start = 0
    for n, m in pairwise([2, 16, 16, 1]):
        block = np.array(weights[start : start + m * (n + 1)]).reshape(m, n + 1)
        yield from (block[:, :-1].T.copy(), block[:, -1].copy())
        start += m * (n + 1)


def column_error(points, signs, parts):
    """The same error, all examples at once; the parts are arrays of any library."""
    values = points
    for depth in (0, 2, 4):
        values = values @ parts[depth] + parts[depth + 1]
        if depth < 4:
            values = values - values * values * values * 0.01
    return ((values - signs) ** 2).sum() * (1 / len(points))


def columns(examples):
    """The demonstration with a column of numbers in place of each number."""
    weights, points, signs = demonstration(examples)
    arrays, points = list(matrices(weights)), np.array(points)
    signs = np.array(signs, dtype=float)[:, None]
    tensors = [torch.from_numpy(part) for part in (points, signs)]

    def ours():
        tape = ArrayTape()
        parts = [tape.variable(part) for part in arrays]
        return gradient(column_error(points, signs, parts), parts)

    def theirs():
        parts = [torch.tensor(part, requires_grad=True) for part in arrays]
        column_error(*tensors, parts).backward()
        return [part.grad.numpy() for part in parts]

    def by_hips():
        def error(parts):
            return anp.sum(column_error(points, signs, parts))

        return grad(error)(arrays)

    return {OURS: ours, "autograd": by_hips, "PyTorch": theirs}


def singly(examples):
    """The demonstration, a number at a time, by micrograd."""
    weights, points, signs = demonstration(examples)
    return partial(by_micrograd, partial(squared_error, points, signs), weights)


# ---- random expressions --------------------------------------------------------------


def expression(operations, inputs=50):
    """The steps of a random expression: two places and a sign, none above 1 in size."""
    draw = random.Random(SEED)
    numbers = [draw.uniform(-1, 1) for _ in range(inputs)]
    leaves = [k % inputs for k in range(operations + 1)]
    values = [numbers[leaf] for leaf in leaves]
    waiting, steps = list(range(operations + 1)), []
    for _ in range(operations):
        for place in (-1, -2):  # two at random, taken out from the end
            k = draw.randrange(len(waiting) + place + 1)
            waiting[k], waiting[place] = waiting[place], waiting[k]
        i, j = waiting.pop(), waiting.pop()
        x, y = values[i], values[j]
        sign = "*" if draw.random() < 0.5 else "+" if abs(x + y) <= 1 else "-"
        values.append({"*": x * y, "+": x + y, "-": x - y}[sign])
        waiting.append(len(values) - 1)
        steps.append((i, j, sign))
    return numbers, leaves, steps


def follow(leaves, steps, inputs):
    """The value of a random expression for these inputs, of any kind of number."""
    values = [inputs[leaf] for leaf in leaves]
    for i, j, sign in steps:
        x, y = values[i], values[j]
        values.append(x * y if sign == "*" else x + y if sign == "+" else x - y)
    return values[-1]


def prepared(way, operations):
    """For the measure of memory: everything made, and the record still to be kept."""
    numbers, leaves, steps = expression(operations)
    return partial(WAYS[way], partial(follow, leaves, steps), numbers)


# ---- the cases -----------------------------------------------------------------------


def agree(runs):
    """Stop unless all contestants find the same derivatives."""
    first, *others = [[np.array(part, float) for part in run()] for run in runs]
    for other in others:
        assert all(np.allclose(a, b) for a, b in zip(first, other, strict=True))


def cases(short):
    """The demonstration by numbers and by columns, and expressions of many sizes."""
    for examples in [10] if short else [50]:
        weights, points, signs = demonstration(examples)
        error = partial(squared_error, points, signs)
        runs = {name: partial(way, error, weights) for name, way in WAYS.items()}
        agree(runs.values())
        yield Case("micrograd's net", f"{examples:,} examples", runs, FLOORS)
    for examples in [100] if short else [10, 100, 1000]:
        runs = columns(examples)
        agree(runs.values())
        floors = {"autograd": 0.8, "PyTorch": 0.4}
        if examples == 100:
            runs["micrograd"], floors["micrograd"] = singly(examples), 100
        yield Case(
            "the same by columns",
            f"{examples:,} examples",
            runs,
            floors,
            {
                "PyTorch": "Its record is made in C++, ours in Python, and products of "
                "matrices this small do not hide the difference."
            },
            x=examples,
        )
    for power in (2, 3) if short else (2, 3, 4, 5, 6):
        numbers, leaves, steps = expression(10**power)
        function = partial(follow, leaves, steps)
        ways = {n: w for n, w in WAYS.items() if power < 6 or n != "autograd"}
        runs = {name: partial(way, function, numbers) for name, way in ways.items()}
        if power < 5:
            agree(runs.values())
        size, floors = f"{10**power:,} operations", {n: FLOORS[n] for n in [*ways][1:]}
        yield Case("random expression", size, runs, floors, x=10**power)
    if MEMORY_IS_SEEN:
        power = 4 if short else 5
        names = [*WAYS][:2] if short else WAYS
        ways = {name: partial(prepared, name, 10**power) for name in names}
        floors = {name: 3 for name in names if name != OURS}
        size = f"{10**power:,} records"
        yield Case("random expression", size, ways, floors, unit="memory")


if __name__ == "__main__":
    alone(cases)
