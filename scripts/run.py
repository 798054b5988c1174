"""Set up the book's own Python environment, then run one command inside it.

    python scripts/run.py lab        open the book in JupyterLab
    python scripts/run.py book       build the HTML book and serve it
    python scripts/run.py offline    pack it as one archive and one PDF
    python scripts/run.py bench      measure the book beside others
    python scripts/run.py check      run the quick tests, in a minute
    python scripts/run.py test       run these, build the book, and test it
    python scripts/run.py lint       say what the house rules would have otherwise
    python scripts/run.py rehearse   run what takes long or measures speed
    python scripts/run.py clean      remove what the other commands made

The first run makes `.venv` from pyproject.toml and constraints.txt; later runs find
it ready. Only the standard library is used here, and an old Python can read the file,
so that whatever is missing is said in a sentence.
"""

from terminal import STOPPED, be_stopped, leave_at_once, say

if __name__ == "__main__":
    leave_at_once()

import argparse
import hashlib
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 13)  # the first and the last that the book is tested with
NEWER_NAMES = ["python3.13", "python3.12", "python3.11"]
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OURS = "made-for-the-book"  # a file in .venv, without which nothing there is touched
SITE = ROOT / "_build" / "html"
CODE = (
    "benchmarks book/_ext book/_python notebooks scripts src tests translations".split()
)
QUICK = "not (book or browser or clock or rehearsal or slow)"
REST = "(book or browser or clock or slow) and not rehearsal"
QUIET = "quiet or clock"  # one after the other, so that a clock means something


class Trouble(Exception):
    """What went wrong and what to do about it, in a sentence."""


# The right Python


def is_new_enough(python):
    """Tell whether the program `python` starts a Python that the book can use."""
    test = "import sys; sys.exit(sys.version_info < {})".format(OLDEST)
    return subprocess.call([python, "-c", test], stderr=subprocess.DEVNULL) == 0


def newer_python():
    """Return the path of a Python on PATH that is new enough, or None."""
    found = filter(None, map(shutil.which, NEWER_NAMES))
    return next(filter(is_new_enough, found), None)


def too_old(version):
    """Say in a sentence that this version of Python will not do."""
    return (
        "The book needs Python {}.{} or newer and this is {}.{}: install a newer one "
        "and run the command with it, as in 'make lab PYTHON=python3.13'."
    ).format(*OLDEST + tuple(version[:2]))


# The environment


def venv_program(name):
    """Return the path of a program of the environment, as its system lays it out."""
    if os.name == "nt":
        return VENV / "Scripts" / (name + ".exe")
    return VENV / "bin" / name


