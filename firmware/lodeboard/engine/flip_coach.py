"""What each legal step of flip tiles is worth to the player to act: proved, or not known.

Every step is searched to the end of the game, one after another, within one allowance of
static evaluations for all of them together: on the chip, less than a second.
"""

from array import array

from lodeboard.engine.flip_kernel import FINISHED, RUNNING
from lodeboard.engine.flip_search import FlipSearch
from lodeboard.games.game import LOSE, TIE, UNDECIDED, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.game import Game

ALLOWANCE = 40_000  # static evaluations for all the steps of one decision
_BEGIN_COST = 500  # making a step and setting its root takes the chip as long as so many
_FULL_BOARD = 16


class FlipCoach:
    """`start` with the legal steps, `run` until it says True, read `values` at any time.

    values: for each step WIN, LOSE or TIE for the player to act, UNDECIDED where not known.
    The search is lent by the player, who must not be thinking meanwhile.
    """

    def __init__(self, search: FlipSearch, most_steps: int):
        self.values = bytearray(most_steps)
        self._search = search
        self._steps = array("H", [0] * most_steps)
        self._game: Game | None = None
        self._count = 0
        self._at = 0
        self._left = 0
        self._same_player = False
        self._searching = False

    def start(self, game: "Game", steps: "Sequence[int]", count: int) -> None:
        """Begin with the first `count` of `steps`, the legal ones in `game`."""
        self._game = game
        self._count = count
        for at in range(count):
            self._steps[at] = steps[at]
            self.values[at] = UNDECIDED
        self._at = 0
        self._left = ALLOWANCE
        self._searching = False
        self._search.wipe()

    def stop(self) -> None:
        """Forget what was asked."""
        self._count = self._at = 0

    def run(self, max_evals: int) -> bool:
        """Search on for the work of `max_evals` evaluations; True when there is no more to find.
        How it is sliced changes nothing."""
        search = self._search
        left = max_evals
        while self._at < self._count and self._left > 0:
            if left <= 0:
                return False
            if not self._searching:
                # The first may have to take in another rule set and gets a slice of its own.
                left = left - _BEGIN_COST if self._at else 0
                self._begin()
                continue
            status = search.run(left)
            left -= search.spent
            if status == RUNNING:
                return False
            self._left -= search.evals
            self._searching = False
            if status == FINISHED:
                self._keep(WIN if search.value > 0 else LOSE if search.value < 0 else TIE)
            self._at += 1
        return True

    def _begin(self) -> None:
        """Make the next step; look it up if the game is over then, else start searching."""
        game = self._game
        if game is None:
            return
        player = game.turn
        game.push(self._steps[self._at])
        self._same_player = game.turn == player
        verdict = game.verdict()
        if verdict == UNDECIDED:
            self._search.load(game)
            # Only win, draw or loss is asked for, so a narrow window will do.
            self._search.begin(_FULL_BOARD, True, self._left, 1)
            self._searching = True
        else:
            self._keep(verdict)
            self._at += 1
        game.pop()

    def _keep(self, value: int) -> None:
        if not self._same_player and value != TIE:
            value = WIN if value == LOSE else LOSE
        self.values[self._at] = value
