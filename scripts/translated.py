"""Say that a translation is in step with its original.

`python scripts/translated.py es book/glossary.md` writes into the language's
originals.json a hash of each piece of the English file that has been translated: of a
notebook each cell, of another page each paragraph or entry. scripts/lint.py compares
them with the English of now.
"""

import ast
import hashlib
import json
import re
import sys

import build

ENTRY = re.compile(r"(.+)\n: ")
TAG = re.compile(r"</?[a-z][^>]*>")


def digest(text):
    """A short hash of the text that does not mind how its lines are broken."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:12]


def pieces(path):
    """What is translated piece by piece in a file: a hash for each, by its name.

    The name is a cell's id, the word of a glossary's entry, or a paragraph's opening.
    """
    if path.suffix == ".ipynb":
        cells = build.read_notebook(path).cells
        return {cell.id: digest(cell.source + alt_text(cell)) for cell in cells}
    text = TAG.sub(" ", path.read_text(encoding="utf-8"))
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text.strip())]
    return {name(block): digest(block) for block in blocks}


def alt_text(cell):
    """The text in place of the picture that a cell draws."""
    return cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")


def name(block):
    """The word of an entry, or the first words of a paragraph."""
    entry = ENTRY.match(block)
    return entry[1] if entry else " ".join(block.split()[:8])


def english_words(path):
    """The English words of a translated glossary; each entry's text begins with one."""
    return re.findall(r"^: \*(.+?)\.\*", path.read_text(encoding="utf-8"), re.M)


def entries(path):
    """The words that a glossary explains."""
    return re.findall(r"^(.+)\n: ", path.read_text(encoding="utf-8"), re.M)


def originals(language):
    """What is on record for a language: the hashes of each file's pieces."""
    path = build.home(language) / "originals.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def altered(language, file):
    """The pieces that have changed or gone since they were translated."""
    now, then = pieces(build.ROOT / file), originals(language).get(file, {})
    return [piece for piece in then if now.get(piece) != then[piece]]


def untranslated(language, file):
    """The pieces that came after the translation."""
    then = originals(language).get(file, {})
    return [piece for piece in pieces(build.ROOT / file) if piece not in then]


def out_of_step(language, file):
    """One sentence that says what has changed since the translation, or None."""
    if changed := altered(language, file):
        return (
            f"{file} has changed in English ({'; '.join(changed)}): change "
            f"translations/{language}/{file} alike, then run "
            f"`python scripts/translated.py {language} {file}`."
        )
    return None


class Silence(ast.NodeTransformer):
    """Takes the words out of code."""

    def visit_Constant(self, node):
        """A string says nothing any more."""
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node):
        """Of a string with values in it, the values stay."""
        parts = [self.visit(part) for part in node.values]
        node.values = [part for part in parts if not isinstance(part, ast.Constant)]
        return node


def wordless(source):
    """The code without its comments, its docstrings and what its strings say."""
    code = re.sub(r"^(\s*)[%!].*$", r"\1pass", source, flags=re.M)
    return ast.dump(Silence().visit(ast.parse(code)))


def record(language, file):
    """Put on record the pieces of a file as they are; leave out entries to come."""
    original, translation = build.ROOT / file, build.home(language) / file
    for path in (original, translation):
        if not path.exists():
            sys.exit(f"There is no {path.relative_to(build.ROOT)}.")
    found = pieces(original)
    if original.suffix == ".md":
        to_come = set(entries(original)) - set(english_words(translation))
        found = {piece: found[piece] for piece in found if piece not in to_come}
    known = originals(language) | {file: found}
    text = json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True)
    path = build.home(language) / "originals.json"
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in build.languages()[1:]:
        known = ", ".join(build.languages()[1:])
        sys.exit(f"It takes a language ({known}) and a file, as in: es book/intro.md")
    record(*sys.argv[1:])
