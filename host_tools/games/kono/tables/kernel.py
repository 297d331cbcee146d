"""All positions of Four Field Kono at once, for the table of perfect play: functions that Numba
compiles. The board's own code is in the firmware's games/kono/perfect.py, which also defines the
numbers of positions; tests and `lodeboard tables verify` compare the two.

Positions equal by symmetry are one; arrays are by number, and numbers of further images of a
position are left out (`first` is 0 there).
"""

# Numba infers the types, so none are written.
# mypy: disallow-untyped-defs=False, check-untyped-defs=False

import numpy as np

_CELLS = 16
_FULL = (1 << _CELLS) - 1
_NOWHERE = 255
_SYMMETRIES = 8
_LOST = -30000
_MOST = 8
_NEVER = 32000
_URGENT = 1 << 30


def number(own, taken, images, counts, bases, places, chosen):
    """The number of a position in any of its images."""
    few = counts[taken] <= _MOST
    least = _FULL + 1
    mine = np.int64(0)
    whole = np.int64(0)
    for turn in range(_SYMMETRIES):
        image = np.int64(images[turn, taken])
        key = image if few else _FULL ^ image
        if key <= least:
            other = np.int64(images[turn, own])
            if key < least or other < mine:
                least = key
                mine = other
                whole = image
    rank = 0
    cell = 0
    found = 0
    for square in range(_CELLS):
        if whole >> square & 1:
            if mine >> square & 1:
                found += 1
                rank += chosen[cell, found]
            cell += 1
    count = np.int64(counts[taken])
    return bases[found, count - found] + np.int64(places[least]) * chosen[count, found] + rank


def steps(own, theirs, neighbours, out):
    """Write all steps by start and direction; as the firmware's `steps_in`, but none of a player
    with one tile."""
    count = 0
    if own & (own - 1) == 0:
        return count
    for start in range(_CELLS):
        if not own >> start & 1:
            continue
        for direction in range(4):
            end = np.int64(neighbours[start * 4 + direction])
            if end == _NOWHERE:
                continue
            if own >> end & 1:
                end = np.int64(neighbours[end * 4 + direction])
                if end == _NOWHERE or not theirs >> end & 1:
                    continue
            elif theirs >> end & 1:
                continue
            out[count] = start * _CELLS + end
            count += 1
    return count


def count_steps(owns, all_theirs, first, neighbours, begins):
    """Fill in `begins`: where the steps of each position begin among those of all."""
    out = np.zeros(64, np.int64)
    for index in range(len(owns)):
        count = 0
        if first[index]:
            count = steps(np.int64(owns[index]), np.int64(all_theirs[index]), neighbours, out)
        begins[index + 1] = begins[index] + count


def link(
    owns, all_theirs, first, neighbours, begins, images, counts, bases, places, chosen, after,
    captures,
):  # fmt: skip
    """Fill in the position after each step, and whether it is a capture."""
    out = np.zeros(64, np.int64)
    for index in range(len(owns)):
        if not first[index]:
            continue
        own, theirs = np.int64(owns[index]), np.int64(all_theirs[index])
        for place in range(steps(own, theirs, neighbours, out)):
            start, end = out[place] >> 4, 1 << (out[place] & 15)
            mine = own ^ (1 << start) | end
            others = theirs & ~end
            there = begins[index] + place
            after[there] = number(others, mine | others, images, counts, bases, places, chosen)
            captures[there] = others != theirs


def estimates(owns, all_theirs, first, begins, counts, fewest, patterns, squares, weights, found):
    """Fill in the firmware's `estimate` of each position, LOST where the game has ended.

    patterns[p, i]: the cells of pattern p, 17 of them, four each; squares[p]: its kind;
    weights[k - fewest, kind, ternary number]: less 128; weights[k - fewest, 5, 0]: the constant
    """
    for index in range(len(owns)):
        if not first[index]:
            continue
        if begins[index + 1] == begins[index]:
            found[index] = _LOST
            continue
        own, theirs = np.int64(owns[index]), np.int64(all_theirs[index])
        those = weights[max(0, np.int64(counts[own | theirs]) - fewest)]
        total = those[5, 0]
        for pattern in range(len(patterns)):
            ternary = 0
            for place in range(3, -1, -1):
                cell = patterns[pattern, place]
                ternary = 3 * ternary + (own >> cell & 1) + 2 * (theirs >> cell & 1)
            total += those[squares[pattern], ternary]
        found[index] = total


