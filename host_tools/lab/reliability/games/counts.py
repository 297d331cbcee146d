"""What is counted of games, added up."""

from msgspec import field

from host_tools.lab.experiment import Tally


class Counts(Tally):
    """`kinds`: games by who plays and the level. `results`: how they ended. `slips`: careless acts.
    `acts`: of the hand, those on the way back included. `grown`: bytes that the firmware held more
    in the later half of a board's games than in the earlier; the most of any board. `wrong`: what
    may not happen."""

    LARGEST = ("grown", "held")
    games: int = 0
    boards: int = 0
    moves: int = 0
    slips: int = 0
    acts: int = 0
    phantoms: int = 0
    grown: int = 0
    held: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0
    kinds: dict[str, int] = field(default_factory=dict)
    results: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
