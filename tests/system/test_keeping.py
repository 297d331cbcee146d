"""A board whose storage fails plays on, reports it by a line and a light, and saves all pending
data as soon as it can."""

import errno
import os
import shutil

import pytest
from at_board import messages, notices, say, state
from failing_store import FLUSH, OPEN, READ, REMOVE, RENAME, WRITE, FailingStore
from many import every, later
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator import meanings
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.lights import palette, tunes
from lodeboard.ports.file_store import FileStore
from lodeboard.sensing import calibration
from lodeboard.storage import replay, stored
from lodeboard.storage.fault_log import NAME as LOG
from lodeboard.storage.journal import NAME as GAME
from lodeboard.storage.settings import NAME as SETTINGS
from lodeboard.storage.unsaved import (
    AFTER_FAULTS,
    AGAIN,
    BROKEN,
    BROWSER,
    FULL,
    GONE,
    NO_CHANGE,
    READ_ONLY,
    WORDS,
)
from lodeboard.system.run import Supervisor

pytestmark = pytest.mark.apart

LEFT, MIDDLE, RIGHT = 1, 2, 4
NOT_SAVED = meanings.NAMES[palette.NOT_SAVED]
WHY = {errno.ENOSPC: FULL, errno.EROFS: READ_ONLY, errno.EIO: BROKEN, errno.ENOENT: GONE}
CASES = [(operation, number) for number in WHY for operation in (OPEN, WRITE, FLUSH, RENAME)]
XTIC = 2
LONGEST_MS = 70_000  # until the board tries again


class Table:
    """A board, hands and what it keeps."""

    def __init__(self, folder) -> None:
        self.board = SimulatedBoard(PROFILE, seed=3, store_dir=folder, app_factory=Supervisor)
        self.store = FailingStore.under(self.board)
        self.stage = Stage(self.board)

    def until(self, holds, limit_ms=5000):
        assert self.stage.wait_for(holds, limit_ms), (state(self.stage), self.told)

    @property
    def told(self):
        return messages(self.board, "keeping")

    @property
    def faults(self):
        return [said for said in notices(self.board) if "fault" in said]

    @property
    def moves(self):
        return state(self.stage)["moves"]

    @property
    def lit(self):
        """The corners with the light for it."""
        self.stage.wait(1300)
        return {
            PROFILE.cell_name(cell)
            for cell, light in enumerate(self.stage.settled_lights())
            if light == NOT_SAVED
        }

    @property
    def disk(self):
        return FileStore(self.store.directory)

    @property
    def stored_steps(self):
        """How many steps the journal on the disk has."""
        data = self.disk.load(GAME)
        return 0 if data is None else len(replay.read(data, PROFILE.name).steps)

    @property
    def empty_files(self):
        names = os.listdir(self.store.directory)
        return [
            name
            for name in names
            if name.endswith(".new") or not os.path.getsize(f"{self.store.directory}/{name}")
        ]

    def set_zeros(self):
        self.stage.wait(100)
        self.until(lambda: state(self.stage)["ask"] == "calibrate")
        self.stage.set_zeros()
        self.until(lambda: state(self.stage)["phase"] == "match")

    def first_move(self):
        self.until(lambda: set(self.stage.lights()) <= {"may-place", NOT_SAVED})
        self.stage.take("U")
        self.stage.set_down("b2")
        self.until(lambda: self.moves == ["b2U"])
        self.stage.wait(100)

    def second_move(self):
        self.stage.hand.flip("b2", "b3")
        self.stage.take("u")
        self.stage.set_down("d4")
        self.until(lambda: len(self.moves) == 2)
        self.stage.wait(100)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("begun"))
    table.board.boot()
    table.set_zeros()
    say(table.stage, c="set", players=1)
    table.first_move()
    return table, table.store.directory


@pytest.fixture
def table(begun, tmp_path):
    """In a game of two after its first move; in a process of its own, with a copy of its files."""
    table, folder = begun
    shutil.copytree(folder, tmp_path / "stored")
    table.store.directory = str(tmp_path / "stored")
    return table


