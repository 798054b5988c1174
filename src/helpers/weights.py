"""Published weights, read without pickle."""

import json
from pathlib import Path

import torch

TYPES = {"F16": torch.float16, "F32": torch.float32, "I64": torch.int64}


def read_tensors(path):
    """The tensors of a safetensors file: a header of JSON with names, then numbers."""
    data = Path(path).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    try:
        header = json.loads(data[8:start])
        header.pop("__metadata__", None)
        return {name: _tensor(data, start, entry) for name, entry in header.items()}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise ValueError(f"{path} is not a whole safetensors file") from error


def _tensor(data, start, entry):
    """One tensor, from the bytes that its entry in the header names."""
    first, last = entry["data_offsets"]
    kind, shape = TYPES[entry["dtype"]], entry["shape"]
    raw = bytearray(data[start + first : start + last])
    return torch.frombuffer(raw, dtype=kind).reshape(shape)
