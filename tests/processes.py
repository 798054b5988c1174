"""Processes that tests start: they heed Ctrl-C, and none is left behind.

Who starts the tests in the background (`make test &`, nohup, some CI) hands down a
SIGINT that is ignored, to every process below.
"""

import os
import signal
import subprocess
from contextlib import suppress


def heed_ctrl_c():
    """Let SIGINT end this process, as it does one that was started in a terminal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def begin(command, **options):
    """Start a process in a group of its own, with Ctrl-C as in a terminal."""
    if os.name == "posix":
        options |= {"preexec_fn": heed_ctrl_c, "start_new_session": True}
    return subprocess.Popen(command, **options)


def end(process):
    """Kill the process and all that it started, and close its pipes."""
    with suppress(OSError):  # the group may have ended
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()
    process.wait()
