"""The value of each legal step of Magician Chess, if the search proves it: mates, and steps that
end the game at once."""

from array import array

from micropython import const

from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, GameError
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import DEEPEST, MagicianSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.contract import Game

_ALLOWANCE = const(490_000)  # units of work for all steps of a decision
_LOAD_COST = const(4500)
_TRY_COST = const(300)
_MERIT = (2, 3, 0, 1)  # of UNDECIDED, WIN, LOSE, TIE: an unknown step may win


class MagicianCoach:
    """`start` with the legal steps, `run` until it returns True, read `values` at any time.

    values: for each step WIN, LOSE or TIE for the player to act if proved, else UNDECIDED. All
    turns are searched one ply deep, then two, and so on, until the allowance is used up; a step has
    the value of the best turn that begins with it. The search belongs to the player, which must not
    think meanwhile.
    """

    def __init__(self, search: MagicianSearch) -> None:
        self.values = bytearray(Magician.max_steps)
        self._search = search
        self._steps = array("H", [0] * Magician.max_steps)
        self._turns = array("i", [0] * layout.MAX_TURNS)
        self._known = bytearray(layout.MAX_TURNS)  # proved value of each turn
        self._count = 0
        self._turn_count = 0
        self._at = 0
        self._depth = 0
        self._game: Magician | None = None  # there is more to find
        self._loaded = False

    def start(self, game: "Game", steps: "Sequence[int]", count: int) -> None:
        """Begin with the first `count` of `steps`, the legal ones in `game`. GameError if it
        belongs to another game."""
        if not isinstance(game, Magician):
            raise GameError("this coach knows Magician Chess")
        self._count = count
        for index in range(count):
            self._steps[index] = steps[index]
            self.values[index] = UNDECIDED
        self._game = game if count else None
        self._loaded = False

    def stop(self) -> None:
        """Stop and forget the steps."""
        self._game = None

    def run(self, max_evals: int) -> bool:
        """Search for about `max_evals` units of work; True when there is nothing more to find. The
        size of the slices does not change the result."""
        left = max_evals
        search = self._search
        while self._game is not None:
            if left <= 0:
                return False
            if not self._loaded:
                self._load(self._game)
                left -= _LOAD_COST
                continue
            status = search.run(left)
            left -= search.spent
            if status == layout.RUNNING:
                return False
            if status == layout.EXHAUSTED:
                self._game = None
            else:
                if search.value > layout.FAIR:
                    self._take(self._game, WIN)
                elif search.value < -layout.FAIR:
                    self._take(self._game, LOSE)
                left -= self._next(self._game)
        return True

    def _load(self, game: Magician) -> None:
        self._turn_count = game.turns(self._turns)
        for index in range(self._turn_count):
            self._known[index] = UNDECIDED
        self._search.load(game)
        self._loaded = True
        self._depth = 1
        self._at = -1
        self._next(game)

    def _next(self, game: Magician) -> int:
        """Begin with the next unproved turn; after the last one, start again one ply deeper.
        Returns the work to check whether the turn ends the game."""
        for _ in range(self._turn_count):
            self._at += 1
            if self._at == self._turn_count:
                self._at = 0
                self._depth += 1
            if self._known[self._at] == UNDECIDED and self._depth <= DEEPEST:
                self._search.begin(self._turns, self._at, self._at + 1, self._depth, _ALLOWANCE)
                if self._depth == 1 and self._ends_in_a_draw(game):
                    self._take(game, TIE)
                    return _TRY_COST + self._next(game)
                return _TRY_COST
        self._game = None
        return 0

    def _ends_in_a_draw(self, game: Magician) -> bool:
        steps = game.steps_of(self._turns[self._at])
        for step in steps:
            game.push(step)
        verdict = game.verdict()
        for _ in steps:
            game.pop()
        return bool(verdict == TIE)

    def _take(self, game: Magician, value: int) -> None:
        """Store the value of the turn and update the steps that begin it."""
        self._known[self._at] = value
        for number in range(self._count):
            if not game.begins(self._turns[self._at], self._steps[number]):
                continue
            best = LOSE
            for index in range(self._turn_count):
                if game.begins(self._turns[index], self._steps[number]):
                    known = self._known[index]
                    if _MERIT[known] > _MERIT[best]:
                        best = known
            self.values[number] = best
