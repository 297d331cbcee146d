"""What every scene at the board shares, and what a scene is."""

from lodeboard.boards.profile import Profile
from lodeboard.lights.tunes import Tunes
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells
from lodeboard.storage.journal import Journal
from lodeboard.storage.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port

LEFT = 1
MIDDLE = 2
RIGHT = 4


class Board:
    """Profile, port, and the long-lived parts built on them, made once at start."""

    def __init__(self, port: "Port", profile: Profile):
        self.profile = profile
        self.port = port
        self.settings = Settings()
        self.calibration = Calibration(profile)
        self.cells = Cells(profile, self.calibration)
        self.tunes = Tunes(port.sound)
        self.journal = Journal(port.store, profile.name)
        self.borrowed = False  # the readings are a computer's: nothing measured now is kept
        self.littered = False  # this tick clears garbage away: no time for thinking


class Scene:
    """One thing the board can be doing. The App gives the tick to one scene at a time.

    ask: one word for what is wanted of the people. say: the same as a sentence. version:
    counts up whenever a listener would want to hear again. stale: False where `paint` would
    mark what it marked the last time.
    """

    phase = ""
    stale = True

    def __init__(self) -> None:
        self.ask = ""
        self.say = ""
        self.version = 0

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

    def tell(self, message: "dict[str, object]") -> None:
        """Add what a listener should know to the state message."""

    def change(self, ask: str, say: str) -> None:
        """Set `ask` and `say`; counts as news when they differ."""
        if ask != self.ask or say != self.say:
            self.ask = ask
            self.say = say
            self.version += 1
