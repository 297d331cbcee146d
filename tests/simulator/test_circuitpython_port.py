"""The CircuitPython port: on Blinka's own pins, and on the simulated board's."""

import ast
import importlib
import json
import os
from pathlib import Path
from types import SimpleNamespace

import board as blinka
import pytest
from at_board import messages, state
from one_board import DATA

from host_tools.board.simulator.circuit import CircuitBoard, CuttableFatStore, StandIn
from host_tools.board.simulator.store import AFTER, BEFORE, MIDDLE, PowerCut
from host_tools.build import profiles
from lodeboard.games.catalogue import LEVELS, MEMORY_WORDS, NAMES, VARIANTS
from lodeboard.ports.circuitpython import GAME_WORDS, CircuitPythonPort, Hardware
from lodeboard.ports.fat_store import FatStore
from lodeboard.scenes.menu import FAIR
from lodeboard.system.loader import first_game, playable

PINS = DATA["pins"]
FIXED = 31415  # what Blinka's pin of that name always reads
LEFT, MIDDLE_BUTTON = 1, 2


class BlinkaHardware(Hardware):
    """Blinka's analogio, digitalio, pwmio and neopixel, unchanged, on a computer's pins."""

    def __init__(self):
        super().__init__()
        self.pins = SimpleNamespace(
            **{f"GPIO{pin}": blinka.Dx_OUTPUT for pin in PINS["mux_select"]},
            **{f"GPIO{PINS['regulator_mode']}": blinka.Dx_OUTPUT},
            **{f"GPIO{pin}": blinka.Dx_INPUT_TRUE_PULL_UP for pin in PINS["buttons"]},
            **{f"GPIO{PINS['adc']}": blinka.Ax_INPUT_FIXED_INT_PI},
            **{f"GPIO{pin}": blinka.Dx_OUTPUT for pin in PINS["beeper"]},
            **{f"GPIO{PINS['leds']}": blinka.NEOPIXEL},
        )
        self.line = SimpleNamespace(in_waiting=0, connected=False, write_timeout=None)

    def console(self):
        return self.line


@pytest.fixture
def board(profile):
    board = CircuitBoard(profile, seed=3)
    board.boot()
    return board


@pytest.fixture
def port(board, profile):
    return CircuitPythonPort(profile, StandIn(board), board.store)


def test_the_port_is_made_of_the_library_s_own_objects(profile, tmp_path):
    hardware = BlinkaHardware()
    port = CircuitPythonPort(profile, hardware, FatStore(str(tmp_path / "data")))
    raw = [0] * profile.cells
    port.sensors.read(raw)
    assert raw == [DATA["adc"]["oversample"] * (FIXED >> 4)] * profile.cells
    assert port.buttons.read() == 0
    port.lights.show(bytearray(range(48)))
    port.sound.tone(880)
    assert port.store.load("nothing") is None
    assert hardware.line.write_timeout is not None
    start = port.clock.now_ms()
    port.sleep_until(start + 5)
    assert port.clock.now_ms() - start >= 5


@pytest.mark.parametrize("name", profiles.names())
def test_a_scan_reads_what_the_simulator_s_own_does(name):
    profile = profiles.profile(name)
    board = CircuitBoard(profile, seed=3)
    port = CircuitPythonPort(profile, StandIn(board), board.store)
    cell = min(6, profile.cells - 1)
    tile = board.world.spare(0)
    board.world.lay(tile.id, *board.world.plate.centre(cell))
    raw = [0] * profile.cells
    port.sensors.read(raw)
    straight = board.frontend.scan()
    noise = profile.raw(12)
    assert all(abs(a - b) < noise for a, b in zip(raw, straight, strict=True))
    assert abs(raw[cell] - profile.raw_middle) > profile.raw(500)


def test_a_game_s_array_stays_and_its_bytes_are_in_place(port):
    words = port.budget.memory.words(4)
    assert len(words) == 4
    assert port.budget.memory.words(3) is words
    assert bytes(port.budget.memory.as_bytes(words)) == words.tobytes()
    assert bytes(port.budget.memory.as_bytes(words, 4, 8)) == words.tobytes()[4:12]


def test_without_the_wait_cells_run_into_each_other(board, profile):
    tile = board.world.spare(0)
    board.world.lay(tile.id, *board.world.plate.centre(6))
    hasty = StandIn(board)
    hasty.delay_us = lambda us: None
    raw = [0] * profile.cells
    CircuitPythonPort(profile, hasty, board.store).sensors.read(raw)
    assert abs(raw[7] - profile.raw_middle) > profile.raw(300)


def test_the_regulator_is_told_to_be_quiet(board, profile):
    hardware = StandIn(board)
    assert not hardware.steady
    CircuitPythonPort(profile, hardware, board.store)
    assert hardware.steady


def test_a_frame_reaches_every_cell_s_light(board, port, profile):
    port.lights.show(bytearray(range(48)))
    for cell, place in enumerate(profile.led_order):
        assert board.leds[cell] == (3 * place + 1, 3 * place, 3 * place + 2)


def test_the_piezo_s_other_side_is_low_while_it_sounds_and_after(board, profile):
    hardware = StandIn(board)
    port = CircuitPythonPort(profile, hardware, board.store)
    for hertz in (523, 0):
        port.sound.tone(hertz)
        assert hardware.beeper_low


def test_buttons_and_beeper(board, port):
    board.press(LEFT | 4)
    assert port.buttons.read() == 5
    board.release(LEFT | 4)
    port.sound.tone(523)
    port.sound.tone(0)
    assert [hertz for _, hertz in board.tones[-2:]] == [523, 0]


