"""The search kernel of flip tiles: alpha-beta as a resumable function.

`flip_search` is written for three ways of running. CPython and MicroPython run it as it is; Numba
compiles it, and the build as viper for the chip, its private functions inlined: a call costs the
chip more than ten evaluations. So it knows only integers and flat arrays, takes four arguments and
keeps everything it must remember in `state` (32-bit words, all values below 2**30).

Scores are for the player to act. The number of tiles grows by one each turn, so a position's
distance to the end is the final number of tiles minus its own, whichever moves led to it:
a game won with t tiles on the board scores SURE - t, a lost one -(SURE - t), a tie 0. The
winner hurries and the loser delays by maximising alone, and a table entry means the same
in every search. Heuristic scores stay within +-FAIR, far from the sure ones.

What is counted is static evaluations, each after a completed turn. A position is looked through
for a win at once; then the whole of its replies is evaluated in one go, decided ones settling
at once; the others wait in a list, packed so that the largest integer is the reply to try
first. Two turns from the full board there is no list: the replies are evaluated at once.

The order of replies comes from the heuristic score or, where weights are at hand and the search
is exact, from what was learned from the solution: every line and every square of four cells has
a weight for each way it can be filled, and a reply's place is by the sum of what it changes.
"""

from micropython import const

from lodeboard.games.flip.search_layout import (
    ALPHA,
    BESIDE,
    BETA,
    CELLS,
    DEGREE,
    ECLIPSE,
    END,
    ENTRY_WORDS,
    EVALS,
    EVALS_LIMIT,
    EXACT,
    EXHAUSTED,
    FAIR,
    FINISHED,
    FIRST,
    FRAMES,
    HALF,
    HORIZON,
    LEARNED,
    LINES,
    MOVE,
    NEAR,
    NEXT_TO,
    OFFSETS,
    ONES,
    PATTERN_COUNT,
    PATTERNS,
    PHASE,
    PLACES,
    PLACES_BYTES,
    PLY,
    PULLS,
    ROOT_SET,
    ROOT_TILES,
    RUNNING,
    SET_BYTES,
    SHELTER,
    SLOT_MASK,
    SO_FAR,
    SPENT,
    SURE,
    VALUE,
    WAITING,
    WEIGHTS,
    ZERO,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.pointers import ptr8, ptr16, ptr32

_FRAME = const(16)  # words of a frame, and which is which in it
_OWN_UP = const(0)
_OWN_DOWN = const(1)
_OPP_UP = const(2)
_OPP_DOWN = const(3)
_BEST = const(7)
_BEST_MOVE = const(8)
_NEXT = const(9)  # index of the next waiting reply
_ALPHA_0 = const(11)  # alpha on entry
_SLOT = const(12)  # table index, or -1
_TRIED = const(13)  # waiting replies tried so far

_SPOTS = const(296)  # after 17 frames: the cells that matter to the position being expanded
_SPOT = const(4)
_SUMS = const(492)
_CODES = const(500)  # of the patterns in the position being expanded: where their weights lie

# After this many tries from a list, all others are likely to follow, so sort them.
_SORT_AFTER = const(6)
_WIDEST = const(121)  # first gap of the sort: 121, 40, 13, 4, 1

# Phases: what is done next.
_ENTER = const(0)  # begin a position
_GO_ON = const(1)  # go on to the reply that comes next
_LEAVE = const(3)  # the position's score is known

_NO_FLIP = const(5)  # the direction of a turn without a flip
_WON_15 = const(SURE - 15)  # the score of a win with 15 tiles on the board
_WON_16 = const(SURE - 16)

# Costs in eighths of an evaluation of the budget: about 90 cycles each in machine code on the
# chip, so that a slice takes about the same time in every position.
_ENTRY_COST = const(16)  # and 1 for each tile
_SPOT_COST = const(4)
_FLIP_COST = const(12)
_EVAL_COST = const(3)
_LOCKS_COST = const(3)  # more for an evaluation that looks for locked lines
_LAST_FLIP_COST = const(3)
_LAST_TURN_COST = const(3)
_CODES_COST = const(45)
_ORDER_FLIP_COST = const(45)
_ORDER_COST = const(8)
_SORT_COST = const(6)  # for each reply

# A pending reply: (256 if from the table + 128 + score + 10 if it makes a line) << 20 | (128 +
# score) << 12 | move. Here a score is not yet cut to FAIR; a player's side of it is between -40 and
# 21, so it stays within +-61.


def flip_search(state: "ptr32", tables: "ptr8", table: "ptr16", budget: int) -> int:
    """Search on from where `state` stands for the work of `budget` static evaluations.

    state: int32 words laid out above; tables: the bytes of flip_tables.build_tables; table:
    ENTRY_WORDS uint16 for each slot. Returns RUNNING, FINISHED or EXHAUSTED. The outcome does
    not depend on how the work is sliced. The budget counts all work, not evaluations alone:
    where they are expensive a slice makes fewer of them, where they are cheap up to four times as
    many, and over a search it comes to about as many. A slice ends at the first position
    begun after its budget is used up, so it may run over by the replies of one position.
    """
    phase = state[PHASE]
    horizon = state[HORIZON]
    root_tiles = state[ROOT_TILES]
    limit = state[EVALS_LIMIT]
    evals = state[EVALS]
    ply = state[PLY]
    spent = 0
    while True:
        frame = FRAMES + ply * _FRAME
        if phase == _ENTER:
            if spent >> 3 >= budget or evals >= limit:
                state[PHASE] = _ENTER
                state[PLY] = ply
                state[EVALS] = evals
                state[SPENT] = spent >> 3
                return EXHAUSTED if evals >= limit else RUNNING
            phase, evals, spent = _enter(
                state, tables, table, frame, ply, root_tiles + ply, horizon, evals, spent
            )
        elif phase == _GO_ON:
            phase, ply, spent = _go_on(state, frame, ply, spent)
        else:
            best = _store(state, table, frame, horizon)
            if ply == 0:
                break
            ply -= 1
            phase = _take(state, frame - _FRAME, -best)
    state[PHASE] = _ENTER
    state[PLY] = 0
    state[EVALS] = evals
    state[SPENT] = spent >> 3
    state[VALUE] = state[FRAMES + _BEST]
    state[MOVE] = state[FRAMES + _BEST_MOVE]
    return FINISHED


def _lined(tables: "ptr8", up: int, down: int) -> int:
    """Whether one of two masks contains a line."""
    return (tables[LINES + (up >> 3)] >> (up & 7) | tables[LINES + (down >> 3)] >> (down & 7)) & 1


def _cell_of(tables: "ptr8", bit: int) -> int:
    """The number of the cell of a mask."""
    return tables[CELLS + (((bit * 0x09AF) >> 12) & 15)]


def _mask_at(tables: "ptr8", begin: int, cell: int) -> int:
    """A cell's mask in a table of masks."""
    return tables[begin + 2 * cell] | tables[begin + 1 + 2 * cell] << 8


def _ones(tables: "ptr8", mask: int) -> int:
    """The number of bits set."""
    return tables[ONES + (mask & 255)] + tables[ONES + (mask >> 8)]


def _beside(mask: int) -> int:
    """The cells beside those of a mask, and some higher bits."""
    return (mask << 4) | (mask >> 4) | ((mask & 0xEEEE) >> 1) | ((mask & 0x7777) << 1)


def _turned(up: int, down: int, was: int, now: int) -> tuple[int, int]:
    """A player's tiles, up and down, after one is turned over from one cell to another."""
    if up & was:
        left_up = up ^ was
        left_down = down | now
    else:
        left_up = up | now
        left_down = down ^ was
    return left_up, left_down


def _enter(
    state: "ptr32", tables: "ptr8", table: "ptr16", frame: int, ply: int, tiles: int,
    horizon: int, evals: int, spent: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Enter a position: first the table, then all replies. Returns the next phase, evals and
    spent."""
    spent += _ENTRY_COST
    own_up = state[frame + _OWN_UP]
    own_down = state[frame + _OWN_DOWN]
    opp_up = state[frame + _OPP_UP]
    opp_down = state[frame + _OPP_DOWN]
    # The best result of this turn is to win at once, the worst to lose at once.
    soonest = SURE - 1 - tiles
    empty = (own_up | own_down | opp_up | opp_down) ^ 0xFFFF
    depth = horizon - tiles
    phase, alpha, beta, best, best_move, wanted, slot = _known(
        state, table, frame, ply, depth, horizon, soonest, empty
    )
    if phase == _LEAVE:
        state[frame + _SLOT] = slot
        state[frame + _BEST] = best
        state[frame + _BEST_MOVE] = best_move
        return phase, evals, spent
    state[frame + _ALPHA_0] = alpha
    state[frame + _SLOT] = slot
    state[frame + _TRIED] = 0
    spent += tiles - evals * _EVAL_COST
    flippable = (opp_up | opp_down) & _beside(empty)
    if tiles == 14 and depth == 2 and ply > 1:
        # Two turns before the full board: no lists, everything is evaluated here.
        phase = _LEAVE
        best, evals, spent = _last_turns(
            state, tables, own_up, own_down, opp_up, opp_down, empty, flippable, best, beta,
            evals, spent,
        )  # fmt: skip
    elif depth > 1 and ply > 1:
        # First look for an immediate win, before anything is weighed.
        phase, evals, spent = _win(
            state, tables, own_up, own_down, opp_up, opp_down, empty, flippable, evals, spent
        )
        if phase == _LEAVE:
            best = soonest
    if phase == _LEAVE:
        spent += evals * _EVAL_COST
        state[frame + _SLOT] = -1
        state[frame + _BEST] = best
    else:
        phase, evals, spent = _list(
            state, tables, frame, ply, tiles, depth, own_up, own_down, opp_up, opp_down, empty,
            flippable, alpha, beta, best, wanted, evals, spent,
        )  # fmt: skip
    return phase, evals, spent


def _known(
    state: "ptr32", table: "ptr16", frame: int, ply: int, depth: int, horizon: int, soonest: int,
    empty: int,
) -> tuple[int, int, int, int, int, int, int]:  # fmt: skip
    """What is known of a position before its replies are examined. Returns the next phase, alpha,
    beta, the best score and its move if that decides it, the move to try first, and the slot in the
    table or -1."""
    alpha = state[frame + ALPHA]
    beta = state[frame + BETA]
    best = -soonest
    best_move = 0
    wanted = 0
    slot = -1
    phase = _GO_ON
    if beta > soonest:
        beta = soonest
        state[frame + BETA] = beta
    if alpha < best:
        alpha = best
    if alpha >= beta:
        # A sooner end is already known.
        best = alpha
        phase = _LEAVE
    elif ply == 0:
        wanted = state[FIRST]
    elif depth > (3 if state[EXACT] else 1):
        # Sure ends so near the full board are found faster by search than in the table.
        occupied = empty ^ 0xFFFF
        own = state[frame + _OWN_UP] | state[frame + _OWN_DOWN]
        down = state[frame + _OWN_DOWN] | state[frame + _OPP_DOWN]
        slot = (occupied * 5003) ^ (own * 7919) ^ (down * 6007)
        slot = ((slot ^ (slot >> 13)) & state[SLOT_MASK]) * ENTRY_WORDS
        # the mask makes it a signed integer for Numba, too
        data = table[slot + 3] & 0xFFFF
        if (
            data & 0x60
            and table[slot] == occupied
            and table[slot + 1] == own
            and table[slot + 2] == down
        ):
            wanted = table[slot + 4]
            phase, alpha, beta = _bounded(state, frame, horizon, data, alpha, beta)
            if phase == _LEAVE:
                best = (data >> 7) - 128
                best_move = wanted
                slot = -1
    return phase, alpha, beta, best, best_move, wanted, slot


def _bounded(
    state: "ptr32", frame: int, horizon: int, data: int, alpha: int, beta: int
) -> tuple[int, int, int]:
    """What an entry says of its position's score: the next phase, alpha and beta."""
    phase = _GO_ON
    score = (data >> 7) - 128
    # An end within the stored horizon holds for any other horizon.
    sure = SURE - (data & 31)
    if data & 31 == horizon or score >= sure or score <= -sure:
        bound = (data >> 5) & 3
        if bound & 1 and score > alpha:
            alpha = score
        if bound & 2 and score < beta:
            beta = score
            state[frame + BETA] = beta
        if alpha >= beta or bound == 3:
            phase = _LEAVE
    return phase, alpha, beta


def _last_turns(
    state: "ptr32", tables: "ptr8", own_up: int, own_down: int, opp_up: int, opp_down: int,
    empty: int, flippable: int, best: int, beta: int, evals: int, spent: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Evaluate a position with two empty cells to the end. Returns the best score, evals and
    spent."""
    eclipse = state[ECLIPSE]
    opp = opp_up | opp_down
    index = 0
    while index < 8:
        was, now, index = _last_flip(opp, empty, flippable, index)
        if was == 0 and flippable:
            continue
        left_up, left_down = _turned(opp_up, opp_down, was, now)
        opp_lined = _lined(tables, left_up, left_down)
        spent += _LAST_FLIP_COST
        if opp_lined and eclipse == 0:
            continue
        free = empty ^ was ^ now
        best, evals, spent = _last_places(
            tables, own_up, own_down, left_up, left_down, opp_lined, free, eclipse, best, beta,
            evals, spent,
        )  # fmt: skip
        if best >= beta:
            break
    return best, evals, spent


def _last_flip(opp: int, empty: int, flippable: int, index: int) -> tuple[int, int, int]:
    """The next flip into two empty cells, from each side of either: the cell that the tile leaves
    (0: no tile there), its target, and the next index. One empty flip if none can be made."""
    if flippable == 0:
        now = 0
        was = 0
        index = 7
    else:
        now = empty & -empty if index < 4 else empty & (empty - 1)
        direction = index & 3
        if direction == 0:
            was = now << 4 & opp
        elif direction == 1:
            was = now >> 4 & opp
        elif direction == 2:
            was = (now & 0x7777) << 1 & opp
        else:
            was = (now & 0xEEEE) >> 1 & opp
    index += 1
    return was, now, index


def _last_places(
    tables: "ptr8", own_up: int, own_down: int, left_up: int, left_down: int, opp_lined: int,
    free: int, eclipse: int, best: int, beta: int, evals: int, spent: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Evaluate the placements on two empty cells after a flip. Returns the best score, evals and
    spent."""
    place = free & -free
    while True:
        # The tile goes to `place`; the other cell is the last hole.
        holes = free ^ place
        cell = _cell_of(tables, holes)
        near = _mask_at(tables, BESIDE, cell)
        locked = 0xFFFF ^ near
        decided = 0
        if opp_lined:
            made = left_up & locked
            rest = left_down & locked
            decided = _lined(tables, made, rest)
        side = 0
        while side < 2:
            evals += 1
            if side == 0:
                both = own_up | place
                more = own_down
            else:
                both = own_up
                more = own_down | place
            side += 1
            made = both & locked
            rest = more & locked
            made = _lined(tables, made, rest)
            if made:
                score = 0 if decided else _WON_15
            elif decided:
                score = -_WON_15
            else:
                score, spent = _last_score(
                    tables, both, more, left_up, left_down, near, holes, eclipse, best, spent
                )
            if score > best:
                best = score
                if best >= beta:
                    break
        if best >= beta or holes < place:
            break
        place = holes
    return best, evals, spent


def _last_score(
    tables: "ptr8", up: int, down: int, left_up: int, left_down: int, near: int, holes: int,
    eclipse: int, best: int, spent: int,
) -> tuple[int, int]:  # fmt: skip
    """The score with one hole left, and spent: the opponent flips one of the tiles beside the hole
    into it, if there is one, and fills the cell it left."""
    score = _WON_16
    rest = (up | down) & near
    if rest == 0:
        rest = holes
    while rest:
        spent += _LAST_TURN_COST
        next_to = rest & -rest
        rest ^= next_to
        if up & next_to:
            made = up ^ next_to
            pull = down | holes
        elif down & next_to:
            made = up | holes
            pull = down ^ next_to
        else:
            made = up
            pull = down
        made = _lined(tables, made, pull)
        if made == 0 or eclipse:
            gain = left_up | next_to
            pull = left_down | next_to
            gain = _lined(tables, gain, pull)
            if gain > made:
                score = -_WON_16
                break
            if gain == made and score > 0:
                score = 0
                if best >= 0:
                    break  # the score can only get worse
    return score, spent


def _win(
    state: "ptr32", tables: "ptr8", own_up: int, own_down: int, opp_up: int, opp_down: int,
    empty: int, flippable: int, evals: int, spent: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Look for an immediate win. Returns LEAVE if there is one, else GO_ON; evals and spent."""
    eclipse = state[ECLIPSE]
    phase = _GO_ON
    places = _line_cells(tables, own_up, own_down, empty | flippable)
    rest = flippable
    was = 0
    now = 0
    near = 0
    while places:
        if near == 0 and rest:
            was = rest & -rest
            rest ^= was
            near = empty & _beside(was)
        now = near & -near
        near ^= now
        left_up, left_down = _turned(opp_up, opp_down, was, now)
        opp_lined = _lined(tables, left_up, left_down)
        spent += _LAST_FLIP_COST
        if opp_lined == 0 or eclipse:
            free = empty ^ was ^ now
            phase, evals, spent = _winning_place(
                tables, own_up, own_down, left_up, left_down, opp_lined, free, places, evals, spent
            )
        if phase == _LEAVE or near | rest == 0:
            break
    return phase, evals, spent


def _line_cells(tables: "ptr8", own_up: int, own_down: int, cells: int) -> int:
    """The cells where an own tile makes a line, or locks the existing line."""
    lined = _lined(tables, own_up, own_down)
    found = 0xFFFF if lined else 0
    if lined:
        cells = 0
    while cells:
        place = cells & -cells
        cells ^= place
        up = own_up | place
        down = own_down | place
        if _lined(tables, up, down):
            found |= place
    return found


def _winning_place(
    tables: "ptr8", own_up: int, own_down: int, left_up: int, left_down: int, opp_lined: int,
    free: int, places: int, evals: int, spent: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Look for a winning placement after a flip: a locked line of one's own, and none of the
    opponent's. Returns LEAVE if there is one, else GO_ON; evals and spent."""
    phase = _GO_ON
    rest = free & places
    while rest:
        evals += 2
        spent += _LOCKS_COST
        place = rest & -rest
        rest ^= place
        holes = free ^ place
        locked = 0xFFFF & ~_beside(holes)
        made = (own_up | place) & locked
        more = (own_down | place) & locked
        if _lined(tables, made, more):
            made = left_up & locked
            more = left_down & locked
            if opp_lined == 0 or _lined(tables, made, more) == 0:
                phase = _LEAVE
                break
    return phase, evals, spent


def _list(
    state: "ptr32", tables: "ptr8", frame: int, ply: int, tiles: int, depth: int, own_up: int,
    own_down: int, opp_up: int, opp_down: int, empty: int, flippable: int, alpha: int, beta: int,
    best: int, wanted: int, evals: int, spent: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Evaluate all replies, and list the undecided ones. Returns the next phase, evals and
    spent."""
    empties, spots, learned, spent = _prepare(
        state, tables, ply, tiles, own_up, own_down, opp_up, empty, flippable, spent
    )
    begin = WAITING
    if ply:
        begin = state[frame - _FRAME + END]
    state[frame + _NEXT] = begin
    end = begin
    best_move = 0
    vacated = empties - _SPOT
    direction = 3
    if empties == spots or (ply == 0 and state[HALF]):
        vacated = spots
        direction = _NO_FLIP - 1
    was = 0
    shallow = 2 if depth == 1 else 0  # `decided` by the horizon; 1: by the rules
    while best < beta:
        direction, vacated, was, now = _next_flip(state, empty, spots, direction, vacated, was)
        if now == 0 and direction != _NO_FLIP:
            break
        best, best_move, end, evals, spent = _try_flip(
            state, tables, frame, tiles, shallow, own_up, own_down, opp_up, opp_down, empty,
            empties, direction, vacated, was, now, learned, beta, best, best_move, end, evals,
            spent,
        )  # fmt: skip
    if wanted:
        _prefer(state, begin, end, wanted)
    if best > alpha:
        alpha = best
    spent += evals * _EVAL_COST
    state[frame + ALPHA] = alpha
    state[frame + END] = end
    state[frame + _BEST] = best
    state[frame + _BEST_MOVE] = best_move
    phase = _GO_ON
    if best >= beta or end == begin:
        phase = _LEAVE
    return phase, evals, spent


def _prepare(
    state: "ptr32", tables: "ptr8", ply: int, tiles: int, own_up: int, own_down: int, opp_up: int,
    empty: int, flippable: int, spent: int,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Weigh the cells of a position. Returns the ends of the lists of empty cells and of cells that
    a flip may vacate, the offset of the order's weights, and spent."""
    _sum_pulls(state, tables, own_up, own_down)
    empties, spots = _list_spots(state, tables, own_up, own_down, empty, flippable)
    spent += (spots - _SPOTS) // _SPOT * _SPOT_COST
    learned = 0
    if ply == 0 and state[ROOT_SET]:
        learned = WEIGHTS + state[ROOT_SET] * SET_BYTES
    elif state[EXACT] and tiles <= state[LEARNED]:
        learned = WEIGHTS
    if learned:
        _read_codes(state, tables, learned, own_up, own_down, opp_up, empty)
        spent += _CODES_COST
    return empties, spots, learned, spent


def _sum_pulls(state: "ptr32", tables: "ptr8", own_up: int, own_down: int) -> None:
    """Add what each cell is worth to the player, for either side, to the sums."""
    up_0 = state[OFFSETS]
    up_1 = state[OFFSETS + 1]
    up_2 = state[OFFSETS + 2]
    up_3 = state[OFFSETS + 3]
    down_0 = up_0
    down_1 = up_1
    down_2 = up_2
    down_3 = up_3
    up_0, up_1, up_2, up_3, down_0, down_1, down_2, down_3 = _add_pulls(
        state, tables, own_up, up_0, up_1, up_2, up_3, down_0, down_1, down_2, down_3
    )
    down_0, down_1, down_2, down_3, up_0, up_1, up_2, up_3 = _add_pulls(
        state, tables, own_down, down_0, down_1, down_2, down_3, up_0, up_1, up_2, up_3
    )
    state[_SUMS] = up_0
    state[_SUMS + 1] = up_1
    state[_SUMS + 2] = up_2
    state[_SUMS + 3] = up_3
    state[_SUMS + 4] = down_0
    state[_SUMS + 5] = down_1
    state[_SUMS + 6] = down_2
    state[_SUMS + 7] = down_3


def _add_pulls(
    state: "ptr32", tables: "ptr8", tiles: int, same_0: int, same_1: int, same_2: int, same_3: int,
    other_0: int, other_1: int, other_2: int, other_3: int,
) -> "tuple[int, int, int, int, int, int, int, int]":  # fmt: skip
    """The sums with what tiles of one side are worth to each cell: for the same side up, and for
    the other."""
    while tiles:
        place = tiles & -tiles
        tiles ^= place
        pull = PULLS + _cell_of(tables, place) * 8
        same_0 += state[pull]
        same_1 += state[pull + 1]
        same_2 += state[pull + 2]
        same_3 += state[pull + 3]
        other_0 += state[pull + 4]
        other_1 += state[pull + 5]
        other_2 += state[pull + 6]
        other_3 += state[pull + 7]
    return same_0, same_1, same_2, same_3, other_0, other_1, other_2, other_3


def _list_spots(
    state: "ptr32", tables: "ptr8", own_up: int, own_down: int, empty: int, flippable: int
) -> tuple[int, int]:
    """List the spots: each empty cell, then each cell that a flip may vacate. For either side:
    twice what an own tile there adds to the heuristic score, plus 1 if it makes a line. Returns the
    ends of the two lists."""
    spot = _SPOTS
    empties = _SPOTS
    rest = empty
    more = 0
    while True:
        if rest == 0:
            if more:
                break
            more = 1
            empties = spot
            rest = flippable
            if rest == 0:
                break
        place = rest & -rest
        rest ^= place
        cell = _cell_of(tables, place)
        pull = _SUMS + (cell >> 2)
        shift = (cell & 3) << 3
        state[spot] = place
        state[spot + 1] = cell
        made = own_up | place
        state[spot + 2] = (((state[pull] >> shift) & 255) - ZERO) * 2 + (
            tables[LINES + (made >> 3)] >> (made & 7) & 1
        )
        made = own_down | place
        state[spot + 3] = (((state[pull + 4] >> shift) & 255) - ZERO) * 2 + (
            tables[LINES + (made >> 3)] >> (made & 7) & 1
        )
        spot += _SPOT
    return empties, spot


def _read_codes(
    state: "ptr32", tables: "ptr8", learned: int, own_up: int, own_down: int, opp_up: int,
    empty: int,
) -> None:  # fmt: skip
    """Compute the offset of each pattern's weights for its contents."""
    index = 0
    while index < PATTERN_COUNT:
        state[_CODES + index] = (
            learned + tables[PATTERNS + 2 * index] + (tables[PATTERNS + 1 + 2 * index] << 8)
        )
        index += 1
    rest = empty ^ 0xFFFF
    while rest:
        place = rest & -rest
        rest ^= place
        if place & own_up:
            digit = 1
        elif place & own_down:
            digit = 2
        elif place & opp_up:
            digit = 3
        else:
            digit = 4
        _add_to_codes(state, tables, place, digit)


def _add_to_codes(state: "ptr32", tables: "ptr8", place: int, digit: int) -> None:
    """Add a tile to the patterns, or remove it (digit below 0)."""
    pull = PLACES + PLACES_BYTES * _cell_of(tables, place)
    while tables[pull + 1]:
        state[_CODES + tables[pull]] += digit * tables[pull + 1]
        pull += 2


def _weigh_codes(state: "ptr32", tables: "ptr8", place: int, digit: int, order: int) -> int:
    """The same, and add the change of the weights to `order`."""
    pull = PLACES + PLACES_BYTES * _cell_of(tables, place)
    while tables[pull + 1]:
        index = _CODES + tables[pull]
        made = state[index]
        order -= tables[made]
        made += digit * tables[pull + 1]
        order += tables[made]
        state[index] = made
        pull += 2
    return order


def _next_flip(
    state: "ptr32", empty: int, spots: int, direction: int, vacated: int, was: int
) -> tuple[int, int, int, int]:
    """The next flip: its direction, the spot it vacates, its origin and its target. The target is 0
    after the last one, and in a turn without a flip."""
    now = 0
    direction += 1
    while direction != _NO_FLIP:
        if direction > 3:
            direction = 0
            vacated += _SPOT
            if vacated >= spots:
                break
            was = state[vacated]
        if direction == 0:
            now = was >> 4 & empty
        elif direction == 1:
            now = (was & 0x7777) << 1 & empty
        elif direction == 2:
            now = was << 4 & empty
        else:
            now = (was & 0xEEEE) >> 1 & empty
        if now:
            break
        direction += 1
    return direction, vacated, was, now


def _try_flip(
    state: "ptr32", tables: "ptr8", frame: int, tiles: int, shallow: int, own_up: int,
    own_down: int, opp_up: int, opp_down: int, empty: int, empties: int, direction: int,
    vacated: int, was: int, now: int, learned: int, beta: int, best: int, best_move: int,
    end: int, evals: int, spent: int,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """Evaluate the replies with this flip. Returns the best score of the decided ones and its move,
    the end of the list of the undecided, evals and spent."""
    left_up = opp_up
    left_down = opp_down
    change = state[frame + SO_FAR]
    code = 1 << 5
    if was:
        code = (32 + state[vacated + 1] * 4 + direction) << 5
        left_up, left_down, change = _flip(
            state, tables, opp_up, opp_down, was, now, state[vacated + 1], change
        )
    spent += _FLIP_COST
    opp_lined = _lined(tables, left_up, left_down)
    free = empty ^ was ^ now
    if opp_lined and state[ECLIPSE] == 0:
        # The opponent will start the turn with a line: every placement loses.
        if best_move == 0:
            best_move = code | _cell_of(tables, free & -free) * 2
        return best, best_move, end, evals, spent
    order = 0
    if learned and was:
        # The opponent's tile moves to another cell, turned over.
        spent += _ORDER_FLIP_COST
        digit = 3 if opp_up & was else 4
        order = _weigh_codes(state, tables, was, -digit, order)
        order = _weigh_codes(state, tables, now, 7 - digit, order)
    best, best_move, end, evals, spent = _place(
        state, tables, tiles, shallow, own_up, own_down, left_up, left_down, opp_lined, free,
        empties, vacated, was, now, code, change, order, learned, beta, best, best_move, end,
        evals, spent,
    )  # fmt: skip
    if learned and was and best < beta:
        _add_to_codes(state, tables, now, digit - 7)
        _add_to_codes(state, tables, was, digit)
    return best, best_move, end, evals, spent


def _flip(
    state: "ptr32", tables: "ptr8", opp_up: int, opp_down: int, was: int, now: int, cell: int,
    change: int,
) -> tuple[int, int, int]:  # fmt: skip
    """The opponent's tiles after a flip, and `change` with what the opponent loses when the tile
    leaves and gains at its new place."""
    opp = opp_up | opp_down
    if opp_up & was:
        left_up = opp_up ^ was
        left_down = opp_down
        both = left_up
        more = opp_down
    else:
        left_up = opp_up
        left_down = opp_down ^ was
        both = left_down
        more = opp_up
    change += _pull(state, tables, cell, both, opp)
    cell = _cell_of(tables, now)
    change -= _pull(state, tables, cell, more, opp ^ was)
    if opp_up & was:
        left_down |= now
    else:
        left_up |= now
    return left_up, left_down, change


def _pull(state: "ptr32", tables: "ptr8", cell: int, alike: int, others: int) -> int:
    """The worth of a tile to its player on a cell, from the player's tiles that show the same side,
    and tiles that shelter it."""
    near = _mask_at(tables, NEAR, cell) & alike
    next_to = _mask_at(tables, NEXT_TO, cell) & alike
    made = _mask_at(tables, BESIDE, cell) & others
    ease = (2 * _ones(tables, made) - tables[DEGREE + cell]) * state[SHELTER]
    return ease + (_ones(tables, near) + _ones(tables, next_to))


def _place(
    state: "ptr32", tables: "ptr8", tiles: int, shallow: int, own_up: int, own_down: int,
    left_up: int, left_down: int, opp_lined: int, free: int, empties: int, vacated: int, was: int,
    now: int, code: int, change: int, order: int, learned: int, beta: int, best: int,
    best_move: int, end: int, evals: int, spent: int,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """Evaluate the placements after a flip. Returns the best score of the decided ones and its
    move, the end of the list of the undecided, evals and spent."""
    spot = _SPOTS - _SPOT
    while best < beta:
        spot += _SPOT
        if spot >= empties:
            # The cell just vacated comes after the empty cells.
            if spot > empties or was == 0:
                break
            spot = vacated
        place = state[spot]
        if place == now:
            continue
        move = code | state[spot + 1] * 2
        order_up = order
        order_down = order
        if learned:
            spent += _ORDER_COST
            order_up, order_down = _weigh_place(state, tables, spot, order_up, order_down)
        side = 0
        while side < 2:
            evals += 1
            gain = state[spot + 2 + side]
            score = change + (gain >> 1)
            gain &= 1
            decided = shallow
            # An old line that this tile locks: seen at its own side's spot.
            if gain | opp_lined:
                spent += _LOCKS_COST
                decided, score = _lock(
                    tables, tiles, own_up, own_down, left_up, left_down, opp_lined, free ^ place,
                    place, side, decided, score,
                )  # fmt: skip
            if decided:
                if decided == 2:
                    score = _cut(state, tiles, score)
                if score > best or best_move == 0:
                    best = score
                    best_move = move
                    if best >= beta:
                        break
            else:
                index = _rank(learned, side, order_up, order_down, score, gain)
                state[end] = ((index << 8) + score + 128) * 0x1000 + move
                end += 1
            side += 1
            move += 1
    return best, best_move, end, evals, spent


def _weigh_place(
    state: "ptr32", tables: "ptr8", spot: int, order_up: int, order_down: int
) -> tuple[int, int]:
    """Add the change of the weights by a tile on a spot, for either side."""
    pull = PLACES + PLACES_BYTES * state[spot + 1]
    near = tables[pull + 1]
    while near:
        made = state[_CODES + tables[pull]]
        rest = tables[made]
        made += near
        order_up += tables[made] - rest
        order_down += tables[made + near] - rest
        pull += 2
        near = tables[pull + 1]
    return order_up, order_down


def _lock(
    tables: "ptr8", tiles: int, own_up: int, own_down: int, left_up: int, left_down: int,
    opp_lined: int, holes: int, place: int, side: int, decided: int, score: int,
) -> tuple[int, int]:  # fmt: skip
    """Whether locked lines, without a hole beside them, decide the game: `decided` and score."""
    locked = 0xFFFF & ~_beside(holes)
    if side == 0:
        made = (own_up | place) & locked
        rest = own_down & locked
    else:
        made = own_up & locked
        rest = (own_down | place) & locked
    made = _lined(tables, made, rest)
    if opp_lined:
        near = left_up & locked
        rest = left_down & locked
        if _lined(tables, near, rest):
            decided = 1
            score = 0 if made else tiles + 1 - SURE
    if made and decided != 1:
        decided = 1
        score = SURE - 1 - tiles
    return decided, score


def _cut(state: "ptr32", tiles: int, score: int) -> int:
    """A score at the horizon. After the last tile without a line, the game is a tie."""
    if state[EXACT] or tiles == 15:
        score = 0
    elif score > FAIR:
        score = FAIR
    elif score < -FAIR:
        score = -FAIR
    return score


def _rank(learned: int, side: int, order_up: int, order_down: int, score: int, gain: int) -> int:
    """The rank of a pending reply: by learned weights, otherwise by its score."""
    if learned:
        index = 128 + (order_down if side else order_up)
        if index & -256:
            index = 0 if index < 0 else 255
    else:
        index = score + 128
        if gain:
            index += 10
    return index


def _prefer(state: "ptr32", index: int, end: int, wanted: int) -> None:
    """Mark the move preferred by the table or the caller among the pending replies, or as
    decided."""
    while index < end:
        if state[index] & 0xFFF == wanted:
            state[index] += 256 << 20
            break
        index += 1


def _go_on(state: "ptr32", frame: int, ply: int, spent: int) -> tuple[int, int, int]:
    """Continue with the most promising pending reply. Returns the next phase, ply and spent."""
    begin = state[frame + _NEXT]
    end = state[frame + END]
    phase = _ENTER
    if begin == end:
        phase = _LEAVE
    else:
        spent = _bring_first(state, begin, end, state[frame + _TRIED], spent)
        state[frame + _TRIED] += 1
        state[frame + _NEXT] = begin + 1
        _make(state, frame, state[begin])
        ply += 1
    return phase, ply, spent


def _bring_first(state: "ptr32", begin: int, end: int, tried: int, spent: int) -> int:
    """Bring the largest pending word to the front: the first times by searching, then by sorting
    all. Returns spent."""
    if tried < _SORT_AFTER:
        most = state[begin]
        pick = begin
        index = begin + 1
        while index < end:
            if state[index] > most:
                most = state[index]
                pick = index
            index += 1
        state[pick] = state[begin]
        state[begin] = most
        spent += (end - begin) >> 1
    elif tried == _SORT_AFTER:
        gap = _WIDEST
        while gap:
            index = begin + gap
            while index < end:
                most = state[index]
                pick = index - gap
                while pick >= begin and state[pick] < most:
                    state[pick + gap] = state[pick]
                    pick -= gap
                state[pick + gap] = most
                index += 1
            gap = (gap * 43) >> 7
        spent += (end - begin) * _SORT_COST
    return spent


def _make(state: "ptr32", above: int, reply: int) -> None:
    """Start the frame below `above`: the position after a pending reply."""
    own_up = state[above + _OWN_UP]
    own_down = state[above + _OWN_DOWN]
    opp_up = state[above + _OPP_UP]
    opp_down = state[above + _OPP_DOWN]
    move = reply & 0xFFF
    place = 1 << ((move >> 1) & 15)
    if move & 1:
        own_down |= place
    else:
        own_up |= place
    move >>= 5
    if move >= 32:
        was = 1 << ((move - 32) >> 2)
        direction = move & 3
        if direction == 0:
            now = was >> 4
        elif direction == 1:
            now = was << 1
        elif direction == 2:
            now = was << 4
        else:
            now = was >> 1
        opp_up, opp_down = _turned(opp_up, opp_down, was, now)
    own_up, own_down = _lowest_up(own_up, own_down)
    opp_up, opp_down = _lowest_up(opp_up, opp_down)
    alpha = state[above + ALPHA]
    beta = state[above + BETA]
    frame = above + _FRAME
    state[frame + _OWN_UP] = opp_up
    state[frame + _OWN_DOWN] = opp_down
    state[frame + _OPP_UP] = own_up
    state[frame + _OPP_DOWN] = own_down
    state[frame + ALPHA] = -beta
    state[frame + BETA] = -alpha
    state[frame + SO_FAR] = 128 - ((reply >> 12) & 255)


def _lowest_up(up: int, down: int) -> tuple[int, int]:
    """A player's tiles, all turned over if the lowest shows its down side: an equivalent
    position."""
    tiles = up | down
    if down & tiles & -tiles:
        return down, up
    return up, down


def _store(state: "ptr32", table: "ptr16", frame: int, horizon: int) -> int:
    """Store the result of the position that is left. Returns its score."""
    best = state[frame + _BEST]
    slot = state[frame + _SLOT]
    if slot >= 0:
        own = state[frame + _OWN_UP] | state[frame + _OWN_DOWN]
        bound = 3
        if best >= state[frame + BETA]:
            bound = 1
        elif best <= state[frame + _ALPHA_0]:
            bound = 2
        table[slot] = own | state[frame + _OPP_UP] | state[frame + _OPP_DOWN]
        table[slot + 1] = own
        table[slot + 2] = state[frame + _OWN_DOWN] | state[frame + _OPP_DOWN]
        table[slot + 3] = ((best + 128) << 7 | bound << 5 | horizon) & 0xFFFF
        table[slot + 4] = state[frame + _BEST_MOVE]
    return best


def _take(state: "ptr32", frame: int, value: int) -> int:
    """Take in the score of a reply. Returns the next phase."""
    phase = _GO_ON
    if value > state[frame + _BEST]:
        state[frame + _BEST] = value
        state[frame + _BEST_MOVE] = state[state[frame + _NEXT] - 1] & 0xFFF
        if value > state[frame + ALPHA]:
            state[frame + ALPHA] = value
        if value >= state[frame + BETA]:
            phase = _LEAVE
    return phase
