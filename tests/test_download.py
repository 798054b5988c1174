"""Downloads: a file made here, served here, broken off and damaged here."""

from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from helpers.download import checksum, fetch

CONTENT = bytes(range(256)) * 300
SHA256 = sha256(CONTENT).hexdigest()


class Server(BaseHTTPRequestHandler):
    """Gives the content from any byte on, and writes down what was asked.

    With `cut`, it promises all and breaks off after so many bytes.
    """

    def __init__(self, state, *rest):
        self.state = state
        super().__init__(*rest)

    def do_GET(self):
        """Send what the Range header asks for."""
        first = int(self.headers["Range"].removeprefix("bytes=").removesuffix("-"))
        self.state["asked"].append(first)
        rest = self.state["content"][first:]
        if not rest:
            return self.send_error(416)
        self.send_response(206 if first else 200)
        self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        return self.wfile.write(rest[: self.state["cut"]])

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def state():
    return {"content": CONTENT, "cut": None, "asked": []}


@pytest.fixture
def address(state):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, state))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/file.zip"
    server.shutdown()
    server.server_close()


def test_a_file_is_fetched_once(address, state, tmp_path):
    for _ in range(2):
        path = fetch(address, SHA256, tmp_path / "kept" / "file.zip")
    assert state["asked"] == [0]
    assert path.read_bytes() == CONTENT


def test_a_broken_download_goes_on_where_it_stopped(address, state, tmp_path):
    state["cut"] = 1000
    with pytest.raises(ConnectionError, match="the connection broke off"):
        fetch(address, SHA256, tmp_path / "file.zip")
    assert not (tmp_path / "file.zip").exists()
    state["cut"] = None
    path = fetch(address, SHA256, tmp_path / "file.zip")
    assert state["asked"] == [0, 1000]
    assert path.read_bytes() == CONTENT
    assert [file.name for file in tmp_path.iterdir()] == ["file.zip"]


def test_a_download_that_was_whole_but_not_yet_named_is_taken(address, tmp_path):
    (tmp_path / "w.part").write_bytes(CONTENT)
    assert fetch(address, SHA256, tmp_path / "w").read_bytes() == CONTENT


def test_a_file_on_this_machine_is_taken_too(tmp_path):
    (tmp_path / "whole").write_bytes(CONTENT)
    path = fetch((tmp_path / "whole").as_uri(), SHA256, tmp_path / "copy")
    assert checksum(path) == SHA256


def test_a_damaged_download_is_named_and_not_kept(address, tmp_path):
    with pytest.raises(ValueError, match=r"is damaged: its SHA-256 is not 0000$"):
        fetch(address, "0000", tmp_path / "w")
    assert not list(tmp_path.glob("w*"))


def test_a_file_that_was_spoilt_later_is_fetched_again(address, tmp_path):
    kept = tmp_path / "w"
    kept.write_bytes(b"spoilt")
    assert fetch(address, SHA256, kept).read_bytes() == CONTENT


def test_without_a_published_checksum_the_first_download_is_trusted_and_no_other(
    address, state, tmp_path
):
    kept = tmp_path / "w"
    assert fetch(address, None, kept).read_bytes() == CONTENT
    fetch(address, None, kept)
    assert state["asked"] == [0]
    kept.unlink()
    state["content"] = CONTENT[::-1]
    with pytest.raises(ValueError, match=f"its SHA-256 is not {SHA256}"):
        fetch(address, None, kept)
    assert not kept.exists()


def test_without_a_network_one_sentence_says_so(tmp_path):
    with pytest.raises(ConnectionError) as failure:
        fetch("http://127.0.0.1:9/file.zip", SHA256, tmp_path / "w")
    assert str(failure.value).startswith("http://127.0.0.1:9/file.zip could not be")
    assert not list(tmp_path.iterdir())
