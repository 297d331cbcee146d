"""Mines a short list of rules of thumb from the solution of flip tiles.

A rule is "of the moves that are left, keep those with most (or least) of something that a person
sees" (`features`). A list of rules is applied in order; of what is left, any move may be played.
It begins with the two that everybody plays by, and is grown by beam search: each time rules are
added after which the mean share of moves that keep the value of the position is highest, over
positions in which the value can be missed.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host_tools.games.flip.solver.batch import Batch
from host_tools.games.tiers.masks import I64
from host_tools.lab.flip.teaching.features import FEATURES, After, after
from lodeboard.games.contract import LOSE, UNDECIDED, WIN

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

MOST_RULES = 7
BEAM = 6  # lists that are followed at once
LEAST_GAIN = 0.004  # of the share; a rule that gains less is not worth remembering
#: Beside `features`, what looking one turn further shows: the opponent wins with the next turn.
ONE_TURN = "wins left"
_AT_ONCE = 100_000  # positions that are looked one turn further from


class Rule(NamedTuple):
    """Keep the moves with most (or least) of a feature."""

    feature: str
    most: bool


#: Win where that is possible; leave the opponent no win with the next turn.
GIVEN = (Rule("win", True), Rule(ONE_TURN, False))


class Moves(NamedTuple):
    """The moves of positions that matter: some keep the value, some do not. Those of position
    `at` are the entries first[at] to first[at + 1] - 1."""

    first: I64
    move: I64
    keeps: Bools
    tiles: I64  # of each position
    values: dict[str, I64]  # of each feature, a value a move
    position: tuple[I64, I64, I64]  # occupied, own, side of each position

    def shares(self, left: Bools) -> Floats:
        """For each position the share of the moves left that keep its value."""
        begin = self.first[:-1]
        kept = np.add.reduceat((left & self.keeps).astype(np.int64), begin)
        return kept / np.add.reduceat(left.astype(np.int64), begin)

    def all_left(self) -> Bools:
        return np.ones(len(self.keeps), bool)

    def apply(self, left: Bools, rule: Rule) -> Bools:
        """The moves that a rule keeps of those left."""
        worth = self.values[rule.feature] * (1 if rule.most else -1)
        masked = np.where(left, worth, np.iinfo(np.int64).min)
        best = np.maximum.reduceat(masked, self.first[:-1])
        kept: Bools = left & (worth == np.repeat(best, np.diff(self.first)))
        return kept


def gather(batch: Batch, occupied: I64, own: I64, side: I64) -> Moves:
    """Those of the undecided positions that matter, with their moves and what is seen of them."""
    values = np.sign(batch.scores(occupied, own, side))
    first, _, *reached = batch.moves(occupied, own, side)
    counts = np.diff(first)
    keeps = -np.sign(batch.scores(*reached)) == np.repeat(values, counts)
    kept = np.add.reduceat(keeps.astype(np.int64), first[:-1])
    matters = (kept > 0) & (kept < counts)
    return look(
        batch, occupied[matters], own[matters], side[matters], keeps[np.repeat(matters, counts)]
    )


def look(batch: Batch, occupied: I64, own: I64, side: I64, keeps: Bools | None = None) -> Moves:
    """All moves of undecided positions, and what is seen of them; without `keeps` none is said
    to keep the value."""
    first, move, *reached = batch.moves(occupied, own, side)
    seen = after(batch, move, *reached)
    found = {name: count(seen) for name, count in FEATURES.items()}
    found[ONE_TURN] = _wins_left(batch, seen)
    if keeps is None:
        keeps = np.zeros(len(move), bool)
    tiles = np.bitwise_count(occupied).astype(np.int64)
    return Moves(first, move, keeps, tiles, found, (occupied, own, side))


def _wins_left(batch: Batch, seen: After) -> I64:
    """1 for each move after which the opponent has won, or wins with the next turn."""
    won: I64 = (seen.verdict == WIN).astype(np.int64)
    open_ = np.flatnonzero(seen.verdict == UNDECIDED)
    for part in np.split(open_, range(_AT_ONCE, len(open_), _AT_ONCE)):
        occupied = seen.mine[part] | seen.theirs[part]
        first, _, *reached = batch.moves(occupied, seen.theirs[part], seen.side[part])
        if len(part):
            wins = (batch.verdicts(*reached) == LOSE).astype(np.int64)
            won[part] = np.maximum.reduceat(wins, first[:-1])
    return won


def grow(moves: Moves, each: Callable[[], None] = lambda: None) -> list[Rule]:
    """The list of rules: the GIVEN ones, then those found. `each` hears of every rule added."""
    choices = [Rule(name, most) for name in moves.values for most in (True, False)]
    left = left_by(moves, GIVEN)
    beam = [(float(moves.shares(left).mean()), list(GIVEN), left)]
    while len(beam[0][1]) < MOST_RULES:
        tried: dict[float, tuple[float, list[Rule], Bools]] = {}
        for _, rules, left in beam:
            for rule in choices:
                fewer = moves.apply(left, rule)
                share = float(moves.shares(fewer).mean())
                # The same rules in another order often leave the same moves.
                tried.setdefault(round(share, 9), (share, [*rules, rule], fewer))
        better = sorted(tried.values(), key=lambda found: -found[0])[:BEAM]
        if better[0][0] < beam[0][0] + LEAST_GAIN:
            break
        beam = better
        each()
    return beam[0][1]


def left_by(moves: Moves, rules: Sequence[Rule]) -> Bools:
    """The moves that a list of rules leaves."""
    left = moves.all_left()
    for rule in rules:
        left = moves.apply(left, rule)
    return left
