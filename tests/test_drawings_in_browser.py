"""Drawings as a browser shows them: in both schemes, in both rooms, step by step."""

import re

import pytest
from browser import axe_findings
from test_drawings import DRAWINGS

from helpers.drawing import Canvas, Drawing, runs, show, translations
from helpers.drawing.alphabet import COLOURS, SIZES

pytestmark = pytest.mark.browser


def still(room):
    """Something learned, which is lit in step 2 and there from step 2 on."""
    page = Canvas(room, 80)
    with page.group(at=[2, 3], lit_at=[2]):
        page.box(20, 20, 60, 40, "$W$")
    with page.group(move={1: (0, 0), 3: (100, 0)}):
        page.strip(120, 20, [1, -1, 0.5], digits=1)
    with page.group(slide=(2, 3, [(0, 0), (40, 0)])):
        page.dot(200, 70)
    return page


STEPS = ["**One.** First.", "Then.", "Last."]
MOVING = Drawing("1.1", "A drawing that moves.", "A box, a strip, a dot.", still, STEPS)
SHOWN = [
    show([[1, -2], [0.5, 0]], ["a", "b"], ["x", "y"], "A table."),
    show([[True, False]], caption="A mask."),
    runs({"one": [1, 2, 3], "two": [2, 5, 4]}, "Runs.", words="points"),
    translations([("la niña", "the girl sings", "the girl singed")]),
]


def html(*things, theme="light"):
    """A page that shows these things in a theme, as the book's pages do."""
    body = "".join(thing._repr_html_() for thing in things)
    return (
        f'<!doctype html><html lang="en" data-theme="{theme}"><title>Drawings</title>'
        '<meta name="viewport" content="width=device-width">'
        "<style>:root { color-scheme: light dark } body { margin: 10px }"
        ":root[data-theme=light] { color-scheme: light }"
        ":root[data-theme=dark] { color-scheme: dark; background: #15171b }</style>"
        f"<main><h1>Drawings</h1>{body}</main></html>"
    )


def rgb(colour):
    """A colour as a browser computes it."""
    return f"rgb({', '.join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))})"


def looks(page, selector, *names):
    """What the browser computes of an element's style."""
    script = "(e, names) => names.map((name) => getComputedStyle(e)[name])"
    return page.locator(selector).first.evaluate(script, list(names))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_drawing_has_the_ink_of_the_page_s_theme_whatever_the_system_s(page, theme):
    other = {"light": "dark", "dark": "light"}[theme]
    page.emulate_media(color_scheme=other)
    page.set_content(html(MOVING, theme=theme))
    ink = rgb(COLOURS["ink"][theme == "dark"])
    assert looks(page, ".tb-learned", "stroke") == [ink]
    page.evaluate(f"document.documentElement.dataset.theme = '{other}'")
    assert looks(page, ".tb-learned", "stroke") != [ink]


@pytest.mark.parametrize(
    ("attribute", "scheme"),
    [
        ("document.body.dataset.jpThemeLight = 'false'", 1),
        ("document.body.dataset.jpThemeLight = 'true'", 0),
        ("document.documentElement.setAttribute('theme', 'dark')", 1),
        ("document.body.classList.add('vscode-dark')", 1),
    ],
)
def test_a_drawing_has_the_ink_of_a_notebook_s_theme(page, attribute, scheme):
    page.emulate_media(color_scheme="light" if scheme else "dark")
    page.set_content(html(MOVING, theme=""))
    page.evaluate(attribute)
    assert looks(page, ".tb-learned", "stroke") == [rgb(COLOURS["ink"][scheme])]


def opacity(page):
    """How opaque the group of the box is, when nothing moves any more."""
    page.wait_for_timeout(500)
    return float(looks(page, "g:has(> .tb-learned)", "opacity")[0])


def test_the_keyboard_walks_through_the_steps(page):
    page.set_content(html(MOVING))
    say = page.locator(".tb-say > p")
    assert opacity(page) == 1  # the whole, before a step is chosen
    page.locator("input").first.focus()
    page.keyboard.press("Space")
    assert opacity(page) == 0
    page.keyboard.press("ArrowRight")
    assert opacity(page) == 1
    assert looks(page, ".tb-learned", "fill") == [rgb(COLOURS["glow"][0])]
    shown = [float(p.evaluate("p => getComputedStyle(p).opacity")) for p in say.all()]
    assert shown == [0, 1, 0]


def test_play_walks_through_the_steps_and_stops_at_the_last(page):
    page.clock.install()
    page.set_content(html(MOVING))
    page.get_by_role("button", name="Play").click()
    for step in ("1", "2", "3", "3"):
        assert page.locator("input:checked").get_attribute("value") == step
        page.clock.run_for(2800)


