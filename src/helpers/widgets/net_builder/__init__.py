"""A table to build nets of 1943 on: goals, fibres, vetoes, and pulses that run."""

import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.net_builder.levels import LEVELS, solution
from helpers.widgets.rules import (
    choice,
    named,
    number,
    record,
    several,
    shown,
    text,
    whole,
)

NAMES = [level["name"] for level in LEVELS]
_ENDS = several(text(longest=20), 0, 12)
_UNIT = record(
    excite=_ENDS,
    inhibit=_ENDS,
    threshold=whole(1, 9),
    at=several(number(0, 4), 2, 2),
)
_START = "heat from cold"


class NetBuilder(LiveFigure):
    """Build a net for each goal; pulses show what it does, and where it goes wrong.

    `level` is the goal. `nets` holds for each goal the units built so far: who excites
    and who vetoes each, its threshold, and its place `at` (column 1 to 3, row 0 to 2;
    the inputs stand in column 0, the units that must answer in column 4). `kind` is
    what the next fibre does, `focus` the unit that is looked at, `time` the instant.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1009, 356: 1009, 442: 972, 558: 930, 562: 992, 707: 1009}
    _heights |= {860: 1009, 898: 969, 902: 723, 1018: 723, 1240: 723}
    _controls = frozenset({"time"})

    level = Setting(_START, choice(*NAMES))
    nets = Setting({_START: solution(_START)}, named(named(_UNIT, longest=20)))
    solved = Setting([], several(choice(*NAMES), 0, len(NAMES)))
    kind = Setting("excites", choice("excites", "vetoes"))
    focus = Setting("feel heat", text(shortest=0, longest=20))
    time = Setting(3, whole(0, 24))
    _levels = traitlets.List(LEVELS).tag(sync=True)

    @property
    def net(self):
        """The units of the goal that is shown, by name."""
        return self.nets.get(self.level, {})

    @staticmethod
    def problem(state):
        """One sentence when a net listens to what its goal does not have, or None."""
        levels = {level["name"]: level for level in LEVELS}
        for name, net in state["nets"].items():
            if name not in levels:
                return f"nets has no goal {shown(name)}."
            known = [*levels[name]["signals"], *levels[name]["wanted"], *net]
            for unit, parts in net.items():
                if unit in levels[name]["signals"]:
                    return f"{shown(unit)} is an input of {shown(name)}; rename it."
                for source in [*parts.get("excite", []), *parts.get("inhibit", [])]:
                    if source not in known:
                        return (
                            f"{shown(unit)} listens to {shown(source)}, which the net "
                            f"for {shown(name)} does not have."
                        )
        return None
