"""Reads and writes positions and moves of flip tiles.

Positions: `1_` or `2_` for the player to act, then 16 cells row by row from a1: `U` `D` the first
player's tile, `u` `d` the second's, `-` empty. Half a turn: `<position>;a1E`, the position before
the flip and the flip. Moves: `a1Eb2U` (flip a1 east, place on b2 up side up) or `b2U` (only place).
It is the notation of the GamesCrafters web service.
"""

from micropython import const

from lodeboard.games.contract import EMPTY, NOWHERE, UNDECIDED, VERDICTS, GameError
from lodeboard.games.grid import DIRECTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.flip.rules import Flip

_CELLS = const(16)
_FLIP = const(32)  # first flip step, as in flip.py
_SIDES = "UD"
_LETTERS = "-UDud"  # by tile code


def cells_text(game: "Flip") -> str:
    """The player to act and the contents of each cell as text."""
    return f"{game.turn + 1}_" + "".join([_LETTERS[game.code(cell)] for cell in range(_CELLS)])


def step_text(game: "Flip", step: int) -> str:
    """`a1E` or `b2U`."""
    if step >= _FLIP:
        step -= _FLIP
        return game.grid.cell_name(step >> 2) + DIRECTIONS[step & 3]
    return game.grid.cell_name(step >> 1) + _SIDES[step & 1]


def read_cells(text: str) -> "tuple[int, int, int]":
    """The masks (occupied, first, side) of a position without half a turn."""
    if len(text) < 2 or text[0] not in "12" or text[1] != "_":
        raise GameError("a position begins with 1_ or 2_, the player to act")
    if len(text) != 2 + _CELLS:
        raise GameError(
            f"a position has {_CELLS} cells after {text[:2]}, this one has {len(text) - 2}"
        )
    occupied = first = side = 0
    ours = theirs = 0
    for cell in range(_CELLS):
        code = _LETTERS.find(text[2 + cell])
        if code < 0:
            raise GameError(
                f'cell {cell + 1} of {_CELLS} is "{text[2 + cell]}": cells are U, D, u, d or -'
            )
        if code != EMPTY:
            bit = 1 << cell
            occupied |= bit
            if code <= 2:
                first |= bit
                ours += 1
            else:
                theirs += 1
            if not code & 1:
                side |= bit
    if ours != theirs and ours != theirs + 1:
        raise GameError(
            f"impossible numbers of tiles: {ours} of the first player's and {theirs} of the"
            " second's (they must be equal, or one more of the first's)"
        )
    if int(text[0]) != 1 + ours - theirs:
        raise GameError(
            f"wrong turn: with {ours + theirs} tiles it is player {1 + ours - theirs} to act,"
            f" not {text[0]}"
        )
    return occupied, first, side


def read_move(game: "Flip", text: str) -> "list[int]":
    """Return the steps of a whole move, or of the rest of one. Raises GameError with the reason."""
    _need_undecided(game)
    if not game.between_moves():
        if len(text) != 3:
            raise GameError("the flip is done: write only the placement, like b2U")
        return [_read_place(game, text)]
    if len(text) == 6:
        flip = read_flip(game, text[:3])
        game.push(flip)
        try:
            return [flip, _read_place(game, text[3:])]
        finally:
            game.pop()
    if len(text) != 3:
        raise GameError(
            "a move is written like a1Eb2U (flip a1 east, place on b2 up) or b2U (place only)"
        )
    if text[2] in DIRECTIONS:
        read_flip(game, text)
        raise GameError("the placement after the flip is missing; a whole move is like a1Eb2U")
    place = _read_place(game, text)
    buffer = bytearray(game.max_steps)
    if game.steps(buffer) and buffer[0] >= _FLIP:
        raise GameError(
            f"a tile of the opponent's must be flipped first, such as {step_text(game, buffer[0])}"
        )
    return [place]


def read_flip(game: "Flip", text: str) -> int:
    """Return the step of a flip that is legal here. Raises GameError with the reason."""
    _need_undecided(game)
    direction = DIRECTIONS.find(text[2]) if len(text) == 3 else -1
    if direction < 0:
        raise GameError(f'"{text}" is no flip: write the cell and N, E, S or W, like a1E')
    cell = game.grid.cell_of(text[:2])
    target = game.grid.neighbours[cell * 4 + direction]
    if not (game.occupied >> cell) & 1:
        raise GameError(f"cannot flip {text[:2]}: no tile lies there")
    if (game.tiles(game.turn) >> cell) & 1:
        raise GameError(f"cannot flip {text[:2]}: only the opponent's tiles are flipped")
    if target == NOWHERE:
        raise GameError(f"cannot flip {text}: that leads off the board")
    if (game.occupied >> target) & 1:
        raise GameError(f"cannot flip {text}: a tile lies on {game.grid.cell_name(target)}")
    return _FLIP + cell * 4 + direction


def _read_place(game: "Flip", text: str) -> int:
    cell = game.grid.cell_of(text[:2])
    side = _SIDES.find(text[2])
    if side < 0:
        raise GameError(f'"{text}" does not end with the side that shows, U or D')
    if (game.occupied >> cell) & 1:
        raise GameError(f"cannot place on {text[:2]}: a tile lies there")
    return cell * 2 + side


def _need_undecided(game: "Flip") -> None:
    verdict = game.verdict()
    if verdict != UNDECIDED:
        raise GameError(f"the game is over here: {VERDICTS[verdict]} for the player to act")
