"""What host tools ask of a board, whichever board it is.

`BoardView` is what the page shows and touches, a real board on a cable included. `Board` is
more: a board in a simulated world, with its power, its hands and what is soldered to it,
whether the firmware runs on this computer or on an emulated chip.
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
    """One tile: millimetres from the centre of the first well; z is its underside above
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
    """The table with its tiles. Where a tile comes to rest is the world's affair."""

    @property
    def tiles(self) -> Sequence[TileView]: ...
    @property
    def alike(self) -> bool:
        """Which set of tiles it is: all with the same magnet, or eight of each player."""

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


class News(Protocol[T_co]):
    """Calls back with board time in milliseconds and what happened; what `subscribe`
    returns ends it."""

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
        """Whether lines come through."""

    @property
    def lines(self) -> News[str]: ...
    @property
    def wire(self) -> News[str]:
        """The board's lines as they go over the cable."""

    @property
    def sent(self) -> News[str]:
        """What `send_line` has sent to the board."""

    @property
    def sounds(self) -> News[int]: ...
    def step(self) -> None: ...
    def press(self, mask: int) -> None: ...
    def release(self, mask: int) -> None: ...
    def send_line(self, text: str) -> None: ...


class Cuttable(Protocol):
    """What keeps blobs, with a power supply that can fail at any change of them."""

    def cut_after(self, n: int, when: str = "before") -> None:
        """Let the power fail at the n-th change from now (1 is the next): "before" it, in
        the "middle" of it, or just "after". A change is a blob's file written, renamed or
        removed."""


class Board(BoardView, Protocol):
    """A board in a simulated world, with power or without. Board time passes in `step`,
    `run_ms` and `run_until` only, and runs without power too."""

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
    def frames(self) -> News[list[Colour]]:
        """The lights by cell, whenever one of them has changed."""

    @property
    def ticks(self) -> News[None]:
        """After every tick."""

    @property
    def tones(self) -> list[tuple[int, int]]:
        """Board time in ms and hertz of every change of the beeper's tone; 0 is silence."""

    @property
    def serial_out(self) -> list[str]:
        """The lines that the board has said."""

    @property
    def current_ma(self) -> float:
        """Estimated current of the LEDs; none without power."""

    @property
    def powered(self) -> bool: ...
    @property
    def start_share(self) -> float | None:
        """How far its start is, from 0 to 1; None when it does not start, or does so at once."""

    def boot(self) -> None: ...
    def power_cut(self) -> None: ...
    def reseed(self, seed: int) -> None: ...

    def plug(self, plugged: bool) -> None: ...

    def run_ms(self, ms: float) -> None: ...
    def run_until(self, condition: Callable[[], bool], timeout_ms: float) -> bool: ...
