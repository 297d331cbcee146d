"""Four Field Kono: 4x4, eight tiles each, the board full at the start; step or capture.

A turn is one step: an own tile moves to an orthogonally adjacent empty cell; or it jumps
over an adjacent own tile onto the opponent's tile right behind that one, which is taken
off the board. The player to act who has one tile left, or no legal move, has lost. In a game the
third occurrence of a position with the same player to act, and 100 turns without a capture, are
draws; a position that is loaded has no history.

A step is start * 16 + end, both cells; a capture ends two cells away. The position, for layers
that want to work on it directly (masks of cells: bit i = cell i):

    first, second   cells with a tile of the first and of the second player
    quiet           turns since the last capture

How positions and moves are written is in notation.
"""

from micropython import const

from lodeboard.games.contract import (
    EITHER_SIDE,
    EMPTY,
    FIXED,
    LOSE,
    NOWHERE,
    TIE,
    UNDECIDED,
    UP_0,
    UP_1,
    GameError,
)
from lodeboard.games.grid import grid_of
from lodeboard.games.kono import notation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

_SIDE = const(4)
_CELLS = const(16)
_NOT_FIRST_COLUMN = const(0xEEEE)
_NOT_LAST_COLUMN = const(0x7777)
_FIRST = const(0xFF00)  # where the first player's tiles begin: rows 3 and 4
_SECOND = const(0x00FF)
_QUIET_DRAW = const(100)  # turns without a capture
_OCCURRENCES = const(3)


