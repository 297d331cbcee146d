"""Perfect play of Four Field Kono, from any position: a short search, and a table of its errors.

The search looks at the board's step, the reply and the next step, and estimates the position after
them with learned weights. In some positions its choice would give the value away, or lead a won
game round in circles; the table has a step for each of these. So every tie is kept, and every win
is won in the end. The table is a file as in games/book_file.py; numbers are little-endian:

    bases    3 bytes for each pair of own tiles and opponent's tiles, 0 to 8: the number of the
             first position with so many
    masks    2 bytes for each representative of 0 to 8 cells, by their number, then rising
    weights  for 4 to 16 tiles: the constant, 2 bytes; 81 weights, each 128 more, of each kind of
             pattern: outer row, inner row, corner square, edge square, middle square
    starts   3 bytes for each block of 4096 numbers, and one more: its first bit in `errors`
    errors   blocks of bits, the low bit of a byte first

A position is brought to one of its images under the square's symmetries: that with the smallest
mask of taken cells (of empty cells, if they are fewer than the taken ones), and of these with the
smallest mask of own cells. That mask of cells is the representative. A position's number is

    base + (place of the representative in its list) * (sets of as many own cells) + rank

with the rank of the set of own cells, among the taken ones, in colexicographic order. A block
begins with 4 bits, r. For each position with an error it has the distance from the last one (or
from the block's beginning - 1) less 1, as a Rice code with r low bits, and then the place of the
right step, as a Rice code with 1 low bit. The quotient of a Rice code is so many ones and a zero,
and comes before the low bits. Steps are in the order of the estimates after them, equal ones in the
order of start and direction in the image.
"""

from array import array

from micropython import const

from lodeboard.games.book_file import BookFile, number
from lodeboard.games.contract import NOWHERE
from lodeboard.games.kono.rules import stuck
from lodeboard.games.solved import SolvedPlayer
from lodeboard.games.tiles import ones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.games.contract import Game, Tables

MOST = 8  # tiles of a player
FEWEST = 4  # tiles on the board for which there are weights
KINDS = 5
WEIGHTS = 81  # of a kind of pattern
BLOCK_LOG = 12
PLACE_LOW = 1  # low bits of the Rice code of a place

_CELLS = const(16)
_FULL = const(0xFFFF)
_BLOCK_BITS = const(16384)  # more than any block has
_BYTES_A_COUNT = const(407)
_ZERO = const(34944)  # what is added to an estimate: 32768 + 17 * 128
_TABLE = const(256)  # weights of a pattern, by its own cells, and its opponent's cells * 16
_CONSTANT = const(2816)  # offset after the weights of eleven patterns
_KEPT = const(4)  # numbers of tiles whose weights are in memory
_CORNERS = (0, 1, 2, 4, 5, 6, 8, 9, 10)  # upper left cells of the nine squares

_WORST = const(30000)  # more than any estimate
LOST = const(-30000)  # an estimate where the game has ended
_NEVER = const(32000)
# Cost in a port's evaluations: of an estimate, of reading a block, of the weights of a count.
_ESTIMATE_COST = const(120)
_READ_COST = const(6500)


def steps_in(own: int, theirs: int, near: "bytes", out: "array[int]") -> int:
    """Write all legal steps of a position by start and direction. Returns their number."""
    count = 0
    for start in range(_CELLS):
        if not (own >> start) & 1:
            continue
        for direction in range(4):
            end = near[start * 4 + direction]
            if end == NOWHERE:
                continue
            if (own >> end) & 1:
                end = near[end * 4 + direction]
                if end == NOWHERE or not (theirs >> end) & 1:
                    continue
            elif (theirs >> end) & 1:
                continue
            out[count] = start * _CELLS + end
            count += 1
    return count


