"""What the board plays in every position of Four Field Kono, and the errors of its search."""

from typing import NamedTuple

import numpy as np

from host_tools.games.kono.tables import kernel
from host_tools.games.kono.tables.learn import patterns, unpacked
from host_tools.games.kono.tables.positions import Array, Positions, Say
from host_tools.games.tiers import masks
from host_tools.games.tiers.solve import solver_code
from lodeboard.games.kono.perfect import DEPTH, FEWEST, LOST

_QUIET = 99  # turns; after a hundred without a capture a game is drawn
_ENDLESS = 20_000
_FEW = 500
_PASSES = 2
_PART = 16  # one in so many candidates is corrected before others are looked at again


class Found(NamedTuple):
    """Positions with an error, rising, and the place of the right step of each among those that the
    search does not choose."""

    numbers: Array
    places: Array


class Won(NamedTuple):
    """How the won positions of a strategy end."""

    positions: int
    unsure: int  # of these not won whatever the other player does
    quiet: int  # most turns without a capture in the others, one after the other
    slow: int  # in how many of them more than _QUIET can come


class Strategy:
    """The search's choice in every position, and what play with it leads to.

    chosen: the step in each position, as an index into `positions.after`
    """

    def __init__(self, positions: Positions, weights: bytes, say: Say) -> None:
        self.positions = positions
        say("looking ahead from every position")
        first, begins, after = positions.first, positions.begins, positions.after
        self.at_once = np.zeros(positions.total, np.int16)
        cells, kinds = patterns()
        solver_code(kernel.estimates)(
            positions.own, positions.theirs, first, begins, masks.popcounts(), FEWEST, cells, kinds,
            unpacked(weights), self.at_once,
        )  # fmt: skip
        back_up = solver_code(kernel.back_up)
        ahead = self.at_once
        for more in range(1, DEPTH):
            found = np.zeros_like(ahead)
            back_up(first, begins, after, ahead, LOST - more, found)
            ahead = found
        self.chosen = np.zeros(positions.total, np.int64)
        solver_code(kernel.choose_all)(begins, after, self.at_once, ahead, self.chosen)

    def play(self, errors: Found) -> int:
        """Take the table's steps. Returns how many of them do not exist."""
        positions = self.positions
        wrong = solver_code(kernel.play_errors)(
            positions.begins, positions.after, self.at_once, errors.numbers, errors.places,
            self.chosen,
        )  # fmt: skip
        return int(wrong)

    def given_away(self) -> Array:
        """The positions in which the choice gives the value away."""
        positions = self.positions
        decided = np.diff(positions.begins) == 0
        before = positions.scores
        there = np.minimum(self.chosen, len(positions.after) - 1)
        after = positions.scores[positions.after[there]]
        won = (before > 0) & (before & 1 == 0) & (after & 1 == 0)
        tied = (before == 0) & (after != 0)
        return np.flatnonzero((won | tied) & ~decided)

    def ends(self) -> Won:
        """Whether every won position is won whatever the other player does."""
        return _Winning(self, np.full(self.positions.total, _ENDLESS, np.int16)).ends()

    def _limits(self, say: Say) -> Array:
        """The most turns without a capture allowed from each won position on: such that there is
        always a step after which the limits of all replies are kept."""
        say("looking for the quickest captures")
        positions = self.positions
        quickest = np.full(positions.total, _ENDLESS, np.int16)
        lower = solver_code(kernel.fewest_quiet)
        here = (positions.begins, positions.after, positions.captures, positions.scores)
        while lower(*here, quickest):
            pass
        won = np.flatnonzero(
            (positions.scores > 0) & (positions.scores & 1 == 0) & (positions.first == 1)
        )
        order = won[np.argsort(-quickest[won], kind="stable")]
        limits = np.full(positions.total, _QUIET, np.int16)
        solver_code(kernel.lower_limits)(*here, quickest, order, limits)
        return limits

    def errors(self, say: Say) -> Found:
        """Correct the strategy where it gives the value away or does not get on, and return the
        corrections: the fewest that are easily found."""
        say("looking for ties that are given away")
        positions = self.positions
        ties = np.full(positions.total, -1, np.int16)
        solver_code(kernel.keep_ties)(
            positions.begins, positions.after, self.at_once, positions.scores, self.chosen, ties
        )
        limits, searched = self._limits(say), self.chosen
        allowed = positions.first == 1
        for _ in range(_PASSES):
            # again, and only where a correction was found: later ones spare some of the earlier
            self.chosen, place = searched.copy(), ties.copy()
            _Winning(self, limits).correct(place, allowed, say)
            allowed = place >= 0
        numbers = np.flatnonzero(place >= 0)
        return Found(numbers, place[numbers].astype(np.int64))


