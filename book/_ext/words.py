"""Words that explain themselves: in a chapter's prose, the glossary's words are links.

A word is marked where it is first used: one that the chapter introduces in each of its
sections, one of another chapter once on the page, an everyday word once in the chapter
that gives it its meaning and nowhere else. words.js shows what the glossary says of it,
from one file for the whole site.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import build
from book_index import CHAPTER, ENTRY, LISTS, form, place, plain, whole, words_of
from book_page import speaker
from docutils import nodes
from sphinx.addnodes import pending_xref

MOST = 6  # words marked in a section
EVERYDAY = set(
    "A-unit, Annotation, Attention, Bag, Batch, Bias, Bottleneck, Channel, Checkpoint, "
    "Circle, Degradation, Delay, Error rate, Excitatory, Gate, Gradient, Head, "
    "Inhibitory, Kernel, Key, Latch, Margin, Mask, Momentum, Net, Order, Padding, "
    "Patch, Query, R-unit, S-unit, State, Tape, Temperature, Test set, "
    "Threshold, Token, Transformer, Unit, Validation set, Value, Veto".split(", ")
)
OTHER = (  # where no word is marked
    *(nodes.title, nodes.literal, nodes.FixedTextElement, nodes.raw, nodes.table),
    *(nodes.math, nodes.math_block, nodes.reference, pending_xref, nodes.caption),
)
SOURCE = re.compile(r"\s*\((?:(\d{4}),\s*)?\[[^]]*\]\([^)]*\)[^()]*\)\s*$")


@dataclass(frozen=True)
class Word:
    """A word of the glossary: what finds it, and what is said of it."""

    term: str
    finds: re.Pattern
    homes: tuple
    everyday: bool


def entries(language):
    """The terms of a language's glossary, each with its text."""
    path = build.home(language) / "book/glossary.md"
    text = re.sub(r"\s*<!--.*?-->", "", path.read_text("utf-8"), flags=re.DOTALL)
    return ENTRY.findall(text)


def glossary(language):
    """The words to be marked, the longest first, so that each is found whole."""
    found = []
    for term, text in entries(language):
        english = re.match(r"\*(.+?)\.\*", text)
        named = words_of(english[1] if english else term)
        everyday = any(word[0].upper() + word[1:] in EVERYDAY for word in named)
        homes = tuple(CHAPTER.findall(text))
        for word in words_of(term):
            found.append((word, Word(term, whole([form(word)]), homes, everyday)))
    return [word for _, word in sorted(found, key=lambda pair: -len(pair[0]))]


def explanation(term, text):
    """What words.js shows of an entry: the word, its explanation, and its year."""
    said = " ".join(text.split())
    source = SOURCE.search(said)
    said = SOURCE.sub("", said)
    said = re.sub(r"\[([^]]+)\]\([^)]*\)|[*`]", r"\1", said)
    return [term, said, source[1] or "" if source else ""]


def prose(section):
    """The texts of a section in which a word may be marked, in their order."""
    for child in section.children:
        if isinstance(child, nodes.Text):
            yield child
        elif not isinstance(child, OTHER) and "cell" not in child.get("classes", []):
            yield from prose(child)


def found_in(text, word):
    """Where the text says the word, or None."""
    flat = plain(text)
    return word.finds.search(flat if len(flat) == len(text) else text)


def link(word, text):
    """The text as a link to the word's entry."""
    address = f"../book/glossary.html#{place(word.term)}"
    return nodes.reference("", text, refuri=address, internal=True, classes=["word"])


def mark(section, words, most=MOST):
    """Mark the first use of each of these words, and return the terms of those marked.

    Of several words that are explained together, only the first is marked.
    """
    marked = []
    for text in list(prose(section)):
        spans = []
        for word in words:
            hit = found_in(text, word) if word.term not in marked else None
            clear = hit and all(hit.end() <= a or hit.start() >= b for a, b, _ in spans)
            if clear and len(marked) < most:
                spans.append((*hit.span(), word))
                marked.append(word.term)
        if spans:
            replace(text, sorted(spans, key=lambda span: span[0]))
    return marked


def replace(text, spans):
    """Put links in the place of these parts of a text."""
    parts, at = [], 0
    for start, end, word in spans:
        parts += [nodes.Text(text[at:start]), link(word, text[start:end])]
        at = end
    text.parent.replace(
        text, [part for part in [*parts, nodes.Text(text[at:])] if part]
    )


def mark_page(app, doctree):
    """Mark the words of a chapter's page."""
    docname = app.env.docname
    if not docname.startswith("notebooks/"):
        return
    chapter, words = Path(docname).name, glossary(app.config.language)
    own = {word.term for word in words if chapter in word.homes}
    once = {word.term for word in words if word.everyday or word.term not in own}
    barred = {word.term for word in words if word.everyday and word.term not in own}
    top = next(doctree.findall(nodes.section))
    below = [part for part in top if isinstance(part, nodes.section)]
    opening = nodes.section("", *[part for part in top if part not in below])
    for section in [opening, *below]:
        heading = section.next_node(nodes.title).astext()
        if heading not in LISTS and section["ids"] != ["vocabulario"]:
            left = [word for word in words if word.term not in barred]
            barred |= once & set(mark(section, left))
    top.children = [*opening.children, *below]
    for part in top.children:
        part.parent = top


def write_glossary(app, exception):
    """Write what words.js shows, once for all pages."""
    if exception is None and app.builder.format == "html":
        language = app.config.language
        words = {
            place(term): explanation(term, text) for term, text in entries(language)
        }
        data = {"say": speaker(language)("In the glossary"), "words": words}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        path = Path(app.outdir) / "_static/glossary.js"
        path.write_text(f"window.glossary = {text};\n", encoding="utf-8")


def setup(app):
    """Mark each chapter when it has been read, and write the file with the entries."""
    app.add_js_file("words.js", loading_method="defer", blocking="render")
    app.connect("doctree-read", mark_page, priority=620)
    app.connect("build-finished", write_glossary)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
