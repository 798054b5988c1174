"""Say what the house rules would have otherwise: where, why, and what to do.

`python scripts/lint.py` reads chapters and pages as they are written and prints a
remark for each rule that is not kept; `python scripts/lint.py 05 glossary` only those
that name one of these. It is a report and no verdict, and ends with 0 whatever it
found: what must hold is asked by the tests. The rules:

* a chapter opens with something to look at, says once how long it runs, has the usual
  sections in the usual order, and exercises of all four kinds;
* cells are short, a heading begins its cell, three code cells do not stand in a row,
  and a picture's description says something;
* a word of the glossary is not used before the chapter that explains it, unless its
  entry says `<!-- said before: 3, 4 -->` or `<!-- an everyday word -->`, or the section
  looks ahead (*Where this went*, *What was still missing*);
* a chapter names one before it, and those whose code it uses;
* a source of a chapter, and a paper that it links to, is in book/references.bib, or in
  the list at its end; an entry there is a source or is marked as further reading;
* the teachers' page has a line on each exercise and lists each live figure, and its
  courses name sections that there are;
* a number that a page says in words is the one that can be counted;
* a translation says what its original says now.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "book/_ext"), str(ROOT / "scripts")]

import book_index  # noqa: E402
import build  # noqa: E402
import fold  # noqa: E402
import refresh  # noqa: E402
import taught  # noqa: E402
import teachers  # noqa: E402
import threads  # noqa: E402
import timeline  # noqa: E402
import translated  # noqa: E402
import yaml  # noqa: E402
from cells import tags  # noqa: E402

GLOSSARY = "book/glossary.md"
BIBLIOGRAPHY = "book/references.bib"
NO_WORKS = "no work to be cited:"  # begins the list of what chapters name beside works
AFTER_THE_TEXT = re.compile(r"## (Sources|Words and symbols)")
AHEAD = re.compile(r"## (Where this went|What was still missing)")
UNSPOKEN = re.compile(r"`[^`]*`|\$[^$]*\$|\]\([^)]*\)|<!--.*?-->", re.S)
SENTENCE = re.compile(r"(?<=[.?!:])\s+|\n\s*\n|\n(?=[-|#>])")
ONES = "no one two three four five six seven eight nine ten eleven twelve thirteen"
ONES = f"{ONES} fourteen fifteen sixteen seventeen eighteen nineteen".split()
CLAIMED = re.compile(r"^claim\(", re.M)
SECTIONS = [
    *("Where this went", "What was still missing", "Exercises"),
    *("Sources", "Words and symbols"),
]
KINDS = {"Predict", "Build", "Break", "Extend"}
BEFORE_THE_PICTURE = 120  # words of an opening, at most
WORDS, LINES, WIDTH, RUN = 250, 40, 88, 2  # at most, in a cell or in a row
EXERCISES, ALT = 6, 40  # at least: exercises of a chapter, letters of a description
PAPER = re.compile(  # a link to one, with what is its own in the address
    r"\(https?://(?:arxiv\.org/abs|doi\.org)/((?:[^()\s]|\([^()]*\))+)\)"
)
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


def of(name, cell, sentence, reason, cure):
    """A remark on a chapter, or on the cell of this number in it."""
    said = " ".join(sentence.split())
    said = said if len(said) <= 80 else f"{said[:79]}…"
    place = f"cell {cell}" if cell else "the whole"
    return Fault(f"notebooks/{name}.ipynb", place, said, reason, cure)


def texts(notebook):
    """The number and the source of each cell that is read."""
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type == "markdown":
            yield number, cell.source


def headings(notebook):
    """The titles of the sections of a chapter, in order."""
    return [
        source.partition("\n")[0].removeprefix("## ")
        for _, source in texts(notebook)
        if source.startswith("## ")
    ]


# How a chapter is built


def opening(notebook):
    """The cells of a chapter above its first section."""
    starts = (i for i, c in enumerate(notebook.cells) if c.source.startswith("## "))
    return notebook.cells[: next(starts, None)]


def words_before_the_picture(notebook):
    """How many words stand above what a chapter shows first, or None if nothing."""
    words = 0
    for cell in opening(notebook):
        if cell.cell_type == "code" and "setup" not in tags(cell):
            return words
        words += len(cell.source.split()) if cell.cell_type == "markdown" else 0
    return None


def openings(names):
    """Chapters that begin with much text, or do not say once how long they run."""
    for name, notebook in names.items():
        words = words_before_the_picture(notebook)
        if words is None or words > BEFORE_THE_PICTURE:
            reason = "Nothing to look at stands above the first section."
            if words:
                reason = f"{words} words stand above the first thing to look at."
            yield of(name, 1, notebook.cells[0].source, reason, "Begin with a picture.")
        said = [*filter(None, map(refresh.running_time, notebook.cells))]
        if len(said) != 1:
            reason = f"The running time is said {len(said)} times."
            yield of(name, None, notebook.cells[0].source, reason, "Say it once.")


def orders(names):
    """Chapters without a usual section, or in another order; two may change places."""
    for name, notebook in names.items():
        found = [title for title in headings(notebook) if title in SECTIONS]
        for title in [title for title in SECTIONS if title not in found]:
            reason = "This section is missing."
            yield of(name, None, title, reason, "Add it, or let it be.")
        usual = [title for title in SECTIONS if title in found]
        two = [title for title in found if title in SECTIONS[:2]]
        if found != [*two, *usual[len(two) :]]:
            cure = f"The usual one is: {', '.join(usual)}."
            yield of(name, None, ", ".join(found), "This is another order.", cure)


def of_a_cell(cell, run):
    """What is to be said of a cell, and its cure; `run` code cells end with it."""
    lines = [line for line in cell.source.splitlines() if line.strip()]
    if cell.cell_type == "markdown":
        words = len(cell.source.split())
        if words > (400 if cell.source.startswith("## Sources") else WORDS):
            yield f"It has {words} words.", "Divide the cell."
        if re.search(r"\n#+ ", cell.source):
            yield "A heading stands within it.", "Begin a cell with it."
        return
    if run > RUN:
        yield f"It is code cell {run} in a row.", "Say what is next, or fold it."
    if len(lines) > LINES:
        yield f"It has {len(lines)} lines.", "Divide the cell."
    if max(map(len, lines), default=0) > WIDTH:
        yield f"A line is over {WIDTH} letters wide.", "Break it."
    if ("setup" in tags(cell) or CLAIMED.search(cell.source)) and not fold.is_folded(
        cell
    ):
        yield "Set-up and claims are folded in this book.", "Tag it `hide-input`."
    alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
    if alt is not None and len(alt) <= ALT:
        yield f"Its picture is described as {alt!r}.", "Say what is to be seen."


def cells(names):
    """Cells that are long, or too many in a row, or have a heading within."""
    for name, notebook in names.items():
        run = 0
        for number, cell in enumerate(notebook.cells, start=1):
            hidden = fold.is_folded(cell) or "remove-cell" in tags(cell)
            run = 0 if cell.cell_type == "markdown" else run + (not hidden)
            first = cell.source.lstrip().partition("\n")[0]
            for reason, cure in of_a_cell(cell, 0 if hidden else run):
                yield of(name, number, first, reason, cure)


def exercises(names):
    """Chapters with few exercises, or none of a kind."""
    for name, notebook in names.items():
        found = teachers.exercises(notebook)
        if len(found) < EXERCISES:
            cure = f"The others have {EXERCISES} or more."
            yield of(name, None, "Exercises", f"There are {len(found)}.", cure)
        for kind in sorted(KINDS - {kind for _, kind, _ in found}):
            reason = f"None is of the kind {kind}."
            yield of(name, None, "Exercises", reason, "Add one.")
        stubs = sum("exercise" in tags(cell) for cell in notebook.cells)
        if stubs != len(found):
            reason = f"There are {stubs} stubs and {len(found)} numbered texts."
            yield of(name, None, "Exercises", reason, "Give each text its stub.")


def links(names):
    """Chapters that name none before them, or not that whose code they use."""
    known = taught.chapters()
    for name, notebook in names.items():
        found = threads.mentions(notebook)
        if name != min(names) and not any(number < int(name[:2]) for number in found):
            reason = "It names no chapter before it."
            yield of(name, None, notebook.cells[0].source, reason, "Say what it takes.")
        code = taught.code(notebook)
        for module, homes in known.items():
            used = re.search(rf"^from helpers\.taught\.{module} import", code, re.M)
            named = any(int(home[:2]) in found for home in homes)
            if used and name not in homes and not named:
                cure = f"Link to {' or '.join(homes)}."
                yield of(name, None, used[0], "Its chapter is not named.", cure)


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


def linked_papers(names):
    """Papers that a chapter links to and that are not in the bibliography."""
    fields = [entry.fields for entry in book_index.bibliography().values()]
    listed = {f.get(kind) for f in fields for kind in ("eprint", "doi")}
    for name, notebook in names.items():
        for number, source in texts(notebook):
            for paper in PAPER.findall(source):
                if paper not in listed:
                    reason = f"No entry of {BIBLIOGRAPHY} has this number."
                    yield of(name, number, paper, reason, "Add the entry.")


def unread(names):
    """Entries of the bibliography that are neither sources nor further reading."""
    lines = [line for notebook in names.values() for _, line in sources(notebook)]
    for key, entry in book_index.bibliography().items():
        named = any(is_named(entry, line) for line in lines)
        if named == ("keywords" in entry.fields):
            reason = "It is a source and is marked as further reading."
            if not named:
                reason = "No chapter lists it, and it is not marked as further reading."
            cure = "Give `keywords` to further reading alone."
            yield Fault(BIBLIOGRAPHY, "the list", key, reason, cure)


# Pages


def trains(names):
    """Exercises without a line on the teachers' page, and lines on none."""
    text = (ROOT / "book/teachers.md").read_text("utf-8")
    lines = set(re.findall(r"^(\d+\.\d+) \S", text, re.M))
    there = {n for nb in names.values() for n, _, _ in teachers.exercises(nb)}
    for number in sorted(there ^ lines):
        reason = "It has no line." if number in there else "There is no such exercise."
        cure = "Say what each exercise trains."
        yield Fault("book/teachers.md", "the exercises", number, reason, cure)


