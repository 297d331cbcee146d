"""Reads and writes positions and moves of Magician Chess.

Positions are FEN with `X` for holes and seven rows of seven: squares, who is to act, castling
letters (`AGag`, the rook's file, or `-`), the square that a pawn has just passed or `-`, turns
since a capture, a pawn's move or a drop, the number of the turn. Moves: `c2c4`, `b6b7r`
(promotion), `d1b1` (castling), `@d4e4` (hole d4 goes to e4, which is empty or whose piece goes to
d4), `@d4xe4` (the piece on e4 leaves the game).

Part of a turn follows the position after `;`: `b6b7` (to be promoted), `c3@d4` (the magician from
c3 is at the hole), `c3@d4e4` and `c3@d4xe4` (not yet back). What is left of a turn is written as
`r`, `e4`, `xe4`, and `c3` for the way back.
"""

from micropython import const

from lodeboard.games.contract import NOWHERE, UNDECIDED, VERDICTS, GameError
from lodeboard.games.magician import board_layout as layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.magician.rules import Magician

START = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR w AGag - 0 1"

_SIDE = const(7)
_CELLS = const(49)
_HOLES = const(9)
_PIECES = const(13)  # of a player at the start: 6 pawns, 2 of each other kind, 1 king
_PAWNS = const(6)
_MOST_QUIET = const(100)
_LETTERS = ".PNMRKX*.pnmrk"  # by the kernel's code
_RIGHTS = "AGag"
_HOMES = (42, 48, 0, 6)  # of the rooks
_KING_HOMES = (45, 3)
_SHAPE = (
    "a position has six parts: cells, who is to act, castling, the cell just passed, quiet"
    " turns, number; like " + START
)

# Kinds of steps, as in rules.
_MOVE = const(0)
_CARRY = const(1)
_TOUCH = const(2)
_SWAP = const(3)
_DROP = const(4)
_PROMOTE = const(6)


