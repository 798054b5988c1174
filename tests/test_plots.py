"""Plots that follow the page: its ink, its room, its words."""

import re
import xml.etree.ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("agg")

import matplotlib.pyplot as plt

from helpers.drawing import plots
from helpers.drawing.drawing import SHARED


@pytest.fixture(autouse=True)
def _style():
    """The book's look, for one test."""
    with mpl.rc_context():
        plots.follow_the_page()
        yield
        plt.close("all")


def shown(figure):
    """What a cell shows of a figure, without the shared style."""
    return plots.html(figure).replace(SHARED, "")


def svgs(html):
    """The SVGs of a figure, each well-formed, by the name of its room."""
    found = re.findall(r'<svg class="tb-plot (tb-\w+)".*?</svg>', html)
    parts = re.findall(r"<svg .*?</svg>", html)
    for part in parts:
        ET.fromstring(
            part.replace(" data-unsaid", "").replace(
                "<svg", '<svg xmlns:xlink="http://www.w3.org/1999/xlink"', 1
            )
        )
    return dict(zip(found, parts, strict=True))


def a_plot(size=None):
    """A line, a title and an axis in each colour that the book has for plots."""
    figure, ax = plt.subplots(figsize=size)
    for k in range(7):
        ax.plot([0, 1], [0, k])
    ax.set(title="Seven lines", xlabel="steps", ylabel="height")
    return figure


def test_a_plot_is_drawn_for_a_page_and_for_a_phone():
    rooms = svgs(shown(a_plot()))
    assert list(rooms) == ["tb-wide", "tb-narrow"]
    widths = [int(re.search(r'width="(\d+)"', svg)[1]) for svg in rooms.values()]
    assert 600 < widths[0] <= 740 and 300 < widths[1] <= 345
    assert list(svgs(shown(a_plot((3, 2))))) == ["tb-both"]


def test_a_plot_names_the_book_s_colours_and_has_no_ground_of_its_own():
    html = shown(a_plot())
    assert re.findall(r"#[0-9a-f]{6}", html) == []
    for name in ("ink", "quiet", "line", "positive", "negative", "right", "lit"):
        assert f"var(--tb-{name})" in html
    assert "<style" not in html  # which would be every other drawing's too


def test_a_plot_is_the_same_each_time():
    assert shown(a_plot()) == shown(a_plot())


def test_words_of_a_plot_are_text_in_the_page_s_type():
    html = shown(a_plot())
    assert ">Seven lines</text>" in html and "font-family" not in html


def test_numbers_in_the_words_of_a_plot_keep_their_digits():
    figure, ax = plt.subplots()
    ax.set_yticks([0.05, 0.25], labels=["0.05", "0.25"])
    ax.annotate("best: 1.88", (0.5, 0.1))
    html = shown(figure)
    for words in ("0.05", "0.25", "best: 1.88"):
        assert f">{words}</text>" in html


def test_what_two_plots_refer_to_is_not_the_same():
    ids = []
    for size in ((6, 3), (6, 4)):
        html = shown(a_plot(size))
        own = re.findall(r' id="([^"]+)"', html)
        used = re.findall(r'(?:href="#|url\(#)([^")]+)', html)
        assert set(used) == set(own)
        ids.append(set(own))
    assert ids[0] and not ids[0] & ids[1]


def test_a_plot_says_its_caption_its_number_and_its_alternative_text():
    figure = a_plot()
    plots.caption(figure.axes[0], "10.5", "Lines & $h_t$.", alt='Seven "lines".')
    html = plots.html(figure)
    assert '<figure class="tb-picture" id="figure-10-5">' in html
    assert "<b>Figure 10.5.</b> Lines &amp; " in html
    assert html.count('aria-label="Seven &quot;lines&quot;."') == 2
    assert "data-unsaid" not in html


def test_a_plot_that_nobody_described_says_its_labels_and_that_it_does():
    html = shown(a_plot())
    assert html.count('aria-label="A plot: Seven lines; height against steps."') == 2
    assert html.count(" data-unsaid") == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("5", "C.", "A."), "like '10.3'"),
        (("10.5", "", "A."), "needs a caption"),
        (("10.5", "C.", ""), "needs an alternative text"),
    ],
)
def test_a_caption_refuses_in_a_sentence(arguments, sentence):
    number, words, alt = arguments
    with pytest.raises(ValueError, match=sentence):
        plots.caption(plt.gca(), number, words, alt=alt)


