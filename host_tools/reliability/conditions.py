"""Under which conditions boards are tried, and how many of them."""

from typing import Any, NamedTuple

from host_tools.build import profiles
from lodeboard.boards.profile import Profile

ZEROS, GAINS = "zeros", "gains"


class Condition(NamedTuple):
    """`factor`: how many times the spread of production. `calibration`: ZEROS, which every board
    has, or GAINS, a gain for each cell as well."""

    board: str
    factor: float
    calibration: str

    @property
    def name(self) -> str:
        """What its results are kept under."""
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
    """Boards for each condition, in the order in which they are tried."""
    found = {Condition(SMALL, factor, ZEROS): 1_000_000 for factor in HELD}
    for factor in FACTORS:
        found.setdefault(Condition(SMALL, factor, ZEROS), 100_000)
    for factor in FACTORS:
        found[Condition(SMALL, factor, GAINS)] = 100_000 if factor in HELD else 20_000
    for factor in HELD:
        found[Condition(LARGE, factor, ZEROS)] = 100_000
    return found
