"""A real browser and a small web server for the tests of the published book.

Chromium is looked for on the machine first, then where Playwright keeps its own.
Without one the browser tests are skipped with the reason, or, where REQUIRE_BROWSER=1
says that they must run, they fail.
"""

import gzip
import os
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from chromium import FLAGS, MISSING, chromium_path
from node_tools import ensure_node_modules

# Lighthouse asks for targets of 24 pixels; axe-core alone leaves that rule off.
AXE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
COMPRESSED = {".html", ".css", ".js", ".svg", ".json", ".txt"}


def require_browser(found):
    """Skip the test if no browser was found, or fail it where browsers must be."""
    if found:
        return
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(MISSING)
    pytest.skip(MISSING)


@contextmanager
def open_browser():
    """A headless Chromium with an empty profile."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = chromium_path(playwright)
        require_browser(path)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Handler(SimpleHTTPRequestHandler):
    """Static files under a prefix, compressed and cached as a real host does it."""

    def __init__(self, *args, prefix="", **options):
        self.prefix = prefix
        super().__init__(*args, **options)

    def translate_path(self, path):
        """The file behind the address; nothing lies outside the prefix."""
        if not path.startswith(f"{self.prefix}/"):
            return os.devnull + "/none"
        return super().translate_path(path.removeprefix(self.prefix))

    def send_head(self):
        """Answer with a compressed body where that makes it smaller."""
        path = Path(self.translate_path(self.path))
        if path.suffix not in COMPRESSED or not path.is_file():
            return super().send_head()
        body = gzip.compress(path.read_bytes(), 6, mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        page = path.suffix == ".html"
        self.send_header("Cache-Control", "no-cache" if page else "max-age=600")
        self.end_headers()
        return BytesIO(body)

    def log_message(self, *args):
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A server that a closed page does not disturb."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        """A browser that leaves early is no error."""


@contextmanager
def serve(folder, prefix=""):
    """The folder's address on a free port of this machine, under the prefix."""
    handler = partial(Handler, directory=str(folder), prefix=prefix)
    with Server(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{prefix}/"
        server.shutdown()


def axe_findings(page, within="html"):
    """What axe-core objects to, with everything unfolded: rules and their elements."""
    page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
    page.evaluate((ensure_node_modules() / "axe-core/axe.min.js").read_text("utf-8"))
    found = page.evaluate("(args) => axe.run(...args)", [within, AXE])["violations"]
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found]
