"""The small AlexNet that sees: its figure and its script, against PyTorch."""

import json
from base64 import b64decode
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import torch
from stripes import striped
from traitlets import TraitError

from helpers import studies
from helpers.widgets.two_columns import TwoColumns, pictures

CASES = json.loads(
    (Path(__file__).parent / "cases/two_columns.json").read_text("utf-8")
)
STUDY = import_module("08_columns")


def seen(picture):
    """A stored picture as the net of the study wants it."""
    rgb = np.frombuffer(b64decode(picture["rgb"]), np.uint8).reshape(32, 32, 3)
    return (torch.tensor(rgb.transpose(2, 0, 1).copy()) - STUDY.MEAN) / 64


def stored_net():
    """The net of the figure, as PyTorch has it."""
    net = STUDY.net().eval()
    STUDY.put_back(net, STUDY.unpacked(studies.part("08_alexnet", "columns")))
    return net


@torch.no_grad()
def walked(net, picture):
    """What conv1 to conv5 answer most strongly, by layer, and the probabilities."""
    flow, strongest = seen(picture)[None], []
    for part in net:
        flow = part(flow)
        if isinstance(part, torch.nn.ReLU) and flow.ndim == 4:
            strongest.append(float(flow.max()))
    return strongest, flow[0].softmax(0).tolist()


@pytest.mark.parametrize("case", CASES["walks"], ids=lambda case: case["name"])
def test_the_cases_of_the_figure_are_what_pytorch_computes(case):
    picture = next(p for p in pictures() if p["name"] == case["name"])
    strongest, probabilities = walked(stored_net(), picture)
    assert case["strongest"] == pytest.approx(strongest, rel=1e-3)
    assert case["probabilities"] == pytest.approx(probabilities, abs=1e-3)


@torch.no_grad()
def reach(layer, row, column):
    """The rows of pixels on which a unit depends, by changing each of them."""
    net, places = stored_net(), []
    for part in net:
        if isinstance(part, torch.nn.Conv2d):
            part.weight.fill_(1)
            part.bias.fill_(0)
    ends = [i for i, part in enumerate(net) if isinstance(part, torch.nn.Conv2d)]
    cut = net[: ends[layer - 1] + 1]
    for pixel in range(32):
        picture = torch.zeros(1, 3, 32, 32)
        picture[0, :, pixel] = 1
        if cut(picture)[0, 0, row, column] > 0:
            places.append(pixel)
    return places


@pytest.mark.parametrize("case", CASES["windows"])
def test_a_unit_depends_on_the_pixels_that_its_window_has(case):
    layer = int(case["layer"].removeprefix("conv"))
    rows = reach(layer, case["row"], case["row"])
    inside = range(max(0, case["top"]), min(32, case["top"] + case["size"]))
    assert rows == list(inside)


def test_the_pictures_are_square_and_say_whose_they_are():
    for picture in pictures():
        assert len(b64decode(picture["rgb"])) == 32 * 32 * 3
        assert picture["credit"] and picture["name"]


def test_the_figure_opens_on_the_first_convolution_of_a_stored_net():
    figure = TwoColumns()
    assert (figure.layer, figure.picture) == (1, 0)
    assert figure.classes[3] == "cat"
    assert len(b64decode(figure.net["whole"])) < 200_000


@pytest.mark.parametrize("settings", [{"layer": 9}, {"map": -1}, {"picture": "cat"}])
def test_what_the_figure_cannot_show_is_refused(settings):
    with pytest.raises(TraitError):
        TwoColumns(**settings)


def test_a_part_that_is_not_stored_is_named_in_one_sentence():
    with pytest.raises(FileNotFoundError, match=r"The part third of study 08_alexnet"):
        studies.part("08_alexnet", "third")


# ---- the script ----------------------------------------------------------------------


@pytest.fixture
def parts(monkeypatch, tmp_path):
    """Made-up pictures, and folders of the test's own."""
    both = striped(160, 1), striped(60, 2)
    monkeypatch.setattr(STUDY.cifar, "splits", lambda **_: both)
    monkeypatch.setattr(STUDY, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(STUDY, "BATCH", 16)
    monkeypatch.setattr(STUDY, "LAPS", {"columns": 2, "bare": 2})
    return STUDY.pictures()


@pytest.mark.slow
@pytest.mark.parametrize("bare", [False, True])
def test_a_training_that_was_stopped_gives_the_same_net(parts, monkeypatch, bare):
    whole, curve = STUDY.trained("columns", bare, *parts)
    for path in STUDY.KEPT.iterdir():
        path.unlink()
    keep, kept = STUDY.keep, []

    def once(*given):
        keep(*given)
        kept.append(given)
        raise KeyboardInterrupt

    monkeypatch.setattr(STUDY, "keep", once)
    with pytest.raises(KeyboardInterrupt):
        STUDY.trained("columns", bare, *parts)
    monkeypatch.setattr(STUDY, "keep", keep)
    again, other = STUDY.trained("columns", bare, *parts)
    assert len(other) == len(curve) == 2
    if bare:  # with dropout the tosses after a stop are others
        assert np.allclose(other, curve, atol=1e-4)
        for one, two in zip(whole.parameters(), again.parameters(), strict=True):
            assert torch.equal(one, two)


def test_windows_are_cut_from_the_picture_with_its_frame():
    some = torch.arange(2.0 * 3 * 32 * 32).view(2, 3, 32, 32)
    cut = STUDY.windows(some, torch.Generator().manual_seed(1))
    assert cut.shape == some.shape
    framed = torch.nn.functional.pad(some, (4, 4, 4, 4))
    found = [
        torch.equal(cut[k], side)
        for k in range(2)
        for i in range(9)
        for j in range(9)
        for side in (
            framed[k, :, i : i + 32, j : j + 32],
            framed[k, :, i : i + 32, j : j + 32].flip(2),
        )
    ]
    assert sum(found) == 2


def test_the_table_of_mistakes_counts_every_test_picture(parts):
    table = STUDY.confusion(STUDY.net(), parts[1])
    assert sum(map(sum, table)) == 60
