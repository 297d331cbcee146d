"""The machine's play at xtic: levels, and the choice of a step.

A level looks so many moves ahead, a move being a placement with the gift that goes with it; so
a gift looks one placement less far than the placement before it. Nothing is judged beyond. What
is decided within the horizon is: the winner hurries, the loser delays, and of all other steps
one is chosen by chance, which comes from the position itself: the same level makes the same
step in the same position everywhere. The last level plays like the one below it while few
pieces are on the board; then it looks as far as its work reaches, and from eight pieces on to
the end of the game.
"""

from lodeboard.engine import levels
from lodeboard.engine import xtic_words as words
from lodeboard.engine.dice import Dice
from lodeboard.engine.xtic_search import FIRST_STUCK, FULL_BOARD, NO_LIMIT, XticSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.engine.xtic_search import Kernel
    from lodeboard.games.xtic import Xtic

LEVELS = levels.LEVELS["xtic"]
_DONT_TRY = 5

_SLOTS = 2048  # transposition table: 24 KB of the workspace; its size is part of the play
_WORK = 550_000  # units for the last level, where it cannot see the end
_FAR_FROM = 5  # pieces on the board; before, it plays like the level below
_EXACT_FROM = 8  # pieces on the board: from there on the last level looks to the end
_LAST_WORK = 30_000  # ... and where it sees that it is lost, on how to hold out longest
_STEPWISE = 4  # placements that it looks ahead one by one, where it can see the end
_LOAD_COST = 5000  # setting a root takes the chip about as long as so many units of work


class XticPlayer:
    """Chooses steps of xtic. `start`, then `run` until it says True, then read `steps`.

    steps   the step, alone in a list: each is a whole move
    nodes   gifts looked into for it
    source  where it comes from: "search", or "chance" where nothing was looked into

    kernels: what a port's `engine` offers; in its workspace, where there is one, lie all the
    large arrays.
    """

    def __init__(
        self,
        search: "Kernel | None" = None,
        tables: "Any" = None,
        kernels: "dict[str, Any] | None" = None,
    ) -> None:
        self.steps: list[int] = []
        self.nodes = 0
        self.source = "search"
        offered = kernels or {}
        self.search = XticSearch(_SLOTS, search, offered.get("as_bytes"), offered.get("workspace"))
        self._dice = Dice()
        self._game: Xtic | None = None
        self._level = 0
        self._order = bytearray(FULL_BOARD)
        self._count = 0
        self._first = 0  # how many of `_order` are known to lose
        self._horizon = 0
        self._deepest = 0
        self._limit = NO_LIMIT
        self._sees_end = False
        self._stepped = 0  # the horizon before the last leap to the end
        self._loaded = False

    def start(self, game: "Xtic", level: int) -> None:
        """Begin to think about an undecided position, for LEVELS[level]. The game must stay as
        it is until `run` says True, or until another start."""
        self.steps = []
        self.nodes = 0
        self._game = game
        self._level = level
        self._loaded = False

    def take_trouble(self) -> str:
        """What people should know about tables, once; there are none."""
        return ""

    def _load(self, game: "Xtic") -> None:
        """The legal steps in an order by chance, the root, and how far to look."""
        self._loaded = True
        dice = self._dice
        dice.seed(" ".join((game.name, game.rules, LEVELS[self._level], game.text())))
        order = self._order
        self._count = game.steps(order)
        for last in range(self._count - 1, 0, -1):
            at = dice.roll(last + 1)
            order[at], order[last] = order[last], order[at]
        self._first = 0
        search = self.search
        search.wipe()
        search.load(game, order, self._count)
        placed = search.placed
        self._horizon = placed
        # A gift belongs to the placement before it.
        level = min(self._level, _DONT_TRY)
        deepest = placed + level + (1 if search.placing else 0)
        self._limit = NO_LIMIT
        self._sees_end = False
        if self._level > _DONT_TRY and placed >= _FAR_FROM:
            deepest = FULL_BOARD
            self._sees_end = placed >= _EXACT_FROM
            if not self._sees_end:
                self._limit = _WORK
        self._deepest = min(FULL_BOARD, deepest)
        if placed == 0:
            # All pieces are alike, and so are all cells, so far as anybody looks.
            self._deepest = 0
        self._look_deeper()

    def _look_deeper(self) -> None:
        """Begin to search one placement further, or settle for what is known."""
        search = self.search
        horizon = self._horizon + 1
        if horizon > search.placed + (1 if search.placing else 0):
            # No piece is stuck as early as that, so a wider horizon shows nothing new.
            horizon = max(horizon, FIRST_STUCK + 1)
        if self._sees_end and horizon > search.placed + _STEPWISE:
            # The end is so near that it costs less than to come closer step by step.
            self._stepped = self._horizon
            horizon = max(horizon, FULL_BOARD)
        self._horizon = horizon
        if horizon > self._deepest:
            self._settle(self._order[self._first])
        else:
            search.begin(horizon, self._first, self._limit)

    def _hold_out(self) -> None:
        """All steps lose: what loses latest is the first that did not yet when last looked."""
        if self._sees_end and self._horizon == FULL_BOARD > self._stepped + 1:
            self._sees_end = False
            self._horizon = self._stepped
            self._deepest = FULL_BOARD - 1
            self._limit = self.search.work + _LAST_WORK
            self._look_deeper()
        else:
            self._settle(self._order[self._first])

    def _settle(self, step: int) -> None:
        self.steps = [step]
        self.nodes = self.search.nodes
        self.source = "search" if self.nodes else "chance"

    def run(self, max_evals: int) -> bool:
        """Think on for the work of about `max_evals` units; True when the step is decided. How
        it is sliced changes nothing."""
        search = self.search
        left = max_evals
        while not self.steps:
            if left <= 0:
                return False
            if not self._loaded and self._game is not None:
                left -= _LOAD_COST
                self._load(self._game)
                continue
            status = search.run(left)
            left -= search.spent
            if status == words.RUNNING:
                return False
            if status == words.FINISHED and search.value > 0:
                self._settle(search.step)
            elif status == words.FINISHED and search.value == 0:
                while self._order[self._first] != search.step:
                    self._first += 1
                self._look_deeper()
            elif status == words.FINISHED:
                self._hold_out()
            else:
                self._settle(self._order[self._first])
        return True
