"""The book's two loops: rank the steps of a position, and decode a place in the table.

Written like `search_kernel`, for three ways of running: integers and flat arrays only, all values
below 2**30, so that CPython, Numba and viper agree to the bit. What the tables mean is described
in `book`.

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

_FLIPS = const(64)  # ways of a flip: 4 for each cell
# One shape takes the chip about 7 / 8 of an evaluation of the search, 880 cycles.
_SHAPE_COST = const(7)
_DEAREST = const(1200)  # a step is not started with less left, unless it is the first


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
    part = state[PART]
    stamp = state[STAMP]
    spent = 0
    if way == 0:
        count = 0
        stamp = 0
        for shape in range(state[SHAPES]):
            state[STAMPS + shape] = 0
    ways = _FLIPS if flipping else 32
    favourite = -1  # the flip that was best after another placement
    while way < ways:
        if spent != 0 and ((spent * _SHAPE_COST) >> 3) + _DEAREST > budget:
            break
        source, target, tile = _step(state, way, flipping)
        if tile == 0 or state[CELLS + target] != 0:
            way += 1
            continue
        before = 0
        if source >= 0:
            before = state[CELLS + source]
            state[CELLS + source] = 0
        state[CELLS + target] = tile
        score, best, favourite, stamp, spent = _weigh(
            state, shapes, weights, count, favourite, stamp, spent
        )
        if part == FOLLOWS:
            score = state[SCORES + count]
        if part != LEADS:
            score += best if flipping else -best
        if flipping == 0:
            _swap_players(state)
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


def _step(state: "ptr32", way: int, flipping: int) -> tuple[int, int, int]:
    """Decode a step: the cell that it empties or -1, the cell that it fills, and the tile (0: there
    is no such step)."""
    source = -1
    target = way >> 1
    tile = 1 + (way & 1)
    if flipping:
        source = way >> 2
        target = state[NEIGHBOURS + way]
        tile = 0
        if state[CELLS + source] > 2 and target != 255:
            tile = 7 - state[CELLS + source]
    return source, target, tile


def _swap_players(state: "ptr32") -> None:
    """View the position from the other player's side."""
    for cell in range(16):
        tile = state[CELLS + cell]
        if tile > 2:
            state[CELLS + cell] = tile - 2
        elif tile != 0:
            state[CELLS + cell] = tile + 2


def _empty_cells(state: "ptr32") -> int:
    """The empty cells as a mask."""
    empty = 0
    for cell in range(16):
        if state[CELLS + cell] == 0:
            empty |= 1 << cell
    return empty


def _weigh(
    state: "ptr32",
    shapes: "ptr8",
    weights: "ptr8",
    count: int,
    favourite: int,
    stamp: int,
    spent: int,
) -> tuple[int, int, int, int, int]:
    """Compute the worth of the position after the current step, the largest worth after all that
    can follow it, and the updated favourite, stamp and spent. After a placement the position is
    left as the opponent sees it."""
    flipping = state[FLIPPING]
    part = state[PART]
    size = state[SIZE]
    empty = _empty_cells(state)
    score = 0
    base = 0
    best = -1
    # What follows a flip are cells, each with both sides; what follows a placement are flips.
    last = 16 if flipping else _FLIPS
    if part == LEADS:
        last = -1
    # What it leads to (-2); the same with the other weights (-1); then what changes by all that
    # can follow. Flips lead to positions of the first set, and so do flips after placements.
    start = 0 if flipping or part else size
    second = -1 if part == FOLLOWS else -2
    again = 0
    if part == FOLLOWS and flipping == 0:
        _swap_players(state)
    while second < last:
        source, target, tile = _second_step(state, second, flipping)
        if second >= 0:
            if tile == 0 or state[CELLS + target] != 0:
                second = 0 if again else second + 1
                again = 0
                continue
            empty = _make_second(state, source, target, tile, empty)
        worth, turned, stamp, spent = _worth(
            state, shapes, weights, second, source, target, start, empty, stamp, spent
        )
        if second == -2:
            score = worth
            start = size - start
            if flipping == 0:
                _swap_players(state)
        elif second == -1:
            base = worth
        else:
            empty = _unmake_second(state, source, target, tile, empty)
            worth = _larger(worth, turned, base, flipping)
            if worth > best:
                best = worth
                if part == FOLLOWS and flipping == 0:
                    favourite = second
                    best, second, again = _look_ahead(state, count, best, second, again)
        second, again = _next(second, again, favourite)
    if best < 0:
        best = base
    return score, best, favourite, stamp, spent


