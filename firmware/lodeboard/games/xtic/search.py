"""One search of xtic: the kernel's arrays, how to set a root and how to read the outcome."""

from array import array

from lodeboard.games.contract import NOWHERE
from lodeboard.games.xtic import search_layout as words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence
    from typing import Any

    from lodeboard.games.xtic.rules import Xtic

    # The kernel, or a compiled twin of it: (state, table, budget) -> what happened.
    Kernel = Callable[[MutableSequence[int], MutableSequence[int], int], int]

FULL_BOARD = 16
GIVE = 16  # first giving step
NO_LIMIT = 1 << 29
# With fewer pieces on the board no piece can be without a safe cell: each of the empty cells
# would need a line of its own of which the other three cells are filled, and no cell is on more
# than four lines. So no game is decided that the loser could not have held longer.
FIRST_STUCK = 7
_CHUNK = 512  # bytes wiped at a time


def plain_search() -> "Kernel":
    """The kernel as it is written; not even imported where there is a faster twin."""
    from lodeboard.games.xtic.search_kernel import xtic_search

    return xtic_search


class XticSearch:
    """A kernel with its arrays. Set a root with `load`, start with `begin`, call `run` until it
    returns something else than RUNNING, then read `value`, `step` and `nodes`.

    `slots` is the size of the transposition table, a power of two (12 bytes each). as_bytes,
    workspace: where a port has them, the way to see an array's memory as bytes, and the array
    to use.
    """

    def __init__(
        self,
        slots: int,
        search: "Kernel | None" = None,
        as_bytes: "Callable[[array[int]], Any] | None" = None,
        workspace: "array[int] | None" = None,
    ) -> None:
        count = words.ENTRY_WORDS * slots
        if as_bytes is None or workspace is None:
            self.state = array("i", [0] * words.STATE_WORDS)
            self.table: Any = array("H", bytes(2 * count))
            self._wiped: Any = memoryview(self.table)
            self._nothing: Any = array("H", bytes(_CHUNK))
        else:
            self.state = workspace
            begin = 4 * words.STATE_WORDS
            self._wiped = memoryview(as_bytes(workspace))[begin : begin + 2 * count]
            # MicroPython's views have no types; there only machine code looks at the table.
            self.table = self._wiped.cast("H") if hasattr(self._wiped, "cast") else self._wiped
            self._nothing = bytes(_CHUNK)
        self._slots = slots
        self._search: Kernel = search or plain_search()
        self.placed = 0
        self.placing = False

    def load(self, game: "Xtic", steps: "Sequence[int]", count: int) -> None:
        """Take an undecided position as the root. The first `count` of `steps` are the legal
        ones in the order in which they are tried; of equal ones the first is the best."""
        state = self.state
        state[words.SLOT_MASK] = self._slots - 1
        state[words.NODES] = 0
        state[words.WORK] = 0
        occupied = game.occupied
        root = words.FRAMES
        state[root + words.OCCUPIED] = occupied
        self.placed = state[words.PLACED] = count_pieces(game)
        threats: list[int] = []
        asked = 0
        at = root + words.LINES
        for line in game.lines:
            holes = line & ~occupied
            shared = 0
            for index in range(4):
                mask = game.ones[index]
                state[root + words.OCCUPIED + 1 + index] = mask
                mask &= line
                if mask == line & occupied:
                    shared |= 1 << index
                if mask == 0:
                    shared |= 16 << index
            if shared and holes & (holes - 1):
                state[at] = holes << 4 | shared << 20
                at += 1
                asked |= shared
            elif shared and holes:
                threats.append(shared << 16 | holes)
        state[root + words.LINE_COUNT] = at - root - words.LINES
        self.placing = game.hand != NOWHERE
        state[words.PLACING] = 1 if self.placing else 0
        at = root + words.PIECES
        singles = doubles = 0
        free = 0xFFFF ^ occupied
        for threat in threats:
            free &= ~threat
        state[root + words.FREE] = free << 4
        # Whatever there is will be looked for at the root.
        state[root + words.PAIRS] = 0xFFFFF
        if self.placing:
            for index in range(count):
                state[words.ORDER + index] = 16 << steps[index]
            state[words.ORDER + count] = 0
            state[at] = self._piece(game, game.hand, threats, asked)
            at += 1
            if state[at - 1] >> 28 == 1:
                singles = (state[at - 1] >> 4) & 0xFFFF
        for index in range(FULL_BOARD):
            if self.placing:
                piece = index
                if (game.used >> piece) & 1:
                    continue
            elif index < count:
                piece = steps[index] - GIVE
            else:
                break
            state[at] = self._piece(game, piece, threats, asked)
            safe = (state[at] >> 4) & 0xFFFF
            if safe == 0:
                # Giving it wins, so any safe placement before that does.
                singles = doubles = 0xFFFF
            elif state[at] >> 28 == 1:
                doubles |= singles & safe
                singles |= safe
            at += 1
        state[root + words.COUNT] = at - root - words.PIECES
        state[root + words.SINGLES] = singles << 4
        state[root + words.DOUBLES] = doubles << 4

    def _piece(self, game: "Xtic", piece: int, threats: "list[int]", asked: int) -> int:
        """The word of a piece left."""
        shared = piece | (15 ^ piece) << 4
        safe = 0xFFFF ^ game.occupied
        for threat in threats:
            if threat >> 16 & shared:
                safe &= ~threat
        most = 1
        rest = safe & (safe - 1)
        if rest:
            most = 3 if rest & (rest - 1) else 2
        return piece | safe << 4 | (shared & asked) << 20 | most << 28

    def begin(self, horizon: int, first: int = 0, limit: int = NO_LIMIT) -> None:
        """Start over from the root, looking ahead until `horizon` pieces lie on the board.

        first: how many of the root's steps to leave out, from the first on; limit: stop for
        good after so many units of work since `load`.
        """
        state = self.state
        state[words.HORIZON] = horizon
        state[words.LIMIT] = limit
        state[words.AT] = first
        state[words.PLY] = 0
        frame = words.FRAMES
        state[frame + words.TRIED] = 0 if self.placing else first
        state[frame + words.BEST_GIFT] = -1
        state[frame + words.ALPHA] = -1
        state[frame + words.BETA] = 1

    def run(self, budget: int) -> int:
        """Search on for about `budget` units of work, 6 to 9 microseconds each on the chip:
        RUNNING, FINISHED or EXHAUSTED."""
        return self._search(self.state, self.table, budget)

    @property
    def spent(self) -> int:
        """How much of its budget the last `run` used; more than all where it ran over."""
        return self.state[words.SPENT]

    @property
    def value(self) -> int:
        """Of the root after FINISHED, for the player to act: 1, 0 or -1."""
        return self.state[words.VALUE]

    @property
    def step(self) -> int:
        """The best step, where the value is not -1."""
        move = self.state[words.MOVE]
        if not self.placing:
            return GIVE + move
        cell = 0
        while move > 16:
            move >>= 1
            cell += 1
        return cell

    @property
    def nodes(self) -> int:
        """Gifts looked into since `load`."""
        return self.state[words.NODES]

    @property
    def work(self) -> int:
        """Units of work done since `load`."""
        return self.state[words.WORK] >> 3

    def wipe(self) -> None:
        """Forget the transposition table."""
        # Piece by piece through views: MicroPython moves what lies behind a piece onto itself.
        table = self._wiped
        chunk = len(self._nothing)
        for start in range(0, len(table), chunk):
            part = table[start : start + chunk]
            part[:] = self._nothing[: len(part)]


def count_pieces(game: "Xtic") -> int:
    """How many pieces lie on the board."""
    count = 0
    cells = game.occupied
    while cells:
        cells &= cells - 1
        count += 1
    return count
