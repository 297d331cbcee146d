"""The margins of the board as it is designed: no tool but magpylib is needed."""

import copy
from dataclasses import replace

import numpy as np
import pytest
from one_board import DATA

from hardware.margins import (
    CLASSES,
    PRINTED,
    field_mt,
    off_by,
    random_boards,
    spare,
    thresholds,
    tolerances,
    with_gains,
    worst_case,
)
from hardware.released import BOARDS
from lodeboard.boards.magnets import axial_field_mt
from lodeboard.boards.profile import Profile

SENSING = DATA["sensing"]


def inside_thresholds(bands):
    far, near = SENSING["far_mv"], SENSING["near_mv"]
    return (
        bands.empty < SENSING["empty_mv"]
        and far[0] < bands.weak[0]
        and bands.weak[1] < far[1]
        and near[0] < bands.strong[0]
        and bands.strong[1] < near[1]
    )


def test_the_field_on_the_axis_is_the_textbooks():
    for gap in (3.0, 4.5, 7.9):
        book = axial_field_mt(1190.0, 4.0, 2.0, gap)
        assert field_mt(gap, 0.0, 1190.0, 8.0, 2.0)[0] == pytest.approx(book, rel=1e-9)


@pytest.mark.parametrize("near", [True, False])
def test_a_neighbours_magnet_is_felt_as_its_field_says(near):
    """A magnet beside a sensor counts as a dipole, which it nearly is that far away."""
    profile = Profile(DATA)
    for distance in (DATA["plate"]["pitch_mm"], 1.5 * DATA["plate"]["pitch_mm"]):
        field = field_mt(profile.gap_mm(near), distance, 1190.0, 8.0, 2.0)[0]
        expected = field * DATA["sensor"]["sensitivity_mv_per_mt"]
        assert profile.crosstalk_mv(near, distance) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("data", BOARDS, ids=lambda data: data["name"])
def test_the_guards_keep_80_mv_with_a_zero_per_cell_and_no_gain(data):
    bands = worst_case(data, tolerances(data, "zero only"))
    assert min(bands.guards) >= 80.0, bands
    assert inside_thresholds(bands), bands


def test_a_gain_per_cell_widens_the_guards_and_without_zeros_there_are_none():
    best, plain, none = (
        worst_case(DATA, tolerances(DATA, name)).guards
        for name in ("zero and gain", "zero only", "none")
    )
    assert all(a > b for a, b in zip(best, plain, strict=True))
    assert min(none) < 0.0


@pytest.mark.parametrize(("group", "name"), [(group, name) for group, name, _ in PRINTED])
@pytest.mark.parametrize("by", [-0.5, 0.5])
def test_a_dimension_printed_half_a_millimetre_off_still_reads_right(group, name, by):
    changed = off_by(DATA, group, name, by)
    bands = worst_case(changed, replace(tolerances(changed, "zero only"), gap_mm=0.0))
    assert min(bands.guards) >= 60.0, bands
    assert inside_thresholds(bands), bands


@pytest.mark.parametrize(("group", "name"), [(group, name) for group, name, _ in PRINTED])
@pytest.mark.parametrize("by", [-0.5, 0.5])
def test_with_gains_a_dimension_half_a_millimetre_off_leaves_100_mv(group, name, by):
    bands, read = with_gains(DATA, off_by(DATA, group, name, by))
    assert min(spare(DATA, bands)) >= 100.0, bands
    assert spare(DATA, bands) == (*bands.guards[:2], bands.guards[2] - 60.0)
    assert read.guards == pytest.approx([guard * read.limit / 1450.0 for guard in bands.guards])
    assert inside_thresholds(read), read


def test_a_floor_a_tenth_of_a_millimetre_lower_leaves_less():
    lower = off_by(DATA, "plate", "floor_above_hall_mm", -0.1)
    left = [
        min(spare(lower, with_gains(lower, off_by(lower, group, name, by))[0]))
        for group, name, _ in PRINTED
        for by in (-0.5, 0.5)
    ]
    assert min(left) < 80.0


def test_gains_that_aim_at_the_nominal_signal_do_not_fit_the_thresholds():
    high = copy.deepcopy(DATA)
    high["sensing"]["gain_aim_percent"] = 100
    _, read = with_gains(high, off_by(high, "tile", "pocket_floor_mm", 0.5))
    assert not inside_thresholds(read)


def test_thresholds_that_do_not_fit_the_geometry_are_noticed():
    bands = worst_case(off_by(DATA, "plate", "floor_above_hall_mm", 1.5), tolerances(DATA, "none"))
    assert not inside_thresholds(bands)
    narrow = off_by(DATA, "plate", "pitch_mm", -15.0)
    assert min(worst_case(narrow, tolerances(narrow, "zero only")).guards) < 80.0


@pytest.mark.parametrize("kind", range(3))
def test_no_random_board_reads_wrong(kind):
    drawn = random_boards(DATA, tolerances(DATA, "zero only"), kind, 10_000, 7)
    assert (drawn.wrong, drawn.unclear) == (0, 0), CLASSES[kind]
    bands = worst_case(DATA, tolerances(DATA, "zero only"))
    low, high = ((0.0, bands.empty), bands.weak, bands.strong)[kind]
    assert low <= drawn.low < drawn.high <= high


def test_random_boards_of_a_bad_design_read_wrong():
    changed = off_by(DATA, "tile", "thickness_mm", -2.5)
    drawn = random_boards(changed, tolerances(changed, "zero only"), 1, 2_000, 7)
    assert drawn.wrong + drawn.unclear > 0


def test_thresholds_name_the_classes():
    mv = np.array((0.0, -300.0, 900.0, 520.0, 100.0))
    assert thresholds(DATA, mv).tolist() == [0, 1, 2, -1, -1]


def test_the_nominal_readings_are_those_the_firmware_uses():
    profile = Profile(DATA)
    for near in (False, True):
        gap = profile.gap_mm(near)
        field = field_mt(gap, 0.0, 1190.0, 8.0, 2.0)[0]
        assert field * 15.0 == pytest.approx(profile.signal_mv(near), rel=1e-9)
