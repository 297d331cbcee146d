"""What each legal step of Four Field Kono is worth, as far as the search that games share proves
it."""

from micropython import const

from lodeboard.games.kono.evaluator import COST
from lodeboard.games.search import Search, SearchCoach

_ALLOWANCE = const(3000)  # nodes for all steps of a decision


class KonoCoach(SearchCoach):
    """The search is the player's."""

    def __init__(self, search: Search) -> None:
        super().__init__(search, COST, _ALLOWANCE)