def _second_step(state: "ptr32", second: int, flipping: int) -> tuple[int, int, int]:
    """Decode a second step like `_step`; after a flip one side of a tile stands for both."""
    source = -1
    target = -1
    tile = 0
    if second >= 0:
        if flipping:
            target = second
            tile = 1
        else:
            source, target, tile = _step(state, second, 1)
    return source, target, tile


def _make_second(state: "ptr32", source: int, target: int, tile: int, empty: int) -> int:
    """Make a second step. Returns the empty cells."""
    state[CELLS + target] = tile
    empty ^= 1 << target
    if source >= 0:
        state[CELLS + source] = 0
        empty ^= 1 << source
    return empty


def _unmake_second(state: "ptr32", source: int, target: int, tile: int, empty: int) -> int:
    """Undo it. Returns the empty cells."""
    state[CELLS + target] = 0
    empty ^= 1 << target
    if source >= 0:
        state[CELLS + source] = 7 - tile
        empty ^= 1 << source
    return empty


def _larger(worth: int, turned: int, base: int, flipping: int) -> int:
    """The larger worth after a second step; if a tile has been placed, by its better side."""
    worth += base
    if flipping:
        turned += base
        if turned > worth:
            worth = turned
    return worth


def _look_ahead(
    state: "ptr32", count: int, best: int, second: int, again: int
) -> tuple[int, int, int]:
    """Stop examining the replies to a placement once it is behind enough others: more replies
    cannot improve its place."""
    score = state[SCORES + count] - best
    before = 0
    for other in range(count):
        if state[SCORES + other] > score:
            before += 1
    if before > state[PASSED]:
        state[SCORES + count] = BEHIND
        best = 0
        again = 0
        second = _FLIPS
    return best, second, again


def _next(second: int, again: int, favourite: int) -> tuple[int, int]:
    """The next step to examine: the favourite first (`again`), then all in order."""
    if again:
        second = -1
        again = 0
    elif second == -1 and favourite >= 0:
        second = favourite - 1
        again = 1
    second += 1
    return second, again


def _worth(
    state: "ptr32",
    shapes: "ptr8",
    weights: "ptr8",
    second: int,
    source: int,
    target: int,
    start: int,
    empty: int,
    stamp: int,
    spent: int,
) -> tuple[int, int, int, int]:
    """The worth of all shapes, or the change by a second step: of the shapes that contain or adjoin
    one of its cells. Returns it, the same with the tile on its other side, stamp and spent."""
    flipping = state[FLIPPING]
    lists = state[LISTS]
    split = target if flipping and second >= 0 else 255  # the cell whose tile may show either side
    offset = lists + 2 * (16 if second < 0 else target)
    low, high = _range_at(shapes, offset)
    stamp += 1
    worth = 0
    turned = 0
    going = 1
    while going:
        if low == high:
            going = 0
            if source >= 0:
                offset = lists + 2 * source
                low, high = _range_at(shapes, offset)
                source = -1
                going = 1
            continue
        shape = shapes[low] & 255
        low += 1
        if state[STAMPS + shape] == stamp:
            continue
        state[STAMPS + shape] = stamp
        spent += 1
        begin, word, word_turned = _content(state, shapes, lists, shape, split, start, empty)
        weight = weights[begin + word] & 255
        if second == -1:
            state[WORTHS + shape] = weight
        elif second >= 0:
            weight -= state[WORTHS + shape]
            if flipping:
                turned += (weights[begin + word_turned] & 255) - state[WORTHS + shape]
        worth += weight
    return worth, turned, stamp, spent


