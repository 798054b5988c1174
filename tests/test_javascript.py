"""The JavaScript of the book is kept like its Python: formatted, typed, in short parts.

`python tests/test_javascript.py` formats it.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from node_tools import FOLDER, ensure_node_modules, node, run_node

ROOT = Path(__file__).resolve().parents[1]
WIDGETS = ROOT / "src/helpers/widgets"
LONGEST = 40  # lines of a function
LONG = json.loads((FOLDER / "long_functions.json").read_text("utf-8"))
STYLE = ["--config", str(FOLDER / "prettier.json")]
SEEN = "node_modules/.cache/book-prettier"  # what it has seen, it need not see again


def scripts():
    """All files of JavaScript that are the book's own."""
    folders = "src", "book", "scripts", "tests"
    files = [path for name in folders for path in (ROOT / name).rglob("*.*js")]
    own = [path for path in files if path.suffix in (".js", ".mjs")]
    return sorted(path for path in own if "node_modules" not in path.parts)


def prettier(*options):
    """The command that runs Prettier over all of it."""
    program = ensure_node_modules() / "prettier/bin/prettier.cjs"
    cache = ["--cache", "--cache-strategy", "content"]
    cache += ["--cache-location", str(FOLDER / SEEN)]
    return [program, *STYLE, *cache, *options, *scripts()]


def long_functions(files):
    """The names of the functions that are too long, by file."""
    ensure_node_modules()
    printed = run_node(FOLDER / "functions.mjs", LONGEST, *files)
    pairs = map(json.loads, printed.splitlines())
    found = {Path(file).relative_to(WIDGETS).as_posix(): names for file, names in pairs}
    return {file: sorted(names) for file, names in found.items() if names}


def test_prettier_has_nothing_to_say():
    run_node(*prettier("--check"))


def test_the_types_of_the_shared_modules_agree():
    program = ensure_node_modules() / "typescript/bin/tsc"
    run_node(program, "-p", "tsconfig.json")


@pytest.mark.slow
def test_the_type_check_finds_a_mistake(tmp_path):
    program = ensure_node_modules() / "typescript/bin/tsc"
    (tmp_path / "wrong.js").write_text("// @ts-check\nMath.flor(2);\n", "utf-8")
    config = {"extends": str(FOLDER / "tsconfig.json"), "include": ["wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), "utf-8")
    with pytest.raises(AssertionError, match="'flor' does not exist"):
        run_node(program, "-p", tmp_path / "tsconfig.json")


def test_every_module_that_figures_share_is_typed():
    figures = {path.stem for path in WIDGETS.glob("*.py")} - {"figure", "rules"}
    figures -= {"matrices"}
    shared = [path for path in WIDGETS.glob("*.js") if path.stem not in figures]
    assert len(shared) >= 10
    for path in [*shared, *(WIDGETS / "writer").glob("*.js")]:
        assert path.read_text("utf-8").startswith("// @ts-check\n"), path.name


def test_functions_are_short_and_the_list_of_long_ones_only_shrinks():
    assert long_functions(WIDGETS.rglob("*.js")) == LONG
    assert not {file for file in LONG if file.startswith("writer/")}
    assert not re.search("cells|chance|figure.js|matrices|parts", " ".join(LONG))


@pytest.mark.slow
def test_a_function_that_is_too_long_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "WIDGETS", tmp_path)
    body = "\n".join(["  1;"] * 40)
    (tmp_path / "long.js").write_text(f"const f = () => {{\n{body}\n}};\n", "utf-8")
    assert long_functions([tmp_path / "long.js"]) == {"long.js": ["f"]}


if __name__ == "__main__":
    subprocess.run([node(), *map(str, prettier("--write"))], check=True)
    LONG = long_functions(WIDGETS.rglob("*.js"))
    print(json.dumps(LONG))
