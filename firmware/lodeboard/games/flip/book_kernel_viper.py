"""Machine code for the chip: the viper twin of book_kernel.py.

Made from that file by `python -m host_tools.build.viper`: change it, not this one. Names of
constants have an underscore here, so that they take no room on the board. What the code does
and what the words of `state` mean is told there. Only a port may import this: on a computer
there is no viper.
"""

import micropython
from micropython import const

_BYTE = const(2)
_CELLS = const(8)
_CODE = const(1)
_COUNT = const(358)
_DONE = const(1)
_FLIPPING = const(0)
_FOLLOWS = const(1)
_FOUND = const(6)
_GROUP = const(5)
_HIGHEST = const(31)
_LATER_CONTEXTS = const(48)
_LATER_SYMBOLS = const(19)
_LEADS = const(2)
_LISTS = const(4)
_NEIGHBOURS = const(24)
_NEXT = const(3)
_ODDS = const(72)
_PART = const(6)
_RANGE = const(0)
_RATE = const(7)
_RECENT = const(8)
_RUNNING = const(0)
_SCORES = const(392)
_SIZE = const(2)
_SLOT = const(3)
_SPENT = const(359)
_STAMP = const(5)
_STAMPS = const(424)
_TOP = const(65536)
_WANTED = const(4)
_WAYS = const(360)
_WORDS = const(88)
_WORTHS = const(552)
_SHAPE_COST = const(7)
_DEAREST = const(1200)


@micropython.viper
def flip_order(state: ptr32, shapes: ptr8, weights: ptr8, budget: int) -> int:
    flipping = state[_FLIPPING]
    count = state[_COUNT]
    way = state[_NEXT]
    size = state[_SIZE]
    part = state[_PART]
    lists = state[_LISTS]
    stamp = state[_STAMP]
    spent = 0
    if way == 0:
        count = 0
    ways = 64 if flipping else 32
    last = 32 if flipping else 64
    if part == _LEADS:
        last = -1
    while way < ways:
        if spent != 0 and ((spent * _SHAPE_COST) >> 3) + _DEAREST > budget:
            break
        # Make the step.
        source = -1
        target = way >> 1
        tile = 1 + (way & 1)
        if flipping:
            source = way >> 2
            target = state[_NEIGHBOURS + way]
            tile = 0
            if state[_CELLS + source] > 2 and target != 255:
                tile = 7 - state[_CELLS + source]
        if tile == 0 or state[_CELLS + target] != 0:
            way += 1
            continue
        before = 0
        if source >= 0:
            before = state[_CELLS + source]
            state[_CELLS + source] = 0
        state[_CELLS + target] = tile
        empty = 0
        for cell in range(16):
            if state[_CELLS + cell] == 0:
                empty |= 1 << cell
        score = 0
        base = 0
        best = -1
        # What it leads to; the same with the other weights; then what changes by all that can
        # follow. Flips lead to positions of the first set, and so do flips after placements.
        start = 0 if flipping or part else size
        second = -2
        if part == _FOLLOWS:
            second = -1
            if flipping == 0:
                for cell in range(16):
                    other = state[_CELLS + cell]
                    if other > 2:
                        state[_CELLS + cell] = other - 2
                    elif other != 0:
                        state[_CELLS + cell] = other + 2
        while second < last:
            from_cell = -1
            to_cell = -1
            other = 0
            if second >= 0:
                legal = 1
                if flipping:
                    to_cell = second >> 1
                    other = 1 + (second & 1)
                else:
                    from_cell = second >> 2
                    to_cell = state[_NEIGHBOURS + second]
                    other = 7 - state[_CELLS + from_cell]
                    if other > 4 or to_cell == 255:
                        legal = 0
                if legal != 0 and state[_CELLS + to_cell] != 0:
                    legal = 0
                if legal == 0:
                    second += 1
                    continue
                state[_CELLS + to_cell] = other
                empty ^= 1 << to_cell
                if from_cell >= 0:
                    state[_CELLS + from_cell] = 0
                    empty ^= 1 << from_cell
            # The shapes to look at: all, or those that a cell is part of or beside. (The masks make
            # signed integers of bytes for Numba.)
            at = lists + 2 * (16 if second < 0 else to_cell)
            low = shapes[at] & 255 | (shapes[at + 1] & 255) << 8
            high = shapes[at + 2] & 255 | (shapes[at + 3] & 255) << 8
            stamp += 1
            worth = 0
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
                if state[_STAMPS + shape] == stamp:
                    continue
                state[_STAMPS + shape] = stamp
                spent += 1
                at = lists + 36 + 2 * shape
                at = shapes[at] & 255 | (shapes[at + 1] & 255) << 8
                left = shapes[at] & 255
                beside = shapes[at + 1] | shapes[at + 2] << 8
                begin = start + (shapes[at + 3] | shapes[at + 4] << 8)
                at += 5
                met = 0
                word = 0
                row = _WORDS + 5 * left
                end = at + left
                while at < end:
                    row -= 5
                    entry = state[row + met + state[_CELLS + shapes[at]]]
                    word += entry >> 9
                    met = entry & 511
                    at += 1
                if beside != 0:
                    ones = beside & empty
                    ones = (ones & 0x5555) + (ones >> 1 & 0x5555)
                    ones = (ones & 0x3333) + (ones >> 2 & 0x3333)
                    ones = (ones & 0x0F0F) + (ones >> 4 & 0x0F0F)
                    word = word * 9 + (ones & 15) + (ones >> 8)
                weight = weights[begin + word] & 255
                if second == -1:
                    state[_WORTHS + shape] = weight
                elif second >= 0:
                    weight -= state[_WORTHS + shape]
                worth += weight
            if second == -2:
                score = worth
                start = size - start
            elif second == -1:
                base = worth
            else:
                if worth + base > best:
                    best = worth + base
                state[_CELLS + to_cell] = 0
                empty ^= 1 << to_cell
                if from_cell != -1:
                    from_cell = -2 - from_cell
                    state[_CELLS + from_cell] = 7 - other
                    empty ^= 1 << from_cell
            if second == -2 and flipping == 0:
                # The opponent is next: see it from there.
                for cell in range(16):
                    other = state[_CELLS + cell]
                    if other > 2:
                        state[_CELLS + cell] = other - 2
                    elif other != 0:
                        state[_CELLS + cell] = other + 2
            second += 1
        if best < 0:
            best = base
        if part == _LEADS:
            score += state[_SCORES + count]
        elif flipping:
            score += best
        else:
            score -= best
        if flipping == 0:
            for cell in range(16):
                other = state[_CELLS + cell]
                if other > 2:
                    state[_CELLS + cell] = other - 2
                elif other != 0:
                    state[_CELLS + cell] = other + 2
        state[_CELLS + target] = 0
        if source >= 0:
            state[_CELLS + source] = before
        state[_WAYS + count] = way
        state[_SCORES + count] = score
        count += 1
        way += 1
    state[_COUNT] = count
    state[_NEXT] = way
    state[_STAMP] = stamp
    state[_SPENT] = (spent * _SHAPE_COST) >> 3
    return _DONE if way >= ways else _RUNNING


