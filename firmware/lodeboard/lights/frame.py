"""One frame buffer: takes a meaning per cell, gives the final bytes of the LED chain."""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.lights import kernel, layout
from lodeboard.lights.palette import LAG, MEANINGS, STEPS, bright, colour

BRIGHTNESS_STEPS = (120, 160, 205, 255)  # the four settings, of 255


class Frame:
    """Renders a meaning for each cell into GRB bytes in chain order.

    Gamma-corrected (2.2, as eyes see it), scaled by the brightness setting, and dimmed as a whole
    if the LEDs together would exceed the board's budget at some moment of their cycle.
    """

    def __init__(self, profile: Profile):
        self._cells = profile.cells
        self.marks = bytearray(profile.cells)
        self.bytes = bytearray(3 * profile.cells)
        self.brightness = BRIGHTNESS_STEPS[2]
        self.tables = _tables() + bytes(profile.led_order)
        self.state = array("i", [0] * (layout.BYTES + 3 * profile.cells))
        self.state[layout.CELLS] = profile.cells
        self.state[layout.COLUMNS] = profile.columns
        self.state[layout.ORDER] = len(self.tables) - profile.cells
        # Scaled values are rounded: each of a cell's three colours may be half a step larger.
        self.state[layout.BUDGET] = profile.light_budget - 3 * profile.cells // 2

    def clear(self) -> None:
        """Clear all marks."""
        for cell in range(self._cells):
            self.marks[cell] = 0

    def fill(self, meaning: int) -> None:
        """Set the same mark on every cell."""
        for cell in range(self._cells):
            self.marks[cell] = meaning

    def render(self, now_ms: int) -> bool:
        """Compute `bytes` for this moment; True if they differ from the last ones."""
        state = self.state
        state[layout.NOW_MS] = now_ms
        state[layout.BRIGHTNESS] = self.brightness
        return kernel.render(state, self.tables, self.marks, self.bytes) != 0


def _tables() -> bytearray:
    """The kernel's tables without the order: gamma, then movement, lag and colour of each
    meaning."""
    tables = bytearray([int((value / 255) ** 2.2 * 255 + 0.5) for value in range(256)])
    for meaning in range(MEANINGS):
        tables += bytes([bright(meaning, step) for step in range(STEPS)])
        tables.append(LAG[meaning])
        tables += colour(meaning)
    return tables
