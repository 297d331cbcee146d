"""What xtic adds to the lights: where the piece in hand would lose, and how the game ended."""

from lodeboard.games.contract import LOSE, NOWHERE, TIE
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.xtic.rules import Xtic

_UNKNOWN = palette.COACH
_LOSES = palette.COACH + LOSE


class XticPainter:
    """Paints over the marks of the guide, and paints the end."""

    def __init__(self, game: "Xtic"):
        self._game = game

    def lines(self, marks: bytearray) -> None:
        """Where the coach has not come to a word yet, the rules may have one."""
        game = self._game
        if game.hand == NOWHERE or not any(mark == _UNKNOWN for mark in marks):
            return
        danger = game.danger(game.hand)
        for cell in range(game.grid.cells):
            if marks[cell] == _UNKNOWN and (danger >> cell) & 1:
                marks[cell] = _LOSES

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """In turns each line that ended the game, and on the menu of pieces all that have what
        its pieces have in common; without a line all pieces."""
        game = self._game
        lines = game.fatal_lines()
        shown = game.occupied
        meaning = palette.DRAW if verdict == TIE else palette.WINNER
        if lines:
            shown, shared, values = lines[span // 2 % len(lines)]
            if span & 1:
                meaning = palette.GIVEN
                shown = 0
                for piece in range(game.grid.cells):
                    if piece & shared == values:
                        shown |= 1 << piece
        for cell in range(game.grid.cells):
            if (shown >> cell) & 1:
                marks[cell] = meaning
        return meaning == palette.GIVEN
