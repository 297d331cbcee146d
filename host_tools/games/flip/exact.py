"""Exact values of flip tiles by full search: proved to the end of the game, never guessed.

From a number of tiles on the search always settles: with Numba from eight, without from ten
(`settled_from`). Positions with fewer tiles are searched within a small fixed number of
evaluations, which finds ends that are near. What is answered depends only on the position and
on whether Numba is installed, not on time or on what was asked before.
"""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING

from host_tools.build.swap import beside
from host_tools.games.contract import go_on
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, Game
from lodeboard.games.flip import search_layout as kernel
from lodeboard.games.flip.search import FlipSearch
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid

if TYPE_CHECKING:
    from lodeboard.games.flip.search import Kernel

Outcome = tuple[int, int]  # WIN, LOSE or TIE for the player to act; turns to the end (tie: 0)

FULL_BOARD = 16


class Exact:
    """Exact outcomes of flip tiles under one rule set.

    search: the kernel to use; None for the one that becomes machine code where Numba is installed,
    else for what is installed in the plain one's place, if anything is. between: called every
    tenth of a second or so of searching; an exception it raises ends the question and harms
    nothing.
    """

    trouble: str | None = None  # it reads no file that could be damaged

    def __init__(
        self,
        rules: str,
        search: "Kernel | None" = None,
        between: Callable[[], None] = go_on,
    ) -> None:
        plain = inspect.unwrap(flip_search)
        found = search or beside(flip_search) or flip_search
        fast = found is not plain
        self.rules = rules
        self.settled_from = 8 if fast else 10
        self.glance_evals = 300_000 if fast else 5_000
        self._slice_evals = 30_000
        self._between = between
        tables = build_tables(Grid(4, 4))
        # The transposition table keeps its entries between questions; they are all exact.
        self._deep = FlipSearch(tables, 1 << 21 if fast else 1 << 16, found)
        self._glance = FlipSearch(tables, 1 << 14 if fast else 1 << 10, found)

    def value(self, game: Game) -> Outcome | None:
        """The outcome under perfect play, also inside a turn; None where it does not settle.

        Turns count the rest of a turn as one. The winner hurries, the loser delays.
        """
        if game.rules != self.rules:
            raise ValueError(f"this solver is for the rule set {self.rules}, not {game.rules}")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        search = self._deep
        search.load(game)
        if search.root_tiles >= self.settled_from:
            search.begin(FULL_BOARD, True)
            if not self._finishes(search):
                return None
            return _outcome(search)
        return self._look_near(game, self.glance_evals)

    def settles(self, game: Game) -> bool:
        """True if `value` certainly knows this position and all positions after it."""
        return game.text().partition(";")[0].count("-") <= FULL_BOARD - self.settled_from

    def glimpse(self, game: Game) -> Outcome | None:
        """Like `value` for a position that does not settle, with a fifteenth of the work, as a
        position has hundreds of replies."""
        return self._look_near(game, self.glance_evals // 15)

    def _finishes(self, search: FlipSearch) -> bool:
        """Search to the end, slice by slice; False if the limit of evaluations came first."""
        status: int = kernel.RUNNING
        while status == kernel.RUNNING:
            self._between()
            status = search.run(self._slice_evals)
        return status == kernel.FINISHED

    def _look_near(self, game: Game, limit: int) -> Outcome | None:
        """Look one turn further at a time, as far as `limit` evaluations reach."""
        search = self._glance
        search.load(game)
        # Entries of earlier questions would change the answer.
        search.wipe()
        for horizon in range(search.root_tiles + 1, FULL_BOARD + 1):
            search.begin(horizon, True, limit)
            if not self._finishes(search):
                return None
            if search.value != 0 or horizon == FULL_BOARD:
                return _outcome(search)
            search.try_first(search.move)
        return None


def _outcome(search: FlipSearch) -> Outcome:
    score = search.value
    if score == 0:
        return TIE, 0
    turns = kernel.SURE - abs(score) - search.root_tiles
    return (WIN if score > 0 else LOSE), turns