def _range_at(shapes: "ptr8", offset: int) -> tuple[int, int]:
    """The start and the end of a list of shapes. (The masks make signed integers of bytes for
    Numba.)"""
    low = shapes[offset] & 255 | (shapes[offset + 1] & 255) << 8
    high = shapes[offset + 2] & 255 | (shapes[offset + 3] & 255) << 8
    return low, high


def _content(
    state: "ptr32", shapes: "ptr8", lists: int, shape: int, split: int, start: int, empty: int
) -> tuple[int, int, int]:
    """The start of a shape's weights, the number of its contents, and the number with the tile on
    `split` turned over."""
    offset = lists + 36 + 2 * shape
    offset = shapes[offset] & 255 | (shapes[offset + 1] & 255) << 8
    left = shapes[offset] & 255
    beside = shapes[offset + 1] | shapes[offset + 2] << 8
    begin = start + (shapes[offset + 3] | shapes[offset + 4] << 8)
    offset += 5
    met = 0
    word = 0
    met_turned = 0
    word_turned = -1
    row = WORDS + 5 * left
    end = offset + left
    while offset < end:
        row -= 5
        cell = shapes[offset] & 255
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
        offset += 1
    if word_turned < 0:
        word_turned = word
    if beside != 0:
        ones = _ones(beside & empty)
        word = word * 9 + ones
        word_turned = word_turned * 9 + ones
    return begin, word, word_turned


def _ones(mask: int) -> int:
    """The number of bits set, of 16."""
    mask = (mask & 0x5555) + (mask >> 1 & 0x5555)
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = (mask & 0x0F0F) + (mask >> 4 & 0x0F0F)
    return (mask & 15) + (mask >> 8)


def flip_unpack(state: "ptr32", codes: "ptr8", budget: int) -> int:
    """Decode a block up to the slot WANTED, at most `budget` slots; DONE when it is there.

    A binary range coder with 24 bits of range and adaptive chances. A symbol n is n ones and
    a zero.
    """
    wide = state[RANGE]
    code = state[CODE]
    offset = state[BYTE]
    slot = state[SLOT]
    wanted = state[WANTED]
    group = state[GROUP]
    if slot == 0:
        wide = 0xFFFFFF
        # the mask makes it a signed integer for Numba, too
        code = (codes[0] & 255) << 16 | (codes[1] & 255) << 8 | (codes[2] & 255)
        if code >= wide:  # only a damaged block begins like this
            code = wide - 1
        offset = 3
    stop = slot + budget
    symbol = state[FOUND]
    while slot <= wanted and slot < stop:
        here = slot & (group - 1)
        context, other = _context(state, here, group)
        symbol, wide, code, offset = _symbol(state, codes, context, other, wide, code, offset)
        state[RECENT + here] = 1 if symbol else 0
        slot += 1
    state[RANGE] = wide
    state[CODE] = code
    state[BYTE] = offset
    state[SLOT] = slot
    state[FOUND] = symbol
    return DONE if slot > wanted else RUNNING


def _context(state: "ptr32", here: int, group: int) -> tuple[int, int]:
    """The offset of the chances for a slot's first bit, which depends on the slots of its group
    that differ from it in one side; and how many of those, up to 2, are not 0."""
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
    return context, other


def _symbol(
    state: "ptr32", codes: "ptr8", context: int, other: int, wide: int, code: int, offset: int
) -> tuple[int, int, int, int]:
    """Decode a symbol. Returns it and the coder's range, code and next byte."""
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
            code = code << 8 | (codes[offset] & 255)
            if offset < LAST:
                offset += 1
    return symbol, wide, code, offset
