"""Which games are played on which board, how many, and what is counted."""

import math
from typing import Any, NamedTuple

from msgspec import field

from host_tools.build import profiles
from host_tools.lab.experiment import Tally
from lodeboard.games.catalogue import GAMES, LEVELS, VARIANTS
from lodeboard.storage.settings import ONE_PLAYER, TWO_PLAYERS
from lodeboard.system.loader import playable

EACH = 1650  # of each rule set on simulated boards, at least
GAMES_IN_BOOT = 50  # one after the other, on one board
FACTOR = 1.5  # times the spread of production and the noise of simulated boards
ROOM = 256  # bytes by which the memory of the firmware may differ from one game to another
TWO, PERSON, MACHINE = "two people", "person begins", "machine begins"
SIMULATED, EMULATED, SERIAL = "", "chip", "serial"  # boards


class Kind(NamedTuple):
    """Who plays, and at which level."""

    who: str
    level: int

    @property
    def settings(self) -> dict[str, int]:
        """The board's settings for it."""
        players = TWO_PLAYERS if self.who == TWO else ONE_PLAYER
        starts = int(self.who == MACHINE)
        return {"players": players, "starts": starts, "level": self.level, "coach": 0}


class Condition(NamedTuple):
    """A board and its games: a rule set on simulated boards, all rule sets of a game in turn on the
    emulated chip, all games at a serial port."""

    game: str
    rules: str = ""
    board: str = SIMULATED

    @property
    def name(self) -> str:
        """File name of its results."""
        return "-".join(filter(None, (self.board, self.game, self.rules)))

    @property
    def variant(self) -> int:
        return playable(profiles.of_game(self.game)).index((self.game, self.rules))

    @property
    def factor(self) -> float:
        return FACTOR

    @property
    def kinds(self) -> list[Kind]:
        """All kinds of this game, in playing order."""
        against = [
            Kind(who, level) for level in range(len(LEVELS[self.game])) for who in (PERSON, MACHINE)
        ]
        return [Kind(TWO, 0), *against]

    def kind(self, number: int) -> Kind:
        """The kind of a game, by number: every fifth is between two people."""
        kinds = self.kinds
        return kinds[0] if number % 5 == 0 else kinds[1 + (number - number // 5) % (len(kinds) - 1)]

    @property
    def games(self) -> int:
        """Number of games on simulated boards: equally many of each kind against the board."""
        against = len(self.kinds) - 1
        alike = math.lcm(5, GAMES_IN_BOOT, 5 * against // math.gcd(4, against))
        return -(-EACH // alike) * alike


def plan() -> dict[Condition, int]:
    """Number of games for each condition, in playing order."""
    simulated = {
        condition: condition.games for condition in (Condition(*each) for each in VARIANTS)
    }
    emulated = {Condition(game, board=EMULATED): GAMES_IN_BOOT for game in GAMES}
    return {**simulated, **emulated, Condition("", board=SERIAL): GAMES_IN_BOOT}


class Counts(Tally):
    """`boards`: each is switched on once. `kinds`: games by who plays and the level. `results`: how
    they ended. `slips`: careless acts. `acts`: of the hand, including those on the way back.
    `grown`: increase in bytes held by the firmware from the earlier to the later half of a board's
    games; the maximum of any board. `free`: free bytes on the chip after each game, following a
    collection. `soak`: what was seen at a serial port. `wrong`: failures."""

    LARGEST = ("grown", "held")
    games: int = 0
    boards: int = 0
    moves: int = 0
    slips: int = 0
    acts: int = 0
    grown: int = 0
    held: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0
    kinds: dict[str, int] = field(default_factory=dict)
    results: dict[str, int] = field(default_factory=dict)
    free: list[int] = field(default_factory=list)
    soak: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
