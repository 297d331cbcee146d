"""From meanings to the bytes of the LED chain: one function on integers and arrays.

CPython runs it as it is; the build inlines the private functions and compiles the public one for
the chip as viper (host_tools/build/inline.py, viper.py).
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
    """The chain's bytes at this moment into `out`, green, red, blue for each LED. Returns 1 if any
    byte changed."""
    cells = state[CELLS]
    total, shown = _light(state, tables, marks, cells)
    most = _most_needed(state, total, shown)
    changed = 0
    for index in range(3 * cells):
        value = state[BYTES + index]
        if most > state[BUDGET]:
            # Round to nearest: truncation would lose weak green or blue and turn orange into red.
            value = (2 * value * state[BUDGET] + most) // (2 * most)
        if value != out[index]:
            out[index] = value
            changed = 1
    return changed


def _light(state: "ptr32", tables: "ptr8", marks: "ptr8", cells: int) -> tuple[int, int]:
    """The bytes for the marks into `state`, not scaled yet. Returns their sum, and a number that
    is the same for the same marks."""
    brightness = state[BRIGHTNESS]
    order = state[ORDER]
    total = 0
    column = 0
    diagonal = 0  # row + column
    shown = 0
    for cell in range(cells):
        offset = BYTES + 3 * tables[order + cell]
        meaning = marks[cell]
        green = 0
        red = 0
        blue = 0
        if meaning:
            record = RECORDS + meaning * RECORD
            light = _moved(state, tables, record, diagonal)
            light = light * brightness >> 8
            red = tables[tables[record + RED] * light >> 8]
            green = tables[tables[record + RED + 1] * light >> 8]
            blue = tables[tables[record + RED + 2] * light >> 8]
            total += red + green + blue
        shown = (5 * shown + meaning) & 0xFFFFFF
        state[offset] = green
        state[offset + 1] = red
        state[offset + 2] = blue
        column += 1
        diagonal += 1
        if column == state[COLUMNS]:
            column = 0
            diagonal += 1 - state[COLUMNS]
    return total, shown


def _moved(state: "ptr32", tables: "ptr8", record: int, diagonal: int) -> int:
    """The brightness of a meaning now, interpolated linearly between two steps of its movement."""
    phase_ms = state[NOW_MS] - tables[record + LAG] * diagonal * STEP_MS
    step = (phase_ms >> 6) & 15
    here = tables[record + step]
    there = tables[record + ((step + 1) & 15)]
    return here + ((there - here) * (phase_ms & 63) >> 6)


def _most_needed(state: "ptr32", total: int, shown: int) -> int:
    """The largest sum that these marks have needed in a cycle so far. If each frame were scaled by
    its own need, some lights would swell as others fade."""
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
    return most
