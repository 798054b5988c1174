"""Published weights: a file made here, served here, damaged here."""

import json
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
import torch

from helpers.weights import checksum, fetch, read_tensors


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


class Server(BaseHTTPRequestHandler):
    """Gives the content from any byte on, and writes down what was asked."""

    def __init__(self, content, asked, *rest):
        self.content, self.asked = content, asked
        super().__init__(*rest)

    def do_GET(self):
        """Send what the Range header asks for."""
        first = int(self.headers["Range"].removeprefix("bytes=").removesuffix("-"))
        self.asked.append(first)
        self.send_response(206 if first else 200)
        self.end_headers()
        self.wfile.write(self.content[first:])

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def weights():
    generator = torch.Generator().manual_seed(2012)
    values = torch.randn(3, 2, 5, generator=generator)
    return {"features.0.weight": values, "steps": torch.tensor(7)}


@pytest.fixture
def served(weights):
    """The address of a file of weights, its bytes, and the list of requests."""
    content, asked = safetensors(weights), []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, content, asked))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/w.safetensors", content, asked
    server.shutdown()
    server.server_close()


@pytest.fixture
def sha256(tmp_path, served):
    whole = tmp_path / "whole"
    whole.write_bytes(served[1])
    return checksum(whole)


def test_a_file_is_fetched_once_and_read_by_name(served, sha256, weights, tmp_path):
    address, _, asked = served
    for _ in range(2):
        path = fetch(address, sha256, tmp_path / "kept" / "w.safetensors")
    assert asked == [0]
    found = read_tensors(path)
    assert found.keys() == weights.keys()
    assert all(torch.equal(found[name], weights[name]) for name in weights)


def test_a_broken_download_goes_on_where_it_stopped(served, sha256, tmp_path):
    address, content, asked = served
    (tmp_path / "w.part").write_bytes(content[:40])
    path = fetch(address, sha256, tmp_path / "w")
    assert asked == [40]
    assert path.read_bytes() == content
    assert not (tmp_path / "w.part").exists()


def test_a_file_on_this_machine_is_taken_too(sha256, tmp_path):
    path = fetch((tmp_path / "whole").as_uri(), sha256, tmp_path / "copy")
    assert checksum(path) == sha256


def test_a_damaged_download_is_named_and_not_kept(served, tmp_path):
    with pytest.raises(ValueError, match=r"is damaged: its SHA-256 is not 0000$"):
        fetch(served[0], "0000", tmp_path / "w")
    assert not list(tmp_path.glob("w*"))


def test_a_file_that_was_spoilt_later_is_fetched_again(served, sha256, tmp_path):
    kept = tmp_path / "w"
    kept.write_bytes(b"spoilt")
    assert fetch(served[0], sha256, kept).read_bytes() == served[1]


@pytest.mark.parametrize("cut", [0, 5, 30, -4])
def test_a_file_that_is_cut_off_is_refused_in_one_sentence(served, tmp_path, cut):
    path = tmp_path / "cut"
    path.write_bytes(served[1][:cut])
    with pytest.raises(ValueError, match=r"cut is not a whole safetensors file$"):
        read_tensors(path)