@pytest.mark.parametrize("case", every(3, CASES))
def test_in_a_game(table, case) -> None:
    operation, number = case
    before = len(table.board.tones)
    table.store.fails = {operation: number}
    table.second_move()
    assert [(told["why"], told["not"]) for told in table.told] == [(WHY[number], ["game"])]
    assert table.told[0]["say"] == WORDS[WHY[number]] % "game"
    assert any(tunes.REMINDER[0] in tone for tone in table.board.tones[before:])
    assert table.lit == {"a1", "d1", "a4"}  # and not where a tile lies that may be lifted
    assert table.stored_steps == 1
    assert table.empty_files == []
    assert len(table.told) == 1
    table.store.fails = {}
    table.until(lambda: len(table.told) == 2, LONGEST_MS)
    assert (table.told[1]["why"], table.told[1]["not"]) == ("", [])
    assert table.told[1]["say"] == AGAIN
    assert table.stored_steps == 3  # a placement; a flip and a placement
    assert table.lit == set()
    assert table.faults == []
    assert table.board.store.load(LOG) is None


@pytest.mark.parametrize("case", every(5, CASES))
def test_from_the_first_start_on(tmp_path, case) -> None:
    operation, number = case
    table = Table(tmp_path)
    table.store.fails = {operation: number}
    table.board.boot()
    table.set_zeros()
    assert table.told[-1]["not"] == ["zeros"]
    say(table.stage, c="set", players=1)
    assert table.told[-1]["not"] == ["zeros", "settings"]
    table.first_move()
    assert table.told[-1]["not"] == ["zeros", "game", "settings"]
    assert table.lit == {"a1", "d1", "a4", "d4"}
    assert table.empty_files == []
    table.store.fails = {}
    table.second_move()  # keeps it all
    assert table.told[-1]["why"] == ""
    table.board.boot()
    table.until(lambda: state(table.stage)["phase"] == "resume")
    assert state(table.stage)["position"] == "1_---------D-----u"
    assert state(table.stage)["settings"]["players"] == 1
    assert table.faults == []


@pytest.mark.parametrize("number", every(2, WHY))
def test_at_the_end_of_a_game_that_cannot_be_removed(table, number) -> None:
    table.store.fails = {REMOVE: number}
    say(table.stage, c="resign")
    if number != errno.ENOENT:
        assert table.told[-1]["not"] == ["game"]
        assert table.stored_steps == 1
    say(table.stage, c="new")
    table.until(lambda: table.moves == [])
    table.store.fails = {}
    if number == errno.ENOENT:  # it said that nothing was there
        return
    table.until(lambda: not table.told[-1]["why"], LONGEST_MS)
    assert table.disk.load(GAME) is None


def test_settings_in_the_menu(table) -> None:
    table.store.fails = {OPEN: errno.ENOSPC}
    table.stage.press(MIDDLE)
    for button in (LEFT, LEFT, LEFT, LEFT, RIGHT, MIDDLE):  # brightness
        table.stage.press(button)
    table.stage.wait(200)
    assert state(table.stage)["settings"]["brightness"] == 3
    assert table.told[-1]["not"] == ["settings"]
    assert stored.get(table.disk, PROFILE.name, "brightness") == 2
    table.store.fails = {}
    table.until(lambda: not table.told[-1]["why"], LONGEST_MS)
    assert stored.get(table.disk, PROFILE.name, "brightness") == 3


def test_it_is_tried_again_now_and_then_and_not_in_each_tick(table) -> None:
    table.store.fails = {OPEN: errno.ENOSPC}
    table.second_move()
    before = table.store.tries
    table.stage.wait(60_000)
    assert 4 <= table.store.tries - before <= 8


def test_who_listens_later_hears_it_too(table) -> None:
    table.store.fails = {OPEN: errno.ENOSPC}
    table.second_move()
    say(table.stage, c="hello")
    assert [told["why"] for told in table.told] == [FULL, FULL]


def test_power_that_fails_meanwhile_costs_what_was_said(table) -> None:
    table.store.fails = {OPEN: errno.ENOSPC}
    table.second_move()
    table.board.boot()
    table.until(lambda: state(table.stage)["phase"] == "resume")
    assert state(table.stage)["position"] == "2_-----U----------"


def test_a_fault_costs_nothing_of_what_waits(table) -> None:
    table.store.fails = {OPEN: errno.ENOSPC}
    table.second_move()
    sensors = table.board.port.sensors
    read = sensors.read

    def fail(out):
        sensors.read = read
        raise ValueError("odd")

    sensors.read = fail
    table.until(lambda: state(table.stage)["phase"] == "resume", 9000)
    assert state(table.stage)["position"] == "1_---------D-----u"
    assert table.told[-1]["why"] == FULL
    assert table.empty_files == []  # of the log neither
    assert len(table.faults) == 1


