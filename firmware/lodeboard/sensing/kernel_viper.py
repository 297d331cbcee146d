"""Machine code for the chip: the viper twin of kernel.py.

Made from that file by `python -m host_tools.build.viper`: change it, not this one. Names of
constants have an underscore here, so that they take no room on the board. What the code does
and what the words of `state` mean is told there. Only a port may import this: on a computer
there is no viper.
"""

import micropython
from micropython import const

_DOWN_0 = const(2)
_DOWN_1 = const(4)
_EMPTY = const(0)
_UNCLEAR = const(5)
_UP_0 = const(1)
_UP_1 = const(3)
_ALONE = const(7)
_ANCHOR = const(1)
_AROUND = const(13)
_ASTRAY = const(3)
_CALM = const(13)
_CALM_SINCE = const(6)
_CELLS = const(0)
_CROSS = const(12)
_DEBOUNCE_MS = const(9)
_DEVIATION = const(0)
_DRIFT = const(9)
_DRIFT_LIMIT = const(21)
_DRIFT_STEP = const(20)
_DRIFT_STEP_MS = const(19)
_DRIFT_WINDOW = const(22)
_DRIFTED_MS = const(23)
_EMPTY_LIMIT = const(2)
_FAR_DEBOUNCE_MS = const(10)
_FAR_DIAGONAL = const(27)
_FAR_HIGH = const(4)
_FAR_LOW = const(3)
_FAR_STRAIGHT = const(26)
_FIRST = const(1)
_FITS = const(4)
_HYSTERESIS = const(7)
_JUMP = const(12)
_LOBE = const(10)
_LOBE_SINCE = const(11)
_NEAR_DIAGONAL = const(25)
_NEAR_HIGH = const(6)
_NEAR_LOW = const(5)
_NEAR_STRAIGHT = const(24)
_RECORD = const(21)
_RECORDS = const(28)
_SETTLE_MS = const(14)
_SETTLED = const(8)
_SHIFT = const(15)
_SINCE = const(2)
_STILL = const(8)
_TRACE = const(16)
_TRACE_ALONE = const(17)
_TRACE_MS = const(18)
_UNCLEAR_MS = const(11)
_UNDER = const(5)
_SIDES = const(4)
_GAIN_ONE = const(1024)
_CLOCK = const(0x3FFFFFFF)


@micropython.viper
def deviate(state: ptr32, raw: ptr16, zero: ptr16, gain: ptr16) -> int:
    cells = state[_CELLS]
    at = _RECORDS
    for cell in range(cells):
        deviation = raw[cell] - zero[cell] - (state[at + _DRIFT] >> 4)
        factor = gain[cell]
        if factor != _GAIN_ONE:
            # deviation * factor >> 10 in two parts, so that neither passes 2**30.
            part = (deviation & 1023) * factor
            deviation = (deviation >> 10) * factor + (part >> 10)
        state[at + _DEVIATION] = deviation
        at += _RECORD
    return cells


