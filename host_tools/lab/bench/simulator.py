"""Speed of the simulated world: ticks per second with and without firmware, and the time from a
magnet to the light that answers it, in board milliseconds."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from host_tools.board.simulator.board import AppFactory, SimulatedBoard
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

if TYPE_CHECKING:
    from lodeboard.ports.port import Port


class ScanAndShow:
    """No firmware: one scan and one new frame per tick, the maximum load for a port."""

    def __init__(self, port: "Port", profile: Profile) -> None:
        self._port = port
        self._raw = [0] * profile.cells
        self._frame = bytearray(3 * profile.cells)

    def tick(self, now_ms: int) -> None:
        """Scan, change the frame, show it."""
        self._port.sensors.read(self._raw)
        self._frame[0] = now_ms & 255
        self._port.lights.show(self._frame)


def bench_light(trials: int = 16) -> dict[str, list[int]]:
    """Board milliseconds from a tile coming to rest to the light that answers it, one figure per
    trial, for tiles with the magnet near (up) and far (down). Includes the debounce."""
    return {
        "magnet near": [_light_ms(seed, up=True) for seed in range(trials)],
        "magnet far": [_light_ms(seed, up=False) for seed in range(trials)],
    }


def _light_ms(seed: int, up: bool) -> int:
    """Two players, an empty board. Each seed lays the first tile on a different cell."""
    board = SimulatedBoard(Profile(DATA), seed=seed)
    board.boot()
    board.run_ms(1500)
    # Set the zeros; no gains; menu, players, two players, done.
    for presses in ((2,), (2,), (2, 1, 4, 2)):
        for button in presses:
            board.press(button)
            board.run_ms(100)
            board.release(button)
            board.run_ms(100)
        board.run_ms(1500)
    cell = seed % board.profile.cells
    before = board.now_ms
    board.world.lay(board.world.tiles[0].id, *board.world.plate.centre(cell), up=up)
    # "May be placed" contains red; the answer to a tile (green: it may be lifted) does not.
    if not board.run_until(lambda: board.leds[cell][0] == 0 < board.leds[cell][1], 3000):
        raise RuntimeError(f"no light answered a tile on {board.profile.cell_name(cell)}")
    return board.now_ms - before


def bench_ticks(ticks: int = 3000) -> dict[str, float]:
    """Ticks per second: world and port alone with nothing moving, the same with one tile in a hand,
    and a board with its real firmware waiting for a player."""
    alone = _board(ScanAndShow)
    moving = _board(ScanAndShow)
    tile = moving.world.tiles[0]
    moving.world.grab(tile.id)
    moving.world.move_held(tile.id, 40.0, 40.0, 10.0)
    return {
        "world and port, all at rest": _rate(alone.step, ticks),
        "world and port, one tile moving": _rate(moving.step, ticks),
        "board with its firmware": _rate(_board(None).step, ticks),
    }


def _board(app_factory: AppFactory | None) -> SimulatedBoard:
    board = SimulatedBoard(Profile(DATA), seed=1, app_factory=app_factory)
    board.boot()
    board.run_ms(1000)
    return board


def _rate(step: Callable[[], None], ticks: int) -> float:
    start = time.perf_counter()
    for _ in range(ticks):
        step()
    return ticks / (time.perf_counter() - start)
