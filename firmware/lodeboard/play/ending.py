"""The end of a game: how it stands, what is heard and what is painted."""

from lodeboard.games.contract import LOSE, TIE, WIN, Game
from lodeboard.lights import tunes
from lodeboard.play.record import Record
from lodeboard.play.scene import Board
from lodeboard.play.timers import Timers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Painter


class Ending:
    """over: the game has ended. resigned: the player to act gave up. chosen: the end was last
    painted on the menu of choices."""

    def __init__(self, board: Board, record: Record, painter: "Painter", timers: Timers):
        self._board = board
        self._record = record
        self._game: Game = record.game
        self._painter = painter
        self._timers = timers
        self.over = False
        self.resigned = False
        self.chosen = False

    def undo(self) -> None:
        """The game goes on."""
        self.over = self.resigned = False

    def begin(self) -> None:
        """The game has ended just now."""
        self.over = True
        self.chosen = False
        verdict = self.verdict()
        tune: tuple[int, ...] = tunes.WON
        if verdict == TIE:
            tune = tunes.DRAWN
        elif self._record.machine in (1, 2):
            winner = self._game.turn if verdict == WIN else 1 - self._game.turn
            tune = tunes.LOST if (self._record.machine >> winner) & 1 else tunes.WON
        self._board.tunes.play(tune)

    def verdict(self) -> int:
        """How it stands for the player to act, a resignation included."""
        return LOSE if self.resigned else self._game.verdict()

    def paint(self, marks: bytearray) -> None:
        """Mark the end."""
        chosen = self._painter.end(marks, self.verdict(), self._timers.span)
        if chosen != self.chosen:
            self.chosen = chosen
            self._board.changes.report()
