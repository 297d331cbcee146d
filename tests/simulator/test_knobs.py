"""What can be turned, broken and pulled out while a simulated board runs."""

import numpy as np
import pytest
from web.serving import PROFILE, Echo

from host_tools.board.hands.hand import Hand
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.faults import Stuck
from host_tools.board.simulator.tiles import tile_shape
from host_tools.board.simulator.world import WorldError


@pytest.fixture
def board():
    return SimulatedBoard(PROFILE, 3, app_factory=Echo)


def readings(board, times=40):
    return np.array([board.frontend.scan() for _ in range(times)])


def test_noise_grows_and_goes(board):
    usual = readings(board).std(axis=0).mean()
    board.frontend.noise(5.0)
    assert readings(board).std(axis=0).mean() > 3 * usual
    board.frontend.noise(0.0)
    assert readings(board).std() == pytest.approx(readings(board, 1).std(), abs=1e-9)


def test_sensors_of_no_spread_are_all_alike(board):
    board.frontend.noise(0.0)
    usual = np.array(board.frontend.outputs_mv())
    board.frontend.sensors.spread(0.0)
    alike = np.array(board.frontend.outputs_mv())
    assert alike.std() < 1.0 < usual.std()  # the trays are near
    board.frontend.sensors.spread(2.0)
    middle = board.frontend.sensors.supply_mv / 2
    far = np.array(board.frontend.outputs_mv()) - middle
    assert np.abs(far).mean() == pytest.approx(2 * np.abs(usual - middle).mean(), rel=0.05)


def test_a_hand_that_holds_a_tile_trembles_at_once(board):
    board.world.tremble(0.0)
    board.world.grab(0)
    board.world.move_held(0, 0.0, 0.0, 60.0)
    board.run_ms(100)
    assert board.world.tile(0).x_mm == 0.0
    board.world.tremble(1.0)
    board.run_ms(100)
    assert board.world.tile(0).x_mm != 0.0


def test_without_its_cable_nothing_is_heard_either_way(board):
    board.boot()
    board.send_line("lost")
    board.plug(False)
    said = len(board.serial_out)
    board.press(2)
    board.run_ms(40)
    board.send_line("lost, too")
    assert len(board.serial_out) == said
    assert not board.port.lines.received
    assert board.leds[0] != (0, 0, 0)
    board.plug(True)
    board.release(2)
    board.run_ms(40)
    assert len(board.serial_out) == said + 1


def test_a_hand_gives_up_and_keeps_its_tile(board):
    hand = Hand(board, blocking=False)
    hand.move_tile(board.world.tiles[0], "b2")
    board.run_ms(900)
    hand.give_up()
    where = hand.tile.x_mm, hand.tile.y_mm
    board.run_ms(500)
    assert hand.tile is board.world.tiles[0]
    assert (hand.tile.x_mm, hand.tile.y_mm) == pytest.approx(where, abs=2.0)
    assert not hand.busy
    hand.release()
    board.run_ms(500)
    assert hand.tile is None


def test_a_board_of_another_seed_is_that_board(board):
    """Whatever happened before: as if it had been made with that seed."""
    board.boot()
    board.store.save("game", b"something")
    board.frontend.noise(3.0)
    board.frontend.faults[4] = Stuck()
    board.world.lay(0, 0.0, 0.0)
    board.world.lay(9, 0.0, 0.0)
    board.world.add_foreign(tile_shape(PROFILE.data), 900.0, 40.0, 40.0)
    board.run_ms(100)
    board.reseed(8)
    fresh = SimulatedBoard(PROFILE, 8, app_factory=Echo)
    assert board.app is None
    assert board.store.load("game") is None
    assert board.world.tiles == fresh.world.tiles
    cells = [(0, True), None, (1, False)]
    for each in (board, fresh):
        each.world.arrange(cells)
    assert np.array_equal(readings(board), readings(fresh))


def test_a_board_changes_only_out_of_everyones_hands(board):
    board.world.grab(0)
    with pytest.raises(WorldError, match="tile 0 is in a hand"):
        board.reseed(4)
    assert board.seed == 3
