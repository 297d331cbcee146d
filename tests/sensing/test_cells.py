"""From raw counts to codes, with the readings made here by hand."""

import pytest
from one_board import DATA, PROFILE

from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UNCLEAR, UP_0, UP_1
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells

TICK = PROFILE.tick_ms
NEAR = PROFILE.signal_mv(True)
FAR = PROFILE.signal_mv(False)


class Bench:
    """Sixteen readings in millivolts from zero, and time."""

    def __init__(self, start_ms: int = 0):
        self.calibration = Calibration(PROFILE)
        self.calibration.valid = True
        self.cells = Cells(PROFILE, self.calibration)
        self.mv = [0.0] * PROFILE.cells
        self.now = start_ms
        self.run(400)

    def run(self, ms: int) -> None:
        for _ in range(0, ms, TICK):
            self.now = (self.now + TICK) & 0x3FFFFFFF
            for cell in range(PROFILE.cells):
                self.cells.raw[cell] = PROFILE.raw_middle + PROFILE.raw(self.mv[cell])
            self.cells.update(self.now)

    def code(self, cell: int = 5) -> int:
        return self.cells.codes[cell]

    def glide(self, cell: int, to_mv: float, ms: int) -> set[int]:
        """Move one reading evenly; the codes it took on the way."""
        steps = ms // TICK
        start = self.mv[cell]
        codes = set()
        for step in range(1, steps + 1):
            self.mv[cell] = start + (to_mv - start) * step / steps
            self.run(TICK)
            codes.add(self.code(cell))
        return codes


@pytest.mark.parametrize(
    ("mv", "code"), [(NEAR, UP_0), (-FAR, DOWN_0), (-NEAR, UP_1), (FAR, DOWN_1), (0, EMPTY)]
)
def test_each_level_is_told(mv, code):
    bench = Bench()
    bench.mv[5] = mv
    bench.run(600)
    assert bench.code() == code
    assert [c for at, c in enumerate(bench.cells.codes) if at != 5] == [EMPTY] * 15


def test_a_code_waits_for_its_debounce():
    bench = Bench()
    bench.mv[5] = NEAR
    bench.run(DATA["sensing"]["debounce_ms"] - TICK)
    assert bench.code() == EMPTY
    bench.run(3 * TICK)
    assert bench.code() == UP_0


def test_weak_levels_wait_longer():
    bench = Bench()
    bench.mv[5] = FAR
    bench.run(DATA["sensing"]["debounce_ms"] + 3 * TICK)
    assert bench.code() == EMPTY
    bench.run(DATA["sensing"]["far_debounce_ms"])
    assert bench.code() == DOWN_1


@pytest.mark.parametrize("ms", [100, 300, 1000, 3000, 8000])
def test_a_strong_tile_lowered_is_never_the_weak_one(ms):
    bench = Bench()
    codes = bench.glide(5, NEAR, ms)
    bench.run(400)
    assert bench.code() == UP_0
    assert codes <= {EMPTY, UNCLEAR, UP_0}


def test_a_trembling_tile_in_the_weak_band_is_unclear():
    bench = Bench()
    for at in range(100):
        bench.mv[5] = FAR + (25 if at % 4 < 2 else -25)
        bench.run(TICK)
        assert bench.code() in (EMPTY, UNCLEAR)
    assert bench.code() == UNCLEAR


