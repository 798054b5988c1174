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
from chromium import FLAGS, MISSING, chromium_path, running_playwright
from node_tools import ensure_node_modules

# Lighthouse asks for targets of 24 pixels; axe-core alone leaves that rule off.
AXE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
EVERY_FIGURE = 'dispatchEvent(new Event("beforeprint"))'
ALL_STARTED = """() => document.documentElement.dataset.widgets === "ready"
  && [...document.querySelectorAll("[data-figure]")]
    .every(({ dataset }) => ["ready", "failed"].includes(dataset.figure))"""
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
    with running_playwright() as playwright:
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


# The page has been laid out, its observers have been told, and nothing changes any more
# but what moves by itself.
SETTLED = """async () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => {
    const latest = performance.now() + 5000;
    let quiet = setTimeout(resolve, 200);
    new MutationObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(resolve, performance.now() < latest ? 200 : 0);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
}"""


def axe_findings(page, within="html"):
    """What axe-core objects to, with everything unfolded: rules and their elements."""
    page.evaluate(SETTLED)
    page.evaluate((ensure_node_modules() / "axe-core/axe.min.js").read_text("utf-8"))
    found = page.evaluate("(args) => axe.run(...args)", [within, AXE])["violations"]
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found]


def start_all(page):
    """Start every figure of the page, also those far below."""
    page.wait_for_function('document.documentElement.dataset.widgets === "ready"')
    page.evaluate(EVERY_FIGURE)
    page.wait_for_function(ALL_STARTED)
