"""The AlexNets of chapter 8: their names, their counts, and weights made here."""

import ast
import json

import build
import nbformat
import pytest
import torch
from torch import nn

from helpers.drawing import columns
from helpers.training.weights import read_tensors

CHAPTER = nbformat.read(build.ROOT / "notebooks/08_alexnet.ipynb", as_version=4)
SLIDING = [f"features.{k}" for k in (0, 3, 6, 8, 10)]
FULL = [f"classifier.{k}" for k in (1, 4, 6)]


def taught(name, replace=("", "")):
    """The definition of that name as the chapter teaches it."""
    for cell in CHAPTER.cells:
        if cell.cell_type == "code" and f" {name}(" in cell.source:
            for node in ast.parse(cell.source.replace("%", "#%")).body:
                if getattr(node, "name", None) == name:
                    known = {"nn": nn, "torch": torch, "read_tensors": read_tensors}
                    exec(ast.unparse(node).replace(*replace), known)
                    return known[name]
    raise LookupError(name)


def save(tensors, path):
    """Write 32-bit tensors as a safetensors file."""
    header, data = {}, b""
    for name, values in tensors.items():
        offsets = [len(data), len(data := data + values.numpy().tobytes())]
        shape = list(values.shape)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": offsets}
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def test_the_net_of_2014_has_the_names_that_published_weights_have():
    with torch.device("meta"):
        state = taught("AlexNet")().state_dict()
    parts = ("weight", "bias")
    assert list(state) == [f"{k}.{part}" for k in SLIDING + FULL for part in parts]
    assert sum(values.numel() for values in state.values()) == 61_100_840


def test_weights_made_here_are_loaded_by_name_and_used(tmp_path):
    small = taught("AlexNet", replace=("4096", "8"))  # ten megabytes, not 244
    theirs = small(num_classes=7)
    save(theirs.state_dict(), tmp_path / "made.safetensors")
    with torch.device("meta"):
        empty = small(num_classes=7)
    ours = taught("with_weights")(empty, tmp_path / "made.safetensors")
    picture = torch.rand(1, 3, 224, 224, generator=torch.Generator().manual_seed(2012))
    assert torch.equal(ours(picture), theirs.eval()(picture))


def test_weights_with_a_name_that_does_not_fit_are_refused(tmp_path):
    small = taught("AlexNet", replace=("4096", "8"))
    state = small(num_classes=7).state_dict()
    state["classifier.7.bias"] = state.pop("classifier.6.bias")
    save(state, tmp_path / "made.safetensors")
    with torch.device("meta"):
        empty = small(num_classes=7)
    with pytest.raises(RuntimeError, match=r"classifier\.6\.bias"):
        taught("with_weights")(empty, tmp_path / "made.safetensors")


@pytest.mark.parametrize("shape", [(64, 64), (64, 64, 4)])
def test_what_is_not_a_colour_photograph_is_refused_in_one_sentence(shape):
    with pytest.raises(ValueError, match=r"^a photograph is \(rows, columns, 3\), not"):
        taught("prepared")(torch.zeros(shape).numpy())


@pytest.mark.parametrize(
    ("draw", "given"),
    [
        (columns.top_five, ([1, 2, 3], 0)),
        (columns.top_five, (range(8), 8)),
        (columns.covering, (5, 6)),
        (columns.covering, (5, 2, (4, 0))),
    ],
)
def test_a_drawing_refuses_in_one_sentence_what_it_cannot_show(draw, given):
    with pytest.raises(ValueError, match=r"^(Six to sixteen|A square stands).*\.$"):
        draw("8.1", *given)


def test_the_five_highest_are_named_and_whether_the_label_is_among_them():
    right = columns.top_five("8.1", [5, 1, 4, 2, 3, 0], 1)
    wrong = columns.top_five("8.1", [5, 1, 4, 2, 3, 0], 5)
    assert "classes 0, 1, 2, 3, 4;" in right.alt
    assert "the label is among them" in right.caption
    assert "the label is not among them" in wrong.caption
