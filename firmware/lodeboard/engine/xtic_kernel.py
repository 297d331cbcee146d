"""The search kernel of xtic: alpha-beta as one flat, resumable function.

`xtic_search` is written for three ways of running. CPython and MicroPython run it as it is;
`numba.njit` compiles it unchanged; its viper twin, xtic_kernel_viper, is made from it. So it
knows only integers and flat arrays, takes three arguments, calls nothing and keeps everything
it must remember in `state` (32-bit words, all values below 2**30).

A player's move is a placement and the gift that goes with it, so one frame holds both: first
the cells where the piece in hand may go, then the pieces that may be given. Values are for the
player to act: 1 won, -1 lost, 0 neither within the horizon, or a tie at the full board.

A position is kept as what matters to its future: for each piece left the cells where it is not
fatal, and the lines that can still become so. What a line asks no longer for is dropped from
the pieces, so that pieces alike in all the rest show as equal and one of them is enough. A
piece without a safe cell wins for the giver; whether a placement brings that about is looked
at before anything is searched.
"""

from micropython import const

from lodeboard.engine.xtic_words import (
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
    HORIZON,
    LIMIT,
    LINE_COUNT,
    LINES,
    MOVE,
    NODES,
    OCCUPIED,
    ORDER,
    PHASE,
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
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

_HAND = const(0)  # of a frame: which piece of the frame before is in hand
_CELLS = const(1)  # left to try
_BEST = const(4)
_BEST_MOVE = const(5)
_CELL = const(6)  # being tried
_SLOT = const(8)  # table index, or -1
_FORMED = const(29)  # lines of which a placement leaves one cell
_ALL = const(0xFFFF0)  # the cells of a word
_SHARED = const(0xFF00000)  # the properties of a word


def xtic_search(
    state: "MutableSequence[int]",
    table: "MutableSequence[int]",
    budget: int,
) -> int:
    """Search on from where `state` stands for the work of about `budget` nodes.

    state: int32 words laid out in xtic_words; table: ENTRY_WORDS uint16 for each slot. Returns
    RUNNING, FINISHED or EXHAUSTED. The outcome does not depend on how the work is sliced. A
    slice ends at the first node begun after its budget is used up.
    """
    phase = state[PHASE]
    horizon = state[HORIZON]
    root = state[PLACED]
    placing = state[PLACING]
    limit = state[LIMIT]
    nodes = state[NODES]
    ply = state[PLY]
    spent = 0
    best = 0
    while True:
        frame = FRAMES + ply * FRAME
        placed = root + ply
        if phase == 0:
            # Enter a placement: what is decided at once?
            if spent >> 3 >= budget or nodes >= limit:
                state[PHASE] = 0
                state[PLY] = ply
                state[NODES] = nodes
                state[SPENT] = spent >> 3
                return EXHAUSTED if nodes >= limit else RUNNING
            nodes += 1
            spent += 8
            above = frame - FRAME
            hand_at = above + PIECES + state[frame + _HAND]
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
                begin = above + PIECES
                end = begin + state[above + COUNT]
                won = state[above + SINGLES]
                if hand >> 28 == 1:
                    won = state[above + DOUBLES]
                won &= cells
                if won == 0 or ply == 1:
                    several = 0
                    seen = 0
                    at = above + LINES
                    line_end = at + state[above + LINE_COUNT]
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
                                at = above + LINES
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
                at = state[AT] + ORDER
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
                above = frame - FRAME
                if ply == 1 and placing:
                    at = state[AT]
                    cell = state[ORDER + at]
                    at += 1
                    while cell & cells == 0 and cell:
                        cell = state[ORDER + at]
                        at += 1
                    state[AT] = at
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
                    hand_at = above + PIECES + state[frame + _HAND]
                    hand = state[hand_at]
                    bit = cell >> 4
                    one = state[above + OCCUPIED] | bit
                    two = state[above + OCCUPIED + 1]
                    three = state[above + OCCUPIED + 2]
                    four = state[above + OCCUPIED + 3]
                    five = state[above + OCCUPIED + 4]
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
                        slot = ((slot ^ (slot >> 13)) & state[SLOT_MASK]) * ENTRY_WORDS
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
                            if least >= state[frame + BETA]:
                                phase = 4
                                best = least
                            elif most <= state[frame + ALPHA] or least == most:
                                phase = 4
                                best = most
                    if phase == 2:
                        state[frame + _SLOT] = slot
                        state[frame + OCCUPIED] = one
                        state[frame + OCCUPIED + 1] = two
                        state[frame + OCCUPIED + 2] = three
                        state[frame + OCCUPIED + 3] = four
                        state[frame + OCCUPIED + 4] = five
                        formed = _FORMED
                        asked = 0
                        at = above + LINES
                        line_end = at + state[above + LINE_COUNT]
                        index = frame + LINES
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
                        state[frame + LINE_COUNT] = index - frame - LINES
                        asked = asked & _SHARED | 15
                        singles = 0
                        doubles = 0
                        index = frame + PIECES
                        at = above + PIECES
                        end = at + state[above + COUNT]
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
                        state[frame + COUNT] = index - frame - PIECES
                        state[frame + SINGLES] = singles
                        state[frame + DOUBLES] = doubles
                        state[frame + TRIED] = 0
                        state[frame + BEST_GIFT] = -1
        elif phase == 2:
            # The next gift: the piece with the fewest safe cells.
            tried = state[frame + TRIED]
            count = state[frame + COUNT]
            best = state[frame + BEST_GIFT]
            beta = state[frame + BETA]
            alpha = state[frame + ALPHA]
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
                    table[slot] = state[frame + OCCUPIED]
                    table[slot + 1] = state[frame + OCCUPIED + 1]
                    table[slot + 2] = state[frame + OCCUPIED + 2]
                    table[slot + 3] = state[frame + OCCUPIED + 3]
                    table[slot + 4] = state[frame + OCCUPIED + 4]
                    table[slot + 5] = horizon << 4 | (least + 1) << 2 | (most + 1)
            else:
                begin = frame + PIECES
                at = begin + tried
                end = begin + count
                piece = state[at]
                state[frame + TRIED] = tried + 1
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
                    frame += FRAME
                    state[frame + _HAND] = tried
                    state[frame + ALPHA] = -beta
                    state[frame + BETA] = -(best if best > alpha else alpha)
        if phase == 4:
            # What comes of laying the piece on this cell is known.
            if ply == 0:
                break
            phase = 1
            if best > state[frame + _BEST]:
                state[frame + _BEST] = best
                state[frame + _BEST_MOVE] = state[frame + _CELL]
                if best > state[frame + ALPHA]:
                    state[frame + ALPHA] = best
                if best >= state[frame + BETA]:
                    phase = 3
        if phase == 3:
            # What comes of the piece given is known.
            if ply == 1 and placing:
                break
            ply -= 1
            frame -= FRAME
            phase = 2
            best = -best
            if best > state[frame + BEST_GIFT]:
                state[frame + BEST_GIFT] = best
                if ply == 0:
                    state[MOVE] = state[frame + PIECES + state[frame + TRIED] - 1] & 15
    if placing:
        state[MOVE] = state[FRAMES + FRAME + _BEST_MOVE]
    state[PHASE] = 0
    state[PLY] = 0
    state[NODES] = nodes
    state[SPENT] = spent >> 3
    state[VALUE] = best
    return FINISHED
