"""The machine's play at flip tiles: levels, their oversights, and the choice of a move.

A level is limited by work (static evaluations), never by time, and what chance there is comes
from the position itself: the same level plays the same move in the same position everywhere.
"""

from lodeboard.engine import flip_kernel as kernel
from lodeboard.engine.dice import Dice
from lodeboard.engine.flip_kernel import flip_search
from lodeboard.engine.flip_search import ALL_CELLS, FlipSearch, steps_of
from lodeboard.engine.flip_tables import build_tables
from lodeboard.games.grid import Grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.engine.flip_search import Kernel
    from lodeboard.games.game import Game

LEVELS = ("novice", "easy", "medium", "hard", "expert")

# For each level:
#   turns    how many turns ahead it looks, at most
#   evals    static evaluations it may spend on a move
#   sight    percent: how surely it notices what lies two cells from where it is looking, when
#            it thinks of its own turn (squared at three cells); everything nearer is noticed
#   reply    the same for the opponent's reply
#   lapses   percent of turns played without any thought
_TURNS = (1, 2, 2, 3, 16)
_EVALS = (1000, 20000, 20000, 20000, 80000)
_SIGHT = (60, 80, 100, 100, 100)
_REPLY = (0, 40, 80, 100, 100)
_LAPSES = (70, 30, 10, 0, 0)

_SLOTS = 4096  # transposition table: 40 KB on the board; its size is part of the play
_FULL_BOARD = 16


class FlipPlayer:
    """Chooses moves of flip tiles. `start`, then `run` until it says True, then read `steps`.

    steps   the whole move, or what is left of it, as step integers
    nodes   static evaluations spent on it
    source  where the move comes from: "search"
    """

    def __init__(self, search: "Kernel" = flip_search) -> None:
        self.steps: list[int] = []
        self.nodes = 0
        self.source = "search"
        self._search = FlipSearch(build_tables(Grid(4, 4)), _SLOTS, search)
        self._dice = Dice()
        self._buffer = bytearray(32)
        self._deepest = 0
        self._horizon = 0
        self._limit = 0
        self._best = 0

    def start(self, game: "Game", level: int) -> None:
        """Begin to think about an undecided position, for LEVELS[level]."""
        self.steps = []
        self.nodes = 0
        self._best = 0
        dice = self._dice
        dice.seed(" ".join((game.name, game.rules, LEVELS[level], game.text())))
        if dice.roll(100) < _LAPSES[level]:
            self._play_anything(game)
            return
        search = self._search
        search.load(game)
        search.wipe()
        self._look_around(_SIGHT[level], _REPLY[level])
        self._deepest = min(_FULL_BOARD, search.root_tiles + _TURNS[level])
        self._limit = _EVALS[level]
        self._horizon = search.root_tiles
        search.try_first(0)
        self._look_deeper()

    def run(self, max_evals: int) -> bool:
        """Think on for about `max_evals` static evaluations; True when the move is decided."""
        if self.steps:
            return True
        search = self._search
        until = search.evals + max_evals
        while True:
            status = search.run(until - search.evals)
            if status == kernel.RUNNING:
                return False
            if status == kernel.FINISHED:
                self._best = search.move
                settled = abs(search.value) > kernel.FAIR
                if not settled and self._horizon < self._deepest and search.evals < self._limit:
                    self._look_deeper()
                    continue
            self.steps = steps_of(self._best)
            self.nodes = search.evals
            return True

    def _look_deeper(self) -> None:
        self._horizon += 1
        search = self._search
        search.try_first(self._best)
        # The first look is always finished: there must be a move.
        if self._best:
            search.begin(self._horizon, False, self._limit)
        else:
            search.begin(self._horizon, False)

    def _play_anything(self, game: "Game") -> None:
        """A legal move by chance alone."""
        steps = [self._any_step(game)]
        game.push(steps[0])
        if not game.between_moves():
            steps.append(self._any_step(game))
        game.pop()
        self.steps = steps

    def _any_step(self, game: "Game") -> int:
        return self._buffer[self._dice.roll(game.steps(self._buffer))]

    def _look_around(self, sight: int, reply: int) -> None:
        """Choose where the player looks, and what it notices from there."""
        focus = self._dice.roll(16)
        self._search.look_at(
            self._notice(focus, sight),
            self._notice(focus, sight),
            self._notice(focus, reply),
            self._notice(focus, reply),
        )

    def _notice(self, focus: int, percent: int) -> int:
        """Mask of the cells noticed by one who looks at cell `focus`."""
        if percent == 100:
            return ALL_CELLS
        seen = 0
        for cell in range(16):
            distance = max(abs((cell >> 2) - (focus >> 2)), abs((cell & 3) - (focus & 3)))
            chance = 100
            for _ in range(1, distance):
                chance = chance * percent // 100
            if self._dice.roll(100) < chance:
                seen |= 1 << cell
        return seen
