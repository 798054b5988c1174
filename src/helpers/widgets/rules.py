"""Rules that a live figure's settings obey, in Python and in JavaScript alike.

A rule is a small dictionary that travels with the figure to the page, where
`rules.js` reads it: the two `complaint` functions give the same sentence.
"""

import json
from collections.abc import Mapping
from numbers import Real


def number(low, high, step=0.5):
    """A number from low to high; a slider moves it by steps."""
    return {"kind": "number", "low": low, "high": high, "step": step}


def whole(low, high):
    """A whole number from low to high."""
    return {"kind": "whole", "low": low, "high": high, "step": 1}


def flag():
    """On or off: 1 or 0."""
    return {"kind": "flag"}


def choice(*options):
    """One of the options, which are text."""
    return {"kind": "choice", "options": list(options)}


def text(shortest=1, longest=24):
    """A short text, such as a name."""
    return {"kind": "text", "shortest": shortest, "longest": longest}


def several(of, fewest, most):
    """A list in which each entry obeys the rule `of`."""
    return {"kind": "list", "of": of, "fewest": fewest, "most": most}


def named(of, most=24, longest=24):
    """A dictionary from short names to values that obey the rule `of`."""
    return {"kind": "named", "of": of, "most": most, "longest": longest}


def record(**fields):
    """A dictionary with these keys, each with its rule; any may be left out."""
    return {"kind": "record", "fields": fields}


def shown(value):
    """The value as the page would write it, cut when long."""
    try:
        written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError):
        written = repr(value)
    return written if len(written) <= 40 else written[:39] + "…"


def complaint(name, value, rule):
    """One sentence on how the value breaks the rule, or None."""
    return _CHECKS[rule["kind"]](name, value, rule)


def _number(name, value, rule):
    numeric = isinstance(value, Real) and not isinstance(value, bool)
    if numeric and rule["low"] <= value <= rule["high"]:
        return None
    return (
        f"{name} must be a number from {rule['low']} to {rule['high']}, "
        f"not {shown(value)}."
    )


def _whole(name, value, rule):
    if _number(name, value, rule) is None and float(value).is_integer():
        return None
    return (
        f"{name} must be a whole number from {rule['low']} to {rule['high']}, "
        f"not {shown(value)}."
    )


def _flag(name, value, rule):
    if isinstance(value, Real) and value in (0, 1):
        return None
    return f"{name} must be 0 or 1, not {shown(value)}."


def _choice(name, value, rule):
    if isinstance(value, str) and value in rule["options"]:
        return None
    options = ", ".join(shown(option) for option in rule["options"])
    return f"{name} must be one of {options}, not {shown(value)}."


def _text(name, value, rule):
    shortest, longest = rule["shortest"], rule["longest"]
    if isinstance(value, str) and shortest <= len(value) <= longest:
        return None
    return (
        f"{name} must be a text of {shortest} to {longest} characters, "
        f"not {shown(value)}."
    )


def _list(name, value, rule):
    if not isinstance(value, list):
        return f"{name} must be a list, not {shown(value)}."
    fewest, most = rule["fewest"], rule["most"]
    if not fewest <= len(value) <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        entries = "entry" if wanted == "1" else "entries"
        return f"{name} must have {wanted} {entries}, not {len(value)}."
    entries = (
        complaint(f"{name}[{i}]", entry, rule["of"]) for i, entry in enumerate(value)
    )
    return next(filter(None, entries), None)


def _named(name, value, rule):
    if not isinstance(value, Mapping):
        return f"{name} must be a dictionary, not {shown(value)}."
    if len(value) > rule["most"]:
        return f"{name} must have at most {rule['most']} names, not {len(value)}."
    names = text(longest=rule["longest"])
    for key, entry in value.items():
        problem = complaint(f"a name in {name}", key, names) or complaint(
            f"{name}[{shown(key)}]", entry, rule["of"]
        )
        if problem:
            return problem
    return None


def _record(name, value, rule):
    fields = rule["fields"]
    if not isinstance(value, Mapping):
        return f"{name} must be a dictionary, not {shown(value)}."
    for key, entry in value.items():
        if key not in fields:
            known = ", ".join(shown(field) for field in fields)
            return f"{name} has no place for {shown(key)}; it knows {known}."
        if problem := complaint(f"{name}[{shown(key)}]", entry, fields[key]):
            return problem
    return None


_CHECKS = {
    "number": _number,
    "whole": _whole,
    "flag": _flag,
    "choice": _choice,
    "text": _text,
    "list": _list,
    "named": _named,
    "record": _record,
}


def not_digits(state):
    """The first row of a picture that is not made of digits, in a sentence."""
    for i, row in enumerate(state["picture"]):
        if not (row.isascii() and row.isdigit()):
            return f"picture[{i}] must be made of digits from 0 to 9."
    return None
