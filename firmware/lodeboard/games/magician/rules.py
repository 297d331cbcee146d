"""Magician Chess: chess on 7 x 7 cells, nine of which are holes that magicians move about.

Rule sets: `standard`, and `immune`, where kings are neither carried nor dropped and a magician
gives no check. The third occurrence of a position in a game, fifty turns of each player without a
capture, a pawn's move or a drop, and stalemate are draws; so is a game whose next turn might exceed
the size of its record.

Cells are counted row by row from a7. A step is kind << 12 | from << 6 | to:

    MOVE      a piece to a cell, capturing or not; the king two cells aside: castling
    CARRY     a piece from its cell onto the hole beside it, the cell becoming the hole
    TOUCH     a magician onto a hole that it acts on; the next steps finish the spell:
    SWAP      from the hole to an empty cell beside it, which becomes the hole
    DROP      the piece beside the hole (`from`) leaves the board (`to`), and becomes the hole
    BACK      the magician to where it came from, which ends the turn
    PROMOTE   what the pawn becomes, as a piece (`from`), where it is (`to`): a choice

The notation module defines how positions and moves are written.
"""

from array import array

from micropython import const

from lodeboard.games.contract import (
    EMPTY,
    FIXED,
    LOSE,
    NOWHERE,
    TIE,
    UNDECIDED,
    UNDO,
    UP_0,
    UP_1,
    BaseGame,
)
from lodeboard.games.dice import Dice
from lodeboard.games.magician import board_kernel, notation
from lodeboard.games.magician import board_layout as layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence
    from typing import Any

    Kernel = Callable[[Any, int], int]

# Kinds of steps.
MOVE = const(0)
CARRY = const(1)
TOUCH = const(2)
SWAP = const(3)
DROP = const(4)
BACK = const(5)
PROMOTE = const(6)

_SIDE = const(7)
_CELLS = const(49)
_QUIET_DRAW = const(100)
_OCCURRENCES = const(3)
_STANDARD = "standard"
_IMMUNE = "immune"
_TAKEN = const(15)  # in the undo record of a turn: the captured piece

# Two diagonally, one orthogonally, one diagonally, two orthogonally; then the knight's.
_OFFSETS = (-20, -16, 16, 20, -9, -1, 1, 9, -10, -8, 8, 10, -18, -2, 2, 18)
_KNIGHT_OFFSETS = (-19, -17, -11, -7, 7, 11, 17, 19)


def square_of(cell: int) -> int:
    """Return the kernel's square of a cell."""
    return cell + cell // _SIDE * 2 + layout.FIRST_SQUARE


def cell_of(square: int) -> int:
    """Return the cell of a kernel's square."""
    row = (square - layout.FIRST_SQUARE) // 9
    return square - layout.FIRST_SQUARE - 2 * row


class Pieces:
    """So many words, in pieces: a board's heap has no large block left when a game begins."""

    def __init__(self, kind: str, count: int) -> None:
        self._pieces = [array(kind, [0] * 256) for _ in range(count + 255 >> 8)]

    def __getitem__(self, index: int) -> int:
        return self._pieces[index >> 8][index & 255]

    def __setitem__(self, index: int, word: int) -> None:
        self._pieces[index >> 8][index & 255] = word


