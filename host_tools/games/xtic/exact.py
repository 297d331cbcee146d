"""Exact values of xtic by the search of its own player: where NumPy is missing, as in a browser.

The value of the empty board is what its opening book guarantees. What is answered depends only on
the position, not on time or on what was asked before.
"""

from array import array
from collections.abc import Callable

from host_tools.games.contract import Outcome, go_on
from host_tools.games.table_files import open_table
from lodeboard.games.book_file import BookError
from lodeboard.games.contract import LOSE, NOWHERE, TIE, UNDECIDED, WIN, Game
from lodeboard.games.xtic import book
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import FULL_BOARD, NO_LIMIT, XticSearch, count_pieces
from lodeboard.games.xtic.search_layout import FINISHED, RUNNING

#: With so many pieces on the board every position is settled: with seven in 7 million units of
#: work at most, of 24 positions by chance; with six, 20 million were not enough for one in two.
SETTLED_FROM = 7
#: Units of work before that, for one question and for one of many replies.
VALUE_WORK = 4_000_000
GLIMPSE_WORK = 100_000
_SLICE = 300_000
_SLOTS = 1 << 15


class Exact:
    """See host_tools.games.contract.Search. Looks further and further ahead, so that the end that
    is found is the nearest; turns are steps, `give` and `place` each one."""

    trouble: str | None = None  # without a book it knows as much as before

    def __init__(self, rules: str, between: Callable[[], None] = go_on) -> None:
        self.rules = rules
        self._search = XticSearch(_SLOTS)
        self._steps = array("H", [0] * Xtic.max_steps)
        self._between = between
        self._guarantees = guarantees(rules)

    def settles(self, game: Game) -> bool:
        assert isinstance(game, Xtic)
        return count_pieces(game) >= SETTLED_FROM

    def value(self, game: Game) -> Outcome | None:
        return self._look(game, VALUE_WORK)

    def glimpse(self, game: Game) -> Outcome | None:
        return self._look(game, GLIMPSE_WORK)

    def _look(self, game: Game, most: int) -> Outcome | None:
        if not isinstance(game, Xtic) or game.rules != self.rules:
            raise ValueError(f"these are answers about xtic, {self.rules}")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        if not game.occupied:
            return self._first(game.turn)
        search = self._search
        search.wipe()
        search.load(game, self._steps, game.steps(self._steps))
        limit = NO_LIMIT if self.settles(game) else most
        for horizon in range(search.placed, FULL_BOARD + 1):
            search.begin(horizon, limit=limit)
            status = RUNNING
            while status == RUNNING:
                self._between()
                status = search.run(_SLICE)
            if status != FINISHED:
                return None
            if search.value:
                return _outcome(game, search.value, horizon - search.placed)
        return TIE, 0

    def _first(self, turn: int) -> Outcome | None:
        """The value of the empty board, which no search reaches: one player is guaranteed a win, or
        both a tie."""
        own, other = self._guarantees[turn], self._guarantees[1 - turn]
        if book.WIN in (own, other):
            return (WIN if own == book.WIN else LOSE), None
        return (TIE, 0) if own == other == book.TIE else None


def guarantees(rules: str) -> tuple[int, int]:
    """What is proved of the empty board for who gives first, and for who places first."""
    try:
        return book.XticBook(open_table, rules).guarantees
    except BookError:
        return book.NOTHING, book.NOTHING


def _outcome(game: Xtic, value: int, pieces: int) -> Outcome:
    """The value and the steps to the end, seen when this many pieces are placed. A piece without a
    safe cell is noticed before it is placed, but the player who places the last piece has lost."""
    wins, placing = value > 0, game.hand != NOWHERE
    last = pieces % 2 == (0 if wins == placing else 1)
    steps = 2 * (pieces if last else pieces + 1) - placing
    return (WIN if wins else LOSE), steps
