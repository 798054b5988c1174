"""How a command ends when it is stopped, or when nobody reads what it says.

Only the standard library is used here, and an old Python can read the file.
"""

import os
import signal
import sys

STOPPED = 130  # the exit code after Ctrl-C, as shells have it


def leave_at_once():
    """From here on Ctrl-C ends the process without a word, until `be_stopped`."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(STOPPED))


def be_stopped():
    """From here on Ctrl-C is a KeyboardInterrupt; if it was ignored, it still is."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def say(sentence):
    """Print the sentence at once; if nobody can read it, go on in silence."""
    try:
        print(sentence, flush=True)
    except OSError:  # a closed pipe, or a full disk
        silence(sys.stdout)


def silence(stream):
    """Let what is written from here on go nowhere, what still waits included."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def stop():
    """End the process as after Ctrl-C, whatever libraries would still say."""
    silence(sys.stderr)
    sys.exit(STOPPED)
