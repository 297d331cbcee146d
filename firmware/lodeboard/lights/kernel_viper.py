"""Machine code for the chip: the viper twin of kernel.py.

Made from that file by `python -m host_tools.build.viper`: change it, not this one. Names of
constants have an underscore here, so that they take no room on the board. What the code does
and what the words of `state` mean is told there. Only a port may import this: on a computer
there is no viper.
"""

import micropython
from micropython import const

_BRIGHTNESS = const(2)
_BUDGET = const(3)
_BYTES = const(6)
_CELLS = const(0)
_COLUMNS = const(1)
_LAG = const(16)
_NOW_MS = const(4)
_ORDER = const(5)
_RECORD = const(20)
_RECORDS = const(256)
_RED = const(17)
_STEP_MS = const(64)


@micropython.viper
def render(state: ptr32, tables: ptr8, marks: ptr8, out: ptr8) -> int:
    cells = state[_CELLS]
    brightness = state[_BRIGHTNESS]
    order = state[_ORDER]
    total = 0
    column = 0
    diagonal = 0  # row + column
    for cell in range(cells):
        at = _BYTES + 3 * tables[order + cell]
        meaning = marks[cell]
        green = 0
        red = 0
        blue = 0
        if meaning:
            record = _RECORDS + meaning * _RECORD
            phase_ms = state[_NOW_MS] - tables[record + _LAG] * diagonal * _STEP_MS
            # Between two steps of the movement by a line.
            step = (phase_ms >> 6) & 15
            here = tables[record + step]
            there = tables[record + ((step + 1) & 15)]
            light = here + ((there - here) * (phase_ms & 63) >> 6)
            light = light * brightness >> 8
            red = tables[tables[record + _RED] * light >> 8]
            green = tables[tables[record + _RED + 1] * light >> 8]
            blue = tables[tables[record + _RED + 2] * light >> 8]
            total += red + green + blue
        state[at] = green
        state[at + 1] = red
        state[at + 2] = blue
        column += 1
        diagonal += 1
        if column == state[_COLUMNS]:
            column = 0
            diagonal += 1 - state[_COLUMNS]
    changed = 0
    for at in range(3 * cells):
        value = state[_BYTES + at]
        if total > state[_BUDGET]:
            value = value * state[_BUDGET] // total
        if value != out[at]:
            out[at] = value
            changed = 1
    return changed