def estimate(own: int, theirs: int, weights: "bytearray") -> int:
    """Return the estimated value of a position for the player to act."""
    total = weights[_CONSTANT] | weights[_CONSTANT + 1] << 8
    total += weights[own & 15 | (theirs & 15) << 4]
    total += weights[own >> 12 | theirs >> 12 << 4]
    total += weights[_TABLE | own >> 4 & 15 | theirs & 240]
    total += weights[_TABLE | own >> 8 & 15 | (theirs >> 8 & 15) << 4]
    for column in range(4):
        # the product brings four bits together, cells 4, 8 and 12 further apart
        mine = ((own >> column & 0x1111) * 0x1248 >> 12) & 15
        others = ((theirs >> column & 0x1111) * 0x1248 >> 12) & 15
        kind = _TABLE if 0 < column < 3 else 0
        total += weights[kind | mine | others << 4]
    offset = 2 * _TABLE
    for corner in _CORNERS:
        mine = own >> corner
        others = theirs >> corner
        total += weights[offset | mine & 3 | mine >> 2 & 12 | (others & 3 | others >> 2 & 12) << 4]
        offset += _TABLE
    return total - _ZERO


def choose(below: int, above: int) -> int:
    """Return the number of sets of `above` of so many cells."""
    found = 1
    for index in range(above):
        found = found * (below - index) // (index + 1)
    return found


class ErrorTable:
    """The table, open. Raises BookError, also later."""

    def __init__(self, tables: "Tables", game: "Game") -> None:
        self.file = BookFile(tables, game.name, game.rules)
        self._bits = bytearray()
        self._bit = 0

    def number_of(self, own: int, taken: int) -> int:
        """Return the number of a position in its image (see above)."""
        count = ones(taken)
        mine = ones(own)
        base = bytearray(3)
        place = mine * (MOST + 1) + count - mine
        self.file.read("bases", 3 * place, base, 0, 3)
        rank = cell = chosen = 0
        rest = taken
        while rest:
            low = rest & -rest
            if own & low:
                chosen += 1
                rank += choose(cell, chosen)
            rest ^= low
            cell += 1
        representative = taken if count <= MOST else _FULL ^ taken
        return (
            number(base, 0, 3)
            + self._place_of(representative, min(count, _CELLS - count)) * choose(count, mine)
            + rank
        )

    def _place_of(self, representative: int, count: int) -> int:
        """Return the place of a representative of so many cells in its list."""
        first = 0
        for fewer in range(count):
            first += _ORBITS[fewer]
        pair = bytearray(2)
        low = 0
        high = _ORBITS[count] - 1
        while low < high:
            middle = (low + high) >> 1
            self.file.read("masks", 2 * (first + middle), pair, 0, 2)
            if number(pair, 0, 2) < representative:
                low = middle + 1
            else:
                high = middle
        return low

    def place(self, position: int) -> int:
        """Return the place of the right step in the position of this number, or -1 if the search
        finds a right one."""
        block = position >> BLOCK_LOG
        ends = bytearray(6)
        self.file.read("starts", 3 * block, ends, 0, 6)
        begin = number(ends, 0, 3)
        end = number(ends, 3, 3)
        if begin == end:
            return -1
        if not 0 < end - begin < _BLOCK_BITS:
            raise self.file.error("a block of errors has no sense")
        first = begin >> 3
        self._bits = bytearray((end + 7 >> 3) - first)
        self.file.read("errors", first, self._bits, 0, len(self._bits))
        self._bit = begin & 7
        end -= first << 3
        try:
            low = self._low(4)
            found = (block << BLOCK_LOG) - 1
            while self._bit < end:
                found += self._rice(low) + 1
                place = self._rice(PLACE_LOW)
                if found >= position:
                    return place if found == position else -1
        except IndexError as error:
            raise self.file.error("an error is cut short") from error
        return -1

    def _rice(self, low: int) -> int:
        bits = self._bits
        bit = self._bit
        quotient = 0
        while bits[bit >> 3] >> (bit & 7) & 1:
            quotient += 1
            bit += 1
        self._bit = bit + 1
        return quotient << low | self._low(low)

    def _low(self, count: int) -> int:
        """Read a number of so many bits."""
        bits = self._bits
        bit = self._bit
        found = 0
        for place in range(count):
            found |= (bits[bit >> 3] >> (bit & 7) & 1) << place
            bit += 1
        self._bit = bit
        return found

    def weights(self, count: int) -> bytearray:
        """Return the weights for so many tiles as `estimate` reads them."""
        stored = bytearray(_BYTES_A_COUNT)
        self.file.read("weights", (count - FEWEST) * _BYTES_A_COUNT, stored, 0, _BYTES_A_COUNT)
        table = bytearray(_CONSTANT + 2)
        table[_CONSTANT] = stored[0]
        table[_CONSTANT + 1] = stored[1]
        if not -_WORST < number(stored, 0, 2) - _ZERO < _WORST - len(_PATTERNS) * 255:
            raise self.file.error("its weights have no sense")
        for pattern in range(len(_PATTERNS)):
            kind = _PATTERNS[pattern]
            order = _ORDERS[pattern]
            offset = pattern * _TABLE
            ternary = [_ternary(mask, order) for mask in range(16)]
            for mine in range(16):
                base = 2 + kind * WEIGHTS + ternary[mine]
                others = 15 ^ mine
                # all sets of the other cells
                part = others
                while True:
                    table[offset | mine | part << 4] = stored[base + 2 * ternary[part]]
                    if not part:
                        break
                    part = (part - 1) & others
        return table


