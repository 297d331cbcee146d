"""A board that no game is made for."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from at_board import state
from no_game_board import PROFILE as WITHOUT_GAME
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.games.contract import DOWN_0, EMPTY, UNCLEAR, UP_0, UP_1
from lodeboard.lights import palette
from lodeboard.play.changes import Changes
from lodeboard.play.scene import LEFT, MENU, MIDDLE, NONE, RIGHT
from lodeboard.scenes.no_game import NoGame


@pytest.fixture
def codes() -> bytearray:
    return bytearray(PROFILE.cells)


@pytest.fixture
def scene(codes: bytearray) -> NoGame:
    cells = SimpleNamespace(codes=codes)
    found = NoGame(SimpleNamespace(profile=PROFILE, cells=cells, changes=Changes()))
    found.enter(0)
    return found


def test_it_says_that_there_is_none(scene: NoGame) -> None:
    assert scene.ask == "idle"
    assert f"{PROFILE.rows} x {PROFILE.columns} cells" in scene.say


def test_its_corners_are_faint_and_its_tiles_bright(scene: NoGame, codes: bytearray) -> None:
    marks = bytearray(PROFILE.cells)
    scene.paint(marks)
    corners = (0, PROFILE.columns - 1, PROFILE.cells - PROFILE.columns, PROFILE.cells - 1)
    assert {cell: mark for cell, mark in enumerate(marks) if mark} == dict.fromkeys(
        corners, palette.MENU_ITEM
    )
    codes[1], codes[5], codes[6], codes[15] = UP_0, UNCLEAR, UP_1, DOWN_0
    scene.tick(20)
    marks = bytearray(PROFILE.cells)
    scene.paint(marks)
    assert [marks[cell] for cell in (1, 5, 6, 15, 2)] == [
        palette.MENU_CHOSEN, palette.CHECK, palette.MENU_CHOSEN, palette.MENU_CHOSEN, EMPTY
    ]  # fmt: skip


def test_it_reports_what_it_feels_when_that_changes(scene: NoGame, codes: bytearray) -> None:
    def news() -> bool:
        before = scene._changes.news
        scene.tick(20)
        return scene._changes.news != before

    assert not news()
    codes[2] = UP_0
    assert news()
    assert not news()
    message: dict[str, object] = {}
    scene.report(message)
    assert message == {"tiles": "--U-------------"}


def test_only_the_middle_button_opens_the_menu(scene: NoGame) -> None:
    for button in (LEFT, RIGHT):
        scene.button(button)
    assert scene.event == NONE
    scene.button(MIDDLE)
    assert scene.event == MENU


def test_a_board_without_games_by_its_lights() -> None:
    cells = [WITHOUT_GAME.cell_name(cell) for cell in range(WITHOUT_GAME.cells)]
    one = script.load(Path(__file__).with_name("no_game.txt"), cells)
    Runner(Stage(SimulatedBoard(WITHOUT_GAME, one.seed))).run(one)


def test_a_board_without_games_has_its_menu_and_comes_back_from_it() -> None:
    stage = Stage(SimulatedBoard(WITHOUT_GAME))
    stage.board.boot()
    stage.wait(1000)
    stage.set_zeros()  # its zeros
    stage.wait(1200)
    assert state(stage)["phase"] == "idle"
    stage.press(LEFT)
    assert state(stage)["phase"] == "idle"
    stage.press(MIDDLE)
    assert (state(stage)["phase"], state(stage)["menu"]["name"]) == ("menu", "brightness")
    stage.press(MIDDLE)
    assert state(stage)["phase"] == "idle"
