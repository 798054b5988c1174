"""Two layers of attention that learn to say again what they have read before."""

import traitlets

from helpers import studies
from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, text, whole

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
STEPS = (0, 100, 200, 240, 280, 320, 360, 400, 500, 700, 1000, 1500, 2000)
HEADS = choice("1", "2", "3", "4")


def curves(rows):
    """What a repeated token costs along each training: [step, bits] pairs."""
    return [
        {
            "layers": row["layers"],
            "points": [
                [p["step"], round(p["again"] * 1.442695, 2)] for p in row["curve"]
            ],
        }
        for row in rows
    ]


class Induction(LiveFigure):
    """Letters, said twice, and a net of two layers at some step of its training.

    `nets` holds the stored net of the step shown first, and `more` those that the page
    fetches when they are asked for; `curves` are what repeated tokens cost along the
    trainings, the shown one first. `place` is the letter of the second line that asks
    what comes next; `first` and `second` are the heads that are shown of the layers.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1257, 356: 1256, 442: 1234, 560: 780, 589: 770, 644: 752}
    _heights |= {656: 707, 707: 665, 738: 666, 799: 642, 880: 642, 936: 593}
    _heights |= {1018: 593, 1240: 593}
    _controls = frozenset({"time"})

    nets = traitlets.Dict().tag(sync=True)
    more = traitlets.Dict().tag(sync=True, later=True)
    curves = traitlets.List().tag(sync=True)

    text = Setting("QKFZTWBMRXDH", text(8, 14))
    step = Setting("2000", choice(*map(str, STEPS)))
    place = Setting(4, whole(0, 13))
    first = Setting("4", HEADS)
    second = Setting("3", HEADS)

    @classmethod
    def trained(cls, **settings):
        """The figure with the nets and the curves of chapter 21's stored study."""
        rows = studies.rows("21_induction")
        rows.sort(key=lambda row: (-row["layers"], row["seed"]))
        more = studies.networks("21_induction", *STEPS)
        nets = {"2000": more.pop("2000")}
        return cls(nets=nets, more=more, curves=curves(rows), **settings)

    @staticmethod
    def problem(state):
        """One sentence when the text has other letters, or is too short, else None."""
        strange = sorted(set(state["text"]) - set(LETTERS))
        if strange:
            return (
                f'text must be made of letters and digits, and "{strange[0]}" is none.'
            )
        if state["place"] >= len(state["text"]):
            return f"place must be below {len(state['text'])}, the letters of the text."
        return None
