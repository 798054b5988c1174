"""Weights in safetensors files: published ones read, one's own kept, without pickle."""

import json
import os
from hashlib import sha256
from pathlib import Path

import torch

TYPES = {
    "F16": torch.float16,
    "F32": torch.float32,
    "F64": torch.float64,
    "I64": torch.int64,
}
NAMES = {kind: name for name, kind in TYPES.items()}


def read_tensors(path):
    """The tensors of a safetensors file: a header of JSON with names, then numbers."""
    return read_with_notes(path)[0]


def read_with_notes(path):
    """The tensors of a safetensors file, and the notes in it, a text to each name.

    A file that `write_tensors` wrote is held to the checksum of its numbers.
    """
    data = Path(path).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    try:
        header = json.loads(data[8:start])
        notes = header.pop("__metadata__", {})
        tensors = {name: _tensor(data, start, entry) for name, entry in header.items()}
    except (ValueError, KeyError, AttributeError, TypeError, RuntimeError) as error:
        raise ValueError(f"{path} is not a whole safetensors file") from error
    if notes.get("sha256", found := sha256(data[start:]).hexdigest()) != found:
        raise ValueError(f"{path} is damaged: its numbers are not those written")
    return tensors, notes


def write_tensors(path, tensors, **notes):
    """Write a safetensors file whole or not at all.

    The bytes go to a file beside it, which takes the name only when all are on disk.
    """
    header, blocks, first = {}, [], 0
    for name, values in tensors.items():
        blocks.append(values.detach().cpu().contiguous().numpy().tobytes())
        header[name] = {
            "dtype": NAMES[values.dtype],
            "shape": list(values.shape),
            "data_offsets": [first, first := first + len(blocks[-1])],
        }
    data = b"".join(blocks)
    header["__metadata__"] = {"sha256": sha256(data).hexdigest(), **notes}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    partial = Path(f"{path}.partial")
    with partial.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text + data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)


def _tensor(data, start, entry):
    """One tensor, from the bytes that its entry in the header names."""
    first, last = entry["data_offsets"]
    kind, shape = TYPES[entry["dtype"]], entry["shape"]
    raw = bytearray(data[start + first : start + last])
    return torch.frombuffer(raw, dtype=kind).reshape(shape)
