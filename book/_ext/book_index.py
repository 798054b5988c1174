"""The index: people, machines and ideas, each with the sections that speak of it.

`{book-index}` takes the people from the bibliography, the ideas from the glossary and
further words from its own lines, `word` or `word: form, form`, and looks for them in
the chapters as they were read. A word of the glossary leads to its explanation there,
then to the chapter that introduces it, then to those that make most of it.
"""

import re
import unicodedata
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

import build
from docutils import nodes
from pybtex.database import parse_file
from sphinx.util.docutils import SphinxDirective

BOOK = Path(__file__).resolve().parents[1]
PLACES = 6  # at most, for one entry
ENTRY = re.compile(r"^(.+)\n: ((?:.+\n?)+)", re.M)
YEAR = re.compile(r"^\d{4} · ")
CHAPTER = re.compile(r"notebooks/(\w+)\.ipynb")
LETTERS = str.maketrans("Łł–’", "Ll-'")
WORDS = "Vocabulary", "Words and symbols"  # the section with a chapter's own table
LISTS = *WORDS, "Exercises", "Sources"  # sections that name without explaining
NOT_PROSE = nodes.literal, nodes.FixedTextElement, nodes.math, nodes.math_block
STRESSED = nodes.title, nodes.strong, nodes.emphasis


@dataclass
class Section:
    """A section of a chapter as it was read: where it is, and what it says."""

    chapter: str
    anchor: str  # empty for what stands above the first section
    title: str
    text: str
    stressed: str  # its title, and what is set in bold or italics


@dataclass
class Entry:
    """A line of the index: its word, what finds it, and where it is explained."""

    word: str
    finds: re.Pattern
    beside: re.Pattern = re.compile("")  # what else a section must say
    definition: str = ""
    homes: tuple = ()


def plain(text):
    """The text in the letters by which an index is sorted, without accents."""
    signs = unicodedata.normalize("NFKD", text.translate(LETTERS))
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


# What is looked for


def whole(forms):
    """What finds one of these forms, as a whole word."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})(?:'s)?(?![\w-])")


def form(word):
    """What finds a word, its plural too, with a capital first, with -ize for -ise.

    A word that has capitals beyond its first letter must have them.
    """
    word = plain(word)
    stem = re.sub(r"(?<=\w\w)[ -]", "[ -]", word.removesuffix("y"))
    stem = stem.replace("isation", "i[sz]ation")
    if word[1:].islower():
        stem = f"[{word[0].upper()}{word[0].lower()}]{stem[1:]}"
    return stem + ("(?:y|ies)" if word.endswith("y") else "(?:s|es)?")


def words_of(term):
    """The words that an entry of the glossary explains, where it explains several."""
    both = re.fullmatch(r"(\w+ing) and (\w+ing) (\w+)s", term)
    words = f"{both[1]} {both[3]}, {both[2]} {both[3]}" if both else term
    return words.split(", ")


def ideas():
    """An entry for each word of the glossary, where several are explained together."""
    for term, text in ENTRY.findall((BOOK / "glossary.md").read_text("utf-8")):
        for word in words_of(term):
            yield Entry(
                word[0].upper() + word[1:],
                whole([form(word)]),
                definition=term,
                homes=tuple(CHAPTER.findall(text)),
            )


def further(line):
    """The entry for a line of the directive."""
    word, _, forms = line.partition(": ")
    return Entry(word, whole(map(form, (forms or word).split(", "))))


def name(person):
    """The family name and the given names of somebody in the bibliography."""
    family = [*person.rich_prelast_names, *person.rich_last_names]
    given = [*person.rich_first_names, *person.rich_middle_names]
    return " ".join(map(str, family)), " ".join(map(str, given))


def same(given, other):
    """Whether two spellings of given names may be one person's, as Y. and Yann."""
    few, many = sorted((given.split(), other.split()), key=len)
    alike = lambda a, b: a[0] == b[0] if "." in a + b else a == b
    return all(any(alike(a, b) for b in many) for a in few)


def bibliography():
    """The entries of the bibliography, by their keys."""
    return parse_file(BOOK / "references.bib").entries


def people():
    """An entry for each author in the bibliography, with all spellings of the name."""
    works = [
        [name(person) for person in work.persons.get("author", [])]
        for work in bibliography().values()
    ]
    namesakes = {}
    for family, given in sorted({author for work in works for author in work}):
        persons = namesakes.setdefault(family.replace(" ", ""), [])
        known = [person for person in persons if same(person[0][1], given)]
        if known:
            known[0].append((family, given))
        else:
            persons.append([(family, given)])
    del namesakes["others"]
    for persons in namesakes.values():
        for person in persons:
            yield author(person, works, alone=len(persons) == 1)


def author(spellings, works, alone):
    """The entry for a person whose name is spelled in these ways.

    A name that others have too counts where the given name stands by it, and a short
    one, which may be a word, where this or a co-author's name does.
    """
    family, given = max(spellings, key=lambda pair: (len(pair[1]), pair[0]))
    families = {re.escape(plain(family)) for family, _ in spellings}
    first = re.escape(plain(given).split(" ")[0])
    beside = [rf"\b{first} (?:[A-Z]\. )*(?:{'|'.join(families)})\b"]
    if alone:
        own = [work for work in works if set(spellings) & set(work)]
        company = {plain(other) for work in own for other, _ in work}
        beside += [rf"\b{other}\b" for other in company - {plain(family)}]
    if alone and len(family) > 3:
        beside = []
    beside = re.compile("|".join(beside))
    return Entry(f"{family}, {given}", whole(families), beside)


