"""The chips that a firmware can be built for: the modules of the firmware's `boards` package with
their data."""

from typing import Protocol

from lodeboard.boards import rp2040, rp2350

DEFAULT = "rp2040"


class Chip(Protocol):
    """What the tools read of a chip; the names are explained in `lodeboard.boards.rp2040`."""

    NAME: str
    BOARDS: str
    TRIED: bool
    COMPILER: str
    ARCHITECTURE: int
    FLASH_BASE: int
    FLASH_BYTES: int
    FILES_OFFSET: int
    UF2_FAMILY: int
    UF2_BOARD: str


CHIPS: dict[str, Chip] = {DEFAULT: rp2040, "rp2350": rp2350}


def of_machine(machine: str) -> str:
    """The chip that MicroPython names in its description of a board, or ""."""
    named = machine.rpartition(" with ")[2]
    return next((name for name, chip in CHIPS.items() if named == chip.NAME), "")
