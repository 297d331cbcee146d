"""The solution of Four Field Kono on disk: one file, read whole.

    header   magic "LODEKONO", version, CRC-32 of the scores; numbers little-endian
    scores   of all positions, as `compute.solve` gives them, zstd

The file is written beside its place and moved there whole.
"""

import os
import struct
import zlib
from pathlib import Path

import numpy as np
import zstandard

from host_tools.games.contract import Outcome, StoreError
from host_tools.games.kono.solver.compute import Scores, ternary
from host_tools.games.kono.solver.kernel import POSITIONS
from host_tools.jobs.cache import solution_folder
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, Game
from lodeboard.games.kono.rules import Kono

MAGIC = b"LODEKONO"
VERSION = 1
LEVEL = 6  # of zstd
_HEADER = struct.Struct("<8sHI")


def solution_path(folder: Path | None = None) -> Path:
    """Where the solution lies."""
    return (folder or solution_folder()) / "kono.solution"


def write_solution(path: Path, scores: Scores) -> int:
    """Write the file; its size in bytes. StoreError where that is not possible."""
    raw = scores.tobytes()
    data = _HEADER.pack(MAGIC, VERSION, zlib.crc32(raw))
    data += zstandard.ZstdCompressor(level=LEVEL).compress(raw)
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
    return len(data)


def read_solution(path: Path) -> Scores:
    """The scores of a file; StoreError says why it cannot be used."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error
    if len(data) < _HEADER.size or data[: len(MAGIC)] != MAGIC:
        raise StoreError(f"{path} is no solution of Four Field Kono")
    _, version, check = _HEADER.unpack(data[: _HEADER.size])
    if version != VERSION:
        raise StoreError(f"{path} has format {version}; this program reads {VERSION}")
    try:
        raw = zstandard.ZstdDecompressor().decompress(
            data[_HEADER.size :], max_output_size=POSITIONS
        )
    except zstandard.ZstdError as error:
        raise StoreError(f"{path} is damaged: {error}") from error
    if len(raw) != POSITIONS or zlib.crc32(raw) != check:
        raise StoreError(f"{path} is damaged: it fails its checksum")
    return np.frombuffer(raw, np.uint8)


def outcome(score: int) -> Outcome:
    """A score as WIN, LOSE or TIE, and turns to the end (0 for a tie)."""
    if score == 0:
        return TIE, 0
    return (LOSE if score & 1 else WIN), score - 1


class KonoSolution:
    """A solver of every position, from its scores."""

    def __init__(self, scores: Scores) -> None:
        self._scores = scores
        self._ternary = ternary().astype(np.int64)

    def close(self) -> None:
        """Nothing is kept open."""

    def score(self, own: int, theirs: int) -> int:
        """The score of a position for the player to act, who has the tiles `own`."""
        return int(self._scores[self._ternary[own] + 2 * self._ternary[theirs]])

    def settles(self, game: Game) -> bool:
        return True

    def value(self, game: Game) -> Outcome | None:
        """The outcome of the position, whatever came before it."""
        if not isinstance(game, Kono):
            raise ValueError("this solution is of Four Field Kono")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        return outcome(self.score(game.tiles(game.turn), game.tiles(1 - game.turn)))

    glimpse = value


def open_solution(folder: Path | None = None) -> KonoSolution | None:
    """The solution where it has been computed; else None. StoreError where it is damaged."""
    path = solution_path(folder)
    return KonoSolution(read_solution(path)) if path.exists() else None
