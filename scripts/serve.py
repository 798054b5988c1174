"""Serve a folder of HTML to this machine alone.

`python scripts/serve.py FOLDER PORT`
"""

import sys
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from terminal import say


class Handler(SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    # Windows may have another type on record, with which a browser runs no module.
    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
    }

    def log_message(self, *_):
        """Say nothing of a request that went well or not."""


def serve(folder, port):
    """Serve the folder until Ctrl-C."""
    handler = partial(Handler, directory=folder)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        sys.exit(f"Port {port} cannot be served on ({error.strerror}).")
    with server, suppress(KeyboardInterrupt):
        say(f"The book is at http://127.0.0.1:{port}/ (Ctrl-C stops it).")
        server.serve_forever()


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
