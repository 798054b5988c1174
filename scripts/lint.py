"""Say what the house rules would have otherwise; a report, and never a verdict.

`python scripts/lint.py` reads the chapters and the pages as they are written and prints
one line for each remark: the file, the cell, the sentence, the reason, and the cure.
`python scripts/lint.py 05 glossary` prints only the lines that name one of these. It
ends with 0 whatever it found: what must hold is asked by the tests.
"""

import re
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "scripts"), str(ROOT / "book/_ext")]

import book_index  # noqa: E402
import build  # noqa: E402
import teachers  # noqa: E402
import threads  # noqa: E402
import translated  # noqa: E402

HOUSE = yaml.safe_load((ROOT / "book/house.yml").read_text("utf-8"))
WORDS, LINES, WIDTH, RUN = 250, 40, 88, 2  # at most, in a cell or in a row
KINDS = {"Predict", "Build", "Break", "Extend"}
EXERCISES, ALT = 6, 40  # at least: exercises of a chapter, letters of a description
PAPER = re.compile(
    r"\(https?://(?:arxiv\.org/abs|doi\.org)/((?:[^()\s]|\([^()]*\))+)\)"
)


@dataclass
class Remark:
    """Something that the house would have otherwise."""

    file: str
    cell: str
    sentence: str
    reason: str
    cure: str

    def __str__(self):
        where = f"{self.file}, cell {self.cell}" if self.cell else self.file
        said = " ".join(self.sentence.split())
        said = said if len(said) <= 80 else f"{said[:79]}…"
        return f"{where}: “{said}”: {self.reason}: {self.cure}."


@cache
def notebooks():
    """The chapters as they are written, by name."""
    return {path.stem: build.read_notebook(path) for path in build.chapters()}


def of(name, cell, sentence, reason, cure):
    """A remark on a chapter."""
    return Remark(f"notebooks/{name}.ipynb", cell and cell.id, sentence, reason, cure)


def texts(notebook):
    """The cells of a chapter that are read."""
    return [cell for cell in notebook.cells if cell.cell_type == "markdown"]


def tags(cell):
    """The tags of a cell."""
    return set(cell.metadata.get("tags", []))


# How a chapter is built


def opening(name, notebook):
    """A chapter says at its head what it promises and how long it takes."""
    head = "\n".join(cell.source for cell in notebook.cells[:4])
    if "At the end of this chapter you can" not in head:
        yield of(
            name, notebook.cells[0], head, "no promise", "say what one can then do"
        )
    if not re.search(r"takes about \d+ seconds", head):
        cure = "say “takes about 20 seconds on two cores” in one of the first cells"
        yield of(name, notebook.cells[0], head, "no running time", cure)


def sections(name, notebook):
    """The usual sections stand in their usual order."""
    found = [cell for cell in texts(notebook) if cell.source.startswith("## ")]
    there = [cell.source.partition("\n")[0].removeprefix("## ") for cell in found]
    usual = [title for title in there if title in HOUSE["sections"]]
    for title in HOUSE["sections"]:
        if title not in there:
            yield of(
                name, None, title, "this section is missing", "add it or let it be"
            )
    wanted = [title for title in HOUSE["sections"] if title in there]
    if usual != wanted:
        yield of(name, None, ", ".join(usual), "another order", ", ".join(wanted))


def cells(name, notebook):
    """Cells are short, few code cells stand in a row, a heading begins its cell."""
    run = 0
    for cell in notebook.cells:
        lines = [line for line in cell.source.splitlines() if line.strip()]
        first = lines[0] if lines else ""
        hidden = {"solution", "hide-input", "remove-cell"} & tags(cell)
        run = 0 if cell.cell_type == "markdown" else run + (not hidden)
        if run > RUN:
            yield of(name, cell, first, f"code cell {run} in a row", "say what is next")
        if cell.cell_type == "markdown" and len(cell.source.split()) > WORDS:
            yield of(name, cell, first, f"over {WORDS} words", "divide the cell")
        if cell.cell_type == "markdown" and re.search(r"\n#+ ", cell.source):
            yield of(name, cell, first, "a heading within", "begin a cell with it")
        if cell.cell_type == "code" and len(lines) > LINES:
            yield of(name, cell, first, f"over {LINES} lines", "divide the cell")
        if cell.cell_type == "code" and max(map(len, lines), default=0) > WIDTH:
            yield of(name, cell, first, f"over {WIDTH} letters wide", "break the line")


def exercises(name, notebook):
    """A chapter has exercises of all four kinds."""
    found = teachers.exercises(notebook)
    if len(found) < EXERCISES:
        cure = f"the others have {EXERCISES} or more"
        yield of(name, None, "Exercises", f"{len(found)} exercises", cure)
    for kind in sorted(KINDS - {kind for _, kind, _ in found}):
        yield of(name, None, "Exercises", f"none of the kind {kind}", "add one")
    stubs = sum("exercise" in tags(cell) for cell in notebook.cells)
    if stubs != len(found):
        reason = f"{stubs} stubs and {len(found)} numbered texts"
        yield of(name, None, "Exercises", reason, "give each text its stub")