def test_showing_a_plot_leaves_it_as_it_was():
    figure, axes = plt.subplots(1, 3, figsize=(7, 2.5))
    axes[0].imshow(np.eye(4), cmap="gray_r")
    axes[1].set_title("a title that is too long for one line on a telephone")
    before = [ax.get_subplotspec().get_geometry() for ax in axes]
    plots.html(figure)
    assert tuple(figure.get_size_inches()) == (7, 2.5)
    assert [ax.get_subplotspec().get_geometry() for ax in axes] == before
    assert axes[0].images[0].get_cmap().name == "gray_r"
    assert "\n" not in axes[1].get_title(loc="left") + axes[1].get_title()


def heights(figure):
    """How high a figure is on a page and on a phone."""
    found = svgs(shown(figure)).values()
    return [int(re.search(r'height="(\d+)"', svg)[1]) for svg in found]


def test_panels_in_a_row_stand_in_a_column_on_a_phone():
    figure, axes = plt.subplots(1, 3, figsize=(7, 2))
    for ax in axes:
        ax.plot([1, 2])
    wide, narrow = heights(figure)
    assert narrow > 2 * wide


def test_a_phone_s_plot_is_not_crushed_by_its_legend_nor_its_names_by_each_other():
    figure, ax = plt.subplots(figsize=(6.4, 3))
    names = [f"a long name {k}" for k in range(4)]
    for name in names:
        ax.plot(names, range(4), label=name)
    legend = ax.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1))
    with plots.narrowed(figure):
        figure.canvas.draw()
        assert ax.get_position().width > 0.6
        assert {label.get_rotation() for label in ax.get_xticklabels()} == {40}
    assert ax.get_legend() is legend
    assert {label.get_rotation() for label in ax.get_xticklabels()} == {0}


def test_a_plot_full_of_names_scrolls_on_a_phone():
    figure, ax = plt.subplots(figsize=(6.4, 3))
    ax.set_xlim(0, 13)
    for k in range(13):
        ax.text(k, 0, "name")
    html = shown(figure)
    assert list(svgs(html)) == ["tb-both"] and '<div class="tb-scroll"><svg' in html


def layers(html, room):
    """The names of the colours that show through a picture's masks."""
    return re.findall(r'style="fill: var\(--tb-(\w+)\)" mask=', svgs(html)[room])


@pytest.mark.parametrize(
    ("values", "cmap", "names"),
    [
        (np.eye(5), plots.SHADES, ["positive"]),
        (np.linspace(-1, 1, 9).reshape(3, 3), plots.SIGNED, ["positive", "negative"]),
        (np.eye(5), "gray_r", ["ink"]),
        (np.eye(5), "Greys", ["ink"]),
        (np.eye(300), plots.SHADES, ["positive"]),
    ],
)
def test_a_map_is_a_mask_through_which_the_page_s_colour_shows(values, cmap, names):
    figure, ax = plt.subplots(figsize=(5, 3))
    ax.imshow(values, cmap=cmap)
    assert layers(shown(figure), "tb-wide") == names


def test_a_signed_map_shades_each_value_by_its_size_and_ends_in_nothing():
    strength = [plots.SIGNED(value)[3] for value in (0, 0.25, 0.5, 0.75, 1)]
    assert strength == pytest.approx([0.9, 0.45, 0, 0.45, 0.9], abs=0.01)


def test_a_mask_reaches_over_the_whole_picture():
    figure, ax = plt.subplots(figsize=(5, 3))
    ax.imshow(np.eye(5), cmap="gray_r")
    for mask in re.findall(r"<mask [^>]*>", shown(figure)):
        assert ' x="0" y="0" width="5" height="5"' in mask


def test_a_photograph_stays_a_light_picture():
    rng = np.random.default_rng(1)
    figure, ax = plt.subplots(figsize=(5, 3))
    ax.imshow(rng.integers(0, 255, (300, 300)), cmap="gray")
    html = shown(figure)
    assert "<mask" not in html and html.count("data:image/webp;base64,") == 2


def test_many_marks_are_one_picture():
    rng = np.random.default_rng(1)
    figure, ax = plt.subplots()
    ax.scatter(*rng.normal(size=(2, plots.MANY + 1)))
    html = shown(figure)
    assert html.count("<use") < 100 and html.count("<image") == 2
    assert len(html) < 200_000
