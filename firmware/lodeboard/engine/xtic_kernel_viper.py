"""Machine code for the chip: the viper twin of xtic_kernel.py.

Made from that file by `python -m host_tools.viper_twin`: change it, not this one. Names of
constants have an underscore here, so that they take no room on the board. What the code does
and what the words of `state` mean is told there. Only a port may import this: on a computer
there is no viper.
"""

import micropython
from micropython import const

_ALPHA = const(2)
_AT = const(6)
_BEST_GIFT = const(7)
_BETA = const(3)
_COUNT = const(10)
_DOUBLES = const(18)
_ENTRY_WORDS = const(6)
_EXHAUSTED = const(2)
_FINISHED = const(1)
_FRAME = const(52)
_FRAMES = const(33)
_HORIZON = const(1)
_LIMIT = const(4)
_LINE_COUNT = const(11)
_LINES = const(20)
_MOVE = const(10)
_NODES = const(8)
_OCCUPIED = const(12)
_ORDER = const(12)
_PHASE = const(0)
_PIECES = const(36)
_PLACED = const(2)
_PLACING = const(3)
_PLY = const(7)
_RUNNING = const(0)
_SINGLES = const(17)
_SLOT_MASK = const(5)
_SPENT = const(11)
_TRIED = const(9)
_VALUE = const(9)
_HAND = const(0)
_CELLS = const(1)
_BEST = const(4)
_BEST_MOVE = const(5)
_CELL = const(6)
_SLOT = const(8)
_FORMED = const(29)
_ALL = const(0xFFFF0)
_SHARED = const(0xFF00000)


