"""The set-up says in one sentence what is wrong and what to do, whatever is missing."""

import ast
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import run

ROOT = Path(__file__).resolve().parents[1]
POSIX = pytest.mark.skipif(os.name == "nt", reason="a matter of POSIX systems")


@pytest.fixture
def copy(tmp_path):
    """A copy of the book with nothing set up, and no chapter."""
    place = tmp_path.resolve()
    for name in ["README.md", "LICENSE", "Makefile", "pyproject.toml"]:
        shutil.copy(ROOT / name, place)
    shutil.copy(ROOT / "constraints.txt", place)
    for folder in ["scripts", "src/helpers"]:
        shutil.copytree(ROOT / folder, place / folder)
    return place


@pytest.fixture
def listener():
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def variables(**changes):
    """The environment, with no trace of a make above or of how packages are fetched."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "MAKE"))}
    return kept | {"PIP_CONFIG_FILE": os.devnull} | changes


def heed_interrupts():
    """Undo in a child that its parent, started in the background, ignores Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(copy, *arguments, **changes):
    """Start scripts/run.py in the copy."""
    return subprocess.Popen(
        [sys.executable, "scripts/run.py", *arguments],
        cwd=copy,
        env=variables(**changes),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=None if os.name == "nt" else heed_interrupts,
    )


def ended(process):
    """What the process said by its end; one that hangs is killed with all its own."""
    try:
        return process.communicate(timeout=300)
    finally:
        if process.poll() is None and os.name == "nt":
            process.kill()
        elif process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def trouble(process):
    """What a failed run said at its end: one sentence, and never a stack trace."""
    output, errors = ended(process)
    assert process.returncode not in (0, None)
    assert "Traceback" not in output + errors
    assert errors.count("\n") == 1 and errors.endswith(".\n"), errors
    return errors