def courses(names):
    """Sections and exercises that a course names and that are not in its chapter."""
    text = (ROOT / "book/teachers.md").read_text("utf-8")
    titles = {title for notebook in names.values() for title in headings(notebook)}
    for row in re.findall(r"^\| \d.* \|$", text, re.M):
        for title in re.findall(r"\*([^*]+)\*", row):
            if title not in titles:
                reason, cure = "No section has this name.", "Name it as it is."
                yield Fault("book/teachers.md", "the courses", title, reason, cure)


def wall(names):
    """Live figures that the teachers' page does not list."""
    text = (ROOT / "book/teachers.md").read_text("utf-8")
    listed = yaml.safe_load(text.partition("```{wall}\n")[2].partition("```")[0])
    shown = {figure["figure"] for figure in listed}
    imported = re.compile(r"^from helpers\.widgets\.(\w+) import ([A-Z]\w+)", re.M)
    for name, notebook in names.items():
        for number, cell in enumerate(notebook.cells, start=1):
            found = imported.findall(cell.source) if cell.cell_type == "code" else []
            for figure in map(".".join, found):
                if figure not in shown:
                    cure = "Add it to the wall of book/teachers.md with a question."
                    yield of(name, number, figure, "It is not on the wall.", cure)


def unsaid(names):
    """Further words of the index that no chapter says; entries without a chapter."""
    said = [source for notebook in names.values() for _, source in texts(notebook)]
    said = book_index.plain("\n".join(said)).lower()
    further = (ROOT / "book/index.md").read_text("utf-8").split("```")[1]
    for line in further.splitlines()[1:]:
        forms = line.replace(":", ",").split(",")
        if not any(form.strip().lower() in said for form in forms if form.strip()):
            reason, cure = "No chapter says it.", "Take it out."
            yield Fault("book/index.md", "a line", line, reason, cure)
    for entry in book_index.ideas():
        if not entry.homes:
            cure = "End the entry with a link to its chapter."
            yield Fault(GLOSSARY, "an entry", entry.word, "It has no chapter.", cure)


