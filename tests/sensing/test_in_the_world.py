"""Sensing against the simulated world: magnets, sensors with their spread, the converter."""

import random

import numpy as np
import pytest
from many import seeds
from one_board import PROFILE

from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.sensing.averager import Averager
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells


class _Sensing:
    """Just calibration and cells on a port: a firmware without a game."""

    def __init__(self, port, profile):
        self.port = port
        self.calibration = Calibration(profile)
        self.cells = Cells(profile, self.calibration)
        self.averager = Averager(profile)

    def tick(self, now_ms):
        self.port.sensors.read(self.cells.raw)
        if not self.averager.done:
            self.averager.add(self.cells.raw)
            for cell in range(PROFILE.cells):
                self.calibration.zero[cell] = self.averager.mean(cell)
        else:
            self.cells.update(now_ms)


def _board(seed):
    board = SimulatedBoard(PROFILE, seed=seed, app_factory=_Sensing)
    board.boot()
    board.run_ms(1000)
    return board


def _fill(board, choose):
    """Lay a random arrangement; the codes that it should read as."""
    codes = [0] * PROFILE.cells
    spare = [list(board.world.tiles[:8]), list(board.world.tiles[8:])]
    for cell in choose.sample(range(PROFILE.cells), choose.randint(0, 16)):
        owner = choose.randrange(2)
        if spare[owner]:
            up = choose.random() < 0.5
            x, y = board.world.plate.centre(cell)
            angle, play = choose.uniform(0, 6.3), choose.uniform(0, 1)
            tile = spare[owner].pop()
            board.world.lay(tile.id, x + play * np.cos(angle), y + play * np.sin(angle), up)
            codes[cell] = 1 + 2 * owner + (0 if up else 1)
    return codes


@pytest.mark.parametrize("seed", range(4))
def test_random_arrangements_read_right_with_zeros_only(seed):
    board = _board(seed)
    codes = _fill(board, random.Random(seed))
    board.run_ms(1500)
    assert list(board.app.cells.codes) == codes
    assert not any(board.app.cells.traces)


@pytest.mark.verify
@pytest.mark.parametrize("seed", seeds(1000, 100, 400))
def test_many_random_arrangements_read_right(seed):
    board = _board(seed)
    codes = _fill(board, random.Random(seed))
    board.run_ms(1500)
    assert list(board.app.cells.codes) == codes


def test_the_same_seed_gives_the_same_codes_to_the_tick():
    runs = []
    for _ in range(2):
        board = _board(7)
        _fill(board, random.Random(7))
        seen = []
        for _ in range(60):
            board.step()
            seen.append((bytes(board.app.cells.codes), board.app.cells.raw.tobytes()))
        runs.append(seen)
    assert runs[0] == runs[1]
