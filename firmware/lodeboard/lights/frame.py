"""One frame buffer: meanings in, the final bytes of the LED chain out."""

from lodeboard.boards.profile import Profile
from lodeboard.lights.palette import COLOURS, LAG, STEP_MS, level

BRIGHTNESS_STEPS = (120, 160, 205, 255)  # the four settings, of 255


class Frame:
    """Renders a meaning for each cell into GRB bytes in chain order.

    Gamma-corrected (2.2, as eyes see it), scaled by the brightness setting, and scaled
    down as a whole when the LEDs together would draw more than the board's budget.
    """

    def __init__(self, profile: Profile):
        leds = profile.data["leds"]
        self._cells = profile.cells
        self._columns = profile.columns
        self._order = profile.led_order
        self.marks = bytearray(profile.cells)
        self.bytes = bytearray(3 * profile.cells)
        self._shown = bytearray(3 * profile.cells)
        self._gamma = bytes([int((value / 255) ** 2.2 * 255 + 0.5) for value in range(256)])
        budget_ma = leds["budget_ma"] - leds["idle_ma"] * profile.cells
        self._budget = int(budget_ma * 255 / leds["channel_full_ma"])  # in steps of a channel
        self.brightness = BRIGHTNESS_STEPS[2]

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
        gamma = self._gamma
        total = 0
        for cell in range(self._cells):
            meaning = self.marks[cell]
            at = 3 * self._order[cell]
            if meaning == 0:
                self.bytes[at] = self.bytes[at + 1] = self.bytes[at + 2] = 0
                continue
            lag = LAG[meaning]
            if lag:
                lag *= (cell % self._columns + cell // self._columns) * STEP_MS
            light = level(meaning, now_ms - lag) * self.brightness >> 8
            red, green, blue = COLOURS[meaning]
            self.bytes[at] = gamma[green * light >> 8]
            self.bytes[at + 1] = gamma[red * light >> 8]
            self.bytes[at + 2] = gamma[blue * light >> 8]
            total += self.bytes[at] + self.bytes[at + 1] + self.bytes[at + 2]
        if total > self._budget:
            for at in range(len(self.bytes)):
                self.bytes[at] = self.bytes[at] * self._budget // total
        if self.bytes == self._shown:
            return False
        self._shown[:] = self.bytes
        return True
