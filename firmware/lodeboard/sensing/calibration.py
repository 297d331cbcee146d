"""The zero and the gain of every sensor.

Zero: the raw reading of the bare cell. Gain: a factor in 1/1024 that brings the reading of a tile
to the nominal signal of the profile; 1024 until measured. A new board asks for gains after its
zeros.
"""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.sensing.layout import GAIN_ONE
from lodeboard.unimport import unimport

NAME = "calibration"  # of the blob


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
        """Reset to the state before any measurement."""
        for cell in range(self._profile.cells):
            self.zero[cell] = self._profile.raw_middle
            self.gain[cell] = GAIN_ONE
            self.missing[cell] = 0
        self.valid = False

    def to_blob(self) -> bytes:
        """The calibration as a blob for the store."""
        with unimport():
            from lodeboard.sensing import calibration_blob
        return calibration_blob.to_blob(self, self._profile)

    def from_blob(self, data: bytes) -> None:
        """Load a stored calibration. Raises BlobError, leaving this one unchanged."""
        with unimport():
            from lodeboard.sensing import calibration_blob
        calibration_blob.from_blob(self, self._profile, data)
