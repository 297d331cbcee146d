"""A search of flip tiles: the kernel's arrays, setting a root and reading the outcome."""

from array import array

from lodeboard.games.contract import EMPTY, UP_0, UP_1, owner_of
from lodeboard.games.flip import search_kernel
from lodeboard.games.flip import search_layout as layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from lodeboard.games.contract import Game
    from lodeboard.pointers import ptr8, ptr16, ptr32
    from lodeboard.ports.port import Memory

    Kernel = Callable[[ptr32, ptr8, ptr16, int], int]

NO_LIMIT = 1 << 29
_FULL_BOARD = 16
_LEARNED = 11  # with more tiles the learned order costs more than it saves
_NO_FLIP = 1  # the flip part of a move that has none
_CHUNK = 512  # words wiped at a time


class FlipSearch:
    """The kernel with its arrays. Set a root with `load`, start with `begin`, call `run` until it
    returns something else than RUNNING, then read `value`, `steps` and `evals`.

    `slots` is the size of the transposition table, a power of two (10 bytes each). What the
    table holds stays true for later roots of the same rule set, and is wiped at a change.

    memory: where the arrays lie then. Then `room` is the memory of waiting replies and table in
    one piece, which others may use between two searches: `wipe` before the next one. Without it
    the search makes its own arrays, and there is no room. search: the kernel to run, in place of
    flip_search as it is installed.
    """

    def __init__(
        self,
        tables: "bytearray | memoryview",
        slots: int,
        search: "Kernel | None" = None,
        memory: "Memory | None" = None,
    ) -> None:
        self.tables: Any = tables
        count = layout.ENTRY_WORDS * slots
        self.room: Any = None
        # A board has no space for these bytes twice; the first load wipes them.
        if memory is None:
            self.state = array("i", range(layout.STATE_WORDS))
            self.table: Any = array("H", range(count) if count <= 65536 else bytes(2 * count))
            self._wiped = memoryview(self.table)
            self._nothing: Any = array("H", bytes(2 * _CHUNK))
        else:
            size = layout.STATE_WORDS + count // 2
            self.state = memory.words(size)
            view = memoryview(memory.as_bytes(self.state))[: 4 * size]
            self._wiped = view[4 * layout.STATE_WORDS :]
            # MicroPython's views have no types; there only machine code looks at the table.
            self.table = self._wiped.cast("H") if hasattr(self._wiped, "cast") else self._wiped
            self._nothing = bytes(2 * _CHUNK)
            self.room = view[4 * layout.WAITING :]
        for index in range(layout.STATE_WORDS):
            self.state[index] = 0
        self.state[layout.SLOT_MASK] = slots - 1
        self.root_tiles = 0
        self._search: Kernel = search or search_kernel.flip_search
        self._codes = bytearray(16)
        self._rules = ""
        self._link()

    def load(self, game: "Game") -> None:
        """Take an undecided position of flip tiles, between turns or inside one, as the root."""
        game.expected(self._codes)
        masks = [0, 0, 0, 0]  # own up, own down, opponent's up, opponent's down
        tiles = 0
        for cell in range(16):
            code = self._codes[cell]
            if code != EMPTY:
                owner = owner_of(code)
                side = code - (UP_1 if owner else UP_0)
                masks[side if owner == game.turn else 2 + side] |= 1 << cell
                tiles += 1
        state = self.state
        if game.rules != self._rules:
            self._rules = game.rules
            self.wipe()
            eclipse = 1 if game.rules == "eclipse" else 0
            state[layout.ECLIPSE] = eclipse
            # Only locked lines count under eclipse, so tiles that stay in place matter more.
            self._shelter(1 + eclipse)
        state[layout.HALF] = 0 if game.between_moves() else 1
        state[layout.ROOT_TILES] = tiles
        state[layout.EVALS] = 0
        state[layout.FIRST] = 0
        for index in range(4):
            state[layout.FRAMES + index] = masks[index]
        state[layout.FRAMES + layout.SO_FAR] = self._worth(0) - self._worth(1)
        self.root_tiles = tiles

    def begin(self, horizon: int, exact: bool, limit: int = NO_LIMIT, window: int = 0) -> None:
        """Restart from the root, looking ahead until `horizon` tiles are on the board.

        exact: undecided positions at the horizon count as ties; limit: stop for good after this
        many evaluations since `load`; window: scores beyond +-window need not be distinguished (0:
        all are).
        """
        state = self.state
        state[layout.PHASE] = 0
        state[layout.PLY] = 0
        state[layout.HORIZON] = horizon
        state[layout.EXACT] = 1 if exact else 0
        state[layout.EVALS_LIMIT] = limit
        beta = window if window else layout.SURE
        state[layout.FRAMES + layout.ALPHA] = -beta
        state[layout.FRAMES + layout.BETA] = beta

    def begin_doubt(self, limit: int) -> None:
        """Restart from the root to find out whether it is won: a value of at least 1 after
        FINISHED, otherwise 0 or less."""
        self.begin(_FULL_BOARD, True, limit, 1)
        self.state[layout.FRAMES + layout.ALPHA] = 0

    def learn_order(self, weights: "Callable[[Any], object]") -> None:
        """From now on, try replies in exact searches in the order of these weights: `weights`
        writes them into the given buffer."""
        begin = layout.WEIGHTS
        weights(memoryview(self.tables)[begin : begin + layout.WEIGHTS_BYTES])
        self.state[layout.LEARNED] = _LEARNED

    @property
    def learned(self) -> bool:
        """Whether exact searches try replies in a learned order."""
        return self.state[layout.LEARNED] > 0

    def clear_order(self) -> None:
        """Order replies only by the heuristic score."""
        self.state[layout.LEARNED] = 0

    def rank_replies(self) -> None:
        """Go through the moves of the root once, except those that decide at once, to rank them for
        `replies` by the problems they set the other player."""
        self.begin(_FULL_BOARD, True)
        self.state[layout.ROOT_SET] = layout.TRAPS
        # a move to be tried first would rank above all
        self.state[layout.FIRST] = 0
        # enough to expand the root, and no more
        self.state[layout.EVALS_LIMIT] = self.state[layout.EVALS] + 1
        self.run(NO_LIMIT)
        self.state[layout.ROOT_SET] = 0

    def replies(self) -> "tuple[int, int]":
        """The start and the end of the words of `rank_replies` in `state`: each a packed move in
        the lowest 12 bits, and its rank from bit 20 on."""
        frame = layout.FRAMES
        return layout.WAITING, self.state[frame + layout.END]

    def try_first(self, move: int) -> None:
        """Set the move (as in `move`) that searches from this root try first; 0 for none."""
        self.state[layout.FIRST] = move

    def run(self, budget: int) -> int:
        """Search for about `budget` evaluations. Returns RUNNING, FINISHED or EXHAUSTED."""
        return self._search(self.state, self.tables, self.table, budget)

    @property
    def spent(self) -> int:
        """The part of its budget that the last `run` used; more than all if it exceeded it."""
        return self.state[layout.SPENT]

    @property
    def value(self) -> int:
        """Score of the root after FINISHED, for the player to act there."""
        return self.state[layout.VALUE]

    @property
    def score(self) -> int:
        """Heuristic score of the root after `load`, for the player to act there."""
        return self.state[layout.FRAMES + layout.SO_FAR]

    @property
    def move(self) -> int:
        """The best move found, packed as the kernel has it."""
        return self.state[layout.MOVE]

    @property
    def evals(self) -> int:
        """Static evaluations since `load`."""
        return self.state[layout.EVALS]

    def wipe(self) -> None:
        """Clear the transposition table."""
        # Clear in blocks through views: assigning to a slice, MicroPython moves the bytes behind
        # it.
        table = self._wiped
        nothing = self._nothing
        chunk = len(nothing)
        whole = len(table) - len(table) % chunk
        for start in range(0, whole, chunk):
            table[start : start + chunk][:] = nothing
        for index in range(whole, len(table)):
            table[index] = 0

    def _links(self, owner: int, side: int, cell: int) -> int:
        """The number of tiles of the player to act (owner 0) or the opponent (owner 1), up (0) or
        down (1), that share a line with `cell`; doubled if they share more than one."""
        same = self.state[layout.FRAMES + 2 * owner + side]
        return self._ones(same, layout.NEAR, cell) + self._ones(same, layout.NEXT_TO, cell)

    def _link(self) -> None:
        """Set how much a tile adds to the worth of other cells for the same side up: 1 per shared
        line, at most 2."""
        for word in range(4):
            self.state[layout.OFFSETS + word] = 0x01010101 * layout.ZERO
        for tile in range(16):
            self._add(layout.PULLS + tile * 8, layout.NEAR, tile, 1)
            self._add(layout.PULLS + tile * 8, layout.NEXT_TO, tile, 1)

    def _shelter(self, worth: int) -> None:
        """Set the worth of each neighbour that shelters a tile. A new tile beside another gains and
        gives shelter, so it counts twice; each cell starts lower by one share per neighbour."""
        state = self.state
        more = worth - state[layout.SHELTER]
        state[layout.SHELTER] = worth
        for tile in range(16):
            alone = self.tables[layout.DEGREE + tile] * more
            state[layout.OFFSETS + (tile >> 2)] -= alone << (tile & 3) * 8
            self._add(layout.PULLS + tile * 8, layout.BESIDE, tile, 2 * more)
            self._add(layout.PULLS + tile * 8 + 4, layout.BESIDE, tile, 2 * more)

    def _add(self, word: int, section: int, cell: int, worth: int) -> None:
        """Add `worth` for each cell of the mask of `cell` in this section of the tables."""
        state = self.state
        section += 2 * cell
        mask = self.tables[section] | self.tables[section + 1] << 8
        shift = 0
        while mask:
            if mask & 1:
                state[word] += worth << shift
            mask >>= 1
            shift += 8
            if shift == 32:
                shift = 0
                word += 1

    def _worth(self, owner: int) -> int:
        """A player's part of the heuristic score: pairs that share a line, and tiles that the
        opponent cannot flip. The kernel updates it incrementally."""
        up = self.state[layout.FRAMES + 2 * owner]
        down = self.state[layout.FRAMES + 2 * owner + 1]
        links = 0
        ease = 0
        for cell in range(16):
            bit = 1 << cell
            if (up | down) & bit:
                links += self._links(owner, 0 if up & bit else 1, cell)
                ease += self._ones(up | down, layout.BESIDE, cell)
                ease -= self.tables[layout.DEGREE + cell]
        return links // 2 + ease * self.state[layout.SHELTER]

    def _ones(self, mask: int, section: int, cell: int) -> int:
        tables = self.tables
        index = section + 2 * cell
        mask &= tables[index] | tables[index + 1] << 8
        ones: int = tables[layout.ONES + (mask & 255)] + tables[layout.ONES + (mask >> 8)]
        return ones


def steps_of(move: int) -> "list[int]":
    """The steps of a packed move."""
    flip = move >> 5
    if flip == _NO_FLIP:
        return [move & 31]
    return [flip, move & 31]
