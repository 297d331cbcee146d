"""Flip tiles: 4x4, eight two-sided tiles each; flip one of the opponent's, place one of yours.

A turn is two steps. The flip takes an opponent's tile to an orthogonally adjacent empty cell
and turns it over; it must be made where one exists. Then an own tile goes to any empty cell,
either side up. Three tiles of one player, same side up, in a row, column or diagonal are a
line; a line is locked when no cell next to one of its tiles is empty.

Steps: placing is cell * 2 + side (0 up, 1 down), flipping is 32 + cell * 4 + direction
(0 N, 1 E, 2 S, 3 W). The position is three masks, bit i = cell i, which fast code may use directly:

    occupied  cells with a tile
    first     cells with a tile of the first player (a subset of occupied)
    side      cells whose tile has its down side up (a subset of occupied): 1 = down

The notation module defines how positions and moves are written.
"""

from micropython import const

from lodeboard.games.contract import (
    ALL_CODES,
    EMPTY,
    LOSE,
    NOWHERE,
    TIE,
    UNDECIDED,
    UP_0,
    WIN,
    BaseGame,
    GameError,
    turned,
)
from lodeboard.games.flip import notation
from lodeboard.games.grid import grid_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

_ROWS = const(4)
_COLUMNS = const(4)
_CELLS = const(16)
_FLIP = const(32)  # first flip step


