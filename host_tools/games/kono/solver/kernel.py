"""The solution of Four Field Kono by retrograde analysis: a flat function that Numba compiles.

Every arrangement of at most eight tiles a player, seen by the player to act, has a score of one
byte: 0 for a tie, else 1 + the turns to the end under perfect play. The player to act where the
game ends has lost, and turns alternate: an odd score is a loss, an even one a win.

Steps keep the numbers of tiles, captures lead to one tile fewer. So positions with m and n tiles
are solved together with those with n and m, after all with fewer tiles. Within such a tier scores
spread backwards from the ends: to each position that a step leads from, which is a step taken
back. Turn by turn, so that the first score that reaches a position from a loss is its win, and
the last that reaches it from wins is its loss. What no score reaches is a tie: nobody can force
an end.
"""

# Compiled as it stands, so none of the annotations' types are more than a reader's help.
# mypy: disallow-untyped-defs=False, check-untyped-defs=False

import numpy as np

POSITIONS = 3**16
MOST = 8  # tiles of a player
_CELLS = 16
_FULL = (1 << _CELLS) - 1
_NOWHERE = 255
_NEVER = 255  # in `open_steps`: a capture holds the tie, or wins
_LEVELS = 256


def solve_tier(ones, twos, ternary, neighbours, scores, open_steps, latest):
    """Fill in the scores of all positions where a player's tiles are a set of `ones` and the
    other's are one of `twos`; those of one tile fewer must be there. -1 where an end is too far
    for a score, else 0.

    ones, twos  uint16: all sets of cells of this or that number
    ternary     uint32, by set: the sum of 3 ** cell. A position is
                ternary[own] + 2 * ternary[theirs]
    neighbours  uint8, index cell * 4 + direction, 255 where there is none
    scores      uint8, by position: 0 where not known yet
    open_steps  uint8, by position: steps whose score is not known; work space, like `latest`:
                the greatest score that a loss would have by captures
    """
    alike = len(ones) == len(twos) and ones[0] == twos[0]
    total = 0
    for own in ones:
        for theirs in twos:
            if not own & theirs:
                total += 1 if alike else 2
    # Positions by the score that they are due to have: linked lists. Each position is entered at
    # most twice: when a capture wins, and when its score is found by steps.
    head = np.full(_LEVELS, -1, np.int32)
    link = np.empty(2 * total, np.int32)
    entry = np.empty(2 * total, np.uint32)
    sure = np.empty(2 * total, np.uint8)
    entries = 0
    for turn in range(1 if alike else 2):
        for a in range(len(ones) if turn == 0 else len(twos)):
            own = np.int64(ones[a] if turn == 0 else twos[a])
            for b in range(len(twos) if turn == 0 else len(ones)):
                theirs = np.int64(twos[b] if turn == 0 else ones[b])
                if own & theirs:
                    continue
                taken = own | theirs
                steps = 0
                captures = 0
                holds = False
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
                            left = theirs & ~(1 << far)
                            moved = own & ~(1 << start) | 1 << far
                            score = scores[ternary[left] + 2 * ternary[moved]]
                            if score == 0:
                                holds = True
                            elif score & 1:
                                if win == 0 or score + 1 < win:
                                    win = score + 1
                            elif score + 1 > lose:
                                lose = score + 1
                at = ternary[own] + 2 * ternary[theirs]
                due = 0
                if own & (own - 1) == 0 or steps + captures == 0:
                    due = 1
                elif win:
                    due = win
                elif steps == 0 and not holds:
                    due = lose
                open_steps[at] = _NEVER if holds or win else steps
                latest[at] = lose
                if due:
                    # A win may still come sooner, by a step.
                    if due & 1:
                        scores[at] = due
                    entry[entries] = own << _CELLS | theirs
                    sure[entries] = due & 1
                    link[entries] = head[due]
                    head[due] = entries
                    entries += 1
    for level in range(1, _LEVELS):
        # While this list is gone through, only later ones grow.
        item = head[level]
        while item >= 0:
            own = np.int64(entry[item] >> _CELLS)
            theirs = np.int64(entry[item] & _FULL)
            at = ternary[own] + 2 * ternary[theirs]
            known = sure[item]
            item = link[item]
            if not known:
                if scores[at]:
                    continue  # a step wins as soon or sooner
                scores[at] = level
            taken = own | theirs
            # Back to where the opponent moved from: seen from there, a step before.
            for end in range(_CELLS):
                if not theirs >> end & 1:
                    continue
                for direction in range(4):
                    start = neighbours[end * 4 + direction]
                    if start == _NOWHERE or taken >> start & 1:
                        continue
                    before = theirs ^ (1 << end) ^ (1 << start)
                    back = ternary[before] + 2 * ternary[own]
                    if scores[back]:
                        continue
                    due = 0
                    if level & 1:
                        due = level + 1
                    elif open_steps[back] != _NEVER:
                        open_steps[back] -= 1
                        if open_steps[back] == 0:
                            due = max(level + 1, latest[back])
                    if due:
                        if due >= _LEVELS:
                            return -1
                        scores[back] = due
                        entry[entries] = before << _CELLS | own
                        sure[entries] = 1
                        link[entries] = head[due]
                        head[due] = entries
                        entries += 1
    return 0
