"""The file that is a chip's flash."""

import pytest

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.flashfile import FlashFile
from host_tools.board.emulator.image import find_image
from lodeboard.boards.rp2040 import FLASH_BYTES

pytestmark = pytest.mark.chip

CHANGES = """
import rp2
with open('new', 'wb') as file:
    file.write('new' * 5000)
for block in range(50, 352):
    rp2.Flash().ioctl(6, block)  # erases it
"""


def test_after_many_writes_and_erasures_it_is_the_chips_flash(tmp_path) -> None:
    chip = Chip(find_image(), {"full": bytes(range(256)) * 400})
    path = tmp_path / "board.bin"
    with FlashFile(path) as flash:
        flash.solder(chip)
        chip.execute(CHANGES)
        assert path.read_bytes() == bytes(chip.mcu.flash[:FLASH_BYTES])


def test_a_chip_gets_all_of_a_file_that_is_there(tmp_path) -> None:
    path = tmp_path / "board.bin"
    with FlashFile(path) as flash:
        flash.solder(Chip(find_image(), {"kept": b"kept"}))
    chip = Chip(find_image(), {})
    with FlashFile(path) as flash:
        assert not flash.new
        flash.solder(chip)
    assert chip.files() == {"kept": b"kept"}
