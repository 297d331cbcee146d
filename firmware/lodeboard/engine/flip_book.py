"""The book of flip tiles: the right step in every position of at most seven tiles.

A turn is decided in two look-ups: the flip, then the placement. The position between them is an
arrangement like any other, so one numbering of arrangements serves both, and a position in
which somebody else has flipped is answered as well. For each arrangement and each of the two
the book holds how many steps to pass over in an order that the board works out itself, from
learned weights (see flip_book_kernel), until the first that keeps the position's value.

The file, numbers little-endian:

    0   "LODEBOOK"        8   version, 2 bytes      10  log2 of the page size, 1 byte
    11  sections, 1 byte  12  length of the header  16  length of the file
    20  rule set, 12 bytes, zeros after it
    32  for each section: name, 8 bytes, offset in the file, length
        CRC-32 of each page: pieces of the file after the header, the last one short
        CRC-32 of the header so far

Sections: "shapes" (number of shapes and of weights in a set, 2 bytes each, then the shapes as
flip_order takes them), "order" (both sets of weights), "members" (how many representatives each
tier has, 2 bytes each, then these), "odds" (for each look-up and each kind of tier the chances
to begin a block with, 2 bytes each), "flips" and "places" (where each block begins after this
list, 3 bytes each, and where the last ends; the blocks), "search" (weights that the search
takes; not the book's). Arrangements are numbered as in host_tools/solver/index.py; a block holds
BLOCK of them, and no block holds two tiers. Of each page that is read the checksum is compared,
so no damaged byte decides a move.
"""

from array import array
from binascii import crc32

from lodeboard.engine import flip_book_words as words
from lodeboard.games.game import NOWHERE
from lodeboard.games.grid import Grid, grid_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from lodeboard.games.game import Game
    from lodeboard.ports.port import Table

MAGIC = b"LODEBOOK"
VERSION = 1
MOST_TILES = 7
BLOCK_LOG = 13
PAGE_LOG = 11
FIXED = 32  # bytes of the header before the sections
ENTRY = 16  # bytes for a section
NAME = 8
RULES = 12
CONTEXTS = 105  # chances in a set
KINDS = 3  # of tiers: up to 5 tiles, 6, 7
FLIPS = "flips"
PLACES = "places"

_LONGEST_HEADER = 4096
_CHUNK = 256  # bytes read at once
_PIECE = 3072  # bytes of the longest block, and of the longest tier's representatives
_FIRST_FLIP = 32
_CELLS = 16

# Parts of a decision, and what each costs the chip, as evaluations of the search.
_LOAD = 0
_TURN = 1
_FIND = 2
_FETCH = 3
_UNPACK = 4
_ORDER = 5
_CHOOSE = 6
_DECIDED = 7
_WORDS = 8  # the first time: two parts of getting ready
_LISTS = 9
_COSTS = (400, 800, 3700, 1700, 0, 0, 1500, 0, 3000, 5000)
_SLOTS_AN_EVALUATION = 2


def plain(name: str) -> "Any":
    """A function of the kernel as it is written; not even imported where there is a twin."""
    from lodeboard.engine import flip_book_kernel

    return getattr(flip_book_kernel, name)


class BookError(ValueError):
    """A table that cannot be used; the text says which and why."""


