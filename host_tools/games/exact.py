"""Exact values by the search that games share: wins and losses that are near.

What is answered depends only on the position, not on time or on what was asked before.
"""

from array import array
from collections.abc import Callable

from host_tools.games.contract import Outcome, go_on
from lodeboard.games.contract import TIE, UNDECIDED, Game
from lodeboard.games.search import FINISHED, RUNNING, Search, outcome, turns
from lodeboard.games.tiles import TileGame

VALUE_NODES = 15_000  # a second or two
GLIMPSE_NODES = 1_000
_SLICE = 1_000  # nodes; a tenth of a second
_DEEPEST = 30


class Exact:
    """Searches deeper and deeper, so that it finds the nearest end and the turns are exact.
    `game`: the game to search with; its position changes. `between` is called between two slices of
    work."""

    trouble: str | None = None

    def __init__(self, game: TileGame, between: Callable[[], None] = go_on) -> None:
        self._search = Search(game, game.score, _DEEPEST)
        self._steps = array("H", [0] * game.max_steps)
        self._between = between

    def settles(self, game: Game) -> bool:
        return False

    def value(self, game: Game) -> Outcome | None:
        return self._look(game, VALUE_NODES)

    def glimpse(self, game: Game) -> Outcome | None:
        return self._look(game, GLIMPSE_NODES)

    def _look(self, game: Game, limit: int) -> Outcome | None:
        search = self._search
        search.load(game)
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        count = search.game.steps(self._steps)
        for depth in range(1, _DEEPEST + 1):
            search.begin(self._steps, 0, count, depth, limit)
            status = RUNNING
            while status == RUNNING:
                self._between()
                status = search.run(_SLICE)
            if status != FINISHED:
                return None
            if outcome(search.value) != UNDECIDED:
                return outcome(search.value), turns(search.value)
            if search.whole:
                return TIE, 0
        return None