def test_what_cannot_be_read_at_a_start_is_not_lost(table) -> None:
    table.store.fails = {READ: errno.EIO}
    table.board.boot()
    table.stage.hand.lift("b2")
    table.stage.away()
    table.set_zeros()
    assert table.told[-1]["why"] == BROKEN
    assert table.told[-1]["not"] == ["zeros", "game", "settings"]
    assert table.faults == []
    table.store.fails = {}
    table.until(lambda: not table.told[-1]["why"], LONGEST_MS)
    assert table.disk.load("game-damaged") is not None
    assert table.disk.load("calibration-damaged") is not None
    assert stored.get(table.disk, PROFILE.name, "players") == 1


def test_a_folder_that_is_removed_is_made_again_with_all_that_belongs_there(table) -> None:
    shutil.rmtree(table.store.directory)
    table.second_move()
    table.until(lambda: not table.told or not table.told[-1]["why"], LONGEST_MS)
    table.stage.wait(3000)
    assert table.stored_steps == 3
    assert table.disk.load(calibration.NAME) is not None
    assert stored.get(table.disk, PROFILE.name, "players") == 1
    assert not table.told or table.told[-1]["why"] == ""


def test_a_place_that_is_gone_is_named_until_it_is_back(table, tmp_path) -> None:
    (tmp_path / "stored").rename(tmp_path / "elsewhere")
    (tmp_path / "stored").write_text("in the way")
    table.second_move()
    assert table.told[-1]["why"] == GONE
    assert table.lit
    (tmp_path / "stored").unlink()
    (tmp_path / "elsewhere").rename(tmp_path / "stored")
    table.until(lambda: not table.told[-1]["why"], LONGEST_MS)
    assert table.stored_steps == 3


@pytest.mark.parametrize("lives", [True, later(False)])
def test_another_game_while_the_choice_cannot_be_kept(table, lives) -> None:
    """A simulated board has it in memory over the start of the firmware; a chip stays with the
    game that it has."""
    type(table.board.port.store).lives = lives
    table.store.fails = {OPEN: errno.ENOSPC}
    say(table.stage, c="set", variant=XTIC)
    say(table.stage, c="new")
    table.stage.wait(1500)
    said = notices(table.board)
    assert (NO_CHANGE in said) != lives
    assert state(table.stage)["game"] == ("xtic" if lives else "flip")
    assert state(table.stage)["settings"]["variant"] == (XTIC if lives else 0)
    assert state(table.stage)["phase"] == "match"
    assert table.faults == []


def test_a_position_of_another_game_is_refused_while_the_choice_cannot_be_kept(table) -> None:
    type(table.board.port.store).lives = False
    table.store.fails = {OPEN: errno.ENOSPC}
    say(table.stage, c="set", variant=XTIC)
    say(table.stage, c="setup", position="----------------/-", moves=["=5"])
    table.stage.wait(1500)
    assert NO_CHANGE in [message["say"] for message in messages(table.board, "error")]
    assert (state(table.stage)["game"], table.faults) == ("flip", [])


def test_after_too_many_faults_nothing_is_kept_and_that_is_said(table) -> None:
    read = table.board.port.sensors.read
    left = 3

    def fail(out):
        nonlocal left
        if left:
            left -= 1
            raise ValueError("odd")
        read(out)

    table.board.port.sensors.read = fail
    table.until(lambda: bool(table.told), 60_000)
    assert table.told[-1]["why"] == AFTER_FAULTS
    # Starting for another game would use the flash again, and forget the choice.
    table.until(lambda: state(table.stage)["phase"] == "match")
    type(table.board.port.store).lives = False
    say(table.stage, c="set", variant=XTIC)
    say(table.stage, c="new")
    table.stage.wait(1500)
    assert NO_CHANGE in notices(table.board)
    assert state(table.stage)["game"] == "flip"


def test_nothing_is_said_where_all_is_kept(table) -> None:
    table.second_move()
    table.stage.wait(3000)
    assert table.told == []
    assert table.lit == set()


def test_a_board_that_is_told_that_nothing_lasts_says_so_and_when_it_does(table) -> None:
    table.board.keeps(BROWSER)
    table.second_move()
    assert table.told[-1]["not"] == ["zeros", "game", "ratings", "settings"]
    assert table.lit
    table.board.boot()
    table.until(lambda: table.told[-1]["why"] == BROWSER and len(table.told) == 2)
    table.board.keeps("")
    table.until(lambda: not table.told[-1]["why"])
    assert table.stored_steps == 3


def test_settings_lie_beside_the_game(table) -> None:
    """The names by which people are told are those of blobs."""
    assert set(os.listdir(table.store.directory)) == {
        f"{name}.blob" for name in (GAME, SETTINGS, calibration.NAME)
    }
