"""Empty cells sense tiles beside them and tiles between cells, and follow the drift of their
zeros."""

from math import hypot

import pytest
from one_board import DATA, PROFILE

from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UP_0, UP_1
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells

LIMITS = DATA["sensing"]
WINDOW, LIMIT = LIMITS["drift_window_mv"], LIMITS["drift_limit_mv"]
MS_PER_MV = LIMITS["drift_ms_per_mv"]
TRACE, ALONE, LASTING_MS = (LIMITS[f"trace_{name}"] for name in ("mv", "alone_mv", "ms"))
SMALL = TRACE + 3  # a lobe that counts only beside another one
LARGE = ALONE + 10
NEAR, FAR = PROFILE.signal_mv(True), PROFILE.signal_mv(False)
SIGNAL = {UP_0: NEAR, DOWN_0: -FAR, UP_1: -NEAR, DOWN_1: FAR}
B2, C2, B3, C3 = 5, 6, 9, 10
AROUND_MM = 1.5 * PROFILE.pitch_mm  # farther off a tile adds next to nothing


class Sensors:
    """Readings in millivolts from zero, in steps of time that may be long."""

    def __init__(self):
        self.calibration = Calibration(PROFILE)
        self.cells = Cells(PROFILE, self.calibration)
        self.mv = [0.0] * PROFILE.cells
        self.now_ms = 0
        self.run(400)

    def run(self, ms, step_ms=PROFILE.tick_ms):
        for _ in range(0, ms, step_ms):
            self.now_ms += step_ms
            for cell, mv in enumerate(self.mv):
                self.cells.raw[cell] = PROFILE.raw_middle + PROFILE.raw(mv)
            self.cells.update(self.now_ms)

    def deviation_mv(self, cell=B2):
        return PROFILE.millivolts(self.cells.deviation(cell))

    def traces(self):
        return [cell for cell in range(PROFILE.cells) if self.cells.traces[cell]]

    def creep(self, to_mv):
        """All readings move as slowly as zeros may follow."""
        sign = 1 if to_mv > 0 else -1
        for mv in range(abs(to_mv) * 2 + 1):
            self.mv = [sign * mv / 2] * PROFILE.cells
            self.run(MS_PER_MV, MS_PER_MV // 16)

    def lay(self, cell, code):
        """A tile, and what its magnet adds to the sensors around by the size of the board."""
        row, column = divmod(cell, PROFILE.columns)
        for other in range(PROFILE.cells):
            down, right = other // PROFILE.columns - row, other % PROFILE.columns - column
            away_mm = PROFILE.pitch_mm * hypot(down, right)
            if other == cell:
                self.mv[other] = SIGNAL[code]
            elif away_mm < AROUND_MM:
                beside_mv = PROFILE.crosstalk_mv(code in (UP_0, UP_1), away_mm)
                self.mv[other] = beside_mv if code in (UP_0, DOWN_1) else -beside_mv


@pytest.mark.parametrize("code", SIGNAL)
@pytest.mark.parametrize("cell", [0, 7, B2], ids=["corner", "edge", "middle"])
def test_zeros_do_not_follow_what_a_tile_adds_beside_it(cell, code):
    sensors = Sensors()
    sensors.lay(cell, code)
    sensors.run(600)
    assert sensors.cells.codes[cell] == code
    sensors.run(5 * MS_PER_MV, MS_PER_MV // 16)
    assert sensors.traces() == []
    sensors.mv = [0.0] * PROFILE.cells
    sensors.run(PROFILE.tick_ms)
    for other in range(PROFILE.cells):
        assert abs(sensors.deviation_mv(other)) < 0.3, PROFILE.cell_name(other)


@pytest.mark.parametrize("sign", [1, -1])
def test_zeros_follow_what_creeps_but_no_farther_than_their_limit(sign):
    sensors = Sensors()
    sensors.creep(sign * (LIMIT - 5))
    assert abs(sensors.deviation_mv()) < 1
    sensors.creep(sign * (LIMIT + 15))
    assert sensors.deviation_mv() == pytest.approx(sign * 15, abs=1)


@pytest.mark.parametrize("mv", [WINDOW + 4, -WINDOW - 4, ALONE - 4, 4 - ALONE])
def test_zeros_do_not_follow_what_reads_far_from_them(mv):
    """A magnet some way off the board; too little for a trace, too much for drift."""
    sensors = Sensors()
    sensors.mv[B2] = mv
    sensors.run(20 * MS_PER_MV, MS_PER_MV // 16)
    assert (sensors.cells.codes[B2], sensors.traces()) == (EMPTY, [])
    assert sensors.deviation_mv() == pytest.approx(mv, abs=0.2)
    sensors.mv[B2] = mv / 4
    sensors.run(20 * MS_PER_MV, MS_PER_MV // 16)
    assert abs(sensors.deviation_mv()) < 0.5


@pytest.mark.parametrize("sign", [1, -1])
def test_new_zeros_are_taken_as_they_are(sign):
    """What the old ones had followed is in them already."""
    sensors = Sensors()
    sensors.creep(sign * 8)
    assert abs(sensors.deviation_mv()) < 1
    for cell in range(PROFILE.cells):
        sensors.calibration.zero[cell] = sensors.cells.raw[cell]
    sensors.cells.restart()
    sensors.run(400)
    for cell in range(PROFILE.cells):
        assert abs(sensors.deviation_mv(cell)) < 0.2


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("other", [C2, B3])
def test_lobes_on_two_neighbours_are_a_trace_once_both_have_lasted(sign, other):
    sensors = Sensors()
    sensors.mv[B2] = sign * SMALL
    sensors.run(2 * LASTING_MS)
    assert sensors.traces() == []
    sensors.mv[other] = sign * SMALL
    sensors.run(LASTING_MS - 4 * PROFILE.tick_ms)
    assert sensors.traces() == []
    sensors.run(8 * PROFILE.tick_ms)
    assert sensors.traces() == [B2, other]


@pytest.mark.parametrize(("other", "sign"), [(C2, -1), (C3, 1), (C3, -1), (11, 1), (3, 1)])
def test_lobes_against_each_other_or_apart_are_no_trace(other, sign):
    sensors = Sensors()
    sensors.mv[B2] = SMALL
    sensors.mv[other] = sign * SMALL
    sensors.run(2 * LASTING_MS)
    assert sensors.traces() == []


@pytest.mark.parametrize("sign", [1, -1])
def test_a_large_lobe_is_a_trace_by_itself_once_it_has_lasted(sign):
    sensors = Sensors()
    sensors.mv[B2] = sign * LARGE
    sensors.run(LASTING_MS - 4 * PROFILE.tick_ms)
    assert sensors.traces() == []
    sensors.run(8 * PROFILE.tick_ms)
    assert sensors.traces() == [B2]
    sensors.mv[B2] = 0.0
    sensors.run(2 * PROFILE.tick_ms)
    assert sensors.traces() == []


def test_a_lobe_that_comes_and_goes_never_lasts():
    sensors = Sensors()
    for _ in range(4):
        sensors.mv[B2] = sensors.mv[C2] = SMALL
        sensors.run(LASTING_MS * 2 // 3)
        sensors.mv[C2] = 0.0
        sensors.run(2 * PROFILE.tick_ms)
        assert sensors.traces() == []
