"""One tier of the solution from the next: a function that Numba compiles with its private ones
inlined.

Scores are for the player to act: SURE - r for a win in r turns, r - SURE for a loss in r, 0
for a tie. A turn back, a score s becomes -s, one step nearer to 0: the winner hurries, the
loser delays. That falls as s rises, so a position's score comes from the smallest score among
the positions its moves lead to.

A turn is a flip and a placement, and what a flip leads to is an arrangement of as many tiles. So
a tier takes two passes: the first finds, for every arrangement, the least score that a placement
leads to in the tier above; the second the least of these that a flip leads to, and what the rules
decide. A position with f flips and p placements needs f + p looks that way, and not f * p.

For one representative of occupied cells and one set of own cells (a *block*: all sides), every
flip and every placement leads to one block, and the sides there are the sides here under a map
that is linear modulo 2: a permutation of bits, a constant for the tile turned over or placed, and
all tiles of a player turned over where its lowest tile would show its down side. One player's
sides depend on that player's only. So a block is a table, a row for the sides of one player and
a column for those of the other, of at most 16 KiB in one piece, which the processor's first cache
holds; an act takes rows to rows and columns to columns, each by a list.

The first pass's blocks have the rows and columns exchanged: rows are the opponent's sides, columns
those of the player to act. Then a row is read from one row in both passes.
"""

# Numba infers the types, so none are written.
# mypy: disallow-untyped-defs=False, check-untyped-defs=False

import numpy as np

from host_tools.games.flip.scores import SURE

_CELLS = 16
_FULL = (1 << _CELLS) - 1
_NOWHERE = 255
_LOW = 255  # of a mask: its first eight cells
# The cells that are not in the first and not in the last column of four.
_NOT_FIRST = 0xEEEE
_NOT_LAST = 0x7777


def solve_blocks(
    first, last, k, placing, magic, members, subsets, neighbours, lines, moved, images, transform,
    orbit, ranks, squeezed, counts, reached, reached_subsets, reached_bits, out,
):  # fmt: skip
    """One pass over the blocks `first` to `last` - 1 of tier k, into `out` (the whole tier, int8).

    placing      the first pass: `out` gets the least score that a placement leads to. Else the
                 second: `out` gets the scores.
    members      representatives of the tier, uint16; subsets: sets of own cells by rank, squeezed
    neighbours   uint8, index cell * 4 + direction, 255 where there is none
    lines        uint8, lines[mask]: 1 where the mask contains a line
    moved        uint8, moved[t, cell]: where symmetry t takes a cell
    images, transform, orbit, ranks, squeezed, counts: the tables of `tiers.masks`
    reached      what is read: the scores of tier k + 1 where `placing`, else the first pass's
                 `out`; nothing of it where k is 16
    reached_subsets, reached_bits: of the tier of `reached`
    """
    own_bits, their_bits, own_first, their_first, own_all, their_all = _bits(k, placing)
    columns = 1 << own_bits
    rows = 1 << their_bits
    own_free, their_free, own_down, their_down, won, lost = _sides(columns, rows)
    # Unsigned, an index needs no test whether it counts from the end.
    across = np.zeros(columns, np.uint64)
    across_too = np.zeros(columns, np.uint64)
    along = np.zeros(rows, np.uint64)
    least = np.empty(rows * columns, np.int8)
    found = np.empty(rows * columns, np.int8)
    turned = np.empty(rows, np.int8)
    sources = np.empty(4 * _CELLS, np.int64)  # of the acts: a tile that is flipped,
    targets = np.empty(4 * _CELLS, np.int64)  # and the cell where it comes to or one is placed
    for block in range(first, last):
        occupied, own = _cells_of(members, subsets, block)
        theirs = occupied & ~own
        _list_sides(own, own_bits, own_free, own_down)
        _list_sides(theirs, their_bits, their_free, their_down)
        _decide(placing, magic, own, theirs, lines, own_down, their_down, won, lost)
        acts = _list_acts(placing, occupied, theirs, neighbours, sources, targets)
        begin = np.uint64(block) << np.uint64(own_bits + their_bits)
        _begin(placing, acts, occupied, begin, rows * columns, reached, least)
        found[:] = SURE  # rows that are left out keep that
        for act in range(acts):
            base = _aim(
                placing, occupied, own, theirs, sources[act], targets[act], own_bits, their_bits,
                own_first, their_first, own_all, their_all, own_free, their_free, moved, images,
                transform, orbit, ranks, squeezed, counts, reached_subsets, reached_bits, columns,
                across, across_too, along,
            )  # fmt: skip
            _read(
                placing, base, own_bits, columns, rows, lost, across, across_too, along, reached,
                found, least,
            )  # fmt: skip
        if placing:
            for index in range(np.uint64(rows * columns)):
                out[begin + index] = least[index]
        else:
            _score(magic, begin, their_bits, columns, rows, occupied, won, lost, least, turned, out)


