"""Three in a row: the players lay tiles in turn; who first has three in a row, column or diagonal
wins, and a full board is a draw.

A step is the cell that a tile is laid on, written like a3.
"""

from lodeboard.games.contract import EMPTY, LOSE, TIE, UNDECIDED, UP_0, UP_1
from lodeboard.games.tiles import TileGame, tile_plugin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence


class ThreeInARow(TileGame):
    name = "example"
    max_steps = 16  # most legal steps in any position
    max_length = 16  # most steps in a game
    max_changes = 1  # most cells that a step changes

    def verdict(self) -> int:
        """What the position is for the player to act: UNDECIDED, WIN, LOSE or TIE."""
        if self.grid.lined(self.tiles(1 - self.turn)):
            return LOSE
        return TIE if (self.first | self.second) == self.grid.full else UNDECIDED

    def steps(self, out: "MutableSequence[int]") -> int:
        """Write the legal steps into `out` and return how many there are; none once it is over."""
        count = 0
        if self.verdict() == UNDECIDED:
            for cell in range(self.grid.cells):
                if self.code(cell) == EMPTY:
                    out[count] = cell
                    count += 1
        return count

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        """What a step changes on the board: cell, code before, code after; returns how many."""
        out[0] = step
        out[1] = EMPTY
        out[2] = UP_1 if self.turn else UP_0
        return 1

    def _make(self, step: int) -> None:
        if self.turn == 0:
            self.first |= 1 << step
        else:
            self.second |= 1 << step
        self.turn = 1 - self.turn

    def _unmake(self, step: int) -> None:
        """Restore all that `_make` changed."""
        self.turn = 1 - self.turn
        if self.turn == 0:
            self.first &= ~(1 << step)
        else:
            self.second &= ~(1 << step)

    def step_text(self, step: int) -> str:
        return self.grid.cell_name(step)

    def score(self) -> int:
        """What an undecided position seems to be worth to the player to act, at most 10000: the
        lines that it can still fill, less those of the other player."""
        own, theirs = self.tiles(self.turn), self.tiles(1 - self.turn)
        value = 0
        for line in self.grid.lines:
            value += (not line & theirs) - (not line & own)
        return value * 50

    def ended(self) -> str:
        """How the game ended, to follow the result."""
        return ": three in a row" if self.verdict() == LOSE else ": the board is full"


PLUGIN = tile_plugin(ThreeInARow)
