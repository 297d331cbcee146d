"""Perfect play of Four Field Kono, from any position: a short search, and a table of its errors.

The search looks five steps ahead, and estimates the positions there with learned weights. In some
positions its choice would give the value away, or lead a won game round in circles; the table has a
step for each of these. So every tie is kept, and every win is won in the end. The table is a file
as in games/book_file.py; numbers are little-endian:

    bases    3 bytes for each pair of own tiles and opponent's tiles, 0 to 8: the number of the
             first position with so many
    masks    the representatives of 0 to 8 cells, by their number, then rising: the distance of each
             from the one before (the first of a number: from 0), seven bits in a byte, the low ones
             first, and the high bit set in all but the last byte
    weights  for 4 to 16 tiles: the constant, 2 bytes; 81 weights, each 128 more, of each kind of
             pattern: outer row, inner row, corner square, edge square, middle square
    starts   3 bytes for each block of 8192 numbers, and one more: its first bit in `errors`
    errors   blocks of bits, the low bit of a byte first

A position is brought to one of its images under the square's symmetries: that with the smallest
mask of taken cells (of empty cells, if they are fewer than the taken ones), and of these with the
smallest mask of own cells. That mask of cells is the representative. A position's number is

    base + (place of the representative in its list) * (sets of as many own cells) + rank

with the rank of the set of own cells, among the taken ones, in colexicographic order. A block
begins with 4 bits, r. For each position with an error it has the distance from the last one (or
from the block's beginning - 1) less 1, as a Rice code with r low bits, and then the place of the
right step among those that the search does not choose, as a Rice code without low bits. The
quotient of a Rice code is so many ones and a zero, and comes before the low bits. Steps are in the
order of the estimates after them, equal ones in the order of start and direction in the image.
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
BLOCK_LOG = 13
DEPTH = const(5)  # steps that the search looks ahead

_CELLS = const(16)
_FULL = const(0xFFFF)
_BLOCK_BITS = const(16384)  # more than any block has
_BYTES_A_COUNT = const(407)
_ZERO = const(34944)  # what is added to an estimate: 32768 + 17 * 128
_TABLE = const(256)  # weights of a pattern, by its own cells, and its opponent's cells * 16
_CONSTANT = const(2816)  # offset after the weights of eleven patterns
_KEPT = const(DEPTH + 1)  # numbers of tiles whose weights are in memory
_SORTED = const(2)  # plies with the steps in the order of the estimates after them
_CORNERS = (0, 1, 2, 4, 5, 6, 8, 9, 10)  # upper left cells of the nine squares

_WORST = const(30000)  # more than any estimate
LOST = const(-30000)  # an estimate where the game has ended
_NEVER = const(32000)
# `_ply` before the search and after it
_WEIGHTS_FIRST = const(-2)
_ENDED = const(-1)
# Cost in a port's evaluations: of an estimate, of reading a block, of the weights of a count.
_ESTIMATE_COST = const(120)
_READ_COST = const(6500)
_LONGEST = const(420_000)  # of 3,500 estimates: 3,408 were the most in 20,000 decisions


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
        first = _LISTS[count]
        gaps = bytearray(_LISTS[count + 1] - first)
        self.file.read("masks", first, gaps, 0, len(gaps))
        place = mask = shift = 0
        for byte in gaps:
            mask += (byte & 127) << shift
            shift += 7
            if byte < 128:
                if mask >= representative:
                    break
                place += 1
                shift = 0
        return place

    def place(self, position: int) -> int:
        """Return the place of the right step among those that the search does not choose in the
        position of this number, or -1 if its choice is right."""
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
                place = self._rice(0)
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


# Where the representatives of 0 to 8 cells begin in `masks`, and where they end.
_LISTS = (0, 1, 4, 27, 108, 374, 962, 2044, 3544, 5261)
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
    """The player of all levels. Each `_go_on` does some parts of the work of `perfect`: weights for
    one number of tiles, the steps of a position in the search and the estimates after them, or a
    question to the table."""

    def _opened(self, tables: "Tables", game: "Game") -> ErrorTable:
        self._weights: dict[int, bytearray] = {}
        self._estimates = array("h", bytes(2 * game.max_steps))
        # By ply of the search: its position, the steps there, the one looked at, and the best
        # value so far for the player to act.
        self._owns = array("H", bytes(2 * DEPTH))
        self._others = array("H", bytes(2 * DEPTH))
        self._steps = [array("H", bytes(2 * game.max_steps)) for _ in range(DEPTH)]
        self._counts = array("h", bytes(2 * DEPTH))
        self._places = array("h", bytes(2 * DEPTH))
        self._bests = array("h", bytes(2 * DEPTH))
        self._ply = 0
        self._image = 0
        self._choice = 0
        self._spent = 0
        self._number = -1
        return ErrorTable(tables, game)

    def _begin(self, game: "Any") -> None:
        self.longest = _LONGEST
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
                if representative < least or mine < self._owns[0]:
                    least = representative
                    self._image = image
                    self._owns[0] = mine
                    self._others[0] = whole ^ mine
        self._near = grid.neighbours
        self._moved = grid.symmetries[self._image]
        self._ply = _WEIGHTS_FIRST
        self._number = -1

    def _go_on(self, max_evals: int) -> None:
        while max_evals > 0 and not self.steps:
            self._spent = 0
            self._part()
            max_evals -= self._spent

    def _part(self) -> None:
        ply = self._ply
        if ply == _WEIGHTS_FIRST:
            if self._get_weights():
                self._ply = 0
                self._enter(0)
        elif ply == _ENDED:
            self._look_up()
        elif self._places[ply] < self._counts[ply] and not self._cut(ply):
            self._enter(ply + 1)
        else:
            self._ply = ply - 1
            if ply:
                self._better(ply - 1, -self._bests[ply])

    def _get_weights(self) -> bool:
        """Read the weights for one more number of tiles. Returns whether all are there."""
        count = ones(self._owns[0] | self._others[0])
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

    def _after(self, ply: int, step: int) -> "tuple[int, int]":
        """Return the tiles of the player to act after a step, and the other player's."""
        end = 1 << (step & 15)
        return self._others[ply] & ~end, self._owns[ply] ^ (1 << (step >> 4)) | end

    def _cut(self, ply: int) -> bool:
        """Return whether an earlier step of the player before is as good as one to here."""
        return ply > 0 and self._bests[ply] >= -self._bests[ply - 1]

    def _better(self, ply: int, value: int) -> None:
        """Take the value of the step looked at into account."""
        if value > self._bests[ply]:
            self._bests[ply] = value
            if not ply:
                self._choice = self._places[0]
        self._places[ply] += 1

    def _enter(self, ply: int) -> None:
        """Go to the position after the step looked at, and list its steps. At the last ply, also
        estimate the positions after them."""
        self._ply = ply
        if ply:
            before = ply - 1
            step = self._steps[before][self._places[before]]
            self._owns[ply], self._others[ply] = self._after(before, step)
        own = self._owns[ply]
        others = self._others[ply]
        steps = self._steps[ply]
        count = 0
        if stuck(own, others):
            self._bests[ply] = LOST - DEPTH + ply  # the sooner, the worse
        else:
            count = steps_in(own, others, self._near, steps)
            # no less than what the same player has already at an earlier ply
            self._bests[ply] = self._bests[ply - 2] if ply > 1 else -_NEVER
        self._spent += _ESTIMATE_COST
        self._places[ply] = 0
        self._counts[ply] = count
        if ply < _SORTED:
            self._sort(ply, count)
        elif ply == DEPTH - 1:
            self._look_at_last(own, others, count)

    def _look_at_last(self, own: int, others: int, count: int) -> None:
        """Estimate the positions after the last ply's steps. Most of a decision's time goes here,
        so it calls no method that it can do without."""
        steps = self._steps[DEPTH - 1]
        best = self._bests[DEPTH - 1]
        enough = -self._bests[DEPTH - 2]
        for index in range(count):
            step = steps[index]
            end = 1 << (step & 15)
            value = -self._estimate(others & ~end, own ^ (1 << (step >> 4)) | end)
            if value > best:
                best = value
                if best >= enough:
                    break
        self._bests[DEPTH - 1] = best
        self._places[DEPTH - 1] = count

    def _sort(self, ply: int, count: int) -> None:
        """Put the steps in the order of the estimates after them."""
        steps = self._steps[ply]
        estimates = self._estimates
        for index in range(count):
            step = steps[index]
            value = self._estimate(*self._after(ply, step))
            place = index
            while place and estimates[place - 1] > value:
                estimates[place] = estimates[place - 1]
                steps[place] = steps[place - 1]
                place -= 1
            estimates[place] = value
            steps[place] = step
        if not ply and (count == 1 or estimates[0] == LOST):
            self._decide(0)

    def _look_up(self) -> None:
        """Ask the table whether the search's choice is right, and decide."""
        self._spent += _READ_COST
        if self._number < 0:
            own = self._owns[0]
            self._number = self._table.number_of(own, own | self._others[0])
            return
        place = self._table.place(self._number)
        if place < 0:
            place = self._choice
        elif place >= self._choice:
            place += 1
        if place >= self._counts[0]:
            raise self._table.file.error("it names a step that there is not")
        self._decide(place)

    def _decide(self, place: int) -> None:
        """Set `steps` to the step at this place."""
        step = self._steps[0][place]
        moved = self._moved
        start = end = 0
        for cell in range(_CELLS):
            if moved[cell] == step >> 4:
                start = cell
            if moved[cell] == step & 15:
                end = cell
        self.steps = [start * _CELLS + end]
