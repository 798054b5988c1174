"""For contributors: the way of a notebook to a page, and of a figure to a reader."""

from helpers.drawing import WIDE, Canvas, Drawing

HIGH, GAP, TOP = 44, 26, 34  # pixels of a box, between two, above the first
COLUMNS = (
    (
        "what you write",
        ("notebooks/", "a chapter, no outputs"),
        ("helpers/drawing/", "drawings"),
        ("helpers/widgets/", "figures: .py, .js, .css"),
        ("scripts/studies/", "long trainings"),
        ("book/", "other pages, theme"),
    ),
    (
        "what is made of it",
        ("scripts/build.py", "runs each chapter once"),
        ("output of a cell", "an SVG in the page's ink"),
        ("state of a figure", "numbers, no picture"),
        ("helpers/studies/", "curves and weights"),
        ("Sphinx, book/_ext", "pages from outputs"),
    ),
    (
        "who sees it",
        ("the web page", "no kernel, no network"),
        ("GitHub, paper", "drawings as stored"),
        ("JupyterLab, Colab", "the same notebook, alive"),
    ),
)
ALT = (
    "Three columns of boxes. A chapter in notebooks is run by scripts/build.py, and "
    "Sphinx with the extensions in book/_ext makes a web page of its outputs. A "
    "drawing from helpers/drawing is an SVG in the output of a cell, a figure from "
    "helpers/widgets a state that a script in the page brings to life. Trainings in "
    "scripts/studies are stored in helpers/studies, which chapters and figures read."
)


class Places:
    """Where the boxes stand in a room, by column and row."""

    def __init__(self, room):
        self.wide = room >= WIDE
        self.across, self.between = (172, 87) if self.wide else (146, 28)

    def corner(self, column, row):
        """The upper left corner of a box; on a phone the readers stand below."""
        if column == 2 and not self.wide:
            column, row = 1, row + 5.4
        return column * (self.across + self.between), TOP + row * (HIGH + GAP)

    def side(self, column, row, right=True, part=0.5):
        """A place at the right or left edge of a box."""
        x, y = self.corner(column, row)
        return x + self.across * right, y + HIGH * part

    def middle(self, column, row, below=True):
        """The middle of the lower or upper edge of a box."""
        x, y = self.corner(column, row)
        return x + self.across / 2, y + HIGH * below


def box(page, at, column, row, words):
    """A box with its name, and below it what it is."""
    x, y = at.corner(column, row)
    page.box(x, y, at.across, HIGH, learned=column == 0)
    for drop, line, kind in zip((15, 31), words, ("b s", "q s"), strict=True):
        page.text(x + at.across / 2, y + drop, line, kind)


def ways(page, at):
    """What leads to what: outputs go with the chapter that is run, to its page."""
    for row in range(5):
        page.line(at.side(0, row), at.side(1, row, right=False))
    page.line(at.middle(1, 3, below=False), at.middle(1, 2), names="quiet")
    start, end = at.side(1, 0, part=0.7), at.side(1, 4, part=0.3)
    turn = start[0] + (at.between * 0.4 if at.wide else 14)
    page.line(start, (turn, start[1]), (turn, end[1]), end)
    for row in (1, 2):
        x, y = at.side(1, row)
        page.line((x, y), at.side(2, row, right=False) if at.wide else (turn, y))
        page.dot(turn, y)
    if at.wide:
        start, end = at.side(1, 4, part=0.7), at.side(2, 0, right=False)
        turn = start[0] + at.between * 0.7
        page.line(start, (turn, start[1]), (turn, end[1]), end)
    else:
        page.line(at.middle(1, 4), at.middle(2, 0, below=False))


def picture(room):
    """The columns of boxes and the ways between them."""
    at = Places(room)
    page = Canvas(room, at.corner(0, 4)[1] + HIGH if at.wide else 608)
    ways(page, at)
    for column, (title, *boxes) in enumerate(COLUMNS):
        x, y = at.corner(column, 0)
        page.text(x, y - 20, title, "q s", "start")
        for row, words in enumerate(boxes):
            box(page, at, column, row, words)
    return page


def the_workshop(number):
    """How what a contributor writes comes to a reader."""
    caption = (
        "Filled boxes are written by hand, hollow ones are made of them. Only the page "
        "needs Sphinx; a notebook is whole by itself."
    )
    return Drawing(number, caption, ALT, picture)


def examples():
    """The drawing of this module."""
    yield the_workshop("0.1")
