"""Where a search to the full board finds a win, the perfect player looks for a quicker one."""

from collections.abc import Generator

import pytest

from lodeboard.games.dice import Dice
from lodeboard.games.flip.perfect import FlipPerfect
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT
from lodeboard.games.flip.search_layout import EXHAUSTED, FINISHED

TILES = 9  # more than the book has
FULL_BOARD = 16
# Moves by the steps that they are.
GLANCED, SLOW, QUICK = ((flip << 5 | 3) for flip in (1, 2, 4))
STEPS = {GLANCED: [1, 3], SLOW: [2, 3], QUICK: [4, 3]}


class Scripted:
    """A search, and the evaluator that runs it: a win in sight from `win` tiles on. Looking so
    far ahead costs as many evaluations as `costs` says, the full board `whole`."""

    book = "there is one"

    def __init__(self, win: int, costs: dict[int, int], whole: int) -> None:
        self.search = self
        self.root_tiles = TILES
        self.budget = self.evals = self.value = 0
        self.move = GLANCED
        self.looked: list[int] = []
        self.tried_first: list[int] = []
        self._win, self._costs, self._whole = win, costs, whole
        self._horizon = self._limit = 0
        self._outcome_only = False

    def try_first(self, move: int) -> None:
        self.tried_first.append(move)

    def begin(self, horizon: int, exact: bool, limit: int = NO_LIMIT, window: int = 0) -> None:
        assert exact
        self._horizon, self._limit, self._outcome_only = horizon, limit, window == 1
        self.looked.append(horizon)

    def searched(self) -> Generator[int, None, int]:
        cost = self._whole if self._outcome_only else self._costs.get(self._horizon, 100)
        if self.evals + cost > self._limit:
            self.evals = self._limit
            yield 1
            return EXHAUSTED
        self.evals += cost
        yield 1
        won = self._horizon >= self._win
        self.value = 5 if won else 0
        if won:
            self.move = SLOW if self._outcome_only else QUICK
        return FINISHED


def played(search: Scripted) -> list[int]:
    perfect = FlipPerfect(search, Dice())  # type: ignore[arg-type]
    perfect.start(Flip("magic"))
    perfect.run(10**9)
    assert not perfect.no_book
    return perfect.steps


def test_the_quickest_win_is_taken() -> None:
    search = Scripted(win=13, costs={12: 20_000}, whole=40_000)
    assert played(search) == STEPS[QUICK]
    # Glances up to the one that cost too much, all, then on from there.
    assert search.looked == [10, 11, 12, FULL_BOARD, 12, 13]
    assert search.tried_first[-2:] == [SLOW, SLOW]


def test_a_win_that_is_found_at_a_glance_needs_no_more() -> None:
    search = Scripted(win=11, costs={}, whole=40_000)
    assert played(search) == STEPS[QUICK]
    assert search.looked == [10, 11]


@pytest.mark.parametrize(("cost", "move"), [(30_000, QUICK), (30_001, SLOW)])
def test_hurrying_has_an_allowance_of_its_own(cost: int, move: int) -> None:
    search = Scripted(win=12, costs={12: cost}, whole=40_000)
    assert played(search) == STEPS[move]


@pytest.mark.parametrize(("whole", "move"), [(600_000 - 10_001, QUICK), (600_000 - 10_000, SLOW)])
def test_after_a_long_search_there_is_no_time_for_it(whole: int, move: int) -> None:
    search = Scripted(win=12, costs={12: 20_000}, whole=whole)
    assert played(search) == STEPS[move]


def test_where_nothing_quicker_is_there_the_known_win_is_played() -> None:
    search = Scripted(win=FULL_BOARD, costs={12: 20_000, 15: 40_000}, whole=40_000)
    assert played(search) == STEPS[SLOW]
