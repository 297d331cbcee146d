"""The filter's limits to the count and to the millisecond, one cell at a time."""

from array import array
from collections.abc import Callable

import pytest
from one_board import PROFILE

from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UNCLEAR, UP_0, UP_1
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells

LIMITS = PROFILE.sensing
TICK = PROFILE.tick_ms
CELL = 5
NEAR, FAR = PROFILE.raw(PROFILE.signal_mv(True)), PROFILE.raw(PROFILE.signal_mv(False))
EMPTY_LIMIT = PROFILE.raw(LIMITS["empty_mv"])
FAR_LOW, FAR_HIGH = (PROFILE.raw(mv) for mv in LIMITS["far_mv"])
NEAR_LOW, NEAR_HIGH = (PROFILE.raw(mv) for mv in LIMITS["near_mv"])
SLACK = PROFILE.raw(LIMITS["hysteresis_mv"])
STILL = PROFILE.raw(LIMITS["still_mv"]) // 2
JUMP, SHIFT, STEADY = (PROFILE.raw(LIMITS[f"{name}_mv"]) for name in ("jump", "shift", "steady"))
TRACE, ALONE = PROFILE.raw(LIMITS["trace_mv"]), PROFILE.raw(LIMITS["trace_alone_mv"])
WINDOW = PROFILE.raw(LIMITS["drift_window_mv"])


class Readings:
    """Sixteen readings in counts from zero, and time."""

    def __init__(self, **at: int) -> None:
        self.cells = Cells(PROFILE, Calibration(PROFILE))
        self.counts = [0] * PROFILE.cells
        self.now = 0
        self.run(400)

    def tick(self, now_ms: int) -> int:
        """The code of the cell after a scan at this time."""
        self.now = now_ms
        raw = [PROFILE.raw_middle + count for count in self.counts]
        self.cells.raw[:] = array("H", raw)
        self.cells.update(now_ms)
        return self.cells.codes[CELL]

    def run(self, ms: int) -> int:
        for _ in range(ms // TICK):
            self.tick(self.now + TICK)
        return self.cells.codes[CELL]

    def lay(self, counts: int, ms: int = 600) -> int:
        self.counts[CELL] = counts
        return self.run(ms)


@pytest.fixture
def board() -> Readings:
    return Readings()


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        (FAR_LOW, UNCLEAR),
        (FAR_LOW + 1, DOWN_1),
        (FAR_HIGH - 1, DOWN_1),
        (FAR_HIGH, UNCLEAR),
        (NEAR_LOW, UNCLEAR),
        (NEAR_LOW + 1, UP_0),
        (NEAR_HIGH - 1, UP_0),
        (NEAR_HIGH, UNCLEAR),
        (-FAR_LOW, UNCLEAR),
        (-FAR_LOW - 1, DOWN_0),
        (1 - FAR_HIGH, DOWN_0),
        (-FAR_HIGH, UNCLEAR),
        (-NEAR_LOW, UNCLEAR),
        (-NEAR_LOW - 1, UP_1),
        (1 - NEAR_HIGH, UP_1),
        (-NEAR_HIGH, UNCLEAR),
    ],
)
def test_where_each_band_begins_and_ends(board: Readings, counts: int, code: int) -> None:
    board.lay(-FAR if counts > 0 else FAR, 1500)  # of the other side, so that no slack counts
    assert board.lay(counts, 2000) == code


@pytest.mark.parametrize(
    ("laid", "code", "kept", "lost"),
    [
        (0, EMPTY, EMPTY_LIMIT + SLACK - 1, EMPTY_LIMIT + SLACK),
        (FAR, DOWN_1, FAR_LOW - SLACK + 1, FAR_LOW - SLACK),
        (FAR, DOWN_1, FAR_HIGH + SLACK - 1, FAR_HIGH + SLACK),
        (NEAR, UP_0, NEAR_LOW - SLACK + 1, NEAR_LOW - SLACK),
        (NEAR, UP_0, NEAR_HIGH + SLACK - 1, NEAR_HIGH + SLACK),
        (-FAR, DOWN_0, SLACK - FAR_LOW - 1, SLACK - FAR_LOW),
        (-NEAR, UP_1, SLACK - NEAR_LOW - 1, SLACK - NEAR_LOW),
    ],
)
def test_a_decided_code_keeps_a_wider_band(laid: int, code: int, kept: int, lost: int) -> None:
    for counts, expected in ((kept, code), (lost, UNCLEAR)):
        board = Readings()
        assert board.lay(laid, LIMITS["far_debounce_ms"] + 3 * TICK) == code
        assert board.lay(counts, LIMITS["unclear_ms"] + 2 * TICK) == expected


