"""The conditions of the bursts."""

from typing import NamedTuple

from msgspec import field

from host_tools.build import profiles
from host_tools.lab.experiment import Tally
from lodeboard.games.catalogue import VARIANTS
from lodeboard.system.loader import playable

FACTORS = (1.0, 1.5)
BURSTS = 600  # under each condition


class Condition(NamedTuple):
    """`factor`: multiple of the production spread and of the noise."""

    game: str
    rules: str
    factor: float

    @property
    def name(self) -> str:
        """File name of its results."""
        return "-".join([*filter(None, (self.game, self.rules)), f"{self.factor:g}"])

    @property
    def variant(self) -> int:
        """Its index among the variants of its board."""
        return playable(profiles.of_game(self.game)).index((self.game, self.rules))


def plan() -> dict[Condition, int]:
    """Number of bursts for each condition, in running order."""
    return {Condition(*each, factor): BURSTS for factor in reversed(FACTORS) for each in VARIANTS}


class Counts(Tally):
    """`acts`: of the careless hand, by kind. `begun`: bursts by their first scene. `during`:
    careless acts by the firmware's activity. `needed`: bursts by the number of acts on the way
    back; `longest`: its maximum by scene. `ways`: the acts on the way back, by kind. `seconds`: of
    board time, on the way back. `refused`: sensors with an offset so large that the board refused
    its zeros and named their cells; they were replaced. `stuck`, `lost`, `faults`: failures, each
    with the burst. `phantoms`: steps accepted although the tiles lay differently."""

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
