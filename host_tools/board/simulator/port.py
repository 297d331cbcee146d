"""The simulator's port: the firmware's access to the simulated world."""

from collections import deque
from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING

from host_tools.board.simulator.clock import BoardClock
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.leds import Ws2812Chain
from host_tools.board.simulator.store import CuttableStore
from host_tools.build import speedup
from host_tools.games.engine import Memory
from lodeboard.ports.budget import Budget
from lodeboard.storage.blobs import Blobs

if TYPE_CHECKING:
    from lodeboard.ports import port as seam

# Leaf evaluations per tick: about what the chip does beside its other work.
THINK_EVALS = 5000


class ScannedSensors:
    """Reads all cells through the analogue front end."""

    def __init__(self, frontend: FrontEnd) -> None:
        self._frontend = frontend

    def read(self, out: MutableSequence[int]) -> None:
        """One reading per cell into `out`."""
        for cell, reading in enumerate(self._frontend.scan()):
            out[cell] = reading


class PixelLights:
    """Passes frames to the LED chain."""

    def __init__(self, chain: Ws2812Chain, shown: Callable[[], None]) -> None:
        self._chain = chain
        self._shown = shown

    def show(self, frame: bytearray) -> None:
        """Send the final bytes."""
        self._chain.receive(frame)
        self._shown()


class Beeper:
    """Calls the listener when the tone changes."""

    def __init__(self, on_tone: Callable[[int], None]) -> None:
        self.hertz = 0
        self._on_tone = on_tone

    def tone(self, hertz: int) -> None:
        """Sound this frequency from now on; 0 is silence."""
        if hertz != self.hertz:
            self.hertz = hertz
            self._on_tone(hertz)


class PushButtons:
    """Three buttons; `down` is the mask of those pressed."""

    def __init__(self) -> None:
        self.down = 0

    def read(self) -> int:
        """Buttons held down now, as a mask."""
        return self.down


class Lines:
    """The serial line: `received` has the lines for the firmware, `said` is called with its lines.
    Unless it is `plugged`, lines are lost in both directions."""

    def __init__(self, said: Callable[[str], None]) -> None:
        self.received: deque[str] = deque()
        self.plugged = True
        self._said = said

    def read_line(self) -> str | None:
        """The next line for the firmware, or None."""
        return self.received.popleft() if self.received else None

    def write_line(self, line: str) -> None:
        """A line from the firmware."""
        if self.plugged:
            self._said(line)


class SimBlobs(Blobs):
    """lives: data waiting in memory survive a restart of the firmware."""

    lives = True


class SimPort:
    """All parts together: first the attributes of the port, then those for the simulator only."""

    def __init__(
        self,
        frontend: FrontEnd,
        chain: Ws2812Chain,
        store: CuttableStore,
        clock: BoardClock,
        *,
        shown: Callable[[], None],
        on_tone: Callable[[int], None],
        said: Callable[[str], None],
    ) -> None:
        self.beeper = Beeper(on_tone)
        self.finger = PushButtons()
        self.lines = Lines(said)
        self.sensors: seam.Sensors = ScannedSensors(frontend)
        self.lights: seam.Lights = PixelLights(chain, shown)
        self.sound: seam.Sound = self.beeper
        self.buttons: seam.Buttons = self.finger
        self.store: Blobs = SimBlobs(store)
        self.serial: seam.Serial = self.lines
        self.clock: seam.Clock = clock
        self.budget = Budget(THINK_EVALS, Memory())
        speedup.install()

    def set_fast(self, on: bool) -> None:
        """Do nothing: the computer's speed is fixed."""

    def collect(self) -> None:
        """Do nothing: Python on a computer collects garbage by itself."""
