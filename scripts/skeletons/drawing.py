"""SENTENCE."""

from helpers.drawing import WIDE, Canvas, Drawing, number


def picture(values):
    """How to draw the values in the room that there is."""

    def draw(room):
        cell = 60 if room >= WIDE else 40
        left, end = 60, 60 + cell * len(values)
        page = Canvas(room, 100)
        page.text(left - 14, 20 + cell / 2, "$x$", anchor="end")
        page.strip(left, 20, values, "query", cell=cell, digits=1)
        page.line((end + 4, 20 + cell / 2), (end + 34, 20 + cell / 2))
        with page.group("glow"):
            page.box(end + 36, 20, cell, cell, "sum", learned=False)
        return page

    return draw


def skeleton(place, values):
    """The drawing, with the chapter's own numbers."""
    total = number(sum(values), 1)
    return Drawing(
        place,
        "SENTENCE. Blue numbers are above 0, orange ones below.",
        f"A strip of {len(values)} numbers and an arrow to their sum, {total}.",
        picture(values),
    )


def examples():
    """The drawings of this module, with small numbers, for the tests."""
    yield skeleton("NUMBER", [0.5, -1.0, 2.0])