def requirements_digest():
    """Return a digest of all that the environment is made from."""
    import tomllib

    name = "pyproject.toml"
    try:
        pyproject = tomllib.loads((ROOT / name).read_text("utf-8"))
        parts = [pyproject["build-system"], pyproject["project"]]
        name = "constraints.txt"
        parts.append((ROOT / name).read_text("utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise Trouble(
            "The file {} is missing or damaged ({}): 'git checkout {}' brings it "
            "back, as does a new copy of the book.".format(name, error, name)
        ) from None
    parts += [sys.version, sys.base_prefix, str(ROOT)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def set_up():
    """Make the environment, unless a complete one is there already.

    The stamp is written last: an interrupted set-up has none and is made afresh.
    """
    stamp = VENV / "complete"
    digest = requirements_digest()
    if is_complete(stamp, digest):
        return
    check_is_ours()
    with alone():
        if is_complete(stamp, digest):
            return
        say("Setting up the book's Python environment in .venv (a few minutes, once).")
        if sys.version_info[:2] > NEWEST:
            say(too_new(sys.version_info))
        start = time.time()
        make_venv(stamp)
        install()
        stamp.write_text(digest)
    say("The environment is ready after {:.0f} s.".format(time.time() - start))


def is_complete(stamp, digest):
    """Tell whether the environment is there, and was made from the present files."""
    try:
        return stamp.read_text() == digest and not VENV.is_symlink()
    except OSError:
        return False


def check_is_ours():
    """Stop where .venv is somebody else's: a link, a file, another environment."""
    if VENV.is_symlink():
        what = "a link to another place"
    elif VENV.exists() and not VENV.is_dir():
        what = "a file"
    elif VENV.is_dir() and any(VENV.iterdir()) and not is_ours():
        what = "an environment that was not made for the book"
    else:
        return
    raise Trouble(
        "{} is {}, so nothing in it is touched: move it away or give it another name, "
        "and run the command again.".format(VENV, what)
    )


def is_ours():
    """Tell whether the environment in .venv was made by this script."""
    return any((VENV / name).exists() for name in [OURS, "complete", "install.log"])


@contextmanager
def alone():
    """Wait until no other command makes the environment; then be the only one."""
    place = ROOT / "_build" / ".set-up.lock"
    try:
        place.parent.mkdir(exist_ok=True)
        lock = place.open("w")
    except OSError as error:
        raise Trouble(cannot_write(place.parent, error)) from None
    with lock:
        if not is_locked(lock.fileno()):
            say("Another command is setting up the book: waiting for it.")
            while not is_locked(lock.fileno()):
                time.sleep(0.2)
        yield


def is_locked(number):
    """Lock the open file of this number until it is closed; False if it is taken."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass  # a disk without locks
    return True


def cannot_write(folder, error):
    """Say in a sentence that the folder cannot be written, and why."""
    return (
        "The folder {} cannot be written ({}): give yourself the right to write "
        "there, or move the book to a folder of yours.".format(folder, error)
    )


def too_new(version):
    """Say in a sentence that nobody has tried the book with this Python."""
    return (
        "The book is tested with Python {}.{} to {}.{}, and this is {}.{}: should "
        "something fail, run the command with one of those."
    ).format(*OLDEST + NEWEST + tuple(version[:2]))


def make_venv(stamp):
    """Make an empty environment in place of the one that is there."""
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        raise Trouble(
            "This Python cannot make virtual environments: on Debian and Ubuntu run "
            "'sudo apt install python3-venv', elsewhere install Python from python.org."
        ) from None
    try:
        empty(stamp)
        venv.create(str(VENV), with_pip=True)
    except (OSError, ValueError) as error:
        raise Trouble(cannot_write(VENV, error)) from None
    except subprocess.CalledProcessError:
        raise Trouble(
            "Python could not put pip into {}: see that the disk has room and that "
            "'{} -m ensurepip --version' works.".format(VENV, sys.executable)
        ) from None


def empty(stamp):
    """Leave nothing in .venv but the file that says whose it is."""
    VENV.mkdir(exist_ok=True)
    (VENV / OURS).write_text("The book made this folder, and empties it when it must.")
    if stamp.exists():
        stamp.unlink()
    for path in VENV.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(str(path))
        elif path.name != OURS:
            path.unlink()


def install():
    """Install the package, its extras and all they need at the pinned versions."""
    log = VENV / "install.log"
    pip = [str(venv_program("python")), "-m", "pip", "--disable-pip-version-check"]
    pip += ["install", "--retries", "2"]
    extras = "{}[bench,book,data,test]".format(ROOT)
    with log.open("w", encoding="utf-8") as errors:
        # Asked first and quietly, the builder shows whether there is a network.
        code = call([*pip, "--quiet", "-c", "constraints.txt", "setuptools"], errors)
        if code == 0:
            command = [*pip, "-c", "constraints.txt", "--no-build-isolation"]
            code = call([*command, "-e", extras], errors)
    if code:
        raise Trouble(install_trouble(log.read_text("utf-8", "replace"), log))


def install_trouble(text, log):
    """Say in a sentence why pip failed, going by what it wrote to its log."""
    if "No space left" in text:
        return "The disk is full: the book's environment takes about 2 GB."
    signs = ["connection broken", "Max retries exceeded", "ReadTimeout", "Timeout("]
    if any(sign in text for sign in signs):
        return (
            "The packages could not be fetched: see that this machine reaches the "
            "internet (behind a proxy, set HTTPS_PROXY) and run the command again; "
            "pip's own words are in {}.".format(log)
        )
    errors = [line[7:] for line in text.splitlines() if line.startswith("ERROR: ")]
    reason = errors[0].rstrip(".") if errors else "it gave no reason"
    return "pip could not install the packages ({}); its log is {}.".format(reason, log)


def environment():
    """Return the variables for a command that runs inside the environment."""
    variables = dict(os.environ, VIRTUAL_ENV=str(VENV))
    for name in ["PYTHONHOME", "PYTHONPATH"]:
        variables.pop(name, None)
    programs = str(venv_program("python").parent)
    variables["PATH"] = os.pathsep.join([programs, os.environ.get("PATH", "")])
    if knows_ascii_alone():  # it cannot name a folder with an accent
        variables["LC_ALL"] = "C.UTF-8"
    return variables


def knows_ascii_alone():
    """Tell whether the reader's locale has no letter besides those of ASCII."""
    import codecs
    import locale

    if not hasattr(locale, "CODESET"):
        return False  # Windows
    return codecs.lookup(locale.nl_langinfo(locale.CODESET)).name == "ascii"


def call(command, stderr=None, **variables):
    """Run a command to its end in the environment and return its exit code.

    Ctrl-C reaches the command as well, which may have something to say or to ask.
    """
    variables = dict(environment(), **variables)
    process = subprocess.Popen(command, cwd=str(ROOT), stderr=stderr, env=variables)
    interrupted = False
    while True:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            interrupted = True
        else:
            break
    if interrupted:
        raise KeyboardInterrupt
    return code


def python(*arguments, **variables):
    """Run the environment's Python and return its exit code."""
    return call([str(venv_program("python")), *arguments], **variables)


# Ports


def is_free(port):
    """Tell whether a server can be bound to the port on this machine."""
    with socket.socket() as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def choose_port(asked, usual):
    """Return the port the reader asked for, or the first free one from the usual."""
    if asked:
        if not is_free(asked):
            raise Trouble(
                "Port {} is taken by another program: stop that one, or choose "
                "another with --port.".format(asked)
            )
        return asked
    port = next(filter(is_free, range(usual, usual + 100)), None)
    if port is None:
        raise Trouble("No free port from {}: choose one with --port.".format(usual))
    if port != usual:
        say("Port {} is taken, so this is on port {}.".format(usual, port))
    return port


# The commands


# JupyterLab shows stored drawings only of notebooks that are trusted, as these may be.
TRUST = """
from pathlib import Path
from nbformat import read, sign
for path in Path("notebooks").glob("*.ipynb"):
    sign.NotebookNotary().sign(read(path, as_version=4))
"""


def lab(port):
    """Open the notebooks in JupyterLab."""
    port = choose_port(port, 8888)
    set_up()
    python("-c", TRUST)
    command = ["-m", "jupyter", "lab", "--ServerApp.port_retries=0"]
    command += ["--port", str(port), "--LabApp.news_url=None"]  # asks nobody for news
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return python(*command, "notebooks")


def book(port):
    """Build the HTML book and serve it to this machine alone."""
    port = choose_port(port, 8000)
    set_up()
    code = python("scripts/build.py")
    if code:
        return code
    return python("scripts/serve.py", str(SITE), str(port))


def offline():
    """Build the book, and pack it as one archive and one PDF."""
    set_up()
    return python("scripts/offline.py")


def bench():
    """Build the book, then measure it beside others that do the same."""
    set_up()
    code = python("scripts/build.py")
    if code:
        return code
    return python("-m", "benchmarks")


def check():
    """Run what is quick: style, words, anatomy, units and JavaScript."""
    return in_turn(quick_parts())


def test():
    """Run what is quick, build the book, then test it in a browser and without."""
    parts = quick_parts()
    parts.append(("book", ["scripts/build.py"]))
    parts.append(("tests of the book", tests("tests notebooks", REST)))
    code = in_turn(parts)
    if not code:
        lint()
    return code


def lint():
    """Say what the house rules would have otherwise; it is a report and no verdict."""
    set_up()
    return python("scripts/lint.py")


def rehearse():
    """Run what takes long, needs the machine for itself, or measures speed."""
    again = tests("tests", "rehearsal and not ({})".format(QUIET))
    alone = ["-m", "pytest", "tests", "-m", QUIET, "-rP"]
    parts = [("book", ["scripts/build.py"]), ("rehearsals", again), ("clocks", alone)]
    return in_turn(parts, CLOCKS=os.environ.get("CLOCKS", "1"))


def quick_parts():
    """Return the parts of a check: the name and the arguments of Python for each."""
    return [
        ("style", ["-m", "ruff", "check", "--quiet", *CODE]),
        ("format", ["-m", "ruff", "format", "--check", "--quiet", *CODE]),
        ("quick tests", tests("tests", QUICK)),
    ]


def tests(folders, marks):
    """Return the arguments that run the tests with these marks, a file to a worker."""
    workers = str(min(os.cpu_count() or 1, 4))
    options = ["-n", workers, "--no-loadscope-reorder"]
    return ["-m", "pytest", *folders.split(), "-m", marks, *options]


def in_turn(parts, **variables):
    """Run the parts, up to the first that fails, and print the seconds of each."""
    start, lines = time.time(), []
    set_up()
    lines.append((time.time() - start, "set-up"))
    for name, arguments in parts:
        start = time.time()
        code = python(*arguments, **variables)
        lines.append((time.time() - start, name if not code else name + ": failed"))
        if code:
            break
    print("{:8.1f} s  in all, of which".format(sum(seconds for seconds, _ in lines)))
    for seconds, name in lines:
        print("{:8.1f} s  {}".format(seconds, name))
    return code


def clean():
    """Remove the environment and everything built."""
    for name in ["_build", "tests/node/node_modules"]:
        shutil.rmtree(str(ROOT / name), ignore_errors=True)
    check_is_ours()
    shutil.rmtree(str(VENV), ignore_errors=True)
    return 0


def arguments(argv):
    """Read the command and, for what is served, the port."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in [lab, book]:
        served = commands.add_parser(command.__name__, help=command.__doc__)
        served.add_argument("--port", type=port_number, help="the port to serve on")
    for command in [offline, bench, check, test, lint, rehearse, clean]:
        commands.add_parser(command.__name__, help=command.__doc__)
    return vars(parser.parse_args(argv))


def port_number(text):
    """Return the port that the text names."""
    if not (text.isdigit() and 1024 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(
            "{!r} is not a port: give a number from 1024 to 65535".format(text)
        )
    return int(text)


def main(argv):
    """Run the command, with a Python that is new enough, and return an exit code."""
    try:
        be_stopped()
        if sys.version_info < OLDEST:
            newer = newer_python()
            if newer is None:
                raise Trouble(too_old(sys.version_info))
            return subprocess.call([newer, __file__, *argv])
        options = arguments(argv)
        command = globals()[options.pop("command")]
        return command(**options)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return STOPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