class BookFile:
    """The file of one rule set's book, its header read and checked. BookError where there is none
    that can be used; also later, from whatever reads a damaged page."""

    def __init__(self, open_table: "Callable[[str], Table | None]", rules: str) -> None:
        self.rules = rules
        self.name = "flip-" + rules
        self._chunk = bytearray(_CHUNK)
        self._sections: dict[str, tuple[int, int]] = {}
        self._head = b""
        self._length = 0
        file = open_table(self.name)
        if file is None:
            raise BookError(f"there is no table {self.name}")
        self._file = file
        self._read_header()

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    def _error(self, reason: str) -> BookError:
        return BookError(f"the table {self.name} cannot be used: {reason}")

    def _read_header(self) -> None:
        head = self._take(0, FIXED)
        if head[:8] != MAGIC:
            raise self._error("it is no table of this kind")
        version = _number(head, 8, 2)
        if version != VERSION:
            raise self._error(f"it has format {version}, and this firmware reads {VERSION}")
        long = _number(head, 12, 4)
        self._length = _number(head, 16, 4)
        if not FIXED < long <= _LONGEST_HEADER or head[10] != PAGE_LOG:
            raise self._error("it is damaged, its header has no sense")
        head = self._take(0, long)
        if crc32(head[:-4]) & 0xFFFFFFFF != _number(head, long - 4, 4):
            raise self._error("it is damaged, its header fails its checksum")
        rules = str(head[20:FIXED].rstrip(b"\0"), "utf-8")
        if rules != self.rules:
            raise self._error(f"it is for {rules}, not for {self.rules}")
        self._file.seek(self._length - 1)
        if self._file.readinto(self._chunk) != 1:
            raise self._error(f"it is not {self._length} bytes long, as it should be")
        for at in range(FIXED, FIXED + head[11] * ENTRY, ENTRY):
            name = str(head[at : at + NAME].rstrip(b"\0"), "utf-8")
            self._sections[name] = (_number(head, at + NAME, 4), _number(head, at + NAME + 4, 4))
        self._head = head

    def _take(self, offset: int, count: int) -> bytes:
        """Bytes of the file, not checked."""
        self._file.seek(offset)
        taken = b""
        while len(taken) < count:
            got = self._file.readinto(self._chunk)
            if not got:
                raise self._error("it is cut short")
            taken += self._chunk[:got]
        return bytes(taken[:count])

    def section(self, name: str) -> "tuple[int, int]":
        """Offset in the file and length."""
        if name not in self._sections:
            raise self._error(f"it has no {name}")
        return self._sections[name]

    def read(
        self, name: str, start: int, into: "bytearray | memoryview", at: int, count: int
    ) -> None:
        """Bytes of a section, from `start` on, to into[at:], checked page by page."""
        offset, length = self.section(name)
        if start < 0 or start + count > length or offset + length > self._length:
            raise self._error(f"it is damaged, {name} is too short")
        chunk = self._chunk
        view = memoryview(chunk)
        first = len(self._head)
        sums = FIXED + self._head[11] * ENTRY
        begin = offset + start
        end = begin + count
        page = (begin - first) >> PAGE_LOG
        while first + (page << PAGE_LOG) < end:
            here = first + (page << PAGE_LOG)
            stop = min(here + (1 << PAGE_LOG), self._length)
            self._file.seek(here)
            total = 0
            if begin <= here and stop <= end:
                # All of the page is wanted: straight to where it goes.
                whole = memoryview(into)[at + here - begin : at + stop - begin]
                if self._file.readinto(whole) != stop - here:
                    raise self._error("it is cut short")
                total = crc32(whole)
                here = stop
            while here < stop:
                got = min(self._file.readinto(chunk), stop - here)
                if got <= 0:
                    raise self._error("it is cut short")
                total = crc32(view[:got], total)
                low = max(begin, here)
                high = min(end, here + got)
                if low < high:
                    to = at + low - begin
                    into[to : to + high - low] = view[low - here : high - here]
                here += got
            if total & 0xFFFFFFFF != _number(self._head, sums + 4 * page, 4):
                raise self._error(f"it is damaged near byte {first + (page << PAGE_LOG)}")
            page += 1

    def _whole(self, name: str, least: int) -> bytearray:
        """A short section; `_piece` holds as much."""
        length = self.section(name)[1]
        if length < least:
            raise self._error(f"it is damaged, {name} is too short")
        if name == "members":
            length = least
        got = bytearray(length)
        self.read(name, 0, got, 0, length)
        return got

    def load_search_weights(self, into: "bytearray | memoryview") -> None:
        """The weights that the table holds for the search. BookError where there are not as
        many as there is room."""
        length = self.section("search")[1]
        if length != len(into):
            raise self._error(f"it has {length} weights for the search, which takes {len(into)}")
        self.read("search", 0, into, 0, length)


