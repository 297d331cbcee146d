"""A group by its number, and its counts: sets zeros and gains, then looks at a position."""

from host_tools.build import compiled
from host_tools.lab.reliability.sensing.conditions import (
    BIN_MV,
    BINS,
    GAINS,
    LATENCY_TICKS,
    Condition,
    Counts,
)
from host_tools.lab.reliability.sensing.groups import BOARDS, Group, Scan
from host_tools.lab.reliability.sensing.looking import Looking, Seen
from host_tools.lab.reliability.sensing.others import Nearest
from host_tools.lab.reliability.sensing.positions import codes
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY
from lodeboard.sensing import kernel

GROUPS = 100  # in a batch
BOARDS_IN_BATCH = GROUPS * BOARDS
ZERO_SCANS = 24
GAIN_SCANS = 40  # for tiles that are not decided at once
BEFORE_SCANS = 12  # of the empty plate, before tiles are laid
SCANS = 36  # of a position: until the firmware calls unclear what it cannot decide
LONG_SCANS = 90  # until it reports tiles that lie between cells
LONG = 20  # of so many groups, one of either kind is looked at for so long


def try_group(condition: Condition, number: int) -> Counts:
    """Run the boards of one group. In every second group the tiles are laid while the boards are
    on, in the others before they are switched on."""
    group = Group(condition, number)
    counts = Counts(boards=BOARDS)
    profile = condition.profile
    boards = [Looking(profile) for _ in range(BOARDS)]
    group.clear()
    zeros = _scans(group, ZERO_SCANS)
    for index, board in enumerate(boards):
        zeroed = board.set_zeros([scan[index] for scan in zeros])
        counts.refused += bool(zeroed.refused)
        counts.refused_cells += len(zeroed.refused)
        counts.asked += bool(zeroed.asked)
    if condition.calibration == GAINS:
        group.lay_one_on_each()
        ones = _scans(group, GAIN_SCANS)
        for index, board in enumerate(boards):
            counts.skipped += board.measure_gains([scan[index] for scan in ones])
    group.some_other_day()
    laid = number % 2 == 1
    if laid:
        group.clear()
        empty = _scans(group, BEFORE_SCANS)
        for index, board in enumerate(boards):
            board.run([scan[index] for scan in empty])
    group.lay()
    long = number % LONG < 2
    scans = _scans(group, LONG_SCANS if long else SCANS)
    nearest = Nearest(profile)
    for index, board in enumerate(boards):
        truth = codes(group.lying[index])
        seen = board.look([scan[index] for scan in scans], truth, laid)
        _count(counts, board, nearest, truth, seen)
        counts.examples += [
            f"group {number}, board {index}, {profile.cell_name(cell)}" for cell in seen.wrong
        ]
        if laid:
            _count_latency(counts, truth, seen)
        counts.long += long
        counts.traces += long and seen.traces
    return counts


def try_batch(condition: Condition, number: int) -> Counts:
    """The counts of one batch of groups, with the firmware's kernels as machine code."""
    counts = Counts()
    plain = (kernel.deviate, kernel.classify, kernel.track)
    with compiled.bound(*(compiled.compiled(each) or each for each in plain)):
        for group in range(number * GROUPS, (number + 1) * GROUPS):
            counts.add(try_group(condition, group))
    return counts


def _scans(group: Group, count: int) -> list[Scan]:
    return [group.scan() for _ in range(count)]


def _level(code: int) -> int:
    if code == EMPTY:
        return 0
    return 1 if code in (DOWN_0, DOWN_1) else 2


def _count(counts: Counts, look: Looking, nearest: Nearest, truth: bytes, seen: Seen) -> None:
    cells, calibration = look.board.cells, look.board.calibration
    counts.cells += len(truth)
    counts.wrong_cells += len(seen.wrong)
    counts.wrong_boards += bool(seen.wrong)
    counts.unclear_cells += len(seen.unclear)
    counts.unclear_boards += bool(seen.unclear)
    midpoint = fixed = 0
    for cell, code in enumerate(truth):
        midpoint += nearest.midpoint(cells.raw[cell], calibration, cell) != code
        fixed += nearest.fixed(cells.raw[cell]) != code
        size = look.millivolts(abs(cells.deviation(cell)))
        counts.readings[_level(code)][min(int(size / BIN_MV), BINS - 1)] += 1
    counts.midpoint_cells += midpoint
    counts.midpoint_boards += midpoint > 0
    counts.fixed_cells += fixed
    counts.fixed_boards += fixed > 0


def _count_latency(counts: Counts, truth: bytes, seen: Seen) -> None:
    for code, after in zip(truth, seen.right_after, strict=True):
        if code != EMPTY and after:
            counts.latency[_level(code)][min(after, LATENCY_TICKS - 1)] += 1
