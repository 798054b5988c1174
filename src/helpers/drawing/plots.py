"""Matplotlib's plots in the page's own colours, on the page's own ground.

After `follow_the_page(shell)` every figure that a cell shows is an SVG within the page.
It is drawn twice, for a wide page and for a phone, so that its letters keep their size.
Colours of the book become names; maps that end in nothing become masks, through which
the page's own colour shows; photographs stay pictures.
"""

import io
import re
import warnings
from contextlib import ExitStack, contextmanager
from hashlib import md5
from html import escape
from textwrap import fill

import matplotlib as mpl
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure

from helpers.drawing.alphabet import COLOURS, room_for
from helpers.drawing.drawing import SHARED, captioned, identified, said
from helpers.drawing.masks import masked

LIGHT = {name: pair[0] for name, pair in COLOURS.items()}
NAMES = {colour: name for name, colour in reversed(LIGHT.items())}
NAMES |= {"#000000": "ink", "#ffffff": "hollow", "#808080": "line"}
LENGTHS = r'(transform="[^"]*")|(?<![\w+/])\d+\.\d{2,}(?![\w+/])'
PHONE = 3.5  # inches, of 96 pixels
ABOVE = {"loc": "lower left", "bbox_to_anchor": (0, 1)}  # a legend, over its panel
MANY = 1500  # marks, from which on they are one picture
STYLE = {
    "font.size": 9,
    "svg.fonttype": "none",
    "svg.hashsalt": "evolution",
    "figure.figsize": (6.6, 3.1),
    "figure.constrained_layout.use": True,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.edgecolor": LIGHT["line"],
    "axes.labelcolor": LIGHT["quiet"],
    "axes.titlecolor": LIGHT["ink"],
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "text.color": LIGHT["ink"],
    "xtick.color": LIGHT["line"],
    "xtick.labelcolor": LIGHT["quiet"],
    "ytick.color": LIGHT["line"],
    "ytick.labelcolor": LIGHT["quiet"],
    "grid.color": LIGHT["rule"],
    "lines.linewidth": 1.8,
    "lines.solid_capstyle": "round",
    "legend.frameon": False,
    "legend.labelcolor": LIGHT["ink"],
    "image.cmap": "cividis",
    "image.composite_image": False,
    "axes.prop_cycle": mpl.cycler(
        "color",
        [
            LIGHT[name]
            for name in "positive negative right lit query value quiet".split()
        ],
    ),
}


def ramp(name, *stops):
    """A map through the book's colours: at each place one, with its strength."""
    return LinearSegmentedColormap.from_list(
        name, [(at, to_rgba(LIGHT[colour], much)) for at, colour, much in stops]
    )


# Shades that end in nothing, so that the page shows through where a value is 0.
SHADES = ramp("shades", (0, "positive", 0), (1, "positive", 0.9))
SIGNED = ramp(
    "signed",
    (0, "negative", 0.9),
    (0.5, "negative", 0),
    (0.5, "positive", 0),
    (1, "positive", 0.9),
)
INK = ramp("ink", (0, "ink", 0), (1, "ink", 1))
INSTEAD = {"gray_r": INK, "Greys": INK, "binary": INK, "Blues": SHADES}


def caption(ax, number, words, alt):
    """Give a plot its number, its caption, and what it says to those who hear it."""
    identified(number)
    words = said(words, "a caption, which says what to see in it")
    alt = said(alt, "an alternative text, which tells what an eye would find")
    getattr(ax, "figure", ax).said = number, words, alt


def described(figure):
    """What can be said of a plot that nobody described: the names of its axes."""
    names = [
        " against ".join(filter(None, (ax.get_ylabel(), ax.get_xlabel())))
        for ax in figure.axes
    ]
    titles = [ax.get_title() or ax.get_title(loc="left") for ax in figure.axes]
    found = [part for part in (*titles, *names) if part]
    return f"A plot: {'; '.join(dict.fromkeys(found))}." if found else "A plot."


# From Matplotlib's SVG to the page's


def marks(artist):
    """How many marks an artist draws, one by one."""
    if isinstance(artist, QuadMesh):
        values = artist.get_array()
        return 0 if values is None else values.size
    return len(artist.get_offsets()) if isinstance(artist, PathCollection) else 0


@contextmanager
def changed(artists, **settings):
    """The artists with other settings, until the work is done."""
    before = [{n: getattr(a, f"get_{n}")() for n in settings} for a in artists]
    for artist in artists:
        artist.set(**settings)
    yield
    for artist, old in zip(artists, before, strict=True):
        artist.set(**old)


