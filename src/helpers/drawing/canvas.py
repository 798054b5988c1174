"""A canvas, and the shapes that the book draws on it.

One unit is one pixel and y grows downwards. Shapes take the names of `picture.css`, and
no colour's number.
"""

import re
from contextlib import contextmanager
from html import escape
from math import hypot

from helpers.drawing.alphabet import (
    LINES,
    SHADE,
    SIZES,
    finite,
    in_svg,
    number,
    room_for,
    short,
)

PATH = re.compile(r'(<path class="[^"]*") d="([^"]*)"((?: style="[^"]*")?/>)')
GROUPS = "at", "lit_at", "wait", "move", "slide"  # what a group may say of its steps


def joined(parts):
    """The parts, with neighbouring lines of one kind made into one line."""
    out, kind = [], None
    for part in parts:
        path = PATH.fullmatch(part)
        if path and (path[1], path[3]) == kind:
            out[-1] = out[-1].removesuffix('"' + kind[1]) + path[2] + '"' + kind[1]
        else:
            out.append(part)
        kind = (path[1], path[3]) if path else None
    return out


def ours(markup):
    """The markup with all its class names marked as the book's own."""

    def marked(match):
        names = (name.removeprefix("tb-") for name in match[1].split())
        return f'class="{" ".join(f"tb-{name}" for name in names)}"'

    return re.sub(r'class="([^"]*)"', marked, markup)


def point(x, y):
    """Two coordinates, as a path writes them."""
    return f"{short(x)} {short(y)}"


def towards(here, there, far):
    """The place that is so far from here on the way there, or half way."""
    length = hypot(there[0] - here[0], there[1] - here[1]) or 1
    share = min(far / length, 0.5)
    return [h + (t - h) * share for h, t in zip(here, there, strict=True)]


def listed(values, what="A strip"):
    """The values of a vector as numbers; a number n stands for n empty cells."""
    if isinstance(values, int):
        values = [0] * values
    values = [finite(value) for value in values]
    if not values:
        raise ValueError(f"{what} needs at least one number, and there is none here.")
    return values


def in_rows(values):
    """The values of a matrix as rows of numbers, all of one length."""
    rows = [listed(row, "Each row of a matrix") for row in values]
    lengths = sorted({len(row) for row in rows})
    if len(lengths) != 1:
        said = " and ".join(map(str, lengths)) if rows else "no"
        raise ValueError(
            f"The rows of a matrix have one length, and these have {said} numbers: "
            "draw them one by one, or fill the short ones up."
        )
    return rows


def within(count, least, most, what):
    """Refuse fewer or more of something than the drawing has room for."""
    if not least <= count <= most:
        some = f"{least} to {most}" if least < most else f"{least}"
        raise ValueError(
            f"This drawing has room for {some} {what}, and here are {count}."
        )


def alike(**rows):
    """Refuse rows that belong together, place by place, and differ in length."""
    if len({len(row) for row in rows.values()}) > 1:
        said = ", ".join(f"{len(row)} {name}" for name, row in rows.items())
        raise ValueError(f"These belong together one by one, and there are {said}.")


def positive(value, what):
    """The value, if it is a number above 0."""
    if finite(value) <= 0:
        raise ValueError(f"{what} must be above 0, and here it is {value}.")
    return value


def pairs(rows, what):
    """The rows, if each holds two things."""
    for row in rows:
        if isinstance(row, str) or not hasattr(row, "__len__") or len(row) != 2:
            raise ValueError(f"{what} is a pair, and {row!r} is none.")
    return rows


