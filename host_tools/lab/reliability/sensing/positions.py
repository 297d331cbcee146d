"""Random positions as they occur in games: what is on each cell."""

from collections.abc import Sequence

import numpy as np

from lodeboard.boards.profile import Profile
from lodeboard.games.contract import EMPTY, UP_0

Lying = tuple[int, bool] | None  # owner and whether the up side shows; None: nothing


def position(profile: Profile, rng: np.random.Generator) -> list[Lying]:
    """Any number of tiles on random cells, each with a random side up. Half of the positions have
    tiles of both players, as in flip tiles; in the others all pieces have the first player's
    magnet, as in xtic."""
    each = int(profile.data["tile"]["per_player"])
    owners = [0] * each + [int(rng.random() < 0.5)] * each
    tiles = rng.permutation(owners)[: rng.integers(min(profile.cells, 2 * each) + 1)]
    lying: list[Lying] = [None] * profile.cells
    for cell, owner in zip(rng.permutation(profile.cells), tiles, strict=False):
        lying[cell] = int(owner), bool(rng.random() < 0.5)
    return lying


def codes(lying: Sequence[Lying]) -> bytes:
    """The codes that the sensing should report for a position."""
    return bytes(EMPTY if laid is None else UP_0 + 2 * laid[0] + (not laid[1]) for laid in lying)
