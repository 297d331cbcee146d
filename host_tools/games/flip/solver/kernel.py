"""One tier of the solution from the next: a flat function that Numba compiles.

Scores are for the player to act: SURE - r for a win in r turns, r - SURE for a loss in r, 0
for a tie. A turn back, a score s becomes -s, one step nearer to 0: the winner hurries, the
loser delays. That falls as s rises, so a position's score comes from the smallest score among
the positions its moves lead to.

For one representative of occupied cells and one set of own cells (a *block*: all sides), every
move leads to one block of the next tier, and the sides there are the sides here under a map
that is linear modulo 2: a permutation of bits, a constant for the tile turned over and the tile
placed, and all tiles of a player turned over where its lowest tile would show its down side. So
a block is solved by walking, move by move, through blocks of at most 16 KiB that lie in one
piece each, which the processor's first cache holds.
"""

# Compiled as it stands, so none of the annotations' types are more than a reader's help.
# mypy: disallow-untyped-defs=False, check-untyped-defs=False

import numpy as np

from host_tools.games.flip.scores import SURE

_CELLS = 16
_FULL = (1 << _CELLS) - 1
_NOWHERE = 255
_LOW_BITS = 6  # of the sides, looked up in one table; the others in a second
# The cells that are not in the first and not in the last column of four.
_NOT_FIRST = 0xEEEE
_NOT_LAST = 0x7777


def solve_blocks(
    first, last, k, magic, members, subsets, neighbours, lines, moved, images, transform,
    orbit, ranks, next_scores, next_subsets, next_bits, out,
):  # fmt: skip
    """Scores of the blocks `first` to `last` - 1 of tier k into `out` (the whole tier, int8).

    members      representatives of the tier, uint16; subsets: sets of own cells by rank, squeezed
    neighbours   uint8, index cell * 4 + direction, 255 where there is none
    lines        uint8, lines[mask]: 1 where the mask contains a line
    moved        uint8, moved[t, cell]: where symmetry t takes a cell
    images, transform, orbit, ranks: the tables of `index`
    next_scores, next_subsets, next_bits: the tier of k + 1; nothing of it is read where k is 16
    """
    own_count = k // 2
    side_bits = max(own_count - 1, 0) + max(k - own_count - 1, 0)
    next_own_count = (k + 1) // 2
    their_bits = (1 << max(k - next_own_count, 0)) - 1
    own_bits = ((1 << max(next_own_count - 1, 0)) - 1) * (their_bits + 1)
    low_bits = min(side_bits, _LOW_BITS)
    low_count = 1 << low_bits
    high_count = 1 << (side_bits - low_bits)
    column = np.empty(_CELLS, np.int64)  # by cell: what its side changes in the next slot
    free = np.empty(_CELLS, np.int64)  # the cell of each side bit
    low = np.empty(low_count, np.int64)
    high = np.empty(high_count, np.int64)
    low_mask = np.empty(low_count, np.int64)
    high_mask = np.empty(high_count, np.int64)
    least = np.empty(1 << side_bits, np.int8)
    one = np.int64(1)
    for block in range(first, last):
        occupied = np.int64(members[block // len(subsets)])
        squeezed = np.int64(subsets[block % len(subsets)])
        place = 0
        own = np.int64(0)
        for cell in range(_CELLS):
            if occupied >> cell & 1:
                own |= (squeezed >> place & 1) << cell
                place += 1
        theirs = occupied & ~own
        kept = occupied & ~(own & -own) & ~(theirs & -theirs)
        place = 0
        for tiles in (theirs & kept, own & kept):
            for cell in range(_CELLS):
                if tiles >> cell & 1:
                    free[place] = cell
                    place += 1
        low_mask[0] = high_mask[0] = 0
        for j in range(side_bits):
            if j < low_bits:
                for m in range(1 << j):
                    low_mask[m | 1 << j] = low_mask[m] | one << free[j]
            else:
                for m in range(1 << (j - low_bits)):
                    high_mask[m | 1 << (j - low_bits)] = high_mask[m] | one << free[j]
        empty = _FULL ^ occupied

        # The least score of what the moves lead to. Sources 0 to 15 are flips; 16 is none.
        least[:] = SURE
        flips = 0
        for way in range(_CELLS * 4 + 1):
            source = np.int64(way >> 2)
            target = source
            turned = np.int64(0)
            if source < _CELLS:
                target = np.int64(neighbours[way])
                if not theirs >> source & 1 or target == _NOWHERE or not empty >> target & 1:
                    continue
                flips += 1
                turned = one << source | one << target
            elif flips:
                break  # a flip that can be made must be made
            mover = theirs ^ turned  # to act next
            for cell in range(_CELLS):
                if (occupied ^ turned) >> cell & 1:
                    continue
                whole = occupied ^ turned | one << cell
                t = transform[whole]
                rep = np.int64(images[t, whole])
                next_own = np.int64(images[t, mover])
                next_theirs = rep & ~next_own
                next_kept = rep & ~(next_own & -next_own) & ~(next_theirs & -next_theirs)
                # Squeeze the own cells; number the kept ones, theirs first. A player's lowest
                # tile, whose side is left out, turns over all its others.
                place = 0
                compact = np.int64(0)
                their_bit = one
                own_bit = np.int64(their_bits) + 1
                for x in range(_CELLS):
                    if rep >> x & 1:
                        if next_own >> x & 1:
                            compact |= one << place
                            column[x] = own_bits
                            if next_kept >> x & 1:
                                column[x] = own_bit
                                own_bit <<= 1
                        else:
                            column[x] = their_bits
                            if next_kept >> x & 1:
                                column[x] = their_bit
                                their_bit <<= 1
                        place += 1
                base = (np.int64(orbit[whole]) * next_subsets + ranks[compact]) << next_bits
                low[0] = high[0] = 0
                for j in range(side_bits):
                    x = target if free[j] == source else free[j]
                    change = column[moved[t, x]]
                    if j < low_bits:
                        for m in range(1 << j):
                            low[m | 1 << j] = low[m] ^ change
                    else:
                        for m in range(1 << (j - low_bits)):
                            high[m | 1 << (j - low_bits)] = high[m] ^ change
                constant = np.int64(0)
                if source < _CELLS:
                    constant = column[moved[t, target]]
                placed = column[moved[t, cell]]
                for h in range(high_count):
                    far = constant ^ high[h]
                    begin = h << low_bits
                    for m in range(low_count):
                        near = far ^ low[m]
                        a = min(next_scores[base + near], next_scores[base + (near ^ placed)])
                        least[begin + m] = min(least[begin + m], a)

        # What the rules decide, and else the least score a turn back.
        spread = empty >> 4 | empty << 4 | (empty & _NOT_FIRST) >> 1 | (empty & _NOT_LAST) << 1
        shut = occupied & ~spread
        winning = own if magic else own & shut
        losing = theirs & shut
        begin = block << side_bits
        for h in range(high_count):
            for m in range(low_count):
                down = high_mask[h] | low_mask[m]
                won = lines[winning & down] | lines[winning & ~down]
                lost = lines[losing & down] | lines[losing & ~down]
                at = h << low_bits | m
                if won and lost and not magic:
                    score = 0
                elif won:
                    score = SURE
                elif lost:
                    score = -SURE
                elif not empty:
                    score = 0
                else:
                    score = -np.int64(least[at])
                    if score > 0:
                        score -= 1
                    elif score < 0:
                        score += 1
                out[begin + at] = score
