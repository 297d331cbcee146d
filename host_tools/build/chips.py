"""The chips that a firmware can be built for: the modules of the firmware's `boards` package with
their data, and such a chip with the radio of a Pico W beside it."""

from typing import Protocol, cast

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


class WithRadio:
    """A chip on a board that has a radio, too: BOARDS, FILES_OFFSET and UF2_BOARD are of that
    board, all else is the chip's."""

    def __init__(self, chip: Chip, board: str, files_offset: int) -> None:
        vars(self).update({name: value for name, value in vars(chip).items() if name.isupper()})
        self.BOARDS = self.UF2_BOARD = board
        self.FILES_OFFSET = files_offset


# MICROPY_HW_FLASH_STORAGE_BYTES and MICROPY_HW_BOARD_NAME of ports/rp2/boards/RPI_PICO2_W in
# MicroPython 1.25.0.
_PICO_2_W = cast(Chip, WithRadio(rp2350, "Raspberry Pi Pico 2 W", 0x180000))
CHIPS: dict[str, Chip] = {DEFAULT: rp2040, "rp2350": rp2350, "rp2350w": _PICO_2_W}


def has_radio(name: str) -> bool:
    """Whether the boards of this chip have a radio that the firmware uses."""
    return isinstance(CHIPS[name], WithRadio)


def source_of(name: str) -> str:
    """The module of the firmware's `boards` package with the data of this chip."""
    return CHIPS[name].NAME.lower()


def of_machine(machine: str) -> str:
    """The chip that MicroPython names in its description of a board, or ""."""
    named, _, chip = machine.rpartition(" with ")
    alike = [name for name, known in CHIPS.items() if chip == known.NAME]
    of_board = [name for name in alike if named == CHIPS[name].UF2_BOARD]
    return (of_board or alike or [""])[0]
