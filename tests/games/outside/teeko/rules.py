"""Teeko on 4x4: the players drop four tiles each in turn, then move one to a neighbouring empty
cell, also diagonally. Four of one's own in a line or in a square of 2x2 win; 60 turns are a draw.

A step is start * 16 + end, and a drop has both the same; written a3b4, a drop a3.
"""

from micropython import const

from lodeboard.games.contract import EMPTY, LOSE, TIE, UNDECIDED, UP_0, UP_1
from lodeboard.games.tiles import TileGame, TileSentences, ones, tile_plugin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

_TILES = const(4)
_LONGEST = const(60)
# Rows, columns, diagonals; and the squares, which begin in the first three rows and columns.
_FOURS = tuple(
    [0x000F << row * 4 for row in range(4)]
    + [0x1111 << column for column in range(4)]
    + [0x8421, 0x1248]
    + [0x0033 << row * 4 + column for row in range(3) for column in range(3)]
)


class Teeko(TileGame):
    name = "teeko"
    max_tiles = _TILES
    max_steps = 32
    max_length = _LONGEST
    max_changes = 2

    def verdict(self) -> int:
        if self.tiles(1 - self.turn) in _FOURS:
            return LOSE
        return TIE if self.length >= _LONGEST else UNDECIDED

    def steps(self, out: "MutableSequence[int]") -> int:
        if self.verdict() != UNDECIDED:
            return 0
        own = self.tiles(self.turn)
        dropping = ones(own) < _TILES
        count = 0
        for end in range(16):
            if self.code(end) != EMPTY:
                continue
            if dropping:
                out[count] = end * 17
                count += 1
                continue
            for start in range(16):
                near = -2 < (start >> 2) - (end >> 2) < 2 and -2 < (start & 3) - (end & 3) < 2
                if near and (own >> start) & 1:
                    out[count] = start * 16 + end
                    count += 1
        return count

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        mine = UP_1 if self.turn else UP_0
        start, end = step >> 4, step & 15
        count = 0
        if start != end:
            out[0], out[1], out[2] = start, mine, EMPTY
            count = 1
        out[3 * count], out[3 * count + 1], out[3 * count + 2] = end, EMPTY, mine
        return count + 1

    def _flip(self, step: int, player: int) -> None:
        """Make or undo a step."""
        start, end = step >> 4, step & 15
        changed = 1 << end if start == end else 1 << start | 1 << end
        if player == 0:
            self.first ^= changed
        else:
            self.second ^= changed

    def _make(self, step: int) -> None:
        self._flip(step, self.turn)
        self.turn = 1 - self.turn

    def _unmake(self, step: int) -> None:
        self.turn = 1 - self.turn
        self._flip(step, self.turn)

    def step_text(self, step: int) -> str:
        start, end = step >> 4, step & 15
        name = self.grid.cell_name
        return name(end) if start == end else name(start) + name(end)

    def score(self) -> int:
        """How many of a player's tiles lie in each four that the other is not in."""
        own, theirs = self.tiles(self.turn), self.tiles(1 - self.turn)
        value = 0
        for four in _FOURS:
            if not four & theirs:
                value += ones(four & own) ** 2
            if not four & own:
                value -= ones(four & theirs) ** 2
        return value * 10

    def ended(self) -> str:
        return ": four together" if self.verdict() == LOSE else ": 60 turns"


class TeekoSentences(TileSentences):
    TOO_EARLY = "Take that tile away again: all tiles are on the board, move one of them."


PLUGIN = tile_plugin(Teeko, TeekoSentences)
