"""Where the power is cut, in which game, and how often.

What is done on the board meanwhile is a script of each game's: `power.txt` in its folder. A comment
in it says how often to cut: in the store at least as often as the script has acts and bytes (what
is above that is cut twice); on littlefs at least as often as it has commands, times a few shares of
each (the rest is random).
"""

import re
from pathlib import Path
from typing import NamedTuple

from host_tools import ROOT
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


_CHIP = 1_000
_PLANNED = re.compile(r"^# cuts planned: store (\d+), littlefs (\d+)$", re.MULTILINE)


def script_of(game: str) -> Path:
    """What is done on the board while the power is cut."""
    return ROOT / "host_tools" / "games" / game / "power.txt"


def _planned(game: str) -> tuple[int, int]:
    found = _PLANNED.search(script_of(game).read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{script_of(game)} does not say how many cuts are planned")
    return int(found[1]), int(found[2])


def plan() -> dict[Condition, int]:
    """How many cuts under which condition."""
    found = {Condition(STORE, game): _planned(game)[0] for game in GAMES}
    found |= {Condition(LITTLEFS, game): _planned(game)[1] for game in GAMES}
    return found | {Condition(CHIP, game): _CHIP for game in GAMES}