@micropython.viper
def classify(state: ptr32, codes: ptr8, now_ms: int) -> int:
    cells = state[_CELLS]
    first = state[_FIRST]
    still = state[_STILL]
    slack = state[_HYSTERESIS]
    changed = 0
    at = _RECORDS
    for cell in range(cells):
        deviation = state[at + _DEVIATION]
        size = deviation
        if size < 0:
            size = -size
        moved = deviation - state[at + _ANCHOR]
        if first != 0 or moved > still or moved < -still:
            state[at + _ANCHOR] = deviation
            state[at + _SINCE] = now_ms
        if first:
            codes[cell] = _UNCLEAR
            state[at + _FITS] = 0
            state[at + _ASTRAY] = now_ms

        # The level a reading belongs to; bands are wider for the code already decided.
        old = codes[cell]
        level = _UNCLEAR
        limit = state[_EMPTY_LIMIT]
        if old == _EMPTY:
            limit += slack
        if size < limit:
            level = _EMPTY
        else:
            far = _DOWN_0
            near = _UP_1
            if deviation > 0:
                far = _DOWN_1
                near = _UP_0
            more = 0
            if old == far:
                more = slack
            if size > state[_FAR_LOW] - more and size < state[_FAR_HIGH] + more:
                level = far
            else:
                more = 0
                if old == near:
                    more = slack
                if size > state[_NEAR_LOW] - more and size < state[_NEAR_HIGH] + more:
                    level = near

        # A tile lay alone, and reads otherwise now: another one is on top. A strong tile that
        # is pushed to the side of its well reads less, so that much less is no jump.
        if level != _EMPTY and level == state[at + _UNDER] and state[at + _ALONE] != 0:
            change = size
            if state[at + _SETTLED] < 0:
                change += state[at + _SETTLED]
            else:
                change -= state[at + _SETTLED]
            less = state[_JUMP]
            if level == _UP_0 or level == _UP_1:
                less = state[_SHIFT]
            if change > state[_JUMP] or change < -less:
                level = _UNCLEAR

        if level == old and old != _UNCLEAR:
            state[at + _FITS] = 1
            # Fingers tremble, a tile left alone does not: its reading then is the measure.
            if state[at + _ALONE] == 0:
                moved = deviation - state[at + _SETTLED]
                if moved > state[_CALM] or moved < -state[_CALM]:
                    state[at + _SETTLED] = deviation
                    state[at + _CALM_SINCE] = now_ms
                elif ((now_ms - state[at + _CALM_SINCE]) & _CLOCK) >= state[_SETTLE_MS]:
                    state[at + _ALONE] = 1
                # A strong tile in a hand that kept still for once was taken for a weak one; but
                # hands go on trembling.
                if level == _DOWN_0 or level == _DOWN_1:
                    if ((now_ms - state[at + _SINCE]) & _CLOCK) >= state[_DEBOUNCE_MS]:
                        state[at + _ASTRAY] = now_ms
                    elif ((now_ms - state[at + _ASTRAY]) & _CLOCK) >= 2 * state[_UNCLEAR_MS]:
                        codes[cell] = _UNCLEAR
                        changed = 1
        else:
            if state[at + _FITS] != 0:
                state[at + _FITS] = 0
                state[at + _ASTRAY] = now_ms
            code = old
            needed_ms = state[_DEBOUNCE_MS]
            if level == _DOWN_0 or level == _DOWN_1:
                needed_ms = state[_FAR_DEBOUNCE_MS]
            if level != _UNCLEAR and ((now_ms - state[at + _SINCE]) & _CLOCK) >= needed_ms:
                code = level
            elif ((now_ms - state[at + _ASTRAY]) & _CLOCK) >= state[_UNCLEAR_MS]:
                code = _UNCLEAR
            if code != old:
                codes[cell] = code
                state[at + _FITS] = 1
                state[at + _ASTRAY] = now_ms
                changed = 1
                if code != _UNCLEAR and code != state[at + _UNDER]:
                    state[at + _UNDER] = code
                    state[at + _CALM_SINCE] = now_ms
                    state[at + _SETTLED] = deviation
                    state[at + _ALONE] = 0
        at += _RECORD
    state[_FIRST] = 0

    # What the decided tiles add to the readings around them.
    if changed:
        at = _RECORDS
        for _ in range(cells):
            total = 0
            for side in range(8):
                other = state[at + _AROUND + side]
                if other >= 0:
                    near = state[_NEAR_STRAIGHT]
                    far = state[_FAR_STRAIGHT]
                    if side >= _SIDES:
                        near = state[_NEAR_DIAGONAL]
                        far = state[_FAR_DIAGONAL]
                    code = codes[other]
                    if code == _UP_0:
                        total += near
                    elif code == _UP_1:
                        total -= near
                    elif code == _DOWN_1:
                        total += far
                    elif code == _DOWN_0:
                        total -= far
            state[at + _CROSS] = total
            at += _RECORD
    return changed


@micropython.viper
def feel(state: ptr32, codes: ptr8, traces: ptr8, now_ms: int) -> int:
    # A tile between cells leaves a small lobe on two neighbours; one lobe alone counts when it
    # is large, for a small one may come from a tile in a hand high above.
    cells = state[_CELLS]
    trace = state[_TRACE]
    lobes = 0
    at = _RECORDS
    for cell in range(cells):
        traces[cell] = 0
        sign = 0
        if codes[cell] == _EMPTY:
            offset = state[at + _DEVIATION] - state[at + _CROSS]
            if offset > trace:
                sign = 1
            elif offset < -trace:
                sign = -1
        if sign != state[at + _LOBE]:
            state[at + _LOBE] = sign
            state[at + _LOBE_SINCE] = now_ms
        if sign != 0:
            lobes += 1
        at += _RECORD

    long_ms = state[_TRACE_MS]
    if lobes:
        at = _RECORDS
        for cell in range(cells):
            sign = state[at + _LOBE]
            if sign != 0 and ((now_ms - state[at + _LOBE_SINCE]) & _CLOCK) >= long_ms:
                offset = state[at + _DEVIATION] - state[at + _CROSS]
                if offset > state[_TRACE_ALONE] or offset < -state[_TRACE_ALONE]:
                    traces[cell] = 1
                for side in range(_SIDES):
                    other = state[at + _AROUND + side]
                    if other >= 0:
                        other = _RECORDS + other * _RECORD
                        if state[other + _LOBE] == sign:
                            lasted_ms = (now_ms - state[other + _LOBE_SINCE]) & _CLOCK
                            if lasted_ms >= long_ms:
                                traces[cell] = 1
            at += _RECORD

    # Zeros follow slow drift on cells that are empty and nearly at zero.
    if ((now_ms - state[_DRIFTED_MS]) & _CLOCK) >= state[_DRIFT_STEP_MS]:
        state[_DRIFTED_MS] = now_ms
        window = state[_DRIFT_WINDOW]
        at = _RECORDS
        for cell in range(cells):
            if codes[cell] == _EMPTY and traces[cell] == 0:
                offset = state[at + _DEVIATION] - state[at + _CROSS]
                if offset != 0 and offset <= window and offset >= -window:
                    drift = state[at + _DRIFT] + state[_DRIFT_STEP]
                    if offset < 0:
                        drift = state[at + _DRIFT] - state[_DRIFT_STEP]
                    if drift <= state[_DRIFT_LIMIT] and drift >= -state[_DRIFT_LIMIT]:
                        state[at + _DRIFT] = drift
            at += _RECORD
    return lobes