def pretend_old(copy, path):
    """Start scripts/run.py as if by Python 3.8, with these folders on PATH."""
    code = (
        "import runpy, sys; sys.version_info = (3, 8, 0, 'final', 0); "
        "sys.argv = ['scripts/run.py', '--help']; "
        "runpy.run_path('scripts/run.py', run_name='__main__')"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=copy,
        env=variables(PATH=str(path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_an_old_python_can_read_the_script():
    source = Path(run.__file__).read_text("utf-8")
    ast.parse(source, feature_version=(3, 6))


def test_an_old_python_is_told_to_make_way(copy, tmp_path):
    said = trouble(pretend_old(copy, tmp_path / "nothing"))
    assert "needs Python 3.11 or newer and this is 3.8" in said


@POSIX
def test_an_old_python_hands_over_to_a_newer_one(copy):
    newer = copy / "bin" / "python3.12"
    newer.parent.mkdir()
    newer.write_text('#!/bin/sh\necho "newer: $*"\n')
    newer.chmod(0o755)
    output, errors = pretend_old(copy, newer.parent).communicate(timeout=300)
    assert output.endswith("newer: scripts/run.py --help\n") and not errors


@POSIX
def test_a_newer_python_that_does_not_start_is_passed_over(copy):
    broken = copy / "bin" / "python3.13"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    assert "needs Python 3.11" in trouble(pretend_old(copy, broken.parent))


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_venv_names_the_debian_package(copy, module):
    shadow = copy / "shadow"
    shadow.mkdir()
    (shadow / f"{module}.py").write_text("raise ImportError('not packaged')\n")
    said = trouble(start(copy, "test", PYTHONPATH=str(shadow)))
    assert "apt install python3-venv" in said


def test_no_network_is_told_from_other_failures_and_is_not_trusted_later(copy):
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = f"http://127.0.0.1:{server.getsockname()[1]}/"
    said = trouble(start(copy, "test", PIP_INDEX_URL=closed))
    assert "reaches the internet" in said and "install.log" in said
    assert (copy / ".venv" / "install.log").stat().st_size > 0
    assert not (copy / ".venv" / "complete").exists()


def test_what_pip_cannot_find_is_not_called_a_matter_of_network(copy):
    said = trouble(start(copy, "test", PIP_NO_INDEX="1"))
    assert "pip could not install" in said and "setuptools" in said
    assert "internet" not in said and "install.log" in said


def test_a_full_disk_is_called_that():
    said = run.install_trouble("ERROR: [Errno 28] No space left on device", "log")
    assert said.startswith("The disk is full")


@POSIX
def test_a_folder_that_cannot_be_written_is_named(copy):
    (copy / ".venv").symlink_to("/dev/null/nowhere")
    said = trouble(start(copy, "test"))
    assert str(copy / ".venv") in said and "cannot be written" in said


@POSIX
def test_ctrl_c_during_the_set_up_leaves_no_stack_trace(copy, listener):
    slow = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    listener.settimeout(300)
    process = start(copy, "test", PIP_INDEX_URL=slow)
    try:
        connection, _ = listener.accept()
        os.killpg(process.pid, signal.SIGINT)
    finally:
        output, errors = ended(process)
    connection.close()
    assert process.returncode == 130
    assert errors.strip() == "Stopped." and "Traceback" not in output


@pytest.mark.parametrize("command", ["lab", "book"])
def test_a_busy_port_that_was_asked_for_is_a_sentence(copy, listener, command):
    port = str(listener.getsockname()[1])
    said = trouble(start(copy, command, "--port", port))
    assert f"Port {port} is taken" in said and "--port" in said


def test_a_busy_port_that_was_not_asked_for_gives_way_to_the_next(listener, capsys):
    busy = listener.getsockname()[1]
    port = run.choose_port(None, busy)
    assert port > busy and run.is_free(port)
    said = f"Port {busy} is taken, so this is on port {port}.\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("port", ["eighty", "80", "70000"])
def test_what_is_no_port_is_refused(copy, port):
    output, errors = start(copy, "book", "--port", port).communicate(timeout=300)
    assert f"{port!r} is not a port: give a number from 1024" in errors
    assert "Traceback" not in output + errors


def test_the_book_is_served_to_this_machine_alone(tmp_path):
    (tmp_path / "page.js").write_text("export default 1")
    port = run.choose_port(None, 8700)
    command = [sys.executable, ROOT / "scripts/serve.py", tmp_path, str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            assert f"http://127.0.0.1:{port}/" in server.stdout.readline()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/page.js") as answer:
                assert answer.headers["Content-Type"] == "text/javascript"
            again = subprocess.run(command, capture_output=True, encoding="utf-8")
            assert again.returncode and again.stderr.startswith(f"Port {port} cannot")
            assert again.stderr.count("\n") == 1
        finally:
            server.terminate()


@pytest.fixture
def pretended(copy, monkeypatch):
    """The set-up with its two slow steps replaced by a record of them."""
    steps = []
    monkeypatch.setattr(run, "ROOT", copy)
    monkeypatch.setattr(run, "VENV", copy / ".venv")

    def make_venv(stamp):
        steps.append("make")
        run.VENV.mkdir(exist_ok=True)
        stamp.unlink(missing_ok=True)

    monkeypatch.setattr(run, "make_venv", make_venv)
    monkeypatch.setattr(run, "install", lambda: steps.append("install"))
    return steps


def test_a_complete_environment_is_used_as_it_is(pretended):
    run.set_up()
    run.set_up()
    assert pretended == ["make", "install"]


def test_an_interrupted_install_is_done_again(pretended, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    finished = run.install
    monkeypatch.setattr(run, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.set_up()
    monkeypatch.setattr(run, "install", finished)
    run.set_up()
    assert pretended == ["make", "make", "install"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("constraints.txt", "torch==2.13.0", "torch==2.14.0"),
        ("pyproject.toml", '"torch>=2.4"', '"torch>=2.5"'),
    ],
)
def test_changed_requirements_make_a_new_environment(pretended, copy, file, old, new):
    run.set_up()
    text = (copy / file).read_text("utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new), "utf-8")
    run.set_up()
    assert pretended == ["make", "install"] * 2


def test_a_later_run_in_another_process_makes_nothing_anew(pretended, copy):
    run.set_up()
    code = "import run; run.make_venv = None; run.set_up()"
    stamp = copy / ".venv" / "complete"
    subprocess.run([sys.executable, "-c", code], cwd=copy / "scripts", check=True)
    assert stamp.exists()


@POSIX
def test_make_alone_lists_the_commands(copy):
    said = subprocess.check_output(
        ["make"], cwd=copy, env=variables(), encoding="utf-8"
    )
    assert [line.split()[1] for line in said.splitlines()] == [
        "lab",
        "book",
        "offline",
        "bench",
        "check",
        "test",
        "lint",
        "rehearse",
        "clean",
    ]


def test_the_script_describes_the_commands_that_make_does():
    made = re.findall(r'echo "make (\w+)', (ROOT / "Makefile").read_text("utf-8"))
    assert re.findall(r"scripts/run\.py (\w+)", run.__doc__) == made != []


@POSIX
def test_make_without_python_says_what_to_install(copy):
    done = subprocess.run(
        ["make", "--silent", "lab", "PYTHON=no-such-python"],
        cwd=copy,
        env=variables(),
        capture_output=True,
        encoding="utf-8",
    )
    sentence, *rest = done.stderr.splitlines()
    assert sentence.startswith("There is no 'no-such-python' here: install Python 3.11")
    assert all(line.startswith("make: ***") for line in rest)


@POSIX
def test_clean_leaves_nothing_of_the_set_up(copy):
    for folder in [".venv", "_build", "tests/node/node_modules"]:
        (copy / folder).mkdir(parents=True)
    subprocess.run(["make", "clean"], cwd=copy, check=True)
    assert not any((copy / name).exists() for name in [".venv", "_build"])
    assert not (copy / "tests/node/node_modules").exists()
