"""What the learned order saves: evaluations of the firmware's kernel with and without it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from host_tools.build.compiled import compiled
from host_tools.games.tiers.masks import I64
from lodeboard.games.flip import search_layout as words
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid

SEED = 777  # of positions that nothing is learned from
SLOTS = 1024
_FULL_BOARD = 16  # tiles
_LETTERS = "UDud"


def position(row: list[int]) -> str:
    """A row of masks (an even number of tiles, up, down, other's up, other's down) as text."""
    letters = ["-"] * 16
    for cell in range(16):
        for letter, mask in zip(_LETTERS, row, strict=True):
            if mask >> cell & 1:
                letters[cell] = letter
    return "1_" + "".join(letters)


def evaluations(rules: str, rows: I64, weights: bytes | None, each: Callable[[], None]) -> I64:
    """How many a search for the value of each position takes, in the heuristic order or in that
    of both sets of weights; `each` is called after every search."""
    search = FlipSearch(build_tables(Grid(4, 4)), SLOTS, compiled(flip_search))
    if weights is not None:

        def write(into: Any) -> None:
            into[:] = weights

        search.learn_order(write)
    game = Flip(rules)
    found = []
    for row in rows.tolist():
        game.load(position(row))
        search.load(game)
        search.wipe()
        search.begin(_FULL_BOARD, True, NO_LIMIT, 1)
        while search.run(NO_LIMIT) == words.RUNNING:
            pass
        found.append(search.evals)
        each()
    return np.array(found, np.int64)


def report_line(what: str, found: I64) -> str:
    """A line about evaluations."""
    return (
        f"{what}: mean {found.mean():,.0f}, median {np.median(found):,.0f},"
        f" 99 % {np.percentile(found, 99):,.0f}, highest {found.max():,}"
    )