def cell_name(cell: int) -> str:
    """`a1` is the first player's corner at the left: cell 42."""
    return chr(97 + cell % _SIDE) + str(_SIDE - cell // _SIDE)


def cell_of(text: str) -> int:
    """The cell of this name. Raises GameError."""
    column = ord(text[0]) - 97 if len(text) == 2 else -1
    row = _SIDE - ord(text[1]) + 48 if len(text) == 2 else -1
    if not (0 <= column < _SIDE and 0 <= row < _SIDE):
        raise GameError(f'"{text}" is no cell: cells are a1 to g7')
    return row * _SIDE + column


def position_text(game: "Magician") -> str:
    """The position as text, with the part of a turn that has been made."""
    rows = []
    for row in range(_SIDE):
        line = ""
        empty = 0
        for cell in range(row * _SIDE, row * _SIDE + _SIDE):
            code = game.piece(cell)
            if code == layout.EMPTY:
                empty += 1
                continue
            if empty:
                line += str(empty)
                empty = 0
            line += _LETTERS[code]
        rows.append(line + (str(empty) if empty else ""))
    board = game.board
    rights = "".join([_RIGHTS[index] for index in range(4) if (board[layout.RIGHTS] >> index) & 1])
    passed = game.passed()
    parts = (
        "/".join(rows),
        "wb"[game.turn],
        rights or "-",
        "-" if passed == NOWHERE else cell_name(passed),
        str(board[layout.QUIET]),
        str(game.number),
    )
    text = " ".join(parts)
    made = game.under_way()
    return text + ";" + _part(made) if made else text


def _part(steps: "list[int]") -> str:
    """The part of a turn that has been made, as text."""
    first = cell_name(steps[0] >> 6 & 63)
    end = cell_name(steps[0] & 63)
    if steps[0] >> 12 != _TOUCH:
        return first + end
    text = first + "@" + end
    if len(steps) > 1:
        text += ("x" if steps[1] >> 12 == _DROP else "") + cell_name(steps[1] & 63)
    return text


def move_text(steps: "list[int]") -> str:
    """The steps of a move, of half a move, or of what is left of one."""
    kind = steps[0] >> 12
    start = steps[0] >> 6 & 63
    end = steps[0] & 63
    last = steps[len(steps) - 1]
    if kind == _CARRY:
        return "@" + cell_name(end) + cell_name(start)
    if kind == _MOVE:
        return cell_name(start) + cell_name(end) + (_what(last) if len(steps) > 1 else "")
    if kind == _TOUCH:
        text = _part(steps)
        return text if len(steps) < 3 else text[2:]
    if kind == _PROMOTE:
        return _what(last)
    if kind in (_SWAP, _DROP):
        return ("x" if kind == _DROP else "") + cell_name(end)
    return cell_name(end)


def _what(step: int) -> str:
    """The piece that a pawn becomes."""
    return _LETTERS[layout.BLACK + (step >> 6 & 63)]


def read_move(game: "Magician", text: str) -> "list[int]":
    """Return the steps of a legal move, or of the rest of one. Raises GameError with the reason."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        raise GameError(f"the game is over here: {VERDICTS[verdict]} for the player to act")
    found = _find(game, [], text)
    if found is None:
        raise GameError(_why_not(game, text))
    return found


def _find(game: "Magician", made: "list[int]", text: str) -> "list[int] | None":
    """The steps after `made` that complete the move written like this."""
    steps = [0] * game.max_steps
    for step in steps[: game.steps(steps)]:
        move = list(made)
        move.append(step)
        game.push(step)
        try:
            over = game.between_moves()
            found = None if over else _find(game, move, text)
        finally:
            game.pop()
        if over:
            found = move if move_text(move) == text else None
        if found is not None:
            return found
    return None


def _why_not(game: "Magician", text: str) -> str:
    if not game.between_moves():
        return f'"{text}" does not go on with the turn under way'
    spell = text[:1] == "@"
    cells = text[1:].replace("x", "") if spell else text
    if len(cells) not in (4, 5) or (spell and len(cells) != 4):
        return (
            f'"{text}" is no move: write c2c4, b6b7r (promotion), @d4e4 (the hole d4 goes to e4)'
            " or @d4xe4 (and the piece there leaves the game)"
        )
    start = cell_of(cells[:2])
    end = cell_of(cells[2:4])
    if spell:
        if game.piece(start) != layout.HOLE:
            return f"there is no hole on {cells[:2]}"
        return f"{text} is not legal: no magician reaches it, or a king would be left in check"
    code = game.piece(start)
    if code & 7 == 0 or code & 7 >= layout.HOLE:
        return f"there is no piece on {cells[:2]}"
    if code >> 3 != game.turn:
        return f"the piece on {cells[:2]} is the opponent's"
    if game.piece(end) == layout.HOLE:
        return f"{cells[2:4]} is a hole: nothing may stand there"
    return f"{text} is not legal: the piece does not go there, or its king would be left in check"


def load(game: "Magician", text: str) -> None:
    """Set up the position. Raises GameError with the reason."""
    whole, _, part = text.partition(";")
    parts = whole.split()
    if len(parts) != 6:
        raise GameError(_SHAPE)
    if parts[1] not in ("w", "b"):
        raise GameError(f'it is w or b to act, not "{parts[1]}"')
    turn = "wb".find(parts[1])
    codes = _squares(parts[0])
    for owner in range(2):
        _count(codes, owner)
    rights = _read_rights(codes, parts[2])
    passed = _read_passed(codes, turn, parts[3])
    quiet = _number(parts[4], 0, "quiet turns")
    if quiet > _MOST_QUIET:
        raise GameError(f"{quiet} quiet turns: the game ends after {_MOST_QUIET}")
    number = _number(parts[5], 1, "the number of the turn")
    game.set_up(codes, 1 - turn, rights, NOWHERE, quiet)
    if game.in_check():
        who = "black" if turn == 0 else "white"
        raise GameError(f"{who} is not to act, and its king could be taken")
    game.set_up(codes, turn, rights, passed, quiet)
    game.number = number
    if part:
        _load_part(game, part)


def _load_part(game: "Magician", part: str) -> None:
    """Make the written part of a turn."""
    steps = [0] * game.max_steps
    made: "list[int]" = []
    while True:
        for step in steps[: game.steps(steps)]:
            game.push(step)
            if not game.between_moves():
                made.append(step)
                done = _part(made)
                if done == part:
                    return
                if part[: len(done)] == done:
                    break
                made.pop()
            game.pop()
        else:
            raise GameError(f'"{part}" is not the beginning of a legal turn here')


def _squares(text: str) -> "list[int]":
    """The kernel's code of each cell."""
    rows = text.split("/")
    if len(rows) != _SIDE:
        raise GameError(f"a position has {_SIDE} rows with / between them, this one {len(rows)}")
    codes: "list[int]" = []
    for row in rows:
        before = len(codes)
        for letter in row:
            if "1" <= letter <= "7":
                codes += [layout.EMPTY] * int(letter)
                continue
            code = _LETTERS.find(letter)
            if code <= 0 or letter in ".*":
                raise GameError(
                    f'"{letter}" is nothing: R N K M P, r n k m p, X for a hole, 1 to 7'
                )
            codes.append(code)
        if len(codes) - before != _SIDE:
            raise GameError(f'the row "{row}" has {len(codes) - before} cells, not {_SIDE}')
    holes = codes.count(layout.HOLE)
    if holes != _HOLES:
        raise GameError(f"there are {holes} holes: a position has {_HOLES}")
    return codes


def _count(codes: "list[int]", owner: int) -> None:
    """Check that a player can have these pieces. Raises GameError."""
    who = "black" if owner else "white"
    base = owner * layout.BLACK
    kings = codes.count(base + layout.KING)
    if kings != 1:
        raise GameError(f"{who} has {kings} kings")
    pawns = codes.count(base + layout.PAWN)
    if pawns > _PAWNS:
        raise GameError(f"{who} has {pawns} pawns: there are {_PAWNS}")
    promoted = 0
    for piece in (layout.KNIGHT, layout.MAGICIAN, layout.ROOK):
        promoted += max(0, codes.count(base + piece) - 2)
    if promoted > _PAWNS - pawns:
        raise GameError(f"{who} has more pieces than its pawns could have become")


def _read_rights(codes: "list[int]", text: str) -> int:
    rights = 0
    if text == "-":
        return rights
    last = -1
    for letter in text:
        index = _RIGHTS.find(letter)
        if index <= last:
            raise GameError(f'castling is letters of {_RIGHTS} in this order, or -, not "{text}"')
        last = index
        owner = index >> 1
        base = owner * layout.BLACK
        if (
            codes[_HOMES[index]] != base + layout.ROOK
            or codes[_KING_HOMES[owner]] != base + layout.KING
        ):
            raise GameError(f"castling {letter}: king and rook are not where they began")
        rights |= 1 << index
    return rights


def _read_passed(codes: "list[int]", turn: int, text: str) -> int:
    if text == "-":
        return NOWHERE
    cell = cell_of(text)
    # Two rows on from its own second one, a row beyond what it passed.
    behind, there, pawn = (
        (cell - 7, cell + 7, 1 + layout.BLACK) if turn == 0 else (cell + 7, cell - 7, 1)
    )
    row = 2 if turn == 0 else 4
    if cell // _SIDE != row or codes[there] != pawn or codes[cell] or codes[behind]:
        raise GameError(f"no pawn can have passed {text} in its last move")
    return cell


def _number(text: str, least: int, what: str) -> int:
    digits = 0 < len(text) <= 4
    for each in text:
        digits = digits and "0" <= each <= "9"
    if not digits or int(text) < least:
        raise GameError(f'{what}: a number from {least} on, not "{text}"')
    return int(text)
