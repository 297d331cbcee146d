"""A tile let go over the flat top falls into a well, or the board takes it for no other."""

import math

import pytest
from one_board import PROFILE

from hardware.dimensions import FLAT, RELEASED
from host_tools.board.simulator.plate import Plate
from host_tools.lab.bench.rests.falls import TILTS, falls, neighbours
from host_tools.lab.bench.rests.run import FLAT_MM, under_flat_top
from host_tools.lab.bench.rests.verdicts import ASKED, SEEN, UNFELT, WRONG, verdicts
from lodeboard.boards.profile import Profile

FRICTION = PROFILE.data["plate"]["friction"]
CAUGHT_MM = 5.0
TILE = PROFILE.data["tile"]


def level(depth_mm):
    """The board under a level top with wells of this depth."""
    heights = dict.fromkeys(FLAT, depth_mm)
    return Profile({**PROFILE.data, "plate": {**PROFILE.data["plate"], **heights}})


def let_go(profile, step_mm, tilts=TILTS[:1], others=()):
    """How each tile is read, with its distance from the nearest cell where it was let go."""
    fell = list(falls(profile, step_mm, FRICTION, tilts, 2, others))
    plate = Plate(profile.rows, profile.columns, profile.data)
    away = [plate.nearest(fall.from_x_mm, fall.from_y_mm)[1] for fall in fell]
    return list(zip(away, verdicts(profile, fell, others), strict=True))


@pytest.mark.slow
def test_a_tile_near_a_well_falls_in_and_none_is_taken_for_another():
    found = let_go(RELEASED.flattened().profile, 3.0)
    near = [verdict for away, verdict in found if away <= CAUGHT_MM]
    assert len(near) > 20
    assert set(near) == {SEEN}
    counted = {verdict for _, verdict in found}
    assert WRONG not in counted
    assert counted >= {ASKED, UNFELT}, "a level top holds tiles between cells"


@pytest.mark.verify
def test_nor_at_every_millimetre_and_a_half():
    found = let_go(RELEASED.flattened().profile, 1.5)
    assert {verdict for away, verdict in found if away <= CAUGHT_MM} == {SEEN}
    assert WRONG not in {verdict for _, verdict in found}


@pytest.mark.verify
@pytest.mark.parametrize("others", [(), neighbours(PROFILE)], ids=["empty", "beside others"])
def test_tilted_or_beside_others_none_is_taken_for_another(others):
    tilts = TILTS[:1] if others else TILTS
    found = let_go(RELEASED.flattened().profile, 2.0 if others else 5.0, tilts, others)
    assert len(found) > 2000
    assert WRONG not in {verdict for _, verdict in found}


def test_the_page_of_tiles_between_cells_counts_those_of_the_printed_flat_top():
    assert set(FLAT.values()) == {FLAT_MM}
    flat = under_flat_top(PROFILE).data["plate"]
    assert flat == RELEASED.flattened().profile.data["plate"]


@pytest.mark.verify
@pytest.mark.parametrize("veneer_mm", [0.6, 1.0])
def test_a_veneer_on_the_flat_top_only_makes_its_wells_deeper(veneer_mm):
    found = let_go(level(FLAT_MM + veneer_mm), 3.0)
    assert {verdict for away, verdict in found if away <= CAUGHT_MM} == {SEEN}
    assert WRONG not in {verdict for _, verdict in found}


@pytest.mark.verify
def test_wells_of_the_ridged_top_would_be_too_shallow_for_a_level_one():
    found = let_go(level(PROFILE.data["plate"]["well_depth_mm"]), 3.0)
    assert [verdict for _, verdict in found].count(WRONG) > 0
    assert min(away for away, verdict in found if verdict != SEEN) < CAUGHT_MM


def test_no_top_lower_than_a_tile_can_centre_one_let_go_where_four_cells_meet():
    """A sliding tile sinks by friction times its way at least: from there that is a tile's height.
    So a top without ridges above the tiles cannot have what the ridged one has."""
    way = math.hypot(PROFILE.pitch_mm, PROFILE.pitch_mm) / 2
    assert FRICTION * way >= TILE["thickness_mm"]
