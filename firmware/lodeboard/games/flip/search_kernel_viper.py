"""Machine code for the chip: the viper twin of search_kernel.py.

Made from that file by `python -m host_tools.build.viper`: change it, not this one. Names of
constants have an underscore here, so that they take no room on the board. What the code does
and what the words of `state` mean is told there. Only a port may import this: on a computer
there is no viper.
"""

import micropython
from micropython import const

_ALPHA = const(4)
_BESIDE = const(8528)
_BETA = const(5)
_CELLS = const(8448)
_DEGREE = const(8560)
_ECLIPSE = const(1)
_END = const(10)
_ENTRY_WORDS = const(5)
_EVALS = const(15)
_EVALS_LIMIT = const(7)
_EXACT = const(5)
_EXHAUSTED = const(2)
_FAIR = const(80)
_FINISHED = const(1)
_FIRST = const(6)
_FRAMES = const(24)
_HALF = const(4)
_HORIZON = const(2)
_LEARNED = const(19)
_LINES = const(0)
_MOVE = const(17)
_NEAR = const(8464)
_NEXT_TO = const(8496)
_OFFSETS = const(360)
_ONES = const(8192)
_PATTERN_COUNT = const(33)
_PATTERNS = const(8960)
_PHASE = const(0)
_PLACES = const(8576)
_PLACES_BYTES = const(24)
_PLY = const(14)
_PULLS = const(364)
_ROOT_SET = const(20)
_ROOT_TILES = const(3)
_RUNNING = const(0)
_SEEN_FLIPS = const(9)
_SEEN_PLACES = const(10)
_SET_BYTES = const(2375)
_SHELTER = const(13)
_SLOT_MASK = const(8)
_SO_FAR = const(6)
_SPENT = const(18)
_SURE = const(100)
_VALUE = const(16)
_WAITING = const(534)
_WEIGHTS = const(9026)
_ZERO = const(16)
_FRAME = const(16)
_OWN_UP = const(0)
_OWN_DOWN = const(1)
_OPP_UP = const(2)
_OPP_DOWN = const(3)
_BEST = const(7)
_BEST_MOVE = const(8)
_NEXT = const(9)
_ALPHA_0 = const(11)
_SLOT = const(12)
_TRIED = const(13)
_SPOTS = const(296)
_SPOT = const(4)
_SUMS = const(492)
_CODES = const(500)
_SORT_AFTER = const(6)
_WIDEST = const(121)
_ENTRY_COST = const(16)
_SPOT_COST = const(4)
_FLIP_COST = const(12)
_EVAL_COST = const(3)
_LOCKS_COST = const(3)
_LAST_FLIP_COST = const(3)
_LAST_TURN_COST = const(3)
_CODES_COST = const(45)
_ORDER_FLIP_COST = const(45)
_ORDER_COST = const(8)
_SORT_COST = const(6)


