"""Published weights: a file made here, read by name, damaged here."""

import json

import pytest
import torch

from helpers.training.weights import read_tensors, read_with_notes, write_tensors


def safetensors(tensors):
    """The bytes of a safetensors file, as its specification lays them out."""
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, values in tensors.items():
        raw = values.numpy().tobytes()
        kind = {torch.float32: "F32", torch.int64: "I64"}[values.dtype]
        offsets = [len(data), len(data) + len(raw)]
        header[name] = {
            "dtype": kind,
            "shape": [*values.shape],
            "data_offsets": offsets,
        }
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data


@pytest.fixture
def weights():
    generator = torch.Generator().manual_seed(2012)
    values = torch.randn(3, 2, 5, generator=generator)
    return {"features.0.weight": values, "steps": torch.tensor(7)}


def test_tensors_are_read_by_name(weights, tmp_path):
    path = tmp_path / "w.safetensors"
    path.write_bytes(safetensors(weights))
    found = read_tensors(path)
    assert found.keys() == weights.keys()
    assert all(torch.equal(found[name], weights[name]) for name in weights)


@pytest.mark.parametrize("cut", [0, 5, 30, -12, -4])
def test_a_file_that_is_cut_off_is_refused_in_one_sentence(weights, tmp_path, cut):
    path = tmp_path / "cut"
    path.write_bytes(safetensors(weights)[:cut])
    with pytest.raises(ValueError, match=r"cut is not a whole safetensors file$"):
        read_tensors(path)


def test_what_is_written_is_read_with_its_notes(weights, tmp_path):
    write_tensors(tmp_path / "w", weights, made="here")
    found, notes = read_with_notes(tmp_path / "w")
    assert notes["made"] == "here"
    assert all(torch.equal(found[name], weights[name]) for name in weights)
    assert [path.name for path in tmp_path.iterdir()] == ["w"]


def test_one_turned_bit_is_noticed(weights, tmp_path):
    write_tensors(tmp_path / "w", weights)
    data = bytearray((tmp_path / "w").read_bytes())
    data[-5] ^= 1
    (tmp_path / "w").write_bytes(data)
    with pytest.raises(ValueError, match="w is damaged"):
        read_tensors(tmp_path / "w")


def test_a_failed_write_leaves_the_old_file(weights, tmp_path, monkeypatch):
    write_tensors(tmp_path / "w", weights)
    before = (tmp_path / "w").read_bytes()

    def full(_):
        raise OSError("no space left")

    monkeypatch.setattr("helpers.training.weights.os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_tensors(tmp_path / "w", {"other": torch.zeros(3)})
    assert (tmp_path / "w").read_bytes() == before
