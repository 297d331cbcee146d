"""A plain web server to try the site with: beneath a path, it packs what can be packed as web
servers do, counts what it sent, and sends no faster than it is told to."""

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
PIECE = 16_384  # bytes that go through a slow line at once
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}


@cache
def packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class Line:
    """A line that carries so many bytes a second, whoever uses it; None: any number."""

    def __init__(self, rate: float | None) -> None:
        self._rate = rate
        self._free = 0.0  # when what was sent is through
        self._lock = threading.Lock()

    def pass_on(self, data: bytes, write: Callable[[bytes], object]) -> None:
        """Write these bytes as fast as the line has room for them."""
        if self._rate is None:
            write(data)
            return
        for at in range(0, len(data), PIECE):
            piece = data[at : at + PIECE]
            with self._lock:
                self._free = max(self._free, time.monotonic()) + len(piece) / self._rate
                free = self._free
            time.sleep(max(0.0, free - time.monotonic()))
            write(piece)


class SiteServer:
    """Serves a folder beneath `path` on the loopback address, at `rate` bytes a second in all.
    `sent`: bytes of each answer's body by file name; `kept`: the same of those that its service
    worker asks for, to keep them; `missing`: what was asked for in vain;
    `refused`: names that get a 404; `answers`: what answers requests to other names."""

    def __init__(
        self,
        folder: Path,
        path: str = "/some/where/",
        rate: float | None = None,
        answers: Mapping[str, Callable[[BaseHTTPRequestHandler], None]] | None = None,
    ) -> None:
        self.sent: dict[str, int] = {}
        self.kept: dict[str, int] = {}
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
                (site.kept if keeps else site.sent)[name] = len(data)

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
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
