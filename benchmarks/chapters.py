"""The reader's code: functions as they stand in a chapter's cells."""

import ast
import json
from pathlib import Path
from types import SimpleNamespace

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"


def statements(notebook):
    """The top-level statements of a chapter's code cells that are plain Python."""
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text("utf-8"))["cells"]
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and "%pip" not in source:
            yield from ast.parse(source).body


def taught(notebook, *names):
    """These functions and classes of a chapter, with the imports that they use."""
    body = list(statements(notebook))
    kinds = ast.FunctionDef, ast.ClassDef
    first = {}  # a name may come again in an exercise
    for node in body:
        if isinstance(node, kinds) and node.name in names:
            first.setdefault(node.name, node)
    if missing := set(names) - set(first):
        raise ValueError(f"{notebook} does not define {', '.join(sorted(missing))}")
    used = {
        part.id
        for node in first.values()
        for part in ast.walk(node)
        if isinstance(part, ast.Name)
    }
    imports = [
        node
        for node in body
        if isinstance(node, ast.Import | ast.ImportFrom)
        and used & {alias.asname or alias.name for alias in node.names}
    ]
    space = {}
    module = ast.Module([*imports, *first.values()], [])
    exec(compile(module, notebook, "exec"), space)
    return SimpleNamespace(**{name: space[name] for name in names})
