"""The search kernel of xtic: alpha-beta as a resumable function.

`xtic_search` is written for three ways of running. CPython and MicroPython run it as it is; Numba
compiles it, and the build as viper for the chip, its private functions inlined. So it knows only
integers and flat arrays, takes three arguments and keeps everything it must remember in `state`
(32-bit words, all values below 2**30).

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
_NEAR = const(5)  # placements before the horizon; earlier, cells are weighed before they are tried
_LEAST_WORTH = const(1 << 12)  # keeps the sum positive

# Phases: what is done next.
_OUT = const(0)  # nothing, the slice is used up
_LAY = const(1)  # lay the piece in hand on the next cell
_GIVE = const(2)  # look for the next gift
_GIVEN = const(3)  # what comes of the gift is known
_LAID = const(4)  # what comes of the placement is known

# Costs in eighths of a unit of the budget: about 100 cycles each in machine code on the chip, so
# that a slice takes about the same time in every position.
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
    placing = state[PLACING]  # 0 or 1, so the root places where ply is below it
    limit = state[LIMIT]
    nodes = state[NODES]
    worked = state[WORK]
    ply = state[PLY]
    phase = _GIVE
    spent = 0
    best = 0
    while True:
        frame = FRAMES + ply * FRAME
        if phase == _GIVE:
            if spent >> 3 >= budget or (worked + spent) >> 3 >= limit:
                phase = _OUT
                break
            phase, ply, frame, best, nodes, spent = _give(
                state, table, horizon, frame, ply, nodes, spent
            )
        if phase == _LAY:
            phase, best, spent = _lay(state, table, horizon, frame, ply, best, spent)
        if phase == _LAID:
            if ply == 0:
                break
            phase = _take_placement(state, frame, ply, best)
        if phase == _GIVEN:
            ply -= 1
            if ply < placing:
                break
            frame -= FRAME
            phase = _GIVE
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


def _give(
    state: "ptr32", table: "ptr16", horizon: int, frame: int, ply: int, nodes: int, spent: int
) -> tuple[int, int, int, int, int, int]:
    """Find the next gift that is not decided at once. Returns the next phase, ply, frame, best
    value, nodes and spent."""
    tried = state[frame + TRIED]
    best = state[frame + BEST_GIFT]
    beta = state[frame + BETA]
    begin = frame + PIECES
    end = begin + state[frame + COUNT]
    last = end
    if ply < state[PLACING]:
        last = begin + 1
    spent += _GIFT_COST
    placed = state[PLACED] + ply + 1
    # No piece is stuck now. This close to the horizon the giver cannot win any more.
    if ply and placed + 1 == horizon and beta > 0:
        beta = 0
    phase = _GIVE
    while phase == _GIVE:
        hand_at = begin + tried
        if best >= beta or hand_at >= last:
            phase = _LAID
            break
        hand = state[hand_at]
        tried += 1
        if ply:
            hand = _fewest(state, hand, hand_at, end)
            # A piece like the last one has the same result.
            if tried > 1 and state[hand_at - 1] >> 4 == hand >> 4:
                continue
        nodes += 1
        spent += _NODE_COST + end - hand_at
        phase, won, value, seen, meet, spent = _glance(
            state, horizon, frame, ply, placed, hand, hand_at, begin, end, beta, spent
        )
        if phase == _GIVE:
            best = _take_decided(state, ply, hand, won, value, best)
    state[frame + TRIED] = tried
    state[frame + BEST_GIFT] = best
    if phase == _LAID:
        spent = _store(state, table, horizon, frame, ply, best, beta, spent)
    else:
        ply += 1
        _enter(state, horizon, frame, placed, hand, hand_at, seen, meet, best, beta)
        frame += FRAME
    return phase, ply, frame, best, nodes, spent


def _fewest(state: "ptr32", hand: int, hand_at: int, end: int) -> int:
    """Move the piece with the fewest safe cells to `hand_at`, where `hand` is. Returns it."""
    pick = hand_at
    index = hand_at + 1
    while index < end:
        if state[index] < hand:
            hand = state[index]
            pick = index
        index += 1
    state[pick] = state[hand_at]
    state[hand_at] = hand
    return hand


def _glance(
    state: "ptr32",
    horizon: int,
    frame: int,
    ply: int,
    placed: int,
    hand: int,
    hand_at: int,
    begin: int,
    end: int,
    beta: int,
    spent: int,
) -> tuple[int, int, int, int, int, int]:
    """What is decided at once for the player who places the piece in hand. Returns the next phase,
    the winning cells, the value, the cells where one line gets its third piece, those where several
    do, and spent."""
    cells = hand & _ALL
    won = 0
    seen = 0
    meet = 0
    value = 0
    phase = _LAY
    if cells == 0:
        value = -1
        phase = _GIVE
    elif placed >= horizon:
        won = cells
        phase = _GIVE
    else:
        # The next piece has no safe cell if its only one is taken, or if the placement makes its
        # last ones fatal.
        won = state[frame + SINGLES]
        if hand >> 28 == 1:
            won = state[frame + DOUBLES]
        won &= cells
        pairs = state[frame + PAIRS]
        if pairs and (won == 0 or ply == 0):
            won, seen, meet, spent = _winning(
                state, frame, hand, hand_at, begin, end, cells, pairs, won, spent
            )
            several = meet & cells & ~won
            if won and ply:
                several = 0
            won, spent = _winning_twice(
                state, frame, hand, hand_at, begin, end, several, won, spent
            )
        if won:
            value = 1
            phase = _GIVE
        elif placed + 1 == horizon:
            won = cells
            phase = _GIVE
        elif placed + 2 == horizon and beta <= 0:
            # The other player cannot win either, and the giver needs no more.
            phase = _GIVE
    return phase, won, value, seen, meet, spent


def _winning(
    state: "ptr32",
    frame: int,
    hand: int,
    hand_at: int,
    begin: int,
    end: int,
    cells: int,
    pairs: int,
    won: int,
    spent: int,
) -> tuple[int, int, int, int]:
    """Add the cells where a line takes another piece's last safe cells. Returns the winning cells,
    those where the piece in hand makes three of a line, those of several lines, and spent."""
    seen = 0
    several = 0
    entry = frame + LINES
    line_end = entry + state[frame + LINE_COUNT]
    spent += line_end - entry
    while entry < line_end:
        line = state[entry]
        entry += 1
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
                        if piece & _ALL & ~holes == 0 and piece & shared and index != hand_at:
                            won |= holes & cells
                            index = end
                        index += 1
    return won, seen, several, spent


def _winning_twice(
    state: "ptr32",
    frame: int,
    hand: int,
    hand_at: int,
    begin: int,
    end: int,
    several: int,
    won: int,
    spent: int,
) -> tuple[int, int]:
    """Add those of the cells at the crossing of several lines that together take another piece's
    last safe cells. Returns the winning cells, and spent."""
    while several:
        spent += _SEVERAL_COST + 2 * (end - begin)
        cell = several & -several
        several ^= cell
        index = begin
        while index < end:
            piece = state[index]
            safe = piece & _ALL & ~cell
            # At most four lines cross there.
            rest = safe & (safe - 1)
            rest &= rest - 1
            rest &= rest - 1
            if rest & (rest - 1) == 0 and index != hand_at:
                safe, spent = _safe_beside(state, frame, cell, hand & piece, safe, spent)
                if safe == 0:
                    won |= cell
                    index = end
            index += 1
    return won, spent


def _safe_beside(
    state: "ptr32", frame: int, cell: int, alike: int, safe: int, spent: int
) -> tuple[int, int]:
    """The safe cells left once a line through `cell` has three pieces that share properties of
    `alike`; and spent."""
    entry = frame + LINES
    line_end = entry + state[frame + LINE_COUNT]
    spent += line_end - entry
    while entry < line_end:
        line = state[entry]
        entry += 1
        if line & cell and line & alike & _SHARED:
            holes = line & _ALL
            rest = holes & (holes - 1)
            if rest & (rest - 1) == 0:
                safe &= ~holes
    return safe, spent


def _take_decided(state: "ptr32", ply: int, hand: int, won: int, value: int, best: int) -> int:
    """Take in the value of a gift for the player who places it. Returns the best value."""
    if ply < state[PLACING]:
        # the first of the equally good cells
        cell = 0
        entry = state[AT] + ORDER
        while won:
            cell = state[entry]
            entry += 1
            if cell & won:
                won = 0
        state[MOVE] = cell
        best = value
    elif -value > best:
        best = -value
        if ply == 0:
            state[MOVE] = hand & 15
    return best


def _store(
    state: "ptr32",
    table: "ptr16",
    horizon: int,
    frame: int,
    ply: int,
    best: int,
    beta: int,
    spent: int,
) -> int:
    """Store the position of this frame. Returns spent."""
    slot = state[frame + _SLOT]
    if ply and slot >= 0:
        spent += _STORE_COST
        least = -1
        most = 1
        if best > state[frame + ALPHA]:
            least = best
        if best < beta:
            most = best
        mask = frame + OCCUPIED
        index = slot
        slot += 5
        while index < slot:
            table[index] = state[mask]
            index += 1
            mask += 1
        table[slot] = horizon << 4 | (least + 1) << 2 | (most + 1)
    return spent


def _enter(
    state: "ptr32",
    horizon: int,
    above: int,
    placed: int,
    hand: int,
    hand_at: int,
    seen: int,
    meet: int,
    best: int,
    beta: int,
) -> None:
    """Start a frame below `above`: a piece has been given."""
    alpha = state[above + ALPHA]
    frame = above + FRAME
    state[frame + _HAND] = hand_at
    state[frame + _SEEN] = seen
    state[frame + _MEET] = meet
    state[frame + _CELLS] = hand & _ALL
    state[frame + _BEST] = -1
    state[frame + ALPHA] = -beta
    beta = -(best if best > alpha else alpha)
    if placed + 2 == horizon and beta > 0:
        beta = 0
    state[frame + BETA] = beta


def _lay(
    state: "ptr32", table: "ptr16", horizon: int, frame: int, ply: int, best: int, spent: int
) -> tuple[int, int, int]:
    """Place the piece in hand on the next cell and check the result. Returns the next phase, the
    value if it is decided, and spent."""
    cells = state[frame + _CELLS]
    cell, spent = _next_cell(state, horizon, frame, ply, cells, spent)
    phase = _GIVE
    if cell == 0:
        best = state[frame + _BEST]
        phase = _GIVEN
    else:
        placed = state[PLACED] + ply
        state[frame + _CELLS] = cells ^ cell
        state[frame + _CELL] = cell
        hand_at = state[frame + _HAND]
        hand = state[hand_at]
        slot = -1
        spent += _LAY_COST
        if placed + 2 < horizon:
            slot, phase, best = _look_up(state, table, horizon, frame, cell, hand, best)
        if phase == _GIVE:
            formed, asked, near, spent = _lay_lines(
                state, frame, cell, hand, horizon - placed - 1, spent
            )
            if near < 0:
                best = 0
                phase = _LAID
            else:
                state[frame + _SLOT] = slot
                spent = _lay_pieces(state, frame, cell, hand_at, formed, asked, spent)
    return phase, best, spent


def _next_cell(
    state: "ptr32", horizon: int, frame: int, ply: int, cells: int, spent: int
) -> tuple[int, int]:
    """The cell to try next, 0 after the last one, and spent. First the cells where one or more
    lines get a third piece, then all possible ones; diagonals before the rest. That leaves the
    least choice. Far from the horizon, where a wrong order costs most, the cells are weighed."""
    if ply == state[PLACING]:
        entry = state[AT] + ORDER
        cell = state[entry]
        while cell & cells == 0 and cell:
            entry += 1
            cell = state[entry]
        state[AT] = entry + 1 - ORDER
    elif horizon - state[PLACED] - ply > _NEAR and cells & (cells - 1):
        cell, spent = _weightiest(state, frame, cells, spent)
    else:
        cell = cells & state[frame + _MEET]
        if cell == 0:
            cell = cells & state[frame + _SEEN]
        free = cells & state[frame - FRAME + FREE]
        if cell & free:
            cell &= free
        elif cell == 0:
            cell = free if free else cells
        if cell & _DIAGONALS:
            cell &= _DIAGONALS
        cell &= -cell
    return cell, spent


def _weightiest(state: "ptr32", frame: int, cells: int, spent: int) -> tuple[int, int]:
    """The cell of the greatest worth for the player who places, and spent. A line counts by how
    many values its pieces share, and by how many of them the piece in hand has; as an attacker
    who needs a win sees it, or as a defender. The weights are the solver's, found by trial."""
    hand = state[state[frame + _HAND]]
    attacks = state[frame + BETA]  # 1 or 0
    begin = frame - FRAME + LINES
    line_end = begin + state[frame - FRAME + LINE_COUNT]
    best = 0
    most = -1
    while cells:
        cell = cells & -cells
        cells ^= cell
        worth = _LEAST_WORTH
        entry = begin
        spent += 1 + line_end - begin
        while entry < line_end:
            line = state[entry]
            entry += 1
            if line & cell:
                # Both numbers at once: the bits of each pair, of each four, of each eight.
                ones = (line & _SHARED) >> 20 | (line & hand & _SHARED) >> 12
                ones = (ones & 0x5555) + (ones >> 1 & 0x5555)
                ones = (ones & 0x3333) + (ones >> 2 & 0x3333)
                ones = (ones & 0x0F0F) + (ones >> 4 & 0x0F0F)
                agreed = ones & 15
                same = ones >> 8
                rest = (line & _ALL) ^ cell
                rest &= rest - 1
                if rest == 0:
                    worth += 3 * same - agreed if attacks > 0 else 9 * same + 6 * agreed
                elif attacks <= 0:
                    worth += 2 * agreed - (5 if rest & (rest - 1) else 3) * same
        if worth > most:
            most = worth
            best = cell
    return best, spent