@pytest.mark.parametrize("size", [EMPTY_LIMIT - 1, 1 - EMPTY_LIMIT])
def test_what_was_laid_is_gone_within_the_empty_band(size: int) -> None:
    board = Readings()
    board.lay(NEAR)
    assert board.lay(size, 2000) == EMPTY
    board.lay(NEAR)
    assert board.lay(size + (1 if size > 0 else -1), 2000) == UNCLEAR


@pytest.mark.parametrize(
    ("counts", "code", "wait_ms"),
    [
        (NEAR, UP_0, LIMITS["debounce_ms"]),
        (-NEAR, UP_1, LIMITS["debounce_ms"]),
        (FAR, DOWN_1, LIMITS["far_debounce_ms"]),
        (-FAR, DOWN_0, LIMITS["far_debounce_ms"]),
    ],
)
def test_a_code_takes_its_time_to_the_millisecond(
    board: Readings, counts: int, code: int, wait_ms: int
) -> None:
    start = board.now + TICK
    board.counts[CELL] = counts
    board.tick(start)
    assert board.tick(start + wait_ms - 1) == EMPTY
    assert board.tick(start + wait_ms) == code


@pytest.mark.parametrize("sign", [1, -1])
def test_a_reading_that_moves_further_than_it_may_waits_again(sign: int) -> None:
    wait_ms = LIMITS["debounce_ms"]
    for moved, code in ((sign * STILL, UP_0), (sign * (STILL + 1), EMPTY)):
        board = Readings()
        start = board.now + TICK
        board.counts[CELL] = NEAR
        board.tick(start)
        board.counts[CELL] = NEAR + moved
        board.tick(start + TICK)
        assert board.tick(start + wait_ms) == code
        assert board.tick(start + TICK + wait_ms) == UP_0


def test_an_update_says_whether_a_code_is_different(board: Readings) -> None:
    start = board.now + TICK
    board.counts[CELL] = NEAR
    assert board.tick(start) == EMPTY
    assert not board.cells.update(start + LIMITS["debounce_ms"] - 1)
    assert board.cells.update(start + LIMITS["debounce_ms"])
    assert board.cells.codes[CELL] == UP_0
    assert not board.cells.update(start + LIMITS["debounce_ms"] + 1)


def test_what_fits_nothing_is_unclear_after_its_time(board: Readings) -> None:
    start = board.now + TICK
    board.counts[CELL] = (FAR_HIGH + NEAR_LOW) // 2
    board.tick(start)
    assert board.cells.changing()
    assert not board.cells.settling()
    assert board.tick(start + LIMITS["unclear_ms"] - 1) == EMPTY
    assert board.tick(start + LIMITS["unclear_ms"]) == UNCLEAR
    assert board.cells.settling()
    assert not board.cells.changing()


@pytest.mark.parametrize(
    ("laid", "code", "change", "expected"),
    [
        (FAR, DOWN_1, JUMP, DOWN_1),
        (FAR, DOWN_1, JUMP + 1, UNCLEAR),
        (FAR, DOWN_1, -JUMP, DOWN_1),
        (FAR, DOWN_1, -JUMP - 1, UNCLEAR),
        (NEAR, UP_0, JUMP, UP_0),
        (NEAR, UP_0, JUMP + 1, UNCLEAR),
        (NEAR, UP_0, -SHIFT, UP_0),
        (NEAR, UP_0, -SHIFT - 1, UNCLEAR),
        (-NEAR, UP_1, SHIFT, UP_1),
        (-NEAR, UP_1, SHIFT + 1, UNCLEAR),
        (-NEAR, UP_1, -JUMP - 1, UNCLEAR),
        (-FAR, DOWN_0, JUMP + 1, UNCLEAR),
    ],
)
def test_a_tile_left_alone_changes_by_a_jump_only_with_another_on_top(
    board: Readings, laid: int, code: int, change: int, expected: int
) -> None:
    assert board.lay(laid, LIMITS["settle_ms"] + LIMITS["far_debounce_ms"] + 500) == code
    assert board.lay(laid + change, LIMITS["unclear_ms"] + 2 * TICK) == expected


