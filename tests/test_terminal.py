"""A command that is stopped, or that nobody listens to, ends without a traceback."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"
SAY = "import terminal; terminal.say('a'); terminal.say('b'); print('c')"
INTERRUPT = (
    "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)"
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a matter of POSIX systems")


def heard(signal_for_child, *arguments, **settings):
    """The exit code of a Python in the folder of scripts, and all that it said."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.pop("cwd", SCRIPTS),
        encoding="utf-8",
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal_for_child),
        timeout=60,
        **({"stdout": subprocess.PIPE} | settings),
    )
    return done.returncode, (done.stdout or "") + done.stderr


def test_what_is_said_is_heard():
    assert heard(signal.SIG_DFL, "-c", SAY) == (0, "a\nb\nc\n")


def test_a_closed_pipe_is_no_reason_to_stop():
    reader, writer = os.pipe()
    os.close(reader)
    assert heard(signal.SIG_DFL, "-c", SAY, stdout=writer) == (0, "")
    os.close(writer)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a matter of Linux")
def test_a_full_disk_is_no_reason_to_stop():
    with open("/dev/full", "w") as full:
        assert heard(signal.SIG_DFL, "-c", SAY, stdout=full) == (0, "")


def test_an_output_that_was_closed_is_no_reason_to_stop():
    again = f"os.execv(sys.executable, [sys.executable, '-c', {SAY!r}])"
    code = f"import os, sys; os.close(1); {again}"
    assert heard(signal.SIG_DFL, "-c", code) == (0, "")


def test_nothing_is_said_after_the_stop():
    code = (
        "import atexit, terminal; atexit.register(lambda: 1 / 0); "
        "print('before', flush=True); terminal.stop()"
    )
    assert heard(signal.SIG_DFL, "-c", code) == (130, "before\n")


@pytest.mark.parametrize("command", ["run.py", "build.py"])
def test_ctrl_c_during_the_first_imports_says_nothing(tmp_path, command):
    for script in (command, "terminal.py"):
        shutil.copy(SCRIPTS / script, tmp_path)
    module = {"run.py": "argparse", "build.py": "asyncio"}[command]
    (tmp_path / f"{module}.py").write_text(INTERRUPT)
    assert heard(signal.SIG_DFL, command, "clean", cwd=tmp_path) == (130, "")


def test_ctrl_c_that_is_ignored_stays_ignored():
    code = (
        "import os, signal, terminal; terminal.leave_at_once(); "
        "os.kill(os.getpid(), signal.SIGINT); terminal.be_stopped(); "
        "os.kill(os.getpid(), signal.SIGINT); print('still here')"
    )
    assert heard(signal.SIG_IGN, "-c", code) == (0, "still here\n")
