"""The search, player and coach that games without a kernel of their own share. Plain Python over
the contract.

The search is negamax with alpha and beta, on a copy of the game, so many steps deep. Work is
counted in nodes, which are positions that a step led to; it is limited by that and never by
time, and slices do not change the result. A game brings the copy to be
searched, an evaluator (a score for the player to act where the search stops, at most FAIR either
way), and the cost of a node in a port's evaluations.

A win or a loss that the search finds is proved. A tie is proved only where the search saw every
line to its end. There is no transposition table: draws by repetition depend on the moves before a
position, and table entries must not.
"""

from array import array

from micropython import const

from lodeboard.games.contract import LOSE, NOWHERE, TIE, UNDECIDED, WIN, GameError
from lodeboard.games.dice import Dice
from lodeboard.games.human import SURELY, Person, last_cell
from lodeboard.games.order import put_first, shuffle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lodeboard.games.contract import Game
    from lodeboard.games.human import Level

RUNNING = 0  # the slice is used up; call again
FINISHED = 1
EXHAUSTED = 2  # the limit of nodes was met first

SURE = const(20000)  # a win at once; a turn later one less
FAIR = 10000  # what an evaluator says stays within this
_NEARLY = SURE - 200  # what proves a score to be a win or a loss, not a mean
_NO_LIMIT = const(0x3FFFFFFF)


def outcome(score: int) -> int:
    """WIN or LOSE where a score proves it, else UNDECIDED."""
    return WIN if score > FAIR else LOSE if score < -FAIR else UNDECIDED


def turns(score: int) -> int:
    """The steps to the end that a score proves."""
    return SURE - abs(score)


class Search:
    """`load` a position, `begin` with steps of it, `run` until it does not say RUNNING. Then

    value   the score of the best of these steps, for the player to act
    step    that step; of equal ones the first; -1 where the limit came before the first score
    whole   every line was seen to its end, so `value` is exact, ties included
    nodes   since `load`
    decisive  a score that lower levels take for a sure win
    """

    decisive = 1000

    def __init__(self, game: "Game", evaluate: "Callable[[], int]", deepest: int) -> None:
        self.game = game
        self.deepest = deepest
        self._evaluate = evaluate
        self._steps = [array("H", [0] * game.max_steps) for _ in range(deepest)]
        # For each ply: how many steps, how many of them tried, the window, the best score.
        self._count = array("h", [0] * deepest)
        self._tried = array("h", [0] * deepest)
        self._alpha = array("h", [0] * deepest)
        self._beta = array("h", [0] * deepest)
        self._best = array("h", [0] * deepest)
        self._ply = 0
        self._depth = 0
        self._limit = 0
        self.value = 0
        self.step = -1
        self.whole = False
        self.nodes = 0

    def load(self, game: "Game") -> None:
        """Copy a position without its history. Raises GameError if it is of another game."""
        if game.name != self.game.name:
            raise GameError("this search is for " + self.game.name)
        self._ply = 0
        if self.game.rules != game.rules:
            self.game.change_rules(game.rules)
        self.game.load(game.text())
        self.nodes = 0

    def settled(self) -> int:
        """What `value` proves: WIN, LOSE or TIE; UNDECIDED if nothing."""
        found = outcome(self.value)
        return TIE if found == UNDECIDED and self.whole else found

    def called(self) -> int:
        """What a coach calls `value`."""
        return self.settled()

    def begin(
        self,
        steps: "Sequence[int]",
        first: int,
        count: int,
        depth: int,
        limit: int = _NO_LIMIT,
        floor: int = -SURE,
    ) -> None:
        """Start to search steps[first:count], which are legal, `depth` deep (1: the steps
        themselves), until `nodes` reaches the limit. A value of `floor` or less need not be
        exact."""
        while self._ply:
            self._ply -= 1
            self.game.pop()
        self._depth = min(depth, self.deepest)
        self._limit = limit
        for index in range(first, count):
            self._steps[0][index - first] = steps[index]
        self._open(0, count - first, max(-SURE, min(SURE, floor)), SURE)
        self.step = -1
        self.whole = True

    def _open(self, ply: int, count: int, alpha: int, beta: int) -> None:
        self._count[ply] = count
        self._tried[ply] = 0
        self._alpha[ply] = alpha
        self._beta[ply] = beta
        self._best[ply] = -SURE

    def run(self, nodes: int) -> int:
        """Continue for this many nodes."""
        game = self.game
        while True:
            ply = self._ply
            tried = self._tried[ply]
            if tried == self._count[ply] or self._alpha[ply] >= self._beta[ply]:
                self.value = self._best[ply]
                if ply == 0:
                    return FINISHED
                self._ply = ply - 1
                self._take(self.value)
                continue
            if self.nodes >= self._limit:
                while self._ply:
                    self._ply -= 1
                    game.pop()
                self.value = self._best[0]
                return EXHAUSTED
            if nodes <= 0:
                return RUNNING
            nodes -= 1
            self.nodes += 1
            self._tried[ply] = tried + 1
            mover = game.turn
            game.push(self._steps[ply][tried])
            verdict = game.verdict()
            if verdict != UNDECIDED:
                sure = SURE - ply - 1
                self._take(sure if verdict == WIN else -sure if verdict == LOSE else 0)
            elif ply + 1 == self._depth:
                self.whole = False
                self._take(self._evaluate())
            else:
                alpha = self._alpha[ply]
                beta = self._beta[ply]
                if game.turn != mover:
                    alpha, beta = -beta, -alpha
                self._open(ply + 1, game.steps(self._steps[ply + 1]), alpha, beta)
                self._ply = ply + 1

    def _take(self, score: int) -> None:
        """Undo the current step; its score is known for the player who acts after it."""
        game = self.game
        ply = self._ply
        after = game.turn
        step = game.pop()
        if game.turn != after:
            score = -score
        if score > self._best[ply]:
            self._best[ply] = score
            if score > self._alpha[ply]:
                self._alpha[ply] = score
            if ply == 0:
                self.step = step


