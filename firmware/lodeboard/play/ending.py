"""The end of a game: the verdict, the tune and the lights."""

from lodeboard.games.contract import LOSE, TIE, WIN, Game
from lodeboard.lights import tunes
from lodeboard.play.record import Record
from lodeboard.play.scene import Board
from lodeboard.play.timers import Timers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Painter


class Ending:
    """over: the game has ended. resigned: 1 if somebody gave up: the one person at the board, else
    the player to act; 2 if that one's time is up. chosen: the last `paint` used the menu of
    choices."""

    def __init__(self, board: Board, record: Record, painter: "Painter", timers: Timers):
        self._board = board
        self._record = record
        self._game: Game = record.game
        self._painter = painter
        self._timers = timers
        self.over = False
        self.resigned = 0
        self.chosen = False

    def undo(self) -> None:
        """Continue the game."""
        self.over = False
        self.resigned = 0

    def begin(self) -> None:
        """End the game now."""
        self.over = True
        self.chosen = False
        self._board.tunes.play((tunes.LOST, tunes.DRAWN, tunes.WON)[self.result()])

    def result(self) -> int:
        """Return 2 if people won, 1 after a draw, 0 if the machine alone won."""
        verdict = self.verdict()
        if verdict == TIE:
            return 1
        winner = self._game.turn if verdict == WIN else 1 - self._game.turn
        machine = self._record.machine
        return 0 if machine not in (0, 3) and (machine >> winner) & 1 else 2

    def verdict(self) -> int:
        """Return the verdict for the player to act; a resignation counts."""
        if not self.resigned:
            return self._game.verdict()
        machine = self._record.machine
        # Against the machine only people resign, also while it thinks.
        return WIN if machine != 3 and (machine >> self._game.turn) & 1 else LOSE

    def paint(self, marks: bytearray) -> None:
        """Mark the cells for the finished game."""
        chosen = self._painter.end(marks, self.verdict(), self._timers.span)
        if chosen != self.chosen:
            self.chosen = chosen
            self._board.changes.report()