class Kono:
    """See lodeboard.games.contract.Game. There are no rule sets."""

    name = "kono"
    rules = ""
    rows = _SIDE
    columns = _SIDE
    max_steps = 32  # a tile has at most one step in each direction, and a player eight tiles
    # Fourteen captures leave each player one tile; a hundred turns without one end the game.
    max_length = 1500
    max_changes = 2
    choices = False
    alike = EITHER_SIDE

    def __init__(self, rules: str = "") -> None:
        self.grid = grid_of(_SIDE, _SIDE)
        self._history = bytearray(self.max_length)
        self.change_rules(rules)

    def change_rules(self, rules: str) -> None:
        if rules:
            raise GameError(f'kono has no rule sets, so not "{rules}" either')
        self.reset()

    def reset(self) -> None:
        self._set(_FIRST, _SECOND, 0)

    def _set(self, first: int, second: int, turn: int) -> None:
        self.first = first
        self.second = second
        self.turn = turn
        self.length = 0
        self.quiet = 0

    # Steps

    def steps(self, out: "MutableSequence[int]") -> int:
        """Captures come first, which helps a search."""
        if self.verdict() != UNDECIDED:
            return 0
        own = self.tiles(self.turn)
        theirs = self.tiles(1 - self.turn)
        taken = own | theirs
        neighbours = self.grid.neighbours
        count = captures = 0
        for start in range(_CELLS):
            if not (own >> start) & 1:
                continue
            for direction in range(4):
                end = neighbours[start * 4 + direction]
                if end == NOWHERE:
                    continue
                if (own >> end) & 1:
                    end = neighbours[end * 4 + direction]
                    if end == NOWHERE or not (theirs >> end) & 1:
                        continue
                    out[count] = out[captures]
                    out[captures] = start * _CELLS + end
                    captures += 1
                elif (taken >> end) & 1:
                    continue
                else:
                    out[count] = start * _CELLS + end
                count += 1
        return count

    def push(self, step: int) -> None:
        self._history[self.length] = step
        self.length += 1
        end = 1 << (step & 15)
        moved = (1 << (step >> 4)) | end
        if self.turn == 0:
            self.first ^= moved
            self.second &= ~end
        else:
            self.second ^= moved
            self.first &= ~end
        self.turn = 1 - self.turn
        self.quiet = 0 if _captures(step) else self.quiet + 1

    def pop(self) -> int:
        if self.length == 0:
            raise GameError("no step to take back")
        self.length -= 1
        step = self._history[self.length]
        end = 1 << (step & 15)
        moved = (1 << (step >> 4)) | end
        captured = end if _captures(step) else 0
        self.turn = 1 - self.turn
        if self.turn == 0:
            self.first ^= moved
            self.second |= captured
        else:
            self.second ^= moved
            self.first |= captured
        if captured:
            self.quiet = self._count_quiet()
        else:
            self.quiet -= 1
        return step

    def _count_quiet(self) -> int:
        """Turns since the last capture, from the steps."""
        at = self.length
        while at and not _captures(self._history[at - 1]):
            at -= 1
        return self.length - at

    # What the rules say

    def tiles(self, player: int) -> int:
        """Mask of a player's tiles."""
        return self.second if player else self.first

    def verdict(self) -> int:
        own = self.tiles(self.turn)
        if own & (own - 1) == 0 or not self._can_move(own, self.tiles(1 - self.turn)):
            return LOSE
        if self.quiet >= _QUIET_DRAW or self.repeated():
            return TIE
        return UNDECIDED

    def _can_move(self, own: int, theirs: int) -> bool:
        if self.grid.spread(own) & ~(own | theirs):
            return True
        # One's own tile, one's own beside it, theirs behind that: towards each side in turn.
        left = theirs & _NOT_LAST_COLUMN
        right = theirs & _NOT_FIRST_COLUMN
        return bool(
            own & (own << 4) & (theirs << 8)
            or own & (own >> 4) & (theirs >> 8)
            or own & ((own & _NOT_LAST_COLUMN) << 1) & ((left << 1 & _NOT_LAST_COLUMN) << 1)
            or own & ((own & _NOT_FIRST_COLUMN) >> 1) & ((right >> 1 & _NOT_FIRST_COLUMN) >> 1)
        )

    def repeated(self) -> bool:
        """Whether the position is there for the third time with the same player to act. No
        capture lies between, so only tiles have been moved: back through those steps."""
        if self.quiet < 4 * (_OCCURRENCES - 1):
            return False
        first = self.first
        second = self.second
        turn = self.turn
        seen = 1
        history = self._history
        for at in range(self.length - 1, self.length - 1 - self.quiet, -1):
            step = history[at]
            moved = (1 << (step >> 4)) | (1 << (step & 15))
            turn = 1 - turn
            if turn == 0:
                first ^= moved
            else:
                second ^= moved
            if turn == self.turn and first == self.first and second == self.second:
                seen += 1
                if seen == _OCCURRENCES:
                    return True
        return False

    def between_moves(self) -> bool:
        return True

    def count_moves(self) -> int:
        return self.steps(bytearray(self.max_steps))

    def key(self) -> int:
        """The smallest image of the player's tiles << 16 | the opponent's: the same for, and
        only for, positions equal by a symmetry of the square; who of the two is to act does not
        matter, nor what came before."""
        own = self.tiles(self.turn)
        theirs = self.tiles(1 - self.turn)
        image = self.grid.image
        count = len(self.grid.symmetries)
        return min([image(own, at) << _CELLS | image(theirs, at) for at in range(count)])

    # What lies on the board

    def expected(self, out: "MutableSequence[int]") -> None:
        for cell in range(_CELLS):
            out[cell] = self.code(cell)

    def code(self, cell: int) -> int:
        """What lies on a cell, up sides showing."""
        if (self.first >> cell) & 1:
            return UP_0
        return UP_1 if (self.second >> cell) & 1 else EMPTY

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        """Write (cell, before, after) for each cell that a legal step changes, tile codes, and
        return how many there are: the tile leaves its cell and lies where it goes to."""
        mine = UP_1 if self.turn else UP_0
        out[0] = step >> 4
        out[1] = mine
        out[2] = EMPTY
        out[3] = step & 15
        out[4] = self.code(step & 15)
        out[5] = mine
        return 2

    def choice(self, step: int) -> int:
        return NOWHERE  # no step is a choice

    def chosen(self) -> int:
        return NOWHERE

    def amend(self) -> int:
        return FIXED

    # Text

    def load(self, text: str) -> None:
        """Set up a position; any arrangement of at most eight tiles a player is one. It begins
        without a history."""
        first, second, turn = notation.read(text)
        self._set(first, second, turn)

    def text(self) -> str:
        return notation.position_text(self)

    def parse_move(self, text: str) -> "list[int]":
        return [notation.read_move(self, text)]

    def move_text(self, steps: "list[int]") -> str:
        return "".join([notation.step_text(self, step) for step in steps])


def _captures(step: int) -> bool:
    """Whether a step is a capture: it ends two cells away."""
    way = (step >> 4) - (step & 15)
    return way in (-8, 8, -2, 2)
