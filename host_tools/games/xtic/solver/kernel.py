"""Exact search of xtic: functions that Numba compiles where it is installed.

A position in which a piece must be given is six words:

    occupied   cells with a piece, 16 bits
    left       pieces not yet given, 16 bits
    ones       four times 16 bits: cells where a piece with property bit 0, 1, 2, 3 set would lose
    zeros      the same for pieces with that bit clear
    low, high  a byte for each line (0..7 in low, 8..15 in high): what its pieces agree in, four
               bits for values 1, then four for values 0; 0 when nothing, or when it is full

The question is always: does the attacker win with at most `limit` pieces on the board at the
end? The attacker is who gives now or who places now. With limit 16 that is the value; the least
limit is the remoteness. Answers are kept in a table of three words an entry, with the whole
position in it, so that no two positions are ever taken for one.
"""

# mypy: disallow-untyped-defs=False, check-untyped-defs=False

import numpy as np

from host_tools.build.compiled import machine_code

CELLS = 16
FULL = 0xFFFF
#: Words of `board`: line masks, then the lines through each cell (LINES for none), four each.
LINES = 16
CELL_LINES = 16
#: ... then for each mask of properties and each piece its bits in the mask, squeezed together.
SQUEEZED = CELL_LINES + 64
BOARD = SQUEEZED + 256
#: Words of `work`: nodes so far, most nodes, 1 when they did not suffice, most pieces for which
#: symmetries are looked for, then for each number of pieces the gifts and the cells in order.
NODES = 0
MOST_NODES = 1
GAVE_UP = 2
SYMMETRIC_TO = 3
ORDERS = 8
WORK = ORDERS + 17 * 48

_NONE = np.uint64(0)
# The part of an entry's third word that is the position.
_KEY = np.uint64(0xF0000000FFFFFFFF)
_EVERY = np.uint64(0xFFFFFFFFFFFFFFFF)


def compiled(function):
    """The function as machine code where Numba is installed."""
    return machine_code(function) or function


@compiled
def spread(bits):
    """Four bits to the lowest bits of four 16-bit fields."""
    bits = np.uint64(bits)
    return (
        (bits & np.uint64(1))
        | (bits & np.uint64(2)) << np.uint64(15)
        | (bits & np.uint64(4)) << np.uint64(30)
        | (bits & np.uint64(8)) << np.uint64(45)
    )


@compiled
def danger(ones, zeros, piece):
    """The cells where this piece would lose."""
    chosen = spread(piece) * np.uint64(0xFFFF)
    cells = (ones & chosen) | (zeros & ~chosen)
    cells |= cells >> np.uint64(32)
    cells |= cells >> np.uint64(16)
    return np.int64(cells & np.uint64(0xFFFF))


@compiled
def lay(board, occupied, ones, zeros, low, high, piece, cell):
    """The words (ones, zeros, low, high) after a piece is laid where it does not lose."""
    taken = occupied | 1 << cell
    code = piece | (piece ^ 15) << 4
    for at in range(CELL_LINES + 4 * cell, CELL_LINES + 4 * cell + 4):
        line = board[at]
        if line == LINES:
            break
        shift = np.uint64((line & 7) * 8)
        agreed = np.int64(((low if line < 8 else high) >> shift) & np.uint64(255))
        if agreed == 0:
            continue
        now = agreed & code
        gaps = board[line] & ~taken
        if gaps == 0:
            now = 0
        elif now and gaps & (gaps - 1) == 0:
            gap = np.uint64(gaps)
            ones |= spread(now & 15) * gap
            zeros |= spread(now >> 4) * gap
        change = np.uint64(agreed ^ now) << shift
        if line < 8:
            low ^= change
        else:
            high ^= change
    return ones, zeros, low, high


@compiled
def dangers(board, free, low, high, piece, cell):
    """How many values become dangerous somewhere when a piece is laid on a cell, which is not
    `free` any more."""
    code = piece | (piece ^ 15) << 4
    made = 0
    for at in range(CELL_LINES + 4 * cell, CELL_LINES + 4 * cell + 4):
        line = board[at]
        if line == LINES:
            break
        gaps = board[line] & free
        if gaps and gaps & (gaps - 1) == 0:
            shift = np.uint64((line & 7) * 8)
            made += count(np.int64(((low if line < 8 else high) >> shift) & np.uint64(255)) & code)
    return made


@compiled
def count(mask):
    mask = mask - ((mask >> 1) & 0x5555)
    mask = (mask & 0x3333) + ((mask >> 2) & 0x3333)
    mask = (mask + (mask >> 4)) & 0x0F0F
    return (mask + (mask >> 8)) & 31


@compiled
def lost_piece(free, left, ones, zeros):
    """Whether some piece left has no safe cell: to give it wins."""
    while left:
        piece = left & -left
        left ^= piece
        if free & ~danger(ones, zeros, count(piece - 1)) == 0:
            return True
    return False


