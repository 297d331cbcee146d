"""How positions and moves of Four Field Kono are written and read.

Positions: `1_` or `2_` for the player to act, then 16 cells row by row from a1: `x` the first
player's tile, `o` the second's, `-` empty. Moves: the cell a tile leaves and the cell it goes to,
`a3a2`; a capture ends two cells away, `a4a2`.
"""

from micropython import const

from lodeboard.games.contract import UNDECIDED, VERDICTS, GameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.kono.rules import Kono

_CELLS = const(16)
_MOST = const(8)  # tiles of a player
_LETTERS = "x-o"


def position_text(game: "Kono") -> str:
    """The player to act and what lies on each cell."""
    cells = [
        "x" if (game.first >> cell) & 1 else "o" if (game.second >> cell) & 1 else "-"
        for cell in range(_CELLS)
    ]
    return f"{game.turn + 1}_" + "".join(cells)


def step_text(game: "Kono", step: int) -> str:
    """`a4a2`."""
    return game.grid.cell_name(step >> 4) + game.grid.cell_name(step & 15)


def read(text: str) -> "tuple[int, int, int]":
    """The masks of the first and the second player's tiles, and the player to act; GameError
    says what is wrong."""
    if len(text) < 2 or text[0] not in "12" or text[1] != "_":
        raise GameError("a position begins with 1_ or 2_, the player to act")
    if len(text) != 2 + _CELLS:
        raise GameError(
            f"a position has {_CELLS} cells after {text[:2]}, this one has {len(text) - 2}"
        )
    masks = [0, 0, 0]  # by letter
    for cell in range(_CELLS):
        letter = text[2 + cell]
        kind = _LETTERS.find(letter)
        if kind < 0:
            raise GameError(f'cell {cell + 1} of {_CELLS} is "{letter}": cells are x, o or -')
        masks[kind] |= 1 << cell
    for letter, who in (("x", "first"), ("o", "second")):
        count = text[2:].count(letter)
        if count > _MOST:
            raise GameError(f"the {who} player has {count} tiles: there are {_MOST} a player")
    return masks[0], masks[2], int(text[0]) - 1


def read_move(game: "Kono", text: str) -> int:
    """The step of a legal move; GameError says why not."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        raise GameError(f"the game is over here: {VERDICTS[verdict]} for the player to act")
    if len(text) != 4:
        raise GameError("a move is written like a4a2: the cell a tile leaves and where it goes")
    start = game.grid.cell_of(text[:2])
    end = game.grid.cell_of(text[2:])
    own = game.tiles(game.turn)
    if not (own >> start) & 1:
        lies = "the opponent's tile" if (game.tiles(1 - game.turn) >> start) & 1 else "no tile"
        raise GameError(f"cannot move from {text[:2]}: {lies} lies there")
    step = start * _CELLS + end
    legal = bytearray(game.max_steps)
    if step in legal[: game.steps(legal)]:
        return step
    if (own >> end) & 1:
        raise GameError(f"cannot move to {text[2:]}: the same player's tile lies there")
    if (game.tiles(1 - game.turn) >> end) & 1:
        raise GameError(
            f"cannot capture on {text[2:]}: a tile captures by a jump over one of its own side"
            " next to it, onto the cell right behind that one"
        )
    raise GameError(f"cannot move to {text[2:]}: a tile steps to an empty cell right beside it")