# Where it is said


def said(node):
    """The prose in a part of a page, without code, formulas and what a cell printed."""
    if isinstance(node, nodes.Text):
        return plain(node.astext())
    if isinstance(node, NOT_PROSE) or "cell_output" in node.get("classes", []):
        return ""
    text = "".join(map(said, node.children))
    return text if isinstance(node, nodes.Inline) else f"{text}\n"


def sections(env):
    """Every section of every chapter, in the order of the book."""
    for path in build.chapters():
        chapter = next(env.get_doctree(f"notebooks/{path.stem}").findall(nodes.section))
        opening = [part for part in chapter if not isinstance(part, nodes.section)]
        below = [part for part in chapter if isinstance(part, nodes.section)]
        for part in [nodes.section("", *opening), *below]:
            marked = part.findall(lambda node: isinstance(node, STRESSED))
            stressed = "\n".join(map(said, marked))
            title = part.next_node(nodes.title).astext()
            anchor = f"#{part['ids'][0]}" if part["ids"] else ""
            yield Section(path.stem, anchor, title, said(part), stressed)


def weight(entry, section):
    """How much a section has to do with an entry."""
    if not entry.beside.search(section.text):
        return 0
    stressed = entry.finds.search(section.stressed)
    return len(entry.finds.findall(section.text)) + 3 * bool(stressed)


def home(chapter, entry):
    """Where a chapter introduces a word: where it is stressed, or said, or listed."""
    body = [section for section in chapter if section.title not in LISTS]
    marked = [section for section in body if entry.finds.search(section.stressed)]
    spoken = [section for section in body if entry.finds.search(section.text)]
    listed = [section for section in chapter if section.title in WORDS]
    return [*marked, *spoken, *listed][0]


def places(entry, chapters):
    """The sections to which an entry leads: one of each chapter, homes first.

    Elsewhere a word of the glossary must be said twice; one that many chapters say has
    its everyday meaning in some of them, so that there it must be set off, too.
    """
    first = [home(chapters[name], entry) for name in entry.homes if name in chapters]
    best = []
    for name in (name for name in chapters if name not in entry.homes):
        body = [section for section in chapters[name] if section.title not in LISTS]
        section = max(body, key=lambda section: weight(entry, section))
        if weight(entry, section) > bool(entry.homes):
            best.append(section)
    if entry.homes and len(best) > len(chapters) / 3:
        best = [section for section in best if entry.finds.search(section.stressed)]
    best.sort(key=lambda section: -weight(entry, section))
    return first + sorted(best[: PLACES - len(first)], key=lambda s: s.chapter)


# On the page


class IndexNode(nodes.General, nodes.Element):
    """The place of the index until all chapters have been read."""


class BookIndex(SphinxDirective):
    """The index, with further words, one a line."""

    has_content = True

    def run(self):
        """Leave the place, and the words."""
        return [IndexNode("", lines=[line for line in self.content if line.strip()])]


def item(entry, found):
    """An entry with its links."""
    word = escape(entry.word)
    if entry.definition:
        word = f'<a href="glossary.html#{place(entry.definition)}">{word}</a>'
    links = ", ".join(
        f'<a href="../notebooks/{section.chapter}.html{section.anchor}">'
        f"{int(section.chapter[:2])} · {escape(YEAR.sub('', section.title))}</a>"
        for section in found
    )
    return f"<dt>{word}</dt><dd>{links}</dd>"


def fill_index(app, doctree, docname):
    """Put the index in its place."""
    for node in list(doctree.findall(IndexNode)):
        by_chapter = groupby(sections(app.env), key=lambda section: section.chapter)
        chapters = {name: list(found) for name, found in by_chapter}
        entries = [*ideas(), *people(), *map(further, node["lines"])]
        entries.sort(key=lambda entry: plain(entry.word).lower())
        items = [(entry, places(entry, chapters)) for entry in entries]
        items = [(entry, found) for entry, found in items if found]
        letter = lambda pair: plain(pair[0].word)[0].upper()
        groups = [(sign, list(pairs)) for sign, pairs in groupby(items, key=letter)]
        parts = ['<nav class="letters" aria-label="Letters">']
        parts += [f'<a href="#letter-{sign}">{sign}</a>' for sign, _ in groups]
        parts.append("</nav>")
        for sign, pairs in groups:
            parts.append(f'<h2 id="letter-{sign}">{sign}</h2><dl class="index">')
            parts += [item(*pair) for pair in pairs]
            parts.append("</dl>")
        node.replace_self(nodes.raw("", "".join(parts), format="html"))


def place(word):
    """What the glossary's address ends with to lead to a word."""
    return f"word-{nodes.make_id(word)}"


def mark_words(app, doctree):
    """Let each word of the glossary be linked to."""
    if app.env.docname == "book/glossary":
        for term in doctree.findall(nodes.term):
            term["ids"].append(place(term.astext()))


def setup(app):
    """Add the directive, and mark the words of the glossary."""
    app.add_node(IndexNode)
    app.add_directive("book-index", BookIndex)
    app.connect("doctree-read", mark_words)
    app.connect("doctree-resolved", fill_index)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