class SearchPlayer:
    """Chooses steps by searching deeper and deeper. `start`, then `run` until it says True, then
    read `steps`.

    steps   the step, alone in a list
    nodes   positions looked at for it
    source  where it comes from: "search", or "chance" where nothing was looked at

    levels: by their names. cost: of a node, in a port's evaluations.
    """

    def __init__(
        self, search: Search, names: "Sequence[str]", levels: "Sequence[Level]", cost: int
    ) -> None:
        self.search = search
        self.cost = cost
        self.steps: list[int] = []
        self.nodes = 0
        self.longest = 0
        self.source = "search"
        self._names = names
        self._levels = levels
        self._level = levels[0]
        self._dice = Dice()
        self._order = array("H", [0] * search.game.max_steps)
        self._count = 0
        self._depth = 0
        self._person = Person(search.game.max_steps)

    def start(self, game: "Game", level: int) -> None:
        """Start to think about an undecided position."""
        self.steps = []
        self.nodes = 0
        self.source = "search"
        self._level = self._levels[level]
        self.longest = self._level.work * self.cost
        search = self.search
        search.load(game)
        dice = self._dice
        dice.seed(" ".join((game.name, game.rules, self._names[level], game.text())))
        order = self._order
        self._count = search.game.steps(order)
        shuffle(order, self._count, dice)
        self._depth = 0
        if self._count == 1:
            self._settle(order[0])
        elif self._level.human:
            self._begin_as_person(last_cell(game))
        else:
            self._look_deeper()

    def _begin_as_person(self, focus: int) -> None:
        """Start to look at the steps as a person does."""
        game = self.search.game
        changes = [0] * (3 * game.max_changes)
        cells = bytearray(self._count)
        for index in range(self._count):
            changed = game.changes(self._order[index], changes)
            cells[index] = changes[3 * changed - 3] if changed else NOWHERE
        size = (game.rows, game.columns)
        self._person.begin(self._level, self._dice, cells, self._count, focus, size)
        self._think_through()

    def _think_through(self) -> None:
        """Search the step that the person looks at, or accept the choice."""
        person = self._person
        index = person.at
        if index < 0:
            self._settle(self._order[person.choice])
            return
        floor = person.floor * self.search.decisive // SURELY
        work = self._level.work
        self.search.begin(self._order, index, index + 1, person.depth, work, floor)

    def take_trouble(self) -> str:
        """A problem with the tables to report: there are none."""
        return ""

    def _look_deeper(self) -> None:
        self._depth += 1
        limit = self._level.work if self._depth > 1 else _NO_LIMIT
        self.search.begin(self._order, 0, self._count, self._depth, limit)

    def _settle(self, step: int) -> None:
        self.steps = [step]
        self.nodes = self.search.nodes
        if self._level.human and not self.nodes:
            self.source = "chance"

    def run(self, max_evals: int) -> bool:
        """Think for the work of about `max_evals` evaluations; True when the step is decided.
        Slicing does not change the result."""
        search = self.search
        left = max(1, max_evals // self.cost)
        while not self.steps:
            before = search.nodes
            status = search.run(left)
            left -= search.nodes - before
            if status == RUNNING:
                return False
            if self._level.human:
                if status == EXHAUSTED:
                    self._person.stop()
                else:
                    value = search.value
                    sure = abs(value) > _NEARLY
                    self._person.take(value * SURELY // search.decisive, sure)
                self._think_through()
                continue
            if search.step >= 0:
                put_first(self._order, search.step)
            deepest = min(self._level.depth, search.deepest)
            if status == EXHAUSTED or self._depth == deepest or search.settled() != UNDECIDED:
                self._settle(self._order[0])
            else:
                self._look_deeper()
        return True


class SearchCoach:
    """`start` with the legal steps, `run` until it says True, read `values` at any time.

    values: for each step WIN, LOSE or TIE for the player to act where that is proved, UNDECIDED
    where it is not known. All steps are searched one deep, then two, and so on, until `allowance`
    nodes are used up. The search belongs to the player, which must not be thinking meanwhile.
    """

    def __init__(self, search: Search, cost: int, allowance: int) -> None:
        self.values = bytearray(search.game.max_steps)
        self._known = bytearray(search.game.max_steps)
        self._search = search
        self._cost = cost
        self._allowance = allowance
        self._steps = array("H", [0] * search.game.max_steps)
        self._count = 0
        self._at = 0
        self._depth = 0
        self._working = False

    def start(self, game: "Game", steps: "Sequence[int]", count: int) -> None:
        """Begin with the first `count` of `steps`, the legal ones in `game`."""
        self._search.load(game)  # refuses another game, which may have more steps
        self._count = count
        for index in range(count):
            self._steps[index] = steps[index]
            self.values[index] = UNDECIDED
            self._known[index] = 0
        self._depth = 0
        self._at = count - 1
        self._working = count > 0 and self._next()

    def stop(self) -> None:
        """Drop the question."""
        self._working = False

    def _next(self) -> bool:
        """Start with the next step that is not known; False if there is none, or it is too deep."""
        for _ in range(self._count):
            self._at += 1
            if self._at == self._count:
                self._at = 0
                self._depth += 1
            if not self._known[self._at]:
                if self._depth > self._search.deepest:
                    return False
                index = self._at
                self._search.begin(self._steps, index, index + 1, self._depth, self._allowance)
                return True
        return False

    def run(self, max_evals: int) -> bool:
        """Search for the work of about `max_evals` evaluations; True when there is no more to find.
        Slicing does not change the result."""
        search = self._search
        left = max(1, max_evals // self._cost)
        while self._working:
            before = search.nodes
            status = search.run(left)
            left -= search.nodes - before
            if status == RUNNING:
                return False
            if status == FINISHED:
                self.values[self._at] = search.called()
                self._known[self._at] = search.settled() != UNDECIDED
            self._working = status == FINISHED and self._next()
        return True
