"""The App on the simulated board, where a scenario cannot reach: damaged files, cut power at
every write, hands that do anything at all, lines from a computer that make no sense."""

import json
import sys

import pytest
from at_board import messages, notices, state
from many import every
from one_board import PROFILE

from host_tools.board.hands.follow import follow
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.store import AFTER, BEFORE, MIDDLE
from host_tools.games.table_files import TABLES
from lodeboard.games.catalogue import VARIANTS
from lodeboard.scenes.menu import FAIR
from lodeboard.sensing import calibration
from lodeboard.storage import journal
from lodeboard.storage.settings import NAME as SETTINGS

LEFT, MIDDLE_BUTTON, RIGHT = 1, 2, 4


def _ready(seed=0, players=0):
    """A board past its calibration, before its first move."""
    board = SimulatedBoard(PROFILE, seed=seed)
    stage = Stage(board)
    board.boot()
    assert stage.wait_for(lambda: set(stage.lights()) == {"calibrate"}, 5000)
    stage.set_zeros()
    if players:
        stage.wait(1500)
        stage.press(MIDDLE_BUTTON)
        stage.press(LEFT)
        stage.press(RIGHT, players)
        stage.press(MIDDLE_BUTTON)
    assert stage.wait_for(lambda: set(stage.lights()) == {"may-place"}, 5000)
    return stage


def test_what_reads_and_saves_a_calibration_is_out_of_memory_again():
    board = _ready().board
    assert "lodeboard.sensing.calibration_blob" not in sys.modules
    board.power_cut()
    board.boot()
    board.run_ms(100)
    assert board.app.board.calibration.valid
    assert "lodeboard.sensing.calibration_blob" not in sys.modules


def test_a_button_that_bounces_is_pressed_once():
    """Its contacts open again for a tick when it goes down, and close for one when it is let go."""
    stage = _ready()
    board = stage.board
    stage.press(MIDDLE_BUTTON)
    assert state(board)["menu"]["at"] == 0
    for held in (LEFT, 0, LEFT, LEFT, LEFT, 0, LEFT, 0):
        board.press(LEFT) if held else board.release(LEFT)
        board.run_ms(board.profile.tick_ms)
    board.run_ms(500)
    assert state(board)["menu"]["at"] == 1


def test_the_buttons_of_a_computer_leave_the_sensors_to_the_board():
    stage = _ready(players=1)
    stage.board.send_line('{"c": "inject", "held": 0}')
    stage.take("U")
    stage.set_down("b2")
    assert stage.wait_for(lambda: state(stage.board)["moves"] == ["b2U"], 3000)


@pytest.mark.parametrize(("kind", "least"), [("watch", 40), ("scan", 40), ("hello", 1)])
def test_garbage_is_collected_while_a_computer_gets_lines_in_every_tick(kind, least):
    """Without that, opening a file fails on the chip after some minutes."""
    board, collected = SimulatedBoard(PROFILE), []
    board.boot()
    board.run_ms(3000)
    board.port.collect = lambda: collected.append(board.now_ms)
    board.send_line(json.dumps({"c": kind, "on": True}))
    board.run_ms(10_000)
    assert least <= len(collected) <= least + 11


