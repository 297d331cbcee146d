"""What the drive of a Pico in BOOTSEL mode makes of UF2 files."""

import random
import struct

import pytest

from host_tools.board.emulator import bootrom
from host_tools.board.emulator.bootrom import Drive, Uf2Error, copy_to_drive

FLASH = 0x1000_0000
PICO = 2 << 20
PAGE = 256
SECTOR = 4096


def block(number, total, address, page=b"new" * 100, **other):
    """One block; `other`: what is different about it."""
    head = {"start": 0x0A324655, "second": 0x9E5D5157, "flags": 0x2000, "address": address}
    head |= {"size": PAGE, "number": number, "total": total, "family": 0xE48BFF56}
    end = other.pop("end", 0x0AB16F30)
    head |= other
    data = page[:PAGE].ljust(476, b"\0")
    return struct.pack("<8I476sI", *head.values(), data, end)


def blocks(pages, **other):
    """The blocks of a file with these pages, by their addresses."""
    rows = enumerate(sorted(pages.items()))
    return [block(n, len(pages), address, page, **other) for n, (address, page) in rows]


def sectors(*addresses):
    """Pages of random bytes that fill these sectors."""
    source = random.Random(4)
    starts = [address + page for address in addresses for page in range(0, SECTOR, PAGE)]
    return {start: source.randbytes(PAGE) for start in starts}


def used():
    """A flash that something else was on."""
    return bytearray(random.Random(9).randbytes(PICO))


def dragged(file, flash=None):
    flash = used() if flash is None else flash
    copy_to_drive(b"".join(file), flash)
    return flash


def contents(flash, pages):
    """Whether the flash has these pages, and nothing else was changed."""
    wanted = used()
    for address, page in pages.items():
        wanted[address - FLASH : address - FLASH + PAGE] = page
    return flash == wanted


PAGES = sectors(FLASH, FLASH + SECTOR, FLASH + 0xA0000, FLASH + PICO - SECTOR)


def test_whole_sectors_with_gaps_come_out_on_used_flash():
    assert contents(dragged(blocks(PAGES)), PAGES)


def test_any_order_will_do_and_what_comes_twice_is_written_once():
    file = blocks(PAGES)
    random.Random(1).shuffle(file)
    other = block(0, len(PAGES), FLASH, b"another" * 40)
    first = next(n for n, one in enumerate(file) if one == blocks(PAGES)[0])
    file.insert(first + 1, other)
    assert contents(dragged(file), PAGES)


def test_a_sector_that_is_not_whole_costs_the_next_one_a_page():
    pages = sectors(FLASH, FLASH + SECTOR)
    del pages[FLASH + SECTOR - PAGE]
    flash = dragged(blocks(pages))
    # Its first page comes as the sixteenth, and the erasure with the seventeenth.
    assert flash[SECTOR : SECTOR + PAGE] == b"\xff" * PAGE
    assert flash[SECTOR + PAGE : SECTOR + 2 * PAGE] == pages[FLASH + SECTOR + PAGE]


def test_two_halves_of_sectors_leave_one_as_it_was_below_the_new():
    pages = sectors(FLASH, FLASH + SECTOR)
    for start in (FLASH, FLASH + SECTOR):
        for page in range(SECTOR // 2, SECTOR, PAGE):
            del pages[start + page]
    flash, before = dragged(blocks(pages)), used()
    assert flash[:PAGE] == pages[FLASH]
    assert flash[SECTOR - PAGE : SECTOR] == b"\xff" * PAGE
    both = zip(before[SECTOR:], pages[FLASH + SECTOR], strict=False)
    assert flash[SECTOR : SECTOR + PAGE] == bytes(old & new for old, new in both)
    assert flash[2 * SECTOR - PAGE :] == before[2 * SECTOR - PAGE :]


def test_two_files_behind_each_other_stop_between_them():
    one, two = blocks(sectors(FLASH)), blocks(sectors(FLASH + SECTOR, FLASH + 2 * SECTOR))
    flash = used()
    with pytest.raises(Uf2Error, match="restart 32 blocks before its end"):
        dragged(one + two, flash)
    assert contents(flash, sectors(FLASH))


def test_a_file_with_blocks_for_other_chips_will_do():
    others = [one for n in (1, 0) for one in blocks(sectors(FLASH), family=0x1C5F21B0 + n)]
    assert contents(dragged(others + blocks(PAGES) + others), PAGES)


def test_a_block_that_cannot_be_right_ends_what_has_come_so_far():
    file = blocks(PAGES)
    file.insert(20, block(0, len(PAGES), FLASH + PAGE // 2))
    with pytest.raises(Uf2Error, match="block 20 of the file is ignored: its address 0x10000080"):
        dragged(file)


def test_a_new_file_begins_anew():
    cut = blocks(sectors(FLASH + SECTOR))[:7]
    assert contents(dragged(cut + blocks(PAGES)), PAGES)


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (blocks(PAGES)[:-1], "1 blocks are missing at its end"),
        ([b"".join(blocks(PAGES))[:-100]], "block 63 of the file is ignored: it is not a block"),
        (blocks(PAGES, family=0xE48BFF59), "family 0xe48bff59, but an RP2040 needs 0xe48bff56"),
        (blocks(PAGES, flags=0), "it is for no family"),
        (blocks(PAGES, flags=0x2001), "it is not for flash"),
        (blocks(PAGES, size=128), "does not have 256 bytes"),
        (blocks(PAGES, start=1), "it is not a block of a UF2 file"),
        (blocks(PAGES, second=1), "it is not a block of a UF2 file"),
        (blocks(PAGES, end=1), "it is not a block of a UF2 file"),
        (blocks(sectors(FLASH, FLASH + PICO)), "address 0x10200000 is outside the flash"),
        (blocks(sectors(0x2000_0000)), "address 0x20000000 is outside the flash"),
        (blocks({FLASH + 128: b"x"}), "address 0x10000080 is not the start of a page"),
        ([block(2, 2, FLASH)], "it is block 2 of 2"),
        (blocks({}), "0 blocks are missing"),
        ([b"no file of this kind" * 100], "block 0 of the file is ignored: it is not a block"),
    ],
    ids=str,
)
def test_other_files_leave_the_chip_waiting(file, why):
    with pytest.raises(Uf2Error, match=why):
        dragged(file)


def test_a_file_is_too_long_for_what_the_rom_can_count():
    assert Drive(used()).write(block(0, bootrom.MOST_BLOCKS, FLASH)) == ""
    assert Drive(used()).write(block(0, bootrom.MOST_BLOCKS + 1, FLASH)) != ""
