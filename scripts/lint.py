"""Say which words of the book are not as they should be: where, why, and what to do.

`python scripts/lint.py` reads chapters and pages as they are written. What it holds:

* a word of the glossary is not used before the chapter that explains it, unless its
  entry says `<!-- said before: 3, 4 -->` or `<!-- an everyday word -->`, or the section
  looks ahead (*Where this went*, *What was still missing*);
* a source of a chapter is in book/references.bib, or in the list at its end;
* a number that a page says in words is the one that can be counted.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "book/_ext"), str(ROOT / "scripts")]

import book_index  # noqa: E402
import build  # noqa: E402
import teachers  # noqa: E402
import timeline  # noqa: E402

GLOSSARY = "book/glossary.md"
BIBLIOGRAPHY = "book/references.bib"
NO_WORKS = "no work to be cited:"  # begins the list of what chapters name beside works
AFTER_THE_TEXT = re.compile(r"## (Sources|Words and symbols)")
AHEAD = re.compile(r"## (Where this went|What was still missing)")
UNSPOKEN = re.compile(r"`[^`]*`|\$[^$]*\$|\]\([^)]*\)|<!--.*?-->", re.S)
SENTENCE = re.compile(r"(?<=[.?!:])\s+|\n\s*\n|\n(?=[-|#>])")
ONES = "no one two three four five six seven eight nine ten eleven twelve thirteen"
ONES = f"{ONES} fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


@dataclass
class Fault:
    """Something said that should be said in another way."""

    file: str
    place: str
    sentence: str
    reason: str
    cure: str

    def __str__(self):
        where = f"{self.file}, {self.place}"
        return f"{where}: “{self.sentence}”\n    {self.reason} {self.cure}"


def chapters():
    """The chapters of the book as they are written, by name."""
    return {path.stem: build.read_notebook(path) for path in build.chapters()}


def sentences(notebook):
    """The cell's number and the sentence, for what a chapter says but to look ahead."""
    ahead = False
    for number, cell in enumerate(notebook.cells, start=1):
        if AFTER_THE_TEXT.match(cell.source):
            return
        if cell.source.startswith("## "):
            ahead = AHEAD.match(cell.source)
        if cell.cell_type == "markdown" and not ahead:
            for sentence in SENTENCE.split(UNSPOKEN.sub("", cell.source)):
                yield number, " ".join(sentence.split())


# Words before their chapter


def exemptions():
    """For each entry of the glossary the chapters that may say it before its own."""
    text, found = (ROOT / GLOSSARY).read_text("utf-8"), {}
    for term, entry in book_index.ENTRY.findall(text):
        numbers = re.search(r"<!-- said before: ([\d, ]+) -->", entry)
        everyday = "<!-- an everyday word -->" in entry
        named = set(map(int, numbers[1].split(","))) if numbers else set()
        found[term] = set(range(1, 100)) if everyday else named
    return found


def early_words(names):
    """Words of the glossary that a chapter uses before the one that explains them."""
    allowed = exemptions()
    for entry in book_index.ideas():
        home = min(entry.homes, default="")
        for name in (name for name in names if name < home):
            chapter = int(name[:2])
            if chapter in allowed[entry.definition]:
                continue
            for cell, sentence in sentences(names[name]):
                if found := entry.finds.search(book_index.plain(sentence)):
                    yield Fault(
                        f"notebooks/{name}.ipynb",
                        f"cell {cell}",
                        sentence,
                        f"“{found[0]}” is explained in chapter {int(home[:2])}.",
                        "Use another word, explain it here and add "
                        f"<!-- said before: {chapter} --> to {entry.definition!r} in "
                        f"{GLOSSARY}, or mark it there as <!-- an everyday word -->.",
                    )


# Sources


def letters(text):
    """The text in small letters and figures alone."""
    return re.sub("[^a-z0-9]", "", book_index.plain(text).lower())


def is_named(entry, line):
    """Whether a line of sources gives the work of this entry of the bibliography."""
    author = book_index.plain(book_index.name(entry.persons["author"][0])[0])
    title = letters(entry.fields["title"])[:30]
    titled = title in letters(line)
    if author in book_index.plain(line):
        return titled or entry.fields["year"] in line
    return titled and len(title) == 30


def sources(notebook):
    """The cell's number and the line, for all that a chapter lists as its sources."""
    for number, cell in enumerate(notebook.cells, start=1):
        listed = cell.source.startswith("## Sources")
        for line in cell.source.splitlines() if listed else []:
            if line.startswith("- "):
                yield number, line.removeprefix("- ")


def no_works():
    """What the lines of sources begin with that the bibliography does not list."""
    text = (ROOT / BIBLIOGRAPHY).read_text("utf-8").partition(NO_WORKS)[2]
    return tuple(re.findall(r"^% - (.+)$", text, re.M))


def unlisted_sources(names):
    """Sources of chapters that are not in the bibliography."""
    entries, others = book_index.bibliography().values(), no_works()
    for name, notebook in names.items():
        for cell, line in sources(notebook):
            known = line.startswith(others) or any(is_named(e, line) for e in entries)
            if not known:
                yield Fault(
                    f"notebooks/{name}.ipynb",
                    f"cell {cell}",
                    line,
                    f"No entry of {BIBLIOGRAPHY} has this author with this title or "
                    "year.",
                    "Add the entry; what is no work to be cited goes into the list at "
                    "the end of that file.",
                )


# Numbers in words


def in_words(number):
    """A whole number below a hundred as English writes it."""
    if number < 20:
        return ONES[number]
    ten, one = divmod(number, 10)
    return TENS[ten] + (f"-{ONES[one]}" if one else "")


def counted(names):
    """What pages count: the file, what finds the word, and the right numbers."""
    years = [mark["year"] for mark in timeline.landmarks()]
    hours = sum(map(teachers.minutes, names.values())) / 60
    early = sum(year < years[0] + 20 for year in years)
    late = sum(year > years[-1] - 9 for year in years)
    entries = book_index.bibliography().values()
    further = sum("keywords" in entry.fields for entry in entries)
    return [
        ("timeline.md", r"([\w-]+) years lie between", [years[-1] - years[0]]),
        ("timeline.md", r"([\w-]+) landmarks stand in the first\s+twenty", [early]),
        ("timeline.md", r"([\w-]+) in the last nine", [late]),
        (
            "teachers.md",
            r"fill about ([\w-]+) hours",
            range(int(hours - 1), 3 + int(hours)),
        ),
        ("bibliography.md", r"([\w-]+) more are here for\s+further reading", [further]),
    ]


def wrong_counts(names):
    """Numbers that pages say in words, and that counting does not give."""
    for file, pattern, right in counted(names):
        text = (ROOT / "book" / file).read_text("utf-8")
        for found in re.finditer(pattern, text):
            words = [in_words(number) for number in right]
            if found[1].lower() not in words:
                yield Fault(
                    f"book/{file}",
                    f"line {text[: found.start()].count(chr(10)) + 1}",
                    found[0],
                    f"Counted, it is {words[len(words) // 2]}.",
                    f"Write that in place of “{found[1]}”.",
                )


def faults():
    """All faults of the book."""
    names = chapters()
    for rule in (early_words, unlisted_sources, wrong_counts):
        yield from rule(names)


def main():
    """Print every fault and leave with 1 if there is one."""
    sys.stdout.reconfigure(errors="replace")  # some terminals lack a sign
    found = list(faults())
    for fault in found:
        print(fault, end="\n\n")
    if found:
        sys.exit(
            f"{len(found)} faults in the words of the book; the cures stand above."
        )


if __name__ == "__main__":
    main()
