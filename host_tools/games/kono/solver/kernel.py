"""A tier of the solution of Four Field Kono from the one with a tile less, by retrograde analysis:
a flat function that Numba compiles.

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

# Compiled as it stands, so none of the annotations' types are more than a reader's help.
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
    at = 0
    for member in members:
        taken = np.int64(member)
        for squeezed_own in own_sets:
            own = np.int64(0)
            place = 0
            for cell in range(_CELLS):
                if taken >> cell & 1:
                    own |= (np.int64(squeezed_own) >> place & 1) << cell
                    place += 1
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
                        turn = transform[after]
                        whole = np.int64(images[turn, after])
                        mover = np.int64(images[turn, theirs & ~(1 << far)])
                        compact = np.int64(squeezed[whole & _LOW, mover & _LOW]) | (
                            np.int64(squeezed[whole >> 8, mover >> 8]) << counts[whole & _LOW]
                        )
                        score = below[np.int64(orbit[after]) * below_sets + below_places[compact]]
                        if score == 0:
                            tied = True
                        elif score & 1:
                            if win == 0 or score + 1 < win:
                                win = score + 1
                        elif score + 1 > lose:
                            lose = score + 1
            due = 0
            if own & (own - 1) == 0 or steps + captures == 0:
                due = 1
            elif win:
                due = win
            elif steps == 0 and not tied:
                due = lose
            holds[at] = tied or win > 0
            latest[at] = lose
            if due:
                if due >= _LEVELS:
                    return -1
                # A win may still come sooner, by a step.
                if due & 1:
                    scores[at] = due
                entry[entries] = own << _CELLS | theirs
                sure[entries] = due & 1
                link[entries] = head[due]
                head[due] = entries
                entries += 1
            at += 1
    for level in range(1, _LEVELS):
        # While this list is gone through, only later ones grow.
        item = head[level]
        while item >= 0:
            own = np.int64(entry[item] >> _CELLS)
            theirs = np.int64(entry[item] & _FULL)
            taken = own | theirs
            known = sure[item]
            item = link[item]
            if not known:
                # As it was entered, it is a representative.
                compact = np.int64(squeezed[taken & _LOW, own & _LOW]) | (
                    np.int64(squeezed[taken >> 8, own >> 8]) << counts[taken & _LOW]
                )
                at = np.int64(orbit[taken]) * sets + places[compact]
                if scores[at]:
                    continue  # a step wins as soon or sooner
                scores[at] = level
            # Back to where the opponent moved from: seen from there, a step before.
            for end in range(_CELLS):
                if not theirs >> end & 1:
                    continue
                for direction in range(4):
                    start = neighbours[end * 4 + direction]
                    if start == _NOWHERE or taken >> start & 1:
                        continue
                    before = taken ^ (1 << end) ^ (1 << start)
                    turn = transform[before]
                    whole = np.int64(images[turn, before])
                    mover = np.int64(images[turn, theirs ^ (1 << end) ^ (1 << start)])
                    compact = np.int64(squeezed[whole & _LOW, mover & _LOW]) | (
                        np.int64(squeezed[whole >> 8, mover >> 8]) << counts[whole & _LOW]
                    )
                    back = np.int64(orbit[before]) * sets + places[compact]
                    if scores[back]:
                        continue
                    due = level + 1
                    if not level & 1:
                        if holds[back]:
                            continue
                        # A loss, if all its other steps are known to lose, too.
                        lost = True
                        other = whole & ~mover
                        for cell in range(_CELLS):
                            if not mover >> cell & 1:
                                continue
                            for way in range(4):
                                near = neighbours[cell * 4 + way]
                                if near == _NOWHERE or whole >> near & 1:
                                    continue
                                after = whole ^ (1 << cell) ^ (1 << near)
                                turn = transform[after]
                                there = np.int64(images[turn, after])
                                next_own = np.int64(images[turn, other])
                                compact = np.int64(squeezed[there & _LOW, next_own & _LOW]) | (
                                    np.int64(squeezed[there >> 8, next_own >> 8])
                                    << counts[there & _LOW]
                                )
                                score = scores[np.int64(orbit[after]) * sets + places[compact]]
                                if score == 0 or score & 1:
                                    lost = False
                                    break
                            if not lost:
                                break
                        if not lost:
                            continue
                        due = max(level + 1, np.int64(latest[back]))
                    if due >= _LEVELS:
                        return -1
                    for turn in range(_SYMMETRIES):
                        if images[turn, whole] != whole:
                            continue
                        mine = np.int64(images[turn, mover])
                        compact = np.int64(squeezed[whole & _LOW, mine & _LOW]) | (
                            np.int64(squeezed[whole >> 8, mine >> 8]) << counts[whole & _LOW]
                        )
                        back = np.int64(orbit[whole]) * sets + places[compact]
                        if scores[back]:
                            continue
                        scores[back] = due
                        entry[entries] = mine << _CELLS | (whole & ~mine)
                        sure[entries] = 1
                        link[entries] = head[due]
                        head[due] = entries
                        entries += 1
    return 0
