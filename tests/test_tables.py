"""What a cell returns, shown: tables, rows of runs, translations."""

import re
from math import inf, nan

import numpy as np
import pytest
import torch

from helpers.drawing import runs, show, translations

MARKUP = '<script>alert("1")</script>'


def cells(shown):
    """The texts of a table's cells, row by row."""
    html = shown._repr_html_()
    return [
        [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr>.*?</tr>", html)
    ]


def test_a_matrix_has_names_on_both_sides():
    shown = show([[1, 2], [3, 4]], rows=["a", "b"], columns=["x", "y"], corner="of")
    assert cells(shown) == [["of", "x", "y"], ["a", "1", "2"], ["b", "3", "4"]]
    assert repr(shown) == "of  x  y\na   1  2\nb   3  4"


@pytest.mark.parametrize("kind", [list, tuple, np.array, torch.tensor])
def test_a_vector_is_a_row_whatever_it_is_made_of(kind):
    assert cells(show(kind([0.5, -1.0]))) == [["0.50", "−1.00"]]
    assert repr(show(kind([0.5, -1.0]))) == "0.50  -1.00"


def test_a_dictionary_names_one_side_or_both():
    assert cells(show({5: 20, 10: 17})) == [["5", "10"], ["20", "17"]]
    assert cells(show({"W": [1, 2]})) == [["W", "1", "2"]]
    both = show({"a": {"x": 1, "y": 2}, "b": {"x": 3}})
    assert cells(both) == [["", "x", "y"], ["a", "1", "2"], ["b", "3", "–"]]


def shades(shown):
    """How strong the shades of the cells are, in percent, with their colours."""
    found = re.findall(r"var\(--tb-(\w+)\) (\d+)%", shown._repr_html_())
    return [(colour, int(part)) for colour, part in found]


def test_a_cell_is_as_dark_as_its_number_is_large():
    assert shades(show([[2, -1], [1, 0]])) == [("more", 58), ("less", 29), ("more", 29)]
    rows = show([[2, -1], [1, 0]], shade="rows")
    assert shades(rows) == [("more", 58), ("less", 29), ("more", 58)]
    assert shades(show([[2, -1]], shade="none")) == []


def test_a_truth_is_a_mark_that_can_be_heard():
    html = show([[True, False]])._repr_html_()
    assert re.findall(r'<td class="tb-(\w+)"><span class="tb-unseen">(\w+)', html) == [
        ("yes", "yes"),
        ("no", "no"),
    ]


def test_a_large_table_is_cut_in_the_middle():
    shown = show(np.arange(900).reshape(30, 30), rows=range(30), columns=range(30))
    found = cells(shown)
    assert len(found) == 14 and found[7] == ["⋮"]
    assert found[0][:8] == ["", "0", "1", "2", "3", "4", "5", "…"]
    assert found[-1][-1] == "899"
    assert max(map(len, repr(shown).splitlines())) < 100


@pytest.mark.parametrize(
    ("values", "names", "sentence"),
    [
        ([[1, 2], [3]], {}, "these have 1 to 2 values"),
        ([], {}, "nothing to show"),
        ({}, {}, "nothing to show"),
        ([[]], {}, "nothing to show"),
        ([1, nan], {}, "cannot shade nan: put None"),
        ([[inf]], {}, "cannot shade inf"),
        (np.zeros((2, 2, 2)), {}, "A table has two sides"),
        ([1, 2], {"columns": ["a"]}, "2 columns and 1 names"),
        ([1, 2], {"rows": ["a", "b"]}, "1 rows and 2 names"),
        ([1, 2], {"colour": "red"}, "no 'colour'"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(values, names, sentence):
    with pytest.raises(ValueError, match=sentence):
        show(values, **names)


def test_words_of_a_table_are_text():
    shown = show([[MARKUP]], rows=[MARKUP], columns=[MARKUP], caption=MARKUP)
    html = shown._repr_html_()
    assert "<script>" not in html and html.count("&lt;script&gt;") == 4


def test_a_row_of_runs_has_its_dots_and_its_median():
    shown = runs({"one": [1, 2, 9], "two": [4, 5, 6]}, "Runs.", words="points")
    html = shown._repr_html_()
    assert html.count('class="tb-dot tb-thin"') == 2 * 6  # for a page, and for a phone
    assert repr(shown) == "one  1.00  2.00  9.00  median  2.00\n" + (
        "two  4.00  5.00  6.00  median  5.00"
    )
    said = re.search(r'aria-label="([^"]*)"', html)[1]
    assert "one: median 2.00, from 1.00 to 9.00" in said


def test_dots_stand_where_their_numbers_are():
    html = runs({"a": [0, 5, 10]}, ends=(0, 10))._repr_html_()
    wide = html[: html.index('class="tb-narrow"')]
    xs = [float(x) for x in re.findall(r'tb-thin" cx="([\d.]+)"', wide)]
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.2)


def test_runs_with_a_number_are_a_figure_of_the_chapter():
    html = runs({"a": [1, 2]}, "Runs.", number="10.7")._repr_html_()
    assert 'id="figure-10-7"' in html and "<b>Figure 10.7.</b> Runs." in html


@pytest.mark.parametrize(
    ("rows", "more", "sentence"),
    [
        ({}, {}, "here are 0"),
        ({str(k): [1] for k in range(41)}, {}, "here are 41"),
        ({"a": []}, {}, "The row 'a' needs at least one number"),
        ({"a": [1, nan]}, {}, "cannot show nan"),
        ({"a": [1]}, {"number": "7"}, "like '10.3'"),
    ],
)
def test_what_are_no_runs_is_refused_in_a_sentence(rows, more, sentence):
    with pytest.raises(ValueError, match=sentence):
        runs(rows, **more)


def test_wrong_words_are_marked_and_missing_ones_too():
    shown = translations([("los perros", "the dogs run", "the dog run away")])
    html = shown._repr_html_()
    assert re.findall("<ins>(.*?)</ins>", html) == ["dog", "away"]
    assert re.findall("<u>(.*?)</u>", html) == ["dogs"]
    assert "✓" not in html
    assert repr(shown) == "los perros\n  the dogs run\n  the [dog] run [away]"


def test_a_right_translation_is_ticked():
    html = translations([("la niña", "the girl", "the girl")])._repr_html_()
    assert "✓" in html and "<ins>" not in html


def test_words_of_a_translation_are_text():
    html = translations([(MARKUP, MARKUP, "a")], caption=MARKUP)._repr_html_()
    assert "<script>" not in html


@pytest.mark.parametrize("rows", [[], [("a", "b")], [("a", "b", "c", "d")]])
def test_what_is_no_translation_is_refused_in_a_sentence(rows):
    with pytest.raises(ValueError, match="rows of three"):
        translations(rows)