class Book(BookFile):
    """The book of one rule set. `start`, then `run` until it says True, then read `steps`.

    open_table   a store's `table`: an open file by name, or None
    kernels      faster twins of flip_order and flip_unpack, by name, those that there are
    room         memory for weights and blocks, which others may use between two decisions:
                 `forget` says so
    """

    def __init__(
        self,
        open_table: "Callable[[str], Table | None]",
        rules: str,
        kernels: "dict[str, Any] | None" = None,
        room: "bytearray | memoryview | None" = None,
    ) -> None:
        BookFile.__init__(self, open_table, rules)
        self.steps: list[int] = []
        kernels = kernels or {}
        self._order: "Any" = kernels.get("flip_order") or plain("flip_order")
        self._unpack: "Any" = kernels.get("flip_unpack") or plain("flip_unpack")
        self._grid = grid_of(4, 4)
        self._shapes = self._whole("shapes", 4)
        self._size = self._shapes[2] | self._shapes[3] << 8
        self._state = array("i", bytes(4 * words.ORDER_WORDS))
        self._ready = False
        self._coder = array("i", bytes(4 * words.UNPACK_WORDS))
        if self.section("order")[1] != 2 * self._size:
            raise self._error("its weights do not fit its shapes")
        counts = self._whole("members", 2 * (MOST_TILES + 1))
        self._members = [counts[2 * k] | counts[2 * k + 1] << 8 for k in range(MOST_TILES + 1)]
        needed = self._size + _PIECE
        self.room = memoryview(bytearray(needed) if room is None else room)
        if len(self.room) < needed:
            raise self._error(f"it takes {needed} bytes of memory")
        self._piece = self.room[self._size : needed]
        self._set = 0  # of the two sets of weights, the one in `room`
        self._loaded = 0  # so many bytes of it
        self._part = _DECIDED
        self._own = self._opponent = self._side = 0
        self._flip_next = False
        self._choice = 0
        self._symmetry = 0
        self._turned_own = False
        self._orbit_mask = 0
        self._slot_rest = 0
        self._side_bits = 0
        self._subsets = 0
        self._block = 0
        self._tiles = 0

    def forget(self) -> None:
        """Somebody else has written to `room`."""
        self._loaded = 0

    # A decision

    def start(self, game: "Game", choice: int) -> None:
        """Begin with an undecided position of at most MOST_TILES tiles, between turns or inside
        one. `choice`, any number not below 0, tells apart what is equal by symmetry."""
        occupied: int = game.occupied  # type: ignore[attr-defined]
        self._own = game.tiles(game.turn)  # type: ignore[attr-defined]
        self._opponent = occupied & ~self._own
        self._side = game.side  # type: ignore[attr-defined]
        self._tiles = ones(occupied)
        self._flip_next = game.between_moves() and self._may_flip()
        self._choice = choice
        self.steps = []
        self._part = _TURN if self._ready else _WORDS

    def _may_flip(self) -> bool:
        empty = self._grid.full & ~(self._own | self._opponent)
        return self._grid.spread(empty) & self._opponent != 0

    def run(self, budget: int) -> bool:
        """Go on for the work of `budget` evaluations of the search; True when `steps` is there.
        BookError where the file turns out to be damaged: then there is no answer."""
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
                before = self._coder[words.SLOT]
                if self._unpack(self._coder, self._piece, left * _SLOTS_AN_EVALUATION) != 0:
                    self._begin_order()
                left -= (self._coder[words.SLOT] - before) // _SLOTS_AN_EVALUATION + 1
            elif part == _WORDS:
                order_words(self._state, self._shapes, self._grid)
                self._part = _LISTS
            elif part == _LISTS:
                self._shapes = order_lists(self._state, self._shapes)
                self._ready = True
                self._part = _TURN
            elif part == _ORDER:
                if self._order(self._state, self._shapes, self.room, left) != 0:
                    self._order_done()
                left -= self._state[words.SPENT] + 1
            else:
                self._choose()
        return True

    def _load(self) -> None:
        """A page of the weights that are wanted, if they are not there."""
        state = self._state
        wanted = 1 if (state[words.PART] == words.FOLLOWS) == self._flip_next else 0
        if wanted != self._set:
            self._set = wanted
            self._loaded = 0
        size = self._size
        if self._loaded < size:
            # Up to the end of a page of the file: each is read once.
            begin = wanted * size + self._loaded
            offset = self.section("order")[0] + begin - len(self._head)
            count = min((1 << PAGE_LOG) - (offset & ((1 << PAGE_LOG) - 1)), size - self._loaded)
            self.read("order", begin, self.room, self._loaded, count)
            self._loaded += count
        if self._loaded >= size:
            self._part = _ORDER

    def _turn(self) -> None:
        """Find how the position is turned into one that the book has, and number its sides."""
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
        # Each of them leads to an entry of its own, of the same value.
        choice = self._choice
        self._symmetry = ways[choice % len(ways)]
        choice //= len(ways)
        own = grid.image(self._own, self._symmetry)
        side = grid.image(self._side, self._symmetry)
        other = least & ~own
        self._turned_own = side & own & -own != 0
        if not own:
            # All one's tiles may be turned over, and there are none yet.
            self._turned_own = choice & 1 != 0
        if self._turned_own:
            side ^= own
        if side & other & -other:
            side ^= other
        state = self._state
        for cell in range(_CELLS):
            bit = 1 << cell
            code = 0
            if least & bit:
                code = (1 if own & bit else 3) + (1 if side & bit else 0)
            state[words.CELLS + cell] = code
        self._number(least, own, side)
        self._part = _FIND

    def _number(self, occupied: int, own: int, side: int) -> None:
        """All of an arrangement's number but its orbit."""
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
            kept = tiles & (tiles - 1)
            while kept:
                lowest = kept & -kept
                if side & lowest:
                    sides |= 1 << bits
                bits += 1
                kept ^= lowest
        self._orbit_mask = occupied
        self._side_bits = bits
        self._slot_rest = rank << bits | sides
        self._subsets = choose(place, found)

    def _find(self) -> None:
        """The block and the place in it."""
        members = self._members
        k = self._tiles
        before = 0
        blocks = 0
        for tier in range(k):
            before += members[tier]
            blocks += tier_blocks(tier, members[tier])
        piece = self._piece
        start = 2 * (MOST_TILES + 1) + 2 * before
        self.read("members", start, piece, 0, 2 * members[k])
        low = 0
        high = members[k] - 1
        while low < high:
            middle = (low + high) >> 1
            if piece[2 * middle] | piece[2 * middle + 1] << 8 < self._orbit_mask:
                low = middle + 1
            else:
                high = middle
        if piece[2 * low] | piece[2 * low + 1] << 8 != self._orbit_mask:
            raise self._error("an arrangement is missing")
        slot = (low * self._subsets << self._side_bits) + self._slot_rest
        self._block = blocks + (slot >> BLOCK_LOG)
        self._coder[words.WANTED] = slot & ((1 << BLOCK_LOG) - 1)
        self._part = _FETCH

    def _fetch(self) -> None:
        """The block's bytes, and the chances that it begins with."""
        piece = self._piece
        coder = self._coder
        name = FLIPS if self._flip_next else PLACES
        kind = max(0, self._tiles + KINDS - 1 - MOST_TILES)
        if not self._flip_next:
            kind += KINDS
        self.read("odds", 2 * CONTEXTS * kind, piece, 0, 2 * CONTEXTS)
        for index in range(CONTEXTS):
            coder[words.ODDS + index] = piece[2 * index] | piece[2 * index + 1] << 8
        self.read(name, 3 * self._block, piece, 0, 6)
        begin = _number(piece, 0, 3)
        count = _number(piece, 3, 3) - begin
        if not 0 <= count <= _PIECE - 4:
            raise self._error("a block has no sense")
        blocks = 1
        for tier in range(MOST_TILES + 1):
            blocks += tier_blocks(tier, self._members[tier])
        self.read(name, 3 * blocks + begin, piece, 0, count)
        for index in range(count, count + 4):
            piece[index] = 0
        coder[words.SLOT] = 0
        coder[words.GROUP] = 1 << self._side_bits
        self._part = _UNPACK

    def _begin_order(self) -> None:
        state = self._state
        state[words.FLIPPING] = 1 if self._flip_next else 0
        state[words.PART] = words.FOLLOWS
        state[words.NEXT] = 0
        self._part = _LOAD

    def _order_done(self) -> None:
        """One part of the scores is there."""
        state = self._state
        if state[words.PART] == words.FOLLOWS:
            state[words.PART] = words.LEADS
            state[words.NEXT] = 0
            self._part = _LOAD
        else:
            self._part = _CHOOSE

    def _choose(self) -> None:
        """The step that the symbol stands for, as it is on the board itself."""
        state = self._state
        way = pick(state, self._coder[words.FOUND])
        back = self._grid.symmetries[self._symmetry]
        cell = way >> 2 if self._flip_next else way >> 1
        source = 0
        while back[source] != cell:
            source += 1
        if not self._flip_next:
            shown = way & 1
            if self._turned_own:
                shown ^= 1
            self.steps.append(source * 2 + shown)
            self._part = _DECIDED
            return
        # The direction on the board is the one that leads where the flip leads in the book.
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