def test_the_steps_work_without_scripts(browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.set_content(html(MOVING))
        page.get_by_role("radio").nth(0).check(force=True)
        page.wait_for_timeout(600)
        before = page.locator("figure").screenshot()
        page.get_by_role("radio").nth(2).check(force=True)
        page.wait_for_timeout(900)
        assert page.locator("figure").screenshot() != before


def test_nothing_moves_unasked_and_with_reduced_motion_nothing_at_all(page):
    running = "document.getAnimations().length"
    page.set_content(html(MOVING))
    page.wait_for_timeout(100)
    assert page.evaluate(running) == 0
    page.locator("input").nth(1).check(force=True)
    assert page.evaluate(running) > 0
    page.emulate_media(reduced_motion="reduce")
    page.set_content(html(MOVING))
    page.locator("input").nth(1).check(force=True)
    assert page.evaluate(running) == 0


def test_paper_shows_the_whole_in_light_and_no_button(page):
    page.emulate_media(media="print")
    page.set_content(html(MOVING, theme="dark"))
    assert not page.locator(".tb-steps").is_visible()
    assert looks(page, ".tb-learned", "stroke") == [rgb(COLOURS["ink"][0])]


def test_forced_colours_leave_every_sign_and_word_to_be_seen(page):
    page.emulate_media(forced_colors="active", color_scheme="dark")
    page.set_content(html(MOVING, *SHOWN, theme="light"))
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for sign in (".tb-learned", ".tb-edge", ".tb-line"):
        assert looks(page, sign, "stroke") != [paper], sign
    assert looks(page, "svg text", "fill") != [paper]
    assert looks(page, ".tb-yes", "backgroundColor") != looks(
        page, ".tb-no", "backgroundColor"
    )


SMALLEST = """() => Math.min(...[...document.querySelectorAll("svg text, svg tspan")]
  .filter((e) => e.checkVisibility() && !e.matches(".tb-i"))
  .map((e) => parseFloat(getComputedStyle(e).fontSize) *
    e.ownerSVGElement.getBoundingClientRect().width /
    e.ownerSVGElement.viewBox.baseVal.width))"""
OUTSIDE = """() => [...document.querySelectorAll("svg text")]
  .filter((e) => e.checkVisibility()).filter((e) => {
    const box = e.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1;
  }).map((e) => e.textContent)"""


@pytest.mark.parametrize("width", [360, 390, 768])
def test_every_word_is_large_enough_and_on_the_screen(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.set_content(html(MOVING, *SHOWN[2:3], *DRAWINGS.values()))
    assert page.evaluate(SMALLEST) >= SIZES["second"] - 0.01
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("theme", "width"),
    [
        ("light", 390),
        pytest.param("dark", 390, marks=pytest.mark.rehearsal),
        pytest.param("light", 1000, marks=pytest.mark.rehearsal),
        pytest.param("dark", 1000, marks=pytest.mark.rehearsal),
    ],
)
def test_axe_finds_nothing_in_any_drawing(page, theme, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.set_content(html(MOVING, *SHOWN, *DRAWINGS.values(), theme=theme))
    assert axe_findings(page, "main") == []


# In the book


def test_the_style_is_in_the_site_once_and_only_where_it_is_used(book_html):
    for path in book_html.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "<style data-shared" not in text, path.name
        asked = len(re.findall(r'href="[^"]*_static/drawings\.css', text))
        assert asked == ('class="tb-picture' in text), path.name
    assert (book_html / "_static/drawings.css").stat().st_size < 15_000


@pytest.mark.parametrize("name", ["book/intro", "book/timeline", "book/benchmarks"])
def test_the_pages_draw_with_the_kit(page, site, name):
    page.goto(f"{site}{name}.html")
    ink = lambda: looks(page, "main .tb-picture", "color")
    light = ink()
    page.get_by_label("Dark pages").click()
    assert ink() != light
    assert page.locator("main .tb-picture svg .tb-line").count() >= 1


def test_a_link_leads_to_a_figure_by_its_number(book_html):
    page = (book_html / "notebooks/18_vit.html").read_text("utf-8")
    assert 'href="#figure-18-1"' in page and 'id="figure-18-1"' in page


def test_the_road_leads_to_the_pages_of_its_chapters(book_html):
    pages = [
        path.read_text("utf-8") for path in (book_html / "notebooks").glob("*.html")
    ]
    roads = [page for page in pages if '<a href="01_neuron.html"><rect' in page]
    assert roads
    assert not any('<a href="01_neuron.ipynb"><rect' in page for page in pages)
