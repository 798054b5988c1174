"""Files of others: fetched when asked for, resumed, checked, and kept."""

import os
import re
import time
from contextlib import contextmanager, suppress
from hashlib import file_digest
from http.client import HTTPException, IncompleteRead
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from helpers.training.progress import tqdm

BLOCK = 1 << 16
PARTIAL, NOTHING_LEFT = 206, 416  # what a server says to a request for the rest


def checksum(path):
    """The file's SHA-256, as hexadecimal digits."""
    with Path(path).open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def fetch(address, sha256, path):
    """The file at the address, kept at path, and held to its SHA-256.

    A broken download goes on where it was; of several at once, one does the work.
    """
    if not re.fullmatch("[0-9a-f]{64}", str(sha256)):
        raise ValueError(
            f"a file is fetched by its SHA-256, 64 hexadecimal digits, not {sha256!r}"
        )
    path = Path(path)
    try:
        if not is_whole(path, sha256):
            path.parent.mkdir(parents=True, exist_ok=True)
            with alone(path):
                if not is_whole(path, sha256):  # nor has another one fetched it
                    part = path.with_name(path.name + ".part")
                    complete(address, sha256, part)
                    part.replace(path)
    except ConnectionError:
        raise
    except OSError as error:
        said = error.strerror or error
        raise OSError(f"{path} cannot be read or written ({said}).") from None
    return path


def is_whole(path, sha256):
    """Whether the file is there, and is the one meant."""
    return path.exists() and checksum(path) == sha256


def complete(address, sha256, part):
    """Fetch what is missing, or the whole again if what was there does not fit."""
    for begun in (part.exists(), False):
        download(address, part)
        found = checksum(part)
        if found == sha256:
            return
        part.unlink()
        if not begun:
            raise ValueError(
                f"{address} is another file than the one expected, or a damaged one: "
                f"its SHA-256 is {found}, not {sha256}; nothing of it is kept."
            )


def download(address, part):
    """Write the rest of the file after what is there already."""
    try:
        done = part.stat().st_size if part.exists() else 0
        source = opened(address, done)
        if source is None:
            return
        with source:
            receive(source, done, part)
    except (ConnectionError, HTTPException) as error:
        kept = part.exists() and part.stat().st_size
        raise ConnectionError(
            f"{address} could not be fetched ({reason(error)})"
            + ("; what came so far is kept, and resumed next time." if kept else ".")
        ) from None


def opened(address, done):
    """The server's answer to a request for the rest; None if there is no more."""
    headers = {"Range": f"bytes={done}-"} if done else {}
    try:
        return urlopen(Request(address, headers=headers), timeout=60)
    except HTTPError as error:
        if error.code == NOTHING_LEFT and done:
            return None
        raise ConnectionError(reason(error)) from None
    except (OSError, ValueError) as error:  # no network, or no address
        raise ConnectionError(reason(error)) from None


def receive(source, done, part):
    """Write the answer behind what is there if it is the rest, else in its place."""
    first = (source.headers["Content-Range"] or "").partition("-")[0]
    rest = getattr(source, "status", 200) == PARTIAL and first == f"bytes {done}"
    size = source.headers["Content-Length"] or ""
    whole = (done if rest else 0) + int(size) if size.isdecimal() else None
    bar = tqdm(total=whole, unit="B", unit_scale=True, leave=False)
    with part.open("ab" if rest else "wb") as file, bar:
        for block in blocks(source):
            file.write(block)
            bar.update(len(block))
    if whole and part.stat().st_size < whole:
        raise ConnectionError("the connection broke off")


def blocks(source):
    """What comes; trouble with the network is told from trouble with the disk."""
    try:
        while block := source.read(BLOCK):
            yield block
    except OSError as error:
        raise ConnectionError(reason(error)) from None


def reason(error):
    """The error in a few words."""
    if isinstance(error, IncompleteRead):
        return "the connection broke off"
    if isinstance(error, HTTPException):
        return f"what answers is no web server: {type(error).__name__}"
    return getattr(error, "reason", None) or error


@contextmanager
def alone(path):
    """Wait until no other process or thread fetches this file; then be the only one."""
    place, told = path.with_name(f".{path.name}.lock"), False
    while not (lock := locked(place)):
        if not told:
            print(f"{path.name} is being fetched by another process: waiting for it.")
        told = True
        time.sleep(0.1)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no file that somebody waits for
            place.unlink()
        lock.close()


def locked(place):
    """The file at this place, open and locked; None while somebody else has it."""
    lock = place.open("w")
    try:
        lock_file(lock.fileno())
        if os.path.samestat(os.fstat(lock.fileno()), place.stat()):
            return lock
    except (BlockingIOError, FileNotFoundError):
        pass  # it is taken, or was removed by the one who had it
    except OSError:
        return lock  # a disk without locks
    lock.close()
    return None


def lock_file(number):
    """Lock the open file of this number until it is closed, or fail at once."""
    if os.name != "nt":
        import fcntl

        return fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    import msvcrt

    try:
        return msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    except PermissionError as error:
        raise BlockingIOError from error