def behind(names):
    """Pieces of translated pages that have changed in English, or came since."""
    for language in build.languages()[1:]:
        for page in build.pages(language):
            file = f"{page}.ipynb" if page.startswith("notebooks/") else f"{page}.md"
            where = f"translations/{language}/{file}"
            again = f"Then run `python scripts/translated.py {language} {file}`."
            for piece in translated.altered(language, file):
                yield Fault(where, piece, piece, "It has changed in English.", again)
            for piece in translated.untranslated(language, file):
                yield Fault(where, piece, piece, "It is not yet translated.", again)


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


RULES = [
    *(openings, orders, cells, exercises, links, early_words, unlisted_sources),
    *(linked_papers, unread, trains, courses, wall, unsaid, wrong_counts, behind),
]


def faults():
    """All that the rules find; a rule that stumbles is a remark and no failure."""
    names = chapters()
    for rule in RULES:
        try:
            yield from rule(names)
        except Exception as error:  # a report must not end at what it cannot read
            reason = f"The rule could not be asked, for {error!r}."
            yield Fault("scripts/lint.py", rule.__name__, rule.__doc__, reason, "")


def main(wanted):
    """Print the remarks that name one of what is wanted, and their number."""
    sys.stdout.reconfigure(errors="replace")  # some terminals lack a sign
    found = [f for f in faults() if not wanted or any(w in str(f) for w in wanted)]
    for fault in found:
        print(fault)
    files = len({fault.file for fault in found})
    print(f"{len(found)} remarks of the house on {files} files; none blocks.")


if __name__ == "__main__":
    main(sys.argv[1:])