def back_up(first, begins, after, values, ended, found):
    """Fill in the value of each position after the best of its steps, `ended` without steps."""
    for index in range(len(first)):
        if not first[index]:
            continue
        best = -_NEVER
        for there in range(begins[index], begins[index + 1]):
            best = max(best, -values[after[there]])
        found[index] = ended if begins[index + 1] == begins[index] else best


def choose_all(begins, after, at_once, ahead, chosen):
    """Fill in the step that the board's search chooses in each position, as an index into
    `after`."""
    for index in range(len(begins) - 1):
        best = begins[index]
        for there in range(begins[index] + 1, begins[index + 1]):
            new, old = after[there], after[best]
            if ahead[new] < ahead[old] or (
                ahead[new] == ahead[old] and at_once[new] < at_once[old]
            ):
                best = there
        chosen[index] = best


def place_of(begin, end, after, at_once, step, without):
    """The place of a step in the order in which the firmware has them, one step left out."""
    place = 0
    mine = at_once[after[step]]
    for there in range(begin, end):
        other = at_once[after[there]]
        if there != without and (other < mine or (other == mine and there < step)):
            place += 1
    return place


def nth_step(begin, end, after, at_once, place, without):
    """The step at a place in that order."""
    for there in range(begin, end):
        if there != without and place_of(begin, end, after, at_once, there, without) == place:
            return there
    return -1


def play_errors(begins, after, at_once, numbers, places, chosen):
    """Replace the search's choice in positions with an error. Returns how many have no such
    step."""
    wrong = 0
    for row in range(len(numbers)):
        index = numbers[row]
        begin, end = begins[index], begins[index + 1]
        step = nth_step(begin, end, after, at_once, places[row], chosen[index])
        if step < 0:
            wrong += 1
        else:
            chosen[index] = step
    return wrong


def keep_ties(begins, after, at_once, scores, chosen, place):
    """Where the choice gives a tie away, fill in the place of a step that keeps it, -1 elsewhere.
    Returns the number."""
    count = 0
    for index in range(len(begins) - 1):
        if begins[index] == begins[index + 1] or scores[index] or scores[after[chosen[index]]] == 0:
            continue
        best = -1
        begin, end = begins[index], begins[index + 1]
        for there in range(begin, end):
            if scores[after[there]] == 0:
                that = place_of(begin, end, after, at_once, there, chosen[index])
                if best < 0 or that < best:
                    best = that
        place[index] = best
        count += 1
    return count


def fewest_quiet(begins, after, captures, scores, found):
    """Lower `found`, from a large number: for won and lost positions the turns without a capture
    from each on, the winner making them as few as possible. Returns whether any changed."""
    changed = False
    for index in range(len(begins) - 1):
        if scores[index] == 0:
            continue
        best = found[index]
        if scores[index] & 1:
            most = 0
            for there in range(begins[index], begins[index + 1]):
                if not captures[there]:
                    most = max(most, found[after[there]] + 1)
            best = min(best, most)
        else:
            for there in range(begins[index], begins[index + 1]):
                if scores[after[there]] & 1:
                    best = min(best, 0 if captures[there] else found[after[there]] + 1)
        if best < found[index]:
            found[index] = best
            changed = True
    return changed


def lower_limits(begins, after, captures, scores, quickest, order, limits):
    """Lower the limits of the positions after the quickest step of each in `order`, which is by
    falling `quickest`, and the replies to it: two turns are gone by then."""
    for index in order:
        best = -1
        for there in range(begins[index], begins[index + 1]):
            if scores[after[there]] & 1:
                if captures[there]:
                    best = -1
                    break
                if best < 0 or quickest[after[there]] < quickest[after[best]]:
                    best = there
        if best < 0:
            continue
        lost = after[best]
        for reply in range(begins[lost], begins[lost + 1]):
            if not captures[reply]:
                limits[after[reply]] = min(limits[after[reply]], limits[index] - 2)


