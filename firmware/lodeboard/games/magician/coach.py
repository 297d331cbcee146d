"""What each legal step of Magician Chess is worth, as far as the search that games share proves
it."""

from micropython import const

from lodeboard.games.magician.evaluator import COST
from lodeboard.games.search import Search, SearchCoach

_ALLOWANCE = const(600)  # nodes for all steps of a decision


class MagicianCoach(SearchCoach):
    """The search is the player's."""

    def __init__(self, search: Search) -> None:
        super().__init__(search, COST, _ALLOWANCE)
