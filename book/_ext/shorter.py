"""Say in a page the same with fewer bytes; nothing that is seen changes.

A line of a drawing goes by steps from point to point and not by places, which are long
numbers and no two alike; and code loses its marks on names, brackets and blanks, which
have no colour of their own and are two of three.
"""

import re
from decimal import Decimal
from pathlib import Path

DRAWN = re.compile(r'(<path\b[^>]*?\sd=")([^"]*)(")')
STRAIGHT = re.compile(r"\s*M[MLZz\d.,\s-]*")
PART = re.compile(r"[MLZz]|-?(?:\d+\.?\d*|\.\d+)")
PLAIN = re.compile(r'<span class="[npw]">([^<]*)</span>')


def written(number):
    """A decimal number without what says nothing: 0.50 is .5 and -0 is 0."""
    text = f"{number.normalize():f}" if number else "0"
    return re.sub(r"^(-?)0\.", r"\1.", text)


def pair(x, y, letter):
    """Two numbers after a letter, or after other numbers; a minus parts them too."""
    x, y = written(x), written(y)
    first = "" if letter or x[0] == "-" else " "
    return letter + first + x + ("" if y[0] == "-" else " ") + y


def by_steps(path):
    """A path of straight lines, each point as a step from the last, exactly."""
    if not STRAIGHT.fullmatch(path):
        return path
    parts = PART.findall(path.replace("z", "Z"))
    made, command, before = [], "", ""
    at = start = (Decimal(0), Decimal(0))
    while parts:
        if parts[0] in "MLZ":
            command = parts.pop(0)
        if command == "Z":
            at, before = start, "z"
            made.append("z")
            continue
        if len(parts) < 2 or {parts[0], parts[1]} & set("MLZ"):
            return path  # as it is: the browser shows what it can
        point = Decimal(parts.pop(0)), Decimal(parts.pop(0))
        if command == "M":
            start, command, before = point, "L", "M"
            made.append(pair(*point, "M"))
        else:
            step = point[0] - at[0], point[1] - at[1]
            made.append(pair(*step, "" if before == "l" else "l"))
            before = "l"
        at = point
    return min("".join(made), path, key=len)


def shortened(page):
    """The page's markup with shorter lines and fewer marks."""
    page = DRAWN.sub(lambda match: match[1] + by_steps(match[2]) + match[3], page)
    return PLAIN.sub(r"\1", page)


def shorten(app, exception):
    """Shorten all pages."""
    if exception is None:
        for page in Path(app.outdir).rglob("*.html"):
            text = page.read_text(encoding="utf-8")
            page.write_text(shortened(text), encoding="utf-8")


def setup(app):
    """Run when the pages have been written."""
    app.connect("build-finished", shorten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
