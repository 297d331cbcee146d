"""The file of a recording: gzip of JSON, one value per line, append-only.

The first line says what was recorded:

    {"lodeboard": "recording", "version": 3, "board": "tile4x4", "on": "simulated", "seed": 1,
     "began": "2026-01-31T12:00:00+00:00", "stored": {"settings": "4c42..."},
     "colours": "00000000ff00...", "movements": "00000000000000001234..."}

`stored` is the board's stored data at the start of the recording, in hexadecimal; null if unknown
because the board was running. `colours` and `movements` are the palette of the program that
recorded (lodeboard.lights.palette). Then, in order of time,

    [20, 3, -5, ...]    a scan: board time in ms since the scan before, and by how much each cell's
                        reading differs from that scan's; at first from nothing
    ["held", 2]         buttons down from the next scan on: 1 left, 2 middle, 4 right, added up
    ["lights", "a0..."] the bytes on the LED chain after the last scan, in hexadecimal
    ["tone", 440]       the sound since then in hertz, 0 is silence
    ["said", "..."]     any other line of the board
    ["sent", "..."]     a line of a computer to the board
    ["sum", 123456]     the CRC-32 of all lines before, this one not included; after each second

What follows the last sum is not read. Versions 1 and 2 called `stored` `kept`; version 1 had
no palette and no sums.

Readings are mostly noise; as differences they take about 500 KB in ten minutes.
"""

import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins

from host_tools.board.simulator.meanings import Palette
from host_tools.jobs.messages import MessageError, checked, parsed
from lodeboard.lights import palette

VERSION = 3
_WITHOUT_SUMS = 1
_NAMED_STORED = 3
_GZIP = 16 + zlib.MAX_WBITS
_SCANS = 50  # between flushes: a second of board time
_MOST_BYTES = 1 << 28  # unpacked: about ten hours
_READ = 1 << 12  # read at a time: data before a damaged place can still be read
_PIECE = 1 << 20
_SUM = "sum"
KINDS = {"held": int, "lights": str, "tone": int, "said": str, "sent": str}
_MOST_MEANINGS = 255


class RecordingError(ValueError):
    """Not a recording that this program can read; the text says why."""


class Header(Struct, kw_only=True):
    """The first line of the file."""

    lodeboard: str
    version: int
    board: str
    on: str
    seed: int
    began: str
    stored: dict[str, str] | None
    colours: str = ""
    movements: str = ""

    def palette(self) -> Palette | None:
        """The palette of the recorded board; None if it is unknown. RecordingError."""
        if self.version == _WITHOUT_SUMS:
            return None
        colours, movements = bytes.fromhex(self.colours), self.movements.encode()
        meanings = len(movements) // palette.STEPS
        if not (
            meanings <= _MOST_MEANINGS
            and self.movements == self.movements[: meanings * palette.STEPS]
            and len(colours) == 3 * meanings
            and all(step in b"0123456789" for step in movements)
        ):
            raise RecordingError("its palette is not that of a board")
        return colours, movements


class Scan(Struct, frozen=True):
    """One tick: board time in ms, buttons down, and a reading of each cell in raw counts."""

    ms: int
    held: int
    raw: tuple[int, ...]


class Other(Struct, frozen=True):
    """An event after a scan: its kind (KINDS) and its value."""

    kind: str
    value: Any


Event = Scan | Other


class Writer:
    """Writes a recording. The file is complete up to the last second of board time, even if this
    program is killed. OSError if it cannot be written."""

    def __init__(self, path: Path, header: Header) -> None:
        self._file = path.open("xb")
        self._pack = zlib.compressobj(9, zlib.DEFLATED, _GZIP)
        self._last = Scan(0, 0, ())
        self._scans = 0
        self._sum = 0
        self._put(to_builtins(header))
        self._flush()

    def scan(self, scan: Scan) -> None:
        """Write the readings of a tick."""
        last = self._last
        if scan.held != last.held:
            self._put(["held", scan.held])
        before = last.raw or (0,) * len(scan.raw)
        steps = [now - then for now, then in zip(scan.raw, before, strict=True)]
        self._put([scan.ms - last.ms, *steps])
        self._last = scan
        self._scans += 1
        if self._scans % _SCANS == 0:
            self._flush()

    def other(self, kind: str, value: object) -> None:
        """Write another event of the board, or a line sent to it."""
        self._put([kind, value])

    def close(self) -> None:
        """Finish the file."""
        self._put([_SUM, self._sum])
        self._file.write(self._pack.flush())
        self._file.close()

    def _put(self, value: object) -> None:
        line = (json.dumps(value, separators=(",", ":")) + "\n").encode()
        self._sum = zlib.crc32(line, self._sum)
        self._file.write(self._pack.compress(line))

    def _flush(self) -> None:
        self._put([_SUM, self._sum])
        self._file.write(self._pack.flush(zlib.Z_SYNC_FLUSH))
        self._file.flush()
        os.fsync(self._file.fileno())


