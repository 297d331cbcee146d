"""A tier of the solution of Four Field Kono from the one with a tile less, by retrograde analysis:
a function that Numba compiles with its private ones inlined.

Every arrangement, seen by the player to act, has a score of one byte: 0 for a tie, else 1 + the
turns to the end under perfect play. The player to act where the game ends has lost, and turns
alternate: an odd score is a loss, an even one a win.

Steps keep the number of tiles, captures lead to one tile less. So a tier is solved after the one
below it: scores spread backwards from the ends, to each position that a step leads from, which is
a step taken back. Turn by turn, so that the first score that reaches a position from a loss is its
win; and when the last of its steps is found to lose, it is a loss. What no score reaches is a tie:
nobody can force an end.

Positions that symmetries carry into each other share a slot (`index`). So a position's open steps
are not counted down, as is usual: between two such positions there may be more steps one way than
back. They are looked at again. And where a representative's own symmetries give a position
several slots, all get its score at once.
"""

# Numba infers the types, so none are written.
# mypy: disallow-untyped-defs=False, check-untyped-defs=False

import numpy as np

_CELLS = 16
_FULL = (1 << _CELLS) - 1
_NOWHERE = 255
_SYMMETRIES = 8
_LEVELS = 256
_LOW = 255  # of a mask: its first eight cells


def solve_tier(
    members, own_sets, places, below_sets, below_places, neighbours, images, transform, orbit,
    squeezed, counts, below, scores,
):  # fmt: skip
    """Fill in the scores of a tier. -1 where an end is too far for a score, else 0.

    members      the tier's representatives, uint16
    own_sets     uint16, the sets of own cells, squeezed, in order; places: uint16, by such a set
    below_sets   how many the tier below has; below_places: uint16, their places
    neighbours   uint8, index cell * 4 + direction, 255 where there is none
    images, transform, orbit: the tables of `tiers.masks`; counts: uint8, popcounts
    squeezed     uint8, squeezed[kept, mask], eight cells each
    below        uint8, scores of the tier below
    scores       uint8, of this tier: zeros, to be filled in
    """
    sets = len(own_sets)
    total = len(members) * sets
    # Positions by the score that they are due to have: linked lists. Each position is entered at
    # most twice: when a capture wins, and when its score is found by steps.
    head = np.full(_LEVELS, -1, np.int32)
    link = np.empty(2 * total, np.int32)
    entry = np.empty(2 * total, np.uint32)
    sure = np.empty(2 * total, np.uint8)
    entries = 0
    holds = np.zeros(total, np.uint8)  # whether a capture holds the tie, or wins
    latest = np.zeros(total, np.uint8)  # the greatest score that a loss would have by captures
    index = 0
    for member in members:
        taken = np.int64(member)
        for squeezed_own in own_sets:
            own = _own_cells(taken, squeezed_own)
            steps, captures, tied, win, lose = _look_ahead(
                own, taken, below_sets, below_places, neighbours, images, transform, orbit,
                squeezed, counts, below,
            )  # fmt: skip
            due = _due(own, steps, captures, tied, win, lose)
            holds[index] = tied or win > 0
            latest[index] = lose
            if due:
                if due >= _LEVELS:
                    return -1
                # A win may still come sooner, by a step.
                if due & 1:
                    scores[index] = due
                theirs = taken & ~own
                entries = _enter(head, link, entry, sure, entries, own, theirs, due, due & 1)
            index += 1
    for level in range(1, _LEVELS):
        # while this list is processed, only later ones grow
        item = head[level]
        while item >= 0:
            number = item
            item = link[item]
            entries = _spread(
                sets, places, neighbours, images, transform, orbit, squeezed, counts, scores,
                head, link, entry, sure, entries, holds, latest, number, level,
            )  # fmt: skip
            if entries < 0:
                return -1
    return 0


def _own_cells(taken, squeezed_own):
    """The set of own cells, of those that are taken."""
    own = np.int64(0)
    place = 0
    for cell in range(_CELLS):
        if taken >> cell & 1:
            own |= (np.int64(squeezed_own) >> place & 1) << cell
            place += 1
    return own


def _place(squeezed, counts, whole, mover):
    """The number of a set of the mover's cells within the occupied cells `whole`."""
    return np.int64(squeezed[whole & _LOW, mover & _LOW]) | (
        np.int64(squeezed[whole >> 8, mover >> 8]) << counts[whole & _LOW]
    )


def _slot(images, transform, orbit, squeezed, counts, sets, places, taken, mover):
    """The slot of a position, and its representative: the occupied cells, and the mover's."""
    turn = transform[taken]
    whole = np.int64(images[turn, taken])
    own = np.int64(images[turn, mover])
    compact = _place(squeezed, counts, whole, own)
    return np.int64(orbit[taken]) * sets + places[compact], whole, own


