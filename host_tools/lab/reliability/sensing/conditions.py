"""Under which conditions boards are tried."""

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
