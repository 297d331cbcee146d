"""A port without a simulated world: constant readings, and a serial line."""

from collections import deque
from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from host_tools.games.table_files import open_table
from lodeboard.boards.profile import Profile
from lodeboard.ports.budget import Budget
from lodeboard.storage.blobs import Blobs
from lodeboard.storage.memory_store import MemoryStore

if TYPE_CHECKING:
    from lodeboard.ports import port as seam

_THINK_EVALS = 500


class ShippedStore(MemoryStore):
    """Blobs in memory, and the tables that ship."""

    def table(self, name: str) -> "seam.Table | None":
        """A table as an open file, or None."""
        return open_table(name)


class StillPort:
    """Everything that the App needs from a port. `readings`: of the cells, at first of an empty
    plate; `received`: lines that wait; `said`: lines sent."""

    def __init__(self, profile: Profile) -> None:
        self.readings = [profile.raw_middle] * profile.cells
        self.received: deque[str] = deque()
        self.said: list[str] = []
        self.ms = 0
        self.store = Blobs(ShippedStore())
        self.sensors: seam.Sensors = self
        self.buttons: seam.Buttons = _Nobody()
        self.lights: seam.Lights = _Dark()
        self.sound: seam.Sound = _Silent()
        self.serial: seam.Serial = self
        self.clock: seam.Clock = self
        self.budget = Budget(_THINK_EVALS)

    def read(self, out: MutableSequence[int]) -> None:
        """One reading for each cell."""
        for cell in range(len(out)):
            out[cell] = self.readings[cell]

    def read_line(self) -> str | None:
        """The next line for the firmware, or None."""
        return self.received.popleft() if self.received else None

    def write_line(self, line: str) -> None:
        """A line from the firmware."""
        self.said.append(line)

    def now_ms(self) -> int:
        """Board time."""
        return self.ms

    def set_fast(self, on: bool) -> None:
        """Do nothing."""

    def collect(self) -> None:
        """Do nothing: this is not a chip."""


class _Nobody:
    def read(self) -> int:
        return 0


class _Dark:
    def show(self, frame: bytearray) -> None:
        pass


class _Silent:
    def tone(self, hertz: int) -> None:
        pass


if TYPE_CHECKING:

    def _fits(port: StillPort) -> "seam.Port":
        """Makes mypy check that this port provides what the App needs."""
        return port
