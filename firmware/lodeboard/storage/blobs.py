"""Small saved things (settings, calibration, journal) with a header that identifies each.

Layout: b"LB", kind (1 byte), version (1), payload length (2, little-endian), CRC-32 of
everything else (4), board name (16, zero padded), payload. A blob that does not match is refused,
with the reason.
"""

from binascii import crc32

from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Store
    from lodeboard.storage.unsaved import Unsaved

_HEADER = 26


class BlobError(ValueError):
    """Saved data is unusable; the text says why."""


def pack(kind: str, version: int, board: str, payload: bytes) -> bytes:
    """Wrap a payload. `kind` is one letter, `board` a profile name of at most 16 bytes."""
    head = b"LB" + kind.encode() + bytes((version, len(payload) & 255, len(payload) >> 8))
    name = board.encode()
    tail = name + bytes(16 - len(name)) + payload
    check: int = crc32(head + tail) & 0xFFFFFFFF
    return head + check.to_bytes(4, "little") + tail


def unpack(data: bytes, kind: str, version: int, board: str) -> bytes:
    """Return the payload of a blob. Raises BlobError."""
    if len(data) < _HEADER or data[:2] != b"LB":
        raise BlobError("not saved by Lodeboard, or cut short")
    size = data[4] | data[5] << 8
    if len(data) != _HEADER + size:
        raise BlobError(f"{len(data)} bytes where {_HEADER + size} belong")
    if crc32(data[:6] + data[10:]) & 0xFFFFFFFF != int.from_bytes(data[6:10], "little"):
        raise BlobError("damaged: its checksum does not fit")
    if data[2:3] != kind.encode():
        raise BlobError(f"holds something else (kind {data[2:3]!r})")
    if data[3] != version:
        raise BlobError(f"version {data[3]} where this firmware reads {version}")
    name = data[10:26].rstrip(b"\0")
    if name != board.encode():
        # Not decoded: MicroPython raises another error for bytes that are not text.
        raise BlobError(f"made for another board ({repr(name)[2:-1]})")
    return data[_HEADER:]


class Blobs:
    """The board's blobs, in a store that may fail. A blob that cannot be written stays in memory
    until the store accepts it.

    store: the port's. unsaved: what is in memory only, and why; None while everything is stored.
    """

    def __init__(self, store: "Store"):
        self.store = store
        self.table = store.table
        self.unsaved: "Unsaved | None" = None

    def load(self, name: str) -> "bytes | None":
        """Return the blob last saved under this name, or None. BlobError if it cannot be read."""
        if self.unsaved is None:
            try:
                return self.store.load(name)
            except OSError:
                pass
        try:
            return self.lose().load(name)
        except OSError as error:
            raise BlobError(f"not to be read now ({error})") from error

    def save(self, name: str, data: "bytes | None") -> None:
        """Keep a blob; None deletes it."""
        if self.unsaved is None:
            try:
                if data is None:
                    self.store.delete(name)
                else:
                    self.store.save(name, data)
                return
            except OSError:
                pass
        self.lose().save(name, data)

    def delete(self, name: str) -> None:
        """Forget a blob; no error when there is none."""
        self.save(name, None)

    def lose(self) -> "Unsaved":
        """Begin to hold blobs that cannot be stored."""
        if self.unsaved is None:
            # Rare, so the module is in memory only while a blob waits.
            with unimport():
                from lodeboard.storage.unsaved import Unsaved

            self.unsaved = Unsaved(self)
        return self.unsaved
