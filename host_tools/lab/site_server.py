"""A web server to test the site: it serves below a path, compresses what web servers compress, and
counts bytes."""

import gzip
import mimetypes
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PACKED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm")
KEEPER = "service.js"
PATH = "/some/where/"
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}


@cache
def packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class SiteServer:
    """Serves a folder below PATH on the loopback address.

    `sent`: bytes of each response's body by file name; `for_cache`: the same for requests by its
    service worker; `missing`: names not found; `refused`: names that get a 404; `answers`: handlers
    for other names.
    """

    def __init__(
        self,
        folder: Path,
        answers: Mapping[str, Callable[[BaseHTTPRequestHandler], None]] | None = None,
    ) -> None:
        self.sent: dict[str, int] = {}
        self.for_cache: dict[str, int] = {}
        self.missing: list[str] = []
        self.refused: set[str] = set()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = self.path.partition("?")[0].removeprefix(PATH) or "index.html"
                if answers and name in answers:
                    answers[name](self)
                    return
                file = folder / name
                if not self.path.startswith(PATH) or name in site.refused or not file.is_file():
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
                with suppress(ConnectionError):  # the page is closed
                    self.wfile.write(data)
                keeps = self.headers.get("Referer", "").endswith(f"{PATH}{KEEPER}")
                (site.for_cache if keeps else site.sent)[name] = len(data)

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Browsers open connections on which they send no request.
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.address = f"http://127.0.0.1:{self._server.server_port}{PATH}"

    def __enter__(self) -> "SiteServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
