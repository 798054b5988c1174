"""What a cell returns, as a labelled table that can be read at a glance.

`show(values)` shades a vector, a matrix or a dictionary; `translations(rows)` sets
sentences in columns and marks the words that are wrong. As plain text both stay
readable, and outputs that tests compare stay stable.
"""

from collections.abc import Mapping
from difflib import SequenceMatcher
from html import escape
from itertools import zip_longest
from math import isfinite
from numbers import Number

from helpers.drawing.alphabet import SHADE, in_html, number
from helpers.drawing.drawing import SHARED

MOST = 12  # rows or columns that are shown; of more, the first and the last


def plain(values):
    """Lists, numbers and truths only, out of arrays and tensors."""
    values = values.tolist() if hasattr(values, "tolist") else values
    if isinstance(values, Mapping):
        return {key: plain(value) for key, value in values.items()}
    is_row = isinstance(values, list | tuple)
    return [plain(value) for value in values] if is_row else values


def cut(count):
    """The places of so many items that are shown; None stands for those left out."""
    if count <= MOST:
        return list(range(count))
    return [*range(MOST // 2), None, *range(count - MOST // 2, count)]


def chosen(items, places):
    """The items at the places, with dots for those left out."""
    return ["…" if place is None else items[place] for place in places]


def sides(values, rows, columns):
    """Values as rows of one length, with the names of both sides if they have any."""
    values = plain(values)
    if isinstance(values, dict):
        names, values = list(values), list(values.values())
        if values and all(isinstance(value, dict) for value in values):
            rows, columns = rows or names, columns or list(values[0])
            values = [[value.get(key) for key in columns] for value in values]
        elif any(isinstance(value, list) for value in values):
            rows = rows or names
        else:
            columns = columns or names
    if not isinstance(values, list):
        values = [values]
    if not any(isinstance(value, list) for value in values):
        values = [values]
    values = [value if isinstance(value, list) else [value] for value in values]
    return values, rows, columns


def checked(values, rows, columns):
    """The same, if it is a table; a sentence says what is missing."""
    lengths = sorted({len(row) for row in values})
    if not values or lengths[0] == 0:
        raise ValueError("There is nothing to show: give it at least one number.")
    if len(lengths) > 1:
        raise ValueError(
            f"The rows of a table have one length, and these have {lengths[0]} to "
            f"{lengths[-1]} values: put None where there is none."
        )
    for names, count, side in (
        (rows, len(values), "rows"),
        (columns, lengths[0], "columns"),
    ):
        if names is not None and len(names) != count:
            raise ValueError(
                f"The table has {count} {side} and {len(names)} names for them."
            )
    for value in (value for row in values for value in row):
        if isinstance(value, list | dict):
            raise ValueError("A table has two sides: show one part of this at a time.")
        if isinstance(value, Number) and not isfinite(value):
            raise ValueError(
                f"A table cannot shade {value}: put None where there is no number."
            )
    return values, rows, columns


def is_number(value):
    """Whether a value is shaded, which a truth is not."""
    return isinstance(value, Number) and not isinstance(value, bool)


def digits_for(values):
    """How many digits tell the numbers apart: none for whole ones, else 1 to 3."""
    sizes = [abs(value) for row in values for value in row if is_number(value)]
    if all(float(size).is_integer() for size in sizes):
        return 0
    return 3 if max(sizes) < 0.1 else 2 if max(sizes) < 100 else 1


def framed(inner, caption=""):
    """A table in a frame that scrolls where it is too wide."""
    said = f"<figcaption>{in_html(caption)}</figcaption>" if caption else ""
    return (
        f'<figure class="tb-picture">{SHARED}<div class="tb-scroll">{inner}</div>'
        f"{said}</figure>"
    )


def aligned(lines):
    """Rows of texts as lines, in columns as wide as they must be."""
    widths = [max(map(len, column)) for column in zip_longest(*lines, fillvalue="")]
    return "\n".join(
        "  ".join(
            text.rjust(width) if k else text.ljust(width)
            for k, (text, width) in enumerate(zip(line, widths, strict=False))
        ).rstrip()
        for line in lines
    )


class Table:
    """A matrix with the names of its sides, each cell as dark as it is large."""

    def __init__(self, values, rows, columns, digits, shade, caption, corner):
        self.values, self.rows, self.columns = checked(*sides(values, rows, columns))
        self.digits = digits_for(self.values) if digits is None else digits
        self.shade, self.caption, self.corner = shade, caption, corner

    def said(self, value):
        """A value as the table prints it."""
        if is_number(value):
            return number(value, self.digits)
        return {None: "–", True: "yes", False: "no"}.get(value, str(value))

    def largest(self, values):
        """The size of the darkest cell."""
        return max((abs(value) for value in values if is_number(value)), default=0)

    def cell(self, value, largest):
        """One number, its cell shaded by its sign and size; one truth, as a mark."""
        said = escape(self.said(value))
        if isinstance(value, bool):
            return f'<td class="tb-{said}"><span class="tb-unseen">{said}</span></td>'
        share = abs(value) / largest if is_number(value) and largest else 0
        if self.shade == "none" or share < 0.01:
            return f"<td>{said}</td>"
        colour, part = "more" if value > 0 else "less", f"{share * SHADE:.0%}"
        mixed = f"color-mix(in srgb,var(--tb-{colour}) {part},transparent)"
        return f'<td style="background:{mixed}">{said}</td>'

    def row(self, place, across, largest):
        """One row with its name, or dots for those that are left out."""
        count = len(across) + bool(self.rows)
        if place is None:
            return f'<tr><td class="tb-rest" colspan="{count}">⋮</td></tr>'
        values = self.values[place]
        if self.shade == "rows":
            largest = self.largest(values)
        cells = "".join(
            '<td class="tb-rest">…</td>' if k is None else self.cell(values[k], largest)
            for k in across
        )
        if self.rows is None:
            return f"<tr>{cells}</tr>"
        name = in_html(self.rows[place])
        head = f'<th scope="row">{name}</th>' if name else "<td></td>"
        return f"<tr>{head}{cells}</tr>"

    def head(self, across):
        """The names of the columns, if they have any."""
        if self.columns is None:
            return ""
        names = ["…" if k is None else in_html(self.columns[k]) for k in across]
        cells = "".join(f'<th scope="col">{name}</th>' for name in names)
        first = f'<td class="tb-rest">{in_html(self.corner)}</td>' if self.rows else ""
        return f"<thead><tr>{first}{cells}</tr></thead>"

    def _repr_html_(self):
        across, down = cut(len(self.values[0])), cut(len(self.values))
        largest = self.largest(value for row in self.values for value in row)
        body = "".join(self.row(place, across, largest) for place in down)
        table = f"{self.head(across)}<tbody>{body}</tbody>"
        return framed(f'<table class="tb-shades">{table}</table>', self.caption)

    def __repr__(self):
        across, down = cut(len(self.values[0])), cut(len(self.values))
        said = [[self.said(value) for value in row] for row in self.values]
        lines = [["⋮"] if k is None else chosen(said[k], across) for k in down]
        names = chosen(list(map(str, self.rows or said)), down)
        if self.columns is not None:
            lines.insert(0, chosen(list(map(str, self.columns)), across))
            names.insert(0, self.corner)
        if self.rows is not None:
            lines = [[name, *line] for name, line in zip(names, lines, strict=True)]
        return aligned(lines).replace("−", "-")  # as Python writes it


def show(values, rows=None, columns=None, caption="", **more):
    """A table of a vector, a matrix or a dictionary, each cell as dark as it is large.

    `rows` and `columns` name its sides; a dictionary names one by itself, and a
    dictionary of dictionaries both. `shade` is "all", "rows" (each by its own largest)
    or "none"; `digits` and `corner` are found if they are not said.
    """
    known = {"digits": None, "shade": "all", "corner": ""}
    if unknown := more.keys() - known.keys():
        raise ValueError(f"show knows {', '.join(known)}, and no {min(unknown)!r}.")
    return Table(values, rows, columns, caption=caption, **(known | more))


# Sentences in columns


def marked(words, others, kind, mark):
    """The words, those marked that the other sentence has not at their place."""
    same = SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks()
    kept = {place for a, _, size in same for place in range(a, a + size)}
    return " ".join(
        kind(word) if place in kept else mark(kind(word))
        for place, word in enumerate(words)
    )


class Translations:
    """Sentences with what they should become and what they became."""

    def __init__(self, rows, heads, caption):
        self.rows = [tuple(map(str, row)) for row in rows]
        self.heads, self.caption = tuple(heads), caption
        if not self.rows or any(len(row) != len(self.heads) == 3 for row in self.rows):
            raise ValueError(
                "Translations are rows of three: the sentence, what it should become, "
                "and what it became."
            )

    def line(self, row):
        """One row as cells, with a tick where nothing is wrong."""
        source, truth, output = (text.split() for text in row)
        wrong = marked(output, truth, escape, "<ins>{}</ins>".format)
        missed = marked(truth, output, escape, "<u>{}</u>".format)
        tick = '<span class="tb-tick">✓</span> ' if truth == output else ""
        cells = escape(" ".join(source)), missed, tick + (wrong or "–")
        return "".join(
            f'<td data-head="{escape(head)}">{cell}</td>'
            for head, cell in zip(self.heads, cells, strict=True)
        )

    def _repr_html_(self):
        heads = "".join(f'<th scope="col">{in_html(head)}</th>' for head in self.heads)
        lines = "".join(f"<tr>{self.line(row)}</tr>" for row in self.rows)
        table = f"<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody>"
        return framed(f'<table class="tb-words">{table}</table>', self.caption)

    def __repr__(self):
        lines = []
        for row in self.rows:
            source, truth, output = (text.split() for text in row)
            wrong = marked(output, truth, str, "[{}]".format)
            lines += [" ".join(source), f"  {' '.join(truth)}", f"  {wrong or '–'}"]
        return "\n".join(lines)


def translations(rows, heads=("source", "should be", "output"), caption=""):
    """Sentences in columns: each row is a sentence, its truth, and what was written.

    Words that should not be there are marked, and in the truth those that are missing.
    """
    return Translations(rows, heads, caption)
