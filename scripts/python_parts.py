"""Pack the Python that runs in the pages: CPython, NumPy and the book's own helpers.

`python scripts/python_parts.py` leaves it in _build/python/parts, and says how large it
is. The two packages are pinned in book/_python; npm fetches them, once. What is packed
is packed again only if something has changed.
"""

import ast
import functools
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "book/_python"
LIBRARY = SOURCE / "library"
PLACE = ROOT / "_build/python"
PARTS = PLACE / "parts"
PINS = ("package.json", "package-lock.json")
LARGEST = {".txt": 200_000, ".css": 20_000, ".json": 30_000}  # bytes of data to fetch
HEADINGS = re.compile(r"^# -+ .*\n", re.M)  # of a module's parts, for its editors
# between the lines of one long text, where the second has nothing to be worked out
JOINTS = re.compile(r'(?<!["\\])"\n +"(?=[^"{}\\\n][^{}\\\n]*$)', re.M)
# what drawings show to their tests alone
EXAMPLES = re.compile(r"\n\n\ndef examples\(\):\n(?:(?:    .*)?\n)+(?=\Z|\S)")

sys.path.insert(0, str(LIBRARY))

import stand_ins  # noqa: E402


class NoPython(Exception):
    """The pages cannot have Python in them; the message says why."""


def imports(text):
    """The dotted names that a piece of Python imports; of what is none, no names."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return set()
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {
                node.module or "",
                *(f"{node.module}.{a.name}" for a in node.names),
            }
    return found


def module_file(name):
    """The file of a module of the helpers, or None."""
    path = ROOT / "src" / name.replace(".", "/")
    files = path.with_suffix(".py"), path / "__init__.py"
    return next((file for file in files if file.is_file()), None)


def chapters_code():
    """The code of every chapter, in every language."""
    folders = [ROOT / "notebooks", *ROOT.glob("translations/*/notebooks")]
    for path in sorted(path for folder in folders for path in folder.glob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield "".join(cell["source"])


def helpers():
    """The modules of the helpers that the chapters reach and that a page can have."""
    waiting, found = set().union(*map(imports, chapters_code())), {}
    while waiting:
        name = waiting.pop()
        path = module_file(name) if name.split(".")[0] == "helpers" else None
        if path is None or path in found or stand_ins.kind(name):
            continue
        found[path] = name
        waiting |= imports(path.read_text("utf-8"))
        waiting |= {name.rpartition(".")[0]}
    return sorted(found)


def data(modules):
    """The texts that lie beside these modules, and are not too large."""
    folders = {path.parent for path in modules} | {
        path.parent / path.stem for path in modules
    }
    for folder in sorted(folders):
        for path in sorted(folder.glob("*")):
            if path.is_file() and path.stat().st_size <= LARGEST.get(path.suffix, 0):
                yield path


@functools.cache
def own():
    """What is the book's own in the parts: the text of each file, by its name there."""
    modules = helpers()
    files = {path.relative_to(ROOT / "src"): path for path in modules}
    files |= {path.relative_to(ROOT / "src"): path for path in data(modules)}
    files |= {path.relative_to(LIBRARY): path for path in sorted(LIBRARY.glob("*.py"))}
    texts = {name.as_posix(): path.read_text("utf-8") for name, path in files.items()}
    return {name: packed(text) for name, text in texts.items()}


def packed(text):
    """A module as Python reads it, without what only its editors and tests need."""
    text = HEADINGS.sub("", EXAMPLES.sub("\n\n\n", text))
    return JOINTS.sub("", text).rstrip() + "\n"


def fingerprint():
    """A hash of all that the parts are made from."""
    digest = hashlib.sha256(json.dumps(own(), sort_keys=True).encode())
    for name in (*PINS, "pack.mjs", "pack.py"):
        digest.update((SOURCE / name).read_bytes())
    return digest.hexdigest()


def install():
    """Fetch the two packages with npm, unless they are here; return their folder."""
    pins = "".join((SOURCE / name).read_text("utf-8") for name in PINS)
    stamp = PLACE / "node_modules/.complete"
    if stamp.exists() and stamp.read_text("utf-8") == pins:
        return stamp.parent
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NoPython("there is no npm here: install Node.js for that")
    for name in PINS:
        shutil.copy(SOURCE / name, PLACE)
    command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=PLACE, capture_output=True, text=True)
    if done.returncode:
        words = [line for line in done.stderr.splitlines() if "npm error" in line]
        raise NoPython(f"npm could not fetch it ({' '.join(words[:1]) or 'no reason'})")
    stamp.write_text(pins, "utf-8")
    return stamp.parent


def parts():
    """The folder with the parts, packed now if they must be."""
    PLACE.mkdir(parents=True, exist_ok=True)
    with FileLock(PLACE / ".lock"):
        stamp, wanted = PARTS / ".fingerprint", fingerprint()
        if stamp.exists() and stamp.read_text() == wanted:
            return PARTS
        modules = install()
        given, fresh = PLACE / "own.json", PLACE / "next"
        given.write_text(json.dumps(own()), "utf-8")
        shutil.rmtree(fresh, ignore_errors=True)
        command = [shutil.which("node"), SOURCE / "pack.mjs", modules, given, fresh]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            words = done.stderr.strip().splitlines()[-1:]
            raise NoPython(f"it could not be packed ({' '.join(words) or 'no reason'})")
        for path in (SOURCE / "licences").glob("*"):
            shutil.copy(path, fresh)
        (fresh / ".fingerprint").write_text(wanted)
        shutil.rmtree(PARTS, ignore_errors=True)
        fresh.rename(PARTS)
    return PARTS


def sizes():
    """The bytes and the hash of each part, by its name."""
    return json.loads((parts() / "parts.json").read_text("utf-8"))


def main():
    """Pack the parts and say how large they are; say why if that cannot be."""
    try:
        for name, (size, _) in sizes().items():
            print(f"{name}: {size / 1e6:.2f} MB")
    except NoPython as error:
        sys.exit(f"The pages cannot have Python in them: {error}.")


if __name__ == "__main__":
    main()
