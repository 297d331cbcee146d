"""A plain web server for the site, beneath a path, that packs what can be packed as web servers do,
and counts what it sent."""

import gzip
import mimetypes
import threading
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PACKED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm")
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}


@cache
def packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class SiteServer:
    """Serves a folder beneath `path` on the loopback address. `sent`: bytes of each answer's body
    by file name; `missing`: what was asked for in vain; `refused`: names that get a 404."""

    def __init__(self, folder: Path, path: str = "/some/where/"):
        self.sent: dict[str, int] = {}
        self.missing: list[str] = []
        self.refused: set[str] = set()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = self.path.partition("?")[0].removeprefix(path) or "index.html"
                file = folder / name
                if not self.path.startswith(path) or name in site.refused or not file.is_file():
                    site.missing.append(self.path)
                    self.send_error(404)
                    return
                data = file.read_bytes()
                self.send_response(200)
                if file.suffix in PACKED:
                    data = packed(file, file.stat().st_mtime_ns)
                    self.send_header("Content-Encoding", "gzip")
                kind = TYPES.get(file.suffix) or mimetypes.guess_type(name)[0]
                self.send_header("Content-Type", kind or "application/octet-stream")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
                site.sent[name] = len(data)

            def log_message(self, *_) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Browsers open connections on which they then ask for nothing.
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.address = f"http://127.0.0.1:{self._server.server_port}{path}"

    def __enter__(self) -> "SiteServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