def pictures(name, notebook):
    """A picture's description says something."""
    for cell in notebook.cells:
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
        if alt is not None and len(alt) <= ALT:
            yield of(name, cell, alt, "a short description", "say what is to be seen")


# Words and threads


def words(name, notebook):
    """No word of the glossary is said before its chapter, unless for a reason."""
    for entry in book_index.ideas():
        early = entry.homes and name < min(entry.homes)
        if not early or int(name[:2]) in HOUSE["said_before"].get(entry.word, ()):
            continue
        for cell in texts(notebook):
            text = cell.source.partition("## Sources")[0]
            text = book_index.plain(re.sub(r"`[^`]*`|\$[^$]*\$|\]\([^)]*\)", "", text))
            for sentence in re.split(r"(?<=[.?!])\s+", text):
                if entry.finds.search(sentence):
                    reason = f"{entry.word!r} belongs to {min(entry.homes)}"
                    cure = "say it in other words, or allow it in book/house.yml"
                    yield of(name, cell, sentence, reason, cure)


def links(name, notebook):
    """A chapter names an earlier one, and those whose code it uses."""
    names, found = list(notebooks()), threads.mentions(notebook)
    if name != names[0] and not any(number < int(name[:2]) for number in found):
        yield of(name, None, name, "it names no chapter before it", "say what it takes")
    code = "\n".join(cell.source for cell in build.code_cells(notebook))
    for module, homes in HOUSE["taught"].items():
        used = re.search(rf"^from helpers\.{module} import", code, re.M)
        if (
            used
            and name not in homes
            and not {int(h[:2]) for h in homes} & found.keys()
        ):
            cure = f"link to {' or '.join(homes)}"
            yield of(name, None, used[0], "its chapter is not named", cure)


# Sources


def sources(notebook):
    """The lines of a chapter's list of sources."""
    text = "\n".join(cell.source for cell in texts(notebook))
    return text.partition("## Sources\n")[2].strip().splitlines()


def is_named(entry, line):
    """Whether a line of sources gives the work of this entry of the bibliography."""
    author = book_index.plain(book_index.name(entry.persons["author"][0])[0])
    letters = [
        re.sub("[^a-z0-9]", "", book_index.plain(text).lower())
        for text in (entry.fields["title"], line)
    ]
    titled = letters[0][:30] in letters[1]
    if author in book_index.plain(line):
        return titled or entry.fields["year"] in line
    return titled and len(letters[0]) >= 30


def bibliography(name, notebook):
    """Every source and every paper that is linked to is in the bibliography."""
    entries, known = book_index.bibliography().values(), tuple(HOUSE["no_works"])
    cure = "add it to book/references.bib"
    for line in sources(notebook):
        work = line.removeprefix("- ")
        listed = line.startswith("- ") and not work.startswith(known)
        if listed and not any(is_named(entry, line) for entry in entries):
            yield of(name, None, work, "not in the bibliography", cure)
    for cell in texts(notebook):
        for number in PAPER.findall(cell.source):
            if not any(
                number in (e.fields.get("eprint"), e.fields.get("doi")) for e in entries
            ):
                yield of(name, cell, number, "not in the bibliography", cure)


def unread():
    """An entry of the bibliography is a chapter's source, or further reading."""
    lines = [line for notebook in notebooks().values() for line in sources(notebook)]
    for key, entry in book_index.bibliography().items():
        named = any(is_named(entry, line) for line in lines)
        if named == ("keywords" in entry.fields):
            reason = "a source that is marked" if named else "no source and not marked"
            cure = "give only further reading keywords"
            yield Remark("book/references.bib", "", key, reason, cure)


# Pages


def trains():
    """The teachers' page has a line on each exercise that there is."""
    text = (ROOT / "book/teachers.md").read_text("utf-8")
    lines = set(re.findall(r"^(\d+\.\d+) \S", text, re.M))
    there = {n for nb in notebooks().values() for n, _, _ in teachers.exercises(nb)}
    for number in sorted(there ^ lines):
        reason = "no line" if number in there else "no such exercise"
        cure = "say what each exercise trains"
        yield Remark("book/teachers.md", "", number, reason, cure)


def courses():
    """The courses of the teachers' page name sections that there are."""
    text = (ROOT / "book/teachers.md").read_text("utf-8")
    cells = [cell for notebook in notebooks().values() for cell in texts(notebook)]
    titles = {cell.source.partition("\n")[0].lstrip("# ") for cell in cells}
    for row in re.findall(r"^\| \d.* \|$", text, re.M):
        for title in re.findall(r"\*([^*]+)\*", row):
            if title not in titles:
                reason, cure = "no section has this name", "name it as it is"
                yield Remark("book/teachers.md", "", title, reason, cure)


