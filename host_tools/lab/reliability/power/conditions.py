"""Where the power is cut, in which game, and how often.

The board follows a script meanwhile, `power.txt` in each game's folder. A comment in it gives the
number of cuts: in the store at least the number of the script's acts and bytes (further cuts are
double cuts); on littlefs at least the number of its commands times a few shares of each (further
ones are random).
"""

import re
from pathlib import Path
from typing import NamedTuple

from msgspec import field

from host_tools import ROOT
from host_tools.games.loader import GAMES
from host_tools.lab.experiment import Tally
from host_tools.lab.reliability.power.stored_state import OUTCOMES, WRONG

STORE, LITTLEFS, CHIP = "store", "littlefs", "chip"
KINDS = (STORE, LITTLEFS, CHIP)
IN_BATCH = 250


class Condition(NamedTuple):
    """`kind`: one of KINDS, see `trial`. `game`: one of GAMES."""

    kind: str
    game: str

    @property
    def name(self) -> str:
        """File name of its results."""
        return f"{self.kind}-{self.game}"


_CHIP = 1_000
_PLANNED = re.compile(r"^# cuts planned: store (\d+), littlefs (\d+)$", re.MULTILINE)


def script_of(game: str) -> Path:
    """The script that the board follows while the power is cut."""
    return ROOT / "host_tools" / "games" / game / "power.txt"


def _planned(game: str) -> tuple[int, int]:
    found = _PLANNED.search(script_of(game).read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{script_of(game)} does not say how many cuts are planned")
    return int(found[1]), int(found[2])


def plan() -> dict[Condition, int]:
    """Number of cuts for each condition."""
    found = {Condition(STORE, game): _planned(game)[0] for game in GAMES}
    found |= {Condition(LITTLEFS, game): _planned(game)[1] for game in GAMES}
    return found | {Condition(CHIP, game): _CHIP for game in GAMES}


BETWEEN = "between writes"
PARTS = 10  # of the duration of a write to the flash


class Counts(Tally):
    """`seen`: cuts by blob, phase and outcome, separated by bars. `by_share`: cuts within a write
    to the flash, by the completed part of it and by outcome. `every`: all cuts of the script, if
    each is tried once, and `single`: how many of these have been tried. `booted`: cuts after which
    the chip itself was started. `examples`: the first failures."""

    LARGEST = ("every",)
    cuts: int = 0
    every: int = 0
    single: int = 0
    twice: int = 0
    booted: int = 0
    in_write: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    by_share: dict[str, list[int]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)

    def count(self, blob: str, phase: str, outcome: str, share: float | None = None) -> None:
        """One more cut."""
        self.cuts += 1
        key = "|".join((blob, phase, outcome))
        self.seen[key] = self.seen.get(key, 0) + 1
        if share is not None:
            self.in_write += 1
            parts = self.by_share.setdefault(outcome, [0] * PARTS)
            parts[min(int(share * PARTS), PARTS - 1)] += 1

    def outcomes(self, blob: str | None = None, phase: str | None = None) -> dict[str, int]:
        """The number of each outcome, for cuts at this blob and phase or for all."""
        found = dict.fromkeys(OUTCOMES, 0)
        for key, count in self.seen.items():
            was, when, outcome = key.split("|")
            if blob in (None, was) and phase in (None, when):
                found[outcome] += count
        return found

    @property
    def wrong(self) -> int:
        """Cuts after which the board does not start, or has lost something."""
        outcomes = self.outcomes()
        return sum(outcomes[name] for name in WRONG)
