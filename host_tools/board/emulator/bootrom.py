"""The drive RPI-RP2 that a Pico shows when plugged in with BOOTSEL held: how its boot ROM handles a
UF2 file, block by block.

The rules are those of `bootrom/virtual_disk.c` and `async_task.c` in Raspberry Pi's
pico-bootrom-rp2040; section "USB Mass Storage Interface" of the RP2040's datasheet describes them.
The tests run the ROM's own machine code for comparison.

- A block is valid if its three magic numbers are right, it has the RP2040's family and 256 bytes of
  payload, and is meant for flash. The ROM ignores everything else written to the drive.
- Each block has a number and the total number of blocks. A block with another total starts a new
  transfer. A number already received is ignored; the order is free.
- Before the first block of each group of sixteen numbers (0 to 15, 16 to 31 ...) is programmed, the
  sector of *its* address is erased. So each group must fill one whole sector, or pages are
  programmed over old content (erratum RP2040-E14).
- The chip restarts only when all blocks have arrived.

Not modelled, and refused: blocks for RAM, which the ROM would run from there; and blocks beyond the
end of the Pico's flash, which the ROM would pass on and the flash would store at a wrong address.

The RP2350 of a Pico 2, whose drive is called RP2350, differs in three rules (nsboot/
usb_virtual_disk.c of pico-bootrom-rp2350, commit 451edbc; no ROM was run for comparison):

- It accepts other families. A block of another family starts a new transfer, too.
- A sector is erased before its own first block of a transfer, whatever the blocks' numbers.
- An image made by the SDK begins with one block of the family "absolute", numbered 0 of 2, at the
  end of 16 MB: without it the ROM of the chip's first revision takes no file while its flash has a
  partition table (erratum RP2350-E10). A Pico 2 has 4 MB, so it lands in the last sector there.
"""

import struct

from host_tools.build import chips
from lodeboard.boards import rp2040, rp2350
from lodeboard.boards.rp2040 import FLASH_BASE

BLOCK_BYTES = 512
PAYLOAD_BYTES = 256
SECTOR_BYTES = 4096
MAGIC = (0x0A32_4655, 0x9E5D_5157, 0x0AB1_6F30)
NOT_MAIN_FLASH = 0x1
HAS_FAMILY = 0x2000
# Two bitmaps, of blocks and of sectors, are stored in the 16 KiB of the cache.
MOST_BLOCKS = 123_360
ABSOLUTE_FAMILY = 0xE48B_FF57

_HEAD = struct.Struct("<8I")
_PAGES = SECTOR_BYTES // PAYLOAD_BYTES
_RP2350_REACH = 32 << 20


class Uf2Error(ValueError):
    """The chip would not start with this file, or with only part of it; the text says why."""