@micropython.viper
def flip_unpack(state: ptr32, codes: ptr8, budget: int) -> int:
    wide = state[_RANGE]
    code = state[_CODE]
    at = state[_BYTE]
    slot = state[_SLOT]
    wanted = state[_WANTED]
    group = state[_GROUP]
    if slot == 0:
        wide = 0xFFFFFF
        # The masks make it a signed integer for Numba, too.
        code = (codes[0] & 255) << 16 | (codes[1] & 255) << 8 | (codes[2] & 255)
        at = 3
    stop = slot + budget
    symbol = state[_FOUND]
    while slot <= wanted and slot < stop:
        here = slot & (group - 1)
        # Slots that differ from this one in one side.
        known = 0
        other = 0
        bit = 1
        while bit < group:
            if here & bit:
                known += 1
                other += state[_RECENT + (here ^ bit)]
            bit <<= 1
        context = _ODDS + known * 8 + other
        if other > 2:
            other = 2
        symbol = 0
        going = 1
        while going:
            chance = state[context]
            bound = (wide >> 12) * chance
            if code < bound:
                wide = bound
                state[context] = chance + ((4096 - chance) >> _RATE)
                going = 0
            else:
                code -= bound
                wide -= bound
                state[context] = chance - (chance >> _RATE)
                symbol += 1
                context = symbol if symbol < _LATER_SYMBOLS else _LATER_SYMBOLS
                context = _ODDS + _LATER_CONTEXTS + (context - 1) * 3 + other
                if symbol == _HIGHEST:
                    going = 0
            while wide < _TOP:
                wide <<= 8
                code = code << 8 | (codes[at] & 255)
                at += 1
        state[_RECENT + here] = 1 if symbol else 0
        slot += 1
    state[_RANGE] = wide
    state[_CODE] = code
    state[_BYTE] = at
    state[_SLOT] = slot
    state[_FOUND] = symbol
    return _DONE if slot > wanted else _RUNNING
