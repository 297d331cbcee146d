"""Start and interrupted game on a board made here: to the millisecond and to the count."""

from array import array
from types import SimpleNamespace
from typing import Any

import pytest
from one_board import PROFILE

from host_tools.board.simulator import meanings
from lodeboard.games.xtic.plugin import XticPainter
from lodeboard.games.xtic.rules import Xtic
from lodeboard.lights import tunes
from lodeboard.play.changes import Changes
from lodeboard.play.scene import DONE, LEFT, MIDDLE, NEW_GAME, NONE, RIGHT, Scene
from lodeboard.scenes.resume import Resume
from lodeboard.scenes.start import Start
from lodeboard.sensing import layout
from lodeboard.sensing.calibration import Calibration
from lodeboard.storage.settings import Settings

RAIL = PROFILE.raw(100)


class Table:
    """What scenes share, and what they did with it."""

    def __init__(self) -> None:
        self.played: list[tuple[int, ...]] = []
        self.saved: list[str] = []
        self.restarts = 0
        self.state = array("i", [0] * (layout.RECORDS + PROFILE.cells * layout.RECORD))
        self.profile = PROFILE
        self.settings = Settings()
        self.calibration = Calibration(PROFILE)
        self.changes = Changes()
        self.injecting = False
        self.cells = SimpleNamespace(
            raw=array("H", [PROFILE.raw_middle] * PROFILE.cells),
            codes=bytearray(PROFILE.cells),
            traces=bytearray(PROFILE.cells),
            restart=self._restart,
            state=self.state,
        )
        self.tunes = SimpleNamespace(play=self.played.append)
        self.store = SimpleNamespace(save=lambda name, data: self.saved.append(name))

    def _restart(self) -> None:
        self.restarts += 1


@pytest.fixture
def table() -> Any:
    return Table()


def marks_of(scene: Scene) -> dict[int, str]:
    marks = bytearray(PROFILE.cells)
    scene.paint(marks)
    return {cell: meanings.NAMES[mark] for cell, mark in enumerate(marks) if mark}


# The start


@pytest.mark.parametrize("reading", [RAIL - 1, PROFILE.raw_full - RAIL + 1])
def test_a_reading_next_to_a_rail_is_none_and_one_farther_off_is(table: Any, reading: int) -> None:
    alive = reading + (1 if reading < PROFILE.raw_middle else -1)
    for value, trouble in ((reading, True), (alive, False)):
        scene = Start(table, False)
        scene.enter(1000)
        table.cells.raw[6] = value
        scene.tick(1600)
        assert bool(scene.warning) is trouble
    table.injecting = True
    scene = Start(table, False)
    scene.enter(1000)
    table.cells.raw[6] = reading
    scene.tick(1600)
    assert not scene.warning  # a computer gives the readings


def test_readings_count_after_a_moment_and_a_fault_is_shown_for_its_time(table: Any) -> None:
    scene = Start(table, False)
    scene.enter(1000)
    scene.tick(1199)  # these do not count
    table.cells.raw[6] = 0
    scene.tick(1200)
    scene.button(MIDDLE)
    assert scene.event == NONE  # nothing is known yet
    assert set(marks_of(scene).values()) == {"locked"}
    scene.tick(1599)
    assert not scene.warning
    scene.tick(1600)
    assert scene.warning
    assert scene.say == scene.warning
    assert table.played == [tunes.FAULT]
    assert marks_of(scene) == {6: "fault"}
    scene.tick(3099)
    assert scene.event == NONE
    scene.tick(3100)
    assert scene.event == DONE


def test_a_reading_that_counts_once_is_enough(table: Any) -> None:
    scene = Start(table, False)
    scene.enter(1000)
    scene.tick(1200)
    table.cells.raw[6] = 0
    scene.tick(1600)
    assert (scene.warning, scene.event, table.played) == ("", DONE, [])


def test_what_could_not_be_read_shows_at_the_corners(table: Any) -> None:
    scene = Start(table, True)
    scene.enter(0)
    scene.tick(600)
    corners = (0, PROFILE.columns - 1, PROFILE.cells - PROFILE.columns, PROFILE.cells - 1)
    assert marks_of(scene) == dict.fromkeys(corners, "fault")
    assert "could not be read" in scene.say
    scene.button(LEFT)
    assert scene.event == DONE
    assert set(marks_of(scene).values()) == {"locked"}


# An interrupted game


@pytest.mark.parametrize(
    ("position", "lit"),
    [
        ("----------------/5", {5: "given"}),
        ("----------------/-", {}),
        ("--3-------------/5", {2: "put-U"}),
    ],
)
def test_an_interrupted_game_shows_where_its_tiles_lie_or_what_was_given(
    table: Any, position: str, lit: dict[int, str]
) -> None:
    game = Xtic("normal")
    game.load(position)
    scene = Resume(table, game, XticPainter(game))
    scene.enter(0)
    scene.tick(0)
    assert marks_of(scene) == lit
    message: dict[str, Any] = {}
    scene.report(message)
    assert (message["position"], message["turn"]) == (position, game.turn)
    for button, event in ((RIGHT, NONE), (MIDDLE, DONE), (LEFT, NEW_GAME), (RIGHT, NEW_GAME)):
        scene.button(button)
        assert scene.event == event
