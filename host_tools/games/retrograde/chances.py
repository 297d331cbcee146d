"""Chances of winning in a game in which chance acts, by value iteration.

Two values close in on the chance of the player to act: `low` counts a game that has not ended after
so many steps as lost for this player, `high` as won. The chance lies between them after each sweep,
however long games can last, so half the gap bounds the error. A draw counts as half a win.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from host_tools.games.contract import SolveError
from host_tools.games.retrograde.expand import SAME
from host_tools.games.retrograde.values import SCORE, Scores, undecided
from lodeboard.games.contract import TIE, WIN

Floats = npt.NDArray[np.float64]
CERTAIN = 65_535  # the score of a certain win: a score rounds by 8e-6
BOUND = 1e-4  # of the error of a chance, which is shown with four digits
_GAP = 2e-6
_MOST = 10_000  # sweeps


def solve(where: Path, report: Callable[[int, float], None]) -> Scores:
    """The chance of the player to act in each position explored in this folder, as a part of
    CERTAIN, in the order found. `report(sweeps, part)` hears after each sweep which part of the
    positions is known. Raises SolveError."""
    verdicts = np.fromfile(where / "verdicts", np.uint8)
    counts = np.fromfile(where / "counts", np.uint32)
    moves = np.fromfile(where / "moves", np.uint32)
    weights = np.fromfile(where / "weights", np.uint16)
    starts = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)[:-1]])
    there, after, same = undecided(where), moves & (SAME - 1), moves >= SAME
    rolls = np.add.reduceat(weights, starts, dtype=np.int64)

    def sweep(own: Floats, others: Floats) -> Floats:
        """The values of undecided positions. own, others: what an open game counts for the player
        to act, and what it counts where the opponent acts."""
        worth = np.where(same, own[after], 1 - others[after])
        mean = np.add.reduceat(worth * weights, starts) / np.maximum(rolls, 1)
        return np.where(rolls > 0, mean, np.maximum.reduceat(worth, starts))

    low = np.where(verdicts == WIN, 1.0, np.where(verdicts == TIE, 0.5, 0.0))
    high = low.copy()
    high[there] = 1
    for sweeps in range(1, _MOST):
        low[there], high[there] = sweep(low, high), sweep(high, low)
        gaps = high - low
        report(sweeps, float(np.mean(gaps <= _GAP)))
        if gaps.max() <= _GAP:
            return np.rint((low + high) / 2 * CERTAIN).astype(SCORE)
    raise SolveError(f"after {_MOST} steps the chances are known only within {gaps.max() / 2:.3g}")
