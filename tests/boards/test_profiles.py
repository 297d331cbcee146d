"""The board profiles are complete, and no value is defined twice."""

import pytest

from host_tools.build import firmware, profiles
from lodeboard.boards.profile import Profile
from lodeboard.lights.frame import Frame
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells

EVERY = profiles.names()


def test_the_boards_are_found_by_their_modules():
    assert {"tile4x4", "tile7x7"} <= set(EVERY)
    assert profiles.DEFAULT in EVERY


def test_a_board_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(ValueError, match=r"no board is called tile9x9; there is .*tile7x7"):
        profiles.profile("tile9x9")


@pytest.mark.parametrize("name", EVERY)
def test_every_cell_has_a_channel_and_a_light_of_its_own(name):
    board = profiles.profile(name)
    inputs = board.data["mux"]["inputs"]
    enables = board.data["pins"]["mux_enable"]
    assert board.cells == board.rows * board.columns
    assert len(set(board.mux_channels)) == len(board.mux_channels) == board.cells
    assert sorted(board.led_order) == list(range(board.cells))
    assert {channel // inputs for channel in board.mux_channels} == set(range(len(enables) or 1))
    assert inputs == 1 << len(board.data["pins"]["mux_select"])


@pytest.mark.parametrize("name", EVERY)
def test_the_corners_are_where_two_edges_meet(name):
    board = profiles.profile(name)
    edges = {(row, column) for row in (0, board.rows - 1) for column in (0, board.columns - 1)}
    assert {divmod(cell, board.columns) for cell in board.corners()} == edges


@pytest.mark.parametrize("name", EVERY)
def test_no_pin_has_two_uses(name):
    pins = profiles.data(name)["pins"]
    used = [pins["adc"], pins["leds"], *pins["beeper"], pins["regulator_mode"]]
    used += [*pins["mux_select"], *pins["mux_enable"], *pins["buttons"]]
    assert len(set(used)) == len(used)


@pytest.mark.parametrize("name", EVERY)
def test_the_beeper_has_both_channels_of_a_pwm_slice(name):
    first, second = profiles.data(name)["pins"]["beeper"]
    assert (first % 2, second) == (0, first + 1)


@pytest.mark.parametrize("name", EVERY)
def test_the_lights_of_a_board_leave_some_of_their_budget_for_light(name):
    leds = profiles.data(name)["leds"]
    dark_ma = leds["idle_ma"] * leds["per_cell"] * len(leds["order"])
    assert leds["budget_ma"] - dark_ma >= 200


@pytest.mark.parametrize("part", ["plate", "magnet", "sensor", "adc", "sensing", "session"])
def test_what_boards_share_is_stated_once(part):
    assert len({id(profiles.data(name)[part]) for name in EVERY}) == 1


@pytest.mark.parametrize("name", EVERY)
def test_a_firmware_holds_the_data_of_its_own_board_alone(name):
    source = firmware.source_for(name, firmware.FIRMWARE, firmware.THIS)
    built: dict = {}
    exec(source, built)
    found, whole = built["DATA"], profiles.data(name)
    assert Profile(found).name == name
    for part, entries in whole.items():
        if isinstance(entries, dict):
            assert all(found[part][entry] == entries[entry] for entry in found[part])
        else:
            assert found[part] == entries
    # Nothing on a board asks for these, and nearly all readings depend on those.
    assert "margin_mm" not in found["plate"]
    assert "part" not in found["sensor"]
    assert found["sensing"] == whole["sensing"]
    assert found["session"] == whole["session"]


@pytest.mark.parametrize("name", EVERY)
def test_what_a_board_is_told_of_itself_is_enough_for_its_firmware(name):
    built: dict = {}
    exec(firmware.source_for(name, firmware.FIRMWARE, firmware.THIS), built)
    cut, whole = Profile(built["DATA"]), Profile(profiles.data(name))
    assert list(Cells(cut, Calibration(cut)).state) == list(Cells(whole, Calibration(whole)).state)
    assert list(Frame(cut).state) == list(Frame(whole).state)
    assert [cut.signal_mv(near) for near in (True, False)] == [
        whole.signal_mv(near) for near in (True, False)
    ]
