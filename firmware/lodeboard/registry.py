"""The games of the house: one row each, and the variants people choose from."""

from lodeboard.engine.flip_coach import FlipCoach
from lodeboard.engine.flip_judge import check_books
from lodeboard.engine.flip_player import LEVELS as FLIP_LEVELS
from lodeboard.engine.flip_player import FlipPlayer
from lodeboard.games.flip import Flip
from lodeboard.games.game import Game, GameError
from lodeboard.lights.flip import FlipPainter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.engine.flip_judge import Tables


class Row:
    """A game: how to make its rules, player, coach and painter, and its levels. A player is
    made from the port's kernels, those it does not offer are the plain ones, and from its way
    to open a table by name; a coach from the player, whose judge it borrows. `check` says what
    is wrong with its tables, as a sentence, as far as a glance at them tells; or nothing."""

    def __init__(
        self,
        game: "Any",
        player: "Any",
        coach: "Any",
        painter: "Any",
        levels: "tuple[str, ...]",
        check: "Any",
    ):
        self.game = game
        self.player = player
        self.coach = coach
        self.painter = painter
        self.levels = levels
        self.check = check


def _flip_player(kernels: "dict[str, Any]", tables: "Tables | None" = None) -> FlipPlayer:
    return FlipPlayer(kernels.get("flip_search"), tables, kernels)


def _flip_coach(player: FlipPlayer) -> FlipCoach:
    return FlipCoach(player.judge, Flip.max_steps)


GAMES = {"flip": Row(Flip, _flip_player, _flip_coach, FlipPainter, FLIP_LEVELS, check_books)}

# In the order of the menu: new ones go to the end, stored settings count on it.
VARIANTS = (("flip", "magic"), ("flip", "eclipse"))


def make_game(name: str, rules: str = "") -> Game:
    """A game by name, under the rule set named or its first; GameError when there is none."""
    if name not in GAMES:
        raise GameError("no game is called {}; there is {}".format(name, ", ".join(sorted(GAMES))))
    game: Game = GAMES[name].game(rules) if rules else GAMES[name].game()
    return game
