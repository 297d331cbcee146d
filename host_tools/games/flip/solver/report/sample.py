"""How often a move chosen at random keeps the value, from a sample of positions.

Each tier has a sample of its own: arrangements drawn uniformly from all of the tier, the
decided ones left out. A position's share is that of its legal moves that keep its value; the
figures are means over positions, so that they say what a player meets who moves at random.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from host_tools.games.flip.solver.batch import Batch
from host_tools.games.tiers.masks import CELLS, I64
from lodeboard.games.contract import UNDECIDED

DRAWN = 10_000  # arrangements a tier
SEED = 1
F64 = npt.NDArray[np.float64]


def draw(
    rules: str, batch: Batch, each: Callable[[int], None], drawn: int = DRAWN
) -> list[float | None]:
    """The mean share of moves that keep the value, over a sample of each tier from 0 to 15 tiles;
    None if all of the sample are decided. `each(1)` is called after each tier."""
    found = []
    for k in range(CELLS):
        shares = keeping(batch, *_arrangements(rules, k, drawn))
        found.append(float(shares.mean()) if len(shares) else None)
        each(1)
    return found


def _arrangements(rules: str, k: int, count: int) -> tuple[I64, I64, I64]:
    """Masks of arrangements drawn uniformly: occupied, the player to act's, down sides."""
    dice = np.random.default_rng([SEED, k, len(rules)])
    bits = np.int64(1) << dice.random((count, CELLS)).argsort(axis=1)
    occupied = bits[:, :k].sum(axis=1)
    own = bits[:, : k // 2].sum(axis=1)
    side = dice.integers(0, 1 << CELLS, count) & occupied
    return occupied, own, side


def keeping(batch: Batch, occupied: I64, own: I64, side: I64) -> F64:
    """For each undecided one of these arrangements the share of moves that keep its value."""
    undecided = batch.verdicts(occupied, own, side) == UNDECIDED
    occupied, own, side = occupied[undecided], own[undecided], side[undecided]
    values = np.sign(batch.scores(occupied, own, side))
    first, _, *after = batch.moves(occupied, own, side)
    counts = np.diff(first)
    if not len(counts):
        return np.zeros(0)
    keeps = -np.sign(batch.scores(*after)) == np.repeat(values, counts)
    # A sum for each position; every one has a move.
    return np.add.reduceat(keeps, first[:-1], dtype=np.int64) / counts
