"""The sensing on random boards: what is counted, and that no cell is wrong where none may be."""

import numpy as np
import pytest

from host_tools.lab.reliability.sensing import looking, trial
from host_tools.lab.reliability.sensing.conditions import (
    GAINS,
    HELD,
    LARGE,
    SMALL,
    ZEROS,
    Condition,
    Counts,
    plan,
)
from host_tools.lab.reliability.sensing.groups import BOARDS, Group
from host_tools.lab.reliability.sensing.looking import Looking
from host_tools.lab.reliability.sensing.others import Nearest
from host_tools.lab.reliability.sensing.positions import codes, position
from host_tools.lab.reliability.sensing.report import EXPERIMENT
from host_tools.lab.run import run, so_far
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UNCLEAR, UP_0, UP_1
from lodeboard.sensing.layout import GAIN_ONE

pytestmark = pytest.mark.slow

PROFILE = Condition(SMALL, 1.0, ZEROS).profile
NEAR = PROFILE.raw(PROFILE.signal_mv(True))
FAR = PROFILE.raw(PROFILE.signal_mv(False))


def tried(condition: Condition, groups: int) -> Counts:
    counts = Counts()
    for number in range(groups):
        counts.add(trial.try_group(condition, number))
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("factor", HELD)
def test_zeros_alone_are_enough_on_a_few_boards(factor: float) -> None:
    condition = Condition(SMALL, factor, ZEROS)
    counts = tried(condition, 16)
    assert (counts.boards, counts.cells) == (16 * BOARDS, 16 * BOARDS * PROFILE.cells)
    assert (counts.wrong_cells, counts.unclear_cells, counts.examples) == (0, 0, [])
    tiles = sum(map(sum, counts.readings[1:]))
    assert tiles > 6 * counts.boards
    # Those who watched the tiles being laid had their codes as soon as they can be decided.
    slowest = [max((at for at, n in enumerate(row) if n), default=0) for row in counts.latency]
    sensing, tick = PROFILE.sensing, PROFILE.tick_ms
    near, far = sensing["debounce_ms"], sensing["far_debounce_ms"]
    assert slowest == [0, far // tick + 1, near // tick + 1]
    watched = [lying for number in range(1, 16, 2) for lying in Group(condition, number).lying]
    assert sum(map(sum, counts.latency)) == sum(
        len(codes(at).replace(b"\0", b"")) for at in watched
    )


def test_gains_are_measured_and_make_readings_of_tiles_more_alike() -> None:
    counts = {each: tried(Condition(SMALL, 1.5, each), 4) for each in (ZEROS, GAINS)}
    assert (counts[GAINS].wrong_cells, counts[GAINS].unclear_cells) == (0, 0)
    assert counts[GAINS].skipped < 0.15 * counts[GAINS].cells
    spread = {}
    for each, found in counts.items():
        bins = np.repeat(np.arange(len(found.readings[2])), found.readings[2])
        spread[each] = bins.std()
    assert spread[GAINS] < 0.75 * spread[ZEROS]


def test_every_cell_of_a_larger_board_is_right() -> None:
    counts = tried(Condition(LARGE, 1.5, ZEROS), 2)
    assert counts.cells == 2 * BOARDS * 49
    assert (counts.wrong_cells, counts.unclear_cells) == (0, 0)


def test_four_times_the_spread_is_too_much_and_the_firmware_says_so_more_often_than_others() -> (
    None
):
    counts = tried(Condition(SMALL, 4.0, ZEROS), 6)
    assert 0 < counts.wrong_cells < counts.midpoint_cells < counts.fixed_cells
    assert 0 < counts.wrong_boards < counts.boards
    assert counts.unclear_cells > 0
    assert counts.refused + counts.asked > 0.9 * counts.boards
    assert counts.examples


def test_boards_that_are_all_alike_read_nominal_levels_and_never_a_trace() -> None:
    counts = tried(Condition(SMALL, 0.0, ZEROS), 2)
    assert counts.long == 2 * BOARDS
    assert (counts.traces, counts.refused, counts.fixed_cells, counts.midpoint_cells) == (0,) * 4
    for level, near in ((1, False), (2, True)):
        row, mv = counts.readings[level], PROFILE.signal_mv(near)
        used = [at for at, cells in enumerate(row) if cells]
        assert min(used) >= mv // 10 - 2
        assert max(used) <= mv // 10 + 2


@pytest.mark.parametrize(
    "moved",
    [
        {"empty_mv": 350, "far_mv": (360, 505)},
        {"far_mv": (140, 900), "near_mv": (900, 1420)},
        {"far_mv": (140, 250), "near_mv": (250, 1420)},
    ],
    ids=["empty", "far", "near"],
)
def test_a_threshold_that_is_moved_makes_cells_wrong(
    monkeypatch: pytest.MonkeyPatch, moved: dict[str, object]
) -> None:
    for name, limit in moved.items():
        monkeypatch.setitem(PROFILE.sensing, name, limit)
    assert tried(Condition(SMALL, 1.0, ZEROS), 2).wrong_cells > 0


def test_a_board_with_gains_upside_down_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class UpsideDown(looking.Gains):
        def _end(self) -> None:
            gain = self._board.calibration.gain
            for cell in range(len(gain)):
                gain[cell] = GAIN_ONE * GAIN_ONE // gain[cell]
            super()._end()

    right = tried(Condition(SMALL, 1.5, GAINS), 4)
    monkeypatch.setattr(looking, "Gains", UpsideDown)
    wrong = tried(Condition(SMALL, 1.5, GAINS), 4)
    assert (right.wrong_cells, right.unclear_cells) == (0, 0)
    assert wrong.wrong_cells + wrong.unclear_cells > 0


# What is counted


def steady(*sizes: int) -> list[np.ndarray]:
    """Scans that read the first cells so far from the middle, the others in the middle."""
    scan = np.full(PROFILE.cells, PROFILE.raw_middle)
    for cell, size in enumerate(sizes):
        scan[cell] += size
    return [scan] * 45


def test_what_lies_there_and_something_else_are_told_apart() -> None:
    board = Looking(PROFILE)
    assert board.set_zeros(steady()[:24]) == ((), ())
    board.run(steady()[:12])
    truth = bytes([UP_0, UP_1, DOWN_1, EMPTY, UP_0, EMPTY, DOWN_0]) + bytes(9)
    seen = board.look(steady(NEAR, FAR, FAR, -NEAR, (NEAR + FAR) * 43 // 100, 0, 0), truth, True)
    # A tile that reads as another's, one where nothing lies, and one that is not seen.
    assert seen.wrong == (1, 3, 6)
    assert seen.unclear == (4,)
    debounced = PROFILE.sensing["debounce_ms"] // PROFILE.tick_ms + 1
    assert seen.right_after[:6] == [
        debounced, 0, PROFILE.sensing["far_debounce_ms"] // PROFILE.tick_ms + 1, 1, 0, 1,
    ]  # fmt: skip


def test_a_code_that_is_wrong_for_a_moment_counts() -> None:
    for laid in (False, True):
        board = Looking(PROFILE)
        assert board.set_zeros(steady()[:24]) == ((), ())
        board.run(steady()[:12] if laid else [])
        scans = steady(-FAR)[:20] + steady(NEAR)[:20]
        seen = board.look(scans, bytes([UP_0]) + bytes(15), laid)
        assert (seen.wrong, board.board.cells.codes[0]) == ((0,), UP_0)


def test_empty_that_comes_back_counts_on_a_plate_that_was_seen_empty() -> None:
    board = Looking(PROFILE)
    assert board.set_zeros(steady()[:24]) == ((), ())
    board.run(steady()[:12])
    scans = steady(NEAR)[:20] + steady()[:20] + steady(NEAR)[:20]
    assert board.look(scans, bytes([UP_0]) + bytes(15), True).wrong == (0,)


def test_an_offset_beyond_the_window_is_refused_and_tried_all_the_same() -> None:
    board = Looking(PROFILE)
    off = PROFILE.raw(300)
    assert board.set_zeros(steady(0, off)[:24]).refused == ("b1",)
    board.run(steady(0, off))
    assert bytes(board.board.cells.codes) == bytes(PROFILE.cells)


def test_gains_bring_every_cell_to_the_same_signal() -> None:
    board = Looking(PROFILE)
    board.set_zeros(steady()[:24])
    sizes = [NEAR * (90 + cell) // 100 for cell in range(PROFILE.cells)]
    sizes[3] = NEAR * 60 // 100  # beyond `gain_percent`
    sizes[5] = 0
    assert board.measure_gains(steady(*sizes)[:40]) == 2
    gains = board.board.calibration.gain
    assert (gains[3], gains[5]) == (GAIN_ONE, GAIN_ONE)
    aim = NEAR * PROFILE.sensing["gain_aim_percent"] / 100
    for cell, size in enumerate(sizes):
        if cell not in (3, 5):
            assert size * gains[cell] / GAIN_ONE == pytest.approx(aim, rel=0.002)


def test_the_other_methods_take_the_nearest_level() -> None:
    nearest = Nearest(PROFILE)
    calibration = Looking(PROFILE).board.calibration
    calibration.zero[3] = PROFILE.raw_middle + 900
    calibration.gain[3] = 2 * GAIN_ONE
    near, far = (NEAR + FAR) // 2 + 8, (NEAR + FAR) // 2 - 8
    for size, code in ((near, UP_0), (far, DOWN_1), (FAR // 2 + 8, DOWN_1), (FAR // 2 - 8, EMPTY)):
        minus = {UP_0: UP_1, DOWN_1: DOWN_0, EMPTY: EMPTY}[code]
        assert nearest.fixed(PROFILE.raw_middle + size) == code
        assert nearest.fixed(PROFILE.raw_middle - size) == minus
        assert nearest.midpoint(calibration.zero[3] + size // 2, calibration, 3) == code
        assert nearest.midpoint(calibration.zero[3] - size // 2, calibration, 3) == minus


def test_positions_have_any_number_of_tiles_of_one_player_or_both() -> None:
    rng = np.random.default_rng(1)
    found = [position(PROFILE, rng) for _ in range(400)]
    counts = [sum(at is not None for at in lying) for lying in found]
    assert set(counts) == set(range(17))
    of_second = [sum(at is not None and at[0] == 1 for at in lying) for lying in found]
    assert 0.4 < sum(n > 0 for n in of_second) / len(found) < 0.6
    assert max(of_second) <= 8
    assert {code for lying in found for code in codes(lying)} == {
        EMPTY, UP_0, DOWN_0, UP_1, DOWN_1,
    }  # fmt: skip
    assert UNCLEAR not in codes(found[0])


# Batches


def test_machine_code_counts_as_the_plain_firmware_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "GROUPS", 2)
    for condition in (Condition(SMALL, 3.0, ZEROS), Condition(SMALL, 1.0, GAINS)):
        assert trial.try_batch(condition, 0) == tried(condition, 2)


@pytest.mark.verify
def test_several_processes_count_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    condition = Condition(SMALL, 3.0, ZEROS)
    reported: list[int] = []
    run(EXPERIMENT, condition, 2 * trial.BOARDS_IN_BATCH, reported.append, workers=2)
    found = so_far(EXPERIMENT, condition, 2 * trial.BOARDS_IN_BATCH)
    assert reported == [trial.BOARDS_IN_BATCH] * 2
    alone = Counts()
    for number in range(2):
        alone.add(trial.try_batch(condition, number))
    assert found == alone


def test_counts_add_up() -> None:
    first, second = (tried(Condition(SMALL, 3.0, ZEROS), 1) for _ in range(2))
    total = Counts()
    total.add(first)
    total.add(second)
    assert total.cells == 2 * first.cells
    assert total.readings[0] == [2 * n for n in first.readings[0]]
    assert first.readings == second.readings
    assert total.examples == (first.examples + second.examples)[: Counts.EXAMPLES]


# The plan


def test_the_plan_has_a_million_boards_where_no_cell_may_be_wrong() -> None:
    wanted = plan()
    for factor in HELD:
        assert wanted[Condition(SMALL, factor, ZEROS)] >= 1_000_000
        assert wanted[Condition(SMALL, factor, GAINS)] >= 100_000
        assert wanted[Condition(LARGE, factor, ZEROS)] >= 100_000


@pytest.mark.reliability
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    "condition", [at for at in plan() if at.factor in HELD], ids=lambda at: at.name
)
def test_no_cell_is_wrong(condition: Condition) -> None:
    boards = plan()[condition]
    run(EXPERIMENT, condition, boards, lambda _: None)
    counts = so_far(EXPERIMENT, condition, boards)
    assert counts.boards >= boards
    assert (counts.wrong_cells, counts.examples) == (0, [])
