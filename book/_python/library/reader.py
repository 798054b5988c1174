"""Run a chapter's cells in the reader's browser, one namespace a page.

Before a cell runs, those above that it needs are run silently, once: statement by
statement, so that one which needs what a page does not have leaves the rest whole.
"""

import ast
import builtins
import linecache
import re
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pprint import pformat

import stand_ins
from needs import needed
from stand_ins import Figure, Missing, NeedsMore, Silent, Unmade

MOST = 100_000  # characters that a cell may print
LEFT_OUT = "\n… the rest is left out: a page shows the first 100,000 characters.\n"
DEEP = 4  # lines of a traceback that repeats itself
LABEL = re.compile(r"cell \d+")


class Page:
    """The namespace of a page, and which cells it has run."""

    def __init__(self):
        self.space = {"__name__": "__main__", "__builtins__": builtins}
        self.ran = {}  # the place of a cell → its text when it ran


page = Page()


def start():
    """Begin with an empty namespace, as a notebook does."""
    stand_ins.install()
    sys.setrecursionlimit(900)  # the browser's own stack ends soon after
    builtins.input = ask
    page.__init__()


def ask(*prompt):
    """Say that nobody can be asked: the page waits for nothing."""
    raise RuntimeError("input() cannot ask here: write the value into the cell.")


def answer(sources, place, say=lambda count: None):
    """Run the cell at this place, after those that it needs and that have not run."""
    if not is_python(sources[place]):
        return run(sources[place], place)
    waiting = [p for p in needed(sources, place) if page.ran.get(p) != sources[p]]
    page.ran.pop(place, None)
    say(len(waiting))
    for above in waiting:
        fill(sources[above], above)
        page.ran[above] = sources[above]
    found = run(sources[place], place)
    if not found["lacks"] and all(part["kind"] != "error" for part in found["parts"]):
        page.ran[place] = sources[place]
    return found


def is_python(source):
    """Whether the text can be read as Python."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def keep_lines(source, place):
    """Let tracebacks find the lines of a cell, and return the cell's name."""
    label = f"cell {place}"
    linecache.cache[label] = len(source), None, source.splitlines(True), label
    return label


def fill(source, place):
    """Run a cell for what it defines; what a statement cannot make is `Missing`."""
    label = keep_lines(source, place)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        for statement in ast.parse(source).body if is_python(source) else []:
            if is_claim(statement):
                continue
            code = compile(ast.Module([statement], []), label, "exec")
            try:
                exec(code, page.space)
            except (Exception, SystemExit) as error:
                ours = isinstance(error, NeedsMore | Unmade)
                sentence = f"A cell above stopped with {said(error)}"
                reason = error if ours else Unmade(sentence)
                for name in bound(statement):
                    page.space[name] = Missing(reason)


def bound(statement):
    """The names that a statement gives a value."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return [(a.asname or a.name.partition(".")[0]) for a in statement.names]
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    return [
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]


def is_claim(statement):
    """Whether a statement only measures a claim again, which no other cell needs."""
    call = getattr(statement, "value", None)
    return (
        isinstance(statement, ast.Expr)
        and isinstance(call, ast.Call)
        and getattr(call.func, "id", "") == "claim"
    )


class Printed(StringIO):
    """What a cell prints, as far as a page has room for it."""

    def write(self, text):
        """Keep the text, up to a limit."""
        room = MOST - self.tell()
        if room >= 0:
            super().write(text if len(text) <= room else text[:room] + LEFT_OUT)
        return len(text)


def run(source, place):
    """Run a cell as a notebook does; return what it shows, as plain data."""
    label, printed, shown = keep_lines(source, place), Printed(), None
    found = {"parts": [], "verdict": "", "lacks": "", "drawn": False}
    stand_ins.drawn, problem = False, ""
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            shown = executed(source, label)
            value = parts_of(shown, found)
    except NeedsMore as error:
        found["lacks"], value = str(error), []
    except Unmade as error:
        problem, value = f"{error}.", []
    except BaseException as error:
        problem, value = shortened(error, label), []
    text = printed.getvalue()
    found["parts"] = [{"kind": "stream", "text": text}] if text else []
    found["parts"] += value
    if problem:
        found["parts"].append({"kind": "error", "text": problem})
    found["drawn"] = stand_ins.drawn or isinstance(shown, Silent | Figure)
    return found


def executed(source, label):
    """Run the statements, and return the value of the last if it is an expression."""
    tree = ast.parse(source, label)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, label, "exec"), page.space)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), label, "exec"), page.space)
    value = eval(compile(ast.Expression(last.value), label, "eval"), page.space)
    return None if source.rstrip().endswith(";") else value


def parts_of(value, found):
    """What a notebook shows of a value."""
    if value is None or isinstance(value, Silent | Figure):
        return []
    if type(value).__name__ == "Verdict":
        found["verdict"] = "right" if value.right else "not yet"
        return [{"kind": "value", "text": repr(value)}]
    html = ""
    if hasattr(value, "_repr_mimebundle_"):
        html = value._repr_mimebundle_().get("text/html", "")
    elif hasattr(value, "_repr_html_") and not isinstance(value, type):
        html = value._repr_html_()
    if html:
        return [{"kind": "html", "text": html}]
    text = pretty(value)
    cut = text if len(text) <= MOST else text[:MOST] + LEFT_OUT
    return [{"kind": "value", "text": cut}]


def pretty(value, indent=0):
    """A value as a notebook shows it."""
    ends = {list: "[]", tuple: "()"}.get(type(value))
    if ends and "\n" in repr(value):  # arrays of several rows, one below the other
        parts = (pretty(part, indent + 1) for part in value)
        comma = "," if type(value) is tuple and len(value) == 1 else ""
        return ends[0] + (",\n" + " " * (indent + 1)).join(parts) + comma + ends[1]
    if type(value) in (list, tuple, dict, set):
        return pformat(value, width=79 - indent, sort_dicts=False)
    return repr(value).replace("\n", "\n" + " " * indent)


def said(error):
    """An error's kind and sentence; its own words may be what a page does not have."""
    try:
        return f"{type(error).__name__}: {error}".removesuffix(": ")
    except (NeedsMore, Unmade):
        return type(error).__name__


def shortened(error, label):
    """The reader's own lines of a traceback, and what went wrong."""
    if isinstance(error, SyntaxError) and error.filename == label:
        return pointed(error)
    lines = []
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == label:
            lines.append(f"Line {frame.lineno}: {frame.line}")
        elif LABEL.fullmatch(frame.filename):
            lines.append(f"  in {frame.name} above: {frame.line}")
    if len(lines) > 2 * DEEP:
        more = f"  … {len(lines) - 2 * DEEP} more …"
        lines = [*lines[:DEEP], more, *lines[-DEEP:]]
    ending = {
        RecursionError: "RecursionError: the function calls itself without an end.",
        MemoryError: "MemoryError: this needs more memory than a page has.",
        SystemExit: "The cell asked Python to stop. Here that only ends the cell.",
        KeyboardInterrupt: "KeyboardInterrupt",
    }.get(type(error))
    return "\n".join([*lines, ending or said(error)])


def pointed(error):
    """The line that cannot be read, with a mark below the place."""
    head = f"Line {error.lineno}: "
    line = (error.text or "").rstrip()
    mark = " " * (len(head) + max(error.offset or 1, 1) - 1) + "^"
    return f"{head}{line}\n{mark}\n{type(error).__name__}: {error.msg}"
