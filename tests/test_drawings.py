"""What every drawing of the book keeps, whoever drew it; and what the kit refuses."""

import gzip
import importlib
import pkgutil
import re
import xml.etree.ElementTree as ET
from math import nan

import pytest
import refresh

import helpers.drawing
from helpers.drawing import (
    NARROW,
    WIDE,
    Canvas,
    Drawing,
    growth,
    language,
    letters,
    loops,
    number,
    recurrence,
    streams,
)
from helpers.drawing.alphabet import (
    COLOURS,
    LIVE,
    SHADE,
    SIZES,
    STYLE,
    in_html,
    in_svg,
    room_for,
)
from helpers.drawing.road import ROAD, whole_road
from helpers.drawing.workshop import the_workshop

THE_KIT = set("alphabet canvas dots drawing live masks plots tables".split())
MODULES = [
    importlib.import_module(f"helpers.drawing.{module.name}")
    for module in pkgutil.iter_modules(helpers.drawing.__path__)
    if module.name not in THE_KIT
]
DRAWINGS = {
    f"{module.__name__.rpartition('.')[2]}-{drawing.number}": drawing
    for module in MODULES
    for drawing in module.examples()
}
each = pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
in_both_rooms = pytest.mark.parametrize("room", [WIDE, NARROW])


def plain(drawing):
    """The drawing's HTML without the style that it shares with all others."""
    html = drawing._repr_html_()
    return re.sub(r"<style data-shared>.*?</style>", "", html, flags=re.DOTALL)


def drawn(page):
    """A canvas as a tree of elements."""
    return ET.fromstring(page.svg("tb-both", "What there is."))


# Every drawing


@each
def test_a_drawing_is_the_same_each_time(drawing):
    assert drawing._repr_html_() == drawing._repr_html_()


@each
def test_a_drawing_is_well_formed_and_names_its_colours(drawing):
    for canvas in drawing.canvases().values():
        art = canvas.svg("tb-both", drawing.alt)
        ET.fromstring(art)
        assert not re.search(r"#[0-9a-fA-F]{3,6}\b|rgb|url\(|<image|<script", art)


@each
def test_a_drawing_uses_names_that_the_stylesheet_knows(drawing):
    for canvas in drawing.canvases().values():
        names = re.findall(r'class="([^"]*)"', canvas.svg("tb-both", drawing.alt))
        used = {name for several in names for name in several.split()}
        known = {"tb-both"} | set(re.findall(r"\.(tb-[\w-]+)", STYLE))
        known |= {rule[1] for rule in canvas.rules}
        assert used <= known, f"picture.css does not know {used - known}"


@each
@in_both_rooms
def test_a_drawing_fits_its_room(drawing, room):
    canvas = drawing.draw(room)
    assert canvas.width <= room
    for text in drawn(canvas).iter("text"):
        words = "".join(text.itertext())
        x, y, half = float(text.get("x")), float(text.get("y")), room_for(words) / 2
        anchor = text.get("text-anchor", "start")
        left = x - {"middle": half, "end": 2 * half, "start": 0}[anchor]
        assert left >= -4 and left + 2 * half <= room + 8, words
        assert canvas.top <= y <= canvas.height + 4, words


@each
def test_a_drawing_can_be_heard_and_cited(drawing):
    assert len(drawing.alt) > 40
    assert drawing.caption.rstrip(" *").endswith((".", "?"))
    assert repr(drawing) == f"Figure {drawing.number}: {drawing.alt}"
    for _, sentence in drawing.steps:
        assert sentence.rstrip(" *").endswith((".", "?", "!")), sentence


@each
def test_a_drawing_is_light(drawing):
    assert len(gzip.compress(plain(drawing).encode())) < 10_000


@each
def test_a_drawing_opens_at_rest_on_the_whole(drawing):
    assert not re.search(r"<input[^>]*checked", drawing._repr_html_())


def test_no_number_is_used_twice():
    numbers = [drawing.number for drawing in DRAWINGS.values()]
    assert len(numbers) == len(set(numbers))


def test_what_is_drawn_alike_in_both_rooms_is_stored_once_and_is_never_scaled():
    [(name, page)] = Drawing("1.1", "C.", "A.", small).canvases().items()
    assert (name, page.width) == ("tb-both", NARROW)


# Words and numbers


def test_formulas_become_letters():
    assert in_html("$h_{t-1}$") == (
        '<i class="tb-m">h</i><sub><i class="tb-m">t</i></sub><sub>−</sub><sub>1</sub>'
    )
    assert 'dy="-4"' in in_svg("$W^Q$")
    assert in_html(r"$\alpha$") == '<i class="tb-m">α</i>'


