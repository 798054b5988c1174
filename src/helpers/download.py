"""Files of others: fetched when asked for, resumed, checked, and kept."""

from hashlib import file_digest
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tqdm import tqdm

BLOCK = 1 << 16
PARTIAL, NOTHING_LEFT = 206, 416  # what a server says to a request for the rest


def checksum(path):
    """The file's SHA-256, as hexadecimal digits."""
    with Path(path).open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def fetch(address, sha256, path):
    """The file at the address, kept at path; a broken download goes on where it was.

    Without a published sha256 (None) the first download is trusted, and its checksum
    is kept beside it: what is changed later, here or there, is refused.
    """
    path = Path(path)
    expected = sha256 or remembered(path)
    if path.exists() and expected == checksum(path):
        return path
    part = path.with_name(path.name + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    try:
        download(address, part)
    except OSError as error:  # URLError is one
        reason = getattr(error, "reason", error)
        raise ConnectionError(
            f"{address} could not be fetched ({reason}); what came so far is kept, "
            "and the next attempt goes on from there."
        ) from None
    found = checksum(part)
    if expected not in (None, found):
        part.unlink()
        raise ValueError(f"{address} is damaged: its SHA-256 is not {expected}")
    if sha256 is None:
        note(path).write_text(found)
    return part.replace(path)


def download(address, part):
    """Write the rest of the file after what is there already."""
    done = part.stat().st_size if part.exists() else 0
    request = Request(address, headers={"Range": f"bytes={done}-"})
    try:
        source = urlopen(request, timeout=60)
    except HTTPError as error:
        if error.code == NOTHING_LEFT:
            return
        raise
    with source:
        resumed = getattr(source, "status", 200) == PARTIAL
        whole = (done if resumed else 0) + int(source.headers["Content-Length"] or 0)
        with (
            part.open("ab" if resumed else "wb") as file,
            tqdm(total=whole, unit="B", unit_scale=True, leave=False) as progress,
        ):
            while block := source.read(BLOCK):
                file.write(block)
                progress.update(len(block))
    if part.stat().st_size < whole:
        raise ConnectionError("the connection broke off")


def note(path):
    """Where the checksum of a first download is kept."""
    return path.with_name(path.name + ".sha256")


def remembered(path):
    """The checksum of the first download, or None before there was one."""
    return note(path).read_text().strip() if note(path).exists() else None