def _bits(k, placing):
    """The number of each player's sides that count, and what each player's sides add to the slot
    reached: after a placement the mover is the opponent, and in blocks of the first pass the
    opponent's sides are the higher bits."""
    own_count = k // 2
    own_bits = max(own_count - 1, 0)
    their_bits = max(k - own_count - 1, 0)
    own_first = np.int64(0)
    their_first = np.int64(own_bits)
    if placing:
        their_first = np.int64(max(own_count, 0))
    own_all = ((1 << max(own_count + placing - 1, 0)) - 1) << own_first
    their_all = ((1 << their_bits) - 1) << their_first
    return own_bits, their_bits, own_first, their_first, own_all, their_all


def _sides(columns, rows):
    """Allocate arrays for each player's sides: the cell of each, the cells that show their down
    side, and whether a player has won or lost."""
    own_free = np.empty(_CELLS, np.int64)
    their_free = np.empty(_CELLS, np.int64)
    own_down = np.zeros(columns, np.int64)
    their_down = np.zeros(rows, np.int64)
    won = np.zeros(columns, np.uint8)
    lost = np.zeros(rows, np.uint8)
    return own_free, their_free, own_down, their_down, won, lost


def _begin(placing, acts, occupied, begin, size, reached, least):
    """The scores before any act: where nothing can be flipped, that step is left out."""
    if not placing and acts == 0 and occupied != _FULL:
        for index in range(np.uint64(size)):
            least[index] = reached[begin + index]
    else:
        least[:] = SURE


