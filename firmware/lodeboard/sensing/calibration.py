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

    def clear(self) -> None:
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
