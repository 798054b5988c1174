"""Pictures under a kernel: taught.vision and its figure, against SciPy and PyTorch."""

import json
from base64 import b64decode
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from matplotlib import cbook
from scipy import ndimage
from traitlets import TraitError

from helpers.taught.vision import correlate
from helpers.widgets.kernel_painter import DISC, SIDE, KernelPainter

CASES = json.loads(
    (Path(__file__).parent / "cases/kernel_painter.json").read_text("utf-8")
)


@pytest.mark.parametrize("shape", [(3, 3), (1, 4), (5, 2)])
@pytest.mark.parametrize("padding", [0, 1, 3])
@pytest.mark.parametrize("stride", [1, 2, 3])
def test_correlate_is_what_torch_calls_a_convolution(shape, padding, stride):
    rng = np.random.default_rng(1968)
    picture, kernel = rng.normal(size=(9, 12)), rng.normal(size=shape)
    layers = (torch.from_numpy(x)[None, None] for x in (picture, kernel))
    theirs = torch.conv2d(*layers, padding=padding, stride=stride)[0, 0]
    assert correlate(picture, kernel, padding, stride) == pytest.approx(theirs.numpy())


def test_correlate_reads_whole_numbers_without_wrapping():
    picture = np.array([[0] * 3, [0] * 3, [255] * 3], dtype=np.uint8)
    kernel = np.array([[1, 2, 1], [0, 0, 0], [-1, -2, -1]])
    assert correlate(picture, kernel) == [[-1020]]


@pytest.mark.parametrize(
    ("shapes", "sentence"),
    [
        (((4, 4, 3), (3, 3)), "a picture and a kernel have two axes each, not 3 and 2"),
        (((4, 4), (3,)), "a picture and a kernel have two axes each, not 2 and 1"),
        (((4, 2), (3, 3)), r"a kernel \(3, 3\) does not fit on \(4, 2\)"),
    ],
)
def test_correlate_refuses_what_does_not_fit_in_one_sentence(shapes, sentence):
    picture, kernel = map(np.zeros, shapes)
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        correlate(picture, kernel)


@pytest.mark.parametrize("case", CASES["responses"])
def test_the_cases_of_the_figure_are_scipys_and_ours(case):
    picture, kernel = np.array(case["picture"]), np.array(case["kernel"])
    filters = {"correlation": ndimage.correlate, "convolution": ndimage.convolve}
    framed = np.pad(picture, case["padding"] + 1)
    whole = filters[case["mode"]](framed, kernel, mode="constant")[2:-2, 2:-2]
    assert whole[:: case["stride"], :: case["stride"]].tolist() == case["response"]
    laid_on = kernel if case["mode"] == "correlation" else kernel[::-1, ::-1]
    ours = correlate(picture, laid_on, case["padding"], case["stride"])
    assert ours.tolist() == case["response"]


def test_the_disc_and_the_arrows_of_the_cases_are_those_of_python():
    assert CASES["disc"] == DISC == KernelPainter().picture
    assert (
        np.rot90(CASES["kernels"]["Sobel, horizontal"], -1).tolist()
        == (CASES["sobel_x"])
    )
    for case in CASES["arrows"]:
        right, up = case["right"], case["up"]
        assert case["magnitude"] == pytest.approx(np.hypot(right, up))
        if case["angle"] is not None:
            assert case["angle"] == pytest.approx(np.degrees(np.arctan2(up, right)))


def test_the_photograph_of_the_figure_is_matplotlibs_in_grey():
    photo = KernelPainter().photo
    grey = np.frombuffer(b64decode(photo["grey"]), np.uint8).reshape(SIDE, SIDE)
    with cbook.get_sample_data("grace_hopper.jpg") as file:
        whole = plt.imread(file)[:512].mean(axis=2)
    assert grey.std() > 50
    assert abs(grey.mean() - whole.mean()) < 1
    assert "public domain" in photo["credit"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"kernel": [[1, 2], [3, 4]]}, "kernel must have 3 entries, not 2."),
        (
            {"kernel": [[1, 2, 1], [0, 0, 0], [-1, 99, -1]]},
            "kernel[2][1] must be a whole number from -10 to 10, not 99.",
        ),
        ({"picture": DISC[:8]}, "picture must have 9 entries, not 8."),
        ({"at": [0, 5]}, "at[0] must be a whole number from 1 to 206, not 0."),
        ({"stride": 0}, "stride must be a whole number from 1 to 3, not 0."),
    ],
)
def test_the_figure_refuses_bad_settings_in_one_sentence(settings, sentence):
    with pytest.raises(TraitError) as error:
        KernelPainter(**settings)
    assert str(error.value) == sentence
