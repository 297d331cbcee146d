"""The book of flip tiles: the right step in every position of at most seven tiles.

A turn is decided in two look-ups: the flip, then the placement. The position between them is an
arrangement like any other, so one numbering of arrangements serves both, and the book also
answers a position in which another player has flipped. For each arrangement and each of the two
the book holds how many steps to pass over in an order that the board works out itself, from
learned weights (see book_kernel), until the first that keeps the position's value.

The file format is in book_file. Sections: "shapes" (number of shapes and of weights in a set, 2
bytes each, then the shapes as flip_order takes them), "order" (both sets of weights), "members"
(how many representatives each tier has, 2 bytes each, then these), "odds" (for each look-up and
each kind of tier the chances to begin a block with, 2 bytes each), "flips" and "places" (where each
block begins after this list, 3 bytes each, and where the last ends; the blocks), "search" (weights
that the search takes; not the book's). Arrangements are numbered as in
host_tools/games/flip/solver/index.py; a block holds BLOCK of them, and no block holds two tiers.
"""

import sys
from array import array

from micropython import const

from lodeboard.games.book_file import PAGE_LOG, BookFile, number
from lodeboard.games.contract import NOWHERE
from lodeboard.games.flip import book_kernel
from lodeboard.games.flip import book_layout as layout
from lodeboard.games.flip.lookup import (
    BLOCK_LOG,
    choose,
    ones,
    pick,
    tier_blocks,
)
from lodeboard.games.grid import grid_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.games.contract import Tables
    from lodeboard.games.flip.rules import Flip

MOST_TILES = 7
CONTEXTS = 105  # chances in a set
KINDS = 3  # of tiers: up to 5 tiles, 6, 7
FLIPS = "flips"
PLACES = "places"

# Bytes of the longest block, and of the longest tier's representatives.
_PIECE = const(layout.LAST + 1)
_FIRST_FLIP = const(32)
_CELLS = const(16)

# The parts of a decision, and the cost of each on the chip in evaluations of the search.
_LOAD = const(0)
_TURN = const(1)
_FIND = const(2)
_FETCH = const(3)
_UNPACK = const(4)
_ORDER = const(5)
_CHOOSE = const(6)
_DECIDED = const(7)
_WORDS = const(8)  # the first time: two parts of getting ready
_LISTS = const(9)
_COSTS = (700, 600, 1200, 1500, 0, 0, 500, 0, 3000, 5000)
_PAGES = const(4)  # of the weights that are read at once
_SLOTS_AN_EVALUATION = const(2)


def _shapes() -> "Any":
    from lodeboard.games.flip import shapes

    return shapes


def _unload_shapes() -> None:
    """Remove the module; it is already gone where several boards run in one process."""
    if sys.modules.pop("lodeboard.games.flip.shapes", None) is not None:
        delattr(sys.modules["lodeboard.games.flip"], "shapes")


class Arrays:
    """The arrays of a book.

    Code that opens several books in turn creates these once: new arrays each time would lie in
    other places and fragment a board's memory.
    """

    def __init__(self) -> None:
        self.order = array("i", range(layout.ORDER_WORDS))
        self.shapes = bytearray(layout.SHAPES_BYTES)
        # The contents left by the previous book do not matter, but the first needs zeros.
        for index in range(layout.ORDER_WORDS):
            self.order[index] = 0