class Flip(BaseGame):
    """Flip tiles under `rules` "magic" (any line wins at the start of one's turn, the
    opponent's locked line loses) or "eclipse" (only locked lines count, both at once draw)."""

    name = "flip"
    strengths: "tuple[int, ...]" = (1000, 1266, 1618, 1930, 2164, 2400)
    rule_sets = ("magic", "eclipse")
    rows = _ROWS
    columns = _COLUMNS
    max_steps = 32  # placements on the empty board; there are at most 24 flips
    max_length = 32  # two steps for each of 16 tiles
    max_changes = 2  # a flip
    alike = ALL_CODES

    def __init__(self, rules: str = "") -> None:
        self.grid = grid_of(_ROWS, _COLUMNS)
        super().__init__(rules)

    def reset(self) -> None:
        self._set(0, 0, 0)

    def _set(self, occupied: int, first: int, side: int) -> None:
        self.occupied = occupied
        self.first = first
        self.side = side
        self.turn = _count(occupied) & 1
        self.length = 0
        self._flipped = False  # inside a move: flipped, not yet placed

    # Steps

    def steps(self, out: "MutableSequence[int]") -> int:
        if not self._flipped:
            if self.verdict() != UNDECIDED:
                return 0
            count = self._flips(out)
            if count:
                return count
        count = 0
        occupied = self.occupied
        for cell in range(_CELLS):
            if not (occupied >> cell) & 1:
                out[count] = cell * 2
                out[count + 1] = cell * 2 + 1
                count += 2
        return count

    def _flips(self, out: "MutableSequence[int]") -> int:
        occupied = self.occupied
        theirs = self.tiles(1 - self.turn)
        neighbours = self.grid.neighbours
        count = 0
        for cell in range(_CELLS):
            if (theirs >> cell) & 1:
                for index in range(cell * 4, cell * 4 + 4):
                    target = neighbours[index]
                    if target != NOWHERE and not (occupied >> target) & 1:
                        out[count] = _FLIP + index
                        count += 1
        return count

    def _make(self, step: int) -> None:
        if step >= _FLIP:
            step -= _FLIP
            self._turn_over(step >> 2, self.grid.neighbours[step])
            self._flipped = True
            return
        bit = 1 << (step >> 1)
        self.occupied |= bit
        if self.turn == 0:
            self.first |= bit
        if step & 1:
            self.side |= bit
        self.turn = 1 - self.turn
        self._flipped = False

    def _unmake(self, step: int) -> None:
        if step >= _FLIP:
            index = step - _FLIP
            self._turn_over(self.grid.neighbours[index], index >> 2)
            self._flipped = False
            return
        keep = ~(1 << (step >> 1))
        self.occupied &= keep
        self.first &= keep
        self.side &= keep
        self.turn = 1 - self.turn
        self._flipped = self.length > 1 and self._history[self.length - 2] >= _FLIP

    def _turn_over(self, source: int, target: int) -> None:
        """Move the tile on `source` to the empty cell `target` and turn it over."""
        was = 1 << source
        now = 1 << target
        self.occupied ^= was | now
        if self.first & was:
            self.first ^= was | now
        if self.side & was:
            self.side ^= was
        else:
            self.side |= now

    # What the rules say

    def tiles(self, player: int) -> int:
        """Return the mask of the cells with a tile of player 0 or 1."""
        return self.first if player == 0 else self.occupied ^ self.first

    def line_mask(self, player: int) -> int:
        """Return the mask of the cells in any line of this player."""
        tiles = self.tiles(player)
        return self.grid.lined(tiles & ~self.side) | self.grid.lined(tiles & self.side)

    def locked_mask(self, player: int) -> int:
        """Return the mask of the cells in a locked line of this player."""
        # A line is locked if none of its tiles has an empty neighbour.
        grid = self.grid
        tiles = self.tiles(player) & ~grid.spread(grid.full ^ self.occupied)
        return grid.lined(tiles & ~self.side) | grid.lined(tiles & self.side)

    def verdict(self) -> int:
        if self._flipped:
            return UNDECIDED
        mover = self.turn
        lost = self.locked_mask(1 - mover) != 0
        if self.rules == "magic":
            if self.line_mask(mover):
                return WIN
        elif self.locked_mask(mover):
            return TIE if lost else WIN
        if lost:
            return LOSE
        return TIE if self.occupied == self.grid.full else UNDECIDED

    def between_moves(self) -> bool:
        return not self._flipped

    def count_moves(self) -> int:
        # A flip does not change the number of empty cells, so the same number of placements follows
        # each.
        if self.verdict() != UNDECIDED:
            return 0
        placements = 2 * (_CELLS - _count(self.occupied))
        if self._flipped:
            return placements
        grid = self.grid
        theirs = self.tiles(1 - self.turn)
        empty = grid.full ^ self.occupied
        flips = 0
        for index in range(4 * _CELLS):
            if (theirs >> (index >> 2)) & 1:
                target = grid.neighbours[index]
                if target != NOWHERE and (empty >> target) & 1:
                    flips += 1
        return placements * flips if flips else placements

    def key(self) -> int:
        """49 bits: half-turn flag, occupied, first, side of the representative under the 8
        symmetries of the square and turning over all tiles of one player, each player
        independently. The player to act follows from the number of tiles."""
        from lodeboard.games.flip import symmetry as flip_symmetry  # rarely needed

        return flip_symmetry.key(self)

    # Contents of the board

    def code(self, cell: int) -> int:
        """Return the tile code of a cell."""
        if not (self.occupied >> cell) & 1:
            return EMPTY
        code = UP_0 + ((self.side >> cell) & 1)
        return code if (self.first >> cell) & 1 else code + 2

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        """A flip changes two cells, a placement one."""
        if step >= _FLIP:
            step -= _FLIP
            out[0] = step >> 2
            out[1] = self.code(out[0])
            out[2] = out[4] = EMPTY
            out[3] = self.grid.neighbours[step]
            out[5] = turned(out[1])
            return 2
        out[0] = step >> 1
        out[1] = EMPTY
        out[2] = UP_0 + 2 * self.turn + (step & 1)
        return 1

    # Text

    def load(self, text: str) -> None:
        """Set up a position; any arrangement with the right numbers of tiles is valid, whether play
        can reach it or not. In half a turn the flip counts as pushed: it can be popped."""
        position, semicolon, flip = text.partition(";")
        masks = notation.read_cells(position)
        before = (self.occupied, self.first, self.side, self.turn, self.length, self._flipped)
        self._set(*masks)
        if semicolon:
            try:
                step = notation.read_flip(self, flip)
            except GameError:
                # An invalid text changes nothing.
                self.occupied, self.first, self.side, self.turn, self.length, self._flipped = before
                raise
            self.push(step)

    def text(self) -> str:
        if self._flipped:
            step = self.pop()
            text = self.text() + ";" + notation.step_text(self, step)
            self.push(step)
            return text
        return notation.cells_text(self)

    def parse_move(self, text: str) -> "list[int]":
        return notation.read_move(self, text)

    def step_text(self, step: int) -> str:
        return notation.step_text(self, step)


def _count(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
