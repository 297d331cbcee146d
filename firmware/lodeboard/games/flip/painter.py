"""What flip tiles adds to the lights: lines that threaten, lines that are locked, the end."""

from lodeboard.games.contract import LOSE, WIN
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.flip.rules import Flip


class FlipPainter:
    """Paints over the marks of the guide where lines are concerned."""

    def __init__(self, game: "Flip"):
        self._game = game

    def lines(self, marks: bytearray) -> None:
        """Locked lines, always; open lines where no stronger light stands."""
        game = self._game
        locked = game.locked_mask(0) | game.locked_mask(1)
        threat = (game.line_mask(0) | game.line_mask(1)) & ~locked
        for cell in range(game.grid.cells):
            bit = 1 << cell
            mark = marks[cell]
            if locked & bit and mark == palette.OFF:
                marks[cell] = palette.LOCKED
            elif threat & bit:
                if mark == palette.MAY_LIFT:
                    marks[cell] = palette.THREAT_LIFT
                elif mark == palette.OFF:
                    marks[cell] = palette.THREAT

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """The finished game: locked lines steady, the winner's tiles shimmering."""
        game = self._game
        if verdict == WIN:
            winner = game.turn
        elif verdict == LOSE:
            winner = 1 - game.turn
        else:
            winner = 2
        locked = game.locked_mask(0) | game.locked_mask(1)
        tiles = game.occupied if winner == 2 else game.tiles(winner)
        if winner != 2 and not game.locked_mask(winner) and game.line_mask(winner):
            tiles = game.line_mask(winner)  # won by the line itself: show just that
        shown = palette.DRAW if winner == 2 else palette.WINNER
        for cell in range(game.grid.cells):
            bit = 1 << cell
            if locked & bit:
                marks[cell] = palette.LOCKED
            elif tiles & bit:
                marks[cell] = shown
        return False