def test_the_clock_wraps_where_the_firmware_expects_it(profile):
    board = CircuitBoard(profile, start_ms=(1 << 30) - 30)
    port = CircuitPythonPort(profile, StandIn(board), board.store)
    seen = []
    for _ in range(3):
        seen.append(port.clock.now_ms())
        board.clock.advance(20)
    assert seen == [(1 << 30) - 30, (1 << 30) - 10, 10]


def test_odd_lines_are_dropped_and_whole_ones_come_through(board, profile):
    hardware = StandIn(board)
    console = hardware.console()
    hardware.console = lambda: console
    port = CircuitPythonPort(profile, hardware, board.store)
    console._typed += b"\xff\xfe\n\n" + b"x" * 4097 + b"\none\r\nhalf"
    # What it looks at in one call is bounded: long noise takes several.
    assert [line for line in (port.serial.read_line() for _ in range(30)) if line] == ["one"]
    console._typed += b" and half\n"
    assert port.serial.read_line() == "half and half"


def test_nothing_is_said_where_nobody_listens(board, port):
    board.plug(False)
    port.serial.write_line("lost")
    board.plug(True)
    port.serial.write_line("heard")
    assert board.serial_out[-1] == "heard"
    assert "lost" not in board.serial_out


def offered(board, field):
    (item,) = [item for item in messages(board, "menu")[-1]["items"] if item["field"] == field]
    return item["values"]


def of_its_size():
    """The variants of the games that are made for a board like this one."""
    games = profiles.games(DATA["name"])
    return tuple(variant for variant in VARIANTS if variant[0] in games)


@pytest.mark.slow
def test_only_games_that_fit_its_memory_are_offered(board):
    """What takes too much of the heap is measured in tests/emulator."""
    variants = [variant for variant in of_its_size() if variant[0] != "flip"]
    wanted = [NAMES[VARIANTS.index(variant)] for variant in variants]
    assert offered(board, "variant") == wanted
    board.run_ms(3000)
    assert state(board)["game"] == "xtic"
    board.send_line(json.dumps({"c": "set", "variant": len(wanted)}))
    board.run_ms(40)
    assert f"from 0 to {len(wanted) - 1}" in messages(board, "error")[-1]["say"]
    board.send_line(json.dumps({"c": "set", "variant": len(wanted) - 1}))
    board.run_ms(3000)
    assert state(board)["game"] == variants[-1][0]


def test_a_board_with_all_games_counts_them_as_the_catalogue_does(profile):
    assert playable(profile) == playable(profile, max(MEMORY_WORDS.values())) == of_its_size()
    assert len(playable(profile, max(MEMORY_WORDS.values()) - 1)) < len(of_its_size())


def test_a_start_imports_no_game_that_is_not_offered(profile, tmp_path):
    store = FatStore(str(tmp_path))
    assert first_game(store, profile, GAME_WORDS) == "xtic"
    assert first_game(store, profile) == VARIANTS[0][0]


@pytest.mark.slow
def test_only_levels_that_are_quick_enough_are_offered(board):
    levels = LEVELS["xtic"]
    assert offered(board, "level") == [*levels[:4], *FAIR]
    board.run_ms(3000)
    board.send_line('{"c": "set", "level": 4}')
    board.run_ms(40)
    assert "from 0 to 3" in messages(board, "error")[-1]["say"]
    board.send_line('{"c": "set", "level": 3}')
    board.run_ms(40)
    assert state(board)["level"] == levels[3]


@pytest.mark.parametrize("when", [BEFORE, MIDDLE, AFTER])
@pytest.mark.parametrize("operation", range(1, 6))
def test_a_blob_on_fat_is_old_or_new_wherever_the_power_fails(tmp_path, operation, when):
    store = CuttableFatStore(str(tmp_path))
    store.save("journal", b"old")
    store.cut_after(operation, when)
    try:
        store.save("journal", b"new")
    except PowerCut:
        pass
    else:
        assert operation == 5  # a save is four acts
    again = FatStore(str(tmp_path))
    assert again.load("journal") in (b"old", b"new")
    assert os.listdir(tmp_path) == ["journal.blob"]
    again.save("journal", b"later")
    assert FatStore(str(tmp_path)).load("journal") == b"later"


@pytest.mark.parametrize("when", [BEFORE, MIDDLE, AFTER])
@pytest.mark.parametrize("operation", range(1, 3))
def test_the_repair_of_a_blob_may_be_cut_too(tmp_path, operation, when):
    FatStore(str(tmp_path)).save("journal", b"old")
    (tmp_path / "journal.whole").write_bytes(b"new")
    store = CuttableFatStore.__new__(CuttableFatStore)
    store.operations = 0
    store.directory = store._tables = str(tmp_path)
    store.cut_after(operation, when)
    with pytest.raises(PowerCut):
        store._clean_up()
    assert FatStore(str(tmp_path)).load("journal") == b"new"
    assert os.listdir(tmp_path) == ["journal.blob"]


@pytest.mark.parametrize("name", ["boot.py", "code.py"])
def test_what_the_drive_s_own_files_import_is_there(name):
    tree = ast.parse((Path(__file__).parents[2] / "circuitpython" / name).read_text())
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("lodeboard."):
            module = importlib.import_module(node.module)
            assert all(hasattr(module, alias.name) for alias in node.names)
            found += 1
    assert found
