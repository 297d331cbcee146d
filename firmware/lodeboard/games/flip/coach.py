"""The proved value of each legal step of flip tiles for the player to act, if known.

First it finds the value of the position and a step that keeps it, from search or book; if the
position is lost, every step loses. Then the other steps are searched to the end
of the game, one after another, within one allowance of static evaluations for all of them
together: on the chip, less than two seconds. With few tiles on the board the book knows a step;
searches from there would take too long.
"""

from array import array

from lodeboard.games.contract import LOSE, UNDECIDED, GameError
from lodeboard.games.flip.evaluator import FULL_BOARD, FlipEvaluator, few_tiles, other, outcome
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import steps_of
from lodeboard.games.flip.search_layout import FINISHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from lodeboard.games.contract import Game
    from lodeboard.games.flip.evaluator import Thought

ALLOWANCE = 100_000  # static evaluations for all the steps of one decision
_LINE_ALLOWANCE = 50_000  # with few tiles, for the search at the end of the book's line
_BEGIN_COST = 1000  # cost of making a step and setting its root, in evaluations
_PREPARE_COST = 9000  # cost of preparing, in evaluations


class FlipCoach:
    """`start` with the legal steps, `run` until it returns True, read `values` at any time.

    values: for each step WIN, LOSE or TIE for the player to act, UNDECIDED if not known. The
    evaluator and its search belong to the player, which must not think meanwhile.
    """

    def __init__(self, evaluator: FlipEvaluator, most_steps: int):
        self.values = bytearray(most_steps)
        self._evaluator = evaluator
        self._steps = array("H", [0] * most_steps)
        self._count = 0
        self._course: Generator[int, None, None] | None = None
        self._left = 0
        self._working = False

    def start(self, game: "Game", steps: "Sequence[int]", count: int) -> None:
        """Begin with the first `count` of `steps`, the legal ones in `game`."""
        if not isinstance(game, Flip):
            raise GameError("this coach knows flip tiles")
        self._count = count
        for index in range(count):
            self._steps[index] = steps[index]
            self.values[index] = UNDECIDED
        self._left = ALLOWANCE
        self._working = True
        self._evaluator.close_other(game.rules)
        self._course = self._think(game)

    def stop(self) -> None:
        """Stop and forget the steps."""
        self._working = False
        self._course = None

    def run(self, max_evals: int) -> bool:
        """Search for `max_evals` evaluations; True when there is nothing more to find. The size of
        the slices does not change the result."""
        left = max_evals
        while self._working and self._course:
            if left <= 0:
                return False
            self._evaluator.budget = left
            left -= next(self._course)
        return True

    def _think(self, game: Flip) -> "Generator[int, None, None]":
        """Each `next` returns the work done; before the last one, `_working` is undone."""
        evaluator = self._evaluator
        evaluator.prepare(game.rules)
        yield _PREPARE_COST
        evaluator.learn()
        evaluator.search.wipe()
        yield _PREPARE_COST
        copy = evaluator.copy(game)
        yield _PREPARE_COST
        if few_tiles(copy) and evaluator.book is not None:
            yield from self._ask_the_book(copy)
        else:
            known = yield from self._settle(copy)
            for index in range(self._count):
                if index != known and self.values[index] == UNDECIDED and self._left > 0:
                    yield from self._try(copy, index)
        self._working = False
        yield 0

    def _ask_the_book(self, game: Flip) -> "Generator[int, None, None]":
        evaluator = self._evaluator
        value = yield from evaluator.value(game, _LINE_ALLOWANCE)
        if value == LOSE:
            self._all_lose()
        elif value != UNDECIDED and (yield from evaluator.booked(game)) and evaluator.book:
            self._keep(evaluator.book.steps[0], value)

    def _settle(self, game: Flip) -> "Thought":
        """Find the value of the position, if the allowance suffices, and a step that keeps it."""
        search = self._evaluator.search
        search.load(game)
        yield _PREPARE_COST
        search.begin(FULL_BOARD, True, self._left, 1)
        status = yield from self._evaluator.searched()
        self._left -= search.evals
        if status != FINISHED:
            return -1
        if search.value < 0:
            self._all_lose()
        return self._keep(steps_of(search.move)[0], outcome(search.value))

    def _all_lose(self) -> None:
        for index in range(self._count):
            self.values[index] = LOSE

    def _keep(self, step: int, value: int) -> int:
        """Store the value of a step, unless it is known; return its index."""
        for index in range(self._count):
            if self._steps[index] == step:
                if self.values[index] == UNDECIDED:
                    self.values[index] = value
                return index
        return -1

    def _try(self, game: Flip, index: int) -> "Generator[int, None, None]":
        """Make a step; take the verdict if the game is over, else search."""
        yield _BEGIN_COST
        search = self._evaluator.search
        player = game.turn
        game.push(self._steps[index])
        verdict = game.verdict()
        same = game.turn == player
        if verdict == UNDECIDED:
            search.load(game)
            # Only win, tie or loss matters, so a narrow window is enough.
            search.begin(FULL_BOARD, True, self._left, 1)
            status = yield from self._evaluator.searched()
            self._left -= search.evals
            if status == FINISHED:
                verdict = outcome(search.value)
        game.pop()
        self.values[index] = verdict if same else other(verdict)
