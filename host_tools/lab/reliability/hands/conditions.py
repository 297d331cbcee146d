"""Under which conditions bursts are tried."""

from typing import NamedTuple

from host_tools.build import profiles
from lodeboard.games.catalogue import VARIANTS
from lodeboard.system.loader import playable

FACTORS = (1.0, 1.5)
BURSTS = 600  # under each condition


class Condition(NamedTuple):
    """`factor`: how many times the spread of production and the noise."""

    game: str
    rules: str
    factor: float

    @property
    def name(self) -> str:
        """What its results are kept under."""
        return "-".join([*filter(None, (self.game, self.rules)), f"{self.factor:g}"])

    @property
    def variant(self) -> int:
        """Its place among the variants of the board that it is played on."""
        return playable(profiles.of_game(self.game)).index((self.game, self.rules))


def plan() -> dict[Condition, int]:
    """Bursts for each condition, in the order in which they are tried."""
    return {Condition(*each, factor): BURSTS for factor in reversed(FACTORS) for each in VARIANTS}
