"""Four Field Kono: 4x4, eight tiles each, the board full at the start; step or capture.

A turn is one step: an own tile moves to an orthogonally adjacent empty cell; or it jumps
over an adjacent own tile onto the opponent's tile right behind that one, which is taken
off the board. The player to act loses with one tile left or without a legal move. The third
occurrence of a position with the same player to act, and 100 turns without a capture, are draws; a
loaded position has no history.

A step is start * 16 + end, both cells, written a3a2; a capture ends two cells away, a4a2.
"""

from micropython import const

from lodeboard.games.contract import EMPTY, LOSE, NOWHERE, TIE, UNDECIDED, UP_0, UP_1
from lodeboard.games.tiles import TileGame, TileSentences, ones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

_CELLS = const(16)
_FULL = const(0xFFFF)
_NOT_FIRST_COLUMN = const(0xEEEE)
_NOT_LAST_COLUMN = const(0x7777)
_QUIET_DRAW = const(100)  # turns without a capture
_OCCURRENCES = const(3)
_TILE = const(100)
_ROOM = const(4)
_REPEATED = ": the same position for the third time"


class Kono(TileGame):
    """quiet: turns since the last capture."""

    name = "kono"
    strengths: "tuple[int, ...]" = (1000, 1215, 1362, 1688, 1920, 2034)
    max_steps = 32  # a tile has at most one step in each direction, and a player eight tiles
    # At most fourteen captures, and a hundred turns without a capture end the game.
    max_length = 1500
    max_changes = 2
    begin = (0xFF00, 0x00FF)
    cost = 215  # a node takes 0.8 to 1.1 ms on the chip; this is in a port's evaluations

    def _set(self, first: int, second: int, turn: int) -> None:
        super()._set(first, second, turn)
        self.quiet = 0

    # Steps

    def steps(self, out: "MutableSequence[int]") -> int:
        """Write the legal steps, captures first, which helps a search."""
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

    def _make(self, step: int) -> None:
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

    def _unmake(self, step: int) -> None:
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

    def _count_quiet(self) -> int:
        """Return the turns since the last capture, from the steps before the last one."""
        last = index = self.length - 1
        while index and not _captures(self._history[index - 1]):
            index -= 1
        return last - index

    # What the rules say

    def verdict(self) -> int:
        own = self.tiles(self.turn)
        if stuck(own, self.tiles(1 - self.turn)):
            return LOSE
        if self.quiet >= _QUIET_DRAW or self.repeated():
            return TIE
        return UNDECIDED

    def repeated(self) -> bool:
        """Return whether this is the third occurrence with the same player to act. Occurrences have
        no capture between them, so it takes back the moves since the last capture."""
        if self.quiet < 4 * (_OCCURRENCES - 1):
            return False
        first = self.first
        second = self.second
        turn = self.turn
        seen = 1
        history = self._history
        for index in range(self.length - 1, self.length - 1 - self.quiet, -1):
            step = history[index]
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

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        """Write (cell, code before, code after) for each cell that a legal step changes, and return
        their number: the start becomes empty, the end gets the tile."""
        mine = UP_1 if self.turn else UP_0
        out[0] = step >> 4
        out[1] = mine
        out[2] = EMPTY
        out[3] = step & 15
        out[4] = self.code(step & 15)
        out[5] = mine
        return 2

    def step_text(self, step: int) -> str:
        return self.grid.cell_name(step >> 4) + self.grid.cell_name(step & 15)

    def why_not(self, text: str) -> str:
        if len(text) != 4:
            return "a move is written like a4a2: the cell a tile leaves and where it goes"
        start = self.grid.cell_of(text[:2])
        end = self.grid.cell_of(text[2:])
        own = self.tiles(self.turn)
        theirs = self.tiles(1 - self.turn)
        if not (own >> start) & 1:
            lies = "the opponent's tile" if (theirs >> start) & 1 else "no tile"
            return f"cannot move from {text[:2]}: {lies} lies there"
        if (own >> end) & 1:
            return f"cannot move to {text[2:]}: the same player's tile lies there"
        if (theirs >> end) & 1:
            return (
                f"cannot capture on {text[2:]}: a tile captures by a jump over one of its own side"
                " next to it, onto the cell right behind that one"
            )
        return f"cannot move to {text[2:]}: a tile steps to an empty cell right beside it"

    # Estimated value, and how the game ended

    def score(self) -> int:
        """One more tile is worth more than any number of cells to move to."""
        own = self.tiles(self.turn)
        theirs = self.tiles(1 - self.turn)
        empty = 0xFFFF ^ own ^ theirs
        spread = self.grid.spread
        room = ones(spread(own) & empty) - ones(spread(theirs) & empty)
        return (ones(own) - ones(theirs)) * _TILE + room * _ROOM

    def ended(self) -> str:
        verdict = self.verdict()
        if verdict == TIE:
            return _REPEATED if self.repeated() else ": no tile was captured in 100 turns"
        if verdict != LOSE:
            return ""
        who = "second" if self.turn else "first"
        own = self.tiles(self.turn)
        return f": the {who} player " + ("cannot move" if own & (own - 1) else "has one tile left")


def _captures(step: int) -> bool:
    """Return whether a step is a capture: it ends two cells away."""
    way = (step >> 4) - (step & 15)
    return way in (-8, 8, -2, 2)


def stuck(own: int, theirs: int) -> bool:
    """Return whether the player to act has lost: one tile left, or no legal move."""
    if own & (own - 1) == 0:
        return True
    beside = own << 4 | own >> 4 | (own & _NOT_LAST_COLUMN) << 1 | (own & _NOT_FIRST_COLUMN) >> 1
    if beside & ~(own | theirs) & _FULL:
        return False
    # Own tile, own tile beside it, opponent's tile behind that: in each direction.
    left = theirs & _NOT_LAST_COLUMN
    right = theirs & _NOT_FIRST_COLUMN
    return not (
        own & (own << 4) & (theirs << 8)
        or own & (own >> 4) & (theirs >> 8)
        or own & ((own & _NOT_LAST_COLUMN) << 1) & ((left << 1 & _NOT_LAST_COLUMN) << 1)
        or own & ((own & _NOT_FIRST_COLUMN) >> 1) & ((right >> 1 & _NOT_FIRST_COLUMN) >> 1)
    )


class KonoSentences(TileSentences):
    """The sentences of a game in which tiles move and capture."""

    TOO_EARLY = "Take that tile away again: none comes onto the board in this game."

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        if ask == "lift" and not asked:
            return who + ": move or capture with one of the lit tiles."
        return super().say(ask, who, asked, cell, coaching)
