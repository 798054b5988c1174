"""Serve a folder of HTML to this machine alone: `python scripts/serve.py FOLDER PORT`."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each; scripts have their right type everywhere."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
    }

    def log_message(self, *_):
        """Say nothing of a request that went well or not."""


def serve(folder, port):
    """Serve the folder until Ctrl-C."""
    handler = partial(Quiet, directory=folder)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        sys.exit(f"Port {port} cannot be served on ({error.strerror}).")
    with server:
        print(f"The book is at http://127.0.0.1:{port}/ (Ctrl-C stops it).", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