@micropython.viper
def flip_search(state: ptr32, tables: ptr8, table: ptr16, budget: int) -> int:
    phase = state[_PHASE]
    eclipse = state[_ECLIPSE]
    horizon = state[_HORIZON]
    root_tiles = state[_ROOT_TILES]
    exact = state[_EXACT]
    limit = state[_EVALS_LIMIT]
    shelter = state[_SHELTER]
    evals = state[_EVALS]
    ply = state[_PLY]
    spent = 0
    value = 0
    while True:
        frame = _FRAMES + ply * _FRAME
        tiles = root_tiles + ply
        # The best that can come of this turn: to win at once. The worst: to lose at once.
        soonest = _SURE - 1 - tiles
        if phase == 0:
            # Enter a position: the table first, then all replies.
            if spent >> 3 >= budget or evals >= limit:
                state[_PHASE] = 0
                state[_PLY] = ply
                state[_EVALS] = evals
                state[_SPENT] = spent >> 3
                return _EXHAUSTED if evals >= limit else _RUNNING
            spent += _ENTRY_COST
            own_up = state[frame + _OWN_UP]
            own_down = state[frame + _OWN_DOWN]
            opp_up = state[frame + _OPP_UP]
            opp_down = state[frame + _OPP_DOWN]
            alpha = state[frame + _ALPHA]
            beta = state[frame + _BETA]
            so_far = state[frame + _SO_FAR]
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
                state[frame + _BETA] = beta
            if alpha < best:
                alpha = best
            if alpha >= beta:
                # A sooner end has been found already.
                best = alpha
                phase = 3
            elif ply == 0:
                wanted = state[_FIRST]
            elif depth > (3 if exact else 1):
                # Sure ends so near the full board are found sooner than looked up.
                occupied = empty ^ 0xFFFF
                own = own_up | own_down
                down = own_down | opp_down
                slot = (occupied * 5003) ^ (own * 7919) ^ (down * 6007)
                slot = ((slot ^ (slot >> 13)) & state[_SLOT_MASK]) * _ENTRY_WORDS
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
                    sure = _SURE - (data & 31)
                    if data & 31 == horizon or score >= sure or score <= -sure:
                        bound = (data >> 5) & 3
                        if bound & 1 and score > alpha:
                            alpha = score
                        if bound & 2 and score < beta:
                            beta = score
                            state[frame + _BETA] = beta
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
                    seen_flips = state[_SEEN_FLIPS + 2 * ply]
                    seen_places = state[_SEEN_PLACES + 2 * ply]
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
                            tables[_LINES + (left_up >> 3)] >> (left_up & 7)
                            | tables[_LINES + (left_down >> 3)] >> (left_down & 7)
                        ) & 1
                        spent += _LAST_FLIP_COST
                        if opp_lined and eclipse == 0:
                            continue
                        free = empty ^ was ^ now
                        place = free & -free
                        while True:
                            # The tile goes to `place`, the last hole is the other cell.
                            holes = free ^ place
                            cell = tables[_CELLS + (((holes * 0x09AF) >> 12) & 15)]
                            near = tables[_BESIDE + 2 * cell] | tables[_BESIDE + 1 + 2 * cell] << 8
                            locked = 0xFFFF ^ near
                            decided = 0
                            if opp_lined:
                                made = left_up & locked
                                rest = left_down & locked
                                decided = (
                                    tables[_LINES + (made >> 3)] >> (made & 7)
                                    | tables[_LINES + (rest >> 3)] >> (rest & 7)
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
                                    tables[_LINES + (made >> 3)] >> (made & 7)
                                    | tables[_LINES + (rest >> 3)] >> (rest & 7)
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
                                            tables[_LINES + (made >> 3)] >> (made & 7)
                                            | tables[_LINES + (pull >> 3)] >> (pull & 7)
                                        ) & 1
                                        if made == 0 or eclipse:
                                            gain = left_up | next_to
                                            pull = left_down | next_to
                                            gain = (
                                                tables[_LINES + (gain >> 3)] >> (gain & 7)
                                                | tables[_LINES + (pull >> 3)] >> (pull & 7)
                                            ) & 1
                                            if gain > made:
                                                score = 1 - soonest
                                                break
                                            if gain == made and score > 0:
                                                score = 0
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
                        tables[_LINES + (made >> 3)] >> (made & 7)
                        | tables[_LINES + (more >> 3)] >> (more & 7)
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
                            tables[_LINES + (made >> 3)] >> (made & 7)
                            | tables[_LINES + (more >> 3)] >> (more & 7)
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
                            tables[_LINES + (left_up >> 3)] >> (left_up & 7)
                            | tables[_LINES + (left_down >> 3)] >> (left_down & 7)
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
                                    tables[_LINES + (made >> 3)] >> (made & 7)
                                    | tables[_LINES + (more >> 3)] >> (more & 7)
                                ) & 1:
                                    made = left_up & locked
                                    more = left_down & locked
                                    if (
                                        opp_lined == 0
                                        or (
                                            tables[_LINES + (made >> 3)] >> (made & 7)
                                            | tables[_LINES + (more >> 3)] >> (more & 7)
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
                up_0 = state[_OFFSETS]
                up_1 = state[_OFFSETS + 1]
                up_2 = state[_OFFSETS + 2]
                up_3 = state[_OFFSETS + 3]
                down_0 = up_0
                down_1 = up_1
                down_2 = up_2
                down_3 = up_3
                rest = own_up
                while rest:
                    place = rest & -rest
                    rest ^= place
                    pull = _PULLS + tables[_CELLS + (((place * 0x09AF) >> 12) & 15)] * 8
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
                    pull = _PULLS + tables[_CELLS + (((place * 0x09AF) >> 12) & 15)] * 8
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
                    cell = tables[_CELLS + (((place * 0x09AF) >> 12) & 15)]
                    pull = _SUMS + (cell >> 2)
                    shift = (cell & 3) << 3
                    state[spot] = place
                    state[spot + 1] = cell
                    made = own_up | place
                    state[spot + 2] = (((state[pull] >> shift) & 255) - _ZERO) * 2 + (
                        tables[_LINES + (made >> 3)] >> (made & 7) & 1
                    )
                    made = own_down | place
                    state[spot + 3] = (((state[pull + 4] >> shift) & 255) - _ZERO) * 2 + (
                        tables[_LINES + (made >> 3)] >> (made & 7) & 1
                    )
                    spot += _SPOT
                spots = spot
                spent += (spots - _SPOTS) // _SPOT * _SPOT_COST
                shallow = 2 if depth == 1 else 0  # `decided` by the horizon; 1: by the rules
                learned = 0
                if ply == 0 and state[_ROOT_SET]:
                    learned = _WEIGHTS + state[_ROOT_SET] * _SET_BYTES
                elif exact and tiles <= state[_LEARNED]:
                    learned = _WEIGHTS
                if learned:
                    index = 0
                    while index < _PATTERN_COUNT:
                        state[_CODES + index] = (
                            learned
                            + tables[_PATTERNS + 2 * index]
                            + (tables[_PATTERNS + 1 + 2 * index] << 8)
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
                        cell = tables[_CELLS + (((place * 0x09AF) >> 12) & 15)]
                        pull = _PLACES + _PLACES_BYTES * cell
                        while tables[pull + 1]:
                            state[_CODES + tables[pull]] += digit * tables[pull + 1]
                            pull += 2
                    spent += _CODES_COST
                if ply == 0:
                    end = _WAITING
                else:
                    end = state[frame - _FRAME + _END]
                state[frame + _NEXT] = end
                vacated = empties - _SPOT
                direction = 3
                if empties == spots or (ply == 0 and state[_HALF]):
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
                        near = (tables[_NEAR + 2 * cell] | tables[_NEAR + 1 + 2 * cell] << 8) & both
                        next_to = tables[_NEXT_TO + 2 * cell] | tables[_NEXT_TO + 1 + 2 * cell] << 8
                        next_to &= both
                        made = tables[_BESIDE + 2 * cell] | tables[_BESIDE + 1 + 2 * cell] << 8
                        made &= opp
                        ease = tables[_ONES + (made & 255)] + tables[_ONES + (made >> 8)]
                        ease = (2 * ease - tables[_DEGREE + cell]) * shelter
                        change = (
                            so_far
                            + ease
                            + (
                                tables[_ONES + (near & 255)]
                                + tables[_ONES + (near >> 8)]
                                + tables[_ONES + (next_to & 255)]
                                + tables[_ONES + (next_to >> 8)]
                            )
                        )
                        cell = tables[_CELLS + (((now * 0x09AF) >> 12) & 15)]
                        near = (tables[_NEAR + 2 * cell] | tables[_NEAR + 1 + 2 * cell] << 8) & more
                        next_to = tables[_NEXT_TO + 2 * cell] | tables[_NEXT_TO + 1 + 2 * cell] << 8
                        next_to &= more
                        made = tables[_BESIDE + 2 * cell] | tables[_BESIDE + 1 + 2 * cell] << 8
                        made &= opp ^ was
                        ease = tables[_ONES + (made & 255)] + tables[_ONES + (made >> 8)]
                        ease = (2 * ease - tables[_DEGREE + cell]) * shelter
                        change -= ease + (
                            tables[_ONES + (near & 255)]
                            + tables[_ONES + (near >> 8)]
                            + tables[_ONES + (next_to & 255)]
                            + tables[_ONES + (next_to >> 8)]
                        )
                        if opp_up & was:
                            left_down |= now
                        else:
                            left_up |= now
                    spent += _FLIP_COST
                    opp_lined = (
                        tables[_LINES + (left_up >> 3)] >> (left_up & 7)
                        | tables[_LINES + (left_down >> 3)] >> (left_down & 7)
                    ) & 1
                    free = empty ^ was ^ now
                    if opp_lined and eclipse == 0:
                        # The opponent will start the turn with a line: lost whatever is placed.
                        if best_move == 0:
                            place = free & -free
                            cell = tables[_CELLS + (((place * 0x09AF) >> 12) & 15)]
                            best_move = code | cell * 2
                        continue
                    order = 0
                    if learned and was:
                        # The opponent's tile leaves one cell and comes to another, turned over.
                        spent += _ORDER_FLIP_COST
                        digit = 3 if opp_up & was else 4
                        cell = tables[_CELLS + (((was * 0x09AF) >> 12) & 15)]
                        pull = _PLACES + _PLACES_BYTES * cell
                        while tables[pull + 1]:
                            index = _CODES + tables[pull]
                            made = state[index]
                            order -= tables[made]
                            made -= digit * tables[pull + 1]
                            order += tables[made]
                            state[index] = made
                            pull += 2
                        digit = 7 - digit
                        cell = tables[_CELLS + (((now * 0x09AF) >> 12) & 15)]
                        pull = _PLACES + _PLACES_BYTES * cell
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
                            pull = _PLACES + _PLACES_BYTES * state[spot + 1]
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
                            # An old line that this tile locks: its own side's spot tells of it.
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
                                    tables[_LINES + (made >> 3)] >> (made & 7)
                                    | tables[_LINES + (rest >> 3)] >> (rest & 7)
                                ) & 1
                                if opp_lined:
                                    near = left_up & locked
                                    rest = left_down & locked
                                    rest = (
                                        tables[_LINES + (near >> 3)] >> (near & 7)
                                        | tables[_LINES + (rest >> 3)] >> (rest & 7)
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
                                    elif score > _FAIR:
                                        score = _FAIR
                                    elif score < -_FAIR:
                                        score = -_FAIR
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
                        cell = tables[_CELLS + (((now * 0x09AF) >> 12) & 15)]
                        pull = _PLACES + _PLACES_BYTES * cell
                        while tables[pull + 1]:
                            state[_CODES + tables[pull]] -= digit * tables[pull + 1]
                            pull += 2
                        digit = 7 - digit
                        cell = tables[_CELLS + (((was * 0x09AF) >> 12) & 15)]
                        pull = _PLACES + _PLACES_BYTES * cell
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
                state[frame + _ALPHA] = alpha
                state[frame + _END] = end
                if end == state[frame + _NEXT]:
                    phase = 3
            if phase == 3:
                state[frame + _SLOT] = slot
            state[frame + _BEST] = best
            state[frame + _BEST_MOVE] = best_move
        elif phase == 1:
            # Go on to the most promising reply that waits.
            begin = state[frame + _NEXT]
            end = state[frame + _END]
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
                alpha = state[frame + _ALPHA]
                beta = state[frame + _BETA]
                ply += 1
                frame += _FRAME
                state[frame + _OWN_UP] = opp_up
                state[frame + _OWN_DOWN] = opp_down
                state[frame + _OPP_UP] = own_up
                state[frame + _OPP_DOWN] = own_down
                state[frame + _ALPHA] = -beta
                state[frame + _BETA] = -alpha
                state[frame + _SO_FAR] = 128 - ((most >> 12) & 255)
                phase = 0
        else:
            # Leave the position: remember it, hand its score up.
            best = state[frame + _BEST]
            slot = state[frame + _SLOT]
            if slot >= 0:
                own = state[frame + _OWN_UP] | state[frame + _OWN_DOWN]
                bound = 3
                if best >= state[frame + _BETA]:
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
                if value > state[frame + _ALPHA]:
                    state[frame + _ALPHA] = value
                if value >= state[frame + _BETA]:
                    phase = 3
    state[_PHASE] = 0
    state[_PLY] = 0
    state[_EVALS] = evals
    state[_SPENT] = spent >> 3
    state[_VALUE] = state[_FRAMES + _BEST]
    state[_MOVE] = state[_FRAMES + _BEST_MOVE]
    return _FINISHED
