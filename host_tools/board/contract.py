"""The interfaces of a board for host tools.

`BoardView` is what the page shows and touches, including a real board on a cable. `Board` adds a
simulated world: power, hands and connected parts. Its firmware runs on this computer or on an
emulated chip.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.leds import Colour
from host_tools.board.simulator.mover import Mover
from host_tools.board.simulator.world import World
from lodeboard.boards.profile import Profile

T_co = TypeVar("T_co", covariant=True)


class TileView(Protocol):
    """One tile: position in millimetres from the centre of the first well; z is its underside above
    the well floor; the tilt runs to 180 degrees while it is turned over."""

    @property
    def id(self) -> int: ...
    @property
    def owner(self) -> int: ...
    @property
    def x_mm(self) -> float: ...
    @property
    def y_mm(self) -> float: ...
    @property
    def z_mm(self) -> float: ...
    @property
    def up(self) -> bool: ...
    @property
    def tilt_deg(self) -> float: ...
    @property
    def tilt_towards_deg(self) -> float: ...
    @property
    def held(self) -> bool: ...


class WorldView(Protocol):
    """The table with its tiles. The world decides where a tile comes to rest."""

    @property
    def tiles(self) -> Sequence[TileView]: ...
    @property
    def alike(self) -> bool:
        """Whether all tiles have the same magnet, instead of eight of each player."""

    def unpack(self, alike: bool) -> None: ...
    def grab(self, tile_id: int) -> object: ...
    def move_held(
        self, tile_id: int, x: float, y: float, z: float, tilt_deg: float | None = None
    ) -> None: ...
    def turn_held(self, tile_id: int) -> None: ...
    def turning(self, tile_id: int) -> bool: ...
    def drop(self, tile_id: int) -> object: ...
    def lay(self, tile_id: int, x: float, y: float, up: bool = True) -> object: ...
    def arrange(self, cells: Sequence[tuple[int, bool] | None]) -> None: ...


class EventSource(Protocol[T_co]):
    """Calls back with board time in milliseconds and the event, until the function returned by
    `subscribe` is called."""

    def subscribe(self, call: Callable[[int, T_co], None]) -> Callable[[], None]: ...


class BoardView(Protocol):
    """A running board that is stepped one tick at a time."""

    @property
    def world(self) -> WorldView: ...
    @property
    def now_ms(self) -> int: ...
    @property
    def leds(self) -> Sequence[Colour]: ...
    @property
    def plugged(self) -> bool:
        """Whether lines get through."""

    @property
    def lines(self) -> EventSource[str]: ...
    @property
    def wire(self) -> EventSource[str]:
        """The board's lines as sent over the cable."""

    @property
    def sent(self) -> EventSource[str]:
        """The lines sent to the board by `send_line`."""

    @property
    def sounds(self) -> EventSource[int]: ...
    def step(self) -> None: ...
    def press(self, mask: int) -> None: ...
    def release(self, mask: int) -> None: ...
    def send_line(self, text: str) -> None: ...


class Cuttable(Protocol):
    """A store whose power supply can fail at any change."""

    def cut_after(self, n: int, when: str = "before") -> None:
        """Cut the power at the n-th change from now (1 is the next): "before" it, in the "middle"
        of it, or just "after". A change is a file written, renamed or removed."""


class Board(BoardView, Protocol):
    """A board in a simulated world, with or without power. Board time passes only in `step`,
    `run_ms` and `run_until`, also without power."""

    @property
    def profile(self) -> Profile: ...
    @property
    def seed(self) -> int: ...
    @property
    def world(self) -> World: ...
    @property
    def frontend(self) -> FrontEnd: ...
    @property
    def hands(self) -> list[Mover]: ...
    @property
    def store(self) -> Cuttable: ...
    @property
    def leds(self) -> list[Colour]: ...
    @property
    def frames(self) -> EventSource[list[Colour]]:
        """Called with the colours by cell whenever one has changed."""

    @property
    def ticks(self) -> EventSource[None]:
        """Called after every tick."""

    @property
    def tones(self) -> list[tuple[int, int]]:
        """Board time in ms and hertz of every change of the beeper's tone; 0 is silence."""

    @property
    def serial_out(self) -> list[str]:
        """The lines sent by the board."""

    @property
    def current_ma(self) -> float:
        """Estimated current of the LEDs in mA; 0 without power."""

    @property
    def powered(self) -> bool: ...
    @property
    def start_share(self) -> float | None:
        """Progress of the start, from 0 to 1; None when the board is not starting or starts at
        once."""

    def boot(self) -> None: ...
    def power_cut(self) -> None: ...
    def reseed(self, seed: int) -> None: ...

    def plug(self, plugged: bool) -> None: ...

    def run_ms(self, ms: float) -> None: ...
    def run_until(self, condition: Callable[[], bool], timeout_ms: float) -> bool: ...
