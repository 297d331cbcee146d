"""The search kernel of flip tiles: alpha-beta as one flat, resumable function.

`flip_search` is written for three ways of running. CPython and MicroPython run it as it is;
`numba.njit` compiles it unchanged; the build compiles it as viper for the chip. So it
knows only integers and flat arrays, takes four arguments, calls nothing and keeps everything
it must remember in `state` (32-bit words, all values below 2**30). That is also why it is one
long function: a call costs the chip more than ten evaluations.

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
    SEEN_FLIPS,
    SEEN_PLACES,
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

# After so many tries from a list all others of it are likely to follow: time to sort them.
_SORT_AFTER = const(6)
_WIDEST = const(121)  # first gap of the sort: 121, 40, 13, 4, 1

# What things cost, in eighths of the evaluation that the budget counts: about 90 cycles each in
# machine code on the chip, so that a slice takes much the same time in every position.
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

# A waiting reply: (256 if from the table + 128 + score + 10 if it makes a line) << 20 |
# (128 + score) << 12 | move. Here a score is not yet cut to FAIR; a player's side of it is
# between -40 and 21, so it stays within +-61.


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
    eclipse = state[ECLIPSE]
    horizon = state[HORIZON]
    root_tiles = state[ROOT_TILES]
    exact = state[EXACT]
    limit = state[EVALS_LIMIT]
    shelter = state[SHELTER]
    evals = state[EVALS]
    ply = state[PLY]
    spent = 0
    value = 0
    while True:
        frame = FRAMES + ply * _FRAME
        tiles = root_tiles + ply
        # The best that can come of this turn: to win at once. The worst: to lose at once.
        soonest = SURE - 1 - tiles
        if phase == 0:
            # Enter a position: the table first, then all replies.
            if spent >> 3 >= budget or evals >= limit:
                state[PHASE] = 0
                state[PLY] = ply
                state[EVALS] = evals
                state[SPENT] = spent >> 3
                return EXHAUSTED if evals >= limit else RUNNING
            spent += _ENTRY_COST
            own_up = state[frame + _OWN_UP]
            own_down = state[frame + _OWN_DOWN]
            opp_up = state[frame + _OPP_UP]
            opp_down = state[frame + _OPP_DOWN]
            alpha = state[frame + ALPHA]
            beta = state[frame + BETA]
            so_far = state[frame + SO_FAR]
            opp = opp_up | opp_down
            empty = (own_up | own_down | opp) ^ 0xFFFF
            depth = horizon - tiles
            best = -soonest
            best_move = 0
            wanted = 0
            slot = -1
            phase = 1
            if beta > soonest:
                beta = soonest
                state[frame + BETA] = beta
            if alpha < best:
                alpha = best
            if alpha >= beta:
                # A sooner end has been found already.
                best = alpha
                phase = 3
            elif ply == 0:
                wanted = state[FIRST]
            elif depth > (3 if exact else 1):
                # Sure ends so near the full board are found sooner than looked up.
                occupied = empty ^ 0xFFFF
                own = own_up | own_down
                down = own_down | opp_down
                slot = (occupied * 5003) ^ (own * 7919) ^ (down * 6007)
                slot = ((slot ^ (slot >> 13)) & state[SLOT_MASK]) * ENTRY_WORDS
                # The mask makes it a signed integer for Numba, too.
                data = table[slot + 3] & 0xFFFF
                if (
                    data & 0x60
                    and table[slot] == occupied
                    and table[slot + 1] == own
                    and table[slot + 2] == down
                ):
                    wanted = table[slot + 4]
                    score = (data >> 7) - 128
                    # An end within the stored horizon is a fact at any other.
                    sure = SURE - (data & 31)
                    if data & 31 == horizon or score >= sure or score <= -sure:
                        bound = (data >> 5) & 3
                        if bound & 1 and score > alpha:
                            alpha = score
                        if bound & 2 and score < beta:
                            beta = score
                            state[frame + BETA] = beta
                        if alpha >= beta or bound == 3:
                            best = score
                            best_move = wanted
                            phase = 3
                            slot = -1
            if phase == 1:
                state[frame + _ALPHA_0] = alpha
                state[frame + _SLOT] = slot
                state[frame + _TRIED] = 0
                spent += tiles - evals * _EVAL_COST
                seen_places = 0xFFFF
                seen_flips = 0xFFFF
                if ply < 2:
                    seen_flips = state[SEEN_FLIPS + 2 * ply]
                    seen_places = state[SEEN_PLACES + 2 * ply]
                    rest = empty & seen_places
                    if rest & (rest - 1) == 0:
                        seen_places = 0xFFFF
                flippable = opp & (
                    (empty << 4) | (empty >> 4) | ((empty & 0xEEEE) >> 1) | ((empty & 0x7777) << 1)
                )
                if flippable & seen_flips == 0:
                    seen_flips = 0xFFFF
                if tiles == 14 and depth == 2 and ply > 1:
                    # Two turns to the full board: no lists, all of it here.
                    phase = 3
                    slot = -1
                    index = 0
                    while index < 8:
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
                        if was == 0 and flippable:
                            continue
                        if opp_up & was:
                            left_up = opp_up ^ was
                            left_down = opp_down | now
                        else:
                            left_up = opp_up | now
                            left_down = opp_down ^ was
                        opp_lined = (
                            tables[LINES + (left_up >> 3)] >> (left_up & 7)
                            | tables[LINES + (left_down >> 3)] >> (left_down & 7)
                        ) & 1
                        spent += _LAST_FLIP_COST
                        if opp_lined and eclipse == 0:
                            continue
                        free = empty ^ was ^ now
                        place = free & -free
                        while True:
                            # The tile goes to `place`, the last hole is the other cell.
                            holes = free ^ place
                            cell = tables[CELLS + (((holes * 0x09AF) >> 12) & 15)]
                            near = tables[BESIDE + 2 * cell] | tables[BESIDE + 1 + 2 * cell] << 8
                            locked = 0xFFFF ^ near
                            decided = 0
                            if opp_lined:
                                made = left_up & locked
                                rest = left_down & locked
                                decided = (
                                    tables[LINES + (made >> 3)] >> (made & 7)
                                    | tables[LINES + (rest >> 3)] >> (rest & 7)
                                ) & 1
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
                                made = (
                                    tables[LINES + (made >> 3)] >> (made & 7)
                                    | tables[LINES + (rest >> 3)] >> (rest & 7)
                                ) & 1
                                if made:
                                    score = 0 if decided else soonest
                                elif decided:
                                    score = -soonest
                                else:
                                    # The opponent flips one of the tiles beside the hole into
                                    # it, if there is one, and fills the cell it came from.
                                    score = soonest - 1
                                    rest = (both | more) & near
                                    if rest == 0:
                                        rest = holes
                                    while rest:
                                        spent += _LAST_TURN_COST
                                        next_to = rest & -rest
                                        rest ^= next_to
                                        if both & next_to:
                                            made = both ^ next_to
                                            pull = more | holes
                                        elif more & next_to:
                                            made = both | holes
                                            pull = more ^ next_to
                                        else:
                                            made = both
                                            pull = more
                                        made = (
                                            tables[LINES + (made >> 3)] >> (made & 7)
                                            | tables[LINES + (pull >> 3)] >> (pull & 7)
                                        ) & 1
                                        if made == 0 or eclipse:
                                            gain = left_up | next_to
                                            pull = left_down | next_to
                                            gain = (
                                                tables[LINES + (gain >> 3)] >> (gain & 7)
                                                | tables[LINES + (pull >> 3)] >> (pull & 7)
                                            ) & 1
                                            if gain > made:
                                                score = 1 - soonest
                                                break
                                            if gain == made and score > 0:
                                                score = 0
                                                if best >= 0:
                                                    break  # it only gets worse
                                if score > best:
                                    best = score
                                    if best >= beta:
                                        break
                            if best >= beta or holes < place:
                                break
                            place = holes
                        if best >= beta:
                            break
                    if best > alpha:
                        alpha = best
                    spent += evals * _EVAL_COST
                    state[frame + _SLOT] = -1
                    state[frame + _BEST] = best
                    continue
                if depth > 1 and ply > 1:
                    # A win at once, if there is one, before anything is weighed.
                    rest = empty | flippable
                    made = own_up
                    more = own_down
                    gain = (
                        tables[LINES + (made >> 3)] >> (made & 7)
                        | tables[LINES + (more >> 3)] >> (more & 7)
                    ) & 1
                    both = 0xFFFF if gain else 0
                    if gain:
                        rest = 0
                    while rest:
                        place = rest & -rest
                        rest ^= place
                        made = own_up | place
                        more = own_down | place
                        if (
                            tables[LINES + (made >> 3)] >> (made & 7)
                            | tables[LINES + (more >> 3)] >> (more & 7)
                        ) & 1:
                            both |= place
                    rest = flippable
                    was = 0
                    now = 0
                    near = 0
                    while both:
                        if near == 0 and rest:
                            was = rest & -rest
                            rest ^= was
                            near = empty & (
                                (was << 4)
                                | (was >> 4)
                                | ((was & 0xEEEE) >> 1)
                                | ((was & 0x7777) << 1)
                            )
                        now = near & -near
                        near ^= now
                        if opp_up & was:
                            left_up = opp_up ^ was
                            left_down = opp_down | now
                        else:
                            left_up = opp_up | now
                            left_down = opp_down ^ was
                        opp_lined = (
                            tables[LINES + (left_up >> 3)] >> (left_up & 7)
                            | tables[LINES + (left_down >> 3)] >> (left_down & 7)
                        ) & 1
                        spent += _LAST_FLIP_COST
                        if opp_lined == 0 or eclipse:
                            free = empty ^ was ^ now
                            next_to = free & both
                            while next_to:
                                evals += 2
                                spent += _LOCKS_COST
                                place = next_to & -next_to
                                next_to ^= place
                                holes = free ^ place
                                locked = 0xFFFF & ~(
                                    (holes << 4)
                                    | (holes >> 4)
                                    | ((holes & 0xEEEE) >> 1)
                                    | ((holes & 0x7777) << 1)
                                )
                                made = (own_up | place) & locked
                                more = (own_down | place) & locked
                                if (
                                    tables[LINES + (made >> 3)] >> (made & 7)
                                    | tables[LINES + (more >> 3)] >> (more & 7)
                                ) & 1:
                                    made = left_up & locked
                                    more = left_down & locked
                                    if (
                                        opp_lined == 0
                                        or (
                                            tables[LINES + (made >> 3)] >> (made & 7)
                                            | tables[LINES + (more >> 3)] >> (more & 7)
                                        )
                                        & 1
                                        == 0
                                    ):
                                        phase = 3
                                        break
                        if phase == 3 or near | rest == 0:
                            break
                    if phase == 3:
                        spent += evals * _EVAL_COST
                        state[frame + _SLOT] = -1
                        state[frame + _BEST] = soonest
                        continue
                # What each cell is worth to the player, for either side.
                up_0 = state[OFFSETS]
                up_1 = state[OFFSETS + 1]
                up_2 = state[OFFSETS + 2]
                up_3 = state[OFFSETS + 3]
                down_0 = up_0
                down_1 = up_1
                down_2 = up_2
                down_3 = up_3
                rest = own_up
                while rest:
                    place = rest & -rest
                    rest ^= place
                    pull = PULLS + tables[CELLS + (((place * 0x09AF) >> 12) & 15)] * 8
                    up_0 += state[pull]
                    up_1 += state[pull + 1]
                    up_2 += state[pull + 2]
                    up_3 += state[pull + 3]
                    down_0 += state[pull + 4]
                    down_1 += state[pull + 5]
                    down_2 += state[pull + 6]
                    down_3 += state[pull + 7]
                rest = own_down
                while rest:
                    place = rest & -rest
                    rest ^= place
                    pull = PULLS + tables[CELLS + (((place * 0x09AF) >> 12) & 15)] * 8
                    down_0 += state[pull]
                    down_1 += state[pull + 1]
                    down_2 += state[pull + 2]
                    down_3 += state[pull + 3]
                    up_0 += state[pull + 4]
                    up_1 += state[pull + 5]
                    up_2 += state[pull + 6]
                    up_3 += state[pull + 7]
                state[_SUMS] = up_0
                state[_SUMS + 1] = up_1
                state[_SUMS + 2] = up_2
                state[_SUMS + 3] = up_3
                state[_SUMS + 4] = down_0
                state[_SUMS + 5] = down_1
                state[_SUMS + 6] = down_2
                state[_SUMS + 7] = down_3
                # Spots: each empty cell, then each cell a flip may vacate. For either side: what
                # an own tile there adds to the heuristic score, twice, plus 1 if it makes a line.
                spot = _SPOTS
                empties = _SPOTS
                rest = empty & seen_places
                more = 0
                while True:
                    if rest == 0:
                        if more:
                            break
                        more = 1
                        empties = spot
                        rest = flippable & seen_flips
                        if rest == 0:
                            break
                    place = rest & -rest
                    rest ^= place
                    cell = tables[CELLS + (((place * 0x09AF) >> 12) & 15)]
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
                spots = spot
                spent += (spots - _SPOTS) // _SPOT * _SPOT_COST
                shallow = 2 if depth == 1 else 0  # `decided` by the horizon; 1: by the rules
                learned = 0
                if ply == 0 and state[ROOT_SET]:
                    learned = WEIGHTS + state[ROOT_SET] * SET_BYTES
                elif exact and tiles <= state[LEARNED]:
                    learned = WEIGHTS
                if learned:
                    index = 0
                    while index < PATTERN_COUNT:
                        state[_CODES + index] = (
                            learned
                            + tables[PATTERNS + 2 * index]
                            + (tables[PATTERNS + 1 + 2 * index] << 8)
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
                        cell = tables[CELLS + (((place * 0x09AF) >> 12) & 15)]
                        pull = PLACES + PLACES_BYTES * cell
                        while tables[pull + 1]:
                            state[_CODES + tables[pull]] += digit * tables[pull + 1]
                            pull += 2
                    spent += _CODES_COST
                if ply == 0:
                    end = WAITING
                else:
                    end = state[frame - _FRAME + END]
                state[frame + _NEXT] = end
                vacated = empties - _SPOT
                direction = 3
                if empties == spots or (ply == 0 and state[HALF]):
                    # One pass without a flip.
                    vacated = spots
                    direction = 4
                while True:
                    direction += 1
                    if direction == 5:
                        was = 0
                        now = 0
                        code = 1 << 5
                        left_up = opp_up
                        left_down = opp_down
                        change = so_far
                    else:
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
                        if now == 0:
                            continue
                        # What the opponent loses by the tile that leaves and gains by its return.
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
                        cell = state[vacated + 1]
                        code = (32 + cell * 4 + direction) << 5
                        near = (tables[NEAR + 2 * cell] | tables[NEAR + 1 + 2 * cell] << 8) & both
                        next_to = tables[NEXT_TO + 2 * cell] | tables[NEXT_TO + 1 + 2 * cell] << 8
                        next_to &= both
                        made = tables[BESIDE + 2 * cell] | tables[BESIDE + 1 + 2 * cell] << 8
                        made &= opp
                        ease = tables[ONES + (made & 255)] + tables[ONES + (made >> 8)]
                        ease = (2 * ease - tables[DEGREE + cell]) * shelter
                        change = (
                            so_far
                            + ease
                            + (
                                tables[ONES + (near & 255)]
                                + tables[ONES + (near >> 8)]
                                + tables[ONES + (next_to & 255)]
                                + tables[ONES + (next_to >> 8)]
                            )
                        )
                        cell = tables[CELLS + (((now * 0x09AF) >> 12) & 15)]
                        near = (tables[NEAR + 2 * cell] | tables[NEAR + 1 + 2 * cell] << 8) & more
                        next_to = tables[NEXT_TO + 2 * cell] | tables[NEXT_TO + 1 + 2 * cell] << 8
                        next_to &= more
                        made = tables[BESIDE + 2 * cell] | tables[BESIDE + 1 + 2 * cell] << 8
                        made &= opp ^ was
                        ease = tables[ONES + (made & 255)] + tables[ONES + (made >> 8)]
                        ease = (2 * ease - tables[DEGREE + cell]) * shelter
                        change -= ease + (
                            tables[ONES + (near & 255)]
                            + tables[ONES + (near >> 8)]
                            + tables[ONES + (next_to & 255)]
                            + tables[ONES + (next_to >> 8)]
                        )
                        if opp_up & was:
                            left_down |= now
                        else:
                            left_up |= now
                    spent += _FLIP_COST
                    opp_lined = (
                        tables[LINES + (left_up >> 3)] >> (left_up & 7)
                        | tables[LINES + (left_down >> 3)] >> (left_down & 7)
                    ) & 1
                    free = empty ^ was ^ now
                    if opp_lined and eclipse == 0:
                        # The opponent will start the turn with a line: lost whatever is placed.
                        if best_move == 0:
                            place = free & -free
                            cell = tables[CELLS + (((place * 0x09AF) >> 12) & 15)]
                            best_move = code | cell * 2
                        continue
                    order = 0
                    if learned and was:
                        # The opponent's tile leaves one cell and comes to another, turned over.
                        spent += _ORDER_FLIP_COST
                        digit = 3 if opp_up & was else 4
                        cell = tables[CELLS + (((was * 0x09AF) >> 12) & 15)]
                        pull = PLACES + PLACES_BYTES * cell
                        while tables[pull + 1]:
                            index = _CODES + tables[pull]
                            made = state[index]
                            order -= tables[made]
                            made -= digit * tables[pull + 1]
                            order += tables[made]
                            state[index] = made
                            pull += 2
                        digit = 7 - digit
                        cell = tables[CELLS + (((now * 0x09AF) >> 12) & 15)]
                        pull = PLACES + PLACES_BYTES * cell
                        while tables[pull + 1]:
                            index = _CODES + tables[pull]
                            made = state[index]
                            order -= tables[made]
                            made += digit * tables[pull + 1]
                            order += tables[made]
                            state[index] = made
                            pull += 2
                    spot = _SPOTS - _SPOT
                    while True:
                        spot += _SPOT
                        if spot >= empties:
                            # After the empty cells comes the one just vacated.
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
                        side = 0
                        while side < 2:
                            evals += 1
                            gain = state[spot + 2 + side]
                            score = change + (gain >> 1)
                            gain &= 1
                            decided = shallow
                            # An old line that this tile locks: its own side's spot shows it.
                            if gain | opp_lined:
                                spent += _LOCKS_COST
                                holes = free ^ place
                                locked = 0xFFFF & ~(
                                    (holes << 4)
                                    | (holes >> 4)
                                    | ((holes & 0xEEEE) >> 1)
                                    | ((holes & 0x7777) << 1)
                                )
                                if side == 0:
                                    made = (own_up | place) & locked
                                    rest = own_down & locked
                                else:
                                    made = own_up & locked
                                    rest = (own_down | place) & locked
                                made = (
                                    tables[LINES + (made >> 3)] >> (made & 7)
                                    | tables[LINES + (rest >> 3)] >> (rest & 7)
                                ) & 1
                                if opp_lined:
                                    near = left_up & locked
                                    rest = left_down & locked
                                    rest = (
                                        tables[LINES + (near >> 3)] >> (near & 7)
                                        | tables[LINES + (rest >> 3)] >> (rest & 7)
                                    ) & 1
                                    if rest:
                                        decided = 1
                                        score = 0 if made else -soonest
                                if made and decided != 1:
                                    decided = 1
                                    score = soonest
                            if decided:
                                if decided == 2:
                                    # The last tile on the board, and no line: a tie.
                                    if exact or tiles == 15:
                                        score = 0
                                    elif score > FAIR:
                                        score = FAIR
                                    elif score < -FAIR:
                                        score = -FAIR
                                if score > best or best_move == 0:
                                    best = score
                                    best_move = move
                                    if best >= beta:
                                        phase = 3
                                        break
                            else:
                                if learned:
                                    index = 128 + (order_down if side else order_up)
                                    if index & -256:
                                        index = 0 if index < 0 else 255
                                else:
                                    index = score + 128
                                    if gain:
                                        index += 10
                                state[end] = ((index << 8) + score + 128) * 0x1000 + move
                                end += 1
                            side += 1
                            move += 1
                        if phase == 3:
                            break
                    if phase == 3:
                        break
                    if learned and was:
                        # Put the tile back.
                        cell = tables[CELLS + (((now * 0x09AF) >> 12) & 15)]
                        pull = PLACES + PLACES_BYTES * cell
                        while tables[pull + 1]:
                            state[_CODES + tables[pull]] -= digit * tables[pull + 1]
                            pull += 2
                        digit = 7 - digit
                        cell = tables[CELLS + (((was * 0x09AF) >> 12) & 15)]
                        pull = PLACES + PLACES_BYTES * cell
                        while tables[pull + 1]:
                            state[_CODES + tables[pull]] += digit * tables[pull + 1]
                            pull += 2
                if wanted:
                    # What the table or the caller wants first is among the replies, or decided.
                    index = state[frame + _NEXT]
                    while index < end:
                        if state[index] & 0xFFF == wanted:
                            state[index] += 256 << 20
                            break
                        index += 1
                if best > alpha:
                    alpha = best
                spent += evals * _EVAL_COST
                state[frame + ALPHA] = alpha
                state[frame + END] = end
                if end == state[frame + _NEXT]:
                    phase = 3
            if phase == 3:
                state[frame + _SLOT] = slot
            state[frame + _BEST] = best
            state[frame + _BEST_MOVE] = best_move
        elif phase == 1:
            # Go on to the most promising reply that waits.
            begin = state[frame + _NEXT]
            end = state[frame + END]
            if begin == end:
                phase = 3
            else:
                tried = state[frame + _TRIED]
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
                most = state[begin]
                state[frame + _TRIED] = tried + 1
                state[frame + _NEXT] = begin + 1
                own_up = state[frame + _OWN_UP]
                own_down = state[frame + _OWN_DOWN]
                opp_up = state[frame + _OPP_UP]
                opp_down = state[frame + _OPP_DOWN]
                move = most & 0xFFF
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
                    if opp_up & was:
                        opp_up ^= was
                        opp_down |= now
                    else:
                        opp_down ^= was
                        opp_up |= now
                # Turning over all tiles of one player changes nothing: the lowest shows up.
                place = own_up | own_down
                if own_down & place & -place:
                    place = own_up
                    own_up = own_down
                    own_down = place
                place = opp_up | opp_down
                if opp_down & place & -place:
                    place = opp_up
                    opp_up = opp_down
                    opp_down = place
                alpha = state[frame + ALPHA]
                beta = state[frame + BETA]
                ply += 1
                frame += _FRAME
                state[frame + _OWN_UP] = opp_up
                state[frame + _OWN_DOWN] = opp_down
                state[frame + _OPP_UP] = own_up
                state[frame + _OPP_DOWN] = own_down
                state[frame + ALPHA] = -beta
                state[frame + BETA] = -alpha
                state[frame + SO_FAR] = 128 - ((most >> 12) & 255)
                phase = 0
        else:
            # Leave the position: remember it, hand its score up.
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
            if ply == 0:
                break
            ply -= 1
            frame -= _FRAME
            value = -best
            phase = 1
            if value > state[frame + _BEST]:
                state[frame + _BEST] = value
                state[frame + _BEST_MOVE] = state[state[frame + _NEXT] - 1] & 0xFFF
                if value > state[frame + ALPHA]:
                    state[frame + ALPHA] = value
                if value >= state[frame + BETA]:
                    phase = 3
    state[PHASE] = 0
    state[PLY] = 0
    state[EVALS] = evals
    state[SPENT] = spent >> 3
    state[VALUE] = state[FRAMES + _BEST]
    state[MOVE] = state[FRAMES + _BEST_MOVE]
    return FINISHED
