"""Set up the book's own Python environment, then run one command inside it.

    python scripts/run.py lab        open the book in JupyterLab
    python scripts/run.py book       build the HTML book and serve it
    python scripts/run.py offline    pack it as one archive and one PDF
    python scripts/run.py bench      measure the book beside others
    python scripts/run.py check      run the tests that need no book, in a minute
    python scripts/run.py test       check, build the book, and test that as well
    python scripts/run.py lint       say what the house rules would have otherwise
    python scripts/run.py rehearse   run the slow rehearsals
    python scripts/run.py clean      remove what the other commands made

The first run makes `.venv` from pyproject.toml and constraints.txt; later runs find
it ready. Only the standard library is used here, and an old Python can read the file,
so that whatever is missing is said in a sentence.
"""

import argparse
import hashlib
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

OLDEST = (3, 11)
NEWER_NAMES = ["python3.13", "python3.12", "python3.11", "python3.14"]
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
SITE = ROOT / "_build" / "html"


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

    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    constraints = (ROOT / "constraints.txt").read_text("utf-8")
    parts = [pyproject["build-system"], pyproject["project"], constraints]
    parts += [sys.version, sys.base_prefix, str(ROOT)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def set_up():
    """Make the environment, unless a complete one is there already.

    The stamp is written last: an interrupted set-up has none and is made afresh.
    """
    stamp = VENV / "complete"
    digest = requirements_digest()
    try:
        if stamp.read_text() == digest:
            return
    except OSError:
        pass
    print("Setting up the book's Python environment in .venv (a few minutes, once).")
    sys.stdout.flush()
    start = time.time()
    make_venv(stamp)
    install()
    stamp.write_text(digest)
    print("The environment is ready after {:.0f} s.".format(time.time() - start))


def make_venv(stamp):
    """Make an empty environment in place of whatever is there."""
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        raise Trouble(
            "This Python cannot make virtual environments: on Debian and Ubuntu run "
            "'sudo apt install python3-venv', elsewhere install Python from python.org."
        ) from None
    try:
        if stamp.exists():
            stamp.unlink()
        venv.create(str(VENV), clear=True, with_pip=True)
    except (OSError, ValueError) as error:
        raise Trouble(
            "The folder {} cannot be written ({}): give yourself the right to write "
            "there, or move the book to a folder of yours.".format(VENV, error)
        ) from None
    except subprocess.CalledProcessError:
        raise Trouble(
            "Python could not put pip into {}: see that the disk has room and that "
            "'{} -m ensurepip --version' works.".format(VENV, sys.executable)
        ) from None


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
    return variables


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
        print("Port {} is taken, so this is on port {}.".format(usual, port))
    return port


# The commands


def lab(port):
    """Open the notebooks in JupyterLab."""
    port = choose_port(port, 8888)
    set_up()
    command = ["-m", "jupyter", "lab", "--ServerApp.port_retries=0"]
    command += ["--port", str(port)]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return python(*command, "notebooks")


def book(port):
    """Build the HTML book and serve it to this machine alone."""
    port = choose_port(port, 8000)
    set_up()
    return build() or python("scripts/serve.py", str(SITE), str(port))


def offline():
    """Build the book, and pack it as one archive and one PDF."""
    set_up()
    return python("scripts/offline.py")


def bench():
    """Build the book, then measure it beside others that do the same."""
    set_up()
    return build() or python("-m", "benchmarks")


def check():
    """Run the tests that need no book, no browser and no chapter's execution."""
    set_up()
    return pytest("-m", "not long and not rehearsal", "tests")


def test():
    """Check, build the book, test the book; then say what the house rules remark."""
    steps, code = [], 0
    for name, step in [("set-up", set_up), ("check", check), ("book", build)]:
        start = time.time()
        code = code or step() or 0
        steps.append("{}={:.1f}".format(name, time.time() - start))
    if code:
        return code
    code = pytest("-m", "long and not rehearsal", STEPS_BEFORE=" ".join(steps))
    lint()
    return code


def build():
    """Execute the chapters that have changed, and make the pages."""
    return python("scripts/build.py")


def lint():
    """Say what the house rules would have otherwise; it is a report and no verdict."""
    set_up()
    return python("scripts/lint.py")


def rehearse():
    """Run what takes long or measures speed, one after the other."""
    set_up()
    return build() or python("-m", "pytest", "-m", "rehearsal", "-rP")


def pytest(*arguments, **variables):
    """Run pytest on as many workers as help, a file to a worker."""
    workers = str(min(os.cpu_count() or 1, 4))
    options = ["-n", workers, "--no-loadscope-reorder"]
    return python("-m", "pytest", *options, *arguments, **variables)


def clean():
    """Remove the environment and everything built."""
    for name in [".venv", "_build", "tests/node/node_modules"]:
        shutil.rmtree(str(ROOT / name), ignore_errors=True)
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
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
