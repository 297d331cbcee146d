"""What Magician Chess adds to the lights: holes, a king in check, the end. All else the guide
shows."""

from lodeboard.games.contract import LOSE, TIE
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.rules import cell_of
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.magician.rules import Magician


class MagicianPainter:
    """Paints over the marks of the guide."""

    def __init__(self, game: "Magician"):
        self._game = game

    def lines(self, marks: bytearray) -> None:
        """Holes, whether or not a piece may go there, and the king of the player to act while it is
        in check, whether or not it may be lifted: of a coach's words on the king none is left."""
        game = self._game
        for cell in range(len(marks)):
            mark = marks[cell]
            free = mark in (palette.OFF, palette.THINKING, palette.MAY_GO)
            if free and game.piece(cell) == layout.HOLE:
                marks[cell] = palette.HOLE_GO if mark == palette.MAY_GO else palette.HOLE
        if game.in_check():
            cell = cell_of(game.board[layout.KINGS + game.turn])
            mark = marks[cell]
            if mark == palette.OFF:
                marks[cell] = palette.DANGER
            elif mark == palette.MAY_LIFT or palette.COACH <= mark < palette.GIFT:
                marks[cell] = palette.DANGER_LIFT

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """The finished game: the winner's pieces and the king that is mated; all pieces after a
        draw."""
        game = self._game
        winner = 1 - game.turn if verdict == LOSE else game.turn
        for cell in range(len(marks)):
            piece = game.piece(cell)
            if not 0 < piece & 7 < layout.HOLE:
                continue
            if verdict == TIE:
                marks[cell] = palette.DRAW
            elif piece >> 3 == winner:
                marks[cell] = palette.WINNER
        self.lines(marks)
        return False
