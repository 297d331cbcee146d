"""A server for phones: the files of the page, and WebSockets with the lines of the link.

HTTP/1.1 (RFC 9112), one request a connection; WebSockets as in RFC 6455, read by MicroPython's
module. Nothing here waits: `poll` does what can be done at once, a few packets at a time.

The files are in one table, packed by gzip: b"LBWW", their number (2 bytes), 2 zero bytes, then for
each 16 bytes: the first 8 of the SHA-256 of its path, its place in the table (4 bytes), and its
length (3 bytes) and content type (1). All numbers begin with the low byte.
"""

import select
import socket  # type: ignore[import-not-found]  # of boards with a network
from binascii import b2a_base64
from hashlib import sha1, sha256
from time import ticks_diff

from micropython import const
from websocket import websocket  # type: ignore[import-not-found]

from lodeboard.boards.profile import LINE_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from lodeboard.ports.port import Table

_MOST = const(6)  # connections; lwIP of MicroPython has five, and the one that listens
_LONGEST_ASKED = const(2048)  # bytes of a request
_PATIENCE_MS = const(5000)  # until a request is complete, and until the other end takes more
_PART = const(1024)  # bytes sent at a time
_MOST_UNSENT = const(12288)  # bytes of lines that wait for a phone; then it is too slow
_MAGIC = b"LBWW"
_SALT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
_TYPES = (
    "text/html; charset=utf-8", "text/css; charset=utf-8", "text/javascript; charset=utf-8",
    "application/json", "image/svg+xml", "font/woff2", "image/png", "application/octet-stream",
)  # fmt: skip
LINK = "/link"


class Connection:
    """One connection. unsent: bytes to send, then `left` bytes of the table from `place` on, then
    the end, unless it has become a link. In a link `read_line` and `write_line` are as those of a
    port's Serial. ending: it is closed once all is sent."""

    def __init__(self, sock: "Any", now_ms: int):
        self.sock = sock
        self.moved_ms = now_ms
        self.received = bytearray()
        self.unsent = bytearray()
        self.place = 0
        self.left = 0
        self.answered = False
        self.frames: "Any" = None  # of a link
        self.open = True
        self.ending = False
        self._lines: "list[str]" = []

    def read_line(self) -> "str | None":
        """Return the next whole line, without its end, or None."""
        return self._lines.pop(0) if self._lines else None

    def write_line(self, line: str) -> None:
        """Send a line as one message. A phone that does not keep up is disconnected."""
        data = line.encode()
        size = len(data)
        if size < 126:
            self.unsent += bytes((0x81, size))
        else:
            self.unsent += bytes((0x81, 126, size >> 8, size & 255))
        self.unsent += data
        if len(self.unsent) > _MOST_UNSENT:
            self.open = False

    def finish(self) -> None:
        """Close it once all is sent."""
        self.ending = True

    def take(self) -> None:
        """Read what has come. Raises OSError."""
        data = (self.frames or self.sock).read(_PART)
        if data == b"":
            self.open = False
        if not data:
            return
        self.received += data
        if self.frames is None:
            return
        while True:
            end = self.received.find(b"\n")
            if end < 0:
                break
            try:
                self._lines.append(bytes(self.received[:end]).decode())
            except UnicodeError:
                self.open = False
            self.received = self.received[end + 1 :]
        if len(self.received) > LINE_BYTES:
            self.open = False

    def close(self) -> None:
        """Close it; no error if the other end has."""
        self.open = False
        try:
            self.sock.close()
        except OSError:
            pass


