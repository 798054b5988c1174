"""The drawings of chapter 6: their numbers are computed, and bad ones are refused."""

import re

import numpy as np
import pytest

from helpers.drawing import WIDE, filters
from helpers.taught.vision import correlate

SOBEL = [[1, 2, 1], [0, 0, 0], [-1, -2, -1]]
CASES = [
    (
        lambda: filters.slide("6.3", [[1, 2], [3, 4]], SOBEL),
        "A kernel of 3 × 3 does not fit on a picture of 2 × 2: draw it on a larger "
        "one.",
    ),
    (
        lambda: filters.detectors("6.5", dict.fromkeys("abcde", SOBEL), "Five."),
        "Four kernels stand side by side, and here are 5: show fewer.",
    ),
    (
        lambda: filters.gradient_arrow("6.9", [[7] * 3] * 3, (SOBEL, SOBEL)),
        "A window without any slope has no arrow: choose another one.",
    ),
    (
        lambda: filters.windows("6.8", [[1, 2], [3, 4]], 3),
        "A window of 3 × 3 is larger than this picture.",
    ),
    (
        lambda: filters.pixels("6.2", [[1, 2], [3]], "Ragged."),
        "The rows of a matrix have one length, and these have 1 and 2 numbers: "
        "draw them one by one, or fill the short ones up.",
    ),
]


@pytest.mark.parametrize(("draw", "sentence"), CASES)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(draw, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        draw()


def test_the_answers_that_slide_in_are_those_of_the_taught_function():
    picture = np.random.default_rng(6).integers(0, 10, (6, 5))
    drawing = filters.slide("6.3", picture, SOBEL)
    said = re.search(r"at all places: (.*)\.$", drawing.alt)[1]
    drawn = [[float(v) for v in row.split()] for row in said.split("; ")]
    assert drawn == correlate(picture, np.array(SOBEL)).tolist()


def test_the_tied_matrix_has_its_weights_where_the_kernel_looks():
    page = filters.tied("6.16", SOBEL).canvas(WIDE)
    cells = [part for part in page.parts if re.match('<rect class="[pn]"', part)]
    dots = [np.eye(36)[k].reshape(6, 6) for k in range(36)]
    matrix = np.stack([correlate(dot, np.array(SOBEL)).ravel() for dot in dots], axis=1)
    assert len(cells) == np.count_nonzero(matrix) == 16 * 6
    lit = [part for part in page.parts if 'class="edge lit"' in part]
    assert len(lit) == 16


def test_the_valley_that_is_uneven_is_the_slower_one():
    even = filters._descent((1, 1), 0.5, (1, 1), 8)
    uneven = filters._descent((1, 12), 1.75 / 12, (1, 1), 8)
    assert np.hypot(*even[-1]) < 0.01 < 0.2 < np.hypot(*uneven[-1])
