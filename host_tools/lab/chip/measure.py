"""The parts of a board that are measured separately on the chip."""

from collections.abc import Callable
from functools import partial
from typing import Any

from host_tools.board.emulator.flashwaits import LONGEST
from host_tools.lab.chip import parts, silicon
from host_tools.lab.chip.first_board import emulated
from host_tools.lab.chip.probe import MHZ
from host_tools.lab.experiment import Measured, Part

JOBS: dict[str, Callable[[], Any]] = {
    "flash": parts.flash,
    "boot": parts.boot,
    "pieces": parts.pieces,
    "idle": parts.idle,
    "light": parts.light,
    "memory": parts.memory,
    "slow-boot": silicon.boot,
    "slow-pieces": silicon.pieces,
    "slow-idle": silicon.idle,
    "slow-light": silicon.light,
    "keeping": silicon.keeping,
    "first-board": emulated,
    "slow-first-board": partial(emulated, LONGEST),
}


def plan() -> dict[Part, int]:
    """Each part once."""
    return {Part(f"{name}-{MHZ}"): 1 for name in JOBS}


def measure(part: Part, _: int) -> Measured:
    """Measure a part."""
    return Measured(1, JOBS[part.name.rpartition("-")[0]]())
