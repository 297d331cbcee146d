"""The base class of scenes, and the objects that scenes share."""

from lodeboard.boards.profile import Profile
from lodeboard.lights.tunes import Tunes
from lodeboard.play.changes import Changes
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells
from lodeboard.storage.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.link.phone import Phone
    from lodeboard.ports.port import Port

LEFT = 1
MIDDLE = 2
RIGHT = 4

# Events of scenes; scenes/flow.py defines what follows.
NONE = 0
SHOWN = 1  # its lights are off
CHANGED = 2  # a setting has changed
DONE = 3
MENU = 4
NEW_GAME = 5
RESIGN = 6
SET_ZEROS = 7
SET_GAINS = 8
PHONE = 9


class Board:
    """Objects that scenes share, created once at start. fair: what the fair opponent tells: player,
    rating, games, the last change and why, and whether this game counts. injecting: a computer
    supplies the readings, so nothing measured is saved. gc_due: this tick collects garbage and
    leaves no time for thinking. phone: only on a board with a radio."""

    if TYPE_CHECKING:
        phone: Phone

    def __init__(self, port: "Port", profile: Profile):
        self.profile = profile
        self.store = port.store
        self.budget = port.budget
        self.settings = Settings()
        self.calibration = Calibration(profile)
        self.cells = Cells(profile, self.calibration)
        self.tunes = Tunes(port.sound)
        self.changes = Changes()
        self.fair: dict[str, object] | None = None
        self.injecting = False
        self.gc_due = False


class Scene:
    """One activity of the board. The App ticks one scene at a time. A scene notes changes of its
    marks or sentences in `board.changes`.

    ask: one word for the requested action. say: the same as a sentence. event: NONE until the scene
    ends or asks for something. warning: message for people at the end of the scene.
    """

    phase = ""
    warning = ""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._changes = board.changes
        self.event = NONE
        self.ask = ""
        self.say = ""

    def enter(self, now_ms: int) -> None:
        """Called when the scene becomes active."""

    def tick(self, now_ms: int) -> None:
        """Called in each tick, after the cells were read."""

    def afterwards(self) -> None:
        """Called in each tick after the lights were sent, for slow work."""

    def button(self, button: int) -> None:
        """Handle a press of a button (LEFT, MIDDLE or RIGHT)."""

    def paint(self, marks: bytearray) -> None:
        """Mark the cells; all marks are off at first."""

    def report(self, message: "dict[str, object]") -> None:
        """Add the scene's fields to the state message."""

    def change(self, ask: str, say: str) -> None:
        """Set `ask` and `say`; listeners get a new state if either changes."""
        if ask != self.ask or say != self.say:
            self.ask = ask
            self.say = say
            self._changes.report()
