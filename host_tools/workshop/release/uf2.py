"""The one file for a new Pico: MicroPython, and a file system with firmware and tables, to be
dragged onto the drive of a Pico that was plugged in with BOOTSEL held.

uf2utils writes the blocks. It checks nothing, so what it made is taken here as a boot ROM does.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from uf2utils.file import UF2File

from host_tools.board.emulator import bootrom, filesystem
from host_tools.board.emulator.bootrom import FLASH_ADDRESS, PAYLOAD_BYTES, SECTOR_BYTES
from host_tools.board.emulator.filesystem import FLASH_BYTES
from host_tools.build.layout import DATA, Firmware

_USED = b"\xa5"  # what no sector is left with that the boot ROM has erased


def name_of(board: str) -> str:
    """The name of the file for this board."""
    return f"lodeboard-{board}.uf2"


def make_uf2(micropython: Path, firmware: Firmware) -> bytes:
    """The file with this firmware on this official image. The same both make the same bytes."""
    files = firmware.board_files()
    system = filesystem.make_image(files, (DATA,))
    uf2 = UF2File(str(micropython))
    end = uf2[-1].header.address + PAYLOAD_BYTES
    # The boot ROM erases one sector for each sixteen blocks: only whole ones come out right.
    uf2.append_payload(b"\xff" * (-end % SECTOR_BYTES), end)
    # Blocks that littlefs does not use stay out, whatever a Pico has there from before: littlefs
    # reads a block only if one that it uses names it, and erases it before it uses it. But both
    # blocks of a folder go in: littlefs takes the one with the higher revision, and an old one that
    # was left in the place of a blank one could win.
    for first, count in _runs(filesystem.blocks_in_use(system)):
        start = first * filesystem.BLOCK_BYTES
        data = system[start : start + count * filesystem.BLOCK_BYTES]
        uf2.append_payload(data, FLASH_ADDRESS + filesystem.FLASH_OFFSET + start)
    uf2.renumber_blocks()
    made = b"".join(bytes(block.as_bytes) for block in uf2)
    _check(made, files)
    return made


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Numbers without a gap: the first of each run, and how many there are."""
    start = 0
    for at in range(1, len(numbers) + 1):
        if at == len(numbers) or numbers[at] != numbers[at - 1] + 1:
            yield numbers[start], at - start
            start = at


def _check(uf2: bytes, files: dict[str, bytes]) -> None:
    """Take the file as a Pico's boot ROM does, on flash that holds something else. Uf2Error."""
    flash = bytearray(_USED * FLASH_BYTES)
    bootrom.copy_to_drive(uf2, flash)
    if filesystem.read_image(bytes(flash[filesystem.FLASH_OFFSET :])) != files:
        raise bootrom.Uf2Error("the file system on the Pico would be another one")
