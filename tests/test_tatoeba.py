"""The pairs of Tatoeba: a small file of their form, made and served here."""

import io
import re
from functools import partial
from hashlib import sha256
from http.server import ThreadingHTTPServer
from threading import Thread
from zipfile import ZipFile

import pytest
from test_download import Server

from helpers.corpora import tatoeba

LINES = """\
Go.\tVe.\tCC-BY 2.0 (France) Attribution: tatoeba.org #2877272 (CM)
Go.\tVete.
Tom runs.\tTom corre.
The dog’s here.\tEl perro esta\u0301 aquí.
I saw Tom and the dog.\tVi a Tom y al perro.
Where is the dog?\t¿Dónde está el perro?
Go.\tVe.
"""


def zipped(text, member=tatoeba.MEMBER):
    """The bytes of a zip file with this text."""
    file = io.BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("spa-eng/_about.txt", "about")
        archive.writestr(member, text)
    return file.getvalue()


@pytest.fixture
def state():
    return {"content": zipped(LINES), "cut": None, "asked": []}


@pytest.fixture
def where(state, tmp_path):
    """A function for the address of the file, its SHA-256, and where it is kept."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, state))
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/spa-eng.zip"
    yield lambda: {
        "address": address,
        "sha256": sha256(state["content"]).hexdigest(),
        "path": tmp_path / "kept" / "spa-eng.zip",
    }
    server.shutdown()
    server.server_close()


def test_pairs_are_spanish_and_english_words_each_pair_once(where):
    pairs = tatoeba.pairs(**where())
    assert len(pairs) == 6
    assert pairs[0] == (("ve", "."), ("go", "."))
    assert pairs[-1].spanish == ("¿", "dónde", "está", "el", "perro", "?")


def test_accents_are_composed_and_apostrophes_are_straight(where):
    dog = tatoeba.pairs(**where())[3]
    assert dog.spanish == ("el", "perro", "está", "aquí", ".")
    assert dog.english == ("the", "dog", "'s", "here", ".")


def test_only_a_name_keeps_its_capital_at_the_beginning(where):
    tom = tatoeba.pairs(**where())[2]
    assert tom == (("Tom", "corre", "."), ("Tom", "runs", "."))


def test_the_file_is_fetched_once_and_another_one_is_refused(where, state):
    meant = where()
    tatoeba.pairs(**meant)
    tatoeba.pairs(**meant)
    assert state["asked"] == [0]
    meant["path"].unlink()
    state["content"] = zipped(LINES + "Stop.\tPara.\n")
    with pytest.raises(ValueError, match="is another file than the one expected"):
        tatoeba.pairs(**meant)
    assert not meant["path"].exists()


def test_a_log_in_page_in_place_of_the_file_locks_nothing(where, state):
    right, meant = state["content"], where()
    state["content"] = b"<html>Welcome to the hotel</html>"
    with pytest.raises(ValueError, match="is another file than the one expected"):
        tatoeba.pairs(**meant)
    state["content"] = right
    assert len(tatoeba.pairs(**meant)) == 6


def test_the_file_is_held_to_the_checksum_of_the_one_that_is_published(where):
    known = where() | {"sha256": tatoeba.SHA256}
    with pytest.raises(
        ValueError, match=f"not {tatoeba.SHA256}; nothing of it is kept"
    ):
        tatoeba.pairs(**known)
    assert re.fullmatch("[0-9a-f]{64}", tatoeba.SHA256)


@pytest.mark.parametrize("content", [b"no zip file", zipped(LINES, "other.txt")])
def test_a_file_of_another_kind_is_refused_in_one_sentence(where, state, content):
    state["content"] = content
    with pytest.raises(ValueError, match=r"is not the file of pairs: expected a zip"):
        tatoeba.pairs(**where())


def test_a_line_that_is_no_pair_is_named(where, state):
    state["content"] = zipped("Go.\tVe.\nonly English\n")
    with pytest.raises(ValueError, match=r"^Line 2 of spa-eng/spa.txt is not a pair"):
        tatoeba.pairs(**where())


def test_no_sentence_is_in_two_parts_in_either_language(where, state):
    words = "uno dos tres cuatro cinco seis".split()
    lines = [f"{a} {b}\t{b} {a}" for a in words for b in words]
    lines += [f"{a} {b}\totra vez {a}" for a in words for b in words]
    state["content"] = zipped("\n".join(lines))
    parts = tatoeba.splits(valid=4, test=6, **where())
    assert [len(part) for part in parts[1:]] == [4, 6]
    assert len(parts.train) > 10
    for side in ("spanish", "english"):
        seen = [{getattr(pair, side) for pair in part} for part in parts]
        assert not (seen[0] & seen[1] or seen[0] & seen[2] or seen[1] & seen[2])


def test_a_sentence_of_more_than_thirty_words_is_left_out(where, state):
    state["content"] = zipped(LINES + "many\t" + "muchas " * 31)
    assert len(tatoeba.pairs(**where())) == 6
