"""The board's play at Magician Chess: the search that games share, at these levels."""

from micropython import const

from lodeboard.games.catalogue import LEVELS
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.evaluator import COST, MagicianEvaluator
from lodeboard.games.magician.rules import Magician
from lodeboard.games.search import Level, Search, SearchPlayer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Game

_DEEPEST = const(8)
_LEVELS = (
    Level(1, 0, 40),
    Level(2, 200, 15),
    Level(3, 600),
)


class MagicianSearch(Search):
    """Searches under the rule set of the position that is loaded."""

    def load(self, game: "Game") -> None:
        copy = self.game
        if isinstance(copy, Magician):
            copy.rules = game.rules
            copy.board[layout.IMMUNE] = 1 if game.rules == "immune" else 0
        super().load(game)


class MagicianPlayer(SearchPlayer):
    """Chooses steps of Magician Chess."""

    def __init__(self) -> None:
        copy = Magician()
        search = MagicianSearch(copy, MagicianEvaluator(copy).score, _DEEPEST)
        super().__init__(search, LEVELS[copy.name], _LEVELS, COST)
