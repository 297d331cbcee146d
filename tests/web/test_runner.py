from types import SimpleNamespace

import pytest
from web.serving import PROFILE, centres, make_board

from host_tools.board.hands.acts import Grab, Move
from host_tools.board.simulator.clock import Pacer
from host_tools.play.web.messages import Press, Release
from host_tools.play.web.runner import ACTS_PER_PAGE, BoardRunner


@pytest.fixture
def board():
    board = make_board(tremor_mm=0.0)
    return board


@pytest.fixture
def moments():
    return []


@pytest.fixture
def runner(board, moments):
    runner = BoardRunner(board, PROFILE.tick_ms, centres(board), moments.append)
    board.boot()
    return runner


def test_nothing_new_is_not_told(runner, moments):
    for _ in range(20):
        runner.tick()
    assert len(moments) == 1
    assert [line.count("say") for line in moments[0].lines] == [0, 1]


def test_how_fast_the_board_runs_is_told_with_what_else_is_new(board, moments):
    speeds = iter([{"t": "pace", "speed": 1.0}, None, {"t": "pace", "speed": 0.9}])
    pace = SimpleNamespace(news=lambda: next(speeds))
    runner = BoardRunner(board, PROFILE.tick_ms, centres(board), moments.append, pace=pace)
    board.boot()
    for _ in range(3):
        runner.tick()
    assert [note["speed"] for moment in moments for note in moment.notes] == [1.0, 0.9]


def test_a_press_shorter_than_a_tick_still_reaches_the_board(runner, board, moments):
    runner.tick()
    runner.ask(1, Press(2))
    runner.ask(1, Release(2))
    runner.tick()
    assert board.port.finger.down == 2
    for _ in range(10):
        runner.tick()
    assert board.port.finger.down == 0
    assert [hertz for moment in moments for _, hertz in moment.tones] == [2000, 0]


def test_presses_faster_than_a_finger_reach_the_board_one_after_the_other(runner, board, moments):
    runner.tick()
    for _ in range(3):
        runner.ask(1, Press(2))
        runner.ask(1, Release(2))
    for _ in range(40):
        runner.tick()
    assert board.port.finger.down == 0
    assert [hertz for moment in moments for _, hertz in moment.tones] == [2000, 0] * 3


def test_a_button_pressed_again_at_once_is_held_then(runner, board, moments):
    runner.tick()
    for down in (True, False, True):
        runner.ask(1, Press(2) if down else Release(2))
    for _ in range(40):
        runner.tick()
    assert board.port.finger.down == 2
    assert [hertz for moment in moments for _, hertz in moment.tones] == [2000, 0, 2000]


def test_a_button_is_down_while_any_page_holds_it(runner, board):
    runner.ask(1, Press(1))
    runner.ask(2, Press(1))
    for _ in range(10):
        runner.tick()
    runner.ask(1, Release(1))
    for _ in range(10):
        runner.tick()
    assert board.port.finger.down == 1
    runner.leave(2)
    runner.tick()
    assert board.port.finger.down == 0


def test_a_flood_of_messages_is_left_out(runner):
    for _ in range(ACTS_PER_PAGE):
        assert runner.ask(1, Move(0.0, 0.0)) is None
    assert "too many" in runner.ask(1, Move(0.0, 0.0))
    assert runner.ask(2, Move(0.0, 0.0)) is None


def test_hands_let_go_when_the_board_ends(runner, board):
    runner.ask(1, Grab(0))
    runner.tick()
    assert board.world.tile(0).held
    runner.stop()
    runner.run()
    assert not board.world.tile(0).held


def test_a_slow_board_is_not_hurried(board, moments, monkeypatch):
    """Seconds of stall cost board time; they are not made up for in a rush."""
    now = [100.0]

    def sleep(seconds):
        now[0] += seconds

    pacer = Pacer(seconds=lambda: now[0], sleep=sleep)
    runner = BoardRunner(board, PROFILE.tick_ms, centres(board), moments.append, pacer=pacer)
    ticks = []

    def step():
        ticks.append(now[0])
        now[0] += 3.0 if len(ticks) == 5 else 0.001
        if len(ticks) == 60:
            runner.stop()

    monkeypatch.setattr(board, "step", step)
    runner.run()
    at_ease = (ticks[-1] - 103.0) * 1000.0 / PROFILE.tick_ms
    assert len(ticks) - 5 <= at_ease + pacer.most_lag_s * 1000.0 / PROFILE.tick_ms + 1
