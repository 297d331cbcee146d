"""The search kernel of xtic: alpha-beta as one flat, resumable function.

`xtic_search` is written for three ways of running. CPython and MicroPython run it as it is;
`numba.njit` compiles it unchanged; the build compiles it as viper for the chip. So it
knows only integers and flat arrays, takes three arguments, calls nothing and keeps everything
it must remember in `state` (32-bit words, all values below 2**30).

A player's move is a placement and the gift that goes with it, so one frame holds both: first
the cells where the piece in hand may go, then the pieces that may be given. Values are for the
player to act: 1 won, -1 lost, 0 neither within the horizon, or a tie at the full board.

A position is kept as what matters to its future: for each piece left the cells where it is not
fatal, and the lines that can still become so. Properties that no line
needs any more are dropped from the pieces, so that pieces alike in the rest are equal and one of
them is enough. A piece without a safe cell wins for the giver; placements that lead to this are
found before anything is searched.
"""

from micropython import const

from lodeboard.games.xtic.search_layout import (
    ALPHA,
    AT,
    BEST_GIFT,
    BETA,
    COUNT,
    DOUBLES,
    ENTRY_WORDS,
    EXHAUSTED,
    FINISHED,
    FRAME,
    FRAMES,
    FREE,
    HORIZON,
    LIMIT,
    LINE_COUNT,
    LINES,
    MOVE,
    NODES,
    OCCUPIED,
    ORDER,
    PAIRS,
    PIECES,
    PLACED,
    PLACING,
    PLY,
    RUNNING,
    SINGLES,
    SLOT_MASK,
    SPENT,
    TRIED,
    VALUE,
    WORK,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.pointers import ptr16, ptr32

_HAND = const(0)  # of a frame: which piece of the frame before is in hand
_CELLS = const(1)  # left to try
_BEST = const(4)
_SEEN = const(5)  # cells of lines that the piece in hand would bring to three
_MEET = const(17)  # ... two lines or more
_CELL = const(6)  # being tried
_SLOT = const(8)  # table index, or -1
_FORMED = const(29)  # lines of which the last placement left one cell
_ALL = const(0xFFFF0)  # the cells of a word
_SHARED = const(0xFF00000)  # the properties of a word
_DIAGONALS = const(0x96690)

# What things cost, in eighths of what the budget counts: about 100 cycles each in machine code
# on the chip, so that a slice takes much the same time in every position.
_GIFT_COST = const(4)
_NODE_COST = const(4)
_SEVERAL_COST = const(4)
_STORE_COST = const(2)
_LAY_COST = const(10)
_PIECE_COST = const(3)


def xtic_search(state: "ptr32", table: "ptr16", budget: int) -> int:
    """Search on from where `state` stands for about `budget` units of work.

    state: int32 words laid out in xtic_words; table: ENTRY_WORDS uint16 for each slot. Returns
    RUNNING, FINISHED or EXHAUSTED. The outcome does not depend on how the work is sliced. A
    slice ends at the first gift looked for after its budget is used up.
    """
    horizon = state[HORIZON]
    root = state[PLACED]
    placing = state[PLACING]  # 0 or 1, so the root places where ply is below it
    limit = state[LIMIT]
    nodes = state[NODES]
    worked = state[WORK]
    ply = state[PLY]
    phase = 2
    spent = 0
    best = 0
    while True:
        frame = FRAMES + ply * FRAME
        if phase == 2:
            # The next gift: the piece with the fewest safe cells.
            if spent >> 3 >= budget or (worked + spent) >> 3 >= limit:
                phase = 0
                break
            tried = state[frame + TRIED]
            best = state[frame + BEST_GIFT]
            beta = state[frame + BETA]
            alpha = state[frame + ALPHA]
            begin = frame + PIECES
            end = begin + state[frame + COUNT]
            last = end
            if ply < placing:
                last = begin + 1
            spent += _GIFT_COST
            placed = root + ply + 1
            # No piece is stuck now. So close to the horizon the giver cannot win any more.
            if ply and placed + 1 == horizon and beta > 0:
                beta = 0
            while phase == 2:
                hand_at = begin + tried
                if best >= beta or hand_at >= last:
                    phase = 4
                    break
                hand = state[hand_at]
                tried += 1
                if ply:
                    pick = hand_at
                    index = hand_at + 1
                    while index < end:
                        if state[index] < hand:
                            hand = state[index]
                            pick = index
                        index += 1
                    state[pick] = state[hand_at]
                    state[hand_at] = hand
                    # One like the last one would fare like it.
                    if tried > 1 and state[hand_at - 1] >> 4 == hand >> 4:
                        continue
                # What is decided at once for the player who is to place it?
                nodes += 1
                spent += _NODE_COST + end - hand_at
                cells = hand & _ALL
                won = 0
                seen = 0
                meet = 0
                value = 0
                phase = 1
                if cells == 0:
                    value = -1
                    phase = 2
                elif placed >= horizon:
                    won = cells
                    phase = 2
                else:
                    # The next piece has no safe cell if the only one is taken, or if the
                    # placement makes its last ones fatal.
                    won = state[frame + SINGLES]
                    if hand >> 28 == 1:
                        won = state[frame + DOUBLES]
                    won &= cells
                    pairs = state[frame + PAIRS]
                    if pairs and (won == 0 or ply == 0):
                        several = 0
                        at = frame + LINES
                        line_end = at + state[frame + LINE_COUNT]
                        spent += line_end - at
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
                                    if holes & pairs:
                                        spent += (end - begin) >> 1
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
                        meet = several
                        several &= cells & ~won
                        if won and ply:
                            several = 0
                        while several:
                            # Cells where two such lines meet.
                            spent += _SEVERAL_COST + 2 * (end - begin)
                            cell = several & -several
                            several ^= cell
                            index = begin
                            while index < end:
                                piece = state[index]
                                safe = piece & _ALL & ~cell
                                # Lines that meet there are at most four.
                                rest = safe & (safe - 1)
                                rest &= rest - 1
                                rest &= rest - 1
                                if rest & (rest - 1) == 0 and index != hand_at:
                                    at = frame + LINES
                                    spent += line_end - at
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
                        value = 1
                        phase = 2
                    elif placed + 1 == horizon:
                        won = cells
                        phase = 2
                    elif placed + 2 == horizon and beta <= 0:
                        # Nor can the other player, and more the giver does not ask.
                        phase = 2
                if phase == 2:
                    if ply < placing:
                        # The first of the cells that do as well.
                        cell = 0
                        at = state[AT] + ORDER
                        while won:
                            cell = state[at]
                            at += 1
                            if cell & won:
                                won = 0
                        state[MOVE] = cell
                        best = value
                    elif -value > best:
                        best = -value
                        if ply == 0:
                            state[MOVE] = hand & 15
            state[frame + TRIED] = tried
            state[frame + BEST_GIFT] = best
            if phase == 4:
                slot = state[frame + _SLOT]
                if ply and slot >= 0:
                    spent += _STORE_COST
                    least = -1
                    most = 1
                    if best > alpha:
                        least = best
                    if best < beta:
                        most = best
                    at = frame + OCCUPIED
                    index = slot
                    slot += 5
                    while index < slot:
                        table[index] = state[at]
                        index += 1
                        at += 1
                    table[slot] = horizon << 4 | (least + 1) << 2 | (most + 1)
            else:
                ply += 1
                frame += FRAME
                state[frame + _HAND] = hand_at
                state[frame + _SEEN] = seen
                state[frame + _MEET] = meet
                state[frame + _CELLS] = cells
                state[frame + _BEST] = -1
                state[frame + ALPHA] = -beta
                beta = -(best if best > alpha else alpha)
                if placed + 2 == horizon and beta > 0:
                    beta = 0
                state[frame + BETA] = beta
        if phase == 1:
            # The next cell: lay the piece, and see what that leaves.
            cells = state[frame + _CELLS]
            above = frame - FRAME
            if ply == placing:
                at = state[AT] + ORDER
                cell = state[at]
                while cell & cells == 0 and cell:
                    at += 1
                    cell = state[at]
                state[AT] = at + 1 - ORDER
            else:
                # First where a line gets its third piece, or several do; then where all could
                # go; the diagonals before the rest. That leaves the least choice.
                cell = cells & state[frame + _MEET]
                if cell == 0:
                    cell = cells & state[frame + _SEEN]
                free = cells & state[above + FREE]
                if cell & free:
                    cell &= free
                elif cell == 0:
                    cell = free if free else cells
                if cell & _DIAGONALS:
                    cell &= _DIAGONALS
                cell &= -cell
            if cell == 0:
                best = state[frame + _BEST]
                phase = 3
            else:
                placed = root + ply
                state[frame + _CELLS] = cells ^ cell
                state[frame + _CELL] = cell
                hand_at = state[frame + _HAND]
                hand = state[hand_at]
                slot = -1
                phase = 2
                spent += _LAY_COST
                if placed + 2 < horizon:
                    bit = cell >> 4
                    at = above + OCCUPIED
                    one = state[at] | bit
                    two = state[at + 1]
                    three = state[at + 2]
                    four = state[at + 3]
                    five = state[at + 4]
                    if hand & 1:
                        two |= bit
                    if hand & 2:
                        three |= bit
                    if hand & 4:
                        four |= bit
                    if hand & 8:
                        five |= bit
                    slot = (one * 5003) ^ (two * 7919) ^ (three * 6007)
                    slot ^= (four * 7193) ^ (five * 4649)
                    slot = ((slot ^ (slot >> 13)) & state[SLOT_MASK]) * ENTRY_WORDS
                    # The mask makes it a signed integer for Numba, too.
                    data = table[slot + 5] & 0xFFFF
                    if (
                        data
                        and table[slot] == one
                        and (table[slot + 1] ^ two) | (table[slot + 2] ^ three) == 0
                        and (table[slot + 3] ^ four) | (table[slot + 4] ^ five) == 0
                    ):
                        least = ((data >> 2) & 3) - 1
                        most = (data & 3) - 1
                        # What is decided within a horizon is so within a wider one.
                        data >>= 4
                        if data != horizon:
                            if least < 1 or data > horizon:
                                least = -1
                            if most > -1 or data > horizon:
                                most = 1
                        if least >= state[frame + BETA]:
                            phase = 4
                            best = least
                        elif most <= state[frame + ALPHA] or least == most:
                            phase = 4
                            best = most
                if phase == 2:
                    formed = _FORMED
                    asked = 0
                    free = state[above + FREE] & ~cell
                    at = above + LINES
                    line_end = at + state[above + LINE_COUNT]
                    index = frame + LINES
                    spent += line_end - at
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
                                    free &= ~holes
                        else:
                            state[index] = line
                            index += 1
                            asked |= line
                    index -= frame + LINES
                    state[frame + LINE_COUNT] = index
                    state[frame + FREE] = free
                    # A placement takes at most the cell and those that it makes fatal, one for
                    # each line through it; so with many cells safe for all nothing is near.
                    near = horizon - placed - 1
                    if index > 4 * near:
                        index = 4 * near
                    near += index
                    while free and near >= 0:
                        free &= free - 1
                        near -= 1
                    if near < 0:
                        best = 0
                        phase = 4
                if phase == 2:
                    state[frame + _SLOT] = slot
                    if slot >= 0:
                        at = frame + OCCUPIED
                        state[at] = one
                        state[at + 1] = two
                        state[at + 2] = three
                        state[at + 3] = four
                        state[at + 4] = five
                    asked = asked & _SHARED | 15
                    singles = 0
                    doubles = 0
                    pairs = 0
                    index = frame + PIECES
                    at = above + PIECES
                    end = at + state[above + COUNT]
                    spent += _PIECE_COST * (end - at)
                    cells = _ALL & ~cell
                    while at < end:
                        if at != hand_at:
                            piece = state[at]
                            safe = piece & cells
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
                                pairs |= safe
                                piece |= 1 << 28
                            else:
                                rest &= rest - 1
                                if rest == 0:
                                    piece |= 2 << 28
                                    pairs |= safe
                                else:
                                    piece |= 3 << 28
                                    rest &= rest - 1
                                    rest &= rest - 1
                                    if rest & (rest - 1) == 0:
                                        # Up to five: four lines that meet may take the others.
                                        pairs |= 1
                            state[index] = piece
                            index += 1
                        at += 1
                    state[frame + COUNT] = index - frame - PIECES
                    state[frame + SINGLES] = singles
                    state[frame + DOUBLES] = doubles
                    state[frame + PAIRS] = pairs
                    state[frame + TRIED] = 0
                    state[frame + BEST_GIFT] = -1
        if phase == 4:
            # What comes of laying the piece on this cell is known.
            if ply == 0:
                break
            phase = 1
            if best > state[frame + _BEST]:
                state[frame + _BEST] = best
                if ply == placing:
                    state[MOVE] = state[frame + _CELL]
                if best > state[frame + ALPHA]:
                    state[frame + ALPHA] = best
                if best >= state[frame + BETA]:
                    phase = 3
        if phase == 3:
            # What comes of the piece given is known.
            ply -= 1
            if ply < placing:
                break
            frame -= FRAME
            phase = 2
            best = -best
            if best > state[frame + BEST_GIFT]:
                state[frame + BEST_GIFT] = best
                if ply == 0:
                    state[MOVE] = state[frame + PIECES + state[frame + TRIED] - 1] & 15
    worked += spent
    state[PLY] = ply
    state[NODES] = nodes
    state[WORK] = worked
    state[SPENT] = spent >> 3
    state[VALUE] = best
    if phase:
        return FINISHED
    return EXHAUSTED if worked >> 3 >= limit else RUNNING
