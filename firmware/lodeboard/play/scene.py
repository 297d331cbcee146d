"""What every scene at the board shares, and what a scene is."""

from lodeboard.boards.profile import Profile
from lodeboard.lights.tunes import Tunes
from lodeboard.play.changes import Changes
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells
from lodeboard.storage.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port

LEFT = 1
MIDDLE = 2
RIGHT = 4

# What a scene has come to: its event. scenes/flow.py says what follows.
NONE = 0
SHOWN = 1  # its lights are out
CHANGED = 2  # a setting
DONE = 3
MENU = 4
NEW_GAME = 5
RESIGN = 6
SET_ZEROS = 7
SET_GAINS = 8


class Board:
    """What scenes share, made once at start. lent: the readings are a computer's, and nothing
    measured now is kept. gc_due: this tick collects garbage, and has no time for thinking."""

    def __init__(self, port: "Port", profile: Profile):
        self.profile = profile
        self.store = port.store
        self.think_evals = port.think_evals
        self.settings = Settings()
        self.calibration = Calibration(profile)
        self.cells = Cells(profile, self.calibration)
        self.tunes = Tunes(port.sound)
        self.changes = Changes()
        self.lent = False
        self.gc_due = False


class Scene:
    """One thing the board can be doing. The App gives the tick to one scene at a time. What a
    scene changes in its marks or in what it says, it counts in `board.changes`.

    ask: one word for what is wanted of the people. say: the same as a sentence. event: what the
    scene has come to, NONE while it goes on. warning: what people should know once it is done.
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
        """Called when the scene gets the tick."""

    def tick(self, now_ms: int) -> None:
        """Called once a tick, after the cells were read."""

    def afterwards(self) -> None:
        """Called once a tick when the light is out: for what takes long."""

    def button(self, button: int) -> None:
        """A button (LEFT, MIDDLE or RIGHT) went down."""

    def paint(self, marks: bytearray) -> None:
        """Mark the cells; all are off before."""

    def report(self, message: "dict[str, object]") -> None:
        """Add what a listener should know to the state message."""

    def change(self, ask: str, say: str) -> None:
        """Set `ask` and `say`; counts as news when they differ."""
        if ask != self.ask or say != self.say:
            self.ask = ask
            self.say = say
            self._changes.report()
