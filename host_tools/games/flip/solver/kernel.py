"""One tier of the solution from the next: a flat function that Numba compiles.

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

# Compiled as it stands, so none of the annotations' types are more than a reader's help.
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
    own_count = k // 2
    own_bits = max(own_count - 1, 0)
    their_bits = max(k - own_count - 1, 0)
    columns = 1 << own_bits
    rows = 1 << their_bits
    # What is added to the slot reached for the sides of one player, and of the other: who places
    # is the opponent there; and in blocks of the first pass their sides are the higher bits.
    own_first = np.int64(0)
    their_first = np.int64(own_bits)
    if placing:
        their_first = np.int64(max(own_count, 0))
    own_all = ((1 << max(own_count + placing - 1, 0)) - 1) << own_first
    their_all = (rows - 1) << their_first
    own_free = np.empty(_CELLS, np.int64)  # the cell of each of the sides
    their_free = np.empty(_CELLS, np.int64)
    own_down = np.zeros(columns, np.int64)  # the cells that show their down side
    their_down = np.zeros(rows, np.int64)
    won = np.zeros(columns, np.uint8)
    lost = np.zeros(rows, np.uint8)
    # Unsigned, an index needs no test whether it counts from the end.
    across = np.zeros(columns, np.uint64)
    across_too = np.zeros(columns, np.uint64)
    along = np.zeros(rows, np.uint64)
    least = np.empty(rows * columns, np.int8)
    found = np.empty(rows * columns, np.int8)
    turned = np.empty(rows, np.int8)
    sources = np.empty(4 * _CELLS, np.int64)  # of the acts: a tile that is flipped,
    targets = np.empty(4 * _CELLS, np.int64)  # and the cell where it comes to or one is placed
    one = np.int64(1)
    for block in range(first, last):
        occupied = np.int64(members[block // len(subsets)])
        own_set = np.int64(subsets[block % len(subsets)])
        place = 0
        own = np.int64(0)
        for cell in range(_CELLS):
            if occupied >> cell & 1:
                own |= (own_set >> place & 1) << cell
                place += 1
        theirs = occupied & ~own
        empty = _FULL ^ occupied
        place = 0
        other_place = 0
        for cell in range(_CELLS):
            if (own & (own - 1)) >> cell & 1:
                own_free[place] = cell
                place += 1
            elif (theirs & (theirs - 1)) >> cell & 1:
                their_free[other_place] = cell
                other_place += 1
        for j in range(own_bits):
            for m in range(1 << j):
                own_down[m | 1 << j] = own_down[m] | one << own_free[j]
        for j in range(their_bits):
            for m in range(1 << j):
                their_down[m | 1 << j] = their_down[m] | one << their_free[j]

        # What the rules decide before the turn; after a placement, as far as it is known now.
        spread = empty >> 4 | empty << 4 | (empty & _NOT_FIRST) >> 1 | (empty & _NOT_LAST) << 1
        shut = occupied & ~spread
        if placing:
            # Theirs is the turn then: any line wins under these rules.
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

        acts = 0
        for way in range(4 * _CELLS):
            source = np.int64(way >> 2)
            if placing:
                if way & 3 or occupied >> source & 1:
                    continue
                targets[acts] = source
            else:
                target = np.int64(neighbours[way])
                if not theirs >> source & 1 or target == _NOWHERE or not empty >> target & 1:
                    continue
                targets[acts] = target
            sources[acts] = source
            acts += 1

        begin = np.uint64(block) << np.uint64(own_bits + their_bits)
        if not placing and acts == 0 and empty:
            # Where nothing can be flipped, that step is left out.
            for at in range(np.uint64(rows * columns)):
                least[at] = reached[begin + at]
        else:
            least[:] = SURE
        found[:] = SURE  # rows that are left out keep that
        for act in range(acts):
            source = sources[act]
            target = targets[act]
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
            base = np.uint64(
                (np.int64(orbit[whole]) * reached_subsets + ranks[compact]) << reached_bits
            )
            # What each side changes in the slot reached: the bit of its tile, counted from the
            # player's lowest; that one, whose side is left out, turns over all the others.
            mine = rep & ~there_own if placing else there_own
            others = rep & ~mine
            x = moved[t, target]
            among = mine if placing else others
            place = np.int64(counts[among & ((one << x) - 1)])
            shown = own_all if placing else their_all  # the side of the tile at the target
            if place:
                shown = one << (place - 1 + (own_first if placing else their_first))
            across[0] = 0
            for j in range(own_bits):
                place = np.int64(counts[mine & ((one << moved[t, own_free[j]]) - 1)])
                bit = np.uint64(one << (place - 1 + own_first) if place else own_all)
                for m in range(1 << j):
                    across[m | 1 << j] = across[m] ^ bit
            # A tile is turned over by its flip.
            along[0] = 0 if placing else shown
            for j in range(their_bits):
                x = moved[t, their_free[j]]
                if their_free[j] == source:
                    x = moved[t, target]
                place = np.int64(counts[others & ((one << x) - 1)])
                bit = np.uint64(one << (place - 1 + their_first) if place else their_all)
                for m in range(1 << j):
                    along[m | 1 << j] = along[m] ^ bit
            if placing:
                for m in range(columns):
                    across_too[m] = across[m] ^ np.uint64(shown)
                for row in range(rows):
                    if lost[row]:
                        continue
                    start = base + along[row]
                    to = np.uint64(row << own_bits)
                    for m in range(np.uint64(columns)):
                        a = reached[start + across[m]]
                        b = reached[start + across_too[m]]
                        found[to + m] = a if a < b else b
            else:
                for row in range(rows):
                    if lost[row]:
                        continue
                    start = base + along[row]
                    to = np.uint64(row << own_bits)
                    for m in range(np.uint64(columns)):
                        found[to + m] = reached[start + across[m]]
            for at in range(rows * columns):
                a = least[at]
                b = found[at]
                least[at] = a if a < b else b

        if placing:
            for at in range(np.uint64(rows * columns)):
                out[begin + at] = least[at]
            continue
        # What the rules decide, and else the least score a turn back.
        for column in range(columns):
            to = begin + np.uint64(column << their_bits)
            if (won[column] and magic) or not empty:
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
            at = np.uint64(column)
            for row in range(np.uint64(rows)):
                turned[row] = least[at]
                at += np.uint64(columns)
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
