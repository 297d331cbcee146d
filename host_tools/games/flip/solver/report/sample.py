"""How often a move chosen at random keeps the value, from a sample of positions.

Each tier has a sample of its own: arrangements drawn uniformly from all of the tier, the
decided ones left out. A position's share is that of its legal moves that keep its value; the
figures are means over positions, so that they say what a player meets who moves at random.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from host_tools.games.flip.solver.batch import Batch
from host_tools.games.tiers.masks import CELLS, I64
from lodeboard.games.contract import UNDECIDED

DRAWN = 10_000  # arrangements a tier
SEED = 1


class Share(NamedTuple):
    """The mean share of moves that keep the value, over `positions` of one kind; None if there are
    none. `only`: the number of positions with just one such move."""

    positions: int
    mean: float | None
    error: float  # standard error of the mean
    only: int


class Sample(NamedTuple):
    """A random move's chance to keep the value, for the open, won and drawn positions with k
    tiles."""

    k: int
    all: Share
    won: Share
    tied: Share
    lost: int  # positions; every move keeps their value


def draw(rules: str, batch: Batch, each: Callable[[int], None], drawn: int = DRAWN) -> list[Sample]:
    """A sample of each tier from 0 to 15 tiles. `each(1)` is called after each tier."""
    found = []
    for k in range(CELLS):
        found.append(_sample(k, batch, *_arrangements(rules, k, drawn)))
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


def _sample(k: int, batch: Batch, occupied: I64, own: I64, side: I64) -> Sample:
    undecided = batch.verdicts(occupied, own, side) == UNDECIDED
    occupied, own, side = occupied[undecided], own[undecided], side[undecided]
    values = np.sign(batch.scores(occupied, own, side))
    first, _, *after = batch.moves(occupied, own, side)
    counts = np.diff(first)
    keeps = -np.sign(batch.scores(*after)) == np.repeat(values, counts)
    # A sum for each position; every one has a move.
    kept = np.add.reduceat(keeps, first[:-1], dtype=np.int64) if len(counts) else counts
    won, tied = values > 0, values == 0
    return Sample(
        k,
        _share(kept, counts),
        _share(kept[won], counts[won]),
        _share(kept[tied], counts[tied]),
        int((values < 0).sum()),
    )


def _share(kept: I64, counts: I64) -> Share:
    if not len(counts):
        return Share(0, None, 0.0, 0)
    shares = kept / counts
    error = float(shares.std()) / len(shares) ** 0.5
    return Share(len(shares), float(shares.mean()), error, int((kept == 1).sum()))