def _look_ahead(
    own, taken, below_sets, below_places, neighbours, images, transform, orbit, squeezed, counts,
    below,
):  # fmt: skip
    """How many steps and captures there are; of the captures whether one leads to a tie, the
    soonest score that one wins by (0: none), and the latest that one loses by."""
    theirs = taken & ~own
    steps = 0
    captures = 0
    tied = False
    win = 0
    lose = 0
    for start in range(_CELLS):
        if not own >> start & 1:
            continue
        for direction in range(4):
            near = neighbours[start * 4 + direction]
            if near == _NOWHERE:
                continue
            if not taken >> near & 1:
                steps += 1
            elif own >> near & 1:
                far = neighbours[near * 4 + direction]
                if far == _NOWHERE or not theirs >> far & 1:
                    continue
                captures += 1
                after = taken & ~(1 << start)
                mover = theirs & ~(1 << far)
                slot, _, _ = _slot(
                    images, transform, orbit, squeezed, counts, below_sets, below_places, after,
                    mover,
                )  # fmt: skip
                score = below[slot]
                if score == 0:
                    tied = True
                elif score & 1:
                    if win == 0 or score + 1 < win:
                        win = score + 1
                elif score + 1 > lose:
                    lose = score + 1
    return steps, captures, tied, win, lose


def _due(own, steps, captures, tied, win, lose):
    """The score that follows from the captures alone, 0 if steps decide."""
    due = 0
    if own & (own - 1) == 0 or steps + captures == 0:
        due = 1
    elif win:
        due = win
    elif steps == 0 and not tied:
        due = lose
    return due


def _enter(head, link, entry, sure, entries, own, theirs, due, known):
    """Put a position into the list of its score. Returns the number of entries."""
    entry[entries] = own << _CELLS | theirs
    sure[entries] = known
    link[entries] = head[due]
    head[due] = entries
    return entries + 1


def _spread(
    sets, places, neighbours, images, transform, orbit, squeezed, counts, scores, head, link,
    entry, sure, entries, holds, latest, number, level,
):  # fmt: skip
    """Give a position its score, and enter the positions that it decides. Returns the number of
    entries, -1 if a score is too large."""
    own = np.int64(entry[number] >> _CELLS)
    theirs = np.int64(entry[number] & _FULL)
    taken = own | theirs
    if not _settle(sets, places, orbit, squeezed, counts, scores, own, taken, sure[number], level):
        return entries  # a step wins as soon or sooner
    # Back to where the opponent moved from: seen from there, a step before.
    for end in range(_CELLS):
        if not theirs >> end & 1 or entries < 0:
            continue
        for direction in range(4):
            start = neighbours[end * 4 + direction]
            if start == _NOWHERE or taken >> start & 1:
                continue
            step = (1 << end) ^ (1 << start)
            back, whole, mover = _slot(
                images, transform, orbit, squeezed, counts, sets, places, taken ^ step,
                theirs ^ step,
            )  # fmt: skip
            if scores[back]:
                continue
            due = level + 1
            if not level & 1:
                if holds[back]:
                    continue
                # a loss if all its other steps are known to lose, too
                if not _is_lost(
                    sets, places, neighbours, images, transform, orbit, squeezed, counts, scores,
                    whole, mover,
                ):  # fmt: skip
                    continue
                due = max(level + 1, np.int64(latest[back]))
            if due >= _LEVELS:
                entries = -1
                break
            entries = _score_all(
                sets, places, images, orbit, squeezed, counts, scores, head, link, entry, sure,
                entries, whole, mover, due,
            )  # fmt: skip
    return entries


def _settle(sets, places, orbit, squeezed, counts, scores, own, taken, known, level):
    """Give a position that was entered its score, unless it is `known`. False where it has one."""
    if known:
        return True
    # it was entered as a representative
    index = np.int64(orbit[taken]) * sets + places[_place(squeezed, counts, taken, own)]
    if scores[index]:
        return False
    scores[index] = level
    return True


def _is_lost(
    sets, places, neighbours, images, transform, orbit, squeezed, counts, scores, whole, mover
):  # fmt: skip
    """Whether all steps of a position are known to lose."""
    other = whole & ~mover
    lost = True
    for cell in range(_CELLS):
        if not mover >> cell & 1 or not lost:
            continue
        for way in range(4):
            near = neighbours[cell * 4 + way]
            if near == _NOWHERE or whole >> near & 1:
                continue
            after = whole ^ (1 << cell) ^ (1 << near)
            slot, _, _ = _slot(
                images, transform, orbit, squeezed, counts, sets, places, after, other
            )
            score = scores[slot]
            if score == 0 or score & 1:
                lost = False
                break
    return lost


def _score_all(
    sets, places, images, orbit, squeezed, counts, scores, head, link, entry, sure, entries,
    whole, mover, due,
):  # fmt: skip
    """Score all slots of a representative, and enter them. Returns the number of entries."""
    for turn in range(_SYMMETRIES):
        if images[turn, whole] != whole:
            continue
        mine = np.int64(images[turn, mover])
        back = np.int64(orbit[whole]) * sets + places[_place(squeezed, counts, whole, mine)]
        if scores[back]:
            continue
        scores[back] = due
        entries = _enter(head, link, entry, sure, entries, mine, whole & ~mine, due, 1)
    return entries
