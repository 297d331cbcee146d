"""Zeros set in a warm room and a start in a cold one: boards without faults show no trace."""

import pytest
from bare_boards import Boards
from one_board import DATA, PROFILE
from test_cells import Bench

from host_tools.build import profiles
from lodeboard.sensing.cells import Cells

_MS = 4000  # more than twice what a lobe has to last
LEAVES_HELD = PROFILE.millivolts(PROFILE.raw(DATA["sensing"]["trace_mv"])) / 2


def _false(boards, seeds):
    """The boards that show a cell which nothing lies on."""
    shown = []
    for seed in seeds:
        boards.take(seed)
        calibration = boards.zeros()
        boards.another_day(seed)
        if boards.watch(Cells(boards.profile, calibration), _MS):
            shown.append(seed)
    return shown


def test_no_good_board_shows_a_cell_after_a_start_in_the_cold():
    # Where no lobe is held back, 6 of these do, and 46 of the first 600.
    assert _false(Boards(PROFILE), range(60)) == []


@pytest.mark.verify
@pytest.mark.parametrize("spread", [1.0, 1.5])
@pytest.mark.parametrize("name", profiles.names())
def test_none_of_many_boards_does(name, spread):
    assert _false(Boards(profiles.profile(name), spread), range(60, 360)) == []


@pytest.fixture
def cold():
    """A board whose cells 5 and 6 read this far from their zeros when it starts."""

    def start(mv):
        bench = Bench()
        bench.mv[5] = bench.mv[6] = mv
        bench.cells.restart()
        return bench

    return start


def _shown(bench):
    return [cell for cell in range(PROFILE.cells) if bench.cells.traces[cell]]


@pytest.mark.parametrize("mv", [7, -7, 25, -25])
def test_what_is_there_from_the_start_may_be_drift(cold, mv):
    bench = cold(mv)
    bench.run(5000)
    assert _shown(bench) == []


@pytest.mark.parametrize("mv", [35, -35])
def test_what_no_drift_explains_is_shown_at_once(cold, mv):
    bench = cold(mv)
    bench.run(2500)
    assert _shown(bench) == [5, 6]


@pytest.mark.parametrize("mv", [7, -7])
def test_zeros_follow_the_drift_and_what_comes_then_is_shown(cold, mv):
    bench = cold(mv)
    bench.run(70_000)
    assert abs(PROFILE.millivolts(bench.cells.deviation(5))) < LEAVES_HELD
    bench.mv[5] = bench.mv[6] = mv - 11
    bench.run(2500)
    assert _shown(bench) == [5, 6]


def test_a_cell_just_inside_the_limit_does_not_flicker_into_a_lobe(cold):
    bench = cold(0)
    for tick in range(20_000 // PROFILE.tick_ms):
        bench.mv[5] = bench.mv[6] = 3.5 if tick == 40 else 6.5
        bench.run(PROFILE.tick_ms)
        assert _shown(bench) == []


def test_the_other_cells_feel_a_tile_meanwhile(cold):
    bench = cold(7)
    bench.run(1000)
    bench.mv[12] = bench.mv[13] = -11
    bench.run(2500)
    assert _shown(bench) == [12, 13]


def test_a_cell_that_was_covered_at_the_start_feels_once_it_has_been_bare():
    bench = Bench()
    bench.mv[5] = PROFILE.signal_mv(True)
    bench.cells.restart()
    bench.run(3000)
    bench.mv[5] = 0
    bench.run(3000)
    bench.mv[5] = bench.mv[6] = -11
    bench.run(2500)
    assert _shown(bench) == [5, 6]
