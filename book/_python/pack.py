"""Pack Python's library, NumPy and the book's helpers: run by pack.mjs in Pyodide.

The very Python that will read the compiled files makes them. What no chapter reaches is
left out; the tests run every chapter's cells in what is left.
"""

import io
import json
import py_compile
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

HERE = Path("/pack")
LIBRARY_OUT = set(
    """
    _pydatetime.py _pyio.py aifc.py antigravity.py bdb.py cProfile.py cgi.py cmd.py
    curses dbm distutils doctest.py email/_header_value_parser.py ensurepip
    ftplib.py http idlelib imaplib.py lib2to3 logging/config.py logging/handlers.py
    mailbox.py mailcap.py msilib multiprocessing nntplib.py nturl2path.py
    optparse.py pdb.py pickletools.py pip plistlib.py poplib.py profile.py pydoc.py
    pydoc_data sched.py shelve.py smtplib.py socketserver.py sqlite3 sunau.py
    telnetlib.py test tkinter trace.py tracemalloc.py turtle.py turtledemo
    unittest/mock.py uu.py venv wave.py webbrowser.py wsgiref xml xmlrpc zoneinfo
    """.split()
)
NUMPY_OUT = set(
    """
    _configtool.py _pyinstaller compat conftest.py core distutils doc f2py
    lapack_lite.cpython-312-wasm32-emscripten.so polynomial testing tests typing
    """.split()
)
NO_CODE = (".pyi", ".pxd", ".h", ".a", ".pc", ".c", ".npy", ".ini", ".txt")
ENCODINGS = set(
    """
    __init__ aliases ascii cp437 cp1252 idna latin_1 punycode raw_unicode_escape
    unicode_escape utf_8 utf_8_sig utf_16 utf_32
    """.split()
)


def wanted(name, out):
    """Whether the file of this name is packed."""
    parts = PurePosixPath(name).parts
    if parts[0] == "encodings" and len(parts) > 1:
        return parts[1].removesuffix(".py") in ENCODINGS
    return not set(parts) & out and name not in out


def compiled(name, source, level):
    """The code of a module, as Python keeps it, and the name of its file."""
    given, made = HERE / "one.py", HERE / "one.pyc"
    given.write_bytes(source)
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(
        str(given), str(made), name, True, optimize=level, invalidation_mode=mode
    )
    return made.read_bytes()


def standard_library():
    """Python's own library, without docstrings and what no chapter reaches."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(HERE / "python_stdlib.zip") as old,
        zipfile.ZipFile(made, "w") as new,
    ):
        for name in sorted(old.namelist()):
            if name.endswith("/") or not wanted(name, LIBRARY_OUT):
                continue
            body = old.read(name)
            if name.endswith(".py"):
                body = compiled(f"/lib/python312.zip/{name}", body, 2)
                name += "c"
            new.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), body)
    return made.getvalue()


def is_packed(name):
    """Whether this file of NumPy is packed."""
    unused = (
        "_tests.cpython" in name and "_multiarray_" not in name
    ) or "/_simd." in name
    return wanted(name, NUMPY_OUT) and not unused and not name.endswith(NO_CODE)


def numpy():
    """The files of NumPy, by their names; it needs its docstrings to be imported."""
    with tarfile.open(HERE / "numpy.tar.gz") as archive:
        for member in archive.getmembers():
            name = member.name.partition("site-packages/")[2]
            if member.isfile() and name.startswith("numpy/") and is_packed(name):
                yield name, archive.extractfile(member).read()


def licence():
    """What NumPy's own archive says of its licences."""
    with tarfile.open(HERE / "numpy.tar.gz") as archive:
        members = [m for m in archive.getmembers() if m.isfile()]
        texts = [m for m in members if "LICENSE" in m.name.rpartition("/")[2].upper()]
        found = [
            archive.extractfile(m).read() for m in sorted(texts, key=lambda m: m.name)
        ]
    return b"\n\n".join(dict.fromkeys(found))


def put(archive, name, data):
    """Add a file to an archive, always the same from the same bytes."""
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(data), 0o644
    archive.addfile(info, io.BytesIO(data))


def main():
    """Write library.tar and numpy.txt."""
    own = json.loads((HERE / "own.json").read_text("utf-8"))
    files = {name: text.encode() for name, text in own.items()} | dict(numpy())
    with tarfile.open(HERE / "library.tar", "w") as archive:
        put(archive, "python_stdlib.zip", standard_library())
        for name in ("pyodide.asm.js", "pyodide.js"):
            put(archive, name, (HERE / name).read_bytes())
        for name, body in sorted(files.items()):
            if name.endswith(".py"):
                body = compiled(f"/lib/{name}", body, 0)
                name += "c"
            put(archive, f"lib/{name}", body)
    (HERE / "numpy.txt").write_bytes(licence())


main()