class Magician(BaseGame):
    """See lodeboard.games.contract.Game.

    number: of the turn, as in a chess record. board: the kernel's words, which other code may use
    directly.
    """

    name = "magician"
    strengths: "tuple[int, ...]" = (1000, 1279, 1525, 1696, 2253)
    rule_sets = (_STANDARD, _IMMUNE)
    rows = _SIDE
    columns = _SIDE
    max_steps = layout.MAX_TURNS
    # Two bytes per step. People's games end long before this; for machines the rules end the game.
    max_length = 1200
    max_changes = 4
    choices = True

    def __init__(self, rules: str = "", kernel: "Kernel | None" = None) -> None:
        self._kernel: Kernel = kernel or board_kernel.magician_board
        self.board: Any = array("i", [0] * layout.STATE_WORDS)
        self._history = Pieces("H", self.max_length)  # type: ignore[assignment]
        self._undos = Pieces("i", self.max_length + 1)  # of the turn that the step ended
        self._sums = Pieces("i", self.max_length + 1)  # of the position after it
        board = self.board
        for index in range(len(_OFFSETS)):
            board[layout.OFFSETS + index] = _OFFSETS[index]
        for index in range(len(_KNIGHT_OFFSETS)):
            board[layout.KNIGHT_OFFSETS + index] = _KNIGHT_OFFSETS[index]
        # Weight of each square in a key: odd numbers of 26 bits; 19 for the rights.
        dice = Dice()
        dice.seed("Magician Chess")
        for index in range(layout.WEIGHTS + layout.FIRST_SQUARE, layout.RIGHTS_WEIGHT + 1):
            board[index] = dice.roll(512) << 17 | dice.roll(512) << 8 | dice.roll(128) << 1 | 1
        board[layout.RIGHTS_WEIGHT] >>= 7
        self.change_rules(rules or _STANDARD)  # super() would want 2,400 bytes in one block

    def reset(self) -> None:
        self.board[layout.IMMUNE] = 1 if self.rules == _IMMUNE else 0
        self.load(notation.START)

    def set_up(
        self, codes: "MutableSequence[int]", turn: int, rights: int, passed: int, quiet: int
    ) -> None:
        """Set up a position without checking it: the kernel's code of each cell, rights, and the
        cell that a pawn passed, or NOWHERE."""
        board = self.board
        for square in range(layout.SIZE):
            board[square] = layout.RIM
        for cell in range(_CELLS):
            square = square_of(cell)
            board[square] = codes[cell]
            if codes[cell] & 7 == layout.KING:
                board[layout.KINGS + (codes[cell] >> 3)] = square
        board[layout.TO_ACT] = turn
        board[layout.RIGHTS] = rights
        board[layout.PASSED] = 0 if passed == NOWHERE else square_of(passed)
        board[layout.QUIET] = quiet
        self.turn = turn
        self.number = 1
        self.length = 0
        self._made = 0  # steps of the turn under way
        self._forget()
        self._sums[0] = self._sum()

    # Steps

    def steps(self, out: "MutableSequence[int]") -> int:
        if self._made:
            return self._completions(out)
        if self.verdict() != UNDECIDED:
            return 0
        board = self.board
        count = 0
        touched = 0  # the hole whose TOUCH steps have been written
        for index in range(layout.TURNS, layout.TURNS + self._list()):
            turn = board[index]
            kind = turn >> 14
            start = cell_of(turn >> 7 & 127)
            end = cell_of(turn & 127)
            if kind == layout.CARRY:
                out[count] = CARRY << 12 | start << 6 | end
            elif kind in (layout.SWAP, layout.DROP):
                if touched == turn & 127:
                    continue
                touched = turn & 127
                count = self._touches(touched, out, count)
                continue
            elif kind > layout.TO_ROOK:
                continue  # same pawn move, other promotion
            else:
                out[count] = start << 6 | end
            count += 1
        return count

    def _touches(self, hole: int, out: "MutableSequence[int]", count: int) -> int:
        """Write the steps of the magicians that reach a hole."""
        board = self.board
        wanted = layout.MAGICIAN + self.turn * layout.BLACK
        for index in range(8, 16):
            square = hole + _OFFSETS[index]
            if board[square] == wanted:
                out[count] = TOUCH << 12 | cell_of(square) << 6 | cell_of(hole)
                count += 1
        return count

    def _completions(self, out: "MutableSequence[int]") -> int:
        """Write the steps that continue the turn under way."""
        last = self._history[self.length - 1]
        kind = last >> 12
        if kind == MOVE:
            for index in range(3):
                out[index] = (
                    PROMOTE << 12
                    | (layout.ROOK, layout.KNIGHT, layout.MAGICIAN)[index] << 6
                    | (last & 63)
                )
            return 3
        home = self._history[self.length - self._made] >> 6 & 63
        if kind != TOUCH:
            place = last & 63 if kind == SWAP else self._hole()
            out[0] = BACK << 12 | place << 6 | home
            return 1
        hole = last & 63
        board = self.board
        count = 0
        for place in range(layout.TURNS, layout.TURNS + self._list()):
            turn = board[place]
            kind = turn >> 14
            if turn & 127 != square_of(hole):
                continue
            beside = cell_of(turn >> 7 & 127)
            if kind == layout.SWAP:
                out[count] = SWAP << 12 | hole << 6 | beside
                count += 1
            elif kind == layout.DROP:
                out[count] = DROP << 12 | beside << 6 | beside
                count += 1
        return count

    def _hole(self) -> int:
        """Return the cell of the hole of the spell under way."""
        return self._history[self.length - self._made] & 63

    def _make(self, step: int) -> None:
        self._made += 1
        self._verdict = NOWHERE
        kind = step >> 12
        if kind not in (TOUCH, SWAP, DROP) and not (kind == MOVE and self._promotes(step)):
            self._end_turn(self.turn_made())

    def _promotes(self, step: int) -> bool:
        """Return whether a move takes a pawn to its last rank."""
        if self.board[square_of(step >> 6 & 63)] & 7 != layout.PAWN:
            return False
        row = (step & 63) // _SIDE
        return row == (_SIDE - 1 if self.turn else 0)

    def _end_turn(self, turn: int) -> None:
        """Make a turn on the kernel's board, after its last step."""
        board = self.board
        board[layout.TURN] = turn
        self._kernel(board, layout.MAKE)
        self._undos[self.length] = board[layout.UNDO]
        self.number += self.turn
        self.turn = 1 - self.turn
        self._made = 0
        self._forget()
        self._sums[self.length] = self._sum()

    def _unmake(self, step: int) -> None:
        if self._made == 0:
            self._made = self._size()
            board = self.board
            board[layout.TURN] = self.turn_made()
            board[layout.UNDO] = self._undos[self.length]
            self._kernel(board, layout.UNMAKE)
            self.turn = 1 - self.turn
            self.number -= self.turn
            self._count = -1
        self._verdict = NOWHERE
        self._made -= 1

    def _size(self) -> int:
        """Return the number of steps of the last turn."""
        return _steps_of_kind(self._history[self.length - 1] >> 12)

    def turn_made(self) -> int:
        """Return the last complete turn in the kernel's form."""
        history = self._history
        last = history[self.length - 1]
        kind = last >> 12
        start = square_of(last >> 6 & 63)
        end = square_of(last & 63)
        if kind == CARRY:
            return layout.CARRY << 14 | start << 7 | end
        if kind == BACK:
            spell = history[self.length - 2]
            hole = square_of(history[self.length - 3] & 63)
            what = layout.SWAP if spell >> 12 == SWAP else layout.DROP
            return what << 14 | square_of(spell & 63) << 7 | hole
        if kind == PROMOTE:
            move = history[self.length - 2]
            piece = last >> 6 & 63
            what = layout.TO_ROOK
            if piece == layout.KNIGHT:
                what = layout.TO_KNIGHT
            elif piece == layout.MAGICIAN:
                what = layout.TO_MAGICIAN
            return what << 14 | square_of(move >> 6 & 63) << 7 | end
        return start << 7 | end

    def turns(self, out: "MutableSequence[int]") -> int:
        """Write the legal turns, in the kernel's form, that begin with the steps already made;
        return their number. `out` has max_steps entries."""
        if self.verdict() != UNDECIDED:
            return 0
        board = self.board
        count = 0
        for index in range(layout.TURNS, layout.TURNS + self._list()):
            turn = board[index]
            if not self._made or self.steps_of(turn):
                out[count] = turn
                count += 1
        return count

    def steps_of(self, turn: int) -> "list[int]":
        """Return the steps of a legal turn, or the remaining ones; none if another turn is under
        way."""
        kind = turn >> 14
        start = cell_of(turn >> 7 & 127)
        end = cell_of(turn & 127)
        steps = [start << 6 | end]
        if kind == layout.CARRY:
            steps[0] |= CARRY << 12
        elif kind >= layout.TO_ROOK:
            piece = layout.MAGICIAN
            if kind < layout.TO_MAGICIAN:
                piece = layout.ROOK if kind == layout.TO_ROOK else layout.KNIGHT
            steps.append(PROMOTE << 12 | piece << 6 | end)
        elif kind != layout.MOVE:
            touches = array("H", [0] * 8)
            self._touches(turn & 127, touches, 0)
            touch = self._history[self.length - self._made] if self._made else touches[0]
            home = touch >> 6 & 63
            steps = [touch, SWAP << 12 | end << 6 | start, BACK << 12 | start << 6 | home]
            if kind == layout.DROP:
                steps[1] = DROP << 12 | start << 6 | start
                steps[2] = BACK << 12 | end << 6 | home
        made = self.under_way()
        return steps[len(made) :] if steps[: len(made)] == made else []

    def begins(self, turn: int, step: int) -> bool:
        """Return whether a legal turn can continue with this legal step."""
        if step >> 12 == TOUCH:
            spell = turn >> 14 in (layout.SWAP, layout.DROP)
            return spell and turn & 127 == square_of(step & 63)
        return self.steps_of(turn)[:1] == [step]

    def past(self, out: "MutableSequence[int]", begin: int, most: int) -> int:
        """Write the keys of the previous positions that can recur into `out` from `begin` on, the
        latest first, up to the limit; return their number."""
        count = 0
        index = self.length - self._made
        while index > 0 and count < most and not self._irreversible(index):
            index -= _steps_of_kind(self._history[index - 1] >> 12)
            out[begin + count] = self._sums[index]
            count += 1
        return count

    # What the rules say

    def _forget(self) -> None:
        """Clear cached results of another position."""
        self._count = -1
        self._verdict = NOWHERE

    def _list(self) -> int:
        """Let the kernel list the legal turns; return their number."""
        if self._count < 0:
            self._count = self._kernel(self.board, layout.LIST)
        return self._count

    def _sum(self) -> int:
        """Return a checksum of the position for repetitions: an en passant cell counts only if the
        pawn can be captured."""
        board = self.board
        extra = board[layout.RIGHTS]
        passed = board[layout.PASSED]
        if passed:
            for index in range(layout.TURNS, layout.TURNS + self._list()):
                turn = board[index]
                pawn = board[turn >> 7 & 127] & 7 == layout.PAWN
                if pawn and turn & ~0x3F80 == passed and (turn >> 7) - passed not in (-9, 9):
                    extra |= passed << 4
                    break
        board[layout.UNDO] = extra
        return self._kernel(board, layout.SUM)

    def verdict(self) -> int:
        if self._made:
            return UNDECIDED
        if self._verdict == NOWHERE:
            self._verdict = self._judge()
        return self._verdict

    def _judge(self) -> int:
        if self._list() == 0:
            return LOSE if self.in_check() else TIE
        if self.board[layout.QUIET] >= _QUIET_DRAW or self.length > self.max_length - 3:
            return TIE
        return TIE if self.occurrences() >= _OCCURRENCES else UNDECIDED

    def in_check(self) -> bool:
        """Return whether the king of the player to act is attacked."""
        return self._kernel(self.board, layout.CHECK) != 0

    def occurrences(self) -> int:
        """Return how often this position has occurred in the game, at most three times. Pieces do
        not return to the board, so the search stops at the last capture or drop. Pawn moves do not
        stop it: magicians can carry pawns back."""
        sums = self._sums
        now = sums[self.length]
        index = self.length
        seen = 1
        while index > 0 and seen < _OCCURRENCES and not self._irreversible(index):
            index -= _steps_of_kind(self._history[index - 1] >> 12)
            if sums[index] == now:
                seen += 1
        return seen

    def _irreversible(self, index: int) -> bool:
        """Return whether the turn that ended at this length removed a piece or promoted."""
        return bool(self._undos[index] & _TAKEN) or self._history[index - 1] >> 12 == PROMOTE

    def between_moves(self) -> bool:
        return self._made == 0

    def count_moves(self) -> int:
        if self._made:
            out = array("H", [0] * self.max_steps)
            return self._completions(out)
        return self._list() if self.verdict() == UNDECIDED else 0

    def key(self) -> int:
        """Return the key of all that the rules use, except the history; the smaller one of the
        position and its mirror image."""
        return min(self._image(False), self._image(True))

    def _image(self, mirrored: bool) -> int:
        board = self.board
        rights = board[layout.RIGHTS]
        passed = board[layout.PASSED]
        if passed:
            passed = cell_of(passed) + 1
        if mirrored:
            rights = (rights & 5) << 1 | (rights & 10) >> 1
            if passed:
                row = (passed - 1) // _SIDE
                passed = 2 * row * _SIDE + _SIDE - (passed - 1)
        made = 0
        for index in range(self.length - self._made, self.length):
            made = made << 16 | _mirrored(self._history[index], mirrored)
        image: int = made << 7 | board[layout.QUIET]
        image = image << 12 | passed << 5 | rights << 1 | self.turn
        for row in range(_SIDE):
            first = square_of(row * _SIDE)
            for column in range(_SIDE):
                square = first + (_SIDE - 1 - column if mirrored else column)
                image = image << 4 | board[square]
        return image

    # Contents of the board

    def piece(self, cell: int) -> int:
        """Return the kernel's code of a cell, before the turn under way."""
        return int(self.board[square_of(cell)])

    def passed(self) -> int:
        """Return the cell that a pawn has just passed, or NOWHERE."""
        square = self.board[layout.PASSED]
        return cell_of(square) if square else NOWHERE

    def code(self, cell: int) -> int:
        """Return the tile code of a cell, also within a turn."""
        mine = UP_1 if self.turn else UP_0
        code = self.piece(cell)
        lies = EMPTY
        if code & 7 and code & 7 < layout.HOLE:
            lies = UP_1 if code & layout.BLACK else UP_0
        for index in range(self.length - self._made, self.length):
            step = self._history[index]
            if step >> 12 == PROMOTE:
                continue
            if step >> 6 & 63 == cell:
                lies = EMPTY
            elif step & 63 == cell:
                lies = mine
        return lies

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        """Write (cell, before, after) for each cell that a legal step changes. In castling the king
        comes first, since a rook's move alone would be another step."""
        kind = step >> 12
        if kind == PROMOTE:
            return 0
        start = step >> 6 & 63
        end = step & 63
        lies = self.code(start)
        if kind == DROP:
            _write(out, 0, start, lies, EMPTY)
            return 1
        _write(out, 0, start, lies, EMPTY)
        _write(out, 1, end, self.code(end), lies)
        if kind != MOVE:
            return 2
        piece = self.piece(start) & 7
        if piece == layout.KING and start - end in (-2, 2):
            rook = end - 1 if end < start else end + 1
            _write(out, 2, rook, lies, EMPTY)
            _write(out, 3, (start + end) // 2, EMPTY, lies)
            return 4
        if piece == layout.PAWN and (start - end) % _SIDE and self.code(end) == EMPTY:
            behind = end - _SIDE if self.turn else end + _SIDE
            _write(out, 2, behind, self.code(behind), EMPTY)
            return 3
        return 2

    def choice(self, step: int) -> int:
        """Return the menu cell of a promotion: lit cells in the middle of the board."""
        if step >> 12 != PROMOTE:
            return NOWHERE
        piece = step >> 6 & 63
        return 24 + (-1 if piece == layout.ROOK else 1 if piece == layout.MAGICIAN else 0)

    def amend(self) -> int:
        """A rook's move can become castling, a drop can become carrying. A magician's spell can be
        undone until the magician is back."""
        if self.length == 0:
            return FIXED
        history = self._history
        last = history[self.length - 1]
        kind = last >> 12
        if self._made:
            if kind != DROP:
                return UNDO
            return self._instead(CARRY << 12 | (last & 63) << 6 | self._hole(), UNDO)
        if kind == BACK and history[self.length - 2] >> 12 == DROP:
            carry = CARRY << 12 | (history[self.length - 2] & 63) << 6
            return self._instead(carry | (history[self.length - 3] & 63), FIXED)
        if kind == MOVE:
            start = last >> 6 & 63
            end = last & 63
            king = 45 if self.turn else 3  # rank of the player who has moved
            if start == king - 3 and end == king - 1:
                return self._instead(king << 6 | king - 2, FIXED)
            if start == king + 3 and end == king + 1:
                return self._instead(king << 6 | king + 2, FIXED)
        return FIXED

    def _instead(self, step: int, otherwise: int) -> int:
        """Return the step, if it was legal at the beginning of the last turn."""
        history = self._history
        made = self._made or self._size()
        steps = [history[index] for index in range(self.length - made, self.length)]
        for _ in steps:
            self.pop()
        turn = (step >> 12) << 14 | square_of(step >> 6 & 63) << 7 | square_of(step & 63)
        board = self.board
        legal = False
        for place in range(layout.TURNS, layout.TURNS + self._list()):
            if board[place] == turn:
                legal = True
        for one in steps:
            self.push(one)
        return step if legal else otherwise

    # Text

    def load(self, text: str) -> None:
        """Set up a position without a history; it may include part of a turn."""
        notation.load(self, text)

    def text(self) -> str:
        return notation.position_text(self)

    def parse_move(self, text: str) -> "list[int]":
        return notation.read_move(self, text)

    def move_text(self, steps: "list[int]") -> str:
        return notation.move_text(steps)

    def under_way(self) -> "list[int]":
        """Return the steps of the turn under way."""
        return [self._history[index] for index in range(self.length - self._made, self.length)]


def _write(out: "MutableSequence[int]", index: int, cell: int, before: int, after: int) -> None:
    out[3 * index] = cell
    out[3 * index + 1] = before
    out[3 * index + 2] = after


def _steps_of_kind(last: int) -> int:
    """Return the number of steps of a turn whose last step is of this kind."""
    return 3 if last == BACK else 2 if last == PROMOTE else 1


def _mirrored(step: int, mirrored: bool) -> int:
    if not mirrored:
        return step
    end = step & 63
    start = step >> 6 & 63
    if step >> 12 != PROMOTE:
        start = 2 * (start // _SIDE) * _SIDE + _SIDE - 1 - start
    end = 2 * (end // _SIDE) * _SIDE + _SIDE - 1 - end
    return step & 0xF000 | start << 6 | end
