"""The search whose work is measured: flat functions that Numba compiles.

It is a stand-in for the firmware's kernel, with its own generation of moves, and that on
purpose. The kernel counts what suits its slices; here every part of the work is counted by
itself, each node has its own sample of what was visited, and each number of tiles its own set of
weights. And the weights kept came of exactly this search: with another one, whose counts differ,
they could not be made again.

Positions are four masks: up and down sides of the player to act, then of the other player.
"""

# mypy: disallow-untyped-defs=False, check-untyped-defs=False

from typing import Any

import numpy as np

from host_tools.build.compiled import machine_code

CELLS = 16
FULL = (1 << CELLS) - 1
MOST = 14  # tiles of a node that has moves to order
STATES = 5
ROOM = 700  # moves of a node, at most
WAYS = 4 * CELLS + 1  # flips by cell * 4 + direction, and none
NOWHERE = 255

#: What is counted, and what it takes the chip, in thousands of cycles.
NODE, SPOT, WAY, LOCK, FLIP, MOVE, SCAN, MAKE = range(8)
CYCLES = np.array([2.2, 0.25, 0.45, 0.3, 0.9, 0.43, 0.045, 0.5])


def _compiled(function: Any) -> Any:
    return machine_code(function) or function


@_compiled
def _spread(mask):
    """The neighbours of the cells in a mask."""
    return (mask >> 4 | mask << 4 | (mask & 0xEEEE) >> 1 | (mask & 0x7777) << 1) & FULL


@_compiled
def _flipped(way, up, down, empty, near):
    """A player's masks and the empty cells after a flip."""
    if way == WAYS - 1:
        return up, down, empty
    was, now = 1 << (way >> 2), 1 << near[way]
    if up & was:
        return up ^ was, down | now, empty ^ was ^ now
    return up | now, down ^ was, empty ^ was ^ now


@_compiled
def look(up, down, oup, odown, tiles, eclipse, row, near, ways, work):
    """What a position is worth if that is seen without searching.

    Returns (allowed, best): ways[:allowed] are the flips after which there is more to look at,
    best the value of the others (-2 where there are none). Is the position won, full after this
    turn, or lost whatever is done, then allowed is -1 and best its value.
    """
    own, other = up | down, oup | odown
    empty = FULL & ~(own | other)
    owned = row[up] | row[down]
    gains = 0
    for c in range(CELLS):
        if (empty | other) >> c & 1:
            if empty >> c & 1:
                work[SPOT] += 1
            if row[up | 1 << c] | row[down | 1 << c]:
                gains |= 1 << c
    flips, allowed, best = 0, 0, -2
    for way in range(WAYS):
        if way == WAYS - 1:
            if flips:
                break
        else:
            target = near[way]
            if not other >> (way >> 2) & 1 or target == NOWHERE or not empty >> target & 1:
                continue
            flips += 1
        new_up, new_down, left = _flipped(way, oup, odown, empty, near)
        work[WAY] += 1
        threat = row[new_up] | row[new_down]
        if threat and not eclipse:
            best = max(best, -1)
            continue
        ways[allowed] = way
        allowed += 1
        spots = left if owned or threat else left & gains
        while spots:
            spot = spots & -spots
            spots ^= spot
            work[LOCK] += 1
            shut = FULL & ~_spread(left ^ spot)
            theirs = threat and row[new_up & shut] | row[new_down & shut]
            if (row[(up | spot) & shut] | row[(down | spot) & shut]) and not theirs:
                return -1, 1
    if tiles == CELLS - 1:
        for i in range(allowed):
            new_up, new_down, left = _flipped(ways[i], oup, odown, empty, near)
            if not (row[new_up] | row[new_down]) or row[up | left] | row[down | left]:
                return -1, 0
        return -1, -1
    return (allowed, best) if allowed else (-1, -1)


@_compiled
def _states(up, down, oup, odown, state, index, order):
    """Write the state of each cell, and the weight that each pattern takes."""
    _, _, cells, length, bases, _ = order
    for c in range(CELLS):
        state[c] = 0
        for kind, mask in enumerate((up, down, oup, odown)):
            if mask >> c & 1:
                state[c] = kind + 1
    for p in range(len(length)):
        content = 0
        for place in range(length[p]):
            content = content * STATES + state[cells[p, place]]
        index[p] = bases[p] + content


