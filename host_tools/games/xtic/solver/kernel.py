"""Exact search of xtic: functions that Numba compiles where it is installed, private ones inlined.

A position in which a piece must be given is six words:

    occupied   cells with a piece, 16 bits
    left       pieces not yet given, 16 bits
    ones       four times 16 bits: cells where a piece with property bit 0, 1, 2, 3 set would lose
    zeros      the same for pieces with that bit clear
    low, high  a byte for each line (0..7 in low, 8..15 in high): what its pieces agree in, four
               bits for values 1, then four for values 0; 0 when nothing, or when it is full

The question is always: does the attacker win with at most `limit` pieces on the board at the
end? The attacker is who gives now or who places now. With limit 16 that is the value; the least
limit is the remoteness. Answers are stored in a table of three words an entry, with all in it that
matters of the position, so that no two positions that differ are ever taken for one.
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
#: ... then how many gaps each line has in a row with this content, a byte a line: the bytes of
#: `low` and of `high` for each row and each of its 16 contents.
GAPS = SQUEEZED + 256
BOARD = GAPS + 128
#: Words of `work`: nodes so far, most nodes, 1 when they did not suffice, then for each number of
#: pieces the gifts, the cells and the open lines in order.
NODES = 0
MOST_NODES = 1
GAVE_UP = 2
FRAMES = 8
FRAME = 48
FRAME_CELLS = 16
FRAME_LINES = 32
WORK = FRAMES + 17 * FRAME
#: Words of an entry of the table; two entries belong together.
ENTRY = 3
#: With more pieces on the board, searching is faster than looking up.
KEPT_TO = 13
#: With up to so many open lines positions are looked up by what they have in common (`class_key`).
#: With more that merges too few of them for what it takes.
CLASS_LINES = 6

_NONE = np.uint64(0)
_EVERY = np.uint64(0xFFFFFFFFFFFFFFFF)
# The part of an entry's last word that is the position.
_KEY = np.uint64(0xF0000000FFFFFFFF)
# The pieces with property bit 0, 1, 2, 3 set.
_SET = (0xAAAA, 0xCCCC, 0xF0F0, 0xFF00)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_BYTE = np.uint64(255)
_TOP = np.uint64(56)
# The worth of placing a piece on a cell, for each line through it: for each value that its pieces
# still agree in, by the number of its gaps (0 to 3), and for each that they agreed in before;
# first for an attacker who places, then for a defender. Found by trial: these took the fewest
# nodes on 120 positions with eight pieces.
_WORTH = (0, 3, 0, 0, -6, -1, 0, 0, 0, 9, -3, -5, 0, 6, 2, 2)


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
def agreement(low, high, line):
    """What the pieces of a line agree in."""
    return np.int64(((low if line < 8 else high) >> np.uint64((line & 7) * 8)) & np.uint64(255))


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
    """The words (ones, zeros, low, high) after a piece is placed where it does not lose."""
    taken = occupied | 1 << cell
    code = piece | (piece ^ 15) << 4
    for index in range(CELL_LINES + 4 * cell, CELL_LINES + 4 * cell + 4):
        line = board[index]
        if line == LINES:
            break
        agreed = agreement(low, high, line)
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
        change = np.uint64(agreed ^ now) << np.uint64((line & 7) * 8)
        if line < 8:
            low ^= change
        else:
            high ^= change
    return ones, zeros, low, high


@compiled
def worth(board, free, low, high, piece, cell, gives):
    """The worth of placing a piece on a cell that is no longer `free` (`_WORTH`)."""
    code = piece | (piece ^ 15) << 4
    found = 0
    for index in range(CELL_LINES + 4 * cell, CELL_LINES + 4 * cell + 4):
        line = board[index]
        if line == LINES:
            break
        agreed = agreement(low, high, line)
        if agreed:
            gaps = count(board[line] & free)
            if gaps:
                found += _WORTH[8 * gives + gaps] * count(agreed & code)
            found += _WORTH[8 * gives + 4 + gaps] * count(agreed)
    return found


@compiled
def count(mask):
    """The number of bits set; the compiler makes one instruction of this form."""
    mask = np.uint64(mask)
    mask -= mask >> np.uint64(1) & _PAIRS
    mask = (mask & _FOURS) + (mask >> np.uint64(2) & _FOURS)
    mask = mask + (mask >> np.uint64(4)) & _EIGHTS
    return np.int64(mask * _BYTES >> _TOP)


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
def smallest(images, masks, best):
    """Write to `best` what the firmware's `symmetry.Smallest` finds for a position with or without
    a piece in hand: cells taken, the hand as the 17th, then the masks of the properties in order.
    `masks`: the same of the position itself."""
    hand = 1 << CELLS
    best[0] = 2 * hand
    for index in range(len(images)):
        image = images[index]
        cells = masks[0] & hand | (
            image[0, masks[0] & 15]
            | image[1, masks[0] >> 4 & 15]
            | image[2, masks[0] >> 8 & 15]
            | image[3, masks[0] >> 12 & 15]
        )
        if cells > best[0]:
            continue
        first = cells & -cells
        one = two = three = four = np.int64(0)
        for number in range(1, 5):
            mask = masks[number] & hand | (
                image[0, masks[number] & 15]
                | image[1, masks[number] >> 4 & 15]
                | image[2, masks[number] >> 8 & 15]
                | image[3, masks[number] >> 12 & 15]
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
        found = (one, two, three, four)
        if cells < best[0] or found < (best[1], best[2], best[3], best[4]):
            best[0] = cells
            best[1], best[2], best[3], best[4] = found


@compiled
def prospects(board, occupied, left, ones, zeros, low, high, found):
    """Write features that predict the result to four words of `found`: the number of values that
    the lines with one, two and three gaps agree in, and the number of cells where the remaining
    pieces do not lose, summed."""
    found[:4] = 0
    for line in range(LINES):
        agreed = agreement(low, high, line)
        if agreed:
            gaps = count(board[line] & ~occupied)
            if gaps < 4:
                found[gaps - 1] += count(agreed)
    for piece in range(CELLS):
        if left >> piece & 1:
            found[3] += count(FULL & ~occupied & ~danger(ones, zeros, piece))


@compiled
def offspring(board, images, occupied, left, ones, zeros, low, high, faces, found):
    """Write all results of a gift and a placement that does not lose to `found`: a row each of the
    piece, the smallest image (`canonical`) and the four words of `prospects`, without duplicates
    per piece. Returns the number of rows, at most 256."""
    rows = 0
    for piece in range(CELLS):
        if left >> piece & 1:
            safe = FULL & ~occupied & ~danger(ones, zeros, piece)
            for cell in range(CELLS):
                if safe >> cell & 1:
                    taken = occupied | 1 << cell
                    cells, least = canonical(
                        images, taken, faces | spread(piece) << np.uint64(cell)
                    )
                    one, zero, lower, higher = lay(
                        board, occupied, ones, zeros, low, high, piece, cell
                    )
                    row = found[rows]
                    row[0] = piece
                    row[1] = cells
                    row[2] = np.int64(least)
                    prospects(board, taken, left & ~(1 << piece), one, zero, lower, higher, row[3:])
                    rows += 1
    return rows


@compiled
def remains(board, left, live):
    """The relevant part of the remaining pieces when only the properties in `live` matter: the
    number of each kind. 16 bits; the fields depend on `live`."""
    if live == 15:
        return left
    width = kind_width(count(live))
    found = 0
    while left:
        bit = left & -left
        left ^= bit
        kind = board[SQUEEZED + live * 16 + count(bit - 1)]
        found += 1 << kind * width
    return found


@compiled
def insert(work, first, number, entry):
    """Insert an entry in order among the `number` from `first` on, least first."""
    index = first + number
    while index > first and work[index - 1] > entry:
        work[index] = work[index - 1]
        index -= 1
    work[index] = entry


@compiled
def gaps_of(board, occupied, word):
    """The number of gaps of each line, a byte each, for the lines in `low` (word 0) or `high`."""
    found = np.int64(0)
    for row in range(4):
        found += board[GAPS + 32 * row + 2 * (occupied >> 4 * row & 15) + word]
    return np.uint64(found)


@compiled
def enough(left, number):
    """The values that at least 1, 2, 3 and 4 of the remaining pieces have, 8 bits each."""
    found = 0
    for place in range(4):
        ones = count(left & _SET[place])
        for value, have in ((1 << place, ones), (16 << place, number - ones)):
            found |= value * (0x01010101 & (1 << 8 * min(have, 4)) - 1)
    return found


@compiled
def fillable(agreed, gaps, values):
    """The part of the lines' agreement for which enough pieces remain to fill them, and the weights
    of the lines by their gaps. `agreed`, `gaps`: a byte per line; `values`: from `enough`."""
    values = np.uint64(values)
    two = gaps >> np.uint64(1) & _BYTES
    four = gaps >> np.uint64(2) & _BYTES
    odd = gaps & _BYTES
    three = two & odd
    one = odd ^ three
    two ^= three
    found = one * (values & _BYTE) | two * (values >> np.uint64(8) & _BYTE)
    found |= three * (values >> np.uint64(16) & _BYTE) | four * (values >> np.uint64(24) & _BYTE)
    return agreed & found, one + two * np.uint64(3) + three * np.uint64(9) + four * np.uint64(27)


@compiled
def turned(agreed, order, kinds):
    """Eight bits of values in each byte, with the properties in another order: of the numbers in
    `order`, three bits each, 0..3 is a property, 4..7 the same with its values exchanged."""
    found = _NONE
    for to in range(kinds):
        which = order >> 3 * to & 7
        found |= (agreed >> np.uint64(which) & _BYTES) << np.uint64(to)
        found |= (agreed >> np.uint64(which ^ 4) & _BYTES) << np.uint64(to + 4)
    return found


@compiled
def total(low, high, low_weights, high_weights, value):
    """The sum of the weights of the lines that have a value."""
    value = np.uint64(value)
    first = (low >> value & _BYTES) * _BYTE & low_weights
    second = (high >> value & _BYTES) * _BYTE & high_weights
    return np.int64((first * _BYTES >> _TOP) + (second * _BYTES >> _TOP))


def _order_kinds(work, scratch, left, live, low, high, low_weights, high_weights):
    """The order of the relevant properties, by the number of lines and pieces with their values (in
    the form of `turned`), and their number. `scratch`: words of `work` to sort in."""
    pieces = count(left)
    kinds = 0
    for place in range(4):
        if live >> place & 1:
            have = count(left & _SET[place])
            one = total(low, high, low_weights, high_weights, place) << 4 | have
            zero = total(low, high, low_weights, high_weights, place + 4) << 4 | pieces - have
            if one >= zero:
                sign = (one << 20 | zero) << 3 | 7 - place
            else:
                sign = (zero << 20 | one) << 3 | 3 - place
            insert(work, scratch, kinds, -sign)
            kinds += 1
    order = 0
    for index in range(kinds):
        order |= (7 - (-work[scratch + index] & 7)) << 3 * index
    return order, kinds


def _cross(board, work, scratch, open_cells, low, high, places):
    """The lines through each open cell, one bit per line, sorted into `work` from `scratch` on.
    Returns the number of cells."""
    cells = 0
    rest = open_cells
    while rest:
        bit = rest & -rest
        rest ^= bit
        cell = count(bit - 1)
        crossing = 0
        for index in range(CELL_LINES + 4 * cell, CELL_LINES + 4 * cell + 4):
            line = board[index]
            if line == LINES:
                break
            if agreement(low, high, line):
                crossing |= 1 << (places >> 3 * line & 7)
        insert(work, scratch, cells, crossing)
        cells += 1
    return cells


@compiled
def class_key(
    board, work, frame, number, left, live, open_cells, low, high, low_weights, high_weights
):  # fmt: skip
    """A position by what still matters: the values of its open lines, which of them cross in each
    open cell, and the kinds of pieces left. It is the same for positions that differ only in which
    lines, cells, properties or values these are, as far as an order that is found by counting
    tells them apart. The three words of the key."""
    scratch = frame + FRAME_CELLS
    lines = frame + FRAME_LINES
    pieces = count(left)
    order, kinds = _order_kinds(work, scratch, left, live, low, high, low_weights, high_weights)
    low = turned(low, order, kinds)
    high = turned(high, order, kinds)
    for index in range(number):
        # In their order there was (gaps, line).
        line = work[lines + index] & 15
        value = agreement(low, high, line)
        insert(work, lines, index, value << 12 | work[lines + index])
    # Where each line is now.
    key0 = _NONE
    places = 0
    for index in range(number):
        entry = work[lines + index]
        key0 = key0 << np.uint64(8) | np.uint64(entry >> 12)
        places |= index << 3 * (entry & 15)
    cells = _cross(board, work, scratch, open_cells, low, high, places)
    key1 = _NONE
    for index in range(cells):
        key1 = key1 << np.uint64(number) | np.uint64(work[scratch + index])
    width = kind_width(kinds)
    found = 0
    while left:
        bit = left & -left
        left ^= bit
        piece = count(bit - 1)
        code = piece | (piece ^ 15) << 4
        kind = 0
        for to in range(kinds):
            kind |= (code >> (order >> 3 * to & 7) & 1) << to
        found += 1 << kind * width
    key2 = np.uint64(1 << 60 | pieces << 24 | kinds << 20 | cells << 16 | found)
    return key0, key1, key2


@compiled
def kind_width(kinds):
    """Bits for the number of pieces of a kind when this many properties distinguish kinds."""
    return 1 if kinds == 4 else 2 if kinds == 3 else 3 if kinds == 2 else 4


@compiled
def stuck_after(board, work, gifts, total, free, low, high, piece, cell):
    """Whether a piece on this cell leaves another one without a safe cell, so that giving that one
    wins. `gifts`: the index in `work` of `total` pieces with their safe cells."""
    bit = 1 << cell
    code = piece | (piece ^ 15) << 4
    formed = 0
    now0 = now1 = now2 = now3 = 0
    gap0 = gap1 = gap2 = gap3 = 0
    for index in range(CELL_LINES + 4 * cell, CELL_LINES + 4 * cell + 4):
        line = board[index]
        if line == LINES:
            break
        gap = board[line] & free & ~bit
        if gap and gap & (gap - 1) == 0:
            now = agreement(low, high, line) & code
            if now:
                formed += 1
                now3, now2, now1, now0 = now2, now1, now0, now
                gap3, gap2, gap1, gap0 = gap2, gap1, gap0, gap
    if formed == 0:
        return False
    for index in range(gifts, gifts + total):
        entry = work[index]
        # Each line takes one safe cell at most, and so does the piece itself.
        if entry >> 24 > formed + 1:
            return False
        other = entry >> 16 & 15
        if other != piece:
            values = other | (other ^ 15) << 4
            gone = bit
            if values & now0:
                gone |= gap0
            if values & now1:
                gone |= gap1
            if values & now2:
                gone |= gap2
            if values & now3:
                gone |= gap3
            if entry & 0xFFFF & ~gone == 0:
                return True
    return False


def _list_lines(board, work, lines, free, low, high, low_gaps, high_gaps):
    """List the relevant lines in `work` from `lines` on. Returns their number, their cells, the
    cells of those with two gaps, and the relevant properties."""
    number = 0
    open_cells = 0
    pairs = 0
    live = 0
    for line in range(LINES):
        agreed = agreement(low, high, line)
        if agreed:
            gaps = board[line] & free
            many = agreement(low_gaps, high_gaps, line)
            open_cells |= gaps
            if many == 2:
                pairs |= gaps
            live |= agreed
            work[lines + number] = many << 4 | line
            number += 1
    return number, open_cells, pairs, (live | live >> 4) & 15


def _position_key(
    board, work, gifts, number, left, live, open_cells, low, high, low_weights, high_weights
):  # fmt: skip
    """The three words of a position's key."""
    if number <= CLASS_LINES and count(open_cells) * number <= 64:
        key0, key1, key2 = class_key(
            board, work, gifts, number, left, live, open_cells, low, high, low_weights,
            high_weights,
        )  # fmt: skip
        return key0, key1, key2
    return low, high, np.uint64(open_cells << 16 | remains(board, left, live))