class Drive:
    """The drive of an RP2040's boot ROM; blocks written to it are programmed into `flash`.

    `restarted`: all blocks of a file have arrived. `lost`: number of blocks that came after that.
    """

    CHIP: chips.Chip = rp2040
    FAMILIES: tuple[int, ...] = (rp2040.UF2_FAMILY,)

    def __init__(self, flash: bytearray | memoryview) -> None:
        self._flash = flash
        self._family = 0  # of the current transfer
        self._total = 0  # blocks of the current transfer; 0: none
        self._come: set[int] = set()
        self._erased: set[int] = set()
        self.restarted = False
        self.lost = 0

    def write(self, block: bytes) -> str:
        """Take one block of 512 bytes. Returns why it is ignored, or "" if it is valid."""
        magic, second, flags, address, size, number, total, family = _HEAD.unpack_from(block)
        (last,) = struct.unpack_from("<I", block, BLOCK_BYTES - 4)
        if (magic, second, last) != MAGIC:
            return "it is not a block of a UF2 file"
        if not flags & HAS_FAMILY or family not in self.FAMILIES:
            named = f"family {family:#x}" if flags & HAS_FAMILY else "no family"
            return f"it is for {named}, but an {self.CHIP.NAME} needs {self.CHIP.UF2_FAMILY:#x}"
        if flags & NOT_MAIN_FLASH or size != PAYLOAD_BYTES:
            return f"it is not for flash or does not have {PAYLOAD_BYTES} bytes"
        wrong = self._misplaced(address, number, total)
        if wrong:
            self._total = 0
            return wrong
        if self.restarted:
            self.lost += 1
            return "the chip has restarted"
        if (self._total, self._family) != (total, family):
            self._total = total
            self._family = family
            self._come.clear()
            self._erased.clear()
        if number not in self._come:
            self._come.add(number)
            offset = (address - FLASH_BASE) % len(self._flash)
            self._program(
                self._group(number, offset), offset, block[_HEAD.size : _HEAD.size + PAYLOAD_BYTES]
            )
        self.restarted = len(self._come) == total
        return ""

    @property
    def missing(self) -> int:
        """Number of blocks of the current transfer still to come."""
        return self._total - len(self._come)

    def _misplaced(self, address: int, number: int, total: int) -> str:
        """Why a block with this address, number and total aborts the current transfer; or ""."""
        end = FLASH_BASE + self._reach()
        if not FLASH_BASE <= address <= end - PAYLOAD_BYTES:
            return f"its address {address:#x} is outside the flash"
        if address % PAYLOAD_BYTES:
            return f"its address {address:#x} is not the start of a page"
        if not number < total <= MOST_BLOCKS:
            return f"it is block {number} of {total}"
        return ""

    def _reach(self) -> int:
        """The bytes from the beginning of the flash that the addresses of blocks may span."""
        return len(self._flash)

    @staticmethod
    def _group(number: int, _offset: int) -> int:
        """What the block shares with those before which the ROM erases only once."""
        return number // _PAGES

    def _program(self, group: int, offset: int, page: bytes) -> None:
        if group not in self._erased:
            self._erased.add(group)
            start = offset - offset % SECTOR_BYTES
            self._flash[start : start + SECTOR_BYTES] = b"\xff" * SECTOR_BYTES
        # Programming turns ones into zeros; only erasing does the reverse.
        there = self._flash[offset : offset + PAYLOAD_BYTES]
        self._flash[offset : offset + PAYLOAD_BYTES] = bytes(
            old & new for old, new in zip(there, page, strict=True)
        )


class Rp2350Drive(Drive):
    """The drive of an RP2350's boot ROM whose flash has no partition table."""

    CHIP = rp2350
    FAMILIES = (rp2350.UF2_FAMILY, ABSOLUTE_FAMILY)

    def _reach(self) -> int:
        return _RP2350_REACH

    @staticmethod
    def _group(_number: int, offset: int) -> int:
        return offset // SECTOR_BYTES


DRIVES = {"rp2040": Drive, "rp2350": Rp2350Drive, "rp2350w": Rp2350Drive}


def copy_to_drive(
    uf2: bytes, flash: bytearray | memoryview, make_drive: type[Drive] = Drive
) -> None:
    """Copy a file to the drive, whole and in order, as a computer does.

    Raises Uf2Error if the chip would not restart, or would restart before the end of the file. The
    flash then holds what was written until then, as on a Pico.
    """
    drive = make_drive(flash)
    refused = ""
    for start in range(0, len(uf2), BLOCK_BYTES):
        # A computer pads the last sector of a file.
        why = drive.write(uf2[start : start + BLOCK_BYTES].ljust(BLOCK_BYTES, b"\0"))
        if why and not refused:
            refused = f"block {start // BLOCK_BYTES} of the file is ignored: {why}"
    if not drive.restarted:
        why = refused or f"{drive.missing} blocks are missing at its end"
        raise Uf2Error(f"{why}. The chip would not restart but wait for more")
    if drive.lost:
        raise Uf2Error(
            f"the chip would restart {drive.lost} blocks before its end: those are numbered as a "
            "file of their own. Blocks must be numbered through the whole file"
        )
