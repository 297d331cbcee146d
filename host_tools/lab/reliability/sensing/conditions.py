"""The conditions under which boards are tried."""

from typing import Any, NamedTuple

from msgspec import field

from host_tools.build import profiles
from host_tools.lab.experiment import Tally
from lodeboard.boards.profile import Profile

ZEROS, GAINS = "zeros", "gains"


class Condition(NamedTuple):
    """`factor`: multiple of the production spread. `calibration`: ZEROS, which every board has, or
    GAINS, which adds a gain for each cell."""

    board: str
    factor: float
    calibration: str

    @property
    def name(self) -> str:
        """File name of its results."""
        return f"{self.board}-{self.calibration}-{self.factor:g}"

    @property
    def data(self) -> dict[str, Any]:
        """The board's data."""
        return profiles.data(self.board)

    @property
    def profile(self) -> Profile:
        return profiles.profile(self.board)


SMALL, LARGE = "tile4x4", "tile7x7"
FACTORS = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
# No cell may be wrong at these factors.
HELD = (1.0, 1.5)


def plan() -> dict[Condition, int]:
    """Number of boards for each condition, in running order."""
    found = {Condition(SMALL, factor, ZEROS): 1_000_000 for factor in HELD}
    for factor in FACTORS:
        found.setdefault(Condition(SMALL, factor, ZEROS), 100_000)
    for factor in FACTORS:
        found[Condition(SMALL, factor, GAINS)] = 100_000 if factor in HELD else 20_000
    for factor in HELD:
        found[Condition(LARGE, factor, ZEROS)] = 100_000
    return found


BIN_MV = 10
BINS = 150
LATENCY_TICKS = 64
LEVELS = ("empty", "far", "near")  # of what is on a cell, for either owner
METHODS = ("firmware", "midpoint", "fixed")


def _bins(count: int) -> list[list[int]]:
    return [[0] * count for _ in LEVELS]


class Counts(Tally):
    """Boards, cells, and outcomes. `readings`: cells by level and by the size of the firmware's
    deviation, in steps of BIN_MV. `latency`: cells by level and by the ticks from a tile coming to
    rest to its code. `examples`: the first wrong cells."""

    boards: int = 0
    refused: int = 0  # boards that refused their zeros; they are examined all the same
    refused_cells: int = 0
    asked: int = 0  # boards that asked whether something lies on a cell, when zeros were set
    skipped: int = 0  # cells whose gain was not measured, as their tile did not read as one
    cells: int = 0
    wrong_cells: int = 0
    wrong_boards: int = 0
    unclear_cells: int = 0
    unclear_boards: int = 0
    midpoint_cells: int = 0
    midpoint_boards: int = 0
    fixed_cells: int = 0
    fixed_boards: int = 0
    long: int = 0  # boards watched long enough to find tiles between cells
    traces: int = 0  # of these, with a cell that reports one
    readings: list[list[int]] = field(default_factory=lambda: _bins(BINS))
    latency: list[list[int]] = field(default_factory=lambda: _bins(LATENCY_TICKS))
    examples: list[str] = field(default_factory=list)

    def wrong(self, method: str) -> tuple[int, int]:
        """Cells and boards that a method of METHODS misread."""
        name = "wrong" if method == "firmware" else method
        return getattr(self, f"{name}_cells"), getattr(self, f"{name}_boards")