@micropython.viper
def xtic_search(state: ptr32, table: ptr16, budget: int) -> int:
    phase = state[_PHASE]
    horizon = state[_HORIZON]
    root = state[_PLACED]
    placing = state[_PLACING]
    limit = state[_LIMIT]
    nodes = state[_NODES]
    ply = state[_PLY]
    spent = 0
    best = 0
    while True:
        frame = _FRAMES + ply * _FRAME
        placed = root + ply
        if phase == 0:
            # Enter a placement: what is decided at once?
            if spent >> 3 >= budget or nodes >= limit:
                state[_PHASE] = 0
                state[_PLY] = ply
                state[_NODES] = nodes
                state[_SPENT] = spent >> 3
                return _EXHAUSTED if nodes >= limit else _RUNNING
            nodes += 1
            spent += 8
            above = frame - _FRAME
            hand_at = above + _PIECES + state[frame + _HAND]
            hand = state[hand_at]
            cells = hand & _ALL
            won = 0
            phase = 3
            if cells == 0:
                best = -1
            elif placed >= horizon:
                best = 0
                won = cells
            else:
                # The next piece has no safe cell if the only one is taken, or if the
                # placement makes its last ones fatal.
                begin = above + _PIECES
                end = begin + state[above + _COUNT]
                won = state[above + _SINGLES]
                if hand >> 28 == 1:
                    won = state[above + _DOUBLES]
                won &= cells
                if won == 0 or ply == 1:
                    several = 0
                    seen = 0
                    at = above + _LINES
                    line_end = at + state[above + _LINE_COUNT]
                    while at < line_end:
                        line = state[at]
                        at += 1
                        shared = line & hand & _SHARED
                        if shared and line & cells:
                            holes = line & _ALL
                            rest = holes & (holes - 1)
                            if rest & (rest - 1) == 0:
                                several |= seen & holes
                                seen |= holes
                                index = begin
                                while index < end:
                                    piece = state[index]
                                    if (
                                        piece & _ALL & ~holes == 0
                                        and piece & shared
                                        and index != hand_at
                                    ):
                                        won |= holes & cells
                                        index = end
                                    index += 1
                    several &= cells & ~won
                    if won and ply != 1:
                        several = 0
                    while several:
                        # Cells where two such lines meet.
                        cell = several & -several
                        several ^= cell
                        index = begin
                        while index < end:
                            if index != hand_at:
                                piece = state[index]
                                safe = piece & _ALL & ~cell
                                at = above + _LINES
                                while at < line_end:
                                    line = state[at]
                                    at += 1
                                    if line & cell and line & hand & piece & _SHARED:
                                        holes = line & _ALL
                                        rest = holes & (holes - 1)
                                        if rest & (rest - 1) == 0:
                                            safe &= ~holes
                                if safe == 0:
                                    won |= cell
                                    index = end
                            index += 1
                if won:
                    best = 1
                elif placed + 1 == horizon:
                    best = 0
                    won = cells
                else:
                    phase = 1
                    state[frame + _CELLS] = cells
                    state[frame + _BEST] = -1
                    state[frame + _BEST_MOVE] = 0
            if phase == 3 and ply == 1 and placing:
                cell = 0
                at = state[_AT] + _ORDER
                while won:
                    cell = state[at]
                    at += 1
                    if cell & won:
                        won = 0
                state[frame + _BEST_MOVE] = cell
        elif phase == 1:
            # The next cell: lay the piece, and see what that leaves.
            cells = state[frame + _CELLS]
            if cells == 0:
                best = state[frame + _BEST]
                phase = 3
            else:
                above = frame - _FRAME
                if ply == 1 and placing:
                    at = state[_AT]
                    cell = state[_ORDER + at]
                    at += 1
                    while cell & cells == 0 and cell:
                        cell = state[_ORDER + at]
                        at += 1
                    state[_AT] = at
                    if cell == 0:
                        cells = 0
                else:
                    cell = cells & -cells
                if cells == 0:
                    best = state[frame + _BEST]
                    phase = 3
                else:
                    state[frame + _CELLS] = cells ^ cell
                    state[frame + _CELL] = cell
                    hand_at = above + _PIECES + state[frame + _HAND]
                    hand = state[hand_at]
                    bit = cell >> 4
                    one = state[above + _OCCUPIED] | bit
                    two = state[above + _OCCUPIED + 1]
                    three = state[above + _OCCUPIED + 2]
                    four = state[above + _OCCUPIED + 3]
                    five = state[above + _OCCUPIED + 4]
                    if hand & 1:
                        two |= bit
                    if hand & 2:
                        three |= bit
                    if hand & 4:
                        four |= bit
                    if hand & 8:
                        five |= bit
                    slot = -1
                    phase = 2
                    if placed + 2 < horizon:
                        slot = (one * 5003) ^ (two * 7919) ^ (three * 6007)
                        slot ^= (four * 7193) ^ (five * 4649)
                        slot = ((slot ^ (slot >> 13)) & state[_SLOT_MASK]) * _ENTRY_WORDS
                        # The mask makes it a signed integer for Numba, too.
                        data = table[slot + 5] & 0xFFFF
                        if (
                            data
                            and table[slot] == one
                            and table[slot + 1] == two
                            and table[slot + 2] == three
                            and table[slot + 3] == four
                            and table[slot + 4] == five
                        ):
                            least = ((data >> 2) & 3) - 1
                            most = (data & 3) - 1
                            # What is decided within a horizon is so within a wider one.
                            if data >> 4 != horizon:
                                if least < 1:
                                    least = -1
                                if most > -1:
                                    most = 1
                            if least >= state[frame + _BETA]:
                                phase = 4
                                best = least
                            elif most <= state[frame + _ALPHA] or least == most:
                                phase = 4
                                best = most
                    if phase == 2:
                        state[frame + _SLOT] = slot
                        state[frame + _OCCUPIED] = one
                        state[frame + _OCCUPIED + 1] = two
                        state[frame + _OCCUPIED + 2] = three
                        state[frame + _OCCUPIED + 3] = four
                        state[frame + _OCCUPIED + 4] = five
                        formed = _FORMED
                        asked = 0
                        at = above + _LINES
                        line_end = at + state[above + _LINE_COUNT]
                        index = frame + _LINES
                        while at < line_end:
                            line = state[at]
                            at += 1
                            if line & cell:
                                shared = line & hand & _SHARED
                                if shared:
                                    holes = (line & _ALL) ^ cell
                                    if holes & (holes - 1):
                                        state[index] = shared | holes
                                        index += 1
                                        asked |= shared
                                    else:
                                        state[formed] = shared | holes
                                        formed += 1
                            else:
                                state[index] = line
                                index += 1
                                asked |= line
                        state[frame + _LINE_COUNT] = index - frame - _LINES
                        asked = asked & _SHARED | 15
                        singles = 0
                        doubles = 0
                        index = frame + _PIECES
                        at = above + _PIECES
                        end = at + state[above + _COUNT]
                        while at < end:
                            if at != hand_at:
                                piece = state[at]
                                safe = piece & _ALL & ~cell
                                slot = _FORMED
                                while slot < formed:
                                    line = state[slot]
                                    if line & piece & _SHARED:
                                        safe &= ~line
                                    slot += 1
                                piece = piece & asked | safe
                                rest = safe & (safe - 1)
                                if rest == 0:
                                    doubles |= singles & safe
                                    singles |= safe
                                    piece |= 1 << 28
                                elif rest & (rest - 1):
                                    piece |= 3 << 28
                                else:
                                    piece |= 2 << 28
                                state[index] = piece
                                index += 1
                            at += 1
                        state[frame + _COUNT] = index - frame - _PIECES
                        state[frame + _SINGLES] = singles
                        state[frame + _DOUBLES] = doubles
                        state[frame + _TRIED] = 0
                        state[frame + _BEST_GIFT] = -1
        elif phase == 2:
            # The next gift: the piece with the fewest safe cells.
            tried = state[frame + _TRIED]
            count = state[frame + _COUNT]
            best = state[frame + _BEST_GIFT]
            beta = state[frame + _BETA]
            alpha = state[frame + _ALPHA]
            if best >= beta or tried == count:
                phase = 4
                slot = state[frame + _SLOT]
                if ply and slot >= 0:
                    least = -1
                    most = 1
                    if best > alpha:
                        least = best
                    if best < beta:
                        most = best
                    table[slot] = state[frame + _OCCUPIED]
                    table[slot + 1] = state[frame + _OCCUPIED + 1]
                    table[slot + 2] = state[frame + _OCCUPIED + 2]
                    table[slot + 3] = state[frame + _OCCUPIED + 3]
                    table[slot + 4] = state[frame + _OCCUPIED + 4]
                    table[slot + 5] = horizon << 4 | (least + 1) << 2 | (most + 1)
            else:
                begin = frame + _PIECES
                at = begin + tried
                end = begin + count
                piece = state[at]
                state[frame + _TRIED] = tried + 1
                phase = 0
                if ply:
                    pick = at
                    index = at + 1
                    while index < end:
                        if state[index] < piece:
                            piece = state[index]
                            pick = index
                        index += 1
                    state[pick] = state[at]
                    state[at] = piece
                    # One like the last one would fare like it.
                    if tried and state[at - 1] >> 4 == piece >> 4:
                        phase = 2
                if phase == 0:
                    ply += 1
                    frame += _FRAME
                    state[frame + _HAND] = tried
                    state[frame + _ALPHA] = -beta
                    state[frame + _BETA] = -(best if best > alpha else alpha)
        if phase == 4:
            # What comes of laying the piece on this cell is known.
            if ply == 0:
                break
            phase = 1
            if best > state[frame + _BEST]:
                state[frame + _BEST] = best
                state[frame + _BEST_MOVE] = state[frame + _CELL]
                if best > state[frame + _ALPHA]:
                    state[frame + _ALPHA] = best
                if best >= state[frame + _BETA]:
                    phase = 3
        if phase == 3:
            # What comes of the piece given is known.
            if ply == 1 and placing:
                break
            ply -= 1
            frame -= _FRAME
            phase = 2
            best = -best
            if best > state[frame + _BEST_GIFT]:
                state[frame + _BEST_GIFT] = best
                if ply == 0:
                    state[_MOVE] = state[frame + _PIECES + state[frame + _TRIED] - 1] & 15
    if placing:
        state[_MOVE] = state[_FRAMES + _FRAME + _BEST_MOVE]
    state[_PHASE] = 0
    state[_PLY] = 0
    state[_NODES] = nodes
    state[_SPENT] = spent >> 3
    state[_VALUE] = best
    return _FINISHED
