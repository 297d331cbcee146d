import numpy as np
import pytest

from host_tools.board.simulator.faults import DeadChannel, Noisy, Stuck
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.tiles import Shape
from host_tools.board.simulator.world import World
from lodeboard.boards.magnets import axial_field_mt


@pytest.fixture
def world(profile):
    return World(profile, seed=3)


@pytest.fixture
def frontend(world):
    return FrontEnd(world, seed=3)


def mean_mv(frontend, count=300):
    return np.mean([frontend.outputs_mv() for _ in range(count)], axis=0)


def test_tile_states_read_as_the_board_data_say(profile, world, frontend):
    frontend.sensors.offset_mv = [0.0] * 16
    states = [(0, True), (0, False), (1, True), (1, False)]
    cells = [0, 3, 9, 15]
    laid = [None] * 16
    for cell, state in zip(cells, states, strict=True):
        laid[cell] = state
    world.arrange(laid)
    signal = mean_mv(frontend) - 1650
    near, far = profile.signal_mv(True), profile.signal_mv(False)
    for cell, expected in zip(cells, (near, -far, -near, far), strict=True):
        # Remanence, sensitivity and play within the well: together well within 15 %.
        assert signal[cell] == pytest.approx(expected, rel=0.15)
    empty = [cell for cell in range(16) if cell not in cells]
    assert np.abs(signal[empty]).max() < 5


def test_a_tile_between_two_cells_vanishes_from_both(world, frontend):
    frontend.sensors.offset_mv = [0.0] * 16
    world.plate.friction = 1.0  # it leans on the ridge and does not slide
    world.lay(0, 20.0, 0.0)
    assert world.tile(0).rest == "leaning"
    signal = mean_mv(frontend) - 1650
    assert signal[0] < 0  # a small lobe of the wrong polarity
    assert np.abs(signal).max() < 40


def test_only_moved_magnets_are_computed_again(world, frontend, monkeypatch):
    frontend.scan()
    computed = []
    redo = frontend.field._redo
    monkeypatch.setattr(
        frontend.field,
        "_redo",
        lambda bodies: (computed.append([b.id for b in bodies]), redo(bodies)),
    )
    frontend.scan()
    world.lay(4, 40.0, 40.0)
    frontend.scan()
    frontend.scan()
    assert computed == [[4]]


def test_the_field_does_not_depend_on_the_way_there(profile):
    once, slowly = World(profile, seed=1), World(profile, seed=1)
    direct, wandering = FrontEnd(once, 1), FrontEnd(slowly, 1)
    once.lay(0, 40.0, 80.0)
    for x in range(0, 41, 5):
        slowly.lay(0, float(x), 80.0)
        wandering.field.update()
    assert slowly.tile(0).rest == "well"
    slowly.lay(0, 40.0, 80.0)
    assert np.array_equal(direct.field.update(), wandering.field.update())


def test_foreign_magnet_comes_and_goes(profile, world, frontend):
    before = np.array(frontend.field.update())
    disc = world.add_foreign(Shape(10.0, 2.0, 10.0, 2.0), 1190.0, 40.0, 0.0)
    field = frontend.field.update() - before
    gap = profile.data["plate"]["floor_above_hall_mm"]
    assert field[1] == pytest.approx(axial_field_mt(1190.0, 5.0, 2.0, gap), rel=1e-9)
    world.take_foreign(disc.id)
    assert np.array_equal(frontend.field.update(), before)


def test_warmth_hardly_shows_because_sensor_and_magnet_cancel(world, frontend):
    world.arrange([(0, True)] + [None] * 15)
    frontend.sensors.drift_mv_per_kelvin = [0.0] * 16
    world.temperature_c = 5.0
    cold = mean_mv(frontend)
    world.temperature_c = 45.0
    assert np.abs(mean_mv(frontend) - cold).max() < 2.0
    frontend.sensors.per_kelvin = 0.0  # a sensor that does not make up for the magnet
    assert (cold - mean_mv(frontend))[0] > 15.0


def test_broken_parts(frontend):
    healthy = mean_mv(frontend)
    frontend.faults = {2: Stuck(), 5: Stuck(3300.0), 7: DeadChannel(), 11: Noisy(80.0)}
    outputs = np.array([frontend.outputs_mv() for _ in range(300)])
    assert np.all(outputs[:, 2] == 0.0)
    assert np.all(outputs[:, 5] == 3300.0)
    assert np.all(outputs[:, 7] == outputs[:, 6])
    assert np.std(outputs[:, 11]) == pytest.approx(80.0, rel=0.2)
    sound = [cell for cell in range(16) if cell not in frontend.faults]
    assert np.allclose(outputs.mean(axis=0)[sound], healthy[sound], atol=0.5)


def test_a_single_conversion_agrees_with_the_scan(profile, world, frontend):
    world.arrange([(0, True), (1, True)] * 2 + [None] * 12)
    scan = np.mean([frontend.scan() for _ in range(50)], axis=0) / 16
    for cell, channel in enumerate(profile.mux_channels):
        codes = [
            frontend.conversion((channel,), (profile.mux_channels[cell - 1],), 20.0)
            for _ in range(50)
        ]
        assert np.mean(codes) == pytest.approx(scan[cell], abs=1.5)


def test_a_conversion_too_early_sees_the_channel_before(profile, world, frontend):
    world.arrange([(0, True), (1, True)] + [None] * 14)
    first, second = profile.mux_channels[:2]
    early = frontend.conversion((second,), (first,), 0.0)
    late = frontend.conversion((second,), (first,), 20.0)
    assert early == pytest.approx(frontend.conversion((first,), (first,), 20.0), abs=12)
    assert early - late > 1500


def test_a_channel_without_a_sensor_reads_nothing(frontend):
    frontend.mux.cell_on.pop(0)
    assert frontend.conversion((0,), (0,), 20.0) <= 5
