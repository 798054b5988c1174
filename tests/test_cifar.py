"""CIFAR-10: archives of its form with a few made-up pictures, served here."""

import io
import json
import tarfile
from functools import partial
from hashlib import sha256
from http.server import ThreadingHTTPServer
from threading import Thread

import numpy as np
import pytest
from PIL import Image
from test_download import Server

from helpers.corpora import cifar

PICTURES = np.random.default_rng(0).integers(0, 256, (6, 2, 3, 32, 32), np.uint8)
LABELS = np.arange(12, dtype=np.uint8).reshape(6, 2) % 10
NAMES = [*cifar.BATCHES, "test_batch"]


def packed(members):
    """The bytes of an archive with these files in a folder."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name, data in members.items():
            entry = tarfile.TarInfo(f"folder/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return file.getvalue()


def batches(count=6):
    """The publisher's archive: a label and three colours a picture."""
    rows = np.concatenate([LABELS[..., None], PICTURES.reshape(6, 2, -1)], axis=2)
    files = zip(NAMES[:count], rows, strict=False)
    return packed({f"{name}.bin": part.tobytes() for name, part in files})


def sheets():
    """The package: a picture in every row of a sheet."""
    members = {
        "train_lables.json": json.dumps(LABELS[:5].flatten().tolist()).encode(),
        "test_lables.json": json.dumps(LABELS[5].tolist()).encode(),
    }
    for name, part in zip(NAMES, PICTURES, strict=True):
        sheet = part.transpose(0, 2, 3, 1).reshape(2, 1024, 3)
        file = io.BytesIO()
        Image.fromarray(sheet).save(file, "png")
        members[f"{name}.png"] = file.getvalue()
    return packed(members)


@pytest.fixture
def state():
    return {"content": batches(), "cut": None, "asked": []}


@pytest.fixture
def where(state, tmp_path):
    """The address of the archive and where it is to be kept."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, state))
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/cifar.tar.gz"
    yield {"address": address, "kept": tmp_path / "cifar.tar.gz"}
    server.shutdown()
    server.server_close()


def digest(state):
    """The checksum of what is served."""
    return sha256(state["content"]).hexdigest()


@pytest.mark.parametrize("archive", [batches, sheets])
def test_either_archive_gives_the_same_pictures(where, state, archive):
    state["content"] = archive()
    learn, test = cifar.splits(**where, sha256=digest(state))
    assert np.array_equal(learn.pictures, PICTURES[:5].reshape(-1, 3, 32, 32))
    assert learn.labels.tolist() == LABELS[:5].flatten().tolist()
    assert np.array_equal(test.pictures, PICTURES[5])
    assert test.labels.tolist() == LABELS[5].tolist()


def test_a_file_at_hand_is_held_to_its_checksum(tmp_path):
    path = tmp_path / "cifar.tar.gz"
    with pytest.raises(FileNotFoundError, match=r"^There are no pictures at .+: no"):
        cifar.splits(path)
    path.write_bytes(batches())
    with pytest.raises(ValueError, match="is damaged: its SHA-256 is not"):
        cifar.splits(path)
    right = sha256(path.read_bytes()).hexdigest()
    assert len(cifar.splits(path, sha256=right)[0].labels) == 10


@pytest.mark.parametrize("content", [b"no archive", batches(3), batches()[:9000]])
def test_a_file_of_another_kind_is_refused_in_one_sentence(where, state, content):
    state["content"] = content
    with pytest.raises(ValueError, match=r"^[^\n]+ is not the archive of CIFAR-10"):
        cifar.splits(**where, sha256=digest(state))


def test_a_changed_download_is_refused_and_a_broken_one_goes_on(where, state):
    with pytest.raises(ValueError, match="its SHA-256 is"):
        cifar.splits(**where, sha256="0" * 64)
    state["asked"].clear()
    state["cut"] = 5000
    with pytest.raises(ConnectionError, match="what came so far is kept"):
        cifar.splits(**where, sha256=digest(state))
    state["cut"] = None
    cifar.splits(**where, sha256=digest(state))
    assert state["asked"][-1] > 0
