"""The tape of chapter 4 against PyTorch, finite differences and micrograd."""

import ast
import math
import random
from itertools import pairwise

import build
import nbformat
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.autodiff import (
    ArrayTape,
    Number,
    Tape,
    exp,
    gradient,
    log,
    logistic,
    sum_to,
    tanh,
)

SIGNS = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / (2 + y * y),
}
OURS = {"exp": exp, "log": log, "tanh": tanh, "logistic": logistic}
TORCHS = {
    "exp": torch.exp,
    "log": torch.log,
    "tanh": torch.tanh,
    "logistic": torch.sigmoid,
}


def value_of(tree, leaves, functions):
    """The value of an expression tree, with the numbers and functions given."""
    match tree:
        case int():
            return leaves[tree]
        case float():
            return tree
        case ("neg", x):
            return -value_of(x, leaves, functions)
        case ("square", x):
            return value_of(x, leaves, functions) ** 2
        case ("exp", x):  # of something small, so that nothing overflows
            return functions["exp"](functions["tanh"](value_of(x, leaves, functions)))
        case ("log", x):
            return functions["log"](value_of(x, leaves, functions) ** 2 + 1)
        case (name, x):
            return functions[name](value_of(x, leaves, functions))
        case (sign, x, y):
            parts = [value_of(part, leaves, functions) for part in (x, y)]
            return SIGNS[sign](*parts)


def trees(leaves):
    """Expressions over these leaves; a leaf may well be used many times."""
    unary = st.sampled_from(["neg", "square", *OURS])
    return st.recursive(
        st.integers(0, leaves - 1),
        lambda part: st.one_of(
            st.tuples(unary, part),
            st.tuples(st.sampled_from(list(SIGNS)), part, part),
            st.tuples(st.sampled_from(list(SIGNS)), part, st.floats(-2, 2)),
            st.tuples(st.sampled_from(list(SIGNS)), st.floats(-2, 2), part),
        ),
        max_leaves=12,
    ).filter(lambda tree: not isinstance(tree, int))


points = st.lists(st.floats(-1.5, 1.5), min_size=3, max_size=3)


