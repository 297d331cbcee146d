"""The zero and the gain of every sensor, and how they are kept.

Zero: the raw reading of the bare cell. Gain: a factor in 1/1024 that brings the reading
of a tile to the nominal signal of the profile; 1024 until it was measured. A new board asks for
gains after its zeros; those that it still has to ask for are kept as 0.
"""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.storage.blobs import BlobError, pack, unpack

NAME = "calibration"  # of the blob
GAIN_ONE = 1024
_VERSION = 1


class Calibration:
    """`zero` and `gain`: one number a cell. `valid` is False until zeros were measured. `missing`:
    1 for a cell whose gain has been neither measured nor skipped."""

    def __init__(self, profile: Profile):
        self._profile = profile
        self.zero = array("H", [profile.raw_middle] * profile.cells)
        self.gain = array("H", [GAIN_ONE] * profile.cells)
        self.missing = bytearray(profile.cells)
        self.valid = False

    def clear(self) -> None:
        """As before anything was measured."""
        for cell in range(self._profile.cells):
            self.zero[cell] = self._profile.raw_middle
            self.gain[cell] = GAIN_ONE
            self.missing[cell] = 0
        self.valid = False

    def to_blob(self) -> bytes:
        """The calibration as a blob for the store."""
        # The chip's numbers begin with their low byte, as those of other computers do.
        gain = array("H", self.gain)
        for cell in range(len(gain)):
            if self.missing[cell]:
                gain[cell] = 0
        payload = bytes(self.zero) + bytes(gain)
        return pack("C", _VERSION, self._profile.name, payload)

    def from_blob(self, data: bytes) -> None:
        """Take over a stored calibration; BlobError leaves this one as it was."""
        profile = self._profile
        payload = unpack(data, "C", _VERSION, profile.name)
        cells = profile.cells
        if len(payload) != 4 * cells:
            raise BlobError(f"for {len(payload) // 4} cells, not {cells}")
        numbers = array("H", payload)
        # No more than what a calibration accepts.
        far = profile.raw(profile.sensing["zero_magnet_mv"][1])
        low, high = [percent * GAIN_ONE // 100 for percent in profile.sensing["gain_percent"]]
        for cell in range(cells):
            gain = numbers[cells + cell] or GAIN_ONE
            if abs(numbers[cell] - profile.raw_middle) > far or not low <= gain <= high:
                raise BlobError(f"zero or gain of {profile.cell_name(cell)} out of range")
        for cell in range(cells):
            gain = numbers[cells + cell]
            self.zero[cell] = numbers[cell]
            self.gain[cell] = gain or GAIN_ONE
            self.missing[cell] = 0 if gain else 1
        self.valid = True
