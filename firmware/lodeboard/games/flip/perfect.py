"""Perfect play at flip tiles: a move that keeps the value of the position, from any position.

With few tiles on the board the move comes from the book, which was proved entry by entry. After
that the search reaches the full board and knows whether the position is won, tied or lost. In both
cases the next turns are searched first, to find quick wins. Among equal moves a winner takes the
quickest win in sight. A player who can only tie or lose takes the move after which most answers are
mistakes, judged by weights learned from the solution, provided that it certainly keeps the tie.
"""

from lodeboard.games.contract import LOSE, UNDECIDED, WIN
from lodeboard.games.flip.book import MOST_TILES
from lodeboard.games.flip.evaluator import FULL_BOARD, FlipEvaluator, outcome
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch, steps_of
from lodeboard.games.flip.search_layout import FINISHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from lodeboard.games.dice import Dice
    from lodeboard.games.flip.evaluator import Thought
    from lodeboard.games.flip.rules import Flip

    Course = Generator[int, None, None]

PERFECT = 5  # the level
FROM_TABLE = "table"
FROM_SEARCH = "search"
# With few tiles the book decides; looking more turns ahead would find a quick win in one position
# of 2000, and take the chip 0.1 s.
_GLANCE_TURNS = 2
# The most static evaluations for: looking at the next turns; finding a quicker win than the known
# one; making sure that problem-setting moves keep the tie. After a search of more than _LONG, the
# user has waited long enough: the move found is played.
_GLANCE = 10_000
_HURRY = 30_000
_PROBLEMS = 30_000
_LONG = 600_000
_TRIALS = 4  # moves that may set problems, tried at most
_RANK_COST = 5500  # ranking the moves takes the chip about as long as so many
_SLICE = 12_000  # no port with kernels of machine code has longer ones
_TRIAL_COST = 2000  # making a move ready to be looked into takes about as long as so many


class FlipPerfect:
    """`start` with the search loaded and its table wiped; then `run` until `steps` are there or
    `no_book` is set: the book is missing or damaged."""

    def __init__(self, evaluator: FlipEvaluator, dice: "Dice") -> None:
        self.steps: list[int] = []
        self.source = FROM_SEARCH
        self.no_book = False
        self._evaluator = evaluator
        self._search: FlipSearch = evaluator.search
        self._dice = dice
        self._course: Course | None = None

    def start(self, game: "Flip") -> None:
        """Start with an undecided position, which must not change until the end."""
        self.steps = []
        self.source = FROM_SEARCH
        self.no_book = False
        self._evaluator.evals = 0
        self._course = self._think(game)

    def run(self, budget: int) -> int:
        """Think for the work of about `budget` evaluations; returns the rest of the budget. Slicing
        does not change the result."""
        left = budget
        while left > 0 and self._course and not self.steps and not self.no_book:
            self._evaluator.budget = left
            left -= next(self._course)
        if self.steps or self.no_book:
            self._course = None  # it would keep a closed book in memory
        return left

    def _think(self, game: "Flip") -> "Course":
        """Each `next` returns the work done; the last one has set `steps` or `no_book`."""
        evaluator = self._evaluator
        search = self._search
        self.no_book = evaluator.book is None
        if self.no_book:
            yield 0
        tiles = search.root_tiles
        horizon = yield from self._glance(tiles)
        value = outcome(search.value) if horizon == FULL_BOARD or search.value else UNDECIDED
        if value == UNDECIDED and tiles <= MOST_TILES:
            if (yield from evaluator.booked(game, self._dice.roll(1000))) and evaluator.book:
                self.source = FROM_TABLE
                self.steps = list(evaluator.book.steps)
            else:
                self.no_book = True
            yield 0
            return
        move = search.move
        if value == UNDECIDED:
            search.try_first(move)
            search.begin(FULL_BOARD, True, NO_LIMIT, 1)
            yield from evaluator.searched()
            move = search.move
            value = outcome(search.value)
            if value == WIN and search.evals < _LONG:
                move = yield from self._hurry(move, horizon)
        if value != WIN and search.evals < _LONG:
            move = yield from self._set_problems(game, move, value)
        self.steps = steps_of(move)
        yield 0

    def _glance(self, tiles: int) -> "Thought":
        """Search one turn further at a time, until the game is decided or the cost is too high;
        returns the number of tiles searched to. The results stay in the search."""
        search = self._search
        horizon = tiles
        while True:
            horizon += 1
            search.begin(horizon, True, _GLANCE)
            if (yield from self._evaluator.searched()) != FINISHED:
                return horizon - 1
            if search.value or horizon == FULL_BOARD:
                return horizon
            if tiles <= MOST_TILES and horizon == tiles + _GLANCE_TURNS:
                return horizon
            search.try_first(search.move)

    def _hurry(self, move: int, horizon: int) -> "Thought":
        """The quickest win, if found within the allowance; otherwise the known move."""
        search = self._search
        limit = search.evals + _HURRY
        while horizon < FULL_BOARD:
            horizon += 1
            search.try_first(move)
            search.begin(horizon, True, limit)
            if (yield from self._evaluator.searched()) != FINISHED:
                break
            if search.value > 0:
                return search.move
        return move

    def _set_problems(self, game: "Flip", move: int, value: int) -> "Thought":
        """A move that keeps a tie, or any move of a lost position, after which mistakes are
        likely."""
        search = self._search
        limit = _PROBLEMS
        # Ranking may be too long for the rest of a slice: continue in the next.
        yield min(self._evaluator.budget, _SLICE)
        trials = self._most_problems()
        yield _RANK_COST
        for trial in trials:
            if trial == move or value == LOSE:
                return trial
            if self._evaluator.budget < _TRIAL_COST:
                yield self._evaluator.budget
            steps = steps_of(trial)
            for step in steps:
                game.push(step)
            search.load(game)
            for _ in steps:
                game.pop()
            yield _TRIAL_COST
            search.begin_doubt(limit)
            if (yield from self._evaluator.searched()) != FINISHED:
                break
            limit -= search.evals
            if search.value <= 0:
                return trial
        return move

    def _most_problems(self) -> "list[int]":
        """The moves of the root that rank highest, best first, equals in random order; moves that
        decide the game at once are excluded."""
        search = self._search
        search.rank_replies()
        found: list[tuple[int, int, int]] = []
        begin, end = search.replies()
        for index in range(begin, end):
            word = search.state[index]
            rank = word >> 20
            if len(found) < _TRIALS or rank >= found[-1][0]:
                found.append((rank, self._dice.roll(1000), word & 0xFFF))
                found.sort(reverse=True)
                del found[_TRIALS:]
        return [move for _, _, move in found]
