"""From meanings to the bytes of the LED chain: one flat function on integers and arrays.

CPython runs it as it is; the build compiles it for the chip as viper (host_tools/build/viper.py).
So it knows only integers and flat arrays, at most four arguments, no calls.
"""

from lodeboard.lights.layout import (
    BRIGHTNESS,
    BUDGET,
    BYTES,
    CELLS,
    COLUMNS,
    CYCLE,
    LAG,
    MOST,
    MOST_BEFORE,
    NOW_MS,
    ORDER,
    RECORD,
    RECORDS,
    RED,
    SHOWN,
)
from lodeboard.lights.palette import STEP_MS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.pointers import ptr8, ptr32


def render(state: "ptr32", tables: "ptr8", marks: "ptr8", out: "ptr8") -> int:
    """The chain's bytes at this moment into `out`, green, red, blue for each LED. Returns 1 when
    any is another one than before."""
    cells = state[CELLS]
    brightness = state[BRIGHTNESS]
    order = state[ORDER]
    total = 0
    column = 0
    diagonal = 0  # row + column
    shown = 0  # the same for the same marks
    for cell in range(cells):
        at = BYTES + 3 * tables[order + cell]
        meaning = marks[cell]
        green = 0
        red = 0
        blue = 0
        if meaning:
            record = RECORDS + meaning * RECORD
            phase_ms = state[NOW_MS] - tables[record + LAG] * diagonal * STEP_MS
            # Between two steps of the movement by a line.
            step = (phase_ms >> 6) & 15
            here = tables[record + step]
            there = tables[record + ((step + 1) & 15)]
            light = here + ((there - here) * (phase_ms & 63) >> 6)
            light = light * brightness >> 8
            red = tables[tables[record + RED] * light >> 8]
            green = tables[tables[record + RED + 1] * light >> 8]
            blue = tables[tables[record + RED + 2] * light >> 8]
            total += red + green + blue
        shown = (5 * shown + meaning) & 0xFFFFFF
        state[at] = green
        state[at + 1] = red
        state[at + 2] = blue
        column += 1
        diagonal += 1
        if column == state[COLUMNS]:
            column = 0
            diagonal += 1 - state[COLUMNS]
    # What the marks need at most in a cycle, as far as it was seen: were each frame scaled by its
    # own need, lights would swell where others ebb.
    cycle = state[NOW_MS] >> 10
    if shown != state[SHOWN]:
        state[SHOWN] = shown
        state[CYCLE] = cycle
        state[MOST] = 0
        state[MOST_BEFORE] = 0
    elif cycle != state[CYCLE]:
        state[CYCLE] = cycle
        state[MOST_BEFORE] = state[MOST]
        state[MOST] = 0
    if total > state[MOST]:
        state[MOST] = total
    most = state[MOST]
    if state[MOST_BEFORE] > most:
        most = state[MOST_BEFORE]
    changed = 0
    for at in range(3 * cells):
        value = state[BYTES + at]
        if most > state[BUDGET]:
            # To the nearest: cut off, a little green or blue would be lost, and orange be red.
            value = (2 * value * state[BUDGET] + most) // (2 * most)
        if value != out[at]:
            out[at] = value
            changed = 1
    return changed
