"""A web server to test the site: it serves below a path, compresses what web servers compress,
counts bytes, and limits its rate."""

import gzip
import mimetypes
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PACKED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm")
KEEPER = "service.js"
PIECE = 16_384  # bytes sent at once over a slow line
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}


@cache
def packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class Line:
    """A line with this many bytes per second for all users together; None: no limit."""

    def __init__(self, rate: float | None) -> None:
        self._rate = rate
        self._free = 0.0  # when the line is free again
        self._lock = threading.Lock()

    def pass_on(self, data: bytes, write: Callable[[bytes], object]) -> None:
        """Write these bytes at the rate of the line."""
        if self._rate is None:
            write(data)
            return
        for offset in range(0, len(data), PIECE):
            piece = data[offset : offset + PIECE]
            with self._lock:
                self._free = max(self._free, time.monotonic()) + len(piece) / self._rate
                free = self._free
            time.sleep(max(0.0, free - time.monotonic()))
            write(piece)


class SiteServer:
    """Serves a folder below `path` on the loopback address, at `rate` bytes per second in total.

    `sent`: bytes of each response's body by file name; `for_cache`: the same for requests by its
    service worker; `missing`: names not found; `refused`: names that get a 404; `answers`: handlers
    for other names.
    """

    def __init__(
        self,
        folder: Path,
        path: str = "/some/where/",
        rate: float | None = None,
        answers: Mapping[str, Callable[[BaseHTTPRequestHandler], None]] | None = None,
    ) -> None:
        self.sent: dict[str, int] = {}
        self.for_cache: dict[str, int] = {}
        self.missing: list[str] = []
        self.refused: set[str] = set()
        site, line = self, Line(rate)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = self.path.partition("?")[0].removeprefix(path) or "index.html"
                if answers and name in answers:
                    answers[name](self)
                    return
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
                with suppress(ConnectionError):  # the page is closed
                    line.pass_on(data, self.wfile.write)
                keeps = self.headers.get("Referer", "").endswith(f"{path}{KEEPER}")
                (site.for_cache if keeps else site.sent)[name] = len(data)

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Browsers open connections on which they send no request.
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
