"""The Mark I: an eye to paint on, random wires, weights that learn from mistakes."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, flag, record, several, text, whole

HEX = set("0123456789abcdef")
AN_X = (
    "0000000000000180c0380e0380787003c7001ee000fc0007c0"
    "007c000fc001ee003cf0078700f0381e0381c0180000000000"
)


class MarkOne(LiveFigure):
    """A machine of photocells, random wires and A-units learns to tell two kinds.

    `task` says which kinds: "X or O", "left or right" or "same side". `trial` cards of
    it have been dealt, and the machine was corrected where it was wrong. `seed` draws
    its random wires; with `direct` they are left out and every photocell has a weight.

    `paint` is a card of the reader's own, 100 hexadecimal digits for 20 rows of 20
    photocells, or nothing for the card dealt last; `lessons` are painted cards that it
    was taught afterwards, each with its label `y`. `unit` is the A-unit whose wires
    are drawn.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 986, 356: 1026, 442: 1126, 500: 1039, 558: 1039, 562: 899}
    _heights |= {600: 851, 738: 834, 801: 864, 860: 606, 902: 560, 998: 560}
    _heights |= {1018: 590, 1240: 590}
    _controls = frozenset({"time"})

    task = Setting("X or O", choice("X or O", "left or right", "same side"))
    direct = Setting(0, flag())
    trial = Setting(150, whole(0, 400))
    paint = Setting(AN_X, text(0, 100))
    lessons = Setting([], several(record(card=text(100, 100), y=whole(-1, 1)), 0, 60))
    unit = Setting(256, whole(0, 511))
    seed = Setting(7, whole(0, 99))

    @staticmethod
    def problem(state):
        """One sentence when a card is not one of 400 photocells, else None."""
        cards = [("paint", state["paint"])] if state["paint"] else []
        for i, lesson in enumerate(state["lessons"]):
            if lesson.keys() != {"card", "y"} or lesson["y"] == 0:
                return f"lessons[{i}] needs a card, and a y that is 1 or -1."
            cards.append((f'lessons[{i}]["card"]', lesson["card"]))
        for name, card in cards:
            if len(card) != 100 or not HEX.issuperset(card):
                return f"{name} must be 100 digits from 0 to f, or nothing."
        return None