@contextmanager
def prepared(figure):
    """The figure with many marks as one picture, and with maps that the page tints."""
    with ExitStack() as stack:
        many = [a for ax in figure.axes for a in ax.collections if marks(a) > MANY]
        stack.enter_context(changed(many, rasterized=True))
        for artist in (a for ax in figure.axes for a in (*ax.images, *ax.collections)):
            tint = INSTEAD.get(artist.get_cmap().name)
            if tint is not None and artist.get_array() is not None:
                stack.enter_context(changed([artist], cmap=tint))
        images = [image for ax in figure.axes for image in ax.images]
        ours = [i for i in images if i.get_cmap().name in ("shades", "signed", "ink")]
        stack.enter_context(changed(ours, interpolation_stage="data"))
        small = [i for i in images if max(i.get_array().shape[:2]) <= 100]
        # Each value of a small one is one pixel of the picture.
        stack.enter_context(changed(small, interpolation="none"))
        yield


def in_a_row(figure):
    """The axes of panels that stand in one row, and may stand below one another."""
    panels = [ax for ax in figure.axes if ax.get_subplotspec() is not None]
    grids = {ax.get_subplotspec().get_gridspec() for ax in panels}
    alone = len(grids) == 1 and grids.pop().nrows == 1
    least = 3 if any(ax.images for ax in panels) else 2
    return panels if alone and least <= len(panels) <= 8 else []


@contextmanager
def narrowed(figure):
    """The figure as a phone shows it: what stood in a row in a column, or in pairs."""
    wide, high = figure.get_size_inches()
    panels, images = in_a_row(figure), any(ax.images for ax in figure.axes)
    places = [ax.get_subplotspec() for ax in panels]
    if panels:
        across = 2 if images else 1
        down = -(-len(panels) // across)
        grid = figure.add_gridspec(down, across)
        for k, ax in enumerate(panels):
            ax.set_subplotspec(grid[k // across, k % across])
        panel = PHONE / across / (wide / len(panels)) if images else 0.8
        figure.set_size_inches(PHONE, down * max(high * panel, 0 if images else 1.9))
    else:
        least = high * PHONE / wide
        figure.set_size_inches(PHONE, least if images else max(least, min(high, 2.3)))
    with reworded(figure), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a layout that has little room
        yield
    for ax, place in zip(panels, places, strict=True):
        ax.set_subplotspec(place)
    figure.set_size_inches(wide, high)


@contextmanager
def reworded(figure):
    """The figure with its titles, its legends and the names at its axes for a phone."""
    titles = [text for ax in figure.axes for text in title_texts(ax)]
    before = [text.get_text() for text in titles]
    legends = {ax: ax.get_legend() for ax in figure.axes if is_broad(ax.get_legend())}
    tilted = [ax for ax in figure.axes if names_meet(figure, ax)]
    for text in titles:
        text.set_text(fill(text.get_text(), 46))
    for ax, legend in legends.items():
        names = [text.get_text() for text in legend.get_texts()]
        ax.legend(legend.legend_handles, names, ncols=2, **ABOVE)
    for ax in tilted:
        ax.tick_params(axis="x", labelrotation=40)
    yield
    for text, words in zip(titles, before, strict=True):
        text.set_text(words)
    for ax, legend in legends.items():
        ax.legend_ = legend
    for ax in tilted:
        ax.tick_params(axis="x", labelrotation=0)


def is_broad(legend):
    """Whether a legend has more columns than a phone has room for."""
    return getattr(legend, "_ncols", 1) > 2


def names_meet(figure, ax):
    """Whether the names at an axis, which are words, would run into one another."""
    labels = ax.get_xticklabels()
    names = [label.get_text() for label in labels if label.get_rotation() == 0]
    room = 0.8 * PHONE * 96 * ax.get_position().width
    words = any(letter.isalpha() for name in names for letter in name)
    return words and sum(room_for(name, 12) + 6 for name in names) > room


def is_crowded(figure):
    """Whether a panel has so many names that a phone should scroll over it."""
    return max((len(ax.texts) for ax in figure.axes), default=0) > 12


def title_texts(ax):
    """The titles of a panel, of which Matplotlib knows three."""
    return [ax.title, ax._left_title, ax._right_title]


def named(text):
    """The SVG with names in place of the book's colours."""

    def name(match):
        known = NAMES.get(match[0])
        return f"var(--tb-{known})" if known else match[0]

    return re.sub(r"#[0-9a-f]{6}\b", name, text)


def font(match):
    """A font without its family, which is the page's."""
    style = "font-style: italic; " if re.search("italic|oblique", match[1]) else ""
    weight = "font-weight: 600; " if re.search("bold|[6-9]00", match[1]) else ""
    return f"{style}{weight}font-size: {match[2]}px"


def rounded(match):
    """A coordinate with one digit; within a transformation, which scales, with four."""
    if match[1]:
        return re.sub(r"\d+\.\d+", lambda m: f"{float(m[0]):.4g}", match[1])
    return f"{float(match[0]):.1f}"


def tightened(text):
    """The SVG without what an SVG within a page does not need."""
    text = text[text.index("<svg") :]
    for useless in (
        r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>",
        r' xmlns(?::xlink)?="[^"]*"| version="1.1"| transform="rotate\(-?0 [^"]*"',
        r' *font-family: [^;"]*;?| *stroke-miterlimit: 100000;?',
        r'<path d="[^"]*" style="fill: none"/>',
    ):
        text = re.sub(useless, "", text, flags=re.DOTALL)
    text = re.sub(r"(base64,)([^\"]+)", lambda m: m[1] + "".join(m[2].split()), text)
    text = re.sub(r"font: ((?:[a-z]+ |\d00 )*)(\d+(?:\.\d+)?)px [^;\"]+", font, text)
    text = re.sub("<[^>]+>", lambda tag: re.sub(LENGTHS, rounded, tag[0]), text)
    return re.sub(r"\n\s*", " ", re.sub(r">\s+<", "><", text))


def scoped(text, scope):
    """The SVG whose ids are its own; those that nothing refers to are left out."""
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))

    def renamed(match):
        return f' id="{scope}-{match[1]}"' if match[1] in used else ""

    text = re.sub(r' id="([^"]+)"', renamed, text)
    text = re.sub(r'href="#([^"]+)"', rf'href="#{scope}-\1"', text)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{scope}-\1)", text)