class Web:
    """table: opens the table with the files, or gives None. links: the open WebSockets."""

    def __init__(self, table: "Callable[[], Table | None]"):
        self._open_table = table
        self._table: "Table | None" = None
        self._listener: "Any" = None
        self._connections: "list[Connection]" = []
        self._poll = select.poll()
        self._hosts: "tuple[str, ...]" = ()
        self._site = ""
        self.links: "list[Connection]" = []

    def begin(self, number: int, hosts: "tuple[str, ...]", site: str) -> None:
        """Listen at this port. hosts: the board's own names; a link that was opened by another
        page is refused. site: the address, with a slash at its end, where the files are that the
        table does not have, or "". Raises OSError."""
        self.end()
        self._hosts = hosts
        self._site = site
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(socket.getaddrinfo("0.0.0.0", number)[0][-1])
        listener.listen(_MOST)
        listener.setblocking(False)
        self._listener = listener
        self._poll.register(listener, select.POLLIN)
        self._table = self._open_table()

    def end(self) -> None:
        """Close everything."""
        for connection in self._connections:
            self._poll.unregister(connection.sock)
            connection.close()
        self._connections.clear()
        self.links.clear()
        if self._listener is not None:
            self._poll.unregister(self._listener)
            self._listener.close()
        self._listener = None
        if self._table is not None:
            self._table.close()
        self._table = None

    def poll(self, now_ms: int) -> None:
        """Do what can be done without waiting."""
        ready = {id(sock): event for sock, event in self._poll.poll(0)}
        if id(self._listener) in ready:
            self._accept(now_ms)
        for connection in list(self._connections):
            event = ready.get(id(connection.sock), 0)
            try:
                if event & select.POLLIN:
                    connection.moved_ms = now_ms
                    connection.take()
                    if connection.frames is None and not connection.answered:
                        self._look(connection)
                elif event & (select.POLLERR | select.POLLHUP):
                    connection.open = False
                if connection.unsent or connection.left:
                    self._send(connection, now_ms)
            except OSError:
                connection.open = False
            if connection.frames is not None and not connection.unsent:
                connection.moved_ms = now_ms  # nothing to wait for
            elif ticks_diff(now_ms, connection.moved_ms) > _PATIENCE_MS:
                connection.open = False
            done = connection.answered and not connection.unsent and not connection.left
            if connection.frames is not None and not connection.ending:
                done = False
            if done or not connection.open:
                self._drop(connection)

    def _accept(self, now_ms: int) -> None:
        try:
            sock = self._listener.accept()[0]
        except OSError:
            return
        sock.setblocking(False)
        if len(self._connections) >= _MOST:
            sock.close()
            return
        self._poll.register(sock, select.POLLIN)
        self._connections.append(Connection(sock, now_ms))

    def _drop(self, connection: Connection) -> None:
        self._poll.unregister(connection.sock)
        connection.close()
        self._connections.remove(connection)
        if connection in self.links:
            self.links.remove(connection)

    def _send(self, connection: Connection, now_ms: int) -> None:
        if not connection.unsent:
            part = bytearray(min(_PART, connection.left))
            assert self._table is not None
            self._table.seek(connection.place)
            self._table.readinto(part)
            connection.unsent = part
            connection.place += len(part)
            connection.left -= len(part)
        sent = connection.sock.write(connection.unsent[:_PART])
        if sent:
            connection.moved_ms = now_ms
            connection.unsent = connection.unsent[sent:]

    # Requests

    def _look(self, connection: Connection) -> None:
        """Answer the request once it is complete."""
        end = connection.received.find(b"\r\n\r\n")
        if end < 0:
            if len(connection.received) > _LONGEST_ASKED:
                self._answer(connection, "431 Request Header Fields Too Large")
            return
        try:
            lines = bytes(connection.received[:end]).decode().split("\r\n")
            method, path, _ = lines[0].split(" ")
        except (UnicodeError, ValueError):
            self._answer(connection, "400 Bad Request")
            return
        fields = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            fields[name.strip().lower()] = value.strip()
        path = path.split("?")[0]
        if method not in ("GET", "HEAD"):
            self._answer(connection, "405 Method Not Allowed")
        elif path == LINK:
            self._become_link(connection, fields)
        else:
            self._give(connection, path[1:] or "index.html", method == "HEAD")

    def _answer(self, connection: Connection, status: str, *fields: str, length: int = 0) -> None:
        head = ["HTTP/1.1 " + status, "Connection: close", f"Content-Length: {length}"]
        head += fields
        connection.unsent += ("\r\n".join(head) + "\r\n\r\n").encode()
        connection.answered = True

    def _give(self, connection: Connection, path: str, head: bool) -> None:
        found = self._find(path)
        if found is None and self._site and ".." not in path:
            self._answer(connection, "302 Found", f"Location: {self._site}{path}")
            return
        if found is None:
            self._answer(connection, "404 Not Found")
            return
        place, length, kind = found
        self._answer(
            connection,
            "200 OK",
            "Content-Type: " + _TYPES[kind],
            "Content-Encoding: gzip",
            "Cache-Control: no-cache",
            "X-Content-Type-Options: nosniff",
            length=length,
        )
        if not head:
            connection.place = place
            connection.left = length

    def _find(self, path: str) -> "tuple[int, int, int] | None":
        """Return the place, length and type of a file."""
        table = self._table
        if table is None:
            return None
        head = bytearray(8)
        table.seek(0)
        if table.readinto(head) != len(head) or head[:4] != _MAGIC:
            return None
        wanted = sha256(path.encode()).digest()[:8]
        record = bytearray(16)
        for _ in range(head[4] | head[5] << 8):
            if table.readinto(record) == len(record) and record[:8] == wanted:
                number = int.from_bytes(record[12:16], "little")
                kind = min(number >> 24, len(_TYPES) - 1)
                return int.from_bytes(record[8:12], "little"), number & 0xFFFFFF, kind
        return None

    def _become_link(self, connection: Connection, fields: "dict[str, str]") -> None:
        """Open a WebSocket, unless another site's page asks for it."""
        host = fields.get("host", "")
        own = host.split(":")[0] in self._hosts and fields.get("origin") == "http://" + host
        key = fields.get("sec-websocket-key", "")
        if not own:
            self._answer(connection, "403 Forbidden")
            return
        if fields.get("upgrade", "").lower() != "websocket" or not key:
            self._answer(connection, "426 Upgrade Required", "Upgrade: websocket")
            return
        accept = b2a_base64(sha1(key.encode() + _SALT).digest()).decode().strip()
        head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        connection.unsent += f"{head}Sec-WebSocket-Accept: {accept}\r\n\r\n".encode()
        connection.received = bytearray()
        connection.answered = True
        connection.frames = websocket(connection.sock)
        self.links.append(connection)