@_compiled
def generate(up, down, oup, odown, tiles, eclipse, row, near, weights, order, moves, base, work):
    """Write the moves that need a search: moves[base:] = score, up, down, oup, odown, code, the
    mover's tiles first.

    Returns how many, the best value among those that are over at once, and its code. Less than
    none: the node's value is the second, and needs no search.
    """
    ways = np.empty(WAYS, np.int64)
    allowed, best = look(up, down, oup, odown, tiles, eclipse, row, near, ways, work)
    if allowed < 0:
        return -1, best, -1
    at, count, _, _, _, power = order
    empty = FULL & ~(up | down | oup | odown)
    state = np.empty(CELLS, np.int64)
    index = np.empty(len(order[3]), np.int64)
    _states(up, down, oup, odown, state, index, order)
    n, code = 0, -1
    for i in range(allowed):
        way = ways[i]
        new_up, new_down, left = _flipped(way, oup, odown, empty, near)
        source, target, turned = 0, 0, 0
        if way < WAYS - 1:
            source, target = way >> 2, near[way]
            turned = 7 - state[source]
            for q in range(count[source]):
                index[at[source, q]] -= state[source] * power[source, q]
            for q in range(count[target]):
                index[at[target, q]] += turned * power[target, q]
        work[FLIP] += 1
        total = 0
        for p in range(len(index)):
            total += weights[index[p]]
        threat = row[new_up] | row[new_down]
        for c in range(CELLS):
            if not left >> c & 1:
                continue
            if threat:
                shut = FULL & ~_spread(left ^ (1 << c))
                if row[new_up & shut] | row[new_down & shut]:
                    for shown in range(2):
                        line = row[(up | (1 - shown) << c) & shut] | row[(down | shown << c) & shut]
                        value = 0 if line else -1
                        if value > best:
                            best, code = value, way << 5 | c << 1 | shown
                    continue
            for shown in range(2):
                work[MOVE] += 1
                score = total
                for q in range(count[c]):
                    before = index[at[c, q]]
                    score += weights[before + (shown + 1) * power[c, q]] - weights[before]
                moves[base + n, 0] = score
                moves[base + n, 1] = up | (1 - shown) << c
                moves[base + n, 2] = down | shown << c
                moves[base + n, 3] = new_up
                moves[base + n, 4] = new_down
                moves[base + n, 5] = way << 5 | c << 1 | shown
                n += 1
        if way < WAYS - 1:
            for q in range(count[source]):
                index[at[source, q]] += state[source] * power[source, q]
            for q in range(count[target]):
                index[at[target, q]] -= turned * power[target, q]
    return n, best, code


@_compiled
def solve(
    up, down, oup, odown, tiles, low, high, eclipse, row, near, table, weights, order, moves, work,
    kept, seen, chance,
):  # fmt: skip
    """The value for the player to act, exact between low and high.

    table[slot] = key, value, kind (1 at least, 2 at most, 3 exact), code
    weights[tiles after the move, weight]; order: see `Searcher`
    moves[tiles * ROOM:] is what `generate` writes there
    kept[tiles, i] = the four masks, low, high: a sample of the nodes whose moves were searched,
    each as likely; seen[tiles] counts them all; chance[0] is what it is drawn with
    """
    if down & (up | down) & -(up | down):
        up, down = down, up
    if odown & (oup | odown) & -(oup | odown):
        oup, odown = odown, oup
    work[NODE] += 1
    floor, known = low, -1
    key = np.int64(up) | np.int64(down) << 16 | np.int64(oup) << 32 | np.int64(odown) << 48
    slot = (key * np.int64(-7046029254386353131) >> np.int64(40)) & (len(table) - 1)
    if tiles < MOST and table[slot, 0] == key:
        value, kind, known = table[slot, 1], table[slot, 2], table[slot, 3]
        if kind == 3 or (kind == 1 and value >= high) or (kind == 2 and value <= low):
            return value
    base = tiles * ROOM
    n, best, code = generate(
        up, down, oup, odown, tiles, eclipse, row, near, weights[min(tiles + 1, CELLS)], order,
        moves, base, work,
    )  # fmt: skip
    if n < 0:
        return best
    low = max(low, best)
    if best < high and n:
        room = kept.shape[1]
        if room:
            place = seen[tiles]
            seen[tiles] += 1
            if place >= room:
                x = chance[0]
                x ^= x << np.uint64(13)
                x ^= x >> np.uint64(7)
                x ^= x << np.uint64(17)
                chance[0] = x
                place = np.int64((x >> np.uint64(11)) % np.uint64(place + 1))
            if place < room:
                node = kept[tiles, place]
                node[0], node[1], node[2], node[3] = up, down, oup, odown
                node[4], node[5] = low, high
        if known >= 0:
            for i in range(n):
                if moves[base + i, 5] == known:
                    moves[base + i, 0] += 1 << 40
        for i in range(n):
            top = i
            for j in range(i + 1, n):
                if moves[base + j, 0] > moves[base + top, 0]:
                    top = j
            work[SCAN] += n - i if i < 4 else 12
            work[MAKE] += 1
            for q in range(6):
                moves[base + i, q], moves[base + top, q] = moves[base + top, q], moves[base + i, q]
            move = moves[base + i]
            value = -solve(
                move[3], move[4], move[1], move[2], tiles + 1, -high, -low, eclipse, row, near,
                table, weights, order, moves, work, kept, seen, chance,
            )  # fmt: skip
            if value > best:
                best, code = value, move[5]
                low = max(low, value)
                if value >= high:
                    break
    if tiles < MOST:
        kind = 1 if best >= high else 2 if best <= floor else 3
        table[slot, 0], table[slot, 1], table[slot, 2], table[slot, 3] = key, best, kind, code
    return best


@_compiled
def measure(
    nodes, first, moved, tiles, eclipse, row, near, table, weights, order, moves, work, kept, seen,
    chance, cycles, out,
):  # fmt: skip
    """out = the work of searching each move of the nodes, in their windows."""
    for i in range(len(nodes)):
        for j in range(first[i], first[i + 1]):
            table[:] = 0
            work[:] = 0
            m = moved[j]
            solve(
                m[2], m[3], m[0], m[1], tiles + 1, -nodes[i, 5], -nodes[i, 4], eclipse, row, near,
                table, weights, order, moves, work, kept, seen, chance,
            )  # fmt: skip
            out[j] = (work * cycles).sum()