def invert(begins, after, scores, chosen, replied, to_replied, hooked, to_hooked):
    """Fill in, for each won position, the lost ones that a reply leads to it from (`replied`, in
    parts that `to_replied` begins), and for each lost position the won ones whose choice leads
    there (`hooked`)."""
    for index in range(len(begins) - 1):
        if begins[index] == begins[index + 1]:
            continue
        if scores[index] & 1:
            for there in range(begins[index], begins[index + 1]):
                to_replied[after[there] + 1] += 1
        elif scores[index] and scores[after[chosen[index]]] & 1:
            to_hooked[after[chosen[index]] + 1] += 1
    for index in range(len(begins) - 1):
        to_replied[index + 1] += to_replied[index]
        to_hooked[index + 1] += to_hooked[index]
    for index in range(len(begins) - 2, -1, -1):
        if begins[index] == begins[index + 1]:
            continue
        if scores[index] & 1:
            for there in range(begins[index], begins[index + 1]):
                at = to_replied[after[there] + 1] - 1
                to_replied[after[there] + 1] = at
                replied[at] = index
        elif scores[index] and scores[after[chosen[index]]] & 1:
            at = to_hooked[after[chosen[index]] + 1] - 1
            to_hooked[after[chosen[index]] + 1] = at
            hooked[at] = index
    # now each entry holds where the part of the position before begins


def begin_won(begins, scores, hooked, to_hooked, first, known, open_replies, stack):
    """Mark the lost positions where the game has ended, and the won ones whose choice leads there.
    Returns the number of entries in `stack`: won positions that were found."""
    count = 0
    for index in range(len(first)):
        if not first[index] or not scores[index] & 1:
            continue
        open_replies[index] = begins[index + 1] - begins[index]
        if open_replies[index] == 0:
            known[index] = 1
            for there in range(to_hooked[index + 1], to_hooked[index + 2]):
                known[hooked[there]] = 1
                stack[count] = hooked[there]
                count += 1
    return count


def spread_won(
    begins, after, captures, chosen, replied, to_replied, hooked, to_hooked, known, open_replies,
    quiet, limit, stack, count,
):  # fmt: skip
    """Mark all positions that the board wins for certain, whatever the replies, and count the most
    turns without a capture from each on (`quiet`), no more than its `limit`."""
    while count:
        count -= 1
        won = stack[count]
        step = chosen[won]
        quiet[won] = 0 if captures[step] else quiet[after[step]] + 1
        for there in range(to_replied[won + 1], to_replied[won + 2]):
            lost = replied[there]
            open_replies[lost] -= 1
            if open_replies[lost]:
                continue
            known[lost] = 1
            for reply in range(begins[lost], begins[lost + 1]):
                if not captures[reply]:
                    quiet[lost] = max(quiet[lost], quiet[after[reply]] + 1)
            for hook in range(to_hooked[lost + 1], to_hooked[lost + 2]):
                other = hooked[hook]
                if not known[other] and (captures[chosen[other]] or quiet[lost] < limit[other]):
                    known[other] = 1
                    stack[count] = other
                    count += 1


def _wins(step, after, captures, scores, known, quiet, limit):
    """Whether a step wins for certain, with at most `limit` turns without a capture."""
    there = after[step]
    return scores[there] & 1 and known[there] and (captures[step] or quiet[there] < limit)


def candidates(
    unsure, begins, after, captures, scores, chosen, replied, to_replied, hooked, to_hooked, known,
    open_replies, quiet, limit, found, gains,
):  # fmt: skip
    """Write which of these won positions have a step that wins for certain, and how many others
    each would decide at once. Returns their number."""
    count = 0
    for index in unsure:
        wins = False
        for there in range(begins[index], begins[index + 1]):
            if _wins(there, after, captures, scores, known, quiet, limit[index]):
                wins = True
                break
        if not wins:
            continue
        gain = 0
        if scores[after[chosen[index]]] & 1:
            for there in range(to_replied[index + 1], to_replied[index + 2]):
                lost = replied[there]
                if open_replies[lost] == 1:
                    for hook in range(to_hooked[lost + 1], to_hooked[lost + 2]):
                        gain += not known[hooked[hook]]
        else:
            gain = _URGENT  # it must change in any case
        found[count] = index
        gains[count] = gain
        count += 1
    return count


def correct(
    begins, after, captures, at_once, scores, those, known, quiet, limit, chosen, place, stack
):
    """Choose a step that wins for certain in each of these positions. Returns their number, with
    the positions in `stack`."""
    count = 0
    for index in those:
        best = -1
        begin, end, searched = begins[index], begins[index + 1], chosen[index]
        for there in range(begin, end):
            if _wins(there, after, captures, scores, known, quiet, limit[index]):
                that = place_of(begin, end, after, at_once, there, searched)
                if best < 0 or that < best:
                    best = that
                    chosen[index] = there
        place[index] = best
        stack[count] = index
        count += 1
    for index in those:
        known[index] = 1
    return count
