"""What a person at a board can do and see: hands, buttons, power; lights and sounds.

The stage has no access to the App, only to the board's simulated world.
"""

import math
from collections.abc import Callable, Iterator

from host_tools.board.contract import Board
from host_tools.board.hands.hand import Hand
from host_tools.board.simulator import meanings
from host_tools.board.simulator.meanings import UNCLEAR, Meanings
from host_tools.board.simulator.tiles import Shape, Tile
from host_tools.board.simulator.world import WorldError
from lodeboard.lights import palette

_PRESS_MS = 80
_PAUSE_MS = 140
_LOOK_MS = 120
STRAY = ("rim", "leaning", "stacked")
_MIDDLE = 2  # button
_MEASURE = meanings.NAMES[palette.MEASURE]
_ZEROS_MS = 3000  # time to measure zeros and show the next lights
_REACH_MM = 15.0  # a tile further away is not the one meant
_STACK_MM = 6.0  # sideways, between tiles of one stack


class Stage:
    """One board with a person. Board time passes in every act and wait, unless the person's hand is
    non-blocking."""

    def __init__(self, board: Board, hand: Hand | None = None):
        self.board = board
        self.cells = [board.profile.cell_name(cell) for cell in range(board.profile.cells)]
        self.hand = hand or Hand(board)
        self.meanings = Meanings(board.profile.cells)
        self.sounds: list[tuple[int, int]] = []
        self.pressed_ms = 0  # when a button was last pressed
        # Letters of the tiles that the board has refused since the last lift: they help to find out
        # which tile is off the board.
        self.refused: list[str] = []
        self.watch: Callable[[], None] | None = None  # called about eight times a second
        self._watched_ms = 0
        self.magnet: Tile | None = None  # a disc on the plate that is not a tile
        board.frames.subscribe(self.meanings.feed)
        board.sounds.subscribe(lambda now_ms, hertz: self.sounds.append((now_ms, hertz)))
        board.ticks.subscribe(self._ticked)

    # Seeing

    def lights(self) -> list[str]:
        """Return the present meaning of each cell's light."""
        self.meanings.pass_time(self.board.now_ms)
        return self.meanings.read()

    def cells_with(self, meaning: str) -> list[str]:
        """Return the cells that show this meaning."""
        return [self.cells[cell] for cell, name in enumerate(self.lights()) if name == meaning]

    def dark(self) -> bool:
        """True if no LED is lit."""
        return not any(any(colour) for colour in self.board.leds)

    def settled_lights(self) -> list[str]:
        """Wait until no light changes any more, and return the lights."""
        self.wait_for(lambda: UNCLEAR not in self.lights(), 4000)
        return self.lights()

    def picture(self) -> str:
        """Return the lights as rows of words, for messages."""
        lights = self.lights()
        columns = self.board.profile.columns
        width = max(len(name) for name in lights) + 2
        rows = range(0, len(lights), columns)
        return "\n".join(
            "".join(name.ljust(width) for name in lights[row : row + columns]).rstrip()
            for row in rows
        )

    # Time

    def wait(self, ms: int) -> None:
        """Let board time pass."""
        self.board.run_ms(ms)

    def wait_for(self, holds: Callable[[], bool], timeout_ms: int) -> bool:
        """Look repeatedly until the condition holds; False if it never does."""
        end = self.board.now_ms + timeout_ms
        while not holds():
            if self.board.now_ms >= end:
                return False
            self.look_on()
        return True

    def look_on(self) -> None:
        """Let the time between two looks pass."""
        self.board.run_ms(_LOOK_MS)

    def _ticked(self, now_ms: int, _: None) -> None:
        if self.watch is not None and now_ms - self._watched_ms >= _LOOK_MS:
            self._watched_ms = now_ms
            self.watch()

    # Doing

    def press(self, mask: int, times: int = 1) -> None:
        """Press and release a button a number of times."""
        for _ in range(times):
            for _ in self.pressing(mask):
                self.board.run_ms(self.board.profile.tick_ms)

    def pressing(self, mask: int) -> Iterator[None]:
        """Press and release a button; yields while board time has to pass."""
        self.pressed_ms = self.board.now_ms
        # On a cable a press lasts until the board has sensed it.
        self.board.press(mask)
        end = self.board.now_ms + _PRESS_MS
        while self.board.now_ms < end:
            yield
        self.board.release(mask)
        end = self.board.now_ms + _PAUSE_MS
        while self.board.now_ms < end:
            yield

    def set_zeros(self) -> None:
        """Set the zeros of a new board that asks for them, and skip the gains if it then asks for
        those."""
        self.press(_MIDDLE)
        if self.wait_for(lambda: set(self.lights()) == {_MEASURE}, _ZEROS_MS):
            self.press(_MIDDLE)

    def take(self, letter: str) -> None:
        """Take a spare tile of the letter's owner into the hand, the letter's side up."""
        tile = self.spare(letter)
        if tile is None:
            raise WorldError(f"no tile is left for {letter}")
        self.hand.lift(tile)
        if tile.up != (letter in "Uu"):
            self.hand.turn()

    def spare(self, letter: str) -> Tile | None:
        """Return a tile of the letter's owner from the tray, or else one on the rims of the plate;
        None if all lie in cells."""
        owner = "UDud".index(letter) // 2
        try:
            return self.board.world.spare(owner)
        except WorldError:
            strays = (t for t in self.board.world.tiles if t.owner == owner and t.rest in STRAY)
            return next(strays, None)

    def spot(self, where: str) -> tuple[float, float]:
        """Return a cell's position in millimetres, or the middle between cells (b2+c2)."""
        spots = [self.hand.point(name) for name in where.split("+")]
        x = sum(spot[0] for spot in spots) / len(spots)
        y = sum(spot[1] for spot in spots) / len(spots)
        return x, y

    def topmost(self, where: str, reach_mm: float = _REACH_MM) -> Tile:
        """Return the tile that a hand finds there: the nearest one, the upper one of a stack."""
        x, y = self.spot(where)
        lying = [tile for tile in self.board.world.bodies() if not tile.held]
        nearest = min(math.hypot(tile.x_mm - x, tile.y_mm - y) for tile in lying)
        if nearest > reach_mm:
            raise WorldError(f"no tile lies on {where}")
        here = [t for t in lying if math.hypot(t.x_mm - x, t.y_mm - y) < nearest + _STACK_MM]
        return max(here, key=lambda tile: tile.z_mm)

    def set_down(self, where: str) -> None:
        """Set the held tile down on a cell, or between cells."""
        self.hand.carry(self.spot(where))
        self.hand.lower()
        self.hand.release()

    def away(self) -> None:
        """Put the held tile back into its tray."""
        tile = self.hand.tile
        if tile is not None:
            self.hand.carry(self.board.world.home(tile))
            self.hand.lower()
            self.hand.release()

    def drop_magnet(self, where: str) -> None:
        """Drop a 10 x 2 mm disc that is not a tile on a cell."""
        x, y = self.hand.point(where)
        shape = Shape(10.0, 2.0, 10.0, 2.0, 0.0)
        self.magnet = self.board.world.add_foreign(shape, 1190.0, x + 6.0, y)

    def take_magnet(self) -> None:
        """Remove that disc from the plate."""
        if self.magnet is not None:
            self.hand.lift(self.magnet)
            self.hand.carry((-200.0, 0.0))
            self.hand.lower()
            self.hand.release()
            self.magnet = None
