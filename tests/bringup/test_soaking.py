"""The soak: games over a cable, and what is heard meanwhile."""

import json

import pytest
from one_board import PROFILE

from host_tools.bringup.soaking import Ear, _compare, heard_rows, play
from host_tools.bringup.steps import Step
from host_tools.hands.soak import SoakError
from host_tools.scenario.oncable import CableBoard
from host_tools.selftest.parts import FAULTY, LOOK, OK
from host_tools.simulator.board import SimulatedBoard
from lodeboard.games.catalogue import GAMES
from tests.device.cabled import QueueCable


@pytest.fixture
def board():
    """A board on a cable made of queues, that feels our magnets."""
    real = SimulatedBoard(PROFILE, 1005)
    cable = QueueCable(real)
    real.boot()
    cable.start()
    board = CableBoard(PROFILE, cable, "/dev/ttyACM0", seed=1, pause=real.step)
    board.real = real
    while not board.lent:
        board.step()
    # It has said its state a while ago, and something else since.
    board.run_ms(1500)
    board.serial_out.append('{"t": "notice", "say": "Something else."}')
    return board


def test_a_game_is_played_over_the_cable_to_its_end(board):
    step = Step("soak")
    progress = []
    play(board, 0.1, GAMES[0], step, progress.append)
    (game,) = step.games
    assert game.moves > 4
    assert game.seconds > 6
    assert game.slowest_ms >= PROFILE.tick_ms
    assert progress[-1] * 60 >= game.seconds
    assert {row.name: row.verdict for row in step.rows} == {"restarts": OK}
    assert step.figures["games"] == 1


def test_a_board_that_does_not_play_keeps_what_was_done(board):
    step = Step("soak")

    def pull(_done):
        board._cable.board = None  # what is sent comes to nobody
        board._cable.lend = lambda _line: None

    with pytest.raises(SoakError):
        play(board, 60, GAMES[0], step, pull)
    assert step.figures["games"] == 1


def tell(ear_board, **message):
    ear_board.wire.notify(0, json.dumps(message))


def test_a_restart_a_fault_and_a_slow_tick_are_heard(board):
    ear = Ear(board)
    for ms in (100, 120, 200, 220):
        tell(board, t="scan", ms=ms)
    assert ear.slowest_ms == 80
    tell(board, t="state", number=7)
    assert heard_rows(ear)[0].verdict == OK
    tell(board, t="state", number=0)
    tell(board, t="notice", say="A fault: ValueError. The board starts again in 3 s.")
    found = {row.name: (row.verdict, row.found) for row in heard_rows(ear)}
    assert found["restarts"] == (FAULTY, "it started 1 times by itself")
    assert "ValueError" in found["faults on the line"][1]


def test_memory_that_gets_less_is_looked_at_and_a_written_fault_is_one():
    step = Step("soak")
    _compare(step, 90_000, 89_000, "")
    assert {row.name: row.verdict for row in step.rows} == {"memory": OK, "fault log": OK}
    step = Step("soak")
    _compare(step, 90_000, 80_000, "--- fault 1 x 1: after 5 s, firmware 0.2 ab ---\nValueError\n")
    assert {row.name: row.verdict for row in step.rows} == {"memory": LOOK, "fault log": FAULTY}