def test_before_it_was_left_alone_a_jump_is_none(board: Readings) -> None:
    assert board.lay(FAR, LIMITS["far_debounce_ms"] + 4 * TICK) == DOWN_1
    assert board.lay(FAR + JUMP + 1, LIMITS["unclear_ms"] + 2 * TICK) == DOWN_1


def _alone_after(board: Readings, wait_ms: int, moved: int) -> bool:
    """Whether a tile that moved once, and then lay so long, counts as left alone."""
    board.lay(NEAR, LIMITS["debounce_ms"] + 4 * TICK)
    board.counts[CELL] = NEAR + moved
    start = board.now + TICK
    board.tick(start)
    board.tick(start + wait_ms)
    board.counts[CELL] = NEAR + moved + JUMP + STEADY + 1
    for _ in range(LIMITS["unclear_ms"] // TICK + 2):
        board.tick(board.now + TICK)
    return board.cells.codes[CELL] == UNCLEAR


@pytest.mark.parametrize("sign", [1, -1])
def test_left_alone_is_what_was_calm_for_its_time(sign: int) -> None:
    settle_ms = LIMITS["settle_ms"]
    assert _alone_after(Readings(), settle_ms, sign * (STEADY + 1))
    assert not _alone_after(Readings(), settle_ms - 1, sign * (STEADY + 1))


@pytest.mark.parametrize(("moved", "counted"), [(STEADY, True), (STEADY + 1, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_what_moves_no_further_than_it_may_is_calm(sign: int, moved: int, counted: bool) -> None:
    board = Readings()
    start = board.now + TICK
    board.counts[CELL] = NEAR
    board.tick(start)
    laid = start + LIMITS["debounce_ms"]
    assert board.tick(laid) == UP_0
    board.counts[CELL] = NEAR + sign * moved
    board.tick(laid + TICK)
    board.tick(laid + LIMITS["settle_ms"])
    board.counts[CELL] = NEAR + JUMP + STEADY + 2
    board.tick(board.now + 1)
    code = board.tick(board.now + LIMITS["unclear_ms"])
    assert (code == UNCLEAR) is counted


def _traced(first: int, second: int, other: int, wait_ms: int) -> Callable[[], list[int]]:
    board = Readings()
    board.counts[CELL], board.counts[other] = first, second
    start = board.now + TICK
    board.tick(start)

    def after() -> list[int]:
        board.tick(start + wait_ms)
        return [at for at in range(PROFILE.cells) if board.cells.traces[at]]

    return after


MS = LIMITS["trace_ms"]


@pytest.mark.parametrize(
    ("first", "second", "other", "wait_ms", "traces"),
    [
        (TRACE + 1, TRACE + 1, CELL + 1, MS, [CELL, CELL + 1]),
        (TRACE + 1, TRACE + 1, CELL + 1, MS - 1, []),
        (TRACE, TRACE + 1, CELL + 1, MS, []),
        (-TRACE - 1, -TRACE - 1, CELL - 1, MS, [CELL - 1, CELL]),
        (-TRACE - 1, -TRACE, CELL - 1, MS, []),
        (TRACE + 1, TRACE + 1, CELL + 4, MS, [CELL, CELL + 4]),
        (TRACE + 1, TRACE + 1, CELL - 4, MS, [CELL - 4, CELL]),
        (TRACE + 1, -TRACE - 1, CELL + 1, MS, []),
        (TRACE + 1, TRACE + 1, CELL + 5, MS, []),  # across a corner
        (TRACE + 1, TRACE + 1, CELL + 2, MS, []),
        (ALONE, 0, CELL + 1, MS, []),
        (ALONE + 1, 0, CELL + 1, MS, [CELL]),
        (-ALONE, 0, CELL + 1, MS, []),
        (-ALONE - 1, 0, CELL + 1, MS, [CELL]),
        (ALONE + 1, 0, CELL + 1, MS - 1, []),
    ],
)
def test_a_tile_between_cells(
    first: int, second: int, other: int, wait_ms: int, traces: list[int]
) -> None:
    assert _traced(first, second, other, wait_ms)() == traces


def _follow(board: Readings, offset: int, steps: int) -> int:
    """How much drift is followed while the reading stays this far from the zero that moves."""
    step_ms = LIMITS["drift_ms_per_mv"] // 16
    board.tick(board.now + step_ms)  # at zero: nothing to follow
    drifted = 0
    for _ in range(steps):
        board.counts[CELL] = offset + drifted
        board.tick(board.now + step_ms)
        board.tick(board.now + 1)
        drifted = board.counts[CELL] - board.cells.deviation(CELL)
    return drifted


@pytest.mark.parametrize("steps", [1, 2, 7, 16, 33])
def test_drift_is_followed_a_sixteenth_of_a_millivolt_at_a_time(steps: int) -> None:
    assert _follow(Readings(), WINDOW, steps) == steps * PROFILE.raw(1) >> 4
    assert _follow(Readings(), -WINDOW, steps) == -steps * PROFILE.raw(1) >> 4
    assert _follow(Readings(), 1, steps) == steps * PROFILE.raw(1) >> 4


@pytest.mark.parametrize("sign", [1, -1])
def test_drift_is_followed_up_to_its_limit(sign: int) -> None:
    most = PROFILE.raw(LIMITS["drift_limit_mv"]) * 16 // PROFILE.raw(1)
    board = Readings()
    assert _follow(board, sign * WINDOW, most + 3) == sign * most * PROFILE.raw(1) >> 4


@pytest.mark.parametrize("cell", range(PROFILE.cells))
def test_two_neighbours_wherever_they_are(cell: int) -> None:
    row, column = divmod(cell, PROFILE.columns)
    beside = [(row, column + 1), (row + 1, column)]
    for other in [
        r * PROFILE.columns + c for r, c in beside if r < PROFILE.rows and c < PROFILE.columns
    ]:
        board = Readings()
        board.counts[cell] = board.counts[other] = -TRACE - 1
        start = board.now + TICK
        board.tick(start)
        board.tick(start + MS)
        assert [at for at in range(PROFILE.cells) if board.cells.traces[at]] == [cell, other]


def test_drift_takes_its_time() -> None:
    step_ms = LIMITS["drift_ms_per_mv"] // 16
    board = Readings()
    board.tick(board.now + step_ms)  # at zero: nothing to follow
    start = board.now
    board.counts[CELL] = WINDOW
    board.tick(start + step_ms - 1)
    board.tick(start + step_ms - 1)
    assert board.cells.deviation(CELL) == WINDOW
    board.tick(start + step_ms)
    board.tick(start + step_ms)
    assert board.cells.deviation(CELL) == WINDOW - (PROFILE.raw(1) >> 4)


def test_what_is_beyond_the_window_is_not_followed() -> None:
    for offset in (WINDOW + 1, -WINDOW - 1):
        board = Readings()
        board.counts[CELL] = offset
        board.run(LIMITS["drift_ms_per_mv"])
        assert board.cells.deviation(CELL) == offset


def test_gains_multiply_and_round_down() -> None:
    calibration = Calibration(PROFILE)
    cells = Cells(PROFILE, calibration)
    for gain, counts in ((1100, 9000), (1100, -9000), (900, 1023), (900, -1025), (1024, 777)):
        calibration.gain[CELL] = gain
        cells.raw[:] = array("H", [PROFILE.raw_middle] * PROFILE.cells)
        cells.raw[CELL] = PROFILE.raw_middle + counts
        cells.update(0)
        assert cells.deviation(CELL) == counts * gain // 1024


def test_a_restart_decides_again() -> None:
    board = Readings()
    assert _follow(board, WINDOW, 16)
    board.lay(NEAR)
    board.cells.restart()
    assert set(board.cells.codes) == {UNCLEAR}
    start = board.now + TICK
    assert board.tick(start) == UNCLEAR
    assert board.cells.deviation(CELL) == NEAR
    assert board.tick(start + LIMITS["debounce_ms"] - 1) == UNCLEAR
    assert board.tick(start + LIMITS["debounce_ms"]) == UP_0
