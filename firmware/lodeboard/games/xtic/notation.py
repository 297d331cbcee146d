"""Reads and writes positions, moves and properties of xtic.

Positions: 16 cells row by row from a1, a piece as a hexadecimal digit `0` to `f` or `-` for none;
then `/` and the piece in hand, `-` when the player to act must give. Moves: `=5` gives piece 5,
`b3` places the piece in hand on b3.
"""

from micropython import const

from lodeboard.games.contract import NOWHERE, UNDECIDED, VERDICTS, GameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.xtic.rules import Xtic

_CELLS = const(16)
_GIVE = const(16)  # first giving step, as in xtic.py
_DIGITS = "0123456789abcdef"
# By property bit: the word for 0 and for 1. Written from the highest bit down, the usual order.
PROPERTIES = (
    ("round", "square"),
    ("solid", "hollow"),
    ("horizontal", "vertical"),
    ("black", "brown"),
)


def position_text(game: "Xtic") -> str:
    return "".join([_letter(piece) for piece in game.at]) + "/" + _letter(game.hand)


def _letter(piece: int) -> str:
    return "-" if piece == NOWHERE else _DIGITS[piece]


def step_text(game: "Xtic", step: int) -> str:
    """`=5` or `b3`."""
    return "=" + _DIGITS[step - _GIVE] if step >= _GIVE else game.grid.cell_name(step)


def cells_text(game: "Xtic", mask: int) -> str:
    """`a1 b1 c1 d1`."""
    cells = [game.grid.cell_name(cell) for cell in range(_CELLS) if (mask >> cell) & 1]
    return " ".join(cells)


def words(shared: int, values: int) -> "list[str]":
    """The words for the properties in the mask `shared`, with these values: brown, hollow."""
    return [
        PROPERTIES[index][(values >> index) & 1] for index in (3, 2, 1, 0) if (shared >> index) & 1
    ]


def piece_words(piece: int) -> str:
    """`brown vertical hollow square` is piece f."""
    return " ".join(words(15, piece))


def read(text: str) -> "tuple[bytes, int]":
    """Return the piece on each cell and the one in hand, NOWHERE for none. Raises GameError with
    the reason."""
    if text.count("/") != 1:
        raise GameError(
            "a position is 16 cells, a / and the piece in hand (- when one must be given),"
            " like ----------------/-"
        )
    cells, _, held = text.partition("/")
    if len(cells) != _CELLS:
        raise GameError(f"a position has {_CELLS} cells before the /, this one has {len(cells)}")
    if len(held) != 1:
        raise GameError(f'after the / stands the piece in hand, one of 0 to f, or -, not "{held}"')
    seen = 0
    pieces = bytearray(_CELLS + 1)
    for place in range(_CELLS + 1):
        letter = cells[place] if place < _CELLS else held
        piece = NOWHERE if letter == "-" else _DIGITS.find(letter)
        if piece < 0:
            where = f"cell {place + 1} of {_CELLS}" if place < _CELLS else "the piece in hand"
            raise GameError(f'{where} is "{letter}": pieces are 0 to f, - is none')
        if piece != NOWHERE:
            if (seen >> piece) & 1:
                raise GameError(f"piece {letter} is there twice: each of the sixteen is one")
            seen |= 1 << piece
        pieces[place] = piece
    return bytes(pieces[:_CELLS]), pieces[_CELLS]


def read_move(game: "Xtic", text: str) -> "list[int]":
    """Return the step of a legal move, as a list of one. Raises GameError with the reason."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        raise GameError(f"the game is over here: {VERDICTS[verdict]} for the player to act")
    if text[:1] == "=":
        piece = _DIGITS.find(text[1:]) if len(text) == 2 else -1
        if piece < 0:
            raise GameError(f'"{text}" gives no piece: pieces are 0 to f, =5 gives piece 5')
        if game.hand != NOWHERE:
            raise GameError(
                f"cannot give {text[1:]}: piece {_letter(game.hand)} is in hand and must be placed"
            )
        if (game.used >> piece) & 1:
            raise GameError(f"cannot give {text[1:]}: that piece lies on the board")
        return [_GIVE + piece]
    if len(text) != 2:
        raise GameError("a move is written like =5 (give piece 5) or b3 (place the piece in hand)")
    cell = game.grid.cell_of(text)
    if game.hand == NOWHERE:
        raise GameError(f"cannot place on {text}: no piece is in hand, one must be given, like =5")
    if (game.occupied >> cell) & 1:
        raise GameError(f"cannot place on {text}: piece {_letter(game.at[cell])} lies there")
    return [cell]
