"""The one file for a new Pico: what is in it, and a Pico onto which it was dragged."""

import random
import struct
from functools import cache

import another_game
import pytest
from device.powercut import flash_once
from device.updates import changed
from littlefs import LittleFS, UserContext
from many import only
from one_board import CELLS, PROFILE

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.bootrom import copy_to_drive
from host_tools.board.emulator.image import find_image
from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.build import firmware, profiles
from host_tools.build.layout import DATA, PACKS, TABLES
from host_tools.workshop.release.uf2 import make_uf2
from lodeboard.boards.rp2040 import FILES_OFFSET
from lodeboard.games.flip.player import LEVELS
from lodeboard.storage.settings import Settings

pytestmark = pytest.mark.chip

BLANK = b"\xff" * (2 << 20)
# Board and player settle all that is asked at a first start; then a move at the strongest level.
A_TURN = f"""
start
press middle
press left 3 times
press right {len(LEVELS) - 1 - Settings().level} times
expect menu-chosen at {CELLS[PROFILE.cells // 2 + len(LEVELS) - 1]}
press middle
expect may-place everywhere
place U b2
expect sound accepted
follow
expect may-lift somewhere
never mistake
"""


@cache
def uf2(board=PROFILE.name):
    return make_uf2(find_image(), firmware.build(board=board))


def dragged(file, flash):
    """This flash after the file was dragged onto its Pico."""
    there = bytearray(flash)
    copy_to_drive(file, there)
    return bytes(there)


@cache
def well_used():
    """The flash of a Pico whose file system had folders in the same places, and changed so often
    that both blocks of each are newer, by littlefs' count, than all that is put there now."""
    context = UserContext(filesystem.SIZE)
    files = firmware.build().board_files()
    context.buffer[:] = filesystem.make_image(files, (DATA,))
    system = LittleFS(
        context=context, block_size=4096, block_count=352, prog_size=filesystem.PROGRAM_BYTES
    )
    for folder in ("", "a", DATA, PACKS, TABLES):
        for turn in range(200):
            with system.open(f"{folder}/before", "wb") as file:
                file.write(bytes([turn]) * 9)
    return BLANK[:FILES_OFFSET] + bytes(context.buffer)


def with_old_files():
    """A flash in which all is chance."""
    return random.Random(3).randbytes(len(BLANK))


@pytest.mark.parametrize("name", only(PROFILE.name, profiles.names()))
def test_it_has_image_and_files_in_blocks_counted_through(name):
    file = uf2(name)
    heads = [struct.unpack_from("<8I", file, start) for start in range(0, len(file), 512)]
    assert [head[5:7] for head in heads] == [(n, len(heads)) for n in range(len(heads))]
    assert {(head[2], head[4], head[7]) for head in heads} == {(0x2000, 256, 0xE48BFF56)}
    addresses = [head[3] for head in heads]
    for first in range(0, len(addresses), 16):
        start = addresses[first]
        assert start % 4096 == 0
        assert addresses[first : first + 16] == list(range(start, start + 4096, 256))
    flash = dragged(file, BLANK)
    image = find_image().read_bytes()
    for start in range(0, len(image), 512):
        offset = struct.unpack_from("<I", image, start + 12)[0] - 0x1000_0000
        assert flash[offset : offset + 256] == image[start + 32 : start + 288]
    made = firmware.build(board=name)
    assert filesystem.read_image(flash[0xA0000:]) == made.board_files()


def test_what_a_used_pico_had_on_its_flash_does_not_come_back():
    there = well_used()
    assert filesystem.read_image(there[0xA0000:])["before"] == bytes([199]) * 9
    for flash in (there, with_old_files()):
        system = dragged(uf2(), flash)[0xA0000:]
        assert filesystem.read_image(system) == firmware.build().board_files()
        assert filesystem.read_folder(system, DATA) == {}


@pytest.fixture(scope="module")
def started():
    """A used Pico after the file was dragged onto it, until it has said hello."""
    board = EmulatedBoard(PROFILE, 3, image=dragged(uf2(), well_used()))
    board.run_until(lambda: len(board.messages()) >= 3, 5000, "hello, menu and state")
    return board


def test_it_says_hello_with_all_games_and_levels(started):
    hello, menu, _ = started.messages()
    made = firmware.build()
    assert (hello["board"], hello["firmware"].split()[1]) == (PROFILE.name, made.manifest.id)
    asked = {item["name"]: item["values"] for item in menu["items"]}
    assert {each.partition(" ")[0] for each in asked["game"]} == set(profiles.games(PROFILE.name))
    assert "perfect" in asked["level"]
    # With the tables that lie in the firmware's folder, whole.
    tables = {name: data for name, data in started.chip.files().items() if "tables/" in name}
    assert set(tables.values()) == set(firmware.tables().values())
    assert started.chip.files() == made.board_files()


@pytest.mark.verify
def test_it_plays_a_turn_at_the_highest_level():
    board = EmulatedBoard(PROFILE, 3, image=dragged(uf2(), BLANK))
    Runner(Stage(board)).run(script.parse(A_TURN, "a turn", CELLS))


@pytest.mark.verify
def test_an_update_goes_into_the_other_slot_as_ever():
    board = EmulatedBoard(PROFILE, 3, image=dragged(uf2(), with_old_files()))
    newer = changed(1, f"games/{another_game.NAME}/*.py")
    error, said = flash_once(board.chip, newer)
    assert error is None, said
    assert f"runs firmware {newer.manifest.version} {newer.manifest.id}" in said
    files = board.chip.files()
    wanted = newer.board_files("b") | firmware.build().slot_files("a")
    assert {path: files.get(path) for path in wanted} == wanted
    error, said = flash_once(board.chip, newer)
    assert error is None, said
    assert "nothing" in said.lower()
