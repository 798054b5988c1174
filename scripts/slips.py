"""Wrong answers that are close to a right one, by which a check shows that it looks.

Each is the right answer with one small mistake in its text: another number, operation
or comparison; then a step forgotten, two things exchanged, another word.
"""

import ast
from copy import deepcopy

MOST = 6  # of each kind
SWAPS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


class Slip(ast.NodeTransformer):
    """Makes one small mistake in a piece of Python: the one of this number."""

    def __init__(self, number):
        self.left = number

    def now(self):
        """Whether it is the turn of this place."""
        self.left -= 1
        return self.left == -1


class Miscount(Slip):
    """A wrong number, a wrong operation, the wrong side of a comparison."""

    def visit_Constant(self, node):
        """Another number, or another truth."""
        if isinstance(node.value, bool):
            return ast.Constant(not node.value) if self.now() else node
        if not isinstance(node.value, int | float):
            return node
        if self.now():
            return ast.Constant(node.value + 1)
        return ast.Constant(node.value - 1) if self.now() else node

    def visit_BinOp(self, node):
        """Another operation."""
        if type(node.op) in SWAPS and self.now():
            node.op = SWAPS[type(node.op)]()
            return node
        return self.generic_visit(node)

    def visit_Compare(self, node):
        """Another comparison."""
        if type(node.ops[0]) in SWAPS and self.now():
            node.ops[0] = SWAPS[type(node.ops[0])]()
            return node
        return self.generic_visit(node)


class Mistake(Slip):
    """A step forgotten, two things exchanged, another word."""

    def visit_Expr(self, node):
        """What stands by itself is a docstring, or a step."""
        docstring = isinstance(node.value, ast.Constant)
        return node if docstring else self.generic_visit(node)

    def visit_FunctionDef(self, node):
        """The head of a function stays."""
        node.body = [self.visit(part) for part in node.body]
        return node

    def visit_Call(self, node):
        """A function of one thing is forgotten; two arguments are exchanged."""
        given = node.args
        if len(given) == 1 and not isinstance(given[0], ast.Starred) and self.now():
            return given[0]
        if not given and isinstance(node.func, ast.Attribute) and self.now():
            return node.func.value
        if len(given) > 1 and self.now():
            node.args = [given[1], given[0], *given[2:]]
            return node
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        node.args = [self.visit(part) for part in given]
        return node

    def visit_BinOp(self, node):
        """One side of a product is forgotten."""
        if isinstance(node.op, ast.MatMult | ast.Mult | ast.Div) and self.now():
            return node.left
        return self.generic_visit(node)

    def visit_IfExp(self, node):
        """The two cases are exchanged."""
        if self.now():
            node.body, node.orelse = node.orelse, node.body
            return node
        return self.generic_visit(node)

    def visit_List(self, node):
        """The first two are exchanged, or the last is forgotten."""
        if isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
            if self.now():
                node.elts[:2] = node.elts[1::-1]
                return node
            if self.now():
                node.elts.pop()
                return node
        return self.generic_visit(node)

    visit_Tuple = visit_List  # noqa: N815

    def visit_Attribute(self, node):
        """What is asked of a thing is forgotten."""
        if isinstance(node.ctx, ast.Load) and self.now():
            return node.value
        return self.generic_visit(node)

    def visit_Constant(self, node):
        """Another word."""
        if not isinstance(node.value, str):
            return node
        if self.now():
            return ast.Constant(f"not {node.value}")
        return ast.Constant(node.value[::-1]) if self.now() else node


class Empty(ast.NodeTransformer):
    """Answers with the same value whatever is asked."""

    def __init__(self, value):
        self.value = ast.Constant(value)

    def visit_Return(self, node):
        """A function returns the value."""
        return ast.Return(self.value)

    def visit_Assign(self, node):
        """A name stands for the value; so does each of several."""
        names = node.targets[0]
        if isinstance(names, ast.Tuple):
            return ast.Assign([names], ast.Tuple([self.value] * len(names.elts)))
        return ast.Assign(node.targets, self.value)


def empty_answers(tree):
    """Two answers that do no work: 0 and a word, in place of what is asked for."""
    for value in (0, "no"):
        body = [s if is_head(s) else Empty(value).visit(deepcopy(s)) for s in tree.body]
        wrong = ast.fix_missing_locations(ast.Module(body, []))
        yield ast.unparse(wrong)


def is_check(statement):
    """Whether a statement asks for the verdict."""
    call = getattr(statement, "value", None)
    name = getattr(getattr(call, "func", None), "id", "")
    return isinstance(statement, ast.Expr) and name in ("check", "predict")


def is_head(statement):
    """Whether a statement is none of the answer: the verdict, an import, the hint."""
    if isinstance(statement, ast.Assign):
        return [getattr(t, "id", "") for t in statement.targets] == ["hint"]
    return is_check(statement) or isinstance(statement, ast.Import | ast.ImportFrom)


def slips(answer):
    """Some wrong answers that are close to a right one, then two that do no work.

    Where many answers are right, what is close to one is another of them.
    """
    tree = ast.parse(answer)
    found = {ast.unparse(tree): None}
    for kind in (Miscount, Mistake):
        for number in range(MOST):
            wrong, slip = deepcopy(tree), kind(number)
            wrong.body = [s if is_head(s) else slip.visit(s) for s in wrong.body]
            if slip.left >= 0:
                break
            found[ast.unparse(ast.fix_missing_locations(wrong))] = None
    return [*list(found)[1:], *empty_answers(tree)]
