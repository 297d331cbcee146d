"""The book's two loops: rank the steps of a position, and decode a place in the table.

Written like `flip_kernel`, for three ways of running: integers and flat arrays only, nothing
called, all values below 2**30, so that CPython, Numba and viper agree to the bit. What the
tables mean is described in `book`.

An arrangement's *worth* is a sum over shapes: groups of cells, each with a table of weights for
all that may lie on it. Equal shapes share a table, and so do contents that become equal when all
tiles of one player are turned over: what lies on a shape is read as a word whose first tile of
either player shows its up side, and the canonical words of a length are numbered. Beside its own
cells a shape may count empty ones next to it. There are two sets of weights: for positions
between flip and placement, seen by the player about to place, and for positions after a
placement, seen by the player who has placed.

    score of a flip       worth of what it leads to + the largest worth after a placement
    score of a placement  worth of what it leads to - the largest worth after the opponent's flip

Weights are stored as bytes; what each is larger than meant is the same for all steps.
"""

from micropython import const

from lodeboard.games.flip.book_layout import (
    BEHIND,
    BYTE,
    CELLS,
    CODE,
    COUNT,
    DONE,
    FLIPPING,
    FOLLOWS,
    FOUND,
    GROUP,
    HIGHEST,
    LAST,
    LATER_CONTEXTS,
    LATER_SYMBOLS,
    LEADS,
    LISTS,
    NEIGHBOURS,
    NEXT,
    ODDS,
    PART,
    PASSED,
    RANGE,
    RATE,
    RECENT,
    RUNNING,
    SCORES,
    SHAPES,
    SIZE,
    SLOT,
    SPENT,
    STAMP,
    STAMPS,
    TOP,
    WANTED,
    WAYS,
    WORDS,
    WORTHS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.pointers import ptr8, ptr32

# One shape takes the chip about 7 / 8 of an evaluation of the search, 880 cycles.
_SHAPE_COST = const(7)
_DEAREST = const(1200)  # a step is not begun when less is left, unless it is the first


def flip_order(state: "ptr32", shapes: "ptr8", weights: "ptr8", budget: int) -> int:
    """Score the steps of a position, as many as fit the budget, at least one; DONE after the
    last, else RUNNING.

    shapes: for each its number of cells, the cells beside it as a mask (low byte, high byte; 0
    when these do not count), where its weights begin (two bytes), its cells. After them, from
    the word LISTS on, what flip_book.lists makes of them. weights: the set for positions between
    flip and placement, then the other; or one set, with the PART of the work that needs it.
    """
    flipping = state[FLIPPING]
    count = state[COUNT]
    way = state[NEXT]
    size = state[SIZE]
    part = state[PART]
    lists = state[LISTS]
    stamp = state[STAMP]
    spent = 0
    if way == 0:
        count = 0
        stamp = 0
        for shape in range(state[SHAPES]):
            state[STAMPS + shape] = 0
    ways = 64 if flipping else 32
    # What follows a flip are cells, each with both sides; what follows a placement are flips.
    last = 16 if flipping else 64
    if part == LEADS:
        last = -1
    favourite = -1  # the flip that was best after another placement
    while way < ways:
        if spent != 0 and ((spent * _SHAPE_COST) >> 3) + _DEAREST > budget:
            break
        # Make the step.
        source = -1
        target = way >> 1
        tile = 1 + (way & 1)
        if flipping:
            source = way >> 2
            target = state[NEIGHBOURS + way]
            tile = 0
            if state[CELLS + source] > 2 and target != 255:
                tile = 7 - state[CELLS + source]
        if tile == 0 or state[CELLS + target] != 0:
            way += 1
            continue
        before = 0
        if source >= 0:
            before = state[CELLS + source]
            state[CELLS + source] = 0
        state[CELLS + target] = tile
        empty = 0
        for cell in range(16):
            if state[CELLS + cell] == 0:
                empty |= 1 << cell
        score = 0
        base = 0
        best = -1
        # What it leads to; the same with the other weights; then what changes by all that can
        # follow. Flips lead to positions of the first set, and so do flips after placements.
        start = 0 if flipping or part else size
        second = -2
        again = 0
        if part == FOLLOWS:
            second = -1
            if flipping == 0:
                for cell in range(16):
                    other = state[CELLS + cell]
                    if other > 2:
                        state[CELLS + cell] = other - 2
                    elif other != 0:
                        state[CELLS + cell] = other + 2
        while second < last:
            from_cell = -1
            to_cell = -1
            split = 255  # the cell whose tile shows either side
            other = 0
            if second >= 0:
                legal = 1
                if flipping:
                    to_cell = second
                    split = second
                    other = 1
                else:
                    from_cell = second >> 2
                    to_cell = state[NEIGHBOURS + second]
                    other = 7 - state[CELLS + from_cell]
                    if other > 4 or to_cell == 255:
                        legal = 0
                if legal != 0 and state[CELLS + to_cell] != 0:
                    legal = 0
                if legal == 0:
                    second = 0 if again else second + 1
                    again = 0
                    continue
                state[CELLS + to_cell] = other
                empty ^= 1 << to_cell
                if from_cell >= 0:
                    state[CELLS + from_cell] = 0
                    empty ^= 1 << from_cell
            # The shapes to look at: all, or those that a cell is part of or beside. (The masks make
            # signed integers of bytes for Numba.)
            at = lists + 2 * (16 if second < 0 else to_cell)
            low = shapes[at] & 255 | (shapes[at + 1] & 255) << 8
            high = shapes[at + 2] & 255 | (shapes[at + 3] & 255) << 8
            stamp += 1
            worth = 0
            turned = 0
            going = 1
            while going:
                if low == high:
                    going = 0
                    if from_cell >= 0:
                        at = lists + 2 * from_cell
                        low = shapes[at] & 255 | (shapes[at + 1] & 255) << 8
                        high = shapes[at + 2] & 255 | (shapes[at + 3] & 255) << 8
                        from_cell = -2 - from_cell
                        going = 1
                    continue
                shape = shapes[low] & 255
                low += 1
                if state[STAMPS + shape] == stamp:
                    continue
                state[STAMPS + shape] = stamp
                spent += 1
                at = lists + 36 + 2 * shape
                at = shapes[at] & 255 | (shapes[at + 1] & 255) << 8
                left = shapes[at] & 255
                beside = shapes[at + 1] | shapes[at + 2] << 8
                begin = start + (shapes[at + 3] | shapes[at + 4] << 8)
                at += 5
                met = 0
                word = 0
                met_turned = 0
                word_turned = -1
                row = WORDS + 5 * left
                end = at + left
                while at < end:
                    row -= 5
                    cell = shapes[at] & 255
                    tile = state[CELLS + cell]
                    if word_turned >= 0:
                        entry = state[row + met_turned + tile]
                        word_turned += entry >> 9
                        met_turned = entry & 511
                    elif cell == split:
                        entry = state[row + met + 2]
                        word_turned = word + (entry >> 9)
                        met_turned = entry & 511
                    entry = state[row + met + tile]
                    word += entry >> 9
                    met = entry & 511
                    at += 1
                if word_turned < 0:
                    word_turned = word
                if beside != 0:
                    ones = beside & empty
                    ones = (ones & 0x5555) + (ones >> 1 & 0x5555)
                    ones = (ones & 0x3333) + (ones >> 2 & 0x3333)
                    ones = (ones & 0x0F0F) + (ones >> 4 & 0x0F0F)
                    ones = (ones & 15) + (ones >> 8)
                    word = word * 9 + ones
                    word_turned = word_turned * 9 + ones
                weight = weights[begin + word] & 255
                if second == -1:
                    state[WORTHS + shape] = weight
                elif second >= 0:
                    weight -= state[WORTHS + shape]
                    if flipping:
                        turned += (weights[begin + word_turned] & 255) - state[WORTHS + shape]
                worth += weight
            if second == -2:
                score = worth
                start = size - start
            elif second == -1:
                base = worth
            else:
                worth += base
                state[CELLS + to_cell] = 0
                empty ^= 1 << to_cell
                if from_cell != -1:
                    from_cell = -2 - from_cell
                    state[CELLS + from_cell] = 7 - other
                    empty ^= 1 << from_cell
                if flipping:
                    turned += base
                    if turned > worth:
                        worth = turned
                if worth > best:
                    best = worth
                    if part == FOLLOWS and flipping == 0:
                        favourite = second
                        # So many are before it, whatever else follows.
                        worth = state[SCORES + count] - best
                        ones = 0
                        for cell in range(count):
                            if state[SCORES + cell] > worth:
                                ones += 1
                        if ones > state[PASSED]:
                            state[SCORES + count] = BEHIND
                            best = 0
                            again = 0
                            second = last
            if second == -2 and flipping == 0:
                # The opponent is next: see it from there.
                for cell in range(16):
                    other = state[CELLS + cell]
                    if other > 2:
                        state[CELLS + cell] = other - 2
                    elif other != 0:
                        state[CELLS + cell] = other + 2
            if again:
                second = -1
                again = 0
            elif second == -1 and favourite >= 0:
                second = favourite - 1
                again = 1
            second += 1
        if best < 0:
            best = base
        if part == FOLLOWS:
            score = state[SCORES + count]
        if part != LEADS:
            score += best if flipping else -best
        if flipping == 0:
            for cell in range(16):
                other = state[CELLS + cell]
                if other > 2:
                    state[CELLS + cell] = other - 2
                elif other != 0:
                    state[CELLS + cell] = other + 2
        state[CELLS + target] = 0
        if source >= 0:
            state[CELLS + source] = before
        state[WAYS + count] = way
        state[SCORES + count] = score
        count += 1
        way += 1
    state[COUNT] = count
    state[NEXT] = way
    state[STAMP] = stamp
    state[SPENT] = (spent * _SHAPE_COST) >> 3
    return DONE if way >= ways else RUNNING


def flip_unpack(state: "ptr32", codes: "ptr8", budget: int) -> int:
    """Decode a block up to the slot WANTED, at most `budget` slots; DONE when it is there.

    A binary range coder with 24 bits of range and adaptive chances. A symbol n is n ones and
    a zero.
    """
    wide = state[RANGE]
    code = state[CODE]
    at = state[BYTE]
    slot = state[SLOT]
    wanted = state[WANTED]
    group = state[GROUP]
    if slot == 0:
        wide = 0xFFFFFF
        # The masks make it a signed integer for Numba, too.
        code = (codes[0] & 255) << 16 | (codes[1] & 255) << 8 | (codes[2] & 255)
        if code >= wide:  # no block begins so, but a damaged one
            code = wide - 1
        at = 3
    stop = slot + budget
    symbol = state[FOUND]
    while slot <= wanted and slot < stop:
        here = slot & (group - 1)
        # Slots that differ from this one in one side.
        known = 0
        other = 0
        bit = 1
        while bit < group:
            if here & bit:
                known += 1
                other += state[RECENT + (here ^ bit)]
            bit <<= 1
        context = ODDS + known * 8 + other
        if other > 2:
            other = 2
        symbol = 0
        going = 1
        while going:
            chance = state[context]
            bound = (wide >> 12) * chance
            if code < bound:
                wide = bound
                state[context] = chance + ((4096 - chance) >> RATE)
                going = 0
            else:
                code -= bound
                wide -= bound
                state[context] = chance - (chance >> RATE)
                symbol += 1
                context = symbol if symbol < LATER_SYMBOLS else LATER_SYMBOLS
                context = ODDS + LATER_CONTEXTS + (context - 1) * 3 + other
                if symbol == HIGHEST:
                    going = 0
            while wide < TOP:
                wide <<= 8
                code = code << 8 | (codes[at] & 255)
                if at < LAST:
                    at += 1
        state[RECENT + here] = 1 if symbol else 0
        slot += 1
    state[RANGE] = wide
    state[CODE] = code
    state[BYTE] = at
    state[SLOT] = slot
    state[FOUND] = symbol
    return DONE if slot > wanted else RUNNING