class Reader:
    """Reads a recording; a truncated or damaged one up to the last sum before. `cut`: after
    reading, why it ends early; "" if complete. `damaged`: whether it holds what was never written.
    RecordingError if it is not a recording."""

    def __init__(self, path: Path) -> None:
        self._lines = self._unpacked(path)
        self.cut = ""
        self.damaged = False
        first = next(self._lines, b"")
        try:
            value = parsed(first)
            if not isinstance(value, dict) or value.get("lodeboard") != "recording":
                raise RecordingError(f"{path} is no recording of a board")
            if value.get("version") not in range(_WITHOUT_SUMS, VERSION + 1):
                found = value.get("version")
                raise RecordingError(
                    f"{path} is a recording of version {found}; this program reads versions up to"
                    f" {VERSION}"
                )
            if value["version"] < _NAMED_STORED:
                value["stored"] = value.pop("kept", None)
            self.header = checked(value, Header)
            if any(Path(name).name != name for name in value.get("stored") or {}):
                raise RecordingError(f"{path} is no recording of a board: a name is not a file's")
            self.stored = {n: bytes.fromhex(v) for n, v in (self.header.stored or {}).items()}
            self.palette = self.header.palette()
            self._sum = zlib.crc32(first + b"\n")
        except RecordingError:
            raise
        except ValueError as error:
            raise RecordingError(f"{path} is no recording of a board: {error}") from None

    def events(self) -> Iterator[Event]:
        """Yield the events in order. RecordingError if it unpacks to too much data."""
        last = Scan(0, 0, ())
        held = 0
        lines = enumerate(self._lines, 2)
        for number, line in lines if self.header.version == _WITHOUT_SUMS else self._sure(lines):
            try:
                value = checked(parsed(line), list)
                if value and isinstance(value[0], str):
                    other = Other(value[0], checked(value[1:], list)[0])
                    checked(other.value, KINDS[other.kind])
                    if other.kind == "held":
                        held = other.value
                    else:
                        yield other
                    continue
                steps = checked(value, list[int])
                before = last.raw or (0,) * (len(steps) - 1)
                raw = tuple(a + b for a, b in zip(before, steps[1:], strict=True))
                last = Scan(last.ms + steps[0], held, raw)
            except (MessageError, KeyError, IndexError, ValueError) as error:
                self._end(f"line {number} is damaged: {error}")
                return
            yield last

    def _sure(self, lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
        """Yield the lines that a sum confirms."""
        waiting: list[tuple[int, bytes]] = []
        for number, line in lines:
            if line.startswith(b'["sum",'):
                if line != b'["sum",%d]' % self._sum:
                    self._end(f"it is damaged before line {number}, whose sum is another")
                    return
                yield from waiting
                waiting.clear()
            else:
                waiting.append((number, line))
            self._sum = zlib.crc32(line + b"\n", self._sum)
        if waiting and not self.cut:
            self._end("its last lines have no sum")

    def _end(self, why: str) -> None:
        self.cut, self.damaged = why, True

    def _unpacked(self, path: Path) -> Iterator[bytes]:
        """Yield the complete lines up to the end or the damage."""
        unpack = zlib.decompressobj(_GZIP)
        rest, total = b"", 0
        with path.open("rb") as file:
            while not unpack.eof:
                data = unpack.unconsumed_tail or file.read(_READ)
                if not data:
                    self.cut = "the file ends in the middle"
                    return
                try:
                    piece = unpack.decompress(data, _PIECE)
                except zlib.error as error:
                    self._end(f"the file is damaged: {error}")
                    return
                total += len(piece)
                if total > _MOST_BYTES:
                    raise RecordingError(f"{path} holds more than {_MOST_BYTES >> 20} MB")
                *lines, rest = (rest + piece).split(b"\n")
                yield from lines
        if rest:
            self._end("the last line has no end")
