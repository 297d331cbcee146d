"""What a position of Magician Chess seems to be worth: pieces, and how far pawns have come."""

from micropython import const

from lodeboard.games.magician import board_layout as layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.magician.rules import Magician

COST = const(2500)  # a node takes the chip about 12 ms, as long as so many evaluations of a port
# By the kernel's code: empty, pawn, knight, magician, rook, king, hole, rim.
_VALUES = (0, 100, 300, 350, 450, 0, 0, 0)
_ROW = const(8)  # for each row that a pawn has come


class MagicianEvaluator:
    """`score` is for the player to act in `game`."""

    def __init__(self, game: "Magician") -> None:
        self._game = game

    def score(self) -> int:
        """The worth of the pieces of the player to act, less that of the other's."""
        board = self._game.board
        score = 0
        for square in range(layout.FIRST_SQUARE, layout.LAST_SQUARE + 1):
            piece = board[square]
            worth = _VALUES[piece & 7]
            if not worth:
                continue
            black = piece >> 3
            if worth == _VALUES[layout.PAWN]:
                row = (square - layout.FIRST_SQUARE) // 9
                worth += _ROW * (row - 1 if black else 5 - row)
            score += -worth if black else worth
        return -score if self._game.turn else score
