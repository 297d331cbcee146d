"""The 7x7 board: it starts, is calibrated, and sees and lights each of its 49 cells rightly."""

import copy
from itertools import pairwise

import pytest
from every_cell import PROFILE, calibrated, layouts, look, wanted, wrong_cells
from many import every

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.circuit import CircuitBoard
from lodeboard.boards.profile import Profile

LAYOUTS = list(layouts())


def test_no_two_cells_are_alike_in_all_layouts():
    assert len(set(zip(*LAYOUTS, strict=True))) == PROFILE.cells
    assert all(any(letter != "-" for letter in letters) for letters in zip(*LAYOUTS, strict=True))
    assert set("".join(LAYOUTS)) == set("-UDud")


@pytest.mark.verify
@pytest.mark.parametrize("make", [SimulatedBoard, CircuitBoard])
def test_every_cell_is_seen_and_lit(make):
    board = make(PROFILE, 5)
    assert look(calibrated(board)) == {}


@pytest.mark.slow
def test_a_hand_carries_a_tile_over_every_cell():
    board = SimulatedBoard(PROFILE, 6)
    stage = calibrated(board)
    hand = stage.hand
    names = stage.cells
    tile = board.world.spare(0)
    x, y = board.world.plate.centre(0)
    board.world.lay(tile.id, x, y)
    for here, there in pairwise(names):
        hand.move_tile(here, there, False)
        lights = wanted("".join("U" if name == there else "-" for name in names))
        at = names.index(there), names.index(here)
        assert stage.wait_for(
            lambda at=at, lights=lights: all(stage.lights()[cell] in lights[cell] for cell in at),
            3000,
        ), there


def changed(part, name, value):
    """The board's data with one entry changed: a firmware for other wires than there are."""
    data = copy.deepcopy(PROFILE.data)
    data[part][name] = value
    return Profile(data)


def swapped(numbers, one, other):
    found = list(numbers)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


WIRED_WRONGLY = {
    "two channels exchanged": changed("mux", "channels", swapped(PROFILE.mux_channels, 20, 41)),
    "two enable pins exchanged": changed(
        "pins", "mux_enable", swapped(PROFILE.data["pins"]["mux_enable"], 0, 1)
    ),
    "LEDs row by row": changed("leds", "order", tuple(range(PROFILE.cells))),
    "two LEDs exchanged": changed("leds", "order", swapped(PROFILE.led_order, 8, 40)),
}


@pytest.mark.verify
@pytest.mark.parametrize("what", every(2, WIRED_WRONGLY))
def test_a_firmware_for_other_wires_does_not_pass(what):
    board = CircuitBoard(PROFILE, 5)
    made = board._make_app
    board.app_factory = lambda port, _: made(port, WIRED_WRONGLY[what])
    stage = calibrated(board)
    assert any(wrong_cells(stage, cells) for cells in LAYOUTS)


def test_a_channel_without_a_sensor_is_named_at_the_start():
    unused = max(PROFILE.mux_channels) + 1
    channels = (*PROFILE.mux_channels[:10], unused, *PROFILE.mux_channels[11:])
    board = CircuitBoard(PROFILE, 5)
    made = board._make_app
    board.app_factory = lambda port, _: made(port, changed("mux", "channels", channels))
    board.boot()
    name = PROFILE.cell_name(10)
    said = f"No reading from the sensor at {name}: "
    assert board.run_until(lambda: any(said in line for line in board.serial_out), 6000)