class Canvas:
    """A place to draw. One unit is one pixel; y grows downwards."""

    def __init__(self, width, height):
        self.width, self.height, self.top = finite(width), finite(height), 0
        self.parts, self.rules = [], []

    def crop(self, top):
        """Leave out what lies above, for a drawing that grows upwards."""
        self.top = top

    def put(self, markup):
        """Add markup as it is."""
        self.parts.append(markup)

    @contextmanager
    def group(self, names="", **when):
        """What belongs together. Each of these may say when and where it is seen.

        `at` = the steps in which it is there; `lit_at` = those in which it is alight,
        and dim in the others; `wait` = (step, seconds) until it appears; `move` = its
        place (x, y) by step; `slide` = (step, seconds, places), a way it travels.
        """
        if unknown := when.keys() - set(GROUPS):
            raise ValueError(
                f"A group knows {', '.join(GROUPS)}, and no {min(unknown)!r}."
            )
        names = names.split()
        for kind in filter(when.get, GROUPS):
            value = when[kind]
            if kind == "lit_at":
                value = value, when.get("at")  # it is not dim where it is not there
            names.append(f"{kind[0]}{len(self.rules)}")
            self.rules.append((kind, f"tb-{names[-1]}", value))
        self.put(f'<g class="{" ".join(names)}">' if names else "<g>")
        yield
        self.put("</g>")

    @contextmanager
    def link(self, address, x, y, w, h):
        """What leads to another page, pressed anywhere in a rectangle."""
        self.put(f'<a href="{escape(address)}">')
        self.rect("frame", x, y, w, h, more=' style="stroke:none" pointer-events="all"')
        yield
        self.put("</a>")

    # Plain shapes

    def rect(self, names, x, y, w, h, round=0, more=""):
        """A rectangle from its upper left corner."""
        round = f' rx="{round}"' if round else ""
        self.put(
            f'<rect class="{names}" x="{short(x)}" y="{short(y)}" '
            f'width="{short(w)}" height="{short(h)}"{round}{more}/>'
        )

    def circle(self, names, x, y, r):
        """A circle around a place."""
        place = f'cx="{short(x)}" cy="{short(y)}" r="{short(r)}"'
        self.put(f'<circle class="{names}" {place}/>')

    def path(self, names, d, width=None):
        """A path in the language of SVG; `width` in place of its name's own."""
        style = f' style="stroke-width:{short(width)}px"' if width else ""
        self.put(f'<path class="{names.strip()}" d="{d}"{style}/>')

    # Words

    def text(self, x, y, words, names="", anchor="middle"):
        """Words with their middle at a height; between $ signs a formula."""
        small = "s" in names.split()
        drop = 0.35 * SIZES["second" if small else "text"]
        anchor = "" if anchor == "start" else f' text-anchor="{anchor}"'
        names = f' class="{names}"' if names else ""
        place = f'x="{short(x)}" y="{short(y + drop)}"'
        self.put(f"<text {place}{anchor}{names}>{in_svg(words)}</text>")

    def word(self, x, y, words, names=""):
        """A token: its word in the type of the text, on a fine line."""
        w = room_for(words, SIZES["word"])
        self.text(x, y, words, f"w {names}".strip())
        self.put(f'<path class="line quiet" d="M{point(x - w / 2, y + 11)}h{w:.0f}"/>')

    def badge(self, x, y, number):
        """The number of a part, in a small disc."""
        self.circle("badge", x, y, 7.5)
        self.text(x, y, str(number), "s on")

    # What is computed

    def box(self, x, y, w, h, words="", learned=True, round=6):
        """What is done to a vector: filled if it is learned, hollow if it is fixed."""
        self.rect("learned" if learned else "hollow", x, y, w, h, round)
        if words:
            self.text(x + w / 2, y + h / 2, words)

    def frame(self, x, y, w, h, words=""):
        """A group that is repeated, with its "× N" at its upper right corner."""
        self.rect("frame", x, y, w, h, 10)
        if words:
            self.text(x + w - 6, y + 10, words, "s q", "end")

    def sign(self, x, y, sign="+", r=8):
        """A sum or a product, number by number: fixed, hence hollow."""
        self.circle("hollow", x, y, r)
        a = r * 0.55
        path = f"M{point(x - a, y)}h{short(2 * a)}M{point(x, y - a)}v{short(2 * a)}"
        if sign != "+":
            a = r * 0.4
            path = f"M{point(x - a, y - a)}L{point(x + a, y + a)}"
            path += f"M{point(x + a, y - a)}L{point(x - a, y + a)}"
        self.put(f'<path class="line" d="{path}"/>')

    # Ways

    def dot(self, x, y, names="", r=2.6):
        """A place on a line where something is read or written."""
        self.circle(f"dot {names}".strip(), x, y, r)

    def head(self, tip, ux, uy, size, names=""):
        """The head of an arrow that goes in a direction of length 1."""
        (x, y), half = tip, size * 0.48
        bx, by = x - ux * size, y - uy * size
        path = f"M{point(x, y)}L{point(bx - uy * half, by + ux * half)}"
        path += f"L{point(bx + uy * half, by - ux * half)}z"
        self.put(f'<path class="{f"head {names}".strip()}" d="{path}"/>')

    def line(self, *places, names="", width=None, head=True, round=7):
        """A way from place to place. Its corners are round; a head says where to."""
        size = 3.2 + 1.6 * (width or LINES["way"]) if head else 0
        (x1, y1), (x2, y2) = places[-2:]
        length = hypot(x2 - x1, y2 - y1) or 1
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        path = f"M{point(*places[0])}"
        for k, corner in enumerate(places[1:-1], 1):
            near = towards(corner, places[k - 1], round)
            far = towards(corner, places[k + 1], round)
            path += f"L{point(*near)}Q{point(*corner)} {point(*far)}"
        path += f"L{point(x2 - ux * size * 0.8, y2 - uy * size * 0.8)}"
        self.path(f"line {names}", path, width)
        if head:
            self.head((x2, y2), ux, uy, size, names)

    def curve(self, start, end, names="", width=None, head=True, upright=False):
        """A way that swings from one place to another, level at both ends.

        `upright` makes it leave and arrive upright: for flows between rows of words.
        """
        size = 3.2 + 1.6 * (width or LINES["way"]) if head else 0
        (x1, y1), (x2, y2) = start, end
        if upright:
            way = 1 if y2 >= y1 else -1
            stop, ux, uy, middle = (x2, y2 - way * size * 0.8), 0, way, (y1 + y2) / 2
            bends = f"{point(x1, middle)} {point(x2, middle)}"
        else:
            way = 1 if x2 >= x1 else -1
            stop, ux, uy, middle = (x2 - way * size * 0.8, y2), way, 0, (x1 + x2) / 2
            bends = f"{point(middle, y1)} {point(middle, y2)}"
        self.path(f"line {names}", f"M{point(x1, y1)}C{bends} {point(*stop)}", width)
        if head:
            self.head((x2, y2), ux, uy, size, names)

    def arc(self, start, end, rise=None, names="", width=None, head=True):
        """A way over what lies between two places, from word to word for one.

        It rises by half its span, or by `rise`; a negative one goes below.
        """
        (x1, y1), (x2, y2) = start, end
        rise = abs(x2 - x1) / 2 if rise is None else rise
        size = 3.2 + 1.6 * (width or LINES["way"]) if head else 0
        way = 1 if rise >= 0 else -1
        high = 4 / 3 * rise
        stop = x2, y2 - way * size * 0.8
        bends = f"{point(x1, y1 - high)} {point(x2, y2 - high)}"
        self.path(f"line {names}", f"M{point(x1, y1)}C{bends} {point(*stop)}", width)
        if head:
            self.head((x2, y2), 0, way, size, names)

    def bracket(self, x, y, length, words="", upright=False, depth=6):
        """A square bracket under what belongs together, or with `upright` right of it.

        `depth` is how far its ends reach back; a negative one turns it around.
        """
        size, ends = short(length), short(depth)
        if upright:
            start = f"M{point(x - depth, y)}"
            self.path("line quiet", f"{start}h{ends}v{size}h{short(-depth)}")
            self.beside(x + (8 if depth > 0 else -8), y + length / 2, words, depth)
        else:
            start = f"M{point(x, y - depth)}"
            self.path("line quiet", f"{start}v{ends}h{size}v{short(-depth)}")
            self.below(x + length / 2, y + (13 if depth > 0 else -13), words)

    def brace(self, x, y, length, words="", upright=False, depth=9):
        """The same as a brace, whose point leads to the words."""
        d, half = depth / 2, length / 2
        r = min(abs(d), half / 2)
        if upright:
            path = f"M{point(x, y)}q{point(d, 0)} {point(d, r)}v{short(half - 2 * r)}"
            path += f"q0 {short(r)} {point(d, r)}"
            path += f"q{point(-d, 0)} {point(-d, r)}v{short(half - 2 * r)}"
            path += f"q0 {short(r)} {point(-d, r)}"
            self.path("line quiet", path)
            self.beside(x + depth + (5 if depth > 0 else -5), y + half, words, depth)
        else:
            path = f"M{point(x, y)}q{point(0, d)} {point(r, d)}h{short(half - 2 * r)}"
            path += f"q{short(r)} 0 {point(r, d)}"
            path += f"q{point(0, -d)} {point(r, -d)}h{short(half - 2 * r)}"
            path += f"q{short(r)} 0 {point(r, -d)}"
            self.path("line quiet", path)
            self.below(x + half, y + depth + (9 if depth > 0 else -9), words)

    def below(self, x, y, words):
        """Second words in the middle under a bracket, if there are any."""
        if words:
            self.text(x, y, words, "q s")

    def beside(self, x, y, words, side):
        """Second words at the right of a bracket, or at its left."""
        if words:
            self.text(x, y, words, "q s", "start" if side > 0 else "end")

    # Numbers

    def strip(self, x, y, values, role="", cell=30, high=None, digits=None, **more):
        """A vector, as cells: blue above nothing, orange below, paler near nothing.

        `values` may be a number of cells, for a vector whose numbers do not matter;
        with `role=None` the cells have no edge, for they are part of something larger.
        `upright` lets it stand; `largest` is the size of the darkest cell.
        """
        w, h, upright = cell, high or cell, more.get("upright")
        values = listed(values)
        largest = more.get("largest") or max(map(abs, values)) or 1
        whole = (w, h * len(values)) if upright else (w * len(values), h)
        self.must_hold(len(values), *whole)
        places = [
            (x, y + i * h) if upright else (x + i * w, y) for i in range(len(values))
        ]
        self.rect("cell", x, y, *whole)
        for v, place in zip(values, places, strict=True):
            self.fill(v, place, (w, h), largest, digits)
        along = f"h{short(w)}" if upright else f"v{short(h)}"
        if inner := "".join(f"M{point(*place)}{along}" for place in places[1:]):
            self.put(f'<path class="grid" d="{inner}"/>')
        if role is not None:
            self.rect(f"edge {role or 'quiet'}", x, y, *whole, round=2)

    def must_hold(self, count, width, height):
        """Refuse cells that are wider or higher together than the whole drawing."""
        if width > self.width or height > self.height:
            raise ValueError(
                f"{count} cells take {short(width)} × {short(height)} pixels, and the "
                f"drawing has {short(self.width)} × {short(self.height)}: show fewer "
                "of them, or make `cell` smaller."
            )

    def fill(self, value, place, size, largest, digits=None):
        """The inside of a cell: its shade, and its number where there are digits."""
        share = min(abs(value) / largest, 1)
        if share > 0.02:
            shade = f' fill-opacity="{share * SHADE:.2f}"'
            self.rect("p" if value > 0 else "n", *place, *size, more=shade)
        if digits is not None:
            x, y = place[0] + size[0] / 2, place[1] + size[1] / 2
            self.text(x, y, number(value, digits))

    def matrix(self, x, y, values, role="", cell=30, high=None, digits=None, **more):
        """A matrix, as rows of cells that share one shade and one edge.

        `rows` and `columns` name its sides, at its left and above it; `largest` is the
        size of the darkest cell.
        """
        w, h = cell, high or cell
        values = in_rows(values)
        deep, wide = len(values), len(values[0])
        largest = more.get("largest") or max(abs(v) for row in values for v in row) or 1
        self.must_hold(deep * wide, w * wide, h * deep)
        for j, row in enumerate(values):
            place = x, y + j * h
            self.strip(
                *place, row, None, cell=w, high=h, digits=digits, largest=largest
            )
        lines = "".join(
            f"M{point(x, y + j * h)}h{short(w * wide)}" for j in range(deep)
        )
        if lines:
            self.put(f'<path class="grid" d="{lines}"/>')
        self.rect(f"edge {role or 'quiet'}", x, y, w * wide, h * deep, round=2)
        for j, name in enumerate(more.get("rows") or []):
            self.text(x - 7, y + (j + 0.5) * h, name, "q s", "end")
        for i, name in enumerate(more.get("columns") or []):
            self.text(x + (i + 0.5) * w, y - 9, name, "q s")

    def axis(self, x, y, length, low, high, ticks=(), words="", upright=False):
        """An axis to the right, or upwards; returns where on it a value stands.

        Each of the `ticks` is a value, or a value with the words for it.
        """
        low, high = finite(low), finite(high)
        if low == high:
            raise ValueError(f"An axis needs two ends, and both are {low:g} here.")
        way = -1 if upright else 1

        def place(value):
            part = (finite(value) - low) / (high - low) * length * way
            return (y if upright else x) + part

        along = f"v{short(-length)}" if upright else f"h{short(length)}"
        self.path("line quiet hair", f"M{point(x, y)}{along}")
        for tick in ticks:
            value, name = tick if isinstance(tick, tuple) else (tick, f"{tick:g}")
            at, name = place(value), str(name).replace("-", "−")
            start = f"M{point(x, at)}h-4" if upright else f"M{point(at, y)}v4"
            self.path("line quiet hair", start)
            spot = (x - 8, at) if upright else (at, y + 14)
            self.text(*spot, name, "q s", "end" if upright else "middle")
        if words and upright:
            self.text(x - 4, y - length - 13, words, "q s", "start")
        elif words:
            self.text(x + length, y + 30, words, "q s", "end")
        return place

    def pixel(self, x, y, size, light, words=""):
        """A point of a picture: as bright in a dark page as in a light one."""
        light = min(max(finite(light), 0), 1)
        self.rect("white", x, y, size, size)
        self.rect("black", x, y, size, size, more=f' fill-opacity="{1 - light:.2f}"')
        if words:
            ink = "black" if light > 0.45 else "white"
            self.text(x + size / 2, y + size / 2, words, f"s {ink}")

    def svg(self, names="tb-both", alt=""):
        """The finished drawing; without an alternative text it is an ornament."""
        w, h = short(self.width), short(self.height - self.top)
        art = ours("".join(joined(self.parts)))
        role = "group" if "<a " in art else "img"  # in a picture no link is heard
        said = f'role="{role}" aria-label="{escape(alt)}"'
        said = said if alt else 'aria-hidden="true"'
        return (
            f'<svg class="{names}" viewBox="0 {short(self.top)} {w} {h}" '
            f'width="{w}" height="{h}" {said}>'
            f"{art}</svg>"
        )
