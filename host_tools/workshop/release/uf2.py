"""The one file for a new Pico: MicroPython, and a file system with firmware and tables, to be
dragged onto the drive of a Pico that was plugged in with BOOTSEL held.

uf2utils writes the blocks without checks, so this module checks the result by reading it like a
boot ROM.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from uf2utils.file import UF2File

from host_tools.board.emulator import bootrom, filesystem
from host_tools.board.emulator.bootrom import PAYLOAD_BYTES, SECTOR_BYTES
from host_tools.build.layout import DATA, Firmware
from lodeboard.boards.rp2040 import FILES_OFFSET, FLASH_BASE, FLASH_BYTES

_USED = b"\xa5"  # a value that an erased sector does not contain


def name_of(board: str) -> str:
    """Return the name of the file for this board."""
    return f"lodeboard-{board}.uf2"


def make_uf2(micropython: Path, firmware: Firmware) -> bytes:
    """Return the file with this firmware and this official image. Equal inputs give equal bytes."""
    files = firmware.board_files()
    system = filesystem.make_image(files, (DATA,))
    uf2 = UF2File(str(micropython))
    end = uf2[-1].header.address + PAYLOAD_BYTES
    # The boot ROM erases one sector per sixteen blocks, so only whole sectors work.
    uf2.append_payload(b"\xff" * (-end % SECTOR_BYTES), end)
    # Unused blocks of littlefs are omitted, whatever a Pico has there: littlefs reads a block only
    # if a used one refers to it, and erases a block before use. But both blocks of a folder are
    # included: littlefs takes the one with the higher revision, and an old block left in place of a
    # blank one could win.
    for first, count in _runs(filesystem.blocks_in_use(system)):
        start = first * filesystem.BLOCK_BYTES
        data = system[start : start + count * filesystem.BLOCK_BYTES]
        uf2.append_payload(data, FLASH_BASE + FILES_OFFSET + start)
    uf2.renumber_blocks()
    made = b"".join(bytes(block.as_bytes) for block in uf2)
    _check(made, files)
    return made


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return runs of consecutive numbers: the first of each, and the length."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            yield numbers[start], index - start
            start = index


def _check(uf2: bytes, files: dict[str, bytes]) -> None:
    """Check the file by loading it like a Pico's boot ROM, over other data. Uf2Error."""
    flash = bytearray(_USED * FLASH_BYTES)
    bootrom.copy_to_drive(uf2, flash)
    if filesystem.read_image(bytes(flash[FILES_OFFSET:])) != files:
        raise bootrom.Uf2Error("the file system on the Pico would be another one")
