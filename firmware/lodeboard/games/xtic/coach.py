"""The proved value of each legal step of xtic for the player to act, if known.

First it checks what needs no search: placements that complete a fatal line, gifts that cannot be
placed anywhere, gifts that let the other player win with the next placement. Then each other
step is searched to the end of the game, one after another, within one allowance of work for
all of them together.
"""

from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, GameError
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import FULL_BOARD, GIVE, XticSearch, count_pieces
from lodeboard.games.xtic.search_layout import FINISHED, RUNNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from lodeboard.games.contract import Game

ALLOWANCE = 250_000  # units of work for all the steps of one decision
_SEARCH_FROM = 7  # pieces on the board
_LOAD_COST = 4000  # cost of making a step and setting its root, in units of work
_OUTCOMES = (TIE, WIN, LOSE)  # by value: 0, 1, -1


class XticCoach:
    """`start` with the legal steps, `run` until it returns True, read `values` at any time.

    values: for each step WIN, LOSE or TIE for the player to act, UNDECIDED if not known. The search
    belongs to the player, which must not think meanwhile.
    """

    def __init__(self, search: XticSearch):
        self.values = bytearray(Xtic.max_steps)
        self._search = search
        self._steps = bytearray(Xtic.max_steps)
        self._replies = bytearray(Xtic.max_steps)
        self._count = 0
        self._course: Generator[int, None, None] | None = None
        self._budget = 0
        self._left = 0

    def start(self, game: "Game", steps: "Sequence[int]", count: int) -> None:
        """Begin with the first `count` of `steps`, the legal ones in `game`."""
        if not isinstance(game, Xtic):
            raise GameError("this coach knows xtic")
        self._count = count
        for index in range(count):
            self._steps[index] = steps[index]
            self.values[index] = UNDECIDED
        self._left = ALLOWANCE
        self._course = self._think(game)

    def stop(self) -> None:
        """Stop and forget the steps."""
        self._course = None

    def run(self, max_evals: int) -> bool:
        """Search for about `max_evals` units of work; True when there is nothing more to find. The
        size of the slices does not change the result."""
        left = max_evals
        while self._course:
            if left <= 0:
                return False
            self._budget = left
            spent = next(self._course)
            left -= spent
            if spent == 0:
                self._course = None
        return True

    def _think(self, game: Xtic) -> "Generator[int, None, None]":
        """Each `next` returns the work done, 0 at the end."""
        self._search.wipe()
        copy = Xtic(game.rules)
        copy.load(game.text())
        yield _LOAD_COST
        for index in range(self._count):
            yield from self._try(copy, index, False)
        # With fewer pieces on the board a search would not reach the end.
        if count_pieces(copy) >= _SEARCH_FROM:
            for index in range(self._count):
                if self.values[index] == UNDECIDED and self._left > 0:
                    yield from self._try(copy, index, True)
        yield 0

    def _try(self, game: Xtic, index: int, far: bool) -> "Generator[int, None, None]":
        """Make a step and find its value: at once, or by a search to the end."""
        search = self._search
        step = self._steps[index]
        game.push(step)
        verdict = game.verdict()
        if verdict == UNDECIDED:
            yield _LOAD_COST
            count = game.steps(self._replies)
            search.load(game, self._replies, count)
            horizon = FULL_BOARD if far else min(FULL_BOARD, search.placed + 1 + search.placing)
            search.begin(horizon, 0, self._left)
            status = RUNNING
            while status == RUNNING:
                status = search.run(self._budget)
                yield 1 + search.spent
            self._left -= search.work
            if status == FINISHED and (search.value or horizon == FULL_BOARD):
                # Giving passes the turn.
                verdict = _OUTCOMES[-search.value if step >= GIVE else search.value]
        game.pop()
        self.values[index] = verdict
