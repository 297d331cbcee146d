"""A search of xtic: the kernel's arrays, setting a root and reading the outcome."""

from array import array

from lodeboard.games.contract import NOWHERE
from lodeboard.games.xtic import search_kernel
from lodeboard.games.xtic import search_layout as layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from lodeboard.games.xtic.rules import Xtic
    from lodeboard.pointers import ptr16, ptr32
    from lodeboard.ports.port import Memory

    Kernel = Callable[[ptr32, ptr16, int], int]

FULL_BOARD = 16
GIVE = 16  # first giving step
NO_LIMIT = 1 << 29
# With fewer pieces on the board, no piece can be without a safe cell: each empty cell would need a
# separate line with three filled cells, and each filled cell is on at most four lines. So no game
# is decided that the loser could not have prolonged.
FIRST_STUCK = 7
_CHUNK = 512  # bytes wiped at a time


class XticSearch:
    """The kernel with its arrays. Set a root with `load`, start with `begin`, call `run` until it
    returns something else than RUNNING, then read `value`, `step` and `nodes`.

    `slots` is the size of the transposition table, a power of two (12 bytes each). search:
    the kernel to run, in place of xtic_search as it is installed. memory: where the arrays lie;
    without it the search makes its own.
    """

    def __init__(
        self,
        slots: int,
        search: "Kernel | None" = None,
        memory: "Memory | None" = None,
    ) -> None:
        count = layout.ENTRY_WORDS * slots
        if memory is None:
            self.state = array("i", [0] * layout.STATE_WORDS)
            self.table: Any = array("H", bytes(2 * count))
            self._wiped: Any = memoryview(self.table)
            self._nothing: Any = array("H", bytes(_CHUNK))
        else:
            self.state = memory.words(layout.STATE_WORDS + count // 2)
            begin = 4 * layout.STATE_WORDS
            self._wiped = memoryview(memory.as_bytes(self.state))[begin : begin + 2 * count]
            # MicroPython's views have no types; there only machine code looks at the table.
            self.table = self._wiped.cast("H") if hasattr(self._wiped, "cast") else self._wiped
            self._nothing = bytes(_CHUNK)
        self._slots = slots
        self._search: Kernel = search or search_kernel.xtic_search
        self.placed = 0
        self.placing = False
        self._hand = 0  # the word of the piece to be placed
        self._floor = -1  # what an answer to `ask` must be above

    def load(self, game: "Xtic", steps: "Sequence[int]", count: int) -> None:
        """Take an undecided position as the root. The first `count` of `steps` are the legal ones
        in the order to try; of equal ones the first counts as best."""
        state = self.state
        state[layout.SLOT_MASK] = self._slots - 1
        state[layout.NODES] = 0
        state[layout.WORK] = 0
        occupied = game.occupied
        root = layout.FRAMES
        state[root + layout.OCCUPIED] = occupied
        self.placed = state[layout.PLACED] = ones(occupied)
        self.placing = game.hand != NOWHERE
        state[layout.PLACING] = 1 if self.placing else 0
        # Whatever there is will be looked for at the root.
        state[root + layout.PAIRS] = 0xFFFFF
        threats: list[int] = []
        asked = self._load_lines(game, threats)
        free = 0xFFFF ^ occupied
        for threat in threats:
            free &= ~threat
        state[root + layout.FREE] = free << 4
        if self.placing:
            for index in range(count):
                state[layout.ORDER + index] = 16 << steps[index]
            state[layout.ORDER + count] = 0
            pieces = [piece for piece in range(FULL_BOARD) if not (game.used >> piece) & 1]
        else:
            pieces = [steps[index] - GIVE for index in range(count)]
        self._load_pieces(game, pieces, threats, asked)

    def _load_lines(self, game: "Xtic", threats: "list[int]") -> int:
        """Write the lines with two cells free or more. Adds the others that can end the game to
        `threats`, and returns what pieces are asked for of those written."""
        state = self.state
        root = layout.FRAMES
        occupied = game.occupied
        asked = 0
        entry = root + layout.LINES
        for line in game.lines:
            holes = line & ~occupied
            shared = 0
            for index in range(4):
                mask = game.ones[index]
                state[root + layout.OCCUPIED + 1 + index] = mask
                mask &= line
                if mask == line & occupied:
                    shared |= 1 << index
                if mask == 0:
                    shared |= 16 << index
            if shared and holes & (holes - 1):
                state[entry] = holes << 4 | shared << 20
                entry += 1
                asked |= shared
            elif shared and holes:
                threats.append(shared << 16 | holes)
        state[root + layout.LINE_COUNT] = entry - root - layout.LINES
        return asked

    def _load_pieces(
        self, game: "Xtic", pieces: "list[int]", threats: "list[int]", asked: int
    ) -> None:
        """Write the piece in hand, if there is one, and those left."""
        state = self.state
        root = layout.FRAMES
        entry = root + layout.PIECES
        singles = doubles = 0
        if self.placing:
            state[entry] = self._piece(game, game.hand, threats, asked)
            entry += 1
            self._hand = state[entry - 1]
            if state[entry - 1] >> 28 == 1:
                singles = (state[entry - 1] >> 4) & 0xFFFF
        for piece in pieces:
            state[entry] = self._piece(game, piece, threats, asked)
            safe = (state[entry] >> 4) & 0xFFFF
            if safe == 0:
                # giving it wins, so any safe placement before that does
                singles = doubles = 0xFFFF
            elif state[entry] >> 28 == 1:
                doubles |= singles & safe
                singles |= safe
            entry += 1
        state[root + layout.COUNT] = entry - root - layout.PIECES
        state[root + layout.SINGLES] = singles << 4
        state[root + layout.DOUBLES] = doubles << 4

    def _piece(self, game: "Xtic", piece: int, threats: "list[int]", asked: int) -> int:
        """The word of a remaining piece."""
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
        """Restart from the root, looking ahead until `horizon` pieces are on the board.

        first: the number of the root's steps to skip; limit: stop for good after this many units of
        work since `load`.
        """
        state = self.state
        state[layout.HORIZON] = horizon
        state[layout.LIMIT] = limit
        state[layout.AT] = first
        state[layout.PLY] = 0
        frame = layout.FRAMES
        state[frame + layout.TRIED] = 0 if self.placing else first
        state[frame + layout.BEST_GIFT] = -1
        state[frame + layout.ALPHA] = -1
        state[frame + layout.BETA] = 1

    def begin_one(self, step: int, horizon: int, floor: int, limit: int = NO_LIMIT) -> None:
        """The same with one of the root's steps alone. A value of `floor` or less need not be
        exact; it is 0 or -1."""
        state = self.state
        first = layout.FRAMES + layout.PIECES
        last = 0
        if self.placing:
            # A piece without a safe cell loses.
            state[first] = self._hand & ~(0xFFFF0 ^ 16 << step)
        else:
            last = state[layout.FRAMES + layout.COUNT] - 1
            index = self._find(step - GIVE)
            word = state[first + index]
            state[first + index] = state[first + last]
            state[first + last] = word
        self.begin(horizon, 0, limit)
        state[layout.FRAMES + layout.TRIED] = last
        # A placement has the window of the player who places, a frame below.
        if self.placing:
            self._set_window(-1, -floor)
        else:
            self._set_window(floor, 1)

    def _set_window(self, alpha: int, beta: int) -> None:
        """Ask of the root's step alone only which of the values from alpha to beta it has."""
        frame = layout.FRAMES
        self.state[frame + layout.ALPHA] = self.state[frame + layout.BEST_GIFT] = alpha
        self.state[frame + layout.BETA] = beta

    def ask(self, step: int, wins: bool, limit: int = NO_LIMIT) -> None:
        """Restart from the root with one of its steps alone, and look to the end: whether it wins,
        or only whether it does not lose. After FINISHED `holds` is the answer, and `value` need
        not be exact."""
        self._floor = 0 if wins else -1
        self.begin_one(step, FULL_BOARD, self._floor, limit)
        if not wins:
            alpha = 0 if self.placing else -1
            self._set_window(alpha, alpha + 1)

    @property
    def holds(self) -> bool:
        """The answer to `ask` after FINISHED."""
        return self.value > self._floor

    def dangers(self, step: int) -> int:
        """Return on how many free cells the other player would lose at once with this gift; 0 for a
        placement."""
        if self.placing:
            return 0
        frame = layout.FRAMES
        word = self.state[frame + layout.PIECES + self._find(step - GIVE)]
        return FULL_BOARD - self.placed - ones(word >> 4 & 0xFFFF)

    def _find(self, piece: int) -> int:
        """Return the place of a piece among those to be given at the root."""
        index = 0
        while self.state[layout.FRAMES + layout.PIECES + index] & 15 != piece:
            index += 1
        return index

    def run(self, budget: int) -> int:
        """Search for about `budget` units of work, 6 to 9 microseconds each on the chip. Returns
        RUNNING, FINISHED or EXHAUSTED."""
        return self._search(self.state, self.table, budget)

    @property
    def spent(self) -> int:
        """The part of its budget that the last `run` used; more than all if it exceeded it."""
        return self.state[layout.SPENT]

    @property
    def value(self) -> int:
        """The value of the root after FINISHED, for the player to act: 1, 0 or -1."""
        return self.state[layout.VALUE]

    @property
    def step(self) -> int:
        """The best step if the value is not -1."""
        move = self.state[layout.MOVE]
        if not self.placing:
            return GIVE + move
        cell = 0
        while move > 16:
            move >>= 1
            cell += 1
        return cell

    @property
    def nodes(self) -> int:
        """The number of gifts examined since `load`."""
        return self.state[layout.NODES]

    @property
    def work(self) -> int:
        """Units of work done since `load`."""
        return self.state[layout.WORK] >> 3

    def wipe(self) -> None:
        """Clear the transposition table."""
        # Clear in blocks through views: assigning to a slice, MicroPython moves the bytes behind
        # it.
        table = self._wiped
        nothing = self._nothing
        chunk = len(nothing)
        for start in range(0, len(table), chunk):
            part = table[start : start + chunk]
            # Slicing `nothing` copies; one copy per block would take as much memory as the table.
            part[:] = nothing if len(part) == chunk else nothing[: len(part)]


def ones(mask: int) -> int:
    """The number of cells in a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def count_pieces(game: "Xtic") -> int:
    """The number of pieces on the board."""
    return ones(game.occupied)