def saved(figure):
    """The figure as Matplotlib's own SVG, without its circumstances."""
    file = io.StringIO()
    metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    look = {"bbox_inches": "tight", "pad_inches": 0.03, "dpi": 90}
    figure.savefig(file, format="svg", metadata=metadata, **look)
    return tightened(file.getvalue())


def drawn(figure, room, label):
    """The figure as it is now, as an SVG that follows the page."""
    text = saved(figure)
    scope = f"tb-{md5(text.encode(), usedforsecurity=False).hexdigest()[:8]}{room[3]}"
    text = masked(named(scoped(text, scope)), scope, LIGHT)
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text).groups()
    text = re.sub(r' (?:width|height)="[\d.]+pt"', "", text, count=2)
    pixels = [f"{float(points) * 4 / 3:.0f}" for points in (width, height)]
    size = f'width="{pixels[0]}" height="{pixels[1]}"'
    return text.replace("<svg", f'<svg class="tb-plot {room}" {label} {size}', 1)


def html(figure):
    """The figure for a wide page and for a phone, under its caption."""
    number, words, alt = getattr(figure, "said", ("", "", ""))
    label = f'role="img" aria-label="{escape(alt or described(figure))}"'
    label += "" if alt else " data-unsaid"  # by the cell; its metadata may
    with prepared(figure):
        if figure.get_size_inches()[0] <= PHONE + 0.1:
            art = drawn(figure, "tb-both", label)
        elif is_crowded(figure):
            art = f'<div class="tb-scroll">{drawn(figure, "tb-both", label)}</div>'
        else:
            art = drawn(figure, "tb-wide", label)
            with narrowed(figure):
                art += drawn(figure, "tb-narrow", label)
    name = f' id="{identified(number)}"' if number else ""
    below = captioned(number, words) if number else ""
    return f'<figure class="tb-picture"{name}>{SHARED}{art}{below}</figure>'


def follow_the_page(shell=None):
    """From here on, plots are part of the page, or of the notebook that shows them."""
    if shell is not None and hasattr(shell, "display_formatter"):
        shell.enable_matplotlib("inline")  # first, for it forgets what others told it
        formatters = shell.display_formatter.formatters
        formatters["text/html"].for_type(Figure, lambda figure, *_: html(figure))
        formatters["image/png"].pop(Figure, None)
    mpl.rcParams.update(STYLE)
