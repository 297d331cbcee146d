"""Measurements of a self-test on a board. The computer requests them and makes the verdicts."""

from array import array

from lodeboard.boards.profile import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lodeboard.ports.port import Port, Sensors

_BLOB = "selftest"
_BLOB_BYTES = 600  # more than a page of flash


class SelfCheck:
    """Measurements on one board. `sensors` makes the port's reader for a profile."""

    def __init__(self, profile: Profile, port: "Port", sensors: "Callable[[Profile], Sensors]"):
        self.port = port
        self._profile = profile
        self._sensors = sensors

    def scan(self, channels: "Sequence[int]", rounds: int) -> "list[list[int]]":
        """Read channels of the multiplexer in this order, repeatedly. Returns the mean, lowest and
        highest reading for each place in the order."""
        cells = self._profile.cells
        found: list[list[int]] = []
        for start in range(0, len(channels), cells):
            part = list(channels[start : start + cells])
            # A scan has as many places as the board has cells; repeat the last channel to fill it.
            reader = self._reader(part + part[-1:] * (cells - len(part)))
            raw = array("H", [0] * cells)
            rows = [[0, 65535, 0] for _ in part]
            for _ in range(rounds):
                reader.read(raw)
                for index, row in enumerate(rows):
                    row[0] += raw[index]
                    row[1] = min(row[1], raw[index])
                    row[2] = max(row[2], raw[index])
            for row in rows:
                row[0] //= rounds
            found += rows
        return found

    def _reader(self, channels: "list[int]") -> "Sensors":
        data = dict(self._profile.data)
        data["mux"] = dict(data["mux"])
        data["mux"]["channels"] = channels
        return self._sensors(Profile(data))

    def light(self, colours: "Sequence[Sequence[int]]") -> None:
        """Show a colour (red, green, blue) on each cell."""
        frame = bytearray(3 * len(colours))
        for place, (red, green, blue) in zip(self._profile.led_order, colours):
            frame[3 * place : 3 * place + 3] = bytes((green, red, blue))
        self.port.lights.show(frame)

    def scratch(self) -> str:
        """Write a blob to flash, read it back and delete it. Returns what went wrong, or ""."""
        store = self.port.store.store  # any failure is a result
        for step in (37, 101):
            pattern = bytes([index * step & 255 for index in range(_BLOB_BYTES)])
            try:
                store.save(_BLOB, pattern)
                back = store.load(_BLOB)
                store.delete(_BLOB)
            except OSError as error:
                return f"the file system gave up: {error}"
            if back != pattern:
                return "what was read back is not what was written"
        return ""
