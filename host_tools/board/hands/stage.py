"""What a person at a board can do and see: hands, buttons, power; lights and sounds.

The stage never reaches behind the lights: it holds a board's world, not its App.
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
_ZEROS_MS = 3000  # until they are measured, and what comes then is seen
_REACH_MM = 15.0  # a tile farther off than this is not the one that was meant
_STACK_MM = 6.0  # sideways, between tiles of one stack


class Stage:
    """One board with a person before it. Board time passes in every act and every wait,
    unless the person's hand is one that does not block."""

    def __init__(self, board: Board, hand: Hand | None = None):
        self.board = board
        self.cells = [board.profile.cell_name(cell) for cell in range(board.profile.cells)]
        self.hand = hand or Hand(board)
        self.meanings = Meanings(board.profile.cells)
        self.sounds: list[tuple[int, int]] = []
        self.pressed_ms = 0  # when a button was last pressed
        # Letters of the tiles that the board refused since one was last lifted to be moved: where
        # the lifted tile is off the board, they tell which one it is.
        self.refused: list[str] = []
        self.watch: Callable[[], None] | None = None  # called about eight times a second
        self._watched_ms = 0
        self.magnet: Tile | None = None  # a disc on the plate that is no tile
        board.frames.subscribe(self.meanings.feed)
        board.sounds.subscribe(lambda now_ms, hertz: self.sounds.append((now_ms, hertz)))
        board.ticks.subscribe(self._ticked)

    # Seeing

    def lights(self) -> list[str]:
        """The meaning of each cell's light now."""
        self.meanings.pass_time(self.board.now_ms)
        return self.meanings.read()

    def cells_with(self, meaning: str) -> list[str]:
        """The cells that show this meaning."""
        return [self.cells[at] for at, name in enumerate(self.lights()) if name == meaning]

    def dark(self) -> bool:
        """True when no LED is lit at all."""
        return not any(any(colour) for colour in self.board.leds)

    def settled_lights(self, timeout_ms: int = 4000) -> list[str]:
        """The lights once none of them is changing any more."""
        self.wait_for(lambda: UNCLEAR not in self.lights(), timeout_ms)
        return self.lights()

    def picture(self) -> str:
        """The lights as rows of words, for messages."""
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
        """Look again and again until it holds; False when it never did."""
        end = self.board.now_ms + timeout_ms
        while not holds():
            if self.board.now_ms >= end:
                return False
            self.look_on()
        return True

    def look_on(self) -> None:
        """Let pass the time between two looks."""
        self.board.run_ms(_LOOK_MS)

    def _ticked(self, now_ms: int, _: None) -> None:
        if self.watch is not None and now_ms - self._watched_ms >= _LOOK_MS:
            self._watched_ms = now_ms
            self.watch()

    # Doing

    def press(self, mask: int, times: int = 1) -> None:
        """Press a button and let go, so many times."""
        for _ in range(times):
            for _ in self.pressing(mask):
                self.board.run_ms(self.board.profile.tick_ms)

    def pressing(self, mask: int) -> Iterator[None]:
        """Press a button and let go; yields while board time has to pass."""
        self.pressed_ms = self.board.now_ms
        # On a board on a cable a press takes until the board has felt it.
        self.board.press(mask)
        end = self.board.now_ms + _PRESS_MS
        while self.board.now_ms < end:
            yield
        self.board.release(mask)
        end = self.board.now_ms + _PAUSE_MS
        while self.board.now_ms < end:
            yield

    def set_zeros(self) -> None:
        """Of a new board that asks for its zeros: have them measured, and leave it at that where
        it then asks for gains."""
        self.press(_MIDDLE)
        if self.wait_for(lambda: set(self.lights()) == {_MEASURE}, _ZEROS_MS):
            self.press(_MIDDLE)

    def take(self, letter: str) -> None:
        """A spare tile of the letter's owner into the hand, the letter's side up."""
        tile = self.spare(letter)
        if tile is None:
            raise WorldError(f"no tile is left for {letter}")
        self.hand.lift(tile)
        if tile.up != (letter in "Uu"):
            self.hand.turn()

    def spare(self, letter: str) -> Tile | None:
        """A tile of the letter's owner from the tray, or else one that strayed onto the rims of the
        plate; None where all lie in cells."""
        owner = "UDud".index(letter) // 2
        try:
            return self.board.world.spare(owner)
        except WorldError:
            strays = (t for t in self.board.world.tiles if t.owner == owner and t.rest in STRAY)
            return next(strays, None)

    def spot(self, where: str) -> tuple[float, float]:
        """Millimetres of a cell, or of the middle between cells (b2+c2)."""
        spots = [self.hand.point(name) for name in where.split("+")]
        x = sum(spot[0] for spot in spots) / len(spots)
        y = sum(spot[1] for spot in spots) / len(spots)
        return x, y

    def topmost(self, where: str, reach_mm: float = _REACH_MM) -> Tile:
        """The tile a hand would find there: the nearest, of a stack the upper one."""
        x, y = self.spot(where)
        lying = [tile for tile in self.board.world.bodies() if not tile.held]
        nearest = min(math.hypot(tile.x_mm - x, tile.y_mm - y) for tile in lying)
        if nearest > reach_mm:
            raise WorldError(f"no tile lies on {where}")
        here = [t for t in lying if math.hypot(t.x_mm - x, t.y_mm - y) < nearest + _STACK_MM]
        return max(here, key=lambda tile: tile.z_mm)

    def set_down(self, where: str) -> None:
        """Put the tile in the hand down on a cell, or between cells."""
        self.hand.carry(self.spot(where))
        self.hand.lower()
        self.hand.release()

    def away(self) -> None:
        """The tile in the hand goes back to its tray."""
        tile = self.hand.tile
        if tile is not None:
            self.hand.carry(self.board.world.home(tile))
            self.hand.lower()
            self.hand.release()

    def drop_magnet(self, where: str) -> None:
        """A 10 x 2 mm disc that is no tile falls on a cell."""
        x, y = self.hand.point(where)
        shape = Shape(10.0, 2.0, 10.0, 2.0, 0.0)
        self.magnet = self.board.world.add_foreign(shape, 1190.0, x + 6.0, y)

    def take_magnet(self) -> None:
        """Take that disc off the plate again."""
        if self.magnet is not None:
            self.hand.lift(self.magnet)
            self.hand.carry((-200.0, 0.0))
            self.hand.lower()
            self.hand.release()
            self.magnet = None
