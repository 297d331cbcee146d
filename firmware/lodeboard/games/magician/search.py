"""A search of Magician Chess: the kernel's words, setting a root and reading the outcome."""

from array import array

from micropython import const

from lodeboard.games.magician import board_kernel, weights
from lodeboard.games.magician import board_layout as layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence
    from typing import Any

    from lodeboard.games.magician.rules import Magician
    from lodeboard.ports.port import Memory

    Kernel = Callable[[Any, int], int]

NO_LIMIT = const(0x3FFFFFFF)
DEEPEST = const(15)
SURELY_NO_DRAW = const(70)  # quiet turns, few enough that no searched line reaches the draw


class MagicianSearch:
    """Set a root with `load`, start with `begin`, call `run` until it returns something else than
    RUNNING; then read `value` and `best`.

    memory: where the words lie; without it the search makes its own. kernel: to run in place of
    magician_board as it is installed.
    """

    def __init__(self, memory: "Memory | None" = None, kernel: "Kernel | None" = None) -> None:
        if memory is None:
            self.state: Any = array("i", [0] * layout.WORDS)
        else:
            self.state = memory.words(layout.WORDS)
        _fill(self.state)
        self._kernel: Kernel = kernel or board_kernel.magician_board
        self._task = layout.SEARCH
        self._key = 0
        self._check = 0

    def load(self, game: "Magician", noise: int = 0) -> None:
        """Take an undecided position between two turns as the root, with its history. noise: a
        power of two less one, in points (see weights)."""
        state = self.state
        board = game.board
        for index in range(layout.STATE_WORDS):
            state[index] = board[index]
        self._kernel(state, layout.CLEAR)
        state[layout.WORK] = state[layout.NODES] = 0
        state[layout.NOISE] = noise
        # Table entries do not hold the distance to the draw, so the table is not used near it.
        state[layout.SLOT_MASK] = layout.SLOTS - 1 if board[layout.QUIET] < SURELY_NO_DRAW else 0
        state[layout.PAST_COUNT] = game.past(state, layout.PAST, layout.MAX_PAST)
        self._check = self._kernel(state, layout.CHECK)
        state[layout.UNDO] = board[layout.RIGHTS]
        self._key = self._kernel(state, layout.SUM)

    def begin(
        self,
        turns: "Sequence[int]",
        first: int,
        count: int,
        depth: int,
        limit: int = NO_LIMIT,
        floor: int = -layout.SURE,
    ) -> None:
        """Search turns[first:count], which are legal, `depth` plies deep, until `work` reaches the
        limit; the kernel's turns, see board_layout. A value of `floor` or less need not be
        exact."""
        state = self.state
        if self._task != layout.SEARCH:
            self._kernel(state, layout.CLEAR)
            self._task = layout.SEARCH
        for index in range(first, count):
            state[layout.STACK + index - first] = turns[index]
        state[layout.LIMIT] = limit
        state[layout.PLY] = 0
        state[layout.BEST] = 0
        frame = layout.FRAMES
        state[frame + layout.F_NEXT] = layout.STACK
        state[frame + layout.F_END] = layout.STACK + count - first
        state[frame + layout.F_BEST] = -layout.SURE
        state[frame + layout.F_ALPHA] = max(floor, -layout.SURE)
        state[frame + layout.F_BETA] = layout.SURE
        state[frame + layout.F_DEPTH] = min(depth, DEEPEST)
        state[frame + layout.F_LEGAL] = 0
        state[frame + layout.F_KEY] = self._key
        state[frame + layout.F_CHECK] = self._check
        state[frame + layout.F_FULL] = 1

    def begin_mate(self, moves: int, limit: int = NO_LIMIT, proof: int = layout.MOST_PROOF) -> None:
        """Search for a mate within so many moves of the player to act, one to four, as `begin`
        does. `value` is 0 where there is none, or where the proof number of the root reaches
        `proof`, at most MOST_PROOF. What earlier searches found out is lost. It knows no draw by
        quiet turns: there must be fewer than SURELY_NO_DRAW."""
        self._task = layout.MATE
        state = self.state
        self._kernel(state, layout.CLEAR)
        _mark(state)
        state[layout.LIMIT] = limit
        state[layout.PLY] = 0
        state[layout.BEST] = state[layout.VALUE] = 0
        frame = layout.FRAMES
        state[frame + layout.F_END] = 0  # nothing is listed
        state[frame + layout.F_ALPHA] = proof
        state[frame + layout.F_BETA] = layout.MOST_PROOF
        state[frame + layout.F_DEPTH] = moves
        state[frame + layout.F_KEY] = self._key
        state[frame + layout.F_CHECK] = self._check

    def run(self, budget: int) -> int:
        """Search for about `budget` units of work. Returns RUNNING, FINISHED or EXHAUSTED."""
        self.state[layout.BUDGET] = budget
        return self._kernel(self.state, self._task)

    @property
    def spent(self) -> int:
        """The part of its budget that the last `run` used; more than all if it exceeded it."""
        return int(self.state[layout.SPENT])

    @property
    def value(self) -> int:
        """The value of the best turn so far, for the player to act, in points; beyond FAIR either
        way it is a mate, SURE less the plies to it."""
        return int(self.state[layout.VALUE])

    @property
    def best(self) -> int:
        """The best turn so far, or 0."""
        return int(self.state[layout.BEST])

    @property
    def nodes(self) -> int:
        """The number of positions searched since `load`."""
        return int(self.state[layout.NODES])

    @property
    def work(self) -> int:
        """Units of work done since `load`."""
        return int(self.state[layout.WORK])


def _mark(state: "MutableSequence[int]") -> None:
    """Write what squares mean to a king, where the search for a mate reads it."""
    for row in range(-6, 7):
        for column in range(-6, 7):
            distance = row * row + column * column
            flags = 0
            if row == 0:
                flags = layout.ON_ROW | 1 << layout.ROOK
            if column == 0:
                flags |= layout.ON_COLUMN | 1 << layout.ROOK
            if distance == 1:
                flags |= layout.BESIDE
            if distance == 2:
                flags |= 1 << layout.PAWN
            if distance == 5:
                flags |= 1 << layout.KNIGHT
            if distance in (1, 5, 9):
                flags |= 1 << layout.MAGICIAN
            # Two places may coincide in a table of nine columns.
            state[layout.NEAR + 60 + 9 * row + column] |= flags


def _fill(state: "MutableSequence[int]") -> None:
    """Write the tables of the evaluation where the kernel reads them."""
    for row in range(7):
        for column in range(7):
            place = layout.FOLD + 9 * row + column
            state[place] = 4 * (6 - row) + min(column, 6 - column)
    place = layout.PLACES
    for table in (weights.PLACES, weights.HOLES, weights.MOBILITY, weights.OTHERS):
        for worth in table:
            state[place] = (worth - weights.ZERO) * weights.UNIT
            place += 1
    for index in range(4 * 28):
        state[layout.PLACES + index] += weights.MATERIAL[index // 28]
