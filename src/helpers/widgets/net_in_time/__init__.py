"""A small net of 1943 units, stepped through time."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import (
    flag,
    named,
    number,
    record,
    several,
    shown,
    text,
    whole,
)

_HEAT = {
    "net": {
        "a": {"excite": ["cold"], "inhibit": [], "threshold": 1},
        "b": {"excite": ["a"], "inhibit": ["cold"], "threshold": 1},
        "feels heat": {"excite": ["heat", "b"], "inhibit": [], "threshold": 1},
        "feels cold": {"excite": ["a", "cold"], "inhibit": [], "threshold": 2},
    },
    "places": {
        "heat": [0, 0],
        "cold": [0, 0.66],
        "a": [0.34, 1],
        "b": [0.66, 0.45],
        "feels heat": [1, 0],
        "feels cold": [1, 0.95],
    },
    "steps": 9,
}

NETS = {
    "Heat illusion: a brief touch of cold": {
        **_HEAT,
        "signals": {"heat": [0, 0, 0, 0], "cold": [0, 1, 0, 0]},
        "time": 4,
        "focus": "feels heat",
    },
    "Heat illusion: sustained cold": {
        **_HEAT,
        "signals": {"heat": [0, 0, 0, 0, 0], "cold": [0, 1, 1, 1, 1]},
        "time": 3,
        "focus": "feels cold",
    },
    "A circle that remembers": {
        "net": {"memory": {"excite": ["set", "memory"], "inhibit": ["reset"]}},
        "signals": {"set": [0, 1, 0, 0, 0, 0], "reset": [0, 0, 0, 0, 0, 1]},
        "places": {"set": [0.1, 0.2], "reset": [0.1, 0.8], "memory": [0.7, 0.5]},
        "steps": 9,
        "time": 4,
        "focus": "memory",
    },
    "XOR in two layers": {
        "net": {
            "only x₁": {"excite": ["x₁"], "inhibit": ["x₂"]},
            "only x₂": {"excite": ["x₂"], "inhibit": ["x₁"]},
            "xor": {"excite": ["only x₁", "only x₂"]},
        },
        "signals": {"x₁": [0, 1, 0, 1, 0, 0, 0], "x₂": [0, 0, 1, 1, 0, 0, 0]},
        "places": {
            "x₁": [0, 0.1],
            "x₂": [0, 0.9],
            "only x₁": [0.5, 0.1],
            "only x₂": [0.5, 0.9],
            "xor": [1, 0.5],
        },
        "steps": 7,
        "time": 3,
        "focus": "xor",
    },
    "A ring of three": {
        "net": {
            "first": {"excite": ["start", "third"]},
            "second": {"excite": ["first"]},
            "third": {"excite": ["second"]},
        },
        "signals": {"start": [1, 0, 0]},
        "places": {
            "start": [0, 0.5],
            "first": [0.4, 0.5],
            "second": [0.9, 0.05],
            "third": [0.9, 0.95],
        },
        "steps": 10,
        "time": 4,
        "focus": "first",
    },
}

_UNIT = record(
    excite=several(text(), 0, 12),
    inhibit=several(text(), 0, 12),
    threshold=whole(1, 12),
)
_LONGEST = 40
_RULES = {
    "net": named(_UNIT),
    "signals": named(several(flag(), 0, _LONGEST)),
    "places": named(several(number(0, 1), 2, 2)),
    "steps": whole(2, _LONGEST),
    "time": whole(0, _LONGEST - 1),
    "focus": text(shortest=0),
}


class NetInTime(LiveFigure):
    """A net of units in time; the reader flips its inputs and sees what follows.

    `net` says for each unit whom it is excited and inhibited by and its threshold;
    `signals` holds the inputs' values over time, 0 where they end. `places` (from
    0, 0 at the upper left to 1, 1) may be left out. `presets` are nets to choose from.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _controls = frozenset({"time"})
    net = Setting(_HEAT["net"], _RULES["net"])
    signals = Setting({"heat": [], "cold": []}, _RULES["signals"])
    places = Setting({}, _RULES["places"])
    steps = Setting(9, _RULES["steps"])
    time = Setting(0, _RULES["time"])
    focus = Setting("", _RULES["focus"])
    presets = Setting(NETS, named(record(**_RULES), longest=40))

    def __init__(self, **settings):
        if "net" in settings:
            settings = {"signals": {}, "presets": {}, **settings}
        elif "signals" not in settings:
            presets = settings.get("presets", NETS)
            nets = presets.values() if isinstance(presets, dict) else ()
            start = next(iter(nets), {})
            settings = {**start, **settings}
        super().__init__(**settings)

    @property
    def _heights(self):
        rows = 34 * (len(self.net) + len(self.signals))
        chips = sum(34 + 7 * len(name) for name in self.presets)
        base = {326: 613, 356: 592, 442: 596, 560: 566, 656: 596, 738: 574, 898: 574}
        tall = {room: height + rows for room, height in base.items()}
        tall |= {902: max(480, 244 + rows), 1240: max(506, 244 + rows)}
        several = len(self.presets) > 1
        return {room: h + 41 * several * -(-chips // room) for room, h in tall.items()}

    @staticmethod
    def problem(state):
        """Names must be known, signals equally long, and time within the steps."""
        problem = _disagreement(state)
        for name, preset in state["presets"].items():
            if problem:
                break
            if inner := _disagreement({"steps": state["steps"], **preset}):
                problem = f"In the preset {shown(name)}: {inner}"
        return problem


def _disagreement(state):
    """One sentence on what does not fit in a net's settings, or None."""
    net, signals = state.get("net", {}), state.get("signals", {})
    known = [*signals, *net]
    names = ", ".join(shown(name) for name in known) or "none"
    for name in net:
        if name in signals:
            return f"{shown(name)} is both a unit of the net and an input; rename one."
    for name, unit in net.items():
        for source in [*unit.get("excite", []), *unit.get("inhibit", [])]:
            if source not in known:
                return (
                    f"net[{shown(name)}] names the unknown unit {shown(source)}; "
                    f"known are {names}."
                )
    for name, values in signals.items():
        first = next(iter(signals))
        if len(values) != len(signals[first]):
            return (
                f"signals must be equally long, but {shown(first)} has length "
                f"{len(signals[first])} and {shown(name)} has length {len(values)}."
            )
    for name in state.get("places", {}):
        if name not in known:
            return f"places names the unknown unit {shown(name)}; known are {names}."
    focus = state.get("focus", "")
    if focus and focus not in known:
        return f"focus names the unknown unit {shown(focus)}; known are {names}."
    steps, time = state["steps"], state.get("time", 0)
    if time >= steps:
        return f"time must be below steps, which is {steps}, not {time}."
    return None
