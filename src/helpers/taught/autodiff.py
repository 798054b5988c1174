"""A tape and its reverse sweep: derivatives of whatever a program has just computed.

A forward run leaves a row for every value: the cells of its operands and the local
derivatives. One walk back over the rows gives all partial derivatives of a result.
Taught in chapter 4.
"""

import numpy as np


class Tape:
    """One row for every number of a forward run, in the order of their making."""

    def __init__(self):
        self.rows = []  # (J, K, Dj, Dk): the operands' cells, the local derivatives

    def variable(self, value):
        """A number to start from, in a new cell."""
        return self.record(value)

    def lift(self, x):
        """The number itself if it is recorded here; a constant gets a new cell."""
        if not isinstance(x, Recorded):
            return self.variable(x)
        if x.tape is not self:
            raise ValueError(f"{x} is on another tape; start both on the same one")
        return x

    def record(self, value, j=0, dj=0, k=0, dk=0):
        """The number that an operation on the cells j and k has made."""
        self.rows.append((j, k, dj, dk))
        return Number(self, len(self.rows) - 1, value)

    def sweep(self, N):
        """The derivatives of cell N with respect to every cell, from the end."""
        C = [0.0] * len(self.rows)
        C[N] = 1.0
        for p in range(N, -1, -1):
            coef = C[p]
            if coef != 0:  # something has arrived: pay both operands
                j, k, dj, dk = self.rows[p]
                if dj != 0:
                    C[j] += coef * dj
                if dk != 0:
                    C[k] += coef * dk
        return C


class Recorded:
    """A value with its place on a tape, and the operators besides the four."""

    __slots__ = ("cell", "tape", "value")
    __array_ufunc__ = None  # in mixed expressions NumPy then leaves the operator to us

    def __init__(self, tape, cell, value):
        self.tape, self.cell, self.value = tape, cell, value

    def __repr__(self):
        return f"{type(self).__name__}({self.value})"

    def __pow__(self, n):
        return self.through(self.value**n, n * self.value ** (n - 1))

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self.tape.lift(other) + self

    def __rsub__(self, other):
        return self.tape.lift(other) - self

    def __rmul__(self, other):
        return self.tape.lift(other) * self

    def __rtruediv__(self, other):
        return self.tape.lift(other) / self


class Number(Recorded):
    """A number that leaves a row on its tape whenever it is used."""

    __slots__ = ()

    def through(self, value, derivative):
        """What a function of this number alone has made."""
        return self.tape.record(float(value), self.cell, float(derivative))

    def __add__(self, other):
        b = self.tape.lift(other)
        return self.tape.record(self.value + b.value, self.cell, 1, b.cell, 1)

    def __sub__(self, other):
        b = self.tape.lift(other)
        return self.tape.record(self.value - b.value, self.cell, 1, b.cell, -1)

    def __mul__(self, other):
        b = self.tape.lift(other)
        value = self.value * b.value
        return self.tape.record(value, self.cell, b.value, b.cell, self.value)

    def __truediv__(self, other):
        b = self.tape.lift(other)
        value = self.value / b.value
        return self.tape.record(value, self.cell, 1 / b.value, b.cell, -value / b.value)


def exp(x):
    """The exponential of x."""
    value = np.exp(x.value)
    return x.through(value, value)


def log(x):
    """The natural logarithm of x."""
    return x.through(np.log(x.value), 1 / x.value)


def tanh(x):
    """The hyperbolic tangent of x."""
    value = np.tanh(x.value)
    return x.through(value, 1 - value**2)


def logistic(x):
    """1 / (1 + exp(-x)), in a form that never overflows."""
    value = 0.5 + 0.5 * np.tanh(0.5 * x.value)
    return x.through(value, value * (1 - value))


def must_share_a_tape(result, inputs):
    """Refuse, in words, what has no gradient."""
    if not isinstance(result, Recorded):
        raise ValueError(f"{result} was not recorded on a tape, so it has no gradient")
    for x in inputs:
        if not isinstance(x, Recorded) or x.tape is not result.tape:
            raise ValueError(f"{x} is not on the tape of the result")


def gradient(result, inputs):
    """The derivatives of a recorded result with respect to each of the inputs."""
    must_share_a_tape(result, inputs)
    C = result.tape.sweep(result.cell)
    return [C[x.cell] for x in inputs]


class ArrayTape(Tape):
    """A tape of arrays; what was a factor in a row is now a function."""

    def __init__(self):
        super().__init__()
        self.shapes = []

    def variable(self, value):
        """An array to start from, in a new cell."""
        return self.record(np.array(value, dtype=float))

    def record(self, value, j=0, dj=None, k=0, dk=None):
        """The array that an operation on the cells j and k has made."""
        self.rows.append((j, k, dj, dk))
        self.shapes.append(value.shape)
        return Array(self, len(self.rows) - 1, value)

    def sweep(self, N):
        """The derivatives of the one number in cell N with respect to every cell."""
        C = [np.zeros(shape) for shape in self.shapes]
        if C[N].ndim > 0:
            raise ValueError(f"a sweep starts from one number, not shape {C[N].shape}")
        C[N] += 1.0
        for p in range(N, -1, -1):
            coef = C[p]
            if coef.any():
                j, k, dj, dk = self.rows[p]
                if dj:
                    C[j] += sum_to(dj(coef), C[j].shape)
                if dk:
                    C[k] += sum_to(dk(coef), C[k].shape)
        return C


def sum_to(array, shape):
    """The array with everything added up that broadcasting from this shape repeats."""
    spare = array.ndim - len(shape)
    repeated = [a for a in range(array.ndim) if a < spare or shape[a - spare] == 1]
    return array.sum(axis=tuple(repeated)).reshape(shape) if repeated else array


class Array(Recorded):
    """An array that leaves a row on its tape whenever it is used."""

    __slots__ = ()

    def through(self, value, derivative):
        """What a function of each entry alone has made."""
        return self.tape.record(value, self.cell, lambda g: g * derivative)

    def __add__(self, other):
        b = self.tape.lift(other)
        value = self.value + b.value
        return self.tape.record(value, self.cell, lambda g: g, b.cell, lambda g: g)

    def __sub__(self, other):
        return self + -self.tape.lift(other)

    def __mul__(self, other):
        b = self.tape.lift(other)
        x, y, record = self.value, b.value, self.tape.record
        return record(x * y, self.cell, lambda g: g * y, b.cell, lambda g: g * x)

    def __truediv__(self, other):
        return self * self.tape.lift(other) ** -1

    def __matmul__(self, other):
        b = self.tape.lift(other)
        x, y, record = self.value, b.value, self.tape.record
        if min(x.ndim, y.ndim) < 2:
            raise ValueError(f"@ takes matrices, not shapes {x.shape} and {y.shape}")
        xt, yt = x.swapaxes(-1, -2), y.swapaxes(-1, -2)  # transposed
        return record(x @ y, self.cell, lambda g: g @ yt, b.cell, lambda g: xt @ g)

    def __rmatmul__(self, other):
        return self.tape.lift(other) @ self

    def sum(self, axis=None):
        """The sum over an axis, over several, or over all."""
        kept = self.value.sum(axis, keepdims=True).shape

        def spread(g):
            return np.broadcast_to(g.reshape(kept), self.value.shape)

        return self.tape.record(self.value.sum(axis), self.cell, spread)
