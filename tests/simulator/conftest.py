import pytest
from one_board import DATA

from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.boards.profile import Profile


class Watcher:
    """The smallest firmware: reads every cell each tick and lights those that changed."""

    def __init__(self, port, profile):
        self.port = port
        self.raw = [0] * profile.cells
        self.ticks = []
        self.frame = bytearray(3 * profile.cells)
        self.order = profile.led_order

    def tick(self, now_ms):
        self.ticks.append(now_ms)
        self.port.sensors.read(self.raw)
        for cell, reading in enumerate(self.raw):
            self.frame[3 * self.order[cell]] = reading >> 8
        self.port.lights.show(self.frame)


@pytest.fixture
def profile():
    return Profile(DATA)


@pytest.fixture
def make_board(profile):
    def make(**options):
        options.setdefault("app_factory", Watcher)
        board = SimulatedBoard(profile, **options)
        board.boot()
        return board

    return make


@pytest.fixture
def board(make_board):
    return make_board(seed=5)


@pytest.fixture
def millivolts(profile):
    """Readings of a Watcher as millivolts from half the supply."""

    def convert(raw):
        return [profile.millivolts(reading - profile.raw_middle) for reading in raw]

    return convert
