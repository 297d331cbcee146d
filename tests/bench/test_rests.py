"""A tile dropped anywhere over the plate is recognised correctly or not taken for a tile."""

import re

import pytest
from many import only
from one_board import PROFILE

from host_tools.build import profiles
from host_tools.lab.bench.rests.falls import TILTS, falls, neighbours, off_mm
from host_tools.lab.bench.rests.picture import picture
from host_tools.lab.bench.rests.run import (
    CORNER,
    EXPERIMENT,
    FLAT,
    PLATE,
    flat_row,
    maps,
    over_all,
)
from host_tools.lab.bench.rests.sensed import strengths_mv
from host_tools.lab.bench.rests.verdicts import ASKED, BESIDE, SEEN, UNFELT, WRONG, shares, verdicts
from host_tools.lab.experiment import Measured

SMOOTH = PROFILE.data["plate"]["friction"]


def counted(friction=SMOOTH, others=(), step_mm=10.0, tilts=TILTS[:1], profile=PROFILE):
    fell = list(falls(profile, step_mm, friction, tilts, 2, others))
    return fell, verdicts(profile, fell, others)


# Most of the plate of a few cells is its border.
BOARDS = [name for name in profiles.names() if profiles.games(name)]


@pytest.mark.parametrize("board", only(PROFILE.name, BOARDS))
@pytest.mark.slow
def test_no_tile_stays_between_cells(board):
    profile = profiles.profile(board)
    fell, found = counted(profile=profile)
    assert shares(found)[SEEN] + shares(found)[BESIDE] == len(fell)
    assert shares(found)[SEEN] > 0.6 * len(fell)
    for fall, verdict in zip(fell, found, strict=True):
        half = profile.pitch_mm / 2
        if min(fall.from_x_mm, fall.from_y_mm) > -half:
            assert verdict == SEEN, (fall.from_x_mm, fall.from_y_mm)


@pytest.mark.verify
def test_tilted_it_falls_into_a_cell_too():
    fell, found = counted(tilts=[(40.0, 135.0)])
    inside = [
        verdict
        for fall, verdict in zip(fell, found, strict=True)
        if off_mm(PROFILE, fall.tile) == 0.0
    ]
    assert len(inside) > 40
    assert set(inside) == {SEEN}


@pytest.mark.verify
@pytest.mark.parametrize("friction", [0.3, 0.4])
def test_what_leans_on_a_rough_plate_is_no_other_tile(friction):
    _, found = counted(friction, step_mm=6.0)
    assert shares(found)[UNFELT] > 10
    assert shares(found)[WRONG] == 0


@pytest.mark.slow
def test_beside_other_tiles_none_is_taken_for_another():
    _, found = counted(others=neighbours(PROFILE))
    assert shares(found)[ASKED] > 0
    assert shares(found)[WRONG] == 0


@pytest.mark.verify
def test_a_rougher_plate_would_deceive_the_board():
    """The verdict is there to be given: where nothing slides, a tile that leans is misread."""
    _, found = counted(9.0, step_mm=3.0)
    assert shares(found)[WRONG] > 0


def test_what_a_tile_adds_to_the_readings_is_told_strongest_first():
    tile = neighbours(PROFILE)[0]
    (felt,) = strengths_mv(PROFILE, [tile])
    assert sorted(felt, reverse=True) == felt.tolist()
    low, high = PROFILE.sensing["far_mv"]
    assert felt[1] < low < felt[0]
    assert felt[0] < high or tile.up


def test_the_picture_has_a_square_for_each_place():
    fell = list(falls(PROFILE, 12.0, SMOOTH, TILTS[:1], 2))
    found = [SEEN] * len(fell)
    text = picture(PROFILE, 12.0, [("one", fell, found), ("two", fell, found)])
    assert text.count("h12") == 2 * len(fell)


@pytest.mark.reliability
def test_the_whole_plate_in_all_tilts():
    """With more than 10^5 rests."""
    *_, rests, seen, asked, unfelt, beside, wrong = over_all(PROFILE, 2.0)
    assert int(rests) > 100_000
    assert int(wrong) == int(asked) == int(unfelt) == 0
    assert int(seen) + int(beside) == int(rests)


@pytest.mark.verify
def test_over_the_flat_top_tiles_stay_between_cells_and_none_is_taken_for_another():
    what, _, rests, *counted, wrong = flat_row(PROFILE, 6.0)
    assert what == "flat top, corner"
    assert sum(map(int, counted)) == int(rests)
    assert int(counted[2]) > int(rests) / 2, "not noticed"
    assert int(wrong) == 0


@pytest.mark.reliability
def test_a_corner_at_each_millimetre():
    _, rows = maps(PROFILE, 1.0)
    assert [int(row[-1]) for row in rows] == [0] * len(rows)


def test_the_page_has_the_rows_of_plate_corner_and_flat_top_and_the_map():
    corner = {"rows": [["corner", "0.3", *"234567"]], "weak": [["friction 0.3", *"12345"]]}
    results = {
        PLATE: Measured(1, [["whole plate", "0.2", *"123456"]]),
        CORNER: Measured(1, {**corner, "map": "<svg/>"}),
        FLAT: Measured(1, [["flat top, corner", "0.2", *"345678"]]),
    }
    text = EXPERIMENT.body(results)
    assert re.search(r"\| whole plate +\| 0.2 +\| 1 ", text)
    assert re.search(r"\| corner +\| 0.3 +\| 2 ", text)
    assert re.search(r"\| flat top, corner +\| 0.2 +\| 3 ", text)
    assert re.search(r"\| friction 0.3 +\| 1 ", text)
    assert "(pictures/rests.svg)" in text
    assert EXPERIMENT.pictures(results) == {"rests": "<svg/>"}
    assert list(EXPERIMENT.plan()) == list(results)