def wall():
    """Every live figure is on the wall of the teachers' page."""
    text = (ROOT / "book/teachers.md").read_text("utf-8")
    listed = yaml.safe_load(text.partition("```{wall}\n")[2].partition("```")[0])
    shown = {figure["figure"] for figure in listed}
    imported = re.compile(r"^from helpers\.widgets\.(\w+) import ([A-Z]\w+)", re.M)
    for name, notebook in notebooks().items():
        for cell in build.code_cells(notebook):
            for figure in map(".".join, imported.findall(cell.source)):
                if figure not in shown:
                    cure = "add it to the wall of book/teachers.md with a question"
                    yield of(name, cell, figure, "not on the wall", cure)


def road():
    """The cover's road has a line for each chapter, and leads where chapters say so."""
    text = (ROOT / "book/intro.md").read_text("utf-8")
    lines = re.findall(r"^(\d\d)_\w+ \| .* \| \w+.* \| .* \|(.*)$", text, re.M)
    sources = {int(k): set(map(int, to.split())) for k, to in lines}
    for name, notebook in notebooks().items():
        number = int(name[:2])
        if number not in sources:
            yield Remark("book/intro.md", "", name, "not on the road", "add its line")
        for other in sources.get(number, set()) - set(threads.mentions(notebook)):
            reason = f"the road comes from chapter {other}, which it does not name"
            yield Remark("book/intro.md", "", name, reason, "name it or turn the road")


def index():
    """The further words of the index, and the glossary's, are said somewhere."""
    said = book_index.plain(
        "\n".join(c.source for nb in notebooks().values() for c in texts(nb))
    ).lower()
    further = (ROOT / "book/index.md").read_text("utf-8").split("```")[1]
    for line in further.splitlines()[1:]:
        forms = line.replace(":", ",").split(",")
        if not any(form.strip().lower() in said for form in forms if form.strip()):
            yield Remark("book/index.md", "", line, "said nowhere", "take it out")
    for entry in book_index.ideas():
        if not entry.homes:
            cure = "end the entry with a link to its chapter"
            yield Remark("book/glossary.md", "", entry.word, "no chapter", cure)


def languages():
    """A translation says and runs what its original does."""
    for language in build.languages()[1:]:
        for page in build.pages(language):
            file = f"{page}.ipynb" if page.startswith("notebooks/") else f"{page}.md"
            where = f"translations/{language}/{file}"
            for piece in translated.altered(language, file):
                cure = f"then run `python scripts/translated.py {language} {file}`"
                yield Remark(where, piece, piece, "changed in English", cure)
            for piece in translated.untranslated(language, file):
                yield Remark(where, piece, piece, "not yet translated", "translate it")
        for path in build.chapters(language):
            yield from other_code(language, path)


def other_code(language, path):
    """A translated chapter has the cells of its original and runs their code."""
    own = {cell.id: cell for cell in build.read_notebook(path).cells}
    for cell in notebooks()[path.stem].cells:
        if cell.cell_type == "code":
            there = own.get(cell.id)
            if not there or translated.wordless(there.source) != translated.wordless(
                cell.source
            ):
                where, first = str(path.relative_to(ROOT)), cell.source.splitlines()[0]
                yield Remark(where, cell.id, first, "other code in English", "copy it")


def scripts():
    """No line of JavaScript is longer than Python's may be."""
    for path in sorted(ROOT.glob("src/helpers/widgets/*.js")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if len(line) > WIDTH:
                where = str(path.relative_to(ROOT))
                yield Remark(
                    where, str(number), line, f"over {WIDTH} letters", "break it"
                )


OF_A_CHAPTER = opening, sections, cells, exercises, pictures, words, links, bibliography
OF_THE_BOOK = unread, trains, courses, wall, road, index, languages, scripts


def remarks():
    """All that the house would have otherwise; a rule that stumbles is a remark too."""
    jobs = [
        (rule, (name, nb)) for name, nb in notebooks().items() for rule in OF_A_CHAPTER
    ]
    for rule, what in [*jobs, *((rule, ()) for rule in OF_THE_BOOK)]:
        try:
            yield from rule(*what)
        except Exception as error:  # a report must not stop at what it cannot read
            name = what[0] if what else "the book"
            yield Remark(
                name, "", rule.__doc__, f"not asked, for {error!r}", "see lint.py"
            )


def main(wanted):
    """Print the remarks that name one of what is wanted, and their number."""
    found = [str(remark) for remark in remarks()]
    found = [r for r in found if not wanted or any(w in r for w in wanted)]
    print(*found, sep="\n")
    files = Counter(remark.partition(",")[0].partition(":")[0] for remark in found)
    print(f"{len(found)} remarks of the house on {len(files)} files; none blocks.")


if __name__ == "__main__":
    main(sys.argv[1:])