@settings(max_examples=200, deadline=None)
@given(trees(3), points)
def test_numbers_have_the_gradients_that_pytorch_finds(tree, point):
    theirs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in point]
    result = value_of(tree, theirs, TORCHS)
    wanted = torch.autograd.grad(result, theirs, allow_unused=True)
    tape = Tape()
    ours = [tape.variable(x) for x in point]
    mine = value_of(tree, ours, OURS)
    assert mine.value == pytest.approx(result.item(), rel=1e-9, abs=1e-9)
    for found, right in zip(gradient(mine, ours), wanted, strict=True):
        right = 0.0 if right is None else right.item()
        assert found == pytest.approx(right, rel=1e-7, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(trees(2), points)
def test_numbers_have_the_gradients_of_finite_differences(tree, point):
    tape = Tape()
    ours = [tape.variable(x) for x in point[:2]]
    mine = value_of(tree, ours, OURS)

    def moved(i, h):
        fresh = Tape()
        shifted = [x + h * (i == j) for j, x in enumerate(point[:2])]
        return value_of(tree, [fresh.variable(x) for x in shifted], OURS).value

    if abs(mine.value) > 1e3:
        return
    for i, found in enumerate(gradient(mine, ours)):
        h = 1e-5
        slope = (moved(i, h) - moved(i, -h)) / (2 * h)
        bend = (moved(i, 2 * h) - moved(i, -2 * h)) / (4 * h) - slope
        assert found == pytest.approx(slope, rel=1e-3, abs=1e-4 + 2 * abs(bend))


shapes = st.sampled_from([(), (3,), (1,), (2, 3), (2, 1), (4, 2, 3), (4, 1, 1)])


@settings(max_examples=150, deadline=None)
@given(trees(3), st.tuples(shapes, shapes, shapes), st.integers(0, 10**6))
def test_arrays_have_the_gradients_that_pytorch_finds_whatever_is_broadcast(
    tree, sizes, seed
):
    rng = np.random.default_rng(seed)
    values = [rng.uniform(-1.5, 1.5, size) for size in sizes]
    theirs = [torch.tensor(value, requires_grad=True) for value in values]
    result = value_of(tree, theirs, TORCHS).sum()
    wanted = torch.autograd.grad(result, theirs, allow_unused=True)
    tape = ArrayTape()
    ours = [tape.variable(value) for value in values]
    mine = value_of(tree, ours, OURS).sum()
    for x, found, right in zip(values, gradient(mine, ours), wanted, strict=True):
        right = np.zeros_like(x) if right is None else right.numpy()
        assert found.shape == x.shape
        np.testing.assert_allclose(found, right, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize(
    ("left", "right"), [((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((2, 3), (5, 3, 1))]
)
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1)])
def test_a_matrix_product_and_a_sum_agree_with_pytorch(left, right, axis):
    rng = np.random.default_rng(1970)
    values = rng.normal(size=left), rng.normal(size=right)

    def compute(x, y):
        return ((x @ y).sum(axis) ** 2).sum()

    theirs = [torch.tensor(value, requires_grad=True) for value in values]
    compute(*theirs).backward()
    tape = ArrayTape()
    ours = [tape.variable(value) for value in values]
    for found, tensor in zip(gradient(compute(*ours), ours), theirs, strict=True):
        np.testing.assert_allclose(found, tensor.grad.numpy(), rtol=1e-10)


def test_numpy_arrays_may_stand_on_the_left_of_every_operator():
    tape = ArrayTape()
    x = tape.variable([[1.0, 2.0]])
    other = np.array([[3.0, 5.0]])
    for made, slope in [
        (other + x, [[1, 1]]),
        (other - x, [[-1, -1]]),
        (other * x, [[3, 5]]),
        (other / x, [[-3, -1.25]]),
        (np.ones((1, 1)) @ x, [[1, 1]]),
    ]:
        np.testing.assert_allclose(gradient(made.sum(), [x])[0], slope)


def test_a_value_used_twice_receives_both_contributions():
    tape = Tape()
    x = tape.variable(3.0)
    y = x * x
    assert gradient(y + y * x, [x]) == [2 * 3 + 3 * 9]


def test_a_name_used_again_does_not_disturb_what_it_meant_before():
    tape = Tape()
    x = start = tape.variable(1.5)
    for _ in range(2):
        x = x * x
    assert gradient(x, [start]) == [13.5]


@pytest.mark.parametrize("kind", [Tape, ArrayTape])
def test_a_second_sweep_finds_the_same_as_the_first(kind):
    tape = kind()
    x = tape.variable(2.0)
    y = logistic(x) * x
    first = gradient(y, [x])
    assert gradient(y, [x]) == first
    z = y * x  # the tape may go on, and the older result is still there
    assert gradient(y, [x]) == first
    assert gradient(z, [y]) == [2.0]


def test_the_sweep_gives_intermediate_values_their_derivatives_too():
    tape = Tape()
    x = tape.variable(2.0)
    y = x * 3
    assert gradient(y * y, [y, x]) == [12.0, 36.0]


def test_an_array_is_copied_when_it_is_recorded():
    weights = np.ones(2)
    tape = ArrayTape()
    recorded = tape.variable(weights)
    loss = (recorded * recorded).sum()
    weights += 5
    assert gradient(loss, [recorded])[0].tolist() == [2, 2]


def test_the_logistic_function_does_not_overflow():
    tape = Tape()
    assert logistic(tape.variable(-800.0)).value == 0
    assert logistic(tape.variable(800.0)).value == 1


def test_what_was_not_recorded_has_no_gradient():
    tape, other = Tape(), Tape()
    x, stranger = tape.variable(1.0), other.variable(1.0)
    for result, inputs, sentence in [
        (3.0, [x], "3.0 was not recorded on a tape, so it has no gradient"),
        (x * x, [2.0], "2.0 is not on the tape of the result"),
        (x * x, [stranger], r"Number\(1.0\) is not on the tape of the result"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            gradient(result, inputs)
    with pytest.raises(ValueError, match="is on another tape"):
        x + stranger


def test_shapes_that_do_not_fit_are_named():
    tape = ArrayTape()
    x = tape.variable(np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"starts from one number, not shape \(2, 3\)"):
        gradient(x, [x])
    with pytest.raises(ValueError, match=r"@ takes matrices, not shapes \(2, 3\) and"):
        x @ np.ones(3)
    with pytest.raises(ValueError, match="broadcast"):
        x + np.ones(2)


def test_an_unknown_operation_is_refused():
    x = Tape().variable(1.0)
    for operation in (np.sin, math.sin, lambda x: x % 2):
        with pytest.raises(TypeError):
            operation(x)


def test_summing_to_a_shape_counts_every_repetition():
    ones = np.ones((5, 2, 3))
    for shape in [(3,), (2, 1), (1, 1, 3), (), (5, 2, 3)]:
        expected = np.full(shape, ones.size / max(1, np.prod(shape, dtype=int)))
        np.testing.assert_array_equal(sum_to(ones, shape), expected)


# ---- the six steps as published, from the chapter ----------------------------------


def six_steps():
    """reverse_sweep as it stands in the chapter."""
    notebook = nbformat.read(build.ROOT / "notebooks/04_reverse_mode.ipynb", 4)
    cell = next(c for c in notebook.cells if "def reverse_sweep(" in c.source)
    tree = ast.parse(cell.source)
    names = {}
    exec(compile(tree, "reverse_sweep", "exec"), names)
    return names["reverse_sweep"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(*[st.integers(1, 3)] * 3, st.sampled_from("+-*")),
        min_size=1,
        max_size=10,
    ),
    st.lists(st.integers(-3, 3), min_size=3, max_size=3),
)
def test_the_six_steps_are_right_for_any_program_that_uses_its_cells_again(
    program, start
):
    tape = Tape()
    inputs = [tape.variable(x) for x in start]
    memory = dict(enumerate(inputs, 1))
    columns = [[None] for _ in range(5)]
    for i, j, k, sign in program:
        x, y = memory[j], memory[k]
        dj, dk = {"+": (1, 1), "-": (1, -1), "*": (y.value, x.value)}[sign]
        for column, entry in zip(columns, (i, j, k, dj, dk), strict=True):
            column.append(entry)
        memory[i] = SIGNS[sign](x, y)
    N = program[-1][0]
    table, coefficients = six_steps()(*columns, m=3, N=N)
    # Whole numbers above 2**53 are rounded in one of the two, and not in the other.
    assert table == pytest.approx(gradient(memory[N], inputs), rel=1e-12)
    assert coefficients == tape.sweep(memory[N].cell)[3:]


# ---- speed -------------------------------------------------------------------------


def rectified(x):
    """The rectifier, on whichever kind of number is given."""
    if isinstance(x, Number):
        return x.through(max(x.value, 0.0), x.value > 0)
    return x.relu()


def demo_loss(weights, rows, signs):
    """The loss of micrograd's demonstration: a net 2-16-16-1, hinge loss, decay."""

    def layer(inputs, neurons, squash):
        sums = [
            sum((w * x for w, x in zip(neuron[:-1], inputs, strict=True)), neuron[-1])
            for neuron in neurons
        ]
        return [rectified(total) for total in sums] if squash else sums

    losses = []
    for inputs, sign in zip(rows, signs, strict=True):
        for depth, neurons in enumerate(weights):
            inputs = layer(inputs, neurons, squash=depth < 2)
        losses.append(rectified(1 + -sign * inputs[0]))
    everything = [w for neurons in weights for neuron in neurons for w in neuron]
    decay = 1e-4 * sum(w * w for w in everything)
    return sum(losses) * (1.0 / len(losses)) + decay, everything


def demonstration(seed=1337, examples=100):
    """The net's weights and the data, as plain numbers."""
    draw = random.Random(seed)
    sizes = [2, 16, 16, 1]
    weights = [
        [[draw.uniform(-1, 1) for _ in range(n)] + [0.0] for _ in range(m)]
        for n, m in pairwise(sizes)
    ]
    rows = [[draw.uniform(-1, 2), draw.uniform(-1, 1)] for _ in range(examples)]
    return weights, rows, [draw.choice([-1, 1]) for _ in range(examples)]


def wrapped(structure, make):
    """The same nested lists with make around every number."""
    if isinstance(structure, list):
        return [wrapped(part, make) for part in structure]
    return make(structure)


def by_tape(weights, rows, signs):
    """The demo's gradient on our tape."""
    tape = Tape()
    made = wrapped(weights, tape.variable), wrapped(rows, tape.variable)
    return gradient(*demo_loss(*made, signs))


def by_micrograd(weights, rows, signs):
    """The demo's gradient by micrograd."""
    from micrograd.engine import Value

    loss, everything = demo_loss(wrapped(weights, Value), wrapped(rows, Value), signs)
    loss.backward()
    return [w.grad for w in everything]


def by_columns(weights, rows, signs):
    """The demo's gradient with all examples at once, on the tape of arrays."""
    matrices = [np.array(neurons) for neurons in weights]
    tape = ArrayTape()
    made = [(tape.variable(w[:, :-1].T), tape.variable(w[:, -1])) for w in matrices]
    values = np.array(rows)
    for depth, (w, b) in enumerate(made):
        values = values @ w + b
        if depth < 2:
            values = values.through(np.maximum(values.value, 0), values.value > 0)
    margin = 1 - np.array(signs)[:, None] * values
    hinge = margin.through(np.maximum(margin.value, 0), margin.value > 0)
    decay = sum(((w * w).sum() for w in sum(made, ())), 0.0) * 1e-4
    return gradient(hinge.sum() * (1 / len(rows)) + decay, sum(made, ()))


def test_the_tape_finds_the_gradient_of_micrograds_own_demonstration():
    demo = demonstration()
    pairs = zip(by_tape(*demo), by_micrograd(*demo), strict=True)
    assert max(abs(a - b) for a, b in pairs) < 1e-12


def test_columns_of_examples_have_the_gradient_of_single_ones():
    demo = demonstration()
    found, ours = by_columns(*demo), by_tape(*demo)
    pairs = zip(found[::2], found[1::2], strict=True)
    flat = np.concatenate([np.c_[w.T, b].ravel() for w, b in pairs])
    np.testing.assert_allclose(flat, ours, atol=1e-12)
