"""The search part of the router: free nodes, and the cheapest path. Compiled by Numba.

Nodes are on a square grid of `STEP` mm on two layers; node = (layer * rows + row) * columns +
column. A map counts, for each node, the shapes that are too near to it.
"""

import heapq

import numba
import numpy as np
from numpy.typing import NDArray

STEP = 0.25  # mm
STRAIGHT, DIAGONAL, TURN, AGAINST, VIA = 10, 14, 4, 3, 90  # costs
Counts = NDArray[np.int16]


@numba.njit(cache=True)
def stamp(counts, layer, ax, ay, bx, by, half_x, half_y, reach, sign):  # type: ignore[no-untyped-def]
    """Add `sign` to each node nearer than `reach` to a shape: the line from a to b, grown by a
    rectangle with these half sides (0 for a track, whose half width is part of `reach`)."""
    rows, columns = counts.shape[1], counts.shape[2]
    x0 = max(0, int((min(ax, bx) - half_x - reach) / STEP) - 1)
    x1 = min(columns - 1, int((max(ax, bx) + half_x + reach) / STEP) + 2)
    y0 = max(0, int((min(ay, by) - half_y - reach) / STEP) - 1)
    y1 = min(rows - 1, int((max(ay, by) + half_y + reach) / STEP) + 2)
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    for row in range(y0, y1 + 1):
        for column in range(x0, x1 + 1):
            x, y = column * STEP, row * STEP
            t = 0.0
            if square > 0:
                t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / square))
            ex = max(0.0, abs(x - ax - t * dx) - half_x)
            ey = max(0.0, abs(y - ay - t * dy) - half_y)
            if ex * ex + ey * ey < reach * reach - 1e-9:
                counts[layer, row, column] += sign


@numba.njit(cache=True)
def _guess(box, row, column):  # type: ignore[no-untyped-def]
    """The least that a way from there to the targets in the box costs."""
    ex = max(box[0] - column, 0, column - box[2])
    ey = max(box[1] - row, 0, row - box[3])
    return 10 * max(ex, ey) + 4 * min(ex, ey)


@numba.njit(cache=True)
def _way(came, target):  # type: ignore[no-untyped-def]
    """The nodes from a source to the target, by the node that each was reached from."""
    count = 1
    step = target
    while came[step] >= 0:
        step = came[step]
        count += 1
    way = np.empty(count, np.int64)
    step = target
    for i in range(count - 1, -1, -1):
        way[i] = step
        step = came[step]
    return way


@numba.njit(cache=True)
def _move(move, node, before, rows, columns):  # type: ignore[no-untyped-def]
    """Where one of eight moves leads within a layer, -1 for out of it, and what it costs where
    `before` led to the node (-1: nothing did)."""
    plane = rows * columns
    place = move if move < 4 else move + 1  # of the nine nodes around, the middle left out
    dy, dx = place // 3 - 1, place % 3 - 1
    row, column = (node % plane) // columns + dy, node % columns + dx
    if not (0 <= row < rows and 0 <= column < columns):
        return -1, 0
    along = dy * columns + dx
    price = DIAGONAL if dx != 0 and dy != 0 else STRAIGHT
    if (dx if node < plane else dy) == 0:
        price += AGAINST
    if before >= 0 and node - before != along:
        price += TURN
    return node + along, price


@numba.njit(cache=True)
def search(free, via_free, extra, sources, targets, box):  # type: ignore[no-untyped-def]
    """The cheapest path from any source to any target (both as maps), as nodes, source first; empty
    if there is none.

    The front layer prefers tracks along x, the back along y. `box` bounds the targets, for the
    estimate; `extra` is the additional cost of each node.
    """
    rows, columns = free.shape[1], free.shape[2]
    plane = rows * columns
    total = 2 * plane
    cost = np.full(total, 1 << 30, np.int32)
    came = np.full(total, -1, np.int32)
    done = np.zeros(total, np.bool_)
    queue = [(np.int64(0), np.int64(0))]
    queue.pop()
    flat_free = free.reshape(total)
    flat_targets = targets.reshape(total)
    flat_extra = extra.reshape(total)
    flat_via = via_free.reshape(plane)
    for source in np.flatnonzero(sources):
        cost[source] = 0
        guess = _guess(box, (source % plane) // columns, source % columns)
        heapq.heappush(queue, (np.int64(guess), np.int64(source)))
    while len(queue) > 0:
        node = heapq.heappop(queue)[1]
        if done[node]:
            continue
        done[node] = True
        if flat_targets[node]:
            return _way(came, node)
        for move in range(9):
            if move < 8:
                other, price = _move(move, node, came[node], rows, columns)
            else:
                other = (node + plane) % total if flat_via[node % plane] else -1
                price = VIA
            if other < 0 or done[other] or not (flat_free[other] or flat_targets[other]):
                continue
            new = cost[node] + price + flat_extra[other]
            if new < cost[other]:
                cost[other] = new
                came[other] = node
                guess = _guess(box, (other % plane) // columns, other % columns)
                heapq.heappush(queue, (np.int64(new + guess), np.int64(other)))
    return np.empty(0, np.int64)


@numba.njit(cache=True)
def flood(free, joins, starts):  # type: ignore[no-untyped-def]
    """A map of the nodes connected to `starts`: through free nodes within a layer, and between
    layers where `joins`."""
    rows, columns = free.shape[1], free.shape[2]
    plane = rows * columns
    flat_free = free.reshape(2 * plane)
    flat_joins = joins.reshape(plane)
    reached = np.zeros(2 * plane, np.bool_)
    stack = np.empty(2 * plane, np.int64)
    count = 0
    for start in starts:
        if not reached[start]:
            reached[start] = True
            stack[count] = start
            count += 1
    while count > 0:
        count -= 1
        node = stack[count]
        row, column = (node % plane) // columns, node % columns
        for move in range(5):
            if move == 0:
                if row == 0:
                    continue
                other = node - columns
            elif move == 1:
                if row == rows - 1:
                    continue
                other = node + columns
            elif move == 2:
                if column == 0:
                    continue
                other = node - 1
            elif move == 3:
                if column == columns - 1:
                    continue
                other = node + 1
            else:
                if not flat_joins[node % plane]:
                    continue
                other = (node + plane) % (2 * plane)
            if reached[other] or not (flat_free[other] or move == 4):
                continue
            reached[other] = True
            stack[count] = other
            count += 1
    return reached.reshape(free.shape)
