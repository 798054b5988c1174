"""Give a chapter another number, and its neighbours theirs; new.py calls it.

Numbers stand in the names of files, in links, in words ("chapter 7", "chapters 13, 14
and 16", "Figure 7.2"), and within a chapter in those of its drawings and exercises. All
of these change at once. Lists and ranges of chapters are named for the writer to read.
"""

import re

LINKED = r"(?: and | to | y | a |, |–|-)"
IN_WORDS = re.compile(rf"\b([Cc]hapters?|[Cc]apítulos?)( \d+(?:{LINKED}\d+)*)\b")
STEM = re.compile(r"(?<![\w.])(\d\d)(?=_[a-z])")
SAID_BEFORE = re.compile(r"<!-- said before: ([\d, ]+) -->")  # in the glossary
NUMBERED = re.compile(
    r"\b((?:[Ff]igures?|[Ee]xercises?|[Ff]iguras?|[Ee]jercicios?) )(\d+)(?=\.\d)"
)
TEXTS = {
    ".py",
    ".md",
    ".ipynb",
    ".yml",
    ".toml",
    ".js",
    ".mjs",
    ".json",
    ".css",
    ".bib",
}
LEFT = ("src/helpers/studies/", "benchmarks/results.json", "constraints.txt")
FOLDERS = "benchmarks book notebooks scripts src tests translations".split()
NOT_OURS = {"node_modules", "__pycache__", ".ipynb_checkpoints"}
NOT_A_PLACE = r"(?<![xy12ht]=)(?<![xy12ht]=\\)(?<! r=)(?<! r=\\)"  # of an SVG's parts
STUDY_TEST = re.compile(r"(?<=test_study_)\d\d")


def files(root):
    """The names of the project's own files that may speak of chapters."""
    paths = [path for name in FOLDERS for path in (root / name).rglob("*")]
    ours = (
        path for path in [*paths, *root.glob("*.*")] if not NOT_OURS & {*path.parts}
    )
    return sorted(path.relative_to(root).as_posix() for path in ours if path.is_file())


def numbers(stems, stem, number):
    """The new number of each old one, when the chapter of this stem has the number."""
    if not 1 <= number <= len(stems):
        raise ValueError(f"there are chapters 1 to {len(stems)}, and no {number}.")
    if stem not in stems:
        raise ValueError(f"no chapter is called {stem}.")
    order = [other for other in stems if other != stem]
    order.insert(number - 1, stem)
    return {int(old[:2]): new for new, old in enumerate(order, start=1)}


def renamed(name, new):
    """The name of a file, or a text with such names, after the move."""

    def two(found):
        return f"{new.get(int(found[0]), int(found[0])):02}"

    return STUDY_TEST.sub(two, STEM.sub(two, name))


def rewritten(text, new, own=None):
    """A text after the move; `own` is the number that its chapter had."""

    def one(found):
        return str(new.get(int(found[0]), int(found[0])))

    text = renamed(text, new)
    text = IN_WORDS.sub(lambda at: at[1] + re.sub(r"\d+", one, at[2]), text)
    text = NUMBERED.sub(lambda at: at[1] + re.sub(r"\d+", one, at[2]), text)
    text = SAID_BEFORE.sub(lambda at: re.sub(r"\d+", one, at[0]), text)
    if own is not None and new[own] != own:
        mine = rf"{NOT_A_PLACE}(\\?[\"']|\*\*|figure-){own}([.-])(?=\d+(?:\\?[\"']| ·))"
        text = re.sub(mine, rf"\g<1>{new[own]}\2", text)
        text = re.sub(rf"(?<=\*\*){own}(?=\.\d+ ·)", str(new[own]), text)
    return text


def in_lines(text, new):
    """The lines of book/teachers.md, where exercises begin with their number."""

    def number(at):
        return f"{at[1]}{new.get(int(at[2]), int(at[2]))}"

    text = re.sub(r"^(\| )(\d+)(?= \|)", number, text, flags=re.M)
    return re.sub(r"(^|\| |, )(\d+)(?=\.\d)", number, text, flags=re.M)


def doubtful(text):
    """The lists and ranges of chapters in a text."""
    return [at[0] for at in IN_WORDS.finditer(text) if re.search(LINKED, at[2].strip())]


def reordered(toc, stems):
    """The table of contents with the chapters' lines in this order."""
    lines, left = toc.splitlines(keepends=True), iter(stems)
    for i, line in enumerate(lines):
        if at := re.match(r"(\s*- file: notebooks/)\d\d_\w+\n", line):
            lines[i] = f"{at[1]}{next(left)}\n"
    return "".join(lines)


def rewrite(path, name, new, stems):
    """Rewrite a file after the move; the lists of chapters in it, if it changed."""
    before = path.read_text(encoding="utf-8")
    chapter = path.suffix == ".ipynb" and STEM.match(path.name)
    own = int(path.name[:2]) if chapter else None
    after = rewritten(before, new, own)
    if name.endswith("teachers.md"):
        after = in_lines(after, new)
    if name.endswith("_toc.yml"):
        order = sorted(stems, key=lambda each: new[int(each[:2])])
        there = [each for each in order if f"notebooks/{each}" in before]
        after = reordered(after, [renamed(each, new) for each in there])
    if after == before:
        return []
    path.write_text(after, encoding="utf-8")
    return doubtful(after)


def rename_all(root, names, new):
    """Rename the files; two steps, as a new name may still be another's old one."""
    changed = {n: renamed(n, new) for n in names if (root / n).is_file()}
    changed = {old: late for old, late in changed.items() if old != late}
    for old in changed:
        (root / old).rename(root / f"{old}.moved")
    for old, late in changed.items():
        (root / late).parent.mkdir(parents=True, exist_ok=True)
        (root / f"{old}.moved").rename(root / late)
        if not any((root / old).parent.iterdir()):
            (root / old).parent.rmdir()


def move(root, names, stems, stem, number):
    """Move the chapter; return the lists of chapters that want to be read again."""
    new, said = numbers(stems, stem, number), []
    for name in names:
        path = root / name
        if path.is_file() and path.suffix in TEXTS and not name.startswith(LEFT):
            said += [f"{name}: {words}" for words in rewrite(path, name, new, stems)]
    rename_all(root, names, new)
    return said
