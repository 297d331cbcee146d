"""One frame buffer: meanings in, the final bytes of the LED chain out."""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.lights import layout as kernel
from lodeboard.lights.palette import COLOURS, LAG, MEANINGS, MOVEMENTS, STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableSequence, Sequence
    from typing import Any

    Words = MutableSequence[int]
    Render = Callable[[Words, Sequence[int], Sequence[int], Words], int]

BRIGHTNESS_STEPS = (120, 160, 205, 255)  # the four settings, of 255


class Frame:
    """Renders a meaning for each cell into GRB bytes in chain order.

    Gamma-corrected (2.2, as eyes see it), scaled by the brightness setting, and scaled
    down as a whole when the LEDs together would draw more than the board's budget. `kernels`
    are a port's faster twins, by name; without one the plain function renders.
    """

    def __init__(self, profile: Profile, kernels: "Mapping[str, Any] | None" = None):
        leds = profile.data["leds"]
        self._cells = profile.cells
        self.marks = bytearray(profile.cells)
        self.bytes = bytearray(3 * profile.cells)
        self.brightness = BRIGHTNESS_STEPS[2]
        self._tables = _tables() + bytes(profile.led_order)
        self._state = array("i", [0] * (kernel.BYTES + 3 * profile.cells))
        self._state[kernel.CELLS] = profile.cells
        self._state[kernel.COLUMNS] = profile.columns
        self._state[kernel.ORDER] = len(self._tables) - profile.cells
        budget_ma = leds["budget_ma"] - leds["idle_ma"] * profile.cells
        self._state[kernel.BUDGET] = int(budget_ma * 255 / leds["channel_full_ma"])
        self._render: "Render" = (kernels or {}).get("render") or _plain()

    def clear(self) -> None:
        """All marks off."""
        for cell in range(self._cells):
            self.marks[cell] = 0

    def fill(self, meaning: int) -> None:
        """The same mark on every cell."""
        for cell in range(self._cells):
            self.marks[cell] = meaning

    def render(self, now_ms: int) -> bool:
        """Work out `bytes` for this moment; True when they differ from the last ones."""
        state = self._state
        state[kernel.NOW_MS] = now_ms
        state[kernel.BRIGHTNESS] = self.brightness
        return self._render(state, self._tables, self.marks, self.bytes) != 0


def _plain() -> "Render":
    """The kernel as it is written; not even imported where there is a faster twin."""
    from lodeboard.lights.kernel import render

    return render


def _tables() -> bytes:
    """The kernel's tables but for the order: gamma, then movement, lag, colour of meanings."""
    tables = bytearray([int((value / 255) ** 2.2 * 255 + 0.5) for value in range(256)])
    for meaning in range(MEANINGS):
        tables += MOVEMENTS[meaning * STEPS : (meaning + 1) * STEPS]
        tables.append(LAG[meaning])
        tables += bytes(COLOURS[meaning])
    return bytes(tables)