def pick(state: "array[int]", passed: int) -> int:
    """The way after as many better ones; of equal scores the lower way is the better."""
    scores = words.SCORES
    count = state[words.COUNT]
    if passed >= count:
        passed = 0
    for index in range(count):
        score = state[scores + index]
        better = 0
        for other in range(count):
            if state[scores + other] > score or (state[scores + other] == score and other < index):
                better += 1
        if better == passed:
            return state[words.WAYS + index]
    return state[words.WAYS]


def order_state(state: "array[int]", section: "bytes | bytearray", grid: Grid) -> bytearray:
    """Set what flip_order's state holds for good; the shapes as it takes them."""
    order_words(state, section, grid)
    return order_lists(state, section)


def order_words(state: "array[int]", section: "bytes | bytearray", grid: Grid) -> None:
    """Set what is small."""
    state[words.SHAPES] = section[0] | section[1] << 8
    state[words.SIZE] = section[2] | section[3] << 8
    for index in range(4 * _CELLS):
        state[words.NEIGHBOURS + index] = grid.neighbours[index]
    fill_words(state)


def order_lists(state: "array[int]", section: "bytes | bytearray") -> bytearray:
    """The shapes, and their lists after them: where each begins, two bytes, 16 for the cells,
    one of all shapes, and the end; where each shape begins; then the numbers of the shapes. A
    cell's are those that it is part of or beside.
    """
    number = section[0] | section[1] << 8
    start = len(section) - 4
    state[words.LISTS] = start
    masks = []  # of each shape, whose lists it is in: a bit for each cell, and one for all shapes
    begins = []
    length = 0
    at = 0
    for _ in range(number):
        size = section[at + 4]
        mask = section[at + 5] | section[at + 6] << 8 | 1 << _CELLS
        for index in range(at + 9, at + 9 + size):
            mask |= 1 << section[index]
        masks.append(mask)
        begins.append(at)
        length += ones(mask)
        at += 5 + size
    # In one piece from the beginning, for memory is short.
    end = start + 2 * (_CELLS + 2) + 2 * number
    shapes = bytearray(end + length)
    memoryview(shapes)[:start] = memoryview(section)[4:]
    at = start
    for cell in range(_CELLS + 1):
        _put(shapes, at, end)
        at += 2
        bit = 1 << cell
        for shape in range(number):
            if masks[shape] & bit:
                shapes[end] = shape
                end += 1
    _put(shapes, at, end)
    for begin in begins:
        at += 2
        _put(shapes, at, begin)
    return shapes


