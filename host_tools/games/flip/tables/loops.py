"""Loops over whole tiers: flat functions that Numba compiles.

Masks and scores are those of host_tools.games.flip.solver; a helper that a loop calls is its
argument.
"""

# mypy: disallow-untyped-defs=False, check-untyped-defs=False

import numpy as np

from lodeboard.games.flip import book_layout as words

_CELLS = 16
_FULL = (1 << _CELLS) - 1
_NOWHERE = 255
DONT_CARE = 255

_TILES = words.CELLS
_FLIPPING = words.FLIPPING
_NEXT = words.NEXT
_COUNT = words.COUNT
_WAYS = words.WAYS
_SCORES = words.SCORES
_WANTED = words.WANTED
_FOUND = words.FOUND
_ENDLESS = 1 << 29


def arrange(slot, members, own_sets, side_bits, out):
    """The arrangement of a slot: occupied, own, down sides into `out`."""
    block = slot >> side_bits
    sides = slot & ((1 << side_bits) - 1)
    occupied = members[block // len(own_sets)]
    squeezed = own_sets[block % len(own_sets)]
    own = 0
    place = 0
    rest = occupied
    while rest:
        bit = rest & -rest
        if squeezed >> place & 1:
            own |= bit
        place += 1
        rest ^= bit
    side = 0
    for which in range(2):
        rest = own if which else occupied & ~own
        rest &= rest - 1
        while rest:
            bit = rest & -rest
            if sides & 1:
                side |= bit
            sides >>= 1
            rest ^= bit
    out[0] = occupied
    out[1] = own
    out[2] = side


def number(occupied, own, side, subsets, side_bits, transform, orbit, images, ranks):
    """The slot of an arrangement."""
    t = transform[occupied]
    whole = images[t, occupied]
    mine = images[t, own]
    down = images[t, side]
    theirs = whole & ~mine
    if down & (mine & -mine):
        down ^= mine
    if down & (theirs & -theirs):
        down ^= theirs
    squeezed = 0
    place = 0
    rest = whole
    while rest:
        bit = rest & -rest
        if mine & bit:
            squeezed |= 1 << place
        place += 1
        rest ^= bit
    sides = 0
    place = 0
    for which in range(2):
        rest = mine if which else theirs
        rest &= rest - 1
        while rest:
            bit = rest & -rest
            if down & bit:
                sides |= 1 << place
            place += 1
            rest ^= bit
    return ((orbit[occupied] * subsets + ranks[squeezed]) << side_bits) | sides


def place_all(
    arrange, number, first, last, members, own_sets, side_bits, after, next_subsets, next_bits,
    transform, orbit, images, ranks, worth, places, quick,
):  # fmt: skip
    """The placements of the slots `first` to `last` - 1: see targets.Targets."""
    out = np.zeros(3, np.int64)
    scores = np.zeros(2 * _CELLS, np.int64)
    for slot in range(first, last):
        arrange(slot, members, own_sets, side_bits, out)
        occupied, own, side = out[0], out[1], out[2]
        least = 127
        for cell in range(_CELLS):
            if occupied >> cell & 1:
                continue
            for shown in range(2):
                # The opponent acts next.
                index = number(
                    occupied | 1 << cell, occupied & ~own, side | shown << cell,
                    next_subsets, next_bits, transform, orbit, images, ranks,
                )  # fmt: skip
                scores[2 * cell + shown] = after[index]
                least = min(least, after[index])
        keep = np.uint64(0)
        best = np.uint64(0)
        for way in range(2 * _CELLS):
            if occupied >> (way >> 1) & 1:
                continue
            bit = np.uint64(1) << np.uint64(way)
            if scores[way] == least:
                best |= bit
            if (scores[way] > 0) - (scores[way] < 0) == (least > 0) - (least < 0):
                keep |= bit
        worth[slot] = -least
        places[slot] = keep
        quick[slot] = best


def flip_all(
    arrange, number, first, last, members, own_sets, side_bits, subsets, bits, transform, orbit,
    images, ranks, neighbours, lines, magic, worth, asked, turn, flips, quick_flips,
    legal, verdict,
):  # fmt: skip
    """The flips of the slots `first` to `last` - 1, `worth` being known for all slots."""
    out = np.zeros(3, np.int64)
    ends = np.zeros(4 * _CELLS, np.int64)
    for slot in range(first, last):
        arrange(slot, members, own_sets, side_bits, out)
        occupied, own, side = out[0], out[1], out[2]
        theirs = occupied & ~own
        empty = _FULL ^ occupied
        near = empty >> 4 | empty << 4 | (empty & 0xEEEE) >> 1 | (empty & 0x7777) << 1
        shut = occupied & ~near
        winning = own if magic else own & shut
        losing = theirs & shut
        won = lines[winning & side] | lines[winning & ~side]
        lost = lines[losing & side] | lines[losing & ~side]
        decided = 1 if won or lost else 0
        verdict[slot] = decided
        most = -127
        can = np.uint64(0)
        for way in range(4 * _CELLS):
            source = way >> 2
            target = neighbours[way]
            if not theirs >> source & 1 or target == _NOWHERE or occupied >> target & 1:
                continue
            both = 1 << source | 1 << target
            down = side ^ 1 << source if side >> source & 1 else side | 1 << target
            index = number(
                occupied ^ both, own, down, subsets, bits, transform, orbit, images, ranks
            )
            ends[way] = worth[index]
            most = max(most, worth[index])
            can |= np.uint64(1) << np.uint64(way)
            if not decided:
                asked[index] = 1
        if can == 0:
            most = worth[slot]
            if not decided:
                asked[slot] = 1
        keep = np.uint64(0)
        best = np.uint64(0)
        for way in range(4 * _CELLS):
            bit = np.uint64(1) << np.uint64(way)
            if can & bit == 0:
                continue
            if ends[way] == most:
                best |= bit
            if (ends[way] > 0) - (ends[way] < 0) == (most > 0) - (most < 0):
                keep |= bit
        turn[slot] = most
        flips[slot] = keep
        quick_flips[slot] = best
        legal[slot] = can


def rank_all(
    arrange, order, first, last, members, own_sets, side_bits, flipping, wanted, keep, state,
    shapes, weights, ranks,
):  # fmt: skip
    """Compute the number of steps ranked before the first in `keep`, for the wanted slots;
    DONT_CARE for the others.

    state: of flip_order, with what its caller sets once.
    """
    out = np.zeros(3, np.int64)
    for slot in range(first, last):
        ranks[slot] = DONT_CARE
        if not wanted[slot]:
            continue
        arrange(slot, members, own_sets, side_bits, out)
        for cell in range(_CELLS):
            tile = 0
            if out[0] >> cell & 1:
                tile = (1 if out[1] >> cell & 1 else 3) + (out[2] >> cell & 1)
            state[_TILES + cell] = tile
        state[_FLIPPING] = flipping
        state[_NEXT] = 0
        order(state, shapes, weights, _ENDLESS)
        count = state[_COUNT]
        best = -1
        for index in range(count):
            keeps = keep[slot] >> np.uint64(state[_WAYS + index]) & np.uint64(1)
            if keeps and (best < 0 or state[_SCORES + index] > state[_SCORES + best]):
                best = index
        rank = 0
        for index in range(count):
            score = state[_SCORES + index]
            if score > state[_SCORES + best] or (score == state[_SCORES + best] and index < best):
                rank += 1
        ranks[slot] = rank


def check_all(
    arrange, order, first, last, members, own_sets, side_bits, flipping, wanted, keep, symbols,
    state, shapes, weights, wrong,
):  # fmt: skip
    """Play the slots `first` to `last` - 1 that are wanted by their symbols, as the board does;
    how many steps were not in `keep`, with the first such slot in wrong[0]."""
    out = np.zeros(3, np.int64)
    misses = 0
    for slot in range(first, last):
        if not wanted[slot]:
            continue
        arrange(slot, members, own_sets, side_bits, out)
        for cell in range(_CELLS):
            tile = 0
            if out[0] >> cell & 1:
                tile = (1 if out[1] >> cell & 1 else 3) + (out[2] >> cell & 1)
            state[_TILES + cell] = tile
        state[_FLIPPING] = flipping
        state[_NEXT] = 0
        order(state, shapes, weights, _ENDLESS)
        count = state[_COUNT]
        passed = symbols[slot] if symbols[slot] < count else 0
        played = state[_WAYS]
        for index in range(count):
            score = state[_SCORES + index]
            better = 0
            for other in range(count):
                rival = state[_SCORES + other]
                if rival > score or (rival == score and other < index):
                    better += 1
            if better == passed:
                played = state[_WAYS + index]
        if not keep[slot] >> np.uint64(played) & np.uint64(1):
            if not misses:
                wrong[0] = slot
            misses += 1
    return misses


def unpack_all(unpack, state, codes, symbols):
    """Decode a block's symbols, in order, as the board does."""
    for slot in range(len(symbols)):
        state[_WANTED] = slot
        unpack(state, codes, 1)
        symbols[slot] = state[_FOUND]
