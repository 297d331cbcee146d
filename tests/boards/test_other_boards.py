"""Stored data and built files of another board are refused with the reason."""

import pytest
from at_board import state
from every_cell import PROFILE, calibrated
from no_game_board import PROFILE as WITHOUT_GAME

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import firmware, profiles
from host_tools.play.cli import main
from lodeboard.boards.profile import Profile
from lodeboard.play.changes import Changes
from lodeboard.scenes.menu import Menu, MenuError
from lodeboard.sensing import calibration
from lodeboard.sensing.calibration import Calibration
from lodeboard.storage import journal, settings
from lodeboard.storage.journal import Journal, Saved
from lodeboard.storage.settings import Settings
from lodeboard.system import loader

OTHER = profiles.profile("tile4x4")
REASON = f"made for another board ({OTHER.name})"


@pytest.fixture
def board():
    return SimulatedBoard(PROFILE, 4)


def said(board):
    return "\n".join(board.serial_out)


def test_another_boards_calibration_is_refused_with_the_reason(board):
    board.store.save(calibration.NAME, Calibration(OTHER).to_blob())
    calibrated(board)
    assert f"The calibration cannot be used: {REASON}" in said(board)


def test_another_boards_settings_are_refused_with_the_reason(board):
    Settings().save(board.store, OTHER.name)
    calibrated(board)
    assert "The settings cannot be read" in said(board)
    assert REASON in said(board)


def test_another_boards_game_is_put_aside_with_the_reason(board):
    Journal(board.store, OTHER.name).save(Saved(0, 2, "1_----------------", [1]))
    calibrated(board)
    assert f"The interrupted game cannot be read: {REASON}" in said(board)
    assert board.store.load(journal.DAMAGED) is not None
    assert board.store.load(journal.NAME) is None


def test_a_board_offers_the_games_that_are_made_for_it():
    variants = {board: loader.playable(board) for board in (OTHER, PROFILE)}
    assert sorted(sum(variants.values(), ())) == sorted(loader.VARIANTS)
    assert {game for game, _ in variants[PROFILE]} == {"magician"}
    assert loader.playable(WITHOUT_GAME) == ()


@pytest.fixture
def bare():
    """A board that no game is made for, its zeros set."""
    board = SimulatedBoard(WITHOUT_GAME, 4)
    board.boot()
    board.run_ms(1000)
    Stage(board).set_zeros()
    assert board.run_until(lambda: state(board).get("phase") == "idle", 6000)
    assert state(board)["game"] == ""
    return board


def test_without_a_game_the_menu_has_no_game_and_no_level(bare):
    board = bare
    board.press(2)
    board.run_ms(100)
    board.release(2)
    assert board.run_until(lambda: state(board)["phase"] == "menu", 3000)
    assert state(board)["menu"]["items"] == ["brightness", "sound", "do"]
    board.send_line('{"c": "set", "level": 1}')
    board.run_ms(200)
    assert "level is a whole number from 0 to 0" in said(board)
    board.send_line('{"c": "new"}')
    board.run_ms(200)
    assert "No game is running now" in said(board)


def test_settings_of_a_board_without_a_game_are_kept(bare):
    board = bare
    board.send_line('{"c": "set", "brightness": 3}')
    board.run_ms(200)
    board.boot()
    board.run_ms(3000)
    assert state(board)["settings"]["brightness"] == 3
    assert "settings cannot be read" not in said(board)
    assert board.store.load(settings.NAME) is not None


def test_a_board_too_small_for_the_menu_is_refused(board):
    board.boot()
    data = dict(PROFILE.data, rows=2, columns=2)
    data["mux"] = dict(data["mux"], channels=(0, 1, 2, 3))
    data["leds"] = dict(data["leds"], order=(0, 1, 2, 3))
    small = type(
        "Small",
        (),
        {"profile": Profile(data), "changes": Changes(), "settings": settings.Settings()},
    )()
    with pytest.raises(MenuError, match="8 settings do not fit on 2x2"):
        Menu(small, ("a game",), (("its level",),))
    assert Menu(small, (), ()).items == ()


@pytest.mark.verify
def test_firmwares_of_two_boards_are_two():
    one, other = (firmware.build(board=name) for name in (OTHER.name, PROFILE.name))
    assert (one.board, other.board) == (OTHER.name, PROFILE.name)
    assert one.manifest.id != other.manifest.id
    shared, own = {}, {}
    for made in (one, other):
        games = set(profiles.games(made.board))
        folders = tuple(f"lodeboard/games/{game}/" for game in games)
        own[made.board] = {name.split("/")[2] for name in made.modules if name.startswith(folders)}
        assert own[made.board] == games
        shared[made.board] = {name for name in made.modules if not name.startswith(folders)}
    assert shared[OTHER.name] == shared[PROFILE.name]


def test_the_soak_says_that_there_is_no_game_for_the_board(capsys):
    assert main(["soak", "--board", PROFILE.name, "--count", "1"]) == 1
    assert capsys.readouterr().err == f"lodeboard soak: flip is not made for a {PROFILE.name}\n"


def test_scenarios_run_on_the_board_that_is_named(capsys):
    script = "tests/scenarios/tile7x7/zeros_refused_with_a_tile.txt"
    assert main(["scenario", "--board", PROFILE.name, script]) == 0
    assert main(["scenario", script]) == 2
    assert "no cell `f2`; cells are a1 to d4" in capsys.readouterr().err


def test_a_board_that_is_not_there_is_refused_with_those_that_are(capsys):
    with pytest.raises(SystemExit):
        main(["scenario", "--board", "tile9x9", "here.txt"])
    assert "tile7x7" in capsys.readouterr().err
