"""A board without games: it says so, shows the tiles it senses, and has a menu."""

from lodeboard.games.contract import EMPTY, UNCLEAR
from lodeboard.lights import palette
from lodeboard.play.scene import MENU, MIDDLE, Board, Scene

_SAY = (
    "Press the middle button for the menu: light, sound, measuring the sensors. There is no game "
    "for a board of %d x %d cells yet. A cell lights up while a tile lies on it."
)
_LETTERS = "-UDud?"


class NoGame(Scene):
    """Faint lights at the corners, a bright one on each cell with a tile."""

    phase = "idle"

    def __init__(self, board: Board):
        super().__init__(board)
        self._codes = bytearray(board.profile.cells)  # last sent

    def enter(self, now_ms: int) -> None:
        self.tick(now_ms)
        profile = self._board.profile
        self.change("idle", _SAY % (profile.rows, profile.columns))

    def tick(self, now_ms: int) -> None:
        codes = self._board.cells.codes
        changed = False
        for cell in range(len(codes)):
            if codes[cell] != self._codes[cell]:
                self._codes[cell] = codes[cell]
                changed = True
        if changed:
            self._changes.report()

    def button(self, button: int) -> None:
        if button == MIDDLE:
            self.event = MENU

    def paint(self, marks: bytearray) -> None:
        for corner in self._board.profile.corners():
            marks[corner] = palette.MENU_ITEM
        for cell in range(len(marks)):
            code = self._codes[cell]
            if code == UNCLEAR:
                marks[cell] = palette.CHECK
            elif code != EMPTY:
                marks[cell] = palette.MENU_CHOSEN

    def report(self, message: "dict[str, object]") -> None:
        message["tiles"] = "".join([_LETTERS[code] for code in self._codes])
