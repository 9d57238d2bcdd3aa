#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""web_serve.py: serves build/web/site to this machine only, as tools/web.py wrote it.

usage: tools/web_serve.py [--port PORT] [FOLDER]

Prints the address. PORT is 8000, or the next free one; 0 takes any. Nothing is cached, so a reload
shows what was built last.
"""
import argparse
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Handler(SimpleHTTPRequestHandler):
    extensions_map = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
                      ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8",
                      ".gz": "application/gzip", "": "application/octet-stream"}

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format, *args):
        """Tells errors only."""

    def list_directory(self, path):
        self.send_error(404)


def server_at(port, folder):
    handler = partial(Handler, directory=str(folder))
    for candidate in range(port, port + 20 if port else 1):
        try:
            return ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError:
            continue
    sys.exit(f"web_serve.py: ports {port} to {port + 19} are taken; write --port 0")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/web/site")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    if not (options.folder / "index.html").exists():
        sys.exit(f"web_serve.py: {options.folder} has no index.html: run tools/web.py first")
    server = server_at(options.port, options.folder)
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