def test_a_single_dollar_is_a_dollar():
    assert in_svg("costs $5") == "costs $5"
    assert in_html("$x$ costs $5") == '<i class="tb-m">x</i> costs $5'


def test_numbers_are_printed_as_the_book_prints_them():
    said = [number(value) for value in (-0.004, -1, 0.115, 1e-9)]
    assert said == ["0.00", "−1.00", "0.12", "0.00"]


MARKUP = '<script>alert("1")</script> & </svg> <b class="x">'


def test_markup_in_words_is_text():
    page = Canvas(WIDE, 60)
    page.text(100, 20, MARKUP)
    page.word(100, 50, MARKUP)
    assert [t.text for t in drawn(page).iter("text")] == [MARKUP, MARKUP]
    drawing = Drawing("1.1", MARKUP, MARKUP, lambda room: Canvas(room, 9), [MARKUP])
    assert "<script>" not in drawing._repr_html_()
    assert '<b class="x">' not in drawing._repr_html_()
    page = Canvas(WIDE, 60)
    page.text(100, 20, "a\x00b\x1b")
    assert drawn(page).find("text").text == "a\ufffdb\ufffd"


# Shapes


def shapes(page, kind, name):
    """The elements of a kind that have the name."""
    return [e for e in drawn(page).iter(kind) if f"tb-{name}" in e.get("class", "")]


def test_a_cell_is_as_dark_as_its_number_is_large():
    page = Canvas(WIDE, 40)
    page.strip(0, 0, [1, -0.5, 0], digits=1)
    [more], [less] = shapes(page, "rect", "p"), shapes(page, "rect", "n")
    assert float(more.get("fill-opacity")) == SHADE
    assert float(less.get("fill-opacity")) == SHADE / 2
    assert [t.text for t in drawn(page).iter("text")] == ["1.0", "−0.5", "0.0"]


def test_a_matrix_shades_its_rows_alike_and_names_its_sides():
    page = Canvas(WIDE, 90)
    page.matrix(80, 20, [[1, 0], [0.5, 0]], rows=["a", "b"], columns=["x", "y"])
    shades = [float(e.get("fill-opacity")) for e in shapes(page, "rect", "p")]
    assert shades == [SHADE, SHADE / 2]
    assert [t.text for t in drawn(page).iter("text")] == ["a", "b", "x", "y"]


def test_an_axis_says_where_a_value_stands():
    page = Canvas(WIDE, 200)
    across = page.axis(50, 180, 400, 0, 10, ticks=(0, 5, (10, "ten")), words="steps")
    up = page.axis(50, 180, 150, -1, 1, ticks=(-1, 1), upright=True)
    assert [across(0), across(5), across(10)] == [50, 250, 450]
    assert [up(-1), up(0), up(1)] == [180, 105, 30]
    words = [t.text for t in drawn(page).iter("text")]
    assert words == ["0", "5", "ten", "steps", "−1", "1"]


def ends(page):
    """Where the drawn ways begin, and where the heads of arrows stand."""
    starts = [
        re.match(r"M(\S+) ([^A-Za-z]+)", e.get("d"))
        for e in shapes(page, "path", "line")
    ]
    tips = [
        re.match(r"M(\S+) ([^A-Za-z]+)", e.get("d"))
        for e in shapes(page, "path", "head")
    ]
    return [[tuple(map(float, m.groups())) for m in found] for found in (starts, tips)]


@pytest.mark.parametrize("way", ["line", "curve", "arc"])
def test_a_way_leads_from_its_first_place_to_its_last(way):
    page = Canvas(WIDE, 100)
    getattr(page, way)((10, 80), (90, 20))
    assert ends(page) == [[(10, 80)], [(90, 20)]]


@pytest.mark.parametrize("shape", ["bracket", "brace"])
@pytest.mark.parametrize("upright", [False, True])
def test_a_bracket_spans_what_belongs_together(shape, upright):
    page = Canvas(WIDE, 200)
    getattr(page, shape)(20, 30, 100, "five", upright=upright)
    [path] = shapes(page, "path", "line")
    x = y = 0.0
    seen = []
    for letter, values in re.findall(r"([MhvqHV])([^A-Za-z]*)", path.get("d")):
        numbers = [float(v) for v in values.replace("-", " -").split()]
        if letter == "M":
            x, y = numbers
        elif letter == "h":
            x += numbers[0]
        elif letter == "v":
            y += numbers[0]
        else:
            x, y = x + numbers[2], y + numbers[3]
        seen.append((x, y))
    along = [place[upright] for place in seen]
    assert max(along) - min(along) == pytest.approx(100)
    assert seen[0][1 - upright] == pytest.approx(seen[-1][1 - upright])
    assert [t.text for t in drawn(page).iter("text")] == ["five"]


