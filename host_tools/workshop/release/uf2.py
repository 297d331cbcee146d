"""The one file for a new Pico: MicroPython, and a file system with firmware and tables, to be
dragged onto the drive of a Pico that was plugged in with BOOTSEL held.

uf2utils writes the blocks without checks, so this module checks the result by reading it like a
boot ROM.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from uf2utils.file import UF2File
from uf2utils.header import UF2DecodeError

from host_tools.board.emulator import bootrom, filesystem
from host_tools.board.emulator.bootrom import PAYLOAD_BYTES, SECTOR_BYTES
from host_tools.build import chips
from host_tools.build.layout import DATA, Firmware

_USED = b"\xa5"  # a value that an erased sector does not contain


def name_of(board: str) -> str:
    """Return the name of the file for this board."""
    return f"lodeboard-{board}.uf2"


def chip_of(image: Path) -> str:
    """Return the chip that an image of MicroPython is for. Raises Uf2Error for an image of a board
    whose flash is not the one that `chips` describes."""
    try:
        blocks = list(UF2File(str(image)))
    except (IndexError, UF2DecodeError) as error:
        raise bootrom.Uf2Error(f"{image} is no UF2 file") from error
    families = {block.header.board_family for block in blocks}
    contents = b"".join(bytes(block.payload) for block in blocks)
    alike = [name for name, chip in chips.CHIPS.items() if chip.UF2_FAMILY in families]
    for name in alike:
        chip = chips.CHIPS[name]
        if f"{chip.UF2_BOARD} with {chip.NAME}".encode() in contents:
            return name
    if alike:
        known = " or ".join(chips.CHIPS[name].UF2_BOARD for name in alike)
        raise bootrom.Uf2Error(
            f"{image} is MicroPython for another board than a {known}, where the file system may "
            "begin elsewhere: put it on the board first, and then the firmware with lodeboard flash"
        )
    raise bootrom.Uf2Error(f"{image} is no image of MicroPython for a Raspberry Pi Pico or Pico 2")


def make_uf2(micropython: Path, firmware: Firmware, chip: str = chips.DEFAULT) -> bytes:
    """Return the file with this firmware and this official image for the same chip. Equal inputs
    give equal bytes."""
    data = chips.CHIPS[chip]
    files = firmware.board_files()
    system = filesystem.make_image(files, (DATA,), data.FLASH_BYTES - data.FILES_OFFSET)
    uf2 = UF2File(board_family=data.UF2_FAMILY)
    leading = b""  # an image for an RP2350 begins with a block that is numbered separately
    image = micropython.read_bytes()
    for number, block in enumerate(UF2File(str(micropython))):
        if block.header.board_family == data.UF2_FAMILY:
            uf2.append_datablock(block)
        else:
            start = number * bootrom.BLOCK_BYTES
            leading += image[start : start + bootrom.BLOCK_BYTES]
    end = uf2[-1].header.address + PAYLOAD_BYTES
    # The boot ROM erases one sector per sixteen blocks, so only whole sectors work.
    uf2.append_payload(b"\xff" * (-end % SECTOR_BYTES), end)
    # Unused blocks of littlefs are omitted, whatever a Pico has there: littlefs reads a block only
    # if a used one refers to it, and erases a block before use. But both blocks of a folder are
    # included: littlefs takes the one with the higher revision, and an old block left in place of a
    # blank one could win.
    for first, count in _runs(filesystem.blocks_in_use(system)):
        start = first * filesystem.BLOCK_BYTES
        part = system[start : start + count * filesystem.BLOCK_BYTES]
        uf2.append_payload(part, data.FLASH_BASE + data.FILES_OFFSET + start)
    uf2.renumber_blocks()
    made = leading + b"".join(bytes(block.as_bytes) for block in uf2)
    _check(made, files, chip)
    return made


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return runs of consecutive numbers: the first of each, and the length."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            yield numbers[start], index - start
            start = index


def _check(uf2: bytes, files: dict[str, bytes], chip: str) -> None:
    """Check the file by loading it like the chip's boot ROM, over other data. Uf2Error."""
    flash = bytearray(_USED * chips.CHIPS[chip].FLASH_BYTES)
    bootrom.copy_to_drive(uf2, flash, bootrom.DRIVES[chip])
    if filesystem.read_image(bytes(flash[chips.CHIPS[chip].FILES_OFFSET :])) != files:
        raise bootrom.Uf2Error("the file system on the Pico would be another one")
