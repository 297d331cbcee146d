"""Readings and presses injected by a computer.

They lapse unless they are repeated: if the computer stops or the cable is pulled out, the board
uses its own sensors again.
"""

from array import array
from binascii import unhexlify

from lodeboard.boards.profile import Profile
from lodeboard.link.commands import CommandError
from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

LAPSE_MS = 2000
_BUTTONS = 7


class Injected:
    """sensing: injected readings are in use. held: buttons held down, coded as by a port."""

    def __init__(self, profile: Profile):
        self._raw = array("H", [0] * profile.cells)
        self._most = profile.raw_full - profile.data["adc"]["oversample"]
        self._raw_ms = 0
        self._held_ms = 0
        self.sensing = False
        self.held = 0

    def take(self, command: "dict[str, object]", now_ms: int) -> None:
        """Execute an `inject` command. CommandError changes nothing."""
        if command.get("on") is False:
            self.sensing = False
            self.held = 0
            return
        raw = command.get("raw")
        held = command.get("held")
        if raw is None and held is None:
            raise CommandError("inject wants raw or held, or on: false.")
        wrong = isinstance(held, bool) or not isinstance(held, int) or not 0 <= held <= _BUTTONS
        if held is not None and wrong:
            raise CommandError("held is the sum of 1 left, 2 middle, 4 right.")
        if raw is not None:
            self._take_readings(raw)
            self._raw_ms = now_ms
            self.sensing = True
        if isinstance(held, int):
            self.held = held
            self._held_ms = now_ms

    def _take_readings(self, raw: object) -> None:
        cells = len(self._raw)
        data = b""
        if isinstance(raw, str) and len(raw) == 4 * cells:
            try:
                data = unhexlify(raw)
            except ValueError:
                pass
        if len(data) != 2 * cells:
            raise CommandError(f"raw is {cells} readings of two bytes each, in hexadecimal.")
        # No conversion: the chip is little-endian too.
        readings = array("H", data)
        if max(readings) > self._most:
            raise CommandError(f"A reading is at most {self._most}.")
        self._raw[:] = readings

    def lapse(self, now_ms: int) -> None:
        """Drop values that have not been repeated for too long."""
        if self.sensing and since(now_ms, self._raw_ms) > LAPSE_MS:
            self.sensing = False
        if self.held and since(now_ms, self._held_ms) > LAPSE_MS:
            self.held = 0

    def read(self, out: "MutableSequence[int]") -> None:
        """Copy the readings to `out`, like a port's sensors."""
        out[:] = self._raw
