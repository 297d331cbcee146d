"""Play at flip tiles as people do: see games/human.py.

The person chooses the flip first, then the placement: each is one of the steps that it notices. A
flip is worth as much as the best turn that begins with it. Who sees a win in it also finds the
placement. With few empty cells the turns that are thought through to the last step are searched to
the full board, so there an error costs what it really gives away.
"""

from micropython import const

from lodeboard.games.contract import LOSE, UNDECIDED, WIN
from lodeboard.games.flip import search_layout as layout
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch
from lodeboard.games.human import SURELY, Level, Person, last_cell
from lodeboard.games.order import shuffle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.dice import Dice

# Turns ahead, and static evaluations on looking more than two turns ahead.
_LEVELS = (
    Level(2, 0, 80, 80, 80, 75),
    Level(2, 0, 75, 55, 60),
    Level(3, 20_000, 89, 86, 30),
    Level(3, 40_000, 98, 98, 8),
)
_SURE_HAND = Level(1, 0)
_WORTH = const(25)  # of a point of the search's score
_EXACT_FROM = const(12)  # tiles on the board after the step
_FELT = const(400)  # the worth of a proved end that lies beyond the level's depth
_ALWAYS = const(2)  # turns that are looked at to the end, whatever it takes
_FULL_BOARD = const(16)
_FLIP = const(32)  # first flip step
_LOAD_COST = const(3000)  # setting a root takes the chip about as long as so many evaluations


class FlipPerson:
    """`start`, then `run` until `steps` are there.

    steps   the whole move, or what is left of it
    evals   static evaluations spent on it
    """

    def __init__(self, search: FlipSearch, dice: "Dice") -> None:
        self.steps: list[int] = []
        self.evals = 0
        self._search = search
        self._dice = dice
        self._person = Person(Flip.max_steps)
        self._order = bytearray(Flip.max_steps)
        self._cells = bytearray(Flip.max_steps)
        self._changes = bytearray(3 * Flip.max_changes)
        self._game = Flip()
        self._level = _LEVELS[0]
        self._left = 0  # evaluations for looking more than two turns ahead
        self._searching = False
        self._made: list[int] = []
        self._half = False  # the step that is searched is a flip
        self._exact = False
        self._won = 0  # a flip that begins a turn that wins

    def start(self, game: Flip, copy: Flip, level: int) -> None:
        """Start to think about a position. copy: of it, to be played on meanwhile."""
        self.steps = []
        self.evals = 0
        self._game = copy
        self._level = _LEVELS[level]
        self._made = []
        self._won = 0
        self._begin(self._level, last_cell(game))

    def _begin(self, level: Level, focus: int) -> None:
        game = self._game
        order = self._order
        count = game.steps(order)
        shuffle(order, count, self._dice)
        for index in range(count):
            game.changes(order[index], self._changes)
            self._cells[index] = self._changes[0]
        self._searching = False
        self._left = level.work
        self._person.begin(level, self._dice, self._cells, count, focus, (game.rows, game.columns))

    def run(self, budget: int) -> int:
        """Think for the work of about so many evaluations; returns what is left of them."""
        search = self._search
        while budget > 0 and not self.steps:
            if not self._searching:
                budget -= self._look()
                continue
            status = search.run(budget)
            budget -= search.spent
            if status == layout.RUNNING:
                break
            self._searching = False
            self.evals += search.evals
            self._left -= search.evals
            if status == layout.EXHAUSTED:
                self._person.stop()
            else:
                self._take(search.value if self._half else -search.value)
        return budget

    def _look(self) -> int:
        """Begin to search the step that the person looks at, or accept the choice. Returns the work
        done."""
        person = self._person
        if person.at < 0:
            self._choose(self._order[person.choice])
            return _LOAD_COST
        game = self._game
        step = self._order[person.at]
        game.push(step)
        verdict = game.verdict()
        if verdict != UNDECIDED:
            game.pop()
            person.take(-SURELY if verdict == WIN else SURELY if verdict == LOSE else 0)
            return _LOAD_COST
        search = self._search
        search.load(game)
        game.pop()
        self._half = step >= _FLIP
        depth = person.depth - (0 if self._half else 1)
        if depth == 0:
            self._take(-search.score)
            return _LOAD_COST
        tiles = search.root_tiles
        self._exact = tiles >= _EXACT_FROM and person.depth == self._level.depth > 1
        horizon = _FULL_BOARD if self._exact else min(_FULL_BOARD, tiles + depth)
        limit = NO_LIMIT
        if person.depth > _ALWAYS:
            limit = max(1, self._left)
        search.begin(horizon, self._exact, limit)
        self._searching = True
        return _LOAD_COST

    def _take(self, score: int) -> None:
        """Store the score of the step that the person looks at."""
        person = self._person
        size = abs(score)
        if size <= layout.FAIR:
            person.take(score * _WORTH)
            return
        turns = layout.SURE - size - self._search.root_tiles + (0 if self._half else 1)
        sure = turns <= self._level.depth
        if self._half and turns == 1 and score > 0:
            self._won = self._order[person.at]
        worth = SURELY if sure else _FELT
        person.take(worth if score > 0 else -worth, sure)

    def _choose(self, step: int) -> None:
        """Make this step, and begin to think about the placement after a flip."""
        game = self._game
        self._made.append(step)
        if step < _FLIP:
            self.steps = self._made
            return
        game.changes(step, self._changes)
        game.push(step)
        level = _SURE_HAND if step == self._won else self._level
        self._begin(level, self._changes[3])
