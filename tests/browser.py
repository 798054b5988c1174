"""A real browser and a small web server for the tests of the published book.

Chromium is looked for on the machine first, then where Playwright keeps its own.
Without one the browser tests are skipped with the reason, or, where REQUIRE_BROWSER=1
says that they must run, they fail.
"""

import gzip
import os
from contextlib import contextmanager
from dataclasses import dataclass, field
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
PATIENCE = 300_000  # milliseconds: only what hangs takes as long
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
        browser = playwright.chromium.launch(
            executable_path=path, args=FLAGS, timeout=PATIENCE
        )
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


# Formulas stand, every live figure has been scrolled to and has started, and nothing
# has changed for a while: sizes are known and all that follows from them is set.
SETTLED = """async () => {
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  let latest = performance.now() + 120000;
  for (const figure of document.querySelectorAll("[data-figure]")) {
    figure.scrollIntoView({ behavior: "instant" });
    const going = () => !["ready", "failed"].includes(figure.dataset.figure);
    while (going() && performance.now() < latest) await wait(20);
  }
  scrollTo({ top: 0, behavior: "instant" });
  latest = performance.now() + 10000;
  let changed = true;
  const watch = new MutationObserver(() => { changed = true; });
  const all = { attributes: true, childList: true, characterData: true, subtree: true };
  watch.observe(document.documentElement, all);
  while (changed && performance.now() < latest) {
    changed = false;
    await wait(100);
    await frame();
    await frame();
  }
  watch.disconnect();
}"""
FACTS = """() => ({
  width: document.documentElement.scrollWidth,
  formulas: document.querySelectorAll(".math").length,
  rendered: document.querySelectorAll(".math > mjx-container").length,
  renderer: document.querySelectorAll("script[src*='mathjax']").length,
  broken: document.querySelectorAll("mjx-merror, [data-mjx-error]").length,
  figures: document.querySelectorAll("script[type$='widget-view+json']").length,
  started: document.querySelectorAll("[data-figure='ready']").length,
  pythonOnly: document.querySelectorAll(".book-needs-kernel:not([data-figure])").length,
})"""


@dataclass
class Visit:
    """What a visit to a page showed."""

    errors: list = field(default_factory=list)
    outside: list = field(default_factory=list)
    bytes: int = 0
    facts: dict = field(default_factory=dict)

    def watch(self, page, home):
        """Write down what goes wrong, what leaves the site, and what is paid."""

        def on_response(response):
            if response.status >= 400:
                self.errors.append(f"{response.status} {response.url}")

        def on_request(request):
            if not request.url.startswith((home, "data:", "blob:")):
                self.outside.append(request.url)

        def on_finished(event):
            self.bytes += event["encodedDataLength"]

        def on_console(message):
            if message.type in ("error", "warning"):
                self.errors.append(message.text)

        page.on("console", on_console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("requestfailed", lambda request: self.errors.append(request.url))
        page.on("response", on_response)
        page.on("request", on_request)
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.loadingFinished", on_finished)

    def go(self, page, address):
        """Open the address and wait until the page is settled."""
        page.goto(address, wait_until="load")
        page.evaluate(SETTLED)
