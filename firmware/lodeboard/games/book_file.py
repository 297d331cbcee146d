"""The files of books, whatever the game: a header, and sections under their names.

Numbers are little-endian:

    0   "LODEBOOK"        8   version, 2 bytes      10  log2 of the page size, 1 byte
    11  sections, 1 byte  12  length of the header  16  length of the file
    20  rule set, 12 bytes, zeros after it
    32  for each section: name, 8 bytes, offset in the file, length
        CRC-32 of each page: pieces of the file after the header, the last one short
        CRC-32 of the header so far

Of each page that is read the checksum is compared, so no damaged byte decides a move.
"""

from binascii import crc32

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Tables

MAGIC = b"LODEBOOK"
VERSION = 1
PAGE_LOG = 11
FIXED = 32  # bytes of the header before the sections
ENTRY = 16  # bytes for a section
NAME = 8
RULES = 12

_LONGEST_HEADER = const(4096)
_LONGEST = const(1 << 24)  # bytes of a file
_CHUNK = const(128)  # bytes read at once


class BookError(ValueError):
    """A table that cannot be used; the text says which and why."""


class NoBook(BookError):
    """There is no table with this name."""


class BookFile:
    """The file of one rule set's book, called GAME-RULES or GAME, with its header read and checked.
    Raises BookError if it cannot be used, also later, when a damaged page is read."""

    def __init__(self, open_table: "Tables", game: str, rules: str) -> None:
        self.rules = rules
        self.name = game + "-" + rules if rules else game
        self._chunk = bytearray(_CHUNK)
        self._sections: dict[str, tuple[int, int]] = {}
        self._head = bytearray()
        self._length = 0
        try:
            file = open_table(self.name)
        except OSError as error:
            raise self.error("it cannot be read") from error
        if file is None:
            raise NoBook(f"there is no table {self.name}")
        self._file = file
        self._read_header()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def error(self, reason: str) -> BookError:
        """The BookError for this file, for the caller to raise."""
        return BookError(f"the table {self.name} cannot be used: {reason}")

    def _seek(self, offset: int) -> None:
        try:
            self._file.seek(offset)
        except OSError as error:
            raise self.error("it cannot be read") from error

    def _fill(self, into: "bytearray | memoryview") -> int:
        """Read on; returns the number of bytes."""
        try:
            return self._file.readinto(into)
        except OSError as error:
            raise self.error("it cannot be read") from error

    def _fill_all(self, into: "bytearray | memoryview") -> None:
        """Read on until the buffer is full."""
        got = self._fill(into)
        while got < len(into):
            more = self._fill(memoryview(into)[got:])
            if not more:
                raise self.error("it is cut short")
            got += more

    def _read_header(self) -> None:
        head = self._take(0, FIXED)
        if bytes(head[:8]) != MAGIC:
            raise self.error("it is no table of this kind")
        version = number(head, 8, 2)
        if version != VERSION:
            raise self.error(f"it has format {version}, and this firmware reads {VERSION}")
        long = number(head, 12, 4)
        self._length = number(head, 16, 4)
        sums = FIXED + head[11] * ENTRY
        pages = (self._length - long + (1 << PAGE_LOG) - 1) >> PAGE_LOG
        if (
            not FIXED < long <= _LONGEST_HEADER
            or not long <= self._length < _LONGEST
            or long != sums + 4 * pages + 4
            or head[10] != PAGE_LOG
        ):
            raise self.error("it is damaged, its header has no sense")
        head = self._take(0, long)
        if crc32(memoryview(head)[:-4]) & 0xFFFFFFFF != number(head, long - 4, 4):
            raise self.error("it is damaged, its header fails its checksum")
        rules = bytes(head[20:FIXED]).rstrip(b"\0")
        if rules != self.rules.encode():
            raise self.error(f"it is for {repr(rules)[2:-1]}, not for {self.rules}")
        self._seek(self._length - 1)
        if self._fill(self._chunk) != 1:
            raise self.error(f"it is not {self._length} bytes long, as it should be")
        for entry in range(FIXED, sums, ENTRY):
            name = "".join([chr(byte) for byte in head[entry : entry + NAME] if byte])
            section = (number(head, entry + NAME, 4), number(head, entry + NAME + 4, 4))
            if section[0] < long or section[0] + section[1] > self._length:
                raise self.error("it is damaged, a section is not in it")
            self._sections[name] = section
        self._head = head

    def _take(self, offset: int, count: int) -> bytearray:
        """Read bytes of the file, unchecked."""
        self._seek(offset)
        # Read into the final buffer: joining pieces would leave garbage before them.
        taken = bytearray(count)
        self._fill_all(taken)
        return taken

    def section(self, name: str) -> "tuple[int, int]":
        """Offset in the file and length."""
        if name not in self._sections:
            raise self.error(f"it has no {name}")
        return self._sections[name]

    def read(
        self, name: str, start: int, into: "bytearray | memoryview", position: int, count: int
    ) -> None:
        """Read bytes of a section, from `start` on, into into[position:], checked page by page."""
        offset, length = self.section(name)
        if start < 0 or start + count > length:
            raise self.error(f"it is damaged, {name} is too short")
        head = self._head
        first = len(head)
        begin = offset + start
        end = begin + count
        page = (begin - first) >> PAGE_LOG
        here = first + (page << PAGE_LOG)
        sums = FIXED + head[11] * ENTRY + 4 * page
        to = memoryview(into)[position : position + count]
        self._seek(here)
        while here < end:
            stop = min(here + (1 << PAGE_LOG), self._length)
            low = max(begin, here)
            high = min(end, stop)
            # Read wanted bytes straight into the final buffer.
            wanted = to[low - begin : high - begin]
            total = self._pass(low - here, 0)
            self._fill_all(wanted)
            total = self._pass(stop - high, crc32(wanted, total))
            if total & 0xFFFFFFFF != number(head, sums, 4):
                raise self.error(f"it is damaged near byte {here}")
            here = stop
            sums += 4

    def _pass(self, count: int, total: int) -> int:
        """Advance the checksum over bytes that are not wanted."""
        chunk = self._chunk
        while count >= _CHUNK:
            self._fill_all(chunk)
            total = crc32(chunk, total)
            count -= _CHUNK
        if count:
            rest = memoryview(chunk)[:count]
            self._fill_all(rest)
            total = crc32(rest, total)
        return total

    def whole(self, name: str, least: int, all_of_it: bool = True) -> bytearray:
        """Return a whole short section, or its first `length` bytes."""
        length = self.section(name)[1]
        if length < least:
            raise self.error(f"it is damaged, {name} is too short")
        got = bytearray(length if all_of_it else least)
        self.read(name, 0, got, 0, len(got))
        return got


def number(data: "bytes | bytearray | memoryview", offset: int, count: int) -> int:
    """Read a little-endian number of this many bytes."""
    return int.from_bytes(data[offset : offset + count], "little")


def without(
    error: BookError, what: str = "The book cannot be used, so the board only searches"
) -> str:
    """The message for a missing book."""
    return f"{what}: {error}."