def _cells_of(members, subsets, block):
    """The occupied cells of a block, and those of the player to act."""
    occupied = np.int64(members[block // len(subsets)])
    own_set = np.int64(subsets[block % len(subsets)])
    place = 0
    own = np.int64(0)
    for cell in range(_CELLS):
        if occupied >> cell & 1:
            own |= (own_set >> place & 1) << cell
            place += 1
    return occupied, own


def _list_sides(tiles, bits, free, down):
    """The cell of each of a player's sides, and for each number of sides the cells that show their
    down side. The lowest tile shows up."""
    place = 0
    for cell in range(_CELLS):
        if (tiles & (tiles - 1)) >> cell & 1:
            free[place] = cell
            place += 1
    for j in range(bits):
        for m in range(1 << j):
            down[m | 1 << j] = down[m] | np.int64(1) << free[j]


def _decide(placing, magic, own, theirs, lines, own_down, their_down, won, lost):
    """What the rules decide before the turn or, after a placement, so far."""
    columns = len(won)
    rows = len(lost)
    empty = _FULL ^ (own | theirs)
    spread = empty >> 4 | empty << 4 | (empty & _NOT_FIRST) >> 1 | (empty & _NOT_LAST) << 1
    shut = (own | theirs) & ~spread
    if placing:
        # The opponent acts next: any line wins under these rules.
        if magic:
            for m in range(rows):
                lost[m] = lines[theirs & their_down[m]] | lines[theirs & ~their_down[m]]
    else:
        winning = own if magic else own & shut
        losing = theirs & shut
        for m in range(columns):
            won[m] = lines[winning & own_down[m]] | lines[winning & ~own_down[m]]
        for m in range(rows):
            lost[m] = lines[losing & their_down[m]] | lines[losing & ~their_down[m]]


def _list_acts(placing, occupied, theirs, neighbours, sources, targets):
    """List the placements or the flips. Returns their number."""
    empty = _FULL ^ occupied
    acts = 0
    for way in range(4 * _CELLS):
        source = np.int64(way >> 2)
        target = source
        if placing:
            if way & 3 or not empty >> source & 1:
                continue
        else:
            target = np.int64(neighbours[way])
            if not theirs >> source & 1 or target == _NOWHERE or not empty >> target & 1:
                continue
        sources[acts] = source
        targets[acts] = target
        acts += 1
    return acts


def _aim(
    placing, occupied, own, theirs, source, target, own_bits, their_bits, own_first, their_first,
    own_all, their_all, own_free, their_free, moved, images, transform, orbit, ranks, squeezed,
    counts, reached_subsets, reached_bits, columns, across, across_too, along,
):  # fmt: skip
    """Where the scores are that an act leads to: the slot of the first, and what each row and
    column adds to it (`across_too`: with the tile that is placed on its other side).

    Each side changes the bit of its tile, counted from the player's lowest; that one, whose side
    is left out, turns over all the others."""
    one = np.int64(1)
    if placing:
        whole = occupied | one << target
        mover = theirs
    else:
        whole = occupied ^ (one << source | one << target)
        mover = own
    t = transform[whole]
    rep = np.int64(images[t, whole])
    there_own = np.int64(images[t, mover])
    compact = np.int64(squeezed[rep & _LOW, there_own & _LOW]) | (
        np.int64(squeezed[rep >> 8, there_own >> 8]) << counts[rep & _LOW]
    )
    mine = rep & ~there_own if placing else there_own
    others = rep & ~mine
    # The side of the tile at the target.
    if placing:
        shown = _bit(counts, mine, moved[t, target], own_first, own_all)
    else:
        shown = _bit(counts, others, moved[t, target], their_first, their_all)
    across[0] = 0
    for j in range(own_bits):
        side = _bit(counts, mine, moved[t, own_free[j]], own_first, own_all)
        bit = np.uint64(side)
        for m in range(1 << j):
            across[m | 1 << j] = across[m] ^ bit
    # A tile is turned over by its flip.
    along[0] = 0 if placing else shown
    for j in range(their_bits):
        cell = their_free[j]
        if cell == source:
            cell = target
        side = _bit(counts, others, moved[t, cell], their_first, their_all)
        bit = np.uint64(side)
        for m in range(1 << j):
            along[m | 1 << j] = along[m] ^ bit
    if placing:
        for m in range(columns):
            across_too[m] = across[m] ^ np.uint64(shown)
    return np.uint64((np.int64(orbit[whole]) * reached_subsets + ranks[compact]) << reached_bits)


def _bit(counts, tiles, cell, first, every):
    """The change of a slot by the side of a player's tile on this cell: one bit, or all bits if it
    is the lowest tile."""
    place = np.int64(counts[tiles & ((np.int64(1) << cell) - 1)])
    if place:
        return np.int64(1) << (place - 1 + first)
    return every


def _read(
    placing, base, own_bits, columns, rows, lost, across, across_too, along, reached, found, least
):  # fmt: skip
    """Take in the scores after an act; for a placement the smaller one of both sides."""
    for row in range(rows):
        if lost[row]:
            continue
        start = base + along[row]
        to = np.uint64(row << own_bits)
        if placing:
            for m in range(np.uint64(columns)):
                a = reached[start + across[m]]
                b = reached[start + across_too[m]]
                found[to + m] = a if a < b else b
        else:
            for m in range(np.uint64(columns)):
                found[to + m] = reached[start + across[m]]
    for index in range(rows * columns):
        a = least[index]
        b = found[index]
        least[index] = a if a < b else b


def _score(magic, begin, their_bits, columns, rows, occupied, won, lost, least, turned, out):
    """The score that the rules decide, otherwise the least score one turn back."""
    for column in range(columns):
        to = begin + np.uint64(column << their_bits)
        if (won[column] and magic) or occupied == _FULL:
            for row in range(np.uint64(rows)):
                score = np.int8(0)
                if won[column]:
                    score = np.int8(SURE)
                    if lost[row] and not magic:
                        score = np.int8(0)
                elif lost[row]:
                    score = np.int8(-SURE)
                out[to + row] = score
            continue
        index = np.uint64(column)
        for row in range(np.uint64(rows)):
            turned[row] = least[index]
            index += np.uint64(columns)
        for row in range(np.uint64(rows)):
            score = np.int8(-turned[row])
            if score > 0:
                score = np.int8(score - 1)
            elif score < 0:
                score = np.int8(score + 1)
            if won[column]:
                score = np.int8(SURE)
                if lost[row]:
                    score = np.int8(0)
            elif lost[row]:
                score = np.int8(-SURE)
            out[to + row] = score
