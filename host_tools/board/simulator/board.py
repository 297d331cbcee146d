"""A whole board in a simulated world: the firmware on the simulator's port, and everything that a
person can see, hear and do."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from host_tools import ADDED_TABLES
from host_tools.board.simulator.clock import BoardClock
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.leds import Colour, Ws2812Chain
from host_tools.board.simulator.outputs import Outputs
from host_tools.board.simulator.port import SimBlobs, SimPort
from host_tools.board.simulator.store import CuttableStore, PowerCut
from host_tools.board.simulator.world import World
from host_tools.games.table_files import TABLES
from lodeboard.boards.profile import Profile
from lodeboard.system.loader import RESTART

if TYPE_CHECKING:
    from lodeboard.ports.port import Port


class Ticking(Protocol):
    """What the board requires of a firmware."""

    def tick(self, now_ms: int) -> None:
        """Do one tick's work."""


AppFactory = Callable[["Port", Profile], Ticking]


class SimulatedBoard(Outputs):
    """One board, powered or not, with its world around it.

    `store_dir` keeps calibration and journal between runs; without it they are in a temporary
    directory for the life of this object. The same seed and actions give the same bytes.
    """

    def __init__(
        self,
        profile: Profile,
        seed: int = 0,
        *,
        store_dir: str | Path | None = None,
        app_factory: AppFactory | None = None,
        start_ms: int = 0,
        tables_dir: str | Path | None = None,
        tremor_mm: float = 0.3,
    ) -> None:
        super().__init__(self.send_line)
        self.profile = profile
        self.seed = seed
        self.app_factory = app_factory or _real_app
        self._temporary = None if store_dir else tempfile.TemporaryDirectory(prefix="lodeboard-")
        directory = Path(self._temporary.name if self._temporary else str(store_dir))
        places = {name: str(path) for name, path in ADDED_TABLES.items()}
        self.store = CuttableStore(str(directory), str(tables_dir or TABLES), places)
        self.world = World(profile, seed, tremor_mm)
        self.frontend = FrontEnd(self.world, seed)
        self.clock = BoardClock(start_ms)
        self.chain = Ws2812Chain(profile.data["leds"], profile.cells)
        self.app: Ticking | None = None
        self._last_shown: list[Colour] = []
        self.port = SimPort(
            self.frontend,
            self.chain,
            self.store,
            self.clock,
            shown=self._shown,
            on_tone=self._on_tone,
            said=self._said,
        )
        self._outside = ""

    def keeps(self, outside: str) -> None:
        """Report why stored data will be lost although the store works (see
        `lodeboard.storage.unsaved`); "" once they are safe again."""
        self._outside = outside
        if outside:
            self.port.store.lose().outside = outside
        elif self.port.store.unsaved is not None:
            self.port.store.unsaved.outside = ""

    def close(self) -> None:
        """Delete the temporary directory, if any."""
        self.app = None
        if self._temporary is not None:
            self._temporary.cleanup()

    # -- power -----------------------------------------------------------------------

    @property
    def start_share(self) -> None:
        """Always None: the start takes no time."""
        return None

    def boot(self) -> None:
        """Switch on: a new App on the same store. If it is running, its power is cut first."""
        if self.app is not None:
            self.power_cut()
        self.store.restart()
        self.port.store = SimBlobs(self.store)
        self.keeps(self._outside)
        self._start_app()

    def _start_app(self) -> None:
        self.port.lines.received.clear()
        try:
            self.app = self.app_factory(self.port, self.profile)
        except PowerCut:
            self.power_cut()

    def _restart(self) -> None:
        """Restart the firmware at its request; on a chip this takes two seconds in the dark."""
        self.chain.darken()
        self._shown()
        self.port.beeper.tone(0)
        self._start_app()

    def power_cut(self) -> None:
        """Cut the power: no App, LEDs dark, no tone. The store stays."""
        self.app = None
        self.chain.darken()
        self._shown()
        self.port.beeper.tone(0)

    def reseed(self, seed: int) -> None:
        """Replace the board by a new one, switched off: its own sensors and magnets, an empty
        store, all tiles in their trays. No tile may be in a hand."""
        self.world.reseed(seed)
        self.power_cut()
        self.seed = seed
        self.frontend.reseed(seed)
        self.store.clear()
        for hand in self.hands:
            hand.reseed(seed)

    # -- time ------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        """Board time since the first start in ms; it does not wrap, and passes without power
        too."""
        return self.clock.elapsed_ms

    def step(self) -> None:
        """Run one tick: hands move, the world follows, the firmware runs."""
        self.advance(self.profile.tick_ms)

    def advance(self, ms: int) -> None:
        """Run one tick that takes `ms`."""
        self.clock.advance(ms)
        for hand in self.hands:
            hand.advance(ms)
        self.world.advance(ms)
        if self.app is not None:
            try:
                self.app.tick(self.clock.now_ms())
            except PowerCut:
                self.power_cut()
            except SystemExit as leaving:
                if leaving.code != RESTART:
                    raise
                self._restart()
        self.ticks.notify(self.now_ms, None)

    # -- what people do and see ------------------------------------------------------------

    def press(self, mask: int) -> None:
        """Put fingers on these buttons (1 left, 2 middle, 4 right, added up)."""
        self.port.finger.down |= mask

    def release(self, mask: int) -> None:
        """Take fingers off these buttons."""
        self.port.finger.down &= ~mask

    def send_line(self, text: str) -> None:
        """Send a line from a computer over the serial port; it is lost if the cable is not plugged
        in."""
        if self.port.lines.plugged:
            self.sent.notify(self.now_ms, text)
            self.port.lines.received.append(text)

    def plug(self, plugged: bool) -> None:
        """Plug the serial cable in, or pull it out. Lines in transit are lost."""
        self.port.lines.plugged = plugged
        if not plugged:
            self.port.lines.received.clear()

    @property
    def leds(self) -> list[Colour]:
        """The colour of each cell's LED now, (r, g, b) in cell order."""
        return [self.chain.colours[place] for place in self.profile.led_order]

    @property
    def powered(self) -> bool:
        """Whether the power is on."""
        return self.app is not None

    @property
    def plugged(self) -> bool:
        """Whether the serial cable is plugged in."""
        return self.port.lines.plugged

    @property
    def current_ma(self) -> float:
        """Estimated current of the LEDs in mA; 0 without power."""
        return self.chain.current_ma() if self.powered else 0.0

    # -- from the port -------------------------------------------------------------------

    def _shown(self) -> None:
        leds = self.leds
        if leds != self._last_shown:
            self._last_shown = leds
            self.frames.notify(self.now_ms, leds)

    def _on_tone(self, hertz: int) -> None:
        self.tones.append((self.now_ms, hertz))
        self.sounds.notify(self.now_ms, hertz)

    def _said(self, line: str) -> None:
        self.wire.notify(self.now_ms, line)
        whole = self._states.whole(line)
        if whole:
            self.serial_out.append(whole)
            self.lines.notify(self.now_ms, whole)


def _real_app(port: "Port", profile: Profile) -> Ticking:
    from lodeboard.system.app import App  # noqa: PLC0415 - only a board that boots needs it

    app: Ticking = App(port, profile)
    return app
