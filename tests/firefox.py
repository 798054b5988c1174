"""Firefox, driven over its own protocol, Marionette: no driver is needed."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

PREFERENCES = {
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
}
STARTED = """
const done = arguments[arguments.length - 1];
const page = window.wrappedJSObject ?? window;
(async (window) => {{ {} }})(page).then(
  (value) => done(JSON.stringify(value ?? null)),
  (error) => done(JSON.stringify({{ failed: String(error) }})));
"""


def firefox_path():
    """Where Firefox is, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A Firefox without a window, which opens pages and runs scripts in them."""

    def __init__(self, port):
        self.number = 0
        for _ in range(240):
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                time.sleep(0.25)
        else:
            raise TimeoutError("Firefox does not answer")
        try:
            self.read()
            self.ask("WebDriver:NewSession")
            self.ask("WebDriver:SetTimeouts", script=120_000, pageLoad=60_000)
        except BaseException:
            self.socket.close()
            raise

    def read(self):
        """One message: its length, a colon, and its text."""
        length = b""
        while (sign := self.socket.recv(1)) != b":":
            length += sign
        text = b""
        while len(text) < int(length):
            text += self.socket.recv(int(length) - len(text))
        return json.loads(text)

    def ask(self, name, **options):
        """What Firefox answers to a command."""
        self.number += 1
        text = json.dumps([0, self.number, name, options]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, found = self.read()
        if error:
            raise RuntimeError(error["message"])
        return found

    def goto(self, address):
        """Open a page."""
        self.ask("WebDriver:Navigate", url=address)

    def evaluate(self, body):
        """What the body of a function gives in the page; `window` is the page's own."""
        script = STARTED.format(body)
        options = {"script": script, "args": [], "newSandbox": False}
        return json.loads(self.ask("WebDriver:ExecuteAsyncScript", **options)["value"])


@contextmanager
def open_firefox():
    """A Firefox with an empty profile; without one the test is skipped."""
    path = firefox_path()
    if path is None:
        pytest.skip("no Firefox found")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        wanted = PREFERENCES | {"marionette.port": port}
        lines = [
            f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in wanted.items()
        ]
        Path(profile, "user.js").write_text("\n".join(lines), "utf-8")
        command = [
            path,
            "--headless",
            "--marionette",
            "--no-remote",
            "--profile",
            profile,
        ]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, env=os.environ | {"HOME": profile}, **quiet)
        try:
            firefox = Firefox(port)
            with firefox.socket:
                yield firefox
        finally:
            process.terminate()
            process.wait(20)
