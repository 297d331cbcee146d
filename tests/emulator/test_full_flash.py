"""A chip with full flash plays on, reports it, and saves its game as soon as there is space."""

import pytest

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator import meanings
from host_tools.build import firmware
from host_tools.build.layout import DATA
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA as BOARD
from lodeboard.lights import palette
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import NAME as SETTINGS
from lodeboard.storage.settings import TWO_PLAYERS, Settings

pytestmark = [pytest.mark.chip, pytest.mark.slow]

FILL_PIN, EMPTY_PIN = 22, 21  # nothing is connected to these
# littlefs keeps small files in the folder's own blocks: these have to be full, too.
BOOT = f"""\
import os
from machine import Pin

def _fill(_):
    try:
        with open("fill", "ab") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
    except OSError:
        pass
    number = 0
    for size in (100, 10):
        try:
            while True:
                with open("data/fill%d" % number, "wb") as file:
                    file.write(bytes(size))
                number += 1
        except OSError:
            pass
    print("full")

def _empty(_):
    for name in os.listdir("data"):
        if name.startswith("fill"):
            os.remove("data/" + name)
    os.remove("fill")
    print("empty")

Pin({FILL_PIN}, Pin.IN, Pin.PULL_DOWN).irq(_fill, Pin.IRQ_RISING)
Pin({EMPTY_PIN}, Pin.IN, Pin.PULL_DOWN).irq(_empty, Pin.IRQ_RISING)
"""
LEFT_BLOCKS = 12  # that the chip fills itself
NOT_SAVED = meanings.NAMES[palette.NOT_SAVED]


def settled(profile: Profile) -> dict[str, bytes]:
    store, settings = MemoryStore(), Settings()
    settings.players = TWO_PLAYERS
    settings.save(store, profile.name)
    return {f"{DATA}/{SETTINGS}.blob": store.load(SETTINGS) or b""}


class Chip:
    """The board, its files and its messages."""

    def __init__(self) -> None:
        profile = Profile(BOARD)
        files = firmware.board_files(board=profile.name) | settled(profile)
        files["boot.py"] = BOOT.encode()
        # Most of it at once, which takes the chip long.
        free = filesystem.BLOCKS - filesystem.blocks_taken(files) - LEFT_BLOCKS
        files["fill"] = bytes(free * filesystem.BLOCK_BYTES)
        self.board = EmulatedBoard(profile, 1, files=files)
        self.stage = Stage(self.board)

    def told(self, kind: str) -> list[dict[str, object]]:
        return [message for message in self.board.messages() if message["t"] == kind]

    def until(self, holds, what: str, limit_ms: float = 20_000) -> None:
        self.board.run_until(holds, limit_ms, what)

    def raise_pin(self, number: int, word: str) -> None:
        pin = self.board.chip.mcu.gpio[number]
        pin.set_input_value(False)
        self.board.run_ms(20)
        pin.set_input_value(True)
        self.until(lambda: word in self.board.chip.text().split(), word, 60_000)

    def stored(self) -> dict[str, bytes]:
        found = filesystem.read_folder(self.board.chip.file_system(), DATA)
        return {name: data for name, data in found.items() if not name.startswith("fill")}

    @property
    def moves(self) -> object:
        return self.told("state")[-1].get("moves")


@pytest.mark.verify
def test_a_full_flash_is_said_and_what_waits_is_kept_when_there_is_room() -> None:
    chip = Chip()
    board, stage = chip.board, chip.stage
    chip.until(lambda: chip.told("state") and chip.told("state")[-1]["ask"] == "calibrate", "zeros")
    stage.set_zeros()
    chip.until(lambda: chip.told("state")[-1]["ask"] == "place", "game")
    stage.take("U")
    stage.set_down("b2")
    chip.until(lambda: chip.moves == ["b2U"], "first move")
    board.run_ms(200)
    before = chip.stored()
    assert "game.blob" in before

    chip.raise_pin(FILL_PIN, "full")
    stage.hand.flip("b2", "b3")
    stage.take("u")
    stage.set_down("d4")
    chip.until(lambda: len(chip.moves) == 2, "second move")
    chip.until(lambda: chip.told("keeping"), "message")
    told = chip.told("keeping")[-1]
    assert (told["why"], told["not"]) == ("full", ["game"])
    stage.wait(1500)
    assert NOT_SAVED in stage.settled_lights()
    assert chip.stored() == before

    chip.raise_pin(EMPTY_PIN, "empty")
    chip.until(lambda: not chip.told("keeping")[-1]["why"], "end of it", 70_000)
    stage.wait(1500)
    assert NOT_SAVED not in stage.settled_lights()
    after = chip.stored()
    assert after.keys() == before.keys()
    assert len(after["game.blob"]) > len(before["game.blob"])
    board.power_cut()
    board.boot()
    chip.until(lambda: chip.told("state")[-1]["phase"] == "resume", "offer")
    assert chip.told("state")[-1]["position"] == "1_---------D-----u"
    assert not [said for said in chip.told("notice") if "fault" in str(said["say"])]