class _Winning:
    """Which positions the board wins for certain, found backward from the ends."""

    def __init__(self, strategy: Strategy, limit: Array) -> None:
        self._positions = positions = strategy.positions
        self._strategy = strategy
        total, scores = positions.total, positions.scores
        steps = np.diff(positions.begins)
        lost = scores & 1 == 1
        self._won = (scores > 0) & ~lost & (positions.first == 1)
        replied = np.zeros(int(steps[lost].sum()), np.int32)
        to_replied = np.zeros(total + 2, np.int64)
        hooked = np.zeros(int(self._won.sum()), np.int32)
        to_hooked = np.zeros(total + 2, np.int64)
        solver_code(kernel.invert)(
            positions.begins, positions.after, scores, strategy.chosen, replied, to_replied, hooked,
            to_hooked,
        )  # fmt: skip
        to_replied[-1] = len(replied)
        to_hooked[-1] = to_hooked[-2] if not len(hooked) else _hooks(strategy, self._won)
        self._links = (replied, to_replied, hooked, to_hooked)
        self._known = np.zeros(total, np.uint8)
        self._open = np.zeros(total, np.int32)
        self._quiet = np.zeros(total, np.int16)
        self._stack = np.zeros(total, np.int32)
        self._limit = limit
        count = solver_code(kernel.begin_won)(
            positions.begins, scores, hooked, to_hooked, positions.first, self._known, self._open,
            self._stack,
        )  # fmt: skip
        self._spread(count)

    def _spread(self, count: int) -> None:
        positions = self._positions
        solver_code(kernel.spread_won)(
            positions.begins, positions.after, positions.captures, self._strategy.chosen,
            *self._links, self._known, self._open, self._quiet, self._limit, self._stack, count,
        )  # fmt: skip

    def ends(self) -> Won:
        unsure = self._won & (self._known == 0)
        quiet = self._quiet[self._won]
        slow = int((quiet > _QUIET).sum())
        return Won(int(self._won.sum()), int(unsure.sum()), int(quiet.max()), slow)

    def correct(self, place: Array, allowed: Array, say: Say) -> None:
        """Correct the strategy until every won position is won, in positions that are `allowed` as
        long as that goes on, and fill in places."""
        positions, strategy = self._positions, self._strategy
        found, gains = np.zeros(positions.total, np.int32), np.zeros(positions.total, np.int32)
        candidates, correct = solver_code(kernel.candidates), solver_code(kernel.correct)
        corrected = 0
        while True:
            unsure = np.flatnonzero(self._won & (self._known == 0) & allowed)
            count = candidates(
                unsure, positions.begins, positions.after, positions.captures, positions.scores,
                strategy.chosen, *self._links, self._known, self._open, self._quiet, self._limit,
                found, gains,
            )  # fmt: skip
            if not count:
                if allowed is self._won:
                    return
                allowed = self._won
                continue
            here, gain = found[:count], gains[:count]
            most = int((gain > 0).sum()) or count
            part = _PART if most > _FEW else 2
            if gain.max() >= 1 << 30:
                those = here[gain >= 1 << 30]
            else:
                those = here[np.argsort(-gain, kind="stable")[: max(1, most // part)]]
            number = correct(
                positions.begins, positions.after, positions.captures, strategy.at_once,
                positions.scores, those, self._known, self._quiet, self._limit, strategy.chosen,
                place, self._stack,
            )  # fmt: skip
            self._spread(number)
            corrected += number
            say(f"correcting won positions: {corrected:,}")


def _hooks(strategy: Strategy, won: Array) -> int:
    """How many won positions have a choice that leads to a lost one."""
    positions = strategy.positions
    after = positions.scores[positions.after[strategy.chosen[won]]]
    return int((after & 1 == 1).sum())