def _put(data: bytearray, at: int, value: int) -> None:
    data[at] = value & 255
    data[at + 1] = value >> 8


def fill_words(state: "array[int]") -> None:
    """The table by which the kernel numbers what lies on a shape: canonical words of a length in
    the order of their cells, empty before own before the opponent's."""
    # Words of n cells yet to come, by whose tiles have been met: own 1, the opponent's 2.
    counts = [[1] * 7 for _ in range(4)]
    for n in range(1, 7):
        for met in range(4):
            own = counts[met | 1][n - 1] * (2 if met & 1 else 1)
            other = counts[met | 2][n - 1] * (2 if met & 2 else 1)
            counts[met][n] = counts[met][n - 1] + own + other
    for first_own in range(3):  # 0: none met; else what the first one shows
        for first_other in range(3):
            met = (1 if first_own else 0) | (2 if first_other else 0)
            for left in range(6):
                start = words.WORDS + ((first_own * 3 + first_other) * 6 + left) * 5
                low = counts[met][left]
                for tile in range(5):
                    own_next = first_own
                    other_next = first_other
                    before = 0
                    if tile in (1, 2):
                        own_next = first_own or tile
                        before = low
                        if own_next != tile:
                            before += counts[met | 1][left]
                    elif tile:
                        other_next = first_other or tile - 2
                        before = low + counts[met | 1][left] * (2 if met & 1 else 1)
                        if other_next != tile - 2:
                            before += counts[met | 2][left]
                    state[start + tile] = before << 9 | (own_next * 3 + other_next) * 30


def ones(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def choose(n: int, k: int) -> int:
    """In how many ways k of n things can be chosen."""
    result = 1
    for index in range(k):
        result = result * (n - index) // (index + 1)
    return result


def tier_blocks(k: int, members: int) -> int:
    """Blocks of the tier of k tiles that has so many representatives."""
    own = k // 2
    bits = k - (1 if own else 0) - (1 if k > own else 0)
    slots = members * choose(k, own) << bits
    return (slots + (1 << BLOCK_LOG) - 1) >> BLOCK_LOG


def _number(data: "bytes | bytearray | memoryview", at: int, count: int) -> int:
    return int.from_bytes(data[at : at + count], "little")