def _look_up(
    state: "ptr32", table: "ptr16", horizon: int, frame: int, cell: int, hand: int, best: int
) -> tuple[int, int, int]:
    """Look up the position after a placement in the table. Returns its slot, the next phase, and
    the value if it is known."""
    masks = frame - FRAME + OCCUPIED
    bit = cell >> 4
    one = state[masks] | bit
    two = state[masks + 1]
    three = state[masks + 2]
    four = state[masks + 3]
    five = state[masks + 4]
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
    phase = _GIVE
    # the mask makes it a signed integer for Numba, too
    data = table[slot + 5] & 0xFFFF
    if (
        data
        and table[slot] == one
        and (table[slot + 1] ^ two) | (table[slot + 2] ^ three) == 0
        and (table[slot + 3] ^ four) | (table[slot + 4] ^ five) == 0
    ):
        phase, best = _value_of(state, horizon, frame, data, best)
    if phase == _GIVE:
        masks = frame + OCCUPIED
        state[masks] = one
        state[masks + 1] = two
        state[masks + 2] = three
        state[masks + 3] = four
        state[masks + 4] = five
    return slot, phase, best


def _value_of(state: "ptr32", horizon: int, frame: int, data: int, best: int) -> tuple[int, int]:
    """Whether an entry decides: the next phase, and the value."""
    phase = _GIVE
    least = ((data >> 2) & 3) - 1
    most = (data & 3) - 1
    # A result within a horizon holds within any wider one.
    data >>= 4
    if data != horizon:
        if least < 1 or data > horizon:
            least = -1
        if most > -1 or data > horizon:
            most = 1
    if least >= state[frame + BETA]:
        phase = _LAID
        best = least
    elif most <= state[frame + ALPHA] or least == most:
        phase = _LAID
        best = most
    return phase, best


