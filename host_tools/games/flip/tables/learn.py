"""The loop that learns the order's weights: a flat function that Numba compiles.

It scores the steps of a position as flip_order does, with weights that are fractions, and moves
the weights so that more of the steps that keep the value stand above those that do not.
"""

# mypy: disallow-untyped-defs=False, check-untyped-defs=False

import numpy as np

_CELLS = 16
_NOWHERE = 255
_SMALL = np.float32(2e-3)  # of a step's chance: to move weights for less takes longer than it helps


def contents(tiles, empty, begins, lengths, cells, beside, steps, out):
    """Which weight each shape takes. steps: the numbering of flip_tables.fill_words."""
    for shape in range(len(begins)):
        met = 0
        word = 0
        for at in range(lengths[shape]):
            left = lengths[shape] - 1 - at
            entry = steps[5 * left + met + tiles[cells[shape, at]]]
            word += entry >> 9
            met = entry & 511
        if beside[shape]:
            count = 0
            mask = beside[shape] & empty
            while mask:
                mask &= mask - 1
                count += 1
            word = word * 9 + count
        out[shape] = begins[shape] + word


def seen_from_there(tiles):
    """Change sides."""
    for cell in range(_CELLS):
        if tiles[cell] > 2:
            tiles[cell] -= 2
        elif tiles[cell]:
            tiles[cell] += 2


def worth_of(weights, taken):
    """The sum of the weights taken."""
    total = np.float32(0)
    for at in taken:
        total += weights[at]
    return total


def lay(flipping, way, tiles, neighbours):
    """Make a step if it is legal: the cell it ends on, or -1."""
    target = way >> 1
    if flipping:
        source = way >> 2
        target = neighbours[way]
        if tiles[source] < 3 or target == _NOWHERE or tiles[target]:
            return -1
        tiles[target] = 7 - tiles[source]
        tiles[source] = 0
        return target
    if tiles[target]:
        return -1
    tiles[target] = 1 + (way & 1)
    return target


def take_back(flipping, way, target, tiles):
    """Undo a step."""
    if flipping:
        tiles[way >> 2] = 7 - tiles[target]
    tiles[target] = 0


def empty_cells(tiles):
    """The empty cells as a mask."""
    mask = 0
    for cell in range(_CELLS):
        if tiles[cell] == 0:
            mask |= 1 << cell
    return mask


def look(
    contents, seen_from_there, worth_of, lay, take_back, empty_cells, flips, tiles, neighbours,
    shapes, weights, first, second, taken, ways, chance,
):  # fmt: skip
    """All steps of a position: which weights each takes, in itself and after the best reply, what
    it is and what it scores. How many there are."""
    set_1, set_2 = (0, 1) if flips else (1, 0)
    sign = np.float32(1 if flips else -1)
    count = 0
    for way in range(64 if flips else 32):
        target = lay(flips, way, tiles, neighbours)
        if target < 0:
            continue
        contents(tiles, empty_cells(tiles), *shapes, first[count])
        if not flips:
            seen_from_there(tiles)
        best = np.float32(-1e30)
        for reply in range(32 if flips else 64):
            cell = lay(not flips, reply, tiles, neighbours)
            if cell < 0:
                continue
            contents(tiles, empty_cells(tiles), *shapes, taken)
            worth = worth_of(weights[set_2], taken)
            if worth > best:
                best = worth
                second[count] = taken
            take_back(not flips, reply, cell, tiles)
        if best < -1e29:
            contents(tiles, empty_cells(tiles), *shapes, second[count])
            best = worth_of(weights[set_2], second[count])
        if not flips:
            seen_from_there(tiles)
        take_back(flips, way, target, tiles)
        ways[count] = way
        chance[count] = worth_of(weights[set_1], first[count]) + sign * best
        count += 1
    return count


def judge(keep, quick, quick_more, count, ways, chance):
    """Turn scores into chances, which are not divided by their sum. That sum, the part of it that
    keeps the value, the same with the quickest counted more, and whether the best keeps it."""
    one = np.uint64(1)
    most = chance[:count].max()
    right = False
    whole = np.float32(0)
    kept = np.float32(0)
    counted = np.float32(0)
    for step in range(count):
        bit = np.uint64(ways[step])
        good = keep >> bit & one
        right = right or (chance[step] == most and good)
        chance[step] = np.exp(chance[step] - most)
        whole += chance[step]
        if good:
            kept += chance[step]
            counted += chance[step] * (1 + quick_more * (quick >> bit & one))
    return whole, kept, max(counted, np.float32(1e-9)), right


def move(flips, slope, first, second, weights, squares, rate):
    """Move the weights that a step takes against the slope."""
    set_1, set_2 = (0, 1) if flips else (1, 0)
    sign = np.float32(1 if flips else -1)
    for shape in range(len(first)):
        for which in range(2):
            to = first[shape] if which == 0 else second[shape]
            of = set_1 if which == 0 else set_2
            by = slope if which == 0 else sign * slope
            squares[of, to] += slope * slope
            weights[of, to] -= rate * by / np.sqrt(squares[of, to] + np.float32(1))


def learn(
    arrange, contents, seen_from_there, worth_of, lay, take_back, empty_cells, look, judge, move,
    flipping, slots, keep, quick, quick_more, members, own_sets, side_bits, neighbours, shapes,
    weights, squares, rate, reported,
):  # fmt: skip
    """One pass over decisions.

    flipping, slots, keep, quick: for each whether it is a flip, its slot, the steps that keep
    the value and the quickest of them, which count 1 + quick_more times. weights, squares: both
    sets, and sums of the squares of what they were moved by. reported: counts, bits lost, right
    first steps, for placements and flips.
    """
    out = np.zeros(3, np.int64)
    tiles = np.zeros(_CELLS, np.int64)
    number = len(shapes[0])
    first = np.zeros((64, number), np.int64)
    second = np.zeros((64, number), np.int64)
    taken = np.zeros(number, np.int64)
    ways = np.zeros(64, np.int64)
    chance = np.zeros(64, np.float32)
    one = np.uint64(1)
    for at in range(len(slots)):
        flips = flipping[at]
        arrange(slots[at], members, own_sets, side_bits, out)
        for cell in range(_CELLS):
            there = out[0] >> cell & 1
            tiles[cell] = there * ((1 if out[1] >> cell & 1 else 3) + (out[2] >> cell & 1))
        count = look(
            contents, seen_from_there, worth_of, lay, take_back, empty_cells, flips, tiles,
            neighbours, shapes, weights, first, second, taken, ways, chance,
        )  # fmt: skip
        whole, kept, counted, right = judge(keep[at], quick[at], quick_more, count, ways, chance)
        reported[flips, 0] += 1
        reported[flips, 1] -= np.log2(max(kept, np.float32(1e-9)) / whole)
        reported[flips, 2] += right
        for step in range(count):
            bit = np.uint64(ways[step])
            part = np.float32(0)
            if keep[at] >> bit & one:
                part = chance[step] * (1 + quick_more * (quick[at] >> bit & one)) / counted
            slope = np.float32(chance[step] / whole - part)
            if abs(slope) >= _SMALL:
                move(flips, slope, first[step], second[step], weights, squares, rate)
