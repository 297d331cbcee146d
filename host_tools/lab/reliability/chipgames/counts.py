"""What is counted of games on the chip, added up."""

from msgspec import field

from host_tools.lab.experiment import Tally


class Counts(Tally):
    """`results`: how the games ended. `free`: bytes that were free after each game, following a
    collection. `wrong`: what may not happen."""

    games: int = 0
    boots: int = 0
    moves: int = 0
    board_seconds: float = 0.0
    processor_seconds: float = 0.0
    results: dict[str, int] = field(default_factory=dict)
    free: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
