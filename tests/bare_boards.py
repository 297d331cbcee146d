"""Bare boards as produced: their sensors and converters, without a game on them."""

from array import array

from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.streams import stream
from host_tools.board.simulator.world import World
from lodeboard.boards.profile import Profile
from lodeboard.sensing.averager import Averager
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells

KELVIN = 8.0  # standard deviation of the temperature change since zeros were set


class Boards:
    """One world with one board after another in it. `spread`: multiple of the sensor spread in the
    data."""

    def __init__(self, profile: Profile, spread: float = 1.0):
        self.profile = profile
        self.spread = spread
        self.world = World(profile, 0)
        self.frontend = FrontEnd(self.world, 0)
        self.now_ms = 0

    def take(self, seed: int) -> None:
        """Take the next board, at the temperature of its production."""
        self.world.reseed(seed)
        self.frontend.reseed(seed)
        self.frontend.sensors.spread(self.spread)
        self.world.temperature_c = 25.0

    def read(self, raw: "array[int]") -> None:
        """One scan of the board into `raw`."""
        for cell, reading in enumerate(self.frontend.scan()):
            raw[cell] = reading

    def zeros(self) -> Calibration:
        """The zeros as the board measures them now."""
        calibration = Calibration(self.profile)
        averager = Averager(self.profile)
        raw = array("H", [0] * self.profile.cells)
        averager.start()
        while not averager.done:
            self.read(raw)
            averager.add(raw)
        for cell in range(self.profile.cells):
            calibration.zero[cell] = averager.mean(cell)
        calibration.valid = True
        return calibration

    def another_day(self, seed: int) -> None:
        """Change the temperature by a random number of kelvins."""
        self.world.temperature_c += stream(seed, "room").gauss(0.0, KELVIN)

    def watch(self, cells: Cells, ms: int) -> "set[int]":
        """Let this much time pass; return the cells that ever showed "check"."""
        shown = set()
        for _ in range(ms // self.profile.tick_ms):
            self.now_ms += self.profile.tick_ms
            self.read(cells.raw)
            cells.update(self.now_ms)
            shown.update(cell for cell, trace in enumerate(cells.traces) if trace)
        return shown
