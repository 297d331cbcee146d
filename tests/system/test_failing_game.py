"""A game whose own code fails does not take the board with it: the menu offers the others."""

import another_game
import pytest
from at_board import messages, notices, state
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import firmware, profiles
from host_tools.build.layout import DATA
from lodeboard.games.flip import rules
from lodeboard.storage import fault_log, journal, settings
from lodeboard.storage.journal import Journal, Saved
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import Settings
from lodeboard.system import failing, loader
from lodeboard.system.loader import playable
from lodeboard.system.run import Supervisor

MIDDLE = 2
BROKEN = "def verdict(self):\n    raise ValueError('odd')\n"


@pytest.mark.apart
def test_a_game_that_fails_in_play_is_left_out_and_another_is_chosen(monkeypatch):
    names = {}
    exec(compile(BROKEN, rules.__file__, "exec"), names)
    monkeypatch.setattr(rules.Flip, "verdict", names["verdict"])
    board = SimulatedBoard(PROFILE, seed=3, app_factory=Supervisor)
    stage = Stage(board)
    Journal(board.store, PROFILE.name).save(Saved(0, 0, "1_" + "-" * PROFILE.cells, [0]))
    saved = board.store.load(journal.NAME)
    board.boot()
    assert stage.wait_for(lambda: set(stage.lights()) == {"calibrate"}, 5000)
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(board)["ask"] == "gain", 5000)
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(board)["phase"] == "menu", 30_000)
    told = notices(board)
    assert any("ValueError odd" in say and "without the game flip" in say for say in told)
    assert "The game flip does not run on this board: choose another one." in told
    assert "ValueError: odd" in (board.store.load(fault_log.NAME) or b"").decode()
    games = next(item for item in messages(board, "menu")[-1]["items"] if item["name"] == "game")
    assert games["values"]
    assert not any(name.startswith("flip") for name in games["values"])
    assert board.store.load(journal.NAME) == saved  # for a firmware whose game runs
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(board)["phase"] == "match", 9000)
    assert state(board)["game"] == "xtic"


@pytest.mark.parametrize("error", [OSError(5, "EIO"), ImportError("x is not whole")])
def test_a_damaged_game_is_left_out_only_where_no_other_slot_can_start(monkeypatch, error):
    monkeypatch.setattr(loader, "failed", failed := [])
    monkeypatch.setattr(failing, "failed", failed)
    port = SimulatedBoard(PROFILE).port
    with pytest.raises(type(error)):
        failing.leave_out("flip", error, port, "1.0", last=False)
    assert failed == []
    said = failing.leave_out("flip", error, port, "1.0", last=True)
    assert "The game flip does not start" in said
    assert failed == ["flip"]


def stored(game):
    """The settings blob of a board on which this game is chosen."""
    chosen = Settings()
    chosen.variants = playable(profiles.profile())
    chosen.variant = chosen.variants.index((game, ""))
    store = MemoryStore()
    chosen.save(store, profiles.DEFAULT)
    return store.load(settings.NAME)


@pytest.mark.chip
@pytest.mark.verify
def test_a_game_that_micropython_cannot_import_leaves_the_others(tmp_path):
    from host_tools.board.emulator.board import EmulatedBoard  # noqa: PLC0415 - with the chip

    files = dict(firmware.board_files(another_game.broken(tmp_path)))
    files[f"{DATA}/{settings.NAME}.blob"] = stored(another_game.NAME)
    board = EmulatedBoard(PROFILE, seed=4, files=files)

    def phase():
        states = [line for line in board.messages() if line["t"] == "state"]
        return states[-1]["phase"] if states else ""

    board.run_until(lambda: phase() == "calibrate", 9000, "the zeros")
    board.tap(MIDDLE)
    board.run_until(lambda: board.messages()[-1].get("ask") == "gain", 5000, "gains")
    board.tap(MIDDLE)
    board.run_until(lambda: phase() == "menu", 5000, "the menu")
    told = [line["say"] for line in board.messages() if line["t"] == "notice"]
    assert any("TypeError" in say for say in told)
    assert any(f"The game {another_game.NAME} does not run" in say for say in told)
    assert (
        f"{another_game.NAME}.rules".encode() in board.chip.files()[f"{DATA}/{fault_log.NAME}.blob"]
    )
    board.tap(MIDDLE)
    board.run_until(lambda: phase() == "match", 9000, "another game")
