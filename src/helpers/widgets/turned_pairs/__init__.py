"""A query and a key of four pairs, turned by their places: only the distance counts."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import whole

BASES = 100, 10_000, 500_000


class TurnedPairs(LiveFigure):
    """Four pairs of a head on four dials, and the score that they add up to.

    `place` is where the key stands, `apart` how many places after it the query stands,
    and `base` the `rope_theta` of a config, from which the speeds of the pairs follow.
    """

    _esm = page_module(__file__)  # view.js and what it imports
    _style = [__file__]
    _heights = {326: 903, 356: 890, 442: 1011, 480: 1011, 500: 705, 560: 680, 720: 674}
    _heights |= {721: 495, 799: 506, 936: 537, 1240: 537}

    place = Setting(3, whole(0, 60))
    apart = Setting(2, whole(0, 60))
    base = Setting(10_000, whole(100, 500_000))

    @staticmethod
    def problem(state):
        """One sentence when there is no such base, else None."""
        if state["base"] in BASES:
            return None
        return f"base must be one of {', '.join(map(str, BASES))}, not {state['base']}."