# What is refused, and with which sentence


def small(room):
    """A drawing with nothing on it."""
    return Canvas(room, 10)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([[1, 2], [3]], "one flat list of numbers"),
        ([], "at least one number"),
        ([1, float("nan")], "cannot show nan"),
        ([float("inf")], "cannot show inf"),
        (["one"], "'one' is none"),
        ([None], "None is none"),
        (range(40), "40 cells take 1200 × 30 pixels"),
    ],
)
def test_a_strip_refuses_in_a_sentence_what_is_no_vector(values, sentence):
    with pytest.raises(ValueError, match=sentence):
        Canvas(WIDE, 60).strip(0, 0, values)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([[1, 2], [3]], "these have 1 and 2 numbers"),
        ([], "these have no numbers"),
        ([[]], "at least one number"),
        ([[0] * 5] * 50, "250 cells take 150 × 1500 pixels"),
    ],
)
def test_a_matrix_refuses_in_a_sentence_what_is_no_matrix(values, sentence):
    with pytest.raises(ValueError, match=sentence):
        Canvas(WIDE, 400).matrix(0, 0, values)


def test_what_is_refused_leaves_the_canvas_as_it_was():
    page = Canvas(WIDE, 60)
    page.text(9, 9, "kept")
    for wrong in ([1, float("nan")], [[1], [2]], [0] * 99):
        with pytest.raises(ValueError):  # noqa: PT011
            page.strip(0, 0, wrong)
    assert len(page.parts) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("10", "C.", "A.", small), "like '10.3'"),
        (("10.3b", "C.", "A.", small), "'10.3b' is no number of a figure"),
        ((None, "C.", "A.", small), "None is no number of a figure"),
        (("10.3", " ", "A.", small), "needs a caption"),
        (("10.3", "C.", None, small), "needs an alternative text"),
        (("10.3", "C.", "A.", lambda room: Canvas(700, 9)), "700 pixels wide"),
        (("10.3", "C.", "A.", lambda room: None), "must return its canvas"),
        (("10.3", "C.", "A.", lambda room: Canvas(9, 3150)), "3150 pixels high"),
        (("10.3", "C.", "A.", small, ["A."] * 9), "at most 8 steps"),
    ],
)
def test_a_drawing_refuses_in_a_sentence_what_no_reader_can_use(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        Drawing(*arguments)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: growth.powers("10.1", [[1, 0, 0]], [(1, "stays")]), "take a 2 × 2"),
        (lambda: growth.powers("10.1", [[0, 1], [0, 0]], [(1, "stays")]), "nothing:"),
        (lambda: loops.odd_so_far("10.1", [1, 2]), "a row of zeros and ones"),
        (lambda: loops.odd_so_far("10.1", []), "a row of zeros and ones"),
        (lambda: language.two_readers("17.11", ["a", "b"]), "2 words are too few"),
        (lambda: streams.shifted("10.1", "a"), "two letters at least, and 'a'"),
        (lambda: streams.stairs("10.1", "abc", [1, 2]), "3 letters with 2 costs"),
        (lambda: letters.same_later("10.1", [0, 1], [1]), "are 2 early, 1 later"),
        (lambda: letters.stream("10.1", "a" * 900, [1] * 900, [True] * 900), "are 900"),
        (lambda: letters.stream("10.1", "ab", [1], [True] * 2), "2 letters, 1 errors"),
        (lambda: letters.temperatures("10.1", "a", "ab", [1]), "2 letters, 1 scores"),
        (lambda: letters.temperatures("10.1", "a", "a", [1], [0]), "must be above 0"),
        (lambda: letters.samples("10.1", ["a"], "C."), "is a pair, and 'a' is none"),
        (lambda: letters.samples("10.1", [], "C."), "and here are 0"),
        (lambda: letters.coloured("10.1", "a", [nan], "C.", "A."), "cannot show nan"),
        (lambda: letters.tape("10.1", [1, 2]), "a row of zeros and ones"),
        (lambda: streams.batch("10.1", ["a" * 99], 9, 9), "and here are 99"),
        (lambda: streams.stairs("10.1", "ab", [0, 0]), "the sum is above it"),
        (lambda: growth.cut_apart("10.1", [3, -4], 2), "must be above 0, and"),
        (lambda: growth.cut_apart("10.1", [3, 4, 5], 2), "room for 2 gradients, and"),
        (lambda: growth.hump("10.1", [1, nan, 1], 1, 1), "cannot show nan"),
        (lambda: recurrence.unrolled("10.1", "ab", [[1]]), "2 letters, 1 states"),
        (lambda: recurrence.unrolled("10.1", "a", [[1] * 99]), "here are 99"),
        (lambda: recurrence.unrolled("10.1", "a", [[1]], [nan]), "cannot show nan"),
        (
            lambda: recurrence.one_step("10.1", [[1]], [1], [[1]], [1, 2], [[1]]),
            "1 × 2",
        ),
        (lambda: recurrence.weights_to_scale("10.1", 0, 3), "units must be above 0"),
        (lambda: recurrence.pieces("10.1", "once", 0), "and here are 0"),
        (lambda: recurrence.clipped("10.1", [(1, 2, 3)], 1), "is a pair"),
        (lambda: recurrence.clipped("10.1", [(1, 2)], 0), "A limit must be above 0"),
        (lambda: loops.writing("10.1", "a" * 9, "b" * 9), "and here are 18"),
    ],
)
def test_the_drawings_of_chapter_10_refuse_in_a_sentence(make, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        make()


def test_an_axis_and_a_group_refuse_in_a_sentence():
    with pytest.raises(ValueError, match="needs two ends"):
        Canvas(WIDE, 60).axis(0, 0, 100, 3, 3)
    with pytest.raises(ValueError, match="and no 'after'"), Canvas(9, 9).group(after=1):
        pass


# Colours


def channel(part):
    """The light of a colour's part, as contrast counts it."""
    part /= 255
    return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4


def parts(colour):
    """Red, green and blue."""
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def contrast(one, other):
    """The contrast of two colours, each given by its parts."""
    weights = 0.2126, 0.7152, 0.0722
    lights = [
        sum(w * channel(p) for w, p in zip(weights, colour, strict=True))
        for colour in (one, other)
    ]
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def mixed(over, under, share):
    """A colour laid over another."""
    pairs = zip(parts(over), parts(under), strict=True)
    return [share * a + (1 - share) * b for a, b in pairs]


@pytest.mark.parametrize(
    ("scheme", "papers"), [(0, ("#fdfcf8", "#ffffff")), (1, ("#15171b", "#111111"))]
)
def test_colours_can_be_read_in_light_and_in_dark(scheme, papers):
    colours = {name: pair[scheme] for name, pair in COLOURS.items()}
    for paper in map(parts, papers):
        for name in ("ink", "quiet", "query", "key", "value", "back", "right"):
            assert contrast(parts(colours[name]), paper) >= 4.5, name
        for name in ("line", "positive", "negative", "lit"):
            assert contrast(parts(colours[name]), paper) >= 2.4, name
    for name in ("learned", "hollow", "glow"):
        assert contrast(parts(colours["ink"]), parts(colours[name])) >= 4.5, name
    for name in ("more", "less"):
        shade = mixed(colours[name], colours["hollow"], SHADE)
        assert contrast(parts(colours["ink"]), shade) >= 4.5, name


def test_the_stylesheet_has_no_colour_of_its_own():
    text = STYLE[STYLE.index("}") :]  # behind the variables
    said = set(re.findall(r"#[0-9a-f]{3,6}\b", text))
    assert said == {"#000", "#fff"}  # a photograph's black and white
    assert not re.search(r"font-size: [\d.]+px|stroke-width: [\d.]+", text)
    assert min(SIZES.values()) >= 11.5


def test_the_live_figures_have_the_same_colours():
    css = refresh.FIGURES.read_text(encoding="utf-8")
    assert refresh.coloured(css) == css, "run scripts/refresh.py --style"
    names = {name for name, _ in refresh.VARIABLE.findall(css)}
    assert names == set(LIVE)


def test_the_names_of_colours_are_one_book():
    for name in set(LIVE) & set(COLOURS):
        assert LIVE[name] == COLOURS[name] or name == "rule", name


def test_the_drawing_of_contributing_is_the_kit_s_of_today():
    drawing = refresh.standing_alone(the_workshop("0.1"))
    stored = refresh.WORKSHOP.read_text(encoding="utf-8")
    assert stored == drawing, "run scripts/refresh.py --style"
    ET.fromstring(drawing)
    guide = (refresh.build.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [alt] = re.findall(r"!\[([^\]]+)\]\(book/_static/workshop\.svg\)", guide)
    assert len(alt) > 40


# Drawings that lead to chapters


def test_each_row_of_the_road_leads_to_its_chapter():
    for canvas in whole_road("18.21").canvases().values():
        art = canvas.svg("tb-both", "The road.")
        found = re.findall(r'<a href="(\w+)\.ipynb">', art)
        assert found == [stop.stem for stop in ROAD.values()]
        assert 'role="group"' in art  # a link within a picture would not be heard
        heights = re.findall(r'<a [^>]*><rect [^>]*height="([\d.]+)"', art)
        assert min(map(float, heights)) >= 24