def test_a_damaged_game_is_said_though_its_firmware_has_to_start_again_for_another():
    """The journal says xtic, so that its modules are in memory; flip is set."""
    board = _ready(players=1).board
    xtic = [game for game, _ in VARIANTS].index("xtic")
    saved = journal.Saved(xtic, 0, "1_-", [0])
    journal.Journal(board.store, PROFILE.name).save(saved)
    board.boot()
    board.run_ms(1500)
    assert any("interrupted game cannot be read" in said for said in notices(board))
    assert state(board)["game"] == "flip"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "notice"),
    [
        (SETTINGS, "settings cannot be read"),
        (calibration.NAME, "calibration cannot be used"),
        (journal.NAME, "interrupted game cannot be read"),
    ],
)
@pytest.mark.parametrize("damage", every(3, ["flip", "cut", "empty", "noise"]))
def test_a_damaged_file_is_said_and_survived(name, notice, damage):
    stage = _ready(players=1)
    board = stage.board
    stage.take("U")
    stage.set_down("b2")
    stage.wait(1000)
    board.power_cut()
    data = bytearray(board.store.load(name))
    if damage == "flip":
        data[len(data) // 2] ^= 16
    board.store.save(
        name,
        {"flip": bytes(data), "cut": bytes(data[:9]), "empty": b"", "noise": b"\xa5" * 80}[damage],
    )
    board.serial_out.clear()
    board.boot()
    stage.wait(2500)
    assert any(notice in said for said in notices(board))
    if name == calibration.NAME:
        assert state(board)["phase"] == "calibrate"
    elif name == journal.NAME:
        assert state(board)["position"] == "1_----------------"
        assert board.store.load(journal.DAMAGED) is not None
    else:
        assert state(board)["phase"] == "resume"


MOVES = ["b2U", "b2Ea1U", "a1Sd4U"]


CUTS = [(operation, when) for operation in range(1, 11) for when in (BEFORE, MIDDLE, AFTER)]


@pytest.mark.parametrize("cut", every(7, CUTS))
def test_power_may_fail_at_every_write_of_a_game(cut):
    stage = _ready(seed=2, players=1)
    board = stage.board
    board.store.cut_after(*cut)
    cuts = 0
    for done in range(1, len(MOVES) + 1):
        for _ in range(3):
            _do(stage, MOVES[done - 1].replace("U", "uU"[done % 2]), board)
            if board.app is None:
                cuts += 1
                _recover(stage)
            if state(board)["moves"] == MOVES[:done]:
                break
        assert state(board)["moves"] == MOVES[:done]
    assert cuts == 1
    assert state(board)["position"] == "2_----d-D--------U"


def _recover(stage):
    """Power comes back: go on with the game if there is one, and do what the lights ask."""
    stage.wait(300)
    stage.board.boot()
    stage.wait(2500)
    if state(stage.board)["phase"] == "resume":
        stage.press(MIDDLE_BUTTON)
        stage.wait(1500)
    follow(stage)


def _do(stage, move, board):
    """Carry out those parts of a move that do not lie on the board yet."""
    if len(move) == 6:
        start, target = move[:2], _next(move[:2], move[2])
        if board.world.on_cell(stage.cells.index(start)) and not board.world.on_cell(
            stage.cells.index(target)
        ):
            stage.hand.flip(start, target)
            stage.wait(900)
    if board.app is None:
        return
    cell = move[-3:-1]
    if not board.world.on_cell(stage.cells.index(cell)):
        stage.take(move[-1])
        stage.set_down(cell)
        stage.wait(900)


def _next(cell, direction):
    columns, rows = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[direction]
    return chr(ord(cell[0]) + columns) + chr(ord(cell[1]) + rows)


@pytest.mark.parametrize("ticks", every(4, range(1, 90, 7)))
def test_power_may_fail_at_any_tick_of_a_move(ticks):
    stage = _ready(seed=5, players=1)
    board = stage.board
    stage.take("U")
    stage.set_down("b2")
    stage.wait(1000)
    stage.hand.blocking = False
    stage.hand.flip("b2", "c2")
    board.run_ms(ticks * PROFILE.tick_ms)
    board.power_cut()
    board.run_until(lambda: not stage.hand.busy, 10_000)
    stage.hand.blocking = True
    board.boot()
    stage.wait(2500)
    assert state(board)["phase"] == "resume"
    stage.press(MIDDLE_BUTTON)
    stage.wait(2000)
    assert state(board)["position"] == "2_-----U----------;b2E"
    assert state(board)["ask"] == "place"


@pytest.mark.parametrize(
    ("at", "reason"),
    [(0, "no table of this kind"), (20, "damaged"), (None, "bytes long")],
)
def test_a_table_that_cannot_be_used_is_said(tmp_path, at, reason):
    """At the start, where its header shows it; each time when its level is to play."""
    for table in TABLES.iterdir():
        data = bytearray(table.read_bytes())
        if at is None:
            data = data[: len(data) // 2]
        else:
            data[at] ^= 16
        (tmp_path / table.name).write_bytes(data)
    board = SimulatedBoard(PROFILE, tables_dir=tmp_path)
    stage = Stage(board)
    board.boot()
    assert stage.wait_for(lambda: stage.lights()[0] == "fault", 3000)
    [said] = notices(board)
    assert reason in said
    assert "perfect cannot be played" in said
    _ask_for_another_level(stage)
    assert notices(board)[-1] == said


def test_a_table_damaged_deep_inside_ends_its_level_when_it_is_asked(tmp_path):
    for table in TABLES.iterdir():
        data = bytearray(table.read_bytes())
        for at in range(4096, len(data), 500):
            data[at] ^= 1
        (tmp_path / table.name).write_bytes(data)
    board = SimulatedBoard(PROFILE, tables_dir=tmp_path)
    stage = Stage(board)
    board.boot()
    assert stage.wait_for(lambda: set(stage.lights()) == {"calibrate"}, 3000)
    assert notices(board) == []
    _ask_for_another_level(stage)
    assert "is damaged near byte" in notices(board)[-1]


def _ask_for_another_level(stage):
    """The board plays no weaker in silence: the menu opens at the level, with the strongest that
    can be played, and what people agree to is played."""
    board = stage.board
    assert stage.wait_for(lambda: set(stage.lights()) == {"calibrate"}, 5000)
    stage.set_zeros()
    assert stage.wait_for(lambda: set(stage.lights()) == {"may-place"}, 5000)
    assert _offered(board)[-1] == "perfect"
    before = len(notices(board))
    board.send_line('{"c": "set", "players": 0, "starts": 1, "level": 5}')
    assert stage.wait_for(lambda: state(board)["phase"] == "menu", 20000)
    [said] = set(notices(board)[before:])
    assert "perfect cannot be played: the table flip-magic" in said
    menu = state(board)["menu"]
    assert (menu["name"], menu["values"][menu["value"]]) == ("level", "expert")
    assert _offered(board)[-1] == "expert"
    stage.wait(1000)  # a light is known by its cycle
    assert stage.lights()[8:] == [
        *["menu-value"] * 4,
        "menu-chosen",
        *["menu-value"] * len(FAIR),
        "off",
    ]
    stage.wait(5000)
    assert state(board)["phase"] == "menu"
    stage.press(MIDDLE_BUTTON)
    assert stage.wait_for(lambda: state(board)["ask"] in ("place", "lift"), 20000)
    assert state(board)["level"] == "expert"


def _offered(board):
    """The levels in the menu, as it was said last."""
    items = messages(board, "menu")[-1]["items"]
    return next(item["values"][: -len(FAIR)] for item in items if item["field"] == "level")
