"""Downloads: a file made here, served here, broken off and damaged here."""

import gc
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep

import pytest

from helpers.corpora.download import checksum, fetch

CONTENT = bytes(range(256)) * 300
SHA256 = sha256(CONTENT).hexdigest()
OTHER = sha256(b"another file").hexdigest()


class Server(BaseHTTPRequestHandler):
    """Gives the content from any byte on, and writes down what was asked.

    With `cut`, it promises all and breaks off after so many bytes. With `raw`, it
    sends these bytes in place of an answer, to the first so many who ask.
    """

    def __init__(self, state, *rest):
        self.state = state
        super().__init__(*rest)

    def do_GET(self):
        """Send what the Range header asks for."""
        asked = self.headers["Range"] or "bytes=0-"
        first = int(asked.removeprefix("bytes=").removesuffix("-"))
        self.state["asked"].append(first)
        if self.state.get("raw"):
            return self.wfile.write(self.state["raw"].pop(0))
        content = self.state["content"]
        if first and first >= len(content):
            return self.send_error(416)
        self.send_response(206 if first else 200)
        if first:
            last = len(content) - 1
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        self.send_header("Content-Length", str(len(content[first:])))
        self.end_headers()
        return self.wfile.write(content[first:][: self.state["cut"]])

    def log_message(self, *_):
        """Say nothing."""


def answer(status, body, *headers):
    """An answer as it stands on the wire."""
    return "\r\n".join([f"HTTP/1.0 {status}", *headers, "", ""]).encode() + body


@pytest.fixture
def state():
    return {"content": CONTENT, "cut": None, "asked": []}


@pytest.fixture
def address(state):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, state))
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
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
    with pytest.raises(ValueError, match=f"SHA-256 is {SHA256}, not {OTHER}; nothing"):
        fetch(address, OTHER, tmp_path / "w")
    assert not list(tmp_path.iterdir())


def test_a_file_that_was_spoilt_later_is_fetched_again(address, tmp_path):
    kept = tmp_path / "w"
    kept.write_bytes(b"spoilt")
    assert fetch(address, SHA256, kept).read_bytes() == CONTENT


@pytest.mark.parametrize("known", [None, "", "0000", OTHER.upper()])
def test_nothing_is_fetched_on_trust(address, state, tmp_path, known):
    with pytest.raises(ValueError, match="by its SHA-256, 64 hexadecimal digits, not"):
        fetch(address, known, tmp_path / "w")
    assert not state["asked"] and not list(tmp_path.iterdir())


def test_a_log_in_page_locks_nothing(address, state, tmp_path):
    page = b"<html>Welcome to the hotel</html>"
    state["raw"] = [answer("200 OK", page), answer("200 OK", page[:9])]
    for _ in state["raw"][:]:
        with pytest.raises(ValueError, match="is another file than the one expected"):
            fetch(address, SHA256, tmp_path / "w")
        assert not list(tmp_path.iterdir())
    assert fetch(address, SHA256, tmp_path / "w").read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("begun", "raw"),
    [
        pytest.param(b"of another file" * 9, [], id="begun with other bytes"),
        pytest.param(CONTENT + b"more", [], id="begun too long"),
        pytest.param(CONTENT[:9], [answer("416 No", b"")], id="no more, it is said"),
        pytest.param(
            CONTENT[:1000], [answer("206 Partial", CONTENT)], id="all, as the rest"
        ),
        pytest.param(
            CONTENT[:1000],
            [answer("206 Partial", CONTENT, "Content-Range: bytes 0-76799/76800")],
            id="all, from the first byte",
        ),
        pytest.param(
            CONTENT[:1000],
            [answer("206 Partial", CONTENT[:-1000], "Content-Range: bytes 1000-2/*")],
            id="another part, as the rest",
        ),
        pytest.param(
            CONTENT[:1000],
            [answer("200 OK", CONTENT)],
            id="all, where rests are unknown",
        ),
    ],
)
def test_what_does_not_fit_what_is_there_is_never_kept(
    address, state, tmp_path, begun, raw
):
    (tmp_path / "w.part").write_bytes(begun)
    state["raw"] = list(raw)
    assert fetch(address, SHA256, tmp_path / "w").read_bytes() == CONTENT
    assert [file.name for file in tmp_path.iterdir()] == ["w"]


CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("raw", "said", "kept"),
    [
        (b"HTTP/1.1 200 OK\r\n" + CHUNKED.encode() + b"\r\n\r\nff\r\nabc", "broke", 0),
        (b"what is this\r\n\r\n", "no web server", 0),
        (b"", "could not be fetched", 0),
        (answer("404 Not Found", b"no"), r"\(Not Found\)\.$", 0),
        (answer("503 Busy", b"", "Content-Length: abc"), r"\(Busy\)\.$", 0),
        (answer("200 OK", b"abc", "Content-Length: 9"), "what came so far is kept", 3),
    ],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of http.client itself
def test_a_broken_server_is_a_sentence(address, state, tmp_path, raw, said, kept):
    state["raw"] = [raw]
    with pytest.raises(ConnectionError, match=said) as failure:
        fetch(address, SHA256, tmp_path / "w")
    assert str(failure.value).startswith(f"{address} could not be fetched (")
    assert ("is kept" in str(failure.value)) == bool(kept)
    part = tmp_path / "w.part"
    assert (part.stat().st_size if part.exists() else 0) == kept
    assert fetch(address, SHA256, tmp_path / "w").read_bytes() == CONTENT
    del failure
    gc.collect()


def test_a_length_that_is_no_number_hinders_nothing(address, state, tmp_path):
    state["raw"] = [answer("200 OK", CONTENT, "Content-Length: abc")]
    assert fetch(address, SHA256, tmp_path / "w").read_bytes() == CONTENT


@pytest.mark.parametrize(
    "address", ["nonsense", "http://[", "nothing://x", "file:///n"]
)
def test_what_is_no_address_is_a_sentence(tmp_path, address):
    with pytest.raises(ConnectionError, match="could not be fetched"):
        fetch(address, SHA256, tmp_path / "w")


def test_a_place_that_cannot_be_written_is_named(address, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file/w", tmp_path):
        with pytest.raises(OSError, match="cannot be read or written") as failure:
            fetch(address, SHA256, place)
        assert str(place) in str(failure.value)


def test_of_four_at_once_one_fetches_and_all_have_the_file(
    address, state, tmp_path, capsys, monkeypatch
):
    slow = Server.do_GET
    monkeypatch.setattr(Server, "do_GET", lambda self: [sleep(0.5), slow(self)])
    with ThreadPoolExecutor(4) as pool:
        paths = list(pool.map(fetch, [address] * 4, [SHA256] * 4, [tmp_path / "w"] * 4))
    assert all(path.read_bytes() == CONTENT for path in paths)
    assert state["asked"] == [0]
    assert [file.name for file in tmp_path.iterdir()] == ["w"]
    said = capsys.readouterr().out
    assert said.count("w is being fetched by another process: waiting for it.") == 3


def test_a_lock_that_a_dead_process_left_locks_nobody(address, tmp_path):
    (tmp_path / ".w.lock").touch()
    assert fetch(address, SHA256, tmp_path / "w").read_bytes() == CONTENT


def test_without_a_network_one_sentence_says_so(tmp_path):
    with pytest.raises(ConnectionError) as failure:
        fetch("http://127.0.0.1:9/file.zip", SHA256, tmp_path / "w")
    assert str(failure.value).startswith("http://127.0.0.1:9/file.zip could not be")
    assert not list(tmp_path.iterdir())
