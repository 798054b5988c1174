"""A formula of the reader's own: its values forwards, its derivatives back."""

import re

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, named, number, shown, text, whole

TOKEN = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9]*|[0-9]+(?:\.[0-9]+)?|\*\*|[-+*/();=])")
FUNCTIONS = ("exp", "log", "tanh")
MOST_ROWS, MOST_INPUTS = 12, 4


class Reader:
    """Reads a program into rows: (cell written, operation, operands).

    An operand is a number or the name of a cell; intermediate results get cells
    named #1, #2 and so on. A name that is read before it is written is an input.
    """

    def __init__(self, program):
        self.tokens, self.rows, self.inputs, self.written = [], [], [], []
        place, program = 0, program.strip()
        while place < len(program):
            match = TOKEN.match(program, place)
            if not match:
                rest = shown(program[place:].strip())
                raise ValueError(f"program cannot read {rest}.")
            self.tokens.append(match[1])
            place = match.end()
        self.result = self.statement()
        while self.take(";"):
            if self.tokens:
                self.result = self.statement()
        if self.tokens:
            self.refuse('"+", "-", "*", "/" or ";"')
        self.check_size()

    def check_size(self):
        """Refuse what would not fit into the figure, or has nothing to show."""
        if not self.rows:
            raise ValueError("program has no operation to record.")
        if len(self.rows) > MOST_ROWS:
            raise ValueError(
                f"program has {len(self.rows)} operations, and {MOST_ROWS} fit here."
            )
        if len(self.inputs) > MOST_INPUTS:
            raise ValueError(
                f"program has {len(self.inputs)} inputs, and {MOST_INPUTS} fit here."
            )

    def refuse(self, expected):
        """Say what should have come in place of the next token."""
        found = shown(self.tokens[0]) if self.tokens else "the end"
        raise ValueError(f"program needs {expected} in place of {found}.")

    def take(self, *wanted):
        """The next token, if it is one of those wanted; else None."""
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else None

    def emit(self, operation, *operands):
        """A new row, and the name of the cell that it writes."""
        self.rows.append([f"#{len(self.rows) + 1}", operation, list(operands)])
        return self.rows[-1][0]

    def statement(self):
        """name = expression, or an expression alone."""
        if self.tokens[1:2] != ["="]:
            return self.expression()
        target = self.tokens.pop(0)
        if not target[0].isalpha():
            raise ValueError(f"program cannot write into {shown(target)}.")
        self.tokens.pop(0)
        value = self.expression()
        if not str(value).startswith("#"):
            self.emit("copy", value)
        self.rows[-1][0] = target
        self.written.append(target)
        return target

    def expression(self):
        """Terms with + and - between them."""
        value = self.term()
        while sign := self.take("+", "-"):
            value = self.emit(sign, value, self.term())
        return value

    def term(self):
        """Factors with * and / between them."""
        value = self.factor()
        while sign := self.take("*", "/"):
            value = self.emit(sign, value, self.factor())
        return value

    def factor(self):
        """Something with a sign before it, or a power after it."""
        if self.take("-"):
            value = self.factor()
            return self.emit("neg", value) if isinstance(value, str) else -value
        base = self.atom()
        return self.emit("**", base, self.exponent()) if self.take("**") else base

    def exponent(self):
        """The number after **."""
        sign = -1 if self.take("-") else 1
        if not self.tokens or not self.tokens[0][0].isdigit():
            self.refuse('a number after "**"')
        return sign * float(self.tokens.pop(0))

    def atom(self):
        """A name, a number, a function of something, or something in brackets."""
        if self.take("("):
            value = self.expression()
            if not self.take(")"):
                self.refuse('")"')
            return value
        if not self.tokens or not self.tokens[0][0].isalnum():
            self.refuse('a name, a number or "("')
        return self.word(self.tokens.pop(0))

    def word(self, token):
        """What a name or a number stands for."""
        if token[0].isdigit():
            return float(token)
        if self.tokens[:1] == ["("]:
            if token not in FUNCTIONS:
                known = "exp, log and tanh"
                raise ValueError(f"program knows {known}, not {shown(token)}.")
            return self.emit(token, self.atom())
        if token not in self.written and token not in self.inputs:
            self.inputs.append(token)
        return token


class TapeStepper(LiveFigure):
    """A formula as a graph and a tape: values forwards, and derivatives back.

    `program` is a text such as "(a + b) * (a - b)" or "u = a*b; u + u*u"; assigning to
    a name that exists writes over its cell. `values` gives the inputs (1 where it says
    nothing), `step` counts from the start, and 60 is the end. In the `view` "tape", of
    1970, each value has a row to itself, and rows pay in the `order` "last first", or
    "too soon", as soon as they are reached. In the view "cells", of 1976, T1 to T6 walk
    back over cells; `rule` is that sweep as "published", with "no zero" in T3, or with
    the "zero last", after T5. `place` is the value that is nudged: inputs, then rows.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1344, 356: 1303, 442: 1237, 500: 1242, 562: 1193, 656: 1186}
    _heights |= {738: 1084, 799: 1084, 801: 788, 936: 794, 998: 713, 1240: 712}
    _controls = frozenset({"time"})

    program = Setting("(w*x + b - y)**2", text(1, 120))
    values = Setting(
        {"w": 1.5, "x": 2, "b": -0.5, "y": 1}, named(number(-4, 4), most=8)
    )
    step = Setting(60, whole(0, 60))
    view = Setting("tape", choice("tape", "cells"))
    order = Setting("last first", choice("last first", "too soon"))
    rule = Setting("published", choice("published", "no zero", "zero last"))
    place = Setting(0, whole(0, 15))

    @staticmethod
    def problem(state):
        """One sentence when the program cannot be read, else None."""
        try:
            Reader(state["program"])
        except ValueError as error:
            return str(error)
        return None
