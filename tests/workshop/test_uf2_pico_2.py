"""The one file for a new Pico 2, by the rules of its boot ROM, without a chip."""

import random
import struct

import pytest
from many import only
from uf2utils.file import UF2File

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.bootrom import (
    ABSOLUTE_FAMILY,
    BLOCK_BYTES,
    Rp2350Drive,
    Uf2Error,
    copy_to_drive,
)
from host_tools.board.emulator.image import official_image
from host_tools.build import firmware, profiles
from host_tools.play.cli import main
from host_tools.workshop.release.uf2 import chip_of, make_uf2
from lodeboard.boards.rp2350 import FILES_OFFSET, FLASH_BASE, FLASH_BYTES, UF2_FAMILY

NAME = b"; Raspberry Pi Pico2 with RP2350\0"
CODE = random.Random(7).randbytes(70_000) + NAME


def image(contents=CODE, family=UF2_FAMILY, leading=True):
    """A file like the official ones: not MicroPython, but with its name."""
    first = UF2File(board_family=ABSOLUTE_FAMILY)
    first.append_payload(b"\xef" * 256, 0x10FFFF00)
    first[0].header.total_blocks = 2
    rest = UF2File(board_family=family)
    rest.append_payload(contents + bytes(-len(contents) % 256), FLASH_BASE)
    rest.renumber_blocks()
    blocks = [*(first if leading else ()), *rest]
    return b"".join(bytes(block.as_bytes) for block in blocks)


@pytest.fixture
def micropython(tmp_path):
    path = tmp_path / "RPI_PICO2.uf2"
    path.write_bytes(image())
    return path


def dragged(file, flash):
    there = bytearray(flash)
    copy_to_drive(file, there, Rp2350Drive)
    return bytes(there)


def heads(file):
    return [struct.unpack_from("<8I", file, start) for start in range(0, len(file), BLOCK_BYTES)]


@pytest.mark.parametrize("board", only(profiles.DEFAULT, profiles.names()))
def test_it_has_image_and_files_behind_the_block_for_the_first_chips(board, micropython):
    built = firmware.build(board=board, chip="rp2350")
    file = make_uf2(micropython, built, "rp2350")
    assert file[:BLOCK_BYTES] == image()[:BLOCK_BYTES]
    (_, _, _, address, _, number, total, family), *rest = heads(file)
    assert (address, number, total, family) == (0x10FFFF00, 0, 2, ABSOLUTE_FAMILY)
    assert [head[5:] for head in rest] == [(n, len(rest), 0xE48BFF59) for n in range(len(rest))]
    used = random.Random(3).randbytes(FLASH_BYTES)
    for flash in (b"\xff" * FLASH_BYTES, used):
        there = dragged(file, flash)
        assert there[: len(CODE)] == CODE
        assert filesystem.read_image(there[FILES_OFFSET:]) == built.board_files()


def test_the_block_for_the_first_chips_costs_a_pico_2_its_last_sector_at_most():
    there = dragged(image(), b"\x55" * FLASH_BYTES)
    assert there[-256:] == b"\xef" * 256
    assert there[-4096:-256] == b"\xff" * 3840
    assert there[0x20000:-4096] == b"\x55" * (FLASH_BYTES - 4096 - 0x20000)


def test_a_file_numbered_through_would_not_start_a_pico_2(micropython):
    through = UF2File(str(micropython))
    through.renumber_blocks()
    file = b"".join(bytes(block.as_bytes) for block in through)
    with pytest.raises(Uf2Error, match="blocks are missing at its end"):
        dragged(file, b"\xff" * FLASH_BYTES)


def test_a_sector_is_erased_before_its_own_first_block():
    """As a file with gaps needs, whose blocks' numbers do not follow the sectors."""
    uf2 = UF2File(board_family=UF2_FAMILY)
    for sector in range(40):
        uf2.append_payload(bytes([sector]) * 256, FLASH_BASE + sector * 4096 + 512)
    uf2.renumber_blocks()
    file = b"".join(bytes(block.as_bytes) for block in uf2)
    there = dragged(file, bytes(FLASH_BYTES))
    for sector in range(40):
        whole = there[sector * 4096 : (sector + 1) * 4096]
        assert whole == b"\xff" * 512 + bytes([sector]) * 256 + b"\xff" * 3328


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (image(CODE[: -len(NAME)] + b"; Pimoroni Pico Plus 2 with RP2350\0"), "another board"),
        (image(family=0xE48BFF5A), "no image of MicroPython for a Raspberry Pi Pico or Pico 2"),
        (b"no UF2 file", "is no UF2 file"),
        (b"", "is no UF2 file"),
    ],
)
def test_an_image_of_another_board_is_refused(file, why, tmp_path):
    path = tmp_path / "image.uf2"
    path.write_bytes(file)
    with pytest.raises(Uf2Error, match=why):
        chip_of(path)


@pytest.mark.chip
def test_the_official_image_of_a_pico_is_known():
    assert chip_of(official_image()) == "rp2040"


def test_the_command_takes_the_chip_from_the_image(micropython, tmp_path, capsys):
    made = tmp_path / "made.uf2"
    command = ["firmware", "--uf2", str(made), "--image", str(micropython)]
    assert main(command) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "for a Raspberry Pi Pico2 with RP2350" in said.out
    assert "has not been tried on an RP2350" in said.out
    assert made.read_bytes() == make_uf2(micropython, firmware.build(chip="rp2350"), "rp2350")
    micropython.write_bytes(image(family=1))
    assert main(command) == 1
    assert capsys.readouterr().err.startswith(f"lodeboard firmware: {micropython} is no image")
    assert main(command[:3]) == 2
