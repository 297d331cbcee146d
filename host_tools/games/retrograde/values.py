"""Values backward from the ends, by the turns that they take.

A score is 0 for a tie; else 2 * turns + 1 for a win, 2 * turns + 2 for a loss, of the player to
act. In turn n is a win what has a move to a loss in n - 1, and a loss what is no win and has only
moves to wins of the opponent. What stays open is a tie: nobody can force an end.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from host_tools.games.contract import Outcome, SolveError
from host_tools.games.retrograde.expand import SAME
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN

Scores = npt.NDArray[np.uint16]
SCORE = np.dtype("<u2")
_LONGEST = 32_000  # turns
_SLICE = 1 << 20  # undecided positions at once
# What a known position is, while others are not: its values in `state`.
_OPEN, _WON, _LOST, _TIED = range(4)


def outcome(score: int) -> Outcome:
    """WIN, LOSE or TIE, and the turns to the end (a tie: 0)."""
    if score == 0:
        return TIE, 0
    return (WIN if score & 1 else LOSE), (score - 1) >> 1


def undecided(where: Path) -> npt.NDArray[np.uint32]:
    """The numbers of the undecided positions explored in this folder."""
    return np.flatnonzero(np.fromfile(where / "verdicts", np.uint8) == UNDECIDED).astype(np.uint32)


def solve(where: Path, report: Callable[[int, float], None]) -> Scores:
    """The score of each position explored in this folder, in the order found. `report(turns, part)`
    hears after each turn which part of the positions is known. Raises SolveError."""
    verdicts = np.fromfile(where / "verdicts", np.uint8)
    counts = np.fromfile(where / "counts", np.uint32)
    moves = np.memmap(where / "moves", np.uint32, "r") if counts.size else np.zeros(0, np.uint32)
    open_ones = undecided(where)
    begins = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    state = np.zeros(len(verdicts), np.uint8)
    for verdict, known in ((WIN, _WON), (LOSE, _LOST), (TIE, _TIED)):
        state[verdicts == verdict] = known
    scores = np.zeros(len(verdicts), SCORE)
    scores[state == _WON], scores[state == _LOST] = 1, 2
    for turns in range(1, _LONGEST):
        changes = []
        for begin in range(0, len(open_ones), _SLICE):
            there = open_ones[begin : begin + _SLICE]
            bounds = begins[begin : begin + len(there) + 1]
            changes += _found(there, bounds, moves[bounds[0] : bounds[-1]], state)
        # Only now: values found in a turn do not count in the same turn.
        for numbers, known in changes:
            state[numbers] = known
            scores[numbers] = 2 * turns + (1 if known == _WON else 2)
        report(turns, np.count_nonzero(state) / len(state))
        if not any(len(numbers) for numbers, _ in changes):
            return scores
    raise SolveError(f"a game lasts more than {_LONGEST} turns")


def _found(
    there: npt.NDArray[np.uint32], bounds: npt.NDArray[np.int64],
    moves: npt.NDArray[np.uint32], state: npt.NDArray[np.uint8],
) -> list[tuple[npt.NDArray[np.uint32], int]]:  # fmt: skip
    """Which of these positions are now won, and which lost."""
    if not len(there):
        return []
    after = state[moves & (SAME - 1)]
    same = moves >= SAME
    good = np.where(same, after == _WON, after == _LOST)
    bad = np.where(same, after == _LOST, after == _WON)
    starts = bounds[:-1] - bounds[0]
    still = state[there] == _OPEN
    won = np.logical_or.reduceat(good, starts) & still
    lost = np.logical_and.reduceat(bad, starts) & still & ~won
    return [(there[won], _WON), (there[lost], _LOST)]
