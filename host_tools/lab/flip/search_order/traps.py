"""Learns which moves set problems: after which the other player has most chances to go wrong.

Asked is the share of the answers that give value away, at moves that keep the value of drawn and
lost positions, less its mean over such moves of the same position: only there is it compared.
Ridge regression on the contents of the lines, one set of weights for each range of tiles; what
is kept is the mean of two of them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host_tools.games.tiers.masks import I64
from host_tools.lab.flip.search_order.collect import OTHER, Positions
from host_tools.lab.flip.search_order.layout import F32, LINES, layout
from host_tools.lab.flip.search_order.progress import Progress

SEED = 2
#: Tiles after the move. From fewer nothing is learned; they are drawn because the others, drawn
#: after them, would be others without.
FIRST = 2
GROUPS = (range(8, 11), range(11, 14))
_RIDGE = 20
_SIBLINGS = 16  # moves of a position, at most
_HELD = 5  # one position of so many is held back, to see how good the weights are


def _number(tiles: int) -> int:
    """How many positions are drawn."""
    return 5000 if tiles > 4 else 500


class Traps(NamedTuple):
    """Positions after moves that keep the value of positions that cannot be won."""

    moved: I64
    before: I64  # the number of the position that the move is of
    share: F32  # of the answers, those that give value away


def find(positions: Positions, tiles: int, number: int, rng: np.random.Generator) -> Traps:
    """Of so many random positions, at most 16 moves each; `tiles` is after the move."""
    rows = positions.random(tiles - 1, number, rng)
    first, moved = positions.moves(rows)
    value = positions.values(moved)
    before = np.repeat(np.arange(number), np.diff(first))
    best = np.full(number, -2)
    np.maximum.at(best, before, value)
    turned = moved[:, OTHER]
    kept = (value == best[before]) & (best[before] <= 0) & positions.undecided(turned)
    some = rng.permutation(np.flatnonzero(kept))
    some = some[np.argsort(before[some], kind="stable")]
    starts = np.searchsorted(before[some], before[some])
    some = some[np.arange(len(some)) - starts < _SIBLINGS]
    first, answered = positions.moves(turned[some])
    per = np.repeat(np.arange(len(some)), np.diff(first))
    wrong = positions.values(answered) < -value[some][per]
    share = np.bincount(per, wrong, len(some)) / np.diff(first)
    return Traps(moved[some], before[some], share.astype(np.float32))


def within(x: F32, before: I64) -> F32:
    """x less its mean over the moves of the same position."""
    per = np.unique(before, return_inverse=True)[1]
    mean = np.zeros((per.max() + 1, *x.shape[1:]), np.float32)
    np.add.at(mean, per, x)
    mean /= np.bincount(per).reshape(-1, *[1] * (x.ndim - 1))
    return x - mean[per]


def train(positions: Positions, shown: Progress) -> tuple[npt.NDArray[np.float64], list[str]]:
    """The weights: the larger the sum, the more answers give value away; and lines that say how
    well they choose where they were not learned from."""
    plan = layout(LINES)
    rng = np.random.default_rng(SEED)
    size = plan.parameters
    square = np.zeros((len(GROUPS), size, size))
    right = np.zeros((len(GROUPS), size))
    held = []
    drawn = range(FIRST, GROUPS[-1].stop)
    shown.begin("traps", sum(map(_number, drawn)), "positions")
    for tiles in drawn:
        found = find(positions, tiles, _number(tiles), rng)
        shown.more(_number(tiles))
        for at, group in enumerate(GROUPS):
            if tiles in group:
                ids = plan.parameters_of(found.moved)
                x = np.zeros((len(ids), size), np.float32)
                for p in range(ids.shape[1]):
                    x[np.arange(len(ids)), ids[:, p]] += 1
                learn = found.before % _HELD != 0
                y = within(found.share, found.before)[learn]
                flat = within(x, found.before)[learn]
                square[at] += flat.T @ flat
                right[at] += flat.T @ y
                held.append((tiles, x[~learn], found.before[~learn], found.share[~learn]))
    weights = np.zeros((len(GROUPS), size))
    for at in range(len(GROUPS)):
        solved = np.linalg.solve(square[at] + _RIDGE * np.eye(size), right[at])
        weights[at] = np.rint(solved * (127 / np.abs(solved).max()))
    kept = weights.mean(0)
    reported = [f"traps, {tiles} tiles: {accuracy(x @ kept, *rest)}" for tiles, x, *rest in held]
    return kept[plan.shared], reported


def accuracy(score: F32, before: I64, share: F32) -> str:
    """How often answers are wrong: after any move, after the one scored highest, after the
    best one."""
    order = np.lexsort((-score, before))
    first = np.flatnonzero(np.diff(before[order], prepend=-1))
    number = np.diff(np.append(first, len(order)))
    several = number > 1
    share = share[order]
    mean = (np.add.reduceat(share, first) / number)[several].mean()
    best = np.maximum.reduceat(share, first)[several].mean()
    picked = share[first][several].mean()
    return f"wrong answers {mean:.3f}, after the move picked {picked:.3f}, at best {best:.3f}"
