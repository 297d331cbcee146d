"""Under which conditions bursts are tried."""

from typing import NamedTuple

from msgspec import field

from host_tools.build import profiles
from host_tools.lab.experiment import Tally
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


class Counts(Tally):
    """`acts`: of the careless hand, by kind. `begun`: bursts by the scene they began in. `during`:
    careless acts by what the firmware was doing. `needed`: bursts by the number of things that the
    hand did on its way back; `longest`: the most of them by scene. `ways`: what these were.
    `seconds`: of board time, on the way back. `refused`: sensors so far off that the board did not
    accept its zeros, named their cells, and was given others. `stuck`, `lost`, `faults`: what may
    not happen, each with the burst. `phantoms`: steps that were taken although the tiles lay
    otherwise."""

    LARGEST = ("longest",)
    bursts: int = 0
    steps: int = 0
    cuts: int = 0
    acts: dict[str, int] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    during: dict[str, int] = field(default_factory=dict)
    needed: dict[int, int] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    ways: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    processor_seconds: float = 0.0
    phantoms: int = 0
    refused: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    @property
    def all_acts(self) -> int:
        return sum(self.acts.values())
