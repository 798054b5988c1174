"""The letters of the book's drawings: colours, lines, type, words and formulas.

This is the one home of the book's colours, line weights and type sizes. Drawings name
them; `style()` tells the page, the notebook or the paper what the names mean, in light
and in dark.
"""

import re
from html import escape
from importlib.resources import files
from math import isfinite

WIDE, NARROW = 690, 340

# What each colour means, and its number in a light and in a dark page.
COLOURS = {
    "ink": ("#211f1c", "#e3dfd6"),  # signs and words
    "quiet": ("#65605a", "#a9a398"),  # second words
    "line": ("#a39b8b", "#7d7a73"),  # edges of plain strips, grids
    "rule": ("#ddd6c8", "#3b3d42"),  # roads, fine rules
    "learned": ("#efe7d6", "#2f3138"),  # what has weights
    "hollow": ("#fffefb", "#1a1c21"),  # what is fixed
    "glow": ("#ffe9b0", "#57430f"),  # look here
    "lit": ("#b97800", "#f0b23c"),  # its edge
    "positive": ("#0072b2", "#56b4e9"),  # above 0, a share, allowed
    "negative": ("#d55e00", "#ff8c42"),  # below 0
    "more": ("#0072b2", "#3b8fc4"),  # the same, as the fill of a cell
    "less": ("#d55e00", "#cf6a25"),
    "right": ("#00805d", "#3ecfa0"),  # what is wanted, a correct word
    "back": ("#b3261e", "#ff8a80"),  # a derivative, an error on its way
    "query": ("#6b3fb5", "#bda0f5"),  # what asks
    "key": ("#6d7200", "#c3c95a"),  # what is asked
    "value": ("#b42f7d", "#f391c4"),  # what is taken
}
# What the live figures add: cards and controls, and small words in a colour's ink.
LIVE = {name: COLOURS[name] for name in ("positive", "negative", "right", "glow")} | {
    "active": ("#e69f00", "#e69f00"),
    "on-active": ("#1d2129", "#1d2129"),
    "positive-text": ("#0067a1", "#6cc0f0"),
    "negative-text": ("#b04a00", "#ff9c5c"),
    "right-text": ("#00704f", "#3ecfa0"),
    "text": ("#1d2129", "#e8eaee"),
    "muted": ("#646b77", "#9aa4b2"),
    "paper": ("#fdfdfb", "#16191e"),
    "raised": ("#ffffff", "#20242b"),
    "sunk": ("#f3f3ee", "#101317"),
    "rule": ("#dcdcd4", "#363c46"),
    "edge": ("#82868f", "#77808d"),
}
LINES = {  # in pixels
    "grid": 0.8,
    "sign": 1.1,
    "learned": 1.4,
    "way": 1.5,
    "role": 2,
    "lit": 2,
    "window": 3.5,
    "halo": 4,
    "road": 9,
    "belt": 13,
}
SIZES = {"text": 13, "second": 11.5, "word": 15, "big": 24, "caption": 14}
SHADE = 0.58  # of a colour at most in the fill of a cell, so that ink reads on it

# The style


def variables():
    """The colours, lines and sizes as the variables that the stylesheet uses."""
    pairs = [f"--tb-{n}:light-dark({a},{b})" for n, (a, b) in COLOURS.items()]
    pairs += [f"--tb-{name}-line:{width}px" for name, width in LINES.items()]
    pairs += [f"--tb-{name}-type:{size}px" for name, size in SIZES.items()]
    return ";".join(pairs)


def style():
    """The drawings' stylesheet, without its comments."""
    text = (files(__package__) / "picture.css").read_text(encoding="utf-8")
    text = re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return f".tb-picture{{{variables()}}}\n{text.strip()}"


STYLE = style()

# Words

SIGNS = dict(
    pair.split("=")
    for pair in (
        "alpha=α beta=β gamma=γ delta=δ epsilon=ε eta=η theta=θ lambda=λ mu=μ rho=ρ "
        "sigma=σ tau=τ phi=φ omega=ω Delta=Δ Sigma=Σ partial=∂ nabla=∇ cdot=· times=× "
        "odot=⊙ oplus=⊕ sum=∑ sqrt=√ top=⊤ to=→ infty=∞ le=≤ ge=≥ ne=≠ approx=≈ dots=…"
    ).split()
)
TOKEN = re.compile(r"\\([A-Za-z]+)|([_^])|([{}])|(.)", re.DOTALL)
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def pieces(text):
    """Text with $formulas$ as (characters, is it a letter?, level of -1, 0 or 1)."""
    parts = UNPRINTABLE.sub("\ufffd", str(text)).split("$")
    if len(parts) % 2 == 0:  # a dollar that opens no formula
        parts[-2:] = ["$".join(parts[-2:])]
    for place, part in enumerate(parts):
        if place % 2:
            yield from formula(part)
        elif part:
            yield part, False, 0


def formula(text):
    """The letters and signs of a formula, each with its level."""
    level, braced = 0, False
    for name, shift, brace, other in TOKEN.findall(text):
        if shift:
            level = -1 if shift == "_" else 1
        elif brace:
            braced = brace == "{"
            level = level if braced else 0
        else:
            sign = SIGNS.get(name, name) if name else other.replace("-", "−")
            yield sign, sign.isalpha() and len(sign) == 1, level
            level = level if braced else 0


def in_svg(text):
    """The text as spans: letters of formulas slanted, indices lowered and small."""
    out, now = [], 0
    for sign, letter, level in pieces(text):
        names = " ".join(["m"] * letter + ["i"] * bool(level))
        style = f' class="{names}"' if names else ""
        style += f' dy="{(now - level) * 4}"' if now != level else ""
        now = level
        sign = escape(sign)
        out.append(f"<tspan{style}>{sign}</tspan>" if style else sign)
    return "".join(out)


def in_html(text):
    """The same for a caption; there **two stars** make bold, and *one* emphasis."""
    out = []
    for sign, letter, level in pieces(text):
        sign = escape(sign)
        sign = f'<i class="tb-m">{sign}</i>' if letter else sign
        tag = {-1: "sub", 1: "sup"}.get(level)
        out.append(f"<{tag}>{sign}</{tag}>" if tag else sign)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", "".join(out))
    return re.sub(r"\*(.+?)\*", r"<em>\1</em>", text)


def room_for(text, size=SIZES["text"]):
    """About how wide a text is, without asking any font."""
    text = re.sub(r"[$\\{}_^]", "", str(text))
    narrow, wide = "iljtfr.,'!|: ()", "mwMW"
    shares = (0.29 if c in narrow else 0.85 if c in wide else 0.56 for c in text)
    return sum(shares) * size


# Numbers


def finite(value):
    """The value as a number that can be drawn; a sentence says what else it is."""
    try:
        value = float(value)
    except (TypeError, ValueError):
        raise ValueError(
            f"A drawing shows numbers, and {value!r} is none: give it one flat list of "
            "numbers, or rows of the same length to a matrix or a table."
        ) from None
    if not isfinite(value):
        raise ValueError(
            f"A drawing cannot show {value}: find where the number comes from, or "
            "leave it out."
        )
    return value


def number(value, digits=2):
    """A number as the book prints it: a true minus, and none before nothing."""
    text = f"{finite(value):.{digits}f}"
    return text.lstrip("-") if not text.strip("-0.") else text.replace("-", "−")


def short(value):
    """A length with one digit, if it needs one."""
    text = f"{finite(value):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
