"""Bring what chapters teach to src/helpers/taught/, where later chapters find it.

`python scripts/taught.py` takes each function and class of a module there from the
chapter that teaches it, as taught.yml says, and names what it changed. So a definition
is edited in one place, its chapter. A new one is brought once the module has its name:
`def name(): ...` will do.
"""

import ast
import re
from pathlib import Path

import nbformat
import yaml
from cells import tags

ROOT = Path(__file__).resolve().parents[1]
ROOM = ROOT / "src/helpers/taught"


def chapters():
    """The names of the chapters that teach a module, by the module's name."""
    return yaml.safe_load((ROOM / "taught.yml").read_text(encoding="utf-8"))


def code(notebook):
    """The Python of a chapter, without its solutions."""
    return "\n".join(
        re.sub(r"^(\s*)[%!].*$", r"\1pass", cell.source, flags=re.M)
        for cell in notebook.cells
        if cell.cell_type == "code" and "solution" not in tags(cell)
    )


def places(text):
    """Where each function and class of a text stands: its lines, by its name."""
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
            found[node.name] = slice(first - 1, node.end_lineno)
    return found


def brought(packaged, lesson):
    """The module's text with its definitions as in the lesson, and whose they were."""
    here, there = places(packaged), places(lesson)
    lines, source, changed = packaged.splitlines(), lesson.splitlines(), []
    for name in reversed([name for name in here if name in there]):
        if lines[here[name]] != source[there[name]]:
            lines[here[name]] = source[there[name]]
            changed.insert(0, name)
    return "\n".join(lines) + "\n", changed


def main():
    """Bring all that differs, and say what it was."""
    said = []
    for module, names in chapters().items():
        path = ROOM / f"{module}.py"
        for name in names:
            lesson = nbformat.read(ROOT / f"notebooks/{name}.ipynb", as_version=4)
            text, changed = brought(path.read_text(encoding="utf-8"), code(lesson))
            if changed:
                path.write_text(text, encoding="utf-8")
                said.append(f"{module}: {', '.join(changed)} from {name}")
    print("\n".join(said) or "The modules have what the chapters teach.")


if __name__ == "__main__":
    main()
