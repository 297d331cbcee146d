"""Keeps the value of a position with six or seven pieces: a step that is proved not to lose, or to
win.

The exact value takes too long there, but its two halves differ: that one step does not lose takes
little. So each step is asked one question at a time, with a first allowance of work, and those that
remain open are asked again with twice as much. First comes what the book guarantees, then, as far
as the work reaches, whether the other player has made a mistake.
"""

from micropython import const

from lodeboard.games.contract import NOWHERE
from lodeboard.games.xtic.book import NOTHING, TIE, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.xtic.search import XticSearch

WORK = 2_100_000  # units for one decision, 10 seconds on the chip
_FIRST = const(1_200_000)  # units for a step; with less, steps that hold remain open more often


class Keeper:
    """Chooses a step. `begin`, then run the search and call `take` until it says True; then read
    `step`, `proved`: whether it is proved not to lose (TIE) or to win (WIN), and `lost`: all steps
    are proved to lose. `work`: units of work for one decision."""

    def __init__(self) -> None:
        self.step = NOWHERE
        self.proved = NOTHING
        self.lost = False
        self.work = WORK
        self._steps: Sequence[int] = b""
        self._count = 0
        self._wins = False
        self._last = False  # whether this is the last question
        self._fallen = 0  # steps for which the answer is no, a bit each
        self._lose = 0  # ... which are proved to lose
        self._at = 0
        self._allowance = 0

    def begin(
        self, search: "XticSearch", steps: "Sequence[int]", count: int, wins_first: bool
    ) -> None:
        """Start with the root of `search`. steps: the first `count` in the order to try.
        wins_first: ask for a win first, where one is proved."""
        self.step = NOWHERE
        self.proved = NOTHING
        self.lost = False
        self._steps = steps
        self._count = count
        self._lose = 0
        self._last = False
        self._ask(search, wins_first)

    def take(self, search: "XticSearch", finished: bool) -> bool:
        """Take in what the search found, and go on; True when a step is chosen."""
        wins = self._wins
        if finished and search.holds:
            self.step = self._steps[self._at]
            self.proved = WIN if wins else TIE
            self._last = self._last or wins
            if self._last:
                return True
            self._last = True
            return not self._ask(search, True)
        if finished:
            self._fallen |= 1 << self._at
            if not wins:
                self._lose = self._fallen
        if self._next(search):
            return False
        if self.step == NOWHERE:
            if self._none_left() and wins and not self._last:
                self._last = True
                if self._ask(search, False):
                    return False
            self.lost = self._none_left() and not wins
            self.step = self._steps[max(0, self._at)]  # an open one, if there is one
        return True

    def _ask(self, search: "XticSearch", wins: bool) -> bool:
        """Start a question; False if no work is left for it."""
        self._wins = wins
        self._fallen = self._lose
        self._at = -1
        self._allowance = _FIRST
        return self._next(search)

    def _next(self, search: "XticSearch") -> bool:
        """Start with the next open step; False if there is none, or no work left for it."""
        if self._none_left():
            return False
        self._at += 1
        while self._at == self._count or self._fallen >> self._at & 1:
            self._at += 1
            if self._at > self._count:
                self._at = 0
                self._allowance *= 2
        left = self.work - search.work
        if left > 0:
            step = self._steps[self._at]
            search.ask(step, self._wins, search.work + min(left, self._allowance))
        return left > 0

    def _none_left(self) -> bool:
        return self._fallen + 1 == 1 << self._count
