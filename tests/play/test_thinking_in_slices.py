"""Thinking in slices: what one tick does, and what is left for the next."""

from types import SimpleNamespace
from typing import Any

import pytest

from lodeboard.games.flip.rules import Flip
from lodeboard.play.changes import Changes
from lodeboard.play.thinking import GC_TICK, Thinking
from lodeboard.ports.budget import Budget

EVALS = 100


class Mind:
    """A player and a coach that note what they are asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.steps = [7, 9]
        self.ready = False
        self.values = bytearray(4)

    def start(self, *what: object) -> None:
        self.asked.append(("start", *what[1:]))

    def stop(self) -> None:
        self.asked.append("stop")

    def run(self, evals: int) -> bool:
        self.asked.append(evals)
        return self.ready


@pytest.fixture
def board() -> Any:
    return SimpleNamespace(budget=Budget(EVALS), gc_due=False, changes=Changes())


@pytest.fixture
def mind() -> Mind:
    return Mind()


@pytest.fixture
def thinking(board: Any, mind: Any) -> Thinking:
    return Thinking(board, mind, mind, 4)


def test_a_player_thinks_until_there_is_a_plan(thinking: Thinking, board: Any, mind: Mind) -> None:
    thinking.start(Flip(), 3, False)
    assert thinking.on
    assert not thinking.run()
    mind.ready = True
    news = board.changes.news
    assert thinking.run()
    assert (thinking.plan, board.changes.news) == ([7, 9], news + 1)
    assert mind.asked == [("start", 3), EVALS, EVALS]
    assert thinking.run()  # there is one: nothing is asked
    assert len(mind.asked) == 3


def test_a_plan_that_is_there_is_kept(thinking: Thinking, mind: Mind) -> None:
    thinking.plan = [5]
    thinking.start(Flip(), 3, False)
    assert thinking.on
    assert thinking.run()
    assert (thinking.plan, mind.asked) == ([5], [])
    thinking.stop()
    assert not thinking.on
    assert (thinking.plan, mind.asked) == ([5], ["stop"])


def test_a_tick_that_collects_garbage_does_not_think(
    thinking: Thinking, board: Any, mind: Mind
) -> None:
    mind.ready = True
    thinking.start(Flip(), 3, False)
    board.gc_due = True
    assert not thinking.run()
    assert mind.asked == [("start", 3)]
    assert board.gc_due
    board.gc_due = False
    assert thinking.run()


def test_garbage_is_collected_once_early_in_each_thinking(
    thinking: Thinking, board: Any, mind: Mind
) -> None:
    for _ in range(2):
        thinking.start(Flip(), 3, False)
        due = []
        for tick in range(1, 3 * GC_TICK):
            thinking.run()
            if board.gc_due:
                due.append(tick)
            board.gc_due = False
        assert due == [GC_TICK]


def test_a_coach_has_half_the_time_and_its_words_are_shown_when_they_change(
    thinking: Thinking, board: Any, mind: Mind
) -> None:
    assert thinking.values is None
    thinking.start_coach(Flip(), [1, 2, 3, 4], 4)
    assert thinking.coaching
    assert thinking.values is mind.values
    assert mind.asked == [("start", [1, 2, 3, 4], 4)]
    thinking.run_coach()
    assert (mind.asked[-1], board.changes.count) == (EVALS // 2, 0)
    mind.values[2] = 1
    thinking.run_coach()
    thinking.run_coach()
    assert (board.changes.count, board.changes.news) == (1, 0)  # only the lights differ
    asked = len(mind.asked)
    board.gc_due = True
    mind.values[2] = 2
    thinking.run_coach()
    assert (board.changes.count, len(mind.asked)) == (2, asked)
    thinking.stop()
    assert not thinking.coaching
    assert thinking.values is None


class Ahead:
    """What looks ahead, and notes what it is asked."""

    def __init__(self, asked: list[object]) -> None:
        self.asked = asked
        self.more = True
        self.found = False

    def start(self, _game: object, level: int, plan: list[int]) -> None:
        self.asked.append(("ahead", level, list(plan)))

    def run(self, evals: int) -> bool:
        self.asked.append(evals)
        return self.found

    def drop(self) -> None:
        self.asked.append("drop")


@pytest.fixture
def looking(board: Any, mind: Any) -> Thinking:
    mind.ahead = Ahead(mind.asked)
    return Thinking(board, mind, mind, 4)


def test_it_looks_ahead_until_there_is_no_more(looking: Thinking, board: Any, mind: Any) -> None:
    looking.plan = [5]
    looking.look_ahead(Flip(), 3)
    assert looking.looks_ahead
    looking.run_ahead()
    assert (looking.looks_ahead, board.gc_due) == (True, False)
    mind.ahead.found = True
    looking.run_ahead()
    assert board.gc_due
    looking.run_ahead()  # not in a tick that collects garbage
    board.gc_due = mind.ahead.more = False
    looking.run_ahead()
    assert not looking.looks_ahead
    assert mind.asked == [("ahead", 3, [5]), *[EVALS // 4] * 3]


def test_nothing_looks_ahead_once_it_is_stopped_or_the_coach_speaks(
    looking: Thinking, mind: Any
) -> None:
    looking.look_ahead(Flip(), 3)
    looking.stop()
    assert not looking.looks_ahead
    mind.asked.clear()
    looking.start_coach(Flip(), [1, 2], 2)
    assert mind.asked == ["drop", ("start", [1, 2], 2)]


def test_a_player_that_cannot_look_ahead_does_not(thinking: Thinking) -> None:
    thinking.look_ahead(Flip(), 3)
    assert not thinking.looks_ahead


def test_a_long_decision_counts_down_and_never_says_that_it_is_done(
    thinking: Thinking, board: Any, mind: Any
) -> None:
    mind.longest = 8 * EVALS
    thinking.start(Flip(), 3, False)
    left = []
    for _ in range(10):
        news = board.changes.count
        thinking.run()
        left.append(thinking.left)
        assert (board.changes.count != news) == (len(left) <= 8)
    assert left == [14, 12, 10, 8, 6, 4, 2, 1, 1, 1]
    thinking.stop()
    thinking.start(Flip(), 3, False)
    assert thinking.left == 16
