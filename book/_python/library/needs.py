"""Which cells above a cell it needs, from the names in their code.

A cell needs the last cell above that binds a name it uses, and every cell since then
that may have changed what the name stands for: assigned into it, called a method of it
as a statement, or drawn from it if it is a generator of random numbers. The names that
a function uses count for whoever names the function.
"""

import ast
import builtins
from functools import cache

BUILT_IN = frozenset(dir(builtins))


class Names(ast.NodeVisitor):
    """The names that a cell binds, uses and changes in place, and its generators."""

    def __init__(self, source):
        self.binds, self.uses, self.changes, self.random = set(), set(), set(), set()
        self.imports = set()  # a module is not changed by a call of what is in it
        self.inner = {}  # a function's name → the names that its body uses
        self.own = set()  # bound here whatever happens
        for statement in ast.parse(source).body:
            before = set(self.uses)
            self.visit(statement)
            self.uses = before | (self.uses - self.own - looped(statement))
            self.own |= certain(statement)
        self.uses -= BUILT_IN

    def visit_Name(self, node):
        """A name is used or bound."""
        (self.uses if isinstance(node.ctx, ast.Load) else self.binds).add(node.id)

    def visit_Import(self, node):
        """An import binds names."""
        self.imports |= {a.asname or a.name.partition(".")[0] for a in node.names}
        self.binds |= self.imports

    visit_ImportFrom = visit_Import  # noqa: N815

    def visit_FunctionDef(self, node):
        """A function binds its name; what its body uses counts when it is named."""
        self.binds.add(node.name)
        self.inner[node.name] = free(node)
        for part in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node):
        """A class is like a function; its bases are used at once."""
        self.binds.add(node.name)
        self.inner[node.name] = free(node)
        for part in [*node.bases, *node.decorator_list]:
            self.visit(part)

    def visit_ExceptHandler(self, node):
        """An except clause binds the name of its error."""
        if node.name:
            self.binds.add(node.name)
        self.generic_visit(node)

    def change(self, target):
        """Note what is changed when something is assigned to a part of it."""
        while isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
            target = target.value
            if isinstance(target, ast.Name):
                self.changes.add(target.id)

    def visit_Assign(self, node):
        """An assignment binds, or changes, and may make a generator."""
        for target in node.targets:
            self.change(target)
        if "default_rng" in ast.dump(node.value):
            self.random |= {t.id for t in node.targets if isinstance(t, ast.Name)}
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        """`a += 1` uses and changes."""
        self.change(node.target)
        if isinstance(node.target, ast.Name):
            self.uses.add(node.target.id)
            self.changes.add(node.target.id)
        self.generic_visit(node)

    def visit_Delete(self, node):
        """`del a[0]` changes."""
        for target in node.targets:
            self.change(target)
        self.generic_visit(node)

    def visit_Expr(self, node):
        """A method called for its own sake may change what it is called of."""
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            self.change(call.func)
        self.generic_visit(node)

    def comprehension(self, node):
        """The variables of a comprehension are its own."""
        loops = [ast.walk(loop.target) for loop in node.generators]
        own = {part.id for loop in loops for part in loop if isinstance(part, ast.Name)}
        uses, binds = set(self.uses), set(self.binds)
        self.generic_visit(node)
        named = [part for part in ast.walk(node) if isinstance(part, ast.NamedExpr)]
        self.binds = binds | {part.target.id for part in named}
        self.uses = uses | (self.uses - own)

    visit_ListComp = visit_SetComp = comprehension  # noqa: N815
    visit_DictComp = visit_GeneratorExp = comprehension  # noqa: N815

    def visit_Lambda(self, node):
        """The arguments of a lambda are its own."""
        own = {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
        uses = set(self.uses)
        self.generic_visit(node)
        self.uses = uses | (self.uses - own)


def plain(target):
    """The names that a target binds; a part of something is no name."""
    if isinstance(target, ast.Name):
        return {target.id}
    if isinstance(target, ast.Starred):
        return plain(target.value)
    if isinstance(target, ast.Tuple | ast.List):
        return set().union(*map(plain, target.elts))
    return set()


def certain(statement):
    """The names that a statement binds whatever happens."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {a.asname or a.name.partition(".")[0] for a in statement.names}
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Assign):
        return set().union(*map(plain, statement.targets))
    if isinstance(statement, ast.AnnAssign) and statement.value:
        return plain(statement.target)
    return set()


def looped(statement):
    """The names that a loop binds before its body uses them."""
    if not isinstance(statement, ast.For):
        return set()
    asked = {n.id for n in ast.walk(statement.iter) if isinstance(n, ast.Name)}
    return plain(statement.target) - asked


def free(node):
    """The names that a function or a class uses and does not bind itself."""
    loads, stores = set(), {node.name}
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            (loads if isinstance(part.ctx, ast.Load) else stores).add(part.id)
        elif isinstance(part, ast.arg):
            stores.add(part.arg)
    return loads - stores - BUILT_IN


def needed(sources, place):
    """The places, in order, of the cells above that the cell at this place needs.

    A cell that is no Python needs none, and no cell needs it.
    """
    cells = [names(source) for source in sources[: place + 1]]
    chosen, waiting = set(), [place]
    while waiting:
        fresh = directly(cells, waiting.pop()) - chosen
        chosen |= fresh
        waiting += fresh
    return sorted(chosen - {place})


@cache
def names(source):
    """The names of a cell."""
    try:
        return Names(source)
    except (SyntaxError, ValueError, RecursionError):
        return Names("")


def reached(wanted, cells, place):
    """The names, with those used inside the functions that they lead to."""
    found, waiting = set(), list(wanted)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        home = next((c for c in reversed(cells[: place + 1]) if name in c.binds), None)
        if home and name in home.inner:
            waiting += home.inner[name]
    return found


def directly(cells, place):
    """The places of the cells from which a cell takes a name, or that changed it."""
    own, found = cells[place], set()
    inner = set().union(*own.inner.values()) - own.own
    for name in reached(own.uses | inner, cells, place):
        home = next((p for p in reversed(range(place)) if name in cells[p].binds), None)
        if home is None:
            continue
        found.add(home)
        if name in cells[home].imports:
            continue
        drawn = name in cells[home].random
        for between in range(home + 1, place):
            cell = cells[between]
            draws = drawn and name in reached(cell.uses, cells, between)
            if name in cell.changes or draws:
                found.add(between)
    return found
