"""Published weights: fetched when asked for, checked, kept, and read without pickle."""

import json
from hashlib import file_digest
from pathlib import Path
from urllib.request import Request, urlopen

import torch

TYPES = {"F16": torch.float16, "F32": torch.float32, "I64": torch.int64}


def checksum(path):
    """The file's SHA-256, as hexadecimal digits."""
    with Path(path).open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def fetch(address, sha256, path):
    """The file at the address, kept at path; a broken download goes on where it was."""
    path = Path(path)
    if path.exists() and checksum(path) == sha256:
        return path
    part = path.with_name(path.name + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    done = part.stat().st_size if part.exists() else 0
    with urlopen(Request(address, headers={"Range": f"bytes={done}-"})) as source:
        resumed = getattr(source, "status", 200) == 206
        with part.open("ab" if resumed else "wb") as file:
            while block := source.read(1 << 20):
                file.write(block)
    if checksum(part) != sha256:
        part.unlink()
        raise ValueError(f"{address} is damaged: its SHA-256 is not {sha256}")
    return part.replace(path)


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
