"""The page of a board translates the board's lines as the program on a computer does: the same
lines of a board with the real firmware go through both."""

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from one_board import NAME, PROFILE

from host_tools.board.device.serialboard import SerialBoard
from host_tools.build import profiles
from host_tools.lab.mutate.scripts import copy_modules
from host_tools.play.onboard.board_data import board_data
from host_tools.play.web.hub import Hub
from host_tools.play.web.runner import BoardRunner
from tests.device.cabled import MIDDLE, Bench, QueueCable

TESTS = Path(__file__).with_name("js")
TWIN = "boardtwin.mjs"
CELLS = '"t": "cells"'
SETTLE_MS = 700


class Recorded(Bench):
    """A board on a cable; `lines`: all that it has sent."""

    def __init__(self):
        super().__init__()
        self.lines = []
        self.real.wire.subscribe(lambda _ms, line: self.lines.append(line))

    def lay(self, tile, cell, up=True):
        """Set a tile down on a cell, or in its tray (None)."""
        world = self.real.world
        place = world.home(world.tile(tile)) if cell is None else world.plate.centre(cell)
        world.lay(tile, *place, up)
        self.run(SETTLE_MS)

    def moves(self):
        return len(self.state("moves"))


@pytest.fixture(scope="module")
def recorded():
    """The lines of a game of flip tiles and of one of xtic, each for two people."""
    bench = Recorded()
    bench.begin()
    variants = profiles.variants(NAME)
    flip_tiles(bench)
    bench.tap(MIDDLE)  # the menu, and back
    bench.run(SETTLE_MS)
    bench.tap(MIDDLE)
    bench.say({"c": "set", "variant": variants.index("xtic (normal)")})
    bench.say({"c": "new"})
    for tile in range(PROFILE.cells):
        bench.lay(tile, None)
    bench.real.world.unpack(True)
    bench.until(lambda: (bench.state("game"), bench.state("ask")) == ("xtic", "give"), 20_000)
    xtic(bench)
    return bench.lines


def flip_tiles(bench):
    """Four turns, one of them taken back, and a tile between two cells."""
    second = PROFILE.data["tile"]["per_player"]  # the second player's first tile
    bench.lay(0, 5)
    bench.until(lambda: bench.moves() == 1)
    bench.lay(0, 6, False)
    bench.lay(second, 0)
    bench.until(lambda: bench.moves() == 2)
    bench.lay(second, 4, False)
    bench.lay(1, 15)
    bench.until(lambda: bench.moves() == 3)
    between = [
        sum(pair) / 2 for pair in zip(*map(bench.real.world.plate.centre, (9, 10)), strict=True)
    ]
    bench.real.world.lay(2, *between)
    bench.run(2 * SETTLE_MS)
    bench.lay(2, None)
    bench.say({"c": "back"})
    bench.run(SETTLE_MS)


def xtic(bench):
    """Two pieces are given and placed, and a third is given."""
    for piece, cell in enumerate((5, 10)):
        bench.say({"c": "choose", "move": f"={piece}"})
        bench.until(lambda: bench.state("ask") == "place")
        bench.lay(piece, cell)
        bench.until(lambda: bench.state("ask") == "give")
    bench.say({"c": "choose", "move": "=7"})
    bench.until(lambda: bench.state("ask") == "place")


def on_a_computer(lines):
    """What a page gets from the program on a computer."""
    cable = QueueCable()
    board = SerialBoard(PROFILE, cable, "a port")
    hub = Hub()
    centres = [board.world.plate.centre(cell) for cell in range(PROFILE.cells)]
    runner = BoardRunner(board, PROFILE.tick_ms, centres, hub.publish)
    page = hub.join()
    found = {"said": [], "tones": [], "pictures": []}
    tiles, leds = {}, ""
    cable.start()
    runner.tick()
    for line in lines:
        cable.bring(line.encode())
        runner.tick()
        for message in json.loads(json.dumps(hub.news(page))):
            if message["t"] == "said":
                found["said"].append(message.get("line", message.get("text")))
            if message["t"] == "frame":
                tiles |= {pose[0]: pose for pose in message.get("tiles", ())}
                leds = message.get("leds", leds)
                found["tones"] += [hertz for _, hertz in message.get("tones", ())]
        if CELLS in line:
            found["pictures"].append([[tiles[number] for number in sorted(tiles)], leds])
    # The first question comes with the connection.
    found["asked"] = sum("hello" in line for line in cable.sent)
    return found


def on_the_page(lines, folder):
    """What a page gets from its own translation."""
    shutil.copytree(TESTS, folder, dirs_exist_ok=True)
    copy_modules(folder)
    (folder / "package.json").write_text('{"type": "module"}')
    given, written = folder / "given.json", folder / "written.json"
    given.write_text(json.dumps({"data": board_data(NAME), "lines": lines}))
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "install node (Debian, Ubuntu: sudo apt-get install nodejs)"
    subprocess.run([node, TWIN, given.name, written.name], cwd=folder, check=True)
    return json.loads(written.read_text())


def check_alike(lines, folder):
    computer, page = on_a_computer(lines), on_the_page(lines, folder)
    assert page["said"] == computer["said"]
    assert page["tones"] == computer["tones"]
    assert len(page["pictures"]) == len(computer["pictures"])
    for number, (one, other) in enumerate(zip(page["pictures"], computer["pictures"], strict=True)):
        assert one == other, f"picture {number}"
    assert page["asked"] == computer["asked"]
    return computer


def test_a_page_of_a_board_gets_what_a_page_on_a_computer_gets(recorded, tmp_path):
    found = check_alike(recorded, tmp_path)
    kinds = {line["t"] for line in found["said"]}
    assert {"hello", "menu", "state", "limits"} <= kinds
    assert "cells" not in kinds
    assert any(found["tones"])
    # What the recording is about is in it.
    states = [line for line in found["said"] if line["t"] == "state"]
    assert {state["game"] for state in states} >= {"flip", "xtic"}
    assert any(
        len(one.get("moves") or ()) > len(two.get("moves") or ()) for one, two in pairwise(states)
    )
    assert len({json.dumps(tiles) for tiles, _ in found["pictures"]}) > 8
    assert len({leds for _, leds in found["pictures"]}) > 20


def test_both_ask_again_when_states_were_lost(recorded, tmp_path):
    states = [index for index, line in enumerate(recorded) if '"t": "state"' in line]
    lost = set(states[len(states) // 3 :: 7])
    lines = [line for index, line in enumerate(recorded) if index not in lost]
    assert check_alike(lines, tmp_path)["asked"] > 1


def test_both_pass_over_what_is_no_message(recorded, tmp_path):
    noise = ['{"t": "state", "say"', "Traceback (most recent call last):", '{"no": "type"}']
    half = len(recorded) // 2
    found = check_alike([*recorded[:half], *noise, *recorded[half:]], tmp_path)
    assert noise[1] in found["said"]
