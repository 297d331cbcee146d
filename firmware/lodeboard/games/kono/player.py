"""The board's play at Four Field Kono: the search that games share, at these levels."""

from micropython import const

from lodeboard.games.catalogue import LEVELS
from lodeboard.games.kono.evaluator import COST, KonoEvaluator
from lodeboard.games.kono.rules import Kono
from lodeboard.games.search import Level, Search, SearchPlayer

_DEEPEST = const(24)
_LEVELS = (
    Level(1, 0, 40),
    Level(2, 200, 15),
    Level(3, 500),
    Level(_DEEPEST, 600),
    Level(_DEEPEST, 3000),
)


class KonoPlayer(SearchPlayer):
    """Chooses steps of Four Field Kono."""

    def __init__(self) -> None:
        copy = Kono()
        search = Search(copy, KonoEvaluator(copy).score, _DEEPEST)
        super().__init__(search, LEVELS[copy.name], _LEVELS, COST)
