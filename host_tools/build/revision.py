"""What a board is built of, as a firmware's manifest and the board's own file name it.

A board keeps one line, `BOARD PARTS SUM`, in the file /board: the name of its profile; its revision
and the parts that a firmware depends on, as `revision=1,leds=4,piezo=GP16+GP17,sensor=DRV5055A3`;
and the first 8 hex digits of the SHA-256 of both. A manifest names BOARD and PARTS of the boards
that the firmware is for.
"""

import hashlib
from dataclasses import dataclass

from host_tools.build import profiles

_DIGITS = 8


class RevisionError(ValueError):
    """The file is damaged."""


@dataclass(frozen=True)
class Revision:
    """The name of a profile, and revision and parts of the boards built from it; "" if unknown."""

    board: str
    parts: str = ""

    def encode(self) -> bytes:
        """The file that a board keeps."""
        said = f"{self.board} {self.parts}".encode()
        return said + f" {_sum(said)}\n".encode()

    def beside(self, other: "Revision") -> str:
        """What a user calls this board; for the same profile, with the parts that differ."""
        if self.board != other.board:
            return self.board
        theirs = other.parts.split(",")
        differing = [part for part in self.parts.split(",") if part not in theirs]
        return f"{self.board} ({', '.join(differing)})"

    def differs(self, other: "Revision") -> bool:
        """Whether a firmware for one is wrong on the other; unknown values match any."""
        pairs = ((self.board, other.board), (self.parts, other.parts))
        return any(one and two and one != two for one, two in pairs)


def decode(data: bytes) -> Revision:
    """Read the file that a board keeps. Raises RevisionError."""
    said, _, total = data.rstrip(b"\n").rpartition(b" ")
    words = said.decode("ascii", errors="replace").split(" ")
    if len(words) != 2 or total != _sum(said).encode():
        raise RevisionError(f"not what a board keeps: {data[:60]!r}")
    return Revision(*words)


def of_board(name: str) -> Revision:
    """The boards built from the profile of this name today. Raises ValueError."""
    data = profiles.data(name)
    piezo = "+".join(f"GP{pin}" for pin in data["pins"]["beeper"])
    parts = {
        "revision": data["version"],
        "leds": data["leds"]["per_cell"],
        "piezo": piezo,
        "sensor": data["sensor"]["part"],
    }
    return Revision(name, ",".join(f"{part}={value}" for part, value in parts.items()))


def of_firmware(version: str, board: str, parts: str) -> Revision:
    """The boards that the firmware with these words in its manifest is for."""
    if version == "0.1.0":  # its manifest names no board
        return Revision("tile4x4", "revision=1,leds=1,piezo=GP21,sensor=DRV5055A3")
    return Revision(board, parts)


def _sum(said: bytes) -> str:
    return hashlib.sha256(said).hexdigest()[:_DIGITS]
