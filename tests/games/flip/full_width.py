"""Flip tiles searched the plain way: every reply of every position, by recursion.

Nothing is shared with the kernel but the meaning of a score. A position is four masks: the up
and down sides of the player to act, then of the opponent.
"""

from functools import cache

CELLS = range(16)
LINES = [
    sum(1 << (4 * (row + down * at) + column + across * at) for at in range(3))
    for row in range(4)
    for column in range(4)
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 2 * down < 4 and 0 <= column + 2 * across < 4
]
BESIDE = {
    cell: [other for other in CELLS if abs(other // 4 - cell // 4) + abs(other % 4 - cell % 4) == 1]
    for cell in CELLS
}
AROUND = {cell: sum(1 << other for other in BESIDE[cell]) for cell in CELLS}
SURE = 100
FAIR = 80

Position = tuple[int, int, int, int]


def count(mask: int) -> int:
    return mask.bit_count()


def tiles(position: Position) -> int:
    return sum(map(count, position))


def taken(position: Position) -> int:
    return position[0] | position[1] | position[2] | position[3]


def surrounded(line: int, occupied: int) -> bool:
    return all(AROUND[cell] & ~occupied == 0 for cell in CELLS if line >> cell & 1)


def lines(up: int, down: int) -> list[int]:
    return [line for line in LINES if up & line == line or down & line == line]


def verdict(position: Position, rules: str) -> str:
    """win, lose, tie or "" for the player to act."""
    occupied = taken(position)
    own = lines(position[0], position[1])
    own_locked = any(surrounded(line, occupied) for line in own)
    opp_locked = any(surrounded(line, occupied) for line in lines(position[2], position[3]))
    if rules == "magic":
        if own:
            return "win"
    elif own_locked:
        return "tie" if opp_locked else "win"
    if opp_locked:
        return "lose"
    return "tie" if occupied == 0xFFFF else ""


def flips(position: Position) -> list[tuple[int, Position]]:
    """Flip steps and what they leave, the same player still to act."""
    own_up, own_down, opp_up, opp_down = position
    occupied = taken(position)
    found = []
    for cell in CELLS:
        for other in BESIDE[cell]:
            if occupied >> other & 1:
                continue
            direction = {-4: 0, 1: 1, 4: 2, -1: 3}[other - cell]
            step = 32 + 4 * cell + direction
            if opp_up >> cell & 1:
                after = (opp_up & ~(1 << cell), opp_down | 1 << other)
            elif opp_down >> cell & 1:
                after = (opp_up | 1 << other, opp_down & ~(1 << cell))
            else:
                continue
            found.append((step, (own_up, own_down, *after)))
    return found


def placements(position: Position) -> list[tuple[int, Position]]:
    """Place steps and the positions they lead to, seen by the other player."""
    own_up, own_down, opp_up, opp_down = position
    found = []
    for cell in CELLS:
        if not taken(position) >> cell & 1:
            found.append((2 * cell, (opp_up, opp_down, own_up | 1 << cell, own_down)))
            found.append((2 * cell + 1, (opp_up, opp_down, own_up, own_down | 1 << cell)))
    return found


def moves(position: Position, half: bool = False) -> list[tuple[list[int], Position]]:
    """Every move of an undecided position, as steps, and where it leads."""
    flipped = [] if half else flips(position)
    if not flipped:
        return [([place], after) for place, after in placements(position)]
    return [
        ([flip, place], after) for flip, between in flipped for place, after in placements(between)
    ]


@cache
def score(position: Position, rules: str, half: bool = False) -> int:
    """Under perfect play, for the player to act: SURE - t for a game won with t tiles on the
    board, -(SURE - t) for a lost one, 0 for a tie."""
    found = "" if half else verdict(position, rules)
    if found:
        end = SURE - tiles(position)
        return {"win": end, "lose": -end, "tie": 0}[found]
    return max(-score(after, rules) for _, after in moves(position, half))


def worth(up: int, down: int, shelter: int) -> int:
    """One player's side of the heuristic score, straight from its definition."""
    pairs = 0
    for line in LINES:
        for mask in (up, down):
            here = count(mask & line)
            pairs += here * (here - 1) // 2
    own = up | down
    ease = 0
    for cell in CELLS:
        if own >> cell & 1:
            ease += count(AROUND[cell] & own) - len(BESIDE[cell])
    return pairs + shelter * ease


def guess(position: Position, rules: str) -> int:
    shelter = 2 if rules == "eclipse" else 1
    value = worth(*position[:2], shelter) - worth(*position[2:], shelter)
    return max(-FAIR, min(FAIR, value))


def score_to(position: Position, rules: str, depth: int, half: bool = False) -> int:
    """The same as `score`, but undecided positions `depth` turns on are guessed."""
    found = "" if half else verdict(position, rules)
    if found:
        return score(position, rules)
    if depth == 0:
        return guess(position, rules)
    return max(-score_to(after, rules, depth - 1) for _, after in moves(position, half))