# Representatives of 0 to 8 cells.
_ORBITS = (1, 3, 21, 77, 252, 567, 1051, 1465, 1674)
# Outer and inner rows, then the nine squares: the kind, and the weight of each bit in base 3.
_PATTERNS = (0, 1, 2, 3, 2, 3, 4, 3, 2, 3, 2)
_ROW = (1, 3, 9, 27)
_ORDERS = (
    _ROW,
    _ROW,
    (1, 3, 9, 27),
    (1, 3, 9, 27),
    (3, 1, 27, 9),
    (1, 9, 3, 27),
    _ROW,
    (9, 1, 27, 3),
    (9, 27, 1, 3),
    (9, 27, 1, 3),
    (27, 9, 3, 1),
)


def _ternary(mask: int, order: "tuple[int, ...]") -> int:
    found = 0
    for bit in range(4):
        if (mask >> bit) & 1:
            found += order[bit]
    return found


class PerfectPlayer(SolvedPlayer):
    """The player of all levels. Each `_go_on` does one part of the work of `perfect`: weights for
    one number of tiles, the table, the order of the steps, or a reply."""

    def _opened(self, tables: "Tables", game: "Game") -> ErrorTable:
        self._weights: dict[int, bytearray] = {}
        self._first = array("H", bytes(2 * game.max_steps))
        self._second = array("H", bytes(2 * game.max_steps))
        self._third = array("H", bytes(2 * game.max_steps))
        self._estimates = array("h", bytes(2 * game.max_steps))
        self._image = 0
        self._own = self._theirs = 0
        self._after_own = self._after_theirs = 0
        self._replies = self._reply = 0
        self._worst = 0
        self._spent = 0
        self._ready = False
        self._number = -1
        return ErrorTable(tables, game)

    def _begin(self, game: "Any") -> None:
        grid = game.grid
        own = game.tiles(game.turn)
        taken = own | game.tiles(1 - game.turn)
        few = ones(taken) <= MOST
        least = _FULL + 1
        for image in range(len(grid.symmetries)):
            whole = grid.image(taken, image)
            representative = whole if few else _FULL ^ whole
            if representative <= least:
                mine = grid.image(own, image)
                if representative < least or mine < self._own:
                    least = representative
                    self._image = image
                    self._own = mine
                    self._theirs = whole ^ mine
        self._near = grid.neighbours
        self._moved = grid.symmetries[self._image]
        self._ready = False
        self._number = -1
        self._tried = -2

    def _go_on(self, max_evals: int) -> None:
        while max_evals > 0 and not self.steps:
            self._spent = 0
            self._part()
            max_evals -= self._spent

    def _part(self) -> None:
        if not self._ready:
            self._ready = self._get_weights()
        elif self._tried == -2:
            self._order_steps()
            self._tried = -1
        elif self._tried == -1:
            self._look_up()
        else:
            self._try_reply()

    def _get_weights(self) -> bool:
        """Read the weights for one more number of tiles. Returns whether all are there."""
        count = ones(self._own | self._theirs)
        wanted = range(max(FEWEST, count - _KEPT + 1), count + 1)
        for there in list(self._weights):
            if there not in wanted:
                del self._weights[there]
        for tiles in wanted:
            if tiles not in self._weights:
                self._weights[tiles] = self._table.weights(tiles)
                self._spent += _READ_COST
                return False
        return True

    def _estimate(self, own: int, theirs: int) -> int:
        self.nodes += 1
        self._spent += _ESTIMATE_COST
        if stuck(own, theirs):
            return LOST
        return estimate(own, theirs, self._weights[ones(own | theirs)])

    def _order_steps(self) -> None:
        """List the steps in the order of the estimates after them."""
        own = self._own
        theirs = self._theirs
        steps = self._first
        estimates = self._estimates
        self._count = steps_in(own, theirs, self._near, steps)
        for index in range(self._count):
            step = steps[index]
            end = 1 << (step & 15)
            value = self._estimate(theirs & ~end, own ^ (1 << (step >> 4)) | end)
            place = index
            while place and estimates[place - 1] > value:
                estimates[place] = estimates[place - 1]
                steps[place] = steps[place - 1]
                place -= 1
            estimates[place] = value
            steps[place] = step

    def _look_up(self) -> None:
        """Ask the table, and begin to search if it does not have the position."""
        self._spent += _READ_COST
        steps = self._first
        place = 0
        if self._estimates[0] != LOST and self._count > 1:
            if self._number < 0:
                own = self._own
                self._number = self._table.number_of(own, own | self._theirs)
                return
            place = self._table.place(self._number)
        if place >= 0:
            if place >= self._count:
                raise self._table.file.error("it names a step that there is not")
            self._decide(steps[place])
            return
        self._tried = 0
        self._best = _NEVER
        self._step = steps[0]
        self._enter()

    def _decide(self, step: int) -> None:
        """Set `steps` to this step, which is one in the image."""
        moved = self._moved
        start = end = 0
        for cell in range(_CELLS):
            if moved[cell] == step >> 4:
                start = cell
            if moved[cell] == step & 15:
                end = cell
        self.steps = [start * _CELLS + end]

    def _enter(self) -> None:
        """Make the next step in the image, and list the replies."""
        step = self._first[self._tried]
        end = 1 << (step & 15)
        self._after_own = self._theirs & ~end
        self._after_theirs = self._own ^ (1 << (step >> 4)) | end
        self._replies = steps_in(self._after_own, self._after_theirs, self._near, self._second)
        self._reply = 0
        self._worst = -_NEVER

    def _try_reply(self) -> None:
        """Look at one reply to one step: at the best step after it."""
        step = self._second[self._reply]
        end = 1 << (step & 15)
        own = self._after_theirs & ~end
        theirs = self._after_own ^ (1 << (step >> 4)) | end
        best = -_NEVER
        if stuck(own, theirs):
            best = LOST - 1
        else:
            third = self._third
            for index in range(steps_in(own, theirs, self._near, third)):
                next_step = third[index]
                end = 1 << (next_step & 15)
                value = -self._estimate(theirs & ~end, own ^ (1 << (next_step >> 4)) | end)
                if value > best:
                    best = value
                    if -best <= self._worst:
                        break  # an earlier reply is as bad
        self._worst = max(self._worst, -best)
        self._reply += 1
        if self._worst < self._best and self._reply < self._replies:
            return
        if self._worst < self._best:
            self._best = self._worst
            self._step = self._first[self._tried]
        self._tried += 1
        if self._tried == self._count:
            self._decide(self._step)
        else:
            self._enter()
