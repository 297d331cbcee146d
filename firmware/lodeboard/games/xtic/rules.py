"""xtic: 4x4, sixteen different pieces; one gives a piece, the other places it and gives in turn.

A piece is a number 0..15 whose four bits are its properties: 8 brown (else black), 4 vertical
(else horizontal), 2 hollow (else solid), 1 square (else round). Four pieces on a line that
agree in at least one property, in either of its values, end the game: the player who placed the
fourth loses. A full board without such a line is a tie. Player 0 gives first; giving passes the
turn, placing does not. Each step is a whole written move.

Steps: placing is the cell 0..15, giving is 16 + piece. The position, which other code may use
directly (masks of cells: bit i = cell i):

    at        the piece on each cell, or NOWHERE
    hand      the piece to be placed, NOWHERE when the player to act must give
    occupied  mask of the cells with a piece
    ones      four masks: cells whose piece has property bit 0, 1, 2, 3 set
    used      mask of the pieces given so far, the one in hand included
    lines     masks of the lines of this rule set, four cells each

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
    BaseGame,
    GameError,
)
from lodeboard.games.grid import grid_of
from lodeboard.games.xtic import notation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

_SIDE = const(4)
_CELLS = const(16)
_FULL = const(0xFFFF)
_GIVE = const(16)  # first giving step
_PROPERTIES = const(4)


class Xtic(BaseGame):
    """xtic on the lines of `rules`: "normal" (rows, columns, the two main diagonals), "nodiags"
    (rows and columns) or "torus" (rows, columns and all eight broken diagonals)."""

    name = "xtic"
    strengths: "tuple[int, ...]" = (1000, 1366, 1589, 1761, 2024, 2335, 2529)
    rule_sets = ("normal", "nodiags", "torus")
    rows = _SIDE
    columns = _SIDE
    max_steps = 16  # pieces to give at first; cells for the first piece
    max_length = 32  # two steps for each of 16 pieces
    max_changes = 1  # placing
    alike = ALL_CODES
    choices = True  # giving

    def __init__(self, rules: str = "") -> None:
        self.grid = grid_of(_SIDE, _SIDE)
        self.at = bytearray(_CELLS)
        self.ones = [0] * _PROPERTIES
        super().__init__(rules)

    def change_rules(self, rules: str) -> None:
        super().change_rules(rules)
        self.lines = _lines(rules)

    def reset(self) -> None:
        self._set(b"\xff" * _CELLS, NOWHERE)

    def _set(self, pieces: bytes, hand: int) -> None:
        """Set the pieces on the cells and the one in hand; each at most once."""
        self.length = 0
        self.hand = NOWHERE
        self.occupied = 0
        self.used = 0
        for index in range(_PROPERTIES):
            self.ones[index] = 0
        placed = 0
        for cell in range(_CELLS):
            self.at[cell] = NOWHERE
            if pieces[cell] != NOWHERE:
                self.used |= 1 << pieces[cell]
                self._lay(pieces[cell], cell)
                placed += 1
        self.turn = placed & 1
        if hand != NOWHERE:
            self.hand = hand
            self.used |= 1 << hand
            self.turn = 1 - self.turn

    def _lay(self, piece: int, cell: int) -> None:
        self.at[cell] = piece
        bit = 1 << cell
        self.occupied |= bit
        ones = self.ones
        for index in range(_PROPERTIES):
            if (piece >> index) & 1:
                ones[index] |= bit

    # Steps

    def steps(self, out: "MutableSequence[int]") -> int:
        count = 0
        if self.hand != NOWHERE:
            occupied = self.occupied
            for cell in range(_CELLS):
                if not (occupied >> cell) & 1:
                    out[count] = cell
                    count += 1
        elif self.verdict() == UNDECIDED:
            used = self.used
            for piece in range(_CELLS):
                if not (used >> piece) & 1:
                    out[count] = _GIVE + piece
                    count += 1
        return count

    def _make(self, step: int) -> None:
        if step >= _GIVE:
            self.hand = step - _GIVE
            self.used |= 1 << self.hand
            self.turn = 1 - self.turn
        else:
            self._lay(self.hand, step)
            self.hand = NOWHERE

    def _unmake(self, step: int) -> None:
        if step >= _GIVE:
            self.hand = NOWHERE
            self.used ^= 1 << (step - _GIVE)
            self.turn = 1 - self.turn
            return
        self.hand = self.at[step]
        self.at[step] = NOWHERE
        keep = ~(1 << step)
        self.occupied &= keep
        for index in range(_PROPERTIES):
            self.ones[index] &= keep

    # What the rules say

    def verdict(self) -> int:
        occupied = self.occupied
        ones = self.ones
        for line in self.lines:
            if occupied & line == line:
                for mask in ones:
                    if mask & line == line or not mask & line:
                        return LOSE
        return TIE if occupied == _FULL else UNDECIDED

    def fatal_lines(self) -> "list[tuple[int, int, int]]":
        """Return the lines that end the game, each with what its four pieces have in common: (mask
        of
        its cells, mask of the property bits they agree in, the values of those bits)."""
        found = []
        for line in self.lines:
            if self.occupied & line == line:
                shared = values = 0
                for index in range(_PROPERTIES):
                    mask = self.ones[index] & line
                    if mask == line or not mask:
                        shared |= 1 << index
                    if mask == line:
                        values |= 1 << index
                if shared:
                    found.append((line, shared, values))
        return found

    def danger(self, piece: int) -> int:
        """Return the mask of the free cells where placing this piece would lose."""
        free = _FULL ^ self.occupied
        found = 0
        for line in self.lines:
            gap = line & free
            # Exactly one cell of the line is free.
            if gap and gap & (gap - 1) == 0 and not found & gap:
                rest = line ^ gap
                for index in range(_PROPERTIES):
                    if self.ones[index] & rest == (rest if (piece >> index) & 1 else 0):
                        found |= gap
                        break
        return found

    def count_moves(self) -> int:
        if self.hand != NOWHERE:
            return _count(_FULL ^ self.occupied)
        return _count(_FULL ^ self.used) if self.verdict() == UNDECIDED else 0

    def key(self) -> int:
        """85 bits, the same for, and only for, positions equal by a symmetry of the lines (32
        of normal, 1152 of nodiags, 128 of torus) and one of the pieces (384: any property's
        values exchanged, any properties exchanged)."""
        from lodeboard.games.xtic import symmetry as xtic_symmetry  # rarely needed

        return xtic_symmetry.key(self)

    # Contents of the board

    def code(self, cell: int) -> int:
        return UP_0 if (self.occupied >> cell) & 1 else EMPTY

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        """Placing lays a piece on the cell; all sixteen have the same magnet, the same side up.
        Giving is a choice, not made by hand."""
        if step >= _GIVE:
            return 0
        out[0] = step
        out[1] = EMPTY
        out[2] = UP_0
        return 1

    def choice(self, step: int) -> int:
        """Return the menu cell of a piece, which is its number."""
        return step - _GIVE if step >= _GIVE else NOWHERE

    def chosen(self) -> int:
        return self.hand

    # Text

    def load(self, text: str) -> None:
        """Set up a position; any arrangement of different pieces is valid, whether play can reach
        it or not, but after a line has ended the game there is no piece in hand."""
        pieces, hand = notation.read(text)
        before = (bytes(self.at), self.hand, self.length)
        self._set(pieces, hand)
        if hand != NOWHERE and self.verdict() == LOSE:
            line = self.fatal_lines()[0][0]
            # An invalid text changes nothing.
            self._set(before[0], before[1])
            self.length = before[2]
            raise GameError(
                "a piece is in hand, but the game was over before: the line "
                + notation.cells_text(self, line)
                + " is complete"
            )

    def text(self) -> str:
        return notation.position_text(self)

    def parse_move(self, text: str) -> "list[int]":
        return notation.read_move(self, text)

    def step_text(self, step: int) -> str:
        return notation.step_text(self, step)


def _lines(rules: str) -> "tuple[int, ...]":
    """Return rows, columns, then the diagonals of the rule set."""
    lines = [0x000F << (4 * row) for row in range(_SIDE)]
    lines += [0x1111 << column for column in range(_SIDE)]
    if rules != "nodiags":
        starts = range(_SIDE) if rules == "torus" else (0,)
        for start in starts:
            # Down to the right from `start` in the first row; and its mirror image.
            falling = rising = 0
            for row in range(_SIDE):
                falling |= 1 << (_SIDE * row + (start + row) % _SIDE)
                rising |= 1 << (_SIDE * row + (_SIDE - 1 - start - row) % _SIDE)
            lines += [falling, rising]
    return tuple(lines)


def _count(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
