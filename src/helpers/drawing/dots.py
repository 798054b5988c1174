"""Rows of runs as dots, each row with its median."""

from math import ceil, floor, log10
from statistics import median

from helpers.drawing.alphabet import NARROW, WIDE, finite, in_html, number, room_for
from helpers.drawing.canvas import Canvas, listed
from helpers.drawing.drawing import SHARED, captioned, identified
from helpers.drawing.tables import aligned

ROW, TOP, MOST = 30, 8, 40  # pixels a row, above the first; rows


def marks(low, high):
    """Round numbers that mark an axis between two values, three to six of them."""
    step = 10 ** floor(log10(high - low))
    while (high - low) / step < 3:
        step /= 2 if (high - low) / step >= 1.5 else 4
    if (high - low) / step > 6:
        step *= 2
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(step * k, 9) for k in range(first, last + 1)]


class Runs:
    """Named rows of numbers as dots on one axis, with their medians."""

    def __init__(self, rows, caption, number, words, digits, ends):
        self.rows = {str(n): listed(v, f"The row {n!r}") for n, v in rows.items()}
        if not 0 < len(self.rows) <= MOST:
            raise ValueError(
                f"A dot plot has 1 to {MOST} rows, and here are {len(self.rows)}: show "
                "fewer of them, or a table."
            )
        if number:
            identified(number)
        self.caption, self.number, self.words = caption, number, words
        self.digits, self.ends = digits, ends or self.span()

    def span(self):
        """The ends of the axis: all values, and nothing if that is near."""
        values = [value for row in self.rows.values() for value in row]
        low, high = min(values), max(values)
        if 0 < low < 0.5 * high:
            low = 0
        return (low, high) if low < high else (low - 0.5, high + 0.5)

    def draw(self, room):
        """The rows in a room; on a phone each name stands above its row."""
        names = max(map(room_for, self.rows))
        beside = room >= WIDE and names < room / 2
        left, high = (names + 16, ROW) if beside else (8, ROW + 16)
        bottom = TOP + high * len(self.rows)
        page = Canvas(room, bottom + (40 if self.words else 24))
        place = page.axis(left, bottom, room - left - 56, *self.ends, self.ticks())
        if self.words:
            page.text(room - 56, bottom + 31, self.words, "q s", "end")
        for k, (name, values) in enumerate(self.rows.items()):
            y = TOP + high * (k + 1) - ROW / 2
            if beside:
                page.text(left - 14, y, name, anchor="end")
            else:
                page.text(left, y - 18, name, "q s", "start")
            self.dots(page, y, values, place)
            page.text(room - 44, y, number(median(values), self.digits), "b", "start")
        return page

    def ticks(self):
        """The marks of the axis."""
        return [(value, f"{value:,g}") for value in marks(*self.ends)]

    def dots(self, page, y, values, place):
        """One row: a hair line, the runs, and a bar at the median."""
        first, last = place(min(values)), place(max(values))
        page.path("line quiet hair", f"M{first:.1f} {y}H{last:.1f}")
        with page.group("positive"):
            for value in values:
                page.dot(place(value), y, "thin", 4)
        middle = place(median(values))
        page.path("line", f"M{middle:.1f} {y - 8}v16", 2)

    def alternative(self):
        """What the dots say, row by row."""
        said = (
            f"{name}: median {number(median(values), self.digits)}, from "
            f"{number(min(values), self.digits)} to {number(max(values), self.digits)}"
            for name, values in self.rows.items()
        )
        return f"Dots of single runs. {'; '.join(said)}."

    def _repr_html_(self):
        alt, rooms = self.alternative(), {"tb-wide": WIDE, "tb-narrow": NARROW}
        art = "".join(self.draw(room).svg(name, alt) for name, room in rooms.items())
        name, below = "", ""
        if self.number:
            name = f' id="{identified(self.number)}"'
            below = captioned(self.number, self.caption)
        elif self.caption:
            below = f"<figcaption>{in_html(self.caption)}</figcaption>"
        return f'<figure class="tb-picture"{name}>{SHARED}{art}{below}</figure>'

    def __repr__(self):
        lines = [
            [name, *(number(v, self.digits) for v in values), "median", middle]
            for name, values in self.rows.items()
            for middle in [number(median(values), self.digits)]
        ]
        return aligned(lines).replace("−", "-")  # as Python writes it


def runs(rows, caption="", number=None, words="", digits=2, ends=None):
    """Rows of runs as dots with their medians, on one axis from end to end.

    `rows` has the numbers of each row by its name, `words` says below the axis what
    they are.
    """
    if ends is not None:
        ends = tuple(map(finite, ends))
    return Runs(rows, caption, number, words, digits, ends)