def test_a_tile_that_trembles_on_after_a_lull_is_unclear_again():
    bench = Bench()
    bench.mv[5] = FAR
    bench.run(DATA["sensing"]["far_debounce_ms"] + 3 * TICK)
    assert bench.code() == DOWN_1
    seen = []
    for at in range(100):
        bench.mv[5] = FAR + (25 if at % 4 < 2 else -25)
        bench.run(TICK)
        seen.append(bench.code())
    assert seen[: 1000 // TICK] == [DOWN_1] * (1000 // TICK)
    assert seen[-1] == UNCLEAR
    bench.mv[5] = FAR
    bench.run(DATA["sensing"]["far_debounce_ms"] + 3 * TICK)
    assert bench.code() == DOWN_1


def test_a_tile_left_alone_may_tremble_later():
    bench = Bench()
    bench.mv[5] = FAR
    bench.run(2500)
    for at in range(200):
        bench.mv[5] = FAR + (25 if at % 4 < 2 else -25)
        bench.run(TICK)
        assert bench.code() == DOWN_1


@pytest.mark.parametrize("mv", [112, -113, 520, -520, 1500])
def test_between_the_bands_is_unclear(mv):
    bench = Bench()
    bench.mv[5] = mv
    bench.run(2000)
    assert bench.code() == UNCLEAR
    bench.mv[5] = 0
    bench.run(400)
    assert bench.code() == EMPTY


def test_hysteresis_holds_what_was_decided():
    bench = Bench()
    bench.mv[5] = 100  # outside the empty band, inside its hysteresis
    bench.run(2000)
    assert bench.code() == EMPTY
    bench.mv[5] = 200
    bench.run(1000)
    assert bench.code() == DOWN_1
    bench.mv[5] = 105
    bench.run(200)
    assert bench.code() == DOWN_1
    bench.mv[5] = 92
    bench.run(2000)
    assert bench.code() == UNCLEAR


def test_a_second_tile_on_top_is_unclear_until_it_goes():
    bench = Bench()
    bench.mv[5] = -FAR
    bench.run(2500)
    assert bench.code() == DOWN_0
    bench.mv[5] = -FAR + 118
    bench.run(1500)
    assert bench.code() == UNCLEAR
    bench.run(60_000)
    assert bench.code() == UNCLEAR
    bench.mv[5] = -FAR - 5
    bench.run(600)
    assert bench.code() == DOWN_0


def test_a_tile_pushed_to_the_side_of_its_well_stays_what_it_is():
    bench = Bench()
    bench.mv[5] = NEAR
    bench.run(2500)
    bench.mv[5] = NEAR - 65
    bench.run(2500)
    assert bench.code() == UP_0


def test_lobes_on_two_neighbours_are_a_tile_between():
    bench = Bench()
    bench.mv[5] = bench.mv[6] = -11
    bench.run(2000)
    assert [at for at in range(16) if bench.cells.traces[at]] == [5, 6]
    bench.mv[6] = 0
    bench.run(200)
    assert not any(bench.cells.traces)


def test_crosstalk_of_tiles_is_no_trace():
    bench = Bench()
    for cell in (1, 4, 6, 9):
        bench.mv[cell] = NEAR
    for cell in (0, 2, 5, 8, 10):
        near = sum(1 for at in (1, 4, 6, 9) if cell in _beside(at))
        bench.mv[cell] = near * PROFILE.crosstalk_mv(True, PROFILE.pitch_mm)
    bench.run(4000)
    assert not any(bench.cells.traces)


def test_a_tile_in_a_corner_shifts_the_zero_of_no_cell_on_the_other_border():
    bench = Bench()
    bench.mv[PROFILE.cells - 1] = NEAR
    bench.run(60_000)
    for cell in range(PROFILE.columns):
        assert PROFILE.millivolts(bench.cells.deviation(cell)) == pytest.approx(0, abs=1)


def _beside(cell: int) -> list[int]:
    return [
        other for other in range(16) if abs(other // 4 - cell // 4) + abs(other % 4 - cell % 4) == 1
    ]


def test_drift_follows_temperature_and_stops_at_its_limit():
    bench = Bench()
    for step in range(60):
        bench.mv = [step * 0.5] * PROFILE.cells
        bench.run(5000)
    assert set(bench.cells.codes) == {EMPTY}
    left = PROFILE.millivolts(bench.cells.deviation(5))
    assert abs(left) < 2
    bench.mv = [75.0] * PROFILE.cells
    bench.run(200_000)
    assert PROFILE.millivolts(bench.cells.deviation(5)) >= 75 - DATA["sensing"]["drift_limit_mv"]


def test_drift_never_absorbs_a_tile():
    bench = Bench()
    bench.mv[5] = 60.0  # a magnet far off: inside the empty band, far from zero
    bench.mv[9] = -FAR
    bench.run(200_000)
    assert PROFILE.millivolts(bench.cells.deviation(5)) == pytest.approx(60, abs=1)
    assert bench.cells.codes[9] == DOWN_0
    assert PROFILE.millivolts(bench.cells.deviation(9)) == pytest.approx(-FAR, abs=1)


def test_gain_is_applied():
    bench = Bench()
    bench.calibration.gain[5] = 1229  # 1.2
    bench.mv[5] = 490.0  # would be weak
    bench.run(1500)
    assert bench.code() == UP_0


def test_the_clock_may_wrap():
    bench = Bench(start_ms=0x3FFFFFFF - 700)
    bench.mv[5] = NEAR
    bench.run(600)
    assert bench.code() == UP_0
    bench.mv[5] = 0
    bench.run(400)
    assert bench.code() == EMPTY
