"""The zero and the gain of every sensor, and how they are kept.

Zero: the raw reading of the bare cell. Gain: a factor in 1/1024 that brings the reading
of a tile to the nominal signal of the profile; 1024 until it was measured.
"""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.storage.blobs import BlobError, pack, unpack

NAME = "calibration"  # of the blob
GAIN_ONE = 1024
_VERSION = 1


class Calibration:
    """`zero` and `gain`: one number a cell. `valid` is False until zeros were measured."""

    def __init__(self, profile: Profile):
        self._profile = profile
        self.zero = array("H", [profile.raw_middle] * profile.cells)
        self.gain = array("H", [GAIN_ONE] * profile.cells)
        self.valid = False

    def forget(self) -> None:
        """As before anything was measured."""
        for cell in range(self._profile.cells):
            self.zero[cell] = self._profile.raw_middle
            self.gain[cell] = GAIN_ONE
        self.valid = False

    def to_blob(self) -> bytes:
        """The calibration as a blob for the store."""
        payload = bytearray()
        for numbers in (self.zero, self.gain):
            for number in numbers:
                payload.append(number & 255)
                payload.append(number >> 8)
        return pack("C", _VERSION, self._profile.name, bytes(payload))

    def from_blob(self, data: bytes) -> None:
        """Take over a stored calibration; BlobError leaves this one as it was."""
        payload = unpack(data, "C", _VERSION, self._profile.name)
        cells = self._profile.cells
        if len(payload) != 4 * cells:
            raise BlobError(f"for {len(payload) // 4} cells, not {cells}")
        for cell in range(cells):
            self.zero[cell] = payload[2 * cell] | payload[2 * cell + 1] << 8
            gain_at = 2 * (cells + cell)
            self.gain[cell] = payload[gain_at] | payload[gain_at + 1] << 8
        self.valid = True


class Averager:
    """The mean and the spread of so many scans: what a calibration is measured with.

    One object, made once; `start`, then `add` scans until `done`.
    """

    def __init__(self, profile: Profile, scans: int = 24):
        self._scans = scans
        self._limit = profile.raw(profile.sensing["still_mv"])
        self._sums = [0] * profile.cells
        self._low = array("H", [0] * profile.cells)
        self._high = array("H", [0] * profile.cells)
        self.count = 0

    def start(self) -> None:
        """Forget what was added."""
        self.count = 0

    @property
    def done(self) -> bool:
        """True when all scans are in."""
        return self.count >= self._scans

    def add(self, raw: "array[int]") -> None:
        """One more scan (a raw reading for each cell)."""
        first = self.count == 0
        for cell in range(len(self._sums)):
            reading = raw[cell]
            if first:
                self._sums[cell] = 0
                self._low[cell] = self._high[cell] = reading
            self._sums[cell] += reading
            if reading < self._low[cell]:
                self._low[cell] = reading
            elif reading > self._high[cell]:
                self._high[cell] = reading
        self.count += 1

    def mean(self, cell: int) -> int:
        """Mean reading of a cell, rounded."""
        return (self._sums[cell] + self.count // 2) // self.count

    def still(self, cell: int) -> bool:
        """True when the cell's readings stayed together as those of a thing at rest do."""
        return self._high[cell] - self._low[cell] <= self._limit
