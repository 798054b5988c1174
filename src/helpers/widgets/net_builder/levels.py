"""The goals of the builder: what comes in, what is wanted, and one way to do it."""


def pulses(*times, length=8):
    """A signal that is 1 at these times."""
    return [int(t in times) for t in range(length)]


def unit(excite, inhibit="", threshold=1, at=None):
    """A unit of a solution; its sources are separated by commas."""
    parts = {
        "excite": excite.split(",") if excite else [],
        "inhibit": inhibit.split(",") if inhibit else [],
        "threshold": threshold,
    }
    return parts | ({"at": list(at)} if at else {})


PAIRS = {"a": pulses(1, 5), "b": pulses(3, 5)}
ROWS = {
    "a": pulses(1, 4, 5, 7, length=9),
    "b": pulses(2, 4, 6, 7, length=9),
    "c": pulses(3, 5, 6, 7, length=9),
}
ONLY = {
    "p": unit("a", "b", at=(2, 0)),
    "q": unit("b", "a", at=(2, 2)),
}
LEVELS = [
    {
        "name": "AND",
        "ask": "Fire when a and b fire together, and not when one of them does alone.",
        "hint": "Press a, then out: a fibre. The same for b. Then set the threshold.",
        "signals": PAIRS,
        "wanted": {"out": pulses(5)},
        "solution": {"out": unit("a,b", threshold=2)},
    },
    {
        "name": "OR",
        "ask": "Fire when a fires, or b, or both of them.",
        "hint": "A threshold of 1 will do; or let each fibre end twice, as in 1943.",
        "signals": PAIRS,
        "wanted": {"out": pulses(1, 3, 5)},
        "solution": {"out": unit("a,a,b,b", threshold=2)},
    },
    {
        "name": "a, not b",
        "ask": "Fire when a fires, unless b fires too.",
        "hint": "Choose veto before you draw the fibre of b.",
        "signals": PAIRS,
        "wanted": {"out": pulses(1)},
        "solution": {"out": unit("a", "b")},
    },
    {
        "name": "at least two",
        "ask": "Fire when at least two of a, b and c fire together.",
        "hint": "One unit can do it.",
        "signals": ROWS,
        "wanted": {"out": pulses(4, 5, 6, 7, length=9)},
        "solution": {"out": unit("a,b,c", threshold=2)},
    },
    {
        "name": "exactly one",
        "ask": "XOR: fire when a or b fires, but not when both do.",
        "hint": "No single unit can. Press a + to add units in between.",
        "signals": PAIRS,
        "wanted": {"out": pulses(1, 3)},
        "solution": ONLY | {"out": unit("p,q")},
    },
    {
        "name": "memory",
        "ask": "One impulse on set, and out fires on and on, until reset.",
        "hint": "A fibre may end where it began: press out twice.",
        "signals": {"set": pulses(1, 9, length=13), "reset": pulses(6, length=13)},
        "wanted": {"out": pulses(1, 2, 3, 4, 5, 9, 10, 11, 12, length=13)},
        "solution": {"out": unit("set,out", "reset")},
    },
    {
        "name": "heat from cold",
        "ask": "A brief touch of cold feels hot. And a longer one?",
        "hint": "A relay remembers for one instant. Who fires now, who fired before?",
        "signals": {
            "heat": pulses(12, length=13),
            "cold": pulses(0, 5, 6, 7, length=13),
        },
        "wanted": {
            "feel heat": pulses(2, 9, 12, length=13),
            "feel cold": pulses(6, 7, length=13),
        },
        "solution": {
            "a": unit("cold", at=(1, 2)),
            "b": unit("a", "cold", at=(2, 1)),
            "feel heat": unit("heat,b"),
            "feel cold": unit("a,cold", threshold=2),
        },
    },
    {
        "name": "adder",
        "ask": "Add two digits: sum and carry, both at the same instant.",
        "hint": "Sum is exactly one, carry is both. The carry must wait for the sum.",
        "signals": PAIRS,
        "together": True,
        "wanted": {"sum": pulses(1, 3), "carry": pulses(5)},
        "solution": {
            "p": unit("a", "b", at=(2, 0)),
            "q": unit("b", "a", at=(2, 1)),
            "r": unit("a,b", threshold=2, at=(2, 2)),
            "sum": unit("p,q"),
            "carry": unit("r"),
        },
    },
    {
        "name": "counter",
        "ask": "Fire on and on while the number of ticks so far is odd.",
        "hint": "A memory that the same fibre sets and resets.",
        "signals": {"tick": pulses(1, 4, 8, 11, length=14)},
        "wanted": {"odd": pulses(1, 2, 3, 8, 9, 10, length=14)},
        "solution": {
            "p": unit("tick", "odd", at=(2, 0)),
            "q": unit("tick,odd", threshold=2, at=(2, 2)),
            "odd": unit("p,odd", "q"),
        },
    },
    {
        "name": "Pavlov’s dog",
        "ask": "Food makes the mouth water. So does the bell, once it came with food.",
        "hint": "One unit goes round and remembers the lesson.",
        "signals": {
            "food": pulses(1, 5, 11, 16, length=18),
            "bell": pulses(3, 7, 9, 11, 14, length=18),
        },
        "wanted": {"waters": pulses(1, 5, 11, 14, 16, length=18)},
        "solution": {
            "p": unit("food,bell", threshold=2, at=(1, 1)),
            "q": unit("p,q", at=(2, 1)),
            "r": unit("bell,q", threshold=2, at=(3, 2)),
            "s": unit("food", at=(3, 0)),
            "waters": unit("s,r"),
        },
    },
]

for _level in LEVELS:  # a saved notebook sorts all keys
    _level["order"] = [*_level["signals"], *_level["wanted"]]


def solution(name):
    """One net that reaches the goal, with the places of its units."""
    return next(level["solution"] for level in LEVELS if level["name"] == name)
