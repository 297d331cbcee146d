"""The filter between readings and codes: three functions on integers and arrays.

CPython runs them as they are; the build inlines the private functions and compiles the public ones
for the chip as viper (host_tools/build/inline.py, viper.py). What the filter does, and why, is in
`cells`.

`state` is one array of 32-bit words, described in `layout`. All values stay below 2**30:
readings are the sum of some conversions, at most 65535.
"""

from micropython import const

from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UNCLEAR, UP_0, UP_1
from lodeboard.sensing.layout import (
    ANCHOR,
    AROUND,
    CELLS,
    CROSS,
    DEBOUNCE_MS,
    DEVIATION,
    DRIFT,
    DRIFT_LIMIT,
    DRIFT_STEP,
    DRIFT_STEP_MS,
    DRIFT_WINDOW,
    DRIFTED_MS,
    EMPTY_LIMIT,
    FAR_DEBOUNCE_MS,
    FAR_DIAGONAL,
    FAR_HIGH,
    FAR_LOW,
    FAR_SHARE,
    FAR_STRAIGHT,
    FIRST,
    FITS,
    HELD,
    HYSTERESIS,
    JUMP,
    LAST_CLEAR,
    LOBE,
    LOBE_SINCE,
    NEAR_DIAGONAL,
    NEAR_HIGH,
    NEAR_LOW,
    NEAR_STRAIGHT,
    NOMINAL,
    RECORD,
    RECORDS,
    RELEASED,
    SETTLE_MS,
    SETTLED,
    SHIFT,
    SINCE,
    STEADY,
    STEADY_SINCE,
    STILL,
    TRACE,
    TRACE_ALONE,
    TRACE_MS,
    UNCLEAR_MS,
    UNSURE_SINCE,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.pointers import ptr8, ptr16, ptr32

_SIDES = const(4)
_GAIN_ONE = const(1024)
_CLOCK = const(0x3FFFFFFF)  # the clock wraps there; so do differences of two times


def deviate(state: "ptr32", raw: "ptr16", zero: "ptr16", gain: "ptr16") -> int:
    """Compute each cell's deviation from its readings: minus zero and drift, times gain / 1024,
    rounded down. Returns the number of cells."""
    cells = state[CELLS]
    record = RECORDS
    for cell in range(cells):
        deviation = raw[cell] - zero[cell] - (state[record + DRIFT] >> 4)
        factor = gain[cell]
        if factor != _GAIN_ONE:
            # deviation * factor >> 10 in two parts, so that neither passes 2**30.
            part = (deviation & 1023) * factor
            deviation = (deviation >> 10) * factor + (part >> 10)
        state[record + DEVIATION] = deviation
        record += RECORD
    return cells


def classify(state: "ptr32", codes: "ptr8", now_ms: int) -> int:
    """Decide the code of each cell from its deviation. Returns 1 if any changed."""
    cells = state[CELLS]
    first = state[FIRST]
    still = state[STILL]
    slack = state[HYSTERESIS]
    changed = 0
    record = RECORDS
    for cell in range(cells):
        deviation = state[record + DEVIATION]
        size = _size(deviation)
        moved = deviation - state[record + ANCHOR]
        if first != 0 or moved > still or moved < -still:
            state[record + ANCHOR] = deviation
            state[record + SINCE] = now_ms
        if first:
            codes[cell] = UNCLEAR
            state[record + FITS] = 0
            state[record + UNSURE_SINCE] = now_ms
        old = codes[cell]
        level = _level(state, old, deviation, size, slack)
        if level == EMPTY:
            state[record + RELEASED] = 0  # lifted: the next tile may read differently
        # A settled tile's reading has changed: check for another one on top.
        elif level == state[record + LAST_CLEAR] and state[record + RELEASED] != 0:
            level = _beside_another(state, record, level, size, now_ms)
        if level == old and old != UNCLEAR:
            changed = _keep(state, codes, cell, record, level, deviation, changed, now_ms)
        else:
            code = _changed(state, record, old, level, now_ms)
            if code != old:
                codes[cell] = code
                changed = 1
                _settle(state, record, code, deviation, now_ms)
        record += RECORD
    state[FIRST] = 0
    if changed:
        _add_crosstalk(state, codes, cells)
    return changed


def _size(value: int) -> int:
    if value < 0:
        value = -value
    return value


def _passed_ms(now_ms: int, since_ms: int) -> int:
    return (now_ms - since_ms) & _CLOCK


def _level(state: "ptr32", old: int, deviation: int, size: int, slack: int) -> int:
    """The code that a reading belongs to; the bands are wider for the current code."""
    limit = state[EMPTY_LIMIT]
    if old == EMPTY:
        limit += slack
    level = UNCLEAR
    if size < limit:
        level = EMPTY
    else:
        far = DOWN_0
        near = UP_1
        if deviation > 0:
            far = DOWN_1
            near = UP_0
        more = 0
        if old == far:
            more = slack
        if size > state[FAR_LOW] - more and size < state[FAR_HIGH] + more:
            level = far
        else:
            more = 0
            if old == near:
                more = slack
            if size > state[NEAR_LOW] - more and size < state[NEAR_HIGH] + more:
                level = near
    return level


def _beside_another(state: "ptr32", record: int, level: int, size: int, now_ms: int) -> int:
    """The level of a settled tile: UNCLEAR if its reading jumped, as another one is then on top. A
    strong tile pushed to the side of its well reads less, so a decrease of that size is no jump."""
    settled = _size(state[record + SETTLED])
    nominal = state[record + NOMINAL]
    less = state[JUMP]
    if level == UP_0 or level == UP_1:
        less = state[SHIFT]
    else:
        nominal = nominal * state[FAR_SHARE] >> 10
    change = size - settled
    if change > state[JUMP] or change < -less:
        # Exception: it was a stack taken for a tile, and the upper one is gone; then this reading
        # is nearer to that of one tile.
        before = _size(settled - nominal)
        after = _size(size - nominal)
        calm_ms = _passed_ms(now_ms, state[record + SINCE])
        if after + less < before and calm_ms >= state[SETTLE_MS]:
            state[record + RELEASED] = 0
        else:
            level = UNCLEAR
    return level


def _keep(
    state: "ptr32",
    codes: "ptr8",
    cell: int,
    record: int,
    level: int,
    deviation: int,
    changed: int,
    now_ms: int,
) -> int:
    """Handle a reading that fits the code. The code stays, except that of a weak tile which moves
    all the time: a strong tile held above the cell reads like a weak one, but hands tremble.
    Returns 1 if the code changes, else `changed`."""
    state[record + FITS] = 1
    # The reference is the reading of the tile after it was released.
    if state[record + RELEASED] == 0:
        moved = deviation - state[record + SETTLED]
        if moved > state[STEADY] or moved < -state[STEADY]:
            state[record + SETTLED] = deviation
            state[record + STEADY_SINCE] = now_ms
        elif _passed_ms(now_ms, state[record + STEADY_SINCE]) >= state[SETTLE_MS]:
            state[record + RELEASED] = 1
        if level == DOWN_0 or level == DOWN_1:
            if _passed_ms(now_ms, state[record + SINCE]) >= state[DEBOUNCE_MS]:
                state[record + UNSURE_SINCE] = now_ms
            elif _passed_ms(now_ms, state[record + UNSURE_SINCE]) >= 2 * state[UNCLEAR_MS]:
                codes[cell] = UNCLEAR
                changed = 1
    return changed


def _changed(state: "ptr32", record: int, old: int, level: int, now_ms: int) -> int:
    """The new code of a cell whose reading does not fit the old one, or fits none."""
    if state[record + FITS] != 0:
        state[record + FITS] = 0
        state[record + UNSURE_SINCE] = now_ms
    code = old
    needed_ms = state[DEBOUNCE_MS]
    if level == DOWN_0 or level == DOWN_1:
        needed_ms = state[FAR_DEBOUNCE_MS]
    if level != UNCLEAR and _passed_ms(now_ms, state[record + SINCE]) >= needed_ms:
        code = level
    elif _passed_ms(now_ms, state[record + UNSURE_SINCE]) >= state[UNCLEAR_MS]:
        code = UNCLEAR
    return code


def _settle(state: "ptr32", record: int, code: int, deviation: int, now_ms: int) -> None:
    """Start the record of a new code."""
    state[record + FITS] = 1
    state[record + UNSURE_SINCE] = now_ms
    if code != UNCLEAR and code != state[record + LAST_CLEAR]:
        state[record + LAST_CLEAR] = code
        state[record + STEADY_SINCE] = now_ms
        state[record + SETTLED] = deviation
        state[record + RELEASED] = 0


def _add_crosstalk(state: "ptr32", codes: "ptr8", cells: int) -> None:
    """Compute what the decided tiles add to the readings around them."""
    record = RECORDS
    for _ in range(cells):
        total = 0
        for side in range(8):
            other = state[record + AROUND + side]
            if other >= 0:
                near = state[NEAR_STRAIGHT]
                far = state[FAR_STRAIGHT]
                if side >= _SIDES:
                    near = state[NEAR_DIAGONAL]
                    far = state[FAR_DIAGONAL]
                code = codes[other]
                if code == UP_0:
                    total += near
                elif code == UP_1:
                    total -= near
                elif code == DOWN_1:
                    total += far
                elif code == DOWN_0:
                    total -= far
        state[record + CROSS] = total
        record += RECORD


def track(state: "ptr32", codes: "ptr8", traces: "ptr8", now_ms: int) -> int:
    """Find the empty cells that sense a tile between cells, and follow the drift of the others.
    Returns the number of cells with a lobe that no tile explains."""
    cells = state[CELLS]
    window = state[DRIFT_WINDOW]
    lobes = _find_lobes(state, codes, traces, cells, window, now_ms)
    if lobes:
        _find_traces(state, traces, cells, now_ms)
    if _passed_ms(now_ms, state[DRIFTED_MS]) >= state[DRIFT_STEP_MS]:
        state[DRIFTED_MS] = now_ms
        _follow_drift(state, codes, traces, cells, window)
    return lobes


def _offset(state: "ptr32", record: int) -> int:
    """The part of a cell's deviation that no tile explains."""
    return state[record + DEVIATION] - state[record + CROSS]


def _find_lobes(
    state: "ptr32", codes: "ptr8", traces: "ptr8", cells: int, window: int, now_ms: int
) -> int:
    """Record for each cell its lobe and since when, and clear the traces. Returns the number of
    lobes.

    A tile between cells leaves a small lobe on two neighbours. A single lobe counts only if it is
    large, as a small one may come from a tile in a hand high above. A lobe present from the start
    may be temperature drift since the zeros were measured: it does not count until the cell has
    read near its zero, or unless it exceeds the drift window.
    """
    trace = state[TRACE]
    lobes = 0
    record = RECORDS
    for cell in range(cells):
        traces[cell] = 0
        offset = 0
        sign = 0
        if codes[cell] == EMPTY:
            offset = _offset(state, record)
            if offset > trace:
                sign = 1
            elif offset < -trace:
                sign = -1
        if state[record + LOBE] == HELD:
            if codes[cell] != EMPTY:
                sign = HELD
            else:
                size = _size(offset)
                if size <= window and size > trace >> 1:
                    sign = HELD
        if sign != state[record + LOBE]:
            state[record + LOBE] = sign
            state[record + LOBE_SINCE] = now_ms
        if sign == 1 or sign == -1:
            lobes += 1
        record += RECORD
    return lobes


def _find_traces(state: "ptr32", traces: "ptr8", cells: int, now_ms: int) -> None:
    """Set the traces of cells whose lobe lasts and is large or has an equal one beside it."""
    long_ms = state[TRACE_MS]
    record = RECORDS
    for cell in range(cells):
        sign = state[record + LOBE]
        lasted_ms = _passed_ms(now_ms, state[record + LOBE_SINCE])
        if (sign == 1 or sign == -1) and lasted_ms >= long_ms:
            offset = _offset(state, record)
            if offset > state[TRACE_ALONE] or offset < -state[TRACE_ALONE]:
                traces[cell] = 1
            for side in range(_SIDES):
                other = state[record + AROUND + side]
                if other >= 0:
                    other = RECORDS + other * RECORD
                    if state[other + LOBE] == sign:
                        lasted_ms = _passed_ms(now_ms, state[other + LOBE_SINCE])
                        if lasted_ms >= long_ms:
                            traces[cell] = 1
        record += RECORD


def _follow_drift(state: "ptr32", codes: "ptr8", traces: "ptr8", cells: int, window: int) -> None:
    """Adjust zeros for slow drift on cells that are empty and read nearly zero."""
    record = RECORDS
    for cell in range(cells):
        if codes[cell] == EMPTY and traces[cell] == 0:
            offset = _offset(state, record)
            if offset != 0 and offset <= window and offset >= -window:
                drift = state[record + DRIFT] + state[DRIFT_STEP]
                if offset < 0:
                    drift = state[record + DRIFT] - state[DRIFT_STEP]
                if drift <= state[DRIFT_LIMIT] and drift >= -state[DRIFT_LIMIT]:
                    state[record + DRIFT] = drift
        record += RECORD
