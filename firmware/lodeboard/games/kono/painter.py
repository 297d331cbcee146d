"""What Four Field Kono adds to the lights: the end. All else the guide shows."""

from lodeboard.games.contract import LOSE, TIE
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.kono.rules import Kono


class KonoPainter:
    """Paints over the marks of the guide."""

    def __init__(self, game: "Kono"):
        self._game = game

    def lines(self, marks: bytearray) -> None:
        """Nothing: tiles that may move, and where to, are all there is to show."""

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """The finished game: the winner's tiles, or all tiles after a draw."""
        game = self._game
        shown = game.first | game.second
        meaning = palette.DRAW
        if verdict != TIE:
            shown = game.tiles(1 - game.turn if verdict == LOSE else game.turn)
            meaning = palette.WINNER
        for cell in range(game.grid.cells):
            if (shown >> cell) & 1:
                marks[cell] = meaning
        return False
