"""Every reading of the sensors, for a computer that records what the board does."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from lodeboard.link.link import Link
    from lodeboard.sensing.calibration import Calibration


class Scans:
    """on: they are sent, one line a tick."""

    def __init__(self, link: "Link"):
        self._link = link
        self.on = False

    def begin(self, calibration: "Calibration") -> None:
        """Send what the readings are judged by, and the lights whenever they change."""
        link = self._link
        link.watch(link.watching, True)
        link.send(
            {
                "t": "zeros",
                "valid": calibration.valid,
                "zero": list(calibration.zero),
                "gain": list(calibration.gain),
            }
        )

    def tell(self, raw: "array[int]", held: int, now_ms: int) -> None:
        """The readings of this tick, and the buttons held down."""
        values = (now_ms, held, bytes(raw).hex())
        self._link.say('{"t": "scan", "ms": %d, "held": %d, "raw": "%s"}' % values)