@compiled
def canonical(images, occupied, faces):
    """The smallest image (occupied, faces) of the pieces on the board: under the symmetries of
    the board, whose images of rows are in `images` (symmetry, row, content), and of the pieces.
    `faces`: four times 16 bits, the cells whose piece has property bit 0, 1, 2, 3 set."""
    best = 1 << CELLS
    least = _EVERY
    for index in range(len(images)):
        image = images[index]
        cells = (
            image[0, occupied & 15]
            | image[1, occupied >> 4 & 15]
            | image[2, occupied >> 8 & 15]
            | image[3, occupied >> 12]
        )
        if cells > best:
            continue
        first = cells & -cells
        one = two = three = four = np.int64(0)
        for number in range(4):
            mask = np.int64((faces >> np.uint64(16 * number)) & np.uint64(0xFFFF))
            mask = (
                image[0, mask & 15]
                | image[1, mask >> 4 & 15]
                | image[2, mask >> 8 & 15]
                | image[3, mask >> 12]
            )
            if mask & first:
                mask ^= cells
            # Into its place among those before.
            if mask > three:
                if mask > four:
                    one, two, three, four = two, three, four, mask
                else:
                    one, two, three = two, three, mask
            elif mask > two:
                one, two = two, mask
            else:
                one = mask
        packed = np.uint64(one) | np.uint64(two) << np.uint64(16)
        packed |= np.uint64(three) << np.uint64(32) | np.uint64(four) << np.uint64(48)
        if cells < best or packed < least:
            best = np.int64(cells)
            least = packed
    return best, least


@compiled
def remains(board, left, live):
    """What matters of the pieces left, when only the properties in `live` still matter: how
    many there are of each kind. 16 bits; what the fields mean follows from `live`."""
    if live == 15:
        return left
    kinds = count(live)
    width = 2 if kinds == 3 else 3 if kinds == 2 else 4
    found = 0
    while left:
        bit = left & -left
        left ^= bit
        kind = board[SQUEEZED + live * 16 + count(bit - 1)]
        found += 1 << kind * width
    return found