class Book(BookFile):
    """The book of one rule set. `start`, then `run` until it says True, then read `steps`.

    open_table   a store's `table`: an open file by name, or None
    room         memory for weights and blocks, which others may use between two decisions:
                 `unload` says so
    arrays       those of a book that is no longer used; its own otherwise
    """

    def __init__(
        self,
        open_table: "Tables",
        rules: str,
        room: "bytearray | memoryview | None" = None,
        arrays: "Arrays | None" = None,
    ) -> None:
        BookFile.__init__(self, open_table, "flip", rules)
        arrays = arrays or Arrays()
        self.steps: list[int] = []
        self._order = book_kernel.flip_order
        self._unpack = book_kernel.flip_unpack
        self._grid = grid_of(4, 4)
        self._shapes = self.whole("shapes", 4)
        self._size = self._shapes[2] | self._shapes[3] << 8
        self._state = arrays.order
        self._lists = arrays.shapes
        self._ready = False
        fits = _shapes().check(self._shapes)
        _unload_shapes()
        if self.section("order")[1] != 2 * self._size or not fits:
            raise self.error("its weights do not fit its shapes")
        counts = self.whole("members", 2 * (MOST_TILES + 1), False)
        self._members = [counts[2 * k] | counts[2 * k + 1] << 8 for k in range(MOST_TILES + 1)]
        if max(self._members) > _PIECE // 2:
            raise self.error("it has too many members")
        self._blocks = [0]  # the first of each tier, and the end
        for k in range(MOST_TILES + 1):
            self._blocks.append(self._blocks[k] + tier_blocks(k, self._members[k]))
        needed = self._size + _PIECE
        self.room = memoryview(bytearray(needed) if room is None else room)
        if len(self.room) < needed:
            raise self.error(f"it takes {needed} bytes of memory")
        self._piece = self.room[self._size : needed]
        self._set = 0  # of the two sets of weights, the one in `room`
        self._loaded = 0  # so many bytes of it
        self._part = _DECIDED
        self._own = self._opponent = self._side = 0
        self._flip_next = False
        self._choice = 0
        self._symmetry = 0
        self._turned = False
        self._orbit = 0
        self._rest = 0
        self._side_bits = 0
        self._subsets = 0
        self._block = 0
        self._tiles = 0

    def load_search_weights(self, into: "bytearray | memoryview") -> None:
        """Load the weights that the table holds for the search. Raises BookError if their number
        does not match the space."""
        length = self.section("search")[1]
        if length != len(into):
            raise self.error(f"it has {length} weights for the search, which takes {len(into)}")
        self.read("search", 0, into, 0, length)

    def unload(self) -> None:
        """Mark the weights for reloading before the next decision: `room` was used for something
        else."""
        self._loaded = 0

    # A decision

    def start(self, game: "Flip", choice: int) -> None:
        """Start with an undecided position of at most MOST_TILES tiles, between turns or inside
        one. `choice`, a number of at least 0, selects among symmetric steps."""
        occupied = game.occupied
        self._own = game.tiles(game.turn)
        self._opponent = occupied & ~self._own
        self._side = game.side
        self._tiles = ones(occupied)
        self._flip_next = game.between_moves() and self._may_flip()
        self._choice = choice
        self.steps = []
        self._part = _TURN if self._ready else _WORDS

    def _may_flip(self) -> bool:
        empty = self._grid.full & ~(self._own | self._opponent)
        return self._grid.spread(empty) & self._opponent != 0

    def run(self, budget: int) -> bool:
        """Continue for the work of `budget` evaluations of the search; True when `steps` is ready.
        Raises BookError if the file is damaged: then there is no answer."""
        left = budget
        while self._part != _DECIDED:
            if left <= 0:
                return False
            part = self._part
            left -= _COSTS[part]
            if part == _LOAD:
                self._load()
            elif part == _TURN:
                self._turn()
            elif part == _FIND:
                self._find()
            elif part == _FETCH:
                self._fetch()
            elif part == _UNPACK:
                state = self._state
                before = state[layout.SLOT]
                if self._unpack(state, self._piece, left * _SLOTS_AN_EVALUATION) != 0:
                    self._begin_order()
                left -= (state[layout.SLOT] - before) // _SLOTS_AN_EVALUATION + 1
            elif part == _WORDS:
                _shapes().order_words(self._state, self._shapes, self._grid)
                self._part = _LISTS
            elif part == _LISTS:
                self._shapes = _shapes().order_lists(self._state, self._shapes, self._lists)
                _unload_shapes()
                self._ready = True
                self._part = _TURN
            elif part == _ORDER:
                if self._order(self._state, self._shapes, self.room, left) != 0:
                    self._order_done()
                left -= self._state[layout.SPENT] + 1
            else:
                self._choose()
        return True

    def _load(self) -> None:
        """Read some pages of the wanted weights if they are missing."""
        state = self._state
        wanted = 1 if (state[layout.PART] == layout.FOLLOWS) == self._flip_next else 0
        if wanted != self._set:
            self._set = wanted
            self._loaded = 0
        size = self._size
        if self._loaded < size:
            # Read to the end of a page of the file, so that each page is read once per look-up.
            begin = wanted * size + self._loaded
            offset = self.section("order")[0] + begin - len(self._head)
            pages = (_PAGES << PAGE_LOG) - (offset & ((1 << PAGE_LOG) - 1))
            count = min(pages, size - self._loaded)
            self.read("order", begin, self.room, self._loaded, count)
            self._loaded += count
        if self._loaded >= size:
            self._part = _ORDER

    def _turn(self) -> None:
        """Find the symmetry that brings the position into the book, and number its sides."""
        grid = self._grid
        occupied = self._own | self._opponent
        least = 1 << _CELLS
        ways: list[int] = []
        for symmetry in range(8):
            image = grid.image(occupied, symmetry)
            if image < least:
                least = image
                ways = []
            if image == least:
                ways.append(symmetry)
        # Each of them leads to its own entry, of the same value.
        choice = self._choice
        self._symmetry = ways[choice % len(ways)]
        choice //= len(ways)
        own = grid.image(self._own, self._symmetry)
        side = grid.image(self._side, self._symmetry)
        other = least & ~own
        self._turned = side & own & -own != 0
        if not own:
            # A player without tiles: turning over all its tiles changes nothing.
            self._turned = choice & 1 != 0
        if self._turned:
            side ^= own
        if side & other & -other:
            side ^= other
        state = self._state
        for cell in range(_CELLS):
            bit = 1 << cell
            code = 0
            if least & bit:
                code = (1 if own & bit else 3) + (1 if side & bit else 0)
            state[layout.CELLS + cell] = code
        self._number(least, own, side)
        self._part = _FIND

    def _number(self, occupied: int, own: int, side: int) -> None:
        """The number of an arrangement without its orbit."""
        rank = 0
        place = 0
        found = 0
        for cell in range(_CELLS):
            if occupied >> cell & 1:
                if own >> cell & 1:
                    found += 1
                    rank += choose(place, found)
                place += 1
        sides = 0
        bits = 0
        for tiles in (occupied & ~own, own):
            rest = tiles & (tiles - 1)
            while rest:
                lowest = rest & -rest
                if side & lowest:
                    sides |= 1 << bits
                bits += 1
                rest ^= lowest
        self._orbit = occupied
        self._side_bits = bits
        self._rest = rank << bits | sides
        self._subsets = choose(place, found)

    def _find(self) -> None:
        """Find the block and the place in it."""
        members = self._members
        k = self._tiles
        before = sum(members[:k])
        piece = self._piece
        start = 2 * (MOST_TILES + 1) + 2 * before
        self.read("members", start, piece, 0, 2 * members[k])
        low = 0
        high = members[k] - 1
        while low < high:
            middle = (low + high) >> 1
            if piece[2 * middle] | piece[2 * middle + 1] << 8 < self._orbit:
                low = middle + 1
            else:
                high = middle
        if piece[2 * low] | piece[2 * low + 1] << 8 != self._orbit:
            raise self.error("an arrangement is missing")
        slot = (low * self._subsets << self._side_bits) + self._rest
        self._block = self._blocks[k] + (slot >> BLOCK_LOG)
        self._state[layout.WANTED] = slot & ((1 << BLOCK_LOG) - 1)
        self._part = _FETCH

    def _fetch(self) -> None:
        """Read the block's bytes and its initial chances."""
        piece = self._piece
        state = self._state
        name = FLIPS if self._flip_next else PLACES
        kind = max(0, self._tiles + KINDS - 1 - MOST_TILES)
        if not self._flip_next:
            kind += KINDS
        self.read("odds", 2 * CONTEXTS * kind, piece, 0, 2 * CONTEXTS)
        chances = array("H", bytes(piece[: 2 * CONTEXTS]))
        if not 0 < min(chances) <= max(chances) < layout.WHOLE:
            raise self.error("a chance has no sense")
        state[layout.ODDS : layout.ODDS + CONTEXTS] = array("i", chances)
        self.read(name, 3 * self._block, piece, 0, 6)
        begin = number(piece, 0, 3)
        count = number(piece, 3, 3) - begin
        if not 0 <= count <= _PIECE - 4:
            raise self.error("a block has no sense")
        self.read(name, 3 * (self._blocks[-1] + 1) + begin, piece, 0, count)
        for index in range(count, count + 4):
            piece[index] = 0
        state[layout.SLOT] = 0
        state[layout.GROUP] = 1 << self._side_bits
        self._part = _UNPACK

    def _begin_order(self) -> None:
        state = self._state
        state[layout.FLIPPING] = 1 if self._flip_next else 0
        state[layout.PASSED] = state[layout.FOUND]
        state[layout.PART] = layout.LEADS
        state[layout.NEXT] = 0
        self._part = _LOAD

    def _order_done(self) -> None:
        """Handle the end of one part of the scores."""
        state = self._state
        if state[layout.PART] == layout.LEADS:
            state[layout.PART] = layout.FOLLOWS
            state[layout.NEXT] = 0
            self._part = _LOAD
        else:
            self._part = _CHOOSE

    def _choose(self) -> None:
        """The step that the symbol stands for, on the board itself."""
        state = self._state
        way = pick(state, state[layout.PASSED])
        back = self._grid.symmetries[self._symmetry]
        cell = way >> 2 if self._flip_next else way >> 1
        source = 0
        while back[source] != cell:
            source += 1
        if not self._flip_next:
            shown = way & 1
            if self._turned:
                shown ^= 1
            self.steps.append(source * 2 + shown)
            self._part = _DECIDED
            return
        # Map the flip's direction from the book's position back to the board.
        wanted = self._grid.neighbours[way]
        index = source * 4
        while (
            self._grid.neighbours[index] == NOWHERE or back[self._grid.neighbours[index]] != wanted
        ):
            index += 1
        self.steps.append(_FIRST_FLIP + index)
        target = 1 << self._grid.neighbours[index]
        bit = 1 << source
        self._opponent ^= bit | target
        if self._side & bit:
            self._side ^= bit
        else:
            self._side |= target
        self._flip_next = False
        self._part = _TURN
