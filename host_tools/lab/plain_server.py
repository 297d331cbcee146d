"""A folder served by `python -m http.server`, over a line of limited rate and latency."""

import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

PIECE = 16_384  # bytes sent at once
_PORT = re.compile(r"port (\d+)")


class PlainServer:
    """Serves `folder` on the loopback address, at `rate` bytes per second in total. A round trip
    takes `round_trip_s`, and so does opening a connection; the server closes each after one
    response. TCP's slow start is not simulated."""

    def __init__(self, folder: Path, rate: float, round_trip_s: float) -> None:
        self._folder = folder
        self._rate = rate
        self._free_s = 0.0  # when the line is free again
        self._lock = threading.Lock()
        self._round_trip_s = round_trip_s

    def __enter__(self) -> "PlainServer":
        command = (sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "0")
        self._server = subprocess.Popen(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._server.stdout is not None
        found = _PORT.search(self._server.stdout.readline())
        assert found is not None
        self._port = int(found[1])
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()
        self._server.terminate()
        self._server.wait()
        assert self._server.stdout is not None
        self._server.stdout.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._door.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        """Handle one connection, which is one request: the server uses HTTP/1.0."""
        with suppress(OSError), client:
            asked = client.recv(PIECE)
            if not asked:
                return
            with socket.create_connection(("127.0.0.1", self._port)) as server:
                server.sendall(asked)
                time.sleep(2 * self._round_trip_s)
                while data := server.recv(PIECE):
                    with self._lock:
                        self._free_s = max(self._free_s, time.monotonic()) + len(data) / self._rate
                        free_s = self._free_s
                    time.sleep(max(0.0, free_s - time.monotonic()))
                    client.sendall(data)
