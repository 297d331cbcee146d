"""Which games are played, and how many."""

import math
from typing import NamedTuple

from host_tools.build import profiles
from lodeboard.games.catalogue import LEVELS, VARIANTS
from lodeboard.storage.settings import ONE_PLAYER, TWO_PLAYERS
from lodeboard.system.loader import playable

GAMES = 10_000
EACH = 1650  # of each rule set at least
GAMES_IN_BOOT = 50  # one after the other, on one board
FACTOR = 1.5  # times the spread of production and the noise
TWO, PERSON, MACHINE = "two people", "person begins", "machine begins"


class Kind(NamedTuple):
    """Who plays, and how well."""

    who: str
    level: int

    @property
    def settings(self) -> dict[str, int]:
        """As the board has them."""
        players = TWO_PLAYERS if self.who == TWO else ONE_PLAYER
        starts = int(self.who == MACHINE)
        return {"players": players, "starts": starts, "level": self.level, "coach": 0}


class Condition(NamedTuple):
    """A game and its rule set."""

    game: str
    rules: str

    @property
    def name(self) -> str:
        """What its results are kept under."""
        return "-".join(filter(None, (self.game, self.rules)))

    @property
    def variant(self) -> int:
        return playable(profiles.of_game(self.game)).index((self.game, self.rules))

    @property
    def factor(self) -> float:
        return FACTOR

    @property
    def kinds(self) -> list[Kind]:
        """All kinds of this game, in the order in which they are played."""
        against = [
            Kind(who, at) for at in range(len(LEVELS[self.game])) for who in (PERSON, MACHINE)
        ]
        return [Kind(TWO, 0), *against]

    def kind(self, number: int) -> Kind:
        """That of a game by its number: every fifth is of two people."""
        kinds = self.kinds
        return kinds[0] if number % 5 == 0 else kinds[1 + (number - number // 5) % (len(kinds) - 1)]

    @property
    def games(self) -> int:
        """How many: as many of each kind against the board as of any other."""
        against = len(self.kinds) - 1
        alike = math.lcm(5, GAMES_IN_BOOT, 5 * against // math.gcd(4, against))
        return -(-EACH // alike) * alike


def plan() -> dict[Condition, int]:
    """Games for each condition, in the order in which they are played."""
    return {condition: condition.games for condition in (Condition(*each) for each in VARIANTS)}
