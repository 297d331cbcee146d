"""Where the power is cut, in which game, and how often."""

from typing import NamedTuple

from host_tools.games.loader import GAMES

STORE, LITTLEFS, CHIP = "store", "littlefs", "chip"
KINDS = (STORE, LITTLEFS, CHIP)
IN_BATCH = 250


class Condition(NamedTuple):
    """`kind`: one of KINDS, see `trying`. `game`: one of GAMES."""

    kind: str
    game: str

    @property
    def name(self) -> str:
        """What its results are kept under."""
        return f"{self.kind}-{self.game}"


# At least as many as a script has acts and bytes; those above that are cut twice.
_STORE = {"flip": 4_000, "xtic": 3_000, "kono": 15_000}
# At least as many as there are for each command, at a few shares of it; the rest are random.
_LITTLEFS = {"flip": 2_000, "xtic": 2_000, "kono": 4_000}
_CHIP = 1_000


def plan() -> dict[Condition, int]:
    """How many cuts under which condition."""
    found = {Condition(STORE, game): _STORE[game] for game in GAMES}
    found |= {Condition(LITTLEFS, game): _LITTLEFS[game] for game in GAMES}
    return found | {Condition(CHIP, game): _CHIP for game in GAMES}