def _lay_lines(
    state: "ptr32", frame: int, cell: int, hand: int, left: int, spent: int
) -> tuple[int, int, int, int]:
    """Compute the lines after a placement. `left`: the number of further placements up to the
    horizon. Returns the end of the lines with one empty cell, the properties that the others need,
    a negative number if nothing can be decided up to the horizon, and spent."""
    above = frame - FRAME
    formed = _FORMED
    asked = 0
    free = state[above + FREE] & ~cell
    entry = above + LINES
    line_end = entry + state[above + LINE_COUNT]
    index = frame + LINES
    spent += line_end - entry
    while entry < line_end:
        line = state[entry]
        entry += 1
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
    near = _slack(index, left, free)
    return formed, asked, near, spent


def _slack(lines: int, left: int, free: int) -> int:
    """A negative number if no end is near: a placement uses up at most its cell and the cells it
    makes fatal, one for each line through it, so with many safe cells for all pieces nothing is
    decided."""
    if lines > 4 * left:
        lines = 4 * left
    left += lines
    while free and left >= 0:
        free &= free - 1
        left -= 1
    return left


def _lay_pieces(
    state: "ptr32", frame: int, cell: int, hand_at: int, formed: int, asked: int, spent: int
) -> int:
    """Compute the pieces left after a placement, and their last safe cells. Returns spent."""
    above = frame - FRAME
    asked = asked & _SHARED | 15
    singles = 0
    doubles = 0
    pairs = 0
    index = frame + PIECES
    entry = above + PIECES
    end = entry + state[above + COUNT]
    spent += _PIECE_COST * (end - entry)
    cells = _ALL & ~cell
    while entry < end:
        if entry != hand_at:
            piece = state[entry]
            safe = piece & cells
            line_at = _FORMED
            while line_at < formed:
                line = state[line_at]
                if line & piece & _SHARED:
                    safe &= ~line
                line_at += 1
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
                        # Up to five, as four crossing lines may take the others.
                        pairs |= 1
            state[index] = piece
            index += 1
        entry += 1
    state[frame + COUNT] = index - frame - PIECES
    state[frame + SINGLES] = singles
    state[frame + DOUBLES] = doubles
    state[frame + PAIRS] = pairs
    state[frame + TRIED] = 0
    state[frame + BEST_GIFT] = -1
    return spent


def _take_placement(state: "ptr32", frame: int, ply: int, best: int) -> int:
    """Take in the result of placing the piece on this cell. Returns the next phase."""
    phase = _LAY
    if best > state[frame + _BEST]:
        state[frame + _BEST] = best
        if ply == state[PLACING]:
            state[MOVE] = state[frame + _CELL]
        if best > state[frame + ALPHA]:
            state[frame + ALPHA] = best
        if best >= state[frame + BETA]:
            phase = _GIVEN
    return phase
