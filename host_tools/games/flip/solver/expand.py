"""All moves of many positions: a flat function that Numba compiles.

A move is a number as the engine packs it: placement (cell * 2 + side), plus 32 times the flip
step, or plus 32 where there is no flip. Cells are numbered from the top left, row by row.
"""

# mypy: disallow-untyped-defs=False, check-untyped-defs=False

_CELLS = 16
_FLIP = 32
_NO_FLIP = 1
_NOWHERE = 255


def expand(occupied, own, side, neighbours, first, move, next_occupied, next_own, next_side):
    """Write the moves of positions that are not decided one after the other.

    occupied, own, side    int64, the positions; neighbours: uint8, by cell * 4 + direction
    first                  int64, one longer: where each position's moves begin, as counted
    move, next_occupied, next_own, next_side: what is written; own is the player to act's
    """
    for index in range(len(occupied)):
        out = first[index]
        theirs = occupied[index] & ~own[index]
        flips = 0
        for way in range(4 * _CELLS + 1):
            source = way >> 2
            code = _NO_FLIP << 5
            taken = occupied[index]
            mover = theirs
            down = side[index]
            if source < _CELLS:
                target = neighbours[way]
                if not theirs >> source & 1 or target == _NOWHERE or taken >> target & 1:
                    continue
                flips += 1
                code = (_FLIP + way) << 5
                both = 1 << source | 1 << target
                taken ^= both
                mover ^= both
                if down >> source & 1:
                    down ^= 1 << source
                else:
                    down |= 1 << target
            elif flips:
                break
            for cell in range(_CELLS):
                if taken >> cell & 1:
                    continue
                for shown in range(2):
                    move[out] = code | cell << 1 | shown
                    next_occupied[out] = taken | 1 << cell
                    next_own[out] = mover
                    next_side[out] = down | shown << cell
                    out += 1
