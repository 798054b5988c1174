"""The drawings that several chapters share."""

import matplotlib
import pytest
from matplotlib.colors import to_hex

from helpers.page.figures import NEGATIVE, POSITIVE, heat, hinton

matplotlib.use("agg")


def test_a_hinton_diagram_shows_size_by_area_and_sign_by_colour():
    ax = hinton([[4.0, -1.0], [2.0, -4.0]])
    squares = ax.patches
    areas = [square.get_width() * square.get_height() for square in squares]
    assert [area / areas[0] for area in areas] == pytest.approx([1, 0.25, 0.5, 1])
    colours = [to_hex(square.get_facecolor()) for square in squares]
    assert colours == [POSITIVE, NEGATIVE, POSITIVE, NEGATIVE]
    places = [at for square in squares for at in square.get_center()]
    assert places == pytest.approx([0, 0, 1, 0, 0, 1, 1, 1])


def test_a_heat_map_names_its_rows_and_columns():
    ax = heat([[0.0, 1.0, 0.5], [1.0, 0.0, 0.0]], ["a", "b"], ["x", "y", "z"])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["x", "y", "z"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
    assert ax.images[0].get_array().shape == (2, 3)
    assert ax.images[0].get_clim() == (0, 1)
