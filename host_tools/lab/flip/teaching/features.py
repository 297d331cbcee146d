"""What a person sees of a move of flip tiles, counted for many moves at once.

All of it is of the position that a move leads to; `mine` are the tiles of the player who made
the move, `theirs` those of the player to act then. Nothing here knows the solution.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.index import lines
from host_tools.games.tiers.masks import CELLS, I64, popcounts
from lodeboard.games.contract import LOSE, WIN
from lodeboard.games.grid import Grid

_FULL = (1 << CELLS) - 1
_LINES = tuple(Grid(4, 4).lines)
_CORNERS = 1 << 0 | 1 << 3 | 1 << 12 | 1 << 15
_CENTRE = 1 << 5 | 1 << 6 | 1 << 9 | 1 << 10


class After(NamedTuple):
    """Positions after moves: masks, and whose tiles are whose. `placed`: the cell of each move's
    own tile, as a mask."""

    mine: I64
    theirs: I64
    side: I64
    placed: I64
    verdict: I64  # for the player to act

    @property
    def empty(self) -> I64:
        return _FULL ^ (self.mine | self.theirs)


def after(batch: Batch, move: I64, occupied: I64, own: I64, side: I64) -> After:
    """Positions as `Batch.moves` gives them, seen by who has just moved."""
    placed = np.int64(1) << ((move & 31) >> 1)
    return After(occupied & ~own, own, side, placed, batch.verdicts(occupied, own, side))


def _count(mask: I64) -> I64:
    return popcounts()[mask].astype(np.int64)


def _beside(mask: I64) -> I64:
    """The cells orthogonally beside any of a mask's."""
    return (mask >> 4 | mask << 4 | (mask & 0xEEEE) >> 1 | (mask & 0x7777) << 1) & _FULL


def _line_count(tiles: I64, side: I64) -> I64:
    found = np.zeros(len(tiles), np.int64)
    for showing in (tiles & side, tiles & ~side):
        for line in _LINES:
            found += showing & line == line
    return found


def _open_pairs(tiles: I64, side: I64, empty: I64) -> I64:
    """Lines with two tiles of one player that show the same side, and an empty third cell."""
    found = np.zeros(len(tiles), np.int64)
    for showing in (tiles & side, tiles & ~side):
        for line in _LINES:
            found += (_count(showing & line) == 2) & ((empty & line) != 0)
    return found


def _safe_line(at: After) -> I64:
    """1 where a line stays whichever tile the opponent flips."""
    movable = at.mine & _beside(at.empty)
    held = _line_count(at.mine, at.side) > 0
    for cell in range(CELLS):
        bit = np.int64(1) << cell
        rest = at.mine & ~bit
        stays = (lines()[rest & at.side] | lines()[rest & ~at.side]) > 0
        held &= stays | (movable & bit == 0)
    return held.astype(np.int64)


def _flips(tiles: I64, empty: I64) -> I64:
    """Ways to flip one of these tiles: tile and neighbouring empty cell."""
    found = np.zeros(len(tiles), np.int64)
    for way in (tiles >> 4, tiles << 4, (tiles & 0xEEEE) >> 1, (tiles & 0x7777) << 1):
        found += _count(way & empty & _FULL)
    return found


def _majority(tiles: I64, side: I64) -> I64:
    down = _count(tiles & side)
    most: I64 = np.maximum(down, _count(tiles) - down)
    return most


#: What each counts, by its name: larger is what its name says.
FEATURES: Mapping[str, Callable[[After], I64]] = {
    "win": lambda at: (at.verdict == LOSE).astype(np.int64),
    "blunder": lambda at: (at.verdict == WIN).astype(np.int64),
    "safe line": _safe_line,
    "my lines": lambda at: _line_count(at.mine, at.side),
    "their lines": lambda at: _line_count(at.theirs, at.side),
    "my pairs": lambda at: _open_pairs(at.mine, at.side, at.empty),
    "their pairs": lambda at: _open_pairs(at.theirs, at.side, at.empty),
    "my loose tiles": lambda at: _count(at.mine & _beside(at.empty)),
    "their loose tiles": lambda at: _count(at.theirs & _beside(at.empty)),
    "their choice of flips": lambda at: _flips(at.mine, at.empty),
    "my choice of flips": lambda at: _flips(at.theirs, at.empty),
    "my corners": lambda at: _count(at.mine & _CORNERS),
    "their corners": lambda at: _count(at.theirs & _CORNERS),
    "my centre": lambda at: _count(at.mine & _CENTRE),
    "their centre": lambda at: _count(at.theirs & _CENTRE),
    "alike": lambda at: _majority(at.mine, at.side),
    "theirs alike": lambda at: _majority(at.theirs, at.side),
    "space beside my new tile": lambda at: _count(_beside(at.placed) & at.empty),
    "my tiles beside my new tile": lambda at: _count(_beside(at.placed) & at.mine),
    "their tiles beside my new tile": lambda at: _count(_beside(at.placed) & at.theirs),
}

#: How a rule names a feature: keep the moves with most of it, with fewest of it.
NAMES: Mapping[str, tuple[str, str]] = {
    "win": ("win the game", "do not win the game"),
    "wins left": ("let the opponent win next turn", "leave the opponent no win with the next turn"),
    "blunder": ("leave the opponent a won game", "leave the opponent no won game"),
    "safe line": ("make a line that no flip breaks", "make no line that no flip breaks"),
    "my lines": ("give you most lines, open or locked", "give you fewest lines"),
    "their lines": ("leave the opponent most lines", "leave the opponent fewest lines"),
    "my pairs": (
        "give you most lines that lack one tile",
        "give you fewest lines that lack one tile",
    ),
    "their pairs": (
        "leave the opponent most lines that lack one tile",
        "leave the opponent fewest lines that lack one tile",
    ),
    "my loose tiles": (
        "leave most tiles of yours beside an empty cell",
        "leave fewest tiles of yours beside an empty cell",
    ),
    "their loose tiles": (
        "leave most of the opponent's tiles beside an empty cell",
        "leave fewest of the opponent's tiles beside an empty cell",
    ),
    "their choice of flips": (
        "leave the opponent the widest choice of flips",
        "leave the opponent the fewest flips: shut your tiles in",
    ),
    "my choice of flips": (
        "leave most ways to flip the opponent's tiles",
        "leave fewest ways to flip the opponent's tiles",
    ),
    "my corners": ("give you most corners", "give you fewest corners"),
    "their corners": ("leave the opponent most corners", "leave the opponent fewest corners"),
    "my centre": ("give you most of the four middle cells", "give you fewest of the middle cells"),
    "their centre": (
        "push the opponent's tiles into the four middle cells",
        "keep the opponent's tiles out of the four middle cells",
    ),
    "alike": (
        "show the same side on most of your tiles",
        "show up and down sides equally often on your tiles",
    ),
    "theirs alike": (
        "leave the same side showing on most of the opponent's tiles",
        "leave up and down sides equally often on the opponent's tiles",
    ),
    "space beside my new tile": (
        "place where most cells beside are empty",
        "place where fewest cells beside are empty",
    ),
    "my tiles beside my new tile": (
        "place beside most tiles of your own",
        "place beside fewest tiles of your own",
    ),
    "their tiles beside my new tile": (
        "place beside most tiles of the opponent's",
        "place beside fewest tiles of the opponent's",
    ),
}
