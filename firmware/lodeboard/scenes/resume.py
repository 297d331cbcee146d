"""After a start with an unfinished game in the journal: continue it, or drop it."""

from lodeboard.games.contract import NOWHERE, Game
from lodeboard.lights import palette
from lodeboard.play.guide import Guide
from lodeboard.play.scene import DONE, LEFT, MIDDLE, NEW_GAME, Board, Scene

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Painter

_SAY = "Middle: continue the interrupted game. Left: start a new one."


class Resume(Scene):
    """Shows how the saved position differs from the board while it waits for an answer."""

    phase = "resume"

    def __init__(self, board: Board, game: Game, painter: "Painter"):
        super().__init__(board)
        self._game = game
        self._painter = painter
        self._guide = Guide(game, board.profile.cells, board.changes)

    def enter(self, now_ms: int) -> None:
        self._guide.allow((), 0, False)
        self.change("resume", _SAY)

    def tick(self, now_ms: int) -> None:
        cells = self._board.cells
        self._guide.look(cells.codes, cells.traces, True)

    def button(self, button: int) -> None:
        if button == MIDDLE:
            self.event = DONE
        elif button == LEFT:
            self.event = NEW_GAME

    def paint(self, marks: bytearray) -> None:
        self._guide.paint_position(marks)
        self._guide.paint(marks, True)
        self._painter.lines(marks)
        if any(self._guide.expected):
            return
        # No tile shows that there is a question: light what is dark.
        chosen = self._game.chosen()
        if chosen != NOWHERE:
            marks[chosen] = palette.GIVEN
            return
        for cell in range(len(marks)):
            if marks[cell] == palette.OFF:
                marks[cell] = palette.LIFTED

    def report(self, message: "dict[str, object]") -> None:
        message["position"] = self._game.text()
        message["turn"] = self._game.turn