@compiled
def attack(
    board, images, work, table, occupied, left, ones, zeros, low, high, faces, gives, limit
):  # fmt: skip
    """Whether the attacker, who gives now (gives 1) or places now (gives 0), wins with at most
    `limit` pieces on the board. A giver before the attacker defends as well as can be."""
    placed = count(occupied)
    # Who gives now can end it at the next piece, who places now at the one after.
    limit -= (limit - placed - gives) & 1
    if placed + 2 - gives > limit:
        return False
    work[NODES] += 1
    if work[NODES] > work[MOST_NODES]:
        work[GAVE_UP] = 1
        return False
    free = FULL & ~occupied
    gifts = ORDERS + 48 * placed
    # Pieces with only one safe cell: the cells, and those that are so for several.
    single = 0
    several = 0
    agreed = low | high
    agreed |= agreed >> np.uint64(32)
    agreed |= agreed >> np.uint64(16)
    agreed |= agreed >> np.uint64(8)
    live = np.int64((agreed | agreed >> np.uint64(4)) & np.uint64(15))
    total = 0
    rest = left
    while rest:
        bit = rest & -rest
        rest ^= bit
        piece = count(bit - 1)
        safe = free & ~danger(ones, zeros, piece)
        if safe == 0:
            return gives == 1
        if safe & (safe - 1) == 0:
            several |= single & safe
            single |= safe
        # In order of the number of safe cells; of pieces alike one is enough.
        entry = count(safe) << 24 | (piece & live) << 20 | piece << 16 | safe
        at = total
        while at > 0 and work[gifts + at - 1] > entry:
            work[gifts + at] = work[gifts + at - 1]
            at -= 1
        work[gifts + at] = entry
        total += 1
    if placed == CELLS - 1:
        return False

    # What is known?
    if placed <= work[SYMMETRIC_TO]:
        least, key0 = canonical(images, occupied, faces)
        key1 = _EVERY
        key2 = np.uint64(least) << np.uint64(16) | np.uint64(1) << np.uint64(60)
    else:
        key0 = low
        key1 = high
        key2 = np.uint64(occupied) << np.uint64(16) | np.uint64(remains(board, left, live))
    slot = key0 * np.uint64(0x9E3779B97F4A7C15)
    slot ^= (key1 ^ slot >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    slot ^= (key2 ^ slot >> np.uint64(31)) * np.uint64(0x94D049BB133111EB)
    slot ^= slot >> np.uint64(32)
    place = np.int64(slot & np.uint64(len(table) // 6 - 1)) * 6
    # Of the 28 bits above the key: most pieces for which a win of who gives is known (as 31 -
    # pieces), most for which it is known that there is none, the same for who places.
    mine = np.uint64(32 + (0 if gives else 10))
    known = _NONE
    for at in range(place, place + 6, 3):
        word = table[at + 2]
        if table[at] == key0 and table[at + 1] == key1 and word & _KEY == key2:
            known = word & ~_KEY
            wins = 31 - np.int64(word >> mine & np.uint64(31))
            fails = np.int64(word >> mine + np.uint64(5) & np.uint64(31))
            if limit >= wins:
                return True
            if limit <= fails:
                return False
            break

    result = gives == 0  # where all gifts have been tried in vain
    # First the gifts that are answered at once: by a placement that leaves a piece without a
    # safe cell.
    # A placement makes dangers where it leaves a line with one gap that had two, and each of them
    # takes one safe cell from a piece, as the placement itself may.
    pairs = 0
    for line in range(LINES):
        gaps = board[line] & free
        if gaps & (gaps - 1):
            rest = gaps & (gaps - 1)
            if rest & (rest - 1) == 0:
                pairs |= gaps
    fewest = work[gifts] >> 24
    kept = 0
    last = -1
    for at in range(gifts, gifts + total):
        entry = work[at]
        piece = entry >> 16 & 15
        kind = entry >> 20 & 15
        safe = entry & 0xFFFF
        if at > gifts and (kind | entry >> 24 << 4) == last:
            continue
        last = kind | entry >> 24 << 4
        code = piece | (piece ^ 15) << 4
        others = several if safe & (safe - 1) == 0 else single
        answered = safe & others != 0
        cells = safe & pairs
        while cells and not answered:
            bit = cells & -cells
            cells ^= bit
            cell = count(bit - 1)
            taken = occupied | bit
            formed = 0
            one = ones
            zero = zeros
            for line_at in range(CELL_LINES + 4 * cell, CELL_LINES + 4 * cell + 4):
                line = board[line_at]
                if line == LINES:
                    break
                gaps = board[line] & ~taken
                if gaps and gaps & (gaps - 1) == 0:
                    shift = np.uint64((line & 7) * 8)
                    now = np.int64(((low if line < 8 else high) >> shift) & np.uint64(255)) & code
                    if now:
                        formed += 1
                        gap = np.uint64(gaps)
                        one |= spread(now & 15) * gap
                        zero |= spread(now >> 4) * gap
            if formed and fewest <= formed + 1:
                answered = lost_piece(free & ~bit, left & ~(1 << piece), one, zero)
        if not answered:
            work[gifts + kept] = entry
            kept += 1

    for at in range(gifts, gifts + kept):
        entry = work[at]
        piece = entry >> 16 & 15
        cells = entry & 0xFFFF
        next_left = left & ~(1 << piece)
        # Is there a cell that is good for who places? First those that make most dangers: who
        # places gives next.
        holds = False
        tries = 0
        while cells:
            bit = cells & -cells
            cells ^= bit
            cell = count(bit - 1)
            made = dangers(board, free ^ bit, low, high, piece, cell)
            to = ORDERS + 48 * placed + 16 + tries
            while made and to > ORDERS + 48 * placed + 16 and work[to - 1] >> 4 < made:
                work[to] = work[to - 1]
                to -= 1
            work[to] = made << 4 | cell
            tries += 1
        for at_cell in range(ORDERS + 48 * placed + 16, ORDERS + 48 * placed + 16 + tries):
            cell = work[at_cell] & 15
            bit = 1 << cell
            one, zero, lower, higher = lay(board, occupied, ones, zeros, low, high, piece, cell)
            found = attack(
                board, images, work, table, occupied | bit, next_left, one, zero, lower, higher,
                faces | spread(piece) << np.uint64(cell), 1 - gives, limit,
            )  # fmt: skip
            if work[GAVE_UP]:
                return False
            if found == (gives == 0):
                holds = True
                break
        if not holds:
            # The gift is good for who gives.
            result = gives == 1
            break

    wins = 31 - np.int64(known >> mine & np.uint64(31))
    fails = np.int64(known >> mine + np.uint64(5) & np.uint64(31))
    if result:
        wins = limit
    else:
        fails = limit
    known &= ~(np.uint64(1023) << mine)
    known |= np.uint64(31 - wins) << mine | np.uint64(fails) << mine + np.uint64(5)
    word = key2 | known | np.uint64(placed) << np.uint64(52)
    # Of two entries the first is for what took most work: the fewest pieces.
    at = place
    first = table[place + 2]
    same = table[place] == key0 and table[place + 1] == key1 and first & _KEY == key2
    if not same and first and np.int64(first >> np.uint64(52) & np.uint64(15)) < placed:
        at = place + 3
    table[at] = key0
    table[at + 1] = key1
    table[at + 2] = word
    return result