def _place_of(table, key0, key1, key2):
    """The index of the two entries for a position."""
    slot = key0 * np.uint64(0x9E3779B97F4A7C15)
    slot ^= (key1 ^ slot >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    slot ^= (key2 ^ slot >> np.uint64(31)) * np.uint64(0x94D049BB133111EB)
    slot ^= slot >> np.uint64(32)
    return np.int64(slot & np.uint64(len(table) // (2 * ENTRY) - 1)) * 2 * ENTRY


def _known_of(table, place, key0, key1, key2, gives, limit):
    """What is known of a position, and whether that answers the question: 1 or 0, -1 if not.

    Of the 28 bits above the key: most pieces for which a win of who gives is known (as 31 -
    pieces), most for which it is known that there is none, the same for who places."""
    mine = np.uint64(32 + (0 if gives else 10))
    for slot in range(place, place + 2 * ENTRY, ENTRY):
        word = table[slot + 2]
        if table[slot] == key0 and table[slot + 1] == key1 and word & _KEY == key2:
            if limit >= 31 - np.int64(word >> mine & np.uint64(31)):
                return word & ~_KEY, 1
            if limit <= np.int64(word >> mine + np.uint64(5) & np.uint64(31)):
                return word & ~_KEY, 0
            return word & ~_KEY, -1
    return _NONE, -1


def _remember(table, place, key0, key1, key2, known, gives, placed, limit, result):
    """Store the answer for this limit, in addition to what is `known` of the position."""
    mine = np.uint64(32 + (0 if gives else 10))
    wins = 31 - np.int64(known >> mine & np.uint64(31))
    fails = np.int64(known >> mine + np.uint64(5) & np.uint64(31))
    if result:
        wins = limit
    else:
        fails = limit
    known &= ~(np.uint64(1023) << mine)
    known |= np.uint64(31 - wins) << mine | np.uint64(fails) << mine + np.uint64(5)
    word = key2 | known | np.uint64(placed) << np.uint64(52)
    # Of two entries the first is for positions that took more work: with fewer pieces.
    slot = place
    first = table[place + 2]
    same = table[place] == key0 and table[place + 1] == key1 and first & _KEY == key2
    if not same and first and np.int64(first >> np.uint64(52) & np.uint64(15)) < placed:
        slot = place + ENTRY
    table[slot] = key0
    table[slot + 1] = key1
    table[slot + 2] = word


def _list_gifts(work, gifts, left, live, free, ones, zeros):
    """List the remaining pieces in `work` from `gifts` on, by the number of safe cells, one of each
    kind. Returns their number, -1 if one has no safe cell; the only safe cells of pieces, and those
    that are so for several."""
    single = 0
    several = 0
    total = 0
    rest = left
    while rest:
        bit = rest & -rest
        rest ^= bit
        piece = count(bit - 1)
        safe = free & ~danger(ones, zeros, piece)
        if safe == 0:
            return -1, single, several
        if safe & (safe - 1) == 0:
            several |= single & safe
            single |= safe
        insert(work, gifts, total, count(safe) << 24 | (piece & live) << 20 | piece << 16 | safe)
        total += 1
    return total, single, several


def _unanswered(board, work, gifts, total, free, low, high, pairs, single, several):
    """The gifts that are not answered at once, a bit each: by a placement that leaves a piece
    without a safe cell. A placement makes dangers where it leaves a line with one gap that had
    two, and takes one safe cell itself."""
    good = 0
    last = -1
    for index in range(gifts, gifts + total):
        entry = work[index]
        alike = entry >> 20 & 15 | entry >> 24 << 4
        if alike == last:
            continue
        last = alike
        safe = entry & 0xFFFF
        others = several if safe & (safe - 1) == 0 else single
        answered = safe & others != 0
        cells = safe & pairs
        while cells and not answered:
            bit = cells & -cells
            cells ^= bit
            answered = stuck_after(
                board, work, gifts, total, free, low, high, entry >> 16 & 15, count(bit - 1)
            )
        if not answered:
            good |= 1 << index - gifts
    return good


def _list_cells(board, work, order, free, low, high, piece, cells, gives):
    """List the cells for a piece in `work` from `order` on, best first. Returns their number."""
    tries = 0
    while cells:
        bit = cells & -cells
        cells ^= bit
        cell = count(bit - 1)
        good_for = worth(board, free ^ bit, low, high, piece, cell, gives)
        insert(work, order, tries, cell - (good_for << 4))
        tries += 1
    return tries


def _relevant(board, work, lines, occupied, left, low, high):
    """What still matters: of lines those values that enough of the pieces left have to fill them.
    The two words and their weights by the lines' gaps; and as `_list_lines` says."""
    values = enough(left, CELLS - count(occupied))
    low_gaps = gaps_of(board, occupied, 0)
    high_gaps = gaps_of(board, occupied, 1)
    low, low_weights = fillable(low, low_gaps, values)
    high, high_weights = fillable(high, high_gaps, values)
    number, open_cells, pairs, live = _list_lines(
        board, work, lines, FULL & ~occupied, low, high, low_gaps, high_gaps
    )
    return low, high, low_weights, high_weights, number, open_cells, pairs, live


def _settle(board, work, table, occupied, left, ones, zeros, low, high, gives, limit):
    """The answer of `attack` where it is known before any gift is tried, 1 or 0, else -1; the words
    of the lines that still matter; how many gifts there are, those to try, a bit each, and cells
    that are not to be tried; where the position is kept, its key, and what is known of it."""
    placed = count(occupied)
    free = FULL & ~occupied
    gifts = FRAMES + FRAME * placed
    low, high, low_weights, high_weights, number, open_cells, pairs, live = _relevant(
        board, work, gifts + FRAME_LINES, occupied, left, low, high
    )
    answer = -1
    total = 0
    good = 0
    place = np.int64(0)
    key0 = key1 = key2 = known = _NONE
    # cells on no open line are equivalent
    closed = free & ~open_cells
    closed ^= closed & -closed
    if low | high == _NONE:
        answer = 0
    elif placed <= KEPT_TO:
        key0, key1, key2 = _position_key(
            board, work, gifts, number, left, live, open_cells, low, high, low_weights, high_weights
        )
        place = _place_of(table, key0, key1, key2)
        known, answer = _known_of(table, place, key0, key1, key2, gives, limit)
    if answer < 0:
        total, single, several = _list_gifts(work, gifts, left, live, free, ones, zeros)
        if total < 0:
            answer = gives
        elif placed == CELLS - 1:
            answer = 0
        else:
            # First the gifts that are answered at once.
            good = _unanswered(board, work, gifts, total, free, low, high, pairs, single, several)
    return answer, low, high, total, good, closed, place, key0, key1, key2, known


@compiled
def attack(board, work, table, occupied, left, ones, zeros, low, high, gives, limit):
    """Whether the attacker, who gives now (gives 1) or places now (gives 0), wins with at most
    `limit` pieces on the board. A giver before the attacker defends as well as can be."""
    placed = count(occupied)
    # The giver can end it with the next piece, the placer with the one after.
    limit -= (limit - placed - gives) & 1
    if placed + 2 - gives > limit:
        return False
    work[NODES] += 1
    if work[NODES] > work[MOST_NODES]:
        work[GAVE_UP] = 1
        return False
    answer, low, high, total, good, closed, place, key0, key1, key2, known = _settle(
        board, work, table, occupied, left, ones, zeros, low, high, gives, limit
    )
    if answer >= 0:
        return answer == 1
    free = FULL & ~occupied
    gifts = FRAMES + FRAME * placed
    order = gifts + FRAME_CELLS
    result = gives == 0  # all gifts have been tried in vain
    for index in range(total):
        if good >> index & 1 == 0:
            continue
        entry = work[gifts + index]
        piece = entry >> 16 & 15
        cells = entry & 0xFFFF & ~closed
        next_left = left & ~(1 << piece)
        # Is there a good cell for the placer?
        holds = False
        tries = _list_cells(board, work, order, free, low, high, piece, cells, gives)
        for at_cell in range(order, order + tries):
            cell = work[at_cell] & 15
            one, zero, lower, higher = lay(board, occupied, ones, zeros, low, high, piece, cell)
            found = attack(
                board, work, table, occupied | 1 << cell, next_left, one, zero, lower, higher,
                1 - gives, limit,
            )  # fmt: skip
            if work[GAVE_UP]:
                return False
            if found == (gives == 0):
                holds = True
                break
        if not holds:
            # The gift is good for the giver.
            result = gives == 1
            break
    if placed <= KEPT_TO:
        _remember(table, place, key0, key1, key2, known, gives, placed, limit, result)
    return result
